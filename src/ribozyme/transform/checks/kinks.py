"""The option `nonsmooth="raise"`: an exception where a derivative is asked for at a kink.

    r = fabs(x), seed s   →   if (x == 0 && s != 0) throw "'fabs' has no derivative here"

A zero seed asks for nothing, so that a branch not taken does not raise. The check stands where the
seed (or tangent) is known; under the other options not one instruction is emitted.
`emit/kink_traps.py` makes its code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ribozyme.rules.expr import Leaf as Term
from ribozyme.rules.rule import Rule

if TYPE_CHECKING:
    from ribozyme.transform.core.facts import FunctionFacts


def raising(facts: FunctionFacts, rule: Rule) -> bool:
    """Whether kinks of a rule raise."""
    return rule.kink is not None and facts.whole.nonsmooth == "raise"


def kink_reads(facts: FunctionFacts, rule: Rule) -> frozenset[Term]:
    """What the check at a kink reads beside what the rule itself does."""
    return rule.kink_reads if raising(facts, rule) else frozenset()
