"""Loads at a constant distance from what an earlier loop stored or read, or from another load of
their loop: one is kept.

Reverse against forward mode, which keeps nothing.
"""

import numpy as np
import pytest

import ribozyme as rz
from ribozyme.transform.reverse.accesses import forwarded

pytestmark = pytest.mark.rotates("file", plain=9, wide=18)

TEXT = r"""
#include <math.h>
#include <stdlib.h>
#define HEAD double *y = calloc(4 * n + 8, sizeof(double)), total = 0; \
    for (int s = 0; s < steps; s++) {
#define TAIL } for (int i = 0; i < n; i++) total += x[i] * x[i]; free(y); return total;

double ahead(double *x, int n, int steps) {
    HEAD for (int i = 0; i < n; i++) y[i] = sin(x[i]);
    for (int i = 2; i < n - 1; i++) x[i] += 0.1 * (y[i + 1] - y[i - 2]) * y[i - 1]; TAIL
}
double wide_counts(double *x, long n, long steps) {
    HEAD for (long i = 0; i < n; i++) y[i] = sin(x[i]);
    for (long i = 2; i < n - 1; i++) x[i] += 0.1 * (y[i + 1] - y[i - 2]) * y[i - 1]; TAIL
}
double behind(double *x, int n, int steps) {    /* y[0] and y[n] are what the last step left */
    HEAD for (int i = 1; i < n; i++) y[i] = sin(x[i]);
    for (int i = 1; i < n; i++) x[i] += 0.1 * y[i - 1] * y[i - 1] * y[i + 1];
    y[0] = x[1] * x[1]; y[n] = x[0]; TAIL
}
double too_short(double *x, int n, int steps) {  /* the last run reads what no run has stored */
    HEAD for (int i = 0; i < n; i++) y[i] = sin(x[i]);
    for (int i = 0; i < n; i++) x[i] += 0.1 * y[i + 1] * y[i + 1];
    y[n] = x[0]; TAIL
}
double between(double *x, int n, int steps, int at) {
    HEAD for (int i = 0; i < n; i++) y[i] = sin(x[i]);
    y[at] *= y[at + 1];
    for (int i = 0; i < n - 1; i++) x[i] += 0.1 * y[i + 1] * y[i + 1]; TAIL
}
double in_place(double *x, int n, int steps) {   /* a run stores where a later one has read */
    HEAD for (int i = 0; i < n; i++) y[i] = sin(x[i]);
    for (int i = 0; i < n - 2; i++) { x[i] += y[i + 2] * y[i + 1]; y[i] = x[i] * y[i + 2]; }
    for (int i = 0; i < n - 2; i++) x[i + 1] -= 0.1 * y[i] * y[i + 1]; TAIL
}
double ahead_in_place(double *x, int n, int steps) { /* a run stores what the next one reads */
    HEAD for (int i = 0; i < n; i++) y[i] = sin(x[i]);
    for (int i = 0; i < n - 2; i++) { x[i] += y[i + 1] * y[i + 1]; y[i + 2] = 0.1 * x[i]; } TAIL
}
double falling(double *x, int n, int steps) {
    HEAD for (int i = n - 1; i >= 0; i--) y[i] = sin(x[i]);
    for (int i = n - 3; i >= 0; i--) x[i] += 0.1 * y[i + 1] * y[i + 2] * y[i];
    for (int i = 0; i < n - 2; i++) x[i] -= 0.1 * y[i + 1] * y[i + 2]; TAIL
}
double every_third(double *x, int n, int steps) {
    HEAD for (int i = 0; i < n; i++) { y[3 * i] = sin(x[i]); y[3 * i + 1] = cos(x[i]); }
    for (int i = 0; i < n - 1; i++)
        x[i] += 0.1 * y[3 * i + 3] * y[3 * i + 3] + y[3 * i + 1] * y[3 * i + 4] * y[3 * i + 2]; TAIL
}
double read_before(double *x, int n, int steps) { /* the source is a load */
    HEAD for (int i = 0; i < n; i++) total += x[i] * x[i] * x[i];
    for (int i = 0; i < n - 2; i++) y[i] = x[i + 2] * x[i + 1];
    for (int i = 0; i < n; i++) x[i] = 0.5 * x[i] + 0.1 * y[i]; TAIL
}
double told_twice(double *x, int n, int steps) {  /* a source that has a source itself */
    HEAD for (int i = 0; i < n; i++) y[i] = sin(x[i]);
    for (int i = 0; i < n - 1; i++) y[n + i] = y[i + 1];
    for (int i = 0; i < n - 3; i++) x[i] += 0.1 * y[n + i + 2] * y[n + i + 1] * y[i]; TAIL
}
double triangle(double *x, int n, int steps) {
    HEAD for (int i = 0; i < n; i++) y[i] = sin(x[i]);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) x[i] += 0.01 * y[j + 1] * y[j + 1]; TAIL
}
double unsigned_counts(double *x, unsigned n, unsigned steps) {
    double *y = calloc(4 * n + 8, sizeof(double)), total = 0;
    for (unsigned s = 0; s < steps; s++) {
        for (unsigned i = 0; i < n; i++) y[i] = sin(x[i]);
        for (unsigned i = 0; i + 2 < n; i++) x[i] += 0.1 * y[i + 1] * y[i + 2];
    }
    for (unsigned i = 0; i < n; i++) total += x[i] * x[i];
    free(y);
    return total;
}
double three_points(double *x, int n, int steps) {
    HEAD for (int i = 1; i < n - 1; i++) y[i] = x[i] + 0.1 * x[i - 1] * x[i] * x[i + 1];
    for (int i = 1; i < n - 1; i++) x[i] = y[i]; TAIL
}
double gap(double *x, int n, int steps) {        /* a single run reads x[0] and x[3] */
    HEAD for (int i = 0; i < n - 3; i++) y[i] = x[i] * x[i + 3];
    for (int i = 0; i < n - 3; i++) x[i + 1] += 0.1 * sin(y[i]); TAIL
}
double two_ways_out(double *x, int n, int steps) {
    HEAD for (int i = 1; i < n - 1; i++) {
        y[i] = x[i - 1] * x[i] * x[i + 1];
        if (y[i] > 0.5) break;
    }
    for (int i = 0; i < n; i++) x[i] = 0.5 * x[i] + 0.3 * y[i]; TAIL
}
double one_sided(double *x, int n, int steps) {
    HEAD for (int i = 0; i < n - 1; i++) y[i] = sin(x[i] * x[i + 1]);
    for (int i = 0; i < n; i++) x[i] -= 0.1 * y[i]; TAIL
}
double in_rows(double *x, int n, int steps) {   /* rows of n, each with what lies behind it */
    HEAD for (int k = 0; k < 3; k++)
        for (int i = 1; i < n - 1; i++) y[k * n + i] = (k + x[i - 1]) * x[i] * x[i + 1];
    for (int k = 0; k < 3; k++) for (int i = 1; i < n - 1; i++) x[i] += 0.02 * y[k * n + i]; TAIL
}
double under_a_test(double *x, int n, int steps) {
    HEAD for (int i = 1; i < n - 1; i++)
        y[i] = x[i - 1] * x[i + 1] * (i % 3 ? x[i] * x[i] : 1);
    for (int i = 1; i < n - 1; i++) x[i] += 0.1 * y[i]; TAIL
}
double last_under_test(double *x, int n, int steps) { /* x[i + 1] is not read in the last run */
    HEAD for (int i = 1; i < n; i++)
        y[i] = x[i - 1] * x[i] * (i < n - 1 ? x[i + 1] * x[i + 1] : 1);
    for (int i = 1; i < n; i++) x[i] += 0.1 * y[i]; TAIL
}
double in_place_of(double *x, int n, int steps) {  /* the loop writes what it reads */
    HEAD y[0] = 0; for (int i = 1; i < n - 1; i++) x[i] += 0.1 * x[i - 1] * x[i] * x[i + 1]; TAIL
}
double halves(double *x, int n, int steps) {
    HEAD double *u = y + s % 2 * n, *v = y + (1 - s % 2) * n;
    for (int i = 0; i < n; i++) u[i] += x[i];
    for (int i = 1; i < n - 1; i++) v[i] = 0.3 * u[i - 1] * u[i] + u[i] * u[i + 1];
    for (int i = 0; i < n; i++) x[i] = 0.5 * x[i] + 0.1 * v[i]; TAIL
}
double falling_points(double *x, int n, int steps) {
    HEAD for (int i = n - 2; i > 0; i--) y[i] = x[i - 1] * x[i] * x[i + 1];
    for (int i = n - 2; i > 0; i--) x[i] += 0.1 * y[i]; TAIL
}
double far(double *x, int n, int steps) {
    HEAD for (int i = 0; i < n - 9; i++) y[i] = x[i] * x[i + 9];
    for (int i = 0; i < n - 9; i++) x[i] -= 0.1 * sin(y[i]); TAIL
}
double twice_read(double *x, int n, int steps) {   /* the second loop is told by the first */
    HEAD for (int i = 0; i < n - 2; i++) y[i] = x[i] * x[i + 1] * x[i + 2];
    for (int i = 0; i < n - 2; i++) y[n + i] = y[i] * x[i + 1] * x[i + 2];
    for (int i = 0; i < n; i++) x[i] = 0.5 * x[i] + 0.1 * y[n + i]; TAIL
}
double constant_counts(double *x, int n, int steps) {
    double y[64], z[64], total = 0;
    for (int i = 0; i < 40; i++) z[i] = x[39 - i];
    for (int s = 0; s < 5; s++) {
        for (int i = 1; i < 39; i++) y[i] = x[i - 1] * x[i] * x[i + 1] * sin(z[i - 1] * z[i + 1]);
        for (int i = 1; i < 39; i++) { x[i] += 0.1 * y[i]; z[i] -= 0.2 * y[i]; }
    }
    for (int i = 0; i < 40; i++) total += x[i] * x[i];
    return total;
}
double longer_constants(float *x, int n, int steps) {
    float y[400], total = 0;
    for (int i = 1; i < 398; i++) y[i] = x[i - 1] * x[i] * x[i + 1];
    for (int i = 1; i < 398; i++) x[i] += 0.1f * y[i];
    for (int i = 1; i < 398; i++) y[i] = x[i - 1] * x[i] * x[i + 1];
    for (int i = 1; i < 398; i++) x[i] += 0.1f * y[i];
    for (int i = 0; i < 399; i++) total += x[i] * x[i];
    return total;
}
double single(float *x, int n, int steps) {
    float *y = calloc(n, sizeof(float)), total = 0;
    for (int s = 0; s < steps; s++) {
        for (int i = 0; i < n; i++) y[i] = sinf(x[i]);
        for (int i = 1; i < n - 1; i++) x[i] += 0.1f * y[i + 1] * y[i - 1] * y[i];
    }
    for (int i = 0; i < n; i++) total += x[i] * x[i];
    free(y);
    return total;
}
"""
NAMES = (
    "three_points", "gap", "two_ways_out", "one_sided", "in_rows", "under_a_test",
    "last_under_test", "in_place_of", "halves", "falling_points", "far", "twice_read",
    "ahead", "wide_counts", "behind", "too_short", "in_place", "ahead_in_place", "falling",
    "every_third", "read_before", "told_twice", "triangle", "unsigned_counts",
)  # fmt: skip


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(TEXT)


