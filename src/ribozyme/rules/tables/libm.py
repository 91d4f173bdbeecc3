"""Rules of the functions of libm that are no intrinsics, and of their usual relatives.

The derivative of the gamma functions is polygamma, which no libm has; `support.ll` has it, and its
rule leads to itself, so that every order exists.
"""

from __future__ import annotations

from typing import Final

from ribozyme.rules.expr import IntNum
from ribozyme.rules.language import (
    LN2,
    LN10,
    PI,
    SQRT_PI,
    both,
    cospi,
    dx,
    dy,
    dz,
    eq,
    exp,
    fabs,
    function,
    gt,
    iadd,
    is_nan,
    isub,
    itofp,
    j0,
    j1,
    jn,
    log,
    m,
    n,
    ne,
    pick,
    polygamma,
    pow_,
    r,
    roundeven,
    sinpi,
    sqrt,
    x,
    y,
    y0,
    y1,
    yn,
    z,
)
from ribozyme.rules.rule import (
    ABOVE_ONE,
    POSITIVE,
    REAL,
    UNIT,
    Interval,
    constant,
    rule,
    rule_table,
)

__all__ = ["LIBM", "SUPPORT"]

TWO: Final = IntNum(2)
LEAST: Final = 1e-300  # above what has lost digits
ZEROTH: Final = IntNum(0)
AROUND: Final = (Interval(1.0, 20.0), POSITIVE)
ENDS: Final = eq(fabs(x), 1)
WRAPPED: Final = both(eq(r, 0), ne(x, 0))
HALFWAY: Final = eq(2 * fabs(r), fabs(y))
exp2, exp10 = function("exp2"), function("exp10")
scalbn, scalbln, rootn = function("scalbn"), function("scalbln"), function("rootn")
scalb, logb = function("scalb"), function("logb")

LIBM: Final = rule_table(
    (
        rule("cbrt", dx / (3 * r * r), domain=POSITIVE, kink=eq(x, 0)),
        # The value chosen at the origin is the smallest subgradient.
        rule("hypot", (x * dx + y * dy) / r, kink=eq(r, 0), there=0),
        rule("asinh", dx / sqrt(1 + x * x)),
        rule("acosh", dx / (sqrt(x - 1) * sqrt(x + 1)), domain=ABOVE_ONE, kink=eq(x, 1)),
        rule("atanh", dx / ((1 - x) * (1 + x)), domain=UNIT),
        # Not r + 1, which loses its digits where r is close to -1.
        rule("expm1", exp(x) * dx),
        rule("exp2m1", exp2(x) * LN2 * dx),
        rule("exp10m1", exp10(x) * LN10 * dx),
        rule("log1p logp1", dx / (1 + x), domain=POSITIVE),
        rule("log2p1", dx / ((1 + x) * LN2), domain=POSITIVE),
        rule("log10p1", dx / ((1 + x) * LN10), domain=POSITIVE),
        rule("rsqrt", -(r / (2 * x) * dx), domain=POSITIVE),
        # Circular functions of multiples of pi.
        rule("sinpi", PI * cospi(x) * dx, domain=UNIT),
        rule("cospi", -(PI * sinpi(x) * dx), domain=UNIT),
        rule("tanpi", PI * (1 + r * r) * dx, domain=Interval(-0.4, 0.4)),
        rule("asinpi", dx / (PI * sqrt((1 - x) * (1 + x))), domain=UNIT, kink=ENDS),
        rule("acospi", -(dx / (PI * sqrt((1 - x) * (1 + x)))), domain=UNIT, kink=ENDS),
        rule("atanpi", dx / (PI * (1 + x * x))),
        rule("atan2pi", (y * dx - x * dy) / (PI * (x * x + y * y))),
        # Error and gamma functions.
        rule("erf", 2 / SQRT_PI * exp(-(x * x)) * dx),
        rule("erfc", -(2 / SQRT_PI * exp(-(x * x)) * dx)),
        rule("erfinv", SQRT_PI / 2 * exp(r * r) * dx, domain=UNIT),
        rule("erfcinv", -(SQRT_PI / 2 * exp(r * r) * dx), domain=Interval(0.1, 1.9)),
        rule("tgamma", r * polygamma(ZEROTH, x) * dx, domain=POSITIVE),
        rule("lgamma", polygamma(ZEROTH, x) * dx, domain=POSITIVE),
        rule(
            "lgamma_r",
            polygamma(ZEROTH, x) * dx,
            None,
            domain=POSITIVE,
            results="float int",
            stores=(None, 1),
        ),
        # Bessel functions.
        rule("j0", -(j1(x) * dx)),
        rule("j1", (j0(x) - jn(TWO, x)) / 2 * dx),
        rule("jn", (jn(isub(m, 1), y) - jn(iadd(m, 1), y)) / 2 * dy),
        rule("y0", -(y1(x) * dx), domain=POSITIVE),
        rule("y1", (y0(x) - yn(TWO, x)) / 2 * dx, domain=POSITIVE),
        rule("yn", (yn(isub(m, 1), y) - yn(iadd(m, 1), y)) / 2 * dy, domain=POSITIVE),
        # Remainders: the quotient from the remainder, as x/y may round to the wrong integer.
        rule("fmod", dx - roundeven((x - r) / y) * dy, domain=AROUND, kink=WRAPPED),
        rule(
            "remainder",
            dx - roundeven((x - r) / y) * dy,
            domain=AROUND,
            kink=HALFWAY,
            c="remainder drem",
        ),
        rule(
            "remquo",
            dx - roundeven((x - r) / y) * dy,
            None,
            domain=AROUND,
            kink=HALFWAY,
            results="float int",
            stores=(None, 2),
        ),
        rule("fdim", pick(gt(x, y), dx - dy, 0), kink=eq(x, y)),
        # The bits of a float.
        rule("nextafter nexttoward", dx, operands="float float"),
        rule("nextup nextdown", dx),
        rule("scalbn", scalbn(dx, n)),
        rule("scalbln", scalbln(dx, n)),
        # The exponent of scalb is a float that is a whole number: it has no derivative.
        rule("scalb", scalb(dx, y), operands="float float", domain=(REAL, Interval(2.0, 2.0))),
        rule("significand", scalb(dx, -logb(x)), domain=Interval(1.1, 1.9)),
        rule("compoundn", itofp(n) * r / (1 + x) * dx, domain=POSITIVE),
        rule("rootn", r / (itofp(n) * x) * dx, domain=(POSITIVE, Interval(1, 5))),
        constant("logb"),
    ),
    "libm",
)

_slope = (y - 1) * pow_(x, y - 2)  # 0·inf at the origin

SUPPORT: Final = rule_table(
    (
        rule("polygamma", polygamma(iadd(m, 1), y) * dy, domain=POSITIVE),
        # x^(y-1), where z is x^y: a quotient, unless z has lost digits.
        rule(
            "lower_power",
            pick(
                both(gt(fabs(z), LEAST), eq(z - z, 0)),
                (dz - r * dx) / x,
                pick(both(eq(y, 1), is_nan(_slope)), 0, _slope * dx)
                + pick(eq(r, 0), 0, r * log(x) * dy),
            ),
            domain=POSITIVE,
            guarded=(0, 1, 2),
        ),
    ),
    "support",
)
