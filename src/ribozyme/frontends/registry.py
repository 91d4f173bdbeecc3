"""The front ends by language. A front end is imported when the first file asks for it.

of("c++")  →  the front end of C++
"""

from collections.abc import Iterable
from pathlib import Path
from typing import assert_never

from ribozyme.base.cache import Cache
from ribozyme.frontends import openmpruntime
from ribozyme.frontends.base import MEMBERS, Compiled, FrontEnd, Language


def of(language: Language) -> FrontEnd:
    """The front end of a language."""
    match language:
        case "c" | "c++":
            from ribozyme.frontends.c.clang import Clang

            return Clang(language)
        case "fortran":
            from ribozyme.frontends.fortran.flang import Flang

            return Flang()
        case "zig":
            from ribozyme.frontends.zig.zig import Zig

            return Zig()
        case "rust":
            from ribozyme.frontends.rust.rust import Rust

            return Rust()
        case "mlir":
            from ribozyme.frontends.printers import MLIR

            return MLIR
        case "d":
            from ribozyme.frontends.printers import D

            return D
        case "ir":
            from ribozyme.frontends.irfile import IRFile

            return IRFile()
        case other:
            assert_never(other)


def libraries(modules: Iterable[Compiled], cache: Cache | None = None) -> tuple[Path, ...]:
    """The shared libraries that the run times of some modules' languages need."""
    given = tuple(modules)
    spoken = dict.fromkeys(module.language for module in given)
    ordered = (member.language for member in MEMBERS if member.language in spoken)
    found = (
        path
        for language in ordered
        for path in of(language).runtime([m for m in given if m.language == language], cache)
    )
    return tuple(dict.fromkeys((*found, *openmpruntime.libraries(given, cache))))