def compared(f: rz.Function, n: int, steps: int, *rest: int, exact: float = 1e-10) -> None:
    random = np.random.default_rng(n)
    x, dx = random.standard_normal((2, n)).astype(np.float32 if exact > 1e-9 else np.float64)
    args = (n, steps, *rest)
    found = rz.grad(f, wrt="x", of="return")(x.copy(), *args)
    tangents = (dx, *(None for _ in args))
    _, moved = rz.jvp(f, (x.copy(), *args), tangents, of="return")
    assert np.isclose(np.vdot(found, dx), moved, rtol=exact)


@pytest.mark.parametrize("name", NAMES)
def test_against_forward_mode(lib: rz.Library, name: str) -> None:
    for n, steps in ((9, 3), (4, 2), (3, 1), (2, 3), (1, 2), (20, 0)):
        compared(lib[name], n, steps)


def test_single_precision(lib: rz.Library) -> None:
    compared(lib.single, 12, 3, exact=1e-3)
    compared(lib.longer_constants, 400, 1, exact=1e-3)


def test_arrays_of_constant_length(lib: rz.Library) -> None:
    compared(lib.constant_counts, 40, 1)


@pytest.mark.parametrize("at", [0, 1, 4, 7])
def test_a_store_between(lib: rz.Library, at: int) -> None:
    compared(lib.between, 9, 3, at)


