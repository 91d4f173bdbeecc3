"""The run time of derivatives as IR: the tape's arena, and the way out of a trap.

It is linked into every module that needs it and made internal there, so that it inlines and there
is no library to load. `arena.ll` and `trap.ll` say what there is; emitters declare what they use:

    %rz.arena = type { ptr, ptr, ptr }                       ; the caller's alloca, 64 bytes
    declare void @rz.arena.init(ptr)                         declare void @rz.arena.free(ptr)
    declare noalias ptr @rz.tape.alloc(ptr, i64)             declare void @rz.tape.zero(ptr, i64)
    declare ptr @rz.tape.mark(ptr)                           declare void @rz.tape.release(ptr, ptr)
    declare void @rz.throw(i32, ptr) cold noreturn           declare i32 @rz.caught(ptr, i1, ptr)

What calls `alloc` or `throw` is not `nounwind`. `rz.arena.free` belongs on the way out of the root
and on its unwind edge.
"""

import ctypes
import re
from functools import cache
from pathlib import Path
from typing import Final, Literal

from ribozyme.backend import llvm
from ribozyme.backend.names import CACHE
from ribozyme.base.advice import HELPS
from ribozyme.base.errors import Error, error

ARENA_BYTES: Final = 64
REPORT_BYTES: Final = 512

NO_MEMORY: Final = 1
NO_DERIVATIVE: Final = 2
NONSMOOTH: Final = 3
_EXCEPTION, _CXX_VALUE = -1, -2

Cache = Literal["process", "module"]
"""Who holds spare chunks: this process (code for the JIT), or the module (code to be linked)."""

_cache_memory: Final = ctypes.create_string_buffer(24 * 8 + 64)
SYMBOLS: Final = {CACHE: (ctypes.addressof(_cache_memory) + 63) & -64}
"""What the JIT gives to every library: one cache of chunks for all of them, never freed."""

_WEAK: Final = "linkonce_odr hidden"
_POISON: Final = "@rz.poison = linkonce_odr hidden constant i1 false"
_LIMIT: Final = "@rz.tape.limit = linkonce_odr hidden constant i64 -1"
_CACHE: Final = "@rz.arena.cache = external global [24 x i64]"
_REFUSED: Final = re.compile(r"(RZ\d{3}) (.*)", re.DOTALL)
_OURS: Final = re.compile(
    r"^(@rz\.[\w.]+ = |define (?=linkonce_odr hidden [^@\n]*@rz\.))linkonce_odr hidden ", re.M
)


def linked(
    module: str,
    *,
    poison: bool = False,
    cache: Cache = "process",
    guard: bool = True,
    limit: int | None = None,
) -> str:
    """The module with what it uses of the run time in it, and `rz.guard` if wanted.

    With `poison` fresh memory is all NaN, so that nothing reads it by luck. `limit` is the most
    bytes an arena may take.
    """
    memory = _source("arena.ll")
    if poison:
        memory = memory.replace(_POISON, _POISON.replace("false", "true"))
    if limit is not None:
        memory = memory.replace(_LIMIT, _LIMIT.replace("-1", str(limit)))
    if cache == "module":
        memory = memory.replace(_CACHE, f"{_CACHE.replace('external', _WEAK)} zeroinitializer")
    door = [_source("guard.ll")] if guard else []
    whole = llvm.link([module, *door, memory, _source("trap.ll")])
    return _OURS.sub(r"\1internal ", whole)


def thrown(status: int, report: bytes) -> Error:
    """The exception for a status that is not 0 and the report that came with it."""
    message = report.split(b"\0", 1)[0].decode("utf-8", "replace")
    if status == NO_MEMORY:
        return error("RZ603", message)
    if status == NONSMOOTH:
        return error("RZ606", message)
    if status == _EXCEPTION:
        return error("RZ604", f"the program threw an exception: {message}")
    if status == _CXX_VALUE:
        return error("RZ604", f"the program threw a C++ value of type '{message}'")
    if status < 0:
        return error("RZ604", "the program threw an exception of another language")
    refused = _REFUSED.match(message)
    if refused is not None:  # what was refused where control need not come, and came
        return error(refused[1], refused[2], helps=HELPS.get(refused[1], ()))
    return error("RZ604", message)


def call(guard: int, body: int, context: int | None = None) -> None:
    """Call `void body(void *context)` through `rz.guard`; what is thrown becomes an exception."""
    report = ctypes.create_string_buffer(REPORT_BYTES)
    status = _GUARD(guard)(body, context, report)
    if status:
        raise thrown(status, report.raw)


_GUARD: Final = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)


@cache
def _source(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")
