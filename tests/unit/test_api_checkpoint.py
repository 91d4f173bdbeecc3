"""`rz.checkpoint(f)`: a pullback that keeps the inputs, and runs the function again."""

import pickle
from typing import Any

import numpy as np
import pytest

import ribozyme as rz

LIB = """
#include <math.h>
#include <stdio.h>
static int calls;
void layer(const double *x, double k, double *y, int n) {
    for (int i = 0; i < n; i++) y[i] = sin(k * x[i]) + 0.1 * x[(i + 1) % n];
}
double loss(double *y, int n) {
    double s = 0;
    for (int i = 0; i < n; i++) { y[i] = y[i] * y[i]; s += y[i] * (i + 1); }
    return s;
}
double counted(double x) { calls++; return x * calls; }
double loud(double x) { printf("%g\\n", x); return x * x; }
"""
N = 5


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(LIB)


def x() -> Any:
    return np.linspace(0.2, 1.3, N)


def test_as_the_function_itself(lib: rz.Library) -> None:
    """Value and derivatives, what is written, more than one cotangent; arguments may change."""
    found = []
    for f in (rz.checkpoint(lib.layer), lib.layer):
        given, y = x(), np.zeros(N)
        value, pullback = rz.vjp(f, given, 0.7, y, N, wrt=("x", "k"), of="y")
        assert np.array_equal(value, y)
        given[:] = 7.0
        y[:] = 7.0
        found.append([value.copy(), *(pullback(seed) for seed in (x(), np.ones(N)))])
    for one, other in zip(found[0][1:], found[1][1:], strict=True):
        for mine, theirs in zip(one, other, strict=True):
            np.testing.assert_allclose(mine, theirs, rtol=1e-14)


def test_memory_that_is_read_and_written(lib: rz.Library) -> None:
    found = []
    for f in (rz.checkpoint(lib.loss), lib.loss):
        y = x()
        value, pullback = rz.vjp(f, y, N, wrt="y", of="return")
        found.append((value, y, pullback(1.0), pullback(2.0)))
    for one, other in zip(*found, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-14)


def test_a_composition(lib: rz.Library) -> None:
    """Two functions in a row, against differences."""
    y = np.zeros(N)
    _, first = rz.vjp(rz.checkpoint(lib.layer), x(), 0.7, y, N, wrt="x", of="y")
    _, second = rz.vjp(rz.checkpoint(lib.loss), y, N, wrt="y", of="return")
    found = first(second(1.0))

    def whole(at: Any) -> float:
        y = np.zeros(N)
        lib.layer(at, 0.7, y, N)
        return float(lib.loss(y, N))

    for k in range(N):
        step = 1e-6 * np.eye(N)[k]
        assert found[k] == pytest.approx((whole(x() + step) - whole(x() - step)) / 2e-6, rel=1e-8)


def test_halves(lib: rz.Library) -> None:
    forward, reverse = rz.split(rz.checkpoint(lib.loss), wrt="y", of="return")
    value, kept = forward(x(), N)
    other = rz.split(lib.loss, wrt="y", of="return")
    wanted, tape = other[0](x(), N)
    assert value == wanted
    np.testing.assert_allclose(reverse(kept, 3.0), other[1](tape, 3.0), rtol=1e-14)
    np.testing.assert_allclose(reverse(kept), other[1](tape), rtol=1e-14)


def test_other_transforms(lib: rz.Library) -> None:
    f = rz.checkpoint(lib.loss)
    assert f(x(), N) == lib.loss(x(), N)
    np.testing.assert_array_equal(rz.grad(f, wrt="y")(x(), N), rz.grad(lib.loss, wrt="y")(x(), N))
    assert rz.jvp(f, (x(), N), (x(), None)) == rz.jvp(lib.loss, (x(), N), (x(), None))
    assert pickle.loads(pickle.dumps(f))(x(), N) == f(x(), N)
    with pytest.raises(rz.Error, match="checkpoint"):
        rz.check(f)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["counted", "loud"])
def test_what_may_not_run_again_is_refused(name: str, lib: rz.Library) -> None:
    with pytest.raises(rz.Error, match="would do it again") as caught:
        rz.vjp(rz.checkpoint(lib[name]), 0.5)
    assert caught.value.code == "RZ219"


def test_not_a_function() -> None:
    with pytest.raises(rz.Error, match="RZ008"):
        rz.checkpoint(3)  # type: ignore[arg-type]
