"""Derivatives that run in teams of threads: as operators of PyTorch and JAX, in halves, under
bounds of memory, left by exceptions and by early returns."""

from __future__ import annotations

import resource
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ribozyme as rz

SOURCE = """
#include <math.h>
/* Every element is read by its own thread and by another. */
void mixed(const double *restrict x, int n, double *restrict out)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        out[i] = sin(x[i]) * x[(7 * i + 3) % n];
}
double loss(const double *restrict x, int n)
{
    double sum = 0;
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i] * x[(7 * i + 3) % n];
    return sum;
}
/* Returns before, between and behind regions; a helper returns early in each thread. */
static double some(const double *x, int i, int n)
{
    if (i % 3 == 0)
        return x[i] * x[i];
    for (int k = 0; k < 5; k++)
        if ((i + k) % 4 == 0)
            return x[i] * x[(i + k) % n];
    return 1;
}
double early(const double *restrict x, int n, int way)
{
    double sum = 0;
    if (way == 0)
        return x[0] * x[1];
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += some(x, i, n) * x[n - 1 - i];
    if (way == 1)
        return 3 * sum;
    double product = 1;
    #pragma omp parallel for reduction(* : product)
    for (int i = 0; i < n; i++)
        product *= 1 + 0.001 * x[i];
    return sum * product;
}
"""
THROWING = """
#include <stdexcept>
extern "C" double checked(const double *x, double *t, int n, double most)
{
    double sum = 0;
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++) {
        t[i] = x[i] * x[(7 * i + 3) % n];
        sum += t[i] * t[i] * x[i];
    }
    if (sum > most)
        throw std::runtime_error("too much");
    return sum * x[0];
}
"""
N = 3001
X = np.random.default_rng(3).uniform(0.5, 1.5, N)
AT = (7 * np.arange(N) + 3) % N
TEAMS = (1, 2, 4, 8)


@pytest.fixture(scope="module")
def lib() -> rz.Program:
    return rz.compile(SOURCE, flags=["-fopenmp"])


@pytest.fixture(params=TEAMS)
def team(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setenv("OMP_NUM_THREADS", str(request.param))
    return int(request.param)


def pulled(w: np.ndarray) -> np.ndarray:
    """The closed form of what comes back of `mixed`."""
    found = w * np.cos(X) * X[AT]
    np.add.at(found, AT, w * np.sin(X))
    return found


def close(found: Any, expected: Any) -> None:
    np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-11, atol=1e-13)


def grown(work: Callable[[], object], times: int) -> int:
    """Kilobytes that calls leave."""
    for _ in range(20):
        work()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(times):
        work()
    return int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) - before


def test_operators_of_torch(lib: rz.Program, team: int) -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    op = pytest.importorskip("ribozyme.bindings.torch").op
    for save in (False, True):
        mixed, loss = op(lib.mixed, save=save), op(lib.loss, sizes={"n": "x"}, save=save)
        x, w = torch.tensor(X, requires_grad=True), np.cos(X)
        mixed(x).backward(torch.tensor(w))
        close(x.grad, pulled(w))
        y, z = torch.tensor(X, requires_grad=True), torch.tensor(X, requires_grad=True)
        (loss(y) * 3).backward()
        (3 * (z * z * z[torch.tensor(AT)]).sum()).backward()
        close(y.grad, z.grad.numpy())
    small = torch.tensor(X[:40], requires_grad=True)
    torch.autograd.gradcheck(op(lib.mixed), (small,), check_forward_ad=True)


def test_operators_of_jax(lib: rz.Program, team: int) -> None:
    jax = pytest.importorskip("jax", reason="jax is not installed")
    jax.config.update("jax_enable_x64", True)
    op = pytest.importorskip("ribozyme.bindings.jax").op
    mixed, loss = op(lib.mixed), op(lib.loss, sizes={"n": "x"})

    def twin(x: Any) -> Any:
        return (x * x * x[AT]).sum()

    _, back = jax.vjp(mixed, X)
    close(back(np.cos(X))[0], pulled(np.cos(X)))
    close(jax.jit(jax.grad(loss))(X), jax.grad(twin)(X))
    batch = np.stack([X, X[::-1], X**2])
    close(jax.vmap(jax.grad(loss))(batch), jax.vmap(jax.grad(twin))(batch))


def test_halves_in_teams_of_two_sizes(
    lib: rz.Program, team: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The way back has the team of the way there, whatever the environment says by then, and can be
    gone twice."""
    _, back = rz.vjp(lib.mixed, X, N, np.zeros(N), of="out", wrt="x")
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    _, other = rz.vjp(lib.mixed, X, N, np.zeros(N), of="out", wrt="x")
    for w in (np.cos(X), np.ones(N)):
        for half in (back, other):
            close(half(w), pulled(w))


@pytest.mark.parametrize("memory", ("2MB", "300KB"))
def test_bounds_of_memory(lib: rz.Program, team: int, memory: str) -> None:
    """Sums of a thread's own and tapes stay below it, or additions are atomic."""
    _, back = rz.vjp(lib.mixed, X, N, np.zeros(N), of="out", wrt="x")
    gradient = rz.grad(lib.loss, memory=memory, check="never")
    expected = 2 * X * X[AT]
    np.add.at(expected, AT, X * X)
    for _ in range(3):
        close(gradient(X, N), expected)
        close(back(X), pulled(X))


@pytest.mark.parametrize("way", (0, 1, 2))
def test_early_returns(lib: rz.Program, team: int, way: int) -> None:
    serial = rz.compile(SOURCE)
    found, expected = (rz.grad(of.early, check="never")(X, N, way) for of in (lib, serial))
    close(found, expected)
    along = np.sin(np.arange(N))
    steps = (1e-4, -1e-4)
    up, down = (serial.early(X + h * along, N, way) for h in steps)
    assert found @ along == pytest.approx((up - down) / 2e-4, rel=1e-6, abs=1e-6)


def test_exceptions_out_of_a_derivative_leave_nothing(team: int) -> None:
    lib = rz.compile(THROWING, lang="c++", flags=["-fopenmp"])
    gradient = rz.grad(lib.checked, wrt="x", check="never")

    def thrown() -> None:
        with pytest.raises(rz.RunError):
            gradient(X, np.zeros(N), N, 0.0)

    assert grown(thrown, 300) < 5_000
    total = (X * X[AT]) ** 2 @ X
    inner = 2 * X * X[AT] ** 2 * X + (X * X[AT]) ** 2
    np.add.at(inner, AT, 2 * X[AT] * X**2 * X)
    expected = inner * X[0]
    expected[0] += total
    close(gradient(X, np.zeros(N), N, 1e9), expected)


def test_ten_thousand_calls_leave_nothing(lib: rz.Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "2")
    few = X[:200].copy()
    gradient = rz.grad(lib.early, check="never")
    kept = rz.grad(lib.early, check="never", deterministic=True)
    _, back = rz.vjp(lib.mixed, few, 200, np.zeros(200), of="out", wrt="x")
    assert grown(lambda: gradient(few, 200, 2), 10_000) < 5_000
    assert grown(lambda: kept(few, 200, 2), 2_000) < 5_000
    assert grown(lambda: back(few), 2_000) < 5_000
