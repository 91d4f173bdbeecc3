"""Floats of the caller's that are taken as integers: their declaration says that they are floats.

    memcpy(&bits, &x[1], 8); bits &= 0x7fff…;     with double *x: the bits of a float
    *(long *)x = n; … y[((long *)x)[0]]           memory for integers, by their name
    *(long *)x ^= sign;                           the bits of a float, put back

Invariant: what is marked are whole floats, as many as an access or a copy takes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import final

from ribozyme.analysis.declared.marks import FLOAT, POINTER, Marks, are_floats
from ribozyme.analysis.types.bytes import Bytes, Place
from ribozyme.analysis.types.cells import LONG
from ribozyme.analysis.types.instructions import Reads


@final
class DeclaredFloats:
    """What the caller's memory is declared to hold (`declared`, by object), where it is taken."""

    def __init__(
        self, bytes: Bytes, reads: Reads, declared: Mapping[int, tuple[Marks, ...]]
    ) -> None:
        self._bytes = bytes
        self._reads = reads
        self._declared = declared

    def mark(self) -> None:
        """Mark memory where copies and loads take floats; accesses that are called integers are
        asked as others are where they take or put the bits of floats."""
        if not self._declared:
            return
        for _, place, size in self._reads.copies:
            if size is not None:
                self._tell((place,), size)
        for places, nodes, stores in self._reads.accesses:
            if not stores and not self._is_known(nodes):
                self._tell(places, len(nodes))
        self._mark_named()

    def _mark_named(self) -> None:
        reads = self._reads
        named = {
            number: access
            for number, access in enumerate(reads.named)
            if access[0] and all(self._marks(place, len(access[1])) for place in access[0])
            if not self._is_known(access[1])
        }
        loaded = [node for _, nodes, stores in named.values() if not stores for node in nodes]
        bits = self._computed_of(loaded) if loaded else set()
        integers = {
            place[0]
            for places, nodes, stores in named.values()
            if stores
            and not any(node >= 0 and self._bytes.sets.find(node) in bits for node in nodes)
            for place in places
        }
        floats = {
            number
            for number, (places, _, _) in named.items()
            if not any(place[0] in integers for place in places)
        }
        for number in floats:
            places, nodes, _ = named[number]
            self._tell(places, len(nodes))
            reads.accesses.append(named[number])
        reads.named = [each for number, each in enumerate(reads.named) if number not in floats]

    def _is_known(self, nodes: list[int]) -> bool:
        """Whether the program says of what it accesses that it is no integer."""
        return any(self._bytes.marks_at(node) & (FLOAT | POINTER) for node in nodes)

    def _computed_of(self, nodes: Iterable[int]) -> set[int]:
        """The sets of nodes that are these, or are computed of them, variables between."""
        find = self._bytes.sets.find
        users: defaultdict[int | Place, list[int | Place]] = defaultdict(list)
        for sources, results in self._reads.results:
            for source in sources:
                users[find(source)] += [find(node) for node in results if node >= 0]
        for places, values, stores in (*self._reads.named, *self._reads.accesses):
            for place in places:
                for node in {find(node) for node in values if node >= 0}:
                    users[node if stores else place].append(place if stores else node)
        work: list[int | Place] = [find(node) for node in nodes if node >= 0]
        found = set(work)
        while work:
            more = [other for other in users[work.pop()] if other not in found]
            found.update(more)
            work += more
        return {one for one in found if isinstance(one, int)}

    def _tell(self, places: tuple[Place, ...], size: int) -> None:
        for place in places:
            if marks := self._marks(place, size):
                self._bytes.tell((place,), marks)

    def _marks(self, place: Place, size: int) -> list[Marks]:
        """What is declared at a place if that is whole floats, else nothing."""
        owner, offset, stride = place
        declared = self._declared.get(owner)
        if not declared or size > LONG or stride % len(declared):
            return []
        marks = [declared[(offset + at) % len(declared)] for at in range(size)]
        return marks if are_floats(marks) else []
