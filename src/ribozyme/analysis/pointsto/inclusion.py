"""Inclusion constraints over sets of locations, solved by difference propagation.

    q = p          copy(p, q)            what p points to, q points to
    q = p + 8      shifted(p, q, 8)
    q = *p         watch(p, …)           for each new location l of p: copy(content read at l, q)
    *p = q         watch(p, …)           for each new location l of p: copy(q, content written at l)

What memory holds is kept per location and kind of access, apart for writing and reading: what was
written at a location is read at every location of the object that it may meet by a kind that it may
meet, and, through `copied`, at the same distance in every place the bytes were copied to. Code
outside of the program has one memory, `outside`: what is stored where it can see is there, and all
it can see may hold it.

Where the sets grow out of all proportion, `Exhausted` is raised: locations that mean so little are
worth no more than objects are, which a coarse `Table` tells apart in no time.

Invariant: sets only grow; every closure given to `watch` sees each location once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from math import gcd
from typing import Final, final

from ribozyme.analysis.pointsto.objects import ENTRY, Kind, Object, Table
from ribozyme.ir.instrs import Instr
from ribozyme.ir.module import Function

MANY: Final = 256
"""A value that may point into more objects points anywhere; those without addresses in them do not
count. A long program throws from dozens of places, with a text or two of its own at each."""

ADDRESS: Final = 8
"""Bytes of an address."""

DEEP: Final = 2
"""How many loads from the caller's memory are told apart."""

ANY: Final = 0
"""The kind of accesses of which no type is known: it meets every other."""

STEPS: Final = 3_000_000
PER_NODE: Final = 100
"""Steps after which the solver gives up: so many, and more for each node."""

Watcher = Callable[[int], None]
Place = tuple[int, int]  # location and kind
Distance = tuple[int, int, bool]  # constant, step, and whether an index of the program's


class Exhausted(Exception):
    """The sets of locations grew too large."""


def _no_text(_: int, __: int) -> int | None:
    return None


