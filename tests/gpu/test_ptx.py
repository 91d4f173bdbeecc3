"""Kernels and gradients as code of devices: NVIDIA's assembler takes them, for an old and a new
architecture, and AMD's code objects are linked."""

import subprocess
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import ribozyme as rz

SOURCE = Path(__file__).with_name("kernels.cu")
EM_AMDGPU = 224
STRAIGHT = ("elementwise", "stencil", "shared_histogram", "transpose", "exchange", "convolution")
LOOPS = ("matmul", "reduction", "softmax", "relaxation")


def _ptxas() -> Path | None:
    spec = find_spec("nvidia")
    folders = spec.submodule_search_locations if spec is not None else None
    return next((p for one in folders or () for p in Path(one).glob("*/bin/ptxas")), None)


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


@pytest.mark.wide
@pytest.mark.parametrize("arch", ["sm_75", "sm_90"])
@pytest.mark.parametrize("name", [*STRAIGHT, *LOOPS])
def test_the_assembler_takes_it(name: str, arch: str, tmp_path: Path) -> None:
    ptxas = _ptxas()
    if ptxas is None:
        pytest.skip("ptxas is not installed: pip install 'ribozyme[cuda]'")
    kernel = _kernels()[name]
    for one in (kernel, rz.grad(kernel), *rz.split(kernel)):
        file = tmp_path / "kernel.ptx"
        file.write_text(rz.gpu.ptx(one, arch=arch))
        command = [str(ptxas), "-c", f"-arch={arch}", str(file), "-o", str(tmp_path / "kernel.o")]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


@pytest.mark.rotates("file", plain=4, wide=1000)
@pytest.mark.parametrize("name", [*STRAIGHT, *LOOPS, "private_memory"])
def test_a_code_object_for_amd(name: str) -> None:
    kernel = _hip()[name]
    for one in (kernel, rz.grad(kernel)):
        image = rz.gpu.hsaco(one, arch="gfx90a")
        assert image[:4] == b"\x7fELF"
        assert int.from_bytes(image[18:20], "little") == EM_AMDGPU
        wanted = name if one is kernel else f"{name}_reverse"
        assert f"{wanted}.kd".encode() in image  # the descriptor by which it is launched


@cache
def _hip() -> Any:
    return rz.gpu.load(SOURCE, lang="hip")
