"""Spare memory of tapes: kept for the next call, and given back by `rz.release`."""

import resource

import numpy as np
import pytest

import ribozyme as rz

TEXT = r"""
#include <math.h>
double chain(double x, long n) {
    for (long i = 0; i < n; i++) x = sin(x) + 0.5;
    return x;
}
__attribute__((noinline)) static double settle(const double *p, double *y, double h) {
    double z[12];
    for (int i = 0; i < 12; i++) z[i] = y[i];
    for (;;) {                                      /* once, or twice where h is halved */
        double most = 0;
        for (int i = 0; i < 12; i++) {
            double move = h * sin(p[i] * z[i]);
            z[i] = (z[i] + move) / (1 + z[i] * z[i]);
            most = fmax(most, fabs(move));
        }
        if (most < 0.5) break;
        h /= 2;
    }
    for (int i = 0; i < 12; i++) y[i] = z[i];
    return h;
}
double settled(const double *p, double *y, double h, long steps) {
    for (long n = 0; n < steps; n++) h = settle(p, y, h);
    double s = 0;
    for (int i = 0; i < 12; i++) s += y[i] * y[i];
    return s;
}
"""
STEPS = 2000


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(TEXT)


def test_what_is_spare_is_given_back(lib: rz.Library) -> None:
    gradient = rz.grad(lib.chain)
    rz.release()
    first = gradient(0.5, 1_000_000)
    assert 8_000_000 <= rz.release() < 32_000_000
    assert rz.release() == 0
    assert gradient(0.5, 1_000_000) == first
    assert rz.release() > 0


@pytest.mark.wide
def test_large_tapes_are_kept(lib: rz.Library) -> None:
    """More than 256 MiB: the second call has pages of the first, so that it faults none in."""
    gradient = rz.grad(lib.chain)
    rz.release()
    n = 36_000_000
    first = gradient(0.5, n)
    before = resource.getrusage(resource.RUSAGE_SELF)
    assert gradient(0.5, n) == first
    after = resource.getrusage(resource.RUSAGE_SELF)
    spent = after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime
    assert spent[1] <= 0.05 * sum(spent)
    assert rz.release() >= 8 * n


def test_short_loops_take_little(lib: rz.Library) -> None:
    """A loop that runs about once in each of many calls does not reserve 16 iterations in each."""
    gradient = rz.grad(lib.settled, wrt="p", of="return")
    p, y = np.linspace(0.2, 1, 12), np.linspace(-1, 1, 12)
    rz.release()
    found = gradient(p, y.copy(), 0.6, STEPS)
    assert rz.release() < 2000 * STEPS  # 16 iterations of 24 numbers would be 3 KB in each
    direction = np.cos(np.arange(12))
    primals = (p, y.copy(), 0.6, STEPS)
    _, slope = rz.jvp(lib.settled, primals, (direction, None, None, None), of="return")
    assert np.isclose(found @ direction, slope, rtol=1e-10)
