"""A derivative made later leaves those that are there as they are, whatever function it is of."""

from __future__ import annotations

from dataclasses import replace

from tests.derivatives import prepared

from ribozyme.parse import parse_module
from ribozyme.transform.core.interface import Kind, Mode, Request
from ribozyme.transform.derive import derive

SOURCE = """
#include <math.h>
__attribute__((noinline)) static void step(double *x, double u) { *x = sin(*x) * u; }
double f(double *x, double u) { step(x, u); step(x, u * u); return *x; }
"""


def test_derivatives_of_one_function_keep_their_helpers() -> None:
    kinds = (Kind.DUP, Kind.ACTIVE)
    request = Request("f", Mode.REVERSE, kinds, Kind.ACTIVE, 1, True, "one")
    first = derive(parse_module(prepared(SOURCE)), [request])
    again = derive(first, [replace(request, width=4, name="four")])
    later = derive(again, [replace(request, args=(Kind.DUP, Kind.CONST), name="less")])
    made = {name for name in first.functions if name.startswith("rz.")}
    assert any("step" in name for name in made)
    for name in made:
        assert later.functions[name] is again.functions[name] is first.functions[name]
    assert any("step" in name for name in again.functions.keys() - first.functions.keys())
    assert any("step" in name for name in later.functions.keys() - again.functions.keys())


# how `*s` is kept depends on whether anybody could have handed in the address of `g`
HALVES = """
#include <math.h>
#include <string.h>
static double g[5];
static __attribute__((noinline)) double h(double *p, int m, double u)
{
    if (m <= 1) { p[0] = sin(p[0] + u); return p[0]; }
    return h(p, m / 2, 0.5) + p[0];
}
double f(double *x, int *s, double b)
{
    g[0] = 0.5;
    double d = 0.1;
    float e = b;
    for (int j = 0; j < 3; ++j) {
        for (int i = 0; i < 5; ++i) {
            for (int k = 0; k < 3; ++k) {
                d += h(g, 5, b);
                x[i + 1] = x[i + 1] * 0.5 + (d * (asinh(d) - e));
            }
            for (int k = 0; k < *s; ++k) {
                if (x[j] < 0.565) break;
                e = -e;
            }
        }
    }
    memcpy(x, g, 2 * sizeof(double));
    return 1;
}
"""


def test_halves_are_planned_alike() -> None:
    kinds = (Kind.DUP, Kind.CONST, Kind.ACTIVE)
    first = Request("f", Mode.AUGMENTED, kinds, Kind.ACTIVE, 1, False, "first")
    module = parse_module(prepared(HALVES))
    made = derive(module, [first, replace(first, mode=Mode.SPLIT, name="second")])
    layouts = {
        attr.value
        for half in ("first", "second")
        for attr in made.functions[half].attrs
        if attr.name == '"rz.tape"'
    }
    assert len(layouts) == 1
