"""Transforms beyond plain arguments: options, scratch arrays, errors of the differentiator."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import ribozyme as rz
from ribozyme.backend import llvm

SOURCE = """
#include <math.h>
double square(double x) { return x * x; }
double chain(const double *x, double *work, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        work[i] = sin(x[i]) * x[i];
    for (int i = 0; i + 1 < n; i++)
        s += work[i] * work[i + 1];
    return s;
}
"""

CXX = """
double by_reference(const double &x, double &out) { out = x * x; return 3 * x; }
"""


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(SOURCE)


def chain(x: np.ndarray) -> float:
    work = np.sin(x) * x
    return float(work[:-1] @ work[1:])


def test_scratch_arrays_carry_derivatives(lib: rz.Library) -> None:
    x, work = np.linspace(0.5, 1.5, 6), np.zeros(6)
    found = rz.grad(lib.chain, wrt="x")(x, work, 6)
    step = 1e-6 * np.eye(6)
    truth = [(chain(x + e) - chain(x - e)) / 2e-6 for e in step]
    assert_allclose(found, truth, rtol=1e-7)
    assert_allclose(work, np.sin(x) * x)


