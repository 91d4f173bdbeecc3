"""Codes of what has no derivative, of types, activity and aliasing."""

from __future__ import annotations

import numpy as np
from tests.messages.case import SQUARE, case, f, ir, slope

import ribozyme as rz

MYSTERY = "double mystery(double);\ndouble f(double x)\n{\n    return mystery(x) * x;\n}\n"
case("RZ201", slope(MYSTERY), slope(f"double mystery(double x) {{ return x; }}\n{MYSTERY}"))
ASM = 'double f(double x)\n{\n    double y;\n    asm("sqrtsd %1, %0" : "=x"(y) : "x"(x));\n    return y;\n}\n'  # noqa: E501
case("RZ202", slope(ASM), slope("#include <math.h>\ndouble f(double x) { return sqrt(x); }\n"))
BITS = """#include <stdint.h>
#include <string.h>
double f(double x)
{
    uint64_t i;
    memcpy(&i, &x, 8);
    i = 0x5fe6eb50c7b537a9 - (i >> 1);
    memcpy(&x, &i, 8);
    return x;
}
"""
case("RZ203", slope(BITS), slope("#include <math.h>\ndouble f(double x) { return ldexp(x, 3); }\n"))
VARIADIC = """#include <stdarg.h>
static double sum(int n, ...)
{
    va_list list;
    va_start(list, n);
    double s = 0;
    for (int i = 0; i < n; i++)
        s += va_arg(list, double);
    va_end(list);
    return s;
}
double (*summed)(int, ...) = sum;
double f(double x) { return sum(2, x, x * x); }
"""
PLAIN = """static double sum(int n, const double *list)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += list[i];
    return s;
}
double f(double x) { double list[] = {x, x * x}; return sum(2, list); }
"""
case("RZ204", slope(VARIADIC), slope(PLAIN))
ATOMIC = """#include <stdint.h>
#include <string.h>
double f(double x)
{
    double cell = x, v = x * x;
    uint64_t bits;
    memcpy(&bits, &v, 8);
    bits = __atomic_exchange_n((uint64_t *)&cell, bits, __ATOMIC_SEQ_CST);
    memcpy(&v, &bits, 8);
    return v * cell;
}
"""
case("RZ205", slope(ATOMIC), slope("double f(double x) { double old = x; return x * x * old; }\n"))
JUMP = """#include <setjmp.h>
double f(double x)
{
    jmp_buf back;
    if (setjmp(back))
        return x;
    if (x < 0)
        longjmp(back, 1);
    return x * x;
}
"""
case("RZ206", slope(JUMP), slope("double f(double x) { return x < 0 ? x : x * x; }\n"))
HOOK = "extern double (*hook)(double);\ndouble f(double x)\n{\n    return hook(x) + x;\n}\n"
KNOWN = "static double g(double x) { return x * x; }\ndouble f(double x) { return g(x) + x; }\n"
case("RZ207", slope(HOOK), slope(KNOWN))
GOTO = """double f(double x)
{
    static void *table[2];
    static int filled;
    if (!filled++)
        table[0] = &&square, table[1] = &&done;
    int at = 0;
    goto *table[at++];
square:
    x *= x;
    goto *table[at++];
done:
    return x;
}
"""
CONST = GOTO.replace("static void *table[2];", "static void *const table[2] = {&&square, &&done};")
CONST = CONST.replace("    static int filled;\n    if (!filled++)\n", "").replace(
    "        table[0] = &&square, table[1] = &&done;\n", ""
)
case("RZ208", slope(GOTO), slope(CONST))
CATCH = """#include <stdexcept>
__attribute__((noinline)) static double g(double x) { if (x < 2) throw x; return x; }
extern "C" double f(double x)
{
    try {
        return g(x);
    } catch (double y) {
        return y * x;
    }
}
"""
TEST = 'extern "C" double f(double x) { if (x < 2) return x * x; return x; }\n'
case("RZ209", slope(CATCH, "model.cpp"), slope(TEST, "model.cpp"))

THREADS = """double f(double x)
{
    double y = 0;
    #pragma omp parallel for num_threads(2)
    for (int i = 0; i < 8; i++) {
        #pragma omp task shared(y)
        y = x * i;
    }
    return y;
}
"""
SUMMED = THREADS.replace("parallel for", "parallel for reduction(+: y)")
SUMMED = SUMMED.replace("        #pragma omp task shared(y)\n", "").replace("y = x", "y += x")
case("RZ216", slope(THREADS, flags=["-fopenmp"]), slope(SUMMED, flags=["-fopenmp"]))
CRITICAL = THREADS.replace("task shared(y)", "critical").replace("y = x", "y += x")


def repeatable(source: str) -> None:
    g = rz.grad(f(source, flags=["-fopenmp"]), check="never", deterministic=True)
    assert g(0.5) == 28.0


case("RZ220", lambda: repeatable(CRITICAL), lambda: repeatable(SUMMED))


def derived(text: str, *kinds: str, mode: str = "reverse") -> None:
    """Through the differentiator alone, without LLVM before it."""
    from ribozyme.base.options import Options
    from ribozyme.parse import parse_module
    from ribozyme.transform.core.interface import Kind, Mode, Request
    from ribozyme.transform.derive import derive

    known = tuple(Kind(kind) for kind in kinds)
    request = Request(
        "f", Mode(mode), known, Kind.ACTIVE if mode == "reverse" else Kind.DUP, 1, False, "rz.d"
    )
    derive(parse_module(text), [request], Options())


