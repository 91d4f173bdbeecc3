"""Natural loops and irreducible regions of one function.

A natural loop has a header that dominates its latches; loops nest or are apart. What still goes
round when the edges back to headers are taken away has several entries: an irreducible region.

    pre → header → body → header,  header → exit
    Loop(header, blocks {header, body}, latches (body,), exits ((header, exit),), preheader pre)
"""

from __future__ import annotations

from typing import final

from ribozyme.analysis.flow.cfg import Flow
from ribozyme.base.graph import components
from ribozyme.base.record import dataclass


@final
@dataclass(frozen=True, slots=True)
class Loop:
    """One loop. `exits` are its edges outwards as (block inside, block outside).

    `preheader` is the only block that enters and goes nowhere else, None where there is none;
    `parent` and `children` are indices of loops; the depth of an outermost loop is 1.
    """

    index: int
    header: int
    blocks: frozenset[int]
    latches: tuple[int, ...]
    exits: tuple[tuple[int, int], ...]
    preheader: int | None
    parent: int | None
    depth: int
    children: tuple[int, ...]


@final
@dataclass(frozen=True, slots=True, eq=False)
class Loops:
    """All loops, outer before inner, in the order of their headers; `loop_of` is -1 outside."""

    loops: tuple[Loop, ...]
    loop_of: tuple[int, ...]
    irreducible: tuple[frozenset[int], ...]

    def around(self, block: int) -> tuple[int, ...]:
        """The loops around a block, the innermost first."""
        found = []
        loop: int | None = self.loop_of[block]
        while loop is not None and loop >= 0:
            found.append(loop)
            loop = self.loops[loop].parent
        return tuple(found)

    def __str__(self) -> str:
        lines = [_described(loop) for loop in self.loops]
        lines += [f"irreducible {_listed(region)}" for region in self.irreducible]
        return "\n".join(lines)


def loops(flow: Flow) -> Loops:
    """The loops of a function."""
    latches = _latches(flow)
    headers = [block for block in flow.rpo if block in latches]  # outer before inner
    inner, parent = _nest(flow, headers, latches)
    blocks: list[set[int]] = [set() for _ in headers]
    for block in flow.rpo:
        loop = inner[block]
        while loop >= 0:
            blocks[loop].add(block)
            loop = parent[loop]
    children: list[list[int]] = [[] for _ in headers]
    depth = [1] * len(headers)
    for loop, above in enumerate(parent):
        if above >= 0:
            children[above].append(loop)
            depth[loop] = depth[above] + 1
    found = tuple(
        Loop(
            index,
            header,
            frozenset(blocks[index]),
            latches[header],
            _exits(flow, blocks[index]),
            _preheader(flow, header, blocks[index]),
            None if parent[index] < 0 else parent[index],
            depth[index],
            tuple(children[index]),
        )
        for index, header in enumerate(headers)
    )
    return Loops(found, tuple(inner), _irreducible(flow, latches))


def _latches(flow: Flow) -> dict[int, tuple[int, ...]]:
    """Per header, the blocks whose edge to it goes back."""
    found: dict[int, tuple[int, ...]] = {}
    for block in flow.rpo:
        back = tuple(b for b in flow.predecessors[block] if flow.dominates(block, b))
        if back:
            found[block] = back
    return found


def _nest(
    flow: Flow, headers: list[int], latches: dict[int, tuple[int, ...]]
) -> tuple[list[int], list[int]]:
    """Per block its innermost loop, and per loop the one around it; both -1 where there is none.

    Inner headers come later in reverse postorder, so their loops are found first; a walk upwards
    from a latch then passes a finished loop as one step, from its header.
    """
    inner = [-1] * len(flow.position)
    parent = [-1] * len(headers)
    outermost = list(range(len(headers)))

    def top(loop: int) -> int:
        while outermost[loop] != loop:
            outermost[loop] = outermost[outermost[loop]]
            loop = outermost[loop]
        return loop

    for loop in reversed(range(len(headers))):
        header = headers[loop]
        work = list(latches[header])
        while work:
            block = work.pop()
            if inner[block] < 0:
                inner[block] = loop
                if block != header:
                    work.extend(flow.predecessors[block])
                continue
            nested = top(inner[block])
            if nested != loop:
                parent[nested] = outermost[nested] = loop
                work.extend(flow.predecessors[headers[nested]])
        if inner[header] < 0:
            inner[header] = loop
    return inner, parent


def _exits(flow: Flow, blocks: set[int]) -> tuple[tuple[int, int], ...]:
    return tuple(
        (block, target)
        for block in sorted(blocks, key=flow.position.__getitem__)
        for target in flow.successors[block]
        if target not in blocks
    )


def _preheader(flow: Flow, header: int, blocks: set[int]) -> int | None:
    entering = [block for block in flow.predecessors[header] if block not in blocks]
    if len(entering) == 1 and len(flow.successors[entering[0]]) == 1:
        return entering[0]
    return None


def _irreducible(flow: Flow, latches: dict[int, tuple[int, ...]]) -> tuple[frozenset[int], ...]:
    """What goes round without an edge back to a header."""
    forward = [
        [t for t in targets if block not in latches.get(t, ())]
        for block, targets in enumerate(flow.successors)
    ]
    return tuple(frozenset(group) for group in components(forward) if len(group) > 1)


def _described(loop: Loop) -> str:
    exits = ", ".join(f"{inside}→{outside}" for inside, outside in loop.exits)
    return (
        f"loop {loop.index} depth {loop.depth} header {loop.header} blocks {_listed(loop.blocks)}"
        f" latches {_listed(loop.latches)} exits {exits or 'none'}"
        f" preheader {'none' if loop.preheader is None else loop.preheader}"
    )


def _listed(blocks: frozenset[int] | tuple[int, ...]) -> str:
    return "{" + ", ".join(str(block) for block in sorted(blocks)) + "}"
