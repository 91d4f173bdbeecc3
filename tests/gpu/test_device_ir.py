"""LLVM IR of devices as other compilers write it: each target's intrinsics, no debug info."""

import numpy as np
import pytest

import ribozyme as rz

NVIDIA = """
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [32 x double] undef, align 8
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
define ptx_kernel void @turned(ptr %x, ptr %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %from = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %from, align 8
  %square = fmul double %v, %v
  %own = getelementptr double, ptr addrspace(3) @s, i64 %i
  store double %square, ptr addrspace(3) %own, align 8
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %j = sub i64 31, %i
  %other = getelementptr double, ptr addrspacecast (ptr addrspace(3) @s to ptr), i64 %j
  %w = load double, ptr %other, align 8
  %to = getelementptr double, ptr %y, i64 %i
  store double %w, ptr %to, align 8
  ret void
}
"""
AMD = (
    NVIDIA.replace("nvptx64-nvidia-cuda", "amdgcn-amd-amdhsa")
    .replace("llvm.nvvm.read.ptx.sreg.tid.x", "llvm.amdgcn.workitem.id.x")
    .replace("all(i32)", "all()")
    .replace("all(i32 0)", "all()")
    .replace("llvm.nvvm.barrier.cta.sync.aligned.all", "llvm.amdgcn.s.barrier")
    .replace("ptx_kernel", "amdgpu_kernel")
)


@pytest.mark.parametrize("text", [NVIDIA, AMD], ids=["nvidia", "amd"])
def test_a_kernel_in_ir(text: str) -> None:
    kernel = rz.gpu.emulate(rz.gpu.compile(text, lang="ll").turned, check="all")
    x, y = np.linspace(1.0, 2.0, 32), np.zeros(32)
    kernel[1, 32](x, y)
    np.testing.assert_array_equal(y, (x * x)[::-1])
    weights = np.cos(np.arange(32.0))
    dx, dy = np.zeros(32), weights.copy()
    rz.grad(kernel)[1, 32](rz.Duplicated(x, dx), rz.Duplicated(y, dy))
    np.testing.assert_allclose(dx, 2 * x * weights[::-1], rtol=1e-15)
    assert not dy.any()
