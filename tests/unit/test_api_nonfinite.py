"""`trace_nan`: the line at which finite numbers give a nan or an infinity."""

import numpy as np
import pytest

import ribozyme as rz

SOURCE = """#include <math.h>
double lengths(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += sqrt(x[i] * x[i]);
  return s;
}
static double slope(double a) {
  return log(a);
}
double logs(double x) {
  double a = x - 1;
  return slope(a) * 2;
}
float squares(float x) {
  float y = x * 1e30f;
  return y * y;
}
void both(const double *x, double *y) {
  y[0] = 1 / x[0];
  y[1] = x[1];
}
double chosen(double x) {
  double l = log(x);
  return x > 0 ? l : 0;
}
typedef double pair __attribute__((vector_size(16)));
double vectors(double x, double y) {
  pair a = {x, y}, b = {y, x};
  pair c = a / b;
  return c[0] + c[1];
}
"""


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(SOURCE)


def places(found: rz.Trace) -> list[tuple[str, str, int]]:
    return [(one.sweep, one.kind, one.span.line if one.span else 0) for one in found.made]


def test_the_reverse_sweep_makes_it(lib: rz.Library) -> None:
    g = rz.grad(lib.lengths, nonsmooth="ieee", check="never")
    x = np.array([1.0, 0.0, 2.0])
    assert np.isnan(g(x, 3)).tolist() == [False, True, False]
    found = rz.trace_nan(g, x, 3)
    assert not found
    assert places(found) == [("derivative", "inf", 5)]
    assert "s += sqrt(x[i] * x[i]);" in str(found)
    assert x.tolist() == [1, 0, 2]


def test_the_primal_makes_it(lib: rz.Library) -> None:
    for of in (lib.logs, rz.grad(lib.logs), rz.value_and_grad(lib.logs)):
        assert places(rz.trace_nan(of, 1.0))[0] == ("primal", "inf", 9)
    assert places(rz.trace_nan(lib.logs, 0.5)) == [("primal", "nan", 9)]
    assert places(rz.trace_nan(lib.squares, 1.0)) == [("primal", "inf", 17)]


def test_what_arrays_are_left_with_is_a_result(lib: rz.Library) -> None:
    found = rz.trace_nan(lib.both, np.array([0.0, 1.0]), np.zeros(2))
    assert not found.finite
    assert places(found) == [("primal", "inf", 20)]


def test_vectors_count_lane_by_lane(lib: rz.Library) -> None:
    assert places(rz.trace_nan(lib.vectors, 1.0, 0.0)) == [("primal", "inf", 30)]
    assert places(rz.trace_nan(lib.vectors, 0.0, 0.0)) == [("primal", "nan", 30)]
    assert rz.trace_nan(lib.vectors, 1.0, 2.0).made == ()


def test_results_that_are_finite(lib: rz.Library) -> None:
    found = rz.trace_nan(rz.grad(lib.lengths), np.ones(3), 3)
    assert found and not found.made and not found.inputs
    in_between = rz.trace_nan(lib.chosen, -1.0)
    assert in_between.finite
    assert {kind for _, kind, _ in places(in_between)} <= {"nan"}


def test_inputs_are_named(lib: rz.Library) -> None:
    found = rz.trace_nan(rz.grad(lib.lengths), np.array([1.0, np.nan]), 2)
    assert found.inputs == ("x",) and not found.made
    assert "the input 'x' holds nan or inf" in str(found)


def test_promises_of_fast_mathematics_do_not_hide_it(lib: rz.Library) -> None:
    fast = rz.compile(SOURCE, flags=["-ffast-math"])
    assert places(rz.trace_nan(fast.both, np.array([0.0, 1.0]), np.zeros(2)))[0][1] == "inf"


def test_only_functions_are_traced(lib: rz.Library) -> None:
    with pytest.raises(TypeError, match="trace_nan takes a function of a library"):
        rz.trace_nan(rz.jacobian(lib.both), np.ones(2), np.ones(2))  # type: ignore[arg-type]
