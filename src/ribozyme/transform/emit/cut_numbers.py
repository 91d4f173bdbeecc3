"""Numbers of which a part is written: copies, fills and stores that begin or end within a number or
an address.

    memcpy(d, s, n)     forward sweep   the bytes of an address that are copied, in the shadow too:
                                        when the others follow, it is there as a whole
                        reverse sweep   if (the adjoint of the number that is cut != 0) throw
                        forward mode    if (a tangent of the numbers that are cut != 0) it is a NaN
    p[7] = 0x40         reverse sweep   the same, where bytes are stored over the last of a number
                        forward mode    if (the tangent != 0) it is a NaN that nobody computes,
    y = *(double *)p                    and where a tangent is loaded: if (it is that NaN) throw

A part of a number has no adjoint, and a value joined from parts of two numbers has no derivative.
Text in memory that holds numbers at other times may end anywhere: its adjoint is zero, and nothing
is thrown. In forward mode nobody knows at a store whether what is left of a number is read, or
integers lie there from now on: blocks of memory are used again. What begins within a number:
`begun_numbers`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial, reduce
from typing import Final

from ribozyme.ir import types as ty
from ribozyme.ir.attrs import value_of
from ribozyme.ir.build import FunctionBuilder, i64
from ribozyme.ir.instrs import Call, Invoke, Load, Phi, Select, Store
from ribozyme.ir.values import FALSE, Const, ConstSplat, Value, const_int
from ribozyme.transform.checks.guards import Guards
from ribozyme.transform.core import contents
from ribozyme.transform.core.regions import SPACE, Region, bytes_of, cut, is_address, may_cut
from ribozyme.transform.emit import bulk
from ribozyme.transform.emit.begun_numbers import (
    Places,
    behind,
    counts,
    grain_of,
    leave,
    may_begin_within,
    refuse_begun_access,
    some,
)
from ribozyme.transform.emit.emission import Emission

_KINDS: Final[tuple[ty.Type | None, ...]] = (ty.DOUBLE, ty.FLOAT, ty.HALF, ty.BFLOAT)
_LEFT: Final[Mapping[ty.Type, int]] = {
    ty.I64: 0x7FFC5CA77E4ED000,
    ty.I32: 0x7FE5CA77,
    ty.I16: 0x7FE5,
}
"""The tangent of what is left of a number: a NaN by any format of so many bits."""

Copied = tuple[Value, Value, Value]
"""Target, source, size."""
Filled = tuple[Value, Value]
"""Target, size."""


def copy_cut(
    emission: Emission, b: FunctionBuilder, period: int, places: Places, memory: Copied
) -> None:
    """Copy the bytes of what lies at the end of a copy in shadow memory."""
    target, source, size = memory

    def some(at: Value) -> None:
        bulk.copy(emission, b, b.offset(target, at), b.offset(source, at), b.sub(size, at))

    cut(b, period, places, size, some)


def copy_cut_word(emission: Emission, b: FunctionBuilder, region: Region, memory: Copied) -> None:
    """The same of a word that is an address now, but a number at other times."""
    target, source, size = memory

    def some(at: Value) -> None:
        word = b.load(ty.I64, b.offset(source, at), 1)
        bytes = b.select(is_address(b, word), b.sub(size, at), i64(0))
        bulk.copy(emission, b, b.offset(target, at), b.offset(source, at), bytes)

    cut(b, region.period, _words(region), size, some)


def zero_cut(
    emission: Emission, b: FunctionBuilder, period: int, places: Places, memory: Filled
) -> None:
    """The same where memory is filled."""
    target, size = memory

    def some(at: Value) -> None:
        bulk.zero(emission, b, b.offset(target, at), b.sub(size, at))

    cut(b, period, places, size, some)


def refuse_cut(
    s: bulk.Sweeping, call: Call | Invoke, region: Region, shadow: Value, size: Value
) -> None:
    """Leave if a shadow has a derivative of the number within which a stretch ends."""
    ends = tuple(_ends(region, size))
    (start,), reach = (
        _from_a_number(s.b, call, region, (shadow,), size) if ends else ((shadow,), size)
    )
    for kind, places in ends:
        cut(s.b, region.period, places, reach, partial(_refuse, s, call, start, kind))


def left_by(
    s: bulk.Sweeping, call: Call | Invoke, region: Region, end: tuple[int, Value], size: Value
) -> Callable[[], None]:
    """Forward mode: the numbers within which bytes without a derivative begin and end have no
    tangent from now on, if they had one. What is returned marks them, behind the copy or fill."""
    at, shadow = end
    ended, b, grain = ended_by(s, call, region, (shadow,), size), s.b, grain_of(region)
    if grain < 2 or not may_begin_within(s, call, at, grain):
        return ended
    bits = ty.integer(8 * grain)
    slot = b.entry_alloca(ty.I1)
    b.store(FALSE, slot)
    back = behind(b, shadow, grain)
    start = b.offset(shadow, b.sub(i64(0), back))
    there, on = b.block(), b.block()
    within = (b.icmp("ne", one, i64(0)) for one in (back, size))
    b.cond_br(reduce(partial(b.ibinary, "and"), within), there, on)
    b.at(there)
    b.store(counts(b, b.load(bits, start, grain)), slot)
    b.br(on)
    b.at(on)

    def marked() -> None:
        ended()
        cut_there, after = b.block(), b.block()
        b.cond_br(b.load(ty.I1, slot), cut_there, after)
        b.at(cut_there)
        b.store(const_int(bits, _LEFT[bits]), start, grain)
        b.br(after)
        b.at(after)

    return marked


def ended_by(
    s: bulk.Sweeping, call: Call | Invoke, region: Region, shadows: Sequence[Value], size: Value
) -> Callable[[], None]:
    """Forward mode: a number within which a copy or fill ends has no tangent from now on, if one of
    the shadows has a derivative of it. What is returned marks it in the first, behind the copy."""
    b = s.b
    marks: list[Callable[[], None]] = []
    ends = tuple(_ends(region, size))
    if ends:
        shadows, size = _from_a_number(b, call, region, shadows, size)
    for kind, places in ends:
        if kind is None or kind not in _KINDS:
            for shadow in shadows:
                cut(b, region.period, places, size, partial(_refuse, s, call, shadow, kind))
            continue
        bits = ty.integer(8 * bytes_of(kind))
        slot = b.entry_alloca(ty.I1)
        b.store(FALSE, slot)

        def look(at: Value, bits: ty.IntType = bits, slot: Value = slot) -> None:
            held = [b.load(bits, b.offset(shadow, at), 1) for shadow in shadows]
            b.store(reduce(partial(b.ibinary, "or"), (_nonzero(b, one) for one in held)), slot)

        def mark(at: Value, bits: ty.IntType = bits, slot: Value = slot) -> None:
            place = b.offset(shadows[0], at)
            left = const_int(bits, _LEFT[bits])
            b.store(b.select(b.load(ty.I1, slot), left, b.load(bits, place, 1)), place, 1)

        cut(b, region.period, places, size, look)
        marks.append(partial(cut, b, region.period, places, size, mark))

    def marked() -> None:
        for one in marks:
            one()

    return marked


def _from_a_number(
    b: FunctionBuilder, call: Call | Invoke, region: Region, shadows: Sequence[Value], size: Value
) -> tuple[Sequence[Value], Value]:
    """A stretch of numbers that follow each other, from the beginning of the one that it begins in:
    `memset(text + n, ' ', 16 - n)` beside numbers begins anywhere, and ends in none."""
    grain = grain_of(region)
    if grain < 2 or region.period != grain or _is_aligned(call, grain):
        return shadows, size
    back = behind(b, shadows[0], grain)
    reach = b.select(b.icmp("eq", size, i64(0)), i64(0), b.add(size, back))
    return [b.offset(shadow, b.sub(i64(0), back)) for shadow in shadows], reach


def _ends(region: Region, size: Value) -> Iterator[tuple[ty.FloatType | None, Places]]:
    """Within which numbers a stretch may end, by their kind; without one, words that may be an
    address."""
    for kind in dict.fromkeys(type for _, type in region.floats):
        places = tuple(place for place in region.floats if place[1] is kind)
        if may_cut(region.period, places, size):
            yield kind, places
    if may_cut(region.period, _words(region), size):
        yield None, _words(region)


def _is_aligned(call: Call | Invoke, grain: int) -> bool:
    """Whether what is copied is said to begin at a multiple of so many bytes."""
    said = [value_of(attrs, "align") for attrs in call.arg_attrs[:2]]
    return any(isinstance(align, int) and align >= grain for align in said)


def refuse_part(s: bulk.Sweeping, store: Store, shadows: Sequence[Value]) -> None:
    """Leave if shadows have a derivative of a number of which a store writes a part."""

    def look(_: Value, held: Value) -> None:
        leave(s, store, counts(s.b, held))

    _each_part(s, store, shadows, look)
    refuse_begun_access(s, store, shadows)


def end_part(s: bulk.Sweeping, store: Store, shadows: Sequence[Value]) -> None:
    """Forward mode: a number of which a store writes a part has no tangent from now on."""

    def end(start: Value, held: Value) -> None:
        left = _LEFT.get(held.type)
        if left is None or contents.cut_number(s.facts, store) not in _KINDS:
            leave(s, store, counts(s.b, held))
        else:
            mark = const_int(held.type, left)
            s.b.store(s.b.select(counts(s.b, held), mark, held), start, 1)

    _each_part(s, store, shadows, end)
    refuse_begun_access(s, store, shadows)


def refuse_left(s: bulk.Sweeping, load: Load, tangents: Sequence[Value]) -> None:
    """Forward mode: leave where a tangent is loaded of a number of which a part was written.

    A load that is only chosen among others may run where its result is not used: NaN goes on."""
    users = s.facts.function.uses[load.result.id]
    if not s.facts.whole.ask(Guards).cuts or all(
        isinstance(user, Select | Phi) for _, user in users
    ):
        return
    asked = [one for tangent in tangents if (one := _is_left(s.b, tangent)) is not None]
    if asked:
        leave(s, load, reduce(partial(s.b.ibinary, "or"), asked))


def _is_left(b: FunctionBuilder, tangent: Value) -> Value | None:
    """Whether a tangent is the mark of what is left of a number."""
    kind = ty.scalar(tangent.type)
    if not isinstance(kind, ty.FloatType) or kind not in _KINDS:
        return None
    bits = ty.integer(bytes_of(kind) * 8)
    mark: Const = const_int(bits, _LEFT[bits])
    whole = ty.like(tangent.type, bits)
    match tangent.type:
        case ty.VectorType(scalable=True):
            return None  # a NaN goes on
        case ty.VectorType():
            same = b.icmp("eq", b.cast("bitcast", tangent, whole), ConstSplat(whole, mark))
            return some(b, same)
        case _:
            return b.icmp("eq", b.cast("bitcast", tangent, whole), mark)


def _each_part(
    s: bulk.Sweeping,
    store: Store,
    shadows: Sequence[Value],
    work: Callable[[Value, Value], None],
) -> None:
    """The shadows of a number of which a store writes a part: where they begin, and their bits."""
    kind = contents.cut_number(s.facts, store)
    for shadow in shadows if kind is not None else ():

        def look(shadow: Value = shadow) -> None:
            b, grain = s.b, min(8, bytes_of(kind or ty.DOUBLE))
            start = b.offset(shadow, b.sub(i64(0), behind(b, shadow, grain)))
            work(start, b.load(ty.integer(8 * grain), start, 1))

        bulk.apart(s, store.pointer, shadow, look)


def _refuse(
    s: bulk.Sweeping,
    call: Call | Invoke,
    shadow: Value,
    kind: ty.FloatType | None,
    at: Value,
) -> None:
    """Leave if a number, or a word of both sorts, at a place of a shadow has a derivative."""
    bits = ty.I64 if kind is None else ty.integer(8 * min(8, bytes_of(kind)))
    held = s.b.load(bits, s.b.offset(shadow, at), 1)
    leave(s, call, _nonzero(s.b, held) if kind else s.b.icmp("uge", held, i64(SPACE)))


def _nonzero(b: FunctionBuilder, held: Value) -> Value:
    """Whether the bits of a number are not those of zero, of any sign."""
    size = b.ibinary("shl", held, const_int(held.type, 1))
    return b.icmp("ne", size, const_int(held.type, 0))


def addresses(region: Region) -> Places:
    """The places of addresses."""
    return tuple((at, ty.PTR) for at in region.pointers)


def _words(region: Region) -> Places:
    return tuple((at, ty.I64) for at in region.either)
