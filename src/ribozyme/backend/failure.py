"""The bridge's errors, each worded in one place."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from ribozyme.backend.demangle import demangled
from ribozyme.base import openblas
from ribozyme.base.advice import ENTRY, is_entry
from ribozyme.base.errors import Error, error
from ribozyme.base.source import SOURCES, Span

_OPENMP: Final = ("__kmpc_", "omp_")
_LIBRARY: Final = "give the library that defines it (libraries=), its source, or its bitcode"


def malformed(name: str, why: str, line: int = 0, column: int = 0, source: str = "") -> Error:
    """LLVM's parser refused; `source` is the whole text, quoted where a place is known."""
    if not line:
        return error("RZ101", f"{name}: {why}")
    if source:
        SOURCES.add(name, source)
    return error("RZ101", why, span=Span(name, line, column))


def not_llvm(name: str, what: str = "it is something else") -> Error:
    return error(
        "RZ102",
        f"{name} is neither LLVM bitcode nor LLVM text: {what}",
        helps=("make bitcode with 'clang -O2 -g -c -emit-llvm', or text with '-S -emit-llvm'",),
    )


def refused(name: str, why: str) -> Error:
    return error("RZ103", f"{name}: {why}")


def newer(name: str, producer: int, ours: int) -> Error:
    return error(
        "RZ104",
        f"{name} was written by LLVM {producer}, newer than the LLVM {ours} used here",
        helps=(f"compile with LLVM {ours} or older, or hand over LLVM text (-S)",),
    )


def debug_lost(name: str, why: str) -> Error:
    return error("RZ903", f"{name}: LLVM drops all debug information of this module", notes=(why,))


def invalid(refused: Error) -> Error:
    """What LLVM refused in IR of our own making."""
    said, place = refused.diagnostic.message.splitlines()[0], refused.location
    where = f" (line {place.line})" if place else ""
    return error("RZ902", f"LLVM refuses the derivative that was generated: {said}{where}")


def unselectable(triple: str, why: str) -> Error:
    return error("RZ106", f"there is no code for {triple}", notes=(why,))


def missing_symbols(names: Sequence[str], users: Mapping[str, str] | None = None) -> Error:
    """Nothing defines some symbols; `users` says which function and line uses one."""
    what = "a symbol is" if len(names) == 1 else f"{len(names)} symbols are"
    shown = {name: demangled(name) for name in names}
    listed = ", ".join(f"'{text}'" for text in shown.values())
    used = {shown[name]: place for name, place in (users or {}).items()}
    lacks = any(map(openblas.spellings, names)) and openblas.library() is None
    serial = any(name.startswith(_OPENMP) for name in names)
    asks = any(map(is_entry, names))
    return error(
        "RZ030",
        f"{what} not defined anywhere: {listed}",
        notes=tuple(f"'{name}' is used by {place}" for name, place in used.items()),
        helps=(
            *(("leave out -fopenmp: parallel regions then run serially",) if serial else ()),
            *(("pip install 'ribozyme[blas]' brings OpenBLAS",) if lacks else ()),
            *((ENTRY,) if asks else ()),
            *(() if all(map(is_entry, names)) else (_LIBRARY,)),
        ),
    )


def unlinkable(name: str, why: str) -> Error:
    return error("RZ031" if "multiply defined" in why else "RZ034", f"{name}: {why}")


def other_target(theirs: str, ours: str) -> Error:
    return error("RZ033", f"the module is for {theirs}, not for {ours}")


def no_code(why: str) -> Error:
    return error("RZ904", "LLVM could not generate code", notes=(why,))


def died(why: str) -> Error:
    return error("RZ605", "LLVM died at this module", notes=(why,))


def unreadable(name: str, why: str) -> Error:
    return error("RZ101", f"{name}: LLVM's reader gave up: {why}")


def not_text(name: str, why: UnicodeDecodeError) -> Error:
    return error("RZ105", f"{name} holds a name or text that is not UTF-8: {why.reason}")


def internal(why: str) -> Error:
    return error("RZ901", why)


def linker_refused(linker: str, said: str) -> Error:
    left = dict.fromkeys(re.findall(r"undefined reference to `(__enzyme_\w+)'", said))
    said_of = "is no derivative call, or its object was made by another compiler"
    helps = (f"'{name}' {said_of}" for name in left)
    notes = tuple(said.splitlines()[:20])
    return error("RZ034", f"the linker {linker} refused", notes=notes, helps=tuple(helps))


def unopened(library: str, why: str) -> Error:
    return error(
        "RZ034",
        f"the shared library {library!r} cannot be opened",
        notes=(why,),
        helps=(
            "give its path: libraries=['/…/lib….so']",
            "a name alone is looked for by the system, then beside the files of the program",
        ),
    )


def no_linker() -> Error:
    return error(
        "RZ034", "there is no linker on this machine", helps=("pip install ziglang", "install gcc")
    )
