"""The layout of a memory range: where its floats and its pointers are; and loops over them.

A `Region` repeats every `period` bytes: `{double, i32}[]` has a float at 0 of every 16. `floats`
and `pointers` visit each place of a stretch of run-time length, unrolled when the length is a small
constant; `emit` gets the byte offset of the place.

A stretch may end within a place, as a copy in parts does. Such a place is none: an access to it
might end outside of the memory. `cut` is for what is to be done there.

    memcpy(d, s, n)     period 8, a float at 0        if (n % 8)  cut(n - n % 8)
"""

from __future__ import annotations

from collections.abc import Callable
from math import gcd
from typing import Final, final

from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder, i64
from ribozyme.ir.values import ConstInt, Value

UNROLLED: Final = 16

SPACE: Final = 1 << 52
"""Addresses are below: all other bits of a double are its sign and its exponent."""


@final
@dataclass(frozen=True, slots=True)
class Region:
    """Floats, pointers, and words that are either, by offset within one period."""

    period: int
    floats: tuple[tuple[int, ty.FloatType], ...]
    pointers: tuple[int, ...]
    either: tuple[int, ...] = ()


Emit = Callable[[Value, ty.Type], None]


def floats(b: FunctionBuilder, region: Region, size: Value, emit: Emit) -> None:
    """Visit each float of a stretch of `size` bytes."""
    each(b, region.period, region.floats, size, emit)


def pointers(b: FunctionBuilder, region: Region, size: Value, emit: Emit) -> None:
    """Visit each pointer of a stretch of `size` bytes."""
    each(b, region.period, tuple((at, ty.PTR) for at in region.pointers), size, emit)


def either(b: FunctionBuilder, region: Region, size: Value, emit: Emit) -> None:
    """Visit each word of a stretch of `size` bytes that is a double or a pointer."""
    each(b, region.period, tuple((at, ty.I64) for at in region.either), size, emit)


def is_address(b: FunctionBuilder, word: Value) -> Value:
    """Whether a word that is a double or a pointer is a pointer, and not null."""
    return b.icmp("ult", b.sub(word, i64(1)), i64(SPACE - 1))


def no_number(b: FunctionBuilder, shadow: Value, own: Value) -> Value:
    """The shadow of an integer, for a word that may be a number: one that has none stands for its
    own shadow, which would be a derivative there if its bits are those of no address, and of no
    small negative count."""
    if isinstance(own, ConstInt):
        return i64(0) if shadow == own and SPACE <= own.value % 2**64 < 2**64 - SPACE else shadow
    far = b.icmp("ult", b.sub(own, i64(SPACE)), i64(-2 * SPACE))
    without = b.ibinary("and", b.icmp("eq", shadow, own), far)
    return b.select(without, i64(0), shadow)


def each(
    b: FunctionBuilder,
    period: int,
    places: tuple[tuple[int, ty.Type], ...],
    size: Value,
    emit: Emit,
) -> None:
    """Visit the places of every period, as far as they are whole."""
    if not places:
        return
    if isinstance(size, ConstInt):
        rounds = -(-size.value // period)
        if rounds * len(places) <= UNROLLED:
            flat = [(turn * period + at, type) for turn in range(rounds) for at, type in places]
            for at, type in flat:
                if at + bytes_of(type) <= size.value:
                    emit(i64(at), type)
            return
    _loop(b, period, places, size, emit)


def _loop(
    b: FunctionBuilder,
    period: int,
    places: tuple[tuple[int, ty.Type], ...],
    size: Value,
    emit: Emit,
) -> None:
    body, after = b.block(), b.block()
    sizes = dict.fromkeys(bytes_of(type) for _, type in places)
    ends = {bytes: b.sub(size, i64(bytes - 1)) for bytes in sizes}
    first, type = places[0]
    end = b.sub(ends[bytes_of(type)], i64(first)) if first else ends[bytes_of(type)]
    before = b.current
    b.cond_br(b.icmp("slt", i64(0), end), body, after)
    b.at(body)
    at = b.phi(ty.I64)  # a multiple of the period, as whoever reads the code can see
    b.incoming(at, i64(0), before)
    for offset, type in places:
        place = b.add(at, i64(offset), "nuw nsw") if offset else at
        if offset == first:
            emit(place, type)
            continue
        inside, following = b.block(), b.block()
        b.cond_br(b.icmp("slt", place, ends[bytes_of(type)]), inside, following)
        b.at(inside)
        emit(place, type)
        b.br(following)
        b.at(following)
    step = b.add(at, i64(period), "nuw nsw")
    b.incoming(at, step, b.current)
    b.cond_br(b.icmp("slt", step, end), body, after)
    b.at(after)


def may_cut(period: int, places: tuple[tuple[int, ty.Type], ...], size: Value) -> bool:
    """Whether a stretch may end within one of the places."""
    if not isinstance(size, ConstInt):
        return bool(places)
    rest = size.value % period
    return any(at < rest < at + bytes_of(type) for at, type in places)


def cut(
    b: FunctionBuilder,
    period: int,
    places: tuple[tuple[int, ty.Type], ...],
    size: Value,
    emit: Callable[[Value], None],
) -> None:
    """Visit the place within which a stretch ends, if it does; whole words cost one test.

    Each place has code of its own: whoever reads that code finds nothing but its type there.
    """
    if not may_cut(period, places, size):
        return
    if isinstance(size, ConstInt):
        rest = size.value % period
        for at, type in places:
            if at < rest < at + bytes_of(type):
                emit(i64(size.value - rest + at))
        return
    grain = gcd(period, *(part for at, type in places for part in (at, bytes_of(type))))
    seen, after = b.block(), b.block()
    b.cond_br(b.icmp("ne", b.ibinary("urem", size, i64(grain)), i64(0)), seen, after)
    b.at(seen)
    left = b.ibinary("urem", size, i64(period))
    whole = b.sub(size, left)
    for at, type in places:
        there, next = b.block(), b.block()
        inside = b.icmp("ult", b.sub(left, i64(at + 1)), i64(bytes_of(type) - 1))
        b.cond_br(inside, there, next)
        b.at(there)
        emit(b.add(whole, i64(at)))
        b.br(next)
        b.at(next)
    b.br(after)
    b.at(after)


def bytes_of(type: ty.Type) -> int:
    """The bytes of what lies at a place."""
    match type:
        case ty.FloatType(bits=bits) | ty.IntType(bits=bits):
            return -(-bits // 8)
        case _:
            return 8
