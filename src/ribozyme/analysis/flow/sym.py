"""Symbolic integers: what a count or a step is in terms of values of the program.

Every `Sym` is a 64-bit integer and all arithmetic wraps; a value of the program enters extended, a
pointer as its address. Sums are kept in one form, constant + Σ coefficient · atom, so that what
cancels is gone:

    add(sub(n, 1), 1) = n          sub(p + 8·n, p) = 8·n

Invariant: a `Sym` is small (it was built within a few steps from the values), so it may be walked
recursively. Coefficients and constants are held signed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, final

from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty
from ribozyme.ir.values import ConstInt, ConstNull, Value

_ALL: Final = (1 << 64) - 1


@final
@dataclass(frozen=True, slots=True)
class SymConst:
    """A number, `-2**63 ≤ value < 2**63`."""

    value: int


@final
@dataclass(frozen=True, slots=True)
class SymValue:
    """A value of the program: a pointer, or an integer of at most 64 bits, extended."""

    value: Value
    signed: bool


@final
@dataclass(frozen=True, slots=True)
class SymBinary:
    """`add`, `sub`, `mul` or (unsigned, floor) `udiv`, all modulo 2**64."""

    op: str
    lhs: Sym
    rhs: Sym


@final
@dataclass(frozen=True, slots=True)
class SymExt:
    """The low `bits` bits, sign- or zero-extended to 64."""

    sym: Sym
    bits: int
    signed: bool


@final
@dataclass(frozen=True, slots=True)
class SymSelect:
    """`then` where `icmp predicate lhs, rhs` holds on 64 bits, else `otherwise`."""

    predicate: str
    lhs: Sym
    rhs: Sym
    then: Sym
    otherwise: Sym


Sym = SymConst | SymValue | SymBinary | SymExt | SymSelect

ZERO: Final = SymConst(0)
ONE: Final = SymConst(1)


def wrapped(value: int, bits: int = 64) -> int:
    """A number modulo 2**bits, signed."""
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def const(value: int) -> SymConst:
    """A number modulo 2**64."""
    return SymConst(wrapped(value))


def width(value: Value) -> int:
    """The bits of an integer or pointer value; 0 for a type that no `Sym` can hold."""
    type = getattr(value, "type", None)
    match type:
        case ty.PtrType(addrspace=0):
            return 64
        case ty.IntType(bits=bits) if bits <= 64:
            return bits
        case _:
            return 0


def of(value: Value, signed: bool = True) -> Sym | None:
    """A value of the program as it stands."""
    match value:
        case ConstInt(value=number) if width(value):
            return const(wrapped(number, width(value)) if signed else number % (1 << width(value)))
        case ConstNull():
            return ZERO
        case _:
            return SymValue(value, signed) if width(value) else None


# ---- sums ----------------------------------------------------------------------------------------


@final
@dataclass(frozen=True, slots=True)
class Sum:
    """`constant + Σ coefficient · atom`; no coefficient is 0."""

    constant: int
    terms: tuple[tuple[Sym, int], ...]

    @property
    def sym(self) -> Sym:
        """The sum as one expression: what is added first, then what is taken away."""
        found: Sym | None = None
        for atom, factor in sorted(self.terms, key=lambda term: term[1] < 0):
            part = atom if abs(factor) == 1 else SymBinary("mul", SymConst(abs(factor)), atom)
            if found is None:
                found = part if factor > 0 else SymBinary("sub", ZERO, part)
            else:
                found = SymBinary("add" if factor > 0 else "sub", found, part)
        if found is None:
            return SymConst(self.constant)
        if self.constant > 0:
            return SymBinary("add", found, SymConst(self.constant))
        if self.constant < 0 and self.constant != -(1 << 63):
            return SymBinary("sub", found, SymConst(-self.constant))
        return SymBinary("add", found, SymConst(self.constant)) if self.constant else found

    def divisible(self, by: int) -> bool:
        """Whether the constant and every coefficient is a multiple."""
        return self.constant % by == 0 and all(factor % by == 0 for _, factor in self.terms)

    def divided(self, by: int) -> Sum:
        """Each coefficient divided; they must be multiples."""
        terms = tuple((atom, factor // by) for atom, factor in self.terms)
        return Sum(self.constant // by, terms)


def total(parts: Iterator[tuple[Sym, int]] | list[tuple[Sym, int]]) -> Sum:
    """`Σ coefficient · sym`, sums inside taken apart."""
    constant = 0
    terms: dict[Sym, int] = {}
    work = list(parts)
    while work:
        sym, factor = work.pop()
        match sym:
            case SymConst(value=value):
                constant += factor * value
            case SymBinary(op="add", lhs=lhs, rhs=rhs):
                work += ((rhs, factor), (lhs, factor))
            case SymBinary(op="sub", lhs=lhs, rhs=rhs):
                work += ((rhs, -factor), (lhs, factor))
            case SymBinary(op="mul", lhs=SymConst(value=value), rhs=rhs):
                work.append((rhs, factor * value))
            case _:
                terms[sym] = terms.get(sym, 0) + factor
    kept = tuple((atom, wrapped(factor)) for atom, factor in terms.items() if wrapped(factor))
    return Sum(wrapped(constant), kept)


def unfolded(
    whole: Sum, origin: Callable[[Sym], list[tuple[Sym, int]]], most: int
) -> Iterator[Sum]:
    """A sum, then what its atoms are sums of, `most` times at the most; `origin` tells of one."""
    yield whole
    for _ in range(most):
        parts: list[tuple[Sym, int]] = [(SymConst(whole.constant), 1)]
        for atom, factor in whole.terms:
            parts += ((part, factor * times) for part, times in origin(atom))
        after = total(parts)
        if after == whole:
            return
        whole = after
        yield whole


def add(lhs: Sym, rhs: Sym) -> Sym:
    """`lhs + rhs`."""
    return total([(rhs, 1), (lhs, 1)]).sym


def sub(lhs: Sym, rhs: Sym) -> Sym:
    """`lhs - rhs`."""
    return total([(rhs, -1), (lhs, 1)]).sym


def mul(lhs: Sym, rhs: Sym) -> Sym:
    """`lhs · rhs`."""
    if isinstance(rhs, SymConst):
        lhs, rhs = rhs, lhs
    if isinstance(lhs, SymConst):
        return total([(rhs, lhs.value)]).sym
    return SymBinary("mul", lhs, rhs)


def udiv(lhs: Sym, rhs: Sym) -> Sym:
    """`⌊lhs / rhs⌋`, unsigned; the divisor is not 0."""
    if rhs == ONE:
        return lhs
    if isinstance(lhs, SymConst) and isinstance(rhs, SymConst):
        return const((lhs.value & _ALL) // (rhs.value & _ALL))
    return SymBinary("udiv", lhs, rhs)


def ext(sym: Sym, bits: int, signed: bool) -> Sym:
    """The low bits, extended."""
    if bits >= 64:
        return sym
    match sym:
        case SymConst(value=value):
            return SymConst(wrapped(value, bits) if signed else value & ((1 << bits) - 1))
        case SymValue(value=value) if width(value) == bits:
            return SymValue(value, signed)
        case SymValue(value=value, signed=own) if width(value) < bits and (
            own == signed or not own
        ):
            return sym
        case SymExt(sym=inner, bits=narrow) if bits <= narrow:
            return ext(inner, bits, signed)
        case SymExt(bits=narrow, signed=own) if narrow < bits and (own == signed or not own):
            return sym
        case _:
            return SymExt(sym, bits, signed)


def select(predicate: str, lhs: Sym, rhs: Sym, then: Sym, otherwise: Sym) -> Sym:
    """`then` where the comparison holds."""
    if isinstance(lhs, SymConst) and isinstance(rhs, SymConst):
        return then if holds(predicate, lhs.value, rhs.value) else otherwise
    if lhs == rhs:
        return then if holds(predicate, 0, 0) else otherwise
    return then if then == otherwise else SymSelect(predicate, lhs, rhs, then, otherwise)


def least(lhs: Sym, rhs: Sym) -> Sym:
    """The smaller, unsigned."""
    return select("ult", lhs, rhs, lhs, rhs)


def holds(predicate: str, lhs: int, rhs: int) -> bool:
    """An integer comparison of 64-bit numbers."""
    if predicate[0] == "u":
        lhs, rhs = lhs & _ALL, rhs & _ALL
    else:
        lhs, rhs = wrapped(lhs), wrapped(rhs)
    match predicate.lstrip("us") if predicate not in ("eq", "ne") else predicate:
        case "eq":
            return lhs == rhs
        case "ne":
            return lhs != rhs
        case "lt":
            return lhs < rhs
        case "le":
            return lhs <= rhs
        case "gt":
            return lhs > rhs
        case _:
            return lhs >= rhs


# ---- questions -----------------------------------------------------------------------------------


def leaves(sym: Sym) -> tuple[Value, ...]:
    """The values of the program that an expression is made of, each once, from left to right."""
    found: dict[Value, None] = {}
    work = [sym]
    while work:
        match work.pop():
            case SymValue(value=value):
                found[value] = None
            case SymBinary(lhs=lhs, rhs=rhs):
                work += (rhs, lhs)
            case SymExt(sym=inner):
                work.append(inner)
            case SymSelect(lhs=lhs, rhs=rhs, then=then, otherwise=otherwise):
                work += (otherwise, then, rhs, lhs)
            case _:
                pass
    return tuple(found)


def may_be_all_ones(sym: Sym) -> bool:
    """Whether the number may be 2**64 - 1, as far as its outermost operation tells."""
    match sym:
        case SymConst(value=value):
            return value == -1
        case SymExt(signed=False):
            return False
        case SymValue(value=value, signed=signed):
            return signed or width(value) == 64
        case SymBinary(op="udiv", rhs=SymConst(value=by)):
            return by == 1
        case SymSelect(then=then, otherwise=otherwise):
            return may_be_all_ones(then) or may_be_all_ones(otherwise)
        case _:
            return True


def evaluate(sym: Sym, value: Callable[[Value], int]) -> int:
    """The number, `0 ≤ n < 2**64`; `value` gives the bits of a value of the program."""
    match sym:
        case SymConst(value=number):
            return number & _ALL
        case SymValue(value=leaf, signed=signed):
            bits = width(leaf)
            number = value(leaf) & ((1 << bits) - 1)
            return wrapped(number, bits) & _ALL if signed else number
        case SymBinary(op=op, lhs=lhs, rhs=rhs):
            one, other = evaluate(lhs, value), evaluate(rhs, value)
            match op:
                case "add":
                    return (one + other) & _ALL
                case "sub":
                    return (one - other) & _ALL
                case "mul":
                    return (one * other) & _ALL
                case _:
                    return one // other
        case SymExt(sym=inner, bits=bits, signed=signed):
            number = evaluate(inner, value) & ((1 << bits) - 1)
            return wrapped(number, bits) & _ALL if signed else number
        case SymSelect(predicate=predicate, lhs=lhs, rhs=rhs, then=then, otherwise=otherwise):
            chosen = holds(predicate, evaluate(lhs, value), evaluate(rhs, value))
            return evaluate(then if chosen else otherwise, value)


def spelled(sym: Sym, name: Callable[[Value], str]) -> str:
    """The expression as text."""
    match sym:
        case SymConst(value=number):
            return str(number)
        case SymValue(value=leaf, signed=signed):
            narrow = isinstance(leaf.type, ty.IntType) and leaf.type.bits < 64
            return f"{'sext' if signed else 'zext'}({name(leaf)})" if narrow else name(leaf)
        case SymBinary(op=op, lhs=lhs, rhs=rhs):
            sign = {"add": "+", "sub": "-", "mul": "*", "udiv": "/"}[op]
            return f"({spelled(lhs, name)} {sign} {spelled(rhs, name)})"
        case SymExt(sym=inner, bits=bits, signed=signed):
            return f"{'sext' if signed else 'zext'}{bits}({spelled(inner, name)})"
        case SymSelect(predicate=predicate, lhs=lhs, rhs=rhs, then=then, otherwise=otherwise):
            test = f"{spelled(lhs, name)} {predicate} {spelled(rhs, name)}"
            return f"({test} ? {spelled(then, name)} : {spelled(otherwise, name)})"
