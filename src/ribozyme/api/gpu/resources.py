"""`rz.gpu.cubin` and `resources`: what NVIDIA's assembler makes of a kernel, and says of it.

rz.gpu.cubin(rz.grad(k), arch="sm_90")     code that a driver loads
rz.gpu.resources(k)                        Resources(registers=18, spilled=0, stack=0, shared=528)

The assembler is of the package `nvidia-cuda-nvcc`, or on the path; mathematics is libdevice's, of
the package `nvidia-nvvm`, or of a toolkit.
"""

import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final, final

from ribozyme.api.gpu.kernels import Kernel
from ribozyme.api.gpu.load import work_of
from ribozyme.base.errors import error
from ribozyme.base.record import dataclass

_SPILLS: Final = re.compile(
    r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads"
)
_USED: Final = re.compile(r"Used (\d+) registers")
_SHARED: Final = re.compile(r"(\d+) bytes smem")
_OF: Final = r"entry function '{name}'.*?(?=Compiling entry|\Z)"
_TOOLKIT: Final = "/usr/local/cuda"
_HELP: Final = "pip install 'ribozyme[cuda]', or set CUDA_HOME to a toolkit"


@final
@dataclass(frozen=True, slots=True)
class Resources:
    """Of a thread: registers, bytes that are spilled (stored and loaded), bytes of its stack; of a
    block: bytes of shared memory."""

    registers: int
    spilled: int
    stack: int
    shared: int


def cubin(
    kernel: Kernel, wrt: Sequence[str] | None = None, *, arch: str = "sm_90", flat: bool = False
) -> bytes:
    """A kernel or a gradient as code for one architecture of NVIDIA's; parameters as in `ptx`."""
    return _assembled(kernel, wrt, arch, flat)[0]


def resources(
    kernel: Kernel, wrt: Sequence[str] | None = None, *, arch: str = "sm_90", flat: bool = False
) -> Resources:
    """What the assembler gives a kernel or a gradient."""
    mode, symbol = kernel.mode, kernel.signature.symbol
    name = symbol if mode == "primal" else f"{symbol}_{mode}"
    said = _assembled(kernel, wrt, arch, flat)[1]
    own = re.search(_OF.format(name=re.escape(name)), said, re.S)
    text = said if own is None else own[0]
    spills, used, shared = _SPILLS.search(text), _USED.search(text), _SHARED.search(text)
    if spills is None or used is None:
        raise error("RZ901", f"ptxas says of '{name}': {said}")
    stack, stored, loaded = map(int, spills.groups())
    return Resources(int(used[1]), stored + loaded, stack, 0 if shared is None else int(shared[1]))


def _assembled(
    kernel: Kernel, wrt: Sequence[str] | None, arch: str, flat: bool
) -> tuple[bytes, str]:
    """The code, and the assembler's words."""
    from ribozyme.frontends import programs
    from ribozyme.frontends.compiler_errors import no_compiler

    tool, library = assembler(), libdevice()
    if tool is None or library is None:
        missing = "ptxas" if tool is None else "libdevice.10.bc"
        raise error("RZ024", f"{missing} of CUDA is not installed", helps=(_HELP,))
    work = work_of(kernel, wrt, flat)
    text = kernel.program.ptx(kernel.signature.symbol, work, arch, library.read_bytes())
    with tempfile.TemporaryDirectory(prefix="ribozyme-") as scratch:
        file, made = Path(scratch, "kernel.ptx"), Path(scratch, "kernel.cubin")
        file.write_text(text, encoding="utf-8")
        command = [str(tool), "-v", f"-arch={arch}", str(file), "-o", str(made)]
        done = programs.run(command, Path(scratch), no_compiler)
        if done.returncode:
            raise error("RZ901", f"ptxas refuses what was made: {done.stdout}{done.stderr}")
        return made.read_bytes(), done.stdout + done.stderr


@cache
def assembler() -> Path | None:
    """NVIDIA's assembler."""
    on_path = shutil.which("ptxas")
    return next(_found("bin/ptxas"), None if on_path is None else Path(on_path))


@cache
def libdevice() -> Path | None:
    """NVIDIA's mathematics as bitcode."""
    return next(_found("nvvm/libdevice/libdevice.10.bc"), None)


def _found(name: str) -> Iterator[Path]:
    """Where a file of the toolkit is: in packages of Python, or where CUDA_HOME says."""
    spec = find_spec("nvidia")
    for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
        yield from sorted(Path(folder).glob(f"*/{name}"))
    toolkit = os.environ.get("CUDA_HOME") or os.environ.get("CUDA_PATH") or _TOOLKIT
    if (file := Path(toolkit, name)).is_file():
        yield file
