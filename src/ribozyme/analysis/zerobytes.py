"""Which bytes of an integer are surely zero.

%h = shl i64 %v, 32                 bytes 0–3
%m = and i64 %v, 65535              bytes 2–7
%s = add i64 %h, %m                 nothing is carried: no byte has something in both
"""

from __future__ import annotations

from typing import final

from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Cast, IBinary
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.module import Function
from ribozyme.ir.values import ConstInt, Local, Value


@final
class ZeroBytes:
    """Sets of bytes, as bits; each value is looked at once."""

    def __init__(self, layout: DataLayout) -> None:
        self._layout = layout
        self._zero: dict[tuple[Function, int], int] = {}

    def disjoint(self, function: Function, sum: IBinary) -> bool:
        """Whether no byte of a sum has something in both operands, so that nothing is carried."""
        either = self.zeros(function, sum.lhs) | self.zeros(function, sum.rhs)
        return either == (1 << self._layout.size(sum.result.type)) - 1

    def zeros(self, function: Function, value: Value, depth: int = 8) -> int:
        """The bytes of an integer that are surely zero, as a bit set."""
        if not isinstance(value.type, ty.IntType):
            return 0
        size = self._layout.size(value.type)
        if isinstance(value, ConstInt):
            return sum(1 << i for i in range(size) if not value.value >> (8 * i) & 0xFF)
        if not isinstance(value, Local) or depth == 0:
            return 0
        key = (function, value.id)
        if key not in self._zero:
            self._zero[key] = self._of(function, value, size, depth - 1)
        return self._zero[key]

    def _of(self, function: Function, value: Local, size: int, depth: int) -> int:
        whole = (1 << size) - 1
        match function.definitions[value.id]:
            case Cast(op="zext", value=inner):
                narrow = self._layout.size(inner.type)
                return whole & ~((1 << narrow) - 1) | self.zeros(function, inner, depth)
            case Cast(op="trunc", value=inner):
                return self.zeros(function, inner, depth) & whole
            case IBinary(op="shl", lhs=lhs, rhs=ConstInt(value=bits)) if bits % 8 == 0:
                low = self.zeros(function, lhs, depth) << (bits // 8)
                return (low | (1 << (bits // 8)) - 1) & whole
            case IBinary(op="lshr", lhs=lhs, rhs=ConstInt(value=bits)) if bits % 8 == 0:
                high = whole & ~(whole >> (bits // 8))
                return self.zeros(function, lhs, depth) >> (bits // 8) | high
            case IBinary(op="and", lhs=lhs, rhs=rhs):
                return self.zeros(function, lhs, depth) | self.zeros(function, rhs, depth)
            case IBinary(op="or" | "xor", lhs=lhs, rhs=rhs):
                return self.zeros(function, lhs, depth) & self.zeros(function, rhs, depth)
            case _:
                return 0
