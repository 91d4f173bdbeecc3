"""The adjoint of each instruction: one arm per shape, rules transposed, memory in its handful of
ways.

%y = fmul double %x, %w      →   x.bar += y.bar·w;  w.bar += y.bar·x
%v = load double, ptr %p     →   p.sh[0] += v.bar
store double %v, ptr %p      →   v.bar += p.sh[0];  p.sh[0] = 0
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from ribozyme.ir import types as ty
from ribozyme.ir.build import i64
from ribozyme.ir.instrs import (
    Access,
    AtomicRMW,
    CallBr,
    CallLike,
    Cast,
    CmpXchg,
    Compare,
    Computation,
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
    Ret,
    Select,
    Shuffle,
    Silent,
    Store,
    VAArg,
)
from ribozyme.ir.metadata import Meta
from ribozyme.ir.values import Local, Value, const_float, zero
from ribozyme.rules.expr import IntOperand, Operand, Result, Seed
from ribozyme.rules.expr import Leaf as Term
from ribozyme.rules.rule import Rule
from ribozyme.transform.checks.kinks import raising
from ribozyme.transform.core import contents
from ribozyme.transform.core.bits import apply_pattern, as_float, bit_pattern
from ribozyme.transform.core.instr_rules import rule_of
from ribozyme.transform.core.lanes import Move, in_parts, moves
from ribozyme.transform.core.refuse import refusal
from ribozyme.transform.core.shape import Leaf, known_align
from ribozyme.transform.emit import begun_numbers, bulk, cut_numbers
from ribozyme.transform.emit import both_sorts as words
from ribozyme.transform.emit.arith import Arithmetic
from ribozyme.transform.emit.kink_traps import checked
from ribozyme.transform.reverse.emit.adjoints import ADD
from ribozyme.transform.reverse.increments import among_threads, word_shadows

if TYPE_CHECKING:
    from ribozyme.transform.reverse.emit.sweeping import Sweep


def of_no_call(s: Sweep, instr: Instr, seeds: list[list[Value]]) -> None:
    """The adjoint of an instruction that is no call."""
    match instr:
        case Ret():
            returned(s, instr, seeds)
        case Store():
            stored(s, instr)
        case AtomicRMW():
            atomic(s, instr)
        case CmpXchg() if s.facts.shadowed(instr.pointer) and s.facts.lanes(instr.new):
            raise refusal(s.facts, instr, "RZ205", "a compare-and-exchange of an active float")
        case _ if instr.result is not None and s.facts.active(instr.result):
            of_value(s, instr, instr.result)
        case _:
            _rest: Computation | Access | CallLike | Silent = instr
            return


def of_value(s: Sweep, instr: Instr, result: Local) -> None:
    """The adjoint of an instruction that only computes a value."""
    bars = s.adjoints.take(result)
    if not [bar for lanes in bars for bar in lanes if bar is not None]:
        return
    match instr:
        case FBinary(lhs=lhs, rhs=rhs, flags=flags):
            rule = rule_of(instr)
            assert rule is not None
            by_rule(s, instr, rule, (lhs, rhs), flags, bars[0])
        case FNeg(value=value, flags=flags):
            for lane, bar in enumerate(bars[0]):
                amount = None if bar is None else s.adjoints.chains.negated(bar, flags)
                s.adjoints.add(value, 0, lane, amount)
        case Cast(op="fpext" | "fptrunc" as op, value=value):
            back = "fptrunc" if op == "fpext" else "fpext"
            for lane, bar in enumerate(bars[0]):
                amount = None if bar is None else s.b.cast(back, bar, value.type)
                s.adjoints.add(value, 0, lane, amount)
        case Select():
            selected(s, instr, bars)
        case Load():
            loaded(s, instr, bars)
        case ExtractElement() | InsertElement() | Shuffle() if not in_parts(s.facts, instr):
            of_vector(s, instr, bars[0])
        case ExtractElement() | InsertElement() | Shuffle():
            moved(s, instr, bars)
        case ExtractValue() | InsertValue() | Freeze() | Cast() | IBinary():
            moved(s, instr, bars)
        case CallBr():
            raise refusal(s.facts, instr, "RZ202", "inline assembly works on active data")
        case VAArg():
            raise refusal(s.facts, instr, "RZ204", "an active variadic argument is read")
        case _:
            _rest: Compare | Phi | Gep | Store | Exchange | CallLike | Silent = instr
            raise refusal(s.facts, instr, "RZ211", "this instruction has no derivative")


_ONLY: Final = frozenset((0,))
"""The only result of an instruction."""


# ---- rules ---------------------------------------------------------------------------------------


def by_rule(
    s: Sweep,
    instr: Instr,
    rule: Rule,
    operands: tuple[Value, ...],
    flags: str,
    bars: list[Value | None],
) -> None:
    """The transposed rule of an operation with one result, lane by lane."""
    arithmetic = Arithmetic(s.b, s.emission.declare, flags)
    given = [bar for bar in bars if bar is not None] if raising(s.facts, rule) else []
    if given:
        at_kink = _leaf(s, instr, operands, {0: given[0]})
        checked(s.emission, s.b, s.facts, instr, rule, at_kink, given)
    for index, operand in enumerate(operands):
        if not isinstance(operand, Local) or not s.facts.active(operand):
            continue
        term = rule.adjoint(index, _ONLY)
        if term is None:
            continue
        guarded = needs_guard(s, instr, rule, index, operands)
        for lane, bar in enumerate(bars):
            if bar is None:
                continue
            leaf = _leaf(s, instr, operands, {0: bar})
            if guarded:
                amount = arithmetic.unless_zero(bar, arithmetic.term(term, leaf, operand.type))
            else:
                amount = s.adjoints.chains.contribution(
                    arithmetic, term, leaf, instr.result, bar, operand.type
                )
            s.adjoints.add(operand, 0, lane, amount)


def _leaf(
    s: Sweep, instr: Instr, operands: tuple[Value, ...], seeds: dict[int, Value]
) -> Callable[[Term], Value]:
    def leaf(found: Term) -> Value:
        match found:
            case Operand(index=k) | IntOperand(index=k):
                return s.value(operands[k])
            case Result():
                assert instr.result is not None
                return s.value(instr.result)
            case Seed(index=j):
                return seeds[j]
            case _:
                raise AssertionError(found)

    return leaf


def needs_guard(
    s: Sweep, instr: Instr, rule: Rule, operand: int, operands: Sequence[Value]
) -> bool:
    """Whether a zero seed could meet a partial here that is infinite or no number."""
    if operand in rule.guarded or s.facts.whole.drops_zero(rule, operand):
        return True
    return s.masks.risky(rule, operand, instr.result, operands)


# ---- choices and moves ---------------------------------------------------------------------------


def selected(s: Sweep, instr: Select, bars: list[list[Value | None]]) -> None:
    """The operand that was chosen receives; the other gets a zero."""
    condition = s.value(instr.condition)
    for leaf, lanes in enumerate(bars):
        for lane, bar in enumerate(lanes):
            if bar is None:
                continue
            nothing = const_float(bar.type, 0.0)
            if s.facts.active(instr.then):
                s.adjoints.add(instr.then, leaf, lane, s.b.select(condition, bar, nothing))
            if s.facts.active(instr.otherwise):
                s.adjoints.add(instr.otherwise, leaf, lane, s.b.select(condition, nothing, bar))


def moved(s: Sweep, instr: Instr, bars: list[list[Value | None]]) -> None:
    """Bits that were only carried: the arrows turned round."""
    pattern = bit_pattern(s.facts, instr) if isinstance(instr, IBinary) else None
    if pattern is not None:
        kind = s.facts.lanes(pattern.operand)[0].type
        x = as_float(s.b, s.value(pattern.operand), kind)
        assert instr.result is not None
        r = as_float(s.b, s.value(instr.result), kind)
        for lane, bar in enumerate(bars[0]):
            if bar is not None:
                s.adjoints.add(pattern.operand, 0, lane, apply_pattern(s.b, pattern, x, r, bar))
        return
    found = moves(s.facts, instr)
    if found is None:
        assert words.is_computed(s.facts, instr), "refused before emission (`checks.numbers`)"
        wanted = [bar for lanes in bars for bar in lanes if bar is not None]
        words.trap_changed(s.b, s.emission, s.facts, instr, wanted)
        return
    for move in found:
        if not s.facts.active(move.operand):
            continue
        for lane, bar in enumerate(bars[move.leaf]):
            if bar is not None:
                amount = carried_back(s, move, bar)
                s.adjoints.add(move.operand, move.source, lane, amount)


def carried_back(s: Sweep, move: Move, bar: Value) -> Value:
    """The adjoint of a moved float, as a leaf of the operand."""
    one = s.b.extract_element(bar, i64(move.into)) if move.into >= 0 else bar
    if move.element < 0:
        return one
    whole = s.facts.lanes(move.operand)[move.source].type
    return s.b.insert_element(zero(whole), one, i64(move.element))


def of_vector(
    s: Sweep, instr: ExtractElement | InsertElement | Shuffle, bars: list[Value | None]
) -> None:
    """Elements go back to where they were taken from."""
    b = s.b
    for lane, bar in enumerate(bars):
        if bar is None:
            continue
        match instr:
            case ExtractElement(vector=vector, index=index):
                if s.facts.active(vector):
                    whole = float_vector(s, instr, vector)
                    amount = b.insert_element(zero(whole), bar, s.value(index))
                    s.adjoints.add(vector, 0, lane, amount)
            case InsertElement(vector=vector, element=element, index=index):
                at = s.value(index)
                kind = ty.scalar(float_vector(s, instr, instr.result))
                if s.facts.active(element):
                    s.adjoints.add(element, 0, lane, b.extract_element(bar, at))
                if s.facts.active(vector):
                    nothing = zero(kind)
                    s.adjoints.add(vector, 0, lane, b.insert_element(bar, nothing, at))
            case Shuffle():
                unshuffled(s, instr, lane, bar)


def float_vector(s: Sweep, instr: Instr, vector: Value) -> ty.Type:
    """The type of a vector's adjoint: floats, one per element, also where integers hold them."""
    leaves = s.facts.lanes(vector)
    own = vector.type
    whole = leaves[0].type if len(leaves) == 1 else own
    assert isinstance(own, ty.VectorType)
    if not isinstance(whole, ty.VectorType) or whole.count != own.count or not ty.is_float(whole):
        raise refusal(s.facts, instr, "RZ203", "an active vector of integers is taken apart")
    return whole


