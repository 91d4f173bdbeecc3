"""Words that may be numbers or addresses, in structs that go whole from function to function."""

from __future__ import annotations

import numpy as np
import pytest

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=16, wide=1000)

SOURCE = """
struct cell { int tag; union { double d; double *at; long count; } u; };
static __attribute__((noinline)) struct cell number(double d)
{ struct cell c; c.tag = 0; c.u.d = d; return c; }
static __attribute__((noinline)) struct cell place(double *at)
{ struct cell c; c.tag = 1; c.u.at = at; return c; }
static __attribute__((noinline)) struct cell either(double *at, int n)
{ if (n % 2) return place(at); return number(*at * *at); }
static __attribute__((noinline)) double value(struct cell c)
{ return c.tag == 0 ? c.u.d : c.tag == 1 ? *c.u.at * 0.5 : (double)c.u.count; }
double f(const double *x, int n)
{
    double own = x[0] * x[1], s = 0;
    struct cell kept[3], last;
    for (int i = 0; i < 3; i++)
        kept[i] = either(i == n ? &own : (double *)x + i, i + n);
    last = kept[n];
    kept[n] = kept[0];
    own = own * x[2];
    for (int i = 0; i < 3; i++)
        s += value(kept[i]) * (i + 1);
    return s + value(last) * 7;
}
"""


def _value(x: np.ndarray, n: int) -> complex:
    own = x[0] * x[1]
    places = [own if i == n else x[i] for i in range(3)]
    after = [own * x[2] if i == n else x[i] for i in range(3)]
    values = [after[i] / 2 if (i + n) % 2 else places[i] ** 2 for i in range(3)]
    last, values[n] = values[n], values[0]
    return sum(v * (i + 1) for i, v in enumerate(values)) + 7 * last


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("level", ["O0", "O1", "O2", "O3", None])
@pytest.mark.parametrize("n", [0, 1, 2])
def test_cells_handed_back_whole(level: rz.Level | None, n: int, *, first: bool) -> None:
    x = np.array([0.7, 1.1, 0.4])
    with rz.options(optimise_first=first, check="never"):
        f = rz.compile(SOURCE, level=level).f
        found = rz.grad(f, wrt="x")(x, n)
    exact = [_value(x + 1e-20j * unit, n).imag * 1e20 for unit in np.eye(3)]
    np.testing.assert_allclose(found, exact, rtol=1e-13)


NOWHERE = """
struct cell { int tag; union { double d; struct cell *at; long count; } u; };
static double value(struct cell c)
{
    while (c.tag == 1) c = *c.u.at;
    return c.tag == 0 ? c.u.d * c.u.d : (double)c.u.count;
}
double f(const double *x, int n)
{
    struct cell two[2], kept = { 2, { .count = 3 } };
    two[0].tag = 0;
    two[0].u.d = x[0] * x[1];
    two[1] = kept;
    if (n > 1) two[1] = two[0];
    return value(two[0]) * x[2] + value(two[1]);
}
"""


@pytest.mark.parametrize("level", ["O0", "O1", "O2", "O3", None])
@pytest.mark.parametrize("n", [1, 2])
def test_cells_that_are_never_places(level: rz.Level | None, n: int) -> None:
    x = np.array([0.7, 1.1, 0.4])
    product = 2 * x[0] * x[1]
    expected = np.array([product * x[1] * x[2], product * x[0] * x[2], (x[0] * x[1]) ** 2])
    if n > 1:
        expected += np.array([product * x[1], product * x[0], 0])
    with rz.options(optimise_first=False, check="never"):
        found = rz.grad(rz.compile(NOWHERE, level=level).f, wrt="x")(x, n)
    np.testing.assert_allclose(found, expected, rtol=1e-13)
