"""One model of some hundred lines in Rust, Zig and Numba, as people of each language write, beside
its twin in C: Richards' equation and heat in a column of soil, snow, a river, a misfit.

`python -m tests.frontends.test_real` prints the time of their gradients beside C's.
"""

import importlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

import ribozyme as rz

FOLDER: Final = Path(__file__).parent / "real"
WRT: Final = ("h0", "t0", "rain", "p")
PLACES: Final = (0, 1, 2, 5)
LANGUAGES: Final = (pytest.param("rs", marks=pytest.mark.rust, id="rust"), "zig", "numba")
MOST: Final = {"rs": 1.3, "zig": 1.3, "numba": 1.3}
"""How much longer than C's gradient one may take."""


def arguments(n: int, days: int) -> tuple[Any, ...]:
    rng = np.random.default_rng(1)
    head, heat = -1.0 - 0.5 * rng.uniform(size=n), 6 + 0.6 * rng.normal(size=n)
    rain = np.maximum(0, rng.normal(size=days)) * 0.02 + 0.001
    air = 5 + 6 * np.sin(np.arange(days) / 3.0)
    seen = np.column_stack([rng.uniform(0.2, 0.3, (days, 3)), rng.uniform(0.001, 0.01, days)])
    p = np.array([3.6, 1.56, 0.25, 1.5, 0.004, 3.0, 0.004, 0.43])
    return head, heat, rain, air, seen, p


def in_c(given: tuple[Any, ...]) -> tuple[Any, ...]:
    head, heat, rain, air, seen, p = given
    return head, heat, len(head), rain, air, seen.ravel(), len(rain), p


def function(language: str) -> tuple[Any, Callable[[tuple[Any, ...]], tuple[Any, ...]]]:
    """The model in a language, and what its arguments are made of."""
    if language != "numba":
        cost = rz.load(FOLDER / f"catchment.{language}").cost
        return cost, lambda given: (*given[:4], given[4].ravel(), given[5])
    pytest.importorskip("numba", reason="Numba is not installed: pip install 'ribozyme[numba]'")
    return importlib.import_module("tests.frontends.real.catchment").cost, lambda given: given


@pytest.mark.rotates(plain=1, wide=3)
@pytest.mark.parametrize("language", LANGUAGES)
def test_gradients(language: str) -> None:
    """Both modes against central differences, and the gradient against that of C."""
    f, own = function(language)
    c = rz.load(FOLDER / "catchment.c").cost
    given = arguments(20, 4)
    assert f(*own(given)) == pytest.approx(c(*in_c(given)), rel=1e-12)
    found = rz.grad(f, wrt=WRT)(*own(given))
    for mine, theirs in zip(found, rz.grad(c, wrt=WRT)(*in_c(given)), strict=True):
        assert np.allclose(mine, theirs, rtol=1e-9, atol=1e-11 * np.max(np.abs(theirs)))
    rng = np.random.default_rng(4)
    ways: list[Any] = [None] * 6
    for place in PLACES:
        ways[place] = rng.normal(size=given[place].shape) * np.abs(given[place])
    along = sum(float(g @ ways[k]) for g, k in zip(found, PLACES, strict=True))
    _, forward = rz.jvp(f, own(given), ways)
    assert forward == pytest.approx(along, rel=1e-9)
    moved = [
        [
            f(*own(tuple(a if w is None else a + s * w for a, w in zip(given, ways, strict=True))))
            for s in (h, -h)
        ]
        for h in (1e-4, 1e-5, 1e-6)
    ]
    slopes = [(a - b) / (2 * h) for (a, b), h in zip(moved, (1e-4, 1e-5, 1e-6), strict=True)]
    assert min(abs(s - along) for s in slopes) < 1e-6 * abs(along), (slopes, along)


def test_they_are_of_some_length() -> None:
    for path in FOLDER.glob("catchment.*"):
        assert path.suffix == ".c" or len(path.read_text(encoding="utf-8").splitlines()) >= 300


def ratio(language: str) -> tuple[float, float]:
    """Milliseconds of processor time of a gradient, and of C's."""
    f, own = function(language)
    c = rz.load(FOLDER / "catchment.c").cost
    given = arguments(30, 20)
    mine, theirs = (rz.grad(one, wrt=WRT) for one in (f, c))
    return _best(lambda: mine(*own(given))), _best(lambda: theirs(*in_c(given)))


def _best(run: Callable[[], object]) -> float:
    run()
    times = []
    for _ in range(25):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return 1e3 * min(times)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_time_of_gradients(language: str) -> None:
    mine, theirs = ratio(language)
    assert mine < MOST[language] * theirs


if __name__ == "__main__":
    print("| language | gradient, ms | C's, ms | ratio |\n|---|---|---|---|")
    for one in MOST:
        own, other = ratio(one)
        print(f"| {one} | {own:.2f} | {other:.2f} | {own / other:.2f} |")
