"""The errors of the front ends: the compiler's own words, and a way out.

Every error a front end raises is worded here, so that its codes are seen in one place.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ribozyme.base.errors import Error, error
from ribozyme.base.regex import pattern
from ribozyme.base.source import Span

_PLACE: Final = r"^(?P<file>[^\n:]+):(?P<line>\d+):(?P<column>\d+): (?:fatal )?error: (?P<text>.*)$"
_EXCERPT: Final = pattern(r"(?: *\d+ \|.*\n?| +\|.*\n?)+")
_COUNT: Final = pattern(r"^\d+ (?:warnings? and \d+ )?errors? generated\.\n?", re.MULTILINE)
_WIDE: Final = 300
_SHOWN: Final = 20  # lines of the compiler's words: one screen with the head and the fixes


def compiler_says(words: str, name: str, status: int, command: str) -> Error:
    """The compiler refused the source: the first error's place, and what else it says."""
    first = re.search(_PLACE, words, re.MULTILINE)
    if first is not None:
        span = Span(first["file"], int(first["line"]), int(first["column"]))
        notes, helps = _screen(_besides(words, first)), _ways_out(words)
        return error("RZ020", first["text"], span=span, notes=notes, helps=helps)
    if "error:" in words:
        text = words.partition("error:")[2].strip().splitlines()[0]
        return error("RZ020", f"{name}: {text}", notes=_screen(words))
    return error(
        "RZ022",
        f"the compiler ended with status {status} on {name}",
        notes=(*_screen(words), f"run by hand: {command}"),
    )


def _besides(words: str, first: re.Match[str]) -> str:
    """The words without an error that is shown with its line already, and without the count."""
    rest = words[first.end() :].lstrip("\n")
    excerpt = _EXCERPT.match(rest)
    return _COUNT.sub("", words[: first.start()] + rest[excerpt.end() if excerpt else 0 :])


def _screen(words: str) -> tuple[str, ...]:
    lines = [
        f"{line[:_WIDE]} …" if len(line) > _WIDE else line for line in words.strip().splitlines()
    ]
    if len(lines) > _SHOWN:
        lines = [*lines[:_SHOWN], f"… {len(lines) - _SHOWN} more lines"]
    return ("\n".join(lines),) if lines else ()


def _ways_out(words: str) -> tuple[str, ...]:
    if missing := re.search(r"'([^'\n]+)' file not found", words):
        return (f"say where {missing[1]} is: flags=['-Ifolder']",)
    if re.search(r"named '\w+' in namespace 'std'|undeclared identifier 'std'", words):
        return ("include the header; if it is of a newer standard: flags=['-std=c++23']",)
    return ()


def no_module(name: str) -> Error:
    """The compiler was content and made something else."""
    return error(
        "RZ020",
        f"with these flags the compiler makes no module of {name}",
        helps=("leave out what stops it early: -E, -S, -M, -fsyntax-only",),
    )


def no_compiler(reason: str) -> Error:
    """There is no compiler, or not one that can be used."""
    return error(
        "RZ021",
        reason,
        helps=(
            "pip install 'ziglang>=0.17,<0.18', which carries clang",
            "or name a clang of version 22 or older: RIBOZYME_CC=clang-22",
        ),
    )


def no_flang(reason: str) -> Error:
    """There is no Fortran compiler, or not one that can be used."""
    return error("RZ021", reason, helps=(FLANG_WAY_OUT,), notes=(_NOT_GFORTRAN,))


FLANG_WAY_OUT: Final = "apt install flang-22, or name a flang: RIBOZYME_FC=flang-22"
_NOT_GFORTRAN: Final = "gfortran does not do: it makes no LLVM IR"


def no_mlir(reason: str) -> Error:
    """There is no `mlir-translate`, or not one that can be used."""
    return error("RZ021", reason, helps=(MLIR_WAY_OUT,))


MLIR_WAY_OUT: Final = (
    "apt install mlir-22-tools, or name an mlir-translate: RIBOZYME_MLIR=mlir-translate-22"
)
_DIALECT: Final = pattern(r"registration for dialect for op: (\w+)\.")


