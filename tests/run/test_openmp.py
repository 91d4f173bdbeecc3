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

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=6, wide=12)

FOLDER = Path(__file__).parent / "openmp"
CASES = read_folder(FOLDER)
TEAMS = (1, 2, 4, 8)
ROUNDING = 1e-11
NO_FIXED_ORDER = frozenset(
    f"openmp/{name}"
    for name in (
        *(
            "coefficients",
            "critical_product",
            "critical_sections",
            "critical_sum",
            "two_critical_sections",
            "locks",
        ),
        *("ordered", "ordered_parts", "number_of_threads", "orphans"),
        *("first_thread", "histogram", "places_taken_atomically", "scattered", "single_precision"),
        *("exclusive_serial", "if_within_a_region", "nested", "gathered_within"),
        *("atomic_write", "atomic_read", "atomic_product", "atomic_capture", "atomic_exchange"),
        *("atomic_largest", "atomic_compare", "atomic_numbers", "handshake", "handshake_flush"),
        *("threadprivate_sums", "threadprivate_nested"),
        *("copyprivate", "copyprivate_changed", "guards", "atomic_smallest", "bodies_triangular"),
    )
)
"""Programs with critical sections, locks, ordered regions, atomic updates, or nested regions."""

NOT_SERIAL = frozenset({"openmp/atomic_compare", "openmp/atomic_numbers"})
"""Programs with `std::atomic`, whose exchanges are refused where there are no regions (RZ205)."""


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
    alone = threaded(case) if case.name in NOT_SERIAL else case
    parallel, serial = (differentiate(c, level, "reverse") for c in (threaded(case), alone))
    for variant in range(len(case.variants)):
        args = case.arguments(variant=variant)
        seeds = case.cotangents(args)
        truth = case.truth(args).gradients
        for call in range(2):
            found = parallel(args, seeds)
            compared(found, truth, case.tolerance, f"call {call}, variant {variant}")
        rounding = max(ROUNDING, case.duality_tolerance)
        with monkeypatch.context() as patched:
            patched.setenv("OMP_NUM_THREADS", "1")
            expected = serial(args, seeds)
        compared(found, expected, rounding, "the serial program")


@pytest.mark.rotates(plain=6, wide=40)
@pytest.mark.parametrize("threads", TEAMS)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_deterministic(
    case: Case, level: Level, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Gradients are the same to the last bit in ten runs, and right; or refused."""
    monkeypatch.setenv("OMP_NUM_THREADS", str(threads))
    args = case.arguments(variant=0)
    seeds = case.cotangents(args)
    with rz.options(deterministic=True):
        gradient = differentiate(threaded(case), level, "reverse")
        if case.name in NO_FIXED_ORDER:
            with pytest.raises(rz.Error) as caught:
                gradient(args, seeds)
            assert caught.value.code == "RZ220" and caught.value.location is not None
            return
        found = [gradient(args, seeds) for _ in range(10)]
    compared(found[0], case.truth(args).gradients, case.tolerance, "deterministic")
    for again in found[1:]:
        for name, value in found[0].items():
            assert again[name].tobytes() == value.tobytes(), name


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
