"""Fortran programs with OpenMP, in several threads: each derivative against central differences."""

from pathlib import Path

import pytest
from tests.frontends.calling import Case, cases, check, ids

import ribozyme as rz

CASES = cases(Path(__file__).parent / "fortran_openmp", "!")
pytestmark = pytest.mark.fortran

REFUSED = {("worksharing::lanes", "O0"): "RZ216"}
"""Without optimisation, lanes of `parallel do simd` add to one vector that threads share."""


@pytest.mark.rotates(plain=3, wide=30)
@pytest.mark.parametrize("threads", [1, 2, 4, 8])
@pytest.mark.parametrize("level", ["O0", "O3"])
@pytest.mark.parametrize("case", CASES, ids=ids(CASES))
def test_a_program(case: Case, level: str, threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", str(threads))
    f = rz.load(case.path, level=level, flags=["-fopenmp"])[case.function]
    code = REFUSED.get((case.function, level))
    if code is None:
        check(case, f, "F")
        return
    with pytest.raises(rz.Error, match=code):
        check(case, f, "F")
