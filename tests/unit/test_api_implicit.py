"""Solutions of equations, and their derivatives, against closed forms, differences and loops."""

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=5, wide=1000)

SOURCE = """
#include <math.h>
void circle(const double *x, double r, const double *s, double *out)
{
    out[0] = x[0] * x[0] + x[1] * x[1] - r * r;
    out[1] = x[0] * s[0] - x[1] * s[1];
}
double kepler(double E, double M, double e) { return E - e * sin(E) - M; }
double kepler_loop(double E, double M, double e)
{
    for (int i = 0; i < 30; i++)
        E -= (E - e * sin(E) - M) / (1 - e * cos(E));
    return E;
}
double babylon(double x, double a) { return 0.5 * (x + a / x); }
double cosine(double x, double a) { return cos(a * x); }
void relax(double *x, const double *b, double w, int n)      /* in place, until A x = b */
{
    for (int i = 0; i < n; i++) {
        double s = b[i];
        if (i > 0) s += x[i - 1];
        if (i + 1 < n) s += x[i + 1];
        x[i] += w * (s / 3 - x[i]);
    }
}
double bowl(const double *x, const double *p)
{
    double a = x[0] - p[0], b = x[1] - p[1] * x[0];
    return a * a + 3 * b * b + 0.1 * a * a * a * a + exp(0.1 * x[1] * p[0]);
}
double valley(double x, double p) { double d = x - p * p; return d * d + 0.1 * exp(x) * p; }
void chain(const double *x, const double *p, int n, double *out)
{
    for (int i = 0; i < n; i++) {
        out[i] = 3 * x[i] + 0.2 * x[i] * x[i] * x[i] - p[i];
        if (i > 0) out[i] -= x[i - 1];
        if (i + 1 < n) out[i] -= x[i + 1];
    }
}
void floats(const float *x, const float *p, float *out)
{
    for (int i = 0; i < 2; i++) out[i] = x[i] * x[i] - p[i];
}
double nowhere(double x, double p) { return x * x + p * p; }
double touching(double x, double p) { return (x - p) * (x - p); }
"""
STEP = 1e-5


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(SOURCE)


def differences(f: Any, x: Any, step: float = STEP) -> Any:
    """The Jacobian by central differences; the parameter in the last axes."""
    x = np.asarray(x, float)
    columns = []
    for at in np.ndindex(x.shape):
        d = np.zeros_like(x)
        d[at] = step
        ahead, behind = x + d, x - d
        if not x.ndim:
            ahead, behind = float(ahead), float(behind)
        columns.append((np.asarray(f(ahead)) - np.asarray(f(behind))) / (2 * step))
    return np.stack(columns, -1).reshape(np.shape(columns[0]) + x.shape)


def test_a_root_and_its_derivatives(lib: rz.Library) -> None:
    solve = rz.root(lib.circle, unknown="x")
    assert solve.parameters == ("x", "r", "s")
    guess, s = np.ones(2), np.array([1.0, 2.0])
    x = solve(guess, 2.0, s)
    assert_allclose(x, np.array([4, 2]) / np.sqrt(5), rtol=1e-12)
    assert_allclose(guess, 1)
    by_r, by_s = rz.jacobian(solve)(guess, 2.0, s)
    assert_allclose(by_r, x / 2, rtol=1e-10)
    assert_allclose(by_s, differences(lambda s: solve(guess, 2.0, s), s), atol=1e-8)
    value, tangent = rz.jvp(solve, (guess, 2.0, s), (None, 0.5, s))
    assert_allclose(value, x)
    assert_allclose(tangent, 0.5 * by_r + by_s @ s)
    _, pullback = rz.vjp(solve, guess, 2.0, s)
    r_bar, s_bar = pullback(np.array([1.0, -3.0]))
    assert r_bar == pytest.approx(by_r @ [1, -3])
    assert_allclose(s_bar, by_s.T @ [1, -3])
    assert_allclose(pullback(np.array([0.0, 1.0]))[1], by_s[1])


def test_by_name_one_or_several(lib: rz.Library) -> None:
    solve = rz.root(lib.circle, unknown="x")
    args = (np.ones(2), 2.0, np.ones(2))
    assert rz.jacobian(solve, wrt="s")(*args).shape == (2, 2)
    (only,) = rz.jacobian(solve, wrt=("r",))(*args)
    assert_allclose(only, solve(*args) / 2)
    assert_allclose(solve(x=args[0], r=2.0, s=args[2]), solve(*args))


