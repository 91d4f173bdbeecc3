"""What the reverse sweep has at hand: the primal's values, adjoints, and increments that wait.

Calls, memory and increments work on it; `sweep` builds the blocks.
"""

from __future__ import annotations

from typing import Protocol

from ribozyme.ir.build import FunctionBuilder
from ribozyme.ir.instrs import Load
from ribozyme.ir.values import Value
from ribozyme.transform.emit.emission import Emission
from ribozyme.transform.reverse.emit.adjoints import Adjoints
from ribozyme.transform.reverse.emit.rematerialise import Recall
from ribozyme.transform.reverse.emit.sweeping import Waiting
from ribozyme.transform.reverse.emit.tape import Tape
from ribozyme.transform.reverse.plan.masks import masks
from ribozyme.transform.reverse.plan.plan import Plan


class Unmet(Protocol):
    """Where a thread may add plainly in iterations of a loop."""

    def unmet(self, place: Value) -> tuple[Value, Value]:
        """Whether this iteration is one of them, and where it then adds for a place."""


class ReverseSweep(Recall):
    """Parameters and their shadows are given, the rest is fetched."""

    def __init__(
        self,
        emission: Emission,
        plan: Plan,
        b: FunctionBuilder,
        tape: Tape,
        values: dict[int, Value],
        shadows: dict[tuple[int, int], list[Value]],
    ) -> None:
        super().__init__(emission, plan, b, tape, values, shadows)
        self.adjoints = Adjoints(plan.facts, b, emission.width)
        self.masks = masks(plan.facts)
        self.rules = plan.needs.rules
        self.blocks: dict[int, int] = {}
        self.waiting: dict[int, list[Waiting]] = {}  # by loop
        self.middles: dict[int, Unmet] = {}  # by the number of what was read

    def unmet(self, load: Load, place: Value) -> tuple[Value, Value] | None:
        """Whether no other thread adds in this iteration where this one does, and where that is."""
        middle = self.middles.get(load.result.id)
        return None if middle is None else middle.unmet(place)
