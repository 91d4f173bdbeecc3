"""Which derivative functions are kept outlined: those that are too long for inlining to be worth
it.

LLVM inlines what is called from one place, however long it is, and then goes through the caller
once more. Up a chain of calls, which is what templates are, that takes the square of its length.

    f calls g calls h, of 200 instructions each     →     g and h together are too long: g stays

Only derivatives of functions that were not inlined themselves are called at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ribozyme.base import graph
from ribozyme.base.record import replace
from ribozyme.ir.attrs import Attr, has
from ribozyme.ir.instrs import Call, Invoke
from ribozyme.ir.module import Function
from ribozyme.ir.values import GlobalRef

_CALLS: Final = (Call, Invoke)
LONG: Final = 300
"""Instructions, with those of what it calls and what does not stay."""


def standing(functions: Mapping[str, Function]) -> dict[str, Function]:
    """The functions, those that are to stay marked."""
    names = list(functions)
    number = {name: k for k, name in enumerate(names)}
    calls = [[number[name] for name in _called(f) if name in number] for f in functions.values()]
    called = {callee for callees in calls for callee in callees}
    weight = [sum(len(block.instrs) for block in f.blocks) for f in functions.values()]
    made = dict(functions)
    for component in graph.components(calls):  # what is called comes first
        for k in component:
            weight[k] += sum(weight[callee] for callee in calls[k] if callee not in component)
        for k in component:
            if weight[k] > LONG and k in called:
                made[names[k]] = _stays(functions[names[k]])
                weight[k] = 0
    return made


def _called(function: Function) -> Iterator[str]:
    for block in function.blocks:
        for instr in block.instrs:
            if isinstance(instr, _CALLS) and isinstance(instr.callee, GlobalRef):
                yield instr.callee.name


def _stays(function: Function) -> Function:
    if has(function.attrs, "alwaysinline") or has(function.attrs, "noinline"):
        return function
    return replace(function, attrs=(*function.attrs, Attr("noinline")))
