"""Objects to shared libraries and executables.

In this order: the system's compiler driver if there is one (the user's flags unchanged); else raw
clang of the wheel with its own linker, where the system has `crt1.o`; else `zig cc` without its run
time. What compiler-rt would give comes from `libgcc_s.so.1`.
"""

import _ctypes
import ctypes
import importlib.util
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, Literal, final

from ribozyme.backend.failure import linker_refused, no_linker

Output = Literal["executable", "shared"]
_GLIBC: Final = "2.28"
_CRT: Final = ("/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib/aarch64-linux-gnu", "/usr/lib")
# Its own symbols first: those given to it lie too far away to be bound at link time, which leaves
# every symbol to the loader, and the loader would look in the process before it looks here.
_MODE: Final = os.RTLD_NOW | os.RTLD_LOCAL | getattr(os, "RTLD_DEEPBIND", 0)


@final
class Opened:
    """A shared object opened by the system, closed when this goes."""

    __slots__ = ("library",)

    def __init__(self, path: Path) -> None:
        self.library = ctypes.CDLL(str(path), mode=_MODE)

    def __del__(self) -> None:
        _ctypes.dlclose(self.library._handle)


def opened(images: Sequence[bytes], addresses: Mapping[str, int]) -> Opened:
    """Objects linked into one shared object and opened; `addresses` are what they want from others.

    The file holds addresses of this process, so it is of no use to any other and not kept.
    """
    with tempfile.TemporaryDirectory(prefix="ribozyme-") as folder:
        objects = _written(images, Path(folder))
        made = Path(folder) / "library.so"
        known = "".join(f"--defsym={name}={address:#x}\n" for name, address in addresses.items())
        arguments = Path(folder) / "symbols"
        arguments.write_text(f"{known}--defsym=__dso_handle=__ehdr_start\n", encoding="utf-8")
        flags = ["-shared", "--eh-frame-hdr", "-z", "now", f"@{arguments}"]
        _run([*_lld(), *flags, "-o", str(made), *objects])
        return Opened(made)


def _written(images: Sequence[bytes], folder: Path) -> list[str]:
    paths = [folder / f"{i}.o" for i in range(len(images))]
    for path, image in zip(paths, images, strict=True):
        path.write_bytes(image)
    return [str(path) for path in paths]


def _run(command: Sequence[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise linker_refused(command[0], done.stderr.strip() or done.stdout.strip())


def _lld() -> list[str]:
    zig = _zig()
    if zig is not None:
        return [str(zig), "ld.lld"]
    found = shutil.which("ld.lld") or shutil.which("ld")
    if found is None:
        raise no_linker()
    return [found]


@cache
def _zig() -> Path | None:
    spec = importlib.util.find_spec("ziglang")
    if spec is None or not spec.submodule_search_locations:
        return None
    zig = Path(spec.submodule_search_locations[0]) / "zig"
    return zig if zig.exists() else None
