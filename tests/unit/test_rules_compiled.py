"""Every row and every operation as compiled code: what `tests/rule_checks.py` found out."""

from __future__ import annotations

import pytest
from tests.rule_checks import CHECKS, outcomes
from tests.rule_programs import FORMATS, Format


@pytest.mark.parametrize("check", [*CHECKS, "vector"])
@pytest.mark.parametrize("format", FORMATS)
def test_rows(format: Format, check: str) -> None:
    """All rows of a precision; every one that fails is named."""
    found = outcomes(format)
    failed = [row[check] for row in found.values() if row.get(check)]
    assert not failed, "\n".join(failed)
    assert check == "vector" or len(found) > 200
