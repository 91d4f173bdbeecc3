"""`./do test --all` goes on where it stopped: what has passed, as long as nothing has changed.

    tree 3f0c…                                 what the tests depend on: files and packages
    run 2026-11-23 20:15
    passed 12.4 tests/unit/test_parse.py::…    seconds since the run began
    failed 13.0 tests/unit/test_parse.py::…

What failed, was skipped or was not reached runs again. When nothing is left, the file is removed,
and the row of the run is in `docs/trust.md`.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import distributions
from pathlib import Path
from typing import Final, final

ROOT: Final = Path(__file__).parents[1]
KEPT: Final = ROOT / "build" / "tests" / "all.txt"
PAGE: Final = ROOT / "docs" / "trust.md"
_FOLDERS: Final = ("src", "tests", "bench", "docs")
_LEFT_OUT: Final = frozenset({"__pycache__", "results"})
_HEAD: Final = f"| date | commit | duration | passed | skipped | failed |\n|{'---|' * 6}\n"


def tree(root: Path = ROOT) -> str:
    """A name for everything that the tests depend on, but for the rows of their own results."""
    digest = hashlib.sha256()
    for path in sorted(_files(root)):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        digest.update(f"{path.relative_to(root)} {content}\n".encode())
    for name in sorted({f"{one.name} {one.version}" for one in distributions()}):
        digest.update(f"{name}\n".encode())
    return digest.hexdigest()[:20]


def _files(root: Path) -> Iterator[Path]:
    yield from (path for path in root.glob("*") if path.is_file())
    own = root / PAGE.relative_to(ROOT)
    for folder in _FOLDERS:
        for path in (root / folder).rglob("*"):
            inside = set(path.relative_to(root).parts)
            if path.is_file() and path != own and not _LEFT_OUT & inside:
                yield path


@final
class Progress:
    """What passed in the runs before this one, and a line for each test of this one."""

    def __init__(self, tree: str, kept: Path = KEPT) -> None:
        self._kept = kept
        self._began = time.monotonic()
        lines = kept.read_text(encoding="utf-8").splitlines() if kept.is_file() else []
        if lines[:1] != [f"tree {tree}"]:
            lines = [f"tree {tree}"]
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(f"{lines[0]}\n", encoding="utf-8")
        self.lines = len(lines)
        self.before = passed(lines)
        self._seconds = _seconds(lines)
        self._write(f"run {datetime.now(UTC):%Y-%m-%d %H:%M}")

    def note(self, id: str, *, good: bool) -> None:
        seconds = time.monotonic() - self._began
        self._write(f"{'passed' if good else 'failed'} {seconds:.1f} {id}")

    def seconds(self) -> float:
        """How long this run and those before it took."""
        return self._seconds + time.monotonic() - self._began

    def finish(self, *, failed: int) -> None:
        """After the last test: with failures, the next run has only these to do."""
        if not failed:
            self._kept.unlink(missing_ok=True)

    def _write(self, line: str) -> None:
        with self._kept.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")


def passed_before(count: int, kept: Path = KEPT) -> frozenset[str]:
    """The tests that passed, by the first lines of the file: all that a worker may look at."""
    return passed(kept.read_text(encoding="utf-8").splitlines()[:count])


def passed(lines: list[str]) -> frozenset[str]:
    """The tests whose last word is that they passed."""
    last: dict[str, str] = {}
    for line in lines[1:]:
        word, _, rest = line.partition(" ")
        if word in ("passed", "failed"):
            last[rest.partition(" ")[2]] = word
    return frozenset(id for id, word in last.items() if word == "passed")


def _seconds(lines: list[str]) -> float:
    """The sum over runs of the time of the last test."""
    total = last = 0.0
    for line in lines[1:]:
        word, _, rest = line.partition(" ")
        if word == "run":
            total, last = total + last, 0.0
        else:
            last = float(rest.partition(" ")[0])
    return total + last


def spoken(seconds: float) -> str:
    """`7 min 52 s`"""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def write_row(
    commit: str, seconds: float, *, passed: int, skipped: int, failed: int, page: Path = PAGE
) -> None:
    """Put the last whole run into its table, in place of the one before."""
    text = page.read_text(encoding="utf-8")
    before, found, after = text.partition(_HEAD)
    if not found:
        raise ValueError(f"{page} has no table of the last whole run")
    rows = after.splitlines(keepends=True)
    while rows and rows[0].startswith("|"):
        del rows[0]
    when = f"{datetime.now(UTC):%Y-%m-%d %H:%M}"
    row = f"| {when} | {commit} | {spoken(seconds)} | {passed} | {skipped} | {failed} |\n"
    page.write_text(before + found + row + "".join(rows), encoding="utf-8")
