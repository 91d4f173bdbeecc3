"""Values at kinks, seeds that are masked, and the option that says what a kink is worth."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=18, wide=36)

SOURCE = r"""
#include <math.h>
#include <complex.h>
double root(double x) { return sqrt(x); }
double size(double x) { return fabs(x); }
double larger(double x, double y) { return fmax(x, y); }
double smaller(double x, double y) { return fmin(x, y); }
double power(double x, double y) { return pow(x, y); }
double whole(double x, int n) { return __builtin_powi(x, n); }
double rest(double x, double y) { return fmod(x, y); }
double signed_like(double x, double y) { return copysign(x, y); }
double length(double x, double y) { return hypot(x, y); }
double angle(double x, double y) { return atan2(y, x); }
double masked(double x) { return x > 0 ? sqrt(x) : 0; }
double branch(double x) { double y = 0; if (x > 0) y = sqrt(x) * x; return y; }
double arc(double x) { return x < 1 ? acos(x) : 0; }
double logs(double x) { return x > 0 ? x * log(x) : 0; }
double inverse(double x) { return x != 0 ? 1 / x : 0; }
double powers(double x, double y) { return x > 0 ? pow(x, y) : 0; }
double absolute(double x, double y) { return cabs(x + I * y); }
double cpower(double x) { return creal(cpow(x, 2.0)); }
double nearest(double x, double y) { return remainder(x, y); }
double beyond(double x, double y) { return fdim(x, y); }
double third(double x) { return cbrt(x); }
double arcs(double x) { return asin(x) + 2 * acos(x); }
double area(double x) { return acosh(x); }
double complex_root(double x, double y) { return creal(csqrt(x + I * y)); }
double steps(double x) { return floor(x) + ceil(x) + round(x) + trunc(x) + rint(x); }
"""
ZERO = (0.0,)
POINTS: list[tuple[str, tuple[Any, ...], tuple[float, ...]]] = [
    ("root", (0.0,), ZERO),
    ("root", (-0.0,), ZERO),
    ("root", (math.inf,), ZERO),
    ("root", (4.0,), (0.25,)),
    ("size", (0.0,), (1.0,)),
    ("size", (-0.0,), (1.0,)),
    ("size", (-math.inf,), (-1.0,)),
    ("larger", (2.0, 2.0), (1.0, 0.0)),
    ("larger", (math.nan, 2.0), (0.0, 1.0)),
    ("larger", (2.0, math.nan), (1.0, 0.0)),
    ("smaller", (2.0, 2.0), (0.0, 1.0)),
    ("smaller", (math.nan, 2.0), (0.0, 1.0)),
    ("smaller", (2.0, math.nan), (1.0, 0.0)),
    ("power", (0.0, 2.0), (0.0, 0.0)),
    ("power", (0.0, 1.0), (1.0, 0.0)),
    ("power", (0.0, 0.0), (0.0, -math.inf)),
    ("power", (-2.0, 2.0), (-4.0, math.nan)),
    ("whole", (0.0, 0), ZERO),
    ("whole", (0.0, 1), (1.0,)),
    ("rest", (7.0, 2.0), (1.0, -3.0)),
    ("rest", (-7.0, 2.0), (1.0, 3.0)),
    ("signed_like", (2.0, -1.0), (-1.0, 0.0)),
    ("signed_like", (2.0, -0.0), (-1.0, 0.0)),
    ("length", (0.0, 0.0), (0.0, 0.0)),
    ("absolute", (0.0, 0.0), (0.0, 0.0)),
    ("cpower", (0.0,), ZERO),
    ("steps", (2.0,), ZERO),
    ("masked", (0.0,), ZERO),
    ("masked", (-1.0,), ZERO),
    ("branch", (0.0,), ZERO),
    ("arc", (1.0,), ZERO),
    ("arc", (2.0,), ZERO),
    ("logs", (0.0,), ZERO),
    ("inverse", (0.0,), ZERO),
    ("powers", (0.0, 0.5), (0.0, 0.0)),
    ("powers", (-1.0, 0.5), (0.0, 0.0)),
]


@pytest.fixture(scope="module")
def lib() -> Any:
    return rz.compile(SOURCE)


def same(got: float, want: float) -> bool:
    return got == want or (math.isnan(got) and math.isnan(want))


@pytest.mark.parametrize(("name", "at", "want"), POINTS)
def test_special_points(lib: Any, name: str, at: tuple[Any, ...], want: tuple[float, ...]) -> None:
    """Reverse and forward give the value that is documented."""
    f = lib[name]
    floats = tuple(i for i, v in enumerate(at) if isinstance(v, float))
    with rz.options(check="never"):
        found = rz.grad(f, wrt=floats)(*at)
        assert all(same(g, w) for g, w in zip(found, want, strict=True)), found
        for place, partial in zip(floats, want, strict=True):
            tangents = [1.0 if i == place else None for i in range(len(at))]
            _, dot = rz.jvp(f, at, tangents)
            assert same(dot, partial), (place, dot)


def test_infinite_slopes(lib: Any) -> None:
    """`inf` is the limit of the slope; what is masked stays zero."""
    with rz.options(nonsmooth="inf", check="never"):
        assert rz.grad(lib.root)(0.0) == math.inf
        assert rz.jvp(lib.root, (0.0,), (1.0,))[1] == math.inf
        assert rz.grad(lib.masked)(0.0) == 0
        assert rz.jvp(lib.masked, (0.0,), (1.0,))[1] == 0
        assert rz.grad(lib.size)(0.0) == 1


@pytest.mark.parametrize(
    ("name", "kink", "smooth"),
    [
        ("root", (0.0,), (4.0,)),
        ("larger", (2.0, 2.0), (2.0, 3.0)),
        ("length", (0.0, 0.0), (3.0, 4.0)),
        ("absolute", (0.0, 0.0), (3.0, 4.0)),
        ("size", (0.0,), (-2.0,)),
        ("smaller", (2.0, 2.0), (2.0, 3.0)),
        ("signed_like", (0.0, 1.0), (2.0, 1.0)),
        ("power", (0.0, 0.5), (0.0, 2.0)),
        ("rest", (6.0, 2.0), (7.0, 2.0)),
        ("rest", (-6.0, 2.0), (0.0, 2.0)),
        ("nearest", (3.0, 2.0), (4.0, 2.0)),
        ("beyond", (2.0, 2.0), (3.0, 2.0)),
        ("complex_root", (0.0, 0.0), (1.0, 2.0)),
    ],
)
def test_raising(lib: Any, name: str, kink: tuple[float, ...], smooth: tuple[float, ...]) -> None:
    """`raise` names the function and the line, and only where a derivative is asked for."""
    f = lib[name]
    ones = (1.0,) * len(kink)
    with rz.options(nonsmooth="raise", check="never"):
        for run in (lambda at: rz.grad(f)(*at), lambda at: rz.jvp(f, at, ones)):
            run(smooth)
            with pytest.raises(rz.RunError, match="has no derivative here") as found:
                run(kink)
            assert found.value.code == "RZ606"
        assert rz.jvp(f, kink, (0.0,) * len(kink))[1] == 0


@pytest.mark.parametrize(
    ("name", "kink", "smooth"),
    [
        ("third", (0.0,), (8.0,)),
        ("arcs", (1.0,), (0.5,)),
        ("arcs", (-1.0,), (0.5,)),
        ("area", (1.0,), (2.0,)),
        ("angle", (0.0, 0.0), (1.0, 0.0)),
    ],
)
def test_raising_where_the_slope_is_infinite(
    lib: Any, name: str, kink: tuple[float, ...], smooth: tuple[float, ...]
) -> None:
    """Where no value is chosen, the derivative is infinite or no number, unless it raises."""
    f = lib[name]
    ones = (1.0,) * len(kink)
    with rz.options(check="never"):
        assert not math.isfinite(rz.jvp(f, kink, ones)[1])
    with rz.options(nonsmooth="raise", check="never"):
        for run in (lambda at: rz.grad(f)(*at), lambda at: rz.jvp(f, at, ones)):
            run(smooth)
            with pytest.raises(rz.RunError, match="has no derivative here"):
                run(kink)


@pytest.mark.parametrize(
    ("body", "word"),
    [
        ("fmax(x, 2.0)", "fmax"),
        ("fmin(2.0, x) * x", "fmin"),
        ("fabs(x - 2)", "fabs"),
        ("fdim(x, 2.0)", "fdim"),
    ],
)
def test_what_raises_has_the_name_in_c(body: str, word: str) -> None:
    f = rz.compile(f"#include <math.h>\ndouble f(double x) {{ return {body}; }}")["f"]
    with rz.options(nonsmooth="raise", check="never"):
        for run in (rz.grad(f), rz.hessian(f)):
            with pytest.raises(rz.RunError, match=f"in 'f' .*'{word}' has no derivative here"):
                run(2.0)


def test_a_branch_not_taken_does_not_raise(lib: Any) -> None:
    """The square root is computed, and nobody asks for its derivative.

    Going forward nobody knows yet what will be asked for: there a kink that is passed raises.
    """
    with rz.options(nonsmooth="raise", check="never"):
        assert rz.grad(lib.masked)(0.0) == 0
        with pytest.raises(rz.RunError):
            rz.jvp(lib.masked, (0.0,), (1.0,))


def test_no_cost_on_smooth_code(lib: Any) -> None:
    """No comparison in the derivative of what is smooth."""
    source = "#include <math.h>\ndouble f(double x) { return sin(x) * exp(x) / (2 + cos(x)); }"
    text = rz.grad(rz.compile(source)["f"]).ir
    assert "fcmp" not in text


CROSSED = r"""
#include <math.h>
#include <complex.h>
double root(double x, double t) { double y = 0; if (t > 0) y = sqrt(t); return y * x; }
double over(double x, double t) { double y = 0; if (t > 0) y = 1 / t; return y * x; }
double powers(double x, double t) {
    double y = 0;
    for (int i = 0; i < 3; i++) if (t > i) y += pow(t, 1.5) * x;
    return y;
}
double cubes(double x, double t) { return creal(cpow(t + I * x, 3)); }
double product(double x, double t) {
    double complex z = x + I * t;
    return creal(z * z * z);
}
"""


@pytest.mark.parametrize(
    ("name", "t", "mixed"),
    [
        ("root", 4.0, [[0, 0.25], [0.25, 0]]),
        ("over", 4.0, [[0, -1 / 16], [-1 / 16, 0]]),
        ("powers", 4.0, [[0, 9], [9, 0]]),
        ("cubes", 2.0, [[-12, 0], [0, 12]]),
        ("product", 0.3, [[0, -1.8], [-1.8, 0]]),
    ],
)
def test_seeds_that_are_zero_and_vary(name: str, t: float, mixed: list[list[float]]) -> None:
    """A seed that is zero here, with another derivative, is not left out of a second derivative."""
    f = rz.compile(CROSSED)[name]
    with rz.options(check="never"):
        for found in (
            rz.hessian(f)(0.0, t),
            [[rz.grad(rz.grad(f, wrt=i), wrt=k)(0.0, t) for k in (0, 1)] for i in (0, 1)],
            rz.jacobian(rz.grad(f))(0.0, t),
        ):
            assert np.allclose(found, mixed, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("body", ["pow(x, 1.5)", "x * x * log(x)", "x * sqrt(x)", "acos(1 - x)"])
def test_second_derivatives_of_what_is_masked_are_zero(body: str) -> None:
    """Where the other branch was taken neither 0 · ∞ comes of the slope nor of its derivative."""
    text = f"#include <math.h>\ndouble f(double x) {{ return x > 0 ? {body} : 0; }}\n"
    f = rz.compile(text).f
    with rz.options(check="never"):
        assert rz.grad(f)(0.0) == 0
        assert rz.hessian(f)(0.0) == 0
        assert rz.grad(rz.grad(f))(0.0) == 0
