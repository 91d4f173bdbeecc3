"""Whether tables and progress bars can be drawn: `rich` is not part of `ribozyme-light`."""

from functools import cache
from importlib.util import find_spec


@cache
def has_rich() -> bool:
    """Whether `rich` is installed; without it a terminal gets plain lines."""
    return find_spec("rich") is not None
