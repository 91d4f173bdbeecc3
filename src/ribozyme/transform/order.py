"""What may run after what: by the ways of control through each function, callees first.

fread(&z, …, f)                    no concern: nothing was sent yet
fwrite(&y, …, f); fread(&z, …, f)  received after it was sent
for (…) { fread(…); fwrite(…); }   so, too: in the next round
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from ribozyme.base.graph import reached
from ribozyme.ir.instrs import Call, CallBr, Instr, Invoke
from ribozyme.ir.module import Function

if TYPE_CHECKING:
    from ribozyme.analysis.pointsto import PointsTo

Place = tuple[Function, Instr]
Renewal = Instr | tuple[Function, int, int]
"""What is before an instruction, or on the way from a block to another."""


@final
class Order:
    """What may run after what: by the ways of control through each function, callees first."""

    def __init__(
        self,
        points: PointsTo,
        sent: list[Place],
        received: list[Place],
        renewed: frozenset[Renewal] = frozenset(),
    ) -> None:
        self._points = points
        self._renewed = renewed  # where nothing is left of what was sent before
        self._sent = {instr for _, instr in sent}
        self._received: dict[Instr, Place] = {place[1]: place for place in received}
        self._sending: set[Function] = set()
        self._receiving: dict[Function, Place] = {}

    def after(self) -> Place | None:
        """One of the places where numbers are taken in that control may reach from one where some
        are sent."""
        for component in self._points.components:
            for function in component:
                found = self._in(function)
                if found is not None:
                    return found
            if component[0] in self._points.recursive:
                found = self._together(component)
                if found is not None:
                    return found
        return None

    def _in(self, function: Function) -> Place | None:
        """As `after`, of what one function does and calls."""
        later = self._later(function)
        for index, block in enumerate(function.blocks):
            sent = later[index]
            for instr in block.instrs:
                sent = sent and instr not in self._renewed
                place = self._takes(function, instr)
                if place is not None:
                    self._receiving[function] = place
                    if sent:
                        return place
                sent = sent or self._sends(function, instr)
        return None

    def _later(self, function: Function) -> list[bool]:
        """Per block, whether something was sent in a block from which control comes to it."""
        starts: list[int] = []
        ways: list[list[int]] = []
        for index, block in enumerate(function.blocks):
            sent = renewed = False
            for instr in block.instrs:
                if instr in self._renewed:
                    sent, renewed = False, True
                if self._sends(function, instr):
                    self._sending.add(function)
                    sent = True
            after = function.successors[index]
            left = [to for to in after if (function, index, to) not in self._renewed]
            ways.append([] if renewed else left)
            starts += left if sent else []
        return reached(ways, starts)

    def _sends(self, function: Function, instr: Instr) -> bool:
        called = self._called(function, instr)
        return instr in self._sent or any(target in self._sending for target in called)

    def _takes(self, function: Function, instr: Instr) -> Place | None:
        if instr in self._received:
            return self._received[instr]
        called = self._called(function, instr)
        return next((self._receiving[t] for t in called if t in self._receiving), None)

    def _called(self, function: Function, instr: Instr) -> tuple[Function, ...]:
        if not isinstance(instr, Call | Invoke | CallBr):
            return ()
        return self._points.entered(function, instr)

    def _together(self, component: tuple[Function, ...]) -> Place | None:
        """Where functions that call each other both send and take in, or call what does."""
        if not any(function in self._sending for function in component):
            return None
        return next((self._receiving[f] for f in component if f in self._receiving), None)
