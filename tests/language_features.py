"""What each language's programs may do: a small program for each, and whether its derivative holds.

    CELLS["rust", "allocation"]   →   a function that fills a `Vec`, and arguments for it

`tests/support_table.py` writes the table from it; a test compares the page with what it finds. The
derivative is compared with central differences; a cell that nobody has written is empty.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import numpy as np

import ribozyme as rz
from ribozyme.base.errors import RunError
from ribozyme.frontends import registry
from ribozyme.frontends.base import MEMBERS, Missing

FEATURES: Final = (
    "numbers", "arrays", "structs", "allocation", "variables", "functions", "text", "errors",
    "second order",
)  # fmt: skip
LANGUAGES: Final = (*(member.language for member in MEMBERS), "numba")


class Cell(NamedTuple):
    """A program's function `f`: its arguments, and the one that is differentiated."""

    source: str
    arguments: tuple[Any, ...] = (0.7,)
    bad: tuple[Any, ...] = ()  # arguments with which it ends by an error


X: Final = np.array([0.3, 0.5, 0.8])
CELLS: Final[Mapping[tuple[str, str], Cell]] = {
    ("c", "numbers"): Cell("double f(double x) { return x * x * x; }"),
    ("c", "arrays"): Cell(
        "double f(const double *x, int n) { double s = 0;\n"
        "  for (int i = 0; i < n; i++) s += x[i] * x[i] * x[i]; return s; }",
        (X, 3),
    ),
    ("c", "structs"): Cell(
        "struct p { double k, m; }; double f(double x, struct p p) { return x * x * p.k / p.m; }",
        (0.7, {"k": 1.5, "m": 2.0}),
    ),
    ("c", "allocation"): Cell(
        "#include <stdlib.h>\ndouble f(double x) { double *p = malloc(8); *p = x * x;\n"
        "  double y = *p * x; free(p); return y; }"
    ),
    ("c", "variables"): Cell("static double k; double f(double x) { k = x * x; return k * x; }"),
    ("c", "functions"): Cell(
        "static double a(double x) { return x * x; } static double b(double x) { return x; }\n"
        "double f(double x, int n) { double (*g)(double) = n ? a : b; return g(x) * x; }",
        (0.7, 1),
    ),
    ("c", "text"): Cell(
        "#include <string.h>\ndouble f(double x, const char *s) { return x * x * strlen(s); }",
        (0.7, "four"),
    ),
    ("c++", "numbers"): Cell("double f(double x) { return x * x * x; }"),
    ("c++", "arrays"): Cell(
        "#include <vector>\ndouble f(const std::vector<double> &x) { double s = 0;\n"
        "  for (double v : x) s += v * v * v; return s; }",
        (X,),
    ),
    ("c++", "structs"): Cell(
        "struct P { double k, m; }; double f(double x, const P &p) { return x * x * p.k / p.m; }",
        (0.7, {"k": 1.5, "m": 2.0}),
    ),
    ("c++", "allocation"): Cell(
        "#include <memory>\ndouble f(double x) { auto p = std::make_unique<double>(x * x);\n"
        "  return *p * x; }"
    ),
    ("c++", "variables"): Cell("static double k; double f(double x) { k = x * x; return k * x; }"),
    ("c++", "functions"): Cell(
        "#include <functional>\ndouble f(double x) { std::function<double(double)> g =\n"
        "  [x](double v) { return v * x; }; return g(x) * g(2); }"
    ),
    ("c++", "text"): Cell(
        "#include <string>\ndouble f(double x, const std::string &s) { return x * x * s.size(); }",
        (0.7, "four"),
    ),
    ("c++", "errors"): Cell(
        "#include <stdexcept>\ndouble f(double x) { if (x < 0) throw std::runtime_error(\"bad\");\n"
        "  return x * x; }",
        bad=(-1.0,),
    ),
    ("fortran", "numbers"): Cell(
        "real(8) function f(x)\n real(8), intent(in) :: x\n f = x**3\nend function\n"
    ),
    ("fortran", "arrays"): Cell(
        "module m\ncontains\n real(8) function f(x)\n real(8), intent(in) :: x(:)\n"
        " f = sum(x**3)\n end function\nend module\n",
        (X,),
    ),
    ("fortran", "structs"): Cell(
        "module m\n type :: p\n  real(8) :: k, m\n end type\ncontains\n real(8) function f(x, q)\n"
        " real(8), intent(in) :: x\n type(p), intent(in) :: q\n f = x**2 * q%k / q%m\n"
        " end function\nend module\n",
        (0.7, {"k": 1.5, "m": 2.0}),
    ),
    ("fortran", "allocation"): Cell(
        "real(8) function f(x)\n real(8), intent(in) :: x\n real(8), allocatable :: a(:)\n"
        " allocate(a(3))\n a = x**2\n f = sum(a) * x\nend function\n"
    ),
    ("fortran", "variables"): Cell(
        "module m\n real(8) :: k = 1\ncontains\n real(8) function f(x)\n"
        " real(8), intent(in) :: x\n k = x**2\n f = k * x\n end function\nend module\n"
    ),
    ("fortran", "functions"): Cell(
        "module m\ncontains\n real(8) function sq(v)\n real(8), intent(in) :: v\n sq = v**2\n"
        " end function\n real(8) function app(g, v)\n interface\n  real(8) function g(v)\n"
        "   real(8), intent(in) :: v\n  end function\n end interface\n real(8), intent(in) :: v\n"
        " app = g(v) * v\n end function\n real(8) function f(x)\n real(8), intent(in) :: x\n"
        " f = app(sq, x)\n end function\nend module\n"
    ),
    ("fortran", "text"): Cell(
        "module m\ncontains\n real(8) function f(x, s)\n real(8), intent(in) :: x\n"
        " character(*), intent(in) :: s\n f = x**2 * len(s)\n end function\nend module\n",
        (0.7, "four"),
    ),
    ("fortran", "errors"): Cell(
        "real(8) function f(x)\n real(8), intent(in) :: x\n if (x < 0) error stop 'bad'\n"
        " f = x**2\nend function\n",
        bad=(-1.0,),
    ),
    ("zig", "numbers"): Cell("pub fn f(x: f64) f64 {\n    return x * x * x;\n}\n"),
    ("zig", "arrays"): Cell(
        "pub fn f(x: []const f64) f64 {\n    var s: f64 = 0;\n    for (x) |v| s += v * v * v;\n"
        "    return s;\n}\n",
        (X,),
    ),
    ("zig", "structs"): Cell(
        "const P = struct { k: f64, m: f64 };\n"
        "pub fn f(x: f64, p: P) f64 {\n    return x * x * p.k / p.m;\n}\n",
        (0.7, {"k": 1.5, "m": 2.0}),
    ),
    ("zig", "allocation"): Cell(
        'const a = @import("std").heap.c_allocator;\npub fn f(x: f64) f64 {\n'
        "    const p = a.create(f64) catch unreachable;\n    defer a.destroy(p);\n"
        "    p.* = x * x;\n    return p.* * x;\n}\n"
    ),
    ("zig", "variables"): Cell(
        "var k: f64 = 1;\npub fn f(x: f64) f64 {\n    k = x * x;\n    return k * x;\n}\n"
    ),
    ("zig", "functions"): Cell(
        "fn a(x: f64) f64 {\n    return x * x;\n}\nfn b(x: f64) f64 {\n    return x;\n}\n"
        "pub fn f(x: f64, n: i32) f64 {\n    const g = if (n > 0) &a else &b;\n"
        "    return g(x) * x;\n}\n",
        (0.7, 1),
    ),
    ("zig", "text"): Cell(
        "pub fn f(x: f64, s: []const u8) f64 {\n"
        "    return x * x * @as(f64, @floatFromInt(s.len));\n}\n",
        (0.7, "four"),
    ),
    ("zig", "errors"): Cell(
        'pub fn f(x: f64) f64 {\n    if (x < 0) @panic("bad");\n    return x * x;\n}\n', bad=(-1.0,)
    ),
    ("rust", "numbers"): Cell("pub fn f(x: f64) -> f64 { x * x * x }\n"),
    ("rust", "arrays"): Cell(
        "pub fn f(x: &[f64]) -> f64 { x.iter().map(|v| v.powi(3)).sum() }\n", (X,)
    ),
    ("rust", "structs"): Cell(
        "pub struct P { pub k: f64, pub m: f64 }\n"
        "pub fn f(x: f64, p: &P) -> f64 { x * x * p.k / p.m }\n",
        (0.7, {"k": 1.5, "m": 2.0}),
    ),
    ("rust", "allocation"): Cell(
        "pub fn f(x: f64) -> f64 { let v: Vec<f64> = (0..3).map(|i| x * i as f64).collect();\n"
        "    v.iter().product::<f64>() + v.iter().map(|a| a * a).sum::<f64>() }\n"
    ),
    ("rust", "variables"): Cell(
        "static mut K: f64 = 1.0;\npub fn f(x: f64) -> f64 { unsafe { K = x * x; K * x } }\n"
    ),
    ("rust", "functions"): Cell(
        "pub fn f(x: f64) -> f64 { let g: Box<dyn Fn(f64) -> f64> = Box::new(move |v| v * x);\n"
        "    g(x) * g(2.0) }\n"
    ),
    ("rust", "text"): Cell(
        "pub fn f(x: f64, s: &str) -> f64 { x * x * s.len() as f64 }\n", (0.7, "four")
    ),
    ("rust", "errors"): Cell(
        'pub fn f(x: f64) -> f64 { if x < 0.0 { panic!("bad") } else { x * x } }\n', bad=(-1.0,)
    ),
    ("d", "numbers"): Cell("extern(C) double f(double x) { return x * x * x; }\n"),
    ("d", "arrays"): Cell(
        "extern(C) double f(const(double)* x, size_t n) { double s = 0;\n"
        "  foreach (v; x[0 .. n]) s += v * v * v; return s; }\n",
        (X, 3),
    ),
    ("d", "structs"): Cell(
        "struct P { double k, m; }\n"
        "extern(C) double f(double x, const(P)* p) { return x * x * p.k / p.m; }\n",
        (0.7, {"k": 1.5, "m": 2.0}),
    ),
    ("d", "allocation"): Cell(
        "import core.stdc.stdlib;\nextern(C) double f(double x) {\n"
        "  auto p = cast(double*) malloc(8); *p = x * x; double y = *p * x; free(p); return y; }\n"
    ),
    ("d", "variables"): Cell(
        "__gshared double k;\nextern(C) double f(double x) { k = x * x; return k * x; }\n"
    ),
    ("d", "functions"): Cell(
        "double a(double x) { return x * x; }\ndouble b(double x) { return x; }\n"
        "extern(C) double f(double x, int n) { auto g = n ? &a : &b; return g(x) * x; }\n",
        (0.7, 1),
    ),
    ("d", "text"): Cell(
        "import core.stdc.string;\n"
        "extern(C) double f(double x, const(char)* s) { return x * x * strlen(s); }\n",
        (0.7, "four"),
    ),
    ("mlir", "numbers"): Cell(
        "llvm.func @f(%x: f64) -> f64 {\n  %a = llvm.fmul %x, %x : f64\n"
        "  %b = llvm.fmul %a, %x : f64\n  llvm.return %b : f64\n}\n"
    ),
    ("mlir", "arrays"): Cell(
        "llvm.func @f(%x: !llvm.ptr) -> f64 {\n"
        "  %p = llvm.getelementptr %x[1] : (!llvm.ptr) -> !llvm.ptr, f64\n"
        "  %a = llvm.load %x : !llvm.ptr -> f64\n  %b = llvm.load %p : !llvm.ptr -> f64\n"
        "  %c = llvm.fmul %a, %a : f64\n  %d = llvm.fmul %c, %b : f64\n  llvm.return %d : f64\n}\n",
        (X,),
    ),
    ("mlir", "allocation"): Cell(
        "llvm.func @malloc(i64) -> !llvm.ptr\nllvm.func @free(!llvm.ptr)\n"
        "llvm.func @f(%x: f64) -> f64 {\n  %n = llvm.mlir.constant(8 : i64) : i64\n"
        "  %p = llvm.call @malloc(%n) : (i64) -> !llvm.ptr\n  %a = llvm.fmul %x, %x : f64\n"
        "  llvm.store %a, %p : f64, !llvm.ptr\n  %b = llvm.load %p : !llvm.ptr -> f64\n"
        "  %c = llvm.fmul %b, %x : f64\n  llvm.call @free(%p) : (!llvm.ptr) -> ()\n"
        "  llvm.return %c : f64\n}\n"
    ),
    ("mlir", "variables"): Cell(
        "llvm.mlir.global external @k(0.0 : f64) : f64\nllvm.func @f(%x: f64) -> f64 {\n"
        "  %k = llvm.mlir.addressof @k : !llvm.ptr\n  %a = llvm.fmul %x, %x : f64\n"
        "  llvm.store %a, %k : f64, !llvm.ptr\n  %b = llvm.load %k : !llvm.ptr -> f64\n"
        "  %c = llvm.fmul %b, %x : f64\n  llvm.return %c : f64\n}\n"
    ),
    ("ir", "numbers"): Cell(
        "define double @f(double %x) {\n  %a = fmul double %x, %x\n  %b = fmul double %a, %x\n"
        "  ret double %b\n}\n"
    ),
    ("ir", "arrays"): Cell(
        "define double @f(ptr %x) {\n  %p = getelementptr double, ptr %x, i64 1\n"
        "  %a = load double, ptr %x\n  %b = load double, ptr %p\n  %c = fmul double %a, %a\n"
        "  %d = fmul double %c, %b\n  ret double %d\n}\n",
        (X,),
    ),
    ("ir", "allocation"): Cell(
        "declare ptr @malloc(i64)\ndeclare void @free(ptr)\ndefine double @f(double %x) {\n"
        "  %p = call ptr @malloc(i64 8)\n  %a = fmul double %x, %x\n  store double %a, ptr %p\n"
        "  %b = load double, ptr %p\n  %c = fmul double %b, %x\n  call void @free(ptr %p)\n"
        "  ret double %c\n}\n"
    ),
    ("ir", "variables"): Cell(
        "@k = global double 0.0\ndefine double @f(double %x) {\n  %a = fmul double %x, %x\n"
        "  store double %a, ptr @k\n  %b = load double, ptr @k\n  %c = fmul double %b, %x\n"
        "  ret double %c\n}\n"
    ),
    ("numba", "numbers"): Cell("def f(x):\n    return x * x * x\n"),
    ("numba", "arrays"): Cell(
        "def f(x):\n    s = 0.0\n    for v in x:\n        s += v**3\n    return s\n", (X,)
    ),
    ("numba", "structs"): Cell(
        "def f(x, p):\n    return x * x * p.k / p.m\n",
        (0.7, np.array([(1.5, 2.0)], [("k", "f8"), ("m", "f8")])[0]),
    ),
    ("numba", "allocation"): Cell(
        "import numpy as np\ndef f(x):\n    a = np.zeros(3)\n    for i in range(3):\n"
        "        a[i] = x * x * i\n    return a.sum() * x\n"
    ),
    ("numba", "errors"): Cell(
        "def f(x):\n    if x < 0:\n        raise ValueError('bad')\n    return x * x\n", bad=(-1.0,)
    ),
}  # fmt: skip


