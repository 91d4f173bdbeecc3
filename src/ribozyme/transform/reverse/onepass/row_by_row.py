"""Loops that read other memory in each iteration, to add it up in an inner loop: reversed one
iteration at a time they read it from memory once.

    for (i) { s = 0;  for (k = first[i] …) s += a[k] * x[column[k]];  y[i] = s; }

The adjoint of `s` is known, so both passes over a row are one. If it is not, two sweeps are faster:
memory is slower where rows are read forwards, and each backwards at the end of its iteration.

Loops that compute one number from another are left to sweeps, which read them in vectors; so are
loops whose increments wait in registers, or for other threads.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import final

from ribozyme.analysis.flow import sym
from ribozyme.base.record import dataclass
from ribozyme.ir.instrs import CallLike, Load
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.site_kinds import Site
from ribozyme.transform.parallel.exclusive import borders
from ribozyme.transform.reverse.accesses.shifts import shifts
from ribozyme.transform.reverse.accesses.summed import summed
from ribozyme.transform.reverse.onepass.merging import NONE, Merged, merged, stores_results, sums


@final
@dataclass(frozen=True, slots=True)
class Rows:
    """A loop that stores results, and the inner loops that add up what they read in rows."""

    outer: int
    readers: frozenset[int]

    def loops(self, facts: FunctionFacts) -> set[int]:
        """These loops and those between."""
        return {loop for reader in self.readers for loop in facts.chain(reader)}


def with_rows(
    facts: FunctionFacts,
    calls: Sequence[tuple[CallLike, Site]],
    worth: Collection[int],
    *,
    seeded: bool,
) -> Merged:
    """The one-pass loops among those that are worth it, or read rows in one-pass loops."""
    rows = row_by_row(facts)
    while True:
        asked = {*worth}.union(*(one.loops(facts) for one in rows))
        found = merged(facts, calls, asked, seeded=seeded) if asked else NONE
        kept = [
            one for one in rows
            if one.outer not in found.loops or not one.readers.isdisjoint(found.loops)
        ]  # fmt: skip
        if len(kept) == len(rows):
            return found
        rows = kept


def row_by_row(facts: FunctionFacts) -> list[Rows]:
    """The outermost loops that store results and read rows."""
    found = [
        Rows(loop.index, frozenset(readers))
        for loop in facts.loops.loops
        if loop.parent is None
        and (readers := _readers(facts, loop.index))
        and stores_results(facts, loop.index)
    ]
    if not found:
        return found
    waiting = {one.loop for one in shifts(facts)} | {one.loop for one in borders(facts)}
    waiting = waiting.union(*((one.loop, one.around) for one in summed(facts)))
    return [one for one in found if waiting.isdisjoint(one.loops(facts))]


def _readers(facts: FunctionFacts, outer: int) -> set[int]:
    """The loops within a loop that sum up what they read at addresses that change with it."""
    found: set[int] = set()
    for block in facts.loops.loops[outer].blocks:
        loop = facts.loop_of(block)
        if loop == outer or not facts.live[block] or not sums(facts, loop):
            continue
        for instr in facts.function.blocks[block].instrs:
            if (
                isinstance(instr, Load)
                and facts.active(instr.result)
                and facts.shadowed(instr.pointer)
                and _moves(facts, instr, loop, outer)
            ):
                found.add(loop)
    return found


def _moves(facts: FunctionFacts, load: Load, loop: int, outer: int) -> bool:
    """Whether what a loop reads begins elsewhere in each iteration of the loop around it."""
    line = facts.evolution.values.affine(load.pointer, loop)
    if line is None or line.step == sym.ZERO:
        return False
    invariant = facts.evolution.values.invariant
    return not all(invariant(leaf, outer) for leaf in sym.leaves(line.start))
