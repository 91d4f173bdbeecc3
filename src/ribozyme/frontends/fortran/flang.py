"""Fortran by the system's flang: files to modules, and how procedures are called.

    phys.f90  →  flang -S -emit-llvm -O1 -g …          the module
              →  flang -fc1 -emit-hlfir                intents, shapes and kinds of its dummies
                 →  flang -fc1 -emit-llvm …            the module, where shapes became constant

flang has no switch against LLVM's passes; `-O1` without vectorisation is what comes nearest, and
has alias metadata, which `-O0` lacks. Files are compiled in the order of their `use` statements,
with their `.mod` files in a folder of their own. Files that were compiled before start no compiler.
"""

import os
import pickle
import re
import shlex
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, final

from ribozyme.base.cache import Cache, default_cache
from ribozyme.base.errors import Error
from ribozyme.base.record import record
from ribozyme.frontends import compiler_errors, programs, stored, toolchain
from ribozyme.frontends.base import Compiled, Found, How, Missing, Procedure
from ribozyme.frontends.fortran import (
    derivedtypes,
    fir,
    flangruntime,
    flangtext,
    fortransources,
    hlfir,
    procedure_wrappers,
    shapes,
)

PROGRAMS: Final = ("flang-22", "flang-21", "flang-20", "flang-19", "flang", "flang-new")
OURS: Final = ("-fno-vectorize", "-fno-slp-vectorize", "-fPIC", "-fno-color-diagnostics")
_OLDEST: Final = 19

# Flags that change what a dummy argument is.
_OF_LANGUAGE: Final = (
    *("-I", "-D", "-U", "-cpp", "-nocpp", "-std=", "-ffixed", "-ffree", "-fdefault-", "-fopenmp"),
    *("-fimplicit", "-fbackslash", "-flogical", "-fxor", "-J", "-module-dir"),
)
_TRIPLE: Final = re.compile(r'^target triple = "([^"]+)"', re.MULTILINE)
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
            return Missing(compiler_errors.FLANG_WAY_OUT)

    def compiled(self, sources: Sequence[Path], how: How) -> tuple[Compiled, ...]:
        here = Path.cwd()
        paths = [here / source for source in sources]
        texts = {path: _read(path) for path in paths}
        made = _modules(fortransources.ordered(texts), texts, how, here)
        return tuple(made[path] for path in paths)

    def from_text(self, text: str, how: How) -> Compiled:
        """Text is given a file, whose name messages and debug info show."""
        with programs.text_file(text, ".f90") as path:
            name = Path(path.name)
            found = _modules([name], {name: text}, how, path.parent)[name]
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
        if programs.located(name, search):
            return _named(name, search)
    raise compiler_errors.no_flang("Fortran is compiled by flang, which is not on this machine")


@lru_cache(maxsize=8)
def _named(text: str, search: str) -> Compiler:
    command = programs.located(text, search)
    if command is None:
        raise compiler_errors.no_flang(f"there is no program {text!r}")
    said = programs.answer(command, "--version")
    version = re.search(r"flang.* version (\d+)[\d.]*", said)
    if version is None:
        raise compiler_errors.no_flang(f"{text!r} is not a flang")
    if not _OLDEST <= int(version[1]) <= toolchain.NEWEST_LLVM:
        raise compiler_errors.no_flang(
            f"{text!r} is flang {version[1]}; versions {_OLDEST} to {toolchain.NEWEST_LLVM} do"
        )
    stamp = programs.stamp(Path(command[0]).resolve())
    return Compiler(command, version[0], f"{said.splitlines()[0]} {stamp}")


# ---- compiling -----------------------------------------------------------------------------------


def _read(path: Path) -> str:
    return programs.content(path).decode("utf-8", "surrogateescape")


def _modules(
    order: Sequence[Path], texts: Mapping[Path, str], how: How, here: Path
) -> dict[Path, Compiled]:
    """The module of each file, all of them compiled in this order."""
    programs.check_level(how)
    fc = compiler(how.compiler)
    read = fortransources.others(texts, [here / f for f in _folders(how.flags)])
    names = [str(path) for path in order]
    contents = [texts[path].encode("utf-8", "surrogateescape") for path in order]
    debug = ("-g",) if how.debug else ()
    flags = (*OURS, f"-{_level(how)}", *debug, f"--target={toolchain.target()}", *_kept(how.flags))

    def run() -> stored.Output:
        found, around, said = _run(fc, order, flags, here)
        return stored.Output(pickle.dumps((found, around)), read, said)

    output = stored.output(
        default_cache() if how.cache is None else how.cache,
        ("fortran 9", fc.identity, *names, str(here), *flags),
        b"\0".join(contents),
        run,
    )
    code: list[tuple[str, tuple[Procedure, ...]]]
    code, around = pickle.loads(output.code)
    types = derivedtypes.read(module for module, _ in code)
    support = (*([around] if around else []), flangruntime.bodies(types, how.cache))
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
) -> tuple[list[tuple[str, tuple[Procedure, ...]]], str, str]:
    """Each file's module and procedures, the wrappers' module, and the compiler's words."""
    found, said = [], []
    with tempfile.TemporaryDirectory(prefix="ribozyme-") as scratch:
        module, text = Path(scratch, "module.ll"), Path(scratch, "module.mlir")
        modules = ("-module-dir", scratch, "-I", scratch)
        for path in order:
            words = [*flags, *modules, "-S", "-emit-llvm", str(path), "-o", str(module)]
            said.append(_told(fc, words, path, here))
            head = ["-fc1", *_of_language(flags), *modules, "-emit-hlfir", str(path)]
            _told(fc, [*head, "-o", str(text)], path, here)
            lowered = text.read_text(encoding="utf-8", errors="replace")
            procedures = hlfir.procedures(lowered)
            if shapes.constant(lowered) != lowered:
                _with_shapes(fc, flags, head, text, module, here)
            code = module.read_text(encoding="utf-8", errors="surrogateescape")
            told = _descriptors(fc, flags, modules, path, code, here)
            found.append((flangtext.tidied(code, told), procedures))
        around = _wrapped(fc, flags, modules, found, Path(scratch))
    return found, around, "".join(said)


