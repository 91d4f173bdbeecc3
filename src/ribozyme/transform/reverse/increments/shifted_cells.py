"""Overlapping increments: if a loop reads neighbouring cells, its reverse adds to each cell once,
not once per read.

Each reverse iteration would add to cells that the next one adds to again, through memory, and no
vector unit could take part. Increments commute: where nothing else in the reverse loop touches
these shadows, what belongs to a cell that a later iteration reaches too waits in a register.

    y[i] = f(x[i-1], x[i+1])          t = dy[i];  dx[i+1] += w1 + f2(t);  w1 = w2;  w2 = f1(t)
    behind the loop                   dx[i] += w1;  dx[i-1] += w2

Threads add to neighbours' cells at the same time at the ends of a chunk of iterations only: there
one by one (`parallel/exclusive`), plainly in between.

Invariant: a group's cells form one dense array of floats; those between cells that are read are in
the same object, and get -0.0 if they get nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from ribozyme.ir import types as ty
from ribozyme.ir.build import i64
from ribozyme.ir.instrs import Load
from ribozyme.ir.values import Local, Value, const_float
from ribozyme.transform.core.shape import Leaf
from ribozyme.transform.parallel.exclusive import Border, borders
from ribozyme.transform.reverse.accesses.shifts import Shift
from ribozyme.transform.reverse.emit.adjoint import increment
from ribozyme.transform.reverse.emit.adjoints import ADD

if TYPE_CHECKING:
    from ribozyme.transform.reverse.emit.reverse_sweep import ReverseSweep


@final
class Shifted:
    """The registers of one group in the reverse sweep: per distance and lane an alloca."""

    def __init__(self, s: ReverseSweep, shift: Shift) -> None:
        self.s = s
        self.shift = shift
        self.type = shift.leader.result.type
        self.leaf: Leaf = s.facts.floats(shift.leader.result)[0]
        self.amounts: dict[tuple[int, int], Value] = {}  # (distance, lane) in this iteration
        self.slots: list[list[Local]] = [
            [s.b.entry_alloca(self.type) for _ in range(s.width)] for _ in range(shift.reach)
        ]
        self.shadow: list[Value] = []
        group = frozenset(load.result.id for load, _ in shift.terms)
        own = Border(shift.loop, shift.reach, group)
        self.done = s.b.entry_alloca(ty.I64) if own in borders(s.facts) else None

    def begin(self) -> None:
        """Nothing waits where the loop is entered."""
        for slots in self.slots:
            for slot in slots:
                self.s.b.store(const_float(self.type, -0.0), slot)
        if self.done is not None:
            self.s.b.store(i64(0), self.done)

    def holds(self, load: Load) -> bool:
        """Whether a read belongs to the group."""
        return any(member is load for member, _ in self.shift.terms)

    def add(self, load: Load, lane: int, amount: Value) -> None:
        """A contribution of this iteration."""
        distance = next(d for member, d in self.shift.terms if member is load)
        old = self.amounts.get((distance, lane))
        made = amount if old is None else self.s.b.fadd(old, amount, ADD)
        self.amounts[distance, lane] = made

    def turn(self) -> None:
        """At the end of an iteration: the others come nearer, and one cell is done.

        It is done last: a vector unit takes what the next iteration reads before anything that is
        stored can depend on what this one read.
        """
        b = self.s.b
        self.shadow = list(self.s.shadow(self.shift.leader.pointer))
        for lane in range(self.s.width):
            waiting = [b.load(self.type, slots[lane]) for slots in self.slots]
            for distance, old in reversed(list(enumerate([*waiting, None]))):
                new = self.amounts.get((distance, lane))
                total = b.fadd(old, new, ADD) if old is not None and new is not None else None
                value = total or old or new or const_float(self.type, -0.0)
                if distance:
                    b.store(value, self.slots[distance - 1][lane])
                else:
                    self.turned(self.shadow[lane], value)
        self.amounts.clear()
        if self.done is not None:
            b.store(b.add(b.load(ty.I64, self.done), i64(1)), self.done)

    def turned(self, place: Value, value: Value) -> None:
        """Add to a cell that is done; the first ones are reached by the chunk that follows, too."""
        b, leader = self.s.b, self.shift.leader
        if self.done is None:
            increment(self.s, leader, place, self.leaf, value)
            return
        shared, alone, after = b.block(), b.block(), b.block()
        b.cond_br(b.icmp("ult", b.load(ty.I64, self.done), i64(self.shift.reach)), shared, alone)
        b.at(shared)
        increment(self.s, leader, place, self.leaf, value)
        b.br(after)
        b.at(alone)
        increment(self.s, leader, place, self.leaf, value, alone=True)
        b.br(after)
        b.at(after)

    def end(self) -> None:
        """Behind the loop: what still waits, each a cell further on."""
        b = self.s.b
        for distance, slots in enumerate(self.slots, 1):
            for lane, slot in enumerate(slots):
                place = b.offset(self.shadow[lane], -self.shift.step * distance)
                increment(self.s, self.shift.leader, place, self.leaf, b.load(self.type, slot))
