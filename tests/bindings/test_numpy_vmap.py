"""`vmap`: a function over leading axes, looping inside native code."""

import pickle

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

import ribozyme as rz

SOURCE = """
#include <math.h>
double f(double x, double a) { return a * sin(x) * x; }
int rounded(float x) { return (int)x; }
_Bool positive(double x) { return x > 0; }
double norm(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * x[i];
    return sqrt(s);
}
void scaled(const double *x, double s, double *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = s * x[i];
}
"""


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(SOURCE)


def test_over_numbers(lib: rz.Library) -> None:
    x = np.linspace(-2, 2, 11)
    assert_allclose(rz.vmap(lib.f, (0, None))(x, 2.0), 2 * np.sin(x) * x)
    assert_allclose(rz.vmap(lib.f)(x, np.ones(11)), np.sin(x) * x)
    assert_allclose(rz.vmap(lib.f, {"a": 0})(1.0, [1, 2]), np.sin(1) * np.array([1, 2]))
    assert rz.vmap(lib.rounded)(np.float32([1.5, 2.5])).tolist() == [1, 2]
    assert rz.vmap(lib.positive)([1.0, -1.0]).tolist() == [True, False]


def test_over_arrays(lib: rz.Library) -> None:
    x = np.arange(12.0).reshape(4, 3)
    assert_allclose(rz.vmap(lib.norm, (0, None))(x, 3), np.linalg.norm(x, axis=1))
    y = np.zeros((4, 3))
    assert rz.vmap(lib.scaled, (0, 0, 0, None))(x, np.arange(4.0), y, 3) is None
    assert_allclose(y, x * np.arange(4.0)[:, None])


def test_over_derivatives(lib: rz.Library) -> None:
    x = np.arange(1.0, 13.0).reshape(4, 3)
    found = rz.vmap(rz.grad(lib.norm), (0, None))(x, 3)
    assert_allclose(found, x / np.linalg.norm(x, axis=1)[:, None])
    values, (slopes, _) = rz.vmap(rz.value_and_grad(lib.f), (0, None))(np.ones(3), 2.0)
    assert_allclose(values, np.full(3, 2 * np.sin(1)))
    assert_allclose(slopes, np.full(3, 2 * (np.cos(1) + np.sin(1))))


def test_each_lane_has_a_gradient_of_its_own_by_what_is_shared(lib: rz.Library) -> None:
    by_a = rz.vmap(rz.grad(lib.f, wrt="a"), (0, None))
    assert_allclose(by_a(np.array([1.0, 2.0]), 5.0), np.sin([1, 2]) * [1, 2])


@pytest.mark.parametrize("threads", [1, 2, 3, 16])
def test_the_same_for_any_number_of_threads(lib: rz.Library, threads: int) -> None:
    x = np.random.default_rng(0).normal(size=(101, 3))
    g = rz.grad(lib.norm)
    found = rz.vmap(g, (0, None), threads=threads)(x, 3)
    assert_array_equal(found, np.array([g(row, 3) for row in x]))


def test_no_lanes(lib: rz.Library) -> None:
    assert rz.vmap(lib.norm, (0, None))(np.zeros((0, 3)), 3).shape == (0,)
    assert rz.vmap(lib.f)(np.zeros(0), np.zeros(0)).shape == (0,)


def test_pickled(lib: rz.Library) -> None:
    again = pickle.loads(pickle.dumps(rz.vmap(lib.norm, (0, None))))
    assert again(np.ones((2, 4)), 4).tolist() == [2.0, 2.0]


@pytest.mark.parametrize(
    "axes, code, words",
    [
        (True, "RZ001", "in_axes of 'x' is an axis or None, not True"),
        ((0.5, None), "RZ001", "is an axis or None, not 0.5"),
        (None, "RZ001", "maps no parameter"),
        ((0,), "RZ011", "has 1 entries"),
        ({"z": 0}, "RZ013", "has no parameter 'z'"),
        ("x", "RZ008", "not 'x'"),
    ],
)
def test_axes_that_cannot_be_meant(lib: rz.Library, axes: object, code: str, words: str) -> None:
    with pytest.raises(rz.Error) as refused:
        rz.vmap(lib.norm, axes)
    assert refused.value.code == code
    assert words in str(refused.value)


