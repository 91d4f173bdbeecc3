"""Calls through pointers of functions of other types: right for those of the call's type; of the
others a trap says that they have no derivative, where one is met."""

from __future__ import annotations

from typing import Literal

import numpy as np
import pytest

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=4, wide=8)

TABLE = """
typedef double (*op)(const double *, long);
static __attribute__((noinline)) double squared(const double *x, long n) { return x[n] * x[n]; }
static __attribute__((noinline)) OTHER
static op ops[2] = {squared, (op)other};

double f(const double *x, int k)
{
    double s = 0;
    for (int i = 0; i < 3; i++)
        s += ops[i % k](x, i);
    return s;
}
"""
OTHERS = {
    "an integer of another width": "double other(const double *x, unsigned n) { return x[n] * 3; }",
    "an address as a number": "double other(unsigned long x, long n) { return *(double *)x * n; }",
    "a float": "float other(const double *x, long n) { return x[n] * 5; }",
    "an address comes back": "const void *other(const double *x, long n) { return x + n; }",
    "nothing comes back": "void other(double *x, long n) { x[n] = 4; }",
    "fewer arguments": "double other(const double *x) { return x[1]; }",
}


@pytest.mark.parametrize("level", [None, "O0", "O2"])
@pytest.mark.parametrize("other", OTHERS)
def test_a_table_with_a_function_of_another_type(
    other: str, level: Literal["O0", "O2"] | None
) -> None:
    source = TABLE.replace("OTHER", OTHERS[other])
    function = rz.compile(source, lang="c", level=level, flags=["-Wno-everything"]).f
    x, v = np.array([1.0, 2.0, 3.0]), np.array([1.0, -1.0, 0.5])
    np.testing.assert_allclose(rz.grad(function, wrt="x")(x, 1), 2 * x)
    _, tangent = rz.jvp(function, (x, 1), (v, None))
    np.testing.assert_allclose(tangent, 2 * x @ v)
    with pytest.raises(rz.NoDerivative, match="RZ207"):
        rz.grad(function, wrt="x")(x, 2)
