"""How far addresses lead that lie in strings."""

import pytest

from ribozyme.analysis.declared.cxxlibrary import takes_characters
from ribozyme.analysis.pointsto.strings import Rooms


def rooms(*strings: tuple[int, int, int, int]) -> Rooms:
    made = Rooms()
    for string in strings:
        made.add(*string)
    return made


def test_the_inside_of_a_string_ends_with_it() -> None:
    known = rooms((1, 8, 0, 32))
    assert known.room(1, 24, 0) == 16
    assert known.room(1, 39, 0) == 1
    assert known.room(1, 40, 0) is None
    assert known.room(2, 24, 0) is None


def test_where_a_string_begins_so_may_what_it_is_in() -> None:
    assert rooms((1, 8, 0, 32)).room(1, 8, 0) is None


def test_strings_in_an_array() -> None:
    known = rooms((1, 8, 40, 32))
    assert known.room(1, 24, 40) == 16
    assert known.room(1, 24, 80) == 16
    assert known.room(1, 104, 0) == 16
    assert known.room(1, 0, 40) is None
    assert known.room(1, 24, 8) is None, "nobody knows where that is"


def test_places_that_overlap_are_no_strings() -> None:
    assert rooms((1, 0, 8, 32)).room(1, 16, 8) is None


def test_what_is_forgotten() -> None:
    known = rooms((1, 0, 0, 32), (2, 0, 0, 32))
    known.forget(1)
    assert known.room(1, 16, 0) is None and known.room(2, 16, 0) == 16


STRING = "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE"


@pytest.mark.parametrize(
    "member", ["C1ERKS4_", "C2EOS4_", "aSERKS4_", "6appendERKS4_mm", "9push_backEc"]
)
def test_members_that_are_given_strings_and_numbers(member: str) -> None:
    assert not takes_characters(STRING + member)


@pytest.mark.parametrize("member", ["C2IS3_EEPKcRKS3_", "6appendEPKcm", "10_M_replaceEmmPKcm"])
def test_members_that_are_given_characters(member: str) -> None:
    assert takes_characters(STRING + member)
