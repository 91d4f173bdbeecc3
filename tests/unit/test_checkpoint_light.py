"""Loops whose iterations keep little: within a budget a step of the schedule is several of them."""

from typing import Any

import numpy as np
import pytest
from tests.unit.test_checkpoint import ADAPTIVE, EXITS, LORENZ

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=3, wide=1000)

SLOW = LORENZ.replace("h = 0.01", "h = 1e-5")
SAYS = """
#include <math.h>
#include <stdio.h>
void flush(void) { fflush(stdout); }
double run(double x, int steps) {
    double y = 0.1;
    for (int t = 0; t < steps; t++) {
        y += 0.01 * sin(x * y) - 0.001 * y * y;
        if (t % 1000 == 7) printf("%d %.4f\\n", t, y);
    }
    return y * y;
}
"""
GENERATOR = """
#include <stdint.h>
#include <math.h>
static uint64_t seed;
static double drawn(void) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (seed >> 11) * 0x1p-53;
}
double run(double x, int steps) {
    double y = x;
    seed = 7;
    for (int t = 0; t < steps; t++)
        y += 0.01 * (sin(x * y) + drawn() - 0.5);
    return y + drawn();
}
"""
MERSENNE = """
#include <cmath>
#include <random>
extern "C" double run(double x, int steps) {
    std::mt19937_64 generator(7);
    double y = x;
    for (int t = 0; t < steps; t++)
        y += 0.01 * (std::sin(x * y) + (generator() >> 11) * 0x1p-53 - 0.5);
    return y;
}
"""
CONVERGES = """
#include <math.h>
double run(double x, int steps) {
    double y = 1, old;
    int n = 0;
    do { old = y; y = y - 1e-3 * (y * y * y - x); n++; } while (fabs(y - old) > 1e-14 && n < steps);
    return y + n * 1e-9 * x;
}
"""


def close(found: Any, wanted: Any, error: float = 1e-12) -> None:
    for one, other in zip(np.atleast_1d(found), np.atleast_1d(wanted), strict=True):
        assert np.max(np.abs(np.asarray(one) - other)) <= error * np.max(np.abs(other))


def gradients(f: Any, wrt: Any, memory: str = "60KB") -> tuple[Any, Any]:
    """Without a budget, and with one that the tape does not fit in."""
    kind: dict[str, Any] = {"wrt": wrt, "of": "return", "check": "never"}
    bounded = rz.grad(f, memory=memory, **kind)
    assert "iterations at most" in str(rz.explain(f, wrt=wrt, memory=memory))
    return rz.grad(f, **kind), bounded


@pytest.mark.parametrize("steps", [0, 1, 255, 256, 257, 20_001])
def test_as_many_as_there_are(steps: int) -> None:
    plain, bounded = gradients(rz.compile(SLOW).lorenz, "p")
    p, out = np.array([1.0, 0.8, 0.3, 0.7]), np.zeros(2)
    found, left = bounded(p, out, steps), out.copy()
    close(found, plain(p, out, steps))
    assert np.array_equal(left, out)


def test_the_tape_does_not_fit() -> None:
    f = rz.compile(SLOW).lorenz
    args = np.array([1.0, 0.8, 0.3, 0.7]), np.zeros(2), 20_001
    with pytest.raises(rz.Error, match="RZ603"):
        rz.grad(f, wrt="p", of="return", memory="60KB", checkpoint=False)(*args)


def test_a_number_that_is_not_known() -> None:
    plain, bounded = gradients(rz.compile(ADAPTIVE).adaptive, ("a", "y"))
    args = 1.3, 0.4, 2000.0, np.zeros(1)
    close(bounded(*args), plain(*args))


@pytest.mark.parametrize("steps", [10, 97, 98, 99, 5000])
def test_several_exits(steps: int) -> None:
    plain, bounded = gradients(rz.compile(EXITS).run, ("x", "r"), "30KB")
    x = np.random.default_rng(0).standard_normal(20) * 0.5
    close(bounded(x, 20, 0.3, steps)[0], plain(x, 20, 0.3, steps)[0])


def test_an_end_that_is_computed() -> None:
    plain, bounded = gradients(rz.compile(CONVERGES).run, "x", "40KB")
    close(bounded(2.0, 10**6), plain(2.0, 10**6))


def test_text_is_written_once(capfd: pytest.CaptureFixture[str]) -> None:
    lib = rz.compile(SAYS)
    found, said = [], []
    for gradient in gradients(lib.run, "x"):
        capfd.readouterr()
        found.append(gradient(0.7, 30_000))
        lib.flush()
        said.append(capfd.readouterr().out)
    close(*found)
    assert said[0] == said[1] and said[0].count("\n") == 30


@pytest.mark.parametrize("lang", ["c", "c++"])
def test_a_generator_repeats(lang: Any) -> None:
    """Its state is part of the state of the loop, and afterwards what one run leaves."""
    f = rz.compile(GENERATOR if lang == "c" else MERSENNE, lang=lang).run
    plain, bounded = gradients(f, "x")
    close(bounded(0.3, 30_000), plain(0.3, 30_000))
    value, _ = rz.value_and_grad(f, memory="60KB", check="never")(0.3, 30_000)
    assert value == pytest.approx(f(0.3, 30_000), rel=1e-14)
