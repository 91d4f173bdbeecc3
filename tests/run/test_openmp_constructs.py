"""For each construct of OpenMP there are at least two programs: right in all tests, or refused."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

TESTS: Final = Path(__file__).parents[1]
RIGHT: Final = [
    *(TESTS / "run" / "openmp").iterdir(),
    *(TESTS / "frontends" / "fortran_openmp").iterdir(),
]
REFUSED: Final = list((TESTS / "run" / "refuse").glob("openmp_*"))
SUPPORTED: Final = {
    "parallel": r"omp parallel\b",
    "num_threads": r"num_threads\(",
    "if": r"omp parallel.* if ?\(",
    "a worksharing loop": r"omp (?:parallel )?(?:for|do)\b",
    "schedule static": r"schedule\(static",
    "schedule dynamic": r"schedule\(dynamic",
    "schedule guided": r"schedule\(guided",
    "schedule runtime": r"schedule\(runtime",
    "schedule auto": r"schedule\(auto",
    "ordered": r"omp ordered",
    "collapse": r"collapse\(",
    "nowait": r"nowait",
    "sections": r"omp (?:parallel )?sections",
    "single": r"omp single",
    "copyprivate": r"copyprivate\(",
    "master": r"omp master",
    "masked": r"omp masked",
    "barrier": r"omp barrier",
    "critical": r"omp critical",
    "critical with a name": r"omp critical ?\(",
    "locks": r"omp_set_lock",
    "atomic read": r"atomic read",
    "atomic write": r"atomic write",
    "atomic update": r"omp atomic(?: update)?$",
    "atomic capture": r"atomic capture",
    "atomic compare": r"atomic compare",
    "flush, or a flag": r"omp flush|atomic write release",
    "threadprivate": r"threadprivate\(",
    "copyin": r"copyin\(",
    "firstprivate": r"firstprivate\(",
    "lastprivate": r"lastprivate\(",
    "reduction of a sum": r"reduction\(\+",
    "reduction of a product": r"reduction\(\*",
    "reduction of a minimum": r"reduction\(min",
    "reduction of a maximum": r"reduction\(max",
    "reduction of an array": r"reduction\(\+ ?: ?(?:\w+\[|s\))",
    "declare reduction": r"declare reduction",
    "simd": r"omp .*\bsimd",
}
UNSUPPORTED: Final = {
    "tasks": r"omp task",
    "blocks that threads keep": r"threadprivate\(|thread_local",
    "cancel": r"omp cancel",
    "ordered with depend": r"depend\(",
    "teams": r"omp teams",
    "numbers that no processor adds to in one step": r"long double|_Complex",
}


def having(pattern: str, programs: list[Path]) -> list[str]:
    expected = re.compile(pattern, re.M)
    return [path.stem for path in programs if expected.search(path.read_text(encoding="utf-8"))]


def test_there_are_sixty_programs_in_three_languages() -> None:
    assert len(RIGHT) >= 60
    assert {path.suffix for path in RIGHT} == {".c", ".cpp", ".f90"}


@pytest.mark.parametrize("construct", SUPPORTED)
def test_two_programs_are_right(construct: str) -> None:
    assert len(having(SUPPORTED[construct], RIGHT)) >= 2


@pytest.mark.parametrize("construct", UNSUPPORTED)
def test_two_programs_are_refused(construct: str) -> None:
    assert len(having(UNSUPPORTED[construct], REFUSED)) >= 2
