"""The derivative of every row as text: our printer, no optimiser. `--bless` rewrites the files.

A golden says what changed; whether it is right is said by `test_rules_compiled.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from tests.rule_programs import derived, module_text, primals

from ribozyme.ir.printer import print_module
from ribozyme.rules.table import RULES

pytestmark = pytest.mark.rotates("file", plain=35, wide=70)

FOLDER = Path(__file__).parent.parent / "golden" / "rules"
# Numbers of scopes depend on what else is in the module.
_NUMBERED = re.compile(r", !(?:alias\.scope|noalias|dbg) !\d+| #\d+")
_FUNCTION = re.compile(r"^define [^\n]*@p\.([\w.]+)\.(\d+)\.(fwd|rev)\(.*?^}\n", re.M | re.S)


@cache
def texts() -> dict[str, str]:
    """Per row, its forward and reverse functions."""
    found = [p for p in primals("double") if not p.lanes]
    module, refused = derived(found, module_text(found), orders=1)
    assert not refused
    found: dict[str, list[str]] = {}
    for match in _FUNCTION.finditer(print_module(module)):
        found.setdefault(match[1], []).append(_NUMBERED.sub("", match[0]))
    return {row: "\n".join(parts) for row, parts in found.items()}


@pytest.mark.parametrize(
    "row", sorted(r for r in RULES if RULES[r].spelled not in ("machine", "gsl"))
)
def test_text(row: str, golden: Callable[[Path, str], None]) -> None:
    """What a row makes is what it made before."""
    golden(FOLDER / f"{row}.ll", texts()[row])
