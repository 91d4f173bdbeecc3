"""Which compiler runs, and which headers it sees.

The compiler is clang: the one inside the `ziglang` wheel, or the one named by `RIBOZYME_CC` or an
option. The headers are the machine's where it has them, else the wheel's own, so that nothing needs
to be installed by hand. Both decisions are values whose flags are part of the cache key.

    machine with g++        →  --gcc-install-dir=/usr/lib/gcc/x86_64-linux-gnu/12
    machine without headers →  -nostdlibinc -isystem …/libc/include/x86-linux-gnu …
"""

import os
import platform
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, final

from ribozyme.base.record import record
from ribozyme.base.wheel import zig
from ribozyme.frontends import compiler_errors, programs
from ribozyme.frontends.base import CxxLibrary, Language

NEWEST_LLVM: Final = 22  # what the bridge reads

# The oldest glibc the wheel's own headers are asked to speak of: every manylinux_2_28 machine.
GLIBC_MINOR: Final = 28

# The names of architectures in the wheel's header folders, where they differ from the machine's.
HEADER_ARCH: Final = {"x86_64": "x86", "i686": "x86", "riscv64": "riscv", "ppc64le": "powerpc"}

# How the wheel's libc++ is configured; it ships no __config_site.
LIBCXX_SITE: Final = (
    "ABI_VERSION=1",
    "ABI_NAMESPACE=__1",
    "HAS_THREADS=1",
    "HAS_MONOTONIC_CLOCK",
    "HAS_TERMINAL",
    "HAS_MUSL_LIBC=0",
    "DISABLE_VISIBILITY_ANNOTATIONS",
    "HAS_VENDOR_AVAILABILITY_ANNOTATIONS=0",
    "HAS_FILESYSTEM=1",
    "HAS_RANDOM_DEVICE",
    "HAS_LOCALIZATION",
    "HAS_UNICODE",
    "HAS_WIDE_CHARACTERS",
    "HAS_NO_STD_MODULES",
    "HAS_TIME_ZONE_DATABASE",
    "PSTL_BACKEND_SERIAL",
    "HARDENING_MODE=_LIBCPP_HARDENING_MODE_NONE",
    "ASSERTION_SEMANTIC_DEFAULT=_LIBCPP_ASSERTION_SEMANTIC_IGNORE",
)

# A user who places the headers by hand is left alone.
OWN_HEADERS: Final = ("--sysroot", "-isysroot", "-nostdinc", "--target=", "-target")


# Headers that are to be the same everywhere: OpenMP's routines for one thread.
OURS: Final = Path(__file__).with_name("include")


@final
@record
class Compiler:
    """A clang: how it is called, and what tells it from every other one."""

    command: tuple[str, ...]
    identity: str
    lib: Path | None = None  # the wheel's lib folder; None for a compiler of the system

    @property
    def bundled(self) -> bool:
        return self.lib is not None


@final
@record
class Headers:
    """The flags by which the standard headers are found, and the C++ library they belong to."""

    flags: tuple[str, ...]
    cxx_library: CxxLibrary | None


def compiler(choice: str | None = None) -> Compiler:
    """The compiler asked for: by the option, by `RIBOZYME_CC`, else the wheel's."""
    named = choice or os.environ.get("RIBOZYME_CC")
    if named:
        return _named(named, os.environ.get("PATH", ""))
    found = wheel()
    if found is None:
        raise compiler_errors.no_compiler(
            "the package 'ziglang', which carries clang, is not installed"
        )
    return found


@lru_cache(maxsize=1)
def wheel() -> Compiler | None:
    """The clang inside the `ziglang` wheel: stock clang, its resource directory given by hand."""
    program = zig()
    if program is None:
        return None
    lib = program.with_name("lib")
    command = (str(program), "clang", "-resource-dir", str(lib), f"--target={target()}")
    return Compiler(command, f"wheel {programs.stamp(program)}", lib)


def target() -> str:
    """The triple of this machine, without kernel and C library versions."""
    return f"{platform.machine()}-linux-gnu"


