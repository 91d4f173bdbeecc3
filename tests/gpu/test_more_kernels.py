"""Further kernels in CUDA, some in HIP: forward, reverse and split mode against differences."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.gpu.support import verify

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=3, wide=6)

SOURCE = Path(__file__).with_name("more.cu")
R = np.random.default_rng(17)


def _ints(high: int, size: int) -> Any:
    return R.integers(0, high, size).astype(np.int32)


def _zeros(n: int) -> Any:
    return np.zeros(n)


def _single(n: int) -> Any:
    return R.random(n).astype(np.float32)


_LOWER = (np.tril(R.random((6, 6))) + 2.0 * np.eye(6)).ravel()
CASES: dict[str, tuple[Any, list[Any], tuple[int, ...]]] = {
    "axpby": ((2, 16), [1.5, R.random(20), 0.5, R.random(20), 20], (1, 3)),
    "gelu": ((2, 16), [R.random(20), _zeros(20), 20], (0, 1)),
    "black_scholes": (
        (1, 16), [1 + R.random(9), 1 + R.random(9), _zeros(9), 0.05, 0.3, 9], (0, 1, 2)
    ),
    "rotated": ((1, 8), [_single(20), _single(15), _single(15), 5], (0, 1, 2)),
    "soa_to_aos": ((1, 16), [R.random(10), R.random(10), _zeros(20), 10], (0, 1, 2)),
    "switched": ((1, 16), [R.random(12), _ints(4, 12), _zeros(12), 12], (0, 2)),
    "laplace_2d": (((2, 2), (4, 4)), [R.random(56), _zeros(56), 8, 7], (0, 1)),
    "stencil_3d": (((2, 2), (3, 3)), [R.random(150), _zeros(150), 5, 6, 5], (0, 1)),
    "tiled_2d": (((2, 2), (4, 4)), [R.random(64), _zeros(64), 8], (0, 1)),
    "wave_step": ((2, 8), [R.random(13), R.random(13), _zeros(13), 0.2, 13], (0, 1, 2)),
    "upwind": ((1, 16), [R.random(12) - 0.5, R.random(12), _zeros(12), 12], (0, 1, 2)),
    "matvec": ((1, 8), [R.random(35), R.random(5), _zeros(7), 7, 5], (0, 1, 2)),
    "matvec_by_block": ((3, 16), [R.random(60), R.random(20), _zeros(3), 20], (0, 1, 2)),
    "outer": (((2, 2), (3, 3)), [R.random(5), R.random(5), R.random(25), 5], (0, 1, 2)),
    "ell": ((1, 8), [R.random(15), _ints(6, 15) - 1, R.random(5), _zeros(5), 5, 3], (0, 2, 3)),
    "coo": ((1, 16), [R.random(12), _ints(5, 12), _ints(5, 12), R.random(5), R.random(5), 12],
            (0, 3, 4)),
    "forward_substitution": ((1, 8), [_LOWER, R.random(6), 6], (0, 1)),
    "grid_stride_sum": ((2, 16), [R.random(70), R.random(1), 70], (0, 1)),
    "block_sum": ((1, 64), [R.random(50), _zeros(50), 50], (0, 1)),
    "layer_norm": ((2, 32), [R.random(40), R.random(20), _zeros(40), 20], (0, 1, 2)),
    "warp_scan": ((1, 32), [R.random(32), _zeros(32)], (0, 1)),
    "broadcast": ((1, 32), [R.random(32), _zeros(32)], (0, 1)),
    "log_sum_exp": ((1, 4), [R.random(20), _zeros(4), 5], (0, 1)),
    "cumulative_product": ((1, 4), [0.5 + R.random(20), _zeros(20), 5], (0, 1)),
    "lennard_jones": ((1, 8), [R.random(21), _ints(7, 28), _zeros(21), 7, 4], (0, 2)),
    "deposit": ((2, 8), [R.random(12) * 6, R.random(12), _zeros(6), 12, 6], (0, 1, 2)),
    "leapfrog": ((1, 8), [R.random(8), R.random(8), 9, 0.1], (0, 1)),
    "sphere_tracing": ((1, 8), [np.array([1.2]), _zeros(7), 7], (0, 1)),
    "option_path": ((1, 8), [np.array([1.3, 0.05, 0.2]), R.standard_normal(30), _zeros(6), 6, 5],
                    (0, 1, 2)),
    "convolution_2d": (((2, 2), (4, 4)), [R.random(64) - 0.3, R.random(9), _zeros(36), 8],
                       (0, 1, 2)),
    "max_pool": ((1, 8), [R.random(28), _zeros(7), 7], (0, 1)),
    "cross_entropy": ((1, 8), [R.random(30), _ints(5, 6), _zeros(1), 6, 5], (0, 2)),
    "attention_row": ((1, 8), [R.random(18), R.random(18), R.random(18), _zeros(18), 6, 3],
                      (0, 1, 2, 3)),
    "recurrent": ((1, 8), [R.random(64) - 0.5, R.random(32), R.random(8), 4], (0, 1, 2)),
}  # fmt: skip
SINGLE = ("rotated",)
HIP = ("gelu", "rotated", "switched", "laplace_2d", "tiled_2d", "matvec_by_block", "coo",
       "block_sum", "layer_norm", "warp_scan", "deposit", "leapfrog", "cross_entropy")  # fmt: skip


@cache
def kernels(lang: str) -> Any:
    return rz.gpu.load(SOURCE, lang=lang)  # type: ignore[arg-type]


def _verify(lang: str, name: str) -> None:
    sizes, args, active = CASES[name]
    single = {"steps": (1e-2, 3e-3, 1e-3), "within": 2e-3, "digits": 1e-5}
    verify(kernels(lang)[name], sizes, args, active, **(single if name in SINGLE else {}))


@pytest.mark.rotates(plain=4, wide=12)
@pytest.mark.parametrize("name", CASES)
def test_derivatives_of_more_kernels(name: str) -> None:
    _verify("cuda", name)


@pytest.mark.rotates(plain=0, wide=4)
@pytest.mark.parametrize("name", HIP)
def test_derivatives_of_more_kernels_in_hip(name: str) -> None:
    _verify("hip", name)
