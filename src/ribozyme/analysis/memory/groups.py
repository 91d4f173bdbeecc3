"""Groups of the objects that one function accesses: memory of one group is never that of another.

    for (j) { next[j] = u[j] + rates[0] * …; }      {rates, start}  {the blocks of u and next}

Memory that is there when the root is entered is one group, but for what `noalias` keeps apart. What
the program allocates is another one, as a whole: blocks of different lifetimes may have the same
place, as their shadows may. What holds of objects holds of their shadows, too.
"""

from __future__ import annotations

from typing import Final, final

from ribozyme.analysis.pointsto.objects import Kind
from ribozyme.analysis.pointsto.pointsto import PointsTo
from ribozyme.ir.instrs import AtomicRMW, CmpXchg, Load, Store
from ribozyme.ir.module import Function
from ribozyme.ir.values import Value

Grouped = tuple[int, int]
"""The number of a group, and how many there are."""

_MOST: Final = 12  # with more, what LLVM compares takes longer than it gives


@final
class Groups:
    """The groups of one function, as bit sets of objects; none if there is only one."""

    def __init__(self, points: PointsTo, function: Function) -> None:
        self._points = points
        self._function = function
        entered, fresh = _kinds(points)
        found: list[int] = []
        for mask in dict.fromkeys(map(self._mask, _pointers(function))):
            joined = mask
            for whole in (entered, fresh):
                joined |= whole if mask & whole else 0
            apart = [group for group in found if not group & joined]
            for group in found:
                joined |= group if group & joined else 0
            found = [*apart, joined] if joined else apart
        self.groups: Final = tuple(found) if 1 < len(found) <= _MOST else ()

    def of(self, pointer: Value) -> Grouped | None:
        """The group that an address leads to, if it leads to one alone."""
        mask = self._mask(pointer) if self.groups else 0
        for number, group in enumerate(self.groups):
            if mask and not mask & ~group:
                return number, len(self.groups)
        return None

    def _mask(self, pointer: Value) -> int:
        return self._points.aliases(self._points.mask(self._function, pointer))


def _pointers(function: Function) -> list[Value]:
    atomic = function.shaped(AtomicRMW, CmpXchg)
    return [access.pointer for access in (*function.shaped(Load, Store), *atomic)]


def _kinds(points: PointsTo) -> tuple[int, int]:
    """Memory that is there when the root is entered, with what nobody knows; what is allocated."""
    entered = fresh = 0
    for object in points.objects:
        own = 1 << object.id
        if object.kind in (Kind.HEAP, Kind.ALLOCA):
            fresh |= own
        elif not (object.noalias and points.aliases(own) == own):
            entered |= own
    return entered, fresh
