"""One question for all increments of a loop: whether their places are within the thread's window.

    enter     %low = the place of the first or last iteration, whichever is lower
              %d = call i64 @rz.team.range(ptr %window, i1 alone, ptr %low, i64 bytes)   -1: no
    in it     if (%d != -1)  *(p.sh + %d) += bar;  else  call void @rz.team.add.f64(…)

The condition does not change in the loop, of which LLVM makes two. Which loops and reads these are
says `accesses/in_windows`. Where the iteration of a loop around it is one in which threads meet
nobody (`borders`), the run time is not asked, and %d is 0.

A one-pass loop is entered at its first iteration (`RangeAhead`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, final

from ribozyme.analysis.flow import sym
from ribozyme.analysis.flow.sym import Sym
from ribozyme.ir import types as ty
from ribozyme.ir.build import NULL, i64
from ribozyme.ir.instrs import Gep, Load
from ribozyme.ir.values import FALSE, Local, Value
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.emit.symbolic import symbolic
from ribozyme.transform.parallel import windows
from ribozyme.transform.reverse.accesses.in_windows import InWindow
from ribozyme.transform.reverse.emit.sweeping import NothingWaits
from ribozyme.transform.reverse.onepass.known_adjoints import there
from ribozyme.transform.reverse.plan.nodes import Node

if TYPE_CHECKING:
    from ribozyme.transform.reverse.emit.forward_sweep import ForwardSweep
    from ribozyme.transform.reverse.emit.reverse_sweep import ReverseSweep, Unmet


@final
class Range(NothingWaits):
    """The places of a group of reads in a loop, and how far from them the thread adds."""

    def __init__(self, s: ReverseSweep, found: InWindow, middle: Unmet | None = None) -> None:
        self.s = s
        self.found = found
        self.middle = middle
        self.distance = s.b.entry_alloca(ty.I64, 8)

    def unmet(self, place: Value) -> tuple[Value, Value]:
        """Whether the distance is known, and where the thread then adds for a place."""
        return _added_at(self.s, self.distance, place)

    def begin(self) -> None:
        """Where the loop is entered, at its last iteration."""
        s, b = self.s, self.s.b
        back = b.load(ty.I64, s.counters[self.found.loop], 8)
        around, s.loop = s.loop, self.found.loop
        places = [s.shadow(load.pointer)[0] for load, _ in self.found.reads]
        s.loop = around
        alone = FALSE if self.middle is None else self.middle.unmet(NULL)[0]
        lows = [
            b.gep(ty.I8, last, (b.mul(back, i64(-step)),)) if step > 0 else last
            for (_, step), last in zip(self.found.reads, places, strict=True)
        ]
        b.store(_asked(s, self.found, alone, back, lows), self.distance, 8)


@final
class RangeAhead(NothingWaits):
    """The same for a one-pass loop: what its addresses are made of is there before it."""

    def __init__(self, s: ReverseSweep, found: InWindow, forward: ForwardSweep) -> None:
        self.s = s
        self.found = found
        self.forward = forward
        self.distance = s.b.entry_alloca(ty.I64, 8)

    def unmet(self, place: Value) -> tuple[Value, Value]:
        """Whether the distance is known, and where the thread then adds for a place."""
        return _added_at(self.s, self.distance, place)

    def begin(self) -> None:
        """Where the loop is entered, at its first iteration."""
        s, b, loop = self.s, self.s.b, self.found.loop
        count = s.facts.evolution.count(loop)
        assert count is not None
        more = b.sub(symbolic(b, count.sym, self.forward.value), i64(1))
        lows = []
        for load, step in self.found.reads:
            first = first_place(s.facts, loop, load)
            assert first is not None
            base, offset = first
            moved = symbolic(b, offset, self.forward.value)
            if step < 0:
                moved = b.add(moved, b.mul(more, i64(step)))
            lows.append(b.offset(self.forward.shadow(base)[0], moved))
        b.store(_asked(s, self.found, FALSE, more, lows), self.distance, 8)


def first_place(facts: FunctionFacts, loop: int, load: Load) -> tuple[Value, Sym] | None:
    """Where a read in the first iteration of a loop is: an address that is there before the loop,
    and how far from it."""
    header = facts.loops.loops[loop].header
    base: Value = load.pointer
    while isinstance(base, Local) and not there(facts, base, header):
        made = facts.function.definitions[base.id]
        if not isinstance(made, Gep):
            return None
        base = made.base
    line, whole = facts.evolution.values.affine(load.pointer, loop), sym.of(base)
    if line is None or whole is None:
        return None
    offset = sym.total([(line.start, 1), (whole, -1)]).sym
    return (base, offset) if _is_there(facts, header, offset) else None


def is_known_ahead(s: ReverseSweep, found: InWindow) -> bool:
    """Whether the places of all iterations of a one-pass loop are known where it is entered."""
    facts = s.facts
    if s.width > 1 or s.emission.facts.deterministic:
        return False
    count = facts.evolution.count(found.loop)
    header = facts.loops.loops[found.loop].header
    return (
        count is not None
        and count.exact
        and _is_there(facts, header, count.sym)
        and all(first_place(facts, found.loop, load) is not None for load, _ in found.reads)
    )


def _is_there(facts: FunctionFacts, header: int, whole: Sym) -> bool:
    return all(
        not isinstance(leaf, Local) or there(facts, leaf, header) for leaf in sym.leaves(whole)
    )


def _added_at(s: ReverseSweep, known: Value, place: Value) -> tuple[Value, Value]:
    distance = s.b.load(ty.I64, known, 8)
    return s.b.icmp("ne", distance, i64(-1)), s.b.gep(ty.I8, place, (distance,))


def _asked(
    s: ReverseSweep, found: InWindow, alone: Value, more: Value, lows: Sequence[Value]
) -> Value:
    """The distance for all places of one iteration and so many more, from the lowest on."""
    b = s.b
    known: Value | None = None
    for (load, step), low in zip(found.reads, lows, strict=True):
        size = s.facts.layout.size(load.result.type)
        bytes = b.add(b.mul(more, i64(abs(step))), i64(size))
        distance = windows.distance(s, load.pointer, alone, low, bytes, load.result.type)
        if distance is None:
            return b.select(alone, i64(0), i64(-1))
        if known is not None:  # a later question may have moved the window
            distance = b.select(b.icmp("eq", distance, known), distance, i64(-1))
        known = distance
    assert known is not None
    return known


def is_known_at_entry(s: ReverseSweep, found: InWindow) -> bool:
    """Whether the places of a loop's last iteration can be computed where it is entered: nothing
    that they are made of is saved in each iteration. In a fixed order of additions none is: the two
    loops may add differently, and where a window ends depends on addresses."""
    if s.width > 1 or s.turns.any or s.emission.facts.deterministic:
        return False
    pointers = [load.pointer for load, _ in found.reads]
    work = [Node("shadow", p.id, 0) for p in pointers if isinstance(p, Local)]
    seen = set(work)
    while work:
        node = work.pop()
        if s.own_level(node) != found.loop:
            continue
        recipe = s.plan.needs.recipe(node)
        if s.plan.saved(node) or recipe is None or node.id in s.plan.needs.held:
            return False
        more = [need for need in recipe if need not in seen]
        seen.update(more)
        work += more
    return True
