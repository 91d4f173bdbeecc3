"""The arrays of a call: from where to where the memory of an address goes.

    with given([(start, end), …]): call(…)       @rz.checkpoint.extent(p) finds the array around p

Generated code asks it of what it is handed by address. Per thread: a call knows its own arrays, and
those of the calls around it. What is not known has the extent -1.
"""

import ctypes
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final


class _Known(threading.local):
    def __init__(self) -> None:
        self.ranges: list[tuple[int, int]] = []


_KNOWN: Final = _Known()


@contextmanager
def given(ranges: Iterable[tuple[int, int]]) -> Iterator[None]:
    """Make the arrays of a call known while it runs."""
    before = len(_KNOWN.ranges)
    _KNOWN.ranges += ranges
    try:
        yield
    finally:
        del _KNOWN.ranges[before:]


def _extent(pointer: int | None, start: int) -> int:
    """The bytes of the array around an address, and where it starts."""
    address = pointer or 0
    for first, end in reversed(_KNOWN.ranges):
        if first <= address < end or first == address:
            ctypes.c_void_p.from_address(start).value = first
            return end - first
    return -1


_CALLBACK: Final = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)(_extent)
ADDRESS: Final = ctypes.cast(_CALLBACK, ctypes.c_void_p).value or 0
