"""Kernels of numba.cuda: forward, reverse and split mode against differences, without a device."""

from typing import Any

import numpy as np
import pytest
from tests.gpu.support import verify

import ribozyme as rz
from ribozyme.api.gpu.resources import assembler, libdevice

pytest.importorskip("numba")
pytest.importorskip("numba.cuda")
from tests.gpu import numba_kernels

R = np.random.default_rng(23)
CASES: dict[str, tuple[Any, list[Any], tuple[int, ...]]] = {
    "elementwise": ((2, 16), [R.random(20), np.zeros(20)], (0, 1)),
    "scaled": ((1, 8), [R.random(20), np.zeros(20), 1.5], (0, 1)),
    "stencil": ((2, 32), [R.random(50), np.zeros(50)], (0, 1)),
    "matmul": (((2, 2), (2, 3)), [R.random((3, 4)), R.random((4, 5)), np.zeros((3, 5))], (0, 1, 2)),
    "reduction": ((2, 32), [R.random(50), np.zeros(1)], (0, 1)),
    "histogram": ((2, 8), [R.random(12), R.integers(0, 4, 12), np.zeros(4)], (0, 2)),
    "nbody": ((1, 8), [R.random(6), np.zeros(6)], (0, 1)),
    "newton": ((1, 8), [0.5 + R.random(6), np.zeros(6)], (0, 1)),
    "sparse": ((1, 8), [R.random(9), R.integers(0, 5, 9), np.array([0, 2, 2, 6, 9]), R.random(5),
                        np.zeros(4)], (0, 3, 4)),
    "single": ((1, 16), [R.random(9).astype(np.float32), -np.ones(9, np.float32)], (0, 1)),
}  # fmt: skip


@pytest.mark.rotates("file", plain=3, wide=1000)
@pytest.mark.parametrize("name", CASES)
def test_derivatives_of_numbas_kernels(name: str) -> None:
    sizes, args, active = CASES[name]
    of_floats: dict[str, Any] = {"steps": (1e-2, 3e-3, 1e-3), "within": 2e-3, "digits": 1e-5}
    kernel = rz.numba.kernel(getattr(numba_kernels, name))
    verify(kernel, sizes, args, active, **(of_floats if name == "single" else {}))


@pytest.mark.rotates("file", plain=1, wide=1000)
@pytest.mark.parametrize("name", CASES)
def test_it_is_assembled(name: str) -> None:
    made = rz.numba.kernel(getattr(numba_kernels, name)).of(*CASES[name][1])
    if assembler() is None or libdevice() is None:
        pytest.skip("ptxas and libdevice are not installed: pip install 'ribozyme[cuda]'")
    for kernel in (made, rz.grad(made)):
        for arch in ("sm_75", "sm_90"):
            assert rz.gpu.cubin(kernel, arch=arch)[:4] == b"\x7fELF"
        assert rz.gpu.hsaco(kernel, arch="gfx90a")[:4] == b"\x7fELF"


def test_code_for_a_device() -> None:
    kernel = rz.numba.kernel(numba_kernels.elementwise).of(np.ones(4), np.ones(4))
    text = rz.gpu.ptx(rz.grad(kernel))
    assert ".visible .entry elementwise_reverse(" in text


def test_what_is_no_kernel_of_numba() -> None:
    with pytest.raises(rz.Error, match="is no kernel"):
        rz.numba.kernel(len)
    kernel = rz.numba.kernel(numba_kernels.elementwise)
    with pytest.raises(rz.Error, match="in C's order"):
        kernel[1, 8](np.ones((4, 4))[:, 0], np.ones(4))
