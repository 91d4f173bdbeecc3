"""What changes of an object's cells, in order, so that only what is new is looked at again.

    a double said at byte 24       answers about bytes 9 … 39 may be others now
                                   a copy that took all that was said before takes this alone

What a byte holds is told from what is said of it and of the bytes that a float over it may have.
"""

from __future__ import annotations

from math import gcd
from typing import Final, final

from ribozyme.analysis.typetree import ADDRESS, KINDS, float_size

Place = tuple[int, int]
"""An offset and a stride."""

REACH: Final = max(ADDRESS, *map(float_size, KINDS)) - 1
"""Bytes before and behind one that the answer about it may depend on."""

_FEW: Final = 64
"""Changes that are looked at one by one; of more, all counts as changed."""


def is_near(distance: int, gap: int) -> bool:
    """Whether a distance is short, give or take multiples of `gap`."""
    return (distance + REACH) % gap <= 2 * REACH


@final
class Changes:
    """The places that changed, in order; None where anything may have."""

    __slots__ = ("_places",)

    def __init__(self) -> None:
        self._places: list[Place | None] = []

    def __len__(self) -> int:
        return len(self._places)

    def add(self, place: Place | None) -> None:
        """A place that changed; None for all of them."""
        self._places.append(place)

    def since(self, count: int) -> Recent | None:
        """What changed after the first `count` times; None where it may be anything."""
        if count < 0 or len(self._places) - count > _FEW:
            return None
        places = self._places[count:]
        found = {place for place in places if place is not None}
        return None if None in places else Recent(found)


@final
class Recent:
    """Places that changed of late."""

    __slots__ = ("_places", "_rows")

    def __init__(self, places: set[Place]) -> None:
        self._places = places
        self._rows: dict[int, set[int]] = {}
        for offset, stride in places:
            self._rows.setdefault(stride, set()).add(offset)

    def row(self, stride: int) -> set[int]:
        """The offsets of those with a stride."""
        return self._rows.get(stride, set())

    def near(self, start: int, stride: int, size: int) -> list[int]:
        """By their distance from `start`, which of `size` bytes may have other answers now if each
        is asked for with a stride."""
        found: set[int] = set()
        for offset, step in self._places:
            gap = gcd(step, stride)
            if 0 < gap <= 2 * REACH + 1:
                return list(range(size))
            first = offset - start - REACH
            for begin in range(first % gap - gap, size, gap) if gap else (first,):
                found.update(range(max(begin, 0), min(begin + 2 * REACH + 1, size)))
        return sorted(found)
