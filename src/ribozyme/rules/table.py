"""All rules, by name: the one place that knows every table."""

from __future__ import annotations

from functools import cache
from types import MappingProxyType
from typing import Final

from ribozyme.rules.rule import Nonsmooth, Rule, Table, rule, rule_table, variant
from ribozyme.rules.tables.casts import CASTS
from ribozyme.rules.tables.complex import COMPLEX
from ribozyme.rules.tables.libm import LIBM, SUPPORT
from ribozyme.rules.tables.scalar import APPROXIMATIONS, INSTRUCTIONS, INTRINSICS
from ribozyme.rules.tables.special import SPECIAL
from ribozyme.rules.tables.vector import VECTOR

__all__ = ["RULES", "TABLES", "Rule", "Table", "rule", "rule_for", "rule_table"]

TABLES: Final[tuple[Table, ...]] = (
    *(INSTRUCTIONS, CASTS, INTRINSICS, LIBM, SUPPORT, VECTOR, COMPLEX, SPECIAL),
    APPROXIMATIONS,
)
RULES: Final[Table] = MappingProxyType({name: row for t in TABLES for name, row in t.items()})


@cache
def rule_for(op: str, nonsmooth: Nonsmooth = "subgradient") -> Rule | None:
    """The rule of an operation under an option for kinks; None if there is none."""
    found = RULES.get(op)
    return None if found is None else variant(found, nonsmooth)
