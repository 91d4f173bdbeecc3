"""A gradient is right before it is timed: against the adjoint by hand and central differences.

Differences are taken along random directions and along single coordinates, with Richardson's
extrapolation; they say nothing beyond six or seven digits, the adjoint by hand up to thirteen. For
the logarithm of a sum of millions they say even less: each of its slopes is a millionth, and the
rounding of the sum hides it. A formula in extended precision takes their place there.
"""

from collections.abc import Callable
from typing import Final

import numpy as np

from bench import gradient
from bench.harness import Call
from bench.problem import Data, Problem, arrays, seeds

BY_HAND: Final = 1e-9
BY_DIFFERENCES: Final = 1e-5
BY_FORMULA: Final = 1e-7


def gradient_of(problem: Problem, address: int, given: Data) -> Data:
    """What a derivative function leaves in its shadows."""
    buffers = arrays(problem.gradient_slots(), given)
    value = problem.value and not problem.asks
    Call(address, problem.gradient_slots(), buffers, value).once()
    return buffers


def primal_outputs(problem: Problem, given: Data) -> np.ndarray:
    """The value, or all arrays written, as one vector."""
    built = _primal(problem)
    buffers = arrays(problem.primal_slots(), given)
    value = Call(built.address(problem.function), problem.primal_slots(), buffers, problem.value)
    found = value.once()
    if problem.value:
        return np.array([found])
    outs = [a.name for a in problem.args if a.role in ("out", "inout")]
    return np.concatenate([buffers[name].ravel() for name in outs])


_built: dict[str, gradient.Built] = {}


def _primal(problem: Problem) -> gradient.Built:
    if problem.function not in _built:
        _built[problem.function] = gradient.primal(problem)
    return _built[problem.function]


def difference(
    f: Callable[[Data], np.ndarray], given: Data, v: Data, h: float = 1e-4
) -> np.ndarray:
    """The derivative of f along v, by central differences of step h and h/2."""

    def slope(h: float) -> np.ndarray:
        ahead = f({name: given[name] + h * v[name] for name in v})
        behind = f({name: given[name] - h * v[name] for name in v})
        return (ahead - behind) / (2 * h)

    return (4 * slope(h / 2) - slope(h)) / 3


def scalar(problem: Problem, given: Data) -> Callable[[Data], np.ndarray]:
    """The primal's value, or its outputs weighed by the seeds."""
    outs = [a.name for a in problem.args if a.role in ("out", "inout")]
    weights = [seeds(name, np.asarray(given[name])).ravel() for name in outs]

    def f(changed: Data) -> np.ndarray:
        found = primal_outputs(problem, {**given, **changed})
        return found if problem.value else np.array([np.concatenate(weights) @ found])

    return f


def by_differences(problem: Problem, given: Data, got: Data) -> float:
    """The largest error, relative to the gradient's own size, over directions and coordinates."""
    if problem.name == "kmeans":
        return 0.0  # second derivatives: by hand only
    names = [name.removeprefix("d_") for name in problem.results()]
    f, rng, worst = scalar(problem, given), np.random.default_rng(3), 0.0
    for k in range(6):
        v = {name: np.zeros_like(given[name]) for name in names}
        for name in names:
            if k < 2:
                v[name] = rng.standard_normal(given[name].shape)
            else:
                v[name].flat[rng.integers(given[name].size)] = 1.0
        size = np.sqrt(sum(float(np.sum(x * x)) for x in v.values()))
        wanted = float(difference(f, given, v, problem.step / max(1.0, size / 3))[0])
        found = sum(float(np.sum(got[f"d_{name}"] * v[name])) for name in names)
        scale = max(abs(wanted), *(float(np.max(np.abs(got[f"d_{n}"]))) for n in names))
        worst = largest(worst, abs(found - wanted) / scale)
    return worst


def by_hand(problem: Problem, got: Data, hand: Data) -> float:
    """The largest difference from the adjoint by hand, relative to each array's largest entry."""
    names = problem.results() or ("blocks", "slopes", "values")
    worst = 0.0
    for name in (n for n in names if n in got):
        scale = float(np.max(np.abs(hand[name]))) or 1.0
        worst = largest(worst, float(np.max(np.abs(got[name] - hand[name]))) / scale)
    return worst


def error(
    problem: Problem, address: int, hand: int | None, given: Data, loose: float = 1.0
) -> float:
    """The largest relative error; raises where the gradient is wrong.

    `loose` widens the bound against the adjoint by hand, for arithmetic that may be reordered.
    """
    got = gradient_of(problem, address, given)
    worst = _without_hand(problem, given, got)
    if hand is None:
        return worst
    exact = by_hand(problem, got, gradient_of(problem, hand, given))
    if exact > loose * problem.loose * BY_HAND or not np.isfinite(exact):
        raise WrongGradientError(problem.name, "the adjoint by hand", exact)
    return exact


def _without_hand(problem: Problem, given: Data, got: Data) -> float:
    """The error against what is no adjoint: differences or a formula."""
    if problem.formula:
        against, bound = "its formula", BY_FORMULA
        worst = by_hand(problem, got, problem.formula(given))
    else:
        against, bound = "central differences", BY_DIFFERENCES
        worst = (
            problem.check(problem, given, lambda _: got)
            if problem.check
            else by_differences(problem, given, got)
        )
    if worst > bound or not np.isfinite(worst):
        raise WrongGradientError(problem.name, against, worst)
    return worst


def largest(a: float, b: float) -> float:
    """The larger error; what is no number is worse than any."""
    return max(a, b) if np.isfinite(b) else float("inf")


class WrongGradientError(Exception):
    """A gradient that is not the one."""

    def __init__(self, name: str, against: str, error: float) -> None:
        super().__init__(f"{name}: differs from {against} by {error:.2g}")
