"""Jacobians in one mode, with the value, as linear operators; inputs by JAX's `argnums`."""

from typing import Any

import numpy as np
import pytest
from scipy.sparse.linalg import LinearOperator, lsqr

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=7, wide=14)

TEXT = """
#include <math.h>
#include <complex.h>
double rate = 2.0;
void products(const double *x, int n, double *out) {
    for (int i = 0; i < n; i++) out[i] = x[i] * x[(i + 1) % n];
}
void wave(const float *x, double k, int n, float *re, double *im) {
    for (int i = 0; i < n; i++) { re[i] = cosf(k * x[i]); im[i] = sin(k * x[i]) * x[0]; }
}
void relax(double *x, int n) {
    for (int i = 1; i < n; i++) x[i] = 0.5 * (x[i] + x[i - 1] * x[i - 1]);
}
double loss(const double *x, int n, double k, double *parts) {
    double s = 0;
    for (int i = 0; i < n; i++) { parts[i] = k * x[i] * x[i]; s += parts[i]; }
    return s;
}
double scaled(double x) { return rate * x * x; }
double complex square(double complex z) { return z * z; }
void tally(const int *k, int n, double *out) { for (int i = 0; i < n; i++) out[i] = k[i]; }
"""
N = 5
X = np.linspace(0.1, 1, N)


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(TEXT)


def of_products(x: Any) -> Any:
    return np.diag(np.roll(x, -1)) + np.diag(x) @ np.roll(np.eye(len(x)), 1, axis=1)


def modes(f: rz.Function) -> set[str]:
    """The derivatives that were made of a function."""
    return {key[0].split()[0] for key in f.derivatives}


# ---- one mode ------------------------------------------------------------------------------------


def test_the_mode_is_the_one_asked_for() -> None:
    for transform, made in ((rz.jacfwd, "jvp"), (rz.jacrev, "vjp")):
        lib = rz.compile(TEXT)
        out = np.zeros(N)
        assert np.allclose(transform(lib.products, wrt="x")(X, N, out), of_products(X))
        assert np.allclose(out, X * np.roll(X, -1))
        assert modes(lib.products) == {made}


@pytest.mark.parametrize("transform", [rz.jacfwd, rz.jacrev])
def test_several_inputs_and_outputs(lib: rz.Library, transform: Any) -> None:
    x, k = X.astype(np.float32), 1.5
    args = (x, k, N, np.zeros(N, np.float32), np.zeros(N))
    (re_x, re_k), (im_x, im_k) = transform(lib.wave, of=("re", "im"))(*args)
    assert np.allclose(re_x, np.diag(-k * np.sin(k * X)), atol=1e-6)
    assert np.allclose(re_k, -X * np.sin(k * X), atol=1e-6)
    wanted = np.diag(k * np.cos(k * X) * X[0])
    wanted[:, 0] += np.sin(k * X)
    assert np.allclose(im_x, wanted, atol=1e-6)
    assert np.allclose(im_k, X * np.cos(k * X) * X[0], atol=1e-6)


@pytest.mark.parametrize("transform", [rz.jacfwd, rz.jacrev])
def test_an_array_that_is_read_and_written(lib: rz.Library, transform: Any) -> None:
    x, y = X.copy(), X.copy()
    found = transform(lib.relax)(x, N)
    lib.relax(y, N)
    assert np.array_equal(x, y)
    for i in range(N):  # exact but for rounding: the complex step of the same recurrence
        z = X + 1e-30j * np.eye(N)[i]
        for j in range(1, N):
            z[j] = 0.5 * (z[j] + z[j - 1] * z[j - 1])
        assert np.allclose(found[:, i], z.imag / 1e-30, rtol=1e-12)


