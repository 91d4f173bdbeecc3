"""Rules of LLVM's float instructions and of its math intrinsics.

`x y z` are the operands, `r s` the results, `n` an integer second operand.  Values at kinks:
fabs'(0) = +1, sqrt'(0) = 0, a tie of max goes to the first operand and of min to the second,
rounding functions are locally constant.
"""

from __future__ import annotations

from typing import Final

from ribozyme.rules.language import (
    LN2,
    LN10,
    PI,
    both,
    copysign,
    cos,
    cosh,
    dx,
    dy,
    dz,
    either,
    eq,
    fabs,
    ge,
    ieq,
    is_nan,
    isub,
    itofp,
    ldexp,
    log,
    lt,
    n,
    ne,
    neg_int,
    pick,
    pow_,
    powi,
    r,
    roundeven,
    s,
    sin,
    sinh,
    sqrt,
    x,
    y,
)
from ribozyme.rules.rule import (
    POSITIVE,
    REAL,
    UNIT,
    Interval,
    constant,
    rule,
    rule_table,
)

__all__ = ["APPROXIMATIONS", "INSTRUCTIONS", "INTRINSICS"]

INSTRUCTIONS: Final = rule_table(
    (
        rule("fadd", dx + dy),
        rule("fsub", dx - dy),
        rule("fmul", y * dx + x * dy),
        rule("fdiv", (dx - r * dy) / y, domain=POSITIVE),
        # The quotient from the remainder: x/y itself may round up to the next integer.
        rule(
            "frem",
            dx - roundeven((x - r) / y) * dy,
            domain=(Interval(1.0, 20.0), POSITIVE),
            kink=both(eq(r, 0), ne(x, 0)),
        ),
        rule("fneg", -dx),
        rule("freeze", dx),
        rule("select", pick(x, dy, dz)),
        constant("fcmp", "float float"),
    ),
    "instr",
)

_max = pick(either(ge(x, y), is_nan(y)), dx, dy)
_min = pick(either(lt(x, y), is_nan(y)), dx, dy)
_large = pick(ge(x, y), dx, dy)
_small = pick(lt(x, y), dx, dy)
_tie = eq(x, y)
_half = (dx + dy) / 2
_origin = both(eq(x, 0), eq(y, 0))
# y·x^(y-1), which is 0·inf at the origin, where the limit is 0. Elsewhere it stays a function of y.
_slope = y * pow_(x, y - 1)
_by_base = pick(both(eq(y, 0), is_nan(_slope)), 0, _slope * dx)

INTRINSICS: Final = rule_table(
    (
        rule("fma", y * dx + x * dy + dz),
        rule("fmuladd", y * dx + x * dy + dz, c=""),
        rule("canonicalize arithmetic.fence", dx, c=""),
        # Choices.  A NaN loses, except in minimum and maximum, whose result it is.
        rule("fabs", pick(lt(x, 0), -dx, dx), kink=eq(x, 0)),
        rule("copysign", pick(eq(copysign(1, x), copysign(1, y)), dx, -dx), kink=eq(x, 0)),
        rule("maxnum", _max, kink=_tie, ieee=pick(_tie, _half, _max), c="fmax"),
        rule("minnum", _min, kink=_tie, ieee=pick(_tie, _half, _min), c="fmin"),
        rule("maximumnum", _max, kink=_tie, ieee=pick(_tie, _half, _max), c="fmaximum_num"),
        rule("minimumnum", _min, kink=_tie, ieee=pick(_tie, _half, _min), c="fminimum_num"),
        rule("maximum", _large, kink=_tie, ieee=pick(_tie, _half, _large), c="fmaximum"),
        rule("minimum", _small, kink=_tie, ieee=pick(_tie, _half, _small), c="fminimum"),
        # Powers, exponentials, logarithms.
        rule("sqrt", dx / (2 * r), domain=POSITIVE, kink=eq(r, 0), there=0),
        rule("exp", r * dx),
        rule("exp2", r * LN2 * dx),
        rule("exp10", r * LN10 * dx, c="exp10 pow10"),
        rule("log", dx / x, domain=POSITIVE),
        rule("log2", dx / (x * LN2), domain=POSITIVE),
        rule("log10", dx / (x * LN10), domain=POSITIVE),
        # r·log(x) is 0·inf at x = 0 < y, and its limit 0.
        rule(
            "pow",
            _by_base + pick(eq(r, 0), 0, r * log(x) * dy),
            domain=(POSITIVE, REAL),
            kink=both(eq(x, 0), both(lt(y, 1), ne(y, 0))),
            ieee=_by_base + pick(either(eq(r, 0), _origin), 0, r * log(x) * dy),
            guarded=(0, 1),
        ),
        rule(
            "powi",
            pick(ieq(n, 0), 0, itofp(n) * powi(x, isub(n, 1)) * dx),
            domain=(POSITIVE, Interval(-4, 5)),
            c="",
        ),
        rule("ldexp", ldexp(dx, n)),
        rule(
            "frexp",
            ldexp(dx, neg_int(s)),
            None,
            results="float int",
            domain=POSITIVE,
            stores=(None, 1),
        ),
        rule("modf", dx, None, domain=Interval(0.1, 0.9), stores=(None, 1)),
        # Circular and hyperbolic functions.
        rule("sin", cos(x) * dx),
        rule("cos", -(sin(x) * dx)),
        rule("tan", (1 + r * r) * dx, domain=Interval(-1.2, 1.2)),
        rule("sincos", s * dx, -(r * dx), stores=(1, 2)),
        rule("sincospi", PI * s * dx, -(PI * r * dx), domain=UNIT, stores=(1, 2)),
        rule("asin", dx / sqrt((1 - x) * (1 + x)), domain=UNIT, kink=eq(fabs(x), 1)),
        rule("acos", -(dx / sqrt((1 - x) * (1 + x))), domain=UNIT, kink=eq(fabs(x), 1)),
        rule("atan", dx / (1 + x * x)),
        rule("atan2", (y * dx - x * dy) / (x * x + y * y), kink=both(eq(x, 0), eq(y, 0))),
        rule("sinh", cosh(x) * dx),
        rule("cosh", sinh(x) * dx),
        rule("tanh", (1 - r * r) * dx),
        constant("floor ceil trunc rint nearbyint round roundeven"),
    ),
    "intrinsic",
)

# Instructions of some processors that compute roughly what their names say.
APPROXIMATIONS: Final = rule_table((rule("rcp", -(r * r * dx), domain=POSITIVE),), "machine")
