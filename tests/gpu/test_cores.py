"""Blocks of an emulated launch on several cores of the CPU."""

from typing import Any

import numpy as np
import pytest

import ribozyme as rz

SOURCE = """
extern "C" __global__ void smooth(const double *u, double *v, double *sum, int n) {
  __shared__ double s[32];
  int t = threadIdx.x, i = blockIdx.x * 32 + t;
  s[t] = i < n ? u[i] * u[i] : 0.0;
  __syncthreads();
  double w = s[t];
  for (int k = 1; k < 3; k++) w = sin(w) + s[(t + k) % 32];
  if (i < n) v[i] = w;
  atomicAdd(sum, w);
}
"""


def test_blocks_on_several_cores() -> None:
    kernel = rz.gpu.compile(SOURCE).smooth
    n = 32 * 50 + 7
    u = np.linspace(0.1, 1.4, n)

    def found(cores: int) -> list[Any]:
        one = rz.gpu.emulate(kernel, check="none", cores=cores)
        v, sum = np.zeros(n), np.zeros(1)
        one[51, 32](u, v, sum, n)
        du, dv, dsum = np.zeros(n), np.cos(np.arange(n)), np.ones(1)
        arrays = rz.Duplicated(u, du), rz.Duplicated(v.copy(), dv), rz.Duplicated(sum.copy(), dsum)
        rz.grad(one)[51, 32](*arrays, n)
        first, second = rz.split(one)
        again = np.zeros(n)
        kept = rz.Duplicated(u, again), rz.Duplicated(v.copy(), np.ones(n)), rz.Const(sum.copy())
        second[51, 32](first[51, 32](*kept, n), *kept, n)
        return [v, sum, du, dv, again]

    for one, other in zip(found(1), found(3), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-12)


def test_cores_are_for_launches_without_checks() -> None:
    kernel = rz.gpu.compile(SOURCE).smooth
    for options in ({"check": "all", "cores": 2}, {"check": "none", "cores": 0}):
        with pytest.raises(rz.Error, match="cores is a number"):
            rz.gpu.emulate(kernel, **options)