def test_what_every_lane_would_write(lib: rz.Library) -> None:
    with pytest.raises(rz.UsageError, match="'y' of 'scaled' is written by every lane"):
        rz.vmap(lib.scaled, (0, None, None, None))


def test_lengths_and_kinds_that_do_not_fit(lib: rz.Library) -> None:
    with pytest.raises(rz.SignatureError, match="'x' 2, 'a' 3"):
        rz.vmap(lib.f)(np.ones(2), np.ones(3))
    with pytest.raises(TypeError, match="wants an array of float64"):
        rz.vmap(lib.norm, (0, None))(np.ones((2, 2), np.float32), 2)
    with pytest.raises(rz.SignatureError, match=r"mapped along axis 2; its shape is \(2, 2\)"):
        rz.vmap(lib.norm, (2, None))(np.ones((2, 2)), 2)
    with pytest.raises(TypeError, match="out_axes is an axis, not None"):
        rz.vmap(lib.norm, (0, None), None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="vmap takes a function of a library, not 3"):
        rz.vmap(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="wants an array with one axis"):
        rz.vmap(lib.f)(np.ones((2, 2)), np.ones(2))


# ---- any axis, what is more than one call, derivatives of batches --------------------------------

X = np.arange(1.0, 13.0).reshape(3, 4)
LANES = np.arange(1.0, 5.0)


@pytest.mark.parametrize("threads", [1, 3])
def test_along_any_axis(lib: rz.Library, threads: int) -> None:
    assert_allclose(rz.vmap(lib.norm, (1, None), threads=threads)(X, 3), np.linalg.norm(X, axis=0))
    found = rz.vmap(rz.grad(lib.norm), (-1, None), out_axes=1, threads=threads)(X, 3)
    assert_allclose(found, X / np.linalg.norm(X, axis=0))
    for axis, y in ((0, np.zeros((4, 3))), (1, np.zeros((3, 4)))):
        assert rz.vmap(lib.scaled, (1, 0, axis, None), threads=threads)(X, LANES, y, 3) is None
        assert_allclose(np.moveaxis(y, axis, 1), X * LANES)


@pytest.mark.parametrize("threads", [1, 2])
def test_over_jacobians_and_hessians(lib: rz.Library, threads: int) -> None:
    jacobian = rz.vmap(rz.jacobian(lib.scaled, wrt="x"), (1, 0, 1, None), threads=threads)
    found = jacobian(X, LANES, np.zeros((3, 4)), 3)
    assert_allclose(found, [s * np.eye(3) for s in LANES])
    assert_allclose(np.moveaxis(found, 0, -1), np.eye(3)[:, :, None] * LANES)
    hessian = rz.vmap(rz.hessian(lib.norm), (0, None), threads=threads)(X, 4)
    for x, found in zip(X, hessian, strict=True):
        r = np.linalg.norm(x)
        assert_allclose(found, np.eye(4) / r - np.outer(x, x) / r**3, atol=1e-15)


def test_over_batches(lib: rz.Library) -> None:
    found = rz.vmap(rz.vmap(lib.f, (0, None)), (0, 0))(X, np.arange(3.0))
    assert_allclose(found, np.arange(3.0)[:, None] * np.sin(X) * X)
    y = np.zeros((2, 3, 4))
    rz.vmap(rz.vmap(lib.scaled, (1, 0, 1, None)), (None, 0, 0, None))(X, [LANES, 2 * LANES], y, 3)
    assert_allclose(y, [X * LANES, 2 * X * LANES])
    with pytest.raises(rz.SignatureError, match="has no lanes"):
        rz.vmap(rz.vmap(lib.f))(np.zeros((0, 2)), np.zeros((0, 2)))
    again = pickle.loads(pickle.dumps(rz.vmap(rz.vmap(lib.f, (0, None)), (0, None))))
    assert_allclose(again(X, 2.0), 2 * np.sin(X) * X)


