"""What one thread does as code of a device: PTX for NVIDIA's, a code object for AMD's."""

import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ribozyme.api.gpu.object_code import Threads
from ribozyme.api.signatures import linkage

if TYPE_CHECKING:
    from ribozyme.backend.target import Target
    from ribozyme.transform.gpu.thread_functions import Shared
    from ribozyme.transform.gpu.vendors import Vendor

_ALLOCA: Final = re.compile(
    r"^  (%[-\w.$]+|%\"[^\"]+\") = alloca ([^\n]*?)((?:, !dbg [^\n]*)?)$", re.MULTILINE
)
_LIFETIME: Final = re.compile(r"^  (?:tail )?call void @llvm\.lifetime\.[^\n]*\n", re.M)
_NODE: Final = re.compile(r"^!(\d+) = ", re.M)
_ADDITION: Final = re.compile(r"^ .*= atomicrmw fadd [^\n]*?, align \d+", re.M)
_EMISSION: Final = re.compile(r"(?<=emissionKind: )\w+")
_BOUND: Final = re.compile(r"^target (?:datalayout|triple) = .*\n", re.M)
_PRIVATE: Final = 5  # the address space of a thread's own memory on AMD's devices


def ptx(
    found: Threads,
    name: str,
    shared: "Sequence[tuple[Shared, bool]]",
    arch: str,
    library: bytes | None = None,
) -> str:
    """A kernel in NVIDIA's assembly language; with a tape, another one that counts it. Mathematics
    is of a `library`, if there is one."""
    from ribozyme.backend import llvm, pipeline
    from ribozyme.backend.target import Target, emit_assembly
    from ribozyme.transform.gpu.vendors import NVIDIA

    target = Target(NVIDIA.triple, arch, NVIDIA.features)
    text = _optimised(found, name, shared, target, NVIDIA)
    if library is not None and "@__nv_" in text:
        parts = (_BOUND.sub("", one) for one in (text, llvm.to_text(library)))
        alone = linkage.internal(llvm.link(list(parts)), {name, f"{name}_tape"})
        text = pipeline.run("after", alone, target, after=pipeline.After(level=2))
    # Of code that can be debugged the assembler optimises nothing.
    return emit_assembly(_EMISSION.sub("DebugDirectivesOnly", text), target)


def hsaco(found: Threads, name: str, shared: "Sequence[tuple[Shared, bool]]", arch: str) -> bytes:
    """A code object for AMD's devices, linked but for the functions of ocml."""
    from ribozyme.backend.target import Target, emit_object
    from ribozyme.frontends import programs, toolchain
    from ribozyme.frontends.compiler_errors import no_compiler
    from ribozyme.transform.gpu.vendors import AMD

    target = Target(AMD.triple, arch, AMD.features)
    image = emit_object(_optimised(found, name, shared, target, AMD), target)
    linker = toolchain.wheel()
    if linker is None:
        raise no_compiler("the package 'ziglang', which carries the linker, is not installed")
    with tempfile.TemporaryDirectory(prefix="ribozyme-") as scratch:
        object, made = Path(scratch, "kernel.o"), Path(scratch, "kernel.hsaco")
        object.write_bytes(image)
        command = [linker.command[0], "ld.lld", "-shared", str(object), "-o", str(made)]
        done = programs.run(command, Path(scratch), no_compiler)
        if done.returncode:
            raise no_compiler(done.stderr)
        return made.read_bytes()


def counting(found: Threads, name: str, shared: "Sequence[tuple[Shared, bool]]", arch: str) -> str:
    """LLVM IR of a kernel as it is for NVIDIA's devices, before instructions are selected, that
    counts what it executes; with a tape, that of the kernel that counts it, too."""
    from ribozyme.backend.target import Target
    from ribozyme.cinterface.parts.bare_text import without_debug
    from ribozyme.ir.printer import print_module
    from ribozyme.parse import parse_module
    from ribozyme.transform.gpu.instruction_counts import counted
    from ribozyme.transform.gpu.vendors import NVIDIA

    target = Target(NVIDIA.triple, arch, NVIDIA.features)
    module = parse_module(without_debug(_optimised(found, name, shared, target, NVIDIA)))
    return print_module(counted(module, tuple(f.name for f in module.defined())))


def _optimised(
    found: Threads,
    name: str,
    shared: "Sequence[tuple[Shared, bool]]",
    target: "Target",
    vendor: "Vendor",
) -> str:
    """The text of a kernel, and of the one that counts its tape, for a target."""
    from ribozyme.backend import llvm, pipeline
    from ribozyme.backend.gpu import warps
    from ribozyme.backend.runtime import arena
    from ribozyme.base.record import replace
    from ribozyme.ir.printer import print_module
    from ribozyme.parse import parse_module
    from ribozyme.rules.device_functions import WARP_ADD
    from ribozyme.transform.gpu import device_kernels as device
    from ribozyme.transform.gpu.slices import SCOPE
    from ribozyme.transform.gpu.vendors import AMD

    module = device.with_kernel(found.module, name, shared, vendor, tape=found.need is not None)
    text = print_module(module)
    if WARP_ADD in text:
        bodies = warps.amd if vendor is AMD else warps.nvidia
        text = llvm.link([text, bodies(WARP_ADD)])
    text = arena.linked(text, guard=False)
    made = [name]
    if found.count is not None:
        counts = device.with_count(found.count, f"{name}_tape", len(shared), vendor)
        text = llvm.link([text, print_module(counts)])
        made.append(f"{name}_tape")
    alone = linkage.internal(pipeline.run("inline", text), set(made))
    plain = pipeline.run("after", alone, after=pipeline.After(level=2, vectorise=False))
    module = device.with_mathematics(parse_module(plain), made, vendor)
    bare = print_module(replace(module, triple="", layout=""))
    bare = bare.replace(f'syncscope("{SCOPE}")', f'syncscope("{vendor.block}")')
    if vendor is AMD:
        bare = _coarse(_ALLOCA.sub(_private, _LIFETIME.sub("", bare)))
    return pipeline.run("after", bare, target, after=pipeline.After(level=2))


def _coarse(text: str) -> str:
    """The text that says of additions of floats that they are in memory of the device itself: else
    many of AMD's devices have no instruction for them."""
    number = max((int(one) for one in _NODE.findall(text)), default=-1) + 1
    said = f", !amdgpu.no.fine.grained.memory !{number}, !amdgpu.no.remote.memory !{number}"
    said += f", !amdgpu.ignore.denormal.mode !{number}"
    made = _ADDITION.sub(lambda line: line[0] + said, text)
    return made if made == text else f"{made}\n!{number} = !{{}}\n"


def _private(line: re.Match[str]) -> str:
    """A thread's own variable where the device has such, with an address of every kind."""
    name, what, location = line.groups()
    own = f'%"{name[1:].strip(chr(34))}.private"'
    return (
        f"  {own} = alloca {what}, addrspace({_PRIVATE}){location}\n"
        f"  {name} = addrspacecast ptr addrspace({_PRIVATE}) {own} to ptr"
    )
