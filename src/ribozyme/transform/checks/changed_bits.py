"""Refuses integers computed of the bits of an active number, where they are a number again.

    %w = bitcast double %x to i64
    %v = sub i64 6910469410427058089, %w       refused: no rule says what the number %v changes by
    %y = bitcast i64 %v to double

Signs, exponents and masks that a rule knows are allowed (`bit_pattern`). Words that may be
addresses are told apart when the derivative runs (`both_sorts`).
"""

from __future__ import annotations

from collections.abc import Iterator

from ribozyme.ir.instrs import IBinary
from ribozyme.transform.core import both_sorts
from ribozyme.transform.core.bits import bit_pattern
from ribozyme.transform.core.facts import FunctionFacts, ProgramFacts
from ribozyme.transform.core.lanes import moves
from ribozyme.transform.core.refuse import Finding, refusal


def changed_bits(facts: ProgramFacts) -> Iterator[Finding]:
    """Where the bits of an active number are changed as an integer."""
    for function in facts.pointsto.functions:
        view = facts.function(function)
        for instr in facts.pointsto.instrs(function):
            if isinstance(instr, IBinary) and _is_changed(view, instr):
                yield function, refusal(view, instr, both_sorts.CHANGED, both_sorts.CHANGE)


def _is_changed(facts: FunctionFacts, instr: IBinary) -> bool:
    if not facts.active(instr.result) or not facts.lanes(instr.result):
        return False
    followed = bit_pattern(facts, instr) is not None or moves(facts, instr) is not None
    return not followed and not both_sorts.is_computed(facts, instr)
