"""Derivatives that jitted code calls: the same as those that Python calls."""

from typing import Any

import numpy as np
import pytest

import ribozyme as rz
from ribozyme.base.errors import Error

numba = pytest.importorskip("numba", reason="Numba is not installed: pip install 'ribozyme[numba]'")

RNG = np.random.default_rng(11)


@numba.njit
def energy(x: Any, k: float) -> float:
    total = 0.0
    for i in range(x.size - 1):
        total += 0.5 * k * (x[i + 1] - x[i]) ** 2 + np.cos(x[i])
    return total


SLOPES = rz.grad(energy)
BY_X = rz.grad(energy, wrt="x")
BOTH = rz.value_and_grad(energy)


@numba.njit
def descended(x: Any, k: float, steps: int) -> Any:
    x = x.copy()
    for _ in range(steps):
        x -= 0.1 * BY_X(x, k)
    return x


@numba.njit
def all_of_them(x: Any, k: float) -> Any:
    return SLOPES(x, k), BOTH(x, k)


def test_descent() -> None:
    x = RNG.normal(size=6)
    found = descended(x, 2.0, 50)
    for _ in range(50):
        x = x - 0.1 * BY_X(x, 2.0)
    assert np.allclose(found, x, rtol=1e-13)


def test_several_results() -> None:
    x = RNG.normal(size=6)
    (by_x, by_k), (value, (again, _)) = all_of_them(x, 1.5)
    own_x, own_k = SLOPES(x, 1.5)
    assert np.array_equal(by_x, own_x) and by_k == own_k
    assert value == energy(x, 1.5) and np.array_equal(again, own_x)


def test_other_types_of_arguments() -> None:
    """Single precision; an array with gaps; integers where numbers are."""
    single = RNG.normal(size=5).astype(np.float32)
    by_x, _ = all_of_them(single, 1.5)[0]
    assert by_x.dtype == np.float32 and np.allclose(by_x, SLOPES(single, 1.5)[0], rtol=1e-5)
    gaps = RNG.normal(size=10)[::2]
    assert np.allclose(all_of_them(gaps, 1.5)[0][0], SLOPES(gaps.copy(), 1.5)[0], rtol=1e-14)


@numba.njit
def layer(p: Any, x: Any) -> float:
    w, b, n = p
    total = 0.0
    for i in range(w.shape[0]):
        v = b
        for j in range(w.shape[1]):
            v += w[i, j] * x[j]
        total += np.tanh(v) ** n
    return total


TRAINED = rz.value_and_grad(layer, wrt="p")


@numba.njit
def trained(w: Any, b: float, x: Any) -> Any:
    for _ in range(20):
        _, (by_w, by_b, _) = TRAINED((w, b, 2), x)
        w, b = w - 0.1 * by_w, b - 0.1 * by_b
    return w, b


@pytest.mark.parametrize("order", ["C", "F"])
def test_tuples_and_matrices(order: Any) -> None:
    w, b, x = np.asarray(RNG.normal(size=(3, 2)), order=order), 0.3, RNG.normal(size=2)
    found, shift = trained(w, b, x)
    for _ in range(20):
        _, (by_w, by_b, none) = TRAINED((w, b, 2), x)
        assert none is None
        w, b = w - 0.1 * by_w, b - 0.1 * by_b
    assert np.allclose(found, w, rtol=1e-12) and shift == pytest.approx(b, rel=1e-12)


@numba.njit
def scalar(x: float, y: float) -> float:
    if x < 0:
        raise ValueError("below zero")
    return np.sqrt(x) * y


OF_SCALARS = rz.grad(scalar)


@numba.njit
def newton(x: float, y: float) -> Any:
    return OF_SCALARS(x, y)


def test_numbers_and_exceptions() -> None:
    assert newton(4.0, 3.0) == pytest.approx((0.75, 2.0), rel=1e-15)
    with pytest.raises(RuntimeError, match="the derivative was left by an error"):
        newton(-1.0, 3.0)
    assert newton(9.0, 6.0) == pytest.approx((1.0, 3.0), rel=1e-15)


@numba.njit
def doubled(x: Any) -> Any:
    return 2.0 * x


@numba.njit
def squared_slope(x: float) -> float:
    return OF_SCALARS(x, 2.0)[0] ** 2


def test_functions_that_call_them_have_no_derivative() -> None:
    """Refused: their code is an address."""
    assert squared_slope(4.0) == pytest.approx(0.25)
    with pytest.raises(Error) as caught:
        rz.grad(squared_slope)(4.0)
    assert caught.value.code.startswith("RZ2")


def test_what_cannot_be_called_says_so() -> None:
    slopes = rz.jacobian(doubled)

    @numba.njit
    def outer(x: Any) -> Any:
        return slopes(x)

    with pytest.raises(Error, match="'doubled' returns an array"):
        outer(np.ones(3))
