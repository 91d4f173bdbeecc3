"""Derivatives by hand in several directions: called once for each, or refused where that is wrong.

`tests/run/cinterface/registered_in_lanes.c` has those that are right.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ribozyme.backend import llvm
from ribozyme.base.errors import NoDerivative
from ribozyme.cinterface import differentiation as interface
from ribozyme.frontends.by_suffix import compile_file

TEXT = """#include <stdlib.h>
#include <stdio.h>
extern int enzyme_dup, enzyme_width;
void __enzyme_autodiff(void *, ...);
static double calls;
__attribute__((noinline)) static void g(const double *x, double *y) { BODY; }
static void *augment(const double *x, const double *dx, double *y, double *dy) { BODY; return 0; }
static void gradient(const double *x, double *dx, double *y, double *dy, void *tape)
{
    *dx += 2 * *x * *dy;
    *dy = 0;
}
void *__enzyme_register_gradient_g[3] = {(void *)g, (void *)augment, (void *)gradient};
static double f(double *KIND x, double *KIND z)
{
    double y[1] = {1};
    g(FROM, TO);
    return *y * *x + *z;
}
void use(double *x, double *dx, double *ex, double *z, double *dz, double *ez)
{
    __enzyme_autodiff((void *)f, enzyme_width, 2, enzyme_dup, x, dx, ex, enzyme_dup, z, dz, ez);
}
"""
PLAIN = "*y = *x * *x"


def differentiated(folder: Path, body: str, source: str, target: str, kind: str = "") -> None:
    path = folder / "model.c"
    text = TEXT.replace("BODY", body).replace("FROM", source).replace("TO", target)
    text = text.replace("KIND", kind)
    path.write_text(text, encoding="utf-8")
    interface.differentiated(interface.program(llvm.to_text(compile_file(path).code)))


def test_what_is_written_is_not_read(tmp_path: Path) -> None:
    differentiated(tmp_path, PLAIN, "x", "y")
    differentiated(tmp_path, PLAIN, "x", "z", "restrict")


@pytest.mark.parametrize(
    ("body", "source", "target", "why"),
    [
        ("*y = *x * *x + *y", "x", "y", "changes what it reads"),
        ("*y = *x * *x; calls = calls + *x", "x", "y", "changes what it reads"),
        ('*y = *x * *x; puts("g")', "x", "y", "does more than to compute"),
        (PLAIN, "x", "z", "which may be the same"),
        (PLAIN, "z", "x", "which may be the same"),
        (PLAIN, "z", "z", "which may be the same"),
    ],
)
def test_what_cannot_be_done_again(
    tmp_path: Path, body: str, source: str, target: str, why: str
) -> None:
    with pytest.raises(NoDerivative, match=why) as caught:
        differentiated(tmp_path, body, source, target)
    assert caught.value.code == "RZ213"
    said = str(caught.value)
    assert "leave out `enzyme_width`" in said
    assert ("`restrict`" in said) == (why == "which may be the same")


NUMBERED = """extern int enzyme_out, enzyme_width;
typedef struct { double one, two; } Two;
Two __enzyme_autodiff(void *, ...);
static double pool[64];
static int next;
typedef struct { long tape; double value; } Kept;
__attribute__((noinline)) static double g(double x) { return x * x; }
static Kept augment(double x) { pool[next] = x; return (Kept){next++, x * x}; }
static double gradient(double x, double seed, long at)
{
    double bar = 2 * seed * pool[at];
    CLOSE;
    return bar;
}
void *__enzyme_register_gradient_g[3] = {(void *)g, (void *)augment, (void *)gradient};
static double f(double x) { return g(x) * x; }
Two use(double x) { return __enzyme_autodiff((void *)f, enzyme_width, 2, enzyme_out, x, 1.0, 2.0); }
"""


def test_a_tape_that_is_used_up_is_for_one_direction(tmp_path: Path) -> None:
    path = tmp_path / "model.c"
    path.write_text(NUMBERED.replace("CLOSE;", ""), encoding="utf-8")
    interface.differentiated(interface.program(llvm.to_text(compile_file(path).code)))
    path.write_text(NUMBERED.replace("CLOSE", "pool[at] = 0"), encoding="utf-8")
    with pytest.raises(NoDerivative, match="changes what it reads") as caught:
        interface.differentiated(interface.program(llvm.to_text(compile_file(path).code)))
    assert caught.value.code == "RZ213"
