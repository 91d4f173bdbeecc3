"""The last step of the drivers: sources compiled, what waits differentiated, all of it linked.

call.o (waits for a derivative of f)  +  body.o (defines f, carries its bitcode)
→ one module of both → differentiate → derivatives.o → the linker, in their places
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from ribozyme.backend import link
from ribozyme.base.errors import Error, error
from ribozyme.base.source import Span
from ribozyme.base.stages import stage
from ribozyme.cinterface import object_files
from ribozyme.cli.cc import ELSEWHERE, Driver, number, of_code, spelled, translated
from ribozyme.cli.ccargs import Job
from ribozyme.cli.kept import make_once
from ribozyme.frontends import openmpruntime
from ribozyme.frontends.base import OPENMP, CxxLibrary
from ribozyme.frontends.c import cxxruntime
from ribozyme.frontends.rust import rusttext

_OPEN: Final = frozenset(("-shared", "-rdynamic", "-r", "-T", "-u", "-Xlinker"))
_OPENING: Final = ("-Wl,-E", "-Wl,--export", "-Wl,--dynamic", "-Wl,-T", "-Wl,-u", "-Wl,--undefined")
"""Flags under which others than the files may know a program's variables."""
_SYSTEM: Final = frozenset(
    ("m", "c", "pthread", "dl", "rt", "util", "stdc++", "c++", "gcc", "gcc_s")
)
"""Libraries that know no variable of a program's."""
_LEVELS: Final = ("-O0", "-Og", "-Oz", "-Os", "-O1", "-O", "-O2", "-O3", "-Ofast")


def linked(driver: Driver) -> int:
    """Compile what is source, make the derivatives that are left, and link."""
    found = driver.job
    made: dict[str, Path] = {}
    archives = _carried(_archives(found.linking))
    alone = len(found.inputs) == 1 and not archives
    shared = _shared(found, archives, ()) if alone else None
    for one in found.inputs:
        if one.source != "linked":
            path = driver.folder / f"{number()}-{Path(one.path).stem}.o"
            translated(driver, one, path, last=alone, shared=shared)
            made[one.path] = path
    files = [made.get(one.path, Path(one.path)) for one in found.inputs]
    names = {str(path): name for name, path in made.items()}
    first, flags = _whole(driver, files, names)
    if any(flag in OPENMP for flag in flags):
        first, flags = [*first, _openmp(driver)], _for_threads(flags)
    output = Path(found.output or "a.out")
    cxx = driver.language == "c++" or any(one.source == "c++" for one in found.inputs)
    library = driver.headers("c++").cxx_library if cxx else None
    with stage("link"):
        link.linked(
            first,
            output,
            "shared" if found.shared else "executable",
            [*flags, *_library(library)],
            cxx=cxx,
        )
    return 0


def _openmp(driver: Driver) -> Path:
    """The run time of OpenMP as an object, which derivatives need, too."""
    path = driver.folder / f"{number()}-openmp.o"
    openmpruntime.compiled(path)
    return path


def _for_threads(flags: Sequence[str]) -> list[str]:
    """The linker's flags without those that bring the run time of another compiler."""
    return [*(flag for flag in flags if flag not in OPENMP), "-pthread"]


def _library(name: CxxLibrary | None) -> list[str]:
    """How the wheel's own C++ run time is found."""
    if name != "libc++":
        return []
    path = cxxruntime.libcxx()
    return [str(path), f"-Wl,-rpath,{path.parent}"]


def _whole(
    driver: Driver, files: Sequence[Path], names: dict[str, str]
) -> tuple[list[Path], list[str]]:
    """The objects to link, and the linker's flags; with derivatives over several files made."""
    found = driver.job
    given = {one.path for one in found.inputs if one.source == "linked"}
    own = [path for path in files if str(path) not in given]
    flags = [flag for flag in found.linking if flag != "-shared"]
    read = [*files, *_archives(flags)]
    all = _carried(read)
    if not any(one.pending for one in all):
        return own, flags
    parts = object_files.chosen(all)
    if not any(one.pending for one in parts):
        return own, flags
    merged = _merged(driver, parts, all, names)
    taken = {one.name for one in parts if not one.member}
    flags = [flag for flag in flags if flag not in taken]
    return [merged, *(path for path in own if str(path) not in taken)], flags


def _carried(files: Iterable[Path]) -> list[object_files.Carrier]:
    """The objects in files, without Rust's own library: it is called as others are."""
    own = (path for path in files if path.is_file() and "rustlib" not in path.parts)
    return [one for path in own for one in object_files.carriers(path)]


def _shared(
    found: Job, all: Sequence[object_files.Carrier], parts: Sequence[object_files.Carrier]
) -> frozenset[str] | None:
    """The names that others than the `parts` of a program know; None where anybody may know any."""
    if any(flag in _OPEN or flag.startswith(_OPENING) for flag in found.linking):
        return None
    if any(".so" in Path(one.path).suffixes for one in found.inputs):
        return None
    if any(name not in _SYSTEM for name in _libraries(found.linking, all)):
        return None
    others = [one for one in all if one not in parts]
    return frozenset(name for one in others for name in one.defined | one.undefined)


