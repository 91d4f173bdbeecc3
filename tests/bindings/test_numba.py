"""Jitted functions: every transform against central differences; exceptions; what is refused."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import ribozyme as rz
from ribozyme.base.errors import Error

numba = pytest.importorskip("numba", reason="Numba is not installed: pip install 'ribozyme[numba]'")

from tests.bindings.numba_programs import CASES, Case, M, V  # noqa: E402

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
        (lambda x: x.sum(), (M.T[::2],), "numpy.ascontiguousarray"),
        (lambda x: x * 2.0, (V,), "returns a array"),
        (lambda x: x[0], ([1.0, 2.0],), "reflected list"),
    ],
)
def test_what_is_refused(function: Any, arguments: Any, says: str) -> None:
    with pytest.raises(Error, match=says) as caught:
        rz.vjp(numba.njit(function), *arguments)
    assert caught.value.code in ("RZ008", "RZ012")
