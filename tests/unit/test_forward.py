"""Forward mode on snippets: the tangent against central differences of the compiled primal.

A snippet is compiled, brought through `before`, differentiated, printed, verified, optimised and
called, with nothing of the Python interface between.
"""

from __future__ import annotations

import ctypes
import itertools
import math
import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest
from tests.analysed import module_text

from ribozyme.api.programs.texts import merged_support
from ribozyme.backend import jit, llvm, pipeline
from ribozyme.backend.passes import startup
from ribozyme.backend.pipeline import After
from ribozyme.backend.runtime import arena
from ribozyme.backend.target import emit_object
from ribozyme.base.errors import Error
from ribozyme.ir import types as ty
from ribozyme.ir.module import Module
from ribozyme.ir.printer import print_module
from ribozyme.parse.module import parse_module
from ribozyme.transform.core.interface import Kind, Mode, Request
from ribozyme.transform.derive import derive

pytestmark = pytest.mark.rotates("file", plain=13, wide=26)

KINDS = {"c": Kind.CONST, "d": Kind.DUP}
CTYPES = {
    "double": ctypes.c_double,
    "float": ctypes.c_float,
    "i32": ctypes.c_int,
    "i64": ctypes.c_int64,
    "ptr": ctypes.c_void_p,
}


def derived(text: str, root: str, kinds: str, width: int = 1, *, primal: bool = False) -> Module:
    """A module with the forward derivative `D` of `root`, one letter per parameter."""
    module = parse_module(text)
    has_result = module.functions[root].type.result is not ty.VOID
    result = Kind.DUP if has_result else Kind.CONST
    args = tuple(KINDS[kind] for kind in kinds)
    request = Request(root, Mode.FORWARD, args, result, width, primal, "D")
    return derive(module, [request])


@cache
def compiled(
    source: str, root: str, kinds: str, width: int, primal: bool, lang: str
) -> tuple[jit.Library, ty.FunctionType, ty.FunctionType]:
    """The library with the primal and `out`, which stores what the derivative returns."""
    text = source if lang == "ir" else module_text(source, lang, False)
    made = derived(text, root, kinds, width, primal=primal)
    type = made.functions["D"].type
    params = ", ".join(f"{p} %a{i}" for i, p in enumerate(type.params))
    wrapper = f"define void @out(ptr %out, {params}) {{\n"
    if type.result is ty.VOID:
        wrapper += f"  call void @D({params})\n"
    else:
        wrapper += f"  %r = call {type.result} @D({params})\n"
        wrapper += f"  store {type.result} %r, ptr %out, align 1\n"
    whole = print_module(made) + wrapper + "  ret void\n}\n"
    llvm.verify(whole)
    final = pipeline.run("after", arena.linked(merged_support(whole)), after=After(level=1))
    primal_type = made.functions[root].type
    return jit.load(emit_object(startup.for_loading(final))), primal_type, type


def c_type(type: ty.Type) -> Any:
    return CTYPES[str(type)]


def call(library: jit.Library, name: str, params: Sequence[ty.Type], result: Any) -> Any:
    prototype = ctypes.CFUNCTYPE(result, *(c_type(p) for p in params))
    return prototype(library.address(name))


class Forward:
    """A snippet's primal and forward derivative as Python functions."""

    def __init__(
        self,
        source: str,
        root: str,
        kinds: str,
        width: int = 1,
        primal: bool = False,
        lang: str = "c",
    ) -> None:
        self.library, primal_type, type = compiled(source, root, kinds, width, primal, lang)
        result = None if primal_type.result is ty.VOID else c_type(primal_type.result)
        self.primal: Callable[..., Any] = call(self.library, root, primal_type.params, result)
        self.raw = call(self.library, "out", (ty.PTR, *type.params), None)
        self.results = [c_type(part) for part in ty.elements(type.result)]

    def __call__(self, *args: Any) -> Any:
        """What the derivative returns: one number, several, or nothing."""
        fields = [(f"r{i}", part) for i, part in enumerate(self.results)]
        out = type("Out", (ctypes.Structure,), {"_pack_": 1, "_fields_": fields})()
        self.raw(ctypes.addressof(out), *args)
        found = tuple(getattr(out, name) for name, _ in fields)
        return found[0] if len(found) == 1 else found


