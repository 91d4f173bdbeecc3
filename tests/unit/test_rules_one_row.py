"""Adding a scalar function takes one row and no other edit, as CONTRIBUTING says."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

import mpmath as mp
import pytest
from tests import rule_programs
from tests.rule_checks import CHECKS, Outcomes, found_out
from tests.rule_programs import FORMATS, Format, Primal, compiled, module_text
from tests.support_table import page
from tests.unit import test_rules_table

from ribozyme.rules import names, table
from ribozyme.rules.language import dx, r
from ribozyme.rules.rule import rule, rule_table

ROW = rule("logistic", r * (1 - r) * dx)


@pytest.fixture
def logistic(monkeypatch: pytest.MonkeyPatch) -> Iterator[Primal]:
    """The tables with one row more; what is remembered of them is forgotten before and after."""
    more = MappingProxyType({**table.RULES, **rule_table((ROW,), "libm")})
    for module in (table, names, rule_programs):
        monkeypatch.setattr(module, "RULES", more)
    function = {"logistic": lambda x: 1 / (1 + mp.exp(-x))}
    monkeypatch.setattr(test_rules_table, "FUNCTIONS", {**test_rules_table.FUNCTIONS, **function})
    remembered = (names.classify, names._known)
    for cached in remembered:
        cached.cache_clear()
    yield Primal("logistic", 0, "double")
    for cached in remembered:
        cached.cache_clear()


def test_one_row_is_enough(logistic: Primal) -> None:
    """Forward, reverse, duality, second order and width, of a function that is nowhere else."""
    code = compiled("double", (logistic,), module_text((logistic,)))
    assert code.lent == {"logistic"}
    found = found_out(code, (logistic,))
    assert found == {"logistic": dict.fromkeys(CHECKS, "")}
    everywhere: dict[Format, Outcomes] = dict.fromkeys(FORMATS, found)
    line = "| logistic | ✓ | ✓ | ✓ | ✓ | ✓ | ✓ | ✓ | · |\n"
    assert line in page(everywhere, {"logistic": rule_programs.RULES["logistic"]}, languages=[])
    assert names.classify("logisticf") == names.Math("logistic", "float")
