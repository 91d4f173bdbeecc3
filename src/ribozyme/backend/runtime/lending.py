"""Arrays lent to native code: what Python and the frameworks own, and no program may free.

    with lending([(start, end), …]): call(…)      free(p), realloc(p, …), delete p     →   RZ215

The functions that refuse are native (`lent.ll`), and the list is one for each thread. Entry points
and adaptors that are generated enter their arrays by themselves.
"""

import ctypes
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from ribozyme.backend import native
from ribozyme.backend.runtime.symbols import ENTER, ENTER_CALL, LEAVE, LENT
from ribozyme.base.cache import default_cache, fingerprint

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
    if not symbols:
        yield  # no code was loaded that frees anything
        return
    words = [word for pair in ranges for word in pair]
    record = (ctypes.c_int64 * (2 + len(words)))(0, len(words) // 2, *words)
    _CALL(symbols[ENTER])(ctypes.addressof(record))
    try:
        yield
    finally:
        _CALL(symbols[LEAVE])(ctypes.addressof(record))


_CALL: Final = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


symbols: Final[dict[str, int]] = {}
"""The functions, by the names that code knows them by, once code is loaded that calls them."""


def addresses(address: Callable[[str], int]) -> dict[str, int]:
    """The same, where `address` says what lies where in the library of `image`."""
    if not symbols:
        if ctypes.CFUNCTYPE(ctypes.c_int)(address("rz.lent.setup"))():
            raise MemoryError("no more keys for what threads hold")
        symbols.update((name, address(name)) for name in NAMES - FREES)
        if sys.platform == "linux":
            symbols.update((name, address(f"rz.lent.{name}")) for name in FREES)
    return symbols


def image() -> bytes:
    """The object of `lent.ll`."""
    text = Path(__file__).with_name("lent.ll").read_text(encoding="utf-8")

    def make() -> bytes:
        from ribozyme.backend.runtime import arena
        from ribozyme.backend.target import emit_object

        return emit_object(arena.linked(text, guard=False))

    return default_cache().once(fingerprint("lent", native.machine(), text), make)