def difference(f: Callable[[float], float], x: float, h: float = 1e-3) -> float:
    """A central difference, extrapolated twice."""
    first = [(f(x + s) - f(x - s)) / (2 * s) for s in (h, h / 2, h / 4)]
    second = [(4 * b - a) / 3 for a, b in itertools.pairwise(first)]
    return (16 * second[1] - second[0]) / 15


def array(*values: float) -> Any:
    return (ctypes.c_double * len(values))(*values)


def address(values: Any) -> int:
    return ctypes.addressof(values)


def check_scalar(source: str, points: Sequence[float], lang: str = "c", root: str = "f") -> None:
    f = Forward(source, root, "d", lang=lang)
    for x in points:
        expected = difference(f.primal, x)
        assert f(x, 1.0) == pytest.approx(expected, rel=1e-8, abs=1e-8)
        assert f(x, -2.0) == pytest.approx(-2 * expected, rel=1e-8, abs=1e-8)


def check_array(source: str, n: int, lang: str = "c", rest: str = "c") -> None:
    """`double f(double *x, int n)`, which may write to x."""
    f = Forward(source, "f", "d" + rest, lang=lang)
    draw = random.Random(7)
    x = [draw.uniform(0.5, 1.5) for _ in range(n)]
    along = [draw.uniform(-1, 1) for _ in range(n)]

    def at(t: float) -> float:
        values = array(*(a + t * b for a, b in zip(x, along, strict=True)))
        return float(f.primal(address(values), n))

    values, dots = array(*x), array(*along)
    found = f(address(values), address(dots), n)
    assert found == pytest.approx(difference(at, 0.0), rel=1e-7, abs=1e-8)


# ---- values --------------------------------------------------------------------------------------


SCALARS = {
    "arithmetic": "double f(double x) { return (x * x - 3 / x) / (1 + x) - -x; }",
    "libm": "#include <math.h>\ndouble f(double x) {"
    " return sin(x) * exp(-x) + pow(x, 2.5) + log1p(x) + erf(x) + atan2(x, 2) + hypot(x, 3); }",
    "special": "#include <math.h>\ndouble f(double x) {"
    " return lgamma(x + 1) + tgamma(x + 2) + j0(x) + y1(x + 1) + jn(3, x); }",
    "stored": "#define _GNU_SOURCE\n#include <math.h>\ndouble f(double x) {"
    " double s, c, whole; int e; sincos(x * x, &s, &c); double m = frexp(x, &e);"
    " return s * c + m * e + modf(3.3 * x, &whole) * whole; }",
    "choice": "double f(double x) { return x > 1 ? x * x : 3 * x; }",
    "loop": "double f(double x) { double s = 1; for (int i = 0; i < 9; i++) s = s * x + 1 / s;"
    " return s; }",
    "while": "double f(double x) { double s = x; while (s < 100) s = s * s + x; return s; }",
    "float": "float g(float x) { return x * x; }\n"
    "double f(double x) { return g((float)x) * 0 + (double)(long double)x * x; }",
    "complex": "#include <complex.h>\ndouble f(double x) {"
    " double complex z = x + 0.5 * I; z = cexp(z) * csqrt(z) / clog(z); return creal(z * z)"
    " + cabs(z); }",
    "complex float": "#include <complex.h>\ndouble f(double x) {"
    " float complex z = 0.25f + 0.5f * I; return x * crealf(csinf(z)) + x * x; }",
    "long complex": "#include <complex.h>\ndouble f(double x) {"
    " long double complex z = x + 0.5L * I; return (double)cimagl(csinl(z) * cpowl(z, 2.0L"
    " + I)); }",
    "vector": "typedef double v4 __attribute__((vector_size(32)));\ndouble f(double x) {"
    " v4 a = {x, 1, x * x, 2}; v4 b = a * a + 3.0; b = __builtin_shufflevector(b, a, 3, 0, 6, 1);"
    " return b[0] + b[1] * b[2] + b[3]; }",
    "own name": "double rsqrt(double x) { return 3 * x * x; }\n"
    "double __attribute__((noinline)) y1(double x) { return x * x * x; }\n"
    "double f(double x) { return rsqrt(x) + y1(x); }",
    "bits": "#include <stdint.h>\n#include <string.h>\ndouble f(double x) { double y = x * x;"
    " uint64_t u; memcpy(&u, &y, 8); u ^= 1ull << 63; memcpy(&y, &u, 8); return y * x; }",
}


