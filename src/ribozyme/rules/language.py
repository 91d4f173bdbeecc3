"""The words rows are written in: `from .language import *` and a row reads like a textbook line.

    rule("sqrt", dx / (2 * r), kink=eq(r, 0), there=0)

`x y z w` are the operands, `dx dy dz dw` their differentials, `r s` the results, `n` (second) and
`m` (first operand) integers.  A function of any name is made by `function`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ribozyme.rules.expr import Apply, Diff, Expr, IntNum, IntOperand, Num, Operand, Result

Term = Expr | float

x, y, z, w = (Operand(i) for i in range(4))
dx, dy, dz, dw = (Diff(i) for i in range(4))
r, s = Result(0), Result(1)
m, n = IntOperand(0), IntOperand(1)

# Each with its tail, so that wider types get the constant to 106 bits.
PI: Final = Num(3.141592653589793, 1.2246467991473532e-16)
LN2: Final = Num(0.6931471805599453, 2.3190468138462996e-17)
LN10: Final = Num(2.302585092994046, -2.1707562233822494e-16)
SQRT_PI: Final = Num(1.772453850905516, -7.666586499825799e-17)


def function(op: str) -> Callable[..., Apply]:
    """The term builder of an operation: `sin = function("sin")`, then `sin(x)`."""

    def build(*args: Term) -> Apply:
        return Apply(op, tuple(_term(arg) for arg in args))

    return build


def _term(value: Term) -> Expr:
    return Num(float(value)) if isinstance(value, int | float) else value


def _int(value: Expr | int) -> Expr:
    return IntNum(value) if isinstance(value, int) else value


def pick(condition: Expr, yes: Term, no: Term) -> Apply:
    """`yes` where the condition holds, else `no`; the other one has no influence, even a NaN."""
    return Apply("pick", (condition, _term(yes), _term(no)))


lt, le, gt, ge = function("lt"), function("le"), function("gt"), function("ge")
eq, ne, unordered = function("eq"), function("ne"), function("unordered")
both, either, negated = function("and"), function("or"), function("not")
itofp, convert, bitcast = function("itofp"), function("convert"), function("bitcast")
broadcast, others = function("broadcast"), function("others")
reduce_add, reduce_mul = function("reduce_add"), function("reduce_mul")
first, last = function("first"), function("last")


def iadd(a: Expr | int, b: Expr | int) -> Apply:
    """Integer sum."""
    return Apply("iadd", (_int(a), _int(b)))


def isub(a: Expr | int, b: Expr | int) -> Apply:
    """Integer difference."""
    return Apply("isub", (_int(a), _int(b)))


def iand(a: Expr | int, b: Expr | int) -> Apply:
    """Bitwise and."""
    return Apply("iand", (_int(a), _int(b)))


def ieq(a: Expr | int, b: Expr | int) -> Apply:
    """Integer equality."""
    return Apply("ieq", (_int(a), _int(b)))


def is_nan(a: Expr) -> Apply:
    """Whether a float is NaN."""
    return unordered(a, a)


sin, cos, tan = function("sin"), function("cos"), function("tan")
sinh, cosh, tanh = function("sinh"), function("cosh"), function("tanh")
exp, log, sqrt = function("exp"), function("log"), function("sqrt")
pow_, powi, ldexp = function("pow"), function("powi"), function("ldexp")
fabs, copysign = function("fabs"), function("copysign")
trunc, roundeven = function("trunc"), function("roundeven")
hypot, atan2 = function("hypot"), function("atan2")
j0, j1, jn = function("j0"), function("j1"), function("jn")
y0, y1, yn = function("y0"), function("y1"), function("yn")
sinpi, cospi = function("sinpi"), function("cospi")
polygamma, lower_power = function("polygamma"), function("lower_power")


def neg_int(a: Expr) -> Apply:
    """Integer negation."""
    return isub(0, a)


_SIGNS: Final = {"add": "+", "sub": "-", "mul": "*", "div": "/"}


def written(expr: Expr, operands: Sequence[str] = ("x", "y", "z", "w")) -> str:
    """A term as its author writes it: `dx * dx`."""
    match expr:
        case Operand(i) | IntOperand(i):
            return _name(operands, i)
        case Diff(i):
            return f"d{_name(operands, i)}"
        case Result(j):
            return "rs"[j]
        case Num(value=value) | IntNum(value=value):
            return f"{value:g}"
        case Apply(op, (a, b)) if op in _SIGNS:
            left, right = (
                f"({text})" if isinstance(term, Apply) and term.op in _SIGNS else text
                for term, text in ((a, written(a, operands)), (b, written(b, operands)))
            )
            return f"{left} {_SIGNS[op]} {right}"
        case Apply("neg", (a,)):
            return f"-{written(a, operands)}"
        case Apply(op, args):
            return f"{op}({', '.join(written(arg, operands) for arg in args)})"
        case other:
            return str(other)


def _name(operands: Sequence[str], i: int) -> str:
    return operands[i] if i < len(operands) else f"x{i}"
