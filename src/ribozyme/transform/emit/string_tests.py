"""Whether a string of C++ lies at an address now, as the words of its object tell.

    libstdc++    { characters, length, 16 bytes }     the characters are those bytes, or a block
                                                      from the heap, and the length is 16 or more
    libc++       { 2 · length, 23 bytes }             the first zero is behind the characters

What lies there may be anything: a number, say, whose bits are hardly ever so.
"""

from __future__ import annotations

from functools import partial, reduce
from typing import Final

from ribozyme.analysis.declared.cxxlibrary import LIBSTDCXX
from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder, i64
from ribozyme.ir.values import Value, const_int
from ribozyme.transform.core.regions import SPACE
from ribozyme.transform.emit.arith import Declare

_SHORT: Final = 16
"""Where the characters of a short string of libstdc++ are."""

_LONGEST: Final = 1 << 32
_LEAST: Final = 1 << 22
"""No string is so long; no block has an address below."""

_MEMCHR: Final = ty.function(ty.PTR, (ty.PTR, ty.I32, ty.I64))


def is_string(b: FunctionBuilder, declare: Declare, start: Value, size: int) -> Value:
    """Whether a string lies there, of the library whose strings have so many bytes."""
    return _of_libstdcxx(b, start) if size == LIBSTDCXX else _of_libcxx(b, declare, start, size)


def _of_libstdcxx(b: FunctionBuilder, start: Value) -> Value:
    characters, length = b.load(ty.I64, start, 1), b.load(ty.I64, b.offset(start, i64(8)), 1)
    short = b.icmp("eq", characters, b.cast("ptrtoint", b.offset(start, i64(_SHORT)), ty.I64))
    long = (
        b.icmp("ult", b.sub(length, i64(_SHORT)), i64(_LONGEST)),
        b.icmp("ult", b.sub(characters, i64(_LEAST)), i64(SPACE)),
        b.icmp("eq", b.ibinary("and", characters, i64(_SHORT - 1)), i64(0)),
    )
    return b.ibinary("or", short, reduce(partial(b.ibinary, "and"), long))


def _of_libcxx(b: FunctionBuilder, declare: Declare, start: Value, size: int) -> Value:
    declare("memchr", _MEMCHR)
    first = b.load(ty.I8, start, 1)
    length = b.cast("zext", b.ibinary("lshr", first, const_int(ty.I8, 1)), ty.I64)
    characters = b.offset(start, i64(1))
    args = (characters, const_int(ty.I32, 0), i64(size - 1))
    end = b.call("memchr", _MEMCHR, args)
    assert end is not None
    tests = (
        b.icmp("eq", b.ibinary("and", first, const_int(ty.I8, 1)), const_int(ty.I8, 0)),
        b.icmp("ne", first, const_int(ty.I8, 0)),
        b.icmp("eq", end, b.offset(characters, length)),
    )
    return reduce(partial(b.ibinary, "and"), tests)
