"""The module that a text says, read once for several who ask one after the other.

    signatures of f → parsed(text),  derivative of f → parsed(text)  (the same module)

A module is a value that nobody changes, so it may be shared. Only the last one is held, and none of
a text so long that its module would be a burden.
"""

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ribozyme.parse import parse_module

if TYPE_CHECKING:
    from ribozyme.ir.module import Module

LONGEST: Final = 8 << 20
"""Characters of a text whose module is held."""


def parsed(text: str) -> "Module":
    """The module, the one that the last call made if it was for the same text."""
    return _held(text) if len(text) <= LONGEST else parse_module(text)


@lru_cache(maxsize=1)
def _held(text: str) -> "Module":
    return parse_module(text)
