"""Arrays lent to native code: what Python and the frameworks own, and no program may free.

    with lending([(start, end), …]): call(…)      free(p), realloc(p, …), delete p     →   RZ215

The functions that refuse are native (`lent.ll`), and the list is one for each thread. Entry points
and adaptors that are generated enter their arrays by themselves.
"""

import ctypes
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ribozyme.backend import native
from ribozyme.backend.runtime.symbols import ENTER, ENTER_CALL, LEAVE, LENT
from ribozyme.base.cache import default_cache, fingerprint

if TYPE_CHECKING:
    from ribozyme.backend.jit import Library

FREES: Final = frozenset(("free", "realloc", "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm"))
"""What gives a block back, or moves it."""

NAMES: Final = FREES | {ENTER, ENTER_CALL, LEAVE, LENT}
"""What is found here."""

_flags: Final = (ctypes.c_int8 * 2)(0, 1)


def wanted(frees: bool) -> int:
    """Where an entry point reads whether its arrays are to be entered."""
    return ctypes.addressof(_flags) + frees


@contextmanager
def lending(ranges: Iterable[tuple[int, int]]) -> Iterator[None]:
    """Have arrays be the caller's while a call runs."""
    words = [word for pair in ranges for word in pair]
    record = (ctypes.c_int64 * (2 + len(words)))(0, len(words) // 2, *words)
    found = symbols()
    _ENTER(found[ENTER])(ctypes.addressof(record))
    try:
        yield
    finally:
        _ENTER(found[LEAVE])(ctypes.addressof(record))


_ENTER: Final = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


@cache
def symbols() -> dict[str, int]:
    """The functions, by the names that code knows them by."""
    library = _library()
    found = {name: library.address(name) for name in NAMES - FREES}
    if sys.platform == "linux":
        found |= {name: library.address(f"rz.lent.{name}") for name in FREES}
    return found


@cache
def _library() -> "Library":
    from ribozyme.backend import jit

    library = jit.load(_image(), lends=False)
    if ctypes.CFUNCTYPE(ctypes.c_int)(library.address("rz.lent.setup"))():
        raise MemoryError("no more keys for what threads hold")
    return library


def _image() -> bytes:
    text = Path(__file__).with_name("lent.ll").read_text(encoding="utf-8")

    def make() -> bytes:
        from ribozyme.backend.runtime import arena
        from ribozyme.backend.target import emit_object

        return emit_object(arena.linked(text, guard=False))

    return default_cache().once(fingerprint("lent", native.machine(), text), make)