def test_keplers_equation_as_the_loop_that_solves_it(lib: rz.Library) -> None:
    solve = rz.root(lib.kepler, unknown="E")
    point = (0.5, 1.0, 0.3)
    assert solve(*point) == pytest.approx(lib.kepler_loop(*point), abs=1e-12)
    assert_allclose(rz.grad(solve)(*point), rz.grad(lib.kepler_loop)(*point)[1:], atol=1e-10)
    loop = np.array(rz.hessian(lib.kepler_loop, wrt=("M", "e"))(*point))
    assert_allclose(rz.hessian(solve)(*point), loop, atol=1e-8)
    assert_allclose(rz.hvp(solve, point, (1.0, 2.0)), loop @ [1, 2], atol=1e-8)
    slope = rz.grad(solve, wrt="e")
    assert rz.jvp(slope, point, (None, 1.0, 0.0))[1] == pytest.approx(loop[1, 0], abs=1e-8)
    value, gradient = rz.value_and_grad(solve, wrt="M")(*point)
    assert value == solve(*point) and gradient == pytest.approx(1 / (1 - 0.3 * np.cos(value)))


def test_a_fixed_point(lib: rz.Library) -> None:
    root = rz.fixed_point(lib.babylon, unknown="x")
    assert root(1.0, 2.0) == pytest.approx(2**0.5, rel=1e-14)
    assert rz.grad(root)(1.0, 2.0) == pytest.approx(0.5 / 2**0.5, rel=1e-12)
    assert rz.hessian(root)(1.0, 2.0) == pytest.approx(-0.25 * 2**-1.5, rel=1e-12)
    solve = rz.fixed_point(lib.cosine, unknown="x", tol=1e-13)
    x = solve(1.0, 0.9)
    assert x == pytest.approx(np.cos(0.9 * x), abs=1e-13)
    slope = -x * np.sin(0.9 * x) / (1 + 0.9 * np.sin(0.9 * x))
    assert rz.grad(solve)(1.0, 0.9) == pytest.approx(slope, abs=1e-10)
    second = differences(lambda a: rz.grad(solve)(1.0, a), 0.9)
    assert rz.hessian(solve)(1.0, 0.9) == pytest.approx(second, abs=1e-8)


def test_a_sweep_in_place_is_a_step(lib: rz.Library) -> None:
    n = 6
    solve = rz.fixed_point(lib.relax, unknown="x", tol=1e-13)
    b, guess = np.linspace(1, 2, n), np.zeros(n)
    matrix = 3 * np.eye(n) - np.eye(n, k=1) - np.eye(n, k=-1)
    assert_allclose(solve(guess, b, 0.9, n), np.linalg.solve(matrix, b), rtol=1e-12)
    assert not guess.any()
    by_b, by_w = rz.jacobian(solve)(guess, b, 0.9, n)
    assert_allclose(by_b, np.linalg.inv(matrix), atol=1e-11)
    assert_allclose(by_w, 0, atol=1e-11)


def test_a_minimum(lib: rz.Library) -> None:
    solve = rz.argmin(lib.bowl, unknown="x")
    p, guess = np.array([0.3, 0.7]), np.zeros(2)
    assert_allclose(rz.grad(lib.bowl, wrt="x")(solve(guess, p), p), 0, atol=1e-10)
    by_p = differences(lambda p: solve(guess, p), p)
    assert_allclose(rz.jacobian(solve)(guess, p), by_p, atol=1e-8)
    _, pullback = rz.vjp(solve, guess, p)
    assert_allclose(pullback(np.array([1.0, 2.0])), by_p.T @ [1, 2], atol=1e-8)


def test_a_minimum_to_second_order(lib: rz.Library) -> None:
    solve = rz.argmin(lib.valley, unknown="x")
    slope = rz.grad(solve)
    assert slope(0.0, 0.8) == pytest.approx(differences(lambda p: solve(0.0, p), 0.8), abs=1e-8)
    second = differences(lambda p: slope(0.0, p), 0.8)
    assert rz.hessian(solve)(0.0, 0.8) == pytest.approx(second, abs=1e-7)


