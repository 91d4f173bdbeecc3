"""Objects to shared libraries and executables.

In this order: the system's compiler driver if there is one (the user's flags unchanged); else raw
clang of the wheel with its own linker, where the system has `crt1.o`; else `zig cc` without its run
time. What compiler-rt would give comes from `libgcc_s.so.1`.
"""

import _ctypes
import ctypes
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, final

from ribozyme.backend.failure import linker_refused, no_linker
from ribozyme.base.outputs import written
from ribozyme.base.wheel import zig

Output = Literal["executable", "shared"]
Driver = Literal["system", "clang", "zig"]

_GLIBC: Final = "2.28"
_LIBRARIES: Final = ("/usr/lib/{}-linux-gnu", "/usr/lib64", "/usr/lib", "/lib/{}-linux-gnu")
# Its own symbols first: those given to it lie too far away to be bound at link time, which leaves
# every symbol to the loader, and the loader would look in the process before it looks here.
_MODE: Final = os.RTLD_NOW | os.RTLD_LOCAL | getattr(os, "RTLD_DEEPBIND", 0)


@final
class Opened:
    """A shared object opened by the system, closed when this goes."""

    __slots__ = ("library",)

    def __init__(self, library: ctypes.CDLL) -> None:
        self.library = library

    def __del__(self, close: Any = _ctypes.dlclose, finalizing: Any = sys.is_finalizing) -> None:
        if not finalizing():
            close(self.library._handle)


def opened(images: Sequence[bytes], addresses: Mapping[str, int]) -> Opened:
    """Objects linked into one shared object and opened; `addresses` are what they want from others.

    The file holds addresses of this process, so it is of no use to any other and not kept.
    """
    with tempfile.TemporaryDirectory(prefix="ribozyme-") as folder:
        objects = _written(images, Path(folder))
        made = Path(folder) / "library.so"
        known = "".join(_defined(name, address) for name, address in addresses.items())
        arguments = Path(folder) / "symbols"
        arguments.write_text(f"{known}--defsym=__dso_handle=__ehdr_start\n", encoding="utf-8")
        flags = ["-shared", "--eh-frame-hdr", "-z", "now", f"@{arguments}"]
        _run([*_lld(), *flags, "-o", str(made), *objects])
        return Opened(ctypes.CDLL(str(made), mode=_MODE))


def _defined(name: str, address: int) -> str:
    """An option for a symbol of any spelling: quoted for the linker, and that for its file."""
    return f'--defsym=\\"{name}\\"={address:#x}\n'


def linked(
    objects: Sequence[Path],
    output: Path,
    kind: Output = "executable",
    flags: Sequence[str] = (),
    *,
    cxx: bool = False,
    driver: Driver | None = None,
) -> None:
    """Link objects into `output`; `flags` are the user's, as a C compiler takes them.

    Nothing half-written is left behind: the file appears when it is whole.
    """
    with written(output) as made:
        files = [str(path) for path in objects]
        shared = ["-shared"] if kind == "shared" else []
        command = _command(driver or available(cxx)[0], cxx, files, kind, made.parent)
        _run([*command, *shared, "-o", str(made), *flags])


def available(cxx: bool = False) -> list[Driver]:
    """The ways to link on this machine, best first."""
    found: list[Driver] = []
    if _system(cxx) is not None:
        found.append("system")
    if zig() is not None:
        found += ["clang", "zig"] if _crt() is not None else ["zig"]
    if not found:
        raise no_linker()
    return found


def _command(driver: Driver, cxx: bool, files: list[str], kind: Output, folder: Path) -> list[str]:
    match driver:
        case "system":
            return [str(_system(cxx)), *files, "-lm"]
        case "clang":
            return [*_clang(folder), *_start(kind), *files, "-lm", "-lc", *_gcc_s(), *_end()]
        case "zig":
            target = f"{platform.machine()}-linux-gnu.{_GLIBC}"
            start = [str(zig()), "c++" if cxx else "cc", "-target", target, "-nostdlib"]
            # this machine's libgcc_s may want a newer glibc than the one linked against
            start.append("-Wl,--allow-shlib-undefined")
            # zig's libm has no vector functions; only what calls them needs their library
            vectors = ["-Wl,--as-needed", *_loaded("libmvec.so.1")]
            return [*start, *files, "-lc", "-lm", *_gcc_s(), *vectors]


def _system(cxx: bool) -> str | None:
    return shutil.which("c++" if cxx else "cc") or shutil.which("g++" if cxx else "gcc")


def _clang(folder: Path) -> list[str]:
    """The wheel's own clang, told to call the wheel's own linker."""
    program = zig()
    assert program is not None
    script = folder / "ld"
    script.write_text(f'#!/bin/sh\nexec "{program}" ld.lld "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    triple = f"--target={platform.machine()}-linux-gnu"
    resources = ["-resource-dir", str(program.with_name("lib"))]
    bare = ["-nostartfiles", "-nodefaultlibs", f"--ld-path={script}"]
    return [str(program), "clang", *resources, triple, *bare]


def _start(kind: Output) -> list[str]:
    folder = _crt()
    assert folder is not None
    first = [] if kind == "shared" else [str(folder / "Scrt1.o")]
    return [*first, str(folder / "crti.o")]


def _end() -> list[str]:
    folder = _crt()
    assert folder is not None
    return [str(folder / "crtn.o")]


@cache
def _crt() -> Path | None:
    for pattern in _LIBRARIES:
        folder = Path(pattern.format(platform.machine()))
        if all(_filled(folder / name) for name in ("Scrt1.o", "crti.o", "crtn.o", "libc.so")):
            return folder
    return None


def _filled(path: Path) -> bool:
    try:
        return path.stat().st_size > 0
    except OSError:
        return False


def _gcc_s() -> list[str]:
    """The unwinder and the arithmetic of wide types, as this process has them."""
    return _loaded("libgcc_s.so.1")


@cache
def _loaded(name: str) -> list[str]:
    """Where this machine's loader finds a library; nothing where it has none."""
    try:
        ctypes.CDLL(name)
    except OSError:
        return []
    for line in Path("/proc/self/maps").read_text(encoding="utf-8").splitlines():
        if line.endswith(f"/{name}"):
            return [line[line.index("/") :]]
    return []


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
    program = zig()
    if program is not None:
        return [str(program), "ld.lld"]
    found = shutil.which("ld.lld") or shutil.which("ld")
    if found is None:
        raise no_linker()
    return [found]
