"""Gradients within a budget for the tape: their memory, and their time beside the schedule's bound.

./do bench memory [NAME …]     at full size: heat, lorenz, lstm; less memory, and a file besides
./do bench memory --curve      time over budget: the table and picture of the how-to

Each runs in a process of its own. Memory is the most that is resident during the call, above what
is resident before it, as the operating system counts it. Times are processor time. The bound of a
schedule is the steps without a tape in the time of the function, and each iteration once in the
time of the gradient with the whole tape; both measured at sizes that fit, before and after.
"""

import json
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, final
from unittest import mock

import numpy as np
from rich.console import Console
from rich.table import Table

from bench.table import RESULTS, _write

HEAT: Final = """
double run(double *u, double *v, const double *k, int n, int steps) {
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            v[i] = u[i] + k[i] * (1 + u[i] * u[i]) * (u[i - 1] - 2 * u[i] + u[i + 1]);
        for (int i = 1; i < n - 1; i++)
            u[i] = v[i];
    }
    double s = 0;
    for (int i = 0; i < n; i++) s += u[i] * u[i];
    return s;
}
"""
LORENZ: Final = """
double run(const double *p, int steps) {
    double x = 1, y = p[3], z = 1.5, h = 1e-7;
    for (int t = 0; t < steps; t++) {
        double dx = p[0] * (y - x), dy = x * (p[1] - z) - y, dz = x * y - p[2] * z;
        x += h * dx; y += h * dy; z += h * dz;
    }
    return x * y + z;
}
"""
LSTM: Final = """
#include <math.h>
#define N 16
double run(const double *w, const double *x, double *h, int steps) {
    double c[N] = {0}, loss = 0;
    for (int t = 0; t < steps; t++) {
        double g[4 * N];
        for (int i = 0; i < 4 * N; i++) {
            g[i] = x[t] * w[i];
            for (int j = 0; j < N; j++) g[i] += w[4 * N + i * N + j] * h[j];
        }
        for (int i = 0; i < N; i++) {
            double in = 1 / (1 + exp(-g[i])), forget = 1 / (1 + exp(-g[N + i]));
            c[i] = forget * c[i] + in * tanh(g[2 * N + i]);
            h[i] = tanh(c[i]) / (1 + exp(-g[3 * N + i]));
        }
        loss += (h[0] - x[t]) * (h[0] - x[t]);
    }
    return loss;
}
"""


def heat_arguments(n: int) -> Callable[[int], tuple[Any, ...]]:
    u, v, k = np.linspace(0, 1, n), np.zeros(n), np.full(n, 0.1)

    def arguments(steps: int) -> tuple[Any, ...]:
        u[:], v[:] = np.linspace(0, 1, n), 0
        return u, v, k, n, steps

    return arguments


def lorenz_arguments(_: int) -> Callable[[int], tuple[Any, ...]]:
    p = np.array([10.0, 28.0, 8 / 3, 0.7])
    return lambda steps: (p, steps)


def lstm_arguments(length: int) -> Callable[[int], tuple[Any, ...]]:
    rng = np.random.default_rng(0)
    w, x, h = rng.standard_normal(64 * 17) * 0.3, rng.standard_normal(length), np.zeros(16)

    def arguments(steps: int) -> tuple[Any, ...]:
        h[:] = 0
        return w, x, h, steps

    return arguments


@final
@dataclass(frozen=True)
class Case:
    """A program, at a size that its tape does not fit at, and one that it fits at."""

    source: str
    arguments: Callable[[int], Callable[[int], tuple[Any, ...]]]
    size: int
    wrt: str
    steps: int
    fits: int
    budget: str
    disk: str = ""

    @property
    def memory(self) -> Any:
        """The option."""
        return {"ram": self.budget, "disk": self.disk} if self.disk else self.budget


CASES: Final = {
    "heat": Case(HEAT, heat_arguments, 100_000, "k", 100_000, 60, "1GB"),
    "lorenz": Case(LORENZ, lorenz_arguments, 0, "p", 10_000_000, 200_000, "10MB"),
    "lstm": Case(LSTM, lstm_arguments, 100_000, "w", 100_000, 5_000, "100MB"),
    "heat, little": Case(HEAT, heat_arguments, 100_000, "k", 2_000, 60, "20MB"),
    "heat, a file": Case(HEAT, heat_arguments, 100_000, "k", 2_000, 60, "20MB", "4GB"),
}
CURVES: Final = {
    "heat": Case(HEAT, heat_arguments, 1000, "k", 10_000, 100, ""),
    "lstm": CASES["lstm"],
}
BUDGETS: Final = ("", "200MB", "100MB", "50MB", "20MB", "10MB", "5MB", "2MB", "1MB", "500KB")
CURVE: Final = Path(__file__).parent.parent / "docs" / "howto" / "memory_curve.svg"


