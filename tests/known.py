"""Tests that fail today, each with its reason: expected to, until somebody mends the cause.

A name is a test's id behind the last `::`; `*` stands for any level.
A test that would end the process or take minutes is not run at all (`NOT_RUN`). What is listed here
and passes is reported as XPASS: take its line out.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Final

FAILING: Final[dict[str, str]] = {}

NOT_RUN: Final[dict[str, str]] = {}


def reason(name: str, known: dict[str, str]) -> str | None:
    """Why a test is expected to fail, if it is."""
    return next((why for pattern, why in known.items() if fnmatchcase(name, pattern)), None)
