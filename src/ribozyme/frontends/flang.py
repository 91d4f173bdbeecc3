"""Fortran by the system's flang: files to modules, and how procedures are called.

    phys.f90  →  flang -S -emit-llvm -O1 -g …          the module
              →  flang -fc1 -emit-hlfir                intents, shapes and kinds of its dummies

flang has no switch against LLVM's passes; `-O1` without vectorisation is what comes nearest, and
has alias metadata, which `-O0` lacks. Files are compiled in the order of their `use` statements,
with their `.mod` files in a folder of their own. Files that were compiled before start no compiler.
"""

import hashlib
import os
import pickle
import re
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, final

from ribozyme.base.cache import Cache, default_cache
from ribozyme.base.errors import Error
from ribozyme.base.record import record
from ribozyme.base.source import SOURCES
from ribozyme.frontends import (
    derivedtypes,
    faults,
    flangruntime,
    flangtext,
    fortransources,
    hlfir,
    stored,
    toolchain,
)
from ribozyme.frontends.base import LEVELS, Compiled, Found, How, Missing, Procedure

PROGRAMS: Final = ("flang-22", "flang-21", "flang-20", "flang-19", "flang", "flang-new")
OURS: Final = ("-fno-vectorize", "-fno-slp-vectorize", "-fPIC", "-fno-color-diagnostics")
_OLDEST: Final = 19

# Flags that change what a dummy argument is.
_OF_LANGUAGE: Final = (
    *("-I", "-D", "-U", "-cpp", "-nocpp", "-std=", "-ffixed", "-ffree", "-fdefault-", "-fopenmp"),
    *("-fimplicit", "-fbackslash", "-flogical", "-fxor", "-J", "-module-dir"),
)
_WITH_A_WORD: Final = ("-I", "-D", "-U", "-J", "-module-dir")


@final
@record
class Compiler:
    """A flang: how it is called, and what tells it from every other one."""

    command: tuple[str, ...]
    version: str
    identity: str


@final
class Flang:
    """The front end of Fortran."""

    def find(self) -> Found | Missing:
        try:
            return Found(compiler().version)
        except Error:
            return Missing(faults.FLANG_WAY_OUT)

    def compiled(self, sources: Sequence[Path], how: How) -> tuple[Compiled, ...]:
        here = Path.cwd()
        paths = [here / source for source in sources]
        texts = {path: _read(path) for path in paths}
        made = _modules(fortransources.ordered(texts), texts, how, here)
        return tuple(made[path] for path in paths)

    def from_text(self, text: str, how: How) -> Compiled:
        """Text is given a file, whose name messages and debug info show."""
        content = text.encode("utf-8", "surrogateescape")
        name = f"source-{hashlib.sha256(content).hexdigest()[:8]}.f90"
        SOURCES.add(name, text)
        with tempfile.TemporaryDirectory(prefix="ribozyme-") as folder:
            path = Path(folder, name)
            path.write_bytes(content)
            SOURCES.add(str(path), text)
            found = _modules([Path(name)], {Path(name): text}, how, Path(folder))[Path(name)]
        return Compiled(
            found.code, found.language, (), how.flags, (), None, found.warnings, how.compiler,
            found.procedures, found.support, True,
        )  # fmt: skip

    def runtime(self, modules: Sequence[Compiled], cache: Cache | None) -> tuple[Path, ...]:
        return (flangruntime.library(compiler().command[0], cache),)


# ---- the compiler --------------------------------------------------------------------------------


def compiler(choice: str | None = None) -> Compiler:
    """The compiler asked for: by the option, by `RIBOZYME_FC`, else the first flang found."""
    named = choice or os.environ.get("RIBOZYME_FC")
    search = os.environ.get("PATH", "")
    if named:
        return _named(named, search)
    for name in PROGRAMS:
        if shutil.which(name, path=search):
            return _named(name, search)
    raise faults.no_flang("Fortran is compiled by flang, which is not on this machine")


@lru_cache(maxsize=8)
def _named(text: str, search: str) -> Compiler:
    words = shlex.split(text)
    found = shutil.which(words[0], path=search) if words else None
    if found is None:
        raise faults.no_flang(f"there is no program {text!r}")
    asked = subprocess.run(
        [found, *words[1:], "--version"], capture_output=True, text=True, check=False
    )
    version = re.search(r"flang.* version (\d+)[\d.]*", asked.stdout)
    if version is None:
        raise faults.no_flang(f"{text!r} is not a flang")
    if not _OLDEST <= int(version[1]) <= toolchain.NEWEST_LLVM:
        raise faults.no_flang(
            f"{text!r} is flang {version[1]}; versions {_OLDEST} to {toolchain.NEWEST_LLVM} do"
        )
    status = Path(found).resolve().stat()
    stamp = f"{asked.stdout.splitlines()[0]} {found} {status.st_size} {status.st_mtime_ns}"
    return Compiler((found, *words[1:]), version[0], stamp)