@lru_cache(maxsize=1)
def processor() -> str:
    """What `-march=native` stands for here: the cache may be shared with other machines."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.node()
    names = ("model name", "flags", "Features", "CPU part")
    return "\n".join(sorted({line for line in lines if line.startswith(names)}))


@lru_cache(maxsize=8)
def _named(text: str, search: str) -> Compiler:
    command = programs.located(text, search)
    if command is None:
        raise compiler_errors.no_compiler(f"there is no program {text!r}")
    said = programs.answer(command, "--version")
    version = re.search(r"clang version (\d+)", said)
    if version is None:
        raise compiler_errors.no_compiler(f"{text!r} is not a clang")
    if int(version[1]) > NEWEST_LLVM:
        raise compiler_errors.no_compiler(
            f"{text!r} is clang {version[1]}, whose IR is newer than LLVM {NEWEST_LLVM}"
        )
    stamp = programs.stamp(Path(command[0]).resolve())
    return Compiler(command, f"{said.splitlines()[0]} {stamp}")


def headers(cc: Compiler, language: Language, flags: Sequence[str] = ()) -> Headers:
    """The standard headers for one file: the machine's, else the wheel's own; before them ours."""
    cxx = language == "c++"
    if any(flag.startswith(OWN_HEADERS) for flag in flags):
        return Headers((), _asked_library(flags) if cxx else None)
    found = _standard(cc, cxx, flags)
    return Headers(("-isystem", str(OURS), *found.flags), found.cxx_library)


def _standard(cc: Compiler, cxx: bool, flags: Sequence[str]) -> Headers:
    if cc.lib is None:
        return Headers((), (_asked_library(flags) or "libstdc++") if cxx else None)
    libc = () if system_libc() else wheel_libc(cc.lib)
    if not cxx:
        return Headers(libc, None)
    gcc = libstdcxx() if not libc else None
    match _asked_library(flags) or ("libstdc++" if gcc else "libc++"):
        case "libstdc++":
            if gcc is None:
                raise compiler_errors.no_headers(
                    "-stdlib=libstdc++ is asked for, but g++'s headers are missing",
                    "apt install g++, or leave -stdlib out: the wheel's libc++ is used",
                )
            return Headers((f"--gcc-install-dir={gcc}",), "libstdc++")
        case "libc++":
            return Headers((*wheel_libcxx(cc.lib), *libc), "libc++")


def _asked_library(flags: Sequence[str]) -> CxxLibrary | None:
    asked = [flag for flag in flags if flag.startswith("-stdlib=")]
    if not asked:
        return None
    return "libc++" if asked[-1] == "-stdlib=libc++" else "libstdc++"


def system_libc() -> bool:
    """Whether the machine has the headers of its C library."""
    return any(
        Path(folder, "stdio.h").is_file() for folder in ("/usr/include", "/usr/local/include")
    )


@lru_cache(maxsize=1)
def libstdcxx() -> Path | None:
    """The newest GCC folder that has C++ headers: clang alone picks the newest, headers or not."""
    found: dict[tuple[int, ...], Path] = {}
    for begin in Path("/usr").glob(f"lib*/gcc/{platform.machine()}-*linux*/*/crtbegin.o"):
        folder = begin.parent
        if Path("/usr/include/c++", folder.name, "vector").is_file():
            found[tuple(int(part) for part in re.findall(r"\d+", folder.name))] = folder
    return found[max(found)] if found else None


def wheel_libc(lib: Path) -> tuple[str, ...]:
    """glibc's headers as the wheel carries them."""
    include = lib / "libc" / "include"
    arch = HEADER_ARCH.get(platform.machine(), platform.machine())
    folders = (f"{arch}-linux-gnu", "generic-glibc", f"{arch}-linux-any", "any-linux-any")
    placed = [part for folder in folders for part in ("-isystem", str(include / folder))]
    return ("-nostdlibinc", *placed, f"-D__GLIBC_MINOR__={GLIBC_MINOR}")


def wheel_libcxx(lib: Path) -> tuple[str, ...]:
    """libc++'s headers as the wheel carries them; to be given before those of the C library."""
    return (
        "-nostdinc++",
        *("-isystem", str(lib / "libcxx" / "include")),
        *("-isystem", str(lib / "libcxxabi" / "include")),
        *(f"-D_LIBCPP_{setting}" for setting in LIBCXX_SITE),
        "-D_LIBCXXABI_DISABLE_VISIBILITY_ANNOTATIONS",
    )


def unwinder() -> Path:
    """The file of the process's `libgcc_s.so.1`."""
    import ctypes

    try:
        ctypes.CDLL("libgcc_s.so.1")
    except OSError as failure:
        raise compiler_errors.no_runtime("there is no libgcc_s.so.1 on this machine") from failure
    for line in Path("/proc/self/maps").read_text(encoding="utf-8").splitlines():
        name = line.split(maxsplit=5)[5:]
        if name and Path(name[0]).name.startswith("libgcc_s"):
            return Path(name[0])
    raise compiler_errors.no_runtime("libgcc_s.so.1 is not among the files of this process")
