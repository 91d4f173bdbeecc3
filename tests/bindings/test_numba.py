"""Jitted functions: every transform against central differences; exceptions; what is refused."""

import resource
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import ribozyme as rz
from ribozyme.base.errors import Error

numba = pytest.importorskip("numba", reason="Numba is not installed: pip install 'ribozyme[numba]'")

from tests.bindings.numba_programs import CASES, Case, V  # noqa: E402

STEPS = [10.0**-k for k in range(2, 9)]


def own(values: Sequence[Any]) -> list[Any]:
    return [v.copy(order="K") if isinstance(v, np.ndarray) else v for v in values]


def moved(value: Any, way: Any, h: float) -> Any:
    if isinstance(value, tuple):
        return tuple(v + h * w for v, w in zip(value, way, strict=True))
    if isinstance(value, np.ndarray):
        return np.asarray(value + h * way, dtype=value.dtype, order="K")
    return value + h * float(way)


@pytest.mark.rotates(plain=8, wide=20)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.function.__name__)
def test_a_program(case: Case) -> None:
    f, values = case.function, list(case.arguments)
    names = list(f.py_func.__code__.co_varnames[: len(values)])
    rng = np.random.default_rng(3)
    single = any(isinstance(v, np.ndarray) and v.dtype == np.float32 for v in values)

    def output(changed: Sequence[Any]) -> Any:
        mine = own(changed)
        returned = f(*mine)
        found = returned if case.of == "return" else mine[names.index(case.of)]
        return np.asarray(found, dtype=float).copy()

    first = output(values)
    seed = rng.normal(size=first.shape)
    value, pullback = rz.vjp(f, *own(values), wrt=case.wrt, of=case.of)
    assert np.allclose(value, first, rtol=1e-6 if single else 1e-13)
    adjoints = pullback(seed if seed.ndim else float(seed))
    way = {n: rng.normal(size=np.shape(values[names.index(n)])) for n in case.wrt}
    tangents = [
        _tangent(v, way[n]) if n in way else None for n, v in zip(names, values, strict=True)
    ]
    _, dot = rz.jvp(f, own(values), tangents, of=case.of)
    forward = float(np.sum(seed * dot))
    reverse = sum(float(np.sum(a * way[n])) for a, n in zip(adjoints, case.wrt, strict=True))
    sides = [
        [
            output(
                [
                    moved(v, way[n], s * h) if n in way else v
                    for n, v in zip(names, values, strict=True)
                ]
            )
            for s in (1, -1)
        ]
        for h in STEPS
    ]
    differences = [
        float(np.sum(seed * (a - b))) / (2 * h) for h, (a, b) in zip(STEPS, sides, strict=True)
    ]
    scale = max(1.0, abs(forward))
    assert min(abs(d - forward) for d in differences) < (2e-3 if single else 2e-8) * scale
    assert abs(forward - reverse) < (1e-4 if single else 1e-11) * scale
    if not first.ndim and case.second:
        _check_second_order(f, values, names, case.wrt[0], way[case.wrt[0]])


def _tangent(value: Any, way: Any) -> Any:
    if isinstance(value, np.ndarray):
        return np.asarray(way, dtype=value.dtype, order="F" if value.flags.fnc else "C")
    return np.asarray(way) if isinstance(value, tuple) else float(way)


def _check_second_order(f: Any, values: list[Any], names: list[str], which: str, way: Any) -> None:
    at = names.index(which)
    gradient = rz.grad(f, wrt=which)
    found = np.asarray(rz.hvp(f, own(values), _tangent(values[at], way), wrt=which))

    def there(h: float) -> Any:
        mine = own(values)
        mine[at] = moved(mine[at], way, h)
        return np.asarray(gradient(*mine))

    errors = [np.max(np.abs((there(h) - there(-h)) / (2 * h) - found)) for h in STEPS]
    assert min(errors) < 1e-7 * max(1.0, float(np.max(np.abs(found)))), errors


def test_there_are_programs_of_many_kinds() -> None:
    assert len({case.function.__name__ for case in CASES}) >= 40


@numba.njit
def checked(x: Any, i: int) -> Any:
    if x[i] < 0:
        raise ValueError("below zero")
    return 1.0 / x[i]


def test_exceptions_are_told() -> None:
    with pytest.raises(rz.RunError, match=r"ValueError in 'checked' \(.*:\d+\): below zero"):
        rz.grad(checked)(np.array([-1.0]), 0)
    with pytest.raises(rz.RunError, match="ZeroDivisionError"):
        rz.grad(checked)(np.array([0.0]), 0)
    assert rz.grad(checked)(np.array([2.0]), 0)[0] == -0.25


