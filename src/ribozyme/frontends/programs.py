"""Compilers as programs of the machine: found by a name, asked who they are, given work.

located("flang-22 -v", path)               →  ("/usr/bin/flang-22", "-v"), None without it
run(command, folder, faults.no_flang)      →  its status and its words, in English
step(command, faults.no_stops)             →  the words of a step that must succeed
with text_file("real f() …", ".f90") as f  →  source-1f0c8a77.f90 in a folder of its own
"""

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from ribozyme.base.errors import Error
from ribozyme.base.source import SOURCES
from ribozyme.base.stages import staged
from ribozyme.frontends import compiler_errors
from ribozyme.frontends.base import LEVELS, How

if TYPE_CHECKING:  # modules that a file which was compiled before does not need are imported late
    import subprocess


class Failed(Protocol):
    """The error of a run time that could not be made, given the reason and the program's words."""

    def __call__(self, reason: str, words: str = "") -> Error: ...


def located(text: str, search: str) -> tuple[str, ...] | None:
    """A command as it is typed, with its program's place; None where there is no such program."""
    import shlex
    import shutil

    words = shlex.split(text)
    found = shutil.which(words[0], path=search) if words else None
    return None if found is None else (found, *words[1:])


def answer(command: Sequence[str], *question: str) -> str:
    """What a program says when it is asked what it is, by `--version` or its like."""
    import subprocess

    asked = [*command, *question]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout


def stamp(program: Path) -> str:
    """Tells one build of a program from another without reading its 180 MB."""
    status = program.stat()
    return f"{program} {status.st_size} {status.st_mtime_ns}"


def run(
    command: Sequence[str],
    folder: Path,
    missing: Callable[[str], Error],
    text: str | None = None,
    settings: Mapping[str, str] | None = None,
    meanwhile: Sequence[str] = (),
) -> "subprocess.CompletedProcess[str]":
    """One process, whose words are in English whatever the user's language is. While it works,
    modules are imported that what it makes will want."""
    import subprocess
    import tempfile

    with tempfile.TemporaryFile() as given:
        given.write((text or "").encode("utf-8", "surrogateescape"))
        given.seek(0)
        try:
            process = subprocess.Popen(
                command,
                cwd=folder,
                env={**os.environ, **(settings or {}), "LC_ALL": "C"},
                stdin=given if text is not None else None,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="surrogateescape",
            )
        except OSError as failure:
            raise missing(f"{command[0]} does not start: {failure.strerror}") from failure
        with process:
            try:
                imported(meanwhile, process)
                said, warned = process.communicate()
            except BaseException:  # an interrupt
                process.kill()
                raise
    return subprocess.CompletedProcess(command, process.returncode, said, warned)


@staged("imports")
def imported(modules: Sequence[str], process: "subprocess.Popen[Any]") -> None:
    """Import modules, one by one, as long as a process works."""
    for name in modules:
        if process.poll() is not None:
            return
        import_module(name)


def step(
    command: Sequence[str], failed: Failed, text: str = "", reason: str = "a step of it failed"
) -> str:
    """What a step in making a run time prints."""
    import subprocess

    try:
        done = subprocess.run(
            command, input=text, capture_output=True, text=True, errors="replace", check=False
        )
    except OSError as failure:
        raise failed(f"{command[0]} does not start: {failure.strerror}") from failure
    if done.returncode != 0:
        raise failed(reason, done.stderr)
    return done.stdout


# ---- sources -------------------------------------------------------------------------------------


@contextmanager
def text_file(text: str, suffix: str, stem: str = "source-") -> Iterator[Path]:
    """Text as a file, whose name messages and debug info show; it begins with `stem`."""
    import tempfile

    content = text.encode("utf-8", "surrogateescape")
    name = f"{stem}{hashlib.sha256(content).hexdigest()[:8]}{suffix}"
    SOURCES.add(name, text)
    with tempfile.TemporaryDirectory(prefix="ribozyme-") as folder:
        path = Path(folder, name)
        path.write_bytes(content)
        SOURCES.add(str(path), text)
        yield path


def check_level(how: How) -> None:
    """Refuse a level that no compiler has."""
    if how.level is not None and how.level not in LEVELS:
        raise compiler_errors.unknown_level(how.level, LEVELS)


def content(path: Path) -> bytes:
    """What is in a source file, or why it cannot be read."""
    if not path.is_file():
        raise compiler_errors.missing_file(path)
    try:
        return path.read_bytes()
    except OSError as failure:
        raise compiler_errors.unreadable(path, failure) from failure
