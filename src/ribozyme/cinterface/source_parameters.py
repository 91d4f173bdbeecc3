"""The parameters of a function as its source has them, over those of its IR.

    double f(struct { double x, y; } p, struct { int a; float b; } m, double *q)
    define double @f(double %0, double %1, i64 %2, ptr %3)
    → Group(params 0-1, 16 bytes, floats at 0, 8), Group(2, 8 bytes, float at 4), Group(3, pointer)

A front end stores a parameter's pieces into one slot, and debug info names that slot: that is how
pieces are found to belong together. A parameter debug info does not speak of stands alone, with the
floats and pointers that its IR type shows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, final

from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import type_of
from ribozyme.ir.debug import node
from ribozyme.ir.instrs import Call, DbgRecord, Gep, Store
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.metadata import MDConst, MDWord, MetadataNode, MetadataValue
from ribozyme.ir.module import Function, Module
from ribozyme.ir.values import GlobalRef, Local, Value

Floats = tuple[tuple[int, ty.FloatType], ...]

_SEEN_THROUGH: Final = (
    "DW_TAG_typedef",
    "DW_TAG_const_type",
    "DW_TAG_volatile_type",
    "DW_TAG_restrict_type",
    "DW_TAG_atomic_type",
)
_POINTERS: Final = (
    "DW_TAG_pointer_type",
    "DW_TAG_reference_type",
    "DW_TAG_rvalue_reference_type",
    "DW_TAG_ptr_to_member_type",
)
_BY_SIZE: Final = {16: ty.HALF, 32: ty.FLOAT, 64: ty.DOUBLE}
_NAMED: Final = {"__bf16": ty.BFLOAT, "__float128": ty.FP128, "_Float128": ty.FP128}
_MOST: Final = 4096  # members of one parameter that are looked at


@final
@dataclass(frozen=True, slots=True)
class Group:
    """One source parameter: `count` IR parameters from `first`, each at its `offset` in memory.

    `memory` is the type behind a `byval` pointer: the parameter is memory of its own.
    """

    first: int
    types: tuple[ty.Type, ...]
    offsets: tuple[int, ...]
    size: int
    align: int
    floats: Floats
    pointers: bool
    memory: ty.Type | None = None
    name: str = ""

    @property
    def count(self) -> int:
        """How many IR parameters there are."""
        return len(self.types)

    @property
    def end(self) -> int:
        """The number of the IR parameter behind the last one."""
        return self.first + len(self.types)


def groups(module: Module, function: Function) -> tuple[Group, ...]:
    """The source parameters of a function, in order; a hidden result pointer is none."""
    layout = DataLayout(module.layout)
    slots = _slots(module, function)
    found: list[Group] = []
    index = 1 if result_memory(function) is not None else 0
    while index < len(function.params):
        variable = slots.get(index, (None, 0))[0]
        last = index + 1
        while variable is not None and slots.get(last, (None, 0))[0] is variable:
            last += 1
        offsets = tuple(slots.get(at, (None, 0))[1] for at in range(index, last))
        found.append(_group(module, layout, function, index, offsets, variable))
        index = last
    return tuple(found)


def result_memory(function: Function) -> ty.Type | None:
    """The type of the result that is returned through a hidden first pointer."""
    return type_of(function.params[0].attrs, "sret") if function.params else None


def result_floats(module: Module, function: Function, type: ty.Type) -> Floats:
    """The floats of a function's result in its memory image."""
    layout = DataLayout(module.layout)
    described = _described_result(module, function)
    found = _members(module, described) if described is not None else None
    return found[0] if found is not None else _visible(layout, type)[0]


def _group(
    module: Module,
    layout: DataLayout,
    function: Function,
    first: int,
    offsets: tuple[int, ...],
    variable: MetadataNode | None,
) -> Group:
    params = function.params[first : first + len(offsets)]
    types = tuple(param.local.type for param in params)
    memory = type_of(params[0].attrs, "byval")
    name = "" if variable is None else variable.string("name") or ""
    image = memory if memory is not None else types[0]
    described = node(module, variable.field("type")) if variable is not None else None
    found = None if described is None else _members(module, described)
    by_reference = memory is None and len(types) == 1 and isinstance(image, ty.PtrType)
    if found is None or by_reference:
        floats, pointers = _visible(layout, image) if len(types) == 1 else ((), False)
        size, align = layout.alloc_size(image), layout.align(image)
        return Group(first, types, offsets, size, align, floats, pointers, memory, name)
    floats, pointers, size = found
    align = max((layout.align(kind) for _, kind in floats), default=1)
    align = max(align, 8 if pointers else 1, min(_whole_align(types, layout), size or 1))
    return Group(first, types, offsets, size, align, floats, pointers, memory, name)


