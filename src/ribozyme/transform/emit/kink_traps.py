"""The code of the check at a kink.

r = fabs(x), seed s   →   if (x == 0 && s != 0) throw "'fabs' has no derivative here"
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ribozyme.ir.build import FunctionBuilder
from ribozyme.ir.instrs import Instr
from ribozyme.ir.values import Value, zero
from ribozyme.rules.expr import Leaf as Term
from ribozyme.rules.rule import Rule
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.emit.arith import Arithmetic, any_lane
from ribozyme.transform.emit.emission import Emission

NONSMOOTH = 3  # the code of a run-time trap at a kink


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
    asked = any_lane(b, emission.declare, b.ibinary("and", there, wanted))
    emission.leave(b, facts, instr, asked, f"'{rule.symbols[0]}' has no derivative here", NONSMOOTH)
