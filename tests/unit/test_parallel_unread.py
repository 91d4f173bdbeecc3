"""What a gradient leaves out of its forward sweep: sums that it does not return."""

from __future__ import annotations

import numpy as np
import pytest

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=2, wide=4)

SUM = """
#include <math.h>
double f(const double *x, int n)
{{
    double sum = 0, other = 1;
    #pragma omp parallel for reduction({op} : sum)
    for (int i = 0; i < n; i++)
        {body}
    {end}
}}
"""
X = np.linspace(0.3, 1.1, 9)
COS, SIN = np.cos(X), np.sin(X)
TOTAL = COS.sum()
UNREAD = {
    "returned": ("+", "sum += cos(x[i]);", "return sum;", -SIN),
    "taken away": ("-", "sum -= cos(x[i]);", "return 1 - sum;", -SIN),
    "added to something": ("+", "sum += cos(x[i]);", "return sum + x[0] * x[0];", None),
}
READ = {
    "squared": ("+", "sum += cos(x[i]);", "return sum * sum;", -2 * TOTAL * SIN),
    "compared": ("+", "sum += cos(x[i]);", "return sum > 3 ? 2 * sum : sum;", -2 * SIN),
    "an argument": ("+", "sum += cos(x[i]);", "return exp(sum);", -np.exp(TOTAL) * SIN),
    "a maximum": ("max", "sum = fmax(sum, cos(x[i]));", "return sum;", -SIN * (COS.max() == COS)),
    "squared in memory": (
        "+", "sum += cos(x[i]);",
        "double *p = n > 100 ? &other : &sum;\n*p *= *p;\nreturn sum;", -2 * TOTAL * SIN,
    ),
    "an index": ("+", "sum += cos(x[i]);", "return sum * x[(int)sum % 9];", None),
}  # fmt: skip


@pytest.mark.parametrize("name", [*UNREAD, *READ])
def test_sums_are_computed_where_they_are_read(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "2")
    op, body, end, expected = {**UNREAD, **READ}[name]
    lib = rz.compile(SUM.format(op=op, body=body, end=end), flags=["-fopenmp"])
    gradient = rz.grad(lib.f)
    if expected is None:
        ends = {"added to something": _squared, "an index": _indexed}
        expected = ends[name]()
    np.testing.assert_allclose(gradient(X, 9), expected, rtol=1e-12, atol=1e-14)
    assert ("llvm.cos" in gradient.ir) == (name in READ)
    assert rz.value_and_grad(lib.f)(X, 9)[0] == pytest.approx(lib.f(X, 9), rel=1e-14)


def _squared() -> np.ndarray:
    found = -SIN
    found[0] += 2 * X[0]
    return found


def _indexed() -> np.ndarray:
    at = int(TOTAL) % 9
    found = -SIN * X[at]
    found[at] += TOTAL
    return found
