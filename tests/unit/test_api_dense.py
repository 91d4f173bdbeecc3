"""Dense Jacobians and Hessians: the same whatever the number of directions in a sweep."""

import numpy as np
import pytest

import ribozyme as rz

TEXT = """
#include <math.h>
void products(const double *x, int n, double *out) {
    for (int i = 0; i < n; i++) out[i] = x[i] * x[(i + 1) % n];
}
void relax(double *x, int n) {
    for (int i = 1; i < n; i++) x[i] = 0.5 * (x[i] + x[i - 1] * x[i - 1]);
}
double energy(const double *x, int n, double k) {
    double s = 0;
    for (int i = 0; i + 1 < n; i++) {
        double d = x[i + 1] - x[i];
        s += k * d * d + cos(x[i]);
    }
    return s;
}
float mixed(float a, float b) { return a * b * b; }
"""


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(TEXT)


@pytest.mark.parametrize("width", [1, 2, 3, 8])
def test_a_function_that_fills_an_array(lib: rz.Library, width: int) -> None:
    n = 5
    x, out = np.linspace(0.1, 1, n), np.zeros(n)
    found = rz.jacobian(lib.products, wrt="x", width=width)(x, n, out)
    after = np.roll(np.eye(n), 1, axis=1)
    assert np.allclose(found, np.diag(np.roll(x, -1)) + np.diag(x) @ after)
    assert np.allclose(out, x * np.roll(x, -1))


@pytest.mark.parametrize("width", [2, 3, 8])
def test_an_array_that_is_read_and_written(lib: rz.Library, width: int) -> None:
    start = np.linspace(0.1, 1, 11)
    x, y = start.copy(), start.copy()
    wide = rz.jacobian(lib.relax, width=width)(x, 11)
    step = 1e-6
    for i in range(11):
        ahead, behind = start.copy(), start.copy()
        ahead[i] += step
        behind[i] -= step
        lib.relax(ahead, 11)
        lib.relax(behind, 11)
        assert np.allclose(wide[:, i], (ahead - behind) / (2 * step), atol=1e-8)
    lib.relax(y, 11)
    assert np.array_equal(x, y)


@pytest.mark.parametrize("width", [1, 3, 4])
def test_hessians(lib: rz.Library, width: int) -> None:
    n, k = 6, 2.0
    x = np.linspace(0.1, 1, n)
    found = rz.hessian(lib.energy, wrt="x", width=width)(x, n, k)
    chain = 2 * k * (2 * np.eye(n) - np.eye(n, k=1) - np.eye(n, k=-1))
    chain[0, 0] = chain[-1, -1] = 2 * k
    chain[: n - 1, : n - 1] -= np.diag(np.cos(x[:-1]))
    assert np.allclose(found, chain)
    (aa, ab), (ba, bb) = rz.hessian(lib.mixed, width=width)(2.0, 3.0)
    assert (aa, ab, ba, bb) == (0.0, 6.0, 6.0, 4.0)