@pytest.mark.parametrize("transform", [rz.jacfwd, rz.jacrev])
def test_complex_numbers_and_variables(lib: rz.Library, transform: Any) -> None:
    z = 1.5 - 0.5j
    assert np.isclose(transform(lib.square, holomorphic=True)(z), 2 * z)
    parts = [[2 * z.real, -2 * z.imag], [2 * z.imag, 2 * z.real]]
    assert np.allclose(transform(lib.square, as_real=True)(z), parts)
    assert transform(lib.scaled, wrt=("x", "@rate"))(3.0) == (12.0, 9.0)


def test_the_hessian_is_the_jacobian_of_the_gradient(lib: rz.Library) -> None:
    args = (X, N, 2.0, np.zeros(N))
    found = rz.jacfwd(rz.grad(lib.loss, wrt="x", of="return"), wrt="x")(*args)
    assert np.allclose(found, 4 * np.eye(N))
    assert np.allclose(found, rz.hessian(lib.loss, wrt="x", of="return")(*args))


# ---- with the value ------------------------------------------------------------------------------


@pytest.mark.parametrize("sparse", [False, True])
def test_value_and_jacobian(lib: rz.Library, sparse: bool) -> None:
    out = np.zeros(N)
    value, found = rz.value_and_jacobian(lib.products, wrt="x", sparse=sparse)(X, N, out=out)
    assert value is out and np.allclose(out, X * np.roll(X, -1))
    assert np.allclose(found.toarray() if sparse else found, of_products(X))
    x = X.copy()
    value, found = rz.value_and_jacobian(lib.relax, sparse=sparse)(x, N)
    assert value is x
    found = found.toarray() if sparse else found
    y = X.copy()
    assert np.allclose(found, rz.jacobian(lib.relax)(y, N)) and np.array_equal(x, y)


def test_values_of_several_outputs(lib: rz.Library) -> None:
    parts = np.zeros(N)
    both = rz.value_and_jacobian(lib.loss, wrt="k", of=("return", "parts"))
    (total, filled), (slope, slopes) = both(X, N, 2.0, parts)
    assert filled is parts and total == pytest.approx(2 * X @ X)
    assert slope == pytest.approx(X @ X) and np.allclose(slopes, X**2)
    assert rz.value_and_jacobian(lib.square, holomorphic=True)(2j) == (-4 + 0j, 4j)


# ---- products ------------------------------------------------------------------------------------


def test_a_linear_operator(lib: rz.Library) -> None:
    x, out = X.copy(), np.zeros(N)
    J = rz.linearize(lib.products, x, N, out, wrt="x")
    assert isinstance(J, LinearOperator) and J.shape == (N, N) and J.dtype == float
    assert np.allclose(out, X * np.roll(X, -1))
    x[:], out[:] = 0, 0  # the point is the one it was made at
    assert np.allclose(J @ np.eye(N), of_products(X))
    assert np.allclose(J.T @ np.eye(N), of_products(X).T)
    assert not out.any()
    right = np.arange(1.0, N + 1)
    found = lsqr(J, right, atol=1e-14, btol=1e-14)[0]
    assert np.allclose(found, np.linalg.solve(of_products(X), right))


def test_the_operator_of_several_inputs_and_outputs(lib: rz.Library) -> None:
    x = X.astype(np.float32)
    args = (x, 1.5, N, np.zeros(N, np.float32), np.zeros(N))
    J = rz.linearize(lib.wave, *args, of=("re", "im"))
    whole = rz.jacobian(lib.wave, of=("re", "im"))(*args)
    dense = np.block([[dx, dk[:, None]] for dx, dk in whole])
    assert J.shape == dense.shape == (2 * N, N + 1) and J.dtype == float
    assert np.allclose(J @ np.eye(N + 1), dense, atol=1e-6)
    assert np.allclose(J.T @ np.eye(2 * N), dense.T, atol=1e-6)


def test_the_operator_of_numbers_and_variables(lib: rz.Library) -> None:
    J = rz.linearize(lib.scaled, 3.0, wrt=("x", "@rate"))
    assert J.shape == (1, 2)
    assert np.array_equal(J @ np.eye(2), [[12.0, 9.0]])
    assert np.array_equal(J.T @ np.ones(1), [12.0, 9.0])


