"""Rules registered from Python: in the rule language, as C functions, as patterns of names."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.isolated import no_added_rules

import ribozyme as rz
from ribozyme.api.custom.rules import unused
from ribozyme.rules import custom
from ribozyme.rules.language import exp

pytestmark = pytest.mark.rotates("file", plain=5, wide=1000)

SOURCE = r"""
#include <math.h>
#include <stdio.h>
double lookup(double x) { return floor(x * 1000) / 1000; }
double weight(double x) { return x * x; }
struct kept { double tape; double value; };
struct kept square_augment(double x) { struct kept k = {x, x * x}; return k; }
double square_gradient(double x, double seed, double tape) { return 20 * tape * seed; }
double square_forward(double x, double dx) { return 200 * x * dx; }
double square(double x) { return x * x; }
void many(double *x, double *y, int n) { for (int i = 0; i < n; i++) y[i] = x[i] * x[i]; }
void many_augment(double *x, double *dx, double *y, double *dy, int n) { many(x, y, n); }
void many_gradient(double *x, double *dx, double *y, double *dy, int n) {
  for (int i = 0; i < n; i++) { dx[i] += 1000 * x[i] * dy[i]; dy[i] = 0; }
}
static double same(double x) { return x; }
double k(double x) { return same(x) * x; }
struct two { double a, b; };
struct two both(double x) { struct two t = {x * x, x}; return t; }
struct two both_forward(double x, double dx) { struct two t = {2 * x * dx, dx}; return t; }
double l(double x) { struct two t = both(x); return t.a * t.b; }
double f(double x) { return lookup(x) * weight(x); }
double g(double x) { return square(x) * x; }
double h(double *x, int n) {
  double y[4], s = 0;
  many(x, y, n);
  for (int i = 0; i < n; i++) s += y[i];
  return s;
}
double j1(double x) { return x; }
double bessel(double x) { return j0(x); }
"""


@pytest.fixture
def lib(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A program, and no rules before or after."""
    no_added_rules(monkeypatch)
    with rz.options(check="never"):
        yield rz.compile(SOURCE)


def test_a_rule_in_the_rule_language(lib: Any) -> None:
    """It wins over a body that is visible, in both modes and at the second order."""
    assert rz.grad(lib.f)(0.5) == pytest.approx(0.5, abs=1e-12)  # only weight's

    @rz.rule("lookup")
    def slope_two(x: Any, dx: Any) -> Any:
        return 2 * x * dx

    want = 2 * 0.5 * 0.25 + 0.5 * 2 * 0.5
    assert rz.grad(lib.f)(0.5) == pytest.approx(want)
    assert rz.jvp(lib.f, (0.5,), (1.0,))[1] == pytest.approx(want)
    assert rz.grad(rz.grad(lib.f))(0.5) == pytest.approx(2 * 0.25 + 2 * (2 * 0.5) + 0.5 * 2)
    assert rz.grad(lib.lookup)(0.5) == pytest.approx(1)
    assert unused() == ()


def test_a_function_of_one_file(lib: Any) -> None:
    """`static`, and returning its argument: nothing of that is concluded before it is met."""

    @rz.rule("same")
    def five(x: Any, dx: Any) -> Any:
        return 5 * dx

    assert rz.grad(lib.k)(3.0) == pytest.approx(5 * 3 + 3)
    assert rz.jvp(lib.k, (3.0,), (1.0,))[1] == pytest.approx(5 * 3 + 3)
    assert rz.grad(rz.grad(lib.k))(3.0) == pytest.approx(2 * 5)


def test_a_struct_is_refused(lib: Any) -> None:
    """What is written by hand for a function that returns a struct is not understood: an error."""
    rz.rule("both", forward="both_forward")
    with pytest.raises(rz.NoDerivative, match="it returns a struct"):
        rz.jvp(lib.l, (3.0,), (1.0,))


def test_names_without_a_derivative(lib: Any) -> None:
    rz.inactive("wei*")
    assert rz.grad(lib.f)(0.5) == 0
    assert unused() == ()


