"""Generated code called from Python: what it throws becomes an exception here.

call(guard, body, block)      `void body(void *block)` through `rz.guard`
"""

import ctypes
import re
from typing import Final

from ribozyme.backend import extents, interrupts
from ribozyme.backend.names import CACHE, EXTENT, FOREIGN
from ribozyme.base.errors import Error, error

REPORT_BYTES: Final = 512

NO_MEMORY: Final = 1
NO_DERIVATIVE: Final = 2
NONSMOOTH: Final = 3
_EXCEPTION, _CXX_VALUE = -1, -2

_cache_memory: Final = ctypes.create_string_buffer(64 * 8 + 64)
_foreign: Final = ctypes.c_void_p()
SYMBOLS: Final = {
    CACHE: (ctypes.addressof(_cache_memory) + 63) & -64,
    FOREIGN: ctypes.addressof(_foreign),
    EXTENT: extents.ADDRESS,
}
"""What the JIT gives to every library: one cache of chunks for all of them, never freed; where the
function is kept that ends exceptions of another language; and who knows the arrays of a call."""


_CHECKPOINT: Final = (
    'keep a few states of a loop in place of a tape: checkpoint={"loop at FILE:LINE": 100}'
)


def thrown(status: int, report: bytes) -> Error:
    """The exception for a status that is not 0 and the report that came with it."""
    if status == interrupts.STATUS:
        raise KeyboardInterrupt
    message = report.split(b"\0", 1)[0].decode("utf-8", "replace")
    if status == NO_MEMORY:
        return error("RZ603", message, helps=(_CHECKPOINT,))
    if status == NONSMOOTH:
        return error("RZ606", message)
    if status == _EXCEPTION:
        return error("RZ604", f"the program threw an exception: {message}")
    if status == _CXX_VALUE:
        return error("RZ604", f"the program threw a C++ value of type '{message}'")
    if status < 0:
        return error("RZ604", "the program threw an exception of another language")
    refused = re.match(r"(RZ\d{3}) (.*)", message, re.DOTALL)
    if refused is not None:  # what was refused where control need not come, and came
        from ribozyme.base.advice import HELPS, INACTIVE

        helps = tuple(one for one in HELPS.get(refused[1], ()) if one != INACTIVE)
        return error(refused[1], refused[2], helps=helps)
    return error("RZ604", message)


def call(guard: int, body: int, context: int | None = None) -> None:
    """Call `void body(void *context)` through `rz.guard`; what is thrown becomes an exception."""
    report = ctypes.create_string_buffer(REPORT_BYTES)
    status = _GUARD(guard)(body, context, report)
    if status:
        raise thrown(status, report.raw)


_GUARD: Final = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)