def mlir_says(words: str, name: str, status: int, command: str) -> Error:
    """mlir-translate refused a file; another dialect than LLVM's has to be lowered first."""
    refused = compiler_says(words, name, status, command)
    other = _DIALECT.search(words)
    if other is None:
        return refused
    said = f"lower the dialect '{other[1]}' first: mlir-opt-22 --convert-to-llvm {name}"
    found = refused.diagnostic
    return error("RZ020", found.message, span=found.span, notes=found.notes, helps=(said,))


def no_ldc(reason: str) -> Error:
    """There is no D compiler that makes LLVM IR, or not one that can be used."""
    return error("RZ021", reason, helps=(D_WAY_OUT,))


D_WAY_OUT: Final = "apt install ldc, or name an LDC: RIBOZYME_DC=ldc2"
_D_PLACE: Final = pattern(
    r"^(?P<file>[^\n(]+)\((?P<line>\d+),(?P<column>\d+)\): Error: (?P<text>.*)$", re.M
)


def ldc_says(words: str, name: str, status: int, command: str) -> Error:
    """LDC refused the source: the first error's place, and all its words."""
    first = _D_PLACE.search(words)
    if first is None and "Error: " in words:
        text = words.partition("Error: ")[2].splitlines()[0]
        return error("RZ020", f"{name}: {text}", notes=_screen(words))
    if first is None:
        return compiler_says(words, name, status, command)
    span = Span(first["file"], int(first["line"]), int(first["column"]))
    return error("RZ020", first["text"], span=span, notes=_screen(words))


def no_headers(reason: str, way_out: str) -> Error:
    """The standard library asked for has no headers here."""
    return error("RZ021", reason, helps=(way_out,))


def no_runtime(reason: str, words: str = "") -> Error:
    """The C++ run time could not be built."""
    return error(
        "RZ022",
        f"the C++ run time could not be built: {reason}",
        notes=_screen(words),
        helps=("install g++, whose libstdc++ is then used",),
    )


def no_flang_runtime(reason: str, words: str = "") -> Error:
    """The Fortran run time could not be made a shared library."""
    said = f"the Fortran run time could not be linked: {reason}"
    return error("RZ022", said, notes=_screen(words), helps=(FLANG_WAY_OUT,))


def no_stops(reason: str, words: str = "") -> Error:
    """The library by which checks of a language leave for Python could not be made."""
    said = f"the library for checks that fail could not be made: {reason}"
    return error("RZ022", said, notes=_screen(words), helps=("pip install 'ziglang>=0.17,<0.18'",))


def no_zig(reason: str) -> Error:
    """The package with the Zig compiler is missing."""
    return error("RZ021", reason, helps=(ZIG_WAY_OUT,))


ZIG_WAY_OUT: Final = "pip install 'ziglang>=0.17,<0.18'"


def no_openmp(reason: str, words: str = "") -> Error:
    """OpenMP's run time could not be made a shared library."""
    said = f"the run time of OpenMP could not be built: {reason}"
    way_out = "leave out -fopenmp: parallel regions then run serially"
    return error("RZ022", said, notes=_screen(words), helps=(way_out,))


def no_rust(reason: str) -> Error:
    """There is no Rust compiler, or not one that can be used."""
    return error("RZ021", reason, helps=(RUST_WAY_OUT,))


RUST_WAY_OUT: Final = (
    "rustup's rustc 1.85 or newer, or `apt install rustc-web`, or name one: RIBOZYME_RUSTC=rustc"
)


def no_rust_runtime(reason: str, words: str = "") -> Error:
    """The shared libraries that Rust programs need could not be made."""
    said = f"the Rust run time could not be found or made: {reason}"
    return error("RZ022", said, notes=_screen(words), helps=(RUST_WAY_OUT,))


_RUST_PLACE: Final = pattern(
    r"^error(?:\[E\d+\])?: (?P<text>.*)\n *--> (?P<file>[^\n:]+):(?P<line>\d+):(?P<column>\d+)",
    re.M,
)


