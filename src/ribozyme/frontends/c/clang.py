"""C and C++ by the raw clang driver: one source file to one module of bitcode.

By default the IR is unoptimised yet free of `optnone`, with TBAA, full debug info, and maths
functions that do not set errno: Ribozyme optimises it with a pipeline of its own, so the user's
`-O` does not count. `level` asks for clang's own optimisation instead.

    norm.c  →  clang -O2 -Xclang -disable-llvm-passes -g -fno-math-errno -c -emit-llvm norm.c

A file that was compiled before, with the same flags and unchanged headers, starts no compiler.
"""

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final, final

from ribozyme.base import openblas
from ribozyme.base.cache import Cache, default_cache
from ribozyme.base.errors import Error
from ribozyme.base.record import record
from ribozyme.base.source import SOURCES
from ribozyme.base.stages import staged
from ribozyme.frontends import compiler_errors, programs, stored, toolchain
from ribozyme.frontends.base import (
    LANGUAGES,
    LEVELS,
    Compiled,
    CxxLibrary,
    Found,
    How,
    Language,
    Level,
    Missing,
    language,
)

__all__ = ["LEVELS", "UNOPTIMISED", "Clang", "Level", "compile_c", "debug_flags"]

# TBAA and lifetime markers appear from -O1 on; the passes are ours to run.
UNOPTIMISED: Final = ("-O2", "-Xclang", "-disable-llvm-passes")

# Whole types, also those whose constructor or vtable another file defines: they are a source of
# the type analysis. Key instructions and the methods that a class has, but nobody calls, are for
# debuggers: with Eigen, two thirds of the text. (The driver takes the flag only without the one for
# whole types.)
_DEBUG: Final = ("-g", "-fstandalone-debug")
_DEBUG_BUNDLED: Final = ("-gno-key-instructions", "-Xclang", "-gomit-unreferenced-methods")

# Position independent, since the code may end up in a shared object as well as under the JIT.
_MARKER: Final = Path(__file__).with_name("checkpoint.h")
OURS: Final = ("-fPIC", "-fno-math-errno", "-Qunused-arguments", "-fno-color-diagnostics")

SUFFIX: Final[dict[Language, str]] = {"c": ".c", "c++": ".cpp"}


@final
class Clang:
    """The front end of C, or of C++."""

    def __init__(self, language: Language) -> None:
        self._language = language

    def find(self) -> Found | Missing:
        try:
            found = toolchain.compiler()
        except Error as failure:
            return Missing("; ".join(failure.diagnostic.helps))
        return Found("clang of the package 'ziglang'" if found.bundled else " ".join(found.command))

    def compiled(self, sources: Sequence[Path], how: How) -> tuple[Compiled, ...]:
        if len(sources) == 1:
            return (self._one(sources[0], how),)
        from concurrent.futures import ThreadPoolExecutor  # 6 ms that one file need not pay

        with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
            return tuple(pool.map(lambda path: self._one(path, how), sources))

    def from_text(self, text: str, how: How) -> Compiled:
        return self._one(text, how)

    def runtime(self, modules: Sequence[Compiled], cache: Cache | None) -> tuple[Path, ...]:
        if all(module.cxx_library is None for module in modules):
            return ()
        from ribozyme.frontends.c import cxxruntime

        return cxxruntime.libraries(modules, cache)

    def _one(self, source: Path | str, how: How) -> Compiled:
        return compile_c(
            source,
            lang=self._language,
            flags=how.flags,
            level=how.level,
            debug=how.debug,
            prelude=how.prelude,
            compiler=how.compiler,
            cache=how.cache,
            meanwhile=how.meanwhile,
        )


@final
@record
class Origin:
    """A source: a file by its path, or text by the name it is given."""

    name: str  # as messages and debug info show it
    text: str | None  # what goes to clang's standard input where there is no file
    content: bytes
    language: Language


@final
@record
class Job:
    """One run of clang, everything decided."""

    compiler: toolchain.Compiler
    origin: Origin
    folder: Path  # where relative paths of the flags start
    flags: tuple[str, ...]
    cxx_library: CxxLibrary | None


@staged("front end")
def compile_c(
    source: Path | str,
    *,
    lang: Language | None = None,
    flags: Sequence[str] = (),
    level: Level | None = None,
    debug: bool = True,
    prelude: Path | None = None,
    compiler: str | None = None,
    folder: Path | None = None,
    cache: Cache | None = None,
    meanwhile: tuple[str, ...] = (),
) -> Compiled:
    """The module of one C or C++ file, given by its path, or by its text as a `str`.

    `prelude` is a header included before the first line. `folder` is where relative paths start,
    by default the current one. `compiler` names another clang than the wheel's.
    """
    if level is not None and level not in LEVELS:
        raise compiler_errors.unknown_level(level, LEVELS)
    here = (folder or _current()).resolve()
    origin = _origin(source, lang, here)
    job = _job(origin, _of_user(flags, level), debug, prelude, compiler, here)
    whole = (job.compiler.identity, origin.language, origin.name, str(here), *job.flags)
    native = any(flag.endswith("=native") for flag in flags)
    found = stored.output(
        default_cache() if cache is None else cache,
        (*whole, toolchain.processor()) if native else whole,
        origin.content,
        lambda: _run(job, meanwhile),
        lambda: _unchanged(origin),
    )
    return Compiled(
        found.code,
        origin.language,
        () if origin.text is not None else (Path(origin.name),),
        tuple(flags),
        found.read,
        job.cxx_library,
        found.warnings,
        compiler,
    )


