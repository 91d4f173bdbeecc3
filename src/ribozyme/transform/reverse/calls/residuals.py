"""Blocks that variables keep from call to call: does the result depend on what was in them before?

    static double *known;                    known.sh begins as zero for each call
    if (known[i] < 0) known[i] = exp(x);
    return known[i] * x;                     RZ408 where known[i] is of a call before

In reverse mode what is left in the shadow of such a block is the derivative by what lay in the
block when the call began. A copy of that tells which of it an earlier call has computed: all but
zeros, and constants that say that nothing was computed yet. In forward mode the tangents of what
was computed are marked when the call begins (`transform/state/earlier.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from ribozyme.analysis.memory.freed import Word
from ribozyme.ir import types as ty
from ribozyme.ir.build import NULL, FunctionBuilder, i64
from ribozyme.ir.values import Value, const_int, zero
from ribozyme.transform.core.regions import each
from ribozyme.transform.emit import bulk
from ribozyme.transform.reverse.calls.outliving import BEFORE, bases, first
from ribozyme.transform.reverse.plan.nodes import Node
from ribozyme.transform.state.blocks import USABLE, primal_word, shadow_word
from ribozyme.transform.state.earlier import CODE, MESSAGE, is_no_reset, marking
from ribozyme.transform.state.persistent import Persistence, PersistentBlock, Place

if TYPE_CHECKING:
    from ribozyme.transform.emit.emission import Emission
    from ribozyme.transform.reverse.emit.tape import Tape

_HEAD: Final = 16  # of a copy, its number of bytes
_WORD: Final = 8
_ONCE: Final = 1 << 40  # a period that no block has twice


def begin_residuals(emission: Emission, tape: Tape) -> None:
    """When a derivative in reverse mode begins: keep what is in the blocks."""
    b = tape.b
    for _, number, word in _watched(emission):
        held = b.load(ty.PTR, primal_word(b, word), _WORD)
        lanes = _shadows(emission, b, word)
        size = _usable(emission, b, held) if lanes else i64(0)
        copy = tape.allocate(b.add(size, i64(_HEAD)))
        b.store(size, copy, _WORD)
        bulk.copy(emission, b, b.offset(copy, _HEAD), held, size)
        _put(tape, Node(BEFORE, number), copy)
        for lane in range(emission.width) if tape.frame is None else ():
            _put(tape, first(number, lane), lanes[lane] if lanes else NULL)


def end_residuals(emission: Emission, tape: Tape) -> None:
    """When a reverse sweep ends: leave where the result depends on numbers of an earlier call."""
    b = tape.b
    for one, number, _ in _watched(emission):
        tape.memory.used = True
        copy = _got(tape, Node(BEFORE, number))
        size, before = b.load(ty.I64, copy, _WORD), b.offset(copy, _HEAD)
        left = b.entry_alloca(ty.I8, 1)
        b.store(const_int(ty.I8, 0), left, 1)
        for lane in range(emission.width):
            shadow = _got(tape, first(number, lane))

            def look(
                at: Value,
                now: Value,
                one: PersistentBlock = one,
                shadow: Value = shadow,
                left: Value = left,
            ) -> None:
                bar = b.fcmp("une", b.load(now.type, b.offset(shadow, at), 1), zero(now.type))
                lost = b.ibinary("and", bar, _is_computed(b, one, at, now))
                told = b.ibinary("or", b.load(ty.I8, left, 1), b.cast("zext", lost, ty.I8))
                b.store(told, left, 1)

            _scan(b, one, before, size, look)
        lost = b.icmp("ne", b.load(ty.I8, left, 1), const_int(ty.I8, 0))
        view, words = emission.facts.function(one.of.function), MESSAGE.format(one.of.name)
        emission.leave(b, view, one.of.instr, lost, words, refused=CODE)


def mark_residuals(emission: Emission, b: FunctionBuilder) -> None:
    """When forward mode begins: mark the tangents of what an earlier call has computed."""
    for one, _, word in _watched(emission):
        if lanes := _shadows(emission, b, word):
            held = b.load(ty.PTR, primal_word(b, word), _WORD)
            _mark(emission, b, one, held, _usable(emission, b, held), lanes)


def mark_taped_residuals(emission: Emission, tape: Tape) -> None:
    """When a tape is read in forward mode: mark the tangents of what was there before it."""
    b = tape.b
    for one, number, _ in _watched(emission):
        copy = _got(tape, Node(BEFORE, number))
        size = b.load(ty.I64, copy, _WORD)
        lanes = [_got(tape, first(number, lane)) for lane in range(emission.width)]
        _mark(emission, b, one, b.offset(copy, _HEAD), size, lanes)


def _mark(
    emission: Emission,
    b: FunctionBuilder,
    one: PersistentBlock,
    before: Value,
    size: Value,
    lanes: list[Value],
) -> None:
    def mark(at: Value, now: Value) -> None:
        there, on = b.block(), b.block()
        b.cond_br(_is_computed(b, one, at, now), there, on)
        b.at(there)
        _, bits = marking(emission.facts.layout.size(now.type))
        for shadow in lanes:
            b.store(bits, b.offset(shadow, at), 1)
        b.br(on)
        b.at(on)

    _scan(b, one, before, size, mark)


def _scan(
    b: FunctionBuilder,
    one: PersistentBlock,
    before: Value,
    size: Value,
    visit: Callable[[Value, Value], None],
) -> None:
    """Visit the numbers of a block that an earlier call may have computed."""
    for place in _distinct(one.of.places):
        period = place.stride or _ONCE
        offset = place.offset % period

        def found(at: Value, type: ty.Type) -> None:
            visit(at, b.load(type, b.offset(before, at), 1))

        each(b, period, ((offset, place.type),), size, found)


def _distinct(places: tuple[Place, ...]) -> Iterator[Place]:
    """Places without those that others have, too."""
    seen: list[Place] = []
    for place in sorted(places, key=lambda one: (one.stride or _ONCE, one.offset)):
        if not any(
            one.type is place.type
            and one.stride
            and place.stride % one.stride == 0
            and (place.offset - one.offset) % one.stride == 0
            for one in seen
        ):
            seen.append(place)
            yield place


def _is_computed(b: FunctionBuilder, one: PersistentBlock, at: Value, now: Value) -> Value:
    """Whether a number at an offset is none of those that say that nothing was computed, and lies
    where active numbers are written."""
    found = b.ibinary("and", b.fcmp("une", now, zero(now.type)), is_no_reset(b, one.of, now))
    if one.of.spans is None:
        return found
    inside: Value = const_int(ty.I1, 0)
    for start, end in one.of.spans:
        within = b.icmp("ult", b.sub(at, i64(start)), i64(end - start))
        inside = b.ibinary("or", inside, within)
    return b.ibinary("and", found, inside)


def _usable(emission: Emission, b: FunctionBuilder, held: Value) -> Value:
    emission.declare("malloc_usable_size", USABLE)
    size = b.call("malloc_usable_size", USABLE, (held,))
    assert size is not None
    return size


def _watched(emission: Emission) -> Iterator[tuple[PersistentBlock, int, Word]]:
    """The words that lead to blocks which are looked at, with their numbers."""
    known = {one.group: one for one in emission.facts.ask(Persistence).blocks}
    for number, group, word in bases(emission.facts):
        if group in known:
            yield known[group], number, word


def _shadows(emission: Emission, b: FunctionBuilder, word: Word) -> list[Value]:
    """What the word leads to in each shadow of its variable; nothing where it has none."""
    places = (shadow_word(emission, b, word, lane) for lane in range(emission.width))
    return [b.load(ty.PTR, place, _WORD) for place in places if place is not None]


def _put(tape: Tape, node: Node, address: Value) -> None:
    tape.b.store(address, tape.in_frame(node, _WORD, _WORD, ty.PTR), _WORD, tape.meta())


def _got(tape: Tape, node: Node) -> Value:
    return tape.b.load(ty.PTR, tape.in_frame(node, _WORD, _WORD, ty.PTR), _WORD, tape.meta())
