"""What is asked of a root holds for the root alone, not for calls of it that come from inside."""

from __future__ import annotations

from typing import Any

import pytest

import ribozyme

rz: Any = ribozyme

SOURCE = """
#include <math.h>
double swapped(double x, double y, int n)
{
    return n ? swapped(y * 1.1, x, n - 1) * x : x * sin(y);
}
double even(double x, double y, int n);
static double odd(double x, double y, int n) { return even(y, x * x, n - 1) + x; }
double even(double x, double y, int n) { return n > 0 ? odd(x, y, n) * y : x * y; }
static double (*again)(double, double, int) = swapped;
double through_pointer(double x, double y, int n)
{
    return n ? again(y, x, n) + x * y : x;
}
"""


@pytest.mark.parametrize("name", ["swapped", "even", "through_pointer"])
@pytest.mark.parametrize("wrt", ["x", "y"])
def test_a_recursive_root_with_a_constant_argument(name: str, wrt: str) -> None:
    function = rz.compile(SOURCE)[name]
    here = {"x": 0.7, "y": 0.3, "n": 3}
    step = 1e-5
    above = function(**{**here, wrt: here[wrt] + step})
    below = function(**{**here, wrt: here[wrt] - step})
    assert rz.grad(function, wrt=wrt)(**here) == pytest.approx((above - below) / (2 * step), 1e-8)
