"""Dominators and post-dominators of a flow graph, asked in constant time.

A block dominates another when every path from the entry to the other passes through it. The tree
is numbered once, depth first; a block's subtree is an interval of those numbers.

    entry → a → c,  entry → b → c      idom(c) = entry;  dominates(entry, c), not dominates(a, c)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from ribozyme.base.graph import immediate_dominators
from ribozyme.base.record import dataclass


@final
@dataclass(frozen=True, slots=True)
class Tree:
    """A dominator tree: `parent[n]` is -1 for the root and for what cannot be reached."""

    parent: tuple[int, ...]
    enter: tuple[int, ...]
    leave: tuple[int, ...]

    def dominates(self, above: int, below: int) -> bool:
        """Whether every path to `below` passes `above`; a block dominates itself."""
        if self.enter[below] < 0:
            return above == below
        return 0 <= self.enter[above] <= self.enter[below] <= self.leave[above]


def dominators(successors: Sequence[Sequence[int]], root: int) -> Tree:
    """The dominator tree of the nodes that `root` reaches."""
    idom = immediate_dominators(successors, root)
    parent = [-1 if node == root else above for node, above in enumerate(idom)]
    children: list[list[int]] = [[] for _ in parent]
    for node, above in enumerate(parent):
        if above >= 0:
            children[above].append(node)
    enter, leave = [-1] * len(parent), [-1] * len(parent)
    clock = 0
    work = [(root, False)]
    while work:
        node, done = work.pop()
        if done:
            leave[node] = clock - 1
            continue
        enter[node] = clock
        clock += 1
        work.append((node, True))
        work.extend((child, False) for child in reversed(children[node]))
    return Tree(tuple(parent), tuple(enter), tuple(leave))


def postdominators(successors: Sequence[Sequence[int]], reachable: Sequence[int]) -> Tree:
    """The post-dominator tree under one exit behind all blocks that end the function.

    The exit is the last node of the tree. A block that never leaves an endless loop is in no tree.
    """
    exit = len(successors)
    turned: list[list[int]] = [[] for _ in range(exit + 1)]
    for block in reachable:
        for target in successors[block]:
            turned[target].append(block)
        if not successors[block]:
            turned[exit].append(block)
    return dominators(turned, exit)
