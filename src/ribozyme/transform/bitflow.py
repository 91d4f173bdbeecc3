"""Integers computed from the bits of floats: what shifts, sums and products make of them.

Type analysis calls such an integer no float, and rightly. But if it becomes a float again, a
derivative would have to pass through arithmetic on bits: it must count as active, so that it is
seen and refused. That holds also where it lies in memory in between, as an integer among others.

    %i = bitcast double %x to i64;  %h = lshr i64 %i, 1;  %j = sub i64 C, %h
    %y = bitcast i64 %j to double      →      %h and %j may carry the change of %x

    store i64 %j, ptr %p;  %k = load i64, ptr %q       →      so may %k, if %p and %q may meet
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final, final

from ribozyme.analysis.pointsto import PointsTo
from ribozyme.analysis.typing import Typing
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    Call,
    CallBr,
    Cast,
    Freeze,
    IBinary,
    Instr,
    Invoke,
    Load,
    Phi,
    Ret,
    Select,
    Store,
)
from ribozyme.ir.module import Function
from ribozyme.ir.values import GlobalRef, Local, Value
from ribozyme.rules.memory import MemoryCopy

BIT_CALLS: Final = ("llvm.fshl.", "llvm.fshr.", "llvm.bswap.", "llvm.bitreverse.")

Place = tuple[Function, int]


@final
class BitFlow:
    """Which values may carry a float's change, bits included; found once for a program."""

    def __init__(self, typing: Typing, points: PointsTo) -> None:
        self.typing = typing
        self.points = points

    def carries(self, function: Function, value: Value) -> bool:
        """Whether a value may hold a float, or was computed from the bits of one."""
        if self.typing.carries(function, value):
            return True
        return isinstance(value, Local) and (function, value.id) in self.computed

    @cached_property
    def computed(self) -> frozenset[Place]:
        """The integers that arithmetic makes of a float's bits."""
        return _Spread(self.typing, self.points).found()


@final
class _Spread:
    """How far such integers get: through values, calls and memory."""

    def __init__(self, typing: Typing, points: PointsTo) -> None:
        self.typing = typing
        self.points = points
        self.made: set[Place] = set()
        self.work: list[Place] = []
        self.memory = 0  # objects that hold some, as a bit set

    def found(self) -> frozenset[Place]:
        for function in self.points.functions:
            for instr in self.points.instrs(function):
                if instr.result is not None and self._is_float(function, instr.result):
                    self._used(function, instr.result.id, arithmetic=True)
        known = -1
        while self.work or self.memory != known:
            while self.work:
                self._used(*self.work.pop())
            known = self.memory
            if known:
                self._remembered()
        return frozenset(self.made)

    def _is_float(self, function: Function, value: Local) -> bool:
        return _is_integer(value.type) and self.typing.carries(function, value)

    def _add(self, function: Function, value: Value | None) -> None:
        if isinstance(value, Local) and _is_integer(value.type):
            place = (function, value.id)
            if place not in self.made:
                self.made.add(place)
                self.work.append(place)

    def _used(self, function: Function, value: int, *, arithmetic: bool = False) -> None:
        """What comes of a value: only arithmetic of one that is a float, as it is anything else."""
        for _, use in function.uses[value]:
            if _computes(use):
                self._add(function, use.result)
            elif not arithmetic:
                self._handed_on(function, use, value)

    def _handed_on(self, function: Function, use: Instr, value: int) -> None:
        match use:
            case Store(value=Local(id=stored), pointer=pointer) if stored == value:
                self.memory |= self.points.mask(function, pointer)
            case Call() | Invoke() | CallBr():
                for target in self.points.known_targets(function, use):
                    for param, arg in zip(target.params, use.args, strict=False):
                        if isinstance(arg, Local) and arg.id == value:
                            self._add(target, param.local)
            case Ret():
                for caller, call in self.points.callers.get(function, ()):
                    self._add(caller, call.result)
            case _:
                pass

    def _remembered(self) -> None:
        """What is read where some were written, and what such memory is copied to."""
        for function in self.points.functions:
            for instr in self.points.instrs(function):
                match instr:
                    case Load(pointer=pointer, result=result) if self._holds(function, pointer):
                        self._add(function, result)
                    case Call() | Invoke():
                        for source, target in self._copied(instr):
                            if self._holds(function, source):
                                self.memory |= self.points.mask(function, target)
                    case _:
                        pass

    def _copied(self, call: Call | Invoke) -> Iterator[tuple[Value, Value]]:
        match self.points.meaning(call):
            case MemoryCopy(source=source, target=target):
                yield call.args[source], call.args[target]
            case _:
                return

    def _holds(self, function: Function, pointer: Value) -> bool:
        return bool(self.points.mask(function, pointer) & self.memory)


def _computes(instr: Instr) -> bool:
    match instr:
        case IBinary() | Select() | Phi() | Freeze() | Cast(op="trunc" | "zext" | "sext"):
            return instr.result is not None and _is_integer(instr.result.type)
        case Call(callee=GlobalRef(name=name)):
            return name.startswith(BIT_CALLS)
        case _:
            return False


def _is_integer(type: ty.Type) -> bool:
    element = ty.scalar(type)
    return isinstance(element, ty.IntType) and element.bits > 1
