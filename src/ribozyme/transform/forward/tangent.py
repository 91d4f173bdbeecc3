"""The tangents of each instruction: one arm per shape, rules evaluated, the rest moved along.

%y = fmul double %x, %w            →   y.dot = w·x.dot + x·w.dot
%s = select i1 %c, double %x, %k   →   s.dot = c ? x.dot : 0
%t = trunc i64 %pair to i32        →   t.dot = the tangent of the float that lies there
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, final

from ribozyme.ir import types as ty
from ribozyme.ir.build import i64
from ribozyme.ir.instrs import (
    CallBr,
    CallLike,
    Cast,
    Compare,
    Exchange,
    ExtractElement,
    ExtractValue,
    FBinary,
    FNeg,
    Freeze,
    Gep,
    IBinary,
    InsertElement,
    InsertValue,
    Instr,
    Load,
    Phi,
    Select,
    Shuffle,
    Silent,
    Store,
    VAArg,
    operands,
)
from ribozyme.ir.values import Value, zero
from ribozyme.rules.expr import Diff, IntOperand, Operand, Result
from ribozyme.rules.expr import Leaf as Term
from ribozyme.rules.rule import Rule
from ribozyme.rules.table import rule_for
from ribozyme.transform.checks.kinks import raising
from ribozyme.transform.core.bits import apply_pattern, as_float, bit_pattern
from ribozyme.transform.core.lanes import Move, in_parts, moves
from ribozyme.transform.core.refuse import refusal
from ribozyme.transform.core.shape import Leaf, known_align
from ribozyme.transform.emit import begun_numbers, both_sorts, cut_numbers
from ribozyme.transform.emit.arith import Arithmetic
from ribozyme.transform.emit.kink_traps import checked
from ribozyme.transform.forward.idle import guarded

if TYPE_CHECKING:
    from ribozyme.transform.forward.mode import ForwardMode, Lanes


class Values(Protocol):
    """Values by number."""

    def __getitem__(self, number: int, /) -> Value: ...


@final
class Asked:
    """Values that are made when they are asked for: a rule does not use all it might."""

    def __init__(self, make: Callable[[int], Value]) -> None:
        self.make = make
        self.made: dict[int, Value] = {}

    def __getitem__(self, number: int, /) -> Value:
        if number not in self.made:
            self.made[number] = self.make(number)
        return self.made[number]


def beside(f: ForwardMode, instr: Instr) -> None:
    """Shadows and tangents of an instruction's result."""
    f.mirror(instr)
    if instr.result is not None and f.facts.floats(instr.result):
        for leaf, lanes in enumerate(tangents(f, instr)):
            f.tangents[instr.result.id, leaf] = lanes


def tangents(f: ForwardMode, instr: Instr) -> list[Lanes]:
    """The tangents of an active result, leaf by leaf."""
    match instr:
        case FBinary(op=op, lhs=lhs, rhs=rhs, flags=flags):
            return [_by_rule(f, instr, op, (lhs, rhs), flags)]
        case FNeg(value=value) if f.sets is not None:
            return [f.tangent(value)]
        case FNeg(value=value, flags=flags):
            return [[None if x is None else f.b.fneg(x, flags) for x in f.tangent(value)]]
        case Cast(op="fpext" | "fptrunc", value=value, result=result) if f.sets is not None:
            return [f.sets.resized(f.tangent(value), result.type)]
        case Cast(op="fpext" | "fptrunc" as op, value=value, result=result):
            lanes = f.tangent(value)
            return [[None if x is None else f.b.cast(op, x, result.type) for x in lanes]]
        case Select():
            return _selected(f, instr)
        case Load():
            return _loaded(f, instr)
        case ExtractElement() | InsertElement() | Shuffle() if not in_parts(f.facts, instr):
            return [_of_vector(f, instr)]
        case ExtractElement() | InsertElement() | Shuffle():
            return _moved(f, instr)
        case ExtractValue() | InsertValue() | Freeze() | Cast() | IBinary():
            return _moved(f, instr)
        case CallBr():
            raise refusal(f.facts, instr, "RZ202", "inline assembly works on active data")
        case VAArg():
            raise refusal(f.facts, instr, "RZ204", "an active variadic argument is read")
        case _:
            _rest: Compare | Phi | Gep | Store | Exchange | CallLike | Silent = instr
            raise refusal(f.facts, instr, "RZ211", "this instruction has no derivative")


# ---- rules --------------------------------------------------------------------------------------


def _by_rule(
    f: ForwardMode, instr: FBinary, op: str, operands: tuple[Value, ...], flags: str
) -> Lanes:
    rule = rule_for(op)
    assert rule is not None
    values = Asked(lambda number: f.value(operands[number]))
    dots = [f.tangent(operand) for operand in operands]
    idle = [f.is_idle(operand) for operand in operands]
    results = Asked(lambda _: f.value(instr.result))
    if raising(f.facts, rule):
        given = [dot for lanes in dots for dot in lanes if dot is not None]
        leaf = leaves_of(values, results, {})
        checked(f.emission, f.b, f.facts, instr, rule, leaf, given)
    return differential(f, rule, 0, values, results, dots, idle, flags, instr.result.type)


