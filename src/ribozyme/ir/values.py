"""Operands: handles of what a function computes, and constants.

A `Local` is the handle of one result, argument or nothing else; it is made once and compared by
identity. `id` is dense within its function, so facts can be lists. Constants are plain values.
Float constants are held by their bits: `0.0 == -0.0` would break value numbering, NaN is not NaN.
"""

from __future__ import annotations

import struct
from functools import lru_cache
from typing import TYPE_CHECKING, Final, final

from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty

if TYPE_CHECKING:
    from ribozyme.ir.metadata import MetadataValue


@final
class Local:
    """`%x`: an argument or the result of an instruction; the name lives in the function."""

    __slots__ = ("id", "type")

    def __init__(self, id: int, type: ty.Type) -> None:
        self.id = id
        self.type = type

    def __repr__(self) -> str:
        return f"%{self.id}:{self.type}"


@final
@dataclass(frozen=True, slots=True)
class ConstInt:
    """`i32 -1`, `i1 true`; `value` is signed as LLVM prints it, except that i1 is 0 or 1."""

    type: ty.Type
    value: int


@final
@dataclass(frozen=True, slots=True)
class ConstFloat:
    """A float constant by the bits of its own type."""

    type: ty.Type
    bits: int


@final
@dataclass(frozen=True, slots=True)
class ConstNull:
    """`ptr null`."""

    type: ty.Type


@final
@dataclass(frozen=True, slots=True)
class ConstZero:
    """`zeroinitializer`."""

    type: ty.Type


@final
@dataclass(frozen=True, slots=True)
class Undef:
    """`undef`."""

    type: ty.Type


@final
@dataclass(frozen=True, slots=True)
class Poison:
    """`poison`."""

    type: ty.Type


@final
@dataclass(frozen=True, slots=True)
class ConstNone:
    """`token none`, `target(…) zeroinitializer` aside."""

    type: ty.Type


@final
@dataclass(frozen=True, slots=True)
class ConstString:
    """`c"abc\\00"`: an array of i8 by its bytes."""

    type: ty.Type
    data: bytes


@final
@dataclass(frozen=True, slots=True)
class ConstAggregate:
    """A struct, array or vector constant, element by element."""

    type: ty.Type
    elements: tuple[Const, ...]


@final
@dataclass(frozen=True, slots=True)
class ConstSplat:
    """`splat (double 1.0)`."""

    type: ty.Type
    element: Const


@final
@dataclass(frozen=True, slots=True)
class GlobalRef:
    """`@g`: a function, variable, alias or ifunc; `name` without sigil or quotes, unescaped.

    The unnamed `@0` is called `0`; see `spelling.global_spelled`.
    """

    type: ty.Type
    name: str


@final
@dataclass(frozen=True, slots=True)
class ConstGep:
    """`getelementptr inbounds (i8, ptr @g, i64 8)`; `flags` as spelled: `nuw inrange(-16, 8)`."""

    type: ty.Type
    source: ty.Type
    base: Const
    indices: tuple[Const, ...]
    flags: str = ""


@final
@dataclass(frozen=True, slots=True)
class ConstCast:
    """`ptrtoint (ptr @g to i64)` and the other casts."""

    type: ty.Type
    op: str
    value: Const


@final
@dataclass(frozen=True, slots=True)
class ConstBinary:
    """`add (i64 …, i64 …)`, `sub`, `xor`."""

    type: ty.Type
    op: str
    lhs: Const
    rhs: Const
    flags: str = ""


@final
@dataclass(frozen=True, slots=True)
class BlockAddress:
    """`blockaddress(@f, %label)`; `block` is the spelled label with its sigil."""

    type: ty.Type
    function: GlobalRef
    block: str


@final
@dataclass(frozen=True, slots=True)
class ConstOther:
    """Any other constant, verbatim: `dso_local_equivalent @f`, `no_cfi @f`, `ptrauth (…)`."""

    type: ty.Type
    text: str


@final
@dataclass(frozen=True, slots=True)
class InlineAsm:
    """`asm sideeffect "text", "constraints"`, a callee; both as spelled between the quotes."""

    type: ty.Type
    text: str
    constraints: str
    flags: str = ""

    @property
    def is_barrier(self) -> bool:
        """Nothing is executed, and no register comes out: a word to the compiler only."""
        outputs = any(p.startswith("=") and "*" not in p for p in self.constraints.split(","))
        return not self.text.strip() and not outputs

    @property
    def touches_memory(self) -> bool:
        """Whether memory may be accessed that no operand names."""
        return "~{memory}" in self.constraints


@final
@dataclass(frozen=True, slots=True)
class MetadataOperand:
    """`metadata !4`, `metadata i32 %x`: metadata where an operand stands."""

    type: ty.Type
    metadata: MetadataValue