def _whole_align(types: tuple[ty.Type, ...], layout: DataLayout) -> int:
    """The alignment of a scalar; pieces of a struct do not speak of the whole."""
    one = len(types) == 1 and not isinstance(types[0], ty.StructType | ty.VectorType)
    return layout.align(types[0]) if one and not isinstance(types[0], ty.IntType) else 1


def _visible(layout: DataLayout, type: ty.Type) -> tuple[Floats, bool]:
    """The floats that an IR type shows, and whether it has pointers."""
    floats: list[tuple[int, ty.FloatType]] = []
    pointers = False
    work: list[tuple[ty.Type, int]] = [(type, 0)]
    while work and len(floats) < _MOST:
        part, offset = work.pop()
        match part:
            case ty.FloatType():
                floats.append((offset, part))
            case ty.PtrType():
                pointers = True
            case ty.StructType(fields=tuple() as fields):
                inside = list(zip(fields, layout.offsets(part), strict=True))
                work.extend((field, offset + at) for field, at in reversed(inside))
            case ty.ArrayType(count=count, element=element):
                size = layout.alloc_size(element)
                work.extend((element, offset + i * size) for i in reversed(range(count)))
            case ty.VectorType(count=count, element=element):
                size = layout.bits(element) // 8
                work.extend((element, offset + i * size) for i in reversed(range(count)))
            case _:
                pass
    return tuple(floats), pointers


# ---- debug info ----------------------------------------------------------------------------------


def _slots(module: Module, function: Function) -> dict[int, tuple[MetadataNode | None, int]]:
    """Per IR parameter the variable it is stored into, and where in it."""
    variables = _variables(module, function)
    params = {param.local.id: index for index, param in enumerate(function.params)}
    found: dict[int, tuple[MetadataNode | None, int]] = {}
    for local, index in params.items():
        if local in variables:
            found[index] = (variables[local], 0)
    layout = DataLayout(module.layout)
    for instr in function.blocks[0].instrs if function.blocks else ():
        if not isinstance(instr, Store) or not isinstance(instr.value, Local):
            continue
        index = params.get(instr.value.id, -1)
        if index < 0 or index in found:
            continue
        base, offset = _place(function, layout, instr.pointer)
        # registers may hold more than the struct has room for: then they lie elsewhere first
        for slot in (base, _copied_into(function, base)):
            if isinstance(slot, Local) and slot.id in variables:
                found[index] = (variables[slot.id], offset)
    return found


def _copied_into(function: Function, slot: Value) -> Value | None:
    """The slot that another one is copied into as a whole, where a function begins."""
    for instr in function.blocks[0].instrs:
        match instr:
            case Call(callee=GlobalRef(name=name), args=(target, source, _, _)) if (
                source is slot and name.startswith("llvm.memcpy.")
            ):
                return target
            case _:
                pass
    return None


def _variables(module: Module, function: Function) -> dict[int, MetadataNode]:
    """Per local that is a slot, the parameter it holds."""
    found: dict[int, MetadataNode] = {}
    for instr in function.instrs():
        if not isinstance(instr, DbgRecord) or instr.kind != "declare":
            continue
        slot, variable = instr.operands[0], node(module, instr.operands[1])
        if variable is None or not variable.number("arg"):
            continue
        if isinstance(slot, MDConst) and isinstance(slot.value, Local):
            found.setdefault(slot.value.id, variable)
    return found


def _place(function: Function, layout: DataLayout, pointer: Value) -> tuple[Value, int]:
    """The slot a pointer leads into, and how far."""
    offset = 0
    while isinstance(pointer, Local):
        made = function.definitions[pointer.id]
        if not isinstance(made, Gep):
            break
        constant, variable = layout.gep_offset(made.source, made.indices)
        if variable:
            break
        offset += constant
        pointer = made.base
    return pointer, offset


