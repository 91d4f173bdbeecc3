"""The live blocks, edges and loops of one function, in the order in which code is emitted.

A block is live when normal control (no unwinding) can reach it and go on to a return; the reverse
sweep passes through live blocks only. Nothing here knows of derivatives.
"""

from __future__ import annotations

from functools import cached_property

from ribozyme.analysis.flow.affine import Induction
from ribozyme.analysis.flow.cfg import Flow, flow
from ribozyme.analysis.flow.curves import curve
from ribozyme.analysis.flow.loops import Loops, loops
from ribozyme.analysis.flow.tripcount import Evolution, evolution
from ribozyme.base.graph import predecessors, reached
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Invoke, Phi, Ret
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.module import Function
from ribozyme.ir.values import Local


class Walk:
    """The control flow of one function; blocks and edges are the live ones."""

    def __init__(self, function: Function, layout: DataLayout) -> None:
        self.function = function
        self.layout = layout
        self._inductions: dict[int, Induction | None] = {}

    @cached_property
    def flow(self) -> Flow:
        """Control flow."""
        return flow(self.function)

    @cached_property
    def loops(self) -> Loops:
        """Natural loops."""
        return loops(self.flow)

    @cached_property
    def evolution(self) -> Evolution:
        """Induction variables and trip counts."""
        return evolution(self.function, self.flow, self.loops, self.layout)

    # ---- live control flow -------------------------------------------------------------------

    @cached_property
    def normal_successors(self) -> tuple[tuple[int, ...], ...]:
        """Successors without the unwind edges."""
        return tuple(
            (block.terminator.normal,) if isinstance(block.terminator, Invoke) else successors
            for block, successors in zip(
                self.function.blocks, self.function.successors, strict=True
            )
        )

    @cached_property
    def live(self) -> tuple[bool, ...]:
        """Per block, whether it is live."""
        forward = reached(self.normal_successors, [0])
        returns = [
            index
            for index, block in enumerate(self.function.blocks)
            if isinstance(block.terminator, Ret)
        ]
        backward = reached(predecessors(self.normal_successors), returns)
        return tuple(f and b for f, b in zip(forward, backward, strict=True))

    @cached_property
    def live_successors(self) -> tuple[tuple[int, ...], ...]:
        """Per live block its live successors."""
        return tuple(
            tuple(t for t in targets if self.live[t]) if self.live[block] else ()
            for block, targets in enumerate(self.normal_successors)
        )

    @cached_property
    def live_predecessors(self) -> tuple[tuple[int, ...], ...]:
        """Per live block its live predecessors, ascending."""
        return tuple(tuple(blocks) for blocks in predecessors(self.live_successors))

    @cached_property
    def returns(self) -> tuple[int, ...]:
        """The live blocks that return."""
        return tuple(
            index
            for index, block in enumerate(self.function.blocks)
            if self.live[index] and isinstance(block.terminator, Ret)
        )

    @cached_property
    def unavoidable(self) -> frozenset[int]:
        """The blocks that lie on all ways to a live block that returns."""
        idom = self.flow.idom
        first, *others = self.returns or (-1,)
        above: dict[int, int] = {}  # the dominators of the first, numbered upwards
        while first >= 0:
            above[first] = len(above)
            first = idom[first]
        lowest = 0
        for block in others:
            while above.get(block, -1) < lowest:
                block = idom[block]
            lowest = above[block]
        return frozenset(block for block, number in above.items() if number >= lowest)

    def way_type(self, block: int) -> ty.Type:
        """What holds the number of a live predecessor, or of a return behind the last block."""
        last = block == len(self.function.blocks)
        ways = self.returns if last else self.live_predecessors[block]
        return ty.I8 if len(ways) <= 1 << 8 else ty.I32

    @property
    def blocks(self) -> range:
        """The numbers of the blocks."""
        return range(len(self.function.blocks))

    def loop_of(self, block: int) -> int:
        """The innermost loop around a block, -1 outside."""
        return self.loops.loop_of[block]

    def loop_of_value(self, value: Local) -> int:
        """The innermost loop around a definition; -1 for parameters."""
        home = self.function.home[value.id]
        return -1 if home < 0 else self.loops.loop_of[home]

    def inside(self, inner: int, outer: int) -> bool:
        """Whether loop `inner` is `outer` or nested in it; everything is inside -1."""
        while inner != outer and inner >= 0:
            inner = self.parent(inner)
        return inner == outer

    def parent(self, loop: int) -> int:
        """The loop around a loop, -1 at the top."""
        found = self.loops.loops[loop].parent
        return -1 if found is None else found

    def depth(self, loop: int) -> int:
        """How many loops lie around and including `loop`."""
        return 0 if loop < 0 else self.loops.loops[loop].depth

    def chain(self, loop: int) -> list[int]:
        """`loop` and the loops around it, innermost first."""
        found = []
        while loop >= 0:
            found.append(loop)
            loop = self.parent(loop)
        return found

    # ---- loops -------------------------------------------------------------------------------

    def induction(self, phi: Phi, block: int) -> Induction | None:
        """How a header phi depends on the iteration, if by a line or a curve."""
        if not self.header_phi(phi, block):
            return None
        if phi.result.id not in self._inductions:
            loop = self.loops.loop_of[block]
            found = self.evolution.inductions(loop).get(phi.result)
            self._inductions[phi.result.id] = found or curve(self.evolution, phi, loop)
        return self._inductions[phi.result.id]

    def header_phi(self, phi: Phi, block: int) -> bool:
        """Whether a phi stands in a loop header."""
        loop = self.loops.loop_of[block]
        return loop >= 0 and self.loops.loops[loop].header == block

    @cached_property
    def in_cycle(self) -> tuple[bool, ...]:
        """Per block, whether it lies on an irreducible cycle."""
        found = [False] * len(self.function.blocks)
        for blocks in self.loops.irreducible:
            for block in blocks:
                found[block] = True
        return tuple(found)