SCALED = """#include <immintrin.h>
__attribute__((target("avx512f"))) double f(double x)
{
    return _mm512_cvtsd_f64(_mm512_scalef_pd(_mm512_set1_pd(x), _mm512_set1_pd(3)));
}
"""
case(
    "RZ211",
    slope(SCALED),
    slope("#include <math.h>\ndouble f(double x) { return ldexp(x, 3); }\n"),
)


def ruled(differential: str, name: str = "g") -> None:
    rz.rule(name)(eval(f"lambda x, r, dx: {differential}"))


case("RZ212", lambda: ruled("dx * dx"), lambda: ruled("2 * x * dx"))
case("RZ213", lambda: ruled("-r * dx", "exp"), lambda: ruled("r * dx", "exp"))


def told_unused(pattern: str) -> None:
    """What is said when the process ends."""
    from ribozyme.api.custom import rules

    rz.inactive(pattern)
    rz.grad(f(TRACED), check="never")(0.5)
    rules._tell_unused()


TRACED = """__attribute__((noinline)) static void tracing_it(double x) { (void)x; }
double f(double x) { tracing_it(x); return x * x; }
"""
case("RZ217", lambda: told_unused("trace_*"), lambda: told_unused("f"))

HALVES = """double f(float x, int n)
{
    union { float half[2]; double whole; } u;
    u.half[0] = x;
    u.half[1] = x * x;
    return u.whole * n;
}
"""
OF_ONE_KIND = HALVES.replace("u.whole * n", "(u.half[0] + u.half[1]) * n")


def read_as(source: str) -> None:
    rz.autodiff(rz.Reverse, f(source), rz.Active(0.5), rz.Const(1))


case("RZ303", lambda: read_as(HALVES), lambda: read_as(OF_ONE_KIND))
MEMBERS = " ".join(f"double a{k}; int b{k};" for k in range(3000))
GLOBAL = (
    f"static struct {{ {MEMBERS} }} g;\n"
    """
__attribute__((noinline)) static void put(double x, int n) { *(double *)((char *)&g + 16 * n) = x; }
double f(double x, int n)
{
    put(x * x, n);
    return *(double *)((char *)&g + 16 * n);
}
"""
)
REGULAR = "static double g[3000];\ndouble f(double x, int n) { g[n] = x * x; return g[n]; }\n"


def global_at(source: str) -> None:
    rz.autodiff(rz.Reverse, f(source), rz.Active(0.5), rz.Const(7))


case("RZ403", lambda: global_at(GLOBAL), lambda: global_at(REGULAR))
BOTH = "double f(const double *restrict a, double *restrict b) { *b *= *a; return *b; }\n"
ONE, OTHER = np.ones(1), np.ones(1)


def same(shadow: np.ndarray) -> None:
    a, b = rz.Duplicated(np.ones(1), ONE), rz.Duplicated(np.ones(1), shadow)
    rz.autodiff(rz.Reverse, f(BOTH), a, b)


case("RZ404", lambda: same(ONE), lambda: same(OTHER))
HIDDEN = """double f(double x, long key)
{
    volatile long at = key;
    double *p = (double *)(at * 8);
    *p = x * x;
    return *(double *)(at * 8) * x;
}
"""
SEEN = """double f(double x, long key)
{
    double cells[4], *p = cells + key;
    *p = x * x;
    return *p * x;
}
"""


def with_key(source: str) -> None:
    derivative = rz.autodiff(rz.Reverse, f(source), rz.Active(0.5), rz.Const(0))
    assert derivative == 0.75


case("RZ405", lambda: with_key(HIDDEN), lambda: with_key(SEEN))
BEFORE = """#include <stdlib.h>
double *work, *result;
__attribute__((constructor)) static void prepare(void) { work = result = malloc(8); }
double f(double x)
{
    *work = x * x;
    return *result * x;
}
"""
case(
    "RZ406",
    slope(BEFORE),
    slope(BEFORE.replace("    *work", "    work = result = malloc(8);\n    *work")),
)
MASKED = ir(
    """
  %p = select i1 %c, ptr %x, ptr %k
  %v = call <2 x double> @llvm.masked.load.v2f64.p0(ptr align 8 %p, <2 x i1> %m, <2 x double> zeroinitializer)
  %y = extractelement <2 x double> %v, i64 1
  ret double %y
""",  # noqa: E501
    "ptr %x, ptr %k, i1 %c, <2 x i1> %m",
)
MASKS = ("dup", "const", "const", "const"), ("dup", "dup", "const", "const")
case("RZ407", lambda: derived(MASKED, *MASKS[0]), lambda: derived(MASKED, *MASKS[1]))
HALF = """double f(double x)
{
    return (_Float16)x * x;
}
"""
DRAWING = """#include <stdlib.h>
double f(double x, int n)
{
    for (int i = 0; i < n; i++) {
        x = x * x;
        x += 0 * rand();
    }
    return x;
}
"""
SAME = DRAWING.replace("        x += 0 * rand();\n", "")


def checkpointed(source: str) -> None:
    g = rz.grad(f(source), wrt="x", check="never", checkpoint={"loop at model.c:4": 2})
    assert g(1.0, 3) == 8.0


case("RZ219", lambda: checkpointed(DRAWING), lambda: checkpointed(SAME))
case("RZ218", lambda: rz.sparsity(f(HALF), 0.5), lambda: rz.sparsity(f(SQUARE), 0.5))
