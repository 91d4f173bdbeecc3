"""Addresses plus an offset that is loaded from a constant table which the address leads to.

    %table = load ptr, ptr %object                  a virtual base: where it lies in an object is
    %slot  = getelementptr i8, ptr %table, i64 -32  in the table of the object's class
    %off   = load i64, ptr %slot
    %base  = getelementptr i8, ptr %object, i64 %off

Each place the address may point to is followed on its own (`receivers`): moved by the number in the
table that this place leads to, and by any where what it leads to is no number in a constant.

Invariant: what is read from a constant with a definite initialiser is what the initialiser says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from ribozyme.analysis.declared.distances import distance
from ribozyme.analysis.pointsto.receivers import Follower, Step, way
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Gep, Load
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.module import Function, GlobalVariable
from ribozyme.ir.values import (
    Const,
    ConstAggregate,
    ConstCast,
    ConstInt,
    ConstNull,
    ConstZero,
    Local,
)

if TYPE_CHECKING:
    from ribozyme.analysis.pointsto.constraint_nodes import ConstraintNodes

_REPLACED: Final = frozenset({"weak", "linkonce", "common", "extern_weak"})
"""Linkages with which another file may say what a variable holds."""


@final
class Bases:
    """The moves by offsets from tables of a program's constraints."""

    def __init__(self, constraints: ConstraintNodes) -> None:
        self._constraints = constraints
        self._numbers: dict[int, int | None] = {}  # by location
        self._moves: list[tuple[int, int, set[int | None], int]] = []
        self._places: list[tuple[int, int, set[int], int]] = []

    def move(self, function: Function, gep: Gep, target: int) -> bool:
        """Whether a GEP is such a move; if so its result will follow its base."""
        constraints = self._constraints
        index = gep.indices[0]
        if len(gep.indices) != 1 or not isinstance(index, Local) or index.type is not ty.I64:
            return False
        load = function.definitions[index.id]
        source = constraints.node(function, gep.base)
        if constraints.layout.alloc_size(gep.source) != 1 or not isinstance(load, Load):
            return False
        there = constraints.node(function, load.pointer)
        if source is None or there is None:
            return False
        anywhere = -1 if "inbounds" in gep.flags and "nuw" in gep.flags else 1
        start = (gep.base.id,) if isinstance(gep.base, Local) else ()
        found = way(function, index, start, self._constant_step, constraints.tbaa)
        if found is None:
            self._by_all(source, target, there, anywhere)
        else:
            self._by_own(source, target, found[1], anywhere)
        return True

    def _by_own(self, source: int, target: int, loads: tuple[Step, ...], anywhere: int) -> None:
        """Move each place by the number that it leads to."""
        solver = self._constraints.solver
        *before, (last, _) = loads
        known: set[int] = set()

        def moved(origin: int, place: int) -> None:
            known.add(origin)
            number = self._number(solver.table.shifted(place, last, 0))
            self._add(target, origin, number, anywhere)

        def lost() -> None:
            solver.shifted(source, target, 0, anywhere)

        self._places.append((source, target, known, anywhere))
        Follower(solver, moved, lost).follow(source, tuple(before))

    def _by_all(self, source: int, target: int, there: int, anywhere: int) -> None:
        """Move all places by the number that a node leads to; by any where it leads to several,
        since one is not the other's."""
        found: set[int | None] = set()
        self._moves.append((source, target, found, anywhere))
        self._constraints.solver.watch(there, lambda place: found.add(self._number(place)))

    def settle(self) -> None:
        """Move by the numbers that are known by now; by any where none was found."""
        solver = self._constraints.solver
        for source, target, found, anywhere in self._moves:
            number = next(iter(found)) if len(found) == 1 else None
            if number is None:
                solver.shifted(source, target, 0, anywhere)
            else:
                solver.shifted(source, target, number)
        for source, target, known, anywhere in self._places:
            for origin in solver.points[source] - known:
                self._add(target, origin, None, anywhere)

    def _add(self, target: int, origin: int, number: int | None, anywhere: int) -> None:
        """Let a node point to a place moved by a number, or by any."""
        solver = self._constraints.solver
        if number is not None:
            solver.add(target, solver.table.shifted(origin, number, 0))
        elif anywhere > 0:
            solver.add(target, solver.table.shifted(origin, 0, 1))
        else:
            for place in solver.table.upwards(origin, 0, 1):
                solver.add(target, place)

    def _constant_step(self, function: Function, gep: Gep) -> int | None:
        delta, step = distance(self._constraints.layout, gep.source, gep.indices, function)
        return None if step else delta

    def _number(self, location: int) -> int | None:
        """The number at a location, if it is in a constant."""
        if location not in self._numbers:
            self._numbers[location] = self._read(location)
        return self._numbers[location]

    def _read(self, location: int) -> int | None:
        constraints = self._constraints
        table = constraints.solver.table
        place = table.seen(location)
        if place.stride or not place.object.constant:
            return None
        name = place.object.name.removeprefix("@")
        if constraints.globals.get(name) is not place.object:
            return None
        variable = constraints.program.named(name)
        if not isinstance(variable, GlobalVariable) or variable.initialiser is None:
            return None
        if variable.header.linkage in _REPLACED or variable.externally_initialized:
            return None
        return word_in(constraints.layout, variable.initialiser, place.offset)


def word_in(layout: DataLayout, value: Const, offset: int) -> int | None:
    """The number of eight bytes that a constant holds at an offset; None for what is none."""
    if offset < 0 or offset + 8 > layout.alloc_size(value.type):
        return None
    while isinstance(value, ConstAggregate):
        if isinstance(value.type, ty.StructType):
            starts = layout.offsets(value.type)
        else:
            size = layout.alloc_size(value.elements[0].type)
            starts = tuple(size * index for index in range(len(value.elements)))
        inside = [n for n, start in enumerate(starts) if start <= offset]
        if not inside:
            return None
        value, offset = value.elements[inside[-1]], offset - starts[inside[-1]]
    if offset or layout.size(value.type) != 8:
        return None
    match value:
        case ConstInt(value=number) | ConstCast(op="inttoptr", value=ConstInt(value=number)):
            return number - (1 << 64) if number >> 63 & 1 and number > 0 else number
        case ConstNull() | ConstZero():
            return 0
        case _:
            return None