def unshuffled(s: Sweep, instr: Shuffle, lane: int, bar: Value) -> None:
    """Each element of the result goes back to the lane it came from, repeats added up."""
    assert isinstance(instr.lhs.type, ty.VectorType)
    if instr.mask is None:
        raise refusal(s.facts, instr, "RZ211", "an active scalable vector")
    count = instr.lhs.type.count
    for side, operand in enumerate((instr.lhs, instr.rhs)):
        if not s.facts.active(operand):
            continue
        sources: list[list[int]] = [[] for _ in range(count)]
        for place, source in enumerate(instr.mask):
            if side * count <= source < (side + 1) * count:
                sources[source - side * count].append(place)
        rounds = max((len(places) for places in sources), default=0)
        for turn in range(rounds):
            mask = tuple(
                places[turn] if turn < len(places) else len(instr.mask) for places in sources
            )
            result = s.b.local(float_vector(s, instr, operand))
            s.b.append(Shuffle(result, bar, zero(bar.type), mask, meta=s.b.meta))
            s.adjoints.add(operand, 0, lane, result)


# ---- memory --------------------------------------------------------------------------------------


def loaded(s: Sweep, instr: Load, bars: list[list[Value | None]]) -> None:
    """What was read is added to the shadow it was read from."""
    if not s.facts.shadowed(instr.pointer):
        return
    for lane, shadow in enumerate(s.shadow(instr.pointer)):
        parts = [
            (leaf, bar)
            for leaf, bar in zip(
                s.facts.floats(instr.result), (lanes[lane] for lanes in bars), strict=True
            )
            if bar is not None
        ]

        group = next((w for w in s.waiting.get(s.loop, ()) if w.holds(instr)), None)
        if group is not None:
            for _, bar in parts:
                group.add(instr, lane, bar)
            continue

        def add(shadow: Value = shadow, parts: list[tuple[Leaf, Value]] = parts) -> None:
            for leaf, bar in parts:
                begun_numbers.refuse_begun_at(s, instr, shadow, bar)
                increment(s, instr, shadow, leaf, bar)

        bulk.apart(s, instr.pointer, shadow, add)


