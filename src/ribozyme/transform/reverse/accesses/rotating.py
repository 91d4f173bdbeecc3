"""Pointers that change places from iteration to iteration, and never lead to the same memory.

    for (t) {                          one = phi(x, other), other = phi(y, one)
        for (i) other[i] = f(one, i);  x, y apart: in each t one, other too
        swap(one, other);
    }

In a loop header, phis whose values for the next iteration are these phis again, each once, take
the values from before the loop in turns. If none of those meets another one, no two of the phis do
in one iteration, and whatever runs within it finds them apart. Points-to alone says that each may
lead to all of the memory.
"""

from __future__ import annotations

from typing import final

from ribozyme.ir.instrs import Gep, Phi
from ribozyme.ir.values import Local, Value
from ribozyme.transform.core.facts import FunctionFacts

_DEEP = 64


@final
class Rotating:
    """The phis of one function that change places: of each, all that it does so with."""

    def __init__(self, facts: FunctionFacts) -> None:
        self._facts = facts
        self._rings: dict[int, tuple[frozenset[int], ...]] = {}

    def apart(self, one: Value, other: Value, loop: int) -> bool:
        """Whether two addresses surely lead to different memory in all iterations of a loop, and of
        the loops in it, that one iteration of a loop around it runs."""
        bases = _base(self._facts, one), _base(self._facts, other)
        if bases[0] is None or bases[1] is None or bases[0].id == bases[1].id:
            return False
        home = self._facts.loop_of_value(bases[0])
        if home == loop or not self._facts.inside(loop, home):
            return False
        pair = {base.id for base in bases if base is not None}
        return any(pair <= ring for ring in self._of(home))

    def _of(self, loop: int) -> tuple[frozenset[int], ...]:
        if loop not in self._rings:
            self._rings[loop] = tuple(self._found(loop)) if loop >= 0 else ()
        return self._rings[loop]

    def _found(self, loop: int) -> list[frozenset[int]]:
        facts = self._facts
        shape = facts.loops.loops[loop]
        if len(shape.latches) != 1 or shape.preheader is None:
            return []
        (latch,) = shape.latches
        start: dict[int, Value] = {}
        then: dict[int, int] = {}
        for phi in facts.function.blocks[shape.header].phis():
            values = {source: value for value, source in phi.incoming}
            after = values.get(latch)
            if set(values) == {latch, shape.preheader} and isinstance(after, Local):
                start[phi.result.id] = values[shape.preheader]
                then[phi.result.id] = after.id
        found = []
        for first in start:
            ring, at = [first], then[first]
            while at in start and at not in ring:
                ring.append(at)
                at = then[at]
            if at == first and self._apart([start[id] for id in ring]):
                found.append(frozenset(ring))
        return found

    def _apart(self, values: list[Value]) -> bool:
        """Whether values lead to memory that has nothing in common."""
        points, seen = self._facts.whole.pointsto, 0
        for value in values:
            mask = points.mask(self._facts.function, value)
            if not mask or points.aliases(mask) & seen:
                return False
            seen |= points.aliases(mask)
        return len(values) > 1


def _base(facts: FunctionFacts, pointer: Value) -> Local | None:
    """The phi that an address is computed from by element and member alone."""
    for _ in range(_DEEP):
        if not isinstance(pointer, Local):
            return None
        match facts.function.definitions[pointer.id]:
            case Gep(base=base):
                pointer = base
            case Phi():
                return pointer
            case _:
                return None
    return None