Const = (
    ConstInt
    | ConstFloat
    | ConstNull
    | ConstZero
    | Undef
    | Poison
    | ConstNone
    | ConstString
    | ConstAggregate
    | ConstSplat
    | GlobalRef
    | ConstGep
    | ConstCast
    | ConstBinary
    | BlockAddress
    | ConstOther
)
Value = Local | Const | InlineAsm | MetadataOperand

_PACK = {"float": ("<f", "<I"), "double": ("<d", "<Q"), "half": ("<e", "<H")}


@lru_cache(maxsize=4096)  # most are asked for again and again
def const_int(type: ty.Type, value: int) -> ConstInt:
    """An integer constant, wrapped to the signed range of its type."""
    assert isinstance(type, ty.IntType)
    value &= (1 << type.bits) - 1
    if type.bits > 1 and value >> (type.bits - 1):
        value -= 1 << type.bits
    return ConstInt(type, value)


def const_float(type: ty.Type, value: float) -> Const:
    """The constant of a Python float in a float or vector-of-floats type."""
    if isinstance(type, ty.VectorType):
        return ConstSplat(type, const_float(type.element, value))
    assert isinstance(type, ty.FloatType)
    return ConstFloat(type, float_bits(type, value))


def float_bits(type: ty.FloatType, value: float) -> int:
    """The bits of a Python float in a type; exact for wider types, rounded for narrower ones."""
    if type.name in _PACK:
        source, target = _PACK[type.name]
        bits: int = struct.unpack(target, struct.pack(source, value))[0]
        return bits
    wide: int = struct.unpack("<Q", struct.pack("<d", value))[0]
    sign, exponent, fraction = wide >> 63, (wide >> 52) & 0x7FF, wide & ((1 << 52) - 1)
    match type.name:
        case "bfloat":
            single: int = struct.unpack("<I", struct.pack("<f", value))[0]
            return (single + 0x7FFF + ((single >> 16) & 1)) >> 16
        case "x86_fp80":
            return _extended(sign, exponent, fraction, 63, explicit=True)
        case "fp128":
            return _extended(sign, exponent, fraction, 112, explicit=False)
        case _:
            return wide  # ppc_fp128: the high double first, the low one zero


def _extended(sign: int, exponent: int, fraction: int, digits: int, *, explicit: bool) -> int:
    """Widen double fields to a 15-bit exponent and `digits` fraction bits."""
    shift = digits - 52
    if exponent == 0 and fraction:  # a denormal becomes normal
        lead = fraction.bit_length() - 1
        exponent = lead - 51
        fraction = (fraction << (52 - lead)) & ((1 << 52) - 1)
        wide = exponent - 1023 + 16383
    elif exponent == 0:
        return (sign << 79) if explicit else (sign << 127)
    else:
        wide = 0x7FFF if exponent == 0x7FF else exponent - 1023 + 16383
    significand = fraction << shift
    if explicit:
        return (sign << 79) | (wide << 64) | (1 << 63) | significand
    return (sign << 127) | (wide << 112) | significand


def float_value(constant: ConstFloat) -> float | None:
    """The Python float of a half, float or double constant; None for the other types."""
    name = constant.type.name if isinstance(constant.type, ty.FloatType) else ""
    if name not in _PACK:
        return None
    source, target = _PACK[name]
    value: float = struct.unpack(source, struct.pack(target, constant.bits))[0]
    return value


def zero(type: ty.Type) -> Const:
    """The zero of any first-class type."""
    match type:
        case ty.IntType():
            return ConstInt(type, 0)
        case ty.FloatType():
            return ConstFloat(type, 0)
        case ty.PtrType():
            return ConstNull(type)
        case _:
            return ConstZero(type)


def part_of(aggregate: Value, type: ty.Type, indices: tuple[int, ...]) -> Value | None:
    """The part of a constant at a path, of the type there; nothing where it is not known."""
    for at in indices:
        match aggregate:
            case ConstAggregate(elements=elements):
                aggregate = elements[at]
            case ConstZero():
                return zero(type)
            case Undef():
                return Undef(type)
            case Poison():
                return Poison(type)
            case _:
                return None
    return aggregate


def is_zero(value: Value) -> bool:
    """Certainly the zero of its type (positive zero for floats)."""
    match value:
        case ConstInt(value=0) | ConstFloat(bits=0) | ConstNull() | ConstZero():
            return True
        case ConstSplat(element=element):
            return is_zero(element)
        case ConstAggregate(elements=elements):
            return all(is_zero(element) for element in elements)
        case _:
            return False


TRUE = ConstInt(ty.I1, 1)
FALSE = ConstInt(ty.I1, 0)

FIRST_PAGE: Final = 4096


def leads_nowhere(value: Value) -> bool:
    """Whether an address is null, or one of the first or last page, where no program has memory:
    languages give those to slices without elements.
    """
    match value:
        case ConstNull():
            return True
        case ConstCast(op="inttoptr", value=ConstInt(value=number)):
            return -FIRST_PAGE <= number < FIRST_PAGE
        case _:
            return False
