"""Five applications of GPUs after published algorithms, with data: `programs/gpu/*.cu`.

hydro       forces of hexahedral elements on the nodes that they share     (as in LULESH)
lattice     a step of the lattice Boltzmann method D3Q19                   (as in LBM)
lookup      cross sections from tables over a unionised grid               (as in XSBench)
multipole   cross sections from poles, with complex exponentials           (as in RSBench)
galerkin    a stage of a discontinuous Galerkin method                     (as in DG solvers)

The names in brackets are of the programs whose algorithm it is; their code is not here. Each has so
many threads, and so much work for each of them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import ribozyme as rz

PROGRAMS = Path(__file__).with_name("programs") / "gpu"
WARP = 32


@dataclass(frozen=True)
class Launch:
    """The sizes of a launch, its arguments, and which of them are differentiated."""

    grid: int
    block: int
    args: list[Any]
    active: tuple[int, ...]

    @property
    def sizes(self) -> tuple[int, int]:
        """What a kernel is indexed by."""
        return self.grid, self.block

    def shadowed(self, rng: np.random.Generator) -> list[Any]:
        """The arguments as copies, the active ones with random shadows."""
        made = [a.copy() if isinstance(a, np.ndarray) else a for a in self.args]
        for at in self.active:
            made[at] = rz.Duplicated(made[at], rng.standard_normal(made[at].shape))
        return made


@cache
def kernel(name: str) -> Any:
    """The kernel of an application."""
    return rz.gpu.load(PROGRAMS / f"{name}.cu")[name]


def hydro(threads: int, per: int) -> Launch:
    """A bent mesh of as many elements as there are iterations, in slices of 4 · 4."""
    rng = np.random.default_rng(1)
    nx, ny, nz = 4, 4, threads * per // 16
    axes = np.meshgrid(*(np.arange(n + 1.0) for n in (nz, ny, nx)), indexing="ij")
    at = np.stack([axes[2], axes[1], axes[0]], axis=-1)
    at = at + 0.1 * rng.standard_normal(at.shape)
    number = np.arange(at.size // 3).reshape(nz + 1, ny + 1, nx + 1)
    shifts = (
        (0, 0, 0),
        (0, 0, 1),
        (0, 1, 1),
        (0, 1, 0),
        (1, 0, 0),
        (1, 0, 1),
        (1, 1, 1),
        (1, 1, 0),
    )
    corners = [number[z : z + nz, y : y + ny, x : x + nx].ravel() for z, y, x in shifts]
    count = nx * ny * nz
    args = [
        at.ravel().copy(), rng.standard_normal(at.size), 1 + rng.random(count),
        1 + rng.random(count), np.stack(corners).astype(np.int32).ravel(), np.zeros(at.size), count,
    ]  # fmt: skip
    return Launch(-(-threads // WARP), min(threads, WARP), args, (0, 1, 2, 3, 5))


def lattice(threads: int, per: int) -> Launch:
    """A box with some walls in it."""
    rng = np.random.default_rng(2)
    nx, ny, nz = 4, 4, threads * per // 16
    cells = nx * ny * nz
    before = 0.05 + 0.01 * rng.random(19 * cells)
    wall = (rng.random(cells) < 0.1).astype(np.int32)
    args = [before, wall, 1e-3 * rng.random(3), np.zeros(19 * cells), 1.2, nx, ny, nz]
    return Launch(-(-threads // WARP), min(threads, WARP), args, (0, 2, 3))


def lookup(threads: int, per: int) -> Launch:
    """Eight nuclides with 24 points each, in three materials."""
    rng = np.random.default_rng(3)
    nuclides, each, lookups = 8, 24, threads * per
    grid = np.sort(rng.random((nuclides, each)), axis=1)
    grid[:, 0], grid[:, -1] = 0.0, 1.0
    union = np.unique(grid)
    places = [np.clip(np.searchsorted(row, union, "right") - 1, 0, each - 2) for row in grid]
    first, nuclide = _materials(rng, nuclides)
    args = [
        0.01 + 0.98 * rng.random(lookups), rng.integers(0, 3, lookups).astype(np.int32), union,
        np.stack(places, axis=1).astype(np.int32).ravel(), grid.ravel(),
        rng.random(nuclides * each * 5), first, nuclide, rng.random(len(nuclide)),
        np.zeros(5 * lookups), lookups, len(union), nuclides, each,
    ]  # fmt: skip
    return Launch(-(-threads // WARP), min(threads, WARP), args, (0, 4, 5, 8, 9))


def multipole(threads: int, per: int) -> Launch:
    """Four nuclides with eight windows of three poles each, in three materials."""
    rng = np.random.default_rng(4)
    nuclides, windows, poles, lookups = 4, 8, 3, threads * per
    count = nuclides * windows * poles
    pole = np.stack([rng.random(count), 0.01 + 0.1 * rng.random(count)], axis=1)
    first, nuclide = _materials(rng, nuclides)
    args = [
        0.05 + 0.9 * rng.random(lookups), rng.integers(0, 3, lookups).astype(np.int32),
        pole.ravel(), rng.standard_normal(count * 6), rng.random(nuclides),
        rng.random(nuclides * windows * 3), first, nuclide, rng.random(len(nuclide)),
        np.zeros(3 * lookups), lookups, windows, poles,
    ]  # fmt: skip
    return Launch(-(-threads // WARP), min(threads, WARP), args, (0, 2, 3, 4, 5, 8, 9))


def galerkin(threads: int, per: int) -> Launch:
    """Squares of sixteen nodes each, periodic."""
    rng = np.random.default_rng(5)
    blocks = threads // 16
    nx, ny = 2, blocks * per // 2
    nodes = blocks * per * 16
    args = [
        rng.random(nodes),
        rng.standard_normal(2 * nodes),
        np.zeros(nodes),
        0.01,
        0.5,
        nx,
        ny,
        per,
    ]
    return Launch(blocks, 16, args, (0, 1, 2))


def _materials(rng: np.random.Generator, nuclides: int) -> tuple[Any, Any]:
    """Where the nuclides of three materials begin, and which they are."""
    sizes = np.array([0, nuclides // 2, nuclides // 4, nuclides - 1])
    nuclide = np.concatenate([rng.permutation(nuclides)[:n] for n in sizes[1:]])
    return np.cumsum(sizes).astype(np.int32), nuclide.astype(np.int32)


APPLICATIONS: dict[str, Callable[[int, int], Launch]] = {
    "hydro": hydro, "lattice": lattice, "lookup": lookup, "multipole": multipole,
    "galerkin": galerkin,
}  # fmt: skip
