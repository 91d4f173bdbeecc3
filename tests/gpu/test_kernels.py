"""Kernels in forward, reverse and split mode, in the emulator, against differences."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.gpu.support import verify

import ribozyme as rz

SOURCE = Path(__file__).with_name("kernels.cu")


@dataclass(frozen=True)
class Case:
    """A launch: arguments, which of them are active, and what they hold afterwards."""

    sizes: tuple[Any, ...]
    args: Callable[[np.random.Generator], list[Any]]
    active: tuple[int, ...]
    value: Callable[..., dict[int, Any]]


def _zeros(n: int) -> Any:
    return np.zeros(n)


def _softmax(x: Any, y: Any) -> dict[int, Any]:
    rows = np.exp(x.reshape(-1, 8))
    return {1: (rows / rows.sum(1, keepdims=True)).ravel()}


def _stencil(u: Any, v: Any, n: int) -> dict[int, Any]:
    padded = np.concatenate(([0.0], u, [0.0]))
    return {1: padded[:-2] * u - 2 * u + padded[2:] ** 2}


def _relaxed(u: Any, steps: int) -> dict[int, Any]:
    for _ in range(steps):
        u = u + 0.1 * (np.roll(u, -1) * u - np.roll(u, 1))
    return {0: u}


def _counted(x: Any, bins: Any, h: Any, n: int) -> dict[int, Any]:
    return {2: h + np.bincount(bins, x * x, len(h))}


def _exchanged(x: Any, y: Any) -> dict[int, Any]:
    lanes = np.arange(32)
    return {1: x * x[lanes ^ 1] + x[0] * x[np.where(lanes >= 2, lanes - 2, lanes)]}


def _forces(p: Any, force: Any, n: int) -> dict[int, Any]:
    d = p[None, :] - p[:, None]
    return {1: (d / np.sqrt(d * d + 0.1)).sum(1)}


def _packed(p: Any, y: Any, n: int) -> dict[int, Any]:
    a, b, c, d = p.reshape(-1, 4).T
    return {1: a * b + c * np.sin(d)}


def _convolved(x: Any, w: Any, y: Any, n: int) -> dict[int, Any]:
    return {2: np.tanh(np.convolve(x, w[::-1], "same"))}


_START = np.array([0, 2, 3, 3, 6], dtype=np.int32)
_COLUMN = np.array([0, 2, 1, 0, 1, 2], dtype=np.int32)


def _product(values: Any, column: Any, start: Any, x: Any, y: Any, rows: int) -> dict[int, Any]:
    row = np.repeat(np.arange(rows), np.diff(start))
    return {4: np.bincount(row, values * x[column], rows)}


_ORDER = np.array([2, 5, 0, 1, 7, 3, 6, 4], dtype=np.int32)


def _own_memory(x: Any, order: Any, y: Any, n: int) -> dict[int, Any]:
    own = [x * (k + 1) for k in range(8)]
    for k in range(8):
        own[order[k]] = own[order[k]] + own[k] * own[k]
    return {2: own[order[0]] * own[order[3]]}


def _walked(p: Any, mean: Any, n: int) -> dict[int, Any]:
    total = mean[0]
    for i in range(n):
        state, level = (12345 + 747796405 * i) % 2**32, p[0]
        for _ in range(40):
            state = (state * 1664525 + 1013904223) % 2**32
            level *= 1.0 + p[1] * (state / 2**32 - 0.5)
            if state >> 28 == 3:
                break
        total += level / n
    return {1: np.array([total])}


def _marched(density: Any, light: Any, n: int, cells: int) -> dict[int, Any]:
    found = np.zeros(n)
    for i, ray in enumerate(density.reshape(n, cells)):
        depth = 0.0
        for d in ray:
            if depth >= 2.0:
                break
            found[i] += d * np.exp(-depth)
            depth += d * (1.0 + 0.1 * i)
    return {1: found}


def _shrunk(u: Any) -> dict[int, Any]:
    while (u > 0.5).any():
        u = 0.6 * u + 0.1 * np.roll(u, -1) * u
    return {0: u * u}


def _positive(rng: np.random.Generator) -> Any:
    m = rng.random((6, 6))
    return (m @ m.T + 3 * np.eye(6)).ravel()


def _factored(a: Any, n: int) -> dict[int, Any]:
    whole = a.reshape(n, n)
    return {0: (np.tril(np.linalg.cholesky(whole)) + np.triu(whole, 1)).ravel()}


CASES: dict[str, Case] = {
    "elementwise": Case(
        (2, 32), lambda r: [r.random(50), _zeros(50), 50], (0, 1),
        lambda x, y, n: {1: x * x + np.sin(x)},
    ),
    "in_place": Case(
        (2, 32), lambda r: [r.random(50), 50], (0,), lambda x, n: {0: np.exp(0.1 * x) * x}
    ),
    "strided": Case(
        (2, 8), lambda r: [r.random(50), _zeros(50), 50], (0, 1),
        lambda x, y, n: {1: x / (1 + x * x)},
    ),
    "stencil": Case((2, 32), lambda r: [r.random(50), _zeros(50), 50], (0, 1), _stencil),
    "matmul": Case(
        ((2, 2), (4, 4)), lambda r: [r.random(64), r.random(64), _zeros(64), 8], (0, 1, 2),
        lambda a, b, c, n: {2: (a.reshape(8, 8) @ b.reshape(8, 8)).ravel()},
    ),
    "reduction": Case(
        (2, 32), lambda r: [r.random(50), _zeros(2), 50], (0, 1),
        lambda x, s, n: {1: np.sqrt([(x[:32] ** 2).sum(), (x[32:] ** 2).sum()])},
    ),
    "warp_sum": Case(
        (1, 64), lambda r: [r.random(50), _zeros(1), 50], (0, 1),
        lambda x, s, n: {1: np.array([np.exp(x[:32]).sum() ** 2 + np.exp(x[32:]).sum() ** 2])},
    ),
    "histogram": Case(
        (2, 32),
        lambda r: [r.random(50), r.integers(0, 8, 50).astype(np.int32), r.random(8), 50],
        (0, 2), _counted,
    ),
    "shared_histogram": Case(
        (2, 32),
        lambda r: [r.random(50), r.integers(0, 8, 50).astype(np.int32), r.random(8), 50],
        (0, 2), _counted,
    ),
    "softmax": Case((3, 8), lambda r: [r.random(24), _zeros(24)], (0, 1), _softmax),
    "nbody": Case((2, 16), lambda r: [r.random(20), _zeros(20), 20], (0, 1), _forces),
    "scan": Case(
        (1, 32), lambda r: [r.random(32), _zeros(32)], (0, 1),
        lambda x, y: {1: np.cumsum(x * x)},
    ),
    "sparse": Case(
        (1, 8), lambda r: [r.random(6), _COLUMN, _START, r.random(3), _zeros(4), 4], (0, 3, 4),
        _product,
    ),
    "convolution": Case(
        (2, 8), lambda r: [r.random(13), r.random(5), _zeros(13), 13], (0, 1, 2), _convolved
    ),
    "newton": Case(
        (1, 8), lambda r: [1 + r.random(7), _zeros(7), 7], (0, 1),
        lambda x, y, n: {1: np.sqrt(x) * x},
    ),
    "transpose": Case(
        ((2, 2), (4, 4)), lambda r: [r.random(64), _zeros(64), 8], (0, 1),
        lambda x, y, n: {1: (x.reshape(8, 8).T ** 2).ravel()},
    ),
    "relaxation": Case((1, 16), lambda r: [r.random(16), 3], (0,), _relaxed),
    "packed": Case((1, 8), lambda r: [r.random(20), _zeros(5), 5], (0, 1), _packed),
    "dynamic": Case(
        (1, 16, 128), lambda r: [r.random(16), _zeros(16)], (0, 1),
        lambda x, y: {1: (x * x)[::-1] * x},
    ),
    "private_memory": Case(
        (1, 8), lambda r: [r.random(7), _ORDER, _zeros(7), 7], (0, 2), _own_memory
    ),
    "evaluate<double>": Case(
        (1, 8), lambda r: [r.random(4), r.random(7), _zeros(7), 7], (0, 1, 2),
        lambda c, x, y, n: {2: np.polynomial.polynomial.polyval(x, c)},
    ),
    "monte_carlo": Case(
        (2, 8), lambda r: [np.array([1.5, 0.3]), _zeros(1), 13], (0, 1), _walked
    ),
    "ray_march": Case(
        (1, 8), lambda r: [0.2 + r.random(60), _zeros(5), 5, 12], (0, 1), _marched
    ),
    "until_small": Case((1, 16), lambda r: [1 + r.random(16)], (0,), _shrunk),
    "cholesky": Case((1, 8), lambda r: [_positive(r), 6], (0,), _factored),
    "exchange": Case((1, 32), lambda r: [r.random(32), _zeros(32)], (0, 1), _exchanged),
}  # fmt: skip
UNCOUNTED = ("until_small",)  # what the kernel computes decides how often its loop runs
PLAIN = ("elementwise", "stencil", "reduction", "shared_histogram")


@cache
def kernels(lang: str) -> Any:
    return rz.gpu.load(SOURCE, lang=lang)  # type: ignore[arg-type]


def _names() -> list[Any]:
    wide = pytest.mark.wide
    return [name if name in PLAIN else pytest.param(name, marks=wide) for name in CASES]


def _verify(lang: str, name: str) -> None:
    case = CASES[name]
    args = case.args(np.random.default_rng(7))
    verify(
        kernels(lang)[name], case.sizes, args, case.active, case.value(*args),
        halves=name not in UNCOUNTED,
    )  # fmt: skip


@pytest.mark.parametrize("name", _names())
def test_derivatives_of_kernels(name: str) -> None:
    _verify("cuda", name)


@pytest.mark.rotates(plain=0, wide=3)
@pytest.mark.parametrize("name", ["elementwise", "stencil", "matmul", "reduction", "warp_sum",
                                  "softmax", "scan", "exchange"])  # fmt: skip
def test_derivatives_of_kernels_in_hip(name: str) -> None:
    _verify("hip", name)
