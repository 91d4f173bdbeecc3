"""Sets of small integers as the bits of one."""

from __future__ import annotations

from collections.abc import Iterable


def union(sets: Iterable[int]) -> int:
    """All that some bit sets hold."""
    found = 0
    for each in sets:
        found |= each
    return found