def test_mistakes_have_numba_s_words_and_line() -> None:
    @numba.njit
    def wrong(x: Any) -> Any:
        y = x + 1.0
        return y.missing

    line = wrong.py_func.__code__.co_firstlineno + 3
    with pytest.raises(rz.CompileError, match="Unknown attribute 'missing'") as caught:
        rz.grad(wrong)(1.0)
    assert caught.value.code == "RZ020" and f"test_numba.py:{line}" in str(caught.value)


def test_other_transforms() -> None:
    f = next(case.function for case in CASES if case.function.__name__ == "loop")
    assert np.array_equal(rz.jacobian(f)(V), 2 * V)
    assert np.array_equal(rz.hessian(f)(V), 2 * np.eye(6))
    value, gradient = rz.value_and_grad(f, wrt="x")(V)
    assert value == f(V) and np.array_equal(gradient, 2 * V)
    single = np.array([1.0, 2.0], np.float32)
    assert rz.grad(f)(single).dtype == np.float32  # code of its own for these types


@pytest.mark.parametrize(
    ("function", "arguments", "says"),
    [
        (lambda x: x.sum(), (np.broadcast_to(V, (2, 6)),), "elements lie apart in memory"),
        (lambda x: x[::2], (V,), "returns an array with gaps"),
        (lambda x: x[0], ([1.0, 2.0],), "reflected list"),
    ],
)
def test_what_is_refused(function: Any, arguments: Any, says: str) -> None:
    with pytest.raises(Error, match=says) as caught:
        rz.vjp(numba.njit(function), *arguments)
    assert caught.value.code in ("RZ008", "RZ012")


@numba.njit
def waves(x: Any, k: float) -> Any:
    return np.sin(x) * k


@numba.njit
def moments(a: Any, x: Any) -> Any:
    y = np.zeros((a.shape[0], 2))
    for i in range(a.shape[0]):
        for j in range(x.size):
            y[i, 0] += a[i, j] * x[j]
            y[i, 1] += a[i, j] * x[j] ** 2
    return y


@numba.njit
def positive(x: Any) -> Any:
    return x[x > 0] ** 2


@numba.njit
def doubled_columns(a: Any) -> Any:
    return np.asfortranarray(a * 2.0)


@numba.njit
def kept_and_scaled(x: Any, y: Any) -> Any:
    y[:] = x * 3.0
    return x * y


def test_arrays_that_are_returned() -> None:
    """They are values as of other functions: of any length, in either order."""
    x = np.linspace(0.1, 1.0, 5)
    by_x, by_k = rz.jacobian(waves)(x, 2.0)
    assert np.allclose(by_x, np.diag(2 * np.cos(x)), rtol=1e-14)
    assert np.allclose(by_k, np.sin(x), rtol=1e-14)
    value, along = rz.jvp(waves, (x, 2.0), (x, 1.0))
    assert np.allclose(value, waves(x, 2.0)) and np.allclose(along, 2 * x * np.cos(x) + np.sin(x))
    a, v = np.arange(6.0).reshape(3, 2), np.array([1.0, 2.0])
    slopes = rz.jacobian(moments, wrt="x")(a, v)
    assert np.allclose(slopes, np.stack([a, 2 * a * v], axis=1))
    value, pull = rz.vjp(moments, a, v, wrt="x")
    assert np.array_equal(value, moments(a, v))
    assert np.allclose(pull(np.ones((3, 2))), (a + 2 * a * v).sum(axis=0))
    value, slopes = rz.value_and_jacobian(positive)(np.array([1.0, -1.0, 3.0]))
    assert np.array_equal(value, [1.0, 9.0])
    assert np.array_equal(slopes, [[2.0, 0, 0], [0, 0, 6.0]])
    value, pull = rz.vjp(doubled_columns, a)
    assert value.flags.f_contiguous and np.array_equal(value, 2 * a)
    assert np.array_equal(rz.jacobian(doubled_columns)(a).reshape(6, 6), 2 * np.eye(6))
    assert rz.check(waves, x, 2.0) and rz.check(moments, a, v)


def test_arrays_that_are_written_beside_one_that_is_returned() -> None:
    x, y = np.linspace(0.1, 1.0, 5), np.zeros(5)
    assert np.allclose(rz.jacobian(kept_and_scaled, wrt="x")(x, y), np.diag(6 * x))
    assert np.allclose(rz.jacobian(kept_and_scaled, wrt="x", of="y")(x, y), 3 * np.eye(5))


def test_arrays_that_are_returned_are_freed() -> None:
    x, f = np.ones(200_000), rz.jvp
    f(waves, (x, 2.0), (x, 0.0))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(100):
        f(waves, (x, 2.0), (x, 0.0))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 40_000  # of 320 MB
