"""Names of libdevice and ocml, and NVIDIA's shuffles, in IR of a device."""

import numpy as np
import pytest

import ribozyme as rz
from ribozyme.rules.device_functions import mathematics

ROWS = {
    "__nv_sin": "llvm.sin.f64", "__nv_sinf": "llvm.sin.f32", "__nv_fast_expf": "llvm.exp.f32",
    "__nv_erf": "erf", "__nv_erff": "erff", "__nv_fmaxf": "llvm.maxnum.f32",
    "__ocml_tanh_f64": "llvm.tanh.f64", "__ocml_native_sin_f32": "llvm.sin.f32",
    "__ocml_log1p_f32": "log1pf", "__nv_brev": None, "sin": None,
}  # fmt: skip
CALLS = """
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare double @__nv_exp(double)
declare double @__nv_log1p(double)
define ptx_kernel void @k(ptr %x, ptr %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %from = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %from, align 8
  %e = call double @__nv_exp(double %v)
  %l = call double @__nv_log1p(double %e)
  %to = getelementptr double, ptr %y, i64 %i
  store double %l, ptr %to, align 8
  ret void
}
"""
SHUFFLE = """
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare float @llvm.nvvm.shfl.sync.HOW.f32(i32, float, i32, i32)
define ptx_kernel void @k(ptr %x, ptr %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %from = getelementptr float, ptr %x, i64 %i
  %v = load float, ptr %from, align 4
  %s = call float @llvm.nvvm.shfl.sync.HOW.f32(i32 -1, float %v, i32 BY, i32 CLAMP)
  %square = fmul float %s, %s
  %to = getelementptr float, ptr %y, i64 %i
  store float %square, ptr %to, align 4
  ret void
}
"""
LANE = np.arange(64) % 32
FIRST = np.arange(64) - LANE
FROM = {
    "down": (4, 31, np.where(LANE + 4 < 32, LANE + 4, LANE)),
    "up": (3, 0, np.where(LANE >= 3, LANE - 3, LANE)),
    "bfly": (5, 31, LANE ^ 5),
    "idx": (7, 31, np.full(64, 7)),
    "down of 8": (2, 31 | (24 << 8), np.where(LANE % 8 + 2 < 8, LANE + 2, LANE)),
}


def test_rows() -> None:
    assert {name: mathematics(name) for name in ROWS} == ROWS


def test_calls_of_libdevice() -> None:
    kernel = rz.gpu.emulate(rz.gpu.compile(CALLS, "ll").k)
    x, y = np.linspace(-1.0, 1.0, 8), np.zeros(8)
    kernel[1, 8](x, y)
    np.testing.assert_allclose(y, np.log1p(np.exp(x)), rtol=1e-14)
    dx = np.zeros(8)
    rz.grad(kernel)[1, 8](rz.Duplicated(x, dx), rz.Duplicated(y, np.ones(8)))
    np.testing.assert_allclose(dx, 1 / (1 + np.exp(-x)), rtol=1e-14)


@pytest.mark.rotates("file", plain=2, wide=1000)
@pytest.mark.parametrize("how", FROM)
def test_shuffles(how: str) -> None:
    by, clamp, lanes = FROM[how]
    text = SHUFFLE.replace("HOW", how.split(" ")[0]).replace("BY", str(by))
    kernel = rz.gpu.emulate(rz.gpu.compile(text.replace("CLAMP", str(clamp)), "ll").k)
    x, y = np.linspace(0.5, 1.5, 64, dtype=np.float32), np.zeros(64, np.float32)
    kernel[1, 64](x, y)
    source = FIRST + lanes
    np.testing.assert_array_equal(y, x[source] ** 2)
    dx, weights = np.zeros(64, np.float32), np.cos(np.arange(64)).astype(np.float32)
    rz.grad(kernel)[1, 64](rz.Duplicated(x, dx), rz.Duplicated(y, weights.copy()))
    expected = np.zeros(64)
    np.add.at(expected, source, 2 * x[source] * weights)
    np.testing.assert_allclose(dx, expected, rtol=1e-4, atol=1e-5)
