"""Functions with a rule in the reverse sweep: the rule transposed, for numbers and complex numbers.

    %y = call double @hypot(double %a, double %b)     →     a.bar += y.bar·a/y;  b.bar += y.bar·b/y

Seeds come from the result and from the places it was stored to (`sincos`); operands of complex
functions are the components of what is passed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, final

from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty
from ribozyme.ir.build import i64
from ribozyme.ir.instrs import Call, Invoke
from ribozyme.ir.values import Local, Value, zero
from ribozyme.rules.expr import IntOperand, Operand, Result, Seed
from ribozyme.rules.expr import Leaf as Term
from ribozyme.rules.names import Math
from ribozyme.rules.rule import Rule
from ribozyme.transform.checks.kinks import raising
from ribozyme.transform.core.shape import Leaf, extract_leaf, float_leaves
from ribozyme.transform.core.sites import components, passed_in_memory
from ribozyme.transform.emit import bulk
from ribozyme.transform.emit.arith import Arithmetic
from ribozyme.transform.emit.kink_traps import checked
from ribozyme.transform.reverse.emit import shadow_memory
from ribozyme.transform.reverse.emit.adjoint import needs_guard
from ribozyme.transform.reverse.emit.adjoints import ADD
from ribozyme.transform.reverse.increments import among_threads
from ribozyme.transform.reverse.plan.choices import Choice

if TYPE_CHECKING:
    from ribozyme.transform.reverse.emit.sweeping import Sweep


def differential(s: Sweep, call: Call | Invoke, rule: Rule, meaning: Math) -> None:
    """A function with a rule: seeds from its result and from the places it stored to."""
    if meaning.flat:
        flat(s, call, rule, meaning)
        return
    operands = components(call, meaning.stores)
    rule, operands, asked = s.rules.of(call, rule, operands)
    by_rule(s, call, rule, meaning, operands, result_seeds(s, call, meaning), asked)


def by_rule(
    s: Sweep,
    call: Call | Invoke,
    rule: Rule,
    meaning: Math,
    operands: tuple[Value, ...],
    seeds: dict[int, list[Value | None]],
    asked: tuple[Choice, ...] = (),
) -> None:
    """The transposed rule, lane by lane; what it asks are operands behind its own."""
    flags = call.flags if isinstance(call, Call) else ""
    arithmetic = Arithmetic(s.b, s.emission.declare, flags)
    for lane in range(s.width):
        present = {j: lanes[lane] for j, lanes in seeds.items() if lanes[lane] is not None}
        if not present:
            continue
        known = {j: seed for j, seed in present.items() if seed is not None}
        if raising(s.facts, rule) and any(s.facts.active(operand) for operand in operands):

            def at(found: Term, known: dict[int, Value] = known) -> Value:
                return _term_value(s, call, operands, meaning, asked, found, known)

            checked(s.emission, s.b, s.facts, call, rule, at, [*known.values()])
        for index, operand in enumerate(operands):
            if not isinstance(operand, Local) or not s.facts.active(operand):
                continue

            def leaf(found: Term, known: dict[int, Value] = known) -> Value:
                return _term_value(s, call, operands, meaning, asked, found, known)

            amount = contribution(
                s, call, arithmetic, rule, index, operands, known, leaf, operand.type
            )
            s.adjoints.add(operand, 0, lane, amount)


def _term_value(
    s: Sweep,
    call: Call | Invoke,
    operands: tuple[Value, ...],
    meaning: Math,
    asked: tuple[Choice, ...],
    found: Term,
    seeds: dict[int, Value],
) -> Value:
    match found:
        case Operand(index=k) if k >= len(operands):
            return s.choice(k - len(operands), asked[k - len(operands)])
        case Operand(index=k) | IntOperand(index=k):
            return s.value(operands[k])
        case Result(index=j) if meaning.stores[j] is not None:
            return s.stored(call, j)
        case Result(index=j):
            assert call.result is not None
            value = s.value(call.result)
            returned = [i for i, place in enumerate(meaning.stores) if place is None]
            return s.b.extract(value, returned.index(j)) if len(returned) > 1 else value
        case Seed(index=j):
            return seeds[j]
        case _:
            raise AssertionError(found)


def result_seeds(s: Sweep, call: Call | Invoke, meaning: Math) -> dict[int, list[Value | None]]:
    """Per float result, its adjoint by lane: of the value returned, or of the place stored to."""
    found: dict[int, list[Value | None]] = {}
    returned = [j for j, place in enumerate(meaning.stores) if place is None]
    if call.result is not None and s.facts.active(call.result):
        bars = s.adjoints.take(call.result)
        leaves = s.facts.floats(call.result)
        for leaf, lanes in zip(leaves, bars, strict=True):
            field = leaf.path[0] if leaf.path else 0
            found[returned[field]] = lanes
    for j, place in enumerate(meaning.stores):
        if place is not None and s.facts.shadowed(call.args[place]):
            type = shadow_memory.pointed(s.facts, call)
            found[j] = [
                shadow_memory.take(s, call, call.args[place], sh, type)
                for sh in s.shadow(call.args[place])
            ]
    return found


@final
@dataclass(frozen=True, slots=True)
class Component:
    """A part of a complex argument: leaf `number`, element `place` of it where it is a vector."""

    argument: Value
    inside: ty.Type | None  # what lies in memory, for an argument passed there
    number: int
    leaf: Leaf
    place: int | None
    value: Value


def flat(s: Sweep, call: Call | Invoke, rule: Rule, meaning: Math) -> None:
    """A complex function: operands and results are the components of what is passed."""
    parts = [
        part
        for place, arg in enumerate(call.args)
        if place not in meaning.stores
        for part in _components(s, call, place, arg)
    ]
    whole = [part.argument for part in parts]
    results, seeds = _flat_results(s, call)
    arithmetic = Arithmetic(s.b, s.emission.declare, "")
    for lane in range(s.width):
        present = {n: seed for n, lanes in enumerate(seeds) if (seed := lanes[lane]) is not None}

        def leaf_value(found: Term, present: dict[int, Value] = present) -> Value:
            match found:
                case Operand(index=k) | IntOperand(index=k):
                    return parts[k].value
                case Result(index=at):
                    return results[at]
                case Seed(index=at):
                    return present[at]
                case _:
                    raise AssertionError(found)

        if raising(s.facts, rule):
            checked(s.emission, s.b, s.facts, call, rule, leaf_value, [*present.values()])
        for index, part in enumerate(parts):
            if not (s.facts.active(part.argument) or s.facts.shadowed(part.argument)):
                continue
            amount = contribution(
                s, call, arithmetic, rule, index, whole, present, leaf_value, part.value.type
            )
            if amount is not None:
                _give(s, part, lane, amount)


def _give(s: Sweep, part: Component, lane: int, amount: Value) -> None:
    """Add to the adjoint of a component, wherever it is."""
    if part.place is not None:
        amount = s.b.insert_element(zero(part.leaf.type), amount, i64(part.place))
    if part.inside is None:
        s.adjoints.add(part.argument, part.number, lane, amount)
        return
    shadow = s.shadow(part.argument)[lane]
    among_threads.refuse_met(s.facts, None, part.argument, "a complex number is read from memory")

    def add() -> None:
        place = s.b.offset(shadow, part.leaf.offset)
        s.b.store(s.b.fadd(s.b.load(part.leaf.type, place), amount, ADD), place)

    bulk.apart(s, part.argument, shadow, add)


def _components(s: Sweep, call: Call | Invoke, place: int, arg: Value) -> Iterator[Component]:
    inside = passed_in_memory(call, arg)
    if inside is None:
        whole = s.value(arg)
    else:
        whole = s.passed(call, place)
    for number, leaf in enumerate(float_leaves(s.facts.layout, whole.type, ())):
        value = extract_leaf(s.b, whole, leaf)
        if not isinstance(leaf.type, ty.VectorType):
            yield Component(arg, inside, number, leaf, None, value)
            continue
        for element in range(leaf.type.count):
            one = s.b.extract_element(value, i64(element))
            yield Component(arg, inside, number, leaf, element, one)


def contribution(
    s: Sweep,
    call: Call | Invoke,
    arithmetic: Arithmetic,
    rule: Rule,
    operand: int,
    operands: Sequence[Value],
    seeds: Mapping[int, Value],
    leaf: Callable[[Term], Value],
    type: ty.Type,
) -> Value | None:
    """What an operand receives; where a zero seed could meet an infinity, seed by seed."""
    if not needs_guard(s, call, rule, operand, operands):
        term = rule.adjoint(operand, frozenset(seeds))
        if term is None or len(seeds) > 1:
            return None if term is None else arithmetic.term(term, leaf, type)
        (seed,) = seeds.values()
        return s.adjoints.chains.contribution(arithmetic, term, leaf, call.result, seed, type)
    total: Value | None = None
    for j, seed in seeds.items():
        term = rule.adjoint(operand, frozenset((j,)))
        if term is not None:
            amount = arithmetic.unless_zero(seed, arithmetic.term(term, leaf, type))
            total = amount if total is None else s.b.fadd(total, amount, arithmetic.flags)
    return total


def _flat_results(s: Sweep, call: Call | Invoke) -> tuple[list[Value], list[list[Value | None]]]:
    """The components of the result and their adjoints by lane."""
    result = call.result
    assert result is not None
    value = s.value(result)
    bars = s.adjoints.take(result) if s.facts.active(result) else []
    results: list[Value] = []
    seeds: list[list[Value | None]] = []
    for number, leaf in enumerate(s.facts.lanes(result)):
        whole = extract_leaf(s.b, value, leaf)
        lanes: list[Value | None] = bars[number] if bars else [None] * s.width
        if isinstance(leaf.type, ty.VectorType):
            for element in range(leaf.type.count):
                at = i64(element)
                results.append(s.b.extract_element(whole, at))
                seeds.append(
                    [None if bar is None else s.b.extract_element(bar, at) for bar in lanes]
                )
        else:
            results.append(whole)
            seeds.append(lanes)
    return results, seeds
