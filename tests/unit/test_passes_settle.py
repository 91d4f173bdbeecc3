"""Guards of derivatives against 0 · ∞: short where a derivative runs, whole where it is derived."""

import numpy as np

import ribozyme as rz
from ribozyme.backend import llvm, pipeline
from ribozyme.backend.passes.settle import called, remarked, settled, unmarked

MARKED = """
define double @f(double %bar, double %x) {
  %amount = fmul double %bar, %x
  %none = fcmp oeq double %bar, 0.0
  %lost = fcmp uno double %amount, %amount, !rz.lost !{}
  %zero = and i1 %none, %lost
  %safe = select i1 %zero, double 0.0, double %amount
  %own = fcmp uno double %amount, %amount
  %result = select i1 %own, double 7.0, double %safe
  ret double %result
}
"""

WIDE = """
define <2 x double> @f(<2 x double> %bar, <2 x double> %x) {
  %amount = fmul <2 x double> %bar, %x
  %none = fcmp oeq <2 x double> %bar, zeroinitializer
  %lost = fcmp uno <2 x double> %amount, %amount, !rz.lost !{}
  %zero = and <2 x i1> %none, %lost
  %safe = select <2 x i1> %zero, <2 x double> zeroinitializer, <2 x double> %amount
  ret <2 x double> %safe
}
"""

NEAREST = """
#include <math.h>
double nearest(const double *x, const double *points, int k, int n) {
    double total = 0;
    for (int i = 0; i < n; i++) {
        double least = 1e300;
        for (int c = 0; c < k; c++) {
            double square = 0;
            for (int j = 0; j < 2; j++)
                square += (points[2 * i + j] - x[2 * c + j]) * (points[2 * i + j] - x[2 * c + j]);
            if (square < least) least = square;
        }
        total += least;
    }
    return total;
}
double scaled(double s, const double *x, int n) {
    double least = 1e300;
    for (int i = 0; i < n; i++)
        if (sqrt(x[i]) < least) least = sqrt(x[i]);
    return s * least;
}
"""

PROGRAM = """
#include <math.h>
double least(const double *x, int n) {
    double least = 1e300;
    for (int i = 0; i < n; i++) {
        double square = 0;
        for (int j = 0; j < 2; j++) square += sqrt(x[2 * i + j]);
        if (square < least) least = square;
    }
    return least;
}
double asked(double x) { return x * x != x * x ? 3 * x : x * x; }
"""


def test_only_marked_tests_are_left_out() -> None:
    for text in (MARKED, llvm.to_text(MARKED)):
        made = settled(text)
        assert made.count("fcmp true") == 1
        assert made.count("fcmp uno") == 1  # the program's own
        assert "rz.lost" not in made


def test_pipelines_take_marks_off_before_they_may_merge_comparisons() -> None:
    for name in ("before", "scalar", "inline", "reference"):
        made = pipeline.run(name, MARKED)
        assert "rz.lost" not in made
        assert "fcmp true" not in made
        assert "fcmp uno" in made
    assert unmarked(MARKED).count("fcmp uno") == 2


def test_between_two_orders_a_call_stands_for_the_test() -> None:
    for text in (MARKED, llvm.to_text(MARKED), WIDE):
        tidied = pipeline.run("tidy", text)
        assert tidied.count("call i1 @rz.lost") + tidied.count("call <2 x i1> @rz.lost") == 1
        assert tidied.count("fcmp uno") == (text is not WIDE)
        assert "rz.lost" not in settled(tidied) + unmarked(tidied)
        assert llvm.to_text(settled(tidied)).count("fcmp true") == 1
        assert llvm.to_text(unmarked(tidied)).count("fcmp uno") == 1 + (text is not WIDE)
        assert remarked(tidied).count("!rz.lost !{}") == 1
        assert called(tidied) == tidied  # of an order before


def test_a_second_derivative_asks_for_the_adjoint_alone_where_it_does_not_vary() -> None:
    """The adjoint of each squared distance is the seed or zero: no slope is lost with it."""
    lib = rz.compile(NEAREST)
    rng = np.random.default_rng(3)
    x, points, along = rng.normal(size=8), rng.normal(size=12), rng.normal(size=8)
    product = rz.hvp(lib.nearest, (x, points, 4, 6), along, wrt="x")
    squares = ((points.reshape(6, 1, 2) - x.reshape(1, 4, 2)) ** 2).sum(axis=2)
    counts = np.bincount(squares.argmin(axis=1), minlength=4)
    assert np.allclose(product, 2 * np.repeat(counts, 2) * along, rtol=1e-14, atol=0)


def test_a_zero_adjoint_that_varies_keeps_its_slope() -> None:
    """s · least(√x): at s = 0 the gradient is zero, the mixed slopes are not."""
    lib = rz.compile(NEAREST)
    x, along = np.array([4.0, 9.0, 0.25, 1.0]), np.array([3.0, 5.0, 7.0, 11.0])
    in_s, in_x = rz.hvp(lib.scaled, (0.0, x, 4), (2.0, along), wrt=("s", "x"))
    assert np.isclose(in_s, 7.0, rtol=1e-14)
    assert np.allclose(in_x, [0, 0, 2.0, 0], rtol=1e-14, atol=0)


def test_code_that_runs_asks_for_the_adjoint_alone() -> None:
    lib = rz.compile(PROGRAM)
    x = np.array([4.0, 9.0, 0.25, 0.5, 1.0, 4.0])
    slope = rz.grad(lib.least, wrt="x")
    assert np.allclose(slope(x, 3), [0, 0, 1, np.sqrt(0.5), 0, 0], rtol=1e-14, atol=0)
    assert " uno " not in slope.ir
    assert " uno " in rz.grad(lib.asked).ir
