"""Python's collector of cycles, paused where it has nothing to find."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


def rare() -> None:
    """Collect a hundredth as often from now on: in a process that compiles something and ends."""
    gc.set_threshold(100 * gc.get_threshold()[0], *gc.get_threshold()[1:])


@contextmanager
def paused() -> Iterator[None]:
    """No collection meanwhile: for work that makes many objects, and few cycles that are garbage.

    A collection walks all objects of the process: its price is that of the user's whole program.

    Whoever found it running sets it going again, so that threads do not leave it off.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
