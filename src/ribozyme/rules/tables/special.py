"""Rules of the special functions of the GNU Scientific Library, under its names, in double.

    gsl_sf_bessel_J0(x)    →   -gsl_sf_bessel_J1(x) dx

A derivative calls the same library. Left out are functions of which a derivative by some operand is
no function of the library (`gsl_sf_bessel_Jnu` by nu, `gsl_sf_gamma_inc` by a): their calls are
refused. Terms stay inside the domains of the functions that they call, whose errors end a program.

Where a term is 0/0 at a point, it is its Taylor polynomial of the first degree there: second
derivatives at the point are right, too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ribozyme.rules.expr import Apply, Expr, IntNum, IntOperand, Num
from ribozyme.rules.language import (
    copysign,
    cos,
    dx,
    dy,
    dz,
    eq,
    exp,
    fabs,
    function,
    iadd,
    ieq,
    isub,
    itofp,
    log,
    m,
    n,
    pick,
    r,
    sin,
    sqrt,
    tanh,
    x,
    y,
    z,
)
from ribozyme.rules.rule import POSITIVE, REAL, SMALL_INT, UNIT, Interval, Row, rule, rule_table
from ribozyme.rules.tables.libm import TWO

__all__ = ["SPECIAL"]

PI: Final = Num(3.141592653589793)
ROOT_PI: Final = Num(1.772453850905516)
ROOT_TWO_PI: Final = Num(2.5066282746310002)
SMALL: Final = Interval(0.1, 0.9)
ORDERS: Final = (SMALL_INT, POSITIVE)
FEW: Final = Interval(0, 3)
ONE_ON: Final = Interval(1, 4)


def sf(name: str) -> Callable[..., Apply]:
    """A function of the library."""
    return function(f"gsl_sf_{name}")


def row(name: str, *terms: Expr | float, **how: object) -> Row:
    """A row of a function of the library."""
    return rule(f"gsl_sf_{name}", *terms, **how)  # type: ignore[arg-type]


def half(a: Expr, b: Expr) -> Expr:
    """The mean of two terms."""
    return (a + b) / 2


def _cylindrical() -> tuple[Row, ...]:
    J0, J1, Jn, Y0, Y1, Yn = (sf(f"bessel_{kind}{order}") for kind in "JY" for order in "01n")
    I0, I1, In, K0, K1, Kn = (sf(f"bessel_{kind}{order}") for kind in "IK" for order in "01n")
    S0, S1, Sn, T0, T1, Tn = (
        sf(f"bessel_{kind}{order}_scaled") for kind in "IK" for order in "01n"
    )
    up, down, side = iadd(m, 1), isub(m, 1), copysign(1.0, x)
    return (
        row("bessel_J0", -(J1(x) * dx)),
        row("bessel_J1", half(J0(x), -Jn(TWO, x)) * dx),
        row("bessel_Jn", half(Jn(down, y), -Jn(up, y)) * dy),
        row("bessel_Y0", -(Y1(x) * dx), domain=POSITIVE),
        row("bessel_Y1", half(Y0(x), -Yn(TWO, x)) * dx, domain=POSITIVE),
        row("bessel_Yn", half(Yn(down, y), -Yn(up, y)) * dy, domain=ORDERS),
        row("bessel_I0", I1(x) * dx),
        row("bessel_I1", half(I0(x), In(TWO, x)) * dx),
        row("bessel_In", half(In(down, y), In(up, y)) * dy),
        row("bessel_K0", -(K1(x) * dx), domain=POSITIVE),
        row("bessel_K1", -(half(K0(x), Kn(TWO, x)) * dx), domain=POSITIVE),
        row("bessel_Kn", -(half(Kn(down, y), Kn(up, y)) * dy), domain=ORDERS),
        # With a factor exp(-|x|).
        row("bessel_I0_scaled", (S1(x) - side * r) * dx, kink=eq(x, 0), there=0),
        row("bessel_I1_scaled", (half(S0(x), Sn(TWO, x)) - side * r) * dx),
        row(
            "bessel_In_scaled",
            (half(Sn(down, y), Sn(up, y)) - copysign(1.0, y) * r) * dy,
            domain=ORDERS,
        ),
        row("bessel_K0_scaled", (r - T1(x)) * dx, domain=POSITIVE),
        row("bessel_K1_scaled", (r - half(T0(x), Tn(TWO, x))) * dx, domain=POSITIVE),
        row("bessel_Kn_scaled", (r - half(Tn(down, y), Tn(up, y))) * dy, domain=ORDERS),
    )


def _spherical() -> tuple[Row, ...]:
    rows: list[Row] = []
    for kind in "jy":
        zeroth, first, order = (sf(f"bessel_{kind}{name}") for name in "01l")
        one, two = zeroth(x) - 2 * r / x, first(x) - 3 * r / x
        some: Expr = itofp(m) * r / y - order(iadd(m, 1), y)
        if kind == "j":
            one, two = pick(eq(x, 0), 1 / 3, one), pick(eq(x, 0), 2 * x / 15, two)
            others = pick(ieq(m, 0), -y / 3, pick(ieq(m, 2), 2 * y / 15, 0))
            some = pick(eq(y, 0), pick(ieq(m, 1), 1 / 3, others), some)
        rows += [
            row(f"bessel_{kind}0", -(first(x) * dx), domain=POSITIVE),
            row(f"bessel_{kind}1", one * dx, domain=POSITIVE),
            row(f"bessel_{kind}2", two * dx, domain=POSITIVE),
            row(f"bessel_{kind}l", some * dy, domain=ORDERS),
        ]
    return tuple(rows)


def _errors() -> tuple[Row, ...]:
    return (
        row("erf", 2 / ROOT_PI * exp(-(x * x)) * dx),
        row("erfc", -(2 / ROOT_PI * exp(-(x * x)) * dx)),
        row("log_erfc", -(2 / ROOT_PI * exp(-(x * x) - r) * dx)),
        row("erf_Z", -(x * r * dx)),
        row("erf_Q", -(sf("erf_Z")(x) * dx)),
        row("hazard", r * (r - x) * dx),
        row("dawson", (1 - 2 * x * r) * dx),
        rule("gsl_cdf_ugaussian_P", exp(-(x * x) / 2) / ROOT_TWO_PI * dx),
        rule("gsl_cdf_ugaussian_Q", -(exp(-(x * x) / 2) / ROOT_TWO_PI * dx)),
        rule("gsl_cdf_ugaussian_Pinv", ROOT_TWO_PI * exp(r * r / 2) * dx, domain=SMALL),
        rule("gsl_cdf_ugaussian_Qinv", -(ROOT_TWO_PI * exp(r * r / 2) * dx), domain=SMALL),
        rule("gsl_ran_ugaussian_pdf", -(x * r * dx)),
    )


def _gamma() -> tuple[Row, ...]:
    psi, psi_n = sf("psi"), sf("psi_n")
    both = psi(x + y) * (dx + dy)
    return (
        row("gamma", r * psi(x) * dx, domain=POSITIVE),
        row("lngamma", psi(x) * dx, domain=POSITIVE),
        row("gammainv", -(r * psi(x) * dx), domain=POSITIVE),
        row("psi", sf("psi_1")(x) * dx, domain=POSITIVE),
        row("psi_1", psi_n(TWO, x) * dx, domain=POSITIVE),
        row("psi_n", psi_n(iadd(m, 1), y) * dy, domain=ORDERS),
        row("poch", r * (both - psi(x) * dx), domain=POSITIVE),
        row("lnpoch", both - psi(x) * dx, domain=POSITIVE),
        row("beta", r * (psi(x) * dx + psi(y) * dy - both), domain=POSITIVE),
        row("lnbeta", psi(x) * dx + psi(y) * dy - both, domain=POSITIVE),
    )


def _elementary() -> tuple[Row, ...]:
    more = sf("exprel_n")
    return (
        row("exp", r * dx),
        row("exp_mult", r * dx + exp(x) * dy),
        row("expm1", exp(x) * dx),
        row("exprel", (r - sf("exprel_2")(x) / 2) * dx),
        row("exprel_2", (r - 2 * more(iadd(TWO, 1), x) / 3) * dx),
        row(
            "exprel_n",
            (r - itofp(m) / (itofp(m) + 1) * more(iadd(m, 1), y)) * dy,
            domain=(SMALL_INT, REAL),
        ),
        row("log", dx / x, domain=POSITIVE),
        row("log_abs", dx / x, domain=POSITIVE),
        row("log_1plusx", dx / (1 + x), domain=POSITIVE),
        row("log_1plusx_mx", -(x / (1 + x) * dx), domain=POSITIVE),
        row("sin", cos(x) * dx),
        row("cos", -(sin(x) * dx)),
        row("sin_pi", PI * sf("cos_pi")(x) * dx, domain=UNIT),
        row("cos_pi", -(PI * sf("sin_pi")(x) * dx), domain=UNIT),
        row("hypot", (x * dx + y * dy) / r, kink=eq(r, 0), there=0),
        row(
            "sinc",
            pick(eq(x, 0), -(PI * PI * x / 3), (sf("cos_pi")(x) - r) / x) * dx,
            domain=UNIT,
        ),
        row("lnsinh", dx / tanh(x), domain=POSITIVE),
        row("lncosh", tanh(x) * dx),
        row("pow_int", itofp(n) * sf("pow_int")(x, isub(n, 1)) * dx, domain=(POSITIVE, SMALL_INT)),
    )


def _integrals() -> tuple[Row, ...]:
    sinh, cosh, atan, expm1 = (function(name) for name in ("sinh", "cosh", "atan", "expm1"))

    def over_x(value: Expr) -> Expr:
        return pick(eq(x, 0), 1, value / x) * dx

    debye = (
        row(f"debye_{k}", k * (1 / expm1(x) - r / x) * dx, domain=POSITIVE) for k in range(1, 7)
    )
    return (
        row("expint_E1", -(exp(-x) / x * dx), domain=POSITIVE),
        row("expint_E2", -(sf("expint_E1")(x) * dx), domain=POSITIVE),
        row("expint_En", -((exp(-y) - (itofp(m) - 1) * r) / y * dy), domain=ORDERS),
        row("expint_E1_scaled", (r - 1 / x) * dx, domain=POSITIVE),
        row("expint_E2_scaled", (r - sf("expint_E1_scaled")(x)) * dx, domain=POSITIVE),
        row("expint_Ei", exp(x) / x * dx, domain=POSITIVE),
        row("expint_Ei_scaled", (1 / x - r) * dx, domain=POSITIVE),
        row("expint_3", exp(-(x * x * x)) * dx, domain=POSITIVE),
        row("Shi", over_x(sinh(x))),
        row("Chi", cosh(x) / x * dx, domain=POSITIVE),
        row("Si", over_x(sin(x))),
        row("Ci", cos(x) / x * dx, domain=POSITIVE),
        row("atanint", over_x(atan(x))),
        row("dilog", pick(eq(x, 0), 1 + x / 2, -log(fabs(1 - x)) / x) * dx, domain=UNIT),
        row("clausen", -(log(2 * fabs(sin(x / 2))) * dx), domain=POSITIVE),
        *debye,
        row("fermi_dirac_m1", r * (1 - r) * dx),
        row("fermi_dirac_0", sf("fermi_dirac_m1")(x) * dx),
        row("fermi_dirac_1", sf("fermi_dirac_0")(x) * dx),
        row("fermi_dirac_2", sf("fermi_dirac_1")(x) * dx),
    )


def _polynomials() -> tuple[Row, ...]:
    found: list[Row] = []
    for kind in ("hermite", "hermite_prob"):
        slope = sf(f"{kind}_deriv")
        found += [
            row(kind, slope(IntNum(1), m, y) * dy, domain=(SMALL_INT, REAL)),
            row(f"{kind}_deriv", slope(iadd(m, 1), n, z) * dz, domain=(FEW, FEW, REAL)),
        ]
    inside = (1 - y) * (1 + y)
    # P' is c·y·r at -1 and 1, where r = y^m. The second term vanishes there; with it P'' is
    # c·(c - 1)·r/2.
    c = itofp(m) * (itofp(m) + 1) / 2
    ends = y * r * c + y * r * c * (c + 3) / 4 * inside

    def next_one(kind: str) -> Expr:
        return (itofp(m) + 1) * (y * r - sf(f"legendre_{kind}")(iadd(m, 1), y)) / inside

    return (
        *found,
        row("legendre_P1", dx),
        row("legendre_P2", 3 * x * dx),
        row("legendre_P3", (15 * x * x - 3) / 2 * dx),
        row(
            "legendre_Pl",
            pick(eq(y * y, 1), ends, next_one("Pl")) * dy,
            domain=(SMALL_INT, UNIT),
        ),
        row("legendre_Q0", dx / ((1 - x) * (1 + x)), domain=UNIT),
        row("legendre_Q1", (sf("legendre_Q0")(x) + x / ((1 - x) * (1 + x))) * dx, domain=UNIT),
        row("legendre_Ql", next_one("Ql") * dy, domain=(SMALL_INT, UNIT)),
        row("laguerre_1", dx - dy),
        row("gegenpoly_1", 2 * y * dx + 2 * x * dy),
    )


def _others() -> tuple[Row, ...]:
    """Elliptic integrals, and functions of differential equations; a mode is a precision."""
    precise = Interval(0, 0)
    mode, whole = IntOperand(2), (SMALL, precise)
    K, E, F = sf("ellint_Kcomp"), sf("ellint_Ecomp"), sf("ellint_F")
    rest, under = (1 - y) * (1 + y), sqrt(1 - y * y * sin(x) * sin(x))
    by_k = sf("ellint_E")(x, y, mode) / (y * rest) - r / y - y * sin(x) * cos(x) / (rest * under)
    sines = (x - sin(x) * cos(x)) / 2  # the integral of sin² from 0 to x
    kummer, tricomi = sf("hyperg_1F1_int"), sf("hyperg_U_int")
    rows: list[Row] = []
    for kind in ("Ai", "Bi"):
        value, slope = sf(f"airy_{kind}"), sf(f"airy_{kind}_deriv")
        rows += [
            row(f"airy_{kind}", slope(x, n) * dx, domain=(REAL, precise)),
            row(f"airy_{kind}_deriv", x * value(x, n) * dx, domain=(REAL, precise)),
        ]
    return (
        *rows,
        row(
            "ellint_Kcomp",
            pick(eq(x, 0), PI * x / 4, (E(x, n) / ((1 - x) * (1 + x)) - r) / x) * dx,
            domain=whole,
        ),
        row("ellint_Ecomp", pick(eq(x, 0), -(PI * x / 4), (r - K(x, n)) / x) * dx, domain=whole),
        row("ellint_F", dx / under + pick(eq(y, 0), y * sines, by_k) * dy, domain=(SMALL, *whole)),
        row(
            "ellint_E",
            under * dx + pick(eq(y, 0), -(y * sines), (r - F(x, y, mode)) / y) * dy,
            domain=(SMALL, *whole),
        ),
        row(
            "hyperg_1F1_int",
            itofp(m) / itofp(n) * kummer(iadd(m, 1), iadd(n, 1), z) * dz,
            domain=(ONE_ON, ONE_ON, REAL),
        ),
        row(
            "hyperg_U_int",
            -(itofp(m) * tricomi(iadd(m, 1), iadd(n, 1), z) * dz),
            domain=(ONE_ON, ONE_ON, POSITIVE),
        ),
        row("lambert_W0", exp(-r) / (1 + r) * dx, domain=POSITIVE),
        row("lambert_Wm1", exp(-r) / (1 + r) * dx, domain=Interval(-0.3, -0.1)),
    )


SPECIAL: Final = rule_table(
    (
        *_cylindrical(),
        *_spherical(),
        *_errors(),
        *_gamma(),
        *_elementary(),
        *_integrals(),
        *_polynomials(),
        *_others(),
    ),
    "gsl",
)