def _current() -> Path:
    """The current folder; the root where that was removed, since text needs none."""
    try:
        return Path.cwd()
    except FileNotFoundError:
        return Path("/")


def _origin(source: Path | str, lang: Language | None, here: Path) -> Origin:
    if isinstance(source, str):
        return _text(source, lang or "c", here)
    path = here / source
    if not path.is_file():
        raise compiler_errors.missing_file(source)
    found = lang or language(path)
    if found not in SUFFIX:
        raise compiler_errors.unknown_suffix(path, tuple(LANGUAGES))
    try:
        return Origin(str(path), None, path.read_bytes(), found)
    except OSError as failure:
        raise compiler_errors.unreadable(source, failure) from failure


def _text(source: str, lang: Language, here: Path) -> Origin:
    """Text gets the name of a file that is none, by which messages find its lines."""
    if lang not in SUFFIX:
        raise compiler_errors.unknown_language(lang)
    content = source.encode("utf-8", "surrogateescape")
    name = f"source-{hashlib.sha256(content).hexdigest()[:8]}{SUFFIX[lang]}"
    SOURCES.add(name, source)
    SOURCES.add(str(here / name), source)  # debug info knows the folder as well
    return Origin(name, source, content, lang)


def _job(
    origin: Origin,
    of_user: tuple[str, ...],
    debug: bool,
    prelude: Path | None,
    choice: str | None,
    here: Path,
) -> Job:
    cc = toolchain.compiler(choice)
    headers = toolchain.headers(cc, origin.language, of_user)
    flags = (
        *(("--driver-mode=g++",) if origin.language == "c++" else ()),
        *headers.flags,
        *openblas.include_flags(origin.content),
        *marker_flags(origin.content),
        *OURS,
        *(debug_flags(cc) if debug else ()),
        *(("-include", str(prelude)) if prelude is not None else ()),
        *of_user,
        "-fno-sanitize=all",
    )
    return Job(cc, origin, here, flags, headers.cxx_library)


def marker_flags(content: bytes) -> tuple[str, ...]:
    """The flags for a source that marks loops: what it calls has a definition."""
    return ("-include", str(_MARKER)) if b"rz_checkpoint" in content else ()


def debug_flags(compiler: toolchain.Compiler) -> tuple[str, ...]:
    """The flags for all that the analyses read of debug info, and no more if it can be helped."""
    return (*_DEBUG, *(_DEBUG_BUNDLED if compiler.bundled else ()))


def _of_user(flags: Sequence[str], level: Level | None) -> tuple[str, ...]:
    """The user's flags with the level in force: ours, or the one asked for by `level`."""
    kept = [flag for flag in flags if not flag.startswith("-O")]
    if "-Ofast" in flags:
        kept.append("-ffast-math")
    return (*(UNOPTIMISED if level is None else (f"-{level}",)), *kept)


def _run(job: Job, meanwhile: tuple[str, ...]) -> stored.Output:
    """Run clang; its bitcode, the files it read and its warnings, or its words as an error."""
    origin = job.origin
    import shlex
    import tempfile

    # The line directive gives text the name that messages and debug info show.
    text = "" if origin.text is None else f'#line 1 "{origin.name}"\n{origin.text}'
    with tempfile.TemporaryDirectory(prefix="ribozyme-") as scratch:
        module, read = Path(scratch, "module.bc"), Path(scratch, "module.d")
        command = [
            *job.compiler.command,
            *job.flags,
            *("-MD", "-MF", str(read), "-c", "-emit-llvm"),
            *("-x", origin.language, origin.name if origin.text is None else "-"),
            *("-o", str(module)),
        ]
        done = programs.run(
            command, job.folder, compiler_errors.no_compiler, text, meanwhile=meanwhile
        )
        if done.returncode != 0:
            said = shlex.join(command)
            raise compiler_errors.compiler_says(done.stderr, origin.name, done.returncode, said)
        code = module.read_bytes() if module.is_file() else b""
        if not code.startswith(b"BC"):
            raise compiler_errors.no_module(origin.name)  # -E, -S, -fsyntax-only and their like
        return stored.Output(code, listed(read, origin.name, job.folder), done.stderr)


def _unchanged(origin: Origin) -> bool:
    try:
        return origin.text is not None or Path(origin.name).read_bytes() == origin.content
    except OSError:
        return False


def listed(listing: Path, name: str, folder: Path) -> tuple[Path, ...]:
    """The files the make rule of `-MD` names, without the source itself."""
    text = listing.read_text(encoding="utf-8", errors="surrogateescape")
    _, _, names = text.replace("\\\n", " ").partition(": ")
    words = names.replace("\\ ", "\0").split()
    plain = [word.replace("\0", " ").replace("\\#", "#").replace("$$", "$") for word in words]
    source = Path(name)
    return tuple(path for one in dict.fromkeys(plain) if (path := folder / one) != source)
