"""The rules of calls as reverse mode uses them: with more operands than the tables say.

    sin      y.bar·cos(x)             the program has c = cos(x)      y.bar·c         (`companions`)
    fmax     pick(m ≥ x, 0, m.bar)    the truth value is kept         pick(k, 0, …)   (`choices`)

They are found once per call, so that needs and emission speak of the same operands.
"""

from __future__ import annotations

from typing import NamedTuple, final

from ribozyme.ir.instrs import Call, Invoke
from ribozyme.ir.values import Value
from ribozyme.rules.rule import Rule
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.reverse.plan.choices import Choice, choices
from ribozyme.transform.reverse.plan.companions import accompanied


@final
class Extended(NamedTuple):
    """A rule, the values that are its operands, and the conditions that are those behind them."""

    rule: Rule
    operands: tuple[Value, ...]
    asked: tuple[Choice, ...]


@final
class ExtendedRules:
    """The rules of one function's calls."""

    def __init__(self, facts: FunctionFacts) -> None:
        self._facts = facts
        self._found: dict[Call | Invoke, Extended] = {}

    def of(self, call: Call | Invoke, rule: Rule, operands: tuple[Value, ...]) -> Extended:
        """The rule of a call whose row and operands are given."""
        found = self._found.get(call)
        if found is None:
            rule, operands = accompanied(self._facts, call, rule, operands)
            rule, asked = choices(self._facts, call, rule, operands)
            found = self._found[call] = Extended(rule, operands, asked)
        return found
