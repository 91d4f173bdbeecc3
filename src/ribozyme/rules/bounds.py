"""Where a partial derivative can be infinite although every operand is finite.

A seed that went through a select may be zero at run time; times an infinite partial it would be
NaN.  Rules with poles (1/y) or overflow (exp) are found here from their terms alone, and only their
masked seeds are guarded.  The answer errs towards "unbounded", which costs a select, never a value.

    seed / y → unbounded      seed / (1 + x*x) → bounded      cos(x) * seed → bounded
"""

from __future__ import annotations

from typing import Final

from ribozyme.rules.expr import Apply, Expr, Num, Result, words

__all__ = ["unbounded"]

# Functions whose value is finite at every finite operand; an unknown one is taken not to be.
_FINITE: Final = words(
    "sin cos tanh atan atan2 asin acos erf erfc sqrt cbrt hypot asinh sinpi cospi sincos j0 j1 jn "
    "fabs copysign floor ceil trunc rint nearbyint round roundeven frem fmod remainder "
    "minnum maxnum minimum maximum ldexp scalbn scalbln"
)
_ARITHMETIC: Final = words(
    "add sub mul neg itofp convert bitcast broadcast reduce_add reduce_mul others"
)


def unbounded(expr: Expr, name: str) -> bool:
    """Whether a term in the rule of `name` can be infinite at finite operands."""
    match expr:
        case Result():
            return name not in _FINITE
        case Apply("div", (a, b)):
            return unbounded(a, name) or unbounded(b, name) or not _positive(b)
        case Apply("pick", (_, a, b)):
            return unbounded(a, name) or unbounded(b, name)
        case Apply("exp", (Apply("neg", (a,)),)) if _square(a):
            return False
        case Apply(op, args) if op in _ARITHMETIC or op in _FINITE:
            return any(unbounded(arg, name) for arg in args)
        case Apply():
            return True
        case _:
            return False


def _positive(expr: Expr) -> bool:
    """Whether a term is bounded away from zero."""
    match expr:
        case Num(value):
            return value > 0
        case Apply("add", (a, b)):
            return (_positive(a) and _square(b)) or (_square(a) and _positive(b))
        case Apply("mul", (a, b)):
            return _positive(a) and _positive(b)
        case Apply("sqrt", (a,)):
            return _positive(a)
        case Apply("cosh", _):
            return True
        case _:
            return False


def _square(expr: Expr) -> bool:
    match expr:
        case Apply("mul", (a, b)):
            return a == b or (_square(a) and _square(b))
        case Apply("exp" | "fabs" | "hypot", _):
            return True
        case _:
            return _positive(expr)