@pytest.mark.parametrize(
    "linear",
    [None, *(pytest.param(way, marks=pytest.mark.wide) for way in ("products", "dense"))],
)
def test_many_unknowns(lib: rz.Library, linear: str | None) -> None:
    n = 300
    solve = rz.root(lib.chain, unknown="x", linear=linear)
    p = np.linspace(0, 3, n)
    args = (np.zeros(n), p, n)
    x, tangent = rz.jvp(solve, args, (None, np.ones(n), None))
    matrix = np.diag(3 + 0.6 * x * x) - np.eye(n, k=1) - np.eye(n, k=-1)
    assert_allclose(tangent, np.linalg.solve(matrix, np.ones(n)), atol=1e-10)
    w = np.linspace(-1, 1, n)
    assert_allclose(rz.vjp(solve, *args)[1](w), np.linalg.solve(matrix.T, w), atol=1e-10)


def test_linear_systems_solved_by_the_user(lib: rz.Library) -> None:
    from scipy.sparse.linalg import bicgstab

    calls = []

    def linear(operator: Any, right: Any) -> Any:
        calls.append(operator.shape)
        return bicgstab(operator, right, rtol=1e-12)[0]

    n = 20
    solve = rz.root(lib.chain, unknown="x", linear=linear)
    own = rz.root(lib.chain, unknown="x")
    args = (np.zeros(n), np.linspace(0, 3, n), n)
    assert_allclose(rz.jacobian(solve)(*args), rz.jacobian(own)(*args), atol=1e-9)
    assert set(calls) == {(n, n)}


def test_single_precision(lib: rz.Library) -> None:
    solve = rz.root(lib.floats, unknown="x", tol=1e-5)
    p = np.array([2.0, 3.0], np.float32)
    x = solve(np.ones(2, np.float32), p)
    assert x.dtype == np.float32
    assert_allclose(x, np.sqrt(p), rtol=1e-5)
    _, pullback = rz.vjp(solve, np.ones(2, np.float32), p)
    assert_allclose(pullback(np.array([1, 0], np.float32)), [0.5 / 2**0.5, 0], rtol=1e-5)


def test_what_does_not_converge_says_how_far_it_came(lib: rz.Library) -> None:
    with pytest.raises(rz.NotConverged, match="was not reached") as seen:
        rz.root(lib.nowhere, unknown="x")(1.0, 0.5)
    assert seen.value.code == "RZ610" and 0.25 <= seen.value.residual < 1.3
    with pytest.raises(rz.NotConverged):
        rz.root(lib.kepler, unknown="E", max_iter=1)(3.0, 0.2, 0.9)
    with pytest.raises(rz.NotConverged):
        rz.fixed_point(lib.cosine, unknown="x", max_iter=5)(1.0, 0.9)


def test_a_double_root_has_no_derivative(lib: rz.Library) -> None:
    solve = rz.root(lib.touching, unknown="x", tol=1e-8)
    with pytest.raises(rz.RunError, match="no derivative") as seen:
        rz.grad(solve)(1.0, 1.0)
    assert seen.value.code == "RZ611"


def test_what_cannot_be_meant(lib: rz.Library) -> None:
    with pytest.raises(rz.ArgumentTypeError, match="takes a function of a library"):
        rz.root(np.sin)  # type: ignore[arg-type]
    with pytest.raises(rz.UsageError, match=r'which\?[^$]*unknown="E"'):
        rz.root(lib.kepler)
    solve = rz.root(lib.circle, unknown="x")
    args = (np.ones(2), 2.0, np.ones(2))
    with pytest.raises(rz.UsageError, match="is the unknown"):
        rz.jacobian(solve, wrt="x")
    with pytest.raises(rz.Error, match="no parameter 'q'"):
        rz.jacobian(solve, wrt="q")
    with pytest.raises(rz.UsageError, match="a gradient is that of one"):
        rz.grad(solve)(*args)
    with pytest.raises(rz.SignatureError, match="lacks 's'"):
        solve(np.ones(2), 2.0)
    with pytest.raises(rz.UsageError, match="linear is"):
        rz.root(lib.circle, unknown="x", linear="lu")
