"""Variables that each thread has, in regions: what earlier calls left, tapes, threads that call."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import ribozyme as rz

X = np.array([1.0, 2.0, 3.0, 4.0])
LEFT = """
    static double kept;
    #pragma omp threadprivate(kept)
    double f(const double *x, int n, int who)
    {
        double sum = 0;
    #pragma omp parallel num_threads(4) reduction(+ : sum)
        {
            int me = 0;
    #pragma omp for schedule(static, 1)
            for (int i = 0; i < 4; i++)
                me = i;
            if (me != who)
                kept = x[0] * x[1];
    #pragma omp for schedule(static, 1)
            for (int i = 0; i < n; i++)
                sum += kept * x[i];
        }
        return sum;
    }
"""
TWO_REGIONS = """
    static double scale, parts[3];
    #pragma omp threadprivate(scale, parts)
    double f(const double *x, int n)
    {
        double sum = 0;
        scale = x[0];
    #pragma omp parallel copyin(scale)
        {
            parts[0] = parts[1] = parts[2] = 0;
    #pragma omp for
            for (int i = 0; i < n; i++)
                parts[i % 3] += scale * x[i] * x[i];
        }
    #pragma omp parallel reduction(+ : sum)
        sum += parts[0] + 2 * parts[1] + 3 * parts[2];
        return sum;
    }
"""


def truth(x: np.ndarray) -> np.ndarray:
    weights = 1 + np.arange(len(x)) % 3
    found = 2 * x[0] * weights * x
    found[0] += (weights * x * x).sum()
    return found


@pytest.fixture
def two_regions(monkeypatch: pytest.MonkeyPatch) -> rz.Function:
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    return rz.compile(TWO_REGIONS, flags=["-fopenmp"]).f


@pytest.mark.parametrize("who", range(4))
@pytest.mark.parametrize("mode", ["reverse", "forward", "halves", "second"])
def test_what_an_earlier_call_left_in_a_thread(mode: str, who: int) -> None:
    """One of four threads does not set its variable: it reads what it has from the call before."""
    f = rz.compile(LEFT, flags=["-fopenmp"]).f
    along = np.array([1.0, 0.0, 0.0, 0.0])

    def by(who: int) -> np.ndarray:
        if mode == "reverse":
            return np.asarray(rz.grad(f, wrt="x")(X, 4, who))
        if mode == "forward":
            return np.asarray(rz.jvp(f, (X, 4, who), (along, None, None))[1])
        if mode == "second":
            return np.asarray(rz.hvp(f, (X, 4, who), (along,), wrt=("x",))[0])
        return np.asarray(rz.vjp(f, X, 4, who)[1](1.0))

    whole = {"forward": 22.0, "second": [4.0, 13.0, 2.0, 2.0]}
    expected = whole.get(mode, [22.0, 12.0, 2.0, 2.0])
    np.testing.assert_allclose(by(9), expected)
    with pytest.raises(rz.ActivityError, match="RZ408"):
        by(who)
    np.testing.assert_allclose(by(9), expected)


def test_calls_from_several_threads(two_regions: rz.Function) -> None:
    """Long-lived ones, and such that end, whose workers others take over."""
    gradient = rz.grad(two_regions, wrt="x", check="never")

    def right(seed: int) -> bool:
        x = np.random.default_rng(seed).uniform(1, 2, 17)
        return all(np.allclose(gradient(x, 17), truth(x), rtol=1e-12) for _ in range(5))

    with ThreadPoolExecutor(5) as pool:
        assert all(pool.map(right, range(20)))
    found: list[bool] = []
    for start in range(5):
        threads = [
            threading.Thread(target=lambda seed=seed: found.append(right(seed)))  # type: ignore[misc]
            for seed in range(4 * start, 4 * start + 4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert found == [True] * 20


def test_tapes_of_several_calls(two_regions: rz.Function, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are read in any order, after teams of another size, and more than once."""
    points = [np.linspace(1, 2, 11) * k for k in (1, 2, 3)]
    first, second = (rz.vjp(two_regions, x, 11)[1] for x in points[:2])
    monkeypatch.setenv("OMP_NUM_THREADS", "5")
    third = rz.vjp(two_regions, points[2], 11)[1]
    for back, x in ((first, 0), (third, 2), (second, 1), (first, 0), (first, 0)):
        np.testing.assert_allclose(back(1.0), truth(points[x]), rtol=1e-12)


def test_a_tape_in_another_thread(two_regions: rz.Function) -> None:
    """There the variables are others: an error, and no wrong number."""
    x = np.linspace(1, 2, 11)
    back = rz.vjp(two_regions, x, 11)[1]
    with ThreadPoolExecutor(1) as pool, pytest.raises(rz.Error, match=r"RZ216.*another thread"):
        pool.submit(back, 1.0).result()
    np.testing.assert_allclose(back(1.0), truth(x), rtol=1e-12)


def test_second_derivatives(two_regions: rz.Function) -> None:
    x = np.linspace(1, 2, 11)
    moved = [(truth(x + e) - truth(x - e)) / 2e-6 for e in 1e-6 * np.eye(11)]
    np.testing.assert_allclose(rz.hessian(two_regions, wrt="x")(x, 11), moved, rtol=1e-7, atol=1e-7)


def test_the_child_of_a_fork(two_regions: rz.Function) -> None:
    x = np.linspace(1, 2, 11)
    gradient = rz.grad(two_regions, wrt="x")
    gradient(x, 11)
    child = os.fork()
    if child == 0:
        os._exit(0 if np.allclose(gradient(x, 11), truth(x)) else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_a_loop_that_is_checkpointed() -> None:
    """The states of other threads' variables are not kept, so the loop is refused."""
    f = rz.compile(
        "static double own;\n#pragma omp threadprivate(own)\n"
        "double f(const double *x, int n) {\n double s = 0;\n#pragma omp parallel\n own = 1;\n"
        " for (int t = 0; t < n; t++) {\n  double part = 0;\n"
        "#pragma omp parallel reduction(+ : part)\n  { own *= x[0]; part += own; }\n"
        "  s = s * x[1] + part * part;\n }\n return s;\n}\n",
        flags=["-fopenmp"],
    ).f
    with pytest.raises(rz.NoDerivative, match="each thread has its own 'own'"):
        rz.grad(f, wrt="x", checkpoint={"loop at 7": 2})(X, 6)
