"""What a region only reads: threads add to its shadow without atomic additions, in pages of their
own or in private sums."""

from __future__ import annotations

import numpy as np
import pytest

import ribozyme as rz

SOURCE = """
#include <omp.h>

double gathered(const double *restrict x, const double *restrict w, const int *restrict at,
                int n, int m)
{
    double sum = 0;
    #pragma omp parallel for reduction(+:sum) schedule(dynamic, 50)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++)
            sum += w[i] * x[at[i * m + k]] * x[at[i * m + k]];
    return sum;
}

double singles(const float *restrict x, const int *restrict at, int n)
{
    double sum = 0;
    #pragma omp parallel for reduction(+:sum)
    for (int i = 0; i < n; i++)
        sum += x[at[i]] * x[n - 1 - i];
    return sum;
}

/* The threads of each inner team, and other threads of the outer one, add to the same numbers. */
double nested(const double *restrict x, const int *restrict at, int n, int parts)
{
    double sum = 0;
    omp_set_max_active_levels(2);
    #pragma omp parallel for num_threads(3) reduction(+:sum) schedule(dynamic)
    for (int p = 0; p < parts; p++) {
        double of = 0;
        #pragma omp parallel for num_threads(2) reduction(+:of)
        for (int i = 0; i < n; i++)
            of += x[at[i]] * x[at[(i + p) % n]];
        sum += of * x[p];
    }
    omp_set_max_active_levels(1);
    return sum;
}

/* One region reads what another has written, with barriers and in one team. */
double phases(const double *restrict x, double *restrict t, const int *restrict at, int n)
{
    double sum = 0;
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        t[i] = x[i] * x[at[i]];
    #pragma omp parallel reduction(+:sum)
    {
        #pragma omp for
        for (int i = 0; i < n; i++)
            t[n + i] = t[at[i]] * t[i];
        #pragma omp for
        for (int i = 0; i < n; i++)
            sum += t[n + at[i]] * t[n + i] * t[at[i]];
    }
    return sum;
}

/* Either array, as an index says: an access may be one of what is written. */
double either(const double *restrict x, double *restrict y, const int *restrict at, int n)
{
    double sum = 0;
    #pragma omp parallel for reduction(+:sum)
    for (int i = 0; i < n; i++) {
        const double *one = at[i] % 2 ? x : y + n;
        y[i] = x[at[i]] * one[at[i]];
        sum += y[i] * x[i] + x[at[n - 1 - i]];
    }
    return sum;
}
"""
N = 30_000
TEAMS = (1, 2, 5)


def inputs(m: int = 1) -> tuple[np.ndarray, np.ndarray]:
    chosen = np.random.default_rng(7)
    return chosen.uniform(0.5, 1.5, N), chosen.integers(0, N, m * N).astype(np.int32)


@pytest.mark.parametrize("options", ({}, {"deterministic": True}, {"memory": "100MB"}))
def test_numbers_from_everywhere(lib: rz.Program, team: int, options: dict[str, object]) -> None:
    x, at = inputs(4)
    w = np.random.default_rng(8).normal(size=N)
    dx, dw = rz.grad(lib.gathered, wrt=("x", "w"), check="never", **options)(x, w, at, N, 4)
    expected = np.zeros(N)
    np.add.at(expected, at.reshape(N, 4), 2 * w[:, None] * x[at.reshape(N, 4)])
    np.testing.assert_allclose(dx, expected, rtol=1e-11, atol=1e-11)
    np.testing.assert_allclose(dw, (x[at] ** 2).reshape(N, 4).sum(axis=1), rtol=1e-12)


def test_pages_beyond_the_budget_are_added_to_atomically(lib: rz.Program, team: int) -> None:
    x, at = inputs()
    w = np.ones(N)
    gradient = rz.grad(lib.gathered, wrt="x", memory="60KB", check="never")
    expected = 2 * np.bincount(at, minlength=N) * x
    for _ in range(3):
        np.testing.assert_allclose(gradient(x, w, at, N, 1), expected, rtol=1e-12)


def test_single_precision(lib: rz.Program, team: int) -> None:
    x, at = inputs()
    gradient = rz.grad(lib.singles, wrt="x", check="never")(x.astype(np.float32), at, N)
    expected = x[at][::-1].copy()
    np.add.at(expected, at, x[::-1])
    np.testing.assert_allclose(gradient, expected, rtol=1e-5)


def test_regions_within_a_region(lib: rz.Program, team: int) -> None:
    x, at = inputs()
    parts = 7
    gradient = rz.grad(lib.nested, wrt="x", check="never")
    expected = np.zeros(N)
    for p in range(parts):
        other = np.roll(at, -p)
        np.add.at(expected, at, x[other] * x[p])
        np.add.at(expected, other, x[at] * x[p])
        expected[p] += x[at] @ x[other]
    for _ in range(3):
        np.testing.assert_allclose(gradient(x, at, N, parts), expected, rtol=1e-11)


def test_what_a_region_before_has_written(lib: rz.Program, team: int) -> None:
    x, at = inputs()
    gradient = rz.grad(lib.phases, wrt="x", check="never")(x, np.zeros(2 * N), at, N)
    along = np.random.default_rng(9).normal(size=N)
    z = x + 1e-30j * along  # the complex step, on the same formulas
    first = z * z[at]
    second = first[at] * first
    value = (second[at] * second * first[at]).sum()
    assert gradient @ along == pytest.approx(value.imag / 1e-30, rel=1e-11)


def test_accesses_of_two_arrays(lib: rz.Program, team: int) -> None:
    x, at = inputs()
    y = np.concatenate([np.zeros(N), np.random.default_rng(10).normal(size=N)])
    gradient = rz.grad(lib.either, wrt="x", check="never")(x, y.copy(), at, N)
    along = np.random.default_rng(9).normal(size=N)
    z = x + 1e-30j * along
    one = np.where(at % 2 == 1, z[at], y[N + at])
    value = (z[at] * one * z + z[at[::-1]]).sum()
    assert gradient @ along == pytest.approx(value.imag / 1e-30, rel=1e-11)


def test_many_calls_leave_no_memory(lib: rz.Program, monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    monkeypatch.setenv("OMP_NUM_THREADS", "2")
    x, at = inputs()
    w, n = np.ones(N), 300
    gradient = rz.grad(lib.gathered, wrt="x", check="never")
    gradient(x, w, at, n, 1)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(10_000):
        gradient(x, w, at, n, 1)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000  # KiB
