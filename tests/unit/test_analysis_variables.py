"""Structs with arrays that are indexed at run time: what lies where the arrays' elements may be."""

from __future__ import annotations

from typing import Literal

import numpy as np
import pytest

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=8, wide=16)

REST = """
static double taken(struct S s, const double *x, int k) { return USED; }
double f(const double *x, int n)
{
    struct S s;
    for (int i = 0; i < 3; i++) s.a[i] = x[i], s.b[i] = x[i] * x[3];
    s.n = 2;
    double t = 0;
    for (int i = 0; i < n; i++) t += taken(s, x, i) * (i + 1);
    return t;
}
"""
STRUCTS = {
    "floats before doubles": "struct S { float a[3]; int n; short unread; double b[3]; };",
    "doubles before floats": "struct S { double b[3]; int n; float a[3]; };",
    "members nobody reads": "struct S { int u, v; float a[3]; double b[3]; long n; float w; };",
    "padding at the end": "struct S { int u; int n; double a[3]; double b[3]; float w; };",
}


def derivative(
    source: str, level: Literal["O0", "O2"] | None, *, first: bool, debug: bool
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    function = rz.compile(source, lang="c", level=level, debug=debug).f
    x, dx = np.array([0.5, 1.25, 0.75, 0.875]), np.zeros(4)
    with rz.options(optimise_first=first):
        rz.autodiff(rz.Reverse, function, rz.Duplicated(x, dx), rz.Const(3))
    return dx


@pytest.mark.parametrize("name", STRUCTS)
@pytest.mark.parametrize("first", [True, False], ids=["optimised", "as written"])
@pytest.mark.parametrize("debug", [True, False], ids=["debug", "plain"])
@pytest.mark.parametrize("level", [None, "O0", "O2"])
def test_arrays_of_two_kinds_in_a_struct_by_value(
    name: str, first: bool, debug: bool, level: Literal["O0", "O2"] | None
) -> None:
    source = STRUCTS[name] + REST.replace("USED", "s.a[k % 3] * x[0] + s.b[k % 3] * s.n")
    x = np.array([0.5, 1.25, 0.75, 0.875])
    weights = np.array([1, 2, 3])
    expected = np.append(weights * (x[0] + 2 * x[3]), 2 * weights @ x[:3])
    expected[0] += weights @ x[:3]
    found = derivative(source, level, first=first, debug=debug)
    np.testing.assert_allclose(found, expected)


HEAP = """
#include <stdlib.h>
struct S { float a[4]; double b[2]; };
double f(const double *x, int n)
{
    struct S *s = malloc(sizeof *s), t;
    for (int i = 0; i < 4; i++) s->a[i] = x[i];
    for (int i = 0; i < 2; i++) s->b[i] = x[i] * x[3];
    t = *s;
    double sum = 0;
    for (int i = 0; i < n; i++) sum += t.a[i] * t.b[i % 2];
    free(s);
    return sum;
}
"""


def test_memory_of_no_declared_type_is_right_or_refused() -> None:
    """Floats at each fourth byte, doubles at each eighth: nobody knows where either ends."""
    x = np.array([0.5, 1.25, 0.75, 0.875])
    expected = np.array([2 * x[0] + x[2], 2 * x[1], x[0], 0]) * x[3]
    expected[3] = x[0] * x[0] + x[1] * x[1] + x[2] * x[0]
    for first in (True, False):
        for debug in (True, False):
            try:
                found = derivative(HEAP, "O0", first=first, debug=debug)
            except rz.TypeUnknown as refused:
                assert refused.code == "RZ301"
            else:
                np.testing.assert_allclose(found, expected)