def increment(
    s: Sweep,
    instr: Load | AtomicRMW,
    shadow: Value,
    leaf: Leaf,
    bar: Value,
    *,
    alone: bool = False,
) -> None:
    """`shadow[leaf] += bar`; `alone` says that no other thread adds there meanwhile."""
    b = s.b
    place = b.offset(shadow, leaf.offset)
    align = known_align(instr.align, leaf.offset)
    meta = s.shadow_meta(instr, instr.pointer)
    if isinstance(instr, Load) and leaf.offset in s.facts.both(instr.result):
        among_threads.refuse_met(s.facts, instr, instr.pointer, "a number or an address is read")
        words.added(b, bar, place, align, meta, ADD)
        return
    if not alone and among_threads.adds_atomically(s.facts, instr):
        among_threads.refuse_odd(s.facts, instr, leaf.type, align)
        unmet = s.unmet(instr, place) if isinstance(instr, Load) else None
        if unmet is None:
            among_threads.add_shared(s, instr.pointer, place, bar, meta)
            return
        single, shared, after = b.block(), b.block(), b.block()
        here, alone_at = unmet
        b.cond_br(here, single, shared)
        b.at(shared)
        among_threads.add_shared(s, instr.pointer, place, bar, meta)
        b.br(after)
        b.at(single)
        _add(s, leaf, alone_at, bar, align, meta)
        b.br(after)
        b.at(after)
        return
    _add(s, leaf, place, bar, align, meta)


