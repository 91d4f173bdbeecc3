"""Refusals: what has no derivative, said in the user's terms.

`refusal(facts, instr, code, message)` finds the source line, why the value is active and the ways
out; the caller raises what it returns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ribozyme.base.advice import HELPS, INACTIVE, UNTYPED
from ribozyme.base.diag import Step
from ribozyme.base.errors import Error, error
from ribozyme.ir import types as ty
from ribozyme.ir.instr_text import print_instr
from ribozyme.ir.instrs import Call, CallBr, Instr, Invoke, Load, Store
from ribozyme.ir.metadata import attached
from ribozyme.ir.module import Function, Module
from ribozyme.ir.operand_text import Names
from ribozyme.transform.core.places import behind, called, place

if TYPE_CHECKING:
    from ribozyme.transform.core.facts import FunctionFacts

Finding = tuple[Function, Error]
"""A refusal, and the function that it is in."""
_UNKNOWN: Final = ("RZ301", "RZ303", "RZ405")
"""Codes of refusals for want of types, or that types may end: an integer is no address then."""


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
    helps = helps or HELPS.get(code, ())
    if _touches_active(facts, instr):  # then what it does there would be lost
        helps = tuple(one for one in helps if one != INACTIVE)
    if code in _UNKNOWN and not _is_typed(whole.module):
        helps = (*helps, UNTYPED)
    return error(
        code,
        message,
        span=span,
        function=name,
        ir=print_instr(instr, Names(function)) if instr is not None else "",
        chain=chain,
        notes=notes,
        helps=helps,
    )


def _touches_active(facts: FunctionFacts, instr: Instr | None) -> bool:
    """Whether a call is given addresses of active memory."""
    if not isinstance(instr, Call | Invoke | CallBr):
        return False
    return any(ty.is_pointer(arg.type) and facts.shadowed(arg) for arg in instr.args)


def _is_typed(module: Module) -> bool:
    """Whether accesses say of what type they are: at -O0 none does."""
    has_none = True
    for function in module.defined():
        for instr in function.instrs():
            if isinstance(instr, Load | Store):
                has_none = False
                if attached(instr.meta, "tbaa") is not None:
                    return True
    return has_none
