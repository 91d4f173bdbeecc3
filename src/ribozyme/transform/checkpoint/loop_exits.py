"""How control leaves a loop that is outlined: by exits, and by exceptions.

    for (…) d.step();      →      f.step   calls d.step(), which may throw
                                  f        invoke f.loop(…) unwind label %destroy

An exception that leaves an iteration leaves its function, then the loop's; the function around it
goes on where each iteration would have: at the one place to which all unwind, if what happens there
does not depend on the iteration. Else the exception goes on to the caller at once, past what an
iteration's own objects do when they are destroyed, and blocks that only this led to go away.
A handler that goes on in the loop is refused elsewhere.
"""

from __future__ import annotations

from typing import final

from ribozyme.analysis.flow.loops import Loop
from ribozyme.base.graph import reached
from ribozyme.base.record import dataclass
from ribozyme.ir.instrs import Invoke
from ribozyme.ir.module import Function
from ribozyme.ir.values import Local, Value


@final
@dataclass(frozen=True, slots=True)
class Leaving:
    """The blocks behind a loop, the one where exceptions arrive, and all that stay."""

    targets: tuple[int, ...]
    pad: int | None
    kept: tuple[int, ...]


def leaving(function: Function, loop: Loop) -> Leaving:
    """How a loop is left. The header stands for the whole loop among the blocks that stay."""
    unwinds = {
        last.unwind
        for block in loop.blocks
        if isinstance(last := function.blocks[block].terminator, Invoke)
        and last.unwind not in loop.blocks
    }
    targets = tuple(sorted({target for _, target in loop.exits} - unwinds))
    pad = min(unwinds) if len(unwinds) == 1 else None
    if pad is not None and not _is_the_same(function, loop, pad):
        pad = None
    successors = [
        [
            target
            for target in function.successors[block]
            if block not in loop.blocks or target not in unwinds or target == pad
        ]
        for block in range(len(function.blocks))
    ]
    alive = reached(successors, [0])
    kept = tuple(
        block
        for block in range(len(function.blocks))
        if alive[block] and (block not in loop.blocks or block == loop.header)
    )
    return Leaving(targets, pad, kept)


def _is_the_same(function: Function, loop: Loop, pad: int) -> bool:
    """Whether what happens where exceptions arrive is the same for each iteration and call."""

    def of_loop(value: Value) -> bool:
        return isinstance(value, Local) and function.home[value.id] in loop.blocks

    for phi in function.blocks[pad].phis():
        given = {value for value, source in phi.incoming if source in loop.blocks}
        if len(given) > 1 or any(map(of_loop, given)):
            return False
    for id, home in enumerate(function.home):
        if home in loop.blocks and any(block == pad for block, _ in function.uses[id]):
            return False
    return True
