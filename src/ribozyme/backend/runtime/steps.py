"""The steps of checkpointed loops, while they run: Ctrl-C between two of them, and their progress.

    with watched(show): call(…)       @rz.checkpoint.tick(done, total)  →  show(done, total)

Generated code calls `tick` a few times a second, between two iterations. `total` is -1 where the
number of steps is not known yet. A KeyboardInterrupt that arrives there ends the call; so it does
in code without a watcher. Per thread: an inner call has its own watcher.
"""

import ctypes
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

Show = Callable[[int, int], None]


class _Watching(threading.local):
    def __init__(self) -> None:
        self.show: Show | None = None


_WATCHING: Final = _Watching()


@contextmanager
def watched(show: Show | None) -> Iterator[None]:
    """Show the steps of a call while it runs."""
    before = _WATCHING.show
    _WATCHING.show = show
    try:
        yield
    finally:
        _WATCHING.show = before


def _tick(done: int, total: int) -> int:
    """Whether to stop. Python runs the handlers of signals while it evaluates this."""
    try:
        if _WATCHING.show is not None:
            _WATCHING.show(done, total)
    except KeyboardInterrupt:
        return 1
    except Exception:  # what cannot be shown is no reason to stop
        _WATCHING.show = None
    return 0


_CALLBACK: Final = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int64, ctypes.c_int64)(_tick)
ADDRESS: Final = ctypes.cast(_CALLBACK, ctypes.c_void_p).value or 0
