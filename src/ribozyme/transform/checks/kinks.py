"""The option `nonsmooth="raise"`: an exception where a derivative is asked for at a kink.

    r = fabs(x), seed s   →   if (x == 0 && s != 0) throw "'fabs' has no derivative here"

A zero seed asks for nothing, so that a branch not taken does not raise. The check stands where the
seed (or tangent) is known; under the other options not one instruction is emitted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder
from ribozyme.ir.instrs import Instr
from ribozyme.ir.values import Value, zero
from ribozyme.rules.expr import Leaf as Term
from ribozyme.rules.rule import Rule
from ribozyme.transform.core.arith import Arithmetic, overloaded_or

if TYPE_CHECKING:
    from ribozyme.transform.core.emission import Emission
    from ribozyme.transform.core.facts import FunctionFacts

NONSMOOTH = 3  # the code of a run-time trap at a kink


def raising(facts: FunctionFacts, rule: Rule) -> bool:
    """Whether kinks of a rule raise."""
    return rule.kink is not None and facts.whole.nonsmooth == "raise"


def kink_reads(facts: FunctionFacts, rule: Rule) -> frozenset[Term]:
    """What the check at a kink reads beside what the rule itself does."""
    return rule.kink_reads if raising(facts, rule) else frozenset()


def checked(
    emission: Emission,
    b: FunctionBuilder,
    facts: FunctionFacts,
    instr: Instr,
    rule: Rule,
    leaf: Callable[[Term], Value],
    given: Sequence[Value],
) -> None:
    """Leave where the rule is at a kink and one of the seeds or tangents is not zero."""
    if rule.kink is None or not given:
        return
    arithmetic = Arithmetic(b, emission.declare)
    there = arithmetic.term(rule.kink, leaf, given[0].type)
    wanted = b.fcmp("une", given[0], zero(given[0].type))
    for other in given[1:]:
        wanted = b.ibinary("or", wanted, b.fcmp("une", other, zero(other.type)))
    asked = b.ibinary("and", there, wanted)
    if isinstance(asked.type, ty.VectorType):
        asked = overloaded_or(b, emission.declare, asked)
    trap, on = b.block(), b.block()
    b.cond_br(asked, trap, on)
    b.at(trap)
    emission.trap(b, facts, instr, f"'{rule.name}' has no derivative here", NONSMOOTH)
    b.at(on)
