"""Vector mathematics: the calls are made, the numbers are right, and it can be left out."""

import ctypes
import math
import random

import pytest

from ribozyme.backend import jit
from ribozyme.backend.passes import veclib
from ribozyme.backend.pipeline import After, run
from ribozyme.backend.target import HOST, Target, emit_object

LIBRARY = veclib.library(HOST)
pytestmark = pytest.mark.skipif(LIBRARY is None, reason="no libmvec for this machine")


def loop(callee: str, arity: int = 1, type: str = "double") -> str:
    arguments = ", ".join(f"{type} %{'xy'[k]}" for k in range(arity))
    size = "double" if type == "double" else "float"
    return f"""
    target triple = "x86_64-unknown-linux-gnu"
    declare {type} @{callee}({", ".join([type] * arity)}) nounwind willreturn memory(none)
    define void @f(ptr noalias %out, ptr noalias %a, ptr noalias %b, i64 %n) {{
    entry:
      br label %loop
    loop:
      %i = phi i64 [ 0, %entry ], [ %next, %loop ]
      %ap = getelementptr inbounds {size}, ptr %a, i64 %i
      %bp = getelementptr inbounds {size}, ptr %b, i64 %i
      %op = getelementptr inbounds {size}, ptr %out, i64 %i
      %x = load {type}, ptr %ap
      %y = load {type}, ptr %bp
      %r = call {type} @{callee}({arguments})
      store {type} %r, ptr %op
      %next = add nuw i64 %i, 1
      %done = icmp eq i64 %next, %n
      br i1 %done, label %exit, label %loop
    exit:
      ret void
    }}
    """


@pytest.mark.parametrize(
    ("callee", "arity", "truth", "low", "high"),
    [
        ("llvm.exp.f64", 1, math.exp, -5, 5),
        ("exp", 1, math.exp, -5, 5),
        ("llvm.sin.f64", 1, math.sin, -9, 9),
        ("erf", 1, math.erf, -2, 2),
        ("llvm.pow.f64", 2, math.pow, 0.1, 4),
        ("hypot", 2, math.hypot, -3, 3),
    ],
)
def test_loops_call_the_library(
    callee: str, arity: int, truth: object, low: float, high: float
) -> None:
    assert LIBRARY is not None
    if callee not in LIBRARY.routines:
        pytest.skip(f"this libmvec has no {callee}")
    made = run("after", loop(callee, arity))
    assert "@_ZGV" in made.split("define")[1]
    library = jit.load(emit_object(made))
    n = 1003
    draw = random.Random(1)
    a, b, out = ((ctypes.c_double * n)() for _ in range(3))
    for i in range(n):
        a[i], b[i] = draw.uniform(low, high), draw.uniform(low, high)
    void = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3, ctypes.c_int64)
    void(library.address("f"))(out, a, b, n)
    for i in range(n):
        want = truth(a[i]) if arity == 1 else truth(a[i], b[i])  # type: ignore[operator]
        assert abs(out[i] - want) <= 8 * math.ulp(want)


def test_floats() -> None:
    made = run("after", loop("llvm.exp.f32", type="float"))
    assert "v_expf(" in made


def test_left_out_if_asked_and_for_other_targets() -> None:
    text = loop("llvm.exp.f64")
    assert "_ZGV" not in run("after", text, after=After(vector_math=False))
    assert "_ZGV" not in run("before", text)
    assert veclib.library(Target("aarch64-unknown-linux-gnu")) is None


def test_a_function_of_the_same_name_is_the_users() -> None:
    text = loop("erf").replace("declare double @erf(double)", "define double @erf(double %z)")
    text = text.replace("memory(none)\n", "memory(none) noinline {\n  ret double %z\n}\n", 1)
    assert "_ZGV" not in run("after", text)


def test_nothing_left_behind() -> None:
    made = run("after", loop("llvm.exp.f64"))
    assert "compiler.used" not in made
    declared = [line for line in made.splitlines() if line.startswith("declare <")]
    names = [line.split("@")[1].split("(")[0] for line in declared]
    assert names and len(names) == len(set(names))
