"""Known-zero bits: which bits of an integer are zero on every execution.

%h = shl i64 %v, 32                 bits 0–31
%m = and i64 %v, 65535              bits 16–63
%s = add i64 %h, %m                 nothing is carried: no byte has something in both
%c = select i1 %t, i64 %h, i64 0    bits 0–31: of either
"""

from __future__ import annotations

from functools import reduce
from operator import and_
from typing import Final, final

from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Cast, Freeze, IBinary, Phi, Select
from ribozyme.ir.module import Function
from ribozyme.ir.values import ConstInt, Local, Value

DEEP: Final = 16
"""Instructions that are looked through, one behind the other."""


@final
class ZeroBits:
    """Sets of bits, as integers; each value is looked at once."""

    def __init__(self) -> None:
        self._zero: dict[tuple[Function, int], int] = {}

    def disjoint(self, function: Function, sum: IBinary) -> bool:
        """Whether no byte of a sum has something in both operands, so that nothing is carried."""
        if not isinstance(sum.result.type, ty.IntType):
            return False
        return all(
            self.byte(function, sum.lhs, index) or self.byte(function, sum.rhs, index)
            for index in range((sum.result.type.bits + 7) // 8)
        )

    def byte(self, function: Function, value: Value, index: int) -> bool:
        """Whether a byte is surely zero."""
        return self.clear(function, value, 8 * index, 8)

    def clear(self, function: Function, value: Value, bit: int, width: int) -> bool:
        """Whether so many bits from `bit` on are surely zero; bits that a value lacks are."""
        if not isinstance(value.type, ty.IntType):
            return False
        there = ((1 << width) - 1) << bit & _ones(value.type.bits)
        return self.zeros(function, value) & there == there

    def zeros(self, function: Function, value: Value, depth: int = DEEP) -> int:
        """The bits of an integer that are surely zero, as a bit set."""
        if not isinstance(value.type, ty.IntType):
            return 0
        if isinstance(value, ConstInt):
            return ~value.value & _ones(value.type.bits)
        if not isinstance(value, Local) or depth == 0:
            return 0
        key = (function, value.id)
        if key not in self._zero:
            self._zero[key] = 0  # around a loop nothing is promised
            self._zero[key] = self._of(function, value, _ones(value.type.bits), depth - 1)
        return self._zero[key]

    def _of(self, function: Function, value: Local, ones: int, depth: int) -> int:
        def of(*operands: Value) -> int:
            return reduce(and_, (self.zeros(function, one, depth) for one in operands), ones)

        match function.definitions[value.id]:
            case Cast(op="zext", value=inner) if isinstance(inner.type, ty.IntType):
                return ones & ~_ones(inner.type.bits) | self.zeros(function, inner, depth)
            case Cast(op="trunc", value=inner) | Freeze(value=inner):
                return of(inner)
            case IBinary(op="shl", lhs=lhs, rhs=ConstInt(value=count)) if count >= 0:
                return (of(lhs) << count | _ones(count)) & ones
            case IBinary(op="lshr", lhs=lhs, rhs=ConstInt(value=count)) if count >= 0:
                return of(lhs) >> count | ones & ~(ones >> count)
            case IBinary(op="and", lhs=lhs, rhs=rhs):
                return of(lhs) | of(rhs)
            case IBinary(op="or" | "xor", lhs=lhs, rhs=rhs):
                return of(lhs, rhs)
            case Select(then=then, otherwise=otherwise):
                return of(then, otherwise)
            case Phi(incoming=incoming):
                return of(*(one for one, _ in incoming))
            case _:
                return 0


def _ones(bits: int) -> int:
    return (1 << bits) - 1
