"""Python's collector of cycles, paused where it has nothing to find."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused() -> Iterator[None]:
    """No collection meanwhile: for short work that makes many objects, all of which stay.

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
