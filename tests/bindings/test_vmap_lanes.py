"""`vmap` in vectors and threads: the values of lanes, whatever their number, size and grouping."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

import ribozyme as rz
from ribozyme.api.derivatives import dealing
from ribozyme.api.derivatives.batch import Batched

SOURCE = """
#include <math.h>
double f(double x) { return exp(x) * sin(x); }
float f32(float x, float y) { return expf(x) * sinf(y); }
long double wide(long double x) { return 2 * x * x; }
_Bool above(double x, _Bool or_else) { return x > 0.5 || or_else; }
double bent(double x, double y) { return x > 0.5 ? exp(x) * sin(y) : sin(x) + y; }
double four(const double *p)
{
    double s = 0;
    for (int i = 0; i < 4; i++) s += exp(-p[i]) * sin(p[i] * p[(i + 1) & 3]);
    return s;
}
double any(const double *p, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) s += exp(-p[i]) * sin(p[i]);
    return s;
}
void twice(const double *x, double *y) { y[0] = 2 * x[0]; y[1] = exp(x[1]) * x[0]; }
"""


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(SOURCE)


def _vectorised(f: Any, *args: Any) -> bool:
    """Whether the loop over lanes, for arguments of these shapes, takes several at once."""
    batch = rz.vmap(f)
    assert isinstance(batch, Batched)
    seen: list[tuple[int, ...]] = []
    made = batch._made
    batch._made = lambda strides: (seen.append(strides), made(strides))[1]  # type: ignore
    batch(*args)
    return batch._is_vectorised(seen[0])


RNG = np.random.default_rng(3)
X, Y, P = RNG.random(203), RNG.random(203), RNG.random((203, 4))


def test_lanes_of_numbers_and_of_small_arrays_are_vectorised(lib: rz.Library) -> None:
    for f, args in ((lib.f, (X,)), (lib.bent, (X, Y)), (lib.four, (P,))):
        assert _vectorised(f, *args) and _vectorised(rz.grad(f), *args)
    assert not _vectorised(lib.any, P, np.full(203, 4, np.int32))  # of a length that is not known


def exact(x: float) -> tuple[float, float]:
    value, slope = math.exp(x) * math.sin(x), math.exp(x) * (math.sin(x) + math.cos(x))
    return value, slope


@pytest.mark.parametrize("count", [1, 2, 7, 8, 9, 16, 31, 64, 65, 203])
def test_any_number_of_lanes(lib: rz.Library, count: int) -> None:
    x = X[:count]
    values, slopes = rz.vmap(rz.value_and_grad(lib.f))(x)
    want = np.array([exact(one) for one in x])
    assert_allclose(values, want[:, 0], rtol=4e-15)
    assert_allclose(slopes, want[:, 1], rtol=8e-15)
    g = rz.grad(lib.four)
    assert_allclose(rz.vmap(g)(P[:count]), [g(p) for p in P[:count]], rtol=1e-13, atol=1e-15)


@pytest.mark.parametrize("make", [lambda f: f, rz.grad, rz.value_and_grad])
def test_bit_by_bit_the_same_for_any_number_of_threads(
    lib: rz.Library, make: Callable[..., Any]
) -> None:
    for f, args in ((lib.f, (X,)), (lib.bent, (X, Y)), (lib.four, (P,))):
        for count in (5, 64, 100, 203):
            some = [arg[:count] for arg in args]
            one, *others = (rz.vmap(make(f), threads=n)(*some) for n in (1, 2, 3, 7, 64))
            for other in others:
                for a, b in zip(_flat(one), _flat(other), strict=True):
                    assert_array_equal(a, b)


def _flat(found: Any) -> list[Any]:
    return [part for one in found for part in _flat(one)] if isinstance(found, tuple) else [found]


def test_numbers_of_other_widths(lib: rz.Library) -> None:
    x, y = X.astype(np.float32), Y.astype(np.float32)
    assert_allclose(rz.vmap(lib.f32)(x, y), np.exp(x) * np.sin(y), rtol=1e-6)
    by_y = rz.vmap(rz.grad(lib.f32, wrt="y"))(x, y)
    assert by_y.dtype == np.float32
    assert_allclose(by_y, np.exp(x) * np.cos(y), rtol=1e-5)
    assert_array_equal(rz.vmap(lib.wide)(X.astype(np.longdouble)), 2 * X.astype(np.longdouble) ** 2)
    even = np.arange(203) % 2 == 0
    assert_array_equal(rz.vmap(lib.above)(X, even), (X > 0.5) | even)


def test_arrays_of_many_sizes_by_one_batch(lib: rz.Library) -> None:
    """Each size has a loop of its own, up to some; then one serves them all."""
    batch = rz.vmap(rz.grad(lib.any), (0, None))
    for size in (1, 2, 3, 4, 5, 6, 200, 2):
        p = RNG.random((9, size))
        want = np.exp(-p) * (np.cos(p) - np.sin(p))
        assert_allclose(batch(p, size), want, rtol=1e-13, atol=1e-15)


def test_an_array_that_is_input_and_output_of_every_lane(lib: rz.Library) -> None:
    x = RNG.random((50, 2))
    want = np.stack([2 * x[:, 0], np.exp(x[:, 1]) * 2 * x[:, 0]], axis=1)
    rz.vmap(lib.twice)(x, x)
    assert_allclose(x, want, rtol=1e-14)


@pytest.mark.parametrize("threads", [1, 3])
def test_progress_of_a_long_batch(
    lib: rz.Library, monkeypatch: pytest.MonkeyPatch, threads: int
) -> None:
    shown: list[tuple[int, int]] = []

    class Watched:
        def __init__(self, what: str, units: str) -> None:
            assert (units, what) == ("lanes of", "vmap(f)") or "jacobian" in what

        def __enter__(self) -> Callable[[int, int], None]:
            return lambda done, total: shown.append((done, total))

        def __exit__(self, *_: object) -> None: ...

    monkeypatch.setattr(dealing, "Steps", Watched)
    many = np.linspace(0, 1, 10_000)
    assert_allclose(rz.vmap(lib.f, threads=threads)(many), np.exp(many) * np.sin(many), rtol=4e-15)
    assert shown == sorted(shown) and shown[-1] == (10_000, 10_000) and len(shown) > 5
    rz.vmap(rz.jacobian(lib.twice, wrt="x"), threads=threads)(P[:, :2].copy(), np.zeros((203, 2)))
    assert shown[-1] == (203, 203)


def test_what_a_lane_throws_ends_the_batch() -> None:
    lib = rz.compile("double f(double x) { if (x > 100) throw 1; return x; }", lang="c++")
    for threads in (1, 4):
        with pytest.raises(rz.RunError):
            rz.vmap(lib.f, threads=threads)(np.arange(1000.0))
    assert rz.vmap(lib.f, threads=4)(np.arange(50.0)).tolist() == list(range(50))
