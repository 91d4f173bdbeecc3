"""Structs that go through memory: what lies where is said to the analyses, and matrices refuse."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ribozyme as rz
from ribozyme.api.signatures.ctype import Array, Layout, Layouts, Member, Number, Pointer, Struct
from ribozyme.api.signatures.holds import holds

DOUBLE, FLOAT, INT = (
    Number("double", "float", 8),
    Number("float", "float", 4),
    Number("int", "int", 4),
)

SOURCE = """
#include <complex.h>
typedef struct { double k, m; float g; int n; double w[3]; } mixed;
typedef struct { char tag; double z[4]; long double far; } padded;
typedef struct { mixed a; padded b; double _Complex c; } nested;
typedef union { double d; int i[2]; } either;
typedef struct { either e; double x[3]; } with_union;
typedef struct { double *to; double x[4]; } with_pointer;
mixed scaled(mixed p, double f) { p.k *= f; p.w[1] *= f * f; p.g += f; return p; }
padded turned(padded p, double f) { p.far *= f; p.z[2] = p.z[3] * f; return p; }
nested deep(nested p, double f) { p.a.m *= f; p.b.z[0] *= p.a.w[0]; p.c *= f; return p; }
with_pointer led(with_pointer p, double f) { p.x[3] = p.to[1] * f; return p; }
"""


def layouts(**table: tuple[tuple[Member, ...], int, bool]) -> Layouts:
    found = Layouts()
    for key, (members, size, union) in table.items():
        found[key] = Layout(key, size, members, union)
    return found


def test_what_is_said() -> None:
    table = layouts(
        mixed=(
            (Member("k", DOUBLE, 0), Member("g", FLOAT, 8), Member("n", INT, 12),
             Member("w", Array(DOUBLE, (3,)), 16), Member("p", Pointer(DOUBLE), 40)),
            48,
            False,
        ),
        either=((Member("d", DOUBLE, 0), Member("i", INT, 4)), 8, True),
        holder=((Member("e", Struct("either", "either"), 0), Member("x", DOUBLE, 8)), 16, False),
        tail=((Member("c", Number("char", "int", 1), 0), Member("x", DOUBLE, 8)), 16, False),
        far=((Member("l", Number("long double", "float", 16), 0),), 16, False),
        complex=((Member("z", Number("float _Complex", "complex", 8), 0),), 8, False),
    )  # fmt: skip

    def said(key: str) -> str:
        return holds(Struct(key, key), table)

    assert said("mixed") == '"rz.holds"="48: double@0+1 float@8+1 i4@12+1 double@16+3 ptr@40+1" '
    assert said("either") == '"rz.holds"="8: ?@0+8" '
    assert said("holder") == '"rz.holds"="16: ?@0+8 double@8+1" '
    assert said("tail") == '"rz.holds"="16: i1@0+1 double@8+1" '
    assert said("far") == '"rz.holds"="16: long_double@0+1" '
    assert said("complex") == '"rz.holds"="8: float@0+2" '
    assert holds(Struct("gone", "gone"), table) == ""
    assert holds(Array(DOUBLE, (1000,)), table) == ""


MIXED = {"k": 2.0, "m": 3.0, "g": 0.5, "n": 1, "w": [1.0, 2.0, 3.0]}
PADDED = {"tag": 3, "z": [1.0, 2.0, 3.0, 4.0], "far": 2.5}


@pytest.mark.parametrize("level", ["-O0", "-O2"])
@pytest.mark.parametrize(
    ("name", "given", "slope"),
    [
        ("scaled", MIXED, 2 * 2 + 2 * 2 * 2 * 2 + 0.5),  # d/df of Σ cotangent·result at f = 2
        ("turned", PADDED, 2.5 * 2.5 + 3 * 4),
        ("deep", {"a": MIXED, "b": PADDED, "c": 1 + 2j}, 3 * 3 + 1 + 4),
    ],
)
def test_structs_come_back_from_memory(
    level: str, name: str, given: dict[str, Any], slope: float
) -> None:
    f = rz.compile(SOURCE, flags=[level])[name]
    _, back = rz.vjp(f, given, 2.0)
    gradient, by_factor = back(given)
    assert by_factor == pytest.approx(slope, rel=1e-6)
    _, tangent = rz.jvp(f, (given, 2.0), (given, 0.0))  # the struct itself as direction
    one, other = weighed(given, tangent), weighed(gradient, given)
    assert one == pytest.approx(other, rel=1e-6)
    assert rz.check(f, given, 2.0)


def weighed(one: Any, other: Any) -> float:
    """The floats of two structs, multiplied and added up."""
    if isinstance(one, dict):
        return sum(weighed(one[name], other[name]) for name in one)
    if isinstance(one, int):
        return 0.0
    return float(np.real(np.sum(np.conj(np.asarray(one)) * np.asarray(other))))


def test_matrices_have_rows_and_columns_of_numbers() -> None:
    lib = rz.compile(SOURCE + "double weight(mixed p, double f) { return p.k * f * p.w[2]; }")
    for wrong, what in [
        (lambda: rz.jacobian(lib.weight)(MIXED, 2.0), "'p' is a struct"),
        (lambda: rz.hessian(lib.weight)(MIXED, 2.0), "'p' is a struct"),
        (lambda: rz.jacobian(lib.scaled, wrt="f")(MIXED, 2.0), "an output is a struct"),
    ]:
        with pytest.raises(rz.UsageError, match=what):
            wrong()
    assert rz.jacobian(lib.weight, wrt="f")(MIXED, 2.0) == pytest.approx(6.0)
    assert rz.hessian(lib.weight, wrt="f")(MIXED, 2.0) == 0.0


LABELLED = """
#include <string.h>
typedef struct { double k; const char *label; struct { double x; const char *unit; } at; } settings;
double weighed(const settings *s, const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += s->k * x[i] * s->at.x;
    return s->label && s->label[0] == 'c' ? sum * sum : sum;
}
void advanced(settings *s, double by) { s->k *= by * s->at.x; s->at.x += strlen(s->at.unit) * by; }
"""


@pytest.mark.parametrize(("label", "power"), [("cubic", 2), ("linear", 1), ("", 1), (None, 1)])
def test_a_struct_may_have_text(label: str | None, power: int) -> None:
    """Characters have no derivative; what is given back of their shadow is None."""
    f, x = rz.compile(LABELLED).weighed, np.array([1.0, 2.0])
    given = {"k": 3.0, "label": label, "at": {"x": 0.5, "unit": "m"}}
    sum = 3.0 * 3.0 * 0.5
    slope = power * sum ** (power - 1)
    by = rz.grad(f, wrt="s")(given, x, 2)
    assert by["k"] == pytest.approx(slope * 1.5) and by["label"] is None
    assert by["at"] == {"x": pytest.approx(slope * 9), "unit": None}
    value, back = rz.vjp(f, given, x, 2, wrt="s")
    assert value == pytest.approx(sum**power)
    assert back(1.0) == by == back(1.0)
    along = {"k": 1.0, "label": None, "at": {"x": 2.0, "unit": None}}
    _, dot = rz.jvp(f, (given, x, 2), (along, None, None))
    assert dot == pytest.approx(by["k"] + 2 * by["at"]["x"])
    assert given["label"] == label


def test_a_struct_with_text_is_written() -> None:
    f = rz.compile(LABELLED).advanced
    given = {"k": 3.0, "label": "a", "at": {"x": 0.5, "unit": "km"}}
    _, back = rz.vjp(f, given, 2.0, wrt=("s", "by"), of="s")
    by, slope = back({"k": 1.0, "label": None, "at": {"x": 10.0, "unit": None}})
    assert by["k"] == pytest.approx(2.0 * 0.5) and by["at"]["x"] == pytest.approx(6.0 + 10.0)
    assert slope == pytest.approx(3.0 * 0.5 + 10.0 * 2)
