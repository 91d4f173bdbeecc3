"""HIPS autograd: the array programs on NumPy, loops in Python."""

from typing import Any

from bench.peers import Gradient, unknowns
from bench.peers.models import MODELS, Ops, looped
from bench.problem import Data, Problem

NAME, NEEDS = "autograd", ("autograd",)
MOST_STEPS = 2000  # a loop in Python beyond this takes minutes and says nothing new


def gradient(problem: Problem, given: Data) -> Gradient | None:
    model = MODELS.get(problem.name)
    steps = max(given.get("steps", 0), given.get("c", 0) if problem.name == "lstm" else 0)
    if model is None or steps > MOST_STEPS:
        return None
    import autograd
    import autograd.numpy as np

    ops = Ops(
        np,
        np.asarray,
        lambda v, axis: np.max(v, axis, keepdims=True),
        np.min,
        np.roll,
        looped,
    )
    names = unknowns(problem, given)
    at = [given[n] for n in names]
    both = autograd.value_and_grad(lambda at: model(ops, given)(*at))

    def run() -> dict[str, Any]:
        _, bars = both(at)
        return dict(zip(names, bars, strict=True))

    return run
