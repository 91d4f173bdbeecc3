"""Numbers that an optimiser took out of an address: both were loaded from one word of a union.

    %p = load ptr, ptr %word             the address, if it is one
    %i = ptrtoint ptr %p to i64
    %x = bitcast i64 %i to double        the number, if it is one: refused where it may be active

Addresses carry no derivative, so that of the number would be lost.
"""

from __future__ import annotations

from collections.abc import Iterator

from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Cast, Freeze, Instr, Load, Phi, Select
from ribozyme.ir.module import Function
from ribozyme.ir.values import Local, Value
from ribozyme.transform.facts import ProgramFacts
from ribozyme.transform.refuse import refusal


def refuse_punned(facts: ProgramFacts) -> None:
    """Raise where the bits of an address become a float that may carry a derivative."""
    for function in facts.pointsto.functions:
        view = facts.function(function)
        for instr in facts.pointsto.instrs(function):
            if any(view.holds_floats(load.pointer) for load in _addresses(function, instr)):
                what = "a number is taken from the bits of an address, which lies where numbers do"
                raise refusal(view, instr, "RZ303", what)


def _addresses(function: Function, instr: Instr) -> Iterator[Load]:
    """The loads of addresses whose bits become a float."""
    if not isinstance(instr, Cast) or instr.op != "bitcast":
        return
    if not isinstance(instr.result.type, ty.FloatType):
        return
    work: list[Value] = [instr.value]
    seen = {instr.value}
    while work:
        part = work.pop()
        match function.definitions[part.id] if isinstance(part, Local) else None:
            case Cast(op="ptrtoint", value=value) | Freeze(value=value):
                more: tuple[Value, ...] = (value,)
            case Phi(incoming=incoming):
                more = tuple(value for value, _ in incoming)
            case Select(then=then, otherwise=otherwise):
                more = (then, otherwise)
            case Load() as load if ty.is_pointer(load.result.type):
                yield load
                continue
            case _:
                continue
        work += [value for value in more if value not in seen]
        seen.update(more)
