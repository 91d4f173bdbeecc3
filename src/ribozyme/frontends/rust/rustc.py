"""Rust by the system's rustc: a crate, from its root file, to the IR that LLVM has not optimised.

    model.rs  →  rustc --emit=llvm-ir -C no-prepopulate-passes -C opt-level=3 …   →   rusttext

MIR is optimised by rustc, LLVM's passes are Ribozyme's to run. Small public functions, which rustc
leaves to those who use the crate, have code by `-C link-dead-code`. A panic does not unwind the
crate's own functions, which have no landing pads, but passes them on its way to Python.
"""

import os
import re
import shlex
import tempfile
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, final

from ribozyme.base.cache import default_cache, own_code
from ribozyme.base.record import record
from ribozyme.frontends import compiler_errors, programs, stored, toolchain
from ribozyme.frontends.base import Compiled, How, Level
from ribozyme.frontends.rust import rusttext

OURS: Final = (
    *("-Cno-prepopulate-passes", "-Clink-dead-code", "-Ccodegen-units=1", "-Cpanic=abort"),
    *("-Csymbol-mangling-version=v0", "-Cforce-unwind-tables=yes", "-Crelocation-model=pic"),
)
_OLDEST: Final = (1, 85)
LEVELS: Final[dict[Level | None, str]] = {
    None: "3", "O0": "0", "O1": "1", "O2": "2", "O3": "3", "Os": "s", "Oz": "z",
}  # fmt: skip
_NAME: Final = re.compile(r"\W")


@final
@record
class Compiler:
    """A rustc: how it is called, and what tells it from every other one."""

    command: tuple[str, ...]
    version: str
    host: str  # the machine it makes code for where it is not told
    identity: str


def compiler(choice: str | None = None) -> Compiler:
    """The compiler asked for: by the option, by `RIBOZYME_RUSTC`, else the first rustc found."""
    named = choice or os.environ.get("RIBOZYME_RUSTC") or "rustc"
    return _named(named, os.environ.get("PATH", ""))


@lru_cache(maxsize=8)
def _named(text: str, search: str) -> Compiler:
    command = programs.located(text, search) or _of_rustup(text)
    if command is None:
        raise compiler_errors.no_rust(
            f"Rust is compiled by rustc, and there is no program {text!r}"
        )
    said = programs.answer(command, "-vV")
    version = re.search(r"^release: (\d+)\.(\d+)", said, re.M)
    newest = re.search(r"^LLVM version: (\d+)", said, re.M)
    if version is None or newest is None:
        raise compiler_errors.no_rust(f"{text!r} is not a rustc")
    first = said.splitlines()[0]
    if (int(version[1]), int(version[2])) < _OLDEST or int(newest[1]) > toolchain.NEWEST_LLVM:
        raise compiler_errors.no_rust(f"{first} of LLVM {newest[1]} is not one that can be used")
    host = re.search(r"^host: (\S+)", said, re.M)
    return Compiler(command, first, host[1] if host else "", f"{' '.join(command)} {said}")


def _of_rustup(text: str) -> tuple[str, ...] | None:
    """Where rustup puts programs, which need not be on the path."""
    path = Path.home() / ".cargo" / "bin" / text
    return (str(path),) if "/" not in text and path.is_file() else None


# ---- compiling -----------------------------------------------------------------------------------


def module(path: Path, how: How) -> Compiled:
    programs.check_level(how)
    content = programs.content(path)
    rustc = compiler(how.compiler)
    flags = _flags(how)
    output = stored.output(
        default_cache() if how.cache is None else how.cache,
        ("rust", own_code(), rustc.identity, str(path), *flags),
        content,
        lambda: _run(rustc, path, flags),
    )
    code = output.code.decode("utf-8", "surrogateescape")
    return Compiled(
        code, "rust", (path,), how.flags, output.read, None, output.warnings, how.compiler,
        own_runtime=True,
    )  # fmt: skip


def _flags(how: How) -> tuple[str, ...]:
    """Ours, the level, and the user's, of which the last one counts."""
    kept = [flag for flag in how.flags if not flag.startswith(("-l", "-O"))]
    own = any(flag.startswith("--edition") for flag in kept)
    edition = () if own else ("--edition=2021",)
    debug = ("-Cdebuginfo=2",) if how.debug else ()
    return (*OURS, *edition, *debug, f"-Copt-level={LEVELS[how.level]}", *kept)


def crate_name(path: Path) -> str:
    """The name of a crate of one file, as rustc has it; `lib.rs` goes by its folder's."""
    stem = path.stem
    if stem in ("lib", "main", "mod"):
        above = path.parent.parent if path.parent.name == "src" else path.parent
        stem = above.name or stem
    name = _NAME.sub("_", stem)
    return f"_{name}" if name[:1].isdigit() else name


def _run(rustc: Compiler, path: Path, flags: Sequence[str]) -> stored.Output:
    crate = crate_name(path)
    with tempfile.TemporaryDirectory(prefix="ribozyme-") as scratch:
        made, listing = Path(scratch, "module.ll"), Path(scratch, "module.d")
        command = [
            *(*rustc.command, *flags, "--crate-type=lib", f"--crate-name={crate}", str(path)),
            *("--error-format=human", "--color=never", f"--emit=llvm-ir={made},dep-info={listing}"),
        ]
        done = programs.run(command, path.parent, compiler_errors.no_rust)
        if done.returncode != 0 or not made.is_file():
            said = shlex.join(command)
            raise compiler_errors.rustc_says(done.stderr, path.name, done.returncode, said)
        printed = made.read_text(encoding="utf-8", errors="surrogateescape")
        code = rusttext.rewritten(printed, crate)
        seen = files_read(listing, path.parent)
        others = tuple(found for found in seen if found != path)
        return stored.Output(code.encode("utf-8", "surrogateescape"), others, done.stderr)


def files_read(listing: Path, folder: Path) -> tuple[Path, ...]:
    """The files that rustc read, by the make rule it wrote; relative paths start at `folder`."""
    rule = listing.read_text(encoding="utf-8", errors="surrogateescape")
    _, _, names = rule.partition("\n")[0].partition(": ")
    words = [word.replace("\0", " ") for word in names.replace("\\ ", "\0").split()]
    return tuple(folder / word for word in words)
