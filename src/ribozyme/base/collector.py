"""Python's collector of cycles, paused where it has nothing to find."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


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
