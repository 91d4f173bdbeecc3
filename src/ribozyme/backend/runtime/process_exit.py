"""Ends of the process that a program asks for, as exceptions: `exit`, `abort`, failed assertions.

    symbols(address) what to call in the place of the C library's functions, by their names
    told(status)     what the program did, in words, by what `rz.guard` seemed to return

`_exit` ends the process, and so does what is called outside of a call of Python's
(process_exit.ll says how). On Linux on x86-64.
"""

import ctypes
import os
from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

NAMES: Final = frozenset(("exit", "abort", "__assert_fail"))
"""What is found here."""

_EXIT, _ABORT, _ASSERT = -1024, -2048, -2049
_TEXT, _FILE, _LINE, _FUNCTION = range(4)
_said: Final[list[int]] = []


@cache
def symbols(address: Callable[[str], int]) -> Mapping[str, int]:
    """The functions; `address` is that of a name in the library of `interrupts`."""
    libc = ctypes.CDLL(None)
    found = {}
    for name in NAMES:
        short = name.removeprefix("__").removesuffix("_fail")
        word = ctypes.c_uint64.from_address(address(f"rz.exit.{short}"))
        word.value = ctypes.cast(getattr(libc, name), ctypes.c_void_p).value or 0
        found[name] = address(f"rz.exit.on.{short}")
    process = address("rz.exit.process")
    ctypes.c_int.from_address(process).value = os.getpid()
    os.register_at_fork(
        after_in_child=lambda: setattr(ctypes.c_int.from_address(process), "value", os.getpid())
    )
    _said.append(address("rz.exit.said"))
    return found


def told(status: int) -> str | None:
    """What the program called; None for another status."""
    if status == _ASSERT:
        words = (ctypes.c_uint64 * 4).from_address(_said[0])
        where = f"{_text(words[_FILE])}:{words[_LINE]}"
        return f"an assertion fails in '{_text(words[_FUNCTION])}' ({where}): {_text(words[_TEXT])}"
    if status == _ABORT:
        return "it calls abort"
    if _EXIT - 255 <= status <= _EXIT:
        return f"it calls exit({_EXIT - status})"
    return None


def _text(address: int) -> str:
    return ctypes.string_at(address).decode("utf-8", "replace") if address else "?"
