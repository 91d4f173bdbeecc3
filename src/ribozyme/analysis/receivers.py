"""Calls whose callee is found through an argument: methods, tables of functions, closures.

    %table  = load ptr, ptr %object            `%object` points to a and b; a's table has @f at 16,
    %slot   = getelementptr i8, ptr %table, i64 16                              b's table has @g
    %method = load ptr, ptr %slot
    call void %method(ptr %object)             @f is called with a, and @g with b

Each place the argument may point to is followed on its own. Without that @f would be said to meet
b, read b's fields as its own, and one hierarchy of classes would be one object.

Invariant: what a call passes is passed to every function that the place itself leads to; nothing
else is lost, since the callee was loaded from where the argument points.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, final

from ribozyme.analysis.inclusion import Solver
from ribozyme.ir.instrs import CallLike, Gep, Load
from ribozyme.ir.module import Function
from ribozyme.ir.values import Local, Value

DEEP: Final = 3
"""How many loads may lie between the argument and the callee."""

Step = Callable[[Function, Gep], int | None]


@final
@dataclass(frozen=True, slots=True)
class Receiver:
    """The argument that leads to the callee, and at which distances each load reads."""

    index: int
    distances: tuple[int, ...]


def receiver(function: Function, call: CallLike, step: Step) -> Receiver | None:
    """How the callee is found through an argument; `step` tells the constant distance of a GEP."""
    arguments = {arg.id: index for index, arg in enumerate(call.args) if isinstance(arg, Local)}
    distances: list[int] = []
    value: Value = call.callee
    while len(distances) < DEEP:
        load = _made(function, value)
        if not isinstance(load, Load):
            return None
        distances.append(0)
        value = load.pointer
        while isinstance(value, Local):
            if value.id in arguments:
                return Receiver(arguments[value.id], tuple(reversed(distances)))
            gep = _made(function, value)
            distance = step(function, gep) if isinstance(gep, Gep) else None
            if not isinstance(gep, Gep) or distance is None:
                break
            distances[-1] += distance
            value = gep.base
    return None


def _made(function: Function, value: Value) -> object:
    return function.definitions[value.id] if isinstance(value, Local) else None


def follow(
    solver: Solver, node: int, distances: tuple[int, ...], found: Callable[[int, int], None]
) -> None:
    """Call `found` with each place `node` points to, and each that its loads lead to from there."""

    def onwards(place: int, left: tuple[int, ...], origin: int) -> None:
        if not left:
            found(origin, place)
            return
        content = solver.read(solver.table.shifted(place, left[0], 0))
        solver.watch(content, lambda reached: onwards(reached, left[1:], origin))

    solver.watch(node, lambda place: onwards(place, distances, place))
