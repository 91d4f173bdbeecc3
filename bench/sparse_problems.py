"""Problems with sparse derivatives: data of any size, and the pattern that is known of each.

The known patterns are made by formulas of their own (bands, Kronecker products, lists of
neighbours), from nothing that looks at the program.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, final

import numpy as np
from scipy import sparse

SOURCE: Final = Path(__file__).parent / "programs" / "sparse.c"


@final
@dataclass(frozen=True, slots=True)
class Case:
    """Arguments of a function, and the pattern of its derivative."""

    args: tuple[Any, ...]
    pattern: Any
    unknowns: int


@final
@dataclass(frozen=True, slots=True)
class Problem:
    """A function of `programs/sparse.c`, and what of it is differentiated by what."""

    wrt: Any
    second: bool
    make: Callable[[int], Case]
    small: int  # unknowns at which a dense matrix is made
    of: Any = None


def same(pattern: Any, known: Any) -> bool:
    """Whether a pattern is the known one."""
    known = (known != 0).tocsr()
    known.sort_indices()
    return (
        pattern.shape == known.shape
        and np.array_equal(pattern.indptr, known.indptr)
        and np.array_equal(pattern.indices, known.indices)
    )


def _numbers(count: int) -> Any:
    return np.random.default_rng(count).uniform(0.2, 1.0, count)


def _band(n: int, width: int) -> Any:
    return sparse.diags_array(
        [np.ones(n - abs(k), bool) for k in range(-width, width + 1)],
        offsets=range(-width, width + 1), shape=(n, n), format="csr", dtype=bool,
    )  # fmt: skip


def _one(n: int) -> Any:
    return sparse.eye_array(n, dtype=bool, format="csr")


def _sum(*parts: Any) -> Any:
    total = parts[0].astype(np.int8)
    for part in parts[1:]:
        total = total + part.astype(np.int8)
    return total.tocsr()


def _grid(n: int, dimensions: int) -> Any:
    """A cell of a grid and those beside it."""
    parts = []
    for k in range(dimensions):
        made = sparse.coo_array([[True]])
        for axis in range(dimensions):
            made = sparse.kron(made, _band(n, 1) if axis == k else _one(n), format="coo")
        parts.append(made)
    return _sum(*parts)


def _tridiagonal(unknowns: int) -> Case:
    return Case((_numbers(unknowns), unknowns, np.zeros(unknowns)), _band(unknowns, 1), unknowns)


def _on_grid(dimensions: int) -> Callable[[int], Case]:
    def make(unknowns: int) -> Case:
        n = round(unknowns ** (1 / dimensions))
        count = n**dimensions
        return Case((_numbers(count), n, np.zeros(count)), _grid(n, dimensions), count)

    return make


def _brusselator(unknowns: int) -> Case:
    n = int((unknowns / 2) ** 0.5)
    beside, same = _grid(n, 2), _one(n * n)
    pattern = sparse.block_array([[beside, same], [same, beside]], format="csr")
    count = 2 * n * n
    return Case((_numbers(count), 1.0, 3.0, 0.02, n, np.zeros(count)), pattern, count)


def _bundle(unknowns: int) -> Case:
    rng = np.random.default_rng(unknowns)
    cameras = max(3, unknowns // 3000)
    points = max(2, (unknowns - 9 * cameras) // 3)
    first = rng.integers(0, cameras, points)
    second = (first + rng.integers(1, cameras, points)) % cameras
    seen = np.empty((2 * points, 2), np.int32)
    seen[0::2, 0], seen[1::2, 0] = first, second
    seen[:, 1] = np.repeat(np.arange(points), 2)
    n = len(seen)
    columns = np.concatenate(
        [9 * seen[:, :1] + np.arange(9), 9 * cameras + 3 * seen[:, 1:] + np.arange(3)], axis=1
    )
    columns = np.repeat(columns, 2, axis=0)
    start = np.arange(0, columns.size + 1, 12)
    shape = (2 * n, 9 * cameras + 3 * points)
    pattern = sparse.csr_array((np.ones(columns.size, bool), columns.reshape(-1), start), shape)
    at = 2 + _numbers(3 * points)
    args = (_numbers(9 * cameras), at, seen.reshape(-1), _numbers(2 * n), n, np.zeros(2 * n))
    return Case(args, pattern, shape[1])


def _network(n: int, more: int) -> Any:
    """A ring with lines across, as a symmetric matrix without a diagonal."""
    rng = np.random.default_rng(n)
    one = np.concatenate([np.arange(n), rng.integers(0, n, more)])
    other = np.concatenate([(np.arange(n) + 1) % n, rng.integers(0, n, more)])
    apart = one != other
    made = sparse.coo_array((np.ones(apart.sum(), bool), (one[apart], other[apart])), shape=(n, n))
    return ((made + made.T) != 0).tocsr()


def _power_flow(unknowns: int) -> Case:
    n = unknowns // 2
    lines = _sum(_network(n, n // 4), _one(n)).tocsr()
    lines.sort_indices()
    start, to = lines.indptr.astype(np.int32), lines.indices.astype(np.int32)
    pattern = sparse.block_array([[lines, lines], [lines, lines]], format="csr")
    g, b = _numbers(to.size), -_numbers(to.size)
    args = (_numbers(n), 1 + _numbers(n), start, to, g, b, n, np.zeros(n), np.zeros(n))
    return Case(args, pattern, 2 * n)


def _vessels(unknowns: int) -> Case:
    n = unknowns // 5
    upper = sparse.triu(_network(n, n // 4), format="coo")
    pipes = np.stack([upper.row, upper.col], axis=1).astype(np.int32)
    inside = sparse.kron(_one(n), np.ones((5, 5), bool), format="csr")
    between = sparse.kron(_sum(upper, upper.T), _one(5), format="csr")
    args = (_numbers(5 * n), pipes.reshape(-1), len(pipes), n, np.zeros(5 * n))
    return Case(args, _sum(inside, between), 5 * n)


def _chained(unknowns: int) -> Case:
    return Case((_numbers(unknowns), unknowns), _band(unknowns, 1), unknowns)


def _separable(unknowns: int) -> Case:
    return Case((_numbers(unknowns), unknowns), _one(unknowns), unknowns)


def _surface(unknowns: int) -> Case:
    """The corners of a triangle meet."""
    n = round(unknowns**0.5)
    corner = (n * np.arange(n - 1)[:, None] + np.arange(n - 1)).reshape(-1)
    triangles = np.stack([corner, corner + 1, corner + n], axis=1)
    one, other = np.repeat(triangles, 3, axis=1).reshape(-1), np.tile(triangles, 3).reshape(-1)
    made = sparse.coo_array((np.ones(one.size, np.int8), (one, other)), shape=(n * n, n * n))
    return Case((_numbers(n * n), n), made.tocsr(), n * n)


PROBLEMS: Final[Mapping[str, Problem]] = MappingProxyType(
    {
        "tridiagonal": Problem("x", False, _tridiagonal, 40),
        "five_point": Problem("u", False, _on_grid(2), 64),
        "seven_point": Problem("u", False, _on_grid(3), 125),
        "brusselator": Problem("y", False, _brusselator, 98),
        "bundle": Problem(("cameras", "points"), False, _bundle, 60),
        "power_flow": Problem(("angle", "volt"), False, _power_flow, 40, ("active", "reactive")),
        "vessels": Problem("x", False, _vessels, 60),
        "chained": Problem("x", True, _chained, 30),
        "separable": Problem("x", True, _separable, 20),
        "surface": Problem("u", True, _surface, 49),
    }
)
