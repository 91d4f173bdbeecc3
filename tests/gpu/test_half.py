"""Kernels on numbers of 16 bits: forward, reverse and split mode against closed forms."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ribozyme as rz

SOURCE = Path(__file__).with_name("half.cu")
N, M = 12, 6
EPS = 2.0**-10


@cache
def _kernels(lang: str) -> Any:
    return rz.gpu.load(SOURCE, lang=lang)  # type: ignore[arg-type]


def _curved(x: Any, y: Any, n: int) -> Any:
    return x * x + np.sin(x)


def _rows(a: Any, x: Any, y: Any, n: int, m: int) -> Any:
    return (a.reshape(n, m) @ x) ** 2


def _pairs(p: Any, y: Any, n: int) -> Any:
    s = p[::2] * p[1::2]
    return s + p[::2] * np.roll(s, -1)


def _decayed(x: Any, total: Any, n: int) -> Any:
    for _ in range(n):
        x = x * 0.75 + x * x * 0.125
    return total + x.sum()


def _scaled(x: Any, c: Any, y: Any, n: int) -> Any:
    return c[1] * x + c[0]


HALF, SINGLE = np.float16, np.float32
_X = np.linspace(0.25, 1.5, N).astype(HALF)
CASES: dict[str, tuple[Callable[..., Any], list[Any], int]] = {
    "curved": (_curved, [_X, np.zeros(N, HALF), N], 1),
    "rows": (_rows, [np.linspace(-1, 1, N * M).astype(HALF), _X[:M], np.zeros(N, SINGLE), N, M], 2),
    "pairs": (_pairs, [np.concatenate([_X, _X[::-1]]), np.zeros(N, HALF), N], 1),
    "scaled": (_scaled, [_X, _X[:2], np.zeros(N, HALF), N], 2),
    "decayed": (_decayed, [_X, np.ones(1, HALF), 4], 1),
}
"""Each kernel in numbers of 64 bits, its arguments, and which one it writes."""


def launch(name: str, lang: str) -> tuple[Any, tuple[Any, ...], list[Any], tuple[int, ...]]:
    """A kernel, the sizes of its launch, its arguments, and which of them are active."""
    args = CASES[name][1]
    active = tuple(at for at, one in enumerate(args) if isinstance(one, np.ndarray))
    return _kernels(lang)[name], (3, 4) if name == "decayed" else (1, N), args, active


def _jacobian(f: Callable[..., Any], args: list[Any], at: int) -> Any:
    """In numbers of 64 bits, along the imaginary axis: no digits are lost."""
    columns = []
    for k in range(args[at].size):
        moved = [a.astype(complex) if isinstance(a, np.ndarray) else a for a in args]
        moved[at][k] += 1e-30j
        columns.append(f(*moved).imag / 1e-30)
    return np.stack(columns, axis=-1)


@pytest.mark.rotates("file", plain=2, wide=1000)
@pytest.mark.parametrize("lang", ["cuda", "hip"])
@pytest.mark.parametrize("name", CASES)
def test_derivatives(name: str, lang: str) -> None:
    f, _, out = CASES[name]
    plain, sizes, args, active = launch(name, lang)
    kernel, adds = rz.gpu.emulate(plain, check="all"), name == "decayed"
    rng = np.random.default_rng(3)
    drawn = {at: rng.standard_normal(args[at].shape).astype(args[at].dtype) for at in active}
    jacobians = {at: _jacobian(f, args, at) for at in active if at != out or adds}

    def given(shadows: dict[int, Any]) -> list[Any]:
        return [
            rz.Duplicated(a.copy(), shadows[n]) if n in shadows else a for n, a in enumerate(args)
        ]

    wide = [a.astype(float) if isinstance(a, np.ndarray) else a for a in args]
    own = [a.copy() if isinstance(a, np.ndarray) else a for a in args]
    kernel[sizes](*own)
    np.testing.assert_allclose(own[out], f(*wide), rtol=8 * EPS, atol=4 * EPS)

    first, second = rz.split(kernel)
    for whole in (True, False):
        shadows = {at: (drawn[at] if at == out else 0 * drawn[at]).copy() for at in active}
        if whole:
            rz.grad(kernel)[sizes](*given(shadows))
        else:
            both = given(shadows)
            second[sizes](first[sizes](*both), *both)
        for at in active:
            if at == out:  # zero where it was overwritten, as it was where it is added to
                np.testing.assert_array_equal(shadows[at], drawn[at] if adds else 0)
                continue
            terms = drawn[out][:, None] * jacobians[at]
            apart = np.abs(shadows[at] - terms.sum(0))
            assert (apart <= 8 * EPS * (np.abs(terms).sum(0) + 0.1)).all()

    tangents = {at: drawn[at].copy() for at in active}
    rz.autodiff(rz.Forward, kernel[sizes], *given(tangents))
    moved = sum(jacobians[at] @ drawn[at].astype(float) for at in jacobians)
    most = sum(np.abs(jacobians[at]) @ np.abs(drawn[at].astype(float)) for at in jacobians)
    assert (np.abs(tangents[out] - moved) <= 8 * EPS * (most + 0.1)).all()
