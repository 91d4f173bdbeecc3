"""What the source's own types say: TBAA, `!tbaa.struct` and debug information.

    load i64 …, !tbaa "double"                          a double is copied as an integer
    access tag (S, double, 8)                           around it lies an S: its members are told
    memcpy …, !tbaa.struct {0, 8, double, 8, 4, int}    bytes 12–15 are padding
    #dbg_value(ptr %x, !DILocalVariable(type: double*)) memory that nobody else speaks of is doubles

TBAA is a promise about every access; debug information is only asked where nothing else is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, final

from ribozyme.analysis.declared.marks import (
    INTEGER,
    PADDING,
    POINTER,
    Marks,
    float_marks,
)
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attrs, value_of
from ribozyme.ir.instrs import Alloca, DbgRecord, Store
from ribozyme.ir.metadata import (
    MDConst,
    MDRef,
    MDString,
    Meta,
    MetadataNode,
    MetadataValue,
    attached,
)
from ribozyme.ir.module import Function, Module
from ribozyme.ir.values import ConstInt, Local

_FLOATS: Final = {
    "double": ty.DOUBLE,
    "float": ty.FLOAT,
    "_Float16": ty.HALF,
    "__fp16": ty.HALF,
    "half": ty.HALF,
    "__bf16": ty.BFLOAT,
    "__float128": ty.FP128,
    "_Float128": ty.FP128,
}
FLOAT_NAMES: Final = frozenset((*_FLOATS, "long double"))
"""Names of types that are neither addresses nor integers, which might be some."""

_INTEGERS: Final = {
    "int": 4,
    "long": 8,
    "short": 2,
    "long long": 8,
    "__int128": 16,
    "bool": 1,
    "_Bool": 1,
    "wchar_t": 4,
    "char16_t": 2,
    "char32_t": 4,
}
_ALIGNED: Final = 16
"""Bytes behind the last member of a struct are fewer."""

_ADDRESS: Final = 4
"""The operand of a `#dbg_assign` that says where the variable lies."""

_TEXT: Final = INTEGER | PADDING
"""Of a type of text, no byte of which is computed with."""

_LARGEST: Final = 4096
"""Bytes of a type that debug information is asked about."""


@final
class Sources:
    """The type metadata of a module; answers are remembered."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._x86 = module.triple.startswith(("x86_64", "i686", "i386"))
        self.named = cache(self._named)
        self.around = cache(self._around)
        self.scalars = cache(self._scalars)
        self.described = cache(self._described)

    def node(self, value: MetadataValue | int | None) -> MetadataNode | None:
        """The node a value names or is."""
        match value:
            case MDRef(id=id) | int(id):
                return self._module.metadata.get(id)
            case MetadataNode():
                return value
            case _:
                return None

    # ---- TBAA --------------------------------------------------------------------------------

    def access(self, meta: Meta, size: int) -> list[Marks] | None:
        """The marks of an access of `size` bytes, as far as its tag tells."""
        tag = self.node(attached(meta, "tbaa"))
        return None if tag is None else self._bytag_of(tag, size)

    def _bytag_of(self, tag: MetadataNode, size: int) -> list[Marks] | None:
        scalar = self.node(tag.operands[1]) if len(tag.operands) > 1 else None
        unit = self.named(_name(scalar)) if scalar is not None else ()
        if not unit or size % len(unit):
            return None
        return list(unit) * (size // len(unit))

    def _named(self, name: str) -> tuple[Marks, ...]:
        """The marks of a scalar type of C by its name; none where it says nothing."""
        if name in _FLOATS:
            return float_marks(_FLOATS[name])
        if name == "long double":
            return float_marks(ty.X86_FP80 if self._x86 else ty.FP128)
        if name in _INTEGERS:
            return (INTEGER,) * _INTEGERS[name]
        if name in ("any pointer", "vtable pointer") or _is_pointer_name(name):
            return (POINTER,) * 8
        return ()

    def struct_around(self, meta: Meta) -> tuple[tuple[int, tuple[Marks, ...]], ...]:
        """The scalar members of the struct an access lies in, by offset from the access."""
        ref = attached(meta, "tbaa")
        return self.around(ref.id) if isinstance(ref, MDRef) else ()

    def _around(self, id: int) -> tuple[tuple[int, tuple[Marks, ...]], ...]:
        tag = self.node(id)
        if tag is None or len(tag.operands) < 3 or tag.operands[0] == tag.operands[1]:
            return ()
        base, at = tag.operands[0], _number(tag.operands[2])
        members = self.scalars(base.id) if isinstance(base, MDRef) else ()
        return tuple((offset - at, marks) for offset, marks in members)

    def _scalars(self, id: int) -> tuple[tuple[int, tuple[Marks, ...]], ...]:
        """The scalar members of a struct type, by offset."""
        found: list[tuple[int, tuple[Marks, ...]]] = []
        work: list[tuple[MetadataValue | int, int, int]] = [(id, 0, 0)]
        while work and len(found) < 256:
            value, offset, depth = work.pop()
            type = self.node(value)
            if type is None or depth > 16:
                continue
            marks = self.named(_name(type))
            if marks:
                found.append((offset, marks))
            elif len(type.operands) >= 3 and not _is_scalar(type, self):
                members = type.operands[1:]
                for index in range(0, len(members) - 1, 2):
                    inner = offset + _number(members[index + 1])
                    work.append((members[index], inner, depth + 1))
        return tuple(found)

    def copied(self, meta: Meta, size: int | None) -> tuple[tuple[int, tuple[Marks, ...]], ...]:
        """What a struct copy says about its bytes, padding included; no marks where it is vague."""
        node = self.node(attached(meta, "tbaa.struct"))
        if node is None:
            return ()
        found: list[tuple[int, tuple[Marks, ...]]] = []
        end = 0
        fields = node.operands
        for index in range(0, len(fields) - 2, 3):
            offset, length = _number(fields[index]), _number(fields[index + 1])
            tag = self.node(fields[index + 2])
            marks = None if tag is None else self._bytag_of(tag, length)
            if offset > end:
                found.append((end, (PADDING,) * (offset - end)))
            found.append((offset, (0,) * length if marks is None else tuple(marks)))
            end = max(end, offset + length)
        if found and size is not None and 0 < size - end < _ALIGNED:
            found.append((end, (PADDING,) * (size - end)))
        return tuple(found)

    def whole_copy(self, meta: Meta, size: int) -> list[Marks] | None:
        """What a copy of `size` bytes says about all of them; None where it leaves some out."""
        found = [0] * size
        for offset, marks in self.copied(meta, size):
            if offset + len(marks) > size:
                return None
            found[offset : offset + len(marks)] = marks
        return found if all(found) else None

    # ---- debug information -------------------------------------------------------------------

    def pointees(self, function: Function) -> dict[Local, int]:
        """The types that parameters point to arrays of, as their declarations say."""
        params = {param.local for param in function.params}
        own = {  # without optimisation a parameter is a variable on the stack
            store.pointer: store.value for store in function.shaped(Store) if store.value in params
        }
        found: dict[Local, int | None] = {}
        for kind, local, variable in self.variables(function):
            param = own.get(local) if kind == "place" else local
            if not isinstance(param, Local) or param not in params or param in found:
                continue
            if variable.field("arg") is not None:
                found[param] = self._pointee(variable.ref("type"))
        return {local: type for local, type in found.items() if type is not None}

    def returned(self, function: Function) -> tuple[Marks, ...]:
        """What of a function's result is an integer or padding, as its declaration says."""
        routine = self.node(attached(function.meta, "dbg"))
        type = self.node(routine.ref("type")) if routine is not None else None
        listed = self.node(type.ref("types")) if type is not None else None
        first = listed.operands[0] if listed is not None and listed.operands else None
        if not isinstance(first, MDRef):
            return ()
        return tuple(mark & (INTEGER | PADDING) for mark in self.described(first.id))

    def held(self, attrs: Attrs) -> tuple[Marks, ...]:
        """What `"rz.holds"` says of the memory behind a parameter, padding included."""
        said = value_of(attrs, '"rz.holds"')
        if not isinstance(said, str):
            return ()
        size, _, items = said.strip('"').partition(":")
        found: list[Marks] = [PADDING] * int(size)
        for item in items.split():
            name, _, place = item.partition("@")
            at, _, count = place.partition("+")
            marks = self._held(name) * int(count)
            found[int(at) : int(at) + len(marks)] = marks
        return tuple(found)

    def _held(self, name: str) -> tuple[Marks, ...]:
        """The marks of one scalar."""
        match name:
            case "?":
                return (0,)
            case "ptr":
                return (POINTER,) * 8
            case _ if name[1:].isdecimal():
                return (INTEGER,) * int(name[1:])
            case _:
                return self.named(name.replace("_", " ") if name == "long_double" else name) or ()

    def paddings(self, function: Function) -> dict[Local, tuple[Marks, ...]]:
        """The padding and the text of variables on the stack, as their declarations say; nothing
        of the rest, since a buffer may hold anything."""
        found: dict[Local, tuple[Marks, ...]] = {}
        for kind, local, variable in self.variables(function):
            place = kind == "place" and isinstance(function.definitions[local.id], Alloca)
            type = variable.ref("type")
            if place and type is not None:
                found[local] = tuple(_sure(mark) for mark in self.described(type))
        return {local: marks for local, marks in found.items() if any(marks)}

    def variables(self, function: Function) -> Iterator[tuple[str, Local, MetadataNode]]:
        """Values that debug information calls a whole variable ("value"), or its place."""
        for instr in function.shaped(DbgRecord):
            if len(instr.operands) < 3:
                continue
            words = instr.operands
            declared = self.node(words[1])
            kinds = {0: "place" if instr.kind == "declare" else "value"}
            if instr.kind == "assign":
                kinds[_ADDRESS] = "place"
            for at, kind in kinds.items():
                value, expression = words[at], words[2 if at == 0 else at + 1]
                where = self.node(expression)
                if declared is None or not isinstance(value, MDConst):
                    continue
                if isinstance(value.value, Local) and (where is None or not where.fields):
                    yield kind, value.value, declared

    def target(self, type: int | None) -> int | None:
        """The type a pointer or reference leads to."""
        node = self._stripped(type)
        if node is None or tag_of(node) not in (
            "DW_TAG_pointer_type",
            "DW_TAG_reference_type",
            "DW_TAG_rvalue_reference_type",
        ):
            return None
        return node.ref("baseType")

    def _pointee(self, type: int | None) -> int | None:
        """The type a pointer or reference leads to; None for bytes, which may be anything."""
        base = self.target(type)
        inner = self._stripped(base)
        bytes = inner is not None and inner.kind == "DIBasicType" and self._size(inner) == 1
        return None if bytes or not base or not self.described(base) else base

    def links(self, type: int) -> tuple[int, tuple[tuple[int, int], ...]]:
        """The size of a type, and the pointers in it: their offsets and the types they lead to."""
        found: list[tuple[int, int]] = []
        work: list[tuple[int, int | None, int]] = [(0, type, 0)]
        while work:
            offset, part, depth = work.pop()
            node = self._stripped(part)
            if node is None or depth > 16 or len(work) > _LARGEST:
                continue
            match tag_of(node):
                case "DW_TAG_structure_type" | "DW_TAG_class_type":
                    for member in self._members(node):
                        at = offset + _bits(member) // 8
                        work.append((at, member.ref("baseType"), depth + 1))
                case "DW_TAG_array_type":
                    unit = self._size(self._stripped(node.ref("baseType")))
                    for at in range(0, self._size(node), unit) if unit else ():
                        work.append((offset + at, node.ref("baseType"), depth + 1))
                case _:
                    base = self._pointee(part)
                    if base is not None:
                        found.append((offset, base))
        return self._size(self._stripped(type)), tuple(found)

    def _described(self, type: int) -> tuple[Marks, ...]:
        """The marks of one value of a type, padding included; none where it says nothing."""
        top = self._stripped(type)
        size = self._size(top)
        if top is None or not 0 < size <= _LARGEST:
            return ()
        found: list[Marks] = [PADDING] * size
        work: list[tuple[int, int | None, int]] = [(0, type, 0)]
        while work:
            offset, part, depth = work.pop()
            node = self._stripped(part)
            if node is None or depth > 16 or len(work) > _LARGEST:
                return ()
            match tag_of(node):
                case "DW_TAG_structure_type" | "DW_TAG_class_type":
                    for member in self._members(node):
                        work.append(
                            (offset + _bits(member) // 8, member.ref("baseType"), depth + 1)
                        )
                case "DW_TAG_array_type":
                    element = self._stripped(node.ref("baseType"))
                    unit = self._size(element)
                    if not unit:
                        return ()
                    for at in range(0, self._size(node), unit):
                        work.append((offset + at, node.ref("baseType"), depth + 1))
                case _:
                    marks = self._scalar(node)
                    if not marks or offset + len(marks) > size:
                        return ()
                    found[offset : offset + len(marks)] = marks
        return tuple(found)

    def _scalar(self, node: MetadataNode) -> tuple[Marks, ...]:
        size = self._size(node)
        match node.kind, tag_of(node):
            case "DIBasicType", _:
                encoding = str(getattr(node.field("encoding"), "text", ""))
                if encoding == "DW_ATE_float":
                    return self._float(node.string("name") or "", size)
                if encoding == "DW_ATE_complex_float":
                    half = {8: ty.FLOAT, 16: ty.DOUBLE}.get(size)
                    return float_marks(half) * 2 if half is not None else ()
                return (INTEGER,) * size
            case "DIStringType", _:
                return (_TEXT,) * size
            case _, "DW_TAG_enumeration_type":
                return (INTEGER,) * size
            case _, tag if tag.endswith(("pointer_type", "reference_type")):
                return (POINTER,) * 8
            case _:
                return ()

    def _float(self, name: str, size: int) -> tuple[Marks, ...]:
        known = self.named(name)
        if known:
            return known
        kind = {4: ty.FLOAT, 8: ty.DOUBLE}.get(size)
        return () if kind is None else float_marks(kind)

    def _members(self, node: MetadataNode) -> list[MetadataNode]:
        elements = self.node(node.ref("elements"))
        found = [self.node(value) for value in elements.operands] if elements is not None else []
        return [
            member
            for member in found
            if member is not None
            and tag_of(member) in ("DW_TAG_member", "DW_TAG_inheritance")
            and "Static" not in str(getattr(member.field("flags"), "text", ""))
        ]

    def _stripped(self, type: int | None) -> MetadataNode | None:
        """The node of a type without its names and qualifiers."""
        return self.node(self.unnamed(type))

    def unnamed(self, type: int | None) -> int | None:
        """A type without its names and qualifiers."""
        for _ in range(32):
            node = self.node(type)
            if node is None or tag_of(node) not in (
                "DW_TAG_typedef",
                "DW_TAG_const_type",
                "DW_TAG_volatile_type",
                "DW_TAG_restrict_type",
                "DW_TAG_atomic_type",
            ):
                return type
            type = node.ref("baseType")
        return None

    def parts(self, node: MetadataNode) -> list[tuple[int, int | None]]:
        """The members of a struct or union, with their offsets; none for what is neither."""
        if not tag_of(node).endswith(("structure_type", "class_type", "union_type")):
            return []
        return [(_bits(member) // 8, member.ref("baseType")) for member in self._members(node)]

    def size(self, type: int | None) -> int:
        """The bytes of a type; 0 where they are not known."""
        return self._size(self._stripped(type))

    def _size(self, node: MetadataNode | None) -> int:
        """The bytes of a type; of an array that does not say, those of its elements together."""
        factor = 1
        for _ in range(16):
            bits = node.number("size") if node is not None else None
            if bits is not None:
                return factor * bits // 8
            if node is None or tag_of(node) != "DW_TAG_array_type":
                return 0
            bounds = self.node(node.ref("elements"))
            if bounds is None:
                return 0
            for bound in bounds.operands:
                extent = self.node(bound)
                factor *= (extent.number("count") if extent is not None else None) or 0
            node = self._stripped(node.ref("baseType"))
        return 0


def _sure(mark: Marks) -> Marks:
    """What is so whatever else a variable is used for."""
    return INTEGER if mark == _TEXT else mark & PADDING


def tag_of(node: MetadataNode) -> str:
    """The tag of a type's node."""
    if node.kind == "DIBasicType":
        return "DW_TAG_base_type"
    return str(getattr(node.field("tag"), "text", ""))


def _bits(member: MetadataNode) -> int:
    return member.number("offset") or 0


def _name(node: MetadataNode) -> str:
    first = node.operands[0] if node.operands else None
    return first.text if isinstance(first, MDString) else ""


def _number(value: MetadataValue) -> int:
    if isinstance(value, MDConst) and isinstance(value.value, ConstInt):
        return value.value.value
    return 0


def _is_pointer_name(name: str) -> bool:
    """`p1 double`, `p2 _ZTS1S`: clang names what a pointer leads to."""
    depth = name.partition(" ")[0]
    return len(depth) > 1 and depth[0] == "p" and depth[1:].isdigit()


def _is_scalar(type: MetadataNode, sources: Sources) -> bool:
    """Whether a type node is a scalar: its one member, at 0, is its parent (char, or the root)."""
    if len(type.operands) != 3:
        return False
    parent = sources.node(type.operands[1])
    return parent is not None and (len(parent.operands) < 3 or _name(parent) == "omnipotent char")
