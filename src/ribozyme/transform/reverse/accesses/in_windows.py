"""Inner loops that read shared memory along lines, whose increments may all be in one window.

    for (i) for (k = first[i]; k < first[i + 1]; k++) s += a[k] * x[column[k]];

    enter the inner loop     d = are a.sh[first[i]] … a.sh[first[i + 1] - 1] within the window?
    in it                    d known:  *(a.sh + 8k + d) += bar       no questions, and vectors
                             else      in the window, which moves

A thread's window is kept in registers, and moves where an increment is outside of it
(`parallel/windows`). If the places of all increments of the loop are known where it is entered, one
question is enough for all of them.

Invariant: while the loop is reversed with a known distance, nothing asks for another window of the
group: all increments of the group there are reads along lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import final

from ribozyme.analysis.flow.sym import SymConst
from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Load
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.parallel.exclusive import exclusive
from ribozyme.transform.parallel.locked import locked
from ribozyme.transform.reverse.accesses.one_place import plain_reads


@final
@dataclass(frozen=True, slots=True, eq=False)
class InWindow:
    """Reads of one group in a loop, an innermost one, with their steps in bytes."""

    loop: int
    reads: tuple[tuple[Load, int], ...]


def in_windows(facts: FunctionFacts) -> Iterator[InWindow]:
    """The loops of a function, and the groups of which all increments there are along lines."""
    if facts.function not in facts.whole.effects.parallel.functions:
        return
    alone = exclusive(facts) | locked(facts)
    along: dict[tuple[int, int, ty.Type], list[tuple[Load, int]]] = {}
    for loop, load in plain_reads(facts):
        line = facts.evolution.values.affine(load.pointer, loop)
        if line is None or line.bits != 64 or not isinstance(line.step, SymConst):
            continue
        if load.result.id not in alone:
            key = loop, _group(facts, load), load.result.type
            along.setdefault(key, []).append((load, line.step.value))
    for (loop, group, _), reads in along.items():
        known = {load for load, _ in reads}
        others = (
            instr
            for block in facts.loops.loops[loop].blocks
            for instr in facts.function.blocks[block].instrs
            if isinstance(instr, Load) and instr not in known
        )
        if not any(_group(facts, one) == group and _adds(facts, one) for one in others):
            yield InWindow(loop, tuple(reads))


def _adds(facts: FunctionFacts, load: Load) -> bool:
    return facts.active(load.result) and facts.shadowed(load.pointer)


def _group(facts: FunctionFacts, load: Load) -> int:
    return facts.whole.pointsto.mask(facts.function, load.pointer)
