"""Refusals: what has no derivative, said in the user's terms.

`refusal(facts, instr, code, message)` finds the source line, why the value is active and the ways
out; the caller raises what it returns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ribozyme.base.advice import HELPS
from ribozyme.base.diag import Step
from ribozyme.base.errors import Error, error
from ribozyme.base.source import Span
from ribozyme.ir.debug import declared, location
from ribozyme.ir.instr_text import print_instr
from ribozyme.ir.instrs import Instr, operands
from ribozyme.ir.module import Function
from ribozyme.ir.operand_text import Names
from ribozyme.ir.values import Local

if TYPE_CHECKING:
    from ribozyme.transform.facts import FunctionFacts


def refusal(
    facts: FunctionFacts,
    instr: Instr | None,
    code: str,
    message: str,
    *,
    notes: tuple[str, ...] = (),
) -> Error:
    """The error of a code at an instruction."""
    function = facts.function
    span = _place(facts, instr) if instr is not None else None
    chain: tuple[Step, ...] = ()
    if instr is not None and instr.result is not None:
        chain = facts.whole.why(function, instr.result)
    return error(
        code,
        message,
        span=span,
        function=_written(facts).name,
        ir=print_instr(instr, Names(function)) if instr is not None else "",
        chain=chain,
        notes=notes,
        helps=HELPS.get(code, ()),
    )


def _place(facts: FunctionFacts, instr: Instr) -> Span | None:
    """Where an instruction stands, or its operands were computed, or at least its function."""
    found = location(facts.whole.module, instr)
    for operand in operands(instr):
        made = facts.function.definitions[operand.id] if isinstance(operand, Local) else None
        if found is None and made is not None:
            found = location(facts.whole.module, made)
    return found or declared(facts.whole.module, _written(facts))


def _written(facts: FunctionFacts) -> Function:
    """The function a user wrote, where this one is a copy of it: a root, or for some callers."""
    whole, own = facts.whole, facts.function
    name = whole.request.function if own is whole.program.root else own.name
    return whole.module.functions.get(whole.copies.get(name, name), own)
