"""Refusals: what has no derivative, said in the user's terms.

`refusal(facts, instr, code, message)` finds the source line, why the value is active and the ways
out; the caller raises what it returns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ribozyme.base.advice import HELPS
from ribozyme.base.diag import Step
from ribozyme.base.errors import Error, error
from ribozyme.ir.instr_text import print_instr
from ribozyme.ir.instrs import Instr
from ribozyme.ir.operand_text import Names
from ribozyme.transform.places import behind, called, place

if TYPE_CHECKING:
    from ribozyme.transform.facts import FunctionFacts


def refusal(
    facts: FunctionFacts,
    instr: Instr | None,
    code: str,
    message: str,
    *,
    notes: tuple[str, ...] = (),
    helps: tuple[str, ...] = (),
) -> Error:
    """The error of a code at an instruction."""
    function, whole = facts.function, facts.whole
    span, name = (None, called(whole, function)) if instr is None else place(facts, instr)
    chain: tuple[Step, ...] = ()
    if instr is not None and instr.result is not None:
        chain = whole.why(function, instr.result)
    inside = None if instr is None else behind(facts, instr)
    if inside is not None and inside != span:
        notes = (*notes, f"inside a library: {inside}")
    return error(
        code,
        message,
        span=span,
        function=name,
        ir=print_instr(instr, Names(function)) if instr is not None else "",
        chain=chain,
        notes=notes,
        helps=helps or HELPS.get(code, ()),
    )
