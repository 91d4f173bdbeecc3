"""A line for those who wait: what is being done, once it takes over a second.

with progress("compiling"):  …        →  ribozyme: compiling …      on a terminal, after 1 s
with Steps("heat") as show:  …        →  a bar with the steps of its loop, likewise
"""

import sys
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from ribozyme.base.terminal import has_rich

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


def _is_watched() -> bool:
    """Whether somebody watches: a terminal, and the thread of whoever sits there."""
    return sys.stderr.isatty() and threading.current_thread() is threading.main_thread()


class progress:
    """A line on standard error when something takes over a second and somebody watches."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._timer: threading.Timer | None = None

    def __enter__(self) -> None:
        if not _is_watched():
            return
        self._timer = threading.Timer(1.0, self._say)
        self._timer.daemon = True
        self._timer.start()

    def _say(self) -> None:
        print(f"ribozyme: {self._what} …", file=sys.stderr, flush=True)

    def __exit__(self, *_: object) -> None:
        if self._timer is not None:
            self._timer.cancel()


class Steps:
    """A bar of the steps of a checkpointed loop, or of the lanes of a batch, when they take over a
    second and somebody watches.

    The total is the schedule's: how many iterations are computed in both sweeps.
    """

    def __init__(self, what: str, units: str = "steps of") -> None:
        self._what = f"{units} {what}"
        self._began = time.monotonic()
        self._bar: tuple[Progress, TaskID] | None = None
        self._said = False

    def __enter__(self) -> Callable[[int, int], None] | None:
        return self._show if _is_watched() else None

    def _show(self, done: int, total: int) -> None:
        if self._bar is None:
            if self._said or time.monotonic() - self._began < 1:
                return
            if not has_rich():
                self._said = True
                print(f"ribozyme: {self._what} …", file=sys.stderr, flush=True)
                return
            self._bar = self._begun()
        progress, task = self._bar
        progress.update(task, completed=done, total=total if total >= 0 else None)

    def _begun(self) -> "tuple[Progress, TaskID]":
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

        columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        bar = Progress(*columns, console=Console(stderr=True), transient=True)
        bar.start()
        return bar, bar.add_task(f"ribozyme: {self._what}")

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar[0].stop()
