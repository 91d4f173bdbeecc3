"""Generated code called from Python: what it throws becomes an exception here.

call(guard, body, block)      `void body(void *block)` through `rz.guard`
"""

import ctypes
import re
from typing import Final

from ribozyme.backend import demangle
from ribozyme.backend.runtime import (
    array_extents,
    callbacks,
    interrupts,
    process_exit,
    spill,
    steps,
)
from ribozyme.backend.runtime.symbols import CACHE, EXTENT, FILE, FOREIGN, KNOWN, TICK
from ribozyme.base.errors import Error, error

REPORT_BYTES: Final = 512

NO_MEMORY: Final = 1
NO_DERIVATIVE: Final = 2
NONSMOOTH: Final = 3
STOPPED: Final = 4
NO_FILE: Final = 5
_EXCEPTION, _CXX_VALUE = -1, -2

_cache_memory: Final = ctypes.create_string_buffer(64 * 8 + 64)
_foreign: Final = ctypes.c_void_p()
SYMBOLS: Final = {
    CACHE: (ctypes.addressof(_cache_memory) + 63) & -64,
    FOREIGN: ctypes.addressof(_foreign),
    EXTENT: array_extents.ADDRESS,
    KNOWN: array_extents.KNOWING,
    TICK: steps.ADDRESS,
    FILE: spill.ADDRESS,
}
"""What the JIT gives to every library: one cache of chunks for all of them, never freed; where the
function is kept that ends exceptions of another language; who knows the arrays of a call; who is
told how far a loop has come; and who has files for its snapshots."""


_CHECKPOINT: Final = (
    'keep a few states of a loop in place of a tape: checkpoint={"loop at FILE:LINE": 100}'
)


def thrown(status: int, report: bytes) -> Error:
    """The exception for a status that is not 0 and the report that came with it."""
    if status in (interrupts.STATUS, STOPPED):
        raise KeyboardInterrupt
    if status == callbacks.STATUS:
        raise callbacks.failure()
    if (ended := process_exit.told(status)) is not None:
        return error("RZ604", f"the program would end the process: {ended}")
    message = report.split(b"\0", 1)[0].decode("utf-8", "replace")
    if status == NO_MEMORY:
        return error("RZ603", message, helps=(_CHECKPOINT,))
    if status == NONSMOOTH:
        return error("RZ606", message)
    if status == NO_FILE:
        said = f"a snapshot cannot be kept in a file: {message or spill.failure()}"
        return error("RZ614", said)
    if status == _EXCEPTION:
        return error("RZ604", f"the program threw an exception: {message}")
    if status == _CXX_VALUE:
        return error("RZ604", f"the program threw a C++ value of type '{_type(message)}'")
    if status < 0:
        return error("RZ604", "the program threw an exception of another language")
    refused = re.match(r"(RZ\d{3}) (.*)", message, re.DOTALL)
    if refused is not None:  # what was refused where control need not come, and came
        from ribozyme.base.advice import HELPS, INACTIVE

        helps = tuple(one for one in HELPS.get(refused[1], ()) if one != INACTIVE)
        return error(refused[1], refused[2], helps=helps)
    return error("RZ604", message)


def _type(mangled: str) -> str:
    """A type of C++ as it is written."""
    shown = demangle.demangled(f"_Z1f{mangled}").removeprefix("f(").removesuffix(")")
    return shown.replace(_STRING, "std::string")


_STRING: Final = "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >"


def call(guard: int, body: int, context: int | None = None) -> None:
    """Call `void body(void *context)` through `rz.guard`; what is thrown becomes an exception."""
    report = _report()
    status = _GUARD(guard)(body, context, report)
    if status:
        raise thrown(status, report.raw)
    _spare.append(report)


def _report() -> "ctypes.Array[ctypes.c_char]":
    """A buffer that no other call has now."""
    try:
        return _spare.pop()
    except IndexError:
        return ctypes.create_string_buffer(REPORT_BYTES)


_spare: Final["list[ctypes.Array[ctypes.c_char]]"] = []


_GUARD: Final = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)
