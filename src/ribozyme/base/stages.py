"""Where the time of a compilation goes: seconds, runs and functions of each stage.

    @staged("parse")                             stage       seconds  processor  runs  functions
    def parse_module(text): …        →  end() →  front end      0.21       0.20     1
        functions("parse", n)                    parse          0.35       0.35     6       2892
                                                 code           1.52       2.95     1
                                                 all            1.32

Seconds are those of a clock; the processor's are more where processes work beside each other, and
less where they wait. The compilers that were started count, and the children of `backend/child.py`.

Nothing is measured unless `begin` was called, which `ribozyme cc --time` does, or `RIBOZYME_TIMES`
is set: then the table is written to standard error when the process ends. A stage inside of another
is not part of it, so the seconds add up; what belongs to no stage is in the row `other`. Each
thread has stages of its own.
"""

from __future__ import annotations

import atexit
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Final, Literal, ParamSpec, TypeVar, final

P = ParamSpec("P")
R = TypeVar("R")

Stage = Literal[
    "start",
    "imports",
    "front end",
    "read",
    "parse",
    "print",
    "calls",
    "optimise before",
    "prepare",
    "facts",
    "check",
    "plan",
    "emit",
    "link",
    "optimise after",
    "code",
    "other",
]
"""In the order of the way through the house; `read` is LLVM reading bitcode or text to print it,
`calls` what the C interface does with derivative calls."""


@final
class Row:
    """One line of the table."""

    __slots__ = ("functions", "processor", "runs", "seconds")

    def __init__(
        self, seconds: float = 0.0, runs: int = 0, functions: int = 0, processor: float = 0.0
    ) -> None:
        self.seconds = seconds
        self.processor = processor
        self.runs = runs
        self.functions = functions


@final
class _Clock:
    """The stages so far, and those that run now, by thread."""

    def __init__(self) -> None:
        start = time.process_time()
        self.rows: dict[Stage, Row] = {"start": Row(start, 1, processor=start)}
        self.begun = time.perf_counter()
        self.elsewhere = 0.0  # seconds of the processor in children that still live
        self.main = threading.get_ident()
        self.lock = threading.Lock()
        self.running = threading.local()

    def row(self, name: Stage) -> Row:
        with self.lock:
            return self.rows.setdefault(name, Row())

    @contextmanager
    def stage(self, name: Stage) -> Iterator[None]:
        row, start, worked = self.row(name), time.perf_counter(), self.work()
        row.runs += 1
        outer = getattr(self.running, "inside", (0.0, 0.0))
        self.running.inside = (0.0, 0.0)
        try:
            yield
        finally:
            whole, work = time.perf_counter() - start, self.work() - worked
            row.seconds += whole - self.running.inside[0]
            row.processor += work - self.running.inside[1]
            self.running.inside = (outer[0] + whole, outer[1] + work)

    def work(self) -> float:
        """Seconds of the processor so far: of this thread, and of all children."""
        return time.thread_time() + _ended() + self.elsewhere

    def table(self) -> dict[str, Row]:
        """The rows in order; the last one is the sum."""
        whole = time.perf_counter() - self.begun + self.rows["start"].seconds
        known = sum(row.seconds for row in self.rows.values())
        work = time.process_time() + _ended() + self.elsewhere
        counted = sum(row.processor for row in self.rows.values())
        ordered = {name: self.rows[name] for name in Stage.__args__ if name in self.rows}  # type: ignore[attr-defined]
        other = Row(max(whole - known, 0.0), 1, processor=max(work - counted, 0.0))
        return {**ordered, "other": other, "all": Row(whole, 1, processor=work)}


def _ended() -> float:
    """Seconds of the processor in programs that were run and have ended."""
    times = os.times()
    return times.children_user + times.children_system


_clock: list[_Clock] = []


def begin() -> None:
    """Measure from now on."""
    _clock[:] = [_Clock()]


def end() -> dict[str, Row]:
    """Stop measuring: what was measured."""
    return _clock.pop().table() if _clock else {}


@contextmanager
def stage(name: Stage) -> Iterator[None]:
    """The work inside belongs to a stage."""
    if not _clock:
        yield
        return
    with _clock[0].stage(name):
        yield


def staged(name: Stage) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """What a function does belongs to a stage."""

    def of(work: Callable[P, R]) -> Callable[P, R]:
        @wraps(work)
        def timed(*args: P.args, **kwargs: P.kwargs) -> R:
            if not _clock:
                return work(*args, **kwargs)
            with _clock[0].stage(name):
                return work(*args, **kwargs)

        return timed

    return of


def spent(seconds: float) -> None:
    """A child that lives on has worked for so long."""
    if _clock:
        _clock[0].elsewhere += seconds


def functions(name: Stage, number: int) -> None:
    """So many functions went through a stage."""
    if _clock:
        _clock[0].row(name).functions += number


def shown(rows: dict[str, Row]) -> str:
    """The table as text."""
    lines = [f"{'stage':<16} {'seconds':>8} {'processor':>9} {'runs':>6} {'functions':>10}"]
    for name, row in rows.items():
        counted = f"{row.functions:>10}" if row.functions else ""
        runs = "" if name in _WHOLE else f"{row.runs:>6}"
        lines.append(
            f"{name:<16} {row.seconds:>8.3f} {row.processor:>9.3f} {runs} {counted}".rstrip()
        )
    return "\n".join(lines)


_WHOLE: Final = ("start", "other", "all")


def _at_exit() -> None:
    rows = end()
    if rows:
        print(shown(rows), file=sys.stderr)


if os.environ.get("RIBOZYME_TIMES", "") not in ("", "0"):
    begin()
    atexit.register(_at_exit)
