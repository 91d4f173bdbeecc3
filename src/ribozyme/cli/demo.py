"""`ribozyme demo`: the tour. Small programs, their derivatives checked and timed."""

import argparse
import time
from collections.abc import Callable
from typing import Any, Final, final

from ribozyme.base.errors import Error
from ribozyme.base.record import dataclass
from ribozyme.cli.output import complain, say, show, show_json

DESCRIPTION: Final = """\
A tour in some seconds: small C and C++ programs, differentiated after optimisation, each gradient
checked against central differences of the program itself, and timed.

  square   x*x
  relu3    x > 0 ? x*x*x : 0, against the gradient written by hand
  norm     each element divided by a norm computed inside the loop: O(n^2) as written, O(n) when
           optimised, and so is its gradient
  n-body   a step of five bodies in C++, a std::array of structs
"""
EPILOG: Final = "Exit status 1 if a check fails."

SQUARE: Final = "double square(double x) { return x * x; }"

RELU3: Final = """\
double relu3(double x) { return x > 0 ? x * x * x : 0; }
double relu3_by_hand(double x) { return x > 0 ? 3 * x * x : 0; }
"""

NORM: Final = """\
#include <math.h>
#include <stddef.h>
static double norm(const double *x, size_t n)
{
    double s = 0;
    for (size_t i = 0; i < n; i++)
        s += x[i] * x[i];
    return sqrt(s);
}
void normalise(const double *restrict x, double *restrict out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        out[i] = x[i] / norm(x, n);
}
"""

NBODY: Final = """\
#include <array>
#include <cmath>
struct Body { double x, y, z, vx, vy, vz, mass; };
extern "C" double energy_after(const std::array<Body, 5> &start, double dt)
{
    std::array<Body, 5> bodies = start;
    for (auto &a : bodies)
        for (auto &b : bodies)
            if (&a != &b) {
                double dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z;
                double d2 = dx * dx + dy * dy + dz * dz;
                double f = b.mass * dt / (d2 * std::sqrt(d2));
                a.vx += f * dx;
                a.vy += f * dy;
                a.vz += f * dz;
            }
    double e = 0;
    for (auto &b : bodies) {
        b.x += dt * b.vx;
        b.y += dt * b.vy;
        b.z += dt * b.vz;
        e += 0.5 * b.mass * (b.vx * b.vx + b.vy * b.vy + b.vz * b.vz);
    }
    for (size_t i = 0; i < bodies.size(); i++)
        for (size_t j = i + 1; j < bodies.size(); j++) {
            double dx = bodies[i].x - bodies[j].x, dy = bodies[i].y - bodies[j].y;
            double dz = bodies[i].z - bodies[j].z;
            e -= bodies[i].mass * bodies[j].mass / std::sqrt(dx * dx + dy * dy + dz * dz);
        }
    return e;
}
"""


@final
@dataclass(frozen=True, slots=True)
class Line:
    """One example: how far the gradient is from the truth, and seconds per call."""

    name: str
    what: str
    error: float
    made: float  # seconds to compile and differentiate
    primal: float
    gradient: float

    @property
    def passed(self) -> bool:
        return self.error < 1e-5


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(chosen: argparse.Namespace) -> int:
    began = time.perf_counter()
    lines: list[Line] = []
    failures: list[Error] = []
    for example in (square, relu3, norm, nbody):
        try:
            lines += example()
        except Error as problem:
            failures.append(problem)
    took = time.perf_counter() - began
    if chosen.json:
        show_json(
            [
                {
                    "example": line.name, "what": line.what, "error": line.error,
                    "made_s": line.made, "primal_s": line.primal, "gradient_s": line.gradient,
                    "passed": line.passed,
                }
                for line in lines
            ]
        )  # fmt: skip
    else:
        show(
            ("example", "what", "function", "gradient", "ratio", "made in", "check"),
            [_row(line) for line in lines],
        )
        say(f"{len(lines)} gradients, {took:.1f} s; times are per call, from Python")
    for failure in failures:
        complain(failure, as_json=chosen.json)
    return 0 if not failures and all(line.passed for line in lines) else 1


