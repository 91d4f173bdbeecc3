"""Ctrl-C while native code runs: the first is Python's, a second leaves a call that never ends.

    watch()          once, when code is loaded
    left()           whether a call was left since this was last asked

The handler passes on to Python's, and costs calls nothing (interrupts.ll says how). A program that
sets a handler of its own later has that one. On Linux on x86-64; elsewhere Ctrl-C waits.
"""

import ctypes
import platform
import signal
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ribozyme.backend import native
from ribozyme.base.cache import default_cache, fingerprint

if TYPE_CHECKING:
    from ribozyme.backend import jit

STATUS: Final = -9
"""What `rz.guard` seems to return from a call that was left."""

MESSAGE: Final = (
    "left '{name}' in the middle of native code: what it had half done stays so, its memory is "
    "lost, and its library runs no more; load it again"
)
SIGINFO: Final = 4
_ALLOCATOR: Final = ("malloc", "calloc", "realloc", "free")
_counted: Final = [0]


class Action(ctypes.Structure):
    """`struct sigaction` of Linux."""

    _fields_ = (
        ("handler", ctypes.c_void_p),
        ("mask", ctypes.c_uint64 * 16),
        ("flags", ctypes.c_int),
        ("restorer", ctypes.c_void_p),
    )


def left() -> bool:
    """Whether a call was left since this was last asked."""
    if not _installed:
        return False
    before, now = _counted[0], ctypes.c_int.from_address(_installed[0]).value
    _counted[0] = now
    return now != before


@cache
def watch() -> None:
    """Put the handler before Python's, if Python has one."""
    if not callable(signal.getsignal(signal.SIGINT)) or (frames := library()) is None:
        return
    libc = ctypes.CDLL(None)
    before = Action()
    libc.sigaction(signal.SIGINT, None, ctypes.byref(before))
    if not before.handler or before.handler == 1:
        return
    _word(frames, "before").value = before.handler
    _installed.append(frames.address("rz.interrupt.left"))
    action = Action(frames.address("rz.interrupt.handle"), flags=before.flags | SIGINFO)
    libc.sigaction(signal.SIGINT, ctypes.byref(action), None)


@cache
def library() -> "jit.Library | None":
    """The code that finds the call of Python's in the frames; None where the system is another."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return None
    from ribozyme.backend import jit

    found = jit.load(_image(), libraries=[ctypes.pythonapi])
    _word(found, "eval").value = _address(ctypes.pythonapi, "_PyEval_EvalFrameDefault")
    libc = ctypes.CDLL(None)
    for n, name in enumerate(_ALLOCATOR):
        place = found.address("rz.interrupt.allocator") + 8 * n
        ctypes.c_uint64.from_address(place).value = _address(libc, name)
    return found


_installed: Final[list[int]] = []


def _word(library: Any, name: str) -> ctypes.c_uint64:
    return ctypes.c_uint64.from_address(library.address(f"rz.interrupt.{name}"))


def _address(library: ctypes.CDLL, name: str) -> int:
    return ctypes.cast(getattr(library, name), ctypes.c_void_p).value or 0


def _image() -> bytes:
    folder = Path(__file__)
    parts = (folder.with_name(name) for name in ("interrupts.ll", "process_exit.ll"))
    text = "\n".join(part.read_text(encoding="utf-8") for part in parts)

    def make() -> bytes:
        from ribozyme.backend.target import HOST, generated

        return generated(text, HOST, "object")  # its assembly is ours: it needs no child

    return default_cache().once(fingerprint("interrupts", native.machine(), text), make)
