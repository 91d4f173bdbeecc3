"""Reversed control flow: how the reverse sweep finds the predecessor from which control entered a
block.

A block with one live predecessor goes there. Where several meet, the conditions that parted them
decide if the region is a tree of branches (`Test`), else a saved index does. Where nothing
between a block and a dominator of it has an adjoint, the reverse sweep skips the region.

    if (c) A else B; C      with work in A or B:   way(C) = Test(c, Leaf(A), Leaf(B))
                            without:               way(C) = straight to the block of the `if`
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from ribozyme.base.record import dataclass
from ribozyme.ir.instrs import CondBr, Phi
from ribozyme.ir.values import Value
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.reverse.onepass.merging import Merged


@final
@dataclass(frozen=True, slots=True)
class Leaf:
    """Control came from this block."""

    block: int


@final
@dataclass(frozen=True, slots=True)
class Test:
    """Control went by this condition."""

    condition: Value
    then: Tree
    otherwise: Tree


Tree = Leaf | Test


@final
@dataclass(frozen=True, slots=True)
class Way:
    """How to leave a block backwards.

    `targets` are the blocks it may lead to. `skip` says that the target is a dominator, not a
    predecessor. `tree` tells among the targets by conditions; None with `choice` set asks for the
    saved index. A loop header (`latches` not empty) goes to a latch while iterations are left; the
    choice is then among latches, or among the blocks that enter. With `turn` the header of that
    merged loop was reached: the turn is over. With `over` the block lies behind that merged loop,
    whose turns have been reversed already.
    """

    targets: tuple[int, ...]
    choice: bool = False
    skip: bool = False
    tree: Tree | None = None
    entering: tuple[int, ...] = ()
    latches: tuple[int, ...] = ()
    turn: int = -1
    over: int = -1

    @property
    def conditions(self) -> tuple[Value, ...] | None:
        """The conditions of the tree; None without one."""
        if self.tree is None:
            return None
        found: list[Value] = []
        work: list[Tree] = [self.tree]
        while work:
            match work.pop():
                case Test(condition, then, otherwise):
                    found.append(condition)
                    work += [then, otherwise]
                case Leaf():
                    pass
        return tuple(found)


def ways(facts: FunctionFacts, works: Sequence[bool], merged: Merged) -> dict[int, Way]:
    """The way back of every live block; `works` says which blocks have adjoints."""
    around = [merged.around(facts, facts.loop_of(block)) for block in facts.blocks]
    seen = {
        at: [one and home == at for one, home in zip(works, around, strict=True)]
        for at in dict.fromkeys(around)
    }
    return {
        block: _past(facts, block, merged) or _way(facts, block, seen[around[block]])
        for block in facts.blocks
        if facts.live[block]
    }


def _past(facts: FunctionFacts, block: int, merged: Merged) -> Way | None:
    """The way back at the beginning of a merged loop, and behind its end."""
    for loop in merged.loops:
        found = facts.loops.loops[loop]
        if found.header == block:
            return Way((), turn=loop)
        if any(target == block for _, target in found.exits):
            assert found.preheader is not None
            return Way((found.preheader,), over=loop)
    return None


def _way(facts: FunctionFacts, block: int, works: Sequence[bool]) -> Way:
    sources = facts.live_predecessors[block]
    loop = facts.loop_of(block)
    if loop >= 0 and facts.loops.loops[loop].header == block:
        inside = facts.loops.loops[loop].blocks
        latches = tuple(s for s in sources if s in inside)
        entering = tuple(s for s in sources if s not in inside)
        choice = len(latches) > 1 or len(entering) > 1
        return Way(sources, choice, entering=entering, latches=latches)
    target = _skipped(facts, block, works)
    if target is not None:
        return Way((target,), skip=True)
    if len(sources) < 2:
        return Way(sources)
    return Way(sources, choice=True, tree=_tree(facts, block, sources))


def _skipped(facts: FunctionFacts, block: int, works: Sequence[bool]) -> int | None:
    """The nearest dominator on the same loop level with nothing to do in between, if any."""
    sources = facts.live_predecessors[block]
    loop = facts.loop_of(block)
    if not sources or any(
        isinstance(phi, Phi) and facts.active(phi.result)
        for phi in facts.function.blocks[block].phis()
    ):
        return None
    if len(sources) == 1 and facts.loop_of(sources[0]) == loop:
        return None  # plain enough
    target = facts.flow.idom[block]
    while facts.loop_of(target) != loop:
        if not facts.inside(facts.loop_of(target), loop):
            return None
        inner = facts.loop_of(target)
        while facts.parent(inner) != loop:
            inner = facts.parent(inner)
        target = facts.flow.idom[facts.loops.loops[inner].header]
    seen = {target, block}
    work = list(sources)
    while work:
        found = work.pop()
        if found in seen:
            continue
        if works[found]:
            return None
        seen.add(found)
        work.extend(facts.live_predecessors[found])
    return target


def _tree(facts: FunctionFacts, block: int, sources: Sequence[int]) -> Tree | None:
    """The tree of conditions that tells which of `sources` control came from, if there is one."""
    built: dict[tuple[int, ...], Tree] = {}
    work: list[tuple[int, ...]] = [tuple(sources)]
    split: dict[tuple[int, ...], tuple[Value, tuple[int, ...], tuple[int, ...]]] = {}
    order: list[tuple[int, ...]] = []
    while work:
        group = work.pop()
        if len(group) == 1:
            built[group] = Leaf(group[0])
            continue
        found = _parted(facts, block, group)
        if found is None:
            return None
        condition, then, otherwise = found
        split[group] = (condition, then, otherwise)
        order.append(group)
        work += [then, otherwise]
    for group in reversed(order):
        condition, then, otherwise = split[group]
        built[group] = Test(condition, built[then], built[otherwise])
    return built[tuple(sources)]


def _parted(
    facts: FunctionFacts, block: int, group: tuple[int, ...]
) -> tuple[Value, tuple[int, ...], tuple[int, ...]] | None:
    """Part a group of sources by the branch at the nearest block that dominates all of them."""
    flow = facts.flow
    above = group[0]
    while not all(flow.dominates(above, source) for source in group):
        above = flow.idom[above]
    if facts.loop_of(above) != facts.loop_of(block):
        return None
    terminator = facts.function.blocks[above].terminator
    if not isinstance(terminator, CondBr) or terminator.then == terminator.otherwise:
        return None
    sides: tuple[list[int], list[int]] = ([], [])
    for source in group:
        side = _side(facts, above, source, block, (terminator.then, terminator.otherwise))
        if side is None:
            return None
        sides[side].append(source)
    if not sides[0] or not sides[1]:
        return None
    return terminator.condition, tuple(sides[0]), tuple(sides[1])


def _side(
    facts: FunctionFacts, above: int, source: int, block: int, targets: tuple[int, int]
) -> int | None:
    """Which branch of `above` leads to `source` (or from it straight to `block`), if only one
    does."""
    if source == above:
        direct = [index for index, target in enumerate(targets) if target == block]
        return direct[0] if len(direct) == 1 else None
    for index, target in enumerate(targets):
        only = facts.live_predecessors[target] == (above,)
        if only and target != block and facts.flow.dominates(target, source):
            return index
    return None