def test_derivatives_of_a_batch(lib: rz.Library) -> None:
    """What lanes share has one derivative, a sum; forward and reverse mode are dual."""
    batch, x, a = rz.vmap(lib.f, (0, None)), np.linspace(0, 1, 5), 2.0
    by_x, by_a = a * (np.sin(x) + x * np.cos(x)), x * np.sin(x)
    dx, w = np.arange(5.0), np.linspace(1, 2, 5)
    values, tangents = rz.jvp(batch, (x, a), (dx, 0.5))
    assert_allclose(values, a * np.sin(x) * x)
    assert_allclose(tangents, by_x * dx + 0.5 * by_a)
    values, pullback = rz.vjp(batch, x, a)
    back = pullback(w)
    assert_allclose(values, a * np.sin(x) * x)
    assert_allclose(back[0], w * by_x)
    assert back[1] == pytest.approx(w @ by_a)
    assert back[0] @ dx + back[1] * 0.5 == pytest.approx(w @ tangents)
    for way in (rz.jacobian, rz.jacfwd, rz.jacrev):
        found = way(batch)(x, a)
        assert_allclose(found[0], np.diag(by_x))
        assert_allclose(found[1], by_a)


def test_derivatives_of_a_batch_that_writes(lib: rz.Library) -> None:
    batch, y = rz.vmap(lib.scaled, (1, 0, 1, None)), np.zeros((3, 4))
    w = np.random.default_rng(1).normal(size=(3, 4))
    value, pullback = rz.vjp(batch, X, LANES, y, 3)
    assert value is y
    assert_allclose(y, X * LANES)
    for _ in range(2):
        by_x, by_s = pullback(w)
        assert_allclose(by_x, w * LANES)
        assert_allclose(by_s, (w * X).sum(axis=0))
    by_x, by_s = rz.jacobian(batch)(X, LANES, y, 3)
    assert_allclose(np.tensordot(w, by_x, 2), w * LANES)
    assert_allclose(np.tensordot(w, by_s, 2), (w * X).sum(axis=0))
    _, along = rz.jvp(batch, (X, LANES, y, 3), (w, LANES, None, None))
    assert_allclose(along, np.tensordot(by_x, w, 2) + by_s @ LANES)


def test_derivatives_of_a_batch_of_gradients(lib: rz.Library) -> None:
    """Results that are no arrays of the caller's have their lanes along `out_axes`."""
    slopes = rz.vmap(rz.grad(lib.norm), (1, None), out_axes=1)
    hessian = rz.vmap(rz.hessian(lib.norm), (1, None))(X, 3)
    v = np.random.default_rng(2).normal(size=(3, 4))
    value, tangent = rz.jvp(slopes, (X, 3), (v, None))
    assert_allclose(value, X / np.linalg.norm(X, axis=0))
    assert_allclose(tangent, np.einsum("kij,jk->ik", hessian, v))
    value, pullback = rz.vjp(slopes, X, 3)
    assert_allclose(value, X / np.linalg.norm(X, axis=0))
    assert_allclose(pullback(v), np.einsum("kij,ik->jk", hessian, v))
    whole = rz.jacobian(slopes)(X, 3)
    assert whole.shape == (3, 4, 3, 4)
    assert_allclose(np.tensordot(whole, v, 2), tangent)


def test_arrays_that_are_input_and_output() -> None:
    lib = rz.compile(
        "void relax(double *x, int n) { for (int i = 1; i < n; i++) x[i] *= x[i - 1]; }"
    )
    x = X.copy()
    value, pullback = rz.vjp(rz.vmap(lib.relax, (0, None)), x, 4)
    assert value is x
    assert_allclose(x, np.cumprod(X, axis=1))
    found = pullback(np.ones((3, 4)))
    for row, back in zip(X, found, strict=True):
        assert_array_equal(back, rz.vjp(lib.relax, row.copy(), 4)[1](np.ones(4)))


def test_a_batch_is_no_number(lib: rz.Library) -> None:
    for transform in (rz.grad, rz.value_and_grad, rz.hessian):
        with pytest.raises(rz.Error, match=r"rz.vmap\(rz.grad\(f\)\)") as refused:
            transform(rz.vmap(lib.f))
        assert refused.value.code == "RZ009"
