"""The loops of a function, and where each stands in the source.


for (int t = 0; t < n; t++)        →       Found(function, loop, "model.c:41")
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import final

from ribozyme.analysis.flow.cfg import Flow, flow
from ribozyme.analysis.flow.loops import Loop, Loops, loops
from ribozyme.base.record import dataclass
from ribozyme.base.source import Span
from ribozyme.ir.debug import location, place
from ribozyme.ir.instrs import DbgRecord
from ribozyme.ir.metadata import MDRef, attached
from ribozyme.ir.module import Function, Module


@final
@dataclass(frozen=True, slots=True)
class Wanted:
    """A loop that is to be checkpointed, by its name; 0 snapshots are as many as there is room for.
    A step of it is `window` iterations."""

    name: str
    snapshots: int
    window: int = 1


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


def numbered(function: Function, every: Loops, loop: Loop) -> str:
    """The name of a loop whose line is not known: in the order of headers, from 1."""
    order = sorted(one.header for one in every.loops)
    return f"loop {order.index(loop.header) + 1} of {function.name}"


def span_of(module: Module, function: Function, loop: Loop) -> Span | None:
    """Where a loop stands in the source: what its metadata say; else the first of the places of its
    first instruction and of the branches back, which flang has at the `do`."""
    for latch in loop.latches:
        said = attached(function.blocks[latch].terminator.meta, "llvm.loop")
        node = module.metadata.get(said.id) if isinstance(said, MDRef) else None
        for one in () if node is None else node.operands:
            start = place(module, one.id) if isinstance(one, MDRef) else None
            if start is not None:
                return start
    header = (one for one in function.blocks[loop.header].instrs if not isinstance(one, DbgRecord))
    first = next(filter(None, (location(module, one) for one in header)), None)
    back = (location(module, function.blocks[latch].terminator) for latch in loop.latches)
    spans = [one for one in (first, *back) if one is not None and one.line]
    return min(spans, key=lambda one: (one.line, one.column), default=None)
