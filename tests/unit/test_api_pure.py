"""`pure`: functions that give their outputs, and what transforms make of them."""

import inspect
import pickle

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

import ribozyme as rz

SOURCE = """#include <math.h>
void scaled(const double *x, double s, double *y, int n) {
  for (int i = 0; i < n; i++) y[i] = s * x[i] * x[i];
}
void relax(double *x, int n) { for (int i = 1; i < n; i++) x[i] *= x[i - 1]; }
double both(const double *x, int n, double *sum, double out[]) {
  *sum = 0;
  for (int i = 0; i < n; i++) { *sum += x[i]; out[i] = sin(x[i]); }
  return *sum * *sum;
}
int status(const double *x, int n, double *r) { r[0] = x[0] * x[n - 1]; r[1] = x[0]; return 7; }
"""
X = np.arange(1.0, 5.0)
TRIANGLE = np.array([[1.0, 0, 0, 0], [2, 1, 0, 0], [6, 3, 2, 0], [24, 12, 8, 6]])


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(SOURCE)


def test_an_output_like_an_input(lib: rz.Library) -> None:
    for f in (rz.pure(lib.scaled, y="x"), rz.pure(lib.scaled, y="n"), rz.pure(lib.scaled, y=4)):
        assert str(inspect.signature(f)) == "(x, s, n)"
        assert_allclose(f(X, 2.0, 4), 2 * X * X)
        assert_allclose(f(X, n=4, s=2.0), 2 * X * X)
    assert rz.pure(lib.scaled, y=("n", 2))(X, 2.0, 4).shape == (4, 2)
    again = pickle.loads(pickle.dumps(rz.pure(lib.scaled, y="x")))
    assert_allclose(again(X, 3.0, 4), 3 * X * X)


def test_derivatives(lib: rz.Library) -> None:
    f, w = rz.pure(lib.scaled, y="x"), np.linspace(1, 2, 4)
    value, tangent = rz.jvp(f, (X, 2.0, 4), (w, 0.5, None))
    assert_allclose(value, 2 * X * X)
    assert_allclose(tangent, 4 * X * w + 0.5 * X * X)
    value, pullback = rz.vjp(f, X, 2.0, 4)
    by_x, by_s = pullback(w)
    assert_allclose(value, 2 * X * X)
    assert_allclose(by_x, 4 * X * w)
    assert by_s == pytest.approx(w @ (X * X))
    for way in (rz.jacobian, rz.jacfwd, rz.jacrev):
        by_x, by_s = way(f)(X, 2.0, 4)
        assert_allclose(by_x, np.diag(4 * X))
        assert_allclose(by_s, X * X)
    assert_allclose(rz.jacobian(f, wrt=1)(X, 2.0, 4), X * X)
    assert_allclose(rz.vmap(f, (0, None, None))(np.stack([X, -X]), 2.0, 4), [2 * X * X] * 2)


def test_what_is_read_and_written_is_copied(lib: rz.Library) -> None:
    f, x = rz.pure(lib.relax), X.copy()
    assert_allclose(f(x, 4), np.cumprod(X))
    value, jacobian = rz.value_and_jacobian(f)(x, 4)
    assert_allclose(value, np.cumprod(X))
    assert_allclose(jacobian, TRIANGLE)
    assert_allclose(rz.vjp(f, x, 4)[1](np.ones(4)), TRIANGLE.sum(axis=0))
    assert_array_equal(x, X)


def test_several_outputs(lib: rz.Library) -> None:
    f = rz.pure(lib.both, sum=(), out="n")
    value, total, sines = f(X, 4)
    assert value == 100 and total == 10
    assert_allclose(sines, np.sin(X))
    assert_allclose(rz.grad(f)(X, 4), np.full(4, 20.0))
    assert_allclose(rz.hessian(f)(X, 4), np.full((4, 4), 2.0))
    assert_allclose(rz.hvp(f, (X, 4), X), np.full(4, 20.0))
    _, pullback = rz.vjp(f, X, 4)
    assert_allclose(pullback(1.0, np.array(0.5), np.ones(4)), 20.5 + np.cos(X))


def test_has_aux(lib: rz.Library) -> None:
    f = rz.pure(lib.both, sum=(), out="n")
    gradient, (total, sines) = rz.grad(f, has_aux=True)(X, 4)
    assert_allclose(gradient, np.full(4, 20.0))
    assert total == 10
    assert_allclose(sines, np.sin(X))
    (value, others), gradient = rz.value_and_grad(f, has_aux=True)(X, 4)
    assert value == 100 and len(others) == 2
    gradient, sines = rz.grad(f, of="sum", has_aux=True)(X, 4)
    assert_allclose(gradient, np.ones(4))
    assert_allclose(sines, np.sin(X))
    with pytest.raises(rz.UsageError, match=r"rz.pure\(f\) gives what it writes, and has has_aux"):
        rz.grad(lib.both, has_aux=True)


def test_a_status_is_no_output(lib: rz.Library) -> None:
    f = rz.pure(lib.status, r=2)
    assert_allclose(f(X, 4), [4.0, 1.0])
    assert_allclose(rz.jacobian(f)(X, 4), [[4.0, 0, 0, 1], [1, 0, 0, 0]])


def test_extents_that_fortran_declares() -> None:
    lib = rz.compile("void twice(const double x[3], double (*y)[3]) { (*y)[0] = 2 * x[0]; }")
    with pytest.raises(rz.UsageError, match="how large 'y' of 'twice' is"):
        rz.pure(lib.twice)
    assert rz.pure(lib.twice, y=(1, 3))(np.ones(3)).tolist() == [[2.0, 0.0, 0.0]]


def test_numbers_in_arrays_without_an_axis() -> None:
    """`np.array(2.0)` for a pointer: its unit is an array, too."""
    lib = rz.compile(
        "double f(const double *x, const double *y) { return *x * *x * *x * y[0] * y[0]; }"
        "void g(const double *x, double *y) { *y = *x * *x; }"
    )
    x, y = np.array(2.0), np.array([3.0, 4.0])
    for way in (rz.jacobian, rz.jacfwd, rz.jacrev):
        assert way(lib.f, wrt="x")(x, y) == 108
        assert way(lib.g)(x, np.zeros(())) == 4
    (by_xx, by_xy), (by_yx, by_yy) = rz.hessian(lib.f)(x, y)
    assert by_xx == 108 and by_xy.tolist() == by_yx.tolist() == [72, 0]
    assert by_yy.tolist() == [[16, 0], [0, 0]]


def test_what_cannot_be_meant(lib: rz.Library) -> None:
    with pytest.raises(rz.UsageError, match="how large 'y' of 'scaled' is, its type does not say"):
        rz.pure(lib.scaled)
    with pytest.raises(rz.Error, match="'x' of 'scaled' is no array of numbers that it writes"):
        rz.pure(lib.scaled, x="y")
    with pytest.raises(rz.Error, match="has no parameter 'z'"):
        rz.pure(lib.scaled, z=3)
    with pytest.raises(rz.Error, match=r"'y' of 'pure\(scaled\)' has an extent 's', which is 2.0"):
        rz.pure(lib.scaled, y="s")(X, 2.0, 4)
    with pytest.raises(rz.Error, match="takes 3 arguments; it lacks 'n'"):
        rz.pure(lib.scaled, y="x")(X, 2.0)
    with pytest.raises(TypeError, match="pure takes a function of a library"):
        rz.pure(rz.grad(lib.both))
