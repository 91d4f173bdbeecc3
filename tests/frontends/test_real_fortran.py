"""Programs of some hundred lines as Fortran programmers write them, each with its twin in C:
a shallow-water model, a cluster of stars, a solver of ordinary differential equations.

`python -m tests.frontends.test_real_fortran` prints the time of their gradients beside C's.
"""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import ribozyme as rz

pytestmark = pytest.mark.fortran
FOLDER = Path(__file__).parent / "real_fortran"


class Program(NamedTuple):
    """A program, what its function takes, and the same for C; `wrt` are floats and arrays."""

    file: str
    function: str
    arguments: tuple[Any, ...]
    in_c: tuple[Any, ...]
    wrt: tuple[str, ...]
    places: tuple[int, ...]  # of `wrt` among the arguments


def _fortran(rng: np.random.Generator, *shape: int, scale: float = 1.0) -> Any:
    return np.asfortranarray(rng.normal(size=shape) * scale)


def _line(array: Any) -> Any:
    return array.ravel(order="F").copy()


def ocean(nx: int, ny: int, steps: int) -> Program:
    rng = np.random.default_rng(1)
    level, seen = _fortran(rng, nx, ny, scale=0.3), _fortran(rng, nx, ny, scale=0.1)
    return Program(
        "ocean.f90", "ocean_model::cost", (level, seen, 1.2, 0.9, steps),
        (nx, ny, _line(level), _line(seen), 1.2, 0.9, steps), ("eta0", "wind", "drag"), (0, 2, 3),
    )  # fmt: skip


def cluster(n: int, steps: int) -> Program:
    rng = np.random.default_rng(2)
    x, v, seen = _fortran(rng, 3, n), _fortran(rng, 3, n, scale=0.3), _fortran(rng, 3, n)
    mass = rng.uniform(0.1, 0.3, n) * 10 / n
    arrays = (x, v, mass, seen)
    return Program(
        "cluster.f90", "cluster_model::evolve", (*arrays, 0.3, 0.8, steps),
        (n, *map(_line, arrays), 0.3, 0.8, steps), ("x", "v", "mass", "drag", "well"),
        (0, 1, 2, 4, 5),
    )  # fmt: skip


_PROBLEMS: dict[int, tuple[list[float], list[float]]] = {
    1: ([0.04, 3e3, 1e2], [1.0, 0.0, 0.0]),
    2: ([1.0, 3.0], [1.2, 3.1]),
    3: ([1.5, 0.3, 1.1], [1.0, 0.2]),
    4: ([2.0, 1.5, 0.7], list(np.linspace(0.1, 0.6, 12))),
}


def solver(problem: int, method: int, end: float, tolerance: float = 1e-4) -> Program:
    rng = np.random.default_rng(3)
    rates, start = (np.array(given) for given in _PROBLEMS[problem])
    n = len(start)
    data = _fortran(rng, n, 3)
    tail = (3, end, problem, method, tolerance)
    return Program(
        "solver.f", "object", (rates, len(rates), start, n, data, *tail),
        (rates, len(rates), start, n, _line(data), *tail), ("k", "y0"), (0, 2),
    )  # fmt: skip


PROGRAMS = {
    "ocean": ocean(12, 10, 10),
    "cluster": cluster(10, 12),
    **{f"solver-{p}-{m}": solver(p, m, 4.0) for p in _PROBLEMS for m in (1, 2)},
}
STEPS = [10.0**-k for k in range(2, 9)]


def _functions(of: Program) -> tuple[Any, Any]:
    path = FOLDER / of.file
    mine = rz.load(path)[of.function]
    return mine, rz.load(path.with_suffix(".c"))[of.function.rpartition("::")[2]]


@pytest.mark.rotates(plain=1, wide=5)
@pytest.mark.parametrize("name", PROGRAMS)
def test_gradients(name: str) -> None:
    """Both modes against central differences, and the gradient against that of C."""
    of = PROGRAMS[name]
    f, in_c = _functions(of)
    assert f(*of.arguments) == pytest.approx(in_c(*of.in_c), rel=1e-12)
    found = rz.grad(f, wrt=of.wrt)(*of.arguments)
    for mine, theirs in zip(found, rz.grad(in_c, wrt=of.wrt)(*of.in_c), strict=True):
        scale = max(1.0, float(np.max(np.abs(theirs))))
        assert np.allclose(np.ravel(mine, "F"), theirs, rtol=1e-9, atol=1e-11 * scale)
    rng = np.random.default_rng(4)
    ways: list[Any] = [None] * len(of.arguments)
    for place in of.places:
        given = of.arguments[place]
        way = rng.normal(size=np.shape(given)) * np.maximum(np.abs(given), 0.1)
        ways[place] = np.asfortranarray(way) if np.ndim(given) else float(way)
    along = sum(float(np.sum(g * ways[k])) for g, k in zip(found, of.places, strict=True))
    _, forward = rz.jvp(f, _own(of.arguments), ways)
    assert forward == pytest.approx(along, rel=1e-9, abs=1e-11)
    errors = [abs(_difference(f, of.arguments, ways, h) - along) for h in STEPS]
    assert min(errors) < 1e-6 * max(1.0, abs(along)), errors


def _own(arguments: Sequence[Any]) -> list[Any]:
    return [a.copy(order="F") if isinstance(a, np.ndarray) else a for a in arguments]


def _difference(f: Any, arguments: Sequence[Any], ways: Sequence[Any], h: float) -> float:
    there, back = (
        f(*(a if w is None else a + s * w for a, w in zip(arguments, ways, strict=True)))
        for s in (h, -h)
    )
    return float(there - back) / (2 * h)


LARGE = {
    "ocean": ocean(60, 50, 30),
    "cluster": cluster(60, 60),
    "solver, stiff, 2 unknowns": solver(2, 2, 40.0, 1e-6),
    "solver, stiff, 12 unknowns": solver(4, 2, 10.0, 1e-6),
}


def ratio(of: Program) -> tuple[float, float]:
    """Milliseconds of processor time of a gradient, in Fortran and in C."""
    f, in_c = _functions(of)
    mine, theirs = (rz.grad(one, wrt=of.wrt) for one in (f, in_c))
    return _best(lambda: mine(*of.arguments)), _best(lambda: theirs(*of.in_c))


def _best(run: Callable[[], object]) -> float:
    run()
    times = []
    for _ in range(15):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return 1e3 * min(times)


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_time_of_gradients(name: str) -> None:
    mine, theirs = ratio(LARGE[name])
    assert mine < 1.3 * theirs


if __name__ == "__main__":
    print("| program | Fortran, ms | C, ms | ratio |\n|---|---|---|---|")
    for title, program in LARGE.items():
        own, other = ratio(program)
        print(f"| {title} | {own:.2f} | {other:.2f} | {own / other:.2f} |")
