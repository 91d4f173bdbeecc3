"""Rust by the system's rustc: a crate, from its root file, to the IR that LLVM has not optimised.

    model.rs  →  rustc --emit=llvm-ir -C no-prepopulate-passes -C opt-level=3 …   →   rusttext

MIR is optimised by rustc, LLVM's passes are Ribozyme's to run. Small public functions, which rustc
leaves to those who use the crate, have code by `-C link-dead-code`. A panic does not unwind the
crate's own functions, which have no landing pads, but passes them on its way to Python.
"""

import hashlib
import os
import re
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, final

from ribozyme.base.cache import Cache, default_cache, own_code
from ribozyme.base.errors import Error
from ribozyme.base.record import record
from ribozyme.base.source import SOURCES
from ribozyme.frontends import faults, rustruntime, rusttext, stored, toolchain
from ribozyme.frontends.base import LEVELS, Compiled, Found, How, Level, Missing

OURS: Final = (
    *("-Cno-prepopulate-passes", "-Clink-dead-code", "-Ccodegen-units=1", "-Cpanic=abort"),
    *("-Csymbol-mangling-version=v0", "-Cforce-unwind-tables=yes", "-Crelocation-model=pic"),
)
_OLDEST: Final = (1, 85)
_LEVELS: Final[dict[Level | None, str]] = {
    None: "3", "O0": "0", "O1": "1", "O2": "2", "O3": "3", "Os": "s", "Oz": "z",
}  # fmt: skip
_NAME: Final = re.compile(r"\W")


@final
@record
class Compiler:
    """A rustc: how it is called, and what tells it from every other one."""

    program: str
    version: str
    identity: str


@final
class Rustc:
    """The front end of Rust."""

    def find(self) -> Found | Missing:
        try:
            return Found(compiler().version)
        except Error:
            return Missing(faults.RUST_WAY_OUT)

    def compiled(self, sources: Sequence[Path], how: How) -> tuple[Compiled, ...]:
        here = Path.cwd()
        return tuple(_module(here / source, how) for source in sources)

    def from_text(self, text: str, how: How) -> Compiled:
        """Text is given a file, whose name messages and debug info show."""
        content = text.encode("utf-8", "surrogateescape")
        name = f"source_{hashlib.sha256(content).hexdigest()[:8]}.rs"
        SOURCES.add(name, text)
        with tempfile.TemporaryDirectory(prefix="ribozyme-") as folder:
            path = Path(folder, name)
            path.write_bytes(content)
            SOURCES.add(str(path), text)
            made = _module(path, how)
        return Compiled(made.code, "rust", (), how.flags, (), None, made.warnings, how.compiler,
                        own_runtime=True)  # fmt: skip

    def runtime(self, modules: Sequence[Compiled], cache: Cache | None) -> tuple[Path, ...]:
        found = compiler(modules[0].compiler)
        return rustruntime.libraries(found.program, found.identity, cache)


def compiler(choice: str | None = None) -> Compiler:
    """The compiler asked for: by the option, by `RIBOZYME_RUSTC`, else the first rustc found."""
    named = choice or os.environ.get("RIBOZYME_RUSTC") or "rustc"
    return _named(named, os.environ.get("PATH", ""))


@lru_cache(maxsize=8)
def _named(text: str, search: str) -> Compiler:
    found = shutil.which(text, path=search) or _of_rustup(text)
    if found is None:
        raise faults.no_rust(f"Rust is compiled by rustc, and there is no program {text!r}")
    asked = subprocess.run([found, "-vV"], capture_output=True, text=True, check=False)
    version = re.search(r"^release: (\d+)\.(\d+)", asked.stdout, re.M)
    newest = re.search(r"^LLVM version: (\d+)", asked.stdout, re.M)
    if version is None or newest is None:
        raise faults.no_rust(f"{text!r} is not a rustc")
    if (int(version[1]), int(version[2])) < _OLDEST or int(newest[1]) > toolchain.NEWEST_LLVM:
        words = asked.stdout.splitlines()[0]
        raise faults.no_rust(f"{words} of LLVM {newest[1]} is not one that can be used")
    return Compiler(found, asked.stdout.splitlines()[0], f"{found} {asked.stdout}")


def _of_rustup(text: str) -> str | None:
    """Where rustup puts programs, which need not be on the path."""
    path = Path.home() / ".cargo" / "bin" / text
    return str(path) if "/" not in text and path.is_file() else None


# ---- compiling -----------------------------------------------------------------------------------


def _module(path: Path, how: How) -> Compiled:
    if how.level is not None and how.level not in LEVELS:
        raise faults.unknown_level(how.level, LEVELS)
    if not path.is_file():
        raise faults.missing_file(path)
    rustc = compiler(how.compiler)
    try:
        content = path.read_bytes()
    except OSError as failure:
        raise faults.unreadable(path, failure) from failure
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
    return (*OURS, *edition, *debug, f"-Copt-level={_LEVELS[how.level]}", *kept)


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
        module, read = Path(scratch, "module.ll"), Path(scratch, "module.d")
        command = [
            *(rustc.program, *flags, "--crate-type=lib", f"--crate-name={crate}", str(path)),
            *("--error-format=human", "--color=never", f"--emit=llvm-ir={module},dep-info={read}"),
        ]
        try:
            done = subprocess.run(
                command,
                cwd=path.parent,
                env={**os.environ, "LC_ALL": "C"},
                capture_output=True,
                encoding="utf-8",
                errors="surrogateescape",
                check=False,
            )
        except OSError as failure:
            raise faults.no_rust(f"{rustc.program} does not start: {failure.strerror}") from failure
        if done.returncode != 0 or not module.is_file():
            said = shlex.join(command)
            raise faults.rustc_says(done.stderr, path.name, done.returncode, said)
        printed = module.read_text(encoding="utf-8", errors="surrogateescape")
        code = rusttext.rewritten(printed, crate)
        others = _read(read.read_text(encoding="utf-8", errors="surrogateescape"), path)
        return stored.Output(code.encode("utf-8", "surrogateescape"), others, done.stderr)


def _read(listing: str, path: Path) -> tuple[Path, ...]:
    """The files of the make rule, without the source itself."""
    _, _, names = listing.partition("\n")[0].partition(": ")
    words = [word.replace("\0", " ") for word in names.replace("\\ ", "\0").split()]
    return tuple(found for word in words if (found := path.parent / word) != path)
