"""A derivative made later leaves those that are there as they are, whatever function it is of."""

from __future__ import annotations

from dataclasses import replace

from tests.derivatives import prepared

from ribozyme.parse import parse_module
from ribozyme.transform.derive import derive
from ribozyme.transform.interface import Kind, Mode, Request

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
