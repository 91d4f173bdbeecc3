"""What lies in a stretch of memory: where its floats are, where its pointers; and loops over them.

A `Region` repeats every `period` bytes: `{double, i32}[]` has a float at 0 of every 16. `floats`
and `pointers` visit each place of a stretch of run-time length, unrolled when the length is a small
constant; `emit` gets the byte offset of the place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, final

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
    """Visit the places of every period; a last period that is cut off keeps what lies before."""
    if not places:
        return
    if isinstance(size, ConstInt):
        rounds = -(-size.value // period)
        flat = (
            [
                (turn * period + at, type)
                for turn in range(rounds)
                for at, type in places
                if turn * period + at + _beyond(type) < size.value
            ]
            if rounds * len(places) <= UNROLLED
            else None
        )
        if flat is not None:
            for at, type in flat:
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
    more = max(_beyond(type) for _, type in places)
    none = b.icmp("ule", size, i64(more)) if more else b.icmp("eq", size, i64(0))
    size = b.sub(size, i64(more)) if more else size
    before = b.current
    b.cond_br(none, after, body)
    b.at(body)
    at = b.phi(ty.I64)
    b.incoming(at, i64(0), before)
    for offset, type in places:
        place = b.add(at, i64(offset), "nuw nsw")
        if offset == 0:
            emit(place, type)
            continue
        inside, following = b.block(), b.block()
        b.cond_br(b.icmp("ult", place, size), inside, following)
        b.at(inside)
        emit(place, type)
        b.br(following)
        b.at(following)
    step = b.add(at, i64(period), "nuw nsw")
    b.incoming(at, step, b.current)
    b.cond_br(b.icmp("ult", step, size), body, after)
    b.at(after)


def _beyond(type: ty.Type) -> int:
    """The bytes of a float beyond the first eight, in eights: a long double that is cut off by the
    end of a heap block, whose usable size is a multiple of eight, is none."""
    return max(0, -(-type.bits // 64) * 8 - 8) if isinstance(type, ty.FloatType) else 0
