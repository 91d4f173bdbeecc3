"""Kernels and gradients of the suite are assembled: NVIDIA's `ptxas` for an old and a new
architecture, with libdevice linked, and code objects for AMD's gfx90a."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bench import device
from tests.gpu import on_device

import ribozyme as rz
from ribozyme.api.gpu.resources import assembler, libdevice

FILES = ("kernels.cu", "more.cu", "half.cu", "kernels.cl")
SOURCES = {name: Path(__file__).with_name(name) for name in FILES}
KERNEL = re.compile(r"^(?:GLOBAL|kernel void|template __global__ void) (\w+(?:<\w+>)?)\(", re.M)
NAMES = [
    (file, name)
    for file, path in SOURCES.items()
    for name in KERNEL.findall(path.read_text(encoding="utf-8"))
]
EM_AMDGPU = 224
tools = pytest.mark.skipif(
    assembler() is None or libdevice() is None,
    reason="ptxas and libdevice are not installed: pip install 'ribozyme[cuda]'",
)


@cache
def kernels(file: str, lang: str) -> Any:
    own = "opencl" if file.endswith(".cl") else lang
    return rz.gpu.load(SOURCES[file], lang=own)  # type: ignore[arg-type]


def _whole(kernel: Any) -> list[Any]:
    """The kernel and its gradient; those that no device can run are refused before."""
    made = [kernel]
    try:
        rz.gpu.ptx(rz.grad(kernel))
    except rz.SignatureError as refused:
        assert refused.code == "RZ511"
    else:
        made.append(rz.grad(kernel))
    return made


@tools
@pytest.mark.rotates("file", plain=1, wide=12)
@pytest.mark.parametrize(("file", "name"), NAMES)
def test_nvidias_assembler_takes_it(file: str, name: str) -> None:
    try:
        rz.gpu.ptx(kernels(file, "cuda")[name])
    except rz.SignatureError:
        pytest.skip("its shared memory has a size that the launch says")
    for kernel in _whole(kernels(file, "cuda")[name]):
        for arch in ("sm_75", "sm_90"):
            assert rz.gpu.cubin(kernel, arch=arch)[:4] == b"\x7fELF"


@pytest.mark.rotates("file", plain=1, wide=12)
@pytest.mark.parametrize(("file", "name"), NAMES)
def test_code_objects_for_amd(file: str, name: str) -> None:
    try:
        rz.gpu.ptx(kernels(file, "cuda")[name])
    except rz.SignatureError:
        pytest.skip("its shared memory has a size that the launch says")
    for kernel in _whole(kernels(file, "hip")[name]):
        image = rz.gpu.hsaco(kernel, arch="gfx90a")
        assert image[:4] == b"\x7fELF"
        assert int.from_bytes(image[18:20], "little") == EM_AMDGPU


@tools
def test_what_the_assembler_says() -> None:
    kernel = kernels("kernels.cu", "cuda").stencil
    plain, whole = rz.gpu.resources(kernel), rz.gpu.resources(rz.grad(kernel))
    assert plain.shared == 34 * 8
    assert whole.shared >= 2 * 34 * 8  # with its shadow
    assert 0 < plain.registers <= whole.registers <= 255
    assert plain.spilled == whole.spilled == 0


def test_additions_of_amd(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are instructions of the device, no loops that compare and swap."""
    from ribozyme.backend import target

    text = "".join([
        'extern "C" __global__ void f(const double *x, double *y) { int i = threadIdx.x;',
        "  y[i] = x[i] * x[i + 1]; }",
    ])  # fmt: skip
    seen: list[str] = []
    emit = target.emit_object

    def noted(code: str, where: target.Target) -> bytes:
        seen.append(target.emit_assembly(code, where))
        return emit(code, where)

    monkeypatch.setattr(target, "emit_object", noted)
    rz.gpu.hsaco(rz.grad(rz.gpu.compile(text, lang="hip").f), arch="gfx90a")
    assert len(re.findall("atomic_add_f64", seen[0])) == 2
    assert "cmpswap" not in seen[0]


@tools
@pytest.mark.wide
def test_launches_on_a_device(tmp_path: Path) -> None:
    """What is built for a device: an application, kernels of the suite; what is not is named."""
    some = ("stencil", "matmul", "sparse", "until_small", "opencl_smooth", "half_rows")
    cases = [*device.applications(["galerkin"]), *(c for c in on_device.suite() if c.name in some)]
    device.build(tmp_path, cases)
    built = sorted(file.stem for file in tmp_path.glob("*.json"))
    assert built == sorted(case.name for case in cases if case.name != "until_small")
    assert np.load(tmp_path / "galerkin.npz")["in0_0"].size
    assert (tmp_path / "sparse.gradient.cubin").read_bytes()[:4] == b"\x7fELF"
    assert json.loads((tmp_path / "matmul.json").read_text())["block"] == [4, 4, 1]
    driver = device.found()
    if isinstance(driver, str):
        pytest.skip(driver)
    assert device.run(tmp_path, driver) == 0


def test_code_that_is_not_for_debugging() -> None:
    """The assembler optimises nothing of code with full debug info."""
    text = rz.gpu.ptx(rz.grad(kernels("kernels.cu", "cuda").stencil), arch="sm_90")
    assert re.search(r"^\.target sm_90$", text, re.M)


class Standin:
    """A driver whose launches leave what the emulator has found, and `off`."""

    def __init__(self, off: float) -> None:
        self.off = off
        self.launched: list[Any] = []

    def name(self) -> str:
        return "a stand-in"

    def module(self, image: bytes) -> bytes:
        return image

    def function(self, module: bytes, name: str) -> str | None:
        return None if name.endswith("_tape") else name

    def slot(self, kind: str, value: Any) -> Any:
        return kind

    def launch(self, *how: Any) -> None:
        self.launched.append(how)

    def back(self, slot: Any, expected: Any) -> Any:
        return expected + self.off

    def wait(self) -> None: ...

    def ask(self, *how: Any) -> None: ...


@tools
@pytest.mark.wide
def test_results_of_a_device_are_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    device.build(tmp_path, [one for one in on_device.suite() if one.name == "stencil"])
    for off, status in ((0.0, 0), (1e-12, 0), (1e-3, 1), (np.nan, 1)):
        driver = Standin(off)
        assert device.run(tmp_path, driver) == status  # type: ignore[arg-type]
        names, grids, blocks = zip(*(how[:3] for how in driver.launched), strict=True)
        assert names == ("stencil", "stencil_reverse")
        assert grids == ([2, 1, 1],) * 2
        assert blocks == ([32, 1, 1],) * 2
        assert ("(wrong)" in capsys.readouterr().out) == bool(status)
