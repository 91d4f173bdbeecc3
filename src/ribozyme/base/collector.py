"""Python's collector of cycles, paused where it has nothing to find."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final


def rare() -> None:
    """Collect a thousandth as often from now on: in a process that compiles something and ends."""
    gc.set_threshold(1000 * gc.get_threshold()[0], *gc.get_threshold()[1:])


@contextmanager
def paused() -> Iterator[None]:
    """No collection meanwhile: for work that makes many objects, and few cycles that are garbage.

    A collection walks all objects of the process: its price is that of the user's whole program.

    Whoever found it running sets it going again, so that threads do not leave it off. What the
    first work of a process makes is mostly modules. They stay, so they count as old afterwards, and
    no collection goes through them for nothing.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        if not _settled and not gc.get_freeze_count():
            gc.freeze()  # puts all objects aside, and
            gc.unfreeze()  # takes them back as old ones
        _settled[:] = [True]
        gc.enable()


_settled: Final[list[bool]] = []
