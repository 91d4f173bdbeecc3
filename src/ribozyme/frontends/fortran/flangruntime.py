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
import tempfile
from pathlib import Path
from typing import Final

from ribozyme.base.cache import Cache, default_cache, fingerprint
from ribozyme.frontends import compiler_errors, programs, stops, stored, toolchain
from ribozyme.frontends.fortran.derivedtypes import DerivedType, functions

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
        command = [*compiler.command, f"-I{BODIES}", *_HOW]
        made = programs.step(command, compiler_errors.no_flang_runtime, text)
        return stored.Output(_DEFINED.sub("define linkonce_odr ", made).encode(), (), "")

    cache = default_cache() if store is None else store
    return stored.output(cache, ("flang bodies 7", compiler.identity), content, run).code.decode()


def _wheel() -> toolchain.Compiler:
    found = toolchain.wheel()
    if found is None:
        raise compiler_errors.no_flang_runtime(
            "the package 'ziglang', which has a compiler, is missing"
        )
    return found


def archive(program: str) -> Path:
    """Where the archive of a compiler lies."""
    root = Path(program).resolve().parents[1]
    for path in sorted(root.glob(f"lib/clang/*/lib/*/{ARCHIVE}")):
        return path
    raise compiler_errors.no_flang_runtime(f"there is no {ARCHIVE} below {root}")


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
        compiled = [*compiler.command, "-O2", "-fPIC", "-c", str(start), "-o", str(shim)]
        programs.step(compiled, compiler_errors.no_flang_runtime)
        try:
            programs.step(
                [
                    *(compiler.command[0], "ld.lld", "-shared", "--eh-frame-hdr", "-Bsymbolic"),
                    *("--build-id=none", "-z", "now", "-z", "muldefs", "-o", str(made), str(shim)),
                    *("--whole-archive", str(source), "--no-whole-archive"),
                    str(toolchain.unwinder()),
                ],
                compiler_errors.no_flang_runtime,
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

typedef struct { void *base; unsigned long length; int version; unsigned char rank, type, rest[2]; }
    scalar;

_Bool _FortranAioOutputDescriptor(void *statement, const void *d);
_Bool _FortranAioInputDescriptor(void *statement, const void *d);

static _Bool put(void *statement, int type, unsigned long length, const void *at) {
    scalar d = {(void *)at, length, 20240719, 0, type, {0, 0}};
    return _FortranAioOutputDescriptor(statement, &d);
}
_Bool output(void *statement, const void *d) __asm__("rz.fortran.output");
_Bool output(void *statement, const void *d) { return _FortranAioOutputDescriptor(statement, d); }
_Bool output_real(void *statement, int type, double x) __asm__("rz.fortran.output.real");
_Bool output_real(void *statement, int type, double x) {
    float single = (float)x;
    return type == 28 ? put(statement, type, 8, &x) : put(statement, type, 4, &single);
}
_Bool output_complex(void *statement, int type, double x, double y)
    __asm__("rz.fortran.output.complex");
_Bool output_complex(void *statement, int type, double x, double y) {
    double both[2] = {x, y};
    float single[2] = {(float)x, (float)y};
    return type == 35 ? put(statement, type, 16, both) : put(statement, type, 8, single);
}
_Bool output_whole(void *statement, int type, unsigned long length, long x)
    __asm__("rz.fortran.output.whole");
_Bool output_whole(void *statement, int type, unsigned long length, long x) {
    return put(statement, type, length, &x); /* the lowest bytes come first */
}
_Bool output_text(void *statement, const char *text, unsigned long n)
    __asm__("rz.fortran.output.text");
_Bool output_text(void *statement, const char *text, unsigned long n) {
    return put(statement, 40, n, text);
}

static _Thread_local struct {
    char *text;
    unsigned long room;
    int type;
    double number[2];
    long whole;
} item;
_Bool input(void *statement, int type, unsigned long length) __asm__("rz.fortran.input");
_Bool input(void *statement, int type, unsigned long length) {
    item.type = type;
    item.whole = 0;
    scalar d = {&item.whole, length, 20240719, 0, type, {0, 0}};
    if (type == 27 || type == 28 || type == 34 || type == 35) d.base = item.number;
    if (type == 40) {
        if (length > item.room) {
            free(item.text);
            item.text = malloc(length);
            item.room = item.text ? length : 0;
        }
        if (length > item.room) return 0;
        d.base = item.text;
    }
    return _FortranAioInputDescriptor(statement, &d);
}
static double part(int n) {
    _Bool single = item.type == 27 || item.type == 34;
    return single ? ((float *)item.number)[n] : item.number[n];
}
double input_real(void) __asm__("rz.fortran.input.real");
double input_real(void) { return part(0); }
double input_imaginary(void) __asm__("rz.fortran.input.imaginary");
double input_imaginary(void) { return part(1); }
long input_whole(void) __asm__("rz.fortran.input.whole");
long input_whole(void) { return item.whole; }
unsigned char input_byte(unsigned long k) __asm__("rz.fortran.input.byte");
unsigned char input_byte(unsigned long k) { return item.text[k]; }

/* What ends a program in the middle of a statement, as a file that is not there. */
extern int vsnprintf(char *, unsigned long, const char *, __builtin_va_list);
static void crashed(const char *file, int line, const char *message, __builtin_va_list *arguments) {
    char what[300];
    vsnprintf(what, sizeof what, message, *arguments);
    if (file && line) snprintf(said, sizeof said, "failed at %s:%d: %s", file, line, what);
    else snprintf(said, sizeof said, "the program failed: %s", what);
    thrown();
}
__attribute__((weak)) void on_crash(void (*)(const char *, int, const char *, __builtin_va_list *))
    __asm__("_ZN7Fortran7runtime10Terminator20RegisterCrashHandlerEPFvPKciS3_RA1_13__va_list_tagE");
__attribute__((constructor)) static void watch(void) { if (on_crash) on_crash(crashed); }

struct terminator { const char *file; int line; };
void crash(const struct terminator *, const char *, __builtin_va_list *)
    __asm__("_ZNK7Fortran7runtime10Terminator9CrashArgsEPKcRA1_13__va_list_tag");
void crash(const struct terminator *t, const char *message, __builtin_va_list *arguments) {
    crashed(t->file, t->line, message, arguments);
}

void _FortranARandomNumber(const void *d, const char *file, int line);
double random_real(void) __asm__("rz.fortran.random");
double random_real(void) {
    double drawn = 0;
    scalar d = {&drawn, sizeof drawn, 20240719, 0, 28, {0, 0}};
    _FortranARandomNumber(&d, "", 0);
    return drawn;
}

int atexit(void (*f)(void)) { return __cxa_atexit((void (*)(void *))f, 0, __dso_handle); }
"""
)
"""What a compiler's driver adds to a shared library; and ends of the program, which leave native
code for Python as `rz.throw` does (an exception of the unwinder's with a code and a message)."""