def _libraries(flags: Sequence[str], all: Sequence[object_files.Carrier]) -> Iterator[str]:
    """The libraries that are named and whose contents are not looked at."""
    seen = {Path(one.name.partition("(")[0]).name for one in all if one.member}
    rest = iter(flags)
    for flag in rest:
        if flag.startswith("-l"):
            name = flag[2:] or next(rest, "")
            if name.removeprefix(":") not in seen and f"lib{name}.a" not in seen:
                yield name


def _archives(flags: Sequence[str]) -> Iterator[Path]:
    """The archives that a linker takes for `-lname`, of the folders it is told of."""
    folders: list[Path] = []
    names: list[tuple[str, bool]] = []
    static = "-static" in flags
    rest = iter(flags)
    for flag in rest:
        if flag in ("-Wl,-Bstatic", "-Wl,-Bdynamic"):
            static = flag.endswith("static")
        elif flag.startswith("-L"):
            folders.append(Path(flag[2:] or next(rest, "")))
        elif flag.startswith("-l"):
            names.append((flag[2:] or next(rest, ""), static))
    for name, alone in dict.fromkeys(names):
        for folder in folders:
            exact = folder / name.removeprefix(":")
            shared, archive = folder / f"lib{name}.so", folder / f"lib{name}.a"
            if name.startswith(":") and exact.is_file():
                yield exact
                break
            if shared.is_file() and not alone:
                break
            if archive.is_file():
                yield archive
                break


def _merged(
    driver: Driver,
    parts: Sequence[object_files.Carrier],
    all: Sequence[object_files.Carrier],
    names: dict[str, str],
) -> Path:
    """One object of all modules, with their derivatives."""
    output = driver.folder / f"{number()}-derivatives.o"
    bare = [one.name for one in all if one not in parts]
    shared = _shared(driver.job, all, parts)
    sources: list[bytes | str] = [
        *(one.bitcode for one in parts),
        repr([one.flags for one in parts]),
        repr(bare),
        spelled(shared),
    ]
    make_once(driver, sources, output, lambda: _make(driver, parts, all, names, output, shared))
    return output


def _make(
    driver: Driver,
    parts: Sequence[object_files.Carrier],
    all: Sequence[object_files.Carrier],
    names: dict[str, str],
    output: Path,
    shared: frozenset[str] | None,
) -> None:
    with stage("imports"):
        from ribozyme.backend import llvm
        from ribozyme.cinterface import differentiation
        from ribozyme.cli.answers import advised, answer, is_better_whole

    labels = [names.get(one.name, one.name) for one in parts]
    codes = [_read(one, label) for one, label in zip(parts, labels, strict=True)]
    text = llvm.link(codes, labels)
    try:
        made = answer(text, shared, lambda _: True)
    except Error as failure:
        if is_better_whole(text, None, lambda _: True):
            raise advised(failure) from failure.__cause__
        raise _without_bitcode(failure, all) from failure
    assert made is not None, "it was wanted"
    for name in differentiation.lacking(made.text):
        _refuse_bare(name, all)
    debug = driver.job.debug or any(f.startswith("-g") for one in parts for f in one.flags)
    waiting = next(one for one in parts if one.pending)
    flags = [*(waiting.flags or of_code(driver.job)), _highest(driver.job, parts)]
    driver.assemble(driver, made.code(debug, None), flags, ["-c"], output)


def _read(one: object_files.Carrier, label: str) -> bytes | str:
    """The module of an object; of one that is bitcode alone, rustc may be the maker."""
    if not one.bare:
        return one.bitcode
    from ribozyme.backend import llvm

    text = llvm.to_text(one.bitcode, label)
    return rusttext.linked(text) if rusttext.is_rust(text) else one.bitcode


def _highest(found: Job, parts: Sequence[object_files.Carrier]) -> str:
    """The highest level any of the files was compiled at."""
    said = [found.level, *(flag for one in parts for flag in one.flags if flag.startswith("-O"))]
    return max((level for level in said if level in _LEVELS), key=_LEVELS.index, default="-O0")


def _without_bitcode(failure: Error, all: Sequence[object_files.Carrier]) -> Error:
    """The error, or what is behind it: an object that has the body and no bitcode."""
    named = re.search(r"'([^']+)'", failure.diagnostic.message)
    if failure.code not in ELSEWHERE or named is None:
        return failure
    try:
        _refuse_bare(named[1], all, failure.location, failure.diagnostic.function)
    except Error as found:
        return found
    return failure


def _refuse_bare(
    name: str, all: Sequence[object_files.Carrier], span: Span | None = None, function: str = ""
) -> None:
    """Refuse a function whose body is in an object without bitcode."""
    for one in all:
        if not one.bitcode and name in one.defined:
            raise error(
                "RZ032",
                f"{one.name} carries no bitcode, and a derivative needs '{name}' of it",
                span=span,
                function=function,
                helps=("compile it with 'ribozyme cc -c', or with clang's -flto",),
            )
