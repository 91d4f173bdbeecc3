"""Python's collector of cycles, paused where it has nothing to find."""

import atexit
import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final


def rare() -> None:
    """Collect a thousandth as often from now on: in a process that compiles something and ends.

    When it ends, the interpreter collects once more, for finalizers; ours are all called before.
    """
    gc.set_threshold(1000 * gc.get_threshold()[0], *gc.get_threshold()[1:])
    atexit.register(gc.freeze)


@contextmanager
def paused() -> Iterator[None]:
    """No collection meanwhile: for work that makes many objects, and few cycles that are garbage.

    A collection walks all objects of the process: its price is that of the user's whole program.

    Whoever found it running sets it going again, so that threads do not leave it off. What a work
    makes that imports many modules is mostly these. They stay, so all counts as old afterwards, and
    no collection goes through it for nothing.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        modules = len(sys.modules)
        if modules - _settled[-1] > _MANY and not gc.get_freeze_count():
            gc.freeze()  # puts all objects aside, and
            gc.unfreeze()  # takes them back as old ones
            _settled[:] = [modules]
        gc.enable()


_MANY: Final = 50
_settled: Final = [0]
"""How many modules there were when all was last counted as old."""
