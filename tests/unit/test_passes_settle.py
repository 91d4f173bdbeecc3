"""Guards of derivatives against 0 · ∞: short where a derivative runs, whole where it is derived."""

import numpy as np

import ribozyme as rz
from ribozyme.backend import llvm, pipeline
from ribozyme.backend.passes.settle import settled, unmarked

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
    for name in ("before", "tidy", "scalar", "inline", "reference"):
        made = pipeline.run(name, MARKED)
        assert "rz.lost" not in made
        assert "fcmp true" not in made
        assert "fcmp uno" in made
    assert unmarked(MARKED).count("fcmp uno") == 2


def test_code_that_runs_asks_for_the_adjoint_alone() -> None:
    lib = rz.compile(PROGRAM)
    x = np.array([4.0, 9.0, 0.25, 0.5, 1.0, 4.0])
    slope = rz.grad(lib.least, wrt="x")
    assert np.allclose(slope(x, 3), [0, 0, 1, np.sqrt(0.5), 0, 0], rtol=1e-14, atol=0)
    assert " uno " not in slope.ir
    assert " uno " in rz.grad(lib.asked).ir
