"""Control flow of one function: order, edges among reachable blocks, dominance.

Blocks are their indices in `Function.blocks`; the entry is 0. What no path from the entry reaches
has no position, no edges and no dominators: optimised code has such blocks rarely, raw code often.
"""

from __future__ import annotations

from functools import cached_property
from typing import final

from ribozyme.analysis.flow.dominance import Tree, dominators, postdominators
from ribozyme.base.graph import reverse_postorder
from ribozyme.base.record import dataclass
from ribozyme.ir.module import Function


@final
@dataclass(eq=False)
class Flow:
    """The flow graph of `function`; `rpo` has each reachable block before those it leads to.

    `position[b]` is the place of `b` in `rpo`, -1 where control never comes.
    """

    function: Function
    rpo: tuple[int, ...]
    position: tuple[int, ...]
    successors: tuple[tuple[int, ...], ...]
    predecessors: tuple[tuple[int, ...], ...]

    @cached_property
    def dominators(self) -> Tree:
        """The dominator tree."""
        return dominators(self.successors, 0)

    @cached_property
    def postdominators(self) -> Tree:
        """The post-dominator tree; its root, the common exit, is `len(function.blocks)`."""
        return postdominators(self.successors, self.rpo)

    @property
    def idom(self) -> tuple[int, ...]:
        """Per block its immediate dominator; -1 for the entry and where control never comes."""
        return self.dominators.parent

    @cached_property
    def ipdom(self) -> tuple[int, ...]:
        """Per block its immediate post-dominator; -1 where only the function's end is."""
        exit = len(self.successors)
        return tuple(-1 if above == exit else above for above in self.postdominators.parent[:exit])

    def reachable(self, block: int) -> bool:
        """Whether some path from the entry leads here."""
        return self.position[block] >= 0

    def dominates(self, above: int, below: int) -> bool:
        """Whether every path from the entry to `below` passes `above`."""
        return self.dominators.dominates(above, below)

    def postdominates(self, after: int, before: int) -> bool:
        """Whether every path from `before` to the end of the function passes `after`."""
        return self.postdominators.dominates(after, before)

    def __str__(self) -> str:
        lines = []
        for block in self.rpo:
            targets = ", ".join(str(target) for target in self.successors[block])
            lines.append(f"{block}: idom {self.idom[block]} ipdom {self.ipdom[block]} → {targets}")
        return "\n".join(lines)


def flow(function: Function) -> Flow:
    """The control flow of a function that has a body."""
    count = len(function.blocks)
    rpo = tuple(reverse_postorder(function.successors, 0))
    position = [-1] * count
    for place, block in enumerate(rpo):
        position[block] = place
    successors = tuple(
        targets if position[block] >= 0 else () for block, targets in enumerate(function.successors)
    )
    predecessors = tuple(
        tuple(source for source in sources if position[source] >= 0) if position[block] >= 0 else ()
        for block, sources in enumerate(function.predecessors)
    )
    return Flow(function, rpo, tuple(position), successors, predecessors)
