"""Points-to of an address plus the difference of two addresses, as code that grows a buffer
computes it.

    %d = ptrtoint %end - ptrtoint %begin        both walk through an array by 24
    %q = getelementptr i8, ptr %new, i64 %d     so %q ⊇ %new + 24·ℤ

How far two addresses lie apart is known where they point into one object: by its offsets and
strides. Both sets grow while constraints are solved, and the common divisor shrinks with them.
Invariant: when `settle` has nothing left to do, each result has all that its base points to, moved.
"""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING, final

from ribozyme.analysis.flow.multiples import Factors, factors
from ribozyme.ir.instrs import Gep
from ribozyme.ir.module import Function

if TYPE_CHECKING:
    from ribozyme.analysis.pointsto.constraint_nodes import ConstraintNodes


@final
class Moves:
    """The moves by distances of a program's constraints."""

    def __init__(self, constraints: ConstraintNodes) -> None:
        self._constraints = constraints
        self._unseen: list[_Move] = []

    def move(self, function: Function, gep: Gep, target: int) -> bool:
        """Whether a GEP is such a move; if so its result will follow its base."""
        constraints = self._constraints
        source = constraints.node(function, gep.base)
        if source is None or len(gep.indices) != 1:
            return False
        if constraints.layout.alloc_size(gep.source) != 1:
            return False
        found = factors(function, gep.indices[0])
        if not found.distances:
            return False
        made = _Move(constraints, source, target, found)
        self._unseen.append(made)
        for index, (to, start) in enumerate(found.distances):
            there, here = constraints.node(function, to), constraints.node(function, start)
            if there is not None and here is not None:
                made.watch(index, there, here)
        return True

    def settle(self) -> None:
        """Distances between addresses that share no memory are any; those from null are none."""
        self._unseen = [move for move in self._unseen if not move.settled()]


@final
class _Move:
    def __init__(
        self, constraints: ConstraintNodes, source: int, target: int, found: Factors
    ) -> None:
        self._solver = constraints.solver
        self._source = source
        self._target = target
        self._alone = found.number == 0 and len(found.distances) == 1
        self._step = found.number
        self._unseen = set(range(len(found.distances)))
        self._ends: dict[int, int] = {}

    def watch(self, index: int, there: int, here: int) -> None:
        """Compare all that two nodes point to, now and later."""
        points = self._solver.points
        self._ends[index] = there

        def to(location: int) -> None:
            for other in list(points[here]):
                self._apart(index, location, other)

        def start(location: int) -> None:
            for other in list(points[there]):
                self._apart(index, other, location)

        self._solver.watch(there, to)
        self._solver.watch(here, start)

    def _apart(self, index: int, there: int, here: int) -> None:
        table = self._solver.table
        if table.object[there] != table.object[here] or table.object[there] == 0:
            return
        self._unseen.discard(index)
        delta = table.offset[there] - table.offset[here]
        stride = gcd(table.stride[there], table.stride[here])
        if self._alone:
            self._solver.shifted(self._source, self._target, delta, stride)
            return
        self._step = gcd(self._step, delta, stride)
        if not self._unseen:
            self._solver.shifted(self._source, self._target, 0, self._step)

    def settled(self) -> bool:
        """Move by anything if some distance is between nothing that is known.

        What leads nowhere is null, and null is as far from null as nothing: a buffer that is empty
        begins and ends there. It may lead somewhere later.
        """
        nowhere = {
            index for index in self._unseen if index in self._ends and not self._leads(index)
        }
        if nowhere != self._unseen:
            self._unseen.clear()
            self._alone = False
            self._step = 1
            self._solver.shifted(self._source, self._target, 0, 1)
        elif nowhere:
            self._solver.shifted(self._source, self._target, 0, 0 if self._alone else self._step)
        return not self._unseen

    def _leads(self, index: int) -> bool:
        return bool(self._solver.points[self._ends[index]])
