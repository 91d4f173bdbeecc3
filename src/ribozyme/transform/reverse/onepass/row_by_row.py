"""Loops that read other memory in each iteration, to add it up in an inner loop: reversed one
iteration at a time they read it from memory once.

    for (i) { s = 0;  for (k = first[i] …) s += a[k] * x[column[k]];  y[i] = s; }

The reverse sweep reads a row of `a` once more. At the end of the iteration it lies in the cache.
The inner loop is worth it too: the adjoint of `s` is known, and both passes are one.

Not so loops that compute one number from another: both sweeps read them as they come, in vectors.
Nor loops whose increments wait in registers or for other threads: that is done by sweeps.
"""

from __future__ import annotations

from ribozyme.analysis.flow import sym
from ribozyme.ir.instrs import Load
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.parallel.exclusive import borders
from ribozyme.transform.reverse.accesses.shifts import shifts
from ribozyme.transform.reverse.accesses.summed import summed
from ribozyme.transform.reverse.onepass.merging import stores_results, sums


def row_by_row(facts: FunctionFacts) -> set[int]:
    """The loops that store results and read rows, and the inner loops that read these."""
    found: set[int] = set()
    for loop in facts.loops.loops:
        if loop.parent is not None:
            continue
        inner = _readers(facts, loop.index)
        if inner and stores_results(facts, loop.index):
            found |= {loop.index, *inner}
    if not found:
        return found
    waiting = {one.loop for one in shifts(facts)} | {one.loop for one in borders(facts)}
    return found - waiting.union(*((one.loop, one.around) for one in summed(facts)))


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
                found |= {one for one in facts.chain(loop) if one != outer and sums(facts, one)}
    return found


def _moves(facts: FunctionFacts, load: Load, loop: int, outer: int) -> bool:
    """Whether what a loop reads begins elsewhere in each iteration of the loop around it."""
    line = facts.evolution.values.affine(load.pointer, loop)
    if line is None or line.step == sym.ZERO:
        return False
    invariant = facts.evolution.values.invariant
    return not all(invariant(leaf, outer) for leaf in sym.leaves(line.start))
