"""The rule language by itself: linearity is checked, zeros are exact, choices stay choices."""

from __future__ import annotations

import math
from typing import Any

import pytest

from ribozyme.rules.expr import Diff, Expr, Num, Operand, Result, Seed, evaluate, sort
from ribozyme.rules.language import cos, dx, dy, eq, exp, iadd, lt, m, pick, r, sin, x, y
from ribozyme.rules.rule import rule, rule_table
from ribozyme.rules.table import RULES, rule_for
from ribozyme.rules.transpose import NotLinear, transpose

SEED = Seed(0)


def value(term: Expr | None, **at: Any) -> Any:
    """A term in floats; `x y r dx dy s` name its leaves."""
    if term is None:
        return 0.0
    names = {Operand(0): "x", Operand(1): "y", Operand(2): "z", Result(0): "r"}
    names |= {Diff(0): "dx", Diff(1): "dy", Seed(0): "s"}
    arithmetic: dict[str, Any] = {
        "add": lambda a, b: a + b,
        "sub": lambda a, b: a - b,
        "mul": lambda a, b: a * b,
        "div": lambda a, b: a / b if b else math.copysign(math.inf, a) if a else math.nan,
        "neg": lambda a: -a,
        "pick": lambda c, a, b: a if c else b,
        "lt": lambda a, b: a < b,
        "ge": lambda a, b: a >= b,
        "gt": lambda a, b: a > b,
        "eq": lambda a, b: a == b,
        "and": lambda a, b: a and b,
        "or": lambda a, b: a or b,
        "unordered": lambda a, b: math.isnan(a) or math.isnan(b),
        "copysign": math.copysign,
        "log": lambda a: math.log(a) if a > 0 else -math.inf if a == 0 else math.nan,
        "pow": lambda a, b: math.inf if a == 0 and b < 0 else a**b,
        "roundeven": round,
    }
    return evaluate(
        term,
        lambda leaf: leaf.value if isinstance(leaf, Num) else at[names[leaf]],
        lambda op, args: arithmetic[op](*args),
    )


@pytest.mark.parametrize(
    "differential",
    [
        dx * dy,
        sin(dx),
        x * dx + 1,
        y,
        x / dx,
        pick(lt(dx, dy), dx, dy),
        pick(lt(x, y), dx, x),
        exp(x) * dx * dx,
    ],
)
def test_what_is_not_linear_is_refused(differential: Expr) -> None:
    with pytest.raises(NotLinear):
        rule_table((rule("f", differential),))


def test_two_rows_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two rows for 'f'"):
        rule_table((rule("f", dx), rule("f g", -dx)))


def test_transpose_of_a_product() -> None:
    assert transpose(y * dx + x * dy, SEED) == {0: y * SEED, 1: x * SEED}


def test_transpose_keeps_choices() -> None:
    """The factor of the branch not taken is not multiplied, so its infinity does no harm."""
    adjoint = transpose(pick(lt(x, y), dx / x, 0), SEED)[0]
    assert adjoint == pick(lt(x, y), SEED / x, 0)
    assert value(adjoint, x=0.0, y=-1.0, s=1.0) == 0.0


def test_an_inactive_operand_costs_nothing() -> None:
    assert RULES["fmul"].tangent(0, frozenset({1})) == x * dy
    assert RULES["fmul"].tangent(0, frozenset()) is None
    assert RULES["fsub"].tangent(0, frozenset({1})) == -dy
    assert RULES["fdiv"].tangent(0, frozenset({0})) == dx / y
    assert RULES["sincos"].adjoint(0, frozenset({1})) == RULES["sincos"].adjoints[0].args[1]  # type: ignore[union-attr]


def test_what_reverse_keeps() -> None:
    assert RULES["fadd"].uses(0) == frozenset()
    assert RULES["fmul"].uses(0) == {y}
    assert RULES["fdiv"].uses(0) == {y}
    assert RULES["fdiv"].uses(1) == {y, r}
    assert RULES["exp"].uses(0) == {r}
    assert RULES["sin"].uses(0) == {x}
    assert RULES["sqrt"].uses(0) == {r}
    assert RULES["select"].uses(1) == {x}


