"""Whole programs as scientists write them, of some five hundred to a thousand lines.

The other programs show one thing each. These have what real codes have together: structs of arrays,
callbacks and virtual functions, options read from text, logs, tallies that grow, scratch that is
made and destroyed inside the function.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.programs import Case, read_folder
from tests.run import test_programs as programs
from tests.run.adapter import LEVELS, Level

CASES = read_folder(Path(__file__).parent)


def of(case: Case) -> list[Level]:
    return [level for level in LEVELS if level != "O0" or "types" not in case.needs]


PAIRS = [
    pytest.param(case, level, id=f"{case.name}-{level or 'raw'}")
    for case in CASES
    for level in of(case)
]


@pytest.mark.rotates(plain=1, wide=2)
@pytest.mark.parametrize(("case", "level"), PAIRS)
def test_reverse(case: Case, level: Level) -> None:
    programs.test_reverse(case, level)


@pytest.mark.rotates(plain=1, wide=2)
@pytest.mark.parametrize(("case", "level"), PAIRS)
def test_forward(case: Case, level: Level) -> None:
    programs.test_forward(case, level)


def test_the_programs_are_long() -> None:
    assert len(CASES) >= 6
    assert all(case.source.count("\n") > 450 for case in CASES)
    assert any(case.source.count("\n") >= 1000 for case in CASES)
