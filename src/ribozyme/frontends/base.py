"""What every front end delivers, and the table from suffix to front end.

A front end turns one file of a user's program into one LLVM module. It never links, optimises or
parses modules: those are the bridge's work, and the two layers do not know each other.

    norm.c  →  Compiled(code=b"BC…", language="c", sources=(norm.c,), …)
"""

from pathlib import Path
from typing import Final, Literal, final

from ribozyme.base.record import record

Language = Literal["c", "c++", "ir"]
CxxLibrary = Literal["libstdc++", "libc++"]

# Later front ends (Fortran, Rust, Zig, objects that carry bitcode) add their suffixes here.
LANGUAGES: Final[dict[str, Language]] = {
    ".c": "c",
    ".cc": "c++",
    ".cpp": "c++",
    ".cxx": "c++",
    ".c++": "c++",
    ".C": "c++",
    ".ll": "ir",
    ".bc": "ir",
}


@final
@record
class Compiled:
    """One LLVM module and where it came from: bitcode as bytes, or IR as text."""

    code: bytes | str
    language: Language
    sources: tuple[Path, ...]
    flags: tuple[str, ...] = ()
    includes: tuple[Path, ...] = ()  # every other file the compiler read
    cxx_library: CxxLibrary | None = None  # whose run time the module needs
    warnings: str = ""  # the compiler's own words
    compiler: str | None = None  # the one that was asked for by name


def language(path: Path) -> Language | None:
    """The language a file is written in by its suffix, None where no front end takes it."""
    return LANGUAGES.get(path.suffix)
