"""Deferred increments: shadow increments of an outer loop that would alternate with those of an
inner loop are collected in an array.

    for (i) { s = 0; for (j) s += a[i][j] * x[j];  y[i] = x[i] * s; }

In reverse each iteration adds to one `dx[i]`, then to all `dx[j]`. A processor that has just
written one number waits before it reads a vector that holds it. Increments commute: those of the
outer loop are kept in an array of their own and added behind it, all at once.

    reverse   for (i) { w[i] = …;  for (j) dx[j] += …; }      for (i) dx[i] += w[i]

Invariant: while the loop is reversed, all reads of those shadows are parts of increments.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, final

from ribozyme.analysis.flow.sym import SymConst
from ribozyme.analysis.flow.sym import leaves as sym_leaves
from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty
from ribozyme.ir.build import i64
from ribozyme.ir.instrs import Load, Store
from ribozyme.ir.values import Local, Value
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.emit import bulk
from ribozyme.transform.emit.function_arena import VECTORS
from ribozyme.transform.reverse.accesses.accesses import (
    Access,
    Accesses,
    in_every_run,
    is_quiet,
)
from ribozyme.transform.reverse.emit.adjoint import increment
from ribozyme.transform.reverse.plan.entry_tests import entry_tests
from ribozyme.transform.reverse.plan.slots import constant_trips

if TYPE_CHECKING:
    from ribozyme.transform.reverse.emit.reverse_sweep import ReverseSweep

LARGE: Final = 100  # blocks of a loop; in a larger one nobody looks
SMALL: Final = 64  # numbers on the stack


@final
@dataclass(frozen=True, slots=True, eq=False)
class Aside:
    """A read in `loop` whose increments are set aside; `outermost` is the loop around it where the
    array for them is made."""

    loop: int
    load: Load
    outermost: int


def asides(facts: FunctionFacts, *, split: bool) -> tuple[Aside, ...]:
    """The reads whose increments are set aside; in halves, that may run often, only where the stack
    has room for them."""
    accesses = Accesses(facts)
    found: list[Aside] = []
    for group in accesses.groups.values():
        adding = [one for one in group if _adds(facts, one)] if len(group) > 1 else []
        around = {loop for one in adding for loop in facts.chain(one.loop)[1:]}
        for one in adding:
            if split and not _small(facts, one.loop):
                continue
            if one.loop in around and _fits(accesses, one):
                assert isinstance(one.instr, Load)
                found.append(Aside(one.loop, one.instr, facts.chain(one.loop)[-1]))
    return tuple(found)


def _small(facts: FunctionFacts, loop: int) -> bool:
    known = constant_trips(facts, loop)
    return known is not None and known <= SMALL


def _adds(facts: FunctionFacts, one: Access) -> bool:
    return (
        isinstance(one.instr, Load)
        and facts.active(one.instr.result)
        and facts.shadowed(one.pointer)
        and not facts.mixed(one.pointer)
        and one.line.step == SymConst(facts.layout.size(one.key[2]))
    )


def _fits(accesses: Accesses, one: Access) -> bool:
    """Whether a read is done once in each turn of its loop, which only adds to what it reads."""
    facts = accesses.facts
    loop = facts.loops.loops[one.loop]
    count = facts.evolution.count(one.loop)
    if count is None or not count.exact or len(loop.blocks) > LARGE or len(loop.exits) != 1:
        return False
    outermost = facts.chain(one.loop)[-1]
    if any(
        isinstance(leaf, Local) and facts.inside(facts.loop_of_value(leaf), outermost)
        for leaf in sym_leaves(count.sym)
    ):
        return False
    around = facts.parent(one.loop)

    def elsewhere(store: Store, block: int) -> bool:
        return accesses.elsewhere(store, block, one, around)

    return in_every_run(facts, one.block, one.loop) and all(
        is_quiet(facts, instr, partial(elsewhere, block=block))
        for block in loop.blocks
        for instr in facts.function.blocks[block].instrs
    )


@final
class SetAside:
    """The array of one read in the reverse sweep, one for each lane."""

    def __init__(self, s: ReverseSweep, aside: Aside) -> None:
        self.s = s
        self.aside = aside
        self.leaf = s.facts.floats(aside.load.result)[0]
        self.places = [s.b.entry_alloca(ty.PTR, 8) for _ in range(s.width)]
        self.arrays: list[Value] = []

    def begin(self) -> None:
        """Where the loop is entered: memory as long as it runs, made outside of all loops."""
        if self.arrays:
            return
        s, b = self.s, self.s.b
        here, loop = b.current, s.loop
        b.at(s.entries[self.aside.outermost].block)
        s.loop = s.facts.parent(self.aside.outermost)
        if _small(s.facts, self.aside.loop):
            kind = ty.array(constant_trips(s.facts, self.aside.loop) or 1, self.leaf.type)
            self.arrays = [b.entry_alloca(kind, 64) for _ in range(s.width)]
        else:
            tests = entry_tests(s.facts, self.aside.loop, self.aside.outermost)
            count = s.nest_count(
                self.aside.loop, [test for test in tests if s.recalled(test.condition)]
            )
            bytes = b.mul(count, i64(s.facts.layout.size(self.leaf.type)))
            self.arrays = [s.tape.allocate(bytes, VECTORS) for _ in range(s.width)]
        b.at(here)
        s.loop = loop

    def holds(self, load: Load) -> bool:
        """Whether a read is the one meant."""
        return load is self.aside.load

    def add(self, load: Load, lane: int, amount: Value) -> None:
        """The contribution of this iteration."""
        s, b = self.s, self.s.b
        at = b.gep(self.leaf.type, self.arrays[lane], (s.iteration(self.aside.loop),), "inbounds")
        b.store(amount, at, 0, s.tape.meta())
        b.store(s.shadow(load.pointer)[lane], self.places[lane], 8)

    def turn(self) -> None:
        """At the end of a block nothing is to be done."""

    def end(self) -> None:
        """Behind the loop: all that was set aside; the last place is that of the first turn."""
        s, b = self.s, self.s.b
        count = s.count(self.aside.loop)
        for place, array in zip(self.places, self.arrays, strict=True):
            start = b.load(ty.PTR, place, 8)

            def one(k: Value, start: Value = start, array: Value = array) -> None:
                type = self.leaf.type
                amount = b.load(type, b.gep(type, array, (k,), "inbounds"), 0, s.tape.meta())
                increment(s, self.aside.load, b.gep(type, start, (k,)), self.leaf, amount)

            bulk.each(b, count, one)
