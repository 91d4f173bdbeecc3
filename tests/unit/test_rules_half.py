"""Float instructions and intrinsics in half precision: both modes, and that they are dual."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import mpmath as mp
import numpy as np
import pytest
from tests import rule_checks
from tests.rule_checks import CONSTANT, FUNCTIONS, found_out, known
from tests.rule_programs import BY_NAME, Primal, compiled, module_text

from ribozyme.rules.table import RULES

# They convert to a smaller type, or to an integer of the same size.
OTHER_TYPES = frozenset(("fpext", "fptrunc", "bitcast"))


@pytest.fixture
def of_halves(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Operands that are exact in half precision, and what may be asked of it."""

    def rounded(value: Any) -> Any:
        if isinstance(value, list):
            return [rounded(v) for v in value]
        return mp.mpf(float(np.float16(float(value)))) if isinstance(value, mp.mpf) else value

    remembered = (rule_checks.points, rule_checks.gradient, rule_checks.curvature)
    monkeypatch.setattr(rule_checks, "_single", rounded)
    monkeypatch.setitem(rule_checks.TOLERANCE, "half", 2e-2)
    for cached in remembered:
        cached.cache_clear()
    yield
    for cached in remembered:
        cached.cache_clear()


def test_half(of_halves: None) -> None:
    """The derivative of every row that LLVM computes in half precision."""
    found = [
        Primal(name, result, "half")
        for name, rule in RULES.items()
        if rule.spelled in ("instr", "intrinsic")
        and "vector" not in rule.operands
        and name not in BY_NAME | OTHER_TYPES
        and (name in CONSTANT or name in FUNCTIONS or known(name))
        for result, kind in enumerate(rule.results)
        if kind == "float"
    ]
    code = compiled("half", found, module_text(found), orders=1)
    wrong = [text for row in found_out(code, found, 1).values() for text in row.values() if text]
    assert not wrong, "\n".join(wrong)
    assert len(found) > 50
