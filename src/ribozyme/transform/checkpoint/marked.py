"""Loops that are marked in the source: `rz_checkpoint(50)` in the body of a loop, C and C++.

    for (…) { rz_checkpoint(50); … }      →      as checkpoint={"loop at FILE:LINE": 50}

The innermost loop around the call is meant. In reverse mode it is checkpointed; for any other
derivative, and outside of loops, the call is nothing and goes away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ribozyme.base.record import replace
from ribozyme.ir.debug import location
from ribozyme.ir.instrs import Call
from ribozyme.ir.module import Function, Module
from ribozyme.ir.values import ConstInt
from ribozyme.transform.checkpoint.labels import refused
from ribozyme.transform.checkpoint.named import Found, found_loops
from ribozyme.transform.core.sites import callee_name

MARKER: Final = "rz_checkpoint"
MOST: Final = 1 << 20


def marked(module: Module, functions: Iterable[Function]) -> tuple[Module, Found, int] | None:
    """The module without one of its marks, the loop that it marked, and how many snapshots."""
    for function in functions:
        for home, call in _marks(function):
            count = _count(module, function, call)
            without = _without(module, function, call)
            found = _innermost(without, without.functions[function.name], home)
            if found is not None:
                return without, found, count
    return None


def unmarked(module: Module) -> Module:
    """The module without marks."""
    if MARKER not in module.functions:
        return module
    for function in module.functions.values():
        for _, call in _marks(function):
            module = _without(module, module.functions[function.name], call)
    return module


def _marks(function: Function) -> Iterator[tuple[int, Call]]:
    """The calls of the marker, with their blocks."""
    for home, block in enumerate(function.blocks):
        for instr in block.instrs:
            if isinstance(instr, Call) and callee_name(instr) == MARKER:
                yield home, instr


def _count(module: Module, function: Function, call: Call) -> int:
    match call.args:
        case (ConstInt(value=count), *_) if 1 <= count <= MOST:
            return count
        case _:
            span = location(module, call)
            how = f"'{MARKER}' takes a constant number of snapshots, from 1 on"
            raise refused(how, span, function.name)


def _innermost(module: Module, function: Function, home: int) -> Found | None:
    around = [one for one in found_loops(module, function) if home in one.loop.blocks]
    return min(around, key=lambda one: len(one.loop.blocks), default=None)


def _without(module: Module, function: Function, call: Call) -> Module:
    blocks = tuple(
        replace(block, instrs=tuple(one for one in block.instrs if one is not call))
        for block in function.blocks
    )
    made = replace(function, blocks=blocks)
    return replace(module, functions={**module.functions, function.name: made})
