"""Saves the truth value of a rule's condition in place of the numbers that it compares.

    m = fmax(m, x)      adjoint of x: pick(m ≥ x, 0, m.bar)    saved: one byte, not the old m

A condition whose numbers the adjoint reads nowhere else becomes one more operand of the rule, a
node of its own that can be computed again from those numbers. The cut says what is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import final

from ribozyme.base.record import dataclass, replace
from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder
from ribozyme.ir.instrs import Call, Invoke
from ribozyme.ir.values import Value
from ribozyme.rules.expr import Apply, Expr, IntOperand, Leaf, Operand, Result, leaves
from ribozyme.rules.rule import Kind, Rule
from ribozyme.transform.checks.kinks import kink_reads
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.emit.arith import Arithmetic, Declare


@final
@dataclass(frozen=True, slots=True)
class Choice:
    """A condition in the rule of a call, and the operands that the rule speaks of."""

    call: Call
    operands: tuple[Value, ...]
    condition: Expr

    @property
    def type(self) -> ty.Type:
        """A truth value, or one per lane of what it reads."""
        shapes = (value.type for value in self.reads)
        shape = next((type for type in shapes if isinstance(type, ty.VectorType)), ty.I1)
        return ty.like(shape, ty.I1)

    @property
    def reads(self) -> tuple[Value, ...]:
        """The values it is computed from."""
        return tuple(self._value(leaf) for leaf in _values(self.condition))

    def made(self, b: FunctionBuilder, declare: Declare, value: Callable[[Value], Value]) -> Value:
        """The condition, computed at the builder's place; `value` gives what it reads."""
        arithmetic = Arithmetic(b, declare, self.call.flags)
        return arithmetic.term(
            self.condition, lambda leaf: value(self._value(leaf)), self.operands[0].type
        )

    def _value(self, leaf: Leaf) -> Value:
        if isinstance(leaf, Operand | IntOperand):
            return self.operands[leaf.index]
        assert isinstance(leaf, Result)
        assert self.call.result is not None
        return self.call.result


def choices(
    facts: FunctionFacts, call: Call | Invoke, rule: Rule, operands: tuple[Value, ...]
) -> tuple[Rule, tuple[Choice, ...]]:
    """The rule of a call with conditions as operands behind its own, and these conditions."""
    if isinstance(call, Invoke) or call.result is None or rule.results != ("float",):
        return rule, ()
    if facts.whole.request.replayed:  # tangents from the tape are made by the rule as it stands
        return rule, ()
    active = frozenset(i for i, operand in enumerate(operands) if facts.active(operand))
    extended, conditions = _chosen(rule, active, kink_reads(facts, rule))
    return extended, tuple(Choice(call, operands, condition) for condition in conditions)


@cache
def _chosen(
    rule: Rule, active: frozenset[int], read: frozenset[Leaf]
) -> tuple[Rule, tuple[Expr, ...]]:
    """The same of a rule alone: `active` operands receive something, `read` is read anyway."""
    terms = [term for i in sorted(active) if (term := rule.adjoints[i]) is not None]
    conditions = dict.fromkeys(found for term in terms for found in _conditions(term))
    elsewhere = read.union(*(_values(told(term, _places(rule, conditions))) for term in terms))
    worth = tuple(found for found in conditions if not set(_values(found)) <= elsewhere)
    if not worth:
        return rule, ()
    places = _places(rule, worth)
    kinds: tuple[Kind, ...] = tuple("bool" for _ in worth)
    extended = replace(
        rule,
        operands=rule.operands + kinds,
        adjoints=(
            *(None if term is None else told(term, places) for term in rule.adjoints),
            *(None for _ in worth),
        ),
    )
    return extended, worth


def _places(rule: Rule, conditions: Iterable[Expr]) -> dict[Expr, Operand]:
    return {found: Operand(len(rule.operands) + at) for at, found in enumerate(conditions)}


def _conditions(term: Expr) -> Iterator[Expr]:
    """What the choices of a term look at."""
    if not isinstance(term, Apply):
        return
    if term.op == "pick" and isinstance(term.args[0], Apply):
        yield term.args[0]
    for arg in term.args:
        yield from _conditions(arg)


def told(term: Expr, places: Mapping[Expr, Expr]) -> Expr:
    """A term with others in place of some of its parts."""
    if not isinstance(term, Apply):
        return term
    return places.get(term) or Apply(term.op, tuple(told(arg, places) for arg in term.args))


def _values(term: Expr) -> tuple[Leaf, ...]:
    """The operands and results in a term, in a fixed order."""
    found = (leaf for leaf in leaves(term) if isinstance(leaf, Operand | IntOperand | Result))
    return tuple(sorted(found, key=repr))
