"""The costs of a node of the plan, kept or computed again: a price, times how often loops run.

for (i < 100) for (j < m) { e = exp(x[j]); … }     kept: 8 bytes · 100 · TRIPS
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, final

from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.reverse.plan import pricing
from ribozyme.transform.reverse.plan.nodes import Needs, Node
from ribozyme.transform.reverse.plan.slots import Slot, sym_constant
from ribozyme.transform.reverse.plan.storages import Storages

TRIPS: Final = 64  # how often a loop of unknown count is taken to run
MAX_WEIGHT: Final = 1 << 40
WARP: Final = 32  # threads that write and read what they have alike at once


@final
class Costs:
    """The costs of the nodes of one function."""

    def __init__(self, facts: FunctionFacts, storages: Storages, needs: Needs, split: bool) -> None:
        self.facts = facts
        self.storages = storages
        self.needs = needs
        self.split = split
        self.prices = pricing.prices(facts)

    def kept(self, node: Node) -> int:
        """What it costs to keep a node; outside loops a combined form keeps values in registers."""
        kept = self.storages.kept
        loop = kept.level(node)
        if loop < 0 and not self.split:
            return 1
        shared = self.storages.shared(node)
        without = (*self.storages.dropped(node), *(shared.loops if shared is not None else ()))
        price = self.prices.kept * max(kept.extent(node)[2], 1)
        if self.storages.uniform(node):
            price = price // WARP + self.prices.access
        return self.runs(loop, without, price)

    def again(self, node: Node) -> int:
        """What it costs to compute a node by its recipe."""
        if not self.prices.instruction or node.kind not in ("value", "shadow"):
            return 0
        if node.kind == "value" and node.id in self.needs.held:
            return 0
        price = pricing.of_instr(self.facts, self.facts.function.definitions[node.id])
        return self.runs(self.storages.kept.level(node), (), price)

    def runs(self, loop: int, without: Iterable[int], price: int) -> int:
        """A price times how often a loop is taken to run, but for those loops around it."""
        for around in self.facts.chain(loop):
            if around not in without:
                price = min(price * self.trips(around), MAX_WEIGHT)
        return price

    def bytes_of_iterations(self, slots: Iterable[Slot]) -> dict[int, int]:
        """The bytes that one iteration of each loop keeps, about."""
        found: dict[int, int] = {}
        for slot in slots:
            weight = slot.size
            without = (*slot.dropped, *(slot.shared.loops if slot.shared is not None else ()))
            for around in self.facts.chain(slot.loop):
                if around not in without:
                    found[around] = found.get(around, 0) + weight
                    weight *= self.trips(around)
        return found

    def trips(self, loop: int) -> int:
        """How often a loop is taken to run."""
        count = self.facts.evolution.count(loop)
        known = sym_constant(count.sym) if count is not None else None
        return max(1, known) if known is not None else TRIPS
