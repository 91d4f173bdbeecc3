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
from ribozyme.analysis.types.member_types import members, steps
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


def test_the_steps_that_lead_to_a_byte() -> None:
    program = from_text(TABLE.replace("STORE", COUNTED), "f")
    variable = program.named("t")
    assert isinstance(variable, GlobalVariable)
    found = steps(program.layout, variable.type)
    assert found == (4,) * 16 + (16,) * 48 + (0,) * 8 + (8,) * 32
    declared = members(program.layout, variable.type, 4096)
    assert [at for at, mark in enumerate(declared) if mark == ANYTHING] == [
        *range(24, 32), *range(40, 48), *range(56, 72)
    ]  # fmt: skip


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
    (cells,) = (cells for cells in found._bytes.memory.values() if cells.declared)
    assert (word(cells, 24) == (INTEGER,) * 8) is integers
    assert word(cells, 16) == D and word(cells, 72) == D


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
    source.declare(tuple(D), ())
    assert source.version > version
