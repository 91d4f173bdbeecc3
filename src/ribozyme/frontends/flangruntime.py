"""Fortran's run time: flang's own library for what a program does besides arithmetic, and bodies of
ours for what it does with arrays.

flang brings its run time as an archive. It is linked into a shared library once, in the cache, and
opened for its own sake. Functions of it that copy, allocate or reduce arrays have bodies in the
folder `flangbodies`, over the compiler's descriptors: they are linked into the program, so that
they are differentiated like any code of the user's. What they do with objects of derived types is
written for each program, by `derivedtypes.py`.
"""

import os
import re
import subprocess
import tempfile
from pathlib import Path
from typing import Final

from ribozyme.base.cache import Cache, default_cache, fingerprint
from ribozyme.frontends import faults, stops, stored, toolchain
from ribozyme.frontends.derivedtypes import DerivedType, functions

ARCHIVE: Final = "libflang_rt.runtime.a"
BODIES: Final = Path(__file__).with_name("flangbodies")
_HOW: Final = (
    *("-O2", "-Xclang", "-disable-llvm-passes", "-ffreestanding", "-fexceptions", "-fPIC", "-w"),
    *("-fcomplex-arithmetic=basic", "-S", "-emit-llvm", "-x", "c", "-", "-o", "-"),
)
_DEFINED: Final = re.compile(r"^define (?=(?!internal )[^@\n]*@_FortranA)", re.MULTILINE)


def bodies(types: tuple[DerivedType, ...], store: Cache | None) -> str:
    """The module of the functions that have visible bodies, for a program with these types.

    Those that a program does not call are dropped when it is linked: they are `linkonce_odr`.
    """
    compiler = _wheel()
    text = f'#include "bodies.c"\n{functions(types)}'
    parts = sorted(BODIES.iterdir())
    content = b"\0".join((text.encode(), *(part.read_bytes() for part in parts)))

    def run() -> stored.Output:
        made = _run([*compiler.command, f"-I{BODIES}", *_HOW], text)
        return stored.Output(_DEFINED.sub("define linkonce_odr ", made).encode(), (), "")

    cache = default_cache() if store is None else store
    return stored.output(cache, ("flang bodies 3", compiler.identity), content, run).code.decode()


def _wheel() -> toolchain.Compiler:
    found = toolchain.wheel()
    if found is None:
        raise faults.no_flang_runtime("the package 'ziglang', which has a compiler, is missing")
    return found


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
    compiler = _wheel()
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
    if (line) snprintf(said, sizeof said, "failed at %s:%d: %.300s", file, line, message);
    else snprintf(said, sizeof said, "the program failed: %.300s", message);
    thrown();
}

int atexit(void (*f)(void)) { return __cxa_atexit((void (*)(void *))f, 0, __dso_handle); }
"""
)
"""What a compiler's driver adds to a shared library; and ends of the program, which leave native
code for Python as `rz.throw` does (an exception of the unwinder's with a code and a message)."""


def _run(command: list[str], text: str = "") -> str:
    done = subprocess.run(
        command, input=text, capture_output=True, text=True, errors="replace", check=False
    )
    if done.returncode != 0:
        raise faults.no_flang_runtime("a step of it failed", done.stderr)
    return done.stdout
