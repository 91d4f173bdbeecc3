"""Registers in which a thread adds up increments of one place, while a loop is reversed.

    enter     w = -0.0
    in it     w += bar
    behind    p.sh += w

Which reads these are says `accesses/one_place`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Load
from ribozyme.ir.values import Value, const_float
from ribozyme.transform.reverse.accesses.one_place import OnePlace
from ribozyme.transform.reverse.emit.adjoint import increment
from ribozyme.transform.reverse.emit.adjoints import ADD

if TYPE_CHECKING:
    from ribozyme.transform.reverse.emit.reverse_sweep import ReverseSweep


@final
class Held:
    """The increments of one read: a slot on the stack for each lane, and one for its place."""

    def __init__(self, s: ReverseSweep, one: OnePlace) -> None:
        self.s = s
        self.one = one
        self.type = one.load.result.type
        self.leaf = s.facts.floats(one.load.result)[0]
        self.slots = [s.b.entry_alloca(self.type) for _ in range(s.width)]
        self.added: set[int] = set()  # lanes
        self.places = [s.b.entry_alloca(ty.PTR, 8) for _ in range(s.width)]

    def begin(self) -> None:
        """Nothing waits where the loop is entered."""
        for slot in self.slots:
            self.s.b.store(const_float(self.type, -0.0), slot)

    def holds(self, load: Load) -> bool:
        """Whether it is this read."""
        return load is self.one.load

    def add(self, load: Load, lane: int, amount: Value) -> None:
        """The contribution of an iteration."""
        b, slot = self.s.b, self.slots[lane]
        self.added.add(lane)
        b.store(b.fadd(b.load(self.type, slot), amount, ADD), slot)
        b.store(self.s.shadow(load.pointer)[lane], self.places[lane], 8)

    def turn(self) -> None:
        """At the end of a block nothing is to be done."""

    def end(self) -> None:
        """Behind the loop: the sums go to memory."""
        b = self.s.b
        for lane in sorted(self.added):
            place = b.load(ty.PTR, self.places[lane], 8)
            total = b.load(self.type, self.slots[lane])
            increment(self.s, self.one.load, place, self.leaf, total)
