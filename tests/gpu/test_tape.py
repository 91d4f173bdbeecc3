"""The tape of a launch: counted before it, in one piece, refused where it is too large."""

from functools import cache
from typing import Any

import numpy as np
import pytest

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=2, wide=4)

SOURCE = """
extern "C" __global__ void iterated(const double *x, double *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double v = x[i], w = 1.0;
  for (int k = 0; k < n; k++) {
    v = sin(v) * w;
    w = cos(v + w);
  }
  y[i] = v * w;
}
extern "C" __global__ void counted(const double *x, const int *often, double *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double v = x[i];
  for (int k = 0; k < often[i]; k++) v = sin(v) * 1.5;
  y[i] = v;
}
extern "C" __global__ void renumbered(double *x, int *often) {
  int i = threadIdx.x;
  double v = x[i];
  for (int k = 0; k < often[i]; k++) v = sin(v) * 1.5;
  often[i] = 0;
  x[i] = v;
}
extern "C" __global__ void mixed(const float *x, double *y, const int *keep, int n) {
  int i = threadIdx.x;
  float v = x[i];
  double w = 0.5;
  for (int k = 0; k < n; k++) {
    if (keep[k]) v = sinf(v) * 1.25f;
    else w = w * w + v;
  }
  y[i] = w * v;
}
"""
SIN = 5  # the first line of the loop of `iterated`


@cache
def kernels() -> Any:
    return rz.gpu.compile(SOURCE)


def _gradient(kernel: Any, sizes: Any, *args: Any) -> list[Any]:
    """The shadows after a gradient that begins with ones for `y`, zeros for the others."""
    shadows = []
    given = []
    for parameter, value in zip(kernel.signature.parameters, args, strict=True):
        if not isinstance(value, np.ndarray) or value.dtype.kind == "i":
            given.append(value)
            continue
        one = parameter.name == "y" or not any(p.name == "y" for p in kernel.signature.parameters)
        shadows.append(np.ones_like(value) if one else np.zeros_like(value))
        given.append(rz.Duplicated(value.copy(), shadows[-1]))
    rz.grad(kernel)[sizes](*given)
    return shadows


def _differences(kernel: Any, sizes: Any, at: int, *args: Any) -> Any:
    """Of the sum of the last array of floats, by each element of one argument."""
    found = np.zeros(args[at].shape)
    for i in range(len(found)):
        values = []
        for step in (1e-6, -1e-6):
            given = [a.copy() if isinstance(a, np.ndarray) else a for a in args]
            given[at][i] += step
            kernel[sizes](*given)
            last = [a for a in given if isinstance(a, np.ndarray) and a.dtype.kind == "f"][-1]
            values.append(last.sum())
        found[i] = (values[0] - values[1]) / 2e-6
    return found


def test_the_tape_grows_with_what_is_kept_and_is_no_larger() -> None:
    first, _ = rz.split(kernels().iterated)
    x, y = (rz.Duplicated(np.ones(8), np.zeros(8)) for _ in range(2))
    sizes = [first[2, 4](x, y, n).per_thread for n in (0, 10, 1000)]
    assert 10 * 16 <= sizes[1] - sizes[0] <= 10 * 24 + 64  # arrays begin at 64 bytes
    assert 990 * 16 - 64 <= sizes[2] - sizes[1] <= 990 * 24 + 64
    assert first[2, 4](x, y, 10).nbytes == 8 * sizes[1]


def test_counts_that_differ_by_thread_are_read_before_the_launch() -> None:
    often = np.array([0, 3, 50, 1], dtype=np.int32)
    x = np.linspace(0.5, 1.5, 4)
    (dx, dy) = _gradient(kernels().counted, (1, 4), x, often, np.zeros(4))
    wanted = _differences(kernels().counted, (1, 4), 0, x, often, np.zeros(4))
    np.testing.assert_allclose(dx, wanted, rtol=1e-7, atol=1e-9)
    assert not dy.any()


def test_counts_that_the_kernel_overwrites_grow_in_the_emulator_only() -> None:
    kernel, often = kernels().renumbered, np.array([2, 9, 0, 4], dtype=np.int32)
    x = np.linspace(0.5, 1.5, 4)
    (dx,) = _gradient(kernel, (1, 4), x, often.copy())
    wanted = [
        np.prod([1.5 * np.cos(v) for v in _iterates(start, int(n))])
        for start, n in zip(x, often, strict=True)
    ]
    np.testing.assert_allclose(dx, wanted, rtol=1e-12)
    first, _ = rz.split(kernel)
    with pytest.raises(rz.SignatureError, match="what the kernel itself computes"):
        first[1, 4](rz.Duplicated(x, np.ones(4)), often.copy())


def _iterates(start: float, n: int) -> list[float]:
    found = [start]
    for _ in range(n):
        found.append(1.5 * np.sin(found[-1]))
    return found[:-1]


def test_values_of_several_sizes_share_words() -> None:
    kernel = rz.gpu.emulate(kernels().mixed, check="all")
    x, keep = np.linspace(0.5, 1.0, 4).astype(np.float32), np.array([1, 0, 1, 0], dtype=np.int32)
    (dx, _) = _gradient(kernel, (1, 4), x, np.zeros(4), keep, 4)
    v = x.astype(float)
    a, b = 1.25 * np.sin(v), 1.25 * np.sin(1.25 * np.sin(v))
    da = 1.25 * np.cos(v)
    db = 1.25 * np.cos(a) * da
    w = 0.25 + a
    dw = da
    wanted = (2 * w * dw + db) * b + (w * w + b) * db
    np.testing.assert_allclose(dx, wanted, rtol=1e-5)


def test_too_little_memory_is_an_error_before_the_launch() -> None:
    with rz.options(memory="10kB"):
        kernel = rz.gpu.compile(SOURCE).iterated
    x, y = np.ones(64), np.zeros(64)
    dy = np.ones(64)
    with pytest.raises(rz.RunError) as caught:
        rz.grad(kernel)[2, 32](rz.Duplicated(x, np.zeros(64)), rz.Duplicated(y, dy), 100)
    assert caught.value.code == "RZ603"
    said = str(caught.value)
    assert "the tape of this launch takes" in said
    assert "this line keeps most" in said
    assert caught.value.location is not None
    assert caught.value.location.line in (SIN, SIN + 1, SIN + 2)
    assert not y.any()  # nothing has run
    assert dy.all()
    rz.grad(kernel)[2, 32](rz.Duplicated(x, np.zeros(64)), rz.Duplicated(y, dy), 2)
    assert y.all()


def test_a_tape_belongs_to_one_launch() -> None:
    first, second = rz.split(kernels().iterated)
    x, y = (rz.Duplicated(np.ones(8), np.zeros(8)) for _ in range(2))
    tape = first[2, 4](x, y, 3)
    with pytest.raises(rz.Error, match="with grid"):
        second[1, 8](tape, x, y, 3)
    with pytest.raises(rz.Error, match="other arguments with shadows"):
        second[2, 4](tape, x, np.zeros(8), 3)
    with pytest.raises(rz.Error, match="tape first"):
        second[2, 4](x, y, 3)
