"""Fortran's run time: flang's own library for what a program does besides arithmetic, and bodies of
ours for what it does with numbers.

flang brings its run time as an archive. It is linked into a shared library once, in the cache, and
opened for its own sake. Functions of it that copy, allocate or reduce arrays have bodies in
`flang.c`, over the compiler's descriptors: they are linked into the program, so that they are
differentiated like any code of the user's.
"""

import os
import subprocess
import tempfile
from pathlib import Path
from typing import Final

from ribozyme.base.cache import Cache, fingerprint
from ribozyme.frontends import faults, stops, toolchain
from ribozyme.frontends.base import How
from ribozyme.frontends.clang import Clang

ARCHIVE: Final = "libflang_rt.runtime.a"
BODIES: Final = Path(__file__).with_name("flang.c")


def bodies(store: Cache | None) -> bytes:
    """The module of the functions that have visible bodies."""
    how = How(("-O2", "-ffreestanding", "-w"), debug=False, cache=store)
    code = Clang("c").compiled([BODIES], how)[0].code
    assert isinstance(code, bytes)
    return code


def archive(program: str) -> Path:
    """Where the archive of a compiler lies."""
    root = Path(program).resolve().parents[1]
    for path in sorted(root.glob(f"lib/clang/*/lib/*/{ARCHIVE}")):
        return path
    raise faults.no_flang_runtime(f"there is no {ARCHIVE} below {root}")


def library(program: str, store: Cache | None = None) -> Path:
    """The run time as a shared library, linked if it is not there yet."""
    source = archive(program)
    status = source.stat()
    key = fingerprint("flang", _START, str(source), str(status.st_size), str(status.st_mtime_ns))[
        :20
    ]
    folder = stops.folder(store)
    path = folder / f"libflang-{key}.so"
    if not path.is_file():
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        _link(source, path)
    return path


def _link(source: Path, path: Path) -> None:
    compiler = toolchain.wheel()
    if compiler is None:
        raise faults.no_flang_runtime("the package 'ziglang', which has the linker, is missing")
    made = path.with_name(f".new-{os.getpid()}-{path.name}")
    with tempfile.TemporaryDirectory(prefix="ribozyme-") as scratch:
        start, shim = Path(scratch, "start.c"), Path(scratch, "start.o")
        start.write_text(_START, encoding="utf-8")
        _run([*compiler.command, "-O2", "-fPIC", "-c", str(start), "-o", str(shim)])
        try:
            _run(
                [
                    *(compiler.command[0], "ld.lld", "-shared", "--eh-frame-hdr", "-Bsymbolic"),
                    *("--build-id=none", "-z", "now", "-z", "muldefs", "-o", str(made), str(shim)),
                    *("--whole-archive", str(source), "--no-whole-archive"),
                    str(toolchain.unwinder()),
                ]
            )
            made.replace(path)  # whole or absent, whoever else links it
        finally:
            made.unlink(missing_ok=True)


_START: Final = (
    stops.SOURCE
    + """
extern int __cxa_atexit(void (*)(void *), void *, void *);
__attribute__((visibility("hidden"))) void *__dso_handle = &__dso_handle;

void _FortranAStopStatement(int code, _Bool error, _Bool quiet) {
    const char *how = error ? "ERROR STOP" : "STOP";
    snprintf(said, sizeof said, "the program ended with %s %d", how, code);
    thrown();
}
void _FortranAStopStatementText(const char *text, unsigned long n, _Bool error, _Bool quiet) {
    snprintf(said, sizeof said, "the program ended with %s: %.*s", error ? "ERROR STOP" : "STOP",
             (int)(n < 400 ? n : 400), text);
    thrown();
}
void _FortranAReportFatalUserError(const char *message, const char *file, int line) {
    snprintf(said, sizeof said, "the program failed at %s:%d: %.300s", file, line, message);
    thrown();
}

int atexit(void (*f)(void)) { return __cxa_atexit((void (*)(void *))f, 0, __dso_handle); }
"""
)
"""What a compiler's driver adds to a shared library; and ends of the program, which leave native
code for Python as `rz.throw` does (an exception of the unwinder's with a code and a message)."""


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode != 0:
        raise faults.no_flang_runtime("a step of it failed", done.stderr)
