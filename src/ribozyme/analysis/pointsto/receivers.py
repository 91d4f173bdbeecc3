"""Calls whose target is loaded through an argument, resolved per object: virtual methods, tables of
functions, closures.

    %table  = load ptr, ptr %object            `%object` points to a and b; a's table has @f at 16,
    %slot   = getelementptr i8, ptr %table, i64 16                              b's table has @g
    %method = load ptr, ptr %slot
    call void %method(ptr %object)             @f is called with a, and @g with b

Each place the argument may point to is followed on its own. Without that @f would be said to meet
b, read b's fields as its own, and one hierarchy of classes would be one object.

Invariant: what a call passes is passed to every function that the place itself leads to; nothing
else is lost, since the callee was loaded from where the argument points. Where there are too many
places, the caller of this analysis has to pass all of them to all functions.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Final, final

from ribozyme.analysis.declared.tbaa import Tbaa
from ribozyme.analysis.pointsto.inclusion import Solver
from ribozyme.base.record import dataclass
from ribozyme.ir.instrs import CallLike, Gep, Load
from ribozyme.ir.module import Function
from ribozyme.ir.values import Local, Value

DEEP: Final = 3
"""How many loads may lie between the argument and the callee."""

MANY: Final = 1024
"""Steps from places to what they lead to; a call that needs more has places that mean little."""

Step = tuple[int, int]  # how far from its place a load reads, and the kind of access
Distance = Callable[[Function, Gep], int | None]
Action = Callable[[], None]


@final
@dataclass(frozen=True, slots=True)
class Receiver:
    """The argument that leads to the callee, and the loads on the way there."""

    index: int
    loads: tuple[Step, ...]


def receiver(function: Function, call: CallLike, distance: Distance, tbaa: Tbaa) -> Receiver | None:
    """How the callee is found through an argument, by loads at constant distances."""
    arguments = {arg.id: index for index, arg in enumerate(call.args) if isinstance(arg, Local)}
    found = way(function, call.callee, arguments, distance, tbaa)
    return None if found is None else Receiver(arguments[found[0]], found[1])


def way(
    function: Function, value: Value, starts: Container[int], distance: Distance, tbaa: Tbaa
) -> tuple[int, tuple[Step, ...]] | None:
    """The start that loads at constant distances lead from to a value, and these loads."""
    loads: tuple[Step, ...] = ()
    while len(loads) < DEEP:
        load = function.definition(value)
        if not isinstance(load, Load):
            return None
        value, total = load.pointer, 0
        while isinstance(value, Local) and value.id not in starts:
            gep = function.definition(value)
            more = distance(function, gep) if isinstance(gep, Gep) else None
            if not isinstance(gep, Gep) or more is None:
                break
            value, total = gep.base, total + more
        loads = ((total, tbaa.kind(load.meta)), *loads)
        if isinstance(value, Local) and value.id in starts:
            return value.id, loads
    return None


@final
class Follower:
    """Calls `found` with each place of an argument and each that its loads lead to from there.

    After `MANY` steps it calls `lost` and goes no further.
    """

    def __init__(self, solver: Solver, found: Callable[[int, int], None], lost: Action) -> None:
        self._solver = solver
        self._found = found
        self._lost = lost
        self._left = MANY
        self._seen: set[tuple[int, int, int]] = set()

    def follow(self, node: int, loads: tuple[Step, ...]) -> None:
        """Follow all that a node points to, now and later."""
        self._solver.watch(node, lambda place: self._onwards(place, loads, place))

    def _onwards(self, place: int, loads: tuple[Step, ...], origin: int) -> None:
        if not self._left:
            return
        self._left -= 1
        if not self._left:
            self._lost()
        elif not loads:
            self._found(origin, place)
        else:
            self._load(place, loads, origin)

    def _load(self, place: int, loads: tuple[Step, ...], origin: int) -> None:
        (distance, kind), *rest = loads
        solver, left = self._solver, tuple(rest)
        content = solver.read(solver.table.shifted(place, distance, 0), kind)
        if (content, len(left), origin) not in self._seen:
            self._seen.add((content, len(left), origin))
            solver.watch(content, lambda reached: self._onwards(reached, left, origin))
