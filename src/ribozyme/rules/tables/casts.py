"""Rules of casts.  `convert` goes to the float type wanted: the result's for a tangent, the
operand's for an adjoint, so that the transpose of a widening is a narrowing.
"""

from __future__ import annotations

from typing import Final

from ribozyme.rules.language import bitcast, convert, dx
from ribozyme.rules.rule import constant, rule, rule_table

__all__ = ["CASTS"]

CASTS: Final = rule_table(
    (
        rule("fpext fptrunc", convert(dx)),
        rule("bitcast", bitcast(dx)),
        constant("sitofp uitofp", "int"),
        constant("fptosi fptoui"),
    ),
    "instr",
)
