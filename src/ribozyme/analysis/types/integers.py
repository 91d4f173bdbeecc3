"""Which integers in a variable cannot be bits of floats, although floats may be stored at their
offset.

    static struct { struct { double at; long times; } knots[3]; double sums[2][2]; } t;

    t.sums[k][i] = …            doubles each 8 bytes, some of them 16 apart as `times` are: what is
                                loaded there may be one of them, for all that places say
    t.knots[i].times = k        no float was put there: the elements of arrays around it have 16
                                bytes, and an index by steps of 8 does not lead there

An integer of eight bytes may have the bits of a double, so its type alone does not decide.
"""

from __future__ import annotations

from collections.abc import Callable

from ribozyme.analysis.declared.marks import ANYTHING, FLOAT, INTEGER
from ribozyme.analysis.pointsto.objects import Kind
from ribozyme.analysis.pointsto.pointsto import PointsTo
from ribozyme.analysis.types.cells import LONG, Cells, is_torn
from ribozyme.analysis.types.origins import Origins


def settle(
    points: PointsTo, variables: dict[int, Cells], origins: Callable[[frozenset[int]], Origins]
) -> None:
    """Settle such bytes of the variables whose types are known, by number; `origins` says where
    floats were put, for variables that only code seen here writes to."""
    doubtful = {owner: found for owner, cells in variables.items() if (found := _doubtful(cells))}
    if not doubtful:
        return
    put = origins(frozenset(owner for owner in variables if _is_own(points, owner)))
    for owner, places in doubtful.items():
        cells = variables[owner]
        none = (at for at in places if not put.lies(owner, at, cells.members.arrays[at]))
        cells.settle(frozenset(none))


def _doubtful(cells: Cells) -> list[int]:
    """The bytes of integers that may be a float's, and are more than one sort."""
    members = cells.members
    if not cells.said & FLOAT or not 0 < len(members.arrays) <= LONG:
        return []
    said = ((at, cells.at(at, 0)) for at, mark in enumerate(members.marks) if mark == ANYTHING)
    mixed = FLOAT | INTEGER
    return [
        at
        for at, marks in said
        if is_torn(marks) or (marks & FLOAT and marks & INTEGER and not marks & ~mixed)
    ]


def _is_own(points: PointsTo, owner: int) -> bool:
    """Whether an object is a global variable that only code seen here writes to."""
    object = points.table.objects[owner]
    name = object.name.removeprefix("@")
    return object.kind is Kind.GLOBAL and name not in points.program.elsewhere
