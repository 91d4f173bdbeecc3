"""Rules of complex functions, on real and imaginary parts.

The operands of a row are the flattened components, `x + iy` and `z + iw`, its results `r + is`:
what the C ABI makes of a complex number (two doubles, `<2 x float>`, a struct, memory) is flattened
by whoever emits the call.  A holomorphic function states its complex derivative once:

    csin:  holomorphic(ccos(Z))   →   dr = re·dx - im·dy,   ds = im·dx + re·dy

Derivatives are written with real functions, so that every order exists.
"""

from __future__ import annotations

from typing import Final, final

from ribozyme.base.record import dataclass
from ribozyme.rules.expr import Expr, Num
from ribozyme.rules.language import (
    LN10,
    atan2,
    both,
    cos,
    cosh,
    dw,
    dx,
    dy,
    dz,
    either,
    eq,
    gt,
    hypot,
    is_nan,
    log,
    lt,
    pick,
    r,
    s,
    sin,
    sinh,
    w,
    x,
    y,
    z,
)
from ribozyme.rules.rule import Row, rule, rule_table

__all__ = ["COMPLEX"]


@final
@dataclass(frozen=True, slots=True)
class Complex:
    """A complex term: the field operations, on pairs of terms."""

    re: Expr
    im: Expr

    def __add__(self, other: Complex) -> Complex:
        return Complex(self.re + other.re, self.im + other.im)

    def __sub__(self, other: Complex) -> Complex:
        return Complex(self.re - other.re, self.im - other.im)

    def __neg__(self) -> Complex:
        return Complex(-self.re, -self.im)

    def __mul__(self, other: Complex) -> Complex:
        return Complex(
            self.re * other.re - self.im * other.im,
            self.re * other.im + self.im * other.re,
        )

    def __truediv__(self, other: Complex) -> Complex:
        size = other.re * other.re + other.im * other.im
        over = self * Complex(other.re, -other.im)
        return Complex(over.re / size, over.im / size)


X: Final = Complex(x, y)
Y: Final = Complex(z, w)
R: Final = Complex(r, s)
DX: Final = Complex(dx, dy)
DY: Final = Complex(dz, dw)


def inverse(a: Complex) -> Complex:
    """1/a."""
    size = a.re * a.re + a.im * a.im
    return Complex(a.re / size, -(a.im / size))


def one_plus(a: Complex) -> Complex:
    """1 + a."""
    return Complex(1 + a.re, a.im)


def one_minus(a: Complex) -> Complex:
    """1 - a."""
    return Complex(1 - a.re, -a.im)


def twice(a: Complex) -> Complex:
    """2a."""
    return Complex(2 * a.re, 2 * a.im)


def csin(a: Complex) -> Complex:
    """The sine."""
    return Complex(sin(a.re) * cosh(a.im), cos(a.re) * sinh(a.im))


def ccos(a: Complex) -> Complex:
    """The cosine."""
    return Complex(cos(a.re) * cosh(a.im), -(sin(a.re) * sinh(a.im)))


def csinh(a: Complex) -> Complex:
    """The hyperbolic sine."""
    return Complex(sinh(a.re) * cos(a.im), cosh(a.re) * sin(a.im))


def ccosh(a: Complex) -> Complex:
    """The hyperbolic cosine."""
    return Complex(cosh(a.re) * cos(a.im), sinh(a.re) * sin(a.im))


def clog(a: Complex) -> Complex:
    """The principal logarithm."""
    return Complex(log(hypot(a.re, a.im)), atan2(a.im, a.re))


def choose(condition: Expr, a: Complex, b: Complex) -> Complex:
    """`a` where the condition holds, else `b`."""
    return Complex(pick(condition, a.re, b.re), pick(condition, a.im, b.im))


def is_number(a: Complex, value: float) -> Expr:
    """Whether a complex term is a real number."""
    return both(eq(a.re, value), eq(a.im, 0))


