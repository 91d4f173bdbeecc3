"""OpenMP's run time: a small library of our own, made on first use.

    flags=["-fopenmp"]   →   (…/shared/libomp-1f3c….so,)

No package of the index keeps a run time for every platform, and a gradient asks for more than
OpenMP does: teams of a given size, and critical sections in the opposite order. `openmp/openmp.c`
is compiled once, with the files that it includes, in the cache, by the compiler of the package
`ziglang`. All programs of a process share its threads.
"""

import os
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from ribozyme.base.cache import Cache, default_cache, fingerprint
from ribozyme.frontends import compiler_errors, programs, toolchain
from ribozyme.frontends.base import Compiled

SOURCE: Final = Path(__file__).parent / "openmp" / "openmp.c"
_FLAGS: Final = ("-std=gnu17", "-O2", "-fPIC", "-fexceptions", "-w")


def libraries(modules: Iterable[Compiled], store: Cache | None = None) -> tuple[Path, ...]:
    """The library that modules with OpenMP need."""
    return (library(store),) if any(module.openmp for module in modules) else ()


def library(store: Cache | None = None) -> Path:
    """The run time as a shared library, built if it is not there yet."""
    compiler = _compiler()
    directory = (default_cache() if store is None else store).directory
    contents = [path.read_text(encoding="utf-8") for path in sorted(SOURCE.parent.glob("*.[ch]"))]
    key = fingerprint("openmp", compiler.identity, *_FLAGS, *contents)[:20]
    folder = _own_folder() if directory is None else directory / "shared"
    path = folder / f"libomp-{key}.so"
    if not path.is_file():
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        _build(compiler, path)
    return path


def compiled(output: Path) -> None:
    """The run time as an object, for programs that are linked."""
    compiler = _compiler()
    assert compiler.lib is not None
    libc = () if toolchain.system_libc() else toolchain.wheel_libc(compiler.lib)
    command = [*compiler.command, *libc, *_FLAGS, "-c", str(SOURCE), "-o", str(output)]
    programs.step(command, compiler_errors.no_openmp)


def _compiler() -> toolchain.Compiler:
    found = toolchain.wheel()
    if found is None:
        raise compiler_errors.no_openmp("the package 'ziglang', which has the compiler, is missing")
    return found


@cache
def _own_folder() -> Path:
    """A folder of this process, for where nothing is kept."""
    return Path(tempfile.mkdtemp(prefix="ribozyme-openmp-"))


def _build(compiler: toolchain.Compiler, path: Path) -> None:
    made = path.with_name(f".new-{os.getpid()}-{path.name}")
    with tempfile.TemporaryDirectory(prefix="ribozyme-") as scratch:
        object = Path(scratch, "openmp.o")
        compiled(object)
        try:
            programs.step(
                [
                    *(compiler.command[0], "ld.lld", "-shared", "--eh-frame-hdr", "-Bsymbolic"),
                    *("--build-id=none", "-z", "now", "-o", str(made), str(object)),
                    str(toolchain.unwinder()),
                ],
                compiler_errors.no_openmp,
            )
            made.replace(path)  # whole or absent, whoever else builds it
        finally:
            made.unlink(missing_ok=True)