@pytest.mark.parametrize("name", SCALARS)
def test_scalar(name: str) -> None:
    check_scalar(SCALARS[name], (0.4, 0.9, 1.7))


def test_long_double_constants_have_all_their_digits() -> None:
    """The derivative of exp2 is as exact as exp2 itself."""
    source = """
    #include <math.h>
    double f(long double *x) { long double y = exp2l(x[0]); x[0] = y; return 0; }
    """
    f = Forward(source, "f", "d")

    values, dots = np.array([0.0], np.longdouble), np.array([1.0], np.longdouble)
    f(values.ctypes.data, dots.ctypes.data)
    ln2 = np.log(np.longdouble(2))
    assert dots[0] == ln2


def test_tangent_that_is_zero_by_a_choice() -> None:
    """A constant chosen where a partial is infinite has the derivative zero."""
    source = """
    #include <math.h>
    double f(double x, int c) { double t = c ? x : 1.0; return acos(t) + asin(c ? 1.0 : x); }
    """
    f = Forward(source, "f", "dc")
    assert f(0.3, 1.0, 1) == pytest.approx(-1 / math.sqrt(1 - 0.09))
    assert f(0.3, 1.0, 0) == pytest.approx(1 / math.sqrt(1 - 0.09))


def test_power_at_zero() -> None:
    f = Forward("#include <math.h>\ndouble f(double x, double y) { return pow(x, y); }", "f", "dd")
    assert f(0.0, 0.0, 0.5, 1.0) == 0.0
    assert f(0.0, 1.0, 2.0, 1.0) == 0.0


def test_smooth_code_has_no_guards() -> None:
    source = """
    #include <math.h>
    double f(double *x, int n) {
      double s = 0; for (int i = 0; i < n; i++) s += exp(x[i]) / (s + x[i]); return log(s); }
    """
    made = derived(module_text(source, "c", False), "f", "dc")
    assert " select " not in print_module(made).split("@D(")[1].split("\n}")[0]


def test_width_and_primal() -> None:
    f = Forward("double f(double x, double y) { return x * y + x; }", "f", "dd", 3, True)
    assert f(2.0, 1.0, 0.0, 2.0, 5.0, 0.0, 1.0, 1.0) == (12.0, 6.0, 2.0, 14.0)


def test_inactive_argument_has_no_tangent() -> None:
    f = Forward("double f(double x, double y) { return x * y; }", "f", "dc")
    assert f(2.0, 1.0, 5.0) == 5.0


# ---- memory --------------------------------------------------------------------------------------

