"""Integers that are stored over floats, or over what nobody knows: derivatives end there."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ribozyme as rz

OVER_DOUBLES = """
define double @f(ptr noalias %x) {
  %p = getelementptr double, ptr %x, i64 1
  %b = load double, ptr %p, align 8
  %c = load double, ptr %x, align 8
  %m = fmul double %b, %c
  store STORED, ptr %x, align 8
  ret double %m
}
"""
OVER_ANYTHING = """
define double @f(ptr noalias %x) {
  %b = load double, ptr %x, align 8
  %q = getelementptr i8, ptr %x, i64 8
  store STORED, ptr %q, align 8
  %m = fmul double %b, %b
  ret double %m
}
"""
WHOLE = (
    "<2 x i64> zeroinitializer",
    "i128 0",
    "<4 x i32> <i32 0, i32 1072693248, i32 0, i32 1073741824>",
    "<4 x i32> <i32 0, i32 1, i32 2, i32 3>",
    "[2 x i64] [i64 0, i64 4607182418800017408]",
)


def derivatives(text: str) -> list[list[float]]:
    """By both modes: the shadow of four numbers that was all ones."""
    with rz.options(cache=False, optimise_first=False):
        f: Any = rz.compile(text, lang="ll").f
        found = []
        for mode in (rz.Reverse, rz.Forward):
            x, d = np.arange(2.0, 6), np.ones(4)
            rz.autodiff(mode, f, rz.Duplicated(x, d))
            found.append(d.tolist())
    return found


@pytest.mark.parametrize("stored", WHOLE)
def test_over_several_floats(stored: str) -> None:
    assert derivatives(OVER_DOUBLES.replace("STORED", stored)) == [[3, 2, 1, 1], [0, 0, 1, 1]]


@pytest.mark.parametrize("stored", WHOLE)
def test_over_memory_of_unknown_type(stored: str) -> None:
    assert derivatives(OVER_ANYTHING.replace("STORED", stored)) == [[5, 0, 0, 1], [1, 0, 0, 1]]


@pytest.mark.parametrize("level", ["O0", "O1", "O2"])
def test_zeros_that_are_copied(level: Any) -> None:
    """What the optimiser makes of the copy has no type; that of the array is in debug info."""
    source = """
        #include <string.h>
        void f(double *restrict x, double a)
        {
            double l[6] = {a, x[1]};
            memcpy(x, l, 3 * sizeof(double));
        }
    """
    for flags in ([], ["-g0"]):
        f: Any = rz.compile(source, level=level, flags=flags).f
        x, d = np.arange(2.0, 6), np.ones(4)
        try:
            slope = rz.autodiff(rz.Reverse, f, rz.Duplicated(x, d), rz.Active(1.0))
        except rz.TypeUnknown:
            assert flags, "with debug info everything is known"
            continue
        assert (slope, d.tolist()) == (1.0, [0, 1, 0, 1])
