"""`deterministic=True`: sums of each thread's own instead of atomic additions, or a refusal."""

from __future__ import annotations

import numpy as np
import pytest

import ribozyme as rz

SOURCE = """
#include <string.h>

double cubes(const double *x, const int *at, int n)
{
    double sum = 0;
    #pragma omp parallel for reduction(+:sum) schedule(dynamic, 3)
    for (int i = 0; i < n; i++) sum += x[at[i]] * x[at[i]] * x[0];
    return sum;
}

/* What is read of y waits in sums when the store before it is reversed. `at` and `same` are equal,
   so that the optimiser does not know it. */
void in_place(const double *x, double *y, const int *at, const int *same, int n)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++) {
        y[at[i]] = x[i] * x[n - 1 - i];
        double here = y[same[i]];
        y[at[i]] = here * here + x[0] * here;
        y[at[i]] = y[same[i]] * x[i];
    }
}

/* the same with whole rows */
void copied(const double *x, double *y, const int *at, const int *same, int n)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double *own = &y[4 * at[i]], *also = &y[4 * same[i]], row[4];
        memset(own, 0, 4 * sizeof *own);
        for (int k = 0; k < 4; k++) also[k] += x[i] * x[(i + k) % n];
        memcpy(row, own, sizeof row);
        for (int k = 0; k < 4; k++) row[k] *= also[(k + 1) % 4];
        memcpy(own, row, sizeof row);
        for (int k = 0; k < 4; k++) row[k] *= also[k];
        memset(own, 0, 4 * sizeof *own);
        for (int k = 0; k < 4; k++) also[k] = row[k];
    }
}

void critical(const double *x, double *y, int n)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        #pragma omp critical
        y[0] += x[i] * x[0];
}

void singles(const float *x, float *y, int n)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++) y[i] = x[i % 3] * x[i];
}
"""
N = 40
TEAMS = (1, 3, 8)
LINE = SOURCE[: SOURCE.index("#pragma omp critical")].count("\n") + 1


def inputs() -> tuple[np.ndarray, np.ndarray]:
    chosen = np.random.default_rng(3)
    return chosen.uniform(0.5, 1.5, N), chosen.permutation(N).astype(np.int32)


def test_a_scalar_that_all_threads_add_to(lib: rz.Program, team: int) -> None:
    x, at = inputs()
    gradient = rz.grad(lib.cubes, wrt="x", deterministic=True)
    expected = 2 * x * x[0]
    expected[0] += (x * x).sum()
    found = {gradient(x, at, N).tobytes() for _ in range(10)}
    assert len(found) == 1
    np.testing.assert_allclose(np.frombuffer(found.pop()), expected, rtol=1e-13)


@pytest.mark.parametrize(("name", "width"), (("in_place", 1), ("copied", 4)))
def test_sums_are_settled_before_a_store_is_reversed(
    lib: rz.Program, serial: rz.Program, team: int, name: str, width: int
) -> None:
    x, at = inputs()
    seeds = np.random.default_rng(4).normal(size=width * N)
    found = set[bytes]()
    for _ in range(5):
        dx, dy = np.zeros_like(x), seeds.copy()
        y = rz.Duplicated(np.zeros(width * N), dy)
        with rz.options(deterministic=True):
            rz.autodiff(
                *(rz.Reverse, getattr(lib, name), rz.Duplicated(x.copy(), dx), y),
                *(rz.Const(at), rz.Const(at), rz.Const(N)),
            )
        found.add(dx.tobytes() + dy.tobytes())
    assert len(found) == 1
    along = np.random.default_rng(5).normal(size=N)
    made = np.zeros(width * N)
    z = x + 1e-30j * along  # the complex step, on the same formulas
    if name == "in_place":
        value = z * z[::-1]
        value = (value * value + z[0] * value) * z
        made[at] = value.imag / 1e-30
    else:
        rows = np.stack([z * np.roll(z, -k) for k in range(4)], axis=1)
        rows = (rows * np.roll(rows, -1, axis=1)) ** 2
        made.reshape(N, 4)[at] = rows.imag / 1e-30
    assert dx @ along == pytest.approx(seeds @ made, rel=1e-12)
    assert not dy.any()


def test_single_precision(lib: rz.Program, team: int) -> None:
    x = inputs()[0].astype(np.float32)
    dx, dy = np.zeros_like(x), np.ones_like(x)
    with rz.options(deterministic=True):
        rz.autodiff(
            *(rz.Reverse, lib.singles, rz.Duplicated(x, dx)),
            *(rz.Duplicated(np.zeros_like(x), dy), rz.Const(N)),
        )
    expected = x[np.arange(N) % 3].copy()
    for k in range(3):
        expected[k] += x[k::3].sum()
    np.testing.assert_allclose(dx, expected, rtol=1e-5)


def test_what_has_no_fixed_order_is_refused_with_its_line(lib: rz.Program) -> None:
    x, _ = inputs()
    with pytest.raises(rz.Error, match="a critical section or a lock") as caught:
        rz.grad(lib.critical, wrt="x", of="y", deterministic=True)(x, np.zeros(1), N)
    assert caught.value.code == "RZ220"
    assert caught.value.location is not None and caught.value.location.line == LINE


def test_sums_are_bounded(lib: rz.Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "2")
    n = 1_000_000
    x, at = np.ones(n), np.arange(n, dtype=np.int32)
    gradient = rz.grad(lib.cubes, wrt="x", deterministic=True, memory="4MB", check="never")
    assert gradient(x[:N], at[:N], N)[1] == 2
    with pytest.raises(rz.Error, match="private sums") as caught:
        gradient(x, at, n)
    assert caught.value.code == "RZ603"
    assert gradient(x[:N], at[:N], N)[1] == 2


def test_explain_says_where_sums_are(lib: rz.Program) -> None:
    assert "in a sum of its own" in str(rz.explain(lib.cubes, wrt="x", deterministic=True))


def test_chunks_that_are_dealt_in_turn(team: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """`schedule(runtime)` follows the environment: a static schedule is static."""
    monkeypatch.setenv("OMP_SCHEDULE", "static,3")
    source = """
    #include <omp.h>
    void who(int *whose, int n)
    {
        #pragma omp parallel for schedule(runtime)
        for (int i = 0; i < n; i++) whose[i] = omp_get_thread_num();
    }
    """
    whose = np.zeros(N, np.int32)
    rz.compile(source, flags=["-fopenmp"]).who(whose, N)
    assert np.array_equal(whose, np.arange(N) // 3 % team)
