"""The errors of the front ends: the compiler's own words, and a way out.

Every error a front end raises is made here, so that its codes are seen in one place.
"""

import re
from pathlib import Path
from typing import Final

from ribozyme.base.errors import Error, error
from ribozyme.base.source import Span

_PLACE: Final = re.compile(
    r"^(?P<file>[^\n:]+):(?P<line>\d+):(?P<column>\d+): (?:fatal )?error: (?P<text>.*)$",
    re.MULTILINE,
)
_SHOWN: Final = 24  # lines of the compiler's words: one screen with the head and the fixes


def compiler_says(words: str, source: str, status: int) -> Error:
    """The compiler refused the file: its words, the first error's place."""
    first = _PLACE.search(words)
    if first is None:
        reason = words.strip() or f"it ended with status {status} and said nothing"
        return error("RZ020", f"the compiler failed on {source}", notes=(_screen(reason),))
    span = Span(first["file"], int(first["line"]), int(first["column"]))
    return error("RZ020", first["text"], span=span, notes=(_screen(words.strip()),))


def _screen(words: str) -> str:
    lines = words.splitlines()
    if len(lines) <= _SHOWN:
        return words
    return "\n".join((*lines[:_SHOWN], f"… {len(lines) - _SHOWN} more lines"))


def no_compiler(reason: str) -> Error:
    """There is no compiler, or not one that can be used."""
    helps = (
        "pip install 'ziglang>=0.17,<0.18', which carries clang",
        "or name a clang of version 22 or older: RIBOZYME_CC=clang-22",
    )
    return error("RZ021", reason, helps=helps)


def no_headers(reason: str, *helps: str) -> Error:
    """The standard library asked for has no headers here."""
    return error("RZ025", reason, helps=helps)


def missing_file(path: Path) -> Error:
    """The file named by the user cannot be read."""
    folder = path.parent if str(path.parent) != "." else Path.cwd()
    helps = (f"paths are taken from {Path.cwd()}",) if not path.is_absolute() else ()
    what = "is a folder" if path.is_dir() else f"is not in {folder}"
    return error("RZ002", f"no file {str(path)!r}: it {what}", helps=helps)


def unknown_suffix(path: Path, known: tuple[str, ...]) -> Error:
    """No front end takes files of this suffix."""
    helps = (f"known are {' '.join(known)}", "or say what it is: lang='c' or lang='c++'")
    return error("RZ003", f"what language is {path.name!r}?", helps=helps)


def not_compiled(lang: str) -> Error:
    """Text in a language that clang does not read."""
    return error("RZ003", f"no compiler is needed for {lang!r}", helps=("lang='c' or lang='c++'",))


def unreadable(path: Path, failure: OSError) -> Error:
    """The file is there, but the system does not give it."""
    return error("RZ002", f"cannot read {str(path)!r}: {failure.strerror}")


def not_ir(path: Path, what: str) -> Error:
    """A file that was given as LLVM IR and holds something else."""
    return error(
        "RZ102",
        f"{path.name!r} is not LLVM IR: it is {what}",
        span=Span(str(path), 0),
        helps=(f"make IR of C by: clang -c -emit-llvm -o {path.stem}.bc {path.stem}.c",),
    )
