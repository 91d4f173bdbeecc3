"""Tests in guards of a derivative that is differentiated again: which adjoint they are of decides.

    %lost = call i1 @rz.lost.double(double %amount, double %bar)

        %lost = fcmp uno double %amount, %amount                  %bar varies: its slope counts
        %lost = fcmp uno double %amount, %amount, !rz.lost !{}    it does not: nothing is lost with
                                                                  an amount that is zero

`backend.passes.settle` put the call there, and says what the mark means.
"""

from __future__ import annotations

from functools import partial

from ribozyme.base.record import replace
from ribozyme.ir.instrs import Call, Compare, Instr
from ribozyme.ir.metadata import LOST, MARK
from ribozyme.ir.module import Function
from ribozyme.ir.rewrite import mapped
from ribozyme.transform.core.facts import ProgramFacts
from ribozyme.transform.core.sites import callee_name


def guards_decided(facts: ProgramFacts) -> ProgramFacts:
    """The facts of the program with comparisons in place of calls."""
    if not any(name.startswith(f"{LOST}.") for name in facts.module.functions):
        return facts
    changed = {
        function.name: mapped(function, partial(_decided, facts, function))
        for function in facts.program.functions
    }
    return facts.changed(replace(facts.module, functions={**facts.module.functions, **changed}))


def _decided(facts: ProgramFacts, function: Function, instr: Instr) -> Instr:
    if not isinstance(instr, Call) or not (callee_name(instr) or "").startswith(f"{LOST}."):
        return instr
    amount, bar = instr.args
    assert instr.result is not None
    meta = instr.meta if facts.activity.varied(function, bar) else instr.meta + MARK
    return Compare(instr.result, "fcmp", "uno", amount, amount, "", meta)