def _add(s: Sweep, leaf: Leaf, place: Value, bar: Value, align: int, meta: Meta) -> None:
    s.b.store(s.b.fadd(s.b.load(leaf.type, place, align, meta), bar, ADD), place, align, meta)


def stored(s: Sweep, instr: Store) -> None:
    """The shadow of a place that was written is handed to what was written, and cleared."""
    if not s.facts.shadowed(instr.pointer):
        return
    leaves = contents.stored_floats(s.facts, instr)
    _end_words(s, instr, leaves)
    cut_numbers.refuse_part(s, instr, s.shadow(instr.pointer))
    if not leaves or not s.facts.holds_floats(instr.pointer):
        return  # in a shadow that is there for the addresses only, numbers have no adjoints
    taken: list[tuple[int, int, Value]] = []
    for lane, shadow in enumerate(s.shadow(instr.pointer)):
        if s.facts.mixed(instr.pointer):
            taken += [(n, lane, v) for n, v in _guarded_take(s, instr, shadow, leaves)]
        else:
            taken += [(n, lane, take_leaf(s, instr, shadow, leaf)) for n, leaf in enumerate(leaves)]
    own = len(contents.put(s.facts, instr.value, instr.pointer))
    for number, lane, value in taken:
        if number < own:
            s.adjoints.add(instr.value, number, lane, value)


