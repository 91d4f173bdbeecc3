"""The page on points without a derivative: its table is what derivatives are there."""

import math
import re
from pathlib import Path

import pytest

import ribozyme as rz
from ribozyme.rules.table import RULES

pytestmark = pytest.mark.rotates("file", plain=12, wide=24)

PAGE = Path(__file__).parents[2] / "docs" / "howto" / "nonsmooth.md"
ROW = re.compile(r"^\| `([^`]+)` \| (\w = [^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", re.M)
ROWS = [found.groups() for found in ROW.finditer(PAGE.read_text("utf-8"))]
VALUES = {"∞": math.inf, "-∞": -math.inf, "NaN": math.nan}
# By name of the row of the rule table; the text under the table speaks of the others.
ALIKE = {
    "frem": "fmod", "remquo": "remainder", "asinpi": "asin", "acospi": "acos",
    "maxnum": "fmax", "maximum": "fmax", "maximumnum": "fmax", "vector.reduce.fmax": "fmax",
    "minnum": "fmin", "minimum": "fmin", "minimumnum": "fmin", "vector.reduce.fmin": "fmin",
    "vector.reduce.fmaximum": "fmax", "vector.reduce.fminimum": "fmin",
    "gsl_sf_hypot": "hypot", "gsl_sf_bessel_I0_scaled": "fabs",
}  # fmt: skip


def source() -> str:
    text = "#include <math.h>\n#include <complex.h>\n"
    for k, (body, point, *_) in enumerate(ROWS):
        names = ", ".join(f"double {part.split('=')[0].strip()}" for part in point.split(","))
        text += f"double f{k}({names}) {{ return {body}; }}\n"
    return text


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(source())


def same(one: float, two: float) -> bool:
    return one == two or (math.isnan(one) and math.isnan(two))


@pytest.mark.rotates(plain=40, wide=1000)
@pytest.mark.parametrize("option", ["subgradient", "inf", "ieee"])
@pytest.mark.parametrize("k", range(len(ROWS)), ids=[f"{row[0]} {row[1]}" for row in ROWS])
def test_the_table_is_what_is_computed(lib: rz.Library, k: int, option: str) -> None:
    body, point, *cells = ROWS[k]
    text = cells[("subgradient", "inf", "ieee").index(option)]
    wanted = [VALUES.get(word.strip()) for word in text.split(",")]
    wanted = [float(w) if v is None else v for v, w in zip(wanted, text.split(","), strict=True)]
    at = [float(part.split("=")[1]) for part in point.split(",")]
    f = lib[f"f{k}"]
    with rz.options(nonsmooth=option, check="never"):
        found = rz.grad(f, wrt=tuple(range(len(at))))(*at)
        for n, value in enumerate(wanted):
            tangents = [1.0 if i == n else None for i in range(len(at))]
            _, dot = rz.jvp(f, at, tangents)
            assert same(found[n], value), (body, found)
            assert same(dot, value), (body, n, dot)


def test_the_table_has_every_function_with_a_kink() -> None:
    named = {word for body, *_ in ROWS for word in re.findall(r"\w+", body)}
    kinks = {ALIKE.get(name, name) for name, rule in RULES.items() if rule.kink is not None}
    assert len(ROWS) > 35
    assert kinks <= named


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("x > 0 ? sqrt(x) : 0", 0.0),
        ("x > 0 ? x * log(x) : 0", 0.0),
        ("x < 0 ? 0 : fmax(x, 0.0)", 0.5),
        ("sqrt(x) * 0.0", math.nan),
        ("sqrt(fmax(x, 0.0))", math.inf),
        ("exp(-sqrt(x))", -math.inf),
    ],
)
def test_infinities_go_on_but_for_branches_not_taken(body: str, expected: float) -> None:
    f = rz.compile(f"#include <math.h>\ndouble f(double x) {{ return {body}; }}\n").f
    with rz.options(nonsmooth="ieee", check="never"):
        assert same(rz.grad(f)(0.0), expected)


def test_nothing_changes_where_a_function_is_smooth() -> None:
    text = "#include <math.h>\ndouble f(double x, double y)"
    text += "{ return sqrt(x) + fmax(x, y) * pow(x, y) + hypot(x, y) + fabs(x - y); }\n"
    f = rz.compile(text).f
    values = {
        option: rz.grad(f, nonsmooth=option)(0.7, 1.3)
        for option in ("subgradient", "inf", "ieee", "raise")
    }
    assert len(set(values.values())) == 1
    assert rz.check(f, 0.7, 1.3, nonsmooth="ieee")