def differential(
    f: ForwardMode,
    rule: Rule,
    number: int,
    values: Values,
    results: Values,
    dots: Sequence[Lanes],
    idle: Sequence[bool],
    flags: str,
    wanted: ty.Type,
) -> Lanes:
    """The tangent of a result of an operation with a rule, of type `wanted`, lane by lane."""
    if f.sets is not None:
        return f.sets.differential(
            rule, number, lambda dot: leaves_of(values, results, dot), dots, wanted
        )
    arithmetic = Arithmetic(f.b, f.emission.declare, flags)
    alone = frozenset(
        i
        for i, may in enumerate(idle)
        if guarded(rule, i, may) or f.facts.whole.drops_zero(rule, i)
    )
    found: Lanes = []
    for lane in range(f.width):
        dot = {i: x for i, lanes in enumerate(dots) if (x := lanes[lane]) is not None}
        leaf = leaves_of(values, results, dot)
        parts: list[Value] = []
        together = rule.tangent(number, frozenset(dot) - alone)
        if together is not None:
            parts.append(arithmetic.term(together, leaf, wanted))
        for operand in sorted(alone & frozenset(dot)):
            term = rule.tangent(number, frozenset((operand,)))
            if term is not None:
                amount = arithmetic.term(term, leaf, wanted)
                parts.append(arithmetic.unless_zero(dot[operand], amount))
        found.append(_sum(f, parts, flags))
    return found


def leaves_of(values: Values, results: Values, dots: dict[int, Value]) -> Callable[[Term], Value]:
    """What the leaves of a term are."""

    def leaf(found: Term) -> Value:
        match found:
            case Operand(index=i) | IntOperand(index=i):
                return values[i]
            case Result(index=j):
                return results[j]
            case Diff(index=i):
                return dots[i]
            case _:
                raise AssertionError(found)

    return leaf


def _sum(f: ForwardMode, parts: list[Value], flags: str) -> Value | None:
    if not parts:
        return None
    total = parts[0]
    for part in parts[1:]:
        total = f.b.fadd(total, part, flags)
    return total


# ---- choices and moves --------------------------------------------------------------------------


def _selected(f: ForwardMode, instr: Select) -> list[Lanes]:
    condition = f.value(instr.condition)
    found: list[Lanes] = []
    for leaf in f.facts.lanes(instr.result):
        if isinstance(condition.type, ty.VectorType) and (
            not isinstance(leaf.type, ty.VectorType) or leaf.type.count != condition.type.count
        ):
            raise _bits(f, instr)
        pairs = zip(
            f.tangent_at(instr.then, leaf), f.tangent_at(instr.otherwise, leaf), strict=True
        )
        found.append([_chosen(f, condition, leaf, yes, no) for yes, no in pairs])
    return found


def _chosen(
    f: ForwardMode, condition: Value, leaf: Leaf, yes: Value | None, no: Value | None
) -> Value | None:
    if yes is None and no is None:
        return None
    if f.sets is not None:
        return f.sets.chosen(condition, yes, no)
    return f.b.select(condition, f.number(yes, leaf.type), f.number(no, leaf.type))


def _bits(f: ForwardMode, instr: Instr) -> Exception:
    return refusal(f.facts, instr, both_sorts.CHANGED, both_sorts.CHANGE)


def _dots(f: ForwardMode, instr: Instr) -> list[Value]:
    """The tangents of all that an instruction reads."""
    return [
        dot
        for value in operands(instr)
        for leaf, _ in enumerate(f.facts.lanes(value))
        for dot in f.tangent(value, leaf)
        if dot is not None
    ]


def _moved(f: ForwardMode, instr: Instr) -> list[Lanes]:
    """Bits that were only carried, or changed as a float operation would."""
    pattern = bit_pattern(f.facts, instr) if isinstance(instr, IBinary) else None
    if pattern is not None and f.sets is not None:
        return [f.tangent(pattern.operand)]
    if pattern is not None:
        assert instr.result is not None
        kind = f.facts.lanes(pattern.operand)[0].type
        x = as_float(f.b, f.value(pattern.operand), kind)
        r = as_float(f.b, f.value(instr.result), kind)
        dots = f.tangent(pattern.operand)
        return [[None if dot is None else apply_pattern(f.b, pattern, x, r, dot) for dot in dots]]
    found = moves(f.facts, instr)
    assert instr.result is not None
    leaves = f.facts.lanes(instr.result)
    total: list[Lanes] = [[None] * f.width for _ in leaves]
    if found is None:
        assert both_sorts.is_computed(f.facts, instr), "refused before emission (`checks.numbers`)"
        both_sorts.trap_changed(f.b, f.emission, f.facts, instr, _dots(f, instr))
        return total
    for move in found:
        for lane, dot in enumerate(f.tangent(move.operand, move.source)):
            if dot is not None:
                old = total[move.leaf][lane]
                total[move.leaf][lane] = _carried(f, move, leaves[move.leaf], old, dot)
    if isinstance(instr, Freeze):
        return [[None if x is None else _frozen(f, x) for x in lanes] for lanes in total]
    return total