ARRAYS = {
    "sum": "double f(double *x, int n) { double s = 0; for (int i = 0; i < n; i++) s +="
    " x[i] * x[i];"
    " return s; }",
    "in place": "double f(double *x, int n) { for (int i = 1; i < n; i++) x[i] = x[i] * x[i - 1];"
    " x[0] = 3; double s = 0; for (int i = 0; i < n; i++) s += x[i] * x[0]; return s; }",
    "copies": "#include <string.h>\ndouble f(double *x, int n) { double y[8], z[8];"
    " memcpy(y, x, sizeof y); memset(x, 0, n * sizeof *x); memmove(y + 1, y, 6 * sizeof *y);"
    " for (int i = 0; i < 8; i++) z[i] = y[i] * x[i % n] + y[7 - i] * y[i]; double s = 0;"
    " for (int i = 0; i < 8; i++) s += z[i]; return s; }",
    "heap": "#include <stdlib.h>\ndouble f(double *x, int n) { double *y = malloc(n * sizeof *y);"
    " double *z = calloc(n, sizeof *z); for (int i = 0; i < n; i++) y[i] = x[i] * x[n - 1 - i];"
    " for (int i = 0; i < n; i += 2) z[i] = y[i] * x[0]; double s = 0;"
    " for (int i = 0; i < n; i++) s += z[i] * (i + y[i]); free(y); free(z); return s; }",
    "realloc": "#include <stdlib.h>\ndouble f(double *x, int n) { double *y = 0;"
    " for (int i = 0; i < n; i++) { y = realloc(y, (i + 1) * sizeof *y); y[i] = x[i] * x[i];"
    " if (i) y[i] *= y[i - 1]; } double s = y[n - 1]; free(y); return s; }",
    "pointers": "double f(double *x, int n) { double *p = x, *q = x + 1;"
    " for (int i = 0; i < n; i++) { *p = *p * *q; double *t = p; p = q; q = t; }"
    " return *p + 2 * *q; }",
    "list": "#include <stdlib.h>\nstruct n { struct n *next; double v; };\n"
    "double f(double *x, int n) { struct n *head = 0; for (int i = 0; i < n; i++) {"
    " struct n *fresh = malloc(sizeof *fresh); fresh->next = head; fresh->v = x[i] * x[i];"
    " head = fresh; } double s = 1; while (head) { s *= head->v; struct n *old = head;"
    " head = head->next; free(old); } return s; }",
    "variable length": "double f(double *x, int n) { double s = 0; for (int k = 1; k <= n; k++) {"
    " double y[k]; for (int i = 0; i < k; i++) y[i] = x[i] * x[i]; s += y[k - 1] * y[0]; }"
    " return s; }",
    "global": "static double scratch[8];\ndouble f(double *x, int n) { for (int i = 0; i < n; i++)"
    " scratch[i] = x[i] * x[i]; double s = 0; for (int i = 0; i < n; i++) s += scratch[n -"
    " 1 - i] * x[i];"
    " return s; }",
    "struct": "struct s { double a; int k; float b; };\nstatic struct s __attribute__((noinline))"
    " g(struct s v) { v.a *= v.b; v.k++; return v; }\ndouble f(double *x, int n) {"
    " struct s v = {x[0], n, 2.5f}; v = g(v); v = g(v); return v.a * v.k + x[1]; }",
    "aligned": "#include <stdlib.h>\ndouble f(double *x, int n) { void *p; if"
    " (posix_memalign(&p, 64,"
    " n * sizeof *x)) return 0; double *y = p; for (int i = 0; i < n; i++) y[i] = x[i] * x[0];"
    " double s = 0; for (int i = 0; i < n; i++) s += y[i] * y[n - 1 - i]; free(p); return s; }",
    "sort": "#include <stdlib.h>\nstatic int less(const void *a, const void *b) {"
    " double x = *(const double *)a, y = *(const double *)b; return x < y ? -1 : x > y; }\n"
    "double f(double *x, int n) { double y[8]; for (int i = 0; i < n; i++) y[i] = x[i] * x[0];"
    " qsort(y, n, sizeof *y, less); double s = 0; for (int i = 0; i < n; i++) s += (i + 1) * y[i];"
    " return s; }",
    "search": "#include <stdlib.h>\nstatic int less(const void *a, const void *b) {"
    " int x = *(const int *)a, y = *(const int *)b; return x < y ? -1 : x > y; }\n"
    "struct e { int key; double v; };\ndouble f(double *x, int n) { struct e t[4];"
    " for (int i = 0; i < 4; i++) t[i] = (struct e){2 * i, x[i] * x[i]}; int key = n - 2;"
    " struct e *found = bsearch(&key, t, 4, sizeof *t, less); return found ? found->v : x[0]; }",
    "mixed": "double f(double *x, int n) { double c[4] = {1, 2, 3, 4}; double s = 0;"
    " for (int i = 0; i < n; i++) { double *p = i & 1 ? x : c; s += p[i & 3] * x[i];"
    " p[(i + 1) & 3] *= 1.5; } return s; }",
    "atomic": "double f(double *x, int n) { double s = 0; for (int i = 0; i < n; i++)"
    " s += __atomic_fetch_add((long *)0 + 0 == 0 ? (int *)&(int){0} : 0, 1, 5) + x[i] * x[i];"
    " return s; }",
}


@pytest.mark.parametrize("name", ARRAYS)
def test_array(name: str) -> None:
    check_array(ARRAYS[name], 8)


