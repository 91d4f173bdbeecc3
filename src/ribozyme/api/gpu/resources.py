"""`rz.gpu.resources`: registers, spills and shared memory of a kernel, as NVIDIA's assembler says.

rz.gpu.resources(k)             Resources(registers=18, spilled=0, stack=0, shared=528)
rz.gpu.resources(rz.grad(k))    the same of its gradient

Functions of libdevice are not linked: a call of one keeps the registers of its convention.
"""

import re
import shutil
import tempfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final, final

from ribozyme.api.gpu.kernels import Kernel
from ribozyme.api.gpu.load import ptx
from ribozyme.base.errors import error
from ribozyme.base.record import dataclass

_SPILLS: Final = re.compile(
    r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads"
)
_USED: Final = re.compile(r"Used (\d+) registers")
_SHARED: Final = re.compile(r"(\d+) bytes smem")
_OF: Final = r"for '{name}'.*?(?=Compiling entry|\Z)"


@final
@dataclass(frozen=True, slots=True)
class Resources:
    """Of a thread: registers, bytes that are spilled (stored and loaded), and bytes of its stack; of
    a block: bytes of shared memory."""

    registers: int
    spilled: int
    stack: int
    shared: int


def resources(
    kernel: Kernel, wrt: Sequence[str] | None = None, *, arch: str = "sm_90", flat: bool = False
) -> Resources:
    """What the assembler gives a kernel or a gradient; needs `pip install 'ribozyme[cuda]'`."""
    mode, symbol = kernel.mode, kernel.signature.symbol
    name = symbol if mode == "primal" else f"{symbol}_{mode}"
    said = assembled(ptx(kernel, wrt, arch=arch, flat=flat), arch)
    own = re.search(_OF.format(name=re.escape(name)), said, re.S)
    text = said if own is None else own[0]
    spills, used, shared = _SPILLS.search(text), _USED.search(text), _SHARED.search(text)
    if spills is None or used is None:
        raise error("RZ901", f"ptxas says of '{name}': {said}")
    stack, stored, loaded = map(int, spills.groups())
    return Resources(int(used[1]), stored + loaded, stack, 0 if shared is None else int(shared[1]))


def assembler() -> Path | None:
    """NVIDIA's assembler: of the package nvidia-cuda-nvcc, else one that is on the path."""
    spec = find_spec("nvidia")
    folders = spec.submodule_search_locations if spec is not None else None
    found = next((p for one in folders or () for p in Path(one).glob("*/bin/ptxas")), None)
    known = shutil.which("ptxas")
    return found if found is not None or known is None else Path(known)


def assembled(text: str, arch: str) -> str:
    """What the assembler says of a text in PTX."""
    from ribozyme.frontends import programs
    from ribozyme.frontends.compiler_errors import no_compiler

    tool = assembler()
    if tool is None:
        raise error(
            "RZ024", "ptxas is not installed", helps=("pip install 'ribozyme[cuda]'",)
        )
    with tempfile.TemporaryDirectory(prefix="ribozyme-") as scratch:
        file = Path(scratch, "kernel.ptx")
        file.write_text(text, encoding="utf-8")
        command = [str(tool), "-v", "-c", f"-arch={arch}", str(file), "-o", f"{scratch}/kernel.o"]
        done = programs.run(command, Path(scratch), no_compiler)
        if done.returncode:
            raise error("RZ901", f"ptxas refuses what was made: {done.stderr}")
        return done.stdout + done.stderr
