"""A line for those who wait: what is being done, once it takes over a second.

with progress("compiling"):  …        →  ribozyme: compiling …      on a terminal, after 1 s
"""

import sys
import threading


class progress:
    """A line on standard error when something takes over a second and somebody watches."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._timer: threading.Timer | None = None

    def __enter__(self) -> None:
        if not sys.stderr.isatty() or threading.current_thread() is not threading.main_thread():
            return
        self._timer = threading.Timer(1.0, self._say)
        self._timer.daemon = True
        self._timer.start()

    def _say(self) -> None:
        print(f"ribozyme: {self._what} …", file=sys.stderr, flush=True)

    def __exit__(self, *_: object) -> None:
        if self._timer is not None:
            self._timer.cancel()
