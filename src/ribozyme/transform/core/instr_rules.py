"""The rule of an instruction.

%y = fmul double %a, %b      →      the row `fmul`:  y * dx + x * dy
"""

from __future__ import annotations

from ribozyme.ir.instrs import Cast, FBinary, FNeg, Instr
from ribozyme.rules.rule import Rule
from ribozyme.rules.table import rule_for


def rule_of(instr: Instr) -> Rule | None:
    """The rule of an instruction that is no call."""
    match instr:
        case FBinary(op=op):
            return rule_for(op)
        case FNeg():
            return rule_for("fneg")
        case Cast(op=op) if op in ("fpext", "fptrunc"):
            return rule_for(op)
        case _:
            return None
