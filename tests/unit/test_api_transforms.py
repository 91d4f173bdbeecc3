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


def test_second_order_through_scratch(lib: rz.Library) -> None:
    x = np.linspace(0.5, 1.5, 4)
    g = rz.grad(lib.chain, wrt="x")
    step = 1e-6 * np.eye(4)
    truth = [(g(x + e, np.zeros(4), 4) - g(x - e, np.zeros(4), 4)) / 2e-6 for e in step]
    found = rz.hessian(lib.chain, wrt="x")(x, np.zeros(4), 4)
    assert_allclose(found, truth, rtol=1e-6, atol=1e-8)
    assert_allclose(rz.hvp(lib.chain, (x, np.zeros(4), 4), np.ones(4), wrt="x"), found.sum(axis=1))


def test_references(lib: rz.Library) -> None:
    f = rz.compile(CXX, lang="c++").by_reference
    out = np.zeros(1)
    assert f(2.0, out) == 6.0 and out[0] == 4.0
    with pytest.raises(TypeError, match="argument 'out' of 'by_reference' wants an array"):
        f(2.0, 1.0)
    with pytest.raises(TypeError, match="is a reference"):
        f(None, out)
    assert rz.grad(f, wrt="x")(2.0, out) == 3.0


@pytest.mark.parametrize(
    "options", [{"fast_math": True}, {"vector_math": False}, {"optimise_first": False}]
)
def test_options_change_how_not_what(lib: rz.Library, options: dict[str, bool]) -> None:
    x, work = np.linspace(0.5, 1.5, 6), np.zeros(6)
    plain = rz.grad(lib.chain, wrt="x")(x, work, 6)
    assert_allclose(rz.grad(lib.chain, wrt="x", **options)(x, work, 6), plain, rtol=1e-12)
    with rz.options(**options):
        assert rz.grad(lib.square)(3.0) == 6.0


def test_no_derivative_is_an_error_with_the_line() -> None:
    lib = rz.compile("double erfcx(double);\ndouble unknown(double x) { return erfcx(x); }")
    with pytest.raises(rz.NoDerivative) as refused:
        rz.grad(lib.unknown)(1.0)
    assert refused.value.code == "RZ201"
    assert refused.value.location is not None
    assert "erfcx(x)" in str(refused.value)


def test_the_ir_shown_is_valid_and_short(lib: rz.Library) -> None:
    text = rz.grad(lib.square).ir
    llvm.verify(text)
    assert "@grad_square(double" in text
    assert "!dbg" not in text and "rz.body" not in text
    llvm.verify(lib.chain.ir)
    assert "grad_square:" in rz.grad(lib.square).asm


def test_a_tangent_that_is_the_value() -> None:
    """An address that stands for no tangent where memory may be inactive is not the tangent's."""
    lib = rz.compile(
        "static const double table[3] = {2, 3, 4};"
        "double f(const double *a, int n, int k) {"
        "  const double *p = k ? a : table;"
        "  double s = 0;"
        "  for (int i = 0; i < n; i++) s += p[i] * p[i] * a[i];"
        "  return s; }"
    )
    a = np.array([1.0, 2.0])
    assert rz.jvp(lib.f, (a, 2, 1), (a, None, None))[1] == pytest.approx(3 * (1 + 8))
    assert rz.jvp(lib.f, (a, 2, 1), (a[:], None, None))[1] == pytest.approx(3 * (1 + 8))
    assert rz.jvp(lib.f, (a, 2, 0), (a, None, None))[1] == pytest.approx(4 + 18)
