"""Symbolic counts and steps as IR, at the builder's place: every `Sym` is an i64."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from ribozyme.analysis.flow.affine import Induction
from ribozyme.analysis.flow.sym import ZERO, Sym, SymBinary, SymConst, SymExt, SymSelect, SymValue
from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder, i64
from ribozyme.ir.values import Value


def symbolic(b: FunctionBuilder, sym: Sym, value: Callable[[Value], Value]) -> Value:
    """The value of a symbolic integer; `value` gives the program's values."""
    match sym:
        case SymConst(value=number):
            return i64(number)
        case SymValue(value=leaf, signed=signed):
            return _extended(b, value(leaf), signed)
        case SymBinary(op=op, lhs=lhs, rhs=rhs):
            return b.ibinary(op, symbolic(b, lhs, value), symbolic(b, rhs, value))
        case SymExt(sym=inner, bits=bits, signed=signed):
            narrow = b.cast("trunc", symbolic(b, inner, value), ty.integer(bits))
            return _extended(b, narrow, signed)
        case SymSelect(predicate=predicate, lhs=lhs, rhs=rhs, then=then, otherwise=otherwise):
            test = b.icmp(predicate, symbolic(b, lhs, value), symbolic(b, rhs, value))
            return b.select(test, symbolic(b, then, value), symbolic(b, otherwise, value))
        case _:
            assert_never(sym)


def distance(
    b: FunctionBuilder, induction: Induction, k: Value, value: Callable[[Value], Value]
) -> Value:
    """How far an induction variable has come from its start at the k-th run of its loop."""
    straight = b.mul(k, symbolic(b, induction.step, value))
    if induction.bend == ZERO:
        return straight
    # k·(k-1)/2: one of the two is even, and halving it does not overflow
    half = b.ibinary("lshr", k, i64(1))
    odd = b.ibinary("or", b.sub(k, i64(1)), i64(1))
    return b.add(straight, b.mul(b.mul(half, odd), symbolic(b, induction.bend, value)))


def induced(
    b: FunctionBuilder,
    induction: Induction,
    start: Value,
    k: Value,
    value: Callable[[Value], Value],
) -> Value:
    """An induction variable, or its shadow, at the k-th run of its loop, from where it began."""
    moved = distance(b, induction, k, value)
    if isinstance(start.type, ty.PtrType):
        return b.offset(start, moved)
    return b.add(start, b.cast("trunc", moved, start.type))


def _extended(b: FunctionBuilder, value: Value, signed: bool) -> Value:
    if isinstance(value.type, ty.PtrType):
        return b.cast("ptrtoint", value, ty.I64)
    return b.cast("sext" if signed else "zext", value, ty.I64)
