"""A process for work that may die or hang; it is replaced when it did.

child.ask(30, function, argument)  →  what the function returned, or `Died` with the reason
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, Final, ParamSpec, TypeVar, final

_SPAWN: Final = multiprocessing.get_context("spawn")
Given = ParamSpec("Given")
Made = TypeVar("Made")


@final
@dataclass(frozen=True, slots=True)
class Died:
    """No answer, and why."""

    why: str


@final
class Child:
    """Runs functions one by one; what they raise is their own business to catch."""

    def __init__(self) -> None:
        self._process: Any = None
        self._pipe: Connection | None = None

    def ask(
        self, seconds: float, work: Callable[Given, Made], *args: Given.args, **named: Given.kwargs
    ) -> Made | Died:
        pipe = self._started()
        pipe.send((work, args, named))
        try:
            if pipe.poll(seconds):
                made: Made = pipe.recv()
                return made
            why = f"no answer in {seconds:.0f} s"
        except (EOFError, ConnectionResetError):
            self._process.join()
            why = f"the process died with status {self._process.exitcode}"
        self.close()
        return Died(why)

    def _started(self) -> Connection:
        if self._pipe is None:
            self._pipe, theirs = _SPAWN.Pipe()
            self._process = _SPAWN.Process(target=_serve, args=(theirs,), daemon=True)
            self._process.start()
            theirs.close()
        return self._pipe

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
        self._process = self._pipe = None


def _serve(pipe: Connection) -> None:
    while True:
        try:
            work, args, named = pipe.recv()
        except EOFError:
            return
        pipe.send(work(*args, **named))
