"""Fortran programs, as scientists write them: each derivative against central differences."""

from pathlib import Path

import pytest
from tests.frontends.calling import Case, cases, check, ids

import ribozyme as rz

FOLDER = Path(__file__).parent / "fortran"
CASES = cases(FOLDER, "[!C]")
pytestmark = pytest.mark.fortran


@pytest.mark.rotates(plain=5, wide=30)
@pytest.mark.parametrize("case", CASES, ids=ids(CASES))
def test_a_program(case: Case) -> None:
    check(case, rz.load(case.path)[case.function], "F")


@pytest.mark.parametrize("level", ["O0", "O3"])
def test_shifted_arrays_at_other_levels(level: str) -> None:
    """flang's own passes at -O2 and above make other programs of loops over `cshift`."""
    case = next(case for case in CASES if case.path.stem == "shallow_water")
    check(case, rz.load(case.path, level=level)[case.function], "F")


def test_there_are_programs_of_many_kinds() -> None:
    assert len({case.path for case in CASES}) >= 20
    assert all(any(c.path == path for c in CASES) for path in FOLDER.iterdir())
