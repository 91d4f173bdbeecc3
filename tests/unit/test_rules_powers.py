"""Second derivatives of powers where a formula of the slope has a gap: closed forms."""

import math

import numpy as np
import pytest

import ribozyme as rz

PROGRAM = """
#include <complex.h>
#include <math.h>
double real(double x, double y) { return pow(x, y); }
float single(float x, float y) { return powf(x, y); }
double parts(double x, double y) { return creal(cpow(x, y)); }
double turned(double x, double y) { return cimag(cpow(x * I, y)); }
"""


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(PROGRAM)


def second(x: float, y: float) -> list[list[float]]:
    """The second derivatives of x^y for a positive x."""
    mixed = x ** (y - 1) * (1 + y * math.log(x))
    return [[y * (y - 1) * x ** (y - 2), mixed], [mixed, x**y * math.log(x) ** 2]]


@pytest.mark.parametrize("name", ["real", "single", "parts"])
@pytest.mark.parametrize(("x", "y"), [(0.7, 0.0), (1.0, 0.0), (2.5, -0.0), (1.3, 2.0), (0.4, 1.0)])
def test_an_exponent_of_zero_keeps_its_slope(
    lib: rz.Library, name: str, x: float, y: float
) -> None:
    found = np.array(rz.hessian(lib[name])(x, y))
    close = 2e-6 if name == "single" else 1e-12
    assert np.allclose(
        found, second(float(np.float32(x)) if name == "single" else x, y), close, close
    )


def test_an_imaginary_base(lib: rz.Library) -> None:
    """Im (ix)^y = x^y sin(πy/2)."""
    found = np.array(rz.hessian(lib.turned)(0.7, 0.0))
    turn = math.pi / 2
    assert np.allclose(found, [[0, 0], [0, 2 * turn * math.log(0.7)]], rtol=1e-12, atol=1e-12)


def test_a_base_of_zero(lib: rz.Library) -> None:
    for name in ("real", "parts"):
        along = rz.grad(rz.grad(lib[name], wrt="x"), wrt="x")
        for y, want in ((2.0, 2.0), (3.0, 0.0), (1.0, 0.0), (0.0, 0.0)):
            assert along(0.0, y) == want


@pytest.mark.parametrize(
    ("x", "y"),
    [(1e-200, 2.0), (1e-104, 3.0), (-1e-200, 2.0), (1e200, 2.0), (1e-160, 2.0), (-0.3, 3.0)],
)
def test_a_power_out_of_range_does_not_tell_its_slope(lib: rz.Library, x: float, y: float) -> None:
    """Where the power underflows or overflows the lower one may not."""
    slope = rz.grad(lib.real, wrt="x")
    assert math.isclose(slope(x, y), y * math.pow(x, y - 1), rel_tol=1e-14)
    assert math.isclose(
        rz.grad(slope, wrt="x")(x, y), y * (y - 1) * math.pow(x, y - 2), rel_tol=1e-12
    )
