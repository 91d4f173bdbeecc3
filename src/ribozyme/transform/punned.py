"""Bits that are one thing and are read as another, where nothing can part them.

    %p = load ptr, ptr %w                %w: a double or an address
    call void %f(ptr %p)                 some function stores it again: refused

What `carried` cannot take through memory is refused here: an address carries no derivative, and a
number no shadow, so that one of them would be lost.

    store float %x, ptr %a; store float %y, ptr %a + 4
    %d = load double, ptr %a             the bits of two numbers as those of one: refused

Where floats of both kinds are stored, it may be that each is read as what it is, as in a union with
a tag.
"""

from __future__ import annotations

from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Load
from ribozyme.transform.facts import ProgramFacts
from ribozyme.transform.refuse import refusal


def refuse_punned(facts: ProgramFacts) -> None:
    """Raise where an active number is moved as an address, or the reverse, or read as another."""
    for store, function in facts.words.stores.items():
        if store.value.type is ty.I64:
            continue  # an integer that is active and may be either is refused as what it is
        what = "what is stored here may be a number or an address, and goes as one of them"
        raise refusal(facts.function(function), store, "RZ303", what)
    for function in facts.program.functions:
        for instr in facts.pointsto.instrs(function):
            if not isinstance(instr, Load) or (kind := _kind(instr.result.type)) is None:
                continue
            if not facts.activity.active(function, instr.result):
                continue
            if facts.typing.is_other_kind(function, instr.pointer, kind):
                what = f"a {kind} is read where only floats of another kind were stored"
                raise refusal(facts.function(function), instr, "RZ303", what)


def _kind(type: ty.Type) -> ty.FloatType | None:
    """The kind of the floats that a value is made of."""
    inner = type.element if isinstance(type, ty.VectorType) else type
    return inner if isinstance(inner, ty.FloatType) else None
