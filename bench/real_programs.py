"""Programs as scientists write them, without adjoints by hand: searches, trees, scatters, systems.

Each is checked against central differences alone.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from bench.data import seeded
from bench.problem import Data, Problem, Size, args, sizes


def _spline(size: Size) -> Data:
    n, m = int(size.numbers["n"]), int(size.numbers["m"])
    rng = seeded("spline", n, m)
    x = np.cumsum(rng.uniform(0.5, 1.5, n))
    return {"x": x, "y": np.sin(x / 3), "at": rng.uniform(x[0], x[-1], m),
            "data": rng.standard_normal(m), "n": n, "m": m}  # fmt: skip


def _tridiagonal(size: Size) -> Data:
    n, steps = int(size.numbers["n"]), int(size.numbers["steps"])
    rng = seeded("tridiagonal", n)
    return {"start": rng.uniform(0, 1, n), "conduction": rng.uniform(0.2, 1, n),
            "heat": np.zeros(n), "n": n, "steps": steps}  # fmt: skip


def _octree(size: Size) -> Data:
    n = int(size.numbers["n"])
    rng = seeded("octree", n)
    return {"p": rng.uniform(-2, 2, (n, 3)), "m": rng.uniform(0.5, 1.5, n), "n": n,
            "opening": 0.7}  # fmt: skip


def _montecarlo(size: Size) -> Data:
    return {"market": np.array([100.0, 0.03, 0.2, -0.3, 1.0, 95.0]), **size.numbers}


def _spheres(size: Size) -> Data:
    n, width = int(size.numbers["n"]), int(size.numbers["width"])
    rng = seeded("spheres", n)
    scene = np.concatenate(
        [rng.uniform(-1.5, 1.5, (n, 3)), rng.uniform(0.2, 0.5, (n, 1)), rng.uniform(0, 1, (n, 1))],
        axis=1,
    )
    return {"scene": scene, "picture": rng.uniform(0, 1, (width, width)), "n": n, "width": width}


def _crosssection(size: Size) -> Data:
    lookups, points = int(size.numbers["lookups"]), int(size.numbers["points"])
    rng = seeded("crosssection", points)
    nuclides, held = 68, (34, 5, 4, 4, 27, 21)
    first = np.concatenate([[0], np.cumsum(held)]).astype(np.int32)
    grids = np.sort(rng.uniform(0, 1, (nuclides, points)), axis=1)
    grids[:, 0], grids[:, -1] = 0, 1
    chance = [0.3, 0.1, 0.1, 0.1, 0.2, 0.2]
    return {
        "grids": grids,
        "tables": rng.uniform(0, 1, (nuclides, points, 5)),
        "densities": rng.uniform(0, 1, first[-1]),
        "nuclides": rng.integers(0, nuclides, first[-1]).astype(np.int32),
        "first": first,
        "energies": rng.uniform(0.01, 0.99, lookups),
        "materials": rng.choice(len(held), lookups, p=chance).astype(np.int32),
        "rates": np.zeros((lookups, 5)),
        "lookups": lookups, "points": points,
    }  # fmt: skip


def _hydro(size: Size) -> Data:
    n, steps = int(size.numbers["n"]), int(size.numbers["steps"])
    row, column = np.divmod(np.arange(n * n), n)
    low = row * (n + 1) + column
    corners = np.stack([low, low + 1, low + n + 2, low + n + 1], axis=1).astype(np.int32)
    y, x = np.meshgrid(np.linspace(0, 1, n + 1), np.linspace(0, 1, n + 1), indexing="ij")
    heat = 1 + 4 * np.exp(-((row / n - 0.4) ** 2 + (column / n - 0.5) ** 2) * 30)
    return {"start": np.stack([x, y], axis=-1).reshape(-1), "gas": np.stack([np.ones(n * n), heat]),
            "corners": corners, "energy": np.zeros(n * n), "n": n, "steps": steps,
            "dt": 0.05 / n}  # fmt: skip


REAL_PROGRAMS: Final = (
    Problem("spline", "spline.c", "spline", args("=x +y =at +data #n #m"),
            sizes({"n": 50, "m": 2000}, {"n": 1000, "m": 100_000}), _spline),
    Problem("tridiagonal", "tridiagonal.c", "tridiagonal",
            args("+start +conduction >heat #n #steps"),
            sizes({"n": 100, "steps": 50}, {"n": 1000, "steps": 500}), _tridiagonal, value=False),
    Problem("octree", "octree.c", "octree", args("+p +m #n #opening"),
            sizes({"n": 200}, {"n": 1000}), _octree, step=1e-6),
    Problem("montecarlo", "montecarlo.c", "montecarlo", args("+market #paths #steps"),
            sizes({"paths": 200, "steps": 12}, {"paths": 5000, "steps": 50}), _montecarlo,
            step=1e-5),
    Problem("spheres", "spheres.c", "spheres", args("+scene =picture #n #width"),
            sizes({"n": 6, "width": 24}, {"n": 20, "width": 200}), _spheres, step=1e-7),
    Problem("crosssection", "crosssection.c", "crosssection",
            args("=grids +tables +densities =nuclides =first =energies =materials >rates #lookups "
                 "#points"),
            sizes({"lookups": 1000, "points": 200}, {"lookups": 50_000, "points": 2000}),
            _crosssection, value=False),
    Problem("hydro", "hydro.c", "hydro", args("+start +gas =corners >energy #n #steps #dt"),
            sizes({"n": 10, "steps": 20}, {"n": 60, "steps": 200}), _hydro, value=False,
            step=1e-6),
)  # fmt: skip
