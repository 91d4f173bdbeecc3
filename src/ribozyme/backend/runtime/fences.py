"""Arrays between pages that may not be touched: what reads or writes past an end is a fault.

    | no access | …room, elements | no access |      the last element ends where its page does
    | no access | elements, room… | no access |      or the first begins there (`at_start`)

On Linux only; elsewhere an array is a copy without fences.
"""

import ctypes
import mmap
import sys
from typing import Any, Final, final

import numpy as np

_BEFORE: Final = 1 << 24
_BEHIND: Final = 1 << 28
_NO_ACCESS, _READ_WRITE = 0, 3
_PRIVATE: Final = 0x02 | 0x20 | 0x4000  # anonymous, and not counted as memory


@final
class Fenced:
    """A copy of an array, with fences before and behind it until it is closed."""

    __slots__ = ("_end", "_pages", "_start", "array")

    _pages: int
    _start: int
    _end: int

    def __init__(self, array: np.ndarray[Any, Any], at_start: bool = False) -> None:
        if sys.platform != "linux":
            self.array, self._start, self._end, self._pages = array.copy(), 0, 0, 0
            return
        room = _room(array)
        libc = ctypes.CDLL(None, use_errno=True)
        libc.mmap.restype = ctypes.c_void_p
        libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
        base = libc.mmap(None, _BEFORE + room + _BEHIND, _NO_ACCESS, _PRIVATE, -1, 0)
        if base == ctypes.c_void_p(-1).value:
            raise MemoryError
        start = base + _BEFORE
        if libc.mprotect(ctypes.c_void_p(start), ctypes.c_size_t(room), _READ_WRITE):
            raise MemoryError
        self._pages = base
        self._start = start if at_start else start + room - array.nbytes
        self._end = self._start + array.nbytes
        cells = (ctypes.c_uint8 * array.nbytes).from_address(self._start)
        flat: np.ndarray[Any, Any] = np.ctypeslib.as_array(cells)
        self.array = flat.view(array.dtype).reshape(array.shape)
        self.array[...] = array

    def row_at(self, address: int) -> int | None:
        """The index of the row behind the end in which an address lies, if it lies there."""
        if not self._end <= address < self._end + _BEHIND:
            return None
        row: int = self.array.nbytes // len(self.array)
        return (address - self._start) // row

    def is_before(self, address: int) -> bool:
        """Whether an address lies in front of the array."""
        return self._pages <= address < self._start

    def close(self) -> None:
        """Give the memory back; the array may not be used any more."""
        if self._pages:
            size = ctypes.c_size_t(_BEFORE + _room(self.array) + _BEHIND)
            ctypes.CDLL(None).munmap(ctypes.c_void_p(self._pages), size)
            self._pages = 0


def _room(array: np.ndarray[Any, Any]) -> int:
    """The bytes of whole pages that hold an array."""
    return -(-array.nbytes // mmap.PAGESIZE) * mmap.PAGESIZE