@final
class Solver:
    """The constraint graph; nodes are dense numbers."""

    def __init__(self, kinds_meet: Callable[[int, int], bool], *, coarse: bool) -> None:
        self.table = Table(coarse=coarse)
        self._steps = 0
        self._kinds_meet = kinds_meet
        self._late: deque[tuple[int, int, set[int], Distance]] = deque()
        self.text: Callable[[int, int], int | None] = _no_text
        """What stands for the characters so many bytes behind a location, if a string's lie there.
        """
        self.points: list[set[int]] = []
        self.flooded: set[int] = set()
        self.outside_objects: set[int] = set()
        self._new: list[set[int]] = []
        self._copies: list[set[int]] = []
        self._shifts: list[set[tuple[int, Distance]]] = []
        self._watchers: list[list[Watcher]] = []
        self._needed: dict[int, int] = {}  # by node, the bytes that are there at least
        self._work: deque[int] = deque()
        self._waiting: list[bool] = []
        self._written: dict[Place, int] = {}  # the node of what is stored there
        self._read: dict[Place, int] = {}  # the node of what may be loaded there
        self._writes: list[list[Place]] = []  # per object
        self._reads: list[list[Place]] = []
        self._private: set[Place] = set()  # of what is read, where the world outside has no say
        self._numbers: dict[Place, int] = {}  # the node of what is read there as a number
        self._numbered: list[list[Place]] = []  # per object, the places of `_numbers`
        self._unread: list[Place] = []  # what is read there is still to be found
        self._copied: list[list[tuple[int, int, int | None]]] = []
        self._entered: list[list[int]] = []  # per object, the locations of `_pointees`
        self._copied_once: set[tuple[int, int, int | None]] = set()
        self._pointees: dict[int, Object] = {}  # location → what it holds at entry
        self.plain: set[int] = set()  # objects in which no address ever lies
        self.numeric: set[int] = set()  # arrays of numbers of the caller, as it declares them
        self._doubted: list[tuple[Place, Place]] = []  # what is read there, copied from one
        self._nothing, self._lost = self.node(), self.node()
        self.unknown = self.table.location(self.object(Kind.UNKNOWN, "unknown").id, 0, 1)
        self.outside = self.node()
        self.watch(self.outside, self._escaped)

    # ---- the graph ---------------------------------------------------------------------------

    def object(
        self,
        kind: Kind,
        name: str,
        function: Function | None = None,
        site: Instr | None = None,
        parent: Object | None = None,
        *,
        index: int = -1,
        noalias: bool = False,
        born_outside: bool = False,
        constant: bool = False,
        size: int | None = None,
    ) -> Object:
        """A new object; the root's arguments and what they lead to are known outside."""
        made = self.table.new(
            kind,
            name,
            function,
            site,
            parent,
            index=index,
            noalias=noalias,
            born_outside=born_outside,
            constant=constant,
            size=size,
        )
        self._writes.append([])
        self._reads.append([])
        self._copied.append([])
        self._entered.append([])
        self._numbered.append([])
        if kind in (Kind.UNKNOWN, *ENTRY):
            self.outside_objects.add(made.id)
        return made

    def node(self) -> int:
        """A new node."""
        self.points.append(set())
        self._new.append(set())
        self._copies.append(set())
        self._shifts.append(set())
        self._watchers.append([])
        self._waiting.append(False)
        return len(self.points) - 1

    def add(self, node: int, location: int) -> None:
        """The node may point to the location."""
        self._grow(node, {location})

    def copy(self, source: int, target: int) -> None:
        """What `source` points to, `target` points to."""
        if source != target and target not in self._copies[source]:
            self._copies[source].add(target)
            self._grow(target, self.points[source])

    def shifted(
        self, source: int, target: int, delta: int, step: int = 0, *, index: bool = False
    ) -> None:
        """What `source` points to, `delta + step·ℤ` bytes on; `step` negative: delta - step·ℕ.

        Steps that only lead upwards stay within an object of known size, an `index` of the program
        within the member that it begins in.
        """
        if delta == 0 and step == 0:
            self.copy(source, target)
            return
        distance = (delta, step, index)
        if (target, distance) not in self._shifts[source]:
            self._shifts[source].add((target, distance))
            self._shift(source, target, self.points[source], distance)

    def need(self, node: int, bytes: int) -> None:
        """The node leads to so many bytes at least, so to no end of an object and to none smaller.

        Said of a node before anything else is.
        """
        self._needed[node] = bytes

    def watch(self, node: int, watcher: Watcher) -> None:
        """Call `watcher` with each location of the node, those to come too."""
        self._watchers[node].append(watcher)
        for location in list(self.points[node] - self._new[node]):
            watcher(location)

    @property
    def pending(self) -> bool:
        """Whether there is something to propagate."""
        return bool(self._work or self._late)

    def solve(self) -> None:
        """Propagate until nothing grows."""
        while self.pending:
            while self._late and not self._work:
                source, target, locations, distance = self._late.popleft()
                self._grow(target, self._moved(source, locations, distance))
            if not self._work:
                break
            if self._steps > STEPS + PER_NODE * len(self.points) and not self.table.coarse:
                raise Exhausted
            node = self._work.popleft()
            self._waiting[node] = False
            new, self._new[node] = self._new[node], set()
            self._steps += len(new) * (1 + len(self._copies[node]) + len(self._watchers[node]))
            for watcher in list(self._watchers[node]):
                for location in new:
                    watcher(location)
            for target in list(self._copies[node]):
                self._grow(target, new)
            for target, distance in list(self._shifts[node]):
                self._shift(node, target, new, distance)

    def _shift(self, source: int, target: int, locations: set[int], distance: Distance) -> None:
        """Move locations on; by less than a word when all else is done, and strings are found."""
        delta, step, _ = distance
        if step % ADDRESS or delta % ADDRESS:
            self._late.append((source, target, set(locations), distance))
        else:
            self._grow(target, self._moved(source, locations, distance))

    def _moved(self, source: int, locations: set[int], distance: Distance) -> set[int]:
        """The locations moved on; one that was moved so once already walks through an array.

        The walk may lead through memory: `end = end + 24` of a buffer, a field of an object.
        """
        points, table = self.points[source], self.table
        delta, step, index = distance
        moved = table.indexed if index else table.shifted
        found: set[int] = set()
        for location in locations:
            text = self._text_at(location, delta, step)
            if text is not None:
                found.add(text)
                continue
            if step < 0:
                found.update(table.upwards(location, delta, -step))
                continue
            walks = delta and table.known(location, -delta) in points
            found.add(moved(location, delta, gcd(step, delta) if walks else step))
        return found

    def _text_at(self, location: int, delta: int, step: int) -> int | None:
        """What stands for the characters that locations are moved to, or among."""
        if step % ADDRESS:
            return self.text(location, 0)
        return self.text(location, delta) if delta % ADDRESS and not step else None

    def _grow(self, node: int, locations: set[int]) -> None:
        points = self.points[node]
        new = locations - points
        if new and node in self._needed:
            new = {location for location in new if self._has_room(location, self._needed[node])}
        if not new:
            return
        if node in self.flooded:
            self._grow(self.outside, new)
            return
        if node != self.outside and (self.unknown in points or self.unknown in new):
            new = {location for location in new if not self._is_covered(location)}
            if not new:
                return
        points |= new
        self._new[node] |= new
        if len(points) > MANY and node != self.outside:
            self._flood_if_many(node)
        if not self._waiting[node]:
            self._waiting[node] = True
            self._work.append(node)

    def _has_room(self, location: int, bytes: int) -> bool:
        """Whether so many bytes may lie at a location."""
        table = self.table
        end = table.objects[table.object[location]].size
        return end is None or table.stride[location] != 0 or table.offset[location] + bytes <= end

    def _is_covered(self, location: int) -> bool:
        """Whether `unknown` says of memory that code outside knows it all that this says."""
        owner = self.table.object[location]
        if location == self.unknown or owner not in self.outside_objects:
            return False
        return self.table.objects[owner].kind is not Kind.FUNCTION

    def _flood_if_many(self, node: int) -> None:
        points = self.points[node]
        owners = {self.table.object[location] for location in points}
        if len(owners) <= MANY or len(owners - self.plain) <= MANY:
            return
        self.flooded.add(node)
        self._grow(self.outside, set(points))
        points.add(self.unknown)
        self._new[node].add(self.unknown)

    # ---- memory ------------------------------------------------------------------------------

    def written(self, location: int, kind: int = ANY) -> int:
        """The node of what is stored at a location."""
        if location == self.unknown:
            return self.outside
        if self._holds_no_address(location):
            return self._lost
        place = location, kind
        found = self._written.get(place)
        if found is not None:
            return found
        owner = self.table.object[location]
        node = self._written[place] = self.node()
        self._writes[owner].append(place)
        if owner in self.outside_objects:
            self.copy(node, self.outside)
        for other in list(self._reads[owner]):
            if self._meet(place, other):
                self.copy(node, self._read[other])
        return node

    def read(self, location: int, kind: int = ANY, *, initial: bool = True) -> int:
        """The node of what may be loaded at a location; `initial`: as an address."""
        table = self.table
        owner = table.object[location]
        if self._holds_no_address(location):
            return self._nothing
        place = location, kind
        found = self._read.get(place)
        if found is None or place in self._private:
            found = self._reader(place) if found is None else found
            self._private.discard(place)
            if location == self.unknown:
                self.add(found, self.unknown)
            if owner in self.outside_objects and not table.objects[owner].constant:
                self.copy(self.outside, found)
            self._enter(place)
            self._stored(place)
        if initial and location != self.unknown and table.objects[owner].born_outside:
            self._entry_content(location)
        return found

    def own(self, location: int, kind: int) -> int:
        """The node of what the program itself stored at a location, as something of a kind: what
        code outside may have put there is no address."""
        if location == self.unknown or self._holds_no_address(location):
            return self._nothing
        place = location, kind
        found = self._read.get(place)
        if found is None:
            found = self._reader(place)
            self._private.add(place)
            self._stored(place)
        return found

    def number(self, location: int, kind: int) -> int:
        """The node of the addresses that may be read at a location as a number: what the program
        itself stored there, and what it reads there as an address elsewhere."""
        place = location, kind
        found = self._numbers.get(place)
        if found is None:
            found = self._numbers[place] = self.node()
            self._numbered[self.table.object[location]].append(place)
            self.copy(self.own(location, kind), found)
            for entered in self._entered[self.table.object[location]]:
                self._read_as_number(place, entered)
        return found

    def _read_as_number(self, place: Place, entered: int) -> None:
        if self.table.meet(entered, ADDRESS, place[0], ADDRESS):
            target = self.table.location(self._pointees[entered].id, 0)
            self.add(self._numbers[place], target)

    def _reader(self, place: Place) -> int:
        """A new node of what is read at a place."""
        self._reads[self.table.object[place[0]]].append(place)
        found = self._read[place] = self.node()
        return found

    def _stored(self, place: Place) -> None:
        """Read at a place what the program has stored there, or copied to it from where it is read
        next: chains of copies may be long."""
        self._unread.append(place)
        if len(self._unread) > 1:
            return
        for one in self._unread:  # it grows
            owner = self.table.object[one[0]]
            for other in list(self._writes[owner]):
                if self._meet(one, other):
                    self.copy(self._written[other], self._read[one])
            for target, source, size in list(self._copied[owner]):
                self._forward(one, target, source, size)
        self._unread.clear()

    def _meet(self, one: Place, other: Place) -> bool:
        apart = one[1] != other[1] and not self._kinds_meet(one[1], other[1])
        return not apart and self.table.meet(one[0], ADDRESS, other[0], ADDRESS)

    def _holds_no_address(self, location: int) -> bool:
        """A place where no address can lie: code, characters, what is beyond the object's end."""
        table = self.table
        owner = table.objects[table.object[location]]
        if owner.kind is Kind.FUNCTION or owner.id in self.plain:
            return True
        return table.stride[location] == 0 and not owner.covers(table.offset[location])

    def contents(self) -> Iterator[tuple[int, int]]:
        """All locations that hold addresses, each with the node of what is held."""
        for nodes in (self._written, self._read):
            for (location, _), node in nodes.items():
                yield location, node

    def constant_at(self, location: int, size: int) -> bool:
        """Whether so many bytes are never written and are no address."""
        owner = self.table.object[location]
        return self.table.objects[owner].constant and not any(
            self.points[self._written[place]] and self.table.meet(location, size, place[0], ADDRESS)
            for place in self._writes[owner]
        )

    def at_entry(self) -> Iterator[tuple[int, Object]]:
        """The locations of the caller's memory that hold addresses, and what those lead to."""
        yield from self._pointees.items()

    def _entry_content(self, location: int) -> None:
        """What a location of the caller's memory points to at entry: an object of its own."""
        if location in self._pointees:
            return
        table = self.table
        owner = table.objects[table.object[location]]
        if owner.depth >= DEEP:
            pointee = owner
        else:
            name = f"*{table.seen(location)}"
            pointee = self.object(Kind.POINTEE, name, parent=owner, born_outside=True)
        self._pointees[location] = pointee
        self._entered[owner.id].append(location)
        target = table.location(pointee.id, 0)
        for other in list(self._reads[owner.id]):
            if other not in self._private and table.meet(location, ADDRESS, other[0], ADDRESS):
                self.add(self._read[other], target)
        for place in self._numbered[owner.id]:
            self._read_as_number(place, location)

    def copied(self, target: int, source: int, size: int | None) -> None:
        """`size` bytes are copied from location to location."""
        key = (target, source, size)
        if key in self._copied_once:
            return
        self._copied_once.add(key)
        owner = self.table.object[target]
        self._steps += 1 + len(self._reads[owner])
        if target == self.unknown:
            self.copy(self.read(self.everything(source)), self.outside)
            return
        self._copied[owner].append(key)
        for place in list(self._reads[owner]):
            self._forward(place, *key)
        if owner in self.outside_objects:
            self.copy(self.read(self.everything(source)), self.outside)

    def everything(self, location: int) -> int:
        """The location that covers all of the object."""
        return self.table.location(self.table.object[location], 0, 1)

    def _forward(self, place: Place, target: int, source: int, size: int | None) -> None:
        """What is read at a place of the target may be what is read as far into the source."""
        table = self.table
        location, kind = place
        if not table.meet(location, ADDRESS, target, size):
            return
        origin = table.copied(location, target, source)
        if place in self._private:
            found = self.own(origin, kind)
        else:
            numeric = table.object[origin] in self.numeric
            found = self.read(origin, kind, initial=not numeric)
            if numeric:
                self._doubted.append((place, (origin, kind)))
        self.copy(found, self._read[place])

    def doubt_numbers(self, targets: set[int]) -> None:
        """Nodes that lead nowhere have what was read from copies of arrays of numbers after all."""
        for place, (origin, kind) in self._doubted if targets else ():
            found = self._read[place]
            if not targets.isdisjoint(self._onwards(found)):
                self.copy(self.read(origin, kind), found)

    def _onwards(self, node: int) -> set[int]:
        """The nodes that a node is copied to, through such as lead nowhere."""
        found, work = {node}, [node]
        while work:
            new = [to for to in self._copies[work.pop()] if not self.points[to] and to not in found]
            found.update(new)
            work += new
        return found

    # ---- declared structs ---------------------------------------------------------------------

    def unbounded(self, owner: int) -> None:
        """Indices into members of an object are bounded no more: what was stored at an address is
        read at all that it may meet now."""
        self.table.unbounded(owner)
        for place in list(self._reads[owner]):
            self._stored(place)
            if place not in self._private:
                self._enter(place)
        for place in self._numbered[owner]:
            for entered in self._entered[owner]:
                self._read_as_number(place, entered)

    def _enter(self, place: Place) -> None:
        """Read at a place what the caller's memory holds there at entry."""
        for entered in self._entered[self.table.object[place[0]]]:
            if self.table.meet(place[0], ADDRESS, entered, ADDRESS):
                target = self.table.location(self._pointees[entered].id, 0)
                self.add(self._read[place], target)

    # ---- the world outside -------------------------------------------------------------------

    def expose(self, object: Object) -> None:
        """Code outside may know the object from the start."""
        if object.id not in self.outside_objects:
            self._publish(object.id)

    def _escaped(self, location: int) -> None:
        owner = self.table.object[location]
        if owner not in self.outside_objects:
            self._publish(owner)

    def _publish(self, owner: int) -> None:
        self.outside_objects.add(owner)
        for place in list(self._writes[owner]):
            self.copy(self._written[place], self.outside)
        if not self.table.objects[owner].constant:
            for place in list(self._reads[owner]):
                if place not in self._private:
                    self.copy(self.outside, self._read[place])
        for _, source, _ in list(self._copied[owner]):
            self.copy(self.read(self.everything(source)), self.outside)
