"""The rules of calls as reverse mode uses them: with more operands than the tables say.

    s = sin(x); c = cos(x)    s.bar·cos(x)             s.bar·c
    m = fmax(x, 0)            pick(m ≥ x, 0, m.bar)    pick(k, 0, m.bar), k is kept (`choices`)
    p = pow(x, y)             p.bar·y·pow(x, y - 1)    p.bar·y·lower_power(x, y, p), p is at hand

A term over operands, `cos(x)`, is looked for among the program's calls; one that stands in the same
block, or is passed on every way there, becomes one more operand of the rule. What reverse keeps
follows from the rule as ever. Rules are extended once per call, so that needs and emission speak of
the same operands.

A power is the power above it over the base. That one is at hand for nothing outside of loops and in
one-pass loops. Elsewhere it would have to be kept, and the test whether it has lost digits keeps
LLVM from vectorising the reverse loop: there the lower power is computed by itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from itertools import chain, islice
from typing import NamedTuple, final

from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Call, Invoke
from ribozyme.ir.values import Local, Value
from ribozyme.rules.expr import Apply, Expr, Operand
from ribozyme.rules.language import lower_power, pow_, r, x, y
from ribozyme.rules.names import Math
from ribozyme.rules.rule import Kind, Rule
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.sites import callee_name, fits
from ribozyme.transform.reverse.plan.choices import Choice, choices, told

MOST = 64  # uses of an operand that are looked through


@final
class Extended(NamedTuple):
    """A rule, the values that are its operands, and the conditions that are those behind them."""

    rule: Rule
    operands: tuple[Value, ...]
    asked: tuple[Choice, ...]


@final
class ExtendedRules:
    """The rules of one function's calls; results in the loops `at_hand` (-1: outside of loops)
    need no place on a tape."""

    def __init__(self, facts: FunctionFacts, at_hand: Collection[int]) -> None:
        self._facts = facts
        self._at_hand = at_hand
        self._found: dict[Call | Invoke, Extended] = {}

    def of(self, call: Call | Invoke, rule: Rule, operands: tuple[Value, ...]) -> Extended:
        """The rule of a call whose row and operands are given."""
        found = self._found.get(call)
        if found is None:
            if (
                isinstance(call, Call)
                and raises(self._facts, call, rule)
                and home_of(self._facts, call) in self._at_hand
            ):
                rule = _with_power(rule)
            rule, operands = _accompanied(self._facts, call, rule, operands)
            rule, asked = choices(self._facts, call, rule, operands)
            found = self._found[call] = Extended(rule, operands, asked)
        return found


def raises(facts: FunctionFacts, call: Call, rule: Rule) -> bool:
    """Whether a call raises an active number to a power."""
    request = facts.whole.request
    return (
        rule.name == "pow"
        and call.result is not None
        and call.result.type is ty.DOUBLE
        and facts.active(call.args[0])
        and request.prices == "host"
        and not request.replayed  # tangents from the tape are made by the rule as it stands
    )


def home_of(facts: FunctionFacts, call: Call) -> int:
    """The loop in which a call computes its result."""
    assert call.result is not None
    return facts.loop_of(facts.function.home[call.result.id])


@cache
def _with_power(rule: Rule) -> Rule:
    """The rule of powers with the lower power told by the power."""
    places: dict[Expr, Expr] = {pow_(x, y - 1): lower_power(x, y, r)}
    adjoints = tuple(None if term is None else told(term, places) for term in rule.adjoints)
    return replace(rule, adjoints=adjoints)


def _accompanied(
    facts: FunctionFacts, call: Call | Invoke, rule: Rule, operands: tuple[Value, ...]
) -> tuple[Rule, tuple[Value, ...]]:
    """The rule of a call and its operands, behind them what else the program knows of these."""
    if isinstance(call, Invoke) or len(operands) != 1 or not isinstance(operands[0], Local):
        return rule, operands
    if facts.whole.request.replayed:  # tangents from the tape are made by the rule as it stands
        return rule, operands
    found: dict[str, Local] = {}
    (adjoint,) = rule.adjoints
    if adjoint is None:
        return rule, operands
    for op in _functions(adjoint):
        other = next(_calls(facts, call, op, operands[0]), None)
        if other is not None:
            found[op] = other
    if not found:
        return rule, operands
    places = {op: Operand(1 + at) for at, op in enumerate(found)}
    kinds: tuple[Kind, ...] = tuple("float" for _ in found)
    extended = replace(
        rule,
        operands=rule.operands + kinds,
        adjoints=(_told(adjoint, places), *(None for _ in found)),
    )
    return extended, (*operands, *found.values())


@cache
def _functions(term: Expr) -> tuple[str, ...]:
    """The names that a term applies to the operand alone, each once."""
    if not isinstance(term, Apply):
        return ()
    own = (term.op,) if term.args == (Operand(0),) else ()
    return tuple(dict.fromkeys((*own, *chain.from_iterable(map(_functions, term.args)))))


def _told(term: Expr, places: dict[str, Operand]) -> Expr:
    if not isinstance(term, Apply):
        return term
    if term.args == (Operand(0),) and term.op in places:
        return places[term.op]
    return Apply(term.op, tuple(_told(arg, places) for arg in term.args))


def _calls(facts: FunctionFacts, call: Call, op: str, operand: Local) -> Iterator[Local]:
    """The results of calls that apply a function to the same operand wherever `call` runs."""
    assert call.result is not None
    home = facts.function.home[call.result.id]
    for block, use in islice(facts.function.uses[operand.id], MOST):
        if not isinstance(use, Call) or use.result is None or use.args != (operand,):
            continue
        if use.result.type is not call.result.type:
            continue
        meaning = facts.whole.program.meaning(callee_name(use) or "")
        if not isinstance(meaning, Math) or meaning.op != op or meaning.flat:
            continue
        rule = facts.whole.rule(op)
        known = rule is not None and fits(facts, use, rule, meaning)
        if known and (block == home or facts.flow.dominates(block, home)):
            yield use.result
