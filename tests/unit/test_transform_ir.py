"""The derivative code of small programs, by our own printer, before any optimiser, as golden files.

A golden says what changed; whether it is right the numbers say, in the tests beside.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from tests.derivatives import KINDS, body, derived, reverse

from ribozyme.backend import llvm
from ribozyme.ir.printer import print_module
from ribozyme.transform.core.interface import Kind, Mode, Request

GOLDEN: Final = Path(__file__).parent.parent / "golden"
DEFINED: Final = re.compile(r"^define [^@\n]*@([\w.]+)\(", re.M)

LOOP: Final = """
define double @f(ptr noalias %x, double %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %s = phi double [ 0.0, %entry ], [ %t, %loop ]
  %p = getelementptr inbounds double, ptr %x, i64 %i
  %v = load double, ptr %p
  BODY
  %j = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %j, %n
  br i1 %more, label %loop, label %out
out:
  %r = phi double [ %t, %loop ]
  ret double %r
}
declare double @llvm.sin.f64(double)
"""

PROGRAMS: Final[dict[str, tuple[str, str]]] = {
    "straight": (
        "aa",
        """
define double @f(double %x, double %y) {
  %u = fmul double %x, %y
  %v = call double @llvm.sin.f64(double %u)
  %w = fdiv double %v, %y
  ret double %w
}
declare double @llvm.sin.f64(double)
""",
    ),
    "diamond": (
        "a",
        """
define double @f(double %x) {
entry:
  %c = fcmp ogt double %x, 1.0
  br i1 %c, label %then, label %join
then:
  %u = fmul double %x, %x
  br label %join
join:
  %r = phi double [ %u, %then ], [ %x, %entry ]
  ret double %r
}
""",
    ),
    "masked": (
        "a",
        """
define double @f(double %x) {
  %c = fcmp ogt double %x, 0.0
  %u = call double @llvm.sqrt.f64(double %x)
  %r = select i1 %c, double %u, double 0.0
  ret double %r
}
declare double @llvm.sqrt.f64(double)
""",
    ),
    "sum": ("dac", LOOP.replace("BODY", "%t = fadd double %s, %v")),
    "horner": (
        "dac",
        LOOP.replace("BODY", "%m = fmul double %s, %a\n  %t = fadd double %m, %v"),
    ),
    "in_place": (
        "dac",
        LOOP.replace(
            "BODY",
            "%m = fmul double %v, %a\n  store double %m, ptr %p\n  %t = fadd double %s, %m",
        ),
    ),
    "while": (
        "a",
        """
define double @f(double %x) {
entry:
  br label %loop
loop:
  %s = phi double [ %x, %entry ], [ %t, %loop ]
  %t = fmul double %s, %s
  %more = fcmp olt double %t, 1.0e3
  br i1 %more, label %loop, label %out
out:
  %r = phi double [ %t, %loop ]
  ret double %r
}
""",
    ),
    "memory": (
        "dd",
        """
define void @f(ptr %x, ptr %y) {
  %v = load double, ptr %x
  %w = fmul double %v, %v
  store double %w, ptr %y
  ret void
}
""",
    ),
    "copy": (
        "dd",
        """
define void @f(ptr noalias %x, ptr noalias %y) {
  %v = load double, ptr %x
  %w = fadd double %v, 1.0
  store double %w, ptr %x
  call void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %x, i64 8, i1 false)
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
""",
    ),
    "callee": (
        "d",
        """
define internal double @g(ptr %p) noinline {
  %v = load double, ptr %p
  %w = fmul double %v, %v
  ret double %w
}
define double @f(ptr %x) {
  %u = call double @g(ptr %x)
  store double 0.0, ptr %x
  %w = fmul double %u, %u
  ret double %w
}
""",
    ),
    "vector": (
        "d",
        """
define void @f(ptr %x) {
  %v = load <2 x double>, ptr %x
  %e = extractelement <2 x double> %v, i64 0
  %w = insertelement <2 x double> %v, double %e, i64 1
  %m = fmul <2 x double> %v, %w
  store <2 x double> %m, ptr %x
  ret void
}
""",
    ),
    "neighbours": (
        "dac",
        LOOP.replace(
            "BODY",
            "%q = getelementptr inbounds i8, ptr %p, i64 8\n  %w = load double, ptr %q\n"
            "  %m = fmul double %v, %w\n  %t = fadd double %s, %m",
        ),
    ),
}


def new_functions(text: str, made: str) -> str:
    """What is new in the module: its functions in order, and nothing else."""
    old = set(DEFINED.findall(text))
    return "\n".join(body(made, name) for name in DEFINED.findall(made) if name not in old)


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("direction", ["forward", "reverse"])
def test_golden(name: str, direction: str, golden: Callable[[Path, str], None]) -> None:
    kinds, source = PROGRAMS[name]
    text = llvm.canonical(source)
    returns = "define double @f" in source
    if direction == "reverse":
        request = reverse("f", kinds, "a" if returns else "c")
    else:
        args = tuple(KINDS[kind] if kind == "c" else Kind.DUP for kind in kinds)
        result = Kind.DUP if returns else Kind.CONST
        request = Request("f", Mode.FORWARD, args, result, name="f_dot")
    made = print_module(derived(text, request))
    llvm.verify(made)
    golden(GOLDEN / direction / f"{name}.ll", new_functions(text, made))