def main(arguments: list[str]) -> int:
    match arguments:
        case ["measured", name, memory]:
            print(json.dumps(measured(CASES[name], json.loads(memory))))
        case ["timed", name, memory]:
            print(json.dumps(timed(CURVES[name], json.loads(memory))))
        case ["--curve"]:
            curve()
        case _:
            full(arguments)
    return 0


# ---- at full size --------------------------------------------------------------------------------


def full(names: list[str]) -> None:
    """The table of gradients at full size."""
    table = Table(title="Gradients within a budget")
    for name in ("", "wanted", *(names or CASES)):
        table.add_column(name)
    found = {
        name: _child("measured", name, json.dumps(CASES[name].memory)) for name in names or CASES
    }
    rows: dict[str, tuple[str, Callable[[Case, dict[str, float]], str]]] = {
        "iterations": ("", lambda case, _: f"{case.steps:,}"),
        "budget": ("", lambda case, _: case.budget),
        "disk": ("", lambda case, _: case.disk),
        "resident, of the budget": (
            "≤ 1.1",
            lambda case, one: f"{one['resident'] / _bytes(case.budget):.2f}",
        ),
        "steps computed, each": ("", lambda case, one: f"{one['computed'] / case.steps:.2f} times"),
        "seconds": ("", lambda _, one: f"{one['seconds']:.1f}"),
        "by the clock": ("", lambda _, one: f"{one['clock']:.1f}"),
        "bound": ("", lambda _, one: f"{one['bound']:.1f}"),
        "time, of the bound": ("≤ 1.25", lambda _, one: f"{one['seconds'] / one['bound']:.2f}"),
    }
    for said, (wanted, figure) in rows.items():
        table.add_row(said, wanted, *(figure(CASES[name], one) for name, one in found.items()))
    Console().print(table)
    if not names:
        RESULTS.mkdir(exist_ok=True)
        _write("memory.json", found)


def measured(case: Case, memory: Any) -> dict[str, float]:
    """Bytes, seconds, steps and the bound of one gradient."""
    import ribozyme as rz
    from ribozyme.api.programs.progress import Steps

    told = [0]

    def show(_: int, total: int) -> None:
        told[0] = total

    f = rz.compile(case.source).run
    how: dict[str, Any] = {"wrt": case.wrt, "of": "return", "check": "never"}
    plain, kept = rz.grad(f, **how), rz.grad(f, memory=memory, **how)
    arguments = case.arguments(case.size)
    wanted, found = plain(*arguments(case.fits)), kept(*arguments(case.fits))
    assert np.max(np.abs(found - wanted)) <= 1e-12 * np.max(np.abs(wanted))

    def each(work: Callable[..., Any]) -> float:
        """Seconds of an iteration."""
        return max(_seconds(work, arguments(case.fits)) - _seconds(work, arguments(1)), 0.0) / (
            case.fits - 1
        )

    pairs = [(each(f), each(plain)) for _ in range(5)]
    rz.release()
    _reset()
    before = _resident("VmRSS")
    with mock.patch.object(Steps, "__enter__", lambda _: show):
        begun = time.perf_counter()
        seconds = _seconds(kept, arguments(case.steps))
        clock = time.perf_counter() - begun
    resident = _resident("VmHWM") - before
    for _ in range(0 if seconds > 2 else 4):
        seconds = min(seconds, _seconds(kept, arguments(case.steps)))
    pairs += [(each(f), each(plain)) for _ in range(5)]
    step, whole = (statistics.median(times) for times in zip(*pairs, strict=True))
    said = re.search(r"one each (\d+) iterations", str(rz.explain(f, wrt=case.wrt, memory=memory)))
    computed = told[0] * (int(said[1]) if said else 1)
    bare = max(computed - case.steps, 0)
    return {
        "resident": resident,
        "seconds": seconds,
        "clock": clock,
        "computed": computed,
        "step": step,
        "whole": whole,
        "bound": bare * step + case.steps * whole,
    }


