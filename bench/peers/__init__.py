"""Other tools on the same problem and data, each in a module of its own, run only where importable.

A peer's module has `NAME`, `NEEDS` (what must be importable) and

    gradient(problem, given) -> Callable[[], dict[str, ndarray]] | None

the gradient by the names of the inputs, or None where the tool or this suite has no such problem. A
peer whose answer is not the primal's derivative is left out with a word on standard error.
"""

import importlib
import importlib.util
import sys
import time
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from bench import check
from bench.measure import Sample
from bench.problem import Data, Problem

MODULES: Final = ("enzyme", "jax", "torch", "casadi", "autograd", "adolc")
Gradient = Callable[[], dict[str, np.ndarray]]
only: list[str] = list(MODULES)
"""Which are asked; the command line narrows it."""


def ready(problem: Problem, given: Data) -> list[tuple[str, Sample]]:
    """The peers that can do this problem here, checked."""
    if problem.driver or problem.asks:
        return []
    found = []
    for name in only:
        module = importlib.import_module(f"bench.peers.{name}_peer")
        if not _here(module):
            continue
        run = _made(module, problem, given)
        if run is not None:
            found.append((module.NAME, _sample(run)))
    return found


def _here(module: Any) -> bool:
    if any(importlib.util.find_spec(need) is None for need in module.NEEDS):
        return False
    return not hasattr(module, "available") or bool(module.available())


def _made(module: Any, problem: Problem, given: Data) -> Gradient | None:
    try:
        run: Gradient | None = module.gradient(problem, given)
        if run is None:
            return None
        answer = run()
    except Exception as error:  # a peer may fail in any way it likes
        print(f"{module.NAME}: {problem.name}: {type(error).__name__}: {error}", file=sys.stderr)
        return None
    got = {f"d_{name}": np.asarray(value) for name, value in answer.items()}
    wrong = check.by_differences(problem, given, got)
    if wrong > check.BY_DIFFERENCES or not np.isfinite(wrong):
        print(f"{module.NAME}: {problem.name}: wrong by {wrong:.2g}, left out", file=sys.stderr)
        return None
    return run


def _sample(run: Gradient) -> Sample:
    def seconds(reps: int) -> float:
        start = time.perf_counter()
        for _ in range(reps):
            run()
        return (time.perf_counter() - start) / reps

    return seconds


def unknowns(problem: Problem, given: Data) -> list[str]:
    return [a.name for a in problem.args if a.role in ("in", "inout")]
