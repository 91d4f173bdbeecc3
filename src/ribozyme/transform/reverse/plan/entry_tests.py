"""The tests that decide before a nest of loops whether a loop within is entered.

    for (t < steps) { if (n > 3) for (i < n - 3) … }      of the loop over i in that over t: n > 3

A trip count that is computed before the nest is that of a loop that may not be entered. It may then
be any number (`n - 3` as an unsigned integer, for n = 2), so it counts as 0 where a test fails.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, final

from ribozyme.analysis.flow.sym import leaves as sym_leaves
from ribozyme.ir.build import FunctionBuilder, i64
from ribozyme.ir.instrs import CondBr
from ribozyme.ir.values import Local, Value
from ribozyme.transform.core.facts import FunctionFacts


@final
class EntryTest(NamedTuple):
    """A condition that does not change in the nest, and how it comes out if the loop is entered."""

    condition: Local
    outcome: bool


def entry_tests(facts: FunctionFacts, loop: int, root: int) -> tuple[EntryTest, ...]:
    """The invariant tests on the way from the header of `root` to that of a loop in it, outermost
    first."""
    found: list[EntryTest] = []
    block, stop = facts.loops.loops[loop].header, facts.loops.loops[root].header
    while block != stop:
        above = facts.flow.idom[block]
        behind = left(facts, above, block)
        if behind >= 0:  # a loop that came to its end before says nothing about this one
            block = facts.loops.loops[behind].header
            continue
        terminator = facts.function.blocks[above].terminator
        if isinstance(terminator, CondBr) and terminator.then != terminator.otherwise:
            condition = terminator.condition
            if (
                isinstance(condition, Local)
                and _single_way(facts, above, block)
                and not facts.inside(facts.loop_of_value(condition), root)
            ):
                found.append(EntryTest(condition, terminator.then == block))
        block = above
    return tuple(reversed(found))


def bounds(facts: FunctionFacts, loop: int, root: int) -> list[Value]:
    """The values from which is computed, before `root`, how often a loop in it runs."""
    count = facts.evolution.count(loop)
    assert count is not None
    return [*sym_leaves(count.sym), *(test.condition for test in entry_tests(facts, loop, root))]


def left(facts: FunctionFacts, above: int, block: int) -> int:
    """The outermost loop around `above` that `block` lies behind; -1 if there is none."""
    behind = [
        loop
        for loop in facts.chain(facts.loop_of(above))
        if block not in facts.loops.loops[loop].blocks
    ]
    return behind[-1] if behind else -1


def _single_way(facts: FunctionFacts, above: int, block: int) -> bool:
    """Whether control comes to a block from `above` alone, but for its own loop's iterations."""
    sources = facts.live_predecessors[block]
    return {one for one in sources if not facts.flow.dominates(block, one)} == {above}


def count_if_entered(
    b: FunctionBuilder, conditions: Sequence[tuple[Value, bool]], count: Value
) -> Value:
    """A count, or 0 where one of the tests fails; no test is looked at behind one that fails."""
    for condition, outcome in reversed(conditions):
        yes, no = (count, i64(0)) if outcome else (i64(0), count)
        count = b.select(condition, yes, no)
    return count