# ---- compiling -----------------------------------------------------------------------------------


def _read(path: Path) -> str:
    if not path.is_file():
        raise faults.missing_file(path)
    try:
        return path.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError as failure:
        raise faults.unreadable(path, failure) from failure


def _modules(
    order: Sequence[Path], texts: Mapping[Path, str], how: How, here: Path
) -> dict[Path, Compiled]:
    """The module of each file, all of them compiled in this order."""
    if how.level is not None and how.level not in LEVELS:
        raise faults.unknown_level(how.level, LEVELS)
    fc = compiler(how.compiler)
    read = fortransources.others(texts, [here / f for f in _folders(how.flags)])
    names = [str(path) for path in order]
    contents = [texts[path].encode("utf-8", "surrogateescape") for path in order]
    debug = ("-g",) if how.debug else ()
    flags = (*OURS, f"-{_level(how)}", *debug, f"--target={toolchain.target()}", *_kept(how.flags))

    def run() -> stored.Output:
        found, said = _run(fc, order, flags, here)
        return stored.Output(pickle.dumps(found), read, said)

    output = stored.output(
        default_cache() if how.cache is None else how.cache,
        ("fortran 3", fc.identity, *names, str(here), *flags),
        b"\0".join(contents),
        run,
    )
    code: list[tuple[str, tuple[Procedure, ...]]] = pickle.loads(output.code)
    types = derivedtypes.read(module for module, _ in code)
    support = (flangruntime.bodies(types, how.cache),)
    return {
        path: Compiled(
            module, "fortran", (path,), how.flags, output.read, None, output.warnings,
            how.compiler, procedures, support, True,
        )
        for path, (module, procedures) in zip(order, code, strict=True)
    }  # fmt: skip


def _level(how: How) -> str:
    """What flang is given: LLVM's passes are ours to run, and -O1 runs the fewest.

    Above it flang's own passes take additions marked `nuw` that wrap for what they are not
    (`flangtext`), and the program computes something else.
    """
    return "O0" if how.level == "O0" else "O1"


def _kept(flags: Sequence[str]) -> tuple[str, ...]:
    return tuple(flag for flag in flags if not flag.startswith("-O"))


def _folders(flags: Sequence[str]) -> Iterator[str]:
    words = iter(flags)
    for word in words:
        if word.startswith("-I"):
            yield word[2:] or next(words, "")


def _run(
    fc: Compiler, order: Sequence[Path], flags: Sequence[str], here: Path
) -> tuple[list[tuple[str, tuple[Procedure, ...]]], str]:
    """Each file's bitcode and procedures, and the compiler's words."""
    found, said = [], []
    with tempfile.TemporaryDirectory(prefix="ribozyme-") as scratch:
        module, text = Path(scratch, "module.ll"), Path(scratch, "module.mlir")
        modules = ("-module-dir", scratch, "-I", scratch)
        for path in order:
            words = [*flags, *modules, "-S", "-emit-llvm", str(path), "-o", str(module)]
            said.append(_told(fc, words, path, here))
            head = ["-fc1", *_of_language(flags), *modules, "-emit-hlfir", str(path)]
            _told(fc, [*head, "-o", str(text)], path, here)
            procedures = hlfir.procedures(text.read_text(encoding="utf-8", errors="replace"))
            code = module.read_text(encoding="utf-8", errors="surrogateescape")
            found.append((flangtext.tidied(code), procedures))
    return found, "".join(said)


def _of_language(flags: Sequence[str]) -> Iterator[str]:
    words = iter(flags)
    for word in words:
        if word.startswith(_OF_LANGUAGE):
            yield word
            if word in _WITH_A_WORD:
                yield next(words, "")


def _told(fc: Compiler, words: Sequence[str], path: Path, here: Path) -> str:
    command = [*fc.command, *words]
    try:
        done = subprocess.run(
            command,
            cwd=here,
            env={**os.environ, "LC_ALL": "C"},
            capture_output=True,
            encoding="utf-8",
            errors="surrogateescape",
            check=False,
        )
    except OSError as failure:
        raise faults.no_flang(f"{command[0]} does not start: {failure.strerror}") from failure
    if done.returncode != 0:
        said = shlex.join(command)
        raise faults.compiler_says(done.stderr, path.name, done.returncode, said)
    return done.stderr
