"""Five applications after published algorithms: their gradients against differences, and what these
execute of a kernel's own instructions and bytes."""

from functools import cache

import numpy as np
import pytest
from bench.applications import APPLICATIONS, PROGRAMS, kernel
from tests.gpu.support import verify

import ribozyme as rz

SMALL = {"galerkin": (64, 1)}
BELOW = {"lattice": 4.0, "lookup": 4.0, "galerkin": 4.0, "hydro": 6.0, "multipole": 6.0}


@cache
def ratios(name: str, threads: int, per: int) -> tuple[float, float]:
    """Instructions and bytes of the gradient, in those of the kernel."""
    launch = APPLICATIONS[name](threads, per)
    one = kernel(name)
    plain = rz.gpu.cost(one[launch.sizes], *launch.args)
    shadowed = launch.shadowed(np.random.default_rng(0))
    whole = rz.gpu.cost(rz.grad(one)[launch.sizes], *shadowed)
    return whole.instructions / plain.instructions, whole.bytes / plain.bytes


@pytest.mark.rotates("file", plain=1, wide=1000)
@pytest.mark.parametrize("name", APPLICATIONS)
def test_derivatives_of_an_application(name: str) -> None:
    launch = APPLICATIONS[name](*SMALL.get(name, (16, 1)))
    verify(kernel(name), launch.sizes, launch.args, launch.active, within=1e-6, digits=1e-9)


@pytest.mark.rotates(plain=0, wide=2)
@pytest.mark.parametrize("name", APPLICATIONS)
def test_an_application_in_hip(name: str) -> None:
    """The same source in AMD's language: its gradient, and code for a device."""
    own = rz.gpu.load(PROGRAMS / f"{name}.cu", lang="hip")[name]
    launch = APPLICATIONS[name](*SMALL.get(name, (16, 1)))
    verify(own, launch.sizes, launch.args, launch.active, within=1e-6, digits=1e-9)
    for code in (own, rz.grad(own)):
        assert rz.gpu.hsaco(code, arch="gfx90a", flat=True)[:4] == b"\x7fELF"


@pytest.mark.rotates("file", plain=2, wide=1000)
@pytest.mark.parametrize("name", APPLICATIONS)
def test_what_a_gradient_executes(name: str) -> None:
    assert max(ratios(name, 32, 2)) <= BELOW[name]


@pytest.mark.rotates(plain=0, wide=3)
@pytest.mark.parametrize("name", APPLICATIONS)
def test_ratios_are_flat(name: str) -> None:
    """They do not grow as threads do, nor as the work of each thread does."""
    few = ratios(name, 32, 2)
    for more in (ratios(name, 128, 2), ratios(name, 32, 8)):
        assert all(b <= 1.1 * a for a, b in zip(few, more, strict=True))


def test_counts_of_a_small_kernel() -> None:
    text = """
extern "C" __global__ void scaled(const double *x, double *y, double *sum) {
  int i = threadIdx.x;
  y[i] = 2.0 * x[i];
  atomicAdd(sum, y[i]);
}
"""
    one = rz.gpu.compile(text).scaled
    found = rz.gpu.cost(one[1, 8], np.ones(8), np.zeros(8), np.zeros(1))
    assert (found.bytes, found.atomics, found.tape) == (8 * (8 + 8 + 16), 8, 0)
    assert found.instructions % 8 == 0
    with pytest.raises(rz.SignatureError, match="counted together"):
        rz.gpu.cost(rz.split(one)[0][1, 8], np.ones(8), np.zeros(8), np.zeros(1))
