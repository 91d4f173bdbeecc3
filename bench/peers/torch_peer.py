"""PyTorch on the processor, in double precision: eager, loops in Python."""

from typing import Any

from bench.peers import Gradient, unknowns
from bench.peers.models import MODELS, Ops, looped
from bench.problem import Data, Problem

NAME, NEEDS = "PyTorch", ("torch",)
MOST_STEPS = 2000  # a loop in Python beyond this takes minutes and says nothing new


def gradient(problem: Problem, given: Data) -> Gradient | None:
    model = MODELS.get(problem.name)
    steps = max(given.get("steps", 0), given.get("c", 0) if problem.name == "lstm" else 0)
    if model is None or steps > MOST_STEPS:
        return None
    import torch

    ops = Ops(
        torch,
        torch.tensor,
        lambda v, axis: torch.amax(v, axis, keepdim=True).detach(),
        torch.amin,
        torch.roll,
        looped,
    )
    names = unknowns(problem, given)
    at = [torch.tensor(given[n], requires_grad=True) for n in names]
    f = model(ops, given)

    def run() -> dict[str, Any]:
        bars = torch.autograd.grad(f(*at), at)
        return {n: bar.numpy() for n, bar in zip(names, bars, strict=True)}

    return run
