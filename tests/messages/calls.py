"""Codes of the C interface."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

from tests.messages.case import case, cc

HEAD = """extern int enzyme_dup, enzyme_const, enzyme_out, enzyme_width, enzyme_tape, enzyme_allocated;
extern int enzyme_duplicate, enzyme_nocache;
void __enzyme_autodiff(void *, ...);
void __enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);
static double f(const double *x, int n) { double s = 0; for (int i = 0; i < n; i++) s += x[i] * x[i]; return s; }
static double g(double x, double y) { return x * y; }
void use(double *x, double *dx)
{
    __enzyme_autodiff(ARGUMENTS);
}
"""  # noqa: E501
GOOD = "(void *)f, enzyme_dup, x, dx, enzyme_const, 3"


def answered(arguments: str, head: str = HEAD) -> Callable[[], None]:
    """The same without the driver, which prints warnings."""

    def run() -> None:
        from ribozyme.backend import llvm
        from ribozyme.cinterface import differentiation as interface
        from ribozyme.frontends.by_suffix import compile_file

        Path("model.c").write_text(head.replace("ARGUMENTS", arguments), encoding="utf-8")
        interface.differentiated(
            interface.program(llvm.to_text(compile_file(Path("model.c")).code))
        )

    return run


def call(arguments: str, head: str = HEAD) -> Callable[[], None]:
    return cc(head.replace("ARGUMENTS", arguments))


case("RZ501", call(GOOD.replace("enzyme_dup,", "enzyme_duplicate,")), call(GOOD))
case("RZ502", call("(void *)f, enzyme_dup, x"), call(GOOD))
case("RZ503", call(f"{GOOD}, enzyme_dup, x, dx"), call(GOOD))
case("RZ504", call("(void *)f, enzyme_out, x, enzyme_const, 3"), call(GOOD))
ABSENT = "double f(double);\ndouble __enzyme_autodiff(void *, ...);\ndouble use(void)\n{\n    return __enzyme_autodiff((void *)f, 1.0);\n}\n"  # noqa: E501
case(
    "RZ505",
    cc(ABSENT, "-S"),
    cc(ABSENT.replace("f(double);", "f(double x) { return x * x; }"), "-S"),
)
TAPE = """extern int enzyme_dup, enzyme_tape, enzyme_allocated;
void __enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);
static void f(double *x)
{
    for (int i = 0; i < 3; i++)
        x[i] *= x[i];
}
void use(double *x, double *dx)
{
    char tape[SIZE];
    __enzyme_augmentfwd((void *)f, enzyme_allocated, SIZE, enzyme_tape, tape, enzyme_dup, x, dx);
    __enzyme_reverse((void *)f, enzyme_allocated, SIZE, enzyme_tape, tape, enzyme_dup, x, dx);
}
"""
case("RZ506", cc(TAPE.replace("SIZE", "1")), cc(TAPE.replace("SIZE", "256")))
PRODUCT = """struct pair { double x, y; };
TYPE __enzyme_autodiff(void *, double, double);
static double g(double x, double y) { return x * y; }
double use(void)
{
    return __enzyme_autodiff((void *)g, 2.0, 3.0)MEMBER;
}
"""


def returning(type: str, member: str) -> Callable[[], None]:
    return cc(PRODUCT.replace("TYPE", type).replace("MEMBER", member))


case("RZ507", returning("double", ""), returning("struct pair", ".x"))
REGISTRY = """double __enzyme_autodiff(void *, ...);
__attribute__((noinline)) static double f(double x) { return x * x; }
static double augment(double x) { return x * x; }
static double gradient(double x, double r) { return 2 * x * r; }
void *__enzyme_register_gradient_f[] = {(void *)f, (void *)augment};
double use(double x) { return __enzyme_autodiff((void *)f, x); }
"""
case("RZ508", cc(REGISTRY), cc(REGISTRY.replace("augment};", "augment, (void *)gradient};")))
case(
    "RZ509",
    call("(void *)f, enzyme_width, 0, enzyme_dup, x, dx, enzyme_const, 3"),
    call("(void *)f, enzyme_width, 1, enzyme_dup, x, dx, enzyme_const, 3"),
)
case("RZ510", call("*(void **)x, enzyme_dup, x, dx, enzyme_const, 3"), call(GOOD))
case("RZ511", call(GOOD, HEAD.replace("__enzyme_autodiff", "__enzyme_error_estimate")), call(GOOD))
WIDE = HEAD.replace("int n)", "unsigned long n)").replace("int i = 0", "unsigned long i = 0")
case("RZ512", answered(GOOD, WIDE), answered(GOOD.replace(" 3", " (unsigned long)3"), WIDE))


def run(source: str, *second: str) -> Callable[[], None]:
    """A program that reads a tape as it should not; what it says is raised."""

    def act() -> None:
        from ribozyme.backend.runtime import guard
        from ribozyme.cli.cc import run as driver

        Path("main.c").write_text(source.replace("SECOND", "\n    ".join(second)))
        assert driver(["-g", "main.c", "-o", "main", "-lm"], "c") == 0
        done = subprocess.run(["./main"], capture_output=True, text=True, check=False)
        if done.returncode:
            message = done.stderr.removeprefix("ribozyme: ").strip()
            raise guard.thrown(guard.NO_DERIVATIVE, message.encode())

    return act


TAPES = """#include <math.h>
extern int enzyme_dup, enzyme_tape;
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);
static void f(double *x) { x[0] = sin(x[0]) * x[1]; }
static void g(double *x) { x[0] = exp(x[0]) * cos(x[1]) * x[0]; }
int main(void)
{
    double x[2] = {1, 2}, dx[2] = {1, 1};
    void *tape = __enzyme_augmentfwd((void *)f, enzyme_dup, x, dx);
    __enzyme_reverse((void *)SECOND, enzyme_dup, x, dx, tape);
    return 0;
}
"""
case("RZ513", run(TAPES, "g"), run(TAPES, "f"))
ONE_TAPE = """#include <stdlib.h>
extern int enzyme_const, enzyme_dup, enzyme_nofree, enzyme_out;
void *__enzyme_augmentfwd(void *, ...);
double __enzyme_fwdsplit(void *, ...);
double __enzyme_reverse(void *, ...);
__attribute__((noinline)) static void fill(double *a, double x, int n)
{
    for (int i = 0; i < n; i++) a[i] = x * x * i;
}
static double f(double x, int n)
{
    double *a = malloc(n * sizeof *a), s = 0;
    fill(a, x, n);
    for (int i = 0; i < n; i++) s += a[i] * a[i];
    free(a);
    return s;
}
int main(void)
{
    double x = 2;
    void *tape = __enzyme_augmentfwd((void *)f, enzyme_out, x, enzyme_const, 3);
    SECOND
    return 0;
}
"""
FORWARDS = "__enzyme_fwdsplit((void *)f, enzyme_nofree, enzyme_dup, x, 1.0, enzyme_const, 3, tape);"
BACK = "__enzyme_reverse((void *)f, enzyme_nofree, enzyme_out, x, enzyme_const, 3, 1.0, tape);"
case("RZ515", run(ONE_TAPE, FORWARDS, BACK), run(ONE_TAPE, BACK, FORWARDS))
SHADOWS = """extern int enzyme_dup, enzyme_const;
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);
static double f(double *x, int *k, int n)
{
    double *p = x, s = 0;
    for (int i = 0; i < n; i++) {
        s += *p * *p;
        p += k[i];
        k[i] = 0;
    }
    return s;
}
int main(void)
{
    double x[4] = {1, 2, 3, 4}, dx[4] = {0}, dz[4] = {0};
    int k[3] = {1, 0, 2};
    void *tape = __enzyme_augmentfwd((void *)f, enzyme_dup, x, dx, enzyme_const, k,
        enzyme_const, 3);
    __enzyme_reverse((void *)f, enzyme_dup, x, SECOND, enzyme_const, k,
        enzyme_const, 3, 1.0, tape);
    return 0;
}
"""
case("RZ516", run(SHADOWS, "dz"), run(SHADOWS, "dx"))
NOCACHE = f"(void *)f, enzyme_nocache, {GOOD.partition(', ')[2]}"
case("RZ514", answered(NOCACHE), answered(GOOD))
COPY = """#include <string.h>
extern int enzyme_dup;
void __enzyme_autodiff(void *, ...);
static void f(TYPE *restrict out, const TYPE *restrict in)
{
    memcpy(out, in, 64);
}
void use(void *out, void *dout, void *in, void *din)
{
    __enzyme_autodiff((void *)f, enzyme_dup, out, dout, enzyme_dup, in, din);
}
"""
case("RZ301", cc(COPY.replace("TYPE", "void")), cc(COPY.replace("TYPE", "double")))

POOL = """#include <stdlib.h>
double __enzyme_autodiff(void *, double);
__attribute__((noinline)) static void *take(int pool, long n) { (void)pool; return malloc(n); }
__attribute__((noinline)) static void drop(int pool, void *block) { (void)pool; free(block); }
void *__enzyme_allocation_like_pool[] = {(void *)take, (void *)1, (void *)"0,-1", (void *)drop};
static double f(double x, long n)
{
    double *t = take(1, 8 * n), s = 0;
    for (long i = 0; i < n; i++)
        t[i] = x * x * i;
    for (long i = 0; i < n; i++)
        s += t[i] * t[i];
    drop(1, t);
    return s * s;
}
long count = 3;
static double g(double x) { return f(x, count); }
static double once(double x) { return __enzyme_autodiff((void *)g, x); }
double use(double x) { return CALL; }
"""
case(
    "RZ215",
    cc(POOL.replace("CALL", "__enzyme_autodiff((void *)once, x)")),
    cc(POOL.replace("CALL", "once(x)")),
)
