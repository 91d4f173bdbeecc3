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
        (1, "RZ001", "is 0 (the leading axis) or None, not 1"),
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
    with pytest.raises(TypeError, match="wants an array with one axis"):
        rz.vmap(lib.f)(np.ones((2, 2)), np.ones(2))
