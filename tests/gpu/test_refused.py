"""What has no derivative in a kernel is refused by name, not computed wrongly."""

from typing import Any

import numpy as np
import pytest

import ribozyme as rz

SOURCE = """
extern "C" __global__ void ordered(double *x, double *y) {
  y[threadIdx.x] = atomicAdd(x, y[threadIdx.x]);
}
extern "C" __global__ void exchanged(double *x, double *y) {
  y[threadIdx.x] = atomicExch(x, y[threadIdx.x]);
}
extern "C" __global__ void largest(double *x, double *y) { atomicMax(x, y[threadIdx.x]); }
extern "C" __global__ void scaled(double *x, double a) { x[threadIdx.x] *= a; }
"""


@pytest.fixture(scope="module")
def kernels() -> Any:
    return rz.gpu.compile(SOURCE)


@pytest.mark.parametrize("name", ["ordered", "exchanged", "largest"])
def test_atomic_operations_whose_order_matters(kernels: Any, name: str) -> None:
    arrays = [rz.Duplicated(np.ones(4), np.ones(4)) for _ in range(2)]
    with pytest.raises(rz.NoDerivative) as caught:
        rz.grad(kernels[name])[1, 4](*arrays)
    assert caught.value.location is not None
    assert caught.value.location.line in (3, 6, 8)


def _shadowed(shadow: Any) -> Any:
    return rz.Duplicated(np.ones(4), shadow)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((_shadowed(np.ones(4)), rz.Duplicated(2.0, 1.0)), "is a number"),
        ((_shadowed(np.ones(3)), 2.0), "its shadow"),
        ((_shadowed(np.ones(4, dtype=np.float32)), 2.0), "float32"),
    ],
)
def test_shadows_that_do_not_fit(kernels: Any, args: tuple[Any, ...], message: str) -> None:
    with pytest.raises(rz.Error, match=message):
        rz.grad(kernels.scaled)[1, 4](*args)


def test_an_array_is_not_its_own_shadow(kernels: Any) -> None:
    x = np.ones(4)
    with pytest.raises(rz.Error, match="share memory"):
        rz.grad(kernels.scaled)[1, 4](rz.Duplicated(x, x), 2.0)


def test_a_gradient_of_a_gradient(kernels: Any) -> None:
    with pytest.raises(rz.Error, match="does not exist yet"):
        rz.grad(rz.grad(kernels.scaled))
