"""Rules of linear solvers and of large systems inside compiled code, to second order."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from tests.isolated import no_added_rules

import ribozyme as rz

SOURCE = """
#include <math.h>
#include <stdlib.h>
#include <string.h>
void product(const double *x, const double *a, int n, double *out)
{
    for (int i = 0; i < n; i++) {
        out[i] = 0;
        for (int j = 0; j < n; j++) out[i] += a[i * n + j] * x[j];
    }
}
__attribute__((noinline)) void conjugate(double *x, const double *a, const double *b, int n)
{
    double *r = malloc(4 * n * sizeof *r), *d = r + n, *q = d + n, rr = 0;
    for (int i = 0; i < n; i++) { x[i] = 0; d[i] = r[i] = b[i]; rr += r[i] * r[i]; }
    for (int k = 0; k < 4 * n && rr > 1e-30; k++) {
        double dq = 0, next = 0;
        product(d, a, n, q);
        for (int i = 0; i < n; i++) dq += d[i] * q[i];
        for (int i = 0; i < n; i++) {
            x[i] += rr / dq * d[i];
            r[i] -= rr / dq * q[i];
            next += r[i] * r[i];
        }
        for (int i = 0; i < n; i++) d[i] = r[i] + next / rr * d[i];
        rr = next;
    }
    free(r);
}
double by_conjugate(const double *a, const double *b, int n)
{
    double *x = malloc(n * sizeof *x), s = 0;
    conjugate(x, a, b, n);
    for (int i = 0; i < n; i++) s += (i + 1) * x[i] * x[i] * x[i];
    free(x);
    return s;
}
__attribute__((noinline)) int gmres(const double *a, const double *b, double *x, int n)
{
    double *v = malloc((n + 1) * n * sizeof *v), *h = calloc((n + 1) * n, sizeof *h);
    double *g = calloc(n + 1, sizeof *g), *c = malloc(2 * n * sizeof *c), *s = c + n, size = 0;
    int steps = 0;
    for (int i = 0; i < n; i++) size += b[i] * b[i];
    size = g[0] = sqrt(size);
    for (int i = 0; i < n; i++) v[i] = b[i] / size;
    while (steps < n && fabs(g[steps]) > 1e-15 * size) {
        int k = steps++;
        double *w = v + (k + 1) * n, *column = h + k * (n + 1), rest = 0;
        product(v + k * n, a, n, w);
        for (int twice = 0; twice < 2; twice++)
            for (int j = 0; j <= k; j++) {
                double part = 0;
                for (int i = 0; i < n; i++) part += w[i] * v[j * n + i];
                for (int i = 0; i < n; i++) w[i] -= part * v[j * n + i];
                column[j] += part;
            }
        for (int i = 0; i < n; i++) rest += w[i] * w[i];
        rest = sqrt(rest);
        for (int i = 0; i < n; i++) w[i] /= rest;
        for (int j = 0; j < k; j++) {
            double one = column[j], other = column[j + 1];
            column[j] = c[j] * one + s[j] * other;
            column[j + 1] = c[j] * other - s[j] * one;
        }
        double pivot = hypot(column[k], rest);
        c[k] = column[k] / pivot;
        s[k] = rest / pivot;
        column[k] = pivot;
        g[k + 1] = -s[k] * g[k];
        g[k] *= c[k];
    }
    for (int i = 0; i < n; i++) x[i] = 0;
    for (int j = steps - 1; j >= 0; j--) {
        for (int i = j + 1; i < steps; i++) g[j] -= h[i * (n + 1) + j] * g[i];
        g[j] /= h[j * (n + 1) + j];
        for (int i = 0; i < n; i++) x[i] += g[j] * v[j * n + i];
    }
    free(v); free(h); free(g); free(c);
    return steps;
}
double by_gmres(const double *a, const double *b, int n)
{
    double *x = malloc(n * sizeof *x), s = 0;
    int steps = gmres(a, b, x, n);
    for (int i = 0; i < n; i++) s += (i + 1) * x[i] * x[i] * x[i];
    free(x);
    return steps > 0 ? s : 0;
}
void banded(const double *x, const double *low, const double *mid, double up, int n, double *out)
{
    for (int i = 0; i < n; i++)
        out[i] = mid[i] * x[i] + (i ? low[i] * x[i - 1] : 0) + (i + 1 < n ? up * x[i + 1] : 0);
}
__attribute__((noinline)) void thomas(double *x, const double *low, const double *mid, double up,
                                      int n)
{
    double *c = malloc(n * sizeof *c);
    c[0] = up / mid[0];
    x[0] /= mid[0];
    for (int i = 1; i < n; i++) {
        double m = mid[i] - low[i] * c[i - 1];
        c[i] = up / m;
        x[i] = (x[i] - low[i] * x[i - 1]) / m;
    }
    for (int i = n - 2; i >= 0; i--) x[i] -= c[i] * x[i + 1];
    free(c);
}
void shifted(const double *x, const double *low, const double *mid, double up, int n, double *out)
{
    banded(x, low, mid, up, n, out);
    for (int i = 0; i < n; i++) out[i] += 0.5 * x[i];
}
double by_thomas(const double *low, const double *mid, double up, const double *b, int n)
{
    double *x = malloc(n * sizeof *x), s = 0;
    for (int i = 0; i < n; i++) x[i] = b[i] * b[i];
    thomas(x, low, mid, up, n);
    for (int i = 0; i < n; i++) s += x[i] * x[i] * x[i];
    free(x);
    return s;
}
__attribute__((noinline)) void spoils(double *x, double *a, const double *b, int n)
{
    conjugate(x, a, b, n);
    a[0] = 0;
}
double by_spoils(const double *a, const double *b, int n)
{
    double *x = malloc(n * sizeof *x), *own = malloc(n * n * sizeof *own), s = 0;
    memcpy(own, a, n * n * sizeof *own);
    spoils(x, own, b, n);
    for (int i = 0; i < n; i++) s += x[i];
    free(x); free(own);
    return s;
}
"""
N = 4
SIZES = {"x": "n", "a": "n * n", "b": "n"}


@pytest.fixture(scope="module")
def built() -> rz.Library:
    return rz.compile(SOURCE)


@pytest.fixture
def lib(built: rz.Library, monkeypatch: pytest.MonkeyPatch) -> Iterator[rz.Library]:
    no_added_rules(monkeypatch)
    yield built


def system(symmetric: bool) -> tuple[Any, Any]:
    a = np.random.default_rng(1).normal(size=(N, N))
    return (a @ a.T if symmetric else a) + N * np.eye(N), np.arange(1.0, N + 1)


def closed(a: Any, b: Any) -> tuple[Any, Any]:
    """The derivatives of Σ (i + 1)·x³ where a·x = b."""
    x = np.linalg.solve(a, b)
    adjoint = np.linalg.solve(a.T, 3 * np.arange(1, b.size + 1) * x * x)
    return -np.outer(adjoint, x), adjoint


def closed_along(a: Any, b: Any, da: Any, db: Any, step: float = 1e-200) -> tuple[Any, Any]:
    """Their derivative in a direction, by a complex step."""
    found = closed(a + 1j * step * da, b + 1j * step * db)
    return found[0].imag / step, found[1].imag / step


@pytest.mark.parametrize(
    "name, solver, symmetric",
    [
        ("by_conjugate", "conjugate", True),
        pytest.param("by_gmres", "gmres", False, marks=pytest.mark.wide),
    ],
)
def test_iterations_that_solve_linear_systems(
    lib: rz.Library, name: str, solver: str, symmetric: bool
) -> None:
    f, (a, b) = lib[name], system(symmetric)
    args = (a.ravel(), b, N)
    rz.rule(
        lib[solver], linear=lib.product, solution="x", right="b", parameters="a",
        sizes=SIZES, symmetric=symmetric, at=(
            (np.zeros(N), *args) if solver == "conjugate" else (*args[:2], np.zeros(N), N)
        ),
    )  # fmt: skip
    by_a, by_b = rz.grad(f, wrt=("a", "b"), check="never" if symmetric else "first")(*args)
    want_a, want_b = closed(a, b)
    assert_allclose(by_a, want_a.ravel(), rtol=1e-9)
    assert_allclose(by_b, want_b, rtol=1e-9)
    rng = np.random.default_rng(2)
    da, db = rng.normal(size=(N, N)), rng.normal(size=N)
    da = da + da.T if symmetric else da
    _, tangent = rz.jvp(f, args, (da.ravel(), db, None))
    assert tangent == pytest.approx(np.sum(want_a * da) + want_b @ db, rel=1e-9)
    along = rz.hvp(f, args, (da.ravel(), db), wrt=("a", "b"))
    want = closed_along(a, b, da, db)
    assert_allclose(along[0], want[0].ravel(), rtol=1e-8, atol=1e-8)
    assert_allclose(along[1], want[1], rtol=1e-8, atol=1e-8)
    only = rz.hvp(f, args, db, wrt="b")  # the matrix is inactive
    assert_allclose(only, closed_along(a, b, 0 * a, db)[1], rtol=1e-8, atol=1e-8)
    assert f"what the call of {solver} keeps: 8 bytes" in str(rz.explain(f, wrt=("a", "b")))


@pytest.mark.wide
@pytest.mark.parametrize("n", [6, 400])
def test_the_right_side_becomes_the_solution(lib: rz.Library, n: int) -> None:
    rng = np.random.default_rng(n)
    low, mid, b = rng.uniform(-1, 1, n), rng.uniform(3, 4, n), rng.uniform(1, 2, n)
    args = (low, mid, 0.7, b, n)
    loop = rz.grad(lib.by_thomas, wrt=("low", "mid", "up", "b"))(*args)
    second = rz.hvp(lib.by_thomas, args, (b, low, 0.3, mid), wrt=("low", "mid", "up", "b"))
    sizes = {"x": "n", "low": "n", "mid": "n"}
    rz.rule(
        lib.thomas, linear=lib.banded, solution="x", parameters=("low", "mid", "up"), sizes=sizes
    )
    found = rz.grad(lib.by_thomas, wrt=("low", "mid", "up", "b"))(*args)
    for one, other in zip(found, loop, strict=True):
        assert_allclose(one, other, rtol=1e-10, atol=1e-12)
    _, tangent = rz.jvp(lib.by_thomas, args, (low, mid, 0.1, b, None))
    want = sum(np.sum(x * d) for x, d in zip(loop, (low, mid, 0.1, b), strict=True))
    assert tangent == pytest.approx(want, rel=1e-10)
    along = rz.hvp(lib.by_thomas, args, (b, low, 0.3, mid), wrt=("low", "mid", "up", "b"))
    for one, other in zip(along, second, strict=True):
        assert_allclose(one, other, rtol=1e-8, atol=1e-10)


@pytest.mark.wide
def test_a_matrix_that_is_not_symmetric_is_told(lib: rz.Library) -> None:
    a, b = system(symmetric=False)
    rule = {"solution": "x", "right": "b", "parameters": "a", "sizes": SIZES}
    rz.rule(lib.gmres, linear=lib.product, symmetric=True, **rule)
    with pytest.raises(rz.NotConverged, match="is its matrix symmetric"):
        rz.grad(lib.by_gmres, wrt="b", check="never")(a.ravel(), b, N)


def test_a_solver_that_changes_what_its_rule_reads_is_refused(lib: rz.Library) -> None:
    a, b = system(symmetric=True)
    rule = {"solution": "x", "right": "b", "parameters": "a", "sizes": SIZES}
    rz.rule(lib.spoils, linear=lib.product, symmetric=True, **rule)
    with pytest.raises(rz.Error, match="changes 'a'"):
        rz.grad(lib.by_spoils, wrt="b", check="never")(a.ravel(), b, N)


@pytest.mark.wide
def test_a_singular_matrix_is_told(lib: rz.Library) -> None:
    rule = {"solution": "x", "right": "b", "parameters": "a", "sizes": SIZES}
    rz.rule(lib.conjugate, linear=lib.product, **rule)
    a, b = np.diag([1.0, 2.0, 3.0, 0.0]), np.array([1.0, 1.0, 1.0, 0.0])
    assert np.isfinite(lib.by_conjugate(a.ravel(), b, N))  # there is a solution, not one alone
    with pytest.raises(rz.RunError, match="in some directions only") as seen:
        rz.grad(lib.by_conjugate, wrt="b", check="never")(a.ravel(), b, N)
    assert seen.value.code == "RZ611"


@pytest.mark.wide
def test_a_wrong_rule_is_told_where_it_is_registered(lib: rz.Library) -> None:
    n = 6
    low, mid, b = np.full(n, -1.0), np.full(n, 3.0), np.ones(n)
    rule = {"solution": "x", "parameters": ("low", "mid", "up"), "tol": 1e9}
    sizes = {"x": "n", "low": "n", "mid": "n"}
    with pytest.raises(rz.Error, match="is wrong at the given point") as seen:
        rz.rule(lib.thomas, linear=lib.shifted, sizes=sizes, at=(b, low, mid, 0.7, n), **rule)
    assert seen.value.code == "RZ213" and "differences" in str(seen.value)
    loop = rz.grad(lib.by_thomas, wrt="b")(low, mid, 0.7, b, n)  # the rule is not in force
    rz.rule(lib.thomas, linear=lib.banded, sizes=sizes, at=(b, low, mid, 0.7, n), **rule)
    assert_allclose(rz.grad(lib.by_thomas, wrt="b")(low, mid, 0.7, b, n), loop, rtol=1e-10)