def test_operand_kinds_come_from_the_terms() -> None:
    assert RULES["select"].operands == ("bool", "float", "float")
    assert RULES["powi"].operands == ("float", "int")
    assert RULES["jn"].operands == ("int", "float")


def test_sorts() -> None:
    assert sort(eq(x, y)) == "bool"
    assert sort(iadd(m, 1)) == "int"
    assert sort(cos(x)) == "float"
    assert sort(Result(1), frozenset({1})) == "int"


def test_where_a_zero_seed_needs_a_guard() -> None:
    unbounded = {name for name, row in RULES.items() if row.unbounded}
    assert {"sqrt", "log", "fdiv", "pow", "asin", "acos", "exp", "cbrt", "hypot"} <= unbounded
    smooth = {"fadd", "fmul", "fma", "select", "sin", "cos", "tanh", "atan", "asinh", "erf"}
    assert not smooth & unbounded


nan, inf = math.nan, math.inf


@pytest.mark.parametrize(
    ("name", "at", "partials"),
    [
        ("fabs", {"x": 0.0}, (1.0,)),
        ("fabs", {"x": -0.0}, (1.0,)),
        ("fabs", {"x": -inf}, (-1.0,)),
        ("sqrt", {"x": 0.0, "r": 0.0}, (0.0,)),
        ("sqrt", {"x": inf, "r": inf}, (0.0,)),
        ("maxnum", {"x": 1.0, "y": 1.0}, (1.0, 0.0)),
        ("maxnum", {"x": 1.0, "y": nan}, (1.0, 0.0)),
        ("maxnum", {"x": nan, "y": 1.0}, (0.0, 1.0)),
        ("maximum", {"x": 1.0, "y": 1.0}, (1.0, 0.0)),
        ("minnum", {"x": 1.0, "y": 1.0}, (0.0, 1.0)),
        ("minnum", {"x": 1.0, "y": nan}, (1.0, 0.0)),
        ("minnum", {"x": nan, "y": 1.0}, (0.0, 1.0)),
        ("minimum", {"x": 1.0, "y": 1.0}, (0.0, 1.0)),
        ("copysign", {"x": 2.0, "y": -0.0}, (-1.0, 0.0)),
        ("copysign", {"x": -2.0, "y": -1.0}, (1.0, 0.0)),
        ("pow", {"x": 0.0, "y": 0.0, "r": 1.0}, (0.0, -inf)),
        ("pow", {"x": 0.0, "y": 2.0, "r": 0.0}, (0.0, 0.0)),
        ("pow", {"x": 0.0, "y": 1.0, "r": 0.0}, (1.0, 0.0)),
        ("hypot", {"x": 0.0, "y": 0.0, "r": 0.0}, (0.0, 0.0)),
        ("fdim", {"x": 1.0, "y": 1.0}, (0.0, 0.0)),
        # 1/0.1 rounds to 10, but 0.1 (the double) goes only 9 times into 1.
        ("fmod", {"x": 1.0, "y": 0.1, "r": math.fmod(1.0, 0.1)}, (1.0, -9.0)),
        ("fmod", {"x": -7.0, "y": 2.0, "r": -1.0}, (1.0, 3.0)),
        ("remainder", {"x": 7.0, "y": 4.0, "r": -1.0}, (1.0, -2.0)),
        ("fmod", {"x": 3.0, "y": inf, "r": 3.0}, (1.0, 0.0)),
    ],
)
def test_special_points(name: str, at: dict[str, float], partials: tuple[float, ...]) -> None:
    adjoints = RULES[name].adjoints
    assert tuple(value(a, s=1.0, **at) for a in adjoints) == partials


def test_values_at_kinks_are_an_option() -> None:
    """`inf` keeps the limit of the partial, `raise` needs the place: both are data."""
    at = {"x": 0.0, "r": 0.0, "s": 1.0}
    limit = rule_for("sqrt", "inf")
    assert limit is not None
    assert value(limit.adjoints[0], **at) == inf
    assert RULES["sqrt"].kink == eq(r, 0)
    assert all(RULES[name].kink is not None for name in ("fabs", "maxnum", "minimum", "fdim"))


def test_pow_is_always_guarded() -> None:
    assert RULES["pow"].guarded == {0, 1}


def test_an_unknown_operation_has_no_rule() -> None:
    assert rule_for("erfcx") is None
