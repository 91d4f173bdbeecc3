"""The functions by which device code asks where its thread is, and by which threads wait.

Front ends and the reader of device IR bring every target's own names to these.
"""

from typing import Final

AXES: Final = "xyz"
PLACES: Final = tuple(
    f"rz_gpu_{what}_{axis}" for what in ("tid", "ctaid", "ntid", "nctaid") for axis in AXES
)
"""Thread in its block, block in the grid, and the sizes of both: in this order they are parameters
of a thread's function."""

BARRIER: Final = "rz_gpu_barrier"
WARP_BARRIER: Final = "rz_gpu_warp_barrier"
SHARED: Final = "rz_gpu_shared."
"""Before the name of a variable in shared memory: the function that has its address."""

LAUNCHES: Final = '"rz.launches"'
"""Says of a function that all threads of a launch run it."""

PLACE: Final = '"rz.place"'
"""Of a parameter of a kernel, where a launch has one dimension: which index or size it is."""
OF_BLOCK: Final = '"rz.of.block"'
"""Of a parameter: it is the address of what a block shares."""

_SREGS: Final = "llvm.nvvm.read.ptx.sreg."
NATIVE: Final[dict[str, str]] = {
    **{
        f"{_SREGS}{what}.{axis}": f"rz_gpu_{what}_{axis}"
        for what in ("tid", "ctaid", "ntid", "nctaid")
        for axis in AXES
    },
    **{f"llvm.amdgcn.workitem.id.{axis}": f"rz_gpu_tid_{axis}" for axis in AXES},
    **{f"llvm.amdgcn.workgroup.id.{axis}": f"rz_gpu_ctaid_{axis}" for axis in AXES},
    "llvm.nvvm.barrier0": BARRIER,
    "llvm.nvvm.barrier.cta.sync.aligned.all": BARRIER,
    "llvm.nvvm.barrier.cta.sync.all": BARRIER,
    "llvm.amdgcn.s.barrier": BARRIER,
    "llvm.nvvm.bar.warp.sync": WARP_BARRIER,
}
"""What targets call them."""
