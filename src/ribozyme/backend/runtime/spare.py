"""The spare memory of tapes in this process: how much is kept at most, and giving it back.

    keep()        once, when code is loaded: half of the machine's memory may be spare
    release()     gives it back; how many bytes it was

Spare memory beyond 256 MiB is marked so that the system may take it when it needs memory
(`MADV_FREE`). Where the system has no such mark, 256 MiB are kept.
"""

import ctypes
import os
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ribozyme.backend import native
from ribozyme.backend.runtime.symbols import CACHE
from ribozyme.base.cache import default_cache, fingerprint

if TYPE_CHECKING:
    from ribozyme.backend.jit import Library

SHARE: Final = 2
_MOST: Final = 8  # where the cache says how much it may hold


@cache
def keep() -> None:
    """Let the cache of this process hold more than it does by itself."""
    if sys.platform != "linux":
        return
    from ribozyme.backend.runtime import guard

    whole = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    place = guard.SYMBOLS[CACHE] + _MOST
    ctypes.c_int64.from_address(place).value = max(0, whole // SHARE)


def release() -> int:
    """Give back to the system the memory that gradients of this process keep for their next calls.

    Returns how many bytes it was. Tapes that are still needed are not touched, and calls in other
    threads may go on; their memory is kept as before when they end.

    >>> freed = rz.release()
    """
    from ribozyme.backend import jit
    from ribozyme.backend.runtime import guard

    if not _loaded:
        _loaded.append(jit.load(_image()))
    function = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)
    return int(function(_loaded[0].address("rz.cache.release"))(guard.SYMBOLS[CACHE]))


_loaded: Final[list["Library"]] = []


def _image() -> bytes:
    text = Path(__file__).with_name("spare.ll").read_text(encoding="utf-8")

    def make() -> bytes:
        from ribozyme.backend.target import emit_object

        return emit_object(text)

    return default_cache().once(fingerprint("spare", native.machine(), text), make)
