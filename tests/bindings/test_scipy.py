"""Gradients and Hessians where SciPy asks for them."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import ribozyme as rz

optimize = pytest.importorskip("scipy.optimize")
integrate = pytest.importorskip("scipy.integrate")

SOURCE = """
double rosenbrock(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i + 1 < n; i++) {
        double a = x[i + 1] - x[i] * x[i], b = 1 - x[i];
        s += 100 * a * a + b * b;
    }
    return s;
}
void oscillator(double t, const double *y, double mu, double *out)
{
    out[0] = y[1];
    out[1] = mu * (1 - y[0] * y[0]) * y[1] - y[0];
}
"""


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(SOURCE)


def test_minimise_with_gradient_and_hessian(lib: rz.Library) -> None:
    f = lib.rosenbrock
    start = np.array([1.3, 0.7, 0.8, 1.9])
    by_gradient = optimize.minimize(f, start, args=(4,), jac=rz.grad(f), method="BFGS")
    assert_allclose(by_gradient.x, np.ones(4), atol=1e-4)
    by_both = optimize.minimize(
        rz.value_and_grad(f), start, args=(4,), jac=True, hess=rz.hessian(f), method="Newton-CG"
    )
    assert_allclose(by_both.x, np.ones(4), atol=1e-4)


def test_a_stiff_equation_with_its_jacobian(lib: rz.Library) -> None:
    f = lib.oscillator
    jacobian = rz.jacobian(f, wrt="y")

    def right(t: float, y: np.ndarray) -> np.ndarray:
        out = np.empty(2)
        f(t, np.ascontiguousarray(y), 50.0, out)
        return out

    solved = integrate.solve_ivp(
        right, (0, 20), [2.0, 0.0], method="BDF",
        jac=lambda t, y: jacobian(t, y, 50.0, np.empty(2)), rtol=1e-8,
    )  # fmt: skip
    plain = integrate.solve_ivp(right, (0, 20), [2.0, 0.0], method="BDF", rtol=1e-8)
    assert solved.success
    assert solved.nfev <= plain.nfev
    assert_allclose(solved.y[:, -1], plain.y[:, -1], rtol=1e-4)
