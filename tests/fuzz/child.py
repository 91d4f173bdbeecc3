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
class Process:
    """A process that serves a pipe: started when the pipe is asked for, again after its end."""

    def __init__(self, serve: Callable[[Connection], None]) -> None:
        self._serve = serve
        self._process: Any = None
        self._pipe: Connection | None = None

    def pipe(self) -> Connection:
        """Our end."""
        if self._pipe is None:
            self._pipe, theirs = _SPAWN.Pipe()
            self._process = _SPAWN.Process(target=self._serve, args=(theirs,), daemon=True)
            self._process.start()
            theirs.close()
        return self._pipe

    def end(self) -> str:
        """How it ended by itself, once its end of the pipe is closed."""
        self._process.join()
        return f"the process died with status {self._process.exitcode}"

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
        self._process = self._pipe = None


@final
class Child:
    """Runs functions one by one; what they raise is their own business to catch."""

    def __init__(self) -> None:
        self._process = Process(_serve)
        self.close = self._process.close

    def ask(
        self, seconds: float, work: Callable[Given, Made], *args: Given.args, **named: Given.kwargs
    ) -> Made | Died:
        pipe = self._process.pipe()
        pipe.send((work, args, named))
        try:
            if pipe.poll(seconds):
                made: Made = pipe.recv()
                return made
            why = f"no answer in {seconds:.0f} s"
        except (EOFError, ConnectionResetError):
            why = self._process.end()
        self.close()
        return Died(why)


def _serve(pipe: Connection) -> None:
    while True:
        try:
            work, args, named = pipe.recv()
        except EOFError:
            return
        pipe.send(work(*args, **named))
