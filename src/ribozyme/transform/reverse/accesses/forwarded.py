"""Memory forwarding across loops: a load has the value of an earlier store or load in another loop.

    for (j) z[j] = x[j] - m[j];            z[k] of the second loop is what the first stored in its
    for (k) s += w[k] * z[k];              k-th run: x[k] - m[k], computed again from x and m

    for (k = 0; k < n - 1; k++) y[k] = z[k] * z[k + 1];             … in its runs k and k + 1

A load and its source follow the same line, each over the runs of its own loop, the source some runs
ahead. The source has run at least that much more often, in the same iteration of the common loop (a
triangular load, `k < j`, at most as often as j comes to), and nothing in between writes there. A
source that is a load only has to read the same: then one of the two is kept for both.
Invariant: the header of a source's loop dominates that of the load's, so sources form no circle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, final

from ribozyme.analysis.flow.sym import Sum, SymValue, sub, wrapped
from ribozyme.analysis.memory.extents import Extents
from ribozyme.ir.instrs import Instr, Load, Store
from ribozyme.ir.values import Value
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.reverse.accesses.accesses import Access, Accesses, in_every_run
from ribozyme.transform.reverse.onepass.merging import Merged

MOST: Final = 400  # writes between a load and its source; among more, nobody looks


class Held(NamedTuple):
    """A load in run i of loop `seen` reads `value` of run `i + ahead` of loop `made`."""

    value: Value
    made: int
    seen: int
    ahead: int


def held(
    facts: FunctionFacts,
    accesses: Accesses,
    kept_by_number: Callable[[int], bool],
    merged: Merged,
) -> dict[int, Held]:
    """The sources of loads that cannot be repeated, by the load's result.

    `kept_by_number`: whether what is kept of a loop is found by the number of the run. Of a turn of
    a merged loop nothing is left behind the turn.
    """
    return _Holding(facts, accesses, kept_by_number, merged).found()


@final
class _Holding:
    def __init__(
        self,
        facts: FunctionFacts,
        accesses: Accesses,
        kept_by_number: Callable[[int], bool],
        merged: Merged,
    ) -> None:
        self.facts = facts
        self.merged = merged
        self.kept_by_number = kept_by_number
        self.accesses = accesses
        self.extents = Extents(facts.evolution)
        self.writers: dict[int, list[tuple[int, Instr, int]]] = {}  # by block, with what they write
        self.reached: dict[tuple[int, int, bool], set[int]] = {}

    def found(self) -> dict[int, Held]:
        held: dict[int, Held] = {}
        for group in self.accesses.lines():
            for load in group if len(group) > 1 else ():
                if not isinstance(load.instr, Load) or self.facts.stable(load.instr):
                    continue
                for source in self._sources(load, group):
                    runs = ahead(source, load)
                    assert runs is not None
                    found = Held(source.value, source.loop, load.loop, runs)
                    held[load.instr.result.id] = found
                    break
        return held

    def _sources(self, load: Access, group: list[Access]) -> Iterator[Access]:
        """Stores first, the last one in front: it disturbs those before. Then the load that comes
        first."""
        position = self.facts.flow.position
        headers = self.facts.loops.loops

        def order(access: Access) -> tuple[bool, int]:
            place = position[headers[access.loop].header]
            return (True, place) if isinstance(access.instr, Load) else (False, -place)

        for source in sorted(group, key=order):
            if self._covers(source, load) and self._undisturbed(source, load):
                yield source

    def _covers(self, source: Access, load: Access) -> bool:
        """Whether the source runs at least as often, in the same turn of what is around both."""
        facts = self.facts
        around = facts.parent(source.loop)
        made = facts.loops.loops[source.loop]
        runs = ahead(source, load)
        if source.loop == load.loop or load.loop == around or not facts.inside(load.loop, around):
            return False
        if runs is None or runs < 0:
            return False
        if isinstance(source.instr, Store) and facts.inside(load.loop, source.loop):
            return False
        if not facts.inside(load.loop, self.merged.around(facts, source.loop)):
            return False
        one, other = facts.evolution.count(source.loop), facts.evolution.count(load.loop)
        if one is None or not one.exact or other is None or not self.kept_by_number(source.loop):
            return False
        chain = facts.chain(facts.parent(load.loop))
        inner = chain[: chain.index(around)] if around >= 0 else chain
        most = self.extents.largest(other.sym, inner)
        more = self.accesses.stretches.sum(sub(one.sym, other.sym if most is None else most))
        return (
            _at_least(more, runs)
            and facts.flow.dominates(made.header, load.block)
            and in_every_run(facts, source.block, source.loop)
        )

    # ---- writes in between -------------------------------------------------------------------

    def _undisturbed(self, source: Access, load: Access) -> bool:
        """Whether nothing writes what the load reads between the two."""
        facts, whole = self.facts, self.facts.whole
        read = whole.pointsto.aliases(whole.pointsto.mask(facts.function, load.pointer))
        looked = 0
        for block in self._between(source, load):
            for place, instr, writes in self._writers(block):
                if not writes & read:
                    continue
                looked += 1
                if looked > MOST or not self._harmless(instr, block, place, source, load):
                    return False
        return True

    def _writers(self, block: int) -> list[tuple[int, Instr, int]]:
        """The instructions of a block that write: the place of each, and what it may write."""
        if block not in self.writers:
            facts = self.facts
            effect = facts.whole.effects.instr
            instrs = enumerate(facts.function.blocks[block].instrs)
            self.writers[block] = [
                (place, instr, writes)
                for place, instr in instrs
                if (writes := effect(facts.function, instr).writes)
            ]
        return self.writers[block]

    def _between(self, source: Access, load: Access) -> set[int]:
        """The blocks on ways from the source's loop to the load, in one turn of what is around."""
        facts = self.facts
        around = facts.parent(source.loop)
        start = facts.loops.loops[source.loop].header
        barred = facts.loops.loops[around].header if around >= 0 else -1
        ahead, back = (start, barred, True), (load.block, barred, False)
        if ahead not in self.reached:
            self.reached[ahead] = _reached(start, facts.live_successors, barred)
        if back not in self.reached:
            self.reached[back] = _reached(load.block, facts.live_predecessors, -1, barred)
        return self.reached[ahead] & self.reached[back] | {start, load.block}

    def _harmless(self, instr: Instr, block: int, place: int, source: Access, load: Access) -> bool:
        if instr is source.instr:
            return True
        if not isinstance(instr, Store):
            return False
        around = self.facts.parent(source.loop)
        return any(
            self.accesses.elsewhere(instr, block, access, around) for access in (load, source)
        ) or self._behind(instr, block, place, source, load)

    def _behind(self, store: Store, block: int, place: int, source: Access, load: Access) -> bool:
        """Whether a store changes only what the load of the same run has read already.

        Not so where the load's loop is entered more than once after the source: the next time it
        reads what was stored.
        """
        facts = self.facts
        if facts.loop_of(block) != load.loop or facts.inside(load.loop, source.loop):
            return False
        if facts.parent(load.loop) != facts.parent(source.loop):
            return False
        line = facts.evolution.values.affine(store.pointer, load.loop)
        if line is None or line.step != load.line.step:
            return False
        if facts.layout.size(store.value.type) != facts.layout.size(load.key[2]):
            return False
        if self.accesses.stretches.sum(line.start) != load.key[0]:
            return False
        if block == load.block:
            return place > load.place
        return facts.flow.dominates(load.block, block)


def ahead(source: Access, load: Access) -> int | None:
    """How many runs of its loop the source is ahead where both meet the same place, if they do."""
    start, step, _ = source.key
    runs, rest = divmod(wrapped(load.key[0].constant - start.constant), step)
    return None if rest else runs


def _at_least(more: Sum, least: int) -> bool:
    """Whether a difference is a number or larger: a value without its sign is at least itself."""
    terms = dict(more.terms)
    for atom, factor in more.terms:
        if isinstance(atom, SymValue) and not atom.signed and factor == 1:
            signed = SymValue(atom.value, True)
            if terms.get(signed) == -1:
                del terms[atom], terms[signed]
    return not terms and wrapped(more.constant) >= least


def _reached(
    start: int, edges: tuple[tuple[int, ...], ...], barred: int, last: int = -1
) -> set[int]:
    """What can be reached from a block by some edges; `barred` is not entered, `last` not left."""
    seen = {start}
    work = [start]
    while work:
        block = work.pop()
        if block == last:
            continue
        for target in edges[block]:
            if target not in seen and target != barred:
                seen.add(target)
                work.append(target)
    return seen
