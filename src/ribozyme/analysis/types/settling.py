"""Propagates type marks between values and memory up to a fixpoint.

    store i64 %v, ptr %p  …  %f = load float, ptr %p        four bytes of %v are a float
    memcpy(q, p, 8)                                         so are four behind %q

An access is visited again only for those of its objects that changed, and its bytes are propagated
to its locations only if they changed. So the cost follows the number of changes, not of
locations.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Iterable, Iterator
from math import gcd
from typing import Final, NamedTuple, final

from ribozyme.analysis.declared.marks import SEEN, Marks
from ribozyme.analysis.pointsto.strings import Rooms
from ribozyme.analysis.types.bytes import Bytes, Place, by_owner
from ribozyme.analysis.types.cells import transfer
from ribozyme.analysis.types.instructions import Access, Transfer

_COPIES: Final = 2000
"""Copies of a program that are told apart: where there are more, those between two objects that
have most of them are one, and what they copy is not known that well."""

Change = tuple[bool, int]
"""An object that changed, or a set of nodes."""


@final
class _Move(NamedTuple):
    """An access: its places by object, the nodes of its bytes, and what changed meanwhile."""

    places: dict[int, list[tuple[int, int]]]
    nodes: list[int]
    roots: frozenset[int]
    stores: bool
    stale: set[int]


@final
class Settling:
    """The accesses and copies of a program; `seen`: objects that code nobody sees may access."""

    def __init__(self, bytes: Bytes, rooms: Rooms, seen: set[int]) -> None:
        self._bytes = bytes
        self._rooms = rooms
        self._seen = seen
        self._moves: list[_Move] = []
        self._copies: list[Transfer] = []
        self._by_object: defaultdict[int, list[int]] = defaultdict(list)  # copies are below zero
        self._by_node: defaultdict[int, list[int]] = defaultdict(list)
        # of copies, the versions of both ends that were taken to the other
        self._taken: dict[Transfer, tuple[int, int]] = {}
        # marks of nodes and versions of objects as the last run left them
        self._marks: list[Marks] = []
        self._versions: dict[int, int] | None = None

    def copies(self, copies: Collection[Transfer]) -> None:
        """The copies of the program."""
        self._copies = list(_merged(copies))
        for number, (to, origin, _) in enumerate(self._copies):
            for owner in dict.fromkeys((to[0], origin[0])):
                self._by_object[owner].append(~number)

    def run(self) -> None:
        """Repeat everything the first time, and then what depends on what has changed elsewhere
        since: marks of nodes and of objects. Copies are repeated, since strings may be given up.
        """
        moves: Collection[int] = range(len(self._moves))
        if self._versions is None:
            for move in self._moves:
                move.stale.update(move.places)
        else:
            moves = self._changed_since(self._marks, self._versions)
        self._spread(moves, range(len(self._copies)))
        self._marks = list(self._bytes.marks)
        self._versions = {owner: cells.version for owner, cells in self._bytes.memory.items()}

    def _changed_since(self, marks: list[Marks], versions: dict[int, int]) -> dict[int, None]:
        """The accesses of nodes and objects that are not as they were."""
        found: dict[int, None] = {}
        for root, (now, before) in enumerate(zip(self._bytes.marks, marks, strict=False)):
            if now != before:
                found |= dict.fromkeys(self._by_node.get(root, ()))
        for owner, cells in self._bytes.memory.items():
            if cells.version != versions.get(owner, 0):
                for number in self._by_object.get(owner, ()):
                    if number >= 0:
                        self._moves[number].stale.add(owner)
                        found[number] = None
        return found

    def take(self, accesses: Collection[Access]) -> None:
        """More accesses; all others are settled, and with the first ones the copies are, too."""
        first = len(self._moves)
        for places, nodes, stores in accesses:
            self._lay_down(places, nodes)
            roots = frozenset(self._bytes.sets.find(node) for node in nodes if node >= 0)
            grouped = by_owner(places)
            for owner in grouped:
                self._by_object[owner].append(len(self._moves))
            for root in roots:
                self._by_node[root].append(len(self._moves))
            self._moves.append(_Move(grouped, nodes, roots, stores, set(grouped)))
        self._spread(range(first, len(self._moves)), () if first else range(len(self._copies)))

    def _lay_down(self, places: tuple[Place, ...], nodes: list[int]) -> None:
        """What is known of values before memory is asked goes to where they are stored."""
        for owner, offset, stride in places:
            if owner and stride == 0:
                for index, node in enumerate(nodes):
                    marks = self._bytes.marks_at(node) & ~SEEN
                    self._bytes.memory[owner].add(offset + index, 0, marks)

    def _spread(self, moves: Collection[int], copies: Collection[int]) -> None:
        work = deque((*moves, *(~number for number in copies)))
        waiting = set(work)
        told = set(moves)  # accesses whose bytes are to be told to all their places
        while work:
            number = work.popleft()
            waiting.discard(number)
            step: Iterable[Change]
            if number < 0:
                step = self._copy(*self._copies[~number])
            else:
                step = self._move(self._moves[number], everywhere=number in told)
                told.discard(number)
            for is_object, changed in step:
                for other in (self._by_object if is_object else self._by_node).get(changed, ()):
                    if other >= 0 and is_object:
                        self._moves[other].stale.add(changed)
                    elif other >= 0:
                        told.add(other)
                    if other not in waiting:
                        waiting.add(other)
                        work.append(other)

    def _move(self, move: _Move, *, everywhere: bool) -> list[Change]:
        """One load or store, both ways; what changed."""
        stale = [owner for owner in move.places if owner in move.stale]
        move.stale.clear()
        grown: set[int] = set()
        for owner in stale:
            self._ask(move, owner, grown)
        changed: list[Change] = [(False, root) for root in grown]
        for owner in move.places if everywhere or grown else ():
            if self._tell(move, owner):
                changed.append((True, owner))
        return changed

    def _ask(self, move: _Move, owner: int, grown: set[int]) -> None:
        """What lies in an object goes to the bytes of an access."""
        nodes, seen = move.nodes, move.stores and owner in self._seen
        if owner == 0:
            if move.stores:
                self._grow(nodes, [SEEN] * len(nodes), grown)
            return
        if owner in self._bytes.characters:
            return
        cells = self._bytes.memory[owner]
        for offset, stride in move.places[owner]:
            there = [cells.at(offset + index, stride) for index in range(len(nodes))]
            self._grow(nodes, [marks | SEEN for marks in there] if seen else there, grown)

    def _grow(self, nodes: list[int], marks: list[Marks], grown: set[int]) -> None:
        held, find = self._bytes.marks, self._bytes.sets.find
        for node, more in zip(nodes, marks, strict=True):
            if node >= 0 and more & ~held[root := find(node)]:
                held[root] |= more
                grown.add(root)

    def _tell(self, move: _Move, owner: int) -> bool:
        """What the bytes of an access are is so of where they lie; whether that is new."""
        if owner == 0 or owner in self._bytes.characters:
            return False
        cells, changed = self._bytes.memory[owner], False
        marks = [self._bytes.marks_at(node) for node in move.nodes]
        if not move.stores and owner not in self._seen and any(mark & SEEN for mark in marks):
            self._seen.add(owner)
            changed = True
        for offset, stride in move.places[owner]:
            for index, mark in enumerate(marks):
                changed |= cells.add(offset + index, stride, mark & ~SEEN)
        return changed

    def _copy(self, to: Place, origin: Place, size: int | None) -> Iterator[Change]:
        target, source = self._bytes.memory[to[0]], self._bytes.memory[origin[0]]
        for owner, offset, stride in (to, origin):
            end = self._bytes.points.table.objects[owner].size
            if end is not None and stride == 0:  # beyond it there is nothing to copy
                size = end - offset if size is None else min(size, end - offset)
            room = self._rooms.room(owner, offset, stride)
            if room is not None:
                size = room if size is None else min(size, room)
        key = to, origin, size
        forth, back = self._taken.get(key, (-1, -1))
        began = source.version
        if forth != began and transfer(source, origin[1:], target, to[1:], size):
            yield True, to[0]
        ended = target.version
        self._taken[key] = began, ended
        changed = back != ended and transfer(target, to[1:], source, origin[1:], size)
        if to[0] in self._seen and origin[0] not in self._seen:
            self._seen.add(origin[0])
            changed = True
        if changed:
            yield True, origin[0]


def _merged(copies: Collection[Transfer]) -> Iterator[Transfer]:
    """The copies; too many between the same two objects as one, with a stride for what differs."""
    groups: dict[tuple[int, int], list[Transfer]] = {}
    for copy in copies:
        groups.setdefault((copy[0][0], copy[1][0]), []).append(copy)
    apart = _COPIES
    for (target, source), group in sorted(groups.items(), key=lambda item: len(item[1])):
        if len(group) == 1 or len(group) <= apart:
            apart -= len(group)
            yield from group
            continue
        first = group[0]
        shift = first[0][1] - first[1][1]
        step = 0
        for to, origin, _ in group:
            step = gcd(step, to[1] - origin[1] - shift, to[2], origin[2])
        yield (target, first[0][1], step), (source, first[1][1], step), None
