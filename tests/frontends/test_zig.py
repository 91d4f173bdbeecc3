"""Zig programs, as scientists write them: each derivative against central differences."""

from pathlib import Path

import pytest
from tests.frontends.calling import Case, cases, check, ids

import ribozyme as rz

FOLDER = Path(__file__).parent / "zig"
CASES = cases(FOLDER, "//")


@pytest.mark.rotates(plain=4, wide=24)
@pytest.mark.parametrize("case", CASES, ids=ids(CASES))
def test_a_program(case: Case) -> None:
    check(case, rz.load(case.path)[case.function])


def test_there_are_programs_of_many_kinds() -> None:
    assert len({case.path for case in CASES}) >= 20
    assert all(any(c.path == path for c in CASES) for path in FOLDER.iterdir())