def _described_result(module: Module, function: Function) -> MetadataNode | None:
    place = next((value for kind, value in function.meta if kind == "dbg"), None)
    program = node(module, place)
    routine = node(module, program.field("type")) if program is not None else None
    listed = node(module, routine.field("types")) if routine is not None else None
    return node(module, listed.operands[0]) if listed is not None and listed.operands else None


def _members(module: Module, described: MetadataNode) -> tuple[Floats, bool, int] | None:
    """Floats, whether there are pointers, and the size of a described type; None if not clear."""
    floats: dict[int, ty.FloatType] = {}
    pointers = False
    work: list[tuple[MetadataNode | None, int]] = [(described, 0)]
    steps = 0
    while work:
        steps += 1
        if steps > _MOST:
            return None
        part, offset = work.pop()
        if part is None:
            continue
        tag = _word(part.field("tag"))
        if part.kind == "DIBasicType":
            floats.update(_basic(part, offset))
        elif part.kind == "DIDerivedType" and tag in _POINTERS:
            pointers = True
        elif part.kind == "DIDerivedType":
            work.append((node(module, part.field("baseType")), offset))
        elif part.kind == "DICompositeType":
            inside = list(_inside(module, part, offset))
            work.extend(reversed(inside))
    return tuple(sorted(floats.items())), pointers, _size(module, described)


def _basic(part: MetadataNode, offset: int) -> Iterator[tuple[int, ty.FloatType]]:
    size = part.number("size") or 0
    match _word(part.field("encoding")):
        case "DW_ATE_float":
            yield offset, _float(part.string("name") or "", size)
        case "DW_ATE_complex_float":
            name = (part.string("name") or "").replace("_Complex ", "").replace("complex ", "")
            half = _float(name, size // 2)
            yield offset, half
            yield offset + size // 16, half
        case _:
            return


def _float(name: str, size: int) -> ty.FloatType:
    return _NAMED.get(name) or _BY_SIZE.get(size, ty.X86_FP80)


def _inside(
    module: Module, part: MetadataNode, offset: int
) -> Iterator[tuple[MetadataNode | None, int]]:
    tag = _word(part.field("tag"))
    elements = node(module, part.field("elements"))
    listed = [node(module, value) for value in elements.operands] if elements is not None else []
    if tag == "DW_TAG_array_type":
        base = node(module, part.field("baseType"))
        size = _size(module, base)
        whole = part.number("size") or 0
        count = whole // 8 // size if size else 0
        yield from ((base, offset + index * size) for index in range(min(count, _MOST)))
        return
    if tag == "DW_TAG_enumeration_type":
        return
    for member in listed:
        if member is None or _word(member.field("tag")) not in (
            "DW_TAG_member",
            "DW_TAG_inheritance",
        ):
            continue
        if "DIFlagStaticMember" in _word(member.field("flags")):
            continue
        at = (member.number("offset") or 0) // 8
        yield node(module, member.field("baseType")), offset + at


def _size(module: Module, described: MetadataNode | None) -> int:
    """Bytes of a described type."""
    for _ in range(64):
        if described is None:
            return 0
        if _word(described.field("tag")) not in _SEEN_THROUGH:
            return (described.number("size") or 0) // 8
        described = node(module, described.field("baseType"))
    return 0


def _word(value: MetadataValue | None) -> str:
    return value.text if isinstance(value, MDWord) else ""


__all__ = ["Floats", "Group", "groups", "result_floats", "result_memory"]


def scalars(type: ty.Type) -> list[tuple[tuple[int, ...], ty.Type]]:
    """The scalars and vectors of a type, and the way to each."""
    found: list[tuple[tuple[int, ...], ty.Type]] = []
    work: list[tuple[tuple[int, ...], ty.Type]] = [((), type)]
    while work:
        path, part = work.pop()
        if isinstance(part, ty.StructType | ty.ArrayType):
            parts = list(enumerate(ty.elements(part)))
            work += (((*path, index), inner) for index, inner in reversed(parts))
        else:
            found.append((path, part))
    return found
