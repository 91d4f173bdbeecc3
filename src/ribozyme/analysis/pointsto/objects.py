"""Abstract memory: objects and the locations in them.

An *object* stands for the memory of one alloca, global, allocation site, root argument, or for
what such memory points to when the root is entered. A *location* is a set of places in an object:
`offset + stride·ℤ`, a single byte offset when `stride` is 0, all of the object when it is 1. An
index into an array that is a member of a struct stays in it: the location has the array's bounds.
So does one that leads upwards from an address beside others, in that row of them.

    p = &s->x[i]                (s, 16, 8)              p = &s->y        (s, 8, 0)
    p = &s->parts[i].weight     (s, 768, 16) within 760 … 824

Invariants of a `Table`: bounds are kept by an offset that stays in the element and by an index into
the same array, and dropped by everything else; a location with bounds has its first place as its
offset. Nothing in a function is told apart. An object has few locations. When it has more than
`FEW` that code can form, and more than it may have members, the object gets a modulus (the gcd of
their distances), and what is interned later has at least that stride, and no bounds.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from math import gcd
from typing import Final, final

from ribozyme.analysis.pointsto.arraymembers import ArrayMembers, Bounds
from ribozyme.base.record import dataclass
from ribozyme.ir.instrs import Call, Instr, Invoke
from ribozyme.ir.module import Function
from ribozyme.ir.values import GlobalRef

FEW: Final = 32
"""Locations of one object that are told apart; beyond, they fall together."""

FIELDS: Final = 256
"""As many are told apart in an object of known size that has room for as many members: it may be
a class, with a member for each array. And on a tape, whose rows hold all that the functions called
there keep."""

MEMBER: Final = 4
"""Bytes of a member, an `int` as well as others."""

BYTES: Final = 128
"""In an object of known size so many bytes are told apart one by one: text beside numbers."""

SHORT: Final = 3
"""Elements of an array up to the end of an object that are told apart."""

WORD: Final = 8
"""Bytes of an address."""

Key = tuple[int, int, int, Bounds | None]  # object, offset, stride


class Kind(Enum):
    """What an object is the memory of."""

    UNKNOWN = "unknown"  # any memory that code outside may know
    ALLOCA = "alloca"
    GLOBAL = "global"
    FUNCTION = "function"
    ARGUMENT = "argument"  # what a pointer argument of the root points to
    POINTEE = "pointee"  # what memory of the caller of the root points to at entry
    HEAP = "heap"


ENTRY: Final = (Kind.ARGUMENT, Kind.POINTEE)
"""Memory of the caller of the root, as it is entered; variables left aside."""


@final
@dataclass(frozen=True, slots=True, eq=False)
class Object:
    """One object; `function` holds its `site`; `parent` is what a pointee was loaded from."""

    id: int
    kind: Kind
    name: str
    function: Function | None = None
    site: Instr | None = None
    parent: Object | None = None
    depth: int = 0
    index: int = -1  # of the root's argument
    noalias: bool = False
    born_outside: bool = False  # what it holds at entry is the caller's
    constant: bool = False  # never written
    size: int | None = None  # in bytes, of memory that is only ever so large

    def __repr__(self) -> str:
        return self.name

    def covers(self, offset: int) -> bool:
        """Whether a byte belongs to the memory, as far as its size is known."""
        return self.size is None or 0 <= offset < self.size

    @property
    def foreign(self) -> bool:
        """Whether nobody saw what was put there: memory of the caller, or unknown."""
        return self.born_outside or self.kind is Kind.UNKNOWN

    @property
    def origin(self) -> Object:
        """The argument or global through which memory of the caller is reached; else itself."""
        found = self
        while found.parent is not None and found.parent is not found:
            found = found.parent
        return found


@final
@dataclass(frozen=True, slots=True)
class Location:
    """`offset + stride·ℤ` in an object, within bounds if it has some."""

    object: Object
    offset: int
    stride: int
    bounds: Bounds | None = None

    def __str__(self) -> str:
        if self.stride == 1:
            return f"{self.object.name}[*]"
        step = f"+{self.stride}k" if self.stride else ""
        end = f"<{self.bounds[1]}" if self.bounds is not None else ""
        return f"{self.object.name}[{self.offset}{step}{end}]"


def overlap(
    offset: int, stride: int, size: int | None, other: int, step: int, extent: int | None
) -> bool:
    """Whether `size` bytes at one location and `extent` at another of the same object may meet.

    None is a size nobody knows: it reaches upwards from the offset for ever.
    """
    period = gcd(stride, step)
    distance = other - offset
    if period:
        if size is None or extent is None:
            return True
        distance %= period
        return distance < size or distance + extent > period
    return (size is None or distance < size) and (extent is None or -distance < extent)


def _classes(places: list[tuple[int, int]], modulus: int) -> int:
    """How many locations are left when all have at least this stride."""
    found: set[tuple[int, int]] = set()
    for offset, stride in places:
        step = gcd(stride, modulus)
        found.add((offset % step, step))
    return len(found)


def is_on_tape(site: Instr | None) -> bool:
    """Whether memory was allocated on a tape: what lies there are rows, which have many members."""
    return (
        isinstance(site, Call | Invoke)
        and isinstance(site.callee, GlobalRef)
        and site.callee.name == "rz.tape.alloc"
    )


def _most(size: int | None) -> int:
    return FEW if size is None else max(FEW, min(size, BYTES), min(size // MEMBER, FIELDS))


@final
class Table:
    """All objects and locations, by dense numbers; a coarse one has one location per object."""

    def __init__(self, *, coarse: bool = False) -> None:
        self.coarse = coarse
        self.objects: list[Object] = []
        self.object: list[int] = []  # per location
        self.offset: list[int] = []
        self.stride: list[int] = []
        self.bounds: list[Bounds | None] = []
        self.arrays: dict[int, ArrayMembers] = {}  # by object, those of the struct that begins it
        self._found: dict[Key, int] = {}
        self._formed: list[list[int]] = []  # per object, the offsets that code forms
        self._modulus: list[int] = []
        self._most: list[int] = []  # per object, the locations that are told apart
        self._functions: set[int] = set()

    def new(
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
        """A new object."""
        depth = 0 if parent is None else parent.depth + 1
        number = len(self.objects)
        made = Object(
            number,
            kind,
            name,
            function,
            site,
            parent,
            depth,
            index,
            noalias,
            born_outside,
            constant,
            size,
        )
        self.objects.append(made)
        self._formed.append([])
        self._modulus.append(1 if self.coarse else 0)
        self._most.append(FIELDS if is_on_tape(site) else _most(size))
        if kind is Kind.FUNCTION:
            self._functions.add(number)
        return made

    def given(self, object: int, offset: int) -> int:
        """A location that an initialiser names; it counts for nothing."""
        if self.coarse:
            return self.location(object, offset)
        key = (object, offset, 0, None)
        return self._found[key] if key in self._found else self._add(key)

    def location(
        self, object: int, offset: int, stride: int = 0, bounds: Bounds | None = None
    ) -> int:
        """The number of a location, or of a coarser one where the object has too many."""
        modulus = self._modulus[object]
        if modulus:
            stride, bounds = gcd(stride, modulus), None
        elif object in self._functions:
            offset, stride, bounds = 0, 0, None
        if stride and bounds is not None:
            offset = bounds[0] + (offset - bounds[0]) % stride
        elif stride:
            offset %= stride
        key = (object, offset, stride, bounds)
        found = self._found.get(key)
        if found is not None:
            return found
        if stride == 1:
            return self._add(key)
        formed = self._formed[object]
        if len(formed) >= self._most[object]:
            self._coarsen(object, offset, stride)
            return self.location(object, offset, stride, bounds)
        formed.append(len(self.object))
        return self._add(key)

    def is_coarse(self, object: int) -> bool:
        """Whether locations fell together: a stride need not be of an index."""
        return bool(self._modulus[object])

    def _coarsen(self, object: int, offset: int, stride: int) -> None:
        """Let locations fall together: those of array elements where there is an array."""
        before = self._modulus[object]
        places = [(self.offset[n], self.stride[n]) for n in self._formed[object]]
        places.append((offset, stride))
        strides = sorted({step for _, step in places if step}, reverse=True)
        chosen = next((m for m in strides if m != before and _classes(places, m) <= FEW // 2), 0)
        if not chosen:
            chosen = before
            for at, step in places:
                chosen = gcd(chosen, step, abs(at - offset))
        self._modulus[object] = 1 if chosen in (0, before) else chosen
        self._formed[object].clear()

    def _add(self, key: Key) -> int:
        number = len(self.object)
        self._found[key] = number
        self.object.append(key[0])
        self.offset.append(key[1])
        self.stride.append(key[2])
        self.bounds.append(key[3])
        return number

    def shifted(self, location: int, delta: int, step: int) -> int:
        """The location `delta + step·ℤ` bytes on."""
        if self.object[location] == 0:
            return location
        return self.location(
            self.object[location],
            self.offset[location] + delta,
            gcd(self.stride[location], step),
            None if step else self._kept(location, delta),
        )

    def indexed(self, location: int, delta: int, step: int) -> int:
        """As `shifted`, by an index of the program: into an array that is a member, it stays
        there."""
        arrays = self.arrays.get(self.object[location])
        if arrays is None or not step or (self.stride[location] and not self.bounds[location]):
            return self.shifted(location, delta, step)
        offset, stride = self.offset[location] + delta, gcd(self.stride[location], step)
        bounds = arrays.bounds(offset, step)
        if bounds is not None and self.stride[location]:
            kept = self._kept(location, delta)
            bounds = kept and (min(kept[0], bounds[0]), max(kept[1], bounds[1]))
        return self.location(self.object[location], offset, stride, bounds)

    def _kept(self, location: int, delta: int) -> Bounds | None:
        """The bounds of a location that are bounds still so many bytes on: in each element."""
        bounds = self.bounds[location]
        if bounds is None:
            return None
        inside = self.offset[location] - bounds[0] + delta
        return bounds if 0 <= inside < self.stride[location] else None

    def copied(self, location: int, target: int, source: int) -> int:
        """Where in a source lies what was copied from there to a target, at a location of it."""
        if self.object[source] == 0:
            return source
        delta = self.offset[location] - self.offset[target]
        bounds = self.bounds[location]
        if bounds is not None and not self.stride[target] and not self.stride[source]:
            by = self.offset[source] - self.offset[target]
            offset, within = self.offset[location] + by, (bounds[0] + by, bounds[1] + by)
            return self.location(self.object[source], offset, self.stride[location], within)
        # The difference of two strided places is known up to both strides.
        return self.shifted(source, delta, gcd(self.stride[location], self.stride[target]))

    def unbounded(self, object: int) -> None:
        """Drop all bounds of an object's locations: it is not what it was declared to be."""
        self.arrays.pop(object, None)
        for location, owner in enumerate(self.object):
            if owner == object:
                self.bounds[location] = None

    def upwards(self, location: int, delta: int, step: int) -> set[int]:
        """The locations `delta`, `delta + step`, … bytes on, inside the object or at its end."""
        object, offset = self.object[location], self.offset[location] + delta
        size = self.objects[object].size
        if size is None or self.stride[location] or not object or offset < 0:
            return {self.indexed(location, delta, step)}
        if (size - offset) // step < SHORT:
            ends = range(offset, max(size, offset) + 1, step)
            return {self.location(object, end) for end in ends}
        row = self.arrays[object].row(offset) if object in self.arrays and step == WORD else None
        if row is not None:
            return {self.location(object, offset, step, row)}
        return {self.indexed(location, delta, step)}

    def known(self, location: int, delta: int) -> int | None:
        """The location `delta` bytes on, if it was ever formed."""
        object, offset = self.object[location], self.offset[location] + delta
        stride = self.stride[location]
        bounds = self._kept(location, delta)
        if stride and bounds is None:
            offset %= stride
        return self._found.get((object, offset, stride, bounds))

    def meet(self, one: int, size: int | None, other: int, extent: int | None) -> bool:
        """`overlap` of two locations of one object, within their bounds."""
        apart = (self.bounds[one] or self.bounds[other]) and self._apart(one, size, other, extent)
        return not apart and overlap(
            self.offset[one], self.stride[one], size, self.offset[other], self.stride[other], extent
        )

    def _apart(self, one: int, size: int | None, other: int, extent: int | None) -> bool:
        """Whether one of two locations ends before the other begins."""
        (first, end), (start, last) = self._range(one, size), self._range(other, extent)
        before = end is not None and start is not None and end <= start
        return before or (last is not None and first is not None and last <= first)

    def _range(self, location: int, size: int | None) -> tuple[int | None, int | None]:
        """The first byte that `size` bytes at a location may be, and the first one behind; None
        for no end."""
        bounds, offset = self.bounds[location], self.offset[location]
        if self.stride[location] and bounds is None:
            return None, None
        if size is None:
            return offset, None
        return offset, (offset if bounds is None else self._within(location, bounds)[-1]) + size

    def _within(self, location: int, bounds: Bounds) -> range:
        """The offsets of a location with bounds."""
        return range(self.offset[location], bounds[1], self.stride[location])

    def places(self, location: int, most: int) -> Iterable[tuple[int, int]]:
        """The offset and stride of a location; several, where its bounds are of so few elements at
        most."""
        bounds = self.bounds[location]
        if bounds is not None and len(inside := self._within(location, bounds)) <= most:
            return [(offset, 0) for offset in inside]
        return [(self.offset[location], self.stride[location])]

    def seen(self, location: int) -> Location:
        """A location as a value."""
        return Location(
            self.objects[self.object[location]],
            self.offset[location],
            self.stride[location],
            self.bounds[location],
        )