# ---- time over budget ----------------------------------------------------------------------------


def curve() -> None:
    """The table of the how-to, and its picture."""
    points: dict[str, list[tuple[float, float]]] = {}
    for name in CURVES:
        first: dict[str, float] = {}
        print(f"{name}: budget, time, memory")
        for budget in BUDGETS:
            _, one = (_child("timed", name, json.dumps(budget)) for _ in range(2))  # code is kept
            first = first or one
            assert abs(one["sum"] - first["sum"]) <= 1e-11 * abs(first["sum"])
            ratio = one["seconds"] / first["seconds"]
            print(f"| {budget or 'none'} | {ratio:.2f} | {one['resident'] / 1e6:.1f} MB |")
            if budget:
                points.setdefault(name, []).append((_bytes(budget), ratio))
    CURVE.write_text(picture(points), encoding="utf-8")


def timed(case: Case, budget: str) -> dict[str, float]:
    """Seconds, bytes and the sum of a gradient."""
    import ribozyme as rz

    f = rz.compile(case.source).run
    how: dict[str, Any] = {"memory": budget} if budget else {}
    gradient = rz.grad(f, wrt=case.wrt, of="return", check="never", **how)
    arguments = case.arguments(case.size)
    gradient(*arguments(3))
    rz.release()
    _reset()
    before = _resident("VmRSS")
    seconds = []
    for _ in range(5):
        given = arguments(case.steps)
        seconds.append(_seconds(gradient, given))
    total = float(np.sum(gradient(*arguments(case.steps))))
    return {"seconds": min(seconds), "resident": _resident("VmHWM") - before, "sum": total}


COLORS: Final = ("#4878a8", "#c05020")
WIDE, HIGH, LEFT, BOTTOM = 560, 300, 50, 40


def picture(points: dict[str, list[tuple[float, float]]]) -> str:
    """Time over budget as SVG: budgets on a logarithmic scale."""
    every = [point for one in points.values() for point in one]
    least, most = (np.log10([choose(x for x, _ in every) for choose in (min, max)])).tolist()
    top = float(np.ceil(max(y for _, y in every)))

    def at(bytes: float, ratio: float) -> tuple[float, float]:
        across = (np.log10(bytes) - least) / (most - least)
        return LEFT + 20 + across * (WIDE - LEFT - 60), HIGH - BOTTOM - ratio / top * (
            HIGH - BOTTOM - 20
        )

    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{HIGH}" '
        'font-family="sans-serif" font-size="12">'
    )
    lines = [head, f'<rect width="{WIDE}" height="{HIGH}" fill="white"/>']
    for ratio in range(int(top) + 1):
        y = at(10**least, ratio)[1]
        lines += [
            f'<path d="M{LEFT} {y:.1f}H{WIDE - 20}" stroke="#ddd"/>',
            f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{ratio}</text>',
        ]
    for budget in filter(None, BUDGETS):
        x = at(_bytes(budget), 0)[0]
        lines.append(f'<text x="{x:.1f}" y="{HIGH - 20}" text-anchor="middle">{budget}</text>')
    for place, (color, (name, own)) in enumerate(zip(COLORS, points.items(), strict=True)):
        spots = [at(*point) for point in own]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in spots)
        lines.append(f'<path d="M{path}" fill="none" stroke="{color}" stroke-width="2"/>')
        lines += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{color}"/>' for x, y in spots]
        lines.append(f'<text x="{WIDE - 80}" y="{20 + 16 * place}" fill="{color}">{name}</text>')
    lines.append(
        f'<text x="{LEFT}" y="14">time, that of the gradient with the whole tape is 1</text>'
    )
    return "\n".join((*lines, "</svg>", ""))


# ---- pieces --------------------------------------------------------------------------------------


def _child(*words: str) -> dict[str, float]:
    command = (sys.executable, "-m", "bench", "memory", *words)
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def _bytes(budget: str) -> int:
    unit = {"KB": 10**3, "MB": 10**6, "GB": 10**9}[budget[-2:]]
    return int(budget[:-2]) * unit


def _seconds(work: Callable[..., Any], arguments: tuple[Any, ...]) -> float:
    """The processor time of a call."""
    begun = time.process_time()
    work(*arguments)
    return time.process_time() - begun


def _reset() -> None:
    """From here on the most of the resident memory is counted anew."""
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def _resident(which: str) -> int:
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) << 10 for line in status if line.startswith(which))
