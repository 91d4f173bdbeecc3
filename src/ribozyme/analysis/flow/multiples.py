"""Known divisors: what each integer is a multiple of, for indices that were multiplied out.

    %n = mul nsw i64 %i, 48         gep i8, %p, %n      a step of 48, not of 1
    %a = add i64 %n, 16             multiples of 16
    %w = sub %n, (urem %n, 24)      multiples of 24, of an index or a number of bytes
    %d = ptrtoint %e - ptrtoint %b  a distance between two addresses: points-to knows their strides

Invariant: the answer divides the value, read as a signed number, in every run without undefined
behaviour; 0 is said only of zero, 1 of everything.
"""

from __future__ import annotations

from math import gcd
from typing import Final, final

from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Cast, Freeze, IBinary, Phi, Select
from ribozyme.ir.module import Function
from ribozyme.ir.values import ConstInt, ConstNull, Local, Value

DEEP: Final = 8
"""Instructions that are looked through."""

LARGE: Final = 1 << 16
"""No element is larger: what is multiplied by more is not counted in bytes, and may wrap."""

MANY: Final = 64
"""Terms of a sum that are looked at."""

FEW: Final = 8
"""Ways to an index that are told apart."""

WORD: Final = 64
"""Bits of an address: a product that wraps is no distance in any memory."""


def multiple(function: Function | None, value: Value, depth: int = DEEP) -> int:
    """A number that divides the integer."""
    if isinstance(value, ConstInt):
        return abs(value.value)
    if isinstance(value, ConstNull):
        return 0
    if function is None or not isinstance(value, Local) or depth == 0:
        return 1

    def inner(operand: Value) -> int:
        return multiple(function, operand, depth - 1)

    match function.definitions[value.id]:
        case IBinary(op="sub", lhs=lhs, rhs=Local() as rhs) if _remainder(function, rhs, lhs):
            return _remainder(function, rhs, lhs)
        case IBinary(op="mul", lhs=lhs, rhs=rhs, flags=flags):
            return _kept(inner(lhs) * inner(rhs), value.type, flags)
        case IBinary(op="shl", lhs=lhs, rhs=ConstInt(value=bits), flags=flags) if 0 <= bits < 16:
            return _kept(inner(lhs) << bits, value.type, flags)
        case IBinary(op="add" | "sub", lhs=lhs, rhs=rhs, flags=flags):
            return _kept(gcd(inner(lhs), inner(rhs)), value.type, flags)
        case IBinary(op="or", lhs=lhs, rhs=rhs):
            return _power(gcd(inner(lhs), inner(rhs)))
        case IBinary(op="and", lhs=lhs, rhs=rhs):
            one, other = inner(lhs), inner(rhs)
            return max(_power(one), _power(other)) if one and other else 0
        case Cast(op="sext", value=operand):
            return inner(operand)
        case Cast(op="zext", value=operand, flags=flags):
            return inner(operand) if "nneg" in flags else _power(inner(operand))
        case Freeze(value=operand):
            return inner(operand)
        case Select(then=then, otherwise=otherwise):
            return gcd(inner(then), inner(otherwise))
        case _:
            return 1


def _remainder(function: Function, value: Local, of: Value) -> int:
    """What a value is the remainder of another by; 0 if it is none."""
    match function.definitions[value.id]:
        case IBinary(op="urem" | "srem", lhs=lhs, rhs=ConstInt(value=unit)) if lhs == of:
            return abs(unit)
        case _:
            return 0


def _kept(found: int, type: ty.Type, flags: str) -> int:
    """What still divides a result that may have wrapped: a power of two does."""
    wide = isinstance(type, ty.IntType) and type.bits >= WORD
    return found if found <= LARGE and (wide or "nsw" in flags) else _power(found)


def _power(number: int) -> int:
    """The largest power of two in a number."""
    return number & -number


@final
@dataclass(frozen=True, slots=True)
class Factors:
    """A value is a sum of multiples of `number` and of distances between addresses."""

    number: int
    distances: tuple[tuple[Local, Local], ...] = ()


def factors(function: Function | None, value: Value) -> Factors:
    """What an index is a sum of; sums that go round a loop are seen once round."""
    number = 0
    distances: dict[tuple[Local, Local], None] = {}
    work, seen = [value], {value}
    while work:
        part = work.pop()
        ends = distance_between(function, part)
        terms = terms_of(function, part) if ends is None else ()
        if ends is not None:
            distances[ends] = None
        elif terms and len(seen) <= MANY:
            work += [term for term in terms if term not in seen]
            seen.update(terms)
        else:
            number = gcd(number, multiple(function, part))
    return Factors(number, tuple(distances))


def choices(function: Function, value: Value) -> tuple[ConstInt, ...]:
    """The constants that an index is one of; none where it may be anything else."""
    found: dict[ConstInt, None] = {}
    work, seen = [value], {value}
    while work:
        part = work.pop()
        if isinstance(part, ConstInt):
            found[part] = None
            continue
        match function.definition(part):
            case Select(then=then, otherwise=otherwise):
                ways: tuple[Value, ...] = (then, otherwise)
            case Phi(incoming=incoming):
                ways = tuple(operand for operand, _ in incoming)
            case _:
                return ()
        work += [way for way in ways if way not in seen]
        seen.update(ways)
        if len(seen) > FEW:
            return ()
    return tuple(found)


def terms_of(function: Function | None, value: Value) -> tuple[Value, ...]:
    """The integers that an integer is one of, or the sum of."""
    if function is None or not isinstance(value, Local):
        return ()
    if not isinstance(value.type, ty.IntType) or value.type.bits < WORD:
        return ()
    match function.definitions[value.id]:
        case IBinary(op="sub", lhs=lhs, rhs=Local() as rhs) if _remainder(function, rhs, lhs):
            return ()
        case IBinary(op="add" | "sub", lhs=lhs, rhs=rhs):
            return lhs, rhs
        case Phi(incoming=incoming):
            return tuple(operand for operand, _ in incoming)
        case Select(then=then, otherwise=otherwise):
            return then, otherwise
        case Freeze(value=operand):
            return (operand,)
        case _:
            return ()


def distance_between(function: Function | None, value: Value) -> tuple[Local, Local] | None:
    """The two addresses a value is the distance between."""
    if function is None or not isinstance(value, Local):
        return None
    match function.definitions[value.id]:
        case IBinary(op="sub", lhs=Local() as lhs, rhs=Local() as rhs):
            both = _is_address(function, lhs) and _is_address(function, rhs)
            return (lhs, rhs) if both else None
        case _:
            return None


def _is_address(function: Function, value: Value) -> bool:
    """Whether an integer is the number of an address, one of several perhaps."""
    work, seen = [value], {value}
    while work:
        part = work.pop()
        match function.definition(part):
            case Cast(op="ptrtoint"):
                pass
            case Phi(incoming=incoming) if len(seen) <= MANY:
                work += [operand for operand, _ in incoming if operand not in seen]
                seen.update(operand for operand, _ in incoming)
            case _:
                return False
    return True
