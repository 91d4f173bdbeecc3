"""Partial copies: copies and fills whose length is known at run time only and may end within a
number or an address.

    memcpy(d, s, n)     forward sweep   the bytes of an address that are copied, in the shadow too:
                                        when the others follow, it is there as a whole
                        reverse sweep   if (the adjoint of the number that is cut != 0) throw
                        from a tape     the bytes of a tangent that are copied, as of an address

A part of a number has no adjoint, and a value joined from parts of two numbers has no derivative.
Text in memory that holds numbers at other times may end anywhere: its adjoint is zero, and nothing
is thrown.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder, i64
from ribozyme.ir.instrs import Call, Invoke
from ribozyme.ir.values import Value, const_int
from ribozyme.transform.core import bulk
from ribozyme.transform.core.emission import Emission
from ribozyme.transform.core.regions import SPACE, Region, bytes_of, cut, is_address

_CODE: Final = "RZ301"
_MESSAGE: Final = "a number is cut here: a copy or a fill of so many bytes ends within it"

Places = tuple[tuple[int, ty.Type], ...]
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
    for kind in dict.fromkeys(type for _, type in region.floats):
        places = tuple(place for place in region.floats if place[1] is kind)
        found = partial(_refuse_number, s, call, shadow, kind)
        cut(s.b, region.period, places, size, found)
    word = partial(_refuse_word, s, call, shadow)
    cut(s.b, region.period, _words(region), size, word)


def _refuse_number(
    s: bulk.Sweeping, call: Call | Invoke, shadow: Value, kind: ty.FloatType, at: Value
) -> None:
    bits = ty.integer(8 * min(8, bytes_of(kind)))
    held = s.b.load(bits, s.b.offset(shadow, at), 1)
    _leave(s, call, s.b.icmp("ne", held, const_int(bits, 0)))


def _refuse_word(s: bulk.Sweeping, call: Call | Invoke, shadow: Value, at: Value) -> None:
    held = s.b.load(ty.I64, s.b.offset(shadow, at), 1)
    _leave(s, call, s.b.icmp("uge", held, i64(SPACE)))


def _leave(s: bulk.Sweeping, call: Call | Invoke, condition: Value) -> None:
    there, on = s.b.block(), s.b.block()
    s.b.cond_br(condition, there, on)
    s.b.at(there)
    s.emission.trap(s.b, s.facts, call, _MESSAGE, refused=_CODE)
    s.b.at(on)


def addresses(region: Region) -> Places:
    """The places of addresses."""
    return tuple((at, ty.PTR) for at in region.pointers)


def numbers(region: Region) -> Places:
    """The places of numbers, and of words that may be one."""
    return tuple(sorted((*region.floats, *_words(region)), key=lambda place: place[0]))


def _words(region: Region) -> Places:
    return tuple((at, ty.I64) for at in region.either)