def test_overwritten_by_a_constant() -> None:
    """What is stored and does not vary takes the tangent away."""
    f = Forward("void f(double *x, double y) { x[1] = x[0] * y; x[0] = 7; }", "f", "dd")
    values, dots = array(2.0, 3.0), array(1.0, 1.0)
    f(address(values), address(dots), 5.0, 0.5)
    assert list(values) == [7.0, 10.0]
    assert list(dots) == [0.0, 6.0]


def test_constant_memory_is_never_written_as_a_shadow() -> None:
    """A pointer that is active or not at run time: its shadow may be the primal itself."""
    source = """
    double f(double *x, double *c, int k) { double *p = k ? x : c; *p = *p * *p; return *p * x[0]; }
    """
    f = Forward(source, "f", "dcc")
    values, dots, constant = array(2.0), array(1.0), array(3.0)
    assert f(address(values), address(dots), address(constant), 0) == 9.0
    assert (list(values), list(dots), list(constant)) == ([2.0], [1.0], [9.0])
    assert f(address(values), address(dots), address(constant), 1) == pytest.approx(32.0)
    assert list(dots) == [4.0]


# ---- calls ---------------------------------------------------------------------------------------

CALLS = {
    "recursion": "double g(double *x, int n) { return n == 0 ? 1 : x[0] * g(x + 1, n - 1) +"
    " x[0]; }\n"
    "double f(double *x, int n) { return g(x, n); }",
    "pointers returned": "static double *__attribute__((noinline)) at(double *x, int i) {"
    " x[i] *= x[0]; return x + i; }\ndouble f(double *x, int n) { double s = 0;"
    " for (int i = 0; i < n; i++) s += *at(x, i) * x[1]; return s; }",
    "table": "#include <math.h>\nstatic double sq(double v) { return v * v; }\n"
    "static double (*const t[])(double) = {sq, sin, sqrt};\n"
    "double f(double *x, int n) { double s = 0; for (int i = 0; i < n; i++) s += t[i % 3](x[i]);"
    " return s; }",
    "callback": "static double __attribute__((noinline)) fold(double (*g)(double, double),"
    " double *x,"
    " int n) { double s = 1; for (int i = 0; i < n; i++) s = g(s, x[i]); return s; }\n"
    "static double mul(double a, double b) { return a * b; }\n"
    "static double mix(double a, double b) { return a / b + b; }\n"
    "double f(double *x, int n) { return fold(mul, x, n) + fold(mix, x, n); }",
    "printing": "#include <stdio.h>\ndouble f(double *x, int n) { double s = 0; char text[99];"
    ' for (int i = 0; i < n; i++) { s += x[i] * x[i]; snprintf(text, 99, "%g", s); }'
    " return s; }",
}


@pytest.mark.parametrize("name", CALLS)
def test_call(name: str) -> None:
    check_array(CALLS[name], 6)


CXX = {
    "vector": '#include <vector>\nextern "C" double f(double *x, int n) { std::vector<double> v;'
    " for (int i = 0; i < n; i++) v.push_back(x[i] * x[i]); double s = 1;"
    " for (double y : v) s *= y; return s; }",
    "virtual": "#include <memory>\nstruct shape { virtual double area() const = 0;"
    " virtual ~shape() {} };\nstruct disc : shape { double r; disc(double r) : r(r) {}"
    " double area() const override { return 3 * r * r; } };\n"
    "struct box : shape { double a, b; box(double a, double b) : a(a), b(b) {}"
    " double area() const override { return a * b; } };\n"
    'extern "C" double f(double *x, int n) { double s = 0; for (int i = 0; i + 1 < n; i++) {'
    " std::unique_ptr<shape> p; if (i & 1) p.reset(new disc(x[i])); else p.reset(new"
    " box(x[i], x[i + 1]));"
    " s += p->area(); } return s; }",
    "exceptions": "#include <stdexcept>\nstatic double __attribute__((noinline)) g(double x) {"
    ' if (x < 0) throw std::runtime_error("negative"); return x * x; }\n'
    "struct guard { double *p; guard() : p(new double[4]) {} ~guard() { delete[] p; } };\n"
    'extern "C" double f(double *x, int n) { guard a; a.p[0] = g(x[0]); a.p[1] = g(a.p[0] * x[1]);'
    " return a.p[1]; }",
}


