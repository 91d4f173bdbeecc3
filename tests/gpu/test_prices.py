"""What the prices of a device let a gradient compute again, where a host keeps it: cheap functions
of mathematics, but not dear ones, nor what a loop has made."""

import math
from functools import cache
from typing import Any

import numpy as np
import pytest

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=2, wide=4)

SOURCE = """
#define I (blockIdx.x * blockDim.x + threadIdx.x)
extern "C" __global__ void grown(const double *x, double *y, int n) {
  double s = 0.0, v = x[I];
  for (int k = 0; k < n; k++) s += exp(0.1 * k * v) * sin(k * v);
  y[I] = s;
}
extern "C" __global__ void single(const float *x, float *y, int n) {
  float s = 0.0f, v = x[I];
  for (int k = 0; k < n; k++) s += cosf(k * v) * cosf(k * v);
  y[I] = s;
}
extern "C" __global__ void dear(const double *x, double *y, int n) {
  double s = 0.0, v = x[I];
  for (int k = 0; k < n; k++) s += erfc(k * v) * erfc(k * v);
  y[I] = s;
}
extern "C" __global__ void carried(const double *x, double *y, int n) {
  double v = x[I];
  for (int k = 0; k < n; k++) v = sin(v) * cos(v);
  y[I] = v;
}
"""
KEPT = {"grown": (0, 16), "single": (0, 4), "dear": (8, 8), "carried": (16, 16)}
"""Bytes of each iteration by the prices of a device, and of a host."""


@cache
def kernels() -> Any:
    return rz.gpu.compile(SOURCE)


def _derivative(name: str, x: Any, n: int) -> Any:
    """Of the result of each thread by its own number, in closed form."""
    k = np.arange(n)[:, None]
    match name:
        case "grown":
            return (np.exp(0.1 * k * x) * (0.1 * k * np.sin(k * x) + k * np.cos(k * x))).sum(0)
        case "single":
            return (-k * np.sin(2 * k * x)).sum(0)
        case "dear":
            erfc = np.vectorize(math.erfc)
            slope = -2 / np.sqrt(np.pi) * np.exp(-((k * x) ** 2)) * k
            return (2 * erfc(k * x) * slope).sum(0)
        case _:
            found = np.ones_like(x)
            for _ in range(n):
                found *= np.cos(2 * x)
                x = np.sin(x) * np.cos(x)
            return found


@pytest.mark.parametrize("name", KEPT)
def test_what_is_kept_of_an_iteration(name: str) -> None:
    kernel, of = kernels()[name], np.float32 if name == "single" else np.float64
    x, n = np.linspace(0.2, 0.9, 4).astype(of), 40
    for without, bytes in zip(((), ("prices",)), KEPT[name], strict=True):
        dx, pair = np.zeros(4, of), rz.Duplicated(np.zeros(4, of), np.ones(4, of))
        cost = rz.gpu.cost(rz.grad(kernel)[2, 2], rz.Duplicated(x, dx), pair, n, without=without)
        within = 2e-4 if name == "single" else 1e-12
        np.testing.assert_allclose(dx, _derivative(name, x.astype(float), n), rtol=within)
        if bytes:
            assert bytes * n <= cost.tape / 4 <= bytes * n + 64
        else:
            assert cost.tape == 0