def test_what_the_operator_refuses(lib: rz.Library) -> None:
    with pytest.raises(rz.UsageError, match="linear in complex") as refused:
        rz.linearize(lib.square, 1j)
    assert refused.value.code == "RZ015"
    J = rz.linearize(lib.scaled, 3.0)
    with pytest.raises(rz.ArgumentTypeError, match="is real"):
        J @ np.array([1j])
    with pytest.raises(rz.UsageError) as empty:
        rz.linearize(lib.tally, np.ones(N, np.int32), N, X.copy(), wrt="k")
    assert empty.value.code == "RZ010"


# ---- argnums -------------------------------------------------------------------------------------


def test_argnums_is_wrt_by_position(lib: rz.Library) -> None:
    args = (X, N, 2.0, np.zeros(N))
    square = X @ X
    assert rz.grad(lib.loss, argnums=2, of="return")(*args) == pytest.approx(square)
    k_bar, x_bar = rz.grad(lib.loss, argnums=(2, 0), of="return")(*args)
    assert k_bar == pytest.approx(square) and np.allclose(x_bar, 4 * X)
    (only,) = rz.grad(lib.loss, argnums=[np.int64(-2)], of="return")(*args)
    assert only == pytest.approx(square)
    assert rz.value_and_grad(lib.scaled, argnums=0)(3.0) == (18.0, 12.0)
    assert rz.vjp(lib.scaled, 3.0, argnums=0)[1](1.0) == 12.0
    assert rz.split(lib.scaled, argnums=0)[0](3.0)[0] == 18.0
    assert rz.hvp(lib.scaled, (3.0,), 2.0, argnums=0) == 8.0
    assert rz.hessian(lib.scaled, argnums=0)(3.0) == 4.0
    for transform in (rz.jacobian, rz.jacfwd, rz.jacrev):
        found = transform(lib.products, argnums=0)(X, N, np.zeros(N))
        assert np.allclose(found, of_products(X))
    assert rz.linearize(lib.scaled, 3.0, argnums=0).shape == (1, 1)
    assert rz.sparsity(lib.scaled, 3.0, argnums=0).nnz == 1


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        (lambda f: rz.grad(f, wrt="x", argnums=0), "RZ001"),
        (lambda f: rz.grad(f, "x", argnums=0), "RZ001"),
        (lambda f: rz.vjp(f, 1.0, wrt=0, argnums=0), "RZ001"),
        (lambda f: rz.grad(f, argnums="x"), "RZ008"),
        (lambda f: rz.grad(f, argnums=(0, "x")), "RZ008"),
        (lambda f: rz.grad(f, argnums=7), "RZ013"),
        (lambda f: rz.jvp(f, (1.0,), (1.0,), argnums=0), "RZ006"),
        (lambda f: rz.grad(f, has_aux=True), "RZ006"),
        (lambda f: rz.jacfwd(f, sparse=True), "RZ006"),
        (lambda f: rz.linearize(f, 1.0, holomorphic=True), "RZ006"),
        (lambda f: rz.jacrev(rz.jacobian(f)), "RZ008"),  # type: ignore[arg-type]
    ],
)
def test_what_cannot_be_meant(lib: rz.Library, ask: Any, code: str) -> None:
    with pytest.raises(rz.Error) as refused:
        ask(lib.scaled)
    assert refused.value.code == code


def test_what_an_equation_defines_takes_argnums(lib: rz.Library) -> None:
    equation = rz.compile(
        "void r(const double *x, double p, double *out) { out[0] = x[0] * x[0] - p; }"
    )
    solve = rz.root(equation.r, unknown="x")
    assert np.allclose(rz.jacobian(solve, argnums=1)(np.ones(1), 4.0), 0.25)
    with pytest.raises(rz.Error) as refused:
        rz.jacfwd(solve)
    assert refused.value.code == "RZ511"
