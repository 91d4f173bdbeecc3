"""Words that are a number at one time and an address at another, while they are in registers.

    %w = load i64, ptr %p          %w.sh  = the word of the shadow, if both it and %w are an address
                                   %w.dot = the same word, if one of them is none    (forward mode)
    store i64 %w, ptr %q           q.sh[0] = %w an address with a shadow ? %w.sh : %w.dot

In memory such a word has one shadow word, in registers a shadow pointer and a tangent or adjoint.
Which of them counts is asked only where it goes to memory or comes from there. Its own bits tell:
those of an address are the bits of a number below 1e-308.

Invariant: a word is a number or an address for as long as it lies in one place, so the one of the
two that does not count is zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial, reduce
from typing import TYPE_CHECKING, Final, Protocol

from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder
from ribozyme.ir.instrs import Cast, IBinary, Instr, Load, Phi, Select, Store, operands
from ribozyme.ir.metadata import Meta
from ribozyme.ir.values import ConstInt, ConstSplat, Value, zero
from ribozyme.transform.core import contents
from ribozyme.transform.core.regions import SPACE
from ribozyme.transform.core.shape import Leaf, PointerLeaf, as_word
from ribozyme.transform.emit.arith import Declare, any_lane

if TYPE_CHECKING:
    from ribozyme.transform.core.facts import FunctionFacts
    from ribozyme.transform.emit.emission import Emission


CHANGED: Final = "RZ203"
CHANGE: Final = "the bits of an active float are changed as an integer"


_WITHIN: Final = (IBinary, Cast, Phi, Select)
"""What makes an integer of others without memory."""


class Values(Protocol):
    """Where code is made in which the values of the primal are known."""

    b: FunctionBuilder
    facts: FunctionFacts

    def value(self, value: Value, /) -> Value: ...

    def shadow(self, value: Value, part: int = 0, /) -> list[Value]: ...


def loaded_shadow(
    s: Values, load: Load, leaf: PointerLeaf, place: Value, align: int, meta: Meta
) -> Value:
    """The shadow pointer that is loaded from the shadow of a place, null where a number lies."""
    if not s.facts.asked(load, leaf):
        return s.b.load(leaf.type, place, align, meta)
    own = part(s, load.result, leaf.path)
    return shadow(s.b, own, s.b.load(_integers(leaf.type), place, align, meta), leaf.type)


def loaded_number(s: Values, load: Load, leaf: Leaf, place: Value, align: int, meta: Meta) -> Value:
    """The tangent that is loaded from the shadow of a place, zero where an address lies."""
    if leaf.offset not in s.facts.both(load.result):
        return s.b.load(leaf.type, place, align, meta)
    own = part(s, load.result, leaf.path)
    return number(s.b, own, s.b.load(_integers(leaf.type), place, align, meta), leaf.type)


def stored_word(s: Values, store: Store, leaf: Leaf, lane: int, number: Value) -> Value:
    """What goes to the shadow of the place of a float leaf: the number, or a shadow pointer."""
    which = contents.stored_both(s.facts, store).get(leaf.offset)
    if which is None:
        return number
    at = s.shadow(store.value, which)[lane]
    return together(s.b, part(s, store.value, leaf.path), at, number)


def put_shadow(s: Values, store: Store, leaf: Leaf, lane: int, place: Value, meta: Meta) -> None:
    """Store the shadow pointer of a word that may be a number in the forward sweep of reverse mode:
    if it is one, the adjoint that lies there stays."""
    which = contents.stored_both(s.facts, store)[leaf.offset]
    at = s.shadow(store.value, which)[lane]
    old = s.b.load(_integers(leaf.type), place, 1, meta)
    kept = s.b.select(is_address(s.b, old), zero(old.type), old)
    s.b.store(together(s.b, part(s, store.value, leaf.path), at, kept), place, 1, meta)


def taken(b: FunctionBuilder, type: ty.Type, place: Value, align: int, meta: Meta) -> Value:
    """The adjoint in the shadow of a place, zero if an address is left there; it is cleared."""
    found = b.load(_integers(type), place, align, meta)
    b.store(zero(found.type), place, align, meta)
    kept = b.select(is_address(b, found), zero(found.type), found)
    return b.cast("bitcast", kept, type)


def added(b: FunctionBuilder, bar: Value, place: Value, align: int, meta: Meta, how: str) -> None:
    """Add an adjoint to the shadow of a place; an address stays there if nothing is added."""
    found = b.load(_integers(bar.type), place, align, meta)
    old = b.select(is_address(b, found), zero(found.type), found)
    total = b.fadd(b.cast("bitcast", old, bar.type), bar, how)
    bits = word(b, bar)
    size = b.ibinary("shl", bits, _all(bits.type, 1))  # without the sign
    nothing = b.icmp("ult", size, _all(bits.type, 2 * SPACE))
    b.store(b.select(nothing, found, word(b, total)), place, align, meta)


def is_computed(facts: FunctionFacts, instr: Instr) -> bool:
    """Whether integers are computed of words that may be addresses, or of bits: what comes of it is
    none of the numbers. What such integers are computed of is asked in turn."""
    if not isinstance(instr, IBinary):
        return False
    work: list[Instr] = [instr]
    seen: set[Instr] = {instr}
    while work:
        for value in filter(facts.active, operands(work.pop())):
            lanes, made = facts.lanes(value), facts.function.definition(value)
            if any(leaf.offset not in facts.both(value) for leaf in lanes):
                return False
            if not lanes and isinstance(made, _WITHIN) and made not in seen:
                seen.add(made)
                work.append(made)
    return True


def has_tangents(facts: FunctionFacts, instr: Instr) -> bool:
    """Whether tangents tell whether one of the words was a number: those of the operands, or of
    what they are computed of."""
    work, seen = [instr], {instr}
    while work:
        for value in filter(facts.active, operands(work.pop())):
            made = facts.function.definition(value)
            if facts.lanes(value) or made in seen:
                continue
            if made is None or not is_computed(facts, made):
                return False
            seen.add(made)
            work.append(made)
    return True


def trap_changed(
    b: FunctionBuilder,
    emission: Emission,
    facts: FunctionFacts,
    instr: Instr,
    found: Sequence[Value],
) -> None:
    """Leave where a derivative depends on integers computed of such words: one was a number."""
    if not found:
        return
    wanted = [b.fcmp("une", one, zero(one.type)) for one in found]
    asked = [any_lane(b, emission.declare, one) for one in wanted]
    any = reduce(partial(b.ibinary, "or"), asked)
    emission.leave(b, facts, instr, any, CHANGE, refused=CHANGED)


def part(s: Values, value: Value, path: tuple[int, ...]) -> Value:
    """A word of a value."""
    own = s.value(value)
    return s.b.extract(own, *path) if path else own


def word_of(b: FunctionBuilder, value: Value, path: tuple[int, ...]) -> Value:
    """A pointer leaf of a value, the bits of a double as an integer."""
    found = b.extract(value, *path) if path else value
    return b.cast("bitcast", found, as_word(found.type))


def word(b: FunctionBuilder, value: Value) -> Value:
    """The bits of a number, an address or an integer as integers."""
    if ty.is_pointer(value.type):
        return b.cast("ptrtoint", value, ty.like(value.type, ty.I64))
    return b.cast("bitcast", value, as_word(value.type))


def shadow(b: FunctionBuilder, own: Value, found: Value, type: ty.Type) -> Value:
    """The shadow pointer that a word of the shadow is, null if it is none, as a value of a type."""
    kept = b.select(are_addresses(b, own, found), found, zero(found.type))
    return b.cast("inttoptr", kept, type) if ty.is_pointer(type) else kept


def number(b: FunctionBuilder, own: Value, found: Value, type: ty.Type) -> Value:
    """The tangent or the adjoint that a word of the shadow is, zero if it is none."""
    kept = b.select(are_addresses(b, own, found), zero(found.type), found)
    return b.cast("bitcast", kept, type)


def together(b: FunctionBuilder, own: Value, shadow: Value, number: Value) -> Value:
    """The word of the shadow in which a shadow pointer or a number goes."""
    at, other = word(b, shadow), word(b, number)
    return b.select(are_addresses(b, own, at), at, other)


def are_addresses(b: FunctionBuilder, own: Value, found: Value) -> Value:
    """Whether a word and its shadow are addresses, and not null."""
    return b.ibinary("and", is_address(b, word(b, own)), is_address(b, found))


def is_address(b: FunctionBuilder, value: Value) -> Value:
    """Whether the bits of a word, or of each word of a vector, are those of an address."""
    less = b.ibinary("sub", value, _all(value.type, 1))
    return b.icmp("ult", less, _all(value.type, SPACE - 1))


def holds_address(b: FunctionBuilder, declare: Declare, value: Value) -> Value:
    """Whether a double, or one of a vector, has the bits of an address."""
    return any_lane(b, declare, is_address(b, word(b, value)))


def _integers(type: ty.Type) -> ty.Type:
    return ty.like(type, ty.I64) if ty.is_pointer(type) else as_word(type)


def _all(type: ty.Type, value: int) -> Value:
    one = ConstInt(ty.I64, value)
    return ConstSplat(type, one) if isinstance(type, ty.VectorType) else one