def linear(
    name: str,
    d: Complex,
    c: str | None = None,
    guarded: tuple[int, ...] = (),
    kink: Expr | None = None,
    there: float | None = None,
    ieee: Complex | None = None,
) -> Row:
    """A row of a complex function from its complex differential."""
    other = () if ieee is None else (ieee.re, ieee.im)
    return rule(
        name, d.re, d.im, c=c, guarded=guarded, kink=kink, there=there, ieee=other, flat=True
    )


def holomorphic(
    name: str, slope: Complex, kink: Expr | None = None, there: float | None = None
) -> Row:
    """A row of a holomorphic function of one operand, from its derivative."""
    return linear(name, slope * DX, kink=kink, there=there)


ZERO: Final = Complex(Num(0.0), Num(0.0))
ONE: Final = Complex(Num(1.0), Num(0.0))
AT_ZERO: Final = is_number(X, 0)
SIZE: Final = (x * dx + y * dy) / r
# X^Y: the slope Y·R/X, whose limit where R is 0 is 1 for Y = 1, 2X for Y = 2, and 0 else (0 is
# chosen where it is infinite); and log(X)·R, which vanishes with R. Where Y is 0 the slope is 0,
# and stays a function of Y if it is a number.
SLOPE: Final = R * Y / X
POWER_X: Final = choose(
    both(is_number(Y, 0), either(is_nan(SLOPE.re), is_nan(SLOPE.im))),
    ZERO,
    choose(
        is_number(R, 0),
        choose(is_number(Y, 1), ONE, choose(is_number(Y, 2), twice(X), ZERO)),
        SLOPE,
    ),
)
STEEP: Final = both(is_number(R, 0), both(gt(z, 0), lt(z, 1)))
POWER_Y: Final = choose(is_number(R, 0), ZERO, R * clog(X))

COMPLEX: Final = rule_table(
    (
        # To real numbers.  The value of |z|' at 0 is the smallest subgradient.
        rule("cabs", SIZE, kink=eq(r, 0), there=0, ieee=pick(eq(r, 0), 0, SIZE), flat=True),
        rule("carg", (x * dy - y * dx) / (x * x + y * y), kink=AT_ZERO, flat=True),
        rule("creal", dx, operands="float float", flat=True),
        rule("cimag", dy, operands="float float", flat=True),
        rule("conj", dx, -dy, flat=True),
        rule("cproj", dx, dy, flat=True),
        holomorphic("cexp", R),
        holomorphic("clog", inverse(X)),
        holomorphic("clog10", inverse(Complex(LN10 * x, LN10 * y))),
        holomorphic("csqrt", inverse(twice(R)), kink=is_number(R, 0), there=0),
        linear(
            "cpow",
            POWER_X * DX + POWER_Y * DY,
            guarded=(0, 1, 2, 3),
            kink=AT_ZERO,
            ieee=choose(STEEP, SLOPE, POWER_X) * DX + POWER_Y * DY,
        ),
        holomorphic("csin", ccos(X)),
        holomorphic("ccos", -csin(X)),
        holomorphic("ctan", one_plus(R * R)),
        holomorphic("csinh", ccosh(X)),
        holomorphic("ccosh", csinh(X)),
        holomorphic("ctanh", one_minus(R * R)),
        # On the principal branches cos(asin z) = sin(acos z) = sqrt(1 - z²), and so on.
        holomorphic("casin", inverse(ccos(R))),
        holomorphic("cacos", -inverse(csin(R))),
        holomorphic("catan", inverse(one_plus(X * X))),
        holomorphic("casinh", inverse(ccosh(R))),
        holomorphic("cacosh", inverse(csinh(R))),
        holomorphic("catanh", inverse(one_minus(X * X))),
        # The run-time's product and quotient.
        linear("cmul", Y * DX + X * DY, c=""),
        linear("cdiv", (DX - R * DY) / Y, c=""),
    ),
)
