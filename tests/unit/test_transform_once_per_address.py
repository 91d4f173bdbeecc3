"""What is loaded from an address that does not change over a loop is kept once per address.

The bound on the tape is the proof: one value per iteration does not fit into it.
"""

import numpy as np
import pytest
from numpy.typing import NDArray

import ribozyme as rz

Array = NDArray[np.float64]

TEXT = r"""
#include <stdlib.h>
static void product(const double *in, const double *w, double *out, long n) {
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) {
            double s = 0;
            for (long k = 0; k < n; k++) s += in[i * n + k] * w[j * n + k];
            out[i * n + j] = s;
        }
}
static double squares(const double *x, long n) {
    double s = 0;
    for (long i = 0; i < n; i++) s += x[i] * x[i];
    return s;
}
double apart(const double *x, const double *w, double *restrict y, long n) {
    double *t = malloc(n * n * sizeof(double));
    product(x, w, t, n);
    product(t, w + n * n, y, n);
    product(y, w, t, n);
    double s = squares(t, n * n);
    free(t);
    return s;
}
"""
N = 96  # n² numbers: 72 KiB; n³: 6.8 MB


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(TEXT)


def chain(x: Array, w: Array) -> tuple[float, Array, Array]:
    """Value and gradients of |((x Aᵀ) Bᵀ) Aᵀ|²."""
    a, b = w
    t = x @ a.T
    y = t @ b.T
    z = y @ a.T
    dz = 2 * z
    dy, da = dz @ a, dz.T @ y
    dt, db = dy @ b, dy.T @ t
    return float(np.sum(z * z)), dt @ a, np.stack([da + dt.T @ x, db])


def given(n: int) -> tuple[Array, Array]:
    random = np.random.default_rng(4)
    return random.standard_normal((n, n)), random.standard_normal((2, n, n)) / n


def test_products_with_a_reused_buffer(lib: rz.Library) -> None:
    x, w = given(N)
    y = np.zeros((N, N))
    found = rz.value_and_grad(lib.apart, wrt=("x", "w"), memory="1MiB")(x, w, y, N)
    value, dx, dw = chain(x, w)
    assert np.isclose(found[0], value, rtol=1e-12)
    assert np.allclose(found[1][0].reshape(dx.shape), dx, rtol=1e-11)
    assert np.allclose(found[1][1].reshape(dw.shape), dw, rtol=1e-11)
