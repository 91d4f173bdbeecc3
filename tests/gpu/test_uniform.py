"""What all threads of a block have alike is kept once for the block: derivatives, the size of the
tape, and what is not alike."""

import re
from functools import cache
from typing import Any

import numpy as np
import pytest
from tests.gpu.support import verify

import ribozyme as rz

SOURCE = """
#define I (blockIdx.x * blockDim.x + threadIdx.x)
// h is made of arguments: one for each block and iteration. v is each thread's.
extern "C" __global__ void damped(const double *x, const double *c, double *y, int n) {
  double v = x[I], h = c[blockIdx.x];
  for (int k = 0; k < n; k++) {
    h = 0.9 * h + 0.1 * h * h;
    v = v * h + 0.01 * v * v;
  }
  y[I] = v;
}
// The same behind a condition that some threads fail, in a nest, and in numbers of 4 bytes.
extern "C" __global__ void guarded(const float *x, const float *c, float *y, int n, int m,
                                   int most) {
  int i = I;
  if (i >= most) return;
  float v = x[i], h = c[0];
  for (int j = 0; j < m; j++)
    for (int k = 0; k < n; k++) {
      h = 0.9f * h + 0.1f * h * h;
      v = v * h;
    }
  y[i] = v;
}
// Two nests one behind the other, the second one in some threads only; h goes on.
extern "C" __global__ void twice(const double *x, const double *c, double *y, int n) {
  double v = x[I], h = c[1];
  for (int k = 0; k < n; k++) h = h * h + 0.1, v = v * h;
  if (threadIdx.x % 2)
    for (int k = 0; k < n + 2; k++) h = h * h + 0.2, v = v * h;
  y[I] = v * h;
}
// Threads come with another h each: it is made where they went apart, or counts differ.
extern "C" __global__ void apart(const double *x, const double *c, double *y, int n) {
  double v = x[I], h = c[0];
  for (int k = 0; k < n; k++) {
    if ((threadIdx.x + k) % 3 == 0) h = h * h + 0.1;
    v = v * h;
  }
  y[I] = v;
}
extern "C" __global__ void left_early(const double *x, const double *c, double *y, int n) {
  double v = x[I], h = c[0];
  for (int j = 0; j < 3; j++) {
    for (int k = 0; k < n; k++) {
      h = h * h + 0.1;
      v = v * h;
      if (k > threadIdx.x) break;
    }
    v = v * h;
  }
  y[I] = v;
}
extern "C" __global__ void overwritten(const double *x, double *c, double *y, int n) {
  double v = x[I];
  for (int k = 0; k < n; k++) {
    double h = c[0];
    v = v * h;
    __syncthreads();
    if (threadIdx.x == 0) c[0] = 0.5 * h * h + 0.2;
    __syncthreads();
  }
  y[I] = v;
}
extern "C" __global__ void counts(const double *x, const double *c, double *y, const int *often) {
  double v = x[I], h = c[0];
  for (int k = 0; k < often[I]; k++) h = h * h + 0.1, v = v * h;
  y[I] = v;
}
extern "C" __global__ void strided(const double *x, const double *c, double *y, int n) {
  for (int i = I; i < n; i += 5) {
    double v = x[i], h = c[0];
    for (int k = 0; k < 9 + n; k++) h = h * h + 0.1, v = v * h;
    atomicAdd(&y[i], v);
  }
}
extern "C" __global__ void chosen(const double *x, const double *c, double *y, int n) {
  double v = x[I], h = c[0];
  for (int k = 0; k < n; k++) {
    h = v > 1.0 ? h * h + 0.1 : 0.5 * h;
    v = v * h + 0.3;
  }
  y[I] = v;
}
"""
B, GRID = 6, 2
COUNTED = np.arange(B * GRID, dtype=np.int32) % 5


@cache
def kernels() -> Any:
    return rz.gpu.compile(SOURCE)


def _given(name: str) -> tuple[list[Any], tuple[int, ...]]:
    of = np.float32 if name == "guarded" else np.float64
    x, c = np.linspace(0.6, 1.1, B * GRID).astype(of), np.array([0.8, 0.7], of)
    rest = {"guarded": [5, 3, B * GRID - 4], "counts": [COUNTED]}.get(name, [7])
    return [x, c, np.zeros(B * GRID, of), *rest], (0, 1, 2)


APART = ("apart", "left_early", "counts", "strided", "chosen")
"""Kernels whose threads each keep their own."""
TAPES = {"damped": (960, 1344), "guarded": (960, 1536), "twice": (2112, 3072)}
"""Bytes of all threads where a block keeps numbers once, and where each thread keeps its own."""


@pytest.mark.rotates("file", plain=4, wide=1000)
@pytest.mark.parametrize("name", [*TAPES, *APART, "overwritten"])
def test_derivatives(name: str) -> None:
    args, active = _given(name)
    if name == "guarded":
        steps, digits = (3e-2, 1e-2, 3e-3), 3e-4
        verify(kernels()[name], (GRID, B), args, active, steps=steps, within=2e-3, digits=digits)
    else:
        grid = 1 if name == "overwritten" else GRID
        verify(kernels()[name], (grid, B), args, active)


@pytest.mark.rotates("file", plain=4, wide=1000)
@pytest.mark.parametrize("name", [*TAPES, *APART])
def test_sizes_of_tapes(name: str) -> None:
    """The derivatives are the same to rounding, and the tape is no larger."""
    args, active = _given(name)
    tapes, shadows = [], []
    for without in ((), ("uniform",)):
        given = list(args)
        for n in active:
            given[n] = rz.Duplicated(args[n].copy(), np.ones_like(args[n]))
        gradient = rz.grad(kernels()[name])
        tapes.append(rz.gpu.cost(gradient[GRID, B], *given, without=without).tape)
        shadows.append([given[n].shadow for n in active])
    for one, other in zip(*shadows, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-6 if name == "guarded" else 1e-13)
    if name in TAPES:
        assert tuple(tapes) == TAPES[name]
    else:
        assert tapes[0] == tapes[1]


def test_nothing_is_kept_where_no_thread_comes() -> None:
    """How much a block keeps is known before any thread has seen whether it is to keep anything."""
    for n in (0, -5, -(2**31)):
        x, dx, c, dc = np.ones(4), np.zeros(4), np.ones(1), np.zeros(1)
        given = rz.Duplicated(x, dx), rz.Duplicated(c, dc), rz.Duplicated(np.zeros(4), np.ones(4))
        rz.grad(kernels().damped)[1, 4](*given, n)
        assert (dx == 1.0).all()
        assert not dc.any()


def test_code_for_devices() -> None:
    """What a block keeps together is accessed by instructions that other threads may meet."""
    gradient = rz.grad(kernels().damped)
    assert re.search(r"st\.relaxed\.cta\.global\.\w64", rz.gpu.ptx(gradient, flat=True))
    assert rz.gpu.hsaco(gradient, flat=True)[:4] == b"\x7fELF"