def _row(line: Line) -> tuple[str, ...]:
    return (
        line.name,
        line.what,
        _shown(line.primal),
        _shown(line.gradient),
        f"{line.gradient / line.primal:.1f}x",
        f"{line.made:.2f} s",
        f"ok, {line.error:.0e}" if line.passed else f"WRONG, off by {line.error:.0e}",
    )


def _shown(seconds: float) -> str:
    for unit, scale in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= scale:
            return f"{seconds / scale:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def timed(call: Callable[[], Any], budget: float = 0.1) -> float:
    """Seconds per call: the best of some rounds within the budget."""
    call()
    began = time.perf_counter()
    call()
    once = max(time.perf_counter() - began, 1e-7)
    count = max(1, int(budget / 5 / once))
    best = float("inf")
    for _ in range(5):
        began = time.perf_counter()
        for _ in range(count):
            call()
        best = min(best, (time.perf_counter() - began) / count)
    return best


def square() -> list[Line]:
    import ribozyme as rz

    began = time.perf_counter()
    f = rz.compile(SQUARE).square
    g = rz.grad(f)
    found = g(3.0)
    made = time.perf_counter() - began
    times = timed(lambda: f(3.0)), timed(lambda: g(3.0))
    return [Line("square", "x*x at 3", abs(found - 6.0), made, *times)]


def relu3() -> list[Line]:
    import ribozyme as rz

    began = time.perf_counter()
    lib = rz.compile(RELU3)
    g = rz.grad(lib.relu3)
    hand = lib.relu3_by_hand
    error = max(abs(g(x) - hand(x)) for x in (-1.5, -0.0, 0.0, 0.5, 2.0))
    made = time.perf_counter() - began
    times = timed(lambda: hand(2.0)), timed(lambda: g(2.0))
    return [Line("relu3", "against the gradient by hand", error, made, *times)]


def norm() -> list[Line]:
    import numpy as np

    import ribozyme as rz

    began = time.perf_counter()
    f = rz.compile(NORM).normalise
    rng = np.random.default_rng(0)

    def line(n: int, made: float) -> Line:
        x, w, out = rng.uniform(0.5, 1.5, n), rng.uniform(-1, 1, n), np.zeros(n)
        dx, dout = np.zeros(n), w.copy()

        def gradient() -> None:
            dx[:] = 0
            dout[:] = w
            rz.autodiff(
                rz.Reverse, f, rz.Duplicated(x, dx), rz.DuplicatedNoNeed(out, dout), rz.Const(n)
            )

        gradient()
        size = np.sqrt(x @ x)
        truth = w / size - x * (w @ x) / size**3
        error = float(np.max(np.abs(dx - truth)))
        made = made or time.perf_counter() - began
        return Line("norm", f"n = {n}", error, made, timed(lambda: f(x, out, n)), timed(gradient))

    first = line(1000, 0.0)
    return [first, line(100_000, first.made)]


def nbody() -> list[Line]:
    import numpy as np

    import ribozyme as rz

    began = time.perf_counter()
    f = rz.compile(NBODY, lang="c++", flags=["-std=c++17"]).energy_after
    g = rz.grad(f, wrt="start")
    rng = np.random.default_rng(1)
    bodies, dt = rng.uniform(0.5, 1.5, (5, 7)), 0.01
    found = g(bodies, dt)
    made = time.perf_counter() - began
    error = 0.0
    for at in np.ndindex(5, 7):
        step = np.zeros((5, 7))
        step[at] = 1e-5
        slope = (f(bodies + step, dt) - f(bodies - step, dt)) / 2e-5
        error = max(error, abs(slope - found[at]) / max(1.0, abs(slope)))
    times = timed(lambda: f(bodies, dt)), timed(lambda: g(bodies, dt))
    return [Line("n-body", "5 bodies, std::array of structs", float(error), made, *times)]
