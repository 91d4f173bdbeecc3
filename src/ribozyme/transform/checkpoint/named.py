"""The loops of a function, and where each stands in the source.


for (int t = 0; t < n; t++)        →       Found(function, loop, "model.c:41")
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import final

from ribozyme.analysis.flow.cfg import Flow, flow
from ribozyme.analysis.flow.loops import Loop, Loops, loops
from ribozyme.base.source import Span
from ribozyme.ir.debug import location, place
from ribozyme.ir.instrs import DbgRecord
from ribozyme.ir.metadata import MDRef, attached
from ribozyme.ir.module import Function, Module


@final
@dataclass(frozen=True, slots=True)
class Found:
    """A loop of a function, and where it stands in the source."""

    function: Function
    flow: Flow
    loops: Loops
    loop: Loop
    span: Span | None


def found_loops(module: Module, function: Function) -> Iterator[Found]:
    """The loops of a function, outer before inner."""
    control = flow(function)
    every = loops(control)
    for loop in every.loops:
        yield Found(function, control, every, loop, span_of(module, function, loop))


def span_of(module: Module, function: Function, loop: Loop) -> Span | None:
    """Where a loop stands in the source: what its metadata say, else its first instruction."""
    for latch in loop.latches:
        said = attached(function.blocks[latch].terminator.meta, "llvm.loop")
        node = module.metadata.get(said.id) if isinstance(said, MDRef) else None
        for one in () if node is None else node.operands:
            start = place(module, one.id) if isinstance(one, MDRef) else None
            if start is not None:
                return start
    for instr in function.blocks[loop.header].instrs:
        if not isinstance(instr, DbgRecord) and (first := location(module, instr)) is not None:
            return first
    return None
