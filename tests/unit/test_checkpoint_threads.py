"""Checkpointed loops whose iterations fork teams of threads: the gradient of the whole tape."""

from __future__ import annotations

import resource
from pathlib import Path

import numpy as np
import pytest

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=2, wide=4)

SOURCE = """
#include <math.h>
static void step(double *u, double *v, double *total, int n)
{
    double s = 0;
    #pragma omp parallel
    {
        #pragma omp for schedule(static)
        for (int i = 1; i < n - 1; i++)
            v[i] = u[i] + 0.1 * (u[i - 1] - 2 * u[i] + u[i + 1]) * u[i];
        #pragma omp for reduction(+:s) SCHEDULE
        for (int i = 1; i < n - 1; i++) {
            u[i] = v[i];
            s += v[i] * v[i];
        }
        #pragma omp single
        u[0] = sin(u[1]);
    }
    UPDATE
    *total = 0.9 * *total + 0.001 * s * u[0];
}
double run(double *u, double *v, int n, int steps)
{
    double total = 0;
    for (int k = 0; k < steps; k++)
        step(u, v, &total, n);
    return total;
}
"""
CRITICAL = """
#pragma omp parallel
    {
        #pragma omp critical
        *total = *total * 1.001;
    }
"""
N, STEPS = 30, 200


def source(update: str = "", schedule: str = "") -> str:
    return SOURCE.replace("UPDATE", update).replace("SCHEDULE", schedule)


def given() -> tuple[np.ndarray, np.ndarray, int, int]:
    return np.linspace(0.5, 1.5, N), np.zeros(N), N, STEPS


@pytest.mark.parametrize("threads", [1, 2, 4, 8])
def test_it_is_the_gradient_of_the_whole_tape(
    threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", str(threads))
    lib, serial = (rz.compile(source(), flags=flags) for flags in (["-fopenmp"], []))
    expected = rz.grad(serial.run, wrt="u")(*given())
    bounded = rz.grad(lib.run, wrt="u", memory="100KB")
    for _ in range(3):
        np.testing.assert_allclose(bounded(*given()), expected, rtol=1e-11, atol=1e-13)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(20):
        bounded(*given())
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 5_000  # KiB


def test_a_tangent_of_it_keeps_the_whole_tape(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tangent's region gets its arguments by an address that each iteration stores."""
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    path = tmp_path / "run.c"
    path.write_text(source())
    lib, serial = (rz.load(path, flags=flags) for flags in (["-fopenmp"], []))
    along = np.cos(np.arange(N))
    expected = rz.hvp(serial.run, given(), along, wrt="u")
    found = rz.hvp(lib.run, given(), along, wrt="u")
    np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-12)
    with pytest.raises(rz.Error) as caught:
        rz.hvp(lib.run, given(), along, wrt="u", checkpoint={"loop at run.c:25": 10})
    assert caught.value.code == "RZ219"


@pytest.mark.parametrize(
    ("update", "schedule"), [(CRITICAL, ""), ("", "schedule(dynamic)")], ids=["critical", "dynamic"]
)
def test_what_depends_on_the_order_of_threads_is_not_repeated(update: str, schedule: str) -> None:
    lib = rz.compile(source(update, schedule), flags=["-fopenmp"])
    with pytest.raises(rz.Error) as caught:
        rz.grad(lib.run, wrt="u", memory="50KB", check="never")(*given())
    assert caught.value.code in ("RZ603", "RZ219")
