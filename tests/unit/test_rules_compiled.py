"""Every row and every operation as compiled code: what `tests/rule_checks.py` found out."""

from __future__ import annotations

import pytest
from tests.operation_names import uncalled
from tests.rule_checks import CHECKS, outcomes
from tests.rule_programs import FORMATS, Format
from tests.support_table import PAGE, page, refused, rewritten, spoken_in, summary


@pytest.mark.rotates(plain=0, wide=1)
@pytest.mark.parametrize("format", FORMATS)
def test_rows(format: Format) -> None:
    """All rows of a precision; every one that fails is named, with the check."""
    found = outcomes(format)
    failed = [
        f"{check}: {row[check]}"
        for check in (*CHECKS, "vector")
        for row in found.values()
        if row.get(check)
    ]
    assert not failed, "\n".join(failed)
    assert len(found) > 200


@pytest.mark.rotates(plain=0, wide=1, wide_every=4)  # a tenth of the wide set
def test_the_page_says_what_was_found() -> None:
    """`python -m tests.support_table` writes it anew."""
    known = PAGE.read_text(encoding="utf-8")
    found = {format: outcomes(format) for format in FORMATS}
    assert page(found, languages=spoken_in(known)) == known


def test_the_page_lists_what_is_refused() -> None:
    """`python -m tests.support_table --refused` writes it anew."""
    text = PAGE.read_text(encoding="utf-8")
    assert text == rewritten(text)
    assert text.endswith("\n".join(["|---|---|", *refused(), ""]))


def test_the_summary_counts_rows_without_gaps() -> None:
    functions = ["| operation | forward |", "|---|---|", "| fadd | ✓ |", "| fsub | ✗ |"]
    others = ["### libc", "", "| operation | forward |", "|---|---|", "| qsort | ✓ |"]
    lines = list(summary(functions, others))
    assert lines[2:] == ["| Functions and float instructions | 2 | 1 |", "| libc | 1 | 1 |"]


def test_every_intrinsic_without_a_derivative_is_called() -> None:
    assert uncalled() == frozenset()
