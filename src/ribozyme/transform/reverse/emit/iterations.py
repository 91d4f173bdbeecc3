"""The iteration counters of a forward pass over a tape, which index the tape.

    header:  k = phi [-1, before], [k + 1, latch]      at k + 1 of every array of this loop

The forward sweep and a forward pass over its tape count alike, so that one reads where the other
wrote. How growing arrays are stepped through is theirs: one makes segments, the other follows them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple, final

from ribozyme.ir import types as ty
from ribozyme.ir.build import NULL, i64
from ribozyme.ir.values import Local, Value, const_int
from ribozyme.transform.emit.body import Body
from ribozyme.transform.emit.symbolic import symbolic
from ribozyme.transform.reverse.accesses.shared import Shared
from ribozyme.transform.reverse.emit.tape import Place, Tape
from ribozyme.transform.reverse.plan.entry_tests import entry_tests
from ribozyme.transform.reverse.plan.nests import Nest, clamped, entries, nest, position
from ribozyme.transform.reverse.plan.nodes import Node
from ribozyme.transform.reverse.plan.plan import Plan
from ribozyme.transform.reverse.plan.slots import Key, Slot, Storage

BEFORE_FIRST: Final = const_int(ty.I64, -1)


@final
class Cursor(NamedTuple):
    """The slots of how far a growing array is filled."""

    segment: Local
    rows: Local
    position: Local
    capacity: Local


@final
class Iterations:
    """The counters of one activation; `following` is asked in a growing array for the segment
    behind one."""

    def __init__(
        self, walk: Body, plan: Plan, tape: Tape, following: Callable[[Storage, Value], Value]
    ) -> None:
        self.walk = walk
        self.plan = plan
        self.tape = tape
        self.following = following
        self.b = walk.b
        self.facts = plan.facts
        self.counters: dict[int, Local] = {}
        self.numbers: dict[int, Value] = {}  # loop → the number of the iteration
        self.places: dict[Key, Place] = {}
        self.nests: dict[int, Nest] = {}
        self.bases: dict[Node, Value] = {}  # of blocks
        self.masks: dict[Node, Value] = {}  # of shared loads
        self.cursors: dict[int, Cursor] = {}

    def enter(self, index: int) -> None:
        """At a header: count the iteration and find its place on the tape."""
        loop = self.facts.loop_of(index)
        if loop < 0 or self.facts.loops.loops[loop].header != index:
            return
        counter = self.b.phi(ty.I64, "k")
        self.counters[loop] = counter
        self.numbers[loop] = self.b.add(counter, i64(1), "nsw")
        for storage in self.plan.of_loop(loop):
            segments = storage.kind == "segments"
            self.places[storage.key] = (self.advance if segments else self.position)(storage)

    def close(self, index: int, source: int, label: int) -> None:
        """The value of a loop's counter on one edge into its header."""
        loop = self.facts.loop_of(index)
        if loop in self.counters and self.facts.loops.loops[loop].header == index:
            again = source in self.facts.loops.loops[loop].blocks
            value = self.numbers[loop] if again else BEFORE_FIRST
            self.b.incoming(self.counters[loop], value, label)

    def place(self, slot: Slot) -> Place | None:
        """Where the current iteration stands in the storage of a slot."""
        return self.places.get(slot.key)

    # ---- arrays of known size ----------------------------------------------------------------

    def position(self, storage: Storage) -> Place:
        """The place in a block or fixed array, from the counters of the nest."""
        loops = self.plan.loops(storage)
        mask: Value | None = None
        if storage.kind == "fixed":
            base: Value = self.tape.fixed_array(storage)
            total: Value = i64(self.plan.fixed_total(storage))
        else:
            layout = self.nests[storage.root]
            base = self.b.offset(self.bases[storage.block], layout.offsets[storage.key])
            total = layout.totals[storage.key]
            mask = layout.masks.get(storage.key)
        loops_once = storage.shared.loops if storage.shared is not None else ()

        def count(loop: int) -> Value:
            return entries(self.b, storage, loop, self.count(loop))

        at = position(self.b, loops, lambda loop: self.numbers[loop], count, loops_once, mask)
        return Place(position=at, total=total, base=base)

    def count(self, loop: int) -> Value:
        """How often a counted loop runs, computed here from what its bounds are made of."""
        count = self.facts.evolution.count(loop)
        assert count is not None
        return symbolic(self.b, count.sym, self.walk.value)

    def nest_count(self, loop: int, root: int) -> Value:
        """How many iterations of a loop its nest has room for, computed where the nest begins."""
        tests = entry_tests(self.facts, loop, root)
        conditions = [(self.walk.value(test.condition), test.outcome) for test in tests]
        return clamped(self.b, self.plan, loop, self.count(loop), conditions)

    def layout(self, root: int) -> Nest:
        """At the end of a preheader: the layout of all arrays of the nest."""
        return nest(self.b, self.plan, root, partial(self.nest_count, root=root), self.mask)

    def mask(self, shared: Shared) -> Value:
        """Whether a shared load is kept once: found out where the nest begins, in the forward sweep
        alone."""
        return self.masks[shared.mask]

    # ---- growing arrays ----------------------------------------------------------------------

    def open_segments(self) -> None:
        """The growing arrays of this activation: in front of the first segment."""
        for storage in self.plan.storages.values():
            loop = storage.loop
            if storage.kind == "segments":
                types = (ty.PTR, ty.PTR, ty.I64, ty.I64)
                slots = Cursor(*(self.b.entry_alloca(type, 8) for type in types))
                self.cursors[loop] = slots
                self._in_front(slots)

    def restart(self, around: int) -> None:
        """At the beginning of a turn that is reversed at once: its growing arrays begin anew."""
        for loop, slots in self.cursors.items():
            if self.facts.inside(loop, around):
                self._in_front(slots)

    def _in_front(self, slots: Cursor) -> None:
        starts: tuple[Value, ...] = (NULL, NULL, BEFORE_FIRST, i64(0))
        for start, slot in zip(starts, slots, strict=True):
            self.b.store(start, slot, 8)

    def advance(self, storage: Storage) -> Place:
        """Step to the next place of a growing array, in the following segment if this one is
        full."""
        b = self.b
        kept = self.cursors[storage.loop]
        segment: Value = b.load(ty.PTR, kept.segment, 8)
        rows = b.load(ty.PTR, kept.rows, 8)
        index = b.add(b.load(ty.I64, kept.position, 8), i64(1))
        capacity = b.load(ty.I64, kept.capacity, 8)
        here, grow, after = b.current, b.block(), b.block()
        b.cond_br(b.icmp("ult", index, capacity), after, grow)
        b.at(grow)
        fresh = self.following(storage, segment)
        begun = self.tape.rows(fresh)
        larger = self.tape.capacity(fresh)
        b.br(after)
        b.at(after)
        joined = []
        pairs = ((segment, fresh), (rows, begun), (index, i64(0)), (capacity, larger))
        for old, new in pairs:
            phi = b.phi(old.type)
            b.incoming(phi, old, here)
            b.incoming(phi, new, grow)
            joined.append(phi)
        for phi, slot in zip(joined, kept, strict=True):
            b.store(phi, slot, 8)
        return Place(segment=joined[0], base=joined[1], position=joined[2])
