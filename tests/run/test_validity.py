"""The test programs themselves: sound, deterministic, frugal, and with a truth worth its name."""

import pytest
from tests.programs import Case, discover
from tests.run.test_programs import on_enough_stack
from tests.run.validity import faults


@pytest.mark.rotates(plain=40, wide=10_000)
@pytest.mark.parametrize("case", discover(), ids=lambda case: case.name)
def test_program_is_fit(case: Case) -> None:
    on_enough_stack(case, lambda: _assert_fit(case))


def _assert_fit(case: Case) -> None:
    assert list(faults(case)) == []
