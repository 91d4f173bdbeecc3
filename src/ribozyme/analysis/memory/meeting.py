"""Which of many writes may alias an access, by an index instead of a test per pair.

    struct S { double f0, …, f3199; } *s;     s->f0 *= s->f7;  s->f1 *= s->f10;  …

Here 3200 reads meet one class of writes each; to ask pair by pair would be ten million questions.
Writes are found by what can make them meet instead: by their type tag, by the objects that they
touch, and, where both know the object, by the word in which they lie. The answer is the one that
`PointsTo.typed_may_meet` gives for each pair.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final, final

from ribozyme.analysis.declared.tbaa import Tag, Tags
from ribozyme.analysis.pointsto.pointsto import Access, PointsTo
from ribozyme.base.bitset import union

Spot = tuple[int, int | None]  # a place, and how many bytes are written there

WORD: Final = 8
MANY: Final = 64  # words: what is larger is asked about whenever its object is


@final
class Writes:
    """Classes of writes, as bits, and the objects that each may touch.

    A class is an access (places, size, type), or a set of objects that a call may write.
    """

    def __init__(self, points: PointsTo) -> None:
        self.masks: list[int] = []
        self._points = points
        self._classes: dict[Access | int, int] = {}
        self._calls: dict[int, int] = {}  # the objects of a call's writes → its class
        self._tags = Tags(points.tbaa)
        self._typed: defaultdict[Tag | None, int] = defaultdict(int)
        self._touching: defaultdict[int, int] = defaultdict(int)  # per object
        self._touched = 0  # the objects
        self._at: defaultdict[Spot, int] = defaultdict(int)
        self._spots: defaultdict[int, list[Spot]] = defaultdict(list)  # per object: all, and
        self._wide: defaultdict[int, list[Spot]] = defaultdict(list)  # those of many words
        self._words: defaultdict[tuple[int, int], list[Spot]] = defaultdict(list)
        self._meets: dict[Access, int] = {}

    def add(self, written: Access | int) -> int:
        """The bit of a class."""
        found = self._classes.get(written)
        if found is None:
            found = self._classes[written] = 1 << len(self._classes)
            self._meets.clear()
            if isinstance(written, int):
                self.masks.append(written)
                self._calls[written] = found
            else:
                self.masks.append(self._objects(written[0]))
                self._list(written, found)
        return found

    def _objects(self, places: Iterable[int]) -> int:
        found = 0
        for place in places:
            found |= 1 << self._points.table.object[place]
        return found

    def _list(self, written: Access, bit: int) -> None:
        places, size, tag = written
        self._tags.add(tag)
        self._typed[tag] |= bit
        for place in places:
            owner = self._points.table.object[place]
            self._touching[owner] |= bit
            self._touched |= 1 << owner
            spot = place, size
            if spot not in self._at:
                self._enter(owner, spot)
            self._at[spot] |= bit

    def _enter(self, owner: int, spot: Spot) -> None:
        self._spots[owner].append(spot)
        words = self._spanned(*spot)
        if words is None:
            self._wide[owner].append(spot)
        for word in words or ():
            self._words[owner, word].append(spot)

    def _spanned(self, place: int, size: int | None) -> range | None:
        """The words that an access lies in; None where these are many, or not known."""
        table = self._points.table
        if size is None or size > MANY * WORD or table.stride[place]:
            return None
        offset = table.offset[place]
        return range(offset // WORD, (offset + max(size, 1) - 1) // WORD + 1)

    def meeting(self, access: Access) -> int:
        """The classes that may meet an access."""
        found = self._meets.get(access)
        if found is None:
            found = self._meets[access] = self._met(access)
        return found

    def _met(self, access: Access) -> int:
        points, (places, size, tag) = self._points, access
        typed = union(self._typed[other] for other in self._tags.meeting(tag))
        found = typed & union(self._elsewhere(place) for place in places)
        for place in places:
            near = self._near(place, size)
            found |= near if points.is_block(points.table.object[place]) else near & typed
        aliases = points.aliases(self._objects(places))
        return found | union(bit for objects, bit in self._calls.items() if objects & aliases)

    def _elsewhere(self, place: int) -> int:
        """The classes at objects that may be the one of a place, wherever in them they lie."""
        object = self._points.table.objects[self._points.table.object[place]]
        aliases = self._points.alias_mask(object) & self._touched
        if self._points.is_fixed(object):
            aliases &= ~(1 << object.id)
        return union(self._touching[other.id] for other in self._points.members(aliases))

    def _near(self, place: int, size: int | None) -> int:
        """The classes that may lie where an access does, in the object that both know."""
        table = self._points.table
        owner = table.object[place]
        words = self._spanned(place, size)
        spots = self._spots[owner]
        if words is not None:
            spots = [*self._wide[owner], *(s for word in words for s in self._words[owner, word])]
        return union(self._at[spot] for spot in spots if table.meet(place, size, *spot))
