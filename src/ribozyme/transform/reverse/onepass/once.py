"""Whether a value is used exactly once on each path from its definition.

    s1 = s0 + a;  if (c) s2 = s1 + b; else s2 = s1;       s1: once on both ways

Where a phi is no number at all on some edge, what becomes of a value on that edge is no matter.
"""

from __future__ import annotations

from ribozyme.ir.instrs import Phi
from ribozyme.ir.values import Local, Poison
from ribozyme.transform.core.facts import FunctionFacts


def used_once(
    facts: FunctionFacts,
    value: Local,
    inside: dict[int, int],
    along: dict[tuple[int, int], int],
) -> bool:
    """Whether every way from a definition passes one use before it comes back or ends.

    `inside` counts uses in blocks, `along` those of phis on edges.
    """
    home = facts.function.home[value.id]
    region = _leading(facts, home, {*inside, *(source for source, _ in along)})
    below = sorted(region, key=facts.flow.position.__getitem__, reverse=True)
    free = _poisoned(facts, value)
    ahead: dict[int, int] = {}  # uses from the beginning of a block on

    def behind(block: int) -> set[int]:
        """The uses that follow a block, as far as they are known; all ways should agree."""
        targets = facts.live_successors[block]
        found: set[int] = set()
        for target in targets:
            if (block, target) in free:
                continue
            if target == home or target not in region:
                found.add(along.get((block, target), 0))
            elif target in ahead:
                found.add(along.get((block, target), 0) + ahead[target])
        return found if targets else {0}

    for _ in range(3):  # around a loop what follows is known the second time, compared the next
        for block in below:
            found = behind(block)
            if len(found) > 1:
                return False
            if found:
                ahead[block] = found.pop() + inside.get(block, 0)
    return (
        all(
            block in ahead and behind(block) == {ahead[block] - inside.get(block, 0)}
            for block in below
        )
        and ahead[home] == 1
    )


def _leading(facts: FunctionFacts, home: int, uses: set[int]) -> set[int]:
    """The block of a definition, and those from which a way leads to a use before it comes back
    there; behind all others there is no use."""
    found, work = {home}, list(uses)
    while work:
        block = work.pop()
        if block in found or not facts.live[block] or not facts.flow.dominates(home, block):
            continue
        found.add(block)
        work += facts.live_predecessors[block]
    return found


def _poisoned(facts: FunctionFacts, value: Local) -> set[tuple[int, int]]:
    """The edges on which a phi that takes the value elsewhere is poison."""
    return {
        (source, at)
        for at, use in facts.function.uses[value.id]
        if isinstance(use, Phi)
        for operand, source in use.incoming
        if isinstance(operand, Poison)
    }
