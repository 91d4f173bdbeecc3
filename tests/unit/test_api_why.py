"""Why a gradient is zero: the line where the dependence ends; it is zero wherever that is said."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ribozyme as rz
from ribozyme.api.explaining.why import Why
from ribozyme.cli.main import main

pytestmark = pytest.mark.rotates("file", plain=4, wide=8)

TEXT = r"""
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
double weight = 2, last;
struct pair { double a, b; };
static __attribute__((noinline)) int index_of(double x) { return (int)(x * 10); }
static __attribute__((noinline)) void put(double *to, double x) { *to = x; }
static double note(double x) { return x; }

double cells(double x, double y) { int k = (int)x; return k * y; }                  // integer
double table(double x, double y) { double t[20] = {y, y}; return t[index_of(x)]; }  // integer
double side(double x, double y) { if (x > 0) return y; return 2 * y; }              // compared
double turns(double x, double y) { int k = 0; while (x > 0) x -= 1, k++; return k * y; } // compared
double rounded(double x, double y) { double r = floor(x); return r * y; }           // constant
double printed(double x, double y) { printf("%g ", x); return y; }                     // called
double kept(double x, double y) { last = x; return y; }  // stored
double unread(double x, double y) { return 3 * y; }
double heap(double x, double y) {
    double *p = malloc(16), *q = malloc(16);
    put(p, x), put(p + 1, y), memcpy(q, p, 16);
    double found = q[n_of(1)];
    free(p), free(q);
    return found;
}
double product(double x, double y) { double t = x * y; return sin(t); }
double through(double x, double y) {
    struct pair p = {x, y}, q;
    memcpy(&q, &p, 16);
    return q.a * q.b;
}
double global_one(double x, double y) { last = x; put(&last, last * 2); return last * y; }
double recursive(double x, double y) { return y < 0.1 ? x : recursive(x * 0.9, y * 0.5); }
double both(double x, double y) { return floor(x) + (x > 0.2 ? x : y) * y; }
""".replace("n_of(1)", "index_of(y) * 0 + 1")
ZERO = {
    "cells": "becomes an integer", "table": "becomes an integer", "side": "is compared",
    "turns": "is compared", "rounded": "a constant in pieces",
    "printed": "gives nothing of it back", "unread": "nothing reads 'x'",
    "kept": "is stored where nothing that the output depends on",
}  # fmt: skip
NOT_ZERO = ("product", "through", "global_one", "recursive", "both")
ARRAYS = """
void two(const double *x, const double *y, int n, double *a, double *b)
{
    for (int i = 0; i < n; i++) {
        a[i] = x[i] * x[i];
        b[i] = 3 * y[i];
    }
}
struct pair { double a, b; };
double first(struct pair p, double k) { return p.a * k; }
struct pair swapped(double x, double y, int k) { struct pair p = {y, k}; return p; }
double scale = 2, other = 3;
double scaled(double x) { return scale * x; }
"""


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(TEXT)


def why(f: rz.Function, name: str, **how: Any) -> Why:
    return rz.explain(f, check="never", **how).why(name)


@pytest.mark.parametrize("name", ZERO)
def test_where_it_ends(lib: rz.Library, name: str) -> None:
    f = lib[name]
    said = why(f, "x", wrt="y")
    assert not said and not said.reaches
    assert str(said).startswith(f"the gradient of '{name}' by 'x' is zero: ")
    assert ZERO[name] in str(said)
    assert rz.grad(f, wrt="x", check="never")(0.55, 0.15) == 0.0
    assert why(f, "y")


def test_lines_that_are_shown_are_the_users(lib: rz.Library) -> None:
    (step,) = why(lib.cells, "x").steps
    line = next(n for n, text in enumerate(TEXT.splitlines(), 1) if text.startswith("double cells"))
    assert step.span is not None and step.span.line == line
    assert str(why(lib.cells, "x")).endswith(TEXT.splitlines()[line - 1].strip())
    assert "in 'index_of'" in str(why(lib.table, "x"))


@pytest.mark.parametrize("name", NOT_ZERO)
def test_the_way_where_it_is_not_zero(lib: rz.Library, name: str) -> None:
    """Right or not, no zero is claimed: the slope, by differences, is another number."""
    f, step = lib[name], 1e-6
    slope = (f(0.55 + step, 0.15) - f(0.55 - step, 0.15)) / (2 * step)
    assert abs(slope) > 1e-3 and np.isclose(rz.grad(f, wrt="x", check="never")(0.55, 0.15), slope)
    said = why(f, "x")
    assert said and said.steps
    assert str(said).startswith(f"the output of '{name}' may depend on 'x', by way of")


def test_what_is_not_known_is_not_said_to_be_zero(lib: rz.Library) -> None:
    """The index of what is read is known when the program runs, so `x` may be what is read."""
    assert rz.grad(lib.heap, wrt="y", check="never")(0.5, 0.25) == 1.0
    assert why(lib.heap, "y") and why(lib.heap, "x")


def test_outputs_structs_and_variables() -> None:
    lib = rz.compile(ARRAYS)
    assert why(lib.two, "x", of="a") and why(lib.two, "y", of="b")
    assert why(lib.two, "x", of=("b", "a"))
    crossed = why(lib.two, "x", of="b")
    assert not crossed and "is stored where nothing that the output depends on" in str(crossed)
    assert "a[i] = x[i] * x[i];" in str(crossed)
    assert why(lib.first, "p") and why(lib.first, "k")
    assert why(lib.swapped, "y") and not why(lib.swapped, "x")
    assert why(lib.scaled, "@scale") and not why(lib.scaled, "@other")
    slope = rz.grad(lib.scaled)
    assert why(rz.grad(lib.scaled, wrt="@scale"), "x", wrt="x") and not why(slope, "x", wrt="x")
    assert rz.grad(slope, check="never")(3.0) == 0.0
    with pytest.raises(rz.UsageError, match="holds no floats"):
        why(lib.two, "n", of="a")
    assert why(lib.two, "x", of="a")._repr_html_().startswith("<pre>the output of &#x27;two")


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "model.c"
    file.write_text("double f(double x, double y) {\n  int k = x;\n  return k * y;\n}\n")
    assert main(["explain", "--why", "x", f"{file}:f"]) == 0
    said = capsys.readouterr().out
    assert "the gradient of 'f' by 'x' is zero" in said and "int k = x;" in said
    assert main(["explain", f"{file}:f", "--why", "y", "--json"]) == 0
    assert '"reaches": true' in capsys.readouterr().out
