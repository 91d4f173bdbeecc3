"""Codes of what is only seen when a derivative runs, and of our own mistakes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from typing import Any
from unittest import mock

import numpy as np
from tests.messages.case import SQUARE, case, f, slope

import ribozyme as rz
from ribozyme.api.checking import check as checking
from ribozyme.api.checking import first
from ribozyme.api.derivatives.differentiate import choose
from ribozyme.api.programs import mishap, texts
from ribozyme.backend import apart, child, llvm
from ribozyme.backend.target import emit_object
from ribozyme.base.options import current
from ribozyme.transform.emit.arith import Arithmetic


def verified(factor: float) -> None:
    """The check on the first call, of a reverse mode that is off by a factor."""
    right = checking._Point.gradient
    function = f(SQUARE)

    def off(point: checking._Point, *back: Any) -> Any:
        found, args = right(point, *back)
        return factor * found, args

    with mock.patch.object(checking._Point, "gradient", off):
        first.verify(function, choose(function.plan), current(), (0.5,), factor * 1.0)


case("RZ601", lambda: verified(1.5), lambda: verified(1.0))
LONG = "#include <math.h>\ndouble f(double x, long n)\n{\n    for (long i = 0; i < n; i++)\n        x = sin(x);\n    return x;\n}\n"  # noqa: E501


def long(memory: str) -> None:
    how = {"memory": memory, "checkpoint": False, "check": "never"}
    rz.grad(f(LONG), wrt="x", **how)(0.5, 100_000)


case("RZ603", lambda: long("64KB"), lambda: long("64MB"))
THROWING = """#include <stdexcept>
extern "C" double f(double x)
{
    if (x < 1)
        throw std::domain_error("x is below 1");
    return x * x;
}
"""


def thrown(x: float) -> None:
    rz.grad(f(THROWING, "model.cpp"), check="never")(x)


case("RZ604", lambda: thrown(0.5), lambda: thrown(1.5))


def dead(*_: object, **__: object) -> None:
    raise child.Died("signal 11 ended it")


def optimised(patch: Any) -> None:
    with patch:
        apart.run("before", "define double @f(double %x) {\n  ret double %x\n}\n")


case(
    "RZ605",
    lambda: optimised(mock.patch.object(child, "apart", dead)),
    lambda: optimised(mock.patch.object(child, "unused", dead, create=True)),
)
KINK = "#include <math.h>\ndouble f(double x)\n{\n    return fabs(x);\n}\n"


def kinked(nonsmooth: str) -> None:
    rz.grad(f(KINK), nonsmooth=nonsmooth, check="never")(0.0)


case("RZ606", lambda: kinked("raise"), lambda: kinked("subgradient"))

SINE = "#include <math.h>\ndouble f(double x) { return sin(x); }\n"


@contextmanager
def stumbling(where: object, name: str, instead: Callable[..., Any]) -> Any:
    quick = mock.patch.object(mishap, "_SECONDS", 0.0)
    with mock.patch.object(where, name, instead), quick, rz.options(cache=False):
        yield


def lost(*_: object) -> None:
    raise KeyError("lost")


def mistaken() -> None:
    with stumbling(Arithmetic, "function", lost):
        slope(SINE)()


def nonsense() -> None:
    with stumbling(texts, "body_text", lambda _: "define nonsense"):
        slope(SINE)()


case("RZ901", mistaken, slope(SINE))
case("RZ902", nonsense, slope(SINE))
PLACE = """
define void @f() !dbg !3 {
  call void @g(), !dbg !6
  ret void
}
declare void @g()
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2)
!2 = !DIFile(filename: "a.c", directory: "/")
!3 = distinct !DISubprogram(name: "f", file: !2, unit: !1, type: !4)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DILocation(line: 1, scope: !SCOPE)
!7 = distinct !DISubprogram(name: "g", file: !2, unit: !1, type: !4)
"""
case(
    "RZ903",
    lambda: llvm.verify(PLACE.replace("!SCOPE", "!7"), "model.ll"),
    lambda: llvm.verify(PLACE.replace("!SCOPE", "!3"), "model.ll"),
)
WIDE = """
declare x86_fp80 @llvm.NAME.f80(x86_fp80, x86_fp80)
define x86_fp80 @f(x86_fp80 %x) {
  %y = call x86_fp80 @llvm.NAME.f80(x86_fp80 %x, x86_fp80 %x)
  ret x86_fp80 %y
}
"""
case(
    "RZ904",
    lambda: emit_object(WIDE.replace("NAME", "maximum")),
    lambda: emit_object(WIDE.replace("NAME", "maxnum")),
)


CRASHING = "double f(const double *x, int n)\n{\n    return x[0] * (7 / n);\n}\n"


def divided(n: int) -> None:
    rz.check(f(CRASHING), np.ones(2), n)


case("RZ607", lambda: divided(0), lambda: divided(2))


MEMO = """#include <math.h>
double f(double x)
{
    static double last, value;
    if (x != last) {
        last = x;
        value = exp(x);
    }
    return value * x;
}
"""


def remembered(source: str) -> None:
    """The gradient after a call at the same point."""
    function = f(source)
    function(0.5)
    rz.grad(function, check="never")(0.5)


case("RZ408", lambda: remembered(MEMO), lambda: remembered(MEMO.replace("if (x != last) ", "")))
COUNTING = "static long calls;\ndouble f(double x)\n{\n    calls++;\n    return x * x;\n}\n"
case(
    "RZ608",
    lambda: rz.grad(f(COUNTING), check="always")(0.5),
    lambda: rz.grad(f(COUNTING.replace("static ", "").replace("calls++", "")), check="always")(0.5),
)


def left(by_ctrl_c: bool) -> None:
    function = f(SQUARE)
    if by_ctrl_c:
        function.program.abandon()
    function(1.0)


case("RZ609", lambda: left(True), lambda: left(False))


def root_at(residual: str, p: float) -> None:
    source = f"double f(double x, double p)\n{{\n    return {residual};\n}}\n"
    rz.grad(rz.root(f(source), unknown="x"))(1.0, p)


case("RZ610", lambda: root_at("x * x - p", -1.0), lambda: root_at("x * x - p", 2.0))
case("RZ611", lambda: root_at("(x - p) * (x - p)", 1.0), lambda: root_at("x - p", 1.0))
ENTRY = """double f(const double *x)
{
    return x[(int)x[0]];
}
"""


def pattern(way: str) -> None:
    rz.sparsity(f(ENTRY), np.array([1.0, 2.0]), pattern=way)


case("RZ612", lambda: pattern("any"), lambda: pattern("here"))


KERNEL = """extern "C" __global__ void twice(double *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i CONDITION n)
        x[i] = 2 * x[i];
}
"""


def doubled(condition: str) -> None:
    kernel = rz.gpu.compile(KERNEL.replace("CONDITION", condition)).twice
    x = np.ones(4)
    rz.gpu.emulate(kernel, check="all")[1, 8](x, 4)
    assert (x == 2).all()


case("RZ613", lambda: doubled("<="), lambda: doubled("<"))


def filed(where: str | None) -> None:
    memory = {"ram": "64KB", "disk": "1MB", "where": where}
    checkpoint = {"loop at 4": 5000}
    rz.grad(f(LONG), wrt="x", memory=memory, checkpoint=checkpoint, check="never")(0.5, 100_000)


case("RZ614", lambda: filed("/no/such/directory"), lambda: filed(None))
