"""Which increments of shadows are plain: where the thread index tells the places apart, and the
launch has one dimension and arrays that do not overlap. Elsewhere they are atomic."""

import re
from functools import cache
from typing import Any

import numpy as np
import pytest

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=5, wide=10)

SOURCE = """
#define I (blockIdx.x * blockDim.x + threadIdx.x)
extern "C" __global__ void own(const double *x, double *y) { int i = I; y[i] = x[i] * x[i]; }
extern "C" __global__ void three(const double *p, double *y) {
  int i = I;
  y[i] = p[3 * i] * p[3 * i + 1] + sin(p[3 * i + 2]);
}
extern "C" __global__ void row(const double *x, double *y, int m) {
  int i = I;
  double sum = 0.0;
  for (int k = 0; k < m; k++) sum += x[i * m + k] * x[i * m + k];
  y[i] = sum;
}
extern "C" __global__ void in_block(const double *x, double *y) {
  __shared__ double s[64];
  int t = threadIdx.x;
  s[t] = x[I] * x[I];
  __syncthreads();
  s[t] = s[t] * s[t];
  __syncthreads();
  y[I] = s[t] * s[t];
}
extern "C" __global__ void neighbours(const double *x, double *y) {
  int i = I;
  y[i] = x[i] * x[i + 1];
}
extern "C" __global__ void all_of(const double *x, const double *a, double *y) {
  int i = I;
  y[i] = a[0] * x[i] * x[i];
}
extern "C" __global__ void backwards(const double *a, const double *b, double *y, int n) {
  int i = I;
  y[i] = a[i] * b[n - 1 - i];
}
extern "C" __global__ void columns(const double *x, double *sum) {
  int i = I;
  atomicAdd(sum, x[i] * x[i] * (1.0 + threadIdx.y));
}
extern "C" __global__ void shifted(const double *x, double *y) {
  int i = blockIdx.x * 4 + threadIdx.x;  // blocks of more than 4 threads overlap
  atomicAdd(y, x[i] * x[i]);
}
extern "C" __global__ void of_block(const double *x, double *y) {
  atomicAdd(y, x[blockIdx.x] * x[blockIdx.x]);
}
extern "C" __global__ void shared_by_launch(const double *x, double *y) {
  __shared__ double s[64];
  int t = threadIdx.x;
  s[t] = x[t] * x[t];  // blocks read the same
  __syncthreads();
  y[I] = s[t];
}
extern "C" __global__ void mixed(const double *x, double *y, int n) {
  int i = I;
  y[i] = x[i] * x[i] + (i == 0 ? x[n] : 0.0) + x[(i * 7) % n];
}
"""
PLAIN = {"own": 0, "three": 0, "row": 0, "in_block": 0, "neighbours": 2, "all_of": 1, "columns": 1,
         "shifted": 2, "of_block": 2, "shared_by_launch": 1}  # fmt: skip
"""Atomic additions in the gradient of a flat launch, those of the kernel itself among them."""


@cache
def kernels() -> Any:
    return rz.gpu.compile(SOURCE)


@pytest.mark.parametrize("name", PLAIN)
def test_atomic_increments_of_a_flat_launch(name: str) -> None:
    text = rz.gpu.ptx(rz.grad(kernels()[name]), flat=True)
    assert len(re.findall(r"(?:red|atom)\.[\w.]*add\.f64", text)) == PLAIN[name]


CASES: dict[str, tuple[Any, Any]] = {
    "own": ((2, 8), lambda x: 2 * x),
    "in_block": ((2, 8), lambda x: 8 * x**7),
    "columns": ((2, (8, 2)), lambda x: 2 * x * 3),
    "of_block": ((4, 8), lambda x: np.where(np.arange(16) < 4, 16 * x, 0.0)),
    "shifted": ((2, 8), lambda x: 2 * x * np.repeat([1.0, 2.0, 1.0, 0.0], 4)),
    "shared_by_launch": ((2, 8), lambda x: np.where(np.arange(16) < 8, 4 * x, 0.0)),
}


