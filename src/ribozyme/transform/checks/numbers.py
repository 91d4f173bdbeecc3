"""Refuses bits of active numbers that are used as another number, in a way that no rule knows.

    %w = bitcast double %x to i64
    %v = sub i64 6910469410427058089, %w       refused: no rule says what the number %v changes by
    %y = bitcast i64 %v to double

    store float %x, ptr %a; store float %y, ptr %a + 4
    %d = load double, ptr %a                   the bits of two numbers as those of one: refused

Signs, exponents and masks that a rule knows are allowed (`bit_pattern`). Words that may be
addresses are told apart when the derivative runs (`both_sorts`). Where floats of both kinds are
stored, it may be that each is read as what it is, as in a union with a tag.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    Cast,
    ExtractElement,
    ExtractValue,
    Freeze,
    IBinary,
    InsertElement,
    InsertValue,
    Instr,
    Load,
    Shuffle,
)
from ribozyme.ir.module import Function
from ribozyme.transform.core.bits import bit_pattern
from ribozyme.transform.core.facts import FunctionFacts, ProgramFacts
from ribozyme.transform.core.interface import Mode
from ribozyme.transform.core.lanes import in_parts, moves
from ribozyme.transform.core.refuse import Finding, refusal
from ribozyme.transform.emit import both_sorts

_BITS: Final = (
    *(ExtractElement, InsertElement, Shuffle, ExtractValue, InsertValue, Freeze),
    *(Cast, IBinary),
)
_ROUNDING: Final = ("fpext", "fptrunc")


def changed_numbers(facts: ProgramFacts) -> Iterator[Finding]:
    """Where the bits of active numbers are changed as integers, or read as another number."""
    for function in facts.pointsto.functions:
        view = facts.function(function)
        for instr in facts.pointsto.shaped(function, *_BITS, Load):
            if _is_changed(view, instr):
                yield function, refusal(view, instr, both_sorts.CHANGED, both_sorts.CHANGE)
            kind = _read_as(facts, function, instr)
            if kind is not None:
                what = f"a {kind} is read where only floats of another kind were stored"
                yield function, refusal(view, instr, "RZ303", what)


def _is_changed(facts: FunctionFacts, instr: Instr) -> bool:
    """Whether an active number is made of bits that are not followed."""
    if not isinstance(instr, _BITS) or (isinstance(instr, Cast) and instr.op in _ROUNDING):
        return False
    if not facts.active(instr.result) or not facts.lanes(instr.result):
        return False
    if isinstance(instr, ExtractElement | InsertElement | Shuffle) and not in_parts(facts, instr):
        return False
    if isinstance(instr, IBinary) and bit_pattern(facts, instr) is not None:
        return False
    if moves(facts, instr) is not None:
        return False
    if not both_sorts.is_computed(facts, instr):
        return True
    forward = facts.whole.request.mode in (Mode.FORWARD, Mode.FROM_TAPE)
    return forward and not both_sorts.has_tangents(facts, instr)


def _read_as(facts: ProgramFacts, function: Function, instr: Instr) -> ty.FloatType | None:
    """The kind of the active floats that are loaded from where floats of other kinds lie."""
    kind = ty.scalar(instr.result.type) if isinstance(instr, Load) else None
    if not isinstance(instr, Load) or not isinstance(kind, ty.FloatType):
        return None
    if not facts.activity.active(function, instr.result):
        return None
    return kind if facts.typing.is_other_kind(function, instr.pointer, kind) else None
