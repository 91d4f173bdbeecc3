"""Ends of a program that leave native code for Python: what stops, panics and failed checks call.

    rz.stop.text("integer overflow", 16)   →   RunError: in 'f' (f.zig:7:13): integer overflow

An exception of the unwinder's is thrown, as `rz.throw` does: with a code and a message. The library
is compiled once, in the cache. Front ends whose language stops by functions of its own put
`SOURCE` before them.
"""

import tempfile
from functools import cache
from pathlib import Path
from typing import Final

from ribozyme.base.cache import Cache, default_cache, fingerprint
from ribozyme.frontends import compiler_errors, programs, toolchain

SOURCE: Final = """
extern void *malloc(unsigned long);
extern void free(void *);
extern int snprintf(char *, unsigned long, const char *, ...);
extern int _Unwind_RaiseException(void *);
extern void abort(void);

struct thrown {
    unsigned long kind;
    void (*drop)(int, struct thrown *);
    unsigned long own[2];
    int code;
    const char *message;
};
static _Thread_local char said[480];
static void dropped(int why, struct thrown *one) { free(one); }

static void thrown(void) {
    struct thrown *one = malloc(sizeof *one);
    one->kind = 5929343292995620165u;
    one->drop = dropped;
    one->code = 2;
    one->message = said;
    _Unwind_RaiseException(one);
    abort();
}
"""
"""`said` is the message, and `thrown` leaves with it."""

_FUNCTIONS: Final = """
struct pickled {
    const unsigned char *content;
    int size;
};
static _Thread_local const char *place = "";

void stop_place(const char *text) __asm__("rz.stop.place");
void stop_text(const char *text, unsigned long n) __asm__("rz.stop.text");
void stop_bounds(unsigned long index, unsigned long count) __asm__("rz.stop.bounds");

void stop_raised(const struct pickled *what) __asm__("rz.stop.raised");

void stop_place(const char *text) { place = text; }

void stop_raised(const struct pickled *what) {
    unsigned long n = what && what->size > 0 && what->size < 230 ? what->size : 0;
    snprintf(said, sizeof said, "raised:");
    for (unsigned long i = 0; i < n; i++)
        snprintf(said + 7 + 2 * i, 3, "%02x", what->content[i]);
    thrown();
}

void stop_text(const char *text, unsigned long n) {
    snprintf(said, sizeof said, "%s%.*s", place, (int)(n < 300 ? n : 300), text);
    place = "";
    thrown();
}

void stop_bounds(unsigned long index, unsigned long count) {
    snprintf(said, sizeof said, "%sindex %lu is out of bounds: there are %lu elements", place,
             index, count);
    place = "";
    thrown();
}
"""


def library(store: Cache | None = None) -> Path:
    """The shared library with the functions `rz.stop.…`, made if it is not there yet."""
    return made(SOURCE + _FUNCTIONS, "stops", store)


def folder(store: Cache | None) -> Path:
    """Where shared libraries are kept; a folder of this process where nothing is."""
    directory = (default_cache() if store is None else store).directory
    return _own_folder() if directory is None else directory / "shared"


@cache
def _own_folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="ribozyme-shared-"))


def made(source: str, name: str, store: Cache | None) -> Path:
    """The shared library of some C, made if it is not there yet."""
    path = folder(store) / f"lib{name}-{fingerprint(name, source)[:20]}.so"
    if path.is_file():
        return path
    compiler = toolchain.wheel()
    if compiler is None:
        raise compiler_errors.no_stops("the package 'ziglang', which has the linker, is missing")
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with tempfile.TemporaryDirectory(prefix="ribozyme-", dir=path.parent) as scratch:
        text, code, linked = (Path(scratch, f"{name}{end}") for end in (".c", ".o", ".so"))
        text.write_text(source, encoding="utf-8")
        options = ("-O2", "-fPIC", "-w", "-c")
        programs.step(
            [*compiler.command, *options, str(text), "-o", str(code)], compiler_errors.no_stops
        )
        linker = (compiler.command[0], "ld.lld", "-shared", "--eh-frame-hdr", "--build-id=none")
        how = (*linker, "-z", "now", "-o", str(linked), str(code), str(toolchain.unwinder()))
        programs.step(how, compiler_errors.no_stops)
        linked.replace(path)  # whole or absent, whoever else links it
    return path