@pytest.mark.parametrize("name", CASES)
def test_no_gradient_races(name: str) -> None:
    sizes, slope = CASES[name]
    kernel = rz.gpu.emulate(kernels()[name], check="all")
    x, dx = np.linspace(0.5, 1.2, 16), np.zeros(16)
    rz.grad(kernel)[sizes](rz.Duplicated(x, dx), rz.Duplicated(np.zeros(16), np.ones(16)))
    np.testing.assert_allclose(dx, slope(x), rtol=1e-13)


def test_arrays_that_are_one_array() -> None:
    """Thread i adds to a.sh[i] and b.sh[n-1-i]: plain if these are two arrays, not if one."""
    kernel = rz.gpu.emulate(kernels().backwards, check="all")
    x, dx = np.linspace(0.5, 1.2, 16), np.zeros(16)
    same = rz.Duplicated(x, dx)
    rz.grad(kernel)[2, 8](same, same, rz.Duplicated(np.zeros(16), np.ones(16)), 16)
    np.testing.assert_allclose(dx, 2 * x[::-1], rtol=1e-13)
    a, b = np.zeros(16), np.zeros(16)
    both = rz.Duplicated(x, a), rz.Duplicated(x.copy(), b)
    rz.grad(kernel)[2, 8](*both, rz.Duplicated(np.zeros(16), np.ones(16)), 16)
    np.testing.assert_allclose(a, x[::-1], rtol=1e-13)
    np.testing.assert_allclose(b, x[::-1], rtol=1e-13)


SUMS = """
extern "C" __global__ void all_of(const double *x, const double *a, double *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double sum = 0.0;
  for (int k = 0; k < 3; k++) sum += a[0] * x[i] * x[i] + sin(a[1] * sum);
  y[i] = sum;
}
extern "C" __global__ void single(const float *x, const float *a, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a[blockIdx.x] * x[i] * a[2];
}
extern "C" __global__ void read_too(const double *x, double *a, double *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a[0] * x[i];
  if (i == 0) a[0] = x[i] * x[i];  // its shadow is read and set to zero
}
"""


@pytest.mark.rotates("file", plain=2, wide=1000)
@pytest.mark.parametrize(("name", "places"), [("all_of", 2), ("single", 2), ("read_too", 0)])
def test_sums_of_a_warp(name: str, places: int) -> None:
    """Blocks of 45 threads have a whole warp and a part of one, and 5 threads do nothing."""
    kernel, n = rz.gpu.compile(SUMS)[name], 85
    of = np.float32 if name == "single" else np.float64
    x, a = np.linspace(0.5, 1.5, n).astype(of), np.array([0.4, 0.3, 0.7], of)

    def found(*without: str) -> tuple[Any, Any, Any]:
        dx, da, dy = np.zeros(n, of), np.zeros(3, of), np.ones(n, of)
        pairs = (
            rz.Duplicated(x, dx),
            rz.Duplicated(a.copy(), da),
            rz.Duplicated(np.zeros(n, of), dy),
        )
        cost = rz.gpu.cost(rz.grad(kernel)[2, 45], *pairs, n, without=without)
        return dx, da, cost.atomics

    *whole, atomics = found()
    *plain, each = found("warp sums")
    for one, other in zip(whole, plain, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-6 if of is np.float32 else 1e-13)
    if places:
        assert (atomics, each) == (places * 4, places * n)  # two blocks of two warps
    else:
        assert atomics > n


def test_shuffles_of_a_device() -> None:
    """NVIDIA's own instructions by which a warp adds, and AMD's."""
    gradient = rz.grad(rz.gpu.compile(SUMS).single)
    text = rz.gpu.ptx(gradient, flat=True)
    assert "shfl.sync.down" in text
    assert "shfl.sync" not in rz.gpu.ptx(gradient)  # arrays may be one array
    assert rz.gpu.hsaco(gradient, flat=True)[:4] == b"\x7fELF"
