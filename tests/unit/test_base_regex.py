"""Patterns are compiled at their first use, and do what compiled ones do."""

import re

import pytest

from ribozyme.base.regex import pattern


def test_it_does_what_a_compiled_one_does() -> None:
    found, wanted = pattern(r"^(\w)(\d)?$", re.M), re.compile(r"^(\w)(\d)?$", re.M)
    text = "a\nb2\n-"
    assert found.findall(text) == wanted.findall(text)
    assert [one.span() for one in found.finditer(text)] == [(0, 1), (2, 4)]
    assert found.sub(r"\1!", text) == "a!\nb!\n-"
    assert found.groups == 2
    assert found.pattern == wanted.pattern


def test_it_is_compiled_when_it_is_used() -> None:
    wrong = pattern("(")
    assert wrong.pattern == "("
    with pytest.raises(re.error):
        wrong.search("x")
