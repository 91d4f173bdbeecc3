"""Native calls, many at a time: a loop in C around a function pointer, so Python costs nothing.

    double repeat(long reps, double (*f)(…), struct copy *before, long copies, double *spent, …)

Before each call arrays that a call uses up (what is changed in place, seeds) are copied anew; what
that alone costs is measured too and taken off, or the clock is read around each call (`clocked`).
Shadows of inputs are accumulated into, call after call: that is what a gradient does, and clearing
them is the caller's affair.
"""

import ctypes
import faulthandler
import os
import resource
import signal
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, NoReturn, final

import numpy as np

from bench.problem import Data, Slot
from ribozyme.backend import jit, llvm, pipeline
from ribozyme.backend.passes import startup
from ribozyme.backend.target import emit_object
from ribozyme.frontends.c.clang import compile_c

_LOOP: Final = """
#include <string.h>
#include <time.h>
struct copy {{ void *to; const void *from; long bytes; }};
void nothing(void) {{}}
static double now(void)
{{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}}
double repeat(long reps, {result} (*f)({types}), const struct copy *copies, long count,
              double *spent{params})
{{
    double value = 0;
    for (long r = 0; r < reps; r++) {{
        for (long i = 0; i < count; i++)
            memcpy(copies[i].to, copies[i].from, copies[i].bytes);
        double start = spent ? now() : 0;
        {value}f({names});
        if (spent)
            *spent += now() - start;
    }}
    return value;
}}
"""


class Copy(ctypes.Structure):
    _fields_ = (("to", ctypes.c_void_p), ("from_", ctypes.c_void_p), ("bytes", ctypes.c_long))


@cache
def _loop(types: tuple[str, ...], value: bool) -> jit.Library:
    names = [f"a{i}" for i in range(len(types))]
    source = _LOOP.format(
        result="double" if value else "void",
        types=", ".join(types),
        params="".join(f", {t} {n}" for t, n in zip(types, names, strict=True)),
        value="value = " if value else "",
        names=", ".join(names),
    )
    text = llvm.without_target_attributes(llvm.to_text(compile_c(source).code))
    text = pipeline.run("after", llvm.canonical(text))
    return jit.load(emit_object(startup.for_loading(llvm.canonical(text))))


@final
class Call:
    """A function bound to buffers: `once` for its answer, `seconds` for its time."""

    def __init__(self, address: int, slots: tuple[Slot, ...], buffers: Data, value: bool) -> None:
        self.buffers = buffers
        self._kept: list[Any] = [buffers]
        types, actual, copies = [], [], []
        for slot in slots:
            held = buffers[slot.name]
            types.append(_c_type(held))
            actual.append(_argument(held))
            if slot.start in ("restore", "seeds"):
                copies.append(self._copy(slot, held))
        self._library = _loop(tuple(types), value)
        table = (Copy * max(1, len(copies)))(*copies)
        self._kept.append(table)
        kinds = [ctypes.c_double if t == "double" else ctypes.c_int if t == "int" else
                 ctypes.c_void_p for t in types]  # fmt: skip
        repeat = ctypes.CFUNCTYPE(
            ctypes.c_double, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_long,
            ctypes.c_void_p, *kinds,
        )(self._library.address("repeat"))  # fmt: skip
        place, count = ctypes.addressof(table), len(copies)
        self._run = lambda reps, spent=None: repeat(reps, address, place, count, spent, *actual)
        nothing = self._library.address("nothing")
        self._restore = lambda reps: repeat(reps, nothing, place, count, None, *actual)
        self.restores = bool(copies)

    def _copy(self, slot: Slot, held: np.ndarray) -> Copy:
        saved = held.copy()
        self._kept.append(saved)
        return Copy(held.ctypes.data, saved.ctypes.data, held.nbytes)

    def once(self) -> float:
        """The returned value; arrays are in `buffers`."""
        return float(self._run(1))

    def seconds(self, reps: int, clock: Callable[[], float] = time.process_time) -> float:
        """Of one call, the mean over `reps` of them, without what restores its arrays.

        Of the processor, if nothing else is said: where one thread works, what other processes
        take from it is not its time.
        """
        start = clock()
        self._run(reps)
        spent = clock() - start
        return max(spent - self._restoring(reps, clock), 1e-12) / reps

    def clocked(self, reps: int) -> float:
        """Of one call by the clock, the mean over `reps`: for calls that take microseconds or more.

        What comes before a call is not in it, however long it takes: where the call has left
        little in the cache, its arrays are restored more slowly than without it.
        """
        spent = ctypes.c_double(0)
        self._run(reps, ctypes.addressof(spent))
        return spent.value / reps

    def _restoring(self, reps: int, clock: Callable[[], float]) -> float:
        if not self.restores:
            return 0.0
        start = clock()
        self._restore(reps)
        return clock() - start


def survives(call: Call, seconds: float, memory: int = 12 << 30) -> bool:
    """Whether one call ends in time and in memory; tried in a process of its own.

    What is timed has no guard: where memory for a tape runs out, the process ends.
    """
    child = os.fork()
    if child == 0:
        _try(call, memory)
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status == 0
        time.sleep(0.002)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False


def _try(call: Call, memory: int) -> NoReturn:
    """One call, its death unheard, its end the process's."""
    status = 1
    try:
        faulthandler.disable()
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        limit = _mapped() + memory
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        call.once()
        status = 0
    finally:
        os._exit(status)


def _mapped() -> int:
    """Bytes of address space this process has."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return pages * resource.getpagesize()


def _c_type(held: Any) -> str:
    if isinstance(held, np.ndarray):
        return "void *"
    return "double" if isinstance(held, float) else "int"


def _argument(held: Any) -> Any:
    return held.ctypes.data if isinstance(held, np.ndarray) else held
