"""One question for all increments of a loop: whether their places are within the thread's window.

    enter     %low = the place of the first or last iteration, whichever is lower
              %d = call i64 @rz.team.range(ptr %window, i1 alone, ptr %low, i64 bytes)   -1: no
    in it     if (%d != -1)  *(p.sh + %d) += bar;  else  call void @rz.team.add.f64(…)

The condition does not change in the loop, of which LLVM makes two. Which loops and reads these are
says `accesses/in_windows`. Where the iteration of a loop around it is one in which threads meet
nobody (`borders`), the run time is not asked, and %d is 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from ribozyme.ir import types as ty
from ribozyme.ir.build import NULL, i64
from ribozyme.ir.values import FALSE, Local, Value
from ribozyme.transform.parallel import windows
from ribozyme.transform.reverse.accesses.in_windows import InWindow
from ribozyme.transform.reverse.emit.sweeping import NothingWaits
from ribozyme.transform.reverse.plan.nodes import Node

if TYPE_CHECKING:
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
        b = self.s.b
        distance = b.load(ty.I64, self.distance, 8)
        return b.icmp("ne", distance, i64(-1)), b.gep(ty.I8, place, (distance,))

    def begin(self) -> None:
        """Where the loop is entered, at its last iteration."""
        s, b = self.s, self.s.b
        back = b.load(ty.I64, s.counters[self.found.loop], 8)
        around, s.loop = s.loop, self.found.loop
        places = [s.shadow(load.pointer)[0] for load, _ in self.found.reads]
        s.loop = around
        alone = FALSE if self.middle is None else self.middle.unmet(NULL)[0]
        b.store(self._asked(alone, back, places), self.distance, 8)

    def _asked(self, alone: Value, back: Value, places: list[Value]) -> Value:
        """The distance for all of these places, which are those of the last of so many iterations
        and one."""
        s, b = self.s, self.s.b
        known: Value | None = None
        for (load, step), last in zip(self.found.reads, places, strict=True):
            low = b.gep(ty.I8, last, (b.mul(back, i64(-step)),)) if step > 0 else last
            size = s.facts.layout.size(load.result.type)
            bytes = b.add(b.mul(back, i64(abs(step))), i64(size))
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
