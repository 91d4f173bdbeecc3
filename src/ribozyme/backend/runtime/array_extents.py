"""The arrays of a call: from where to where the memory of an address goes.

    with given([(start, end), …]): call(…)       @rz.checkpoint.extent(p) finds the array around p

Generated code asks it of what it is handed by address. Operators of frameworks, which are called
without Python, hand over what they know themselves (`@rz.extents.known`). Per thread, those of the
frameworks included: a call knows its own arrays, and those of the calls around it. What is not
known has the extent -1.
"""

import ctypes
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

_KNOWN: Final[dict[int, list[tuple[int, int]]]] = {}
"""The ranges of each thread; one that Python did not start has no `threading.local` that lasts."""


@contextmanager
def given(ranges: Iterable[tuple[int, int]]) -> Iterator[None]:
    """Make the arrays of a call known while it runs."""
    known = _KNOWN.setdefault(threading.get_ident(), [])
    before = len(known)
    known += ranges
    try:
        yield
    finally:
        _forget(before)


def _forget(level: int) -> None:
    known = _KNOWN[threading.get_ident()]
    del known[level:]
    if not known:
        del _KNOWN[threading.get_ident()]


def _known(table: int | None, count: int) -> int:
    """Make `count` more arrays known, each a start and a size, and say how many there were before;
    or, with -1 - n, leave the first n."""
    known = _KNOWN.setdefault(threading.get_ident(), [])
    before = len(known)
    if count < 0 or table is None:
        _forget(min(-1 - count, before) if count < 0 else before)
        return before
    words = (ctypes.c_int64 * (2 * count)).from_address(table)
    known += [(words[k], words[k] + words[k + 1]) for k in range(0, 2 * count, 2)]
    return before


def _extent(pointer: int | None, start: int) -> int:
    """The bytes of the array around an address, and where it starts."""
    address = pointer or 0
    for first, end in reversed(_KNOWN.get(threading.get_ident(), ())):
        if first <= address < end or first == address:
            ctypes.c_void_p.from_address(start).value = first
            return end - first
    return -1


_CALLBACK: Final = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)(_extent)
ADDRESS: Final = ctypes.cast(_CALLBACK, ctypes.c_void_p).value or 0

_KNOWING: Final = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64)(_known)
KNOWING: Final = ctypes.cast(_KNOWING, ctypes.c_void_p).value or 0
