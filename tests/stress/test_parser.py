"""A short campaign of damaged IR, always with the same seeds."""

from tests.stress.mutate import damaged
from tests.stress.parser import campaign


def test_nothing_kills_the_process() -> None:
    found = campaign(7000, 120)
    assert found.inputs == 120
    assert not found.bad, "\n".join(found.bad)
    assert found.verdicts["accepted"] > 5 and found.verdicts["refused"] > 50
    assert set(found.codes) <= {"RZ101", "RZ102", "RZ103", "RZ105", "RZ010", "RZ106", ""}


def test_seeds_mean_the_same_input_for_ever() -> None:
    assert damaged(5) == damaged(5) != damaged(6)