def test_one_number_is_kept(lib: rz.Library) -> None:
    """The sine of a cell and step, not what two products read of it."""
    n, steps = 1000, 10
    most = 8 * n * steps
    found = rz.explain(lib.wide_counts, wrt="x", of="return", sizes={"n": n, "steps": steps})
    assert found.estimate < 2.1 * most  # x for the cosine, and y


@pytest.mark.parametrize("name", ["three_points", "one_sided", "falling_points"])
def test_a_range_is_kept_once(lib: rz.Library, name: str) -> None:
    """Of two or three loads of one loop."""
    n, steps = 1000, 10
    found = rz.explain(lib[name], wrt="x", of="return", sizes={"n": n, "steps": steps})
    assert found.estimate < 1.05 * 8 * n * steps


def test_without_it_the_gradient_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    x = np.linspace(-1, 1, 9)
    with rz.options(cache=False):
        usual = rz.grad(rz.compile(TEXT).wide_counts, wrt="x", of="return")(x.copy(), 9, 3)
        monkeypatch.setattr(forwarded._Holding, "_covers", lambda *_: False)
        without = rz.grad(rz.compile(TEXT).wide_counts, wrt="x", of="return")(x.copy(), 9, 3)
    assert np.allclose(usual, without, rtol=1e-13)
