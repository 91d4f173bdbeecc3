"""Reads of what all threads of a team read, whose increments each thread adds up for itself.

    #pragma omp parallel for                  reverse, in each thread
    for (i) for (j) s += f(x[i], x[j]);       w[0 … n) = 0
                                              for (i) for (j) w[j] += …
                                              for (j) x.sh[j] += w[j]        atomically

The address of `x[j]` does not depend on the loop that is dealt out, so every thread would add to
each of these cells in each of its iterations. Increments commute: they wait in an array of the
thread's own, of as many numbers as the inner loop has turns.

Invariant: while the outermost loop is reversed, all reads of those shadows are parts of increments.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import final

from ribozyme.analysis.flow import sym
from ribozyme.analysis.flow.sym import SymConst
from ribozyme.base.record import dataclass
from ribozyme.ir.instrs import Load, Store
from ribozyme.ir.values import Local
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.parallel.exclusive import exclusive, is_region
from ribozyme.transform.reverse.accesses.accesses import (
    adds_among_threads,
    in_every_run,
    is_quiet,
)
from ribozyme.transform.reverse.accesses.shifts import shifts


@final
@dataclass(frozen=True, slots=True, eq=False)
class Summed:
    """A read in `loop` whose increments are added up over the loop `around`, an outermost one."""

    loop: int
    around: int
    load: Load


def summed(facts: FunctionFacts) -> tuple[Summed, ...]:
    """The reads of a region whose increments each thread adds up for itself."""
    return tuple(_summed(facts)) if is_region(facts) else ()


def _summed(facts: FunctionFacts) -> Iterator[Summed]:
    others = exclusive(facts) | {load.result.id for one in shifts(facts) for load, _ in one.terms}
    for index, block in enumerate(facts.function.blocks):
        loop = facts.loop_of(index)
        around = facts.chain(loop)[-1] if loop >= 0 else -1
        if not facts.live[index] or loop == around or not _counted(facts, loop, around):
            continue
        for instr in block.instrs:
            if not isinstance(instr, Load) or instr.result.id in others:
                continue
            if adds_among_threads(facts, instr) and _same(facts, instr, loop, around):
                yield Summed(loop, around, instr)


def _counted(facts: FunctionFacts, loop: int, around: int) -> bool:
    """Whether a loop runs in every turn of the one around it, equally often."""
    count, found = facts.evolution.count(loop), facts.loops.loops[loop]
    return (
        count is not None
        and count.exact
        and len(found.exits) == 1
        and _outside(facts, count.sym, around)
        and in_every_run(facts, found.header, around)
    )


def _outside(facts: FunctionFacts, value: sym.Sym, loop: int) -> bool:
    return not any(
        isinstance(leaf, Local) and facts.inside(facts.loop_of_value(leaf), loop)
        for leaf in sym.leaves(value)
    )


def _same(facts: FunctionFacts, load: Load, loop: int, around: int) -> bool:
    """Whether a read has the same places in all turns of the loop around, and nothing there clears
    their shadows."""
    line = facts.evolution.values.affine(load.pointer, loop)
    if line is None or line.bits != 64 or not isinstance(line.step, SymConst):
        return False
    if not line.step.value or not _outside(facts, line.start, around):
        return False
    return all(
        is_quiet(facts, instr, partial(_elsewhere, facts, load))
        for block in facts.loops.loops[around].blocks
        for instr in facts.function.blocks[block].instrs
    )


def _elsewhere(facts: FunctionFacts, load: Load, store: Store) -> bool:
    size = facts.layout.size
    return not facts.whole.pointsto.may_alias(
        facts.function, load.pointer, size(load.result.type), store.pointer,
        size(store.value.type), load, store, same_iteration=False,
    )  # fmt: skip
