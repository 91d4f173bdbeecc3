"""`rz.gpu.load`, `compile`, `emulate`, `ptx`, `hsaco`: from sources to kernels, and to code.

rz.gpu.load("heat.cu").step          rz.gpu.compile(text, lang="cuda").step
rz.gpu.emulate(k, check="all")       the same kernel, with every access looked at
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Final, Literal, Protocol, Self, TypeVar, final

from ribozyme.api.gpu.device_program import DeviceProgram, Work
from ribozyme.api.gpu.kernels import Kernel
from ribozyme.base.errors import error

Lang = Literal["cuda", "hip", "opencl", "ll"]
_IR: Final = (".ll", ".bc")


def load(
    path: str | Path,
    *,
    lang: Lang | None = None,
    arch: str | None = None,
    flags: Sequence[str] = (),
) -> "Kernels":
    """The kernels of a file: CUDA (.cu), HIP (.hip), OpenCL C (.cl), LLVM IR (.ll, .bc)."""
    from ribozyme.frontends import compiler_errors, irfile
    from ribozyme.frontends.c import device

    file = Path(path)
    if lang == "ll" or (lang is None and file.suffix in _IR):
        return Kernels(DeviceProgram(irfile.compile_ir(file).code))
    spoken = device.SUFFIXES.get(file.suffix) if lang is None else lang
    if spoken is None:
        raise compiler_errors.unknown_suffix(file, (*device.SUFFIXES, *_IR))
    made = device.compile_device(file, lang=spoken, arch=arch, flags=flags)
    return Kernels(DeviceProgram(made.code))


def compile(
    text: str, lang: Lang = "cuda", *, arch: str | None = None, flags: Sequence[str] = ()
) -> "Kernels":
    """The kernels of source text: "cuda", "hip", "opencl", or "ll" (LLVM IR of a device)."""
    from ribozyme.frontends.c import device

    match lang:
        case "ll":
            return Kernels(DeviceProgram(text))
        case "cuda" | "hip" | "opencl":
            made = device.compile_device(text, lang=lang, arch=arch, flags=flags)
            return Kernels(DeviceProgram(made.code))
        case _:
            raise error("RZ003", f"a kernel's language is cuda, hip, opencl or ll, not {lang!r}")


class Emulated(Protocol):
    """What can run in the emulator: a kernel, or a front end's own."""

    def emulated(self, *, checks: bool, cores: int) -> Self:
        """The same with checks, or on several cores."""


K = TypeVar("K", bound=Emulated)


def emulate(kernel: K, check: Literal["all", "none"] = "all", *, cores: int = 1) -> K:
    """The kernel on the CPU; with `check="all"` faults are found, and raise `rz.KernelFault`.

    Without checks its blocks may be spread over several `cores`. Atomic additions of floats then
    come in another order in each run.
    """
    if check not in ("all", "none"):
        raise error("RZ006", f"check is 'all' or 'none', not {check!r}")
    if not isinstance(cores, int) or cores < 1 or (cores > 1 and check == "all"):
        raise error("RZ006", f"cores is a number from 1 on, and 1 with check='all', not {cores!r}")
    return kernel.emulated(checks=check == "all", cores=cores)


def ptx(
    kernel: Kernel, wrt: Sequence[str] | None = None, *, arch: str = "sm_90", flat: bool = False
) -> str:
    """A kernel, or its gradient, in NVIDIA's assembly language, without libdevice's functions.

    A gradient's parameters are those of the kernel, each array of `wrt` (by default all that hold
    floats) followed by its shadow; its name ends in `_reverse`. If it keeps a tape, two more are
    its memory and the bytes of each thread, which the kernel `…_reverse_tape` finds. `flat`
    promises launches of one dimension, of fewer than 2³¹ threads and of arrays that do not overlap:
    fewer increments are atomic then, and what all threads add to one place is summed by warps.
    """
    return kernel.program.ptx(kernel.signature.symbol, work_of(kernel, wrt, flat), arch)


def hsaco(
    kernel: Kernel, wrt: Sequence[str] | None = None, *, arch: str = "gfx90a", flat: bool = False
) -> bytes:
    """A kernel, or its gradient, as a code object for AMD's devices, without ocml's functions.

    Parameters are those of `ptx`.
    """
    return kernel.program.hsaco(kernel.signature.symbol, work_of(kernel, wrt, flat), arch)


def work_of(kernel: Kernel, wrt: Sequence[str] | None, flat: bool) -> Work:
    """What code for a device is to do."""
    signature = kernel.signature
    if wrt is None:
        arrays = (p for p in signature.parameters if p.is_pointer)
        chosen = {p.name for p in arrays if signature.holds_floats(p.type)}
    else:
        chosen = {signature.parameters[signature.position(name)].name for name in wrt}
    plain = kernel.mode == "primal"
    kinds = tuple(
        "dup" if p.name in chosen and not plain else "const" for p in signature.parameters
    )
    return Work(kernel.mode, kinds, checks=False, flat=flat)


@final
class Kernels:
    """The kernels of a module: `m.k`, `m["ns::k"]`, `m["k<float>"]`."""

    def __init__(self, program: DeviceProgram) -> None:
        self.program = program

    @cached_property
    def _found(self) -> dict[str, Kernel]:
        found: dict[str, Kernel] = {}
        for signature in self.program.prepared.signatures:
            kernel = Kernel(self.program, signature)
            for name in (signature.symbol, signature.overload, signature.name):
                found.setdefault(name, kernel)
        return found

    def __getattr__(self, name: str) -> Kernel:
        if name.startswith("__"):
            raise AttributeError(name)
        return self[name]

    def __getitem__(self, name: str) -> Kernel:
        kernel = self._found.get(name)
        if kernel is None:
            listed = ", ".join(dict.fromkeys(k.name for k in self._found.values()))
            raise error("RZ004", f"no kernel is called '{name}'", helps=(f"there are: {listed}",))
        return kernel

    def __iter__(self) -> Iterator[Kernel]:
        return iter(dict.fromkeys(self._found.values()))

    def __dir__(self) -> list[str]:
        return sorted({kernel.name for kernel in self})
