"""Native code that may crash, called so that the process outlives it.

    call(guard, body, block)      as `guard.call`; a fault is a `Fault` with its signal and address

For the trial of a program at inputs of which nothing is known, never for ordinary calls: what the
program held when it was left stays as it was. The handlers are in force during the call only.
Elsewhere than on Linux it is an ordinary call.
"""

import ctypes
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final, final

from ribozyme.backend.runtime import guard as ordinary
from ribozyme.backend.runtime import process_exit
from ribozyme.backend.runtime.interrupts import SIGINFO, Action

SIGNALS: Final = ("SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL", "SIGABRT")
_FAULT: Final = -1_000_000
_STACK: Final = 1 << 16
_ON_STACK, _NO_DEFER = 0x08000000, 0x40000000
_GUARD: Final = 1 << 20
"""Bytes below a full stack that nothing else has."""

_DISABLED: Final = 2  # of an alternative stack
_lock: Final = threading.Lock()


@final
class Fault(Exception):
    """What ended a call: the number of a signal, and the address that was wanted; or `ended`, what
    the program called to end the process."""

    def __init__(self, number: int, address: int, ended: str | None = None) -> None:
        super().__init__(number, address)
        self.number, self.address, self.ended = number, address, ended
        self.is_of_stack = self.is_of_memory and _is_below_stack(address)

    @property
    def is_of_memory(self) -> bool:
        """Whether an address was wanted, in place of a value that does not fit."""
        return signal.Signals(self.number).name in ("SIGSEGV", "SIGBUS")

    @property
    def what(self) -> str:
        """The fault in words."""
        if self.ended is not None:
            return self.ended
        match signal.Signals(self.number).name:
            case "SIGSEGV" | "SIGBUS" if self.is_of_stack:
                return (
                    "its calls nest too deep, or its local arrays are too long: the stack is full"
                )
            case "SIGSEGV" | "SIGBUS":
                return f"it wants memory that is not its own, at 0x{self.address:x}"
            case "SIGFPE":
                return "it divides an integer by zero"
            case "SIGABRT":
                return "it calls abort"
            case name:
                return f"it meets a trap ({name})"


def _is_below_stack(address: int) -> bool:
    """Whether an address lies shortly below what the process has for a stack, as Linux lists it."""
    try:
        lines = Path("/proc/self/maps").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return False
    starts = (int(line.partition("-")[0], 16) for line in lines if line.endswith("[stack]"))
    return any(start - _GUARD <= address < start for start in starts)


class _Stack(ctypes.Structure):
    _fields_ = (("base", ctypes.c_void_p), ("flags", ctypes.c_int), ("size", ctypes.c_size_t))


def call(guard: int, body: int, context: int | None = None) -> None:
    """Call `void body(void *context)` through `rz.guard`; a fault on the way is an exception."""
    if sys.platform != "linux":
        ordinary.call(guard, body, context)
        return
    enter, handler = _code()
    report = ctypes.create_string_buffer(ordinary.REPORT_BYTES)
    found = (ctypes.c_uint64 * 2)()
    with _lock, _handled(handler):
        status = enter(guard, body, context, report, found)
    if status == _FAULT:
        raise Fault(found[0], found[1])
    if (ended := process_exit.told(status)) is not None:
        raise Fault(signal.SIGABRT, 0, ended)
    if status:
        raise ordinary.thrown(status, report.raw)


@contextmanager
def _handled(handler: int) -> Iterator[None]:
    """With our handler for faults, on a stack of its own: the program's may be full."""
    libc = ctypes.CDLL(None)
    room = ctypes.create_string_buffer(_STACK)
    mine, before = _Stack(ctypes.addressof(room), 0, _STACK), _Stack()
    libc.sigaltstack(ctypes.byref(mine), ctypes.byref(before))
    action = Action(handler, flags=SIGINFO | _ON_STACK | _NO_DEFER)
    kept = {int(getattr(signal, name)): Action() for name in SIGNALS}
    for number, old in kept.items():
        libc.sigaction(number, ctypes.byref(action), ctypes.byref(old))
    try:
        yield
    finally:
        for number, old in kept.items():
            libc.sigaction(number, ctypes.byref(old), None)
        if not before.base:
            before.flags = _DISABLED
        libc.sigaltstack(ctypes.byref(before), None)


@cache
def _code() -> tuple[Any, int]:
    """The call and the handler, loaded."""
    from ribozyme.backend import jit
    from ribozyme.backend.target import emit_object

    text = Path(__file__).with_name("faults.ll").read_text(encoding="utf-8")
    library = jit.load(emit_object(text))
    _kept.append(library)
    return _CALL(library.address("rz.fault.call")), library.address("rz.fault.handle")


_kept: Final[list[object]] = []
_CALL: Final = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p,
    ctypes.c_void_p,
)  # fmt: skip
