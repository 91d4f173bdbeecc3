"""Kernels in OpenCL C: forward, reverse and split mode against differences."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.gpu.support import verify

import ribozyme as rz

SOURCE = Path(__file__).with_name("kernels.cl")
R = np.random.default_rng(5)
BINS = R.integers(0, 8, 50).astype(np.int32)
START = np.array([0, 2, 3, 3, 6], dtype=np.int32)
COLUMN = np.array([0, 2, 1, 0, 1, 2], dtype=np.int32)
CASES: dict[str, tuple[Any, list[Any], tuple[int, ...]]] = {
    "saxpy": ((2, 32), [1.5, R.random(50), R.random(50), 50], (1, 2)),
    "vectors": ((1, 8), [0.5 + R.random(20), np.zeros(5), 5], (0, 1)),
    "reduce": ((2, 32), [R.random(50), np.zeros(2), 50], (0, 1)),
    "heat": (((2, 2), (4, 4)), [R.random(56), np.zeros(56), 8, 7, 0.1], (0, 1)),
    "product": (((2, 2), (4, 4)), [R.random(64), R.random(64), np.zeros(64), 8], (0, 1, 2)),
    "histogram": ((2, 32), [R.random(50), BINS, R.random(8), 50], (0, 2)),
    "smooth": ((2, 8), [R.random(13), np.zeros(13), 13], (0, 1)),
    "bodies": ((1, 8), [R.random(28), np.zeros(7), 7], (0, 1)),
    "rows": ((1, 8), [R.random(6), COLUMN, START, R.random(3), np.zeros(4), 4], (0, 3, 4)),
    "march": ((1, 8), [(0.5 + R.random(7)).astype(np.float32), np.zeros(7, np.float32), 7, 9],
              (0, 1)),
}  # fmt: skip
SINGLE = ("march",)


@cache
def kernels() -> Any:
    return rz.gpu.load(SOURCE)


@pytest.mark.rotates("file", plain=5, wide=1000)
@pytest.mark.parametrize("name", CASES)
def test_derivatives_of_kernels_in_opencl(name: str) -> None:
    sizes, args, active = CASES[name]
    single = {"steps": (1e-2, 3e-3, 1e-3), "within": 2e-3, "digits": 1e-5}
    verify(kernels()[name], sizes, args, active, **(single if name in SINGLE else {}))


def test_the_same_kernels_as_ptx() -> None:
    text = rz.gpu.ptx(rz.grad(kernels().reduce))
    assert ".visible .entry reduce_reverse(" in text
    assert "bar.sync" in text
