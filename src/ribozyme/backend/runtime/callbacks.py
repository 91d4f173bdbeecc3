"""Python functions that compiled code calls: their addresses by symbol, and what they raised.

Such a function gives a status. Where it is not 0, what was raised is kept here while the compiled
code is left (`rz.throw` with `STATUS`), and is raised again where Python had called it.
"""

import threading
from typing import Final

STATUS: Final = 6
SYMBOLS: Final[dict[str, int]] = {}

_raised: Final[dict[int, BaseException]] = {}


def failed(failure: BaseException) -> None:
    """Keep what a function raised in this thread."""
    _raised[threading.get_ident()] = failure


def failure() -> BaseException:
    """What a function raised: in this thread, else in another of the same call."""
    found = _raised.pop(threading.get_ident(), None)
    return found if found is not None else _raised.popitem()[1]
