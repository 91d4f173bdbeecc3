"""Integers and addresses of 64 bits as polynomials of what they are made of, modulo 2**64.

    base + (1 - lower) * 8·n + 8·n * k   =   base + 8 * n * (k + 1 - lower)

Two values of one iteration of the loops around them are equal if their polynomials are. The phis of
a loop's header that rise by the same step are told by its iterations, so they need not be one phi.
"""

from __future__ import annotations

from typing import Final, final

from ribozyme.analysis.flow import sym
from ribozyme.analysis.flow.sym import Sym, SymBinary, SymConst, SymValue
from ribozyme.analysis.flow.tripcount import Evolution
from ribozyme.ir.instrs import Cast, Gep, IBinary, Instr, Phi
from ribozyme.ir.values import ConstInt, ConstNull, GlobalRef, Local, Value

_DEEP: Final = 16
_MANY: Final = 48  # terms of one polynomial
_RING: Final = 1 << 64

Atom = tuple[str, int | str]
"""What is not looked into: a value `v`, one extended with its sign `s` or zeros `z`, the iterations
of a loop `k`, a global `g`."""
Polynomial = dict[tuple[Atom, ...], int]
"""Coefficients, none of them 0, of products of atoms."""


def iterations(loop: int, step: int) -> Polynomial:
    """`step` times the iterations that a loop has begun, the current one left out."""
    return {(("k", loop),): step % _RING}


def plus(one: Polynomial, other: Polynomial, factor: int = 1) -> Polynomial:
    """`one + factor · other`."""
    made = dict(one)
    for term, number in other.items():
        made[term] = (made.get(term, 0) + factor * number) % _RING
    return {term: number for term, number in made.items() if number}


def mentions(polynomial: Polynomial, loop: int) -> bool:
    """Whether the value depends on the iteration of a loop."""
    return any(("k", loop) in term for term in polynomial)


def _times(one: Polynomial, other: Polynomial) -> Polynomial | None:
    made: Polynomial = {}
    if len(one) * len(other) > _MANY:
        return None
    for left, a in one.items():
        for right, b in other.items():
            made = plus(made, {tuple(sorted((*left, *right), key=str)): a * b % _RING})
    return made


@final
class Polynomials:
    """Polynomials of one function's values."""

    def __init__(self, evolution: Evolution) -> None:
        self._evolution = evolution
        self._function = evolution.function

    def of(self, value: Value, depth: int = _DEEP) -> Polynomial | None:
        """A value of 64 bits; None for one that is too large to write down."""
        match value:
            case ConstInt(value=number):
                return {(): number % _RING} if number % _RING else {}
            case ConstNull():
                return {}
            case GlobalRef(name=name):
                return {(("g", name),): 1}
            case Local():
                made = self._function.definition(value) if depth else None
                found = None if made is None else self._made(made, depth - 1)
                if found is not None and len(found) <= _MANY:
                    return found
                return {(("v", value.id),): 1}
            case _:
                return None

    def of_sym(self, whole: Sym) -> Polynomial | None:
        """A symbolic integer."""
        match whole:
            case SymConst(value=number):
                return {(): number % _RING} if number else {}
            case SymValue(value=value, signed=signed):
                return self._extended(value, "s" if signed else "z", _DEEP)
            case SymBinary(op="add" | "sub" | "mul" as op, lhs=lhs, rhs=rhs):
                one, other = self.of_sym(lhs), self.of_sym(rhs)
                if one is None or other is None:
                    return None
                return _times(one, other) if op == "mul" else plus(one, other, _SIGN[op])
            case _:
                return None

    def _extended(self, value: Value, how: str, depth: int) -> Polynomial | None:
        bits = sym.width(value)
        if bits == 64:
            return self.of(value, depth)
        if isinstance(value, ConstInt):
            low = value.value % (1 << bits)
            return {(): (low - (1 << bits) if how == "s" and low >> (bits - 1) else low) % _RING}
        return {((how, value.id),): 1} if bits and isinstance(value, Local) else None

    def _made(self, instr: Instr, depth: int) -> Polynomial | None:
        match instr:
            case IBinary(result=result) if sym.width(result) != 64:
                return None
            case IBinary(op="add" | "sub" | "mul" as op, lhs=lhs, rhs=rhs):
                one, other = self.of(lhs, depth), self.of(rhs, depth)
                if one is None or other is None:
                    return None
                return _times(one, other) if op == "mul" else plus(one, other, _SIGN[op])
            case IBinary(op="shl", lhs=lhs, rhs=ConstInt(value=by)) if by < 64:
                one = self.of(lhs, depth)
                return None if one is None else plus({}, one, 1 << by)
            case Cast(op="sext" | "zext" as op, value=inner, result=result) if (
                sym.width(result) == 64
            ):
                return self._extended(inner, op[0], depth)
            case Gep():
                return self._address(instr, depth)
            case Phi():
                return self._phi(instr, depth)
            case _:
                return None

    def _address(self, gep: Gep, depth: int) -> Polynomial | None:
        whole = self.of(gep.base, depth) if sym.width(gep.base) == 64 else None
        constant, variable = self._evolution.layout.gep_offset(gep.source, gep.indices)
        for index, stride in variable:
            part = self._extended(index, "s", depth)
            if whole is None or part is None:
                return None
            whole = plus(whole, part, stride)
        return None if whole is None else plus(whole, {(): constant})

    def _phi(self, phi: Phi, depth: int) -> Polynomial | None:
        loop = self._evolution.loops.loop_of[self._function.home[phi.result.id]]
        found = self._evolution.inductions(loop).get(phi.result) if loop >= 0 else None
        if found is None or found.width != 64 or found.bend != SymConst(0):
            return None
        start, step = self.of(found.start, depth), self.of_sym(found.step)
        if start is None or step is None:
            return None
        moved = _times(step, iterations(loop, 1))
        return None if moved is None else plus(start, moved)


_SIGN: Final = {"add": 1, "sub": -1}
