"""What the devices of a vendor call the same things: indices, barriers, mathematics.

rz_gpu_tid_x()     NVIDIA  llvm.nvvm.read.ptx.sreg.tid.x     AMD  llvm.amdgcn.workitem.id.x
rz_gpu_ntid_x()            llvm.nvvm.read.ptx.sreg.ntid.x         among implicit arguments
rz_gpu_barrier()           llvm.nvvm.barrier.cta.sync…            fence; s.barrier; fence
llvm.sin.f64               __nv_sin                               __ocml_sin_f64
"""

from __future__ import annotations

import re
from typing import Final, final

from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attr
from ribozyme.ir.build import FunctionBuilder, i32
from ribozyme.ir.instrs import Fence
from ribozyme.ir.module import Function, Header, declaration
from ribozyme.ir.values import Value
from ribozyme.rules.device_functions import AXES, BARRIER, NATIVE, WARP_BARRIER
from ribozyme.rules.expr import words

_EVENT: Final = ty.function(ty.VOID, ())
_NUMBER: Final = ty.function(ty.VOID, (ty.I32,))
_PLACE: Final = ty.function(ty.I32, ())
_NAMES: Final = frozenset(words(
    """
    sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 exp10 expm1 log log2 log10
    log1p pow cbrt erf erfc tgamma lgamma atan2 hypot fmod fdim
    """
))  # fmt: skip
_INTRINSIC: Final = re.compile(r"llvm\.(\w+)\.(f32|f64)")
_CONSTANT: Final = 4  # the address space of the implicit arguments
_IMPLICIT: Final = ty.function(ty.pointer(_CONSTANT), ())
_SIZES: Final = {"nctaid": (0, 4), "ntid": (12, 2)}
"""Where sizes lie among the implicit arguments of AMD's code objects, version 5; their bytes."""


@final
@dataclass(frozen=True, slots=True)
class Vendor:
    """A vendor's convention for kernels, triple, features and scope of a block."""

    name: str
    convention: str
    triple: str
    features: str
    block: str  # the scope of accesses that threads of one block may meet

    def place(self, b: FunctionBuilder, place: str) -> Value:
        """The value of an index or a size."""
        if self is NVIDIA or "_tid_" in place or "_ctaid_" in place:
            return _called(b, self._native(place), _PLACE)
        what, axis = place.split("_")[2:]
        start, size = _SIZES[what]
        implicit = b.call("llvm.amdgcn.implicitarg.ptr", _IMPLICIT, ())
        assert implicit is not None
        at = b.offset(implicit, start + size * AXES.index(axis))
        found = b.load(ty.I32 if size == 4 else ty.I16, at, size)
        return found if size == 4 else b.cast("zext", found, ty.I32)

    def _native(self, place: str) -> str:
        known = ".ptx.sreg." if self is NVIDIA else "llvm.amdgcn.work"
        return next(native for native, ours in NATIVE.items() if ours == place and known in native)

    def declared(self) -> dict[str, Function]:
        """The functions that indices and sizes are read by."""
        known = ".ptx.sreg." if self is NVIDIA else "llvm.amdgcn.work"
        found = {name: declaration(name, _PLACE) for name in NATIVE if known in name}
        if self is AMD:
            name = "llvm.amdgcn.implicitarg.ptr"
            found[name] = declaration(name, _IMPLICIT)
        return found

    def waits(self) -> dict[str, Function]:
        """Bodies of the functions by which threads wait."""
        if self is NVIDIA:
            block, warp = "llvm.nvvm.barrier.cta.sync.aligned.all", "llvm.nvvm.bar.warp.sync"
            return {**_wait(BARRIER, block, i32(0)), **_wait(WARP_BARRIER, warp, i32(-1))}
        block, wave = "llvm.amdgcn.s.barrier", "llvm.amdgcn.wave.barrier"
        return {**_wait(BARRIER, block), **_wait(WARP_BARRIER, wave)}

    def mathematics(self, name: str) -> str | None:
        """The vendor's name of a function that is no instruction."""
        found = _INTRINSIC.fullmatch(name)
        plain = name if found is None else found[1]
        single = found is not None and found[2] == "f32"
        if found is None and plain not in _NAMES and plain.endswith("f"):
            plain, single = plain[:-1], True
        if plain not in _NAMES:
            return None
        if self is NVIDIA:
            return f"__nv_{plain}" + ("f" if single else "")
        return f"__ocml_{plain}_" + ("f32" if single else "f64")


def _wait(name: str, native: str, *args: Value) -> dict[str, Function]:
    type = _NUMBER if args else _EVENT
    b = FunctionBuilder(name, _EVENT)
    b.attrs = (Attr("alwaysinline"), Attr("convergent"), Attr("nounwind"))
    b.header = Header(linkage="internal")
    b.at(b.block())
    if not args:
        b.append(Fence("release", "workgroup"))
    b.call(native, type, args)
    if not args:
        b.append(Fence("acquire", "workgroup"))
    b.ret()
    attrs = (Attr("convergent"), Attr("nounwind"))
    return {name: b.finish(), native: declaration(native, type, attrs=attrs)}


def _called(b: FunctionBuilder, name: str, type: ty.FunctionType) -> Value:
    found = b.call(name, type, ())
    assert found is not None
    return found


NVIDIA: Final = Vendor("NVIDIA", "ptx_kernel", "nvptx64-nvidia-cuda", "+ptx78", "block")
AMD: Final = Vendor("AMD", "amdgpu_kernel", "amdgcn-amd-amdhsa", "", "workgroup")
