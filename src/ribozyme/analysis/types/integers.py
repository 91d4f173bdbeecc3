"""Which integers in a variable cannot be bits of floats, although floats may be stored at their
offset.

    static struct { float w[4]; struct { double at; long times; } knots[3]; double sums[2]; } t;

    t.w[i], t.sums[i] = …       floats each 4 bytes, doubles each 8: both at `times`, since the
                                ends of arrays are unknown
    t.knots[i].times = k        no float was put there: the elements of arrays around it have 16
                                bytes, and an index by steps of 4 or 8 does not lead there

An integer of eight bytes may have the bits of a double, so its type alone does not decide.
"""

from __future__ import annotations

from collections.abc import Callable

from ribozyme.analysis.declared.marks import ANYTHING
from ribozyme.analysis.pointsto.objects import Kind
from ribozyme.analysis.pointsto.pointsto import PointsTo
from ribozyme.analysis.types.cells import Cells, is_torn
from ribozyme.analysis.types.origins import Origins


def settle(
    points: PointsTo, variables: dict[int, Cells], origins: Callable[[frozenset[int]], Origins]
) -> None:
    """Settle such bytes of the variables whose types are known, by number; `origins` says where
    floats were put, for variables that only code seen here writes to."""
    torn = {owner: found for owner, cells in variables.items() if (found := _torn(cells))}
    if not torn:
        return
    put = origins(frozenset(owner for owner in variables if _is_own(points, owner)))
    for owner, places in torn.items():
        cells = variables[owner]
        none = (at for at in places if not put.lies(owner, at, cells.steps[at]))
        cells.settle(frozenset(none))


def _torn(cells: Cells) -> list[int]:
    return [
        at
        for at in range(len(cells.steps))
        if cells.declared[at] == ANYTHING and is_torn(cells.at(at, 0))
    ]


def _is_own(points: PointsTo, owner: int) -> bool:
    """Whether an object is a global variable that only code seen here writes to."""
    object = points.table.objects[owner]
    name = object.name.removeprefix("@")
    return object.kind is Kind.GLOBAL and name not in points.program.elsewhere
