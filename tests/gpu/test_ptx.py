"""Kernels and gradients in NVIDIA's assembly language: parameters, barriers, the tape."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

import ribozyme as rz

SOURCE = Path(__file__).with_name("kernels.cu")


@cache
def _kernels() -> Any:
    return rz.gpu.load(SOURCE)


def test_a_gradient_takes_arrays_with_their_shadows() -> None:
    text = rz.gpu.ptx(rz.grad(_kernels().stencil))
    assert ".visible .entry stencil_reverse(" in text
    assert "stencil_reverse_param_4" in text  # u, du, v, dv, n
    assert "stencil_reverse_param_5" not in text
    assert text.count("bar.sync") == 3  # shadows are zero; then both sweeps
    one = rz.gpu.ptx(rz.grad(_kernels().convolution), wrt=("x", "y"))
    assert "convolution_reverse_param_5" in one
    assert "convolution_reverse_param_6" not in one  # no shadow of the weights


def test_a_gradient_with_loops_has_a_kernel_that_counts_its_tape() -> None:
    text = rz.gpu.ptx(rz.grad(_kernels().sparse))
    assert ".visible .entry sparse_reverse(" in text
    assert ".visible .entry sparse_reverse_tape(" in text
    assert "malloc" not in text
    assert "sparse_reverse_param_10" in text  # eight arrays, a number; then the tape and its size
    assert "sparse_reverse_param_11" not in text
    assert "atom.global.max.u64" in text or "red.global.max.u64" in text or "atom.max.u64" in text


def test_a_tape_whose_size_the_kernel_decides_is_refused() -> None:
    kernel = _kernels().until_small
    for one in (rz.grad(kernel), *rz.split(kernel)):
        with pytest.raises(rz.SignatureError, match="what the kernel itself computes") as caught:
            rz.gpu.ptx(one)
        assert caught.value.location is not None
