"""Volatile accesses of the primal happen once, in its order, in every derivative.

The finished IR is given a log: each volatile access writes down its kind and its address. The log
of a derivative, in whichever mode, must be that of the primal.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterable
from typing import Any, Final, final

import numpy as np
import pytest
from tests.derivatives import derived, prepared, reverse
from tests.derivatives import final as finished

import ribozyme as rz
from ribozyme.backend import jit, llvm
from ribozyme.backend.passes import startup
from ribozyme.backend.target import emit_object
from ribozyme.transform.core.interface import Kind, Mode, Request

pytestmark = pytest.mark.rotates("file", plain=4, wide=8)

_LOG: Final = """
@rz_log = global [4096 x i64] zeroinitializer
@rz_logged = global i64 0
define void @rz_note(i64 %kind, ptr %place) noinline {
  %n = load i64, ptr @rz_logged
  %at = getelementptr [2 x i64], ptr @rz_log, i64 0, i64 %n
  store i64 %kind, ptr %at
  %next = getelementptr i64, ptr %at, i64 1
  %number = ptrtoint ptr %place to i64
  store i64 %number, ptr %next
  %more = add i64 %n, 2
  store i64 %more, ptr @rz_logged
  ret void
}
"""
_ACCESS: Final = re.compile(r"^ +(?:%\S+ = )?(load|store) volatile .*ptr (\S+), align.*$", re.M)
_COPY: Final = re.compile(r"^ .*call void @llvm\.mem\S+\(ptr[^@%]*(\S+),.* i1 (?:true)\).*$", re.M)
_KINDS: Final = {"load": 1, "store": 2, "copy": 3}
V: Final = np.array([0.7, 1.2, 0.9, 1.6])


def logged(text: str) -> str:
    """The module with a call before each volatile access."""

    def note(line: str, kind: str, place: str) -> str:
        return f"  call void @rz_note(i64 {_KINDS[kind]}, ptr {place})\n{line}"

    text = _ACCESS.sub(lambda found: note(found[0], found[1], found[2]), text)
    return _COPY.sub(lambda found: note(found[0], "copy", found[1]), text) + _LOG


@final
class Watched:
    """A module as native code, whose volatile accesses are written down."""

    def __init__(self, text: str) -> None:
        made = startup.for_loading(llvm.canonical(logged(text)))
        self._library = jit.load(emit_object(made))

    def call(self, name: str, types: Iterable[Any], *args: Any) -> float:
        kind = ctypes.CFUNCTYPE(ctypes.c_double, *types)
        return float(kind(self._library.address(name))(*args))

    def log(self) -> list[tuple[int, int]]:
        """What was accessed since the last time: kinds and addresses."""
        logged = ctypes.c_int64.from_address(self._library.address("rz_logged"))
        words = (ctypes.c_int64 * logged.value).from_address(self._library.address("rz_log"))
        found = list(words)
        logged.value = 0
        return list(zip(found[::2], found[1::2], strict=True))


PROGRAMS: Final = {
    "an array": """
double f(volatile double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) { x[i] = x[i] * x[i] * 0.5; s += x[i]; }
    return s;
}
""",
    "a variable, in a call": """
volatile double total;
__attribute__((noinline)) static void add(double v) { total = total + v; }
double f(volatile double *x, int n)
{
    total = 0;
    for (int i = 0; i < n; i++) add(x[i] * x[i] * x[i]);
    double s = total;
    return s * total;
}
""",
    "a copy, in a call": """
struct row { double v[16]; };
volatile struct row from, to;
__attribute__((noinline)) static void move(void) { to = from; }
double f(volatile double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) from.v[i] = x[i] * x[i];
    move();
    for (int i = 0; i < n; i++) s += to.v[i] * to.v[n - 1 - i];
    return s;
}
""",
    "what ends a loop": """
volatile int left;
double f(volatile double *x, int n)
{
    double s = 1;
    for (left = n; left > 0; left = left - 1)
        if (x[left - 1] > 0.8) s *= x[left - 1];
    return s;
}
""",
    "read once, used twice": """
#include <math.h>
double f(volatile double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) { double v = x[i]; s += sin(v) * exp(v); }
    return s;
}
""",
}


@pytest.mark.parametrize("source", PROGRAMS.values(), ids=PROGRAMS)
def test_each_access_happens_once_and_in_order(source: str) -> None:
    text = prepared(source)
    forward = Request("f", Mode.FORWARD, (Kind.DUP, Kind.CONST), Kind.DUP, name="f_fwd")
    made = derived(text, reverse("f", "dc"), forward)
    watched = Watched(finished(made))
    x, shadow = np.zeros(4), np.zeros(4)
    pointer = ctypes.c_void_p

    x[:] = V
    watched.call("f", [pointer, ctypes.c_int], x.ctypes.data, 4)
    wanted = watched.log()
    assert len(wanted) >= 4

    x[:] = V
    types = [pointer, pointer, ctypes.c_int, ctypes.c_double]
    watched.call("f_grad", types, x.ctypes.data, shadow.ctypes.data, 4, 1.0)
    assert watched.log() == wanted

    x[:] = V
    watched.call("f_fwd", types[:3], x.ctypes.data, shadow.ctypes.data, 4)
    assert watched.log() == wanted


@pytest.mark.parametrize("source", PROGRAMS.values(), ids=PROGRAMS)
def test_the_derivative_is_that_of_the_value(source: str) -> None:
    f = rz.compile(source)["f"]
    plain = rz.compile(source.replace("volatile ", ""))["f"]
    found = rz.grad(f)(V.copy(), 4)
    np.testing.assert_allclose(found, rz.grad(plain)(V.copy(), 4), rtol=1e-13)
    step = 1e-6
    for place, slope in enumerate(found):
        there, back = V.copy(), V.copy()
        there[place] += step
        back[place] -= step
        np.testing.assert_allclose((f(there, 4) - f(back, 4)) / (2 * step), slope, rtol=1e-7)
    _, tangent = rz.jvp(f, (V.copy(), 4), (np.ones(4), None))
    np.testing.assert_allclose(tangent, found.sum(), rtol=1e-12)


@pytest.mark.parametrize("source", PROGRAMS.values(), ids=PROGRAMS)
def test_the_halves_and_second_derivatives(source: str) -> None:
    f = rz.compile(source)["f"]
    plain = rz.compile(source.replace("volatile ", ""))["f"]
    want = rz.hessian(plain)(V.copy(), 4)
    np.testing.assert_allclose(rz.hessian(f)(V.copy(), 4), want, rtol=1e-12)
    x = V.copy()
    fwd, rev = rz.split(f, wrt="x")
    _, tape = fwd(x, 4)
    x[:] = 7.0  # nothing is read again
    for _ in range(2):
        np.testing.assert_allclose(rev(tape), rz.grad(plain)(V.copy(), 4), rtol=1e-13)
