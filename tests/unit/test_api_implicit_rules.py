"""Rules of solvers inside compiled code: against the derivative of the loop that has converged."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from tests.isolated import no_added_rules

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=2, wide=4)

SOURCE = """
#include <math.h>
double kepler(double E, double M, double e) { return E - e * sin(E) - M; }
__attribute__((noinline)) double newton(double M, double e)
{
    double E = M;
    for (int i = 0; i < 100; i++) {
        double d = (E - e * sin(E) - M) / (1 - e * cos(E));
        E -= d;
        if (fabs(d) < 1e-14) break;
    }
    return E;
}
double position(double M, double e) { return sin(newton(M * M, e)) * M; }
double square(double y, double a) { return y * y - a; }
__attribute__((noinline)) double bisection(double a)
{
    double low = 0, high = 1 + a;
    for (int i = 0; i < 200; i++) {
        double y = 0.5 * (low + high);
        if (y * y > a) high = y; else low = y;
    }
    return 0.5 * (low + high);
}
double rooted(double a) { return a * bisection(exp(a)); }
void chain(const double *x, const double *p, double k, int n, double *out)
{
    for (int i = 0; i < n; i++) {
        out[i] = 3 * k * x[i] + 0.2 * x[i] * x[i] * x[i] - p[i];
        if (i > 0) out[i] -= x[i - 1];
        if (i + 1 < n) out[i] -= 0.5 * x[i + 1];
    }
}
__attribute__((noinline)) void relax(double *x, const double *p, double k, int n)
{
    for (int sweep = 0; sweep < 200; sweep++)
        for (int i = 0; i < n; i++) {
            double s = p[i] - 0.2 * x[i] * x[i] * x[i];
            if (i > 0) s += x[i - 1];
            if (i + 1 < n) s += 0.5 * x[i + 1];
            x[i] += 0.7 * (s / (3 * k) - x[i]);
        }
}
double loss(const double *p, double k, int n, double *x)
{
    double q[16], s = 0;
    for (int i = 0; i < n; i++) {
        x[i] = 0;
        q[i] = p[i] * p[i];
    }
    relax(x, q, k, n);
    for (int i = 0; i < n; i++) {
        q[i] = 0;                      /* what the solver has read is gone */
        s += x[i] * x[i] * (i + 1);
        x[i] = 0;                      /* and what it has written */
    }
    return s;
}
void spd(const double *x, const double *a, const double *b, int n, double *out)
{
    for (int i = 0; i < n; i++) {
        out[i] = -b[i];
        for (int j = 0; j < n; j++) out[i] += a[i * n + j] * x[j];
    }
}
__attribute__((noinline)) void conjugate(double *x, const double *a, const double *b, int n)
{
    double r[16], d[16], q[16], rr = 0;
    for (int i = 0; i < n; i++) { x[i] = 0; d[i] = r[i] = b[i]; rr += r[i] * r[i]; }
    for (int k = 0; k < 3 * n && rr > 1e-30; k++) {
        double dq = 0, next = 0;
        for (int i = 0; i < n; i++) {
            q[i] = 0;
            for (int j = 0; j < n; j++) q[i] += a[i * n + j] * d[j];
            dq += d[i] * q[i];
        }
        for (int i = 0; i < n; i++) {
            x[i] += rr / dq * d[i];
            r[i] -= rr / dq * q[i];
            next += r[i] * r[i];
        }
        for (int i = 0; i < n; i++) d[i] = r[i] + next / rr * d[i];
        rr = next;
    }
}
double work(const double *a, const double *b, int n, double *x)
{
    conjugate(x, a, b, n);
    double s = 0;
    for (int i = 0; i < n; i++) s += x[i] * b[i];
    return s;
}
void stationary(const double *x, const double *p, double *out)
{
    double a = x[0] - p[0], b = x[1] - p[1] * x[0];
    out[0] = 2 * a - 6 * b * p[1] + 0.4 * a * a * a;
    out[1] = 6 * b + 0.1 * p[0] * exp(0.1 * x[1] * p[0]);
}
/* the least (x0 - p0)² + 3 (x1 - p1·x0)² + 0.1 (x0 - p0)⁴ + exp(x1·p0 / 10), by descent */
__attribute__((noinline)) int descend(double *x, const double *p)
{
    double g[2] = {1, 1};
    int steps = 0;
    x[0] = x[1] = 0;
    for (; steps < 100000 && fabs(g[0]) + fabs(g[1]) > 1e-14; steps++) {
        stationary(x, p, g);
        x[0] -= 0.1 * g[0];
        x[1] -= 0.1 * g[1];
    }
    return steps;
}
double inner(const double *p)
{
    double x[2];
    descend(x, p);
    return x[0] * x[1] + p[0] * x[1];
}
__attribute__((noinline)) double lazy(double M, double e) { return M + e * sin(M); }
double guessed(double M, double e) { return 2 * lazy(M, e); }
"""


@pytest.fixture
def lib(monkeypatch: pytest.MonkeyPatch) -> Iterator[rz.Library]:
    no_added_rules(monkeypatch)
    yield rz.compile(SOURCE)


def differences(f: Any, x: Any, step: float = 1e-5) -> Any:
    x = np.asarray(x, float)
    units = np.eye(x.size) * step
    return np.array([(f(x + u) - f(x - u)) / (2 * step) for u in units])


def test_newtons_method_that_returns_its_solution(lib: rz.Library) -> None:
    point = (1.0, 0.3)
    loop, second = rz.grad(lib.position)(*point), np.array(rz.hessian(lib.position)(*point))
    rz.rule(lib.newton, implicit=lib.kepler, solution="E", parameters=("M", "e"))
    assert_allclose(rz.grad(lib.position)(*point), loop, atol=1e-12)
    value, tangent = rz.jvp(lib.position, point, (1.0, 2.0))
    assert value == pytest.approx(lib.position(*point), abs=1e-15)
    assert tangent == pytest.approx(np.dot(loop, [1, 2]), abs=1e-12)
    assert_allclose(rz.hessian(lib.position)(*point), second, atol=1e-8)
    assert "newton" not in str(rz.explain(lib.position)).split("position:")[0]


def test_bisection_has_a_derivative(lib: rz.Library) -> None:
    rz.rule("bisection", implicit=lib.square, solution="y", parameters="a")
    exact = np.exp(0.35) * (1 + 0.35)  # of a·exp(a/2)
    assert rz.grad(lib.rooted)(0.7) == pytest.approx(exact, abs=1e-10)
    assert rz.jvp(lib.rooted, (0.7,), (2.0,))[1] == pytest.approx(2 * exact, abs=1e-10)
    bent = np.exp(0.35) * (1 + 0.175)
    assert rz.hessian(lib.rooted)(0.7) == pytest.approx(bent, abs=1e-8)
    assert rz.hvp(lib.rooted, (0.7,), 3.0) == pytest.approx(3 * bent, abs=1e-8)


def test_an_array_that_is_relaxed_in_place(lib: rz.Library) -> None:
    n = 5
    p, x = np.linspace(0.5, 1.5, n), np.zeros(n)

    def loss(p: Any, k: float = 1.1) -> float:
        return float(lib.loss(p, k, n, np.zeros(n)))

    sizes = {"x": "n", "p": "n"}
    rz.rule("relax", implicit=lib.chain, solution="x", parameters=("p", "k"), sizes=sizes)
    by_p, by_k = rz.grad(lib.loss, wrt=("p", "k"))(p, 1.1, n, x)
    assert_allclose(by_p, differences(loss, p), atol=1e-8)
    assert by_k == pytest.approx(float(differences(lambda k: loss(p, k[0]), [1.1])[0]), abs=1e-8)
    tangents = (np.ones(n), 2.0, None, None)
    _, tangent = rz.jvp(lib.loss, (p, 1.1, n, x), tangents)
    assert tangent == pytest.approx(by_p.sum() + 2 * by_k, rel=1e-12)
    along = rz.hvp(lib.loss, (p, 1.1, n, x), np.ones(n), wrt="p")
    slope = rz.grad(lib.loss, wrt="p")
    ahead, behind = (slope(p + d, 1.1, n, x) for d in (1e-5, -1e-5))
    assert_allclose(along, (ahead - behind) / 2e-5, atol=1e-6)
    shown = str(rz.explain(lib.loss, wrt="p"))
    assert "what the call of relax keeps: 8 bytes" in shown


@pytest.mark.wide
def test_an_inner_optimisation_as_the_loop_that_has_converged(lib: rz.Library) -> None:
    p, v = np.array([0.3, 0.7]), np.array([1.0, -2.0])
    slope = rz.grad(lib.inner)(p)
    curved, along = rz.hessian(lib.inner)(p), rz.jvp(lib.inner, (p,), (v,))[1]
    rule = {"solution": "x", "parameters": "p", "sizes": {"x": "2", "p": "2"}}
    rz.rule(lib.descend, implicit=lib.stationary, at=(np.zeros(2), p), **rule)
    assert_allclose(rz.grad(lib.inner)(p), slope, atol=1e-8)
    assert rz.jvp(lib.inner, (p,), (v,))[1] == pytest.approx(along, abs=1e-8)
    assert_allclose(rz.hessian(lib.inner)(p), curved, atol=1e-8)
    assert "what the call of descend keeps: 8 bytes" in str(rz.explain(lib.inner))


def test_conjugate_gradients(lib: rz.Library) -> None:
    n = 4
    root = np.random.default_rng(0).normal(size=(n, n))
    a, b = root @ root.T + n * np.eye(n), np.arange(1.0, n + 1)
    sizes = {"x": "n", "a": "n * n", "b": "n"}
    rz.rule(lib.conjugate, implicit=lib.spd, solution="x", parameters=("a", "b"), sizes=sizes)
    by_a, by_b = rz.grad(lib.work, wrt=("a", "b"), check="never")(a.ravel(), b, n, np.zeros(n))
    x = np.linalg.solve(a, b)
    assert_allclose(by_b, 2 * x, rtol=1e-10)
    assert_allclose(by_a.reshape(n, n), -np.outer(x, x), rtol=1e-9)


def test_a_solver_that_has_not_converged_is_told(lib: rz.Library) -> None:
    rz.rule(lib.lazy, implicit=lib.kepler, solution="E", parameters=("M", "e"))
    with pytest.raises(rz.NotConverged, match="'lazy': it has not converged") as seen:
        rz.grad(lib.guessed, check="never")(1.0, 0.3)
    guess = lib.lazy(1.0, 0.3)
    left = abs(lib.kepler(guess, 1.0, 0.3))
    assert seen.value.code == "RZ610" and seen.value.residual == pytest.approx(left, rel=0.01)
    with pytest.raises(rz.RunError, match="not converged"):
        rz.jvp(lib.guessed, (1.0, 0.3), (1.0, 0.0))


def test_what_does_not_fit_is_refused(lib: rz.Library) -> None:
    def refused(said: str, f: Any, residual: Any, **how: Any) -> None:
        with pytest.raises(rz.Error, match=said) as seen:
            rz.rule(f, implicit=residual, **how)
        assert seen.value.code in ("RZ212", "RZ008", "RZ004")

    kepler = {"solution": "E", "parameters": ("M", "e")}
    refused("how long 'x' is", lib.relax, lib.chain, solution="x", parameters=("p", "k"))
    refused("has no parameter 'q'", lib.newton, lib.kepler, solution="E", parameters="q")
    refused("name it in parameters", lib.newton, lib.kepler, solution="E", parameters="M")
    refused("says which parameter", lib.newton, lib.kepler, parameters=("M", "e"))
    refused(
        "a parameter 'a' of its own", lib.newton, lib.square, solution="y", parameters=("M", "e")
    )
    refused("is a function of the library", lib.newton, np.sin, **kepler)
    refused("nothing", "nothing", lib.kepler, **kepler)
