"""Derivatives of derivatives, to the third order, against mpmath at forty digits.

The programs keep things on the tape in each of its forms: arrays of counted loops, growing arrays,
frames of a recursion, memory of the heap.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import mpmath
import numpy as np
import pytest

import ribozyme

rz: Any = ribozyme

SOURCE: Final = r"""
#include <math.h>
#include <stdlib.h>
double loops(double x, int n) {
    double s = x;
    for (int i = 0; i < n; i++) {
        s = s * x + sin(s);
        if (s > 2) s = s * 0.5;
    }
    int k = 0;
    while (s < 1.5 && k < 40) {
        s = s * 1.125 + 0.0625 * x * s;
        k++;
    }
    return s;
}
static __attribute__((noinline)) double level(double a, int n) {
    return n ? sin(level(a * 1.125, n - 1)) * a : a * a;
}
double recursion(double x, int n) { return level(x, n); }
double heap(double x, int n) {
    double *t = malloc(8 * (n + 1));
    t[0] = x;
    for (int i = 0; i < n; i++) t[i + 1] = t[i] * cos(t[i] * x);
    double s = 0;
    for (int i = 0; i <= n; i++) s += t[i] * t[n - i];
    free(t);
    return s;
}
double quartic(const double *x, int n) {
    double s = 0;
    for (int i = 0; i + 1 < n; i++) s += x[i] * x[i] * x[i + 1] * exp(x[i + 1]);
    return s;
}
"""


def loops(x: Any, n: int) -> Any:
    s = x
    for _ in range(n):
        s = s * x + mpmath.sin(s)
        if s > 2:
            s = s * 0.5
    k = 0
    while s < 1.5 and k < 40:
        s = s * 1.125 + 0.0625 * x * s
        k += 1
    return s


def recursion(x: Any, n: int) -> Any:
    s = x * mpmath.mpf(1.125) ** n
    s = s * s
    for i in reversed(range(n)):
        s = mpmath.sin(s) * x * mpmath.mpf(1.125) ** i
    return s


def heap(x: Any, n: int) -> Any:
    t = [x]
    for _ in range(n):
        t.append(t[-1] * mpmath.cos(t[-1] * x))
    return sum(t[i] * t[n - i] for i in range(n + 1))


TRUTH: Final[dict[str, Callable[[Any, int], Any]]] = {
    "loops": loops, "recursion": recursion, "heap": heap
}  # fmt: skip


@cache
def library() -> Any:
    return rz.compile(SOURCE)


@pytest.mark.parametrize("order", [1, 2, 3])
@pytest.mark.parametrize("name", TRUTH)
def test_reverse_over_reverse(name: str, order: int) -> None:
    function = library()[name]
    for _ in range(order):
        function = rz.grad(function, wrt=0)
    with mpmath.workdps(40):
        expected = float(mpmath.diff(lambda x: TRUTH[name](x, 5), mpmath.mpf("0.7"), order))
    assert function(0.7, 5) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("name", TRUTH)
def test_forward_over_reverse(name: str) -> None:
    slope = rz.grad(library()[name], wrt=0)
    value, tangent = rz.jvp(slope, (0.7, 5), (1.0, None))
    with mpmath.workdps(40):
        first, second = (
            float(mpmath.diff(lambda x: TRUTH[name](x, 5), mpmath.mpf("0.7"), order))
            for order in (1, 2)
        )
    assert value == pytest.approx(first, rel=1e-9)
    assert tangent == pytest.approx(second, rel=1e-9)


def test_hessian_by_two_ways_and_in_closed_form() -> None:
    f = library().quartic
    x = np.array([0.5, -0.75, 1.25, 0.25])
    n = len(x)
    expected = np.zeros((n, n))
    for i in range(n - 1):
        a, b, e = x[i], x[i + 1], np.exp(x[i + 1])
        expected[i, i] += 2 * b * e
        expected[i, i + 1] = expected[i + 1, i] = 2 * a * (1 + b) * e
        expected[i + 1, i + 1] += a * a * (2 + b) * e
    np.testing.assert_allclose(rz.hessian(f, wrt="x")(x, n), expected, rtol=1e-12, atol=1e-13)
    columns = [rz.hvp(f, (x, n), unit, wrt="x") for unit in np.eye(n)]
    np.testing.assert_allclose(columns, expected, rtol=1e-12, atol=1e-13)
