"""Special functions of the GNU Scientific Library: every row against differences of the library."""

from __future__ import annotations

import ctypes.util
import math
import random
from functools import cache
from typing import Any

import pytest

import ribozyme as rz
from ribozyme.rules.rule import Rule
from ribozyme.rules.tables.special import SPECIAL

LIBRARY = ctypes.util.find_library("gsl")
pytestmark = pytest.mark.skipif(
    LIBRARY is None, reason="the GNU Scientific Library is not installed"
)
POINTS = 8


def source(rule: Rule) -> str:
    """The function's declaration, and a function that calls it."""
    types = ["double" if kind == "float" else "int" for kind in rule.operands]
    params = ", ".join(f"{type} x{k}" for k, type in enumerate(types))
    given = ", ".join(f"x{k}" for k, _ in enumerate(types))
    short = rule.name.removeprefix("gsl_")
    return (
        f"double {rule.name}({', '.join(types)});\n"
        f"double call_{short}({params}) {{ return {rule.name}({given}); }}\n"
    )


@cache
def library() -> Any:
    text = "".join(map(source, SPECIAL.values()))
    blas = ctypes.util.find_library("gslcblas")
    return rz.compile(text, libraries=[one for one in (blas, LIBRARY) if one])


def drawn(rule: Rule, rng: random.Random) -> list[Any]:
    return [
        rng.randint(int(low), int(high)) if kind == "int" else rng.uniform(low, high)
        for kind, (low, high) in zip(rule.operands, rule.domain, strict=True)
    ]


@pytest.mark.rotates(plain=8, wide=60)
@pytest.mark.parametrize("name", sorted(SPECIAL))
def test_rows_against_the_library(name: str) -> None:
    """First derivatives both ways, and the second against differences of the first."""
    rule, rng = SPECIAL[name], random.Random(name)
    f = library()[f"call_{name.removeprefix('gsl_')}"]
    floats = [k for k, kind in enumerate(rule.operands) if kind == "float"]
    gradient = rz.grad(f, wrt=tuple(floats), check="never")

    def error(of: Any, at: list[Any], k: int, found: float) -> float:
        """How far differences of the fourth order are, at the best of some steps."""
        errors = []
        for step in (1e-3, 1e-4, 1e-5):
            total = 0.0
            for times, weight in ((1, 8), (-1, -8), (2, -1), (-2, 1)):
                moved = list(at)
                moved[k] += times * step
                total += weight * of(moved)
            errors.append(abs(found - total / (12 * step)))
        return min(errors)

    for _ in range(POINTS):
        at = drawn(rule, rng)
        if any(abs(at[k]) < 4e-3 for k in floats):
            continue
        found = gradient(*at)
        for place, k in enumerate(floats):
            size = 1 + abs(f(*at)) + abs(found[place])
            assert error(lambda moved: f(*moved), at, k, found[place]) <= 2e-9 * size, (at, k)
            along = [1.0 if j == k else 0.0 if j in floats else None for j, _ in enumerate(at)]
            assert rz.jvp(f, at, along, check="never")[1] == pytest.approx(found[place], rel=1e-13)
        if rng.random() < 0.3:
            k = floats[-1]
            along = tuple(1.0 if j == k else 0.0 for j in floats)
            second = rz.hvp(f, tuple(at), along, wrt=tuple(floats), check="never")
            size = 1 + abs(f(*at)) + abs(found[-1]) + abs(second[-1])
            assert error(lambda moved: gradient(*moved)[-1], at, k, second[-1]) <= 2e-8 * size, at


def test_values_where_a_formula_has_a_gap() -> None:
    """At zeros of a denominator the derivative is its limit."""
    lib = library()
    for name, at, want in (
        ("sf_bessel_j1", (0.0,), 1 / 3),
        ("sf_bessel_jl", (1, 0.0), 1 / 3),
        ("sf_bessel_jl", (2, 0.0), 0.0),
        ("sf_sinc", (0.0,), 0.0),
        ("sf_Si", (0.0,), 1.0),
        ("sf_dilog", (0.0,), 1.0),
        ("sf_ellint_Kcomp", (0.0, 0), 0.0),
        ("sf_legendre_Pl", (3, 1.0), 6.0),
        ("sf_legendre_Pl", (3, -1.0), 6.0),
        ("sf_legendre_Pl", (2, -1.0), -3.0),
        ("sf_legendre_Pl", (0, 0.3), 0.0),
        ("sf_hermite", (0, 0.3), 0.0),
        ("sf_expint_En", (0, 0.7), -0.49658530379140947 * (1 / 0.7 + 1 / 0.49)),
    ):
        found = rz.grad(lib[f"call_{name}"], check="never")(*at)
        if name == "sf_expint_En":
            want = -(2.718281828459045**-0.7) * (1 / 0.7 + 1 / 0.49)
        assert found == pytest.approx(want, rel=1e-12, abs=1e-15), name


HALF = 0.5 * (0.7 - math.sin(0.7) * math.cos(0.7))


@pytest.mark.parametrize(
    ("name", "at", "of", "want"),
    [
        ("bessel_j1", (0.0,), 0, 0.0),
        ("bessel_j2", (0.0,), 0, 2 / 15),
        ("bessel_jl", (0, 0.0), 1, -1 / 3),
        ("bessel_jl", (1, 0.0), 1, 0.0),
        ("bessel_jl", (2, 0.0), 1, 2 / 15),
        ("bessel_jl", (3, 0.0), 1, 0.0),
        ("sinc", (0.0,), 0, -(math.pi**2) / 3),
        ("Si", (0.0,), 0, 0.0),
        ("Shi", (0.0,), 0, 0.0),
        ("atanint", (0.0,), 0, 0.0),
        ("dilog", (0.0,), 0, 0.5),
        ("ellint_Kcomp", (0.0, 0), 0, math.pi / 4),
        ("ellint_Ecomp", (0.0, 0), 0, -math.pi / 4),
        ("ellint_F", (0.7, 0.0, 0), 1, HALF),
        ("ellint_E", (0.7, 0.0, 0), 1, -HALF),
        ("legendre_Pl", (3, 1.0), 1, 15.0),
        ("legendre_Pl", (3, -1.0), 1, -15.0),
        ("legendre_Pl", (2, -1.0), 1, 3.0),
        ("legendre_Pl", (4, 1.0), 1, 45.0),
        ("legendre_Pl", (4, -1.0), 1, 45.0),
    ],
)
def test_second_derivatives_where_a_formula_has_a_gap(
    name: str, at: tuple[Any, ...], of: int, want: float
) -> None:
    f = library()[f"call_sf_{name}"]
    slope = rz.grad(rz.grad(f, wrt=of, check="never"), wrt=of, check="never")
    assert slope(*at) == pytest.approx(want, rel=1e-12, abs=1e-15)


def test_what_has_no_row_is_refused() -> None:
    text = """double gsl_sf_bessel_Jnu(double nu, double x);
    double f(double x) { return gsl_sf_bessel_Jnu(0.5, x); }"""
    f = rz.compile(text, libraries=[str(LIBRARY)]).f
    with pytest.raises(rz.Error, match="no derivative for 'gsl_sf_bessel_Jnu'"):
        rz.grad(f)(1.0)