def missing(language: str) -> str:
    """What has to be installed for a language; empty if it is there."""
    if language == "numba":
        try:
            import numba  # noqa: F401
        except ImportError:
            return "pip install 'ribozyme[numba]'"
        return ""
    found = registry.of(language).find()  # type: ignore[arg-type]
    return found.way_out if isinstance(found, Missing) else ""


def cell(language: str, feature: str) -> Cell | None:
    """The program of a cell; second derivatives are those of the program with an array."""
    return CELLS.get((language, "arrays" if feature == "second order" else feature))


def holds(language: str, feature: str) -> bool:
    """Whether the program of a cell has its derivative."""
    found = cell(language, feature)
    if found is None:
        return False
    f = _function(language, found.source)
    first, *rest = found.arguments
    if feature == "errors":
        return _ends(f, found.bad) and _ends(rz.grad(f), found.bad) and _agrees(f, first, rest)
    return _second(f, first, rest) if feature == "second order" else _agrees(f, first, rest)


def _function(language: str, source: str) -> Any:
    if language != "numba":
        return rz.compile(source, language).f
    from numba import njit

    names: dict[str, Any] = {}
    exec(source, names)
    return njit(names["f"])


def _ends(f: Any, bad: tuple[Any, ...]) -> bool:
    try:
        f(*bad)
    except (RunError, ValueError):
        return True
    return False


