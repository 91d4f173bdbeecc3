"""Instructions from text: a table from opcode to the function that reads what follows it.

This is the general way, for every instruction and any layout; `fast` reads the common spellings.

    "%r = load double, ptr %p, align 8" → Load(%r, %p, align=8)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    Alloca,
    AtomicRMW,
    Cast,
    CmpXchg,
    Compare,
    ExtractElement,
    ExtractValue,
    FBinary,
    Fence,
    FNeg,
    Freeze,
    Gep,
    IBinary,
    InsertElement,
    InsertValue,
    Instr,
    Load,
    Phi,
    Select,
    Shuffle,
    Store,
    VAArg,
)
from ribozyme.ir.values import (
    ConstAggregate,
    ConstInt,
    ConstSplat,
    ConstZero,
    Local,
    Poison,
    Undef,
    Value,
)
from ribozyme.parse.attributes import FAST_MATH
from ribozyme.parse.constants import CASTS, read_constant
from ribozyme.parse.cursor import words
from ribozyme.parse.metadata import read_attachments
from ribozyme.parse.types import read_type
from ribozyme.parse.values import Body, read_operand, read_typed

Reader = Callable[[Body, str, str], Instr]

_INTEGER_FLAGS: Final = frozenset(("nuw", "nsw", "exact", "disjoint"))
INTEGER_OPS: Final = words("add sub mul udiv sdiv urem srem shl lshr ashr and or xor")
FLOAT_OPS: Final = words("fadd fsub fmul fdiv frem")
_CAST_FLAGS: Final = frozenset(("nuw", "nsw", "nneg")) | FAST_MATH
_COMPARE_FLAGS: Final = FAST_MATH | {"samesign"}
_GEP_FLAGS: Final = frozenset(("inbounds", "nusw", "nuw"))
_ALLOCA_FLAGS: Final = frozenset(("inalloca", "swifterror"))
_ORDERINGS: Final = words("unordered monotonic acquire release acq_rel seq_cst")


def _result(b: Body, name: str, type: ty.Type) -> Local:
    if not name:
        b.fail("the result needs a name")
    return b.define(name, type)


# ---- arithmetic --------------------------------------------------------------------------------


def _pair(b: Body) -> tuple[ty.Type, Value, Value]:
    type = read_type(b)
    lhs = read_operand(b, type)
    b.expect(",")
    return type, lhs, read_operand(b, type)


def _integer_binary(b: Body, name: str, op: str) -> Instr:
    flags = b.accept_words(_INTEGER_FLAGS)
    type, lhs, rhs = _pair(b)
    return IBinary(_result(b, name, type), op, lhs, rhs, flags, read_attachments(b))


def _float_binary(b: Body, name: str, op: str) -> Instr:
    flags = b.accept_words(FAST_MATH)
    type, lhs, rhs = _pair(b)
    return FBinary(_result(b, name, type), op, lhs, rhs, flags, read_attachments(b))


def _fneg(b: Body, name: str, op: str) -> Instr:
    flags = b.accept_words(FAST_MATH)
    value = read_typed(b)
    return FNeg(_result(b, name, value.type), value, flags, read_attachments(b))


def _compare(b: Body, name: str, op: str) -> Instr:
    flags = b.accept_words(_COMPARE_FLAGS)
    predicate = b.word()
    type, lhs, rhs = _pair(b)
    result = _result(b, name, ty.like(type, ty.I1))
    return Compare(result, op, predicate, lhs, rhs, flags, read_attachments(b))


def _cast(b: Body, name: str, op: str) -> Instr:
    flags = b.accept_words(_CAST_FLAGS)
    value = read_typed(b)
    b.expect_word("to")
    return Cast(_result(b, name, read_type(b)), op, value, flags, read_attachments(b))


def _select(b: Body, name: str, op: str) -> Instr:
    flags = b.accept_words(FAST_MATH)
    condition = read_typed(b)
    b.expect(",")
    then = read_typed(b)
    b.expect(",")
    otherwise = read_typed(b)
    result = _result(b, name, then.type)
    return Select(result, condition, then, otherwise, flags, read_attachments(b))


def _phi(b: Body, name: str, op: str) -> Instr:
    flags = b.accept_words(FAST_MATH)
    type = read_type(b)
    incoming = []
    while True:
        b.expect("[")
        value = read_operand(b, type)
        b.expect(",")
        incoming.append((value, b.label(b.sigil_name("%"))))
        b.expect("]")
        start = b.pos
        if not b.accept(",") or not b.at("["):
            b.pos = start
            break
    return Phi(_result(b, name, type), tuple(incoming), flags, read_attachments(b))


def _freeze(b: Body, name: str, op: str) -> Instr:
    value = read_typed(b)
    return Freeze(_result(b, name, value.type), value, read_attachments(b))


# ---- memory ------------------------------------------------------------------------------------


def _comma_word(b: Body, word: str) -> bool:
    """Take `, word` if it comes."""
    start = b.pos
    if b.accept(",") and b.accept_word(word):
        return True
    b.pos = start
    return False


def _align(b: Body) -> int:
    return b.integer() if _comma_word(b, "align") else 0


def _scope(b: Body) -> str:
    if not b.accept_word("syncscope"):
        return ""
    b.expect("(")
    scope = b.raw_string()
    b.expect(")")
    return scope


def _ordering(b: Body) -> str:
    word = b.word()
    if word not in _ORDERINGS:
        b.fail("expected a memory ordering")
    return word


def _access(b: Body, atomic: bool) -> tuple[str, str, int]:
    """Take scope, ordering and alignment of a load or store."""
    scope = _scope(b) if atomic else ""
    ordering = _ordering(b) if atomic else ""
    return scope, ordering, _align(b)


def _alloca(b: Body, name: str, op: str) -> Instr:
    flags = b.accept_words(_ALLOCA_FLAGS)
    allocated = read_type(b)
    count = None
    start = b.pos
    if b.accept(",") and b.peek_word() not in ("align", "addrspace") and not b.at("!"):
        count = read_typed(b)
    else:
        b.pos = start
    align = _align(b)
    space = 0
    if _comma_word(b, "addrspace"):
        b.expect("(")
        space = b.integer()
        b.expect(")")
    result = _result(b, name, ty.pointer(space))
    return Alloca(result, allocated, count, align, flags, read_attachments(b))


def _load(b: Body, name: str, op: str) -> Instr:
    atomic, volatile = b.accept_word("atomic"), b.accept_word("volatile")
    type = read_type(b)
    b.expect(",")
    pointer = read_typed(b)
    scope, ordering, align = _access(b, atomic)
    meta = read_attachments(b)
    return Load(_result(b, name, type), pointer, align, volatile, ordering, scope, meta)


def _store(b: Body, name: str, op: str) -> Instr:
    atomic, volatile = b.accept_word("atomic"), b.accept_word("volatile")
    value = read_typed(b)
    b.expect(",")
    pointer = read_typed(b)
    scope, ordering, align = _access(b, atomic)
    return Store(value, pointer, align, volatile, ordering, scope, read_attachments(b))


def _gep(b: Body, name: str, op: str) -> Instr:
    flags = b.accept_words(_GEP_FLAGS)
    source = read_type(b)
    b.expect(",")
    base = read_typed(b)
    indices = []
    start = b.pos
    while b.accept(",") and not b.at("!"):
        indices.append(read_typed(b))
        start = b.pos
    b.pos = start
    type = base.type
    for index in indices:
        if isinstance(index.type, ty.VectorType) and not isinstance(type, ty.VectorType):
            type = ty.like(index.type, type)
    return Gep(_result(b, name, type), source, base, tuple(indices), flags, read_attachments(b))


def _fence(b: Body, name: str, op: str) -> Instr:
    scope = _scope(b)
    return Fence(_ordering(b), scope, read_attachments(b))


def _cmpxchg(b: Body, name: str, op: str) -> Instr:
    weak, volatile = b.accept_word("weak"), b.accept_word("volatile")
    pointer = read_typed(b)
    b.expect(",")
    expected = read_typed(b)
    b.expect(",")
    new = read_typed(b)
    scope = _scope(b)
    success, failure = _ordering(b), _ordering(b)
    align = _align(b)
    result = _result(b, name, ty.struct((new.type, ty.I1)))
    meta = read_attachments(b)
    return CmpXchg(
        result, pointer, expected, new, success, failure, align, weak, volatile, scope, meta
    )


def _atomicrmw(b: Body, name: str, op: str) -> Instr:
    volatile = b.accept_word("volatile")
    operation = b.word()
    pointer = read_typed(b)
    b.expect(",")
    value = read_typed(b)
    scope = _scope(b)
    ordering = _ordering(b)
    align = _align(b)
    result = _result(b, name, value.type)
    meta = read_attachments(b)
    return AtomicRMW(result, operation, pointer, value, ordering, align, volatile, scope, meta)


def _va_arg(b: Body, name: str, op: str) -> Instr:
    list = read_typed(b)
    b.expect(",")
    return VAArg(_result(b, name, read_type(b)), list, read_attachments(b))


# ---- aggregates and vectors --------------------------------------------------------------------


def _indices(b: Body) -> tuple[int, ...]:
    found = []
    start = b.pos
    while b.accept(",") and not b.at("!"):
        found.append(b.integer())
        start = b.pos
    b.pos = start
    return tuple(found)


def _extractvalue(b: Body, name: str, op: str) -> Instr:
    aggregate = read_typed(b)
    indices = _indices(b)
    type = aggregate.type
    for index in indices:
        type = _member(b, type, index)
    return ExtractValue(_result(b, name, type), aggregate, indices, read_attachments(b))


def _member(b: Body, type: ty.Type, index: int) -> ty.Type:
    if isinstance(type, ty.ArrayType) and 0 <= index < type.count:
        return type.element
    if isinstance(type, ty.StructType) and 0 <= index < len(type.fields or ()):
        return ty.elements(type)[index]
    return b.fail(f"{type} has no element {index}")


def _insertvalue(b: Body, name: str, op: str) -> Instr:
    aggregate = read_typed(b)
    b.expect(",")
    element = read_typed(b)
    indices = _indices(b)
    result = _result(b, name, aggregate.type)
    return InsertValue(result, aggregate, element, indices, read_attachments(b))


def _extractelement(b: Body, name: str, op: str) -> Instr:
    vector = read_typed(b)
    b.expect(",")
    index = read_typed(b)
    if not isinstance(vector.type, ty.VectorType):
        b.fail("extractelement of what is no vector")
    return ExtractElement(_result(b, name, vector.type.element), vector, index, read_attachments(b))


def _insertelement(b: Body, name: str, op: str) -> Instr:
    vector = read_typed(b)
    b.expect(",")
    element = read_typed(b)
    b.expect(",")
    index = read_typed(b)
    result = _result(b, name, vector.type)
    return InsertElement(result, vector, element, index, read_attachments(b))


def _shufflevector(b: Body, name: str, op: str) -> Instr:
    lhs = read_typed(b)
    b.expect(",")
    rhs = read_typed(b)
    b.expect(",")
    mask_type = read_type(b)
    b.skip()
    start = b.pos
    mask = read_constant(b, mask_type)
    if not isinstance(lhs.type, ty.VectorType) or not isinstance(mask_type, ty.VectorType):
        b.fail("shufflevector of what is no vector")
    type = ty.vector(mask_type.count, lhs.type.element, mask_type.scalable)
    text = b.text[start : b.pos]
    numbers = None if mask_type.scalable else _mask(b, mask, mask_type.count)
    result = _result(b, name, type)
    meta = read_attachments(b)
    return Shuffle(result, lhs, rhs, numbers, "" if numbers is not None else text, meta)


def _mask(b: Body, mask: Value, count: int) -> tuple[int, ...]:
    match mask:
        case ConstZero():
            return (0,) * count
        case Poison() | Undef():
            return (-1,) * count
        case ConstSplat(element=element):
            return (_mask_number(b, element),) * count
        case ConstAggregate(elements=elements):
            return tuple(_mask_number(b, element) for element in elements)
        case _:
            return b.fail("expected a shuffle mask")


def _mask_number(b: Body, element: Value) -> int:
    match element:
        case ConstInt(value=value):
            return value
        case Poison() | Undef():
            return -1
        case _:
            return b.fail("expected a number in a shuffle mask")


_ARITHMETIC: Final[dict[str, Reader]] = {
    **dict.fromkeys(
        words("add sub mul udiv sdiv urem srem shl lshr ashr and or xor"), _integer_binary
    ),
    **dict.fromkeys(FLOAT_OPS, _float_binary),
    **dict.fromkeys(("icmp", "fcmp"), _compare),
    **dict.fromkeys(CASTS, _cast),
}
READERS: Final[dict[str, Reader]] = {
    **_ARITHMETIC,
    "fneg": _fneg,
    "select": _select,
    "phi": _phi,
    "freeze": _freeze,
    "alloca": _alloca,
    "load": _load,
    "store": _store,
    "getelementptr": _gep,
    "fence": _fence,
    "cmpxchg": _cmpxchg,
    "atomicrmw": _atomicrmw,
    "va_arg": _va_arg,
    "extractvalue": _extractvalue,
    "insertvalue": _insertvalue,
    "extractelement": _extractelement,
    "insertelement": _insertelement,
    "shufflevector": _shufflevector,
}