def _with_shapes(
    fc: Compiler, flags: Sequence[str], head: Sequence[str], text: Path, module: Path, here: Path
) -> None:
    """Makes the module of a file once more, out of HLFIR with constant shapes.

    That is flang's own second half, which knows few flags. Whatever it does not take stays as it
    was made.
    """
    plain = [flag for flag in flags if flag not in (*OURS, "-O1", "-g")]
    if "-O1" not in flags or len(list(_of_language(plain))) != len(plain) - 1:  # and the target
        return
    if any(flag.startswith("-fopenmp") for flag in flags):
        return
    debug = ("-debug-info-kind=standalone",) if "-g" in flags else ()
    located = ("-mmlir", "-mlir-print-debuginfo") if debug else ()
    again = text.with_name("shapes.mlir")
    made = text.with_name("shapes.ll")
    triple = _TRIPLE.search(module.read_text(encoding="utf-8", errors="surrogateescape"))
    target = ("-triple", triple[1]) if triple else ()
    words = ["-fc1", *target, "-emit-llvm", "-mrelocation-model", "pic", "-pic-level", "2"]
    words += [*debug, "-O1", str(again), "-o", str(made)]
    try:
        _told(fc, [*head, "-O1", *located, "-o", str(again)], text, here)
        lowered = again.read_text(encoding="utf-8", errors="surrogateescape")
        again.write_text(shapes.constant(lowered), encoding="utf-8", errors="surrogateescape")
        _told(fc, words, text, here)
    except Error:
        return
    made.replace(module)


def _wrapped(
    fc: Compiler,
    flags: Sequence[str],
    modules: Sequence[str],
    of: list[tuple[str, tuple[Procedure, ...]]],
    scratch: Path,
) -> str:
    """The module of the wrappers, which then stand for their procedures; empty without any.

    One that does not compile, as its procedure is private, is left out.
    """
    plain = [flag for flag in flags if flag not in ("-ffixed-form", "-cpp")]

    def compiled(some: Sequence[Procedure]) -> tuple[str, tuple[Procedure, ...]]:
        path, code, text = (scratch / f"rz_wrappers{end}" for end in (".f90", ".ll", ".mlir"))
        path.write_text(procedure_wrappers.source(some) + "\n", encoding="utf-8")
        words = [*plain, *modules, "-S", "-emit-llvm", str(path), "-o", str(code)]
        _told(fc, words, path, scratch)
        head = ["-fc1", *_of_language(plain), *modules, "-emit-hlfir", str(path), "-o", str(text)]
        _told(fc, head, path, scratch)
        made = hlfir.procedures(text.read_text(encoding="utf-8", errors="replace"))
        llvm = code.read_text(encoding="utf-8", errors="replace")
        told = _descriptors(fc, plain, modules, path, llvm, scratch)
        return flangtext.tidied(llvm, told), made

    def compiles(one: Procedure) -> bool:
        try:
            compiled([one])
        except Error:
            return False
        return True

    wanted = [one for _, procedures in of for one in procedure_wrappers.wrapped(procedures)]
    if not wanted:
        return ""
    try:
        code, made = compiled(wanted)
    except Error:
        wanted = [one for one in wanted if compiles(one)]
        if not wanted:
            return ""
        code, made = compiled(wanted)
    for n, (module, procedures) in enumerate(of):
        stand = tuple(procedure_wrappers.standing(procedures, made))
        names = {one.name for one in stand}
        of[n] = module, (*(p for p in procedures if p.name not in names), *stand)
    return code


def _descriptors(
    fc: Compiler,
    flags: Sequence[str],
    modules: Sequence[str],
    path: Path,
    code: str,
    here: Path,
) -> flangtext.Descriptors:
    """What a file's calls of the run time are given, by the compiler's own word."""
    if not flangtext.changes_descriptors(code):
        return {}
    text = Path(modules[1], "module.fir")
    level = [flag for flag in flags if flag.startswith("-O")]
    head = ["-fc1", *level, *_of_language(flags), *modules, "-emit-fir", str(path)]
    _told(fc, [*head, "-o", str(text)], path, here)
    return fir.described(text.read_text(encoding="utf-8", errors="replace"))


def _of_language(flags: Sequence[str]) -> Iterator[str]:
    words = iter(flags)
    for word in words:
        if word.startswith(_OF_LANGUAGE):
            yield word
            if word in _WITH_A_WORD:
                yield next(words, "")


def _told(fc: Compiler, words: Sequence[str], path: Path, here: Path) -> str:
    command = [*fc.command, *words]
    done = programs.run(command, here, compiler_errors.no_flang)
    if done.returncode != 0:
        said = shlex.join(command)
        raise compiler_errors.compiler_says(done.stderr, path.name, done.returncode, said)
    return done.stderr
