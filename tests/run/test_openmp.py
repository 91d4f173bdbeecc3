"""Programs with OpenMP, in several threads, at every level: against the truth, which is that of the
serial program, and against the derivative of the serial program.

`./do test` tries some programs, each with one number of threads, at one level and in one mode.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.programs import Case, Gradients, read_folder
from tests.run.adapter import LEVELS, Level, along_outputs, differentiate

FOLDER = Path(__file__).parent / "openmp"
CASES = read_folder(FOLDER)
TEAMS = (1, 2, 4, 8)
ROUNDING = 1e-11


def threaded(case: Case) -> Case:
    """The same program, compiled for threads."""
    return replace(case, flags=(*case.flags, "-fopenmp"))


def compared(found: Gradients, expected: Gradients, tolerance: float, what: str) -> None:
    size = max((float(np.abs(e).max(initial=0)) for e in expected.values()), default=0.0)
    for name, value in expected.items():
        np.testing.assert_allclose(
            found[name], value, rtol=tolerance, atol=tolerance * max(size, 1e-3),
            err_msg=f"{what}, by {name!r}",
        )  # fmt: skip


@pytest.mark.rotates(plain=20, wide=120)
@pytest.mark.parametrize("threads", TEAMS)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_reverse(case: Case, level: Level, threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Gradients are the truth, in each of two calls; and the serial program's to rounding."""
    monkeypatch.setenv("OMP_NUM_THREADS", str(threads))
    parallel, serial = (differentiate(c, level, "reverse") for c in (threaded(case), case))
    for variant in range(len(case.variants)):
        args = case.arguments(variant=variant)
        seeds = case.cotangents(args)
        truth = case.truth(args).gradients
        for call in range(2):
            found = parallel(args, seeds)
            compared(found, truth, case.tolerance, f"call {call}, variant {variant}")
        rounding = max(ROUNDING, case.duality_tolerance)
        compared(found, serial(args, seeds), rounding, "the serial program")


@pytest.mark.rotates(plain=10, wide=60)
@pytest.mark.parametrize("threads", TEAMS)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_forward(case: Case, level: Level, threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The derivative of the loss along a direction is the truth's."""
    monkeypatch.setenv("OMP_NUM_THREADS", str(threads))
    for variant in range(len(case.variants)):
        args = case.arguments(variant=variant)
        truth, along = case.truth(args).gradients, case.directions(args)
        terms = [truth[name] * along[name] for name in truth]
        expected = sum(float(t.sum()) for t in terms)
        size = sum(float(np.abs(t).sum()) for t in terms)
        tangents = differentiate(threaded(case), level, "forward")(args, along)
        allowed = case.tolerance * max(size, 1e-3)
        assert along_outputs(case, args, tangents) == pytest.approx(expected, abs=allowed)
