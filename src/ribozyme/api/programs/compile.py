"""From sources to programs: what `load` and `compile` take, read and compiled.

load("model.c", flags=["-lm"])   →  Program((module of model.c,), libraries=("libm.so.6",))
"""

from collections.abc import Iterator, Sequence
from os.path import isfile  # False, where `Path.is_file` raises: of a name that is too long
from pathlib import Path
from typing import Final

from ribozyme.api.programs.program import Program, store
from ribozyme.api.programs.progress import progress
from ribozyme.base.errors import error
from ribozyme.base.options import current
from ribozyme.frontends.base import SPOKEN, Compiled, How, Language, Level

_MEANWHILE: Final = (
    "ribozyme.api.programs.texts",
    "ribozyme.backend.jit",
    "ribozyme.transform.derive",
    "ribozyme.cinterface.natural",
    "ribozyme.api.derivatives.by_choice",
    "ribozyme.api.checking.first",
)
"""What a first derivative imports, in its order: there is time for it while a compiler works."""


def load(
    *paths: str | Path,
    flags: Sequence[str] = (),
    lang: Language | None = None,
    level: Level | None = None,
    prelude: Path | None = None,
    libraries: Sequence[str | Path] = (),
    compiler: str | None = None,
    debug: bool = True,
    callbacks: Sequence[object] = (),
) -> "Program":
    """The program in some files; see `ribozyme.load`."""
    if not paths:
        raise error("RZ001", "load needs at least one file", helps=('rz.load("model.c")',))
    if lang is not None:
        lang = _spoken(lang)
    from ribozyme.frontends.by_suffix import compile_files

    how = How(_for_compiler(flags), level, debug, prelude, compiler, store(current()), _MEANWHILE)
    with progress("compiling"):
        modules = compile_files([_path(p) for p in paths], lang=lang, how=how)
    folders = [Path(path).parent for path in paths]
    return _program(modules, (*_given(libraries, folders), *_libraries(flags)), callbacks)


def compile_text(
    text: str,
    lang: str = "c",
    *,
    flags: Sequence[str] = (),
    level: Level | None = None,
    libraries: Sequence[str | Path] = (),
    compiler: str | None = None,
    debug: bool = True,
    callbacks: Sequence[object] = (),
) -> "Program":
    """The program in some text; see `ribozyme.compile`."""
    if not isinstance(text, str):
        raise error("RZ008", f"compile takes source text, not {type(text).__name__}")
    if "\n" not in text and isfile(text):
        said = f"compile takes source text, and {text!r} is a file"
        raise error("RZ001", said, helps=(f"rz.load({text!r})",))
    spoken = _spoken(lang)
    how = How(_for_compiler(flags), level, debug, None, compiler, store(current()), _MEANWHILE)
    from ribozyme.frontends import registry

    with progress("compiling"):
        module = registry.of(spoken).from_text(text, how)
    return _program((module,), (*_given(libraries), *_libraries(flags)), callbacks)


def _program(
    modules: Sequence[Compiled], libraries: tuple[str | Path, ...], callbacks: Sequence[object]
) -> "Program":
    if not callbacks:
        return Program(tuple(modules), current(), libraries)
    from ribozyme.api.programs.called_back import modules as of_callbacks

    added = of_callbacks(callbacks)
    return Program((*modules, *added), current(), libraries, callbacks=tuple(callbacks))


def _spoken(lang: object) -> Language:
    """The language a user names."""
    if not isinstance(lang, str) or lang not in SPOKEN:
        listed = ", ".join(f'"{word}"' for word in SPOKEN)
        raise error("RZ003", f"lang is one of {listed}, not {lang!r}")
    return SPOKEN[lang]


def _path(path: str | Path) -> Path:
    if not isinstance(path, str | Path):
        raise error("RZ008", f"load takes paths of files, not {type(path).__name__}: {path!r}")
    return Path(path)


def _for_compiler(flags: Sequence[str]) -> tuple[str, ...]:
    if isinstance(flags, str):
        raise error("RZ008", f"flags is a list of words, not one text: {flags!r}")
    wrong = next((flag for flag in flags if not isinstance(flag, str)), None)
    if wrong is not None:
        raise error("RZ008", f"flags is a list of words, and {wrong!r} is none")
    return tuple(flag for flag in flags if not flag.startswith(("-l", "-L")))


def _given(libraries: Sequence[str | Path], folders: Sequence[Path] = ()) -> Iterator[str | Path]:
    """Shared libraries; a name that the system does not know may be that of a file beside the
    program's own, or in the folder one is in."""
    for library in libraries:
        near = [folder / library for folder in (*folders, Path()) if Path(library).name == library]
        place = next((path.resolve() for path in near if path.is_file()), None)
        yield library if place is None or _is_known(library) else place


def _is_known(library: str | Path) -> bool:
    """Whether the system finds a shared library by its name."""
    from ctypes import CDLL

    try:
        return isinstance(library, str) and CDLL(library) is not None
    except OSError:
        return False


def _libraries(flags: Sequence[str]) -> tuple[str, ...]:
    """The shared libraries behind `-lname`, looked for in `-Lfolder` and where the system looks."""
    folders = [Path(flag[2:]) for flag in flags if flag.startswith("-L")]
    found = []
    for flag in flags:
        if not flag.startswith("-l"):
            continue
        from ctypes.util import find_library  # its imports cost 4 ms

        near = (folder / f"lib{flag[2:]}.so" for folder in folders)
        place = next((str(p) for p in near if p.is_file()), None)
        place = place or find_library(flag[2:])
        if place is None:
            raise error("RZ034", f"no library for '{flag}'", helps=("say where: flags=['-L…']",))
        found.append(place)
    return tuple(found)