def _end_words(s: Sweep, instr: Store, leaves: tuple[Leaf, ...]) -> None:
    """Clear what a constant or an integer was stored over in words that may be numbers."""
    size = s.facts.layout.size
    taken = {at for leaf in leaves for at in range(leaf.offset, leaf.offset + size(leaf.type))}
    words = [at for at in contents.either(s.facts, instr) if at not in taken]
    for shadow in s.shadow(instr.pointer) if words else ():

        def end(shadow: Value = shadow) -> None:
            for at in words:
                word_shadows.end(s.b, s.b.offset(shadow, at))

        bulk.apart(s, instr.pointer, shadow, end)


def take_leaf(s: Sweep, instr: Store, shadow: Value, leaf: Leaf) -> Value:
    """Read a leaf of shadow memory and set it to zero."""
    b = s.b
    place = b.offset(shadow, leaf.offset)
    align = known_align(instr.align, leaf.offset)
    meta = s.shadow_meta(instr, instr.pointer)
    among_threads.settle(s, instr.pointer, place, i64(s.facts.layout.size(leaf.type)))
    if leaf.offset in contents.stored_both(s.facts, instr):
        return words.taken(b, leaf.type, place, align, meta)
    value = b.load(leaf.type, place, align, meta)
    b.store(zero(leaf.type), place, align, meta)
    return value


def _guarded_take(
    s: Sweep, instr: Store, shadow: Value, leaves: tuple[Leaf, ...]
) -> list[tuple[int, Value]]:
    """The same where the shadow may be the primal: then nothing is there to take."""
    b = s.b
    before, apart, after = b.current, b.block(), b.block()
    b.cond_br(b.icmp("ne", shadow, s.value(instr.pointer)), apart, after)
    b.at(apart)
    values = [take_leaf(s, instr, shadow, leaf) for leaf in leaves]
    end = b.current
    b.br(after)
    b.at(after)
    found: list[tuple[int, Value]] = []
    for number, value in enumerate(values):
        phi = b.phi(value.type)
        b.incoming(phi, zero(value.type), before)
        b.incoming(phi, value, end)
        found.append((number, phi))
    return found


def atomic(s: Sweep, instr: AtomicRMW) -> None:
    """An atomic addition: its operand receives the shadow of its place, which stays, and what was
    read there before adds to it."""
    bars = s.adjoints.take(instr.result) if s.facts.active(instr.result) else []
    read = any(bar is not None for lanes in bars for bar in lanes)
    if not s.facts.shadowed(instr.pointer) or not contents.stored_floats(s.facts, instr):
        if read:
            raise refusal(s.facts, instr, "RZ205", "an atomic operation on an active float")
        return
    if instr.op not in ("fadd", "fsub"):
        raise refusal(s.facts, instr, "RZ205", "an atomic operation on an active float")
    if read:
        among_threads.refuse_met(s.facts, instr, instr.pointer, "an atomic update is captured")
    for lane, shadow in enumerate(s.shadow(instr.pointer)):
        before = bars[0][lane] if read else None

        def add(shadow: Value = shadow, lane: int = lane, before: Value | None = before) -> None:
            meta = s.shadow_meta(instr, instr.pointer)
            bar = s.b.load(instr.value.type, shadow, instr.align, meta)
            amount = bar if instr.op == "fadd" else s.b.fneg(bar)
            s.adjoints.add(instr.value, 0, lane, amount)
            if before is not None:
                increment(s, instr, shadow, Leaf((), instr.value.type, 0), before)

        bulk.apart(s, instr.pointer, shadow, add)


def returned(s: Sweep, instr: Ret, seeds: list[list[Value]]) -> None:
    """The seeds of the result go to the value that was returned."""
    if instr.value is None:
        return
    for leaf, lanes in enumerate(seeds):
        for lane, seed in enumerate(lanes):
            s.adjoints.add(instr.value, leaf, lane, seed)
