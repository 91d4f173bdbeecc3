"""Unreachable blocks of a function whose callers pass only some constants for a parameter.

    manager(to, from, what)  switch what { 0: A  1: B  2: C }       called with 2 and with 3 only
        →  A and B do not run

Functions that stand for several (the managers of `std::function`, message procedures) are called
with constants; what their other cases do to memory never happens.
"""

from __future__ import annotations

from collections.abc import Collection

from ribozyme.ir.instrs import Switch
from ribozyme.ir.module import Function
from ribozyme.ir.values import ConstInt, Local


def selector(function: Function) -> int | None:
    """The parameter that a function's first switch looks at, if it is one that selects."""
    params = {param.local.id: index for index, param in enumerate(function.params)}
    for block in function.blocks:
        match block.instrs[-1]:
            case Switch(value=Local(id=id)) if id in params:
                return params[id]
            case _:
                pass
    return None


def running(function: Function, parameter: int, given: Collection[int]) -> frozenset[int]:
    """The blocks that may run where the parameter is one of some numbers."""
    chosen = function.params[parameter].local
    seen = {0}
    work = [0]
    while work:
        block = work.pop()
        instr = function.blocks[block].instrs[-1]
        targets: Collection[int] = function.successors[block]
        if isinstance(instr, Switch) and instr.value == chosen:
            targets = {_target(instr, number) for number in given}
        for target in targets:
            if target not in seen:
                seen.add(target)
                work.append(target)
    return frozenset(seen)


def _target(switch: Switch, number: int) -> int:
    for value, target in switch.cases:
        if isinstance(value, ConstInt) and value.value == number:
            return target
    return switch.default
