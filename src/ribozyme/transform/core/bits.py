"""Bit patterns that implement float arithmetic and have a derivative, such as a sign flip by `xor`.

    xor i64 %bits, 1 << 63             -x        and i64 %bits, ~(1 << 63)      |x|
    or  i64 %bits, 1 << 63             -|x|      add i64 %bits, k << 52         x · 2^k

`bit_pattern` says which it is and of which operand; anything else done to the bits of an active
float is refused where it is met."""

from __future__ import annotations

from typing import Literal, final

from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder
from ribozyme.ir.instrs import IBinary
from ribozyme.ir.values import ConstInt, ConstSplat, Local, Value, const_float, zero
from ribozyme.transform.core.facts import FunctionFacts

_MANTISSA = {"float": 23, "double": 52, "half": 10, "bfloat": 7}
Pattern = Literal["negate", "abs", "negabs", "scale"]


@final
@dataclass(frozen=True, slots=True)
class BitPattern:
    """One float operand and what is done to it."""

    operand: Local
    pattern: Pattern


def bit_pattern(facts: FunctionFacts, instr: IBinary) -> BitPattern | None:
    """The float operation that an integer one stands for, if it is one of the known."""
    leaves = facts.lanes(instr.result)
    if len(leaves) != 1 or leaves[0].offset:
        return None
    kind = ty.scalar(leaves[0].type)
    if not isinstance(kind, ty.FloatType) or kind.name not in _MANTISSA:
        return None
    if kind.bits != _bits(instr.result.type):
        return None
    sign = 1 << (kind.bits - 1)
    for operand, other in ((instr.lhs, instr.rhs), (instr.rhs, instr.lhs)):
        if not isinstance(operand, Local) or not facts.active(operand):
            continue
        held = facts.lanes(operand)
        if len(held) != 1 or held[0].offset or held[0].type is not leaves[0].type:
            continue
        number = _number(other)
        masked = None if number is None else number & (2 * sign - 1)
        if instr.op == "xor" and masked == sign:
            return BitPattern(operand, "negate")
        if instr.op == "and" and masked == sign - 1:
            return BitPattern(operand, "abs")
        if instr.op == "or" and masked == sign:
            return BitPattern(operand, "negabs")
        is_first = operand is instr.lhs
        exponent = _low_zeros(facts, other) >= _MANTISSA[kind.name]
        if exponent and (instr.op == "add" or (instr.op == "sub" and is_first)):
            return BitPattern(operand, "scale")
    return None


def apply_pattern(
    b: FunctionBuilder, found: BitPattern, x: Value, r: Value, tangent: Value
) -> Value:
    """The tangent of the result; the adjoint of the operand by the same factor. `x`, `r` as
    floats."""
    nothing = const_float(tangent.type, 0.0)
    match found.pattern:
        case "negate":
            return b.fneg(tangent)
        case "abs":
            return b.select(b.fcmp("olt", x, nothing), b.fneg(tangent), tangent)
        case "negabs":
            return b.select(b.fcmp("olt", x, nothing), tangent, b.fneg(tangent))
        case "scale":
            factor = b.fbinary("fdiv", r, x)
            scaled = b.fmul(tangent, factor)
            return b.select(b.fcmp("oeq", x, nothing), zero(tangent.type), scaled)


def as_float(b: FunctionBuilder, value: Value, kind: ty.Type) -> Value:
    """The float that an integer's bits are."""
    return b.cast("bitcast", value, kind)


def _bits(type: ty.Type) -> int:
    element = ty.scalar(type)
    return element.bits if isinstance(element, ty.IntType) else 0


def _number(value: Value) -> int | None:
    match value:
        case ConstInt(value=number) | ConstSplat(element=ConstInt(value=number)):
            return number
        case _:
            return None


def _low_zeros(facts: FunctionFacts, value: Value) -> int:
    """How many low bits of a value are surely zero."""
    number = _number(value)
    if number is not None:
        return (number & -number).bit_length() - 1 if number else 64
    if not isinstance(value, Local) or facts.active(value):
        return 0
    instr = facts.function.definitions[value.id]
    if isinstance(instr, IBinary) and instr.op == "shl":
        return _number(instr.rhs) or 0
    return 0
