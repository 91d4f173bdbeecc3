"""Marks of places that contradict each other: what repeats, what does not, what a type says."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product
from random import Random
from typing import Final

import pytest
from tests.analysed import from_text

from ribozyme.analysis.declared.marks import (
    ANYTHING,
    HEAD,
    INTEGER,
    PADDING,
    POINTER,
    TAIL,
    Marks,
    float_marks,
    whole,
)
from ribozyme.analysis.pointsto.pointsto import points_to
from ribozyme.analysis.types.cells import Cells, transfer
from ribozyme.analysis.types.member_types import Members, arrays, leads, members
from ribozyme.analysis.types.typing import typing
from ribozyme.ir import types as ty
from ribozyme.ir.module import GlobalVariable

D: Final = float_marks(ty.DOUBLE)
F: Final = float_marks(ty.FLOAT)
P: Final = (POINTER,) * 8
EITHER: Final = tuple(mark | POINTER for mark in D)
Told = tuple[int, int, Sequence[Marks]]


def cells_of(*told: Told) -> Cells:
    """Cells of which so much is told: offset, stride, marks."""
    cells = Cells()
    for offset, stride, marks in told:
        for index, mark in enumerate(marks):
            cells.add(offset + index, stride, mark)
    return cells


def word(cells: Cells, offset: int) -> tuple[Marks, ...]:
    return tuple(cells.at(offset + index, 0) for index in range(8))


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_what_goes_through_a_row_of_words_goes_to_each(order: tuple[int, ...]) -> None:
    told: tuple[Told, ...] = ((8, 16, EITHER), (8, 0, D), (24, 0, P))
    cells = cells_of(*(told[index] for index in order))
    assert word(cells, 8) == word(cells, 24) == EITHER


def test_rows_of_two_sorts_are_of_arrays_that_end() -> None:
    cells = cells_of((0, 8, D), (0, 16, P), (8, 0, D), (16, 0, P))
    assert word(cells, 8) == D and word(cells, 16) == P


def test_a_row_that_is_no_word_says_nothing_of_one() -> None:
    cells = cells_of((0, 4, EITHER), (8, 0, D))
    assert word(cells, 8) == D
    assert word(cells_of((8, 16, EITHER), (8, 0, (*F, *F))), 8) == (*F, *F)


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_a_place_says_again_what_a_row_says(order: tuple[int, ...]) -> None:
    told: tuple[Told, ...] = ((0, 8, D), (32, 0, D), (32, 0, P))
    cells = cells_of(*(told[index] for index in order))
    assert word(cells, 32) == EITHER, "the double there is no element of an array beside"


def test_news_of_what_a_row_says_already() -> None:
    cells = cells_of((0, 8, D))
    assert not cells.add(32, 0, D[0]), "nothing contradicts it"
    cells.add(40, 0, POINTER)
    assert cells.add(48, 0, D[0]) and not cells.add(48, 0, D[0])


TABLE: Final = """
target datalayout = "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%struct.table = type { [4 x float], [3 x %struct.knot], i64, [2 x [2 x double]] }
%struct.knot = type { double, i64 }
@t = internal global %struct.table zeroinitializer

