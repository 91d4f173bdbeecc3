"""Which instruction may execute after which, within functions and across calls.

fread(&z, …, f)                    no concern: nothing was written yet
fwrite(&y, …, f); fread(&z, …, f)  read after it was written
for (…) { fread(…); fwrite(…); }   so, too: in the next iteration
"""

from __future__ import annotations

from typing import final

from ribozyme.analysis.pointsto.pointsto import PointsTo
from ribozyme.base.graph import reached
from ribozyme.ir.instrs import Call, CallBr, Instr, Invoke
from ribozyme.ir.module import Function

Place = tuple[Function, Instr]


def following(points: PointsTo, first: list[Place], later: list[Place]) -> Place | None:
    """One of the places `later` that control may reach from one of the places `first`."""
    return _Sequence(points, first, later).found()


@final
class _Sequence:
    def __init__(self, points: PointsTo, first: list[Place], later: list[Place]) -> None:
        self._points = points
        self._first = {instr for _, instr in first}
        self._later: dict[Instr, Place] = {place[1]: place for place in later}
        self._homes = {function for function, _ in (*first, *later)}
        self._concerned = points.running(self._homes)  # no others lead to such a place
        self._with_first: set[Function] = set()
        self._with_later: dict[Function, Place] = {}

    def found(self) -> Place | None:
        for component in self._points.components:
            for function in component:
                found = self._in(function) if function in self._concerned else None
                if found is not None:
                    return found
            if component[0] in self._points.recursive:
                found = self._together(component)
                if found is not None:
                    return found
        return None

    def _in(self, function: Function) -> Place | None:
        """Of what one function does and calls."""
        blocks = self._blocks(function)
        entered = self._after_first(function, blocks)
        for index, instrs in enumerate(blocks):
            happened = entered[index]
            for instr in instrs:
                place = self._is_later(function, instr)
                if place is not None:
                    self._with_later[function] = place
                    if happened:
                        return place
                happened = happened or self._is_first(function, instr)
        return None

    def _blocks(self, function: Function) -> list[list[Instr]]:
        """By block, the instructions of which one may be a place or lead to one."""
        found: list[list[Instr]] = [[] for _ in function.blocks]
        for index, instr in self._points.program.calls_in_blocks(function):
            found[index].append(instr)
        if function in self._homes:
            for index, block in enumerate(function.blocks):
                calls = set(found[index])
                found[index] = [
                    instr
                    for instr in block.instrs
                    if instr in calls or instr in self._first or instr in self._later
                ]
        return found

    def _after_first(self, function: Function, blocks: list[list[Instr]]) -> list[bool]:
        """Per block, whether control comes to it from one of the first places."""
        starts: list[int] = []
        for index, instrs in enumerate(blocks):
            if any(self._is_first(function, instr) for instr in instrs):
                self._with_first.add(function)
                starts += function.successors[index]
        return reached(function.successors, starts)

    def _is_first(self, function: Function, instr: Instr) -> bool:
        called = self._called(function, instr)
        return instr in self._first or any(target in self._with_first for target in called)

    def _is_later(self, function: Function, instr: Instr) -> Place | None:
        if instr in self._later:
            return self._later[instr]
        called = self._called(function, instr)
        return next((self._with_later[t] for t in called if t in self._with_later), None)

    def _called(self, function: Function, instr: Instr) -> tuple[Function, ...]:
        if not isinstance(instr, Call | Invoke | CallBr):
            return ()
        return self._points.entered(function, instr)

    def _together(self, component: tuple[Function, ...]) -> Place | None:
        """Where functions that call each other hold places of both sorts."""
        if not any(function in self._with_first for function in component):
            return None
        return next((self._with_later[f] for f in component if f in self._with_later), None)
