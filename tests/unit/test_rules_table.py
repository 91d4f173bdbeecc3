"""Every row of every table: truth, duality, finite second derivatives, and what follows from rows.

A row is evaluated in mpmath at 50 digits, so that agreement to 1e-13 says something about the row
and nothing about rounding.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Sequence
from typing import Any

import mpmath as mp
import pytest

from ribozyme.rules.expr import (
    PRIMITIVES,
    Diff,
    Expr,
    IntNum,
    IntOperand,
    Leaf,
    Num,
    Operand,
    Result,
    Seed,
    evaluate,
)
from ribozyme.rules.names import spelling
from ribozyme.rules.rule import Rule
from ribozyme.rules.table import RULES

Value = Any
DIGITS = 50
SAMPLES = 12


def trunc(x: Value) -> Value:
    return mp.floor(x) if x >= 0 else mp.ceil(x)


def nearest_even(x: Value) -> Value:
    return mp.nint(x)


def remainder(x: Value, y: Value) -> Value:
    return x - nearest_even(x / y) * y


def modulo(x: Value, y: Value) -> Value:
    return x - trunc(x / y) * y


def frexp(x: Value) -> tuple[Value, int]:
    fraction, exponent = mp.frexp(x)
    return fraction, int(exponent)


def copysign(x: Value, y: Value) -> Value:
    return abs(x) if y >= 0 else -abs(x)


def product(lanes: Sequence[Value]) -> Value:
    return mp.fprod(lanes)


# What every function of the tables is, told by mpmath.  Several results: a tuple.
FUNCTIONS: dict[str, Callable[..., Value]] = {
    "fadd": lambda x, y: x + y,
    "fsub": lambda x, y: x - y,
    "fmul": lambda x, y: x * y,
    "fdiv": lambda x, y: x / y,
    "frem": modulo,
    "fneg": lambda x: -x,
    "freeze": lambda x: x,
    "select": lambda c, x, y: x if c else y,
    "fpext": lambda x: x,
    "fptrunc": lambda x: x,
    "bitcast": lambda x: x,
    "fma": lambda x, y, z: x * y + z,
    "fmuladd": lambda x, y, z: x * y + z,
    "canonicalize": lambda x: x,
    "arithmetic.fence": lambda x: x,
    "fabs": abs,
    "copysign": copysign,
    "maxnum": max,
    "minnum": min,
    "maximum": max,
    "minimum": min,
    "maximumnum": max,
    "minimumnum": min,
    "sqrt": mp.sqrt,
    "exp": mp.exp,
    "exp2": lambda x: mp.mpf(2) ** x,
    "exp10": lambda x: mp.mpf(10) ** x,
    "log": mp.log,
    "log2": lambda x: mp.log(x, 2),
    "log10": mp.log10,
    "pow": lambda x, y: x**y,
    "powi": lambda x, n: x**n,
    "ldexp": mp.ldexp,
    "frexp": frexp,
    "modf": lambda x: (x - trunc(x), trunc(x)),
    "sin": mp.sin,
    "cos": mp.cos,
    "tan": mp.tan,
    "sincos": lambda x: (mp.sin(x), mp.cos(x)),
    "sincospi": lambda x: (mp.sinpi(x), mp.cospi(x)),
    "asin": mp.asin,
    "acos": mp.acos,
    "atan": mp.atan,
    "atan2": mp.atan2,
    "sinh": mp.sinh,
    "cosh": mp.cosh,
    "tanh": mp.tanh,
    "cbrt": lambda x: mp.sign(x) * mp.cbrt(abs(x)),
    "hypot": mp.hypot,
    "asinh": mp.asinh,
    "acosh": mp.acosh,
    "atanh": mp.atanh,
    "expm1": mp.expm1,
    "exp2m1": lambda x: mp.mpf(2) ** x - 1,
    "exp10m1": lambda x: mp.mpf(10) ** x - 1,
    "log1p": mp.log1p,
    "logp1": mp.log1p,
    "log2p1": lambda x: mp.log(1 + x, 2),
    "log10p1": lambda x: mp.log10(1 + x),
    "rsqrt": lambda x: 1 / mp.sqrt(x),
    "sinpi": mp.sinpi,
    "cospi": mp.cospi,
    "tanpi": lambda x: mp.sinpi(x) / mp.cospi(x),
    "asinpi": lambda x: mp.asin(x) / mp.pi,
    "acospi": lambda x: mp.acos(x) / mp.pi,
    "atanpi": lambda x: mp.atan(x) / mp.pi,
    "atan2pi": lambda y, x: mp.atan2(y, x) / mp.pi,
    "erf": mp.erf,
    "erfc": mp.erfc,
    "erfinv": mp.erfinv,
    "erfcinv": lambda x: mp.erfinv(1 - x),
    "tgamma": mp.gamma,
    "lgamma": mp.loggamma,
    "lgamma_r": lambda x: (mp.loggamma(x), 1),
    "polygamma": mp.polygamma,
    "lower_power": lambda x, y, z: z / x,
    "j0": lambda x: mp.besselj(0, x),
    "j1": lambda x: mp.besselj(1, x),
    "jn": mp.besselj,
    "y0": lambda x: mp.bessely(0, x),
    "y1": lambda x: mp.bessely(1, x),
    "yn": mp.bessely,
    "fmod": modulo,
    "remainder": remainder,
    "remquo": lambda x, y: (remainder(x, y), int(nearest_even(x / y))),
    "fdim": lambda x, y: max(x - y, mp.mpf(0)),
    "nextafter": lambda x, y: x,
    "nexttoward": lambda x, y: x,
    "nextup": lambda x: x,
    "nextdown": lambda x: x,
    "scalbn": mp.ldexp,
    "scalbln": mp.ldexp,
    # Where the exponent is no whole number there is no value: constant there, to differences.
    "scalb": lambda x, y: mp.ldexp(x, int(mp.nint(y))),
    "significand": lambda x: mp.ldexp(x, 1 - int(mp.frexp(x)[1])),
    "compoundn": lambda x, n: (1 + x) ** n,
    "rootn": mp.root,
    "trunc": trunc,
    "floor": mp.floor,
    "ceil": mp.ceil,
    "rint": nearest_even,
    "nearbyint": nearest_even,
    "roundeven": nearest_even,
    "round": lambda x: trunc(x + copysign(mp.mpf(0.5), x)),
    "logb": lambda x: mp.mpf(mp.frexp(x)[1] - 1),
    "vector.reduce.fadd": lambda x, v: x + sum(v),
    "vector.reduce.fmul": lambda x, v: x * product(v),
    "vector.reduce.fmax": max,
    "vector.reduce.fmaximum": max,
    "vector.reduce.fmin": min,
    "vector.reduce.fminimum": min,
}


def parts(value: Value) -> tuple[Value, Value]:
    return mp.re(value), mp.im(value)


def on_parts(function: Callable[..., Value]) -> Callable[..., Value]:
    """A complex function, on real and imaginary parts."""

    def apply(*flat: Value) -> Value:
        return parts(function(*(mp.mpc(a, b) for a, b in zip(flat[::2], flat[1::2], strict=True))))

    return apply


FUNCTIONS |= {
    "cabs": mp.hypot,
    "carg": lambda x, y: mp.atan2(y, x),
    "creal": lambda x, y: x,
    "cimag": lambda x, y: y,
    "conj": lambda x, y: (x, -y),
    "cproj": lambda x, y: (x, y),
    "cexp": on_parts(mp.exp),
    "clog": on_parts(mp.log),
    "clog10": on_parts(mp.log10),
    "csqrt": on_parts(mp.sqrt),
    "cpow": on_parts(lambda a, b: a**b),
    "csin": on_parts(mp.sin),
    "ccos": on_parts(mp.cos),
    "ctan": on_parts(mp.tan),
    "csinh": on_parts(mp.sinh),
    "ccosh": on_parts(mp.cosh),
    "ctanh": on_parts(mp.tanh),
    "casin": on_parts(mp.asin),
    "cacos": on_parts(mp.acos),
    "catan": on_parts(mp.atan),
    "casinh": on_parts(mp.asinh),
    "cacosh": on_parts(mp.acosh),
    "catanh": on_parts(mp.atanh),
    "cmul": on_parts(lambda a, b: a * b),
    "cdiv": on_parts(lambda a, b: a / b),
}
# Derivatives that a difference of values cannot tell, or whose value is no number.
NOT_SAMPLED = {"fcmp", "sitofp", "uitofp", "fptosi", "fptoui"}


def truth(name: str) -> Callable[..., Value]:
    """What mpmath says a function is; by its name if it is not listed above."""
    return FUNCTIONS[name] if name in FUNCTIONS else getattr(mp, name)


def lanewise(op: Callable[..., Value]) -> Callable[..., Value]:
    """A scalar operation on vectors (lists), scalars standing for themselves."""

    def apply(*args: Value) -> Value:
        width = next((len(a) for a in args if isinstance(a, list)), None)
        if width is None:
            return op(*args)
        return [op(*(a[k] if isinstance(a, list) else a for a in args)) for k in range(width)]

    return apply


def divide(a: Value, b: Value) -> Value:
    return a / b if b != 0 else mp.nan if a == 0 or mp.isnan(a) else mp.inf * mp.sign(a)


def chosen(mask: list[bool], from_end: bool) -> list[bool]:
    order = range(len(mask) - 1, -1, -1) if from_end else range(len(mask))
    kept = next(k for k in order if mask[k])
    return [k == kept for k in range(len(mask))]


ARITHMETIC: dict[str, Callable[..., Value]] = {
    "add": lanewise(lambda a, b: a + b),
    "sub": lanewise(lambda a, b: a - b),
    "mul": lanewise(lambda a, b: a * b),
    "div": lanewise(divide),
    "neg": lanewise(lambda a: -a),
    "pick": lanewise(lambda c, a, b: a if c else b),
    "lt": lanewise(lambda a, b: a < b),
    "le": lanewise(lambda a, b: a <= b),
    "gt": lanewise(lambda a, b: a > b),
    "ge": lanewise(lambda a, b: a >= b),
    "eq": lanewise(lambda a, b: a == b),
    "ne": lanewise(lambda a, b: a != b),
    "ieq": lambda a, b: a == b,
    "unordered": lanewise(lambda a, b: bool(mp.isnan(a) or mp.isnan(b))),
    "and": lanewise(lambda a, b: a and b),
    "or": lanewise(lambda a, b: a or b),
    "not": lanewise(lambda a: not a),
    "itofp": mp.mpf,
    "iadd": lambda a, b: a + b,
    "isub": lambda a, b: a - b,
    "iand": lambda a, b: a & b,
    "convert": lambda a: a,
    "bitcast": lambda a: a,
    "broadcast": lambda a: a,
    "reduce_add": sum,
    "reduce_mul": product,
    "others": lambda v: [product(v[:k] + v[k + 1 :]) for k in range(len(v))],
    "first": lambda mask: chosen(mask, from_end=False),
    "last": lambda mask: chosen(mask, from_end=True),
}


def safely(op: Callable[..., Value], args: tuple[Value, ...]) -> Value:
    try:
        return op(*args)
    except (ValueError, ZeroDivisionError, mp.libmp.libhyper.NoConvergence):
        return mp.nan


def apply(op: str, args: tuple[Value, ...]) -> Value:
    return safely(ARITHMETIC.get(op) or truth(op), args)


class Point:
    """A row at some operands: its results, tangents and adjoints by number."""

    def __init__(self, rule: Rule, operands: Sequence[Value]) -> None:
        self.rule, self.operands = rule, list(operands)
        results = truth(rule.name)(*operands)
        self.results = results if isinstance(results, tuple) else (results,)

    def value(self, term: Expr | None, diffs: Sequence[Value] = (), seeds: Any = ()) -> Value:
        def leaf(of: Leaf) -> Value:
            match of:
                case Operand(i) | IntOperand(i):
                    return self.operands[i]
                case Result(j):
                    return self.results[j]
                case Diff(i):
                    return diffs[i]
                case Seed(j):
                    return seeds[j]
                case Num(value, low):
                    return mp.mpf(value) + mp.mpf(low)
                case IntNum(value):
                    return value

        return mp.mpf(0) if term is None else evaluate(term, leaf, apply)

    def tangents(self, diffs: Sequence[Value]) -> list[Value]:
        return [self.value(d, diffs=diffs) for d in self.rule.differentials]

    def adjoints(self, seeds: Sequence[Value]) -> list[Value]:
        return [self.value(a, seeds=seeds) for a in self.rule.adjoints]


def sample(rule: Rule, rng: random.Random) -> list[Value]:
    def draw(kind: str, low: float, high: float) -> Value:
        match kind:
            case "int":
                return rng.randint(int(low), int(high))
            case "bool":
                return rng.random() < 0.5
            case "vector":
                return [mp.mpf(rng.uniform(low, high)) for _ in range(4)]
            case _:
                return mp.mpf(rng.uniform(low, high))

    return [draw(k, *d) for k, d in zip(rule.operands, rule.domain, strict=True)]


def direction(rule: Rule, rng: random.Random) -> list[Value]:
    def draw(kind: str) -> Value:
        one = [mp.mpf(rng.uniform(-1, 1)) for _ in range(4)]
        return one if kind == "vector" else one[0] if kind == "float" else 0

    return [draw(kind) for kind in rule.operands]


def moved(operands: Sequence[Value], by: Sequence[Value], step: Value) -> list[Value]:
    def one(value: Value, d: Value) -> Value:
        if isinstance(value, list):
            return [v + step * e for v, e in zip(value, d, strict=True)]
        return value + step * d if isinstance(value, mp.mpf) else value

    return [one(v, d) for v, d in zip(operands, by, strict=True)]


def dot(a: Sequence[Value], b: Sequence[Value]) -> Value:
    def one(x: Value, y: Value) -> Value:
        width = max(len(v) if isinstance(v, list) else 1 for v in (x, y))
        return mp.fdot(*(v if isinstance(v, list) else [v] * width for v in (x, y)))

    return mp.fsum(one(x, y) for x, y in zip(a, b, strict=True))


# A function mpmath has not is told by the compiled tests alone.
SAMPLED = sorted(n for n in RULES if n not in NOT_SAMPLED and (n in FUNCTIONS or hasattr(mp, n)))


@pytest.mark.parametrize("name", SAMPLED)
def test_truth(name: str) -> None:
    """The differential is the derivative: against central differences at 50 digits."""
    rule, rng = RULES[name], random.Random(name)
    with mp.workdps(DIGITS):
        for _ in range(SAMPLES):
            at, by = sample(rule, rng), direction(rule, rng)
            step = mp.mpf(10) ** -16
            above, below = Point(rule, moved(at, by, step)), Point(rule, moved(at, by, -step))
            tangents = Point(rule, at).tangents(by)
            for j, kind in enumerate(rule.results):
                if kind != "float":
                    continue
                difference = (above.results[j] - below.results[j]) / (2 * step)
                assert mp.almosteq(tangents[j], difference, 1e-20, 1e-20), (at, by)


@pytest.mark.parametrize("name", SAMPLED)
def test_duality(name: str) -> None:
    """⟨w, J v⟩ = ⟨Jᵀ w, v⟩."""
    rule, rng = RULES[name], random.Random(name)
    with mp.workdps(DIGITS):
        for _ in range(SAMPLES):
            point, v = Point(rule, sample(rule, rng)), direction(rule, rng)
            w = [mp.mpf(rng.uniform(-1, 1)) if k == "float" else 0 for k in rule.results]
            assert mp.almosteq(dot(w, point.tangents(v)), dot(point.adjoints(w), v), 1e-40, 1e-40)


@pytest.mark.parametrize("name", SAMPLED)
def test_parts(name: str) -> None:
    """Dropping inactive operands, or results without a seed, is setting them to zero."""
    rule, rng = RULES[name], random.Random(name)
    with mp.workdps(DIGITS):
        point, v = Point(rule, sample(rule, rng)), direction(rule, rng)
        for i in range(len(rule.operands)):
            alone = [d if k == i else zero(d) for k, d in enumerate(v)]
            for j, whole in enumerate(point.tangents(alone)):
                part = point.value(rule.tangent(j, frozenset((i,))), diffs=v)
                assert mp.almosteq(part, whole, 1e-40, 1e-40)
        for j in range(len(rule.results)):
            seeds = [mp.mpf(k == j) for k in range(len(rule.results))]
            for i, whole in enumerate(point.adjoints(seeds)):
                part = point.value(rule.adjoint(i, frozenset((j,))), seeds=seeds)
                assert mp.almosteq(dot([part], [1]), dot([whole], [1]), 1e-40, 1e-40)


@pytest.mark.parametrize("name", SAMPLED)
def test_accuracy_in_double(name: str) -> None:
    """Rounded to double after every operation, a partial keeps 13 digits: nothing cancels."""
    rule, rng = RULES[name], random.Random(name)
    for _ in range(4 * SAMPLES):
        at = sample(rule, rng)
        for j, kind in enumerate(rule.results):
            if kind != "float":
                continue
            seeds = [mp.mpf(k == j) for k in range(len(rule.results))]
            with mp.workprec(53):
                rounded = Point(rule, at).adjoints(seeds)
            with mp.workdps(DIGITS):
                exact = Point(rule, at).adjoints(seeds)
            for a, b in zip(rounded, exact, strict=True):
                assert mp.almosteq(dot([a], [1]), dot([b], [1]), 1e-13, 1e-15), at


def zero(d: Value) -> Value:
    return [mp.mpf(0)] * len(d) if isinstance(d, list) else mp.mpf(0)


def operations(term: Expr) -> frozenset[str]:
    return evaluate(
        term,
        lambda _: frozenset[str](),
        lambda op, parts: frozenset((op,)).union(*parts),
    )


@pytest.mark.parametrize("name", sorted(RULES))
def test_closure(name: str) -> None:
    """What a row is made of has a row itself and can be spelled, so every order exists."""
    rule = RULES[name]
    for term in (*rule.differentials, *rule.adjoints):
        for op in operations(term) - PRIMITIVES if term is not None else ():
            assert op in RULES
            assert spelling(op, "double") is not None


@pytest.mark.parametrize("name", SAMPLED)
def test_bounded_partials_are_finite(name: str) -> None:
    """A partial not listed as unbounded is finite at every finite operand, awkward ones too."""
    rule = RULES[name]
    awkward = [mp.mpf(v) for v in (-1e5, -2, -1, -0.5, 0, 0.5, 1, 2, 1e5)]
    if rule.operands.count("float") != len(rule.operands) or len(rule.operands) > 2:
        return
    for at in itertools.product(awkward, repeat=len(rule.operands)):
        try:
            point = Point(rule, at)
        except (ValueError, ZeroDivisionError):
            continue
        if any(not isinstance(v, mp.mpf | int) or not mp.isfinite(v) for v in point.results):
            continue
        for i, adjoint in enumerate(point.adjoints([mp.mpf(1)] * len(rule.results))):
            assert i in rule.unbounded or mp.isfinite(adjoint), at
