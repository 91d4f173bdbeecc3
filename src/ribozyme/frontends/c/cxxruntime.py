"""The C++ standard library that compiled code runs with.

Code compiled with libstdc++'s headers uses the `libstdc++.so.6` that is in the process anyway.
Where there are no such headers, code is compiled with the wheel's libc++, whose shared library is
built from the wheel's own sources on first use, once for all processes.

    libraries(modules)  →  ()  or  (…/shared/libcxx-1f3c….so,)   to be searched first

The library is to be opened for its own sake (`RTLD_LOCAL`), never for all: frameworks bring other
C++ run times. It takes the unwinder from the process, with which JIT code registers its frames, so
that exceptions pass through.
"""

import fcntl
import os
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final

from ribozyme.base.cache import Cache, default_cache, fingerprint
from ribozyme.base.terminal import has_rich
from ribozyme.frontends import compiler_errors, programs, toolchain
from ribozyme.frontends.base import Compiled, CxxLibrary

# What programs do not need, and what would bring in other libraries.
_LEFT_OUT: Final = frozenset(
    ("strstream.cpp", "print.cpp", "random_shuffle.cpp", "cxa_noexception.cpp", "cxa_demangle.cpp")
)
_FLAGS: Final = (
    *("-std=c++23", "-O2", "-fPIC", "-w", "-DNDEBUG"),
    *("-D_LIBCPP_BUILDING_LIBRARY", "-D_LIBCXXABI_BUILDING_LIBRARY"),
    *("-DLIBCXX_BUILDING_LIBCXXABI", "-DLIBCXXABI_NON_DEMANGLING_TERMINATE"),
)
_INCLUDES: Final = ("libcxx/src", "libcxx/libc", "libcxxabi/include", "libcxxabi/src")


def library(modules: Iterable[Compiled]) -> CxxLibrary | None:
    """The one C++ library of modules that are to be linked; two of them are an error."""
    found = {module.cxx_library for module in modules if module.cxx_library is not None}
    if len(found) > 1:
        raise compiler_errors.two_libraries()
    return found.pop() if found else None


def libraries(modules: Iterable[Compiled], store: Cache | None = None) -> tuple[Path, ...]:
    """Shared libraries that the code of these modules needs beyond those of every process."""
    return (libcxx(store),) if library(modules) == "libc++" else ()


def libcxx(store: Cache | None = None) -> Path:
    """The wheel's libc++ as a shared library, built if it is not there yet."""
    compiler = toolchain.wheel()
    if compiler is None or compiler.lib is None:
        raise compiler_errors.no_compiler(
            "libc++ is built from the package 'ziglang', which is missing"
        )
    directory = (default_cache() if store is None else store).directory
    key = fingerprint("libcxx", compiler.identity, *_FLAGS, *_headers(compiler.lib))[:20]
    name = f"libcxx-{key}.so"
    kept = directory / "shared" / name if directory is not None else None
    if kept is not None and kept.is_file():
        return kept
    path = kept if kept is not None and _writable(kept.parent) else _own_folder() / name
    if path.is_file():
        return path
    with _locked(path.with_suffix(".lock")):
        if not path.is_file():  # another process may have built it while this one waited
            _build(compiler, compiler.lib, path)
    return path


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


@cache
def _own_folder() -> Path:
    """A folder of this process, for where nothing can be kept."""
    holder = tempfile.TemporaryDirectory(prefix="ribozyme-cxx-")
    _OPEN.append(holder)
    return Path(holder.name)


_OPEN: Final[list[tempfile.TemporaryDirectory[str]]] = []


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """One process at a time; the lock goes with the process, however that ends."""
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _headers(lib: Path) -> tuple[str, ...]:
    includes = (part for name in _INCLUDES for part in ("-I", str(lib / name)))
    return (*toolchain.wheel_libcxx(lib), *toolchain.wheel_libc(lib), *includes)


def _sources(lib: Path) -> list[Path]:
    folders = ("libcxx/src", "libcxx/src/ryu", "libcxx/src/filesystem", "libcxxabi/src")
    found = [path for name in folders for path in (lib / name).glob("*.cpp")]
    # The longest first, so that the last ones to finish are short.
    return sorted((p for p in found if p.name not in _LEFT_OUT), key=_size, reverse=True)


def _size(path: Path) -> int:
    return path.stat().st_size + (1 << 20 if "locale" in path.name or "ios" in path.name else 0)


def _build(compiler: toolchain.Compiler, lib: Path, path: Path) -> None:
    started = time.monotonic()
    sources = _sources(lib)
    command = (*compiler.command, "--driver-mode=g++", *_FLAGS, *_headers(lib), "-c")
    with tempfile.TemporaryDirectory(prefix="ribozyme-") as scratch:
        objects = [Path(scratch, f"{n}-{p.stem}.o") for n, p in enumerate(sources)]
        jobs = [(*command, str(p), "-o", str(o)) for p, o in zip(sources, objects, strict=True)]
        with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
            for _ in _counted(pool.map(_run, jobs), len(jobs)):
                pass
        made = path.with_name(f".new-{os.getpid()}-{path.name}")
        try:
            _run(
                (
                    *(compiler.command[0], "ld.lld", "-shared", "--eh-frame-hdr", "-Bsymbolic"),
                    *("--build-id=none", "-z", "now", "-o", str(made)),
                    *map(str, objects),
                    str(toolchain.unwinder()),
                )
            )
            made.replace(path)
        finally:
            made.unlink(missing_ok=True)
    _say(f"built libc++ in {time.monotonic() - started:.1f} s: {path}")


def _run(command: tuple[str, ...]) -> None:
    programs.step(command, compiler_errors.no_runtime, reason="a part of libc++ does not compile")


def _counted(done: Iterator[None], total: int) -> Iterator[None]:
    """The same, with a progress bar where somebody watches."""
    what = "building the C++ run time, once"
    if not (sys.stderr.isatty() and has_rich()):
        _say(f"{what} (about 10 s)")
        yield from done
        return
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    yield from track(done, what, total, console=console, transient=True)


def _say(text: str) -> None:
    print(f"ribozyme: {text}", file=sys.stderr, flush=True)