def _agrees(f: Any, first: Any, rest: list[Any]) -> bool:
    """The gradient by the first argument, and the tangent, against a central difference."""
    way = np.cos(np.arange(np.size(first))).reshape(np.shape(first))
    way = way if np.ndim(first) else float(way)
    gradient = rz.vjp(f, first, *rest, wrt=0)[1](1.0)
    reverse = float(np.sum(np.asarray(gradient) * way))
    _, dot = rz.jvp(f, (first, *rest), (way, *(None for _ in rest)))
    slopes = [(f(first + h * way, *rest) - f(first - h * way, *rest)) / (2 * h) for h in _STEPS]
    return min(abs(s - reverse) for s in slopes) < 1e-8 and abs(dot - reverse) < 1e-12


def _second(f: Any, first: Any, rest: list[Any]) -> bool:
    way = np.cos(np.arange(np.size(first)))
    found = rz.hvp(f, (first, *rest), way, wrt=0)
    gradient = rz.grad(f, wrt=0)
    slopes = [
        (gradient(first + h * way, *rest) - gradient(first - h * way, *rest)) / (2 * h)
        for h in _STEPS
    ]
    return min(float(np.max(np.abs(s - found))) for s in slopes) < 1e-7


_STEPS: Final = (1e-3, 1e-4, 1e-5, 1e-6)
