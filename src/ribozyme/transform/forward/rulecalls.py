"""Calls of functions with rules, in forward mode.

r = sin(x)            →   the same, and   r.dot = cos(x)·x.dot
sincos(x, &s, &c)     →   the same, and   *s.sh = c·x.dot,  *c.sh = -s·x.dot
r = cexp(z)           →   the same, and the tangent of each component from those of both
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ribozyme.ir import types as ty
from ribozyme.ir.build import i64
from ribozyme.ir.instrs import Call, Invoke
from ribozyme.ir.values import Value, zero
from ribozyme.rules.names import Math
from ribozyme.rules.rule import Rule
from ribozyme.transform.checks.kinks import raising
from ribozyme.transform.core.refuse import refusal
from ribozyme.transform.core.shape import extract_leaf, float_leaves
from ribozyme.transform.core.sites import components, passed_in_memory
from ribozyme.transform.emit import bulk
from ribozyme.transform.emit.kink_traps import checked
from ribozyme.transform.forward.mode import Lanes
from ribozyme.transform.forward.tangent import Asked, Values, differential, leaves_of

if TYPE_CHECKING:
    from ribozyme.transform.forward.mode import ForwardMode


def by_rule(f: ForwardMode, instr: Call | Invoke, rule: Rule, meaning: Math) -> None:
    """The tangents of all results: of the value returned, of what is stored through pointers."""
    if meaning.flat:
        _flat(f, instr, rule, meaning)
        return
    given = components(instr, meaning.stores)
    values = Asked(lambda number: f.value(given[number]))
    dots = [f.tangent(arg) for arg in given]
    idle = [f.is_idle(arg) for arg in given]
    results = _results(f, instr, rule, meaning)
    flags = instr.flags if isinstance(instr, Call) else ""
    _checked(f, instr, rule, values, results, dots)
    returned = [j for j, place in enumerate(meaning.stores) if place is None]
    if instr.result is not None and f.facts.active(instr.result):
        for number, leaf in enumerate(f.facts.floats(instr.result)):
            j = returned[leaf.path[0] if leaf.path else 0]
            lanes = differential(f, rule, j, values, results, dots, idle, flags, leaf.type)
            f.tangents[instr.result.id, number] = lanes
    for j, place in enumerate(meaning.stores):
        if place is None or rule.results[j] != "float":
            continue
        pointer = instr.args[place]
        if f.facts.shadowed(pointer):
            type = _stored_type(instr, rule, j)
            lanes = differential(f, rule, j, values, results, dots, idle, flags, type)
            _store_tangents(f, pointer, lanes, type)


def _checked(
    f: ForwardMode,
    instr: Call | Invoke,
    rule: Rule,
    values: Values,
    results: Values,
    dots: list[Lanes],
) -> None:
    """Leave at a kink, if the options say so and there is a tangent."""
    if raising(f.facts, rule):
        given = [dot for lanes in dots for dot in lanes if dot is not None]
        checked(f.emission, f.b, f.facts, instr, rule, leaves_of(values, results, {}), given)


def _results(f: ForwardMode, instr: Call | Invoke, rule: Rule, meaning: Math) -> Values:
    """The values of a function's results, wherever they came out."""
    returned = [j for j, place in enumerate(meaning.stores) if place is None]

    def result(j: int) -> Value:
        place = meaning.stores[j]
        if place is not None:
            return f.stored(instr, j, place, _stored_type(instr, rule, j))
        assert instr.result is not None
        whole = f.value(instr.result)
        return f.b.extract(whole, returned.index(j)) if len(returned) > 1 else whole

    return Asked(result)


def _stored_type(instr: Call | Invoke, rule: Rule, number: int) -> ty.Type:
    """The type of a result that a function stores through a pointer."""
    float = next(arg.type for arg in instr.args if ty.is_float(arg.type))
    return float if rule.results[number] == "float" else ty.I32


def _store_tangents(f: ForwardMode, pointer: Value, lanes: Lanes, type: ty.Type) -> None:
    for dot, shadow in zip(lanes, f.shadow(pointer), strict=True):
        bulk.apart(f, pointer, shadow, partial(f.b.store, f.number(dot, type), shadow))


def _flat(f: ForwardMode, instr: Call | Invoke, rule: Rule, meaning: Math) -> None:
    """A complex function: operands and results are the components of what is passed."""
    assert instr.result is not None
    if not f.facts.active(instr.result):
        return
    values: list[Value] = []
    dots: list[Lanes] = []
    idle: list[bool] = []
    for arg in components(instr, meaning.stores):
        some, theirs = _components(f, instr, arg)
        values += some
        dots += theirs
        idle += [f.is_idle(arg)] * len(some)
    results, _ = _components(f, instr, instr.result)
    _checked(f, instr, rule, values, results, dots)
    number = 0
    for at, leaf in enumerate(f.facts.floats(instr.result)):
        type = ty.scalar(leaf.type)
        count = leaf.type.count if isinstance(leaf.type, ty.VectorType) else 1
        parts = [
            differential(f, rule, number + k, values, results, dots, idle, "", type)
            for k in range(count)
        ]
        number += count
        f.tangents[instr.result.id, at] = (
            [_packed(f, leaf.type, [p[lane] for p in parts]) for lane in range(f.width)]
            if isinstance(leaf.type, ty.VectorType)
            else parts[0]
        )


def _components(
    f: ForwardMode, instr: Call | Invoke, arg: Value
) -> tuple[list[Value], list[Lanes]]:
    """The numbers in an argument or result of a complex function, and their tangents."""
    inside = passed_in_memory(instr, arg)
    value = f.value(arg) if inside is None else f.passed(instr, instr.args.index(arg), inside)
    values: list[Value] = []
    dots: list[Lanes] = []
    for number, leaf in enumerate(float_leaves(f.facts.layout, value.type, ())):
        whole = extract_leaf(f.b, value, leaf)
        lanes = f.tangent(arg, number)
        if inside is not None and f.facts.shadowed(arg):
            if f.facts.mixed(arg):
                raise refusal(f.facts, instr, "RZ407", "this argument may be inactive at run time")
            lanes = [f.b.load(leaf.type, f.b.offset(sh, leaf.offset)) for sh in f.shadow(arg)]
        if not isinstance(leaf.type, ty.VectorType):
            values.append(whole)
            dots.append(lanes)
            continue
        for element in range(leaf.type.count):
            at = i64(element)
            values.append(f.b.extract_element(whole, at))
            dots.append([None if x is None else f.b.extract_element(x, at) for x in lanes])
    return values, dots


def _packed(f: ForwardMode, type: ty.VectorType, parts: list[Value | None]) -> Value | None:
    if all(part is None for part in parts):
        return None
    found: Value = zero(type)
    for place, part in enumerate(parts):
        if part is not None:
            found = f.b.insert_element(found, part, i64(place))
    return found
