"""Abstract memory: objects and the locations in them.

An *object* stands for the memory of one alloca, global, allocation site, root argument, or for
what such memory points to when the root is entered. A *location* is a set of places in an object:
`offset + stride·ℤ`, a single byte offset when `stride` is 0, all of the object when it is 1.

    p = &s->x[i]        (s, 16, 8)          p = &s->y        (s, 8, 0)

Invariant of a `Table`: an object has few locations. When it has more than `FEW` that code can
form, and more than it has words, the object gets a modulus (the gcd of their distances), and what
is interned later has at least that stride.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import gcd
from typing import Final, final

from ribozyme.ir.instrs import Call, Instr, Invoke
from ribozyme.ir.module import Function
from ribozyme.ir.values import GlobalRef

FEW: Final = 32
"""Locations of one object that are told apart; beyond, they fall together."""

FIELDS: Final = 256
"""As many are told apart in an object of known size that has as many words: it may be a class.
And on a tape, whose rows hold all that the functions called there keep."""

WORD: Final = 8

SHORT: Final = 3
"""Elements of an array up to the end of an object that are told apart."""


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
    """`offset + stride·ℤ` in an object."""

    object: Object
    offset: int
    stride: int

    def __str__(self) -> str:
        if self.stride == 1:
            return f"{self.object.name}[*]"
        step = f"+{self.stride}k" if self.stride else ""
        return f"{self.object.name}[{self.offset}{step}]"


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
    return FEW if size is None else max(FEW, min(size // WORD, FIELDS))


@final
class Table:
    """All objects and locations, by dense numbers; a coarse one has one location per object."""

    def __init__(self, *, coarse: bool = False) -> None:
        self.coarse = coarse
        self.objects: list[Object] = []
        self.object: list[int] = []  # per location
        self.offset: list[int] = []
        self.stride: list[int] = []
        self._found: dict[tuple[int, int, int], int] = {}
        self._formed: list[list[int]] = []  # per object, the offsets that code forms
        self._modulus: list[int] = []
        self._most: list[int] = []  # per object, the locations that are told apart

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
        return made

    def given(self, object: int, offset: int) -> int:
        """A location that an initialiser names; it counts for nothing."""
        if self.coarse:
            return self.location(object, offset)
        key = (object, offset, 0)
        return self._found[key] if key in self._found else self._add(key)

    def location(self, object: int, offset: int, stride: int = 0) -> int:
        """The number of a location, or of a coarser one where the object has too many."""
        modulus = self._modulus[object]
        if modulus:
            stride = gcd(stride, modulus)
        if stride:
            offset %= stride
        key = (object, offset, stride)
        found = self._found.get(key)
        if found is not None:
            return found
        if stride == 1:
            return self._add(key)
        formed = self._formed[object]
        if len(formed) >= self._most[object]:
            self._coarsen(object, offset, stride)
            return self.location(object, offset, stride)
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

    def _add(self, key: tuple[int, int, int]) -> int:
        number = len(self.object)
        self._found[key] = number
        self.object.append(key[0])
        self.offset.append(key[1])
        self.stride.append(key[2])
        return number

    def shifted(self, location: int, delta: int, step: int) -> int:
        """The location `delta + step·ℤ` bytes on."""
        if self.object[location] == 0:
            return location
        return self.location(
            self.object[location],
            self.offset[location] + delta,
            gcd(self.stride[location], step),
        )

    def upwards(self, location: int, delta: int, step: int) -> set[int]:
        """The locations `delta`, `delta + step`, … bytes on, inside the object or at its end."""
        size, offset = self.objects[self.object[location]].size, self.offset[location] + delta
        exact = size is not None and self.stride[location] == 0 and self.object[location] != 0
        if not exact or size is None or (size - offset) // step >= SHORT or offset < 0:
            return {self.shifted(location, delta, step)}
        ends = range(offset, max(size, offset) + 1, step)
        return {self.location(self.object[location], end) for end in ends}

    def known(self, location: int, delta: int) -> int | None:
        """The location `delta` bytes on, if it was ever formed."""
        object, offset = self.object[location], self.offset[location] + delta
        stride = self.stride[location]
        return self._found.get((object, offset % stride if stride else offset, stride))

    def meet(self, one: int, size: int | None, other: int, extent: int | None) -> bool:
        """`overlap` of two locations of one object."""
        return overlap(
            self.offset[one], self.stride[one], size, self.offset[other], self.stride[other], extent
        )

    def seen(self, location: int) -> Location:
        """A location as a value."""
        return Location(
            self.objects[self.object[location]], self.offset[location], self.stride[location]
        )
