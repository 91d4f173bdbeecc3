"""The functions in C of this folder, compiled once and kept like a library of a user's."""

import threading
from functools import cache
from pathlib import Path
from typing import Any, Final

from ribozyme.api.programs.functions import Library, load
from ribozyme.base.options import options

SYMBOLS: Final = ("rz_sets_union", "rz_sets_decided", "rz_sets_there")
"""What the version of a program with sets calls."""

_FILES: Final = ("sets.c", "colouring.c", "entries.c")

RUNNING: Final = threading.RLock()
"""One pattern at a time: its sets are variables of the library."""


@cache
def _library() -> Library:
    with options():
        return load(*(Path(__file__).with_name(name) for name in _FILES), debug=True)


def native(name: str) -> Any:
    """A function of the library."""
    return _library()[name]


def symbols() -> dict[str, int]:
    """Where the functions lie that the version with sets calls."""
    return {name: _library().program.address(name) for name in SYMBOLS}