def rustc_says(words: str, name: str, status: int, command: str) -> Error:
    """rustc refused the source: the first error's place, and all its words."""
    first = _RUST_PLACE.search(words)
    if first is None:
        return compiler_says(words, name, status, command)
    span = Span(first["file"], int(first["line"]), int(first["column"]))
    return error("RZ020", first["text"], span=span, notes=_screen(words))


def no_cargo(reason: str) -> Error:
    """There is no Cargo."""
    return error("RZ021", f"a package is compiled by cargo: {reason}", helps=(RUST_WAY_OUT,))


def cargo_says(words: str, manifest: Path, status: int, command: str) -> Error:
    """Cargo refused a package, or rustc one of its crates."""
    if "--offline" in words or "offline" in words:
        fetch = f"fetch them once: cargo fetch --manifest-path {manifest}"
        reason = "the package depends on crates that are not on this machine"
        return error("RZ020", reason, notes=_screen(words), helps=(fetch,))
    return rustc_says(words, str(manifest), status, command)


def workspace(manifest: Path, members: Sequence[str]) -> Error:
    """A workspace, of which one package has to be named."""
    said = f"{str(manifest)!r} is a workspace of the packages {', '.join(members)}"
    return error("RZ001", said, helps=(f'name one: flags=["--package={members[0]}"]',))


def no_library(manifest: Path) -> Error:
    """A package without a library."""
    said = f"the package of {manifest} has no library"
    return error("RZ020", said, helps=("put what is to be differentiated into src/lib.rs",))


def module_cycle(names: tuple[str, ...]) -> Error:
    """Files that use modules of each other."""
    listed = ", ".join(names)
    return error("RZ020", f"these files use modules of each other: {listed}")


def missing_file(path: Path) -> Error:
    """The file named by the user does not exist, or is none."""
    if path.is_dir():
        return error("RZ002", f"{str(path)!r} is a folder, not a file")
    folder = path.absolute().parent
    if not folder.is_dir():
        return error("RZ002", f"no file {str(path)!r}: there is no folder {folder}")
    from difflib import get_close_matches

    near = get_close_matches(path.name, [p.name for p in folder.iterdir()], 3)
    helps = (f"in that folder: {', '.join(near)}",) if near else ()
    return error("RZ002", f"no file {str(path)!r}", notes=(f"looked for in {folder}",), helps=helps)


def unreadable(path: Path, failure: OSError) -> Error:
    """The file is there, but the system does not give it."""
    return error("RZ002", f"cannot read {str(path)!r}: {failure.strerror}")


def unknown_suffix(path: Path, known: tuple[str, ...]) -> Error:
    """No front end takes files of this suffix."""
    return error(
        "RZ003",
        f"what language is {path.name!r} in?",
        helps=(f"its suffix is not one of {' '.join(known)}; or say lang='c' or another language",),
    )


def unknown_language(lang: str) -> Error:
    """Text in a language that this front end does not read."""
    return error("RZ003", f"lang is 'c' or 'c++' for source text, not {lang!r}")


def unknown_level(level: str, known: tuple[str, ...]) -> Error:
    """An optimisation level that clang does not have."""
    return error("RZ001", f"level is None or one of {' '.join(known)}, not {level!r}")


def not_ir(path: Path, what: str) -> Error:
    """A file that was given as LLVM IR and holds something else."""
    return error(
        "RZ102",
        f"{path.name!r} is neither LLVM bitcode nor LLVM text: it is {what}",
        helps=("make bitcode with 'clang -O2 -g -c -emit-llvm', or text with '-S -emit-llvm'",),
    )


def no_bitcode(path: Path) -> Error:
    """An object, archive or library that was given for its IR and has none."""
    return error(
        "RZ032",
        f"{path.name!r} carries no bitcode",
        helps=(
            "compile its sources with -flto or -fembed-bitcode=all, or by `ribozyme cc`",
            f"for code without a derivative: libraries=[{str(path)!r}]",
        ),
    )


def two_libraries() -> Error:
    """Modules that cannot run together."""
    return error(
        "RZ034",
        "some of these files are compiled for libstdc++ and some for libc++",
        helps=("give all of them the same -stdlib=",),
    )