define double @f(i64 %i, float %w, double %v) {
  %a = getelementptr inbounds float, ptr @t, i64 %i
  store float %w, ptr %a
  %k = getelementptr inbounds %struct.knot, ptr getelementptr (i8, ptr @t, i64 16), i64 %i
  STORE
  %s = getelementptr inbounds double, ptr getelementptr (i8, ptr @t, i64 72), i64 %i
  store double %v, ptr %s
  %r = load double, ptr %s
  ret double %r
}
"""
COUNTED: Final = """%n = getelementptr i8, ptr %k, i64 8
  store i64 7, ptr %n
  %c = load i64, ptr %n
  %d = sitofp i64 %c to double"""
BITS: Final = "%n = getelementptr i8, ptr %k, i64 8\n  store double %v, ptr %n"
ELSEWHERE: Final = "define void @set(double %v) {\n  store double %v, ptr @t\n  ret void\n}\n"


def test_the_arrays_around_a_byte() -> None:
    program = from_text(TABLE.replace("STORE", COUNTED), "f")
    variable = program.named("t")
    assert isinstance(variable, GlobalVariable)
    found = arrays(program.layout, variable.type)
    floats, knots, none, sums = ((4, 16),), ((16, 48),), (), ((16, 32), (8, 16))
    assert found == (floats,) * 16 + (knots,) * 48 + (none,) * 8 + (sums,) * 32
    declared = members(program.layout, variable.type, 4096)
    assert [at for at, mark in enumerate(declared) if mark == ANYTHING] == [
        *range(24, 32), *range(40, 48), *range(56, 72)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("stride", "around", "expected"),
    [
        (8, (), False),  # a member of its own
        (0, (), True),  # a place of its own
        (1, (), True),  # somewhere
        (8, ((8, 48),), True),
        (4, ((8, 48),), False),
        (8, ((296, 888), (8, 288)), True),
        (8, ((296, 888),), False),  # `rows` of matrices in an array
        (296, ((296, 888),), True),
        (8, ((1, 8),), False),  # char tag[8]: no room for two steps
        (8, ((1, 16),), True),
        (8, ((24, 72), (4, 8)), False),
        (16, ((16, 48), (4, 8)), True),
        (8, ((4, 12),), False),
        (8, ((4, 16),), True),
    ],
)
def test_steps_that_lead_to_a_byte(
    stride: int, around: tuple[tuple[int, int], ...], expected: bool
) -> None:
    assert leads(stride, around) is expected


def matrices(count: int = 1) -> Cells:
    """`struct { int rows, cols; double at[4]; }`, several side by side, `at[i]` being written."""
    whole = 40 * count
    outer = ((40, whole),) if count > 1 else ()
    marks, around = (0,) * 8 + D * 4, (outer,) * 8 + ((*outer, (8, 32)),) * 32
    cells = Cells()
    cells.declare(Members(marks * count, around * count))
    for at, mark in enumerate(D):
        cells.add(at, 8, mark)
    return cells


def test_floats_of_an_array_are_not_in_the_members_before_it() -> None:
    cells = matrices()
    assert word(cells, 0) == (PADDING,) * 8 and word(cells, 8) == word(cells, 32) == D
    assert cells.at(0, 8) == HEAD[ty.DOUBLE], "a place by an index"
    for at, mark in enumerate(D):
        cells.add(at, 0, mark)  # `memcpy(&rows, &x, 8)`: it is there by a place of its own
    assert word(cells, 0) == D


def test_floats_of_an_array_in_elements_of_another() -> None:
    cells = matrices(3)
    for at in range(8):
        cells.add(at, 40, INTEGER)
    assert [cells.at(at, 40) for at in (0, 7)] == [INTEGER] * 2
    assert [cells.at(at, 40) for at in (8, 16)] == [HEAD[ty.DOUBLE]] * 2
    assert word(cells, 40) == (INTEGER,) * 8 and word(cells, 48) == D


def test_an_index_does_not_lead_into_an_array_of_other_elements() -> None:
    around = (((4, 16),),) * 16 + (((16, 48),),) * 48  # float w[4]; struct { double; long; } k[3];
    cells = Cells()
    cells.declare(Members(F * 4 + (*D, *(ANYTHING,) * 8) * 3, around))
    for at, mark in enumerate(D):
        cells.add(24 + at, 16, mark)  # the bits of a double in the `long`
    for at, mark in enumerate(F):
        cells.add(8 + at, 0, mark)  # w[2]
    assert [cells.at(24 + at, 16) for at in range(8)] == list(D)
    assert [cells.at(8 + at, 0) for at in range(4)] == list(F)


@pytest.mark.parametrize(
    ("source", "integers"),
    [
        (TABLE.replace("STORE", COUNTED), True),
        (TABLE.replace("STORE", BITS), False),
        (TABLE.replace("STORE", COUNTED) + ELSEWHERE, False),
    ],
    ids=["counted", "bits", "elsewhere"],
)
def test_integers_in_which_no_float_is_put(source: str, integers: bool) -> None:
    found = typing(points_to(from_text(source, "f")))
    (cells,) = (cells for cells in found._bytes.memory.values() if cells.members.marks)
    assert (word(cells, 24) == (INTEGER,) * 8) is integers
    for at in (16, 72):
        assert tuple(mark & ~INTEGER for mark in word(cells, at)) == D


def test_floats_without_all_their_bytes() -> None:
    assert whole([*D, *F, 0, TAIL[ty.FLOAT]]) == [*D, *F, 0, 0]
    assert whole([HEAD[ty.DOUBLE], *(TAIL[ty.DOUBLE],) * 3, *(PADDING,) * 4]) == [0] * 8
    assert whole([*EITHER, 0, POINTER]) == [*EITHER, 0, 0]


@pytest.mark.parametrize("seed", range(40))
def test_what_is_said_again_changes_no_answer(seed: int) -> None:
    random = Random(seed)
    marks = (*D[:2], *F[:2], POINTER, INTEGER, PADDING)
    said = [
        (random.randrange(48), random.choice((0, 1, 8, 12, 24, 48)), random.choice(marks))
        for _ in range(random.randrange(4, 60))
    ]
    once, again = Cells(), Cells()
    for place in said:
        once.add(*place)
    for count in range(len(said)):
        for place in said[: count + 1]:
            again._known.clear()  # as if it were new
            again.add(*place)
    for offset, stride in product(range(-8, 64), (0, 1, 8, 24)):
        assert once.at(offset, stride) == again.at(offset, stride)


def test_versions_of_cells_tell_of_changes() -> None:
    source, target = Cells(), Cells()
    source.add(0, 8, D[0])
    version = source.version
    assert not source.add(0, 8, D[0]) and source.version == version
    assert transfer(source, (0, 0), target, (16, 0), 32)
    told = target.version
    assert told > 0 and target.at(40, 0) == D[0]
    assert not transfer(source, (0, 0), target, (16, 0), 32) and target.version == told
    source.declare(Members(D))
    assert source.version > version
