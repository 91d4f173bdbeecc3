"""What is to be reached, as data, and how far the measured figures are from it.

`reach` is the ratio of gradient to primal wanted; `published` what the best known tools reach,
quoted as published (the real Enzyme on LLVM 16 and Tapenade's output, at the paper's flags), never
measured here. A row is met when the worst of its sizes is.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, final

Record = Mapping[str, Any]


@final
@dataclass(frozen=True, slots=True)
class Target:
    """One row of the table."""

    title: str
    problem: str
    reach: float
    enzyme: float | None  # no size may be slower than this
    published: str
    within: Callable[[dict[str, float]], bool] = lambda numbers: True
    why: str = ""  # what holds it back where it is missed, from the code and its profile


TARGETS: Final = (
    Target("GMM (d 10–128, K 10–50)", "gmm", 2.1, 3.6,
           "Enzyme 3.6–4.2; 2.1–2.9 when its shadow heap is kept; Tapenade 2.9–12",
           lambda n: 10 <= n["d"] <= 128 and 10 <= n["k"] <= 50),
    Target("BA, core", "ba-core", 3.5, 4.2, "Enzyme 4.2; Tapenade 9–10"),
    Target("BA, with sparse assembly", "ba-sparse", 4.5, 5.6, "Enzyme 5.6; Tapenade 9–10"),
    Target("LSTM, state active", "lstm", 2.1, 3.2, "Enzyme 3.2; Tapenade 4.0; CoDiPack 2.1"),
    Target("hand, objective gradient (simple)", "hand-simple", 7, 11, "Enzyme 11"),
    Target("hand, objective gradient (complicated)", "hand-complicated", 7, 11, "Enzyme 11"),
    Target("Euler", "euler", 2.0, 2.0, "Enzyme 2.0"),
    Target("adaptive RK", "rk", 5, 6.6, "Enzyme 6.6–10"),
    Target("FFT", "fft", 2.2, 3.1, "Enzyme 3.1–3.4; Tapenade 2.3"),
    Target("Brusselator", "brusselator", 2.0, 2.0, "Enzyme 2.0; Tapenade 5.9",
           why="rows are short: what no vector takes of each, and checks whether rows overlap"),
    Target("log-sum-exp", "logsumexp", 1.7, 2.2, "Enzyme 2.2"),
    Target("matrix descent", "matdescent", 2.0, 2.0, "Enzyme 2.0–2.4",
           why="with fast-math the primal only reads the matrix, a gradient writes one too"),
    Target("network", "network", 1.8, 3.2, "Enzyme 3.2; Tapenade 2.4; hand 1.7"),
    Target("determinant", "determinant", 3, 18, "Enzyme 18; ad-hpp 3.0"),
    Target("least squares", "leastsquares", 1.4, 1.4, "Enzyme 1.4"),
    Target("ODE", "ode", 2.2, 2.7, "Enzyme 2.7; JAX 2.2"),
    Target("k-means", "kmeans", 2.0, 2.9, "Enzyme 2.9; Futhark 1.5"),
)  # fmt: skip

ABLATION: Final = ("lstm", "ba-core", "gmm", "euler", "rk", "fft", "brusselator")
ABLATION_REACH: Final = 4.0
"""The reference pipeline over ours, the geometric mean over these problems."""

LIMITS: Final = {
    "stage_seconds": (0.5, "differentiation stage"),
    "first_gradient_cold_seconds": (2.0, "first gradient, cold"),
    "first_gradient_warm_seconds": (0.3, "first gradient, warm"),
}


@final
@dataclass(frozen=True, slots=True)
class Status:
    """A row with its verdict: met, missed or not measured."""

    target: Target
    verdict: str
    mean: float | None
    worst: float | None
    where: str
    note: str = ""


def status(target: Target, records: Iterable[Record]) -> Status:
    """The verdict on one row from the measured records of one set of flags."""
    rows = [r for r in records if r["problem"] == target.problem]
    rows = [r for r in rows if target.within(numbers(r["size"]))]
    failed = [r for r in rows if r["gradient_over_primal"] is None]
    timed = [r for r in rows if r["gradient_over_primal"] is not None]
    if failed:
        return Status(target, "missed", None, None, "", failed[0].get("failure", "no gradient"))
    if not timed:
        return Status(target, "not measured", None, None, "")
    ratios = {r["size"]: r["gradient_over_primal"] for r in timed}
    where = max(ratios, key=lambda size: ratios[size])
    worst = ratios[where]
    if worst <= target.reach:
        return Status(target, "met", geometric_mean(ratios.values()), worst, where)
    note = f"{worst / target.reach:.2f}× of what is wanted"
    if target.enzyme is not None:
        note += ", Enzyme's published beaten" if worst <= target.enzyme else ", above Enzyme's too"
    hand = next(r.get("hand_over_gradient") for r in timed if r["size"] == where)
    if hand:
        note += f"; by hand {hand * worst:.2f}"
    if target.why:
        note += f"; {target.why}"
    return Status(target, "missed", geometric_mean(ratios.values()), worst, where, note)


def ablation(records: Iterable[Record]) -> tuple[float | None, int]:
    """Geometric mean of reference over ours, and over how many problems."""
    by_problem: dict[str, list[float]] = {}
    for r in records:
        if r["problem"] in ABLATION and r["reference_over_gradient"] is not None:
            by_problem.setdefault(r["problem"], []).append(r["reference_over_gradient"])
    means = [geometric_mean(ratios) for ratios in by_problem.values()]
    return (geometric_mean(means) if means else None), len(means)


def geometric_mean(values: Iterable[float]) -> float:
    logs = [math.log(value) for value in values]
    return math.exp(sum(logs) / len(logs))


def numbers(label: str) -> dict[str, float]:
    """`d=10 k=25` → {"d": 10, "k": 25}"""
    return {name: float(value) for name, _, value in (w.partition("=") for w in label.split())}


def slope(sizes: list[float], seconds: list[float]) -> float | None:
    """The exponent of growth: the slope of a line through the logarithms."""
    if len(set(sizes)) < 2:
        return None
    x, y = [math.log(s) for s in sizes], [math.log(t) for t in seconds]
    mx, my = sum(x) / len(x), sum(y) / len(y)
    above = sum((a - mx) * (b - my) for a, b in zip(x, y, strict=True))
    return above / sum((a - mx) ** 2 for a in x)
