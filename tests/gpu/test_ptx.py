"""Kernels and gradients as PTX: the assembler takes them, for an old and a new architecture."""

import subprocess
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import ribozyme as rz

SOURCE = Path(__file__).with_name("kernels.cu")
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


@pytest.mark.parametrize("name", LOOPS)
@pytest.mark.wide
def test_a_tape_of_unknown_size_is_refused(name: str) -> None:
    with pytest.raises(rz.SignatureError, match="of the host"):
        rz.gpu.ptx(rz.grad(_kernels()[name]))


@pytest.mark.wide
@pytest.mark.parametrize("arch", ["sm_75", "sm_90"])
@pytest.mark.parametrize("name", [*STRAIGHT, *LOOPS])
def test_the_assembler_takes_it(name: str, arch: str, tmp_path: Path) -> None:
    ptxas = _ptxas()
    if ptxas is None:
        pytest.skip("ptxas is not installed: pip install 'ribozyme[cuda]'")
    kernel = _kernels()[name]
    for one in (kernel, rz.grad(kernel)) if name in STRAIGHT else (kernel,):
        file = tmp_path / "kernel.ptx"
        file.write_text(rz.gpu.ptx(one, arch=arch))
        command = [str(ptxas), "-c", f"-arch={arch}", str(file), "-o", str(tmp_path / "kernel.o")]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