def _carried(f: ForwardMode, move: Move, leaf: Leaf, old: Value | None, dot: Value) -> Value:
    one = f.b.extract_element(dot, i64(move.element)) if move.element >= 0 else dot
    if move.into < 0:
        return one
    return f.b.insert_element(f.number(old, leaf.type), one, i64(move.into))


def _frozen(f: ForwardMode, value: Value) -> Value:
    result = f.b.local(value.type)
    f.b.append(Freeze(result, value, f.b.meta))
    return result


def _of_vector(f: ForwardMode, instr: ExtractElement | InsertElement | Shuffle) -> Lanes:
    """Vectors that are taken apart and put together, like their tangents."""
    match instr:
        case ExtractElement(vector=vector, index=index):
            _check_elements(f, instr, vector)
            at = f.value(index)
            dots = f.tangent(vector)
            return [None if x is None else f.b.extract_element(x, at) for x in dots]
        case InsertElement(vector=vector, element=element, index=index, result=result):
            _check_elements(f, instr, result)
            at = f.value(index)
            pairs = zip(f.tangent(vector), f.tangent(element), strict=True)
            return [_inserted(f, instr, whole, one, at) for whole, one in pairs]
        case Shuffle(lhs=lhs, rhs=rhs, result=result):
            _check_elements(f, instr, result)
            pairs = zip(f.tangent(lhs), f.tangent(rhs), strict=True)
            return [_shuffled(f, instr, left, right) for left, right in pairs]


def _check_elements(f: ForwardMode, instr: Instr, vector: Value) -> None:
    """A vector of integers that holds floats can be followed only element by element."""
    leaves = f.facts.lanes(vector)
    whole = leaves[0].type if len(leaves) == 1 else None
    assert isinstance(vector.type, ty.VectorType)
    if vector.type.scalable:
        raise refusal(f.facts, instr, "RZ211", "an active scalable vector")
    if not isinstance(whole, ty.VectorType) or whole.count != vector.type.count:
        raise _bits(f, instr)


def _inserted(
    f: ForwardMode, instr: InsertElement, whole: Value | None, one: Value | None, at: Value
) -> Value | None:
    if whole is None and one is None:
        return None
    type = f.facts.lanes(instr.result)[0].type
    into = f.number(whole, type)
    return f.b.insert_element(into, f.number(one, ty.scalar(type)), at)


def _shuffled(
    f: ForwardMode, instr: Shuffle, left: Value | None, right: Value | None
) -> Value | None:
    either = left if left is not None else right
    if either is None:
        return None
    type = f.facts.lanes(instr.result)[0].type
    result = f.b.local(type)
    lhs, rhs = f.number(left, either.type), f.number(right, either.type)
    f.b.append(Shuffle(result, lhs, rhs, instr.mask, instr.mask_text, f.b.meta))
    return result


# ---- memory -------------------------------------------------------------------------------------


def _loaded(f: ForwardMode, instr: Load) -> list[Lanes]:
    """What lies at the same place in shadow memory; nothing where the shadow is the primal."""
    leaves = f.facts.lanes(instr.result)
    if not f.facts.shadowed(instr.pointer):
        return [[None] * f.width for _ in leaves]
    if f.sets is not None and (places := f.sets.places(instr)):
        return [[f.sets.loaded(instr, leaf, places)] for leaf in leaves]
    shadows = f.shadow(instr.pointer)
    found: list[Lanes] = [[read(f, instr, shadow, leaf) for shadow in shadows] for leaf in leaves]
    begun_numbers.refuse_begun_access(f, instr, shadows)
    cut_numbers.refuse_left(f, instr, [lane for lanes in found for lane in lanes if lane])
    return found


def read(f: ForwardMode, instr: Load, shadow: Value, leaf: Leaf) -> Value:
    """A tangent from shadow memory."""
    place = f.b.offset(shadow, leaf.offset)
    align = known_align(instr.align, leaf.offset)
    meta = f.shadow_meta(instr, instr.pointer)
    value = both_sorts.loaded_number(f, instr, leaf, place, align, meta)
    if f.facts.mixed(instr.pointer):
        apart = f.b.icmp("ne", shadow, f.value(instr.pointer))
        value = f.b.select(apart, value, zero(leaf.type))
    return value
