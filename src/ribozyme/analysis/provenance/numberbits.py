"""Integers computed from the bits of floats, and what shifts, sums and products of them mean.

Type analysis calls such an integer no float, and rightly. But if it becomes a float again, a
derivative would have to pass through arithmetic on bits: it must count as active, so that it is
seen and refused. That holds also where it lies in memory in between, as an integer among others.

    %i = bitcast double %x to i64;  %h = lshr i64 %i, 1;  %j = sub i64 C, %h
    %y = bitcast i64 %j to double      →      %h and %j may carry the change of %x

    store i64 %j, ptr %p;  %k = load i64, ptr %q       →      so may %k, if %p and %q may meet

    %k = load i32, ptr %p;  %z = sitofp i32 %k to double      →      %k is an integer: halves
                                                                    of a double have no value
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import final

from ribozyme.analysis.activity.flowgraph import type_may_carry
from ribozyme.analysis.pointsto.pointsto import PointsTo
from ribozyme.analysis.provenance.provenance import Source, Untracked
from ribozyme.analysis.provenance.survival import rotates, surviving
from ribozyme.analysis.types.typing import Typing
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Call, CallBr, Cast, IBinary, Instr, Invoke
from ribozyme.ir.module import Function
from ribozyme.ir.values import Local, Value


@final
class NumberBits:
    """Which values may carry a float's change, bits included."""

    def __init__(self, typing: Typing, points: PointsTo) -> None:
        self._typing = typing
        self._points = points

    def carries(self, function: Function, value: Value) -> bool:
        """Whether a value may hold a float, or was computed from the bits of one."""
        if self._typing.carries(function, value):
            return True
        return bool(self._untracked.of(function, value)) and type_may_carry(value.type)

    @cached_property
    def _untracked(self) -> Untracked:
        return Untracked(self._points, self._computed())

    def _computed(self) -> Iterator[Source]:
        """The arithmetic whose operands have bits of floats."""
        for function in self._points.functions:
            for instr in self._points.shaped(function, IBinary, Call, Invoke, CallBr):
                if _computes(instr) and any(
                    _is_integer(value.type)
                    and self._typing.carries(function, value)
                    and not self._is_converted_part(function, value)
                    for value in surviving(instr)
                ):
                    yield function, instr, 1

    def _is_converted_part(self, function: Function, value: Value) -> bool:
        """Whether an integer that lies where larger numbers may lie is converted to a number: it is
        one by its value, and a part of a number has none."""
        if not isinstance(value, Local):
            return False
        kinds = {part.kind for part in self._typing.value(function, value).parts}
        return kinds == {"partial"} and any(
            isinstance(use, Cast) and use.op in ("sitofp", "uitofp")
            for _, use in function.uses[value.id]
        )


def _computes(instr: Instr) -> bool:
    match instr:
        case IBinary(result=result):
            return _is_integer(result.type)
        case Call() | Invoke() | CallBr():
            return rotates(instr)
        case _:
            return False


def _is_integer(type: ty.Type) -> bool:
    element = ty.scalar(type)
    return isinstance(element, ty.IntType) and element.bits > 1
