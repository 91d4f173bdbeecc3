"""Affine values of a loop: start and step, and the iteration in which they meet a bound.

    combined({1, +2}, {n, +0})  →  {n + 1, +2}
    until_beyond("slt", {a, +3}, b)  →  a < b ? (b - a - 1) / 3 + 1 : 0

What a line claims about wrapping is used, never assumed: without a claim the answer is None unless
the arithmetic itself cannot wrap.
"""

from __future__ import annotations

from typing import Final, final

from ribozyme.analysis.flow import sym
from ribozyme.analysis.flow.sym import Sym, SymBinary, SymConst, SymValue
from ribozyme.base.record import dataclass, replace

NEVER: Final = SymConst(1 << 62)
"""The count of a loop that would not end by its test: no allocation of so much succeeds."""


@final
@dataclass(frozen=True, slots=True)
class Affine:
    """`start + k·step` modulo 2**bits.

    `nsw`, `nuw`: read as signed (unsigned) integers the values follow that line without wrapping,
    as far as control comes without undefined behaviour; the step is read as signed in both.
    """

    start: Sym
    step: Sym
    bits: int
    nsw: bool
    nuw: bool


# ---- arithmetic of lines -------------------------------------------------------------------------


def known_sign(line: Affine) -> Affine:
    """A signed line that starts at no negative number and rises is an unsigned one too."""
    match line:
        case Affine(start=SymConst(value=start), step=SymConst(value=step), nsw=True) if (
            start >= 0 and step >= 0
        ):
            return replace(line, nuw=True)
        case _:
            return line


def combined(one: Affine, other: Affine, negate: bool, flags: str) -> Affine:
    join = sym.sub if negate else sym.add
    return known_sign(
        Affine(
            join(one.start, other.start),
            join(one.step, other.step),
            one.bits,
            one.nsw and other.nsw and "nsw" in flags,
            one.nuw and other.nuw and "nuw" in flags,
        )
    )


def scaled(line: Affine | None, factor: Sym | None, flags: str) -> Affine | None:
    if line is None or factor is None:
        return None
    rising = isinstance(factor, SymConst) and factor.value >= 0
    return known_sign(
        Affine(
            sym.mul(line.start, factor),
            sym.mul(line.step, factor),
            line.bits,
            line.nsw and "nsw" in flags,
            line.nuw and "nuw" in flags and rising,
        )
    )


def cast(line: Affine, op: str, bits: int, flags: str) -> Affine | None:
    """The line of a cast value; an extension needs to know that nothing wrapped before."""
    match op:
        case "trunc":
            nsw, nuw = line.nsw and "nsw" in flags, line.nuw and "nuw" in flags
            return Affine(line.start, line.step, bits, nsw, nuw)
        case "zext" if line.nuw:
            return Affine(sym.ext(line.start, line.bits, False), line.step, bits, True, True)
        case "zext" if line.nsw and "nneg" in flags:
            return Affine(sym.ext(line.start, line.bits, True), line.step, bits, True, True)
        case "sext" if line.nsw:
            start = sym.ext(line.start, line.bits, True)
            return known_sign(Affine(start, line.step, bits, True, False))
        case "ptrtoint" | "inttoptr" if bits == line.bits == 64:
            return replace(line, nsw=False)
        case _:
            return None


def unwrapped(flags: str, offset: Sym) -> bool:
    """Whether a GEP's sum, read as unsigned plus signed, does not wrap."""
    if "inbounds" in flags or "nusw" in flags:
        return True
    return "nuw" in flags and isinstance(offset, SymConst) and offset.value >= 0


# ---- first runs ----------------------------------------------------------------------------------


def until_beyond(predicate: str, line: Affine, bound: Sym) -> Sym | None:
    """The first k at which an ordering no longer holds between a line and a bound."""
    signed, up, strict = predicate[0] == "s", predicate[1] == "l", predicate[2] == "t"
    start = sym.ext(line.start, line.bits, signed)
    end = sym.ext(bound, line.bits, signed)
    straight = line.nsw if signed else line.nuw
    if not isinstance(line.step, SymConst):
        if not (signed and straight and _single(line.step)):
            return None
        step = line.step if up else sym.mul(sym.const(-1), line.step)
        divisor = sym.select("sgt", step, sym.ZERO, step, sym.ONE)
        runs = sym.add(_quotient(start, end, up, strict, divisor), sym.ONE)
        runs = sym.select("sgt", step, sym.ZERO, runs, NEVER)
        return sym.select(predicate, start, end, runs, sym.ZERO)
    step_bits = sym.wrapped(line.step.value, line.bits)
    if step_bits != line.step.value or abs(step_bits) == 1 << (line.bits - 1):
        return None
    if (step_bits > 0) != up:
        return _until_wrapped(predicate, start, end, step_bits, line.bits)
    stride = abs(step_bits)
    if not (straight or (strict and stride == 1) or _room(predicate, end, stride, line.bits)):
        return None
    runs = sym.add(_quotient(start, end, up, strict, sym.const(stride)), sym.ONE)
    return sym.select(predicate, start, end, runs, sym.ZERO)


def _quotient(start: Sym, end: Sym, up: bool, strict: bool, stride: Sym) -> Sym:
    """One less than the runs of a loop that is entered: the whole steps between start and end."""
    distance = sym.sub(end, start) if up else sym.sub(start, end)
    return sym.udiv(sym.sub(distance, sym.ONE) if strict else distance, stride)


def _until_wrapped(predicate: str, start: Sym, end: Sym, step: int, bits: int) -> Sym | None:
    """`for (i = n - 1; i < n; i--)`, unsigned: it ends when it falls below zero."""
    if predicate == "ult" and step == -1:
        return sym.select("ult", start, end, sym.add(start, sym.ONE), sym.ZERO)
    return None


def _room(predicate: str, end: Sym, stride: int, bits: int) -> bool:
    """Whether the first value beyond a constant bound still is a number of that many bits."""
    if not isinstance(end, SymConst):
        return False
    low, high = (-(1 << (bits - 1)), 1 << (bits - 1)) if predicate[0] == "s" else (0, 1 << bits)
    bound = end.value if predicate[0] == "s" else end.value % (1 << 64)
    match predicate[1:]:
        case "lt":
            return bound - 1 + stride < high
        case "le":
            return bound + stride < high
        case "gt":
            return bound + 1 - stride >= low
        case _:
            return bound - stride >= low


def _single(step: Sym) -> bool:
    """Whether a step is one value of the program or its negative."""
    match step:
        case SymBinary(op="sub", lhs=SymConst(value=0), rhs=inner):
            return isinstance(inner, SymValue)
        case _:
            return isinstance(step, SymValue)
