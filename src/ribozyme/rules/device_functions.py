"""The functions by which device code asks where its thread is, and by which threads wait.

Front ends and the reader of device IR bring every target's own names to these.
"""

import re
from typing import Final

from ribozyme.rules.expr import words

AXES: Final = "xyz"
PLACES: Final = tuple(
    f"rz_gpu_{what}_{axis}" for what in ("tid", "ctaid", "ntid", "nctaid") for axis in AXES
)
"""Thread in its block, block in the grid, and the sizes of both: in this order they are parameters
of a thread's function."""

WARP_ADD: Final = "rz_gpu_warp_add."
"""By a suffix for the type: all threads of a warp add to one place, at the end of all of them."""
BARRIER: Final = "rz_gpu_barrier"
WARP_BARRIER: Final = "rz_gpu_warp_barrier"
SHARED: Final = "rz_gpu_shared."
"""Before the name of a variable in shared memory: the function that has its address."""

LAUNCHES: Final = '"rz.launches"'
"""Says of a function that all threads of a launch run it."""

PLACE: Final = '"rz.place"'
"""Of a parameter of a kernel, where a launch has one dimension: which index or size it is."""
ALIKE: Final = '"rz.alike"'
"""Of a parameter of a kernel: it is the same in all threads of a block."""
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


_INTRINSICS: Final = frozenset(words(
    """
    sin cos tan asin acos atan sinh cosh tanh atan2 exp exp2 exp10 log log2 log10 pow sqrt fabs
    floor ceil trunc rint nearbyint round fma copysign
    """
))  # fmt: skip
_OF_LIBM: Final = frozenset(words(
    """
    asinh acosh atanh expm1 log1p cbrt erf erfc tgamma lgamma hypot fmod fdim j0 j1 y0 y1 ldexp
    remainder nextafter
    """
))  # fmt: skip
_OTHERWISE: Final = {"fmax": "llvm.maxnum", "fmin": "llvm.minnum"}
_LIBDEVICE: Final = re.compile(r"__nv_(fast_)?(\w+)")
_OCML: Final = re.compile(r"__ocml_(?:native_)?(\w+)_(f32|f64)")


def mathematics(name: str) -> str | None:
    """What LLVM or libm calls a function of NVIDIA's libdevice or AMD's ocml.

    `__nv_sinf` and `__nv_fast_sinf`: llvm.sin.f32; `__ocml_erf_f64`: erf. Those that are only
    nearly exact on a device are their exact counterparts.
    """
    if found := _OCML.fullmatch(name):
        plain, single = found[1], found[2] == "f32"
    elif found := _LIBDEVICE.fullmatch(name):
        plain = found[2]
        single = not _is_known(plain) and plain.endswith("f")
        plain = plain[:-1] if single else plain
    else:
        return None
    if plain in _OF_LIBM:
        return f"{plain}f" if single else plain
    if not _is_known(plain):
        return None
    return f"{_OTHERWISE.get(plain, 'llvm.' + plain)}.{'f32' if single else 'f64'}"


def _is_known(plain: str) -> bool:
    return plain in _INTRINSICS or plain in _OF_LIBM or plain in _OTHERWISE