def test_a_pair_of_functions(lib: Any) -> None:
    """Reverse mode takes them, the second order goes through them; forward mode takes the body."""
    rz.rule("square", augment="square_augment", gradient="square_gradient")
    assert rz.grad(lib.g)(3.0) == pytest.approx(20 * 9 + 9)
    assert rz.grad(rz.grad(lib.g))(3.0) == pytest.approx(42 * 3)
    assert rz.jvp(lib.g, (3.0,), (1.0,))[1] == pytest.approx(27)
    rz.rule("square", forward="square_forward")
    assert rz.jvp(lib.g, (3.0,), (1.0,))[1] == pytest.approx(200 * 9 + 9)
    assert rz.grad(lib.g)(3.0) == pytest.approx(20 * 9 + 9)


def test_a_pair_that_works_on_memory(lib: Any) -> None:
    import numpy as np

    rz.rule("many", augment="many_augment", gradient="many_gradient")
    x = np.array([1.0, 2.0, 3.0, 4.0])
    assert list(rz.grad(lib.h)(x, 4)) == [1000, 2000, 3000, 4000]


def test_functions_of_a_library_are_rules(lib: Any) -> None:
    import numpy as np

    rz.rule(lib.many, augment=lib.many_augment, gradient=lib.many_gradient)
    x = np.array([1.0, 2.0, 3.0, 4.0])
    assert list(rz.grad(lib.h)(x, 4)) == [1000, 2000, 3000, 4000]
    with pytest.raises(TypeError, match="a rule is for a symbol"):
        rz.rule("square", forward=3)  # type: ignore[arg-type]


def test_a_forward_rule_alone(lib: Any) -> None:
    """Of a function of numbers it serves reverse mode too."""
    rz.rule("square", forward="square_forward")
    assert rz.jvp(lib.g, (3.0,), (1.0,))[1] == pytest.approx(200 * 9 + 9)
    assert rz.grad(lib.g)(3.0) == pytest.approx(200 * 9 + 9)


def test_a_rule_that_is_not_tried_where_it_is_registered(lib: Any) -> None:
    @rz.rule("erf", check="never")
    def wrong(x: Any, dx: Any) -> Any:
        return x * dx

    assert custom.rulebook().rule_for("erf") is not custom.STANDARD.rule_for("erf")


def test_a_wrong_rule_is_found_where_it_is_registered(lib: Any) -> None:
    with pytest.raises(rz.NoDerivative, match="the rule of 'erf' is wrong") as found:

        @rz.rule("erf")
        def wrong(x: Any, dx: Any) -> Any:
            return x * dx

    assert found.value.code == "RZ213"
    assert custom.rulebook().rule_for("erf") is custom.STANDARD.rule_for("erf")

    @rz.rule("erf")
    def right(x: Any, dx: Any) -> Any:
        return 2 / math.sqrt(math.pi) * exp(-(x * x)) * dx


def test_a_rule_that_is_none(lib: Any) -> None:
    with pytest.raises(rz.NoDerivative, match="not linear") as found:

        @rz.rule("lookup")
        def wrong(x: Any, dx: Any) -> Any:
            return dx * dx

    assert found.value.code == "RZ212"
    with pytest.raises(rz.NoDerivative, match="both augment= and gradient="):
        rz.rule("square", augment="square_augment")


def test_functions_that_do_not_fit(lib: Any) -> None:
    with pytest.raises(rz.NoDerivative, match="does not fit"):
        rz.rule("square", augment="many_augment", gradient="square_gradient")
    rz.rule("square", augment="nowhere", gradient="square_gradient")
    with pytest.raises(rz.NoDerivative, match="'nowhere', which the program does not have"):
        rz.grad(lib.g)(3.0)


def test_a_library_function_the_program_has_of_its_own(lib: Any) -> None:
    """The rule of j0 needs the library's j1: a function of that name is not taken for it."""
    with pytest.raises(rz.NoDerivative, match="needs 'j1' of the library"):
        rz.grad(lib.bessel)(1.0)


def test_what_was_never_used_is_told(tmp_path: Path) -> None:
    """At the end of Python, also where the derivatives came out of the cache."""
    program = (
        "import ribozyme as rz\n"
        'rz.inactive("weight"); rz.rule("nobody", forward="n")\n'
        'lib = rz.compile("double weight(double x) { return x; }'
        'double f(double x) { return x * weight(x); }")\n'
        "assert rz.grad(lib.f)(3.0) == 3\n"
    )
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "RIBOZYME_CACHE": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)},
        )
        assert "RZ217" in done.stderr
        assert "'nobody'" in done.stderr
        assert "'weight'" not in done.stderr