@pytest.mark.parametrize("name", CXX)
def test_cxx(name: str) -> None:
    check_array(CXX[name], 6, lang="c++")


def test_vector_reductions() -> None:
    text = """
    declare double @llvm.vector.reduce.fadd.v4f64(double, <4 x double>)
    declare double @llvm.vector.reduce.fmul.v4f64(double, <4 x double>)
    declare double @llvm.vector.reduce.fmax.v4f64(<4 x double>)
    define double @f(double %x) {
      %v = insertelement <4 x double> splat (double 2.0), double 3.0, i64 2
      %a = insertelement <4 x double> %v, double %x, i64 1
      %b = fmul <4 x double> %a, %a
      %c = shufflevector <4 x double> %b, <4 x double> %a, <4 x i32> <i32 1, i32 1, i32 0, i32 5>
      %sum = call double @llvm.vector.reduce.fadd.v4f64(double %x, <4 x double> %b)
      %product = call double @llvm.vector.reduce.fmul.v4f64(double %x, <4 x double> %c)
      %largest = call double @llvm.vector.reduce.fmax.v4f64(<4 x double> %c)
      %s = fadd double %sum, %product
      %r = fadd double %s, %largest
      ret double %r
    }
    """
    check_scalar(text, (1.3, 1.9), lang="ir")


def test_floats_inside_an_integer() -> None:
    text = """
    define double @f(double %x) {
      %float = fptrunc double %x to float
      %bits = bitcast float %float to i32
      %high = zext i32 %bits to i64
      %up = shl i64 %high, 32
      %both = or i64 %up, %high
      %down = lshr i64 %both, 32
      %low = trunc i64 %down to i32
      %back = bitcast i32 %low to float
      %wide = fpext float %back to double
      %r = fmul double %wide, %x
      ret double %r
    }
    """
    f = Forward(text, "f", "d", lang="ir")
    assert f(1.5, 1.0) == 3.0


def test_atomic_addition() -> None:
    text = """
    define double @f(ptr %p, double %x) {
      %old = atomicrmw fadd ptr %p, double %x monotonic, align 8
      %new = load double, ptr %p, align 8
      %r = fmul double %old, %new
      ret double %r
    }
    """
    f = Forward(text, "f", "dd", lang="ir")
    values, dots = array(2.0), array(1.0)
    assert f(address(values), address(dots), 3.0, 0.5) == 1.0 * 5.0 + 2.0 * 1.5
    assert list(dots) == [1.5]


# ---- refusals ------------------------------------------------------------------------------------

WRONG = """
#pragma clang diagnostic ignored "-Wincompatible-library-redeclaration"
double cbrt(double, double);
double f(double x) { return cbrt(x, x); }
"""
VARIADIC = """
#include <stdarg.h>
static double __attribute__((noinline)) g(int n, ...) {
  va_list l;
  va_start(l, n);
  double s = 0;
  while (n--) s += va_arg(l, double);
  va_end(l);
  return s;
}
double (*kept)(int, ...) = g;
double f(double x) { return g(2, x, x * x) + g(1, x); }
"""
REFUSED = {
    "unknown": ("RZ201", "double g(double); double f(double x) { return g(x); }"),
    "asm": (
        "RZ202",
        'double f(double x) { double y; __asm__("addsd %1, %0" : "=x"(y) : "x"(x)); return y; }',
    ),
    "wrong arguments": ("RZ201", WRONG),
    "variadic": ("RZ204", VARIADIC),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    code, source = REFUSED[name]
    with pytest.raises(Error) as refused:
        derived(module_text(source, "c", False), "f", "d")
    assert refused.value.code == code


def test_a_path_not_taken_is_no_refusal() -> None:
    """Where control need not come, a trap stands for what has no derivative."""
    source = "double g(double); double f(double x, int k) { return k ? g(x) : x * x; }"
    made = derived(module_text(source, "c", False), "f", "dc")
    assert "call void @rz.throw" in print_module(made)
