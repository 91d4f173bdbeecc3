"""Strings of C++ that the program accesses directly, because the library's members were inlined.

    struct { std::string name; double weight; } *a;
    %c = load ptr, ptr %a          called a string's first word: %c leads to characters alone, be
                                   they inside of the string, at %a + 16, or outside
    memcpy(%a + 16, %b + 16, %n)   ends with the string: the weights are not copied

Where characters lie inside, their memory has two names: that of the object, and `characters`.
Nothing else is ever in them, so an address of theirs needs no shadow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from math import gcd
from typing import final

from ribozyme.analysis.declared.cxxlibrary import string_size, string_type
from ribozyme.analysis.declared.tbaa import Tbaa
from ribozyme.analysis.pointsto.inclusion import Solver
from ribozyme.ir.metadata import Meta

Place = tuple[int, int]  # offset and stride


def _none(_: int) -> int:
    raise AssertionError("set by the calls of libraries")


@final
class Strings:
    """Where strings lie; complete when the constraints are solved."""

    def __init__(self, solver: Solver, tbaa: Tbaa) -> None:
        self._solver = solver
        self._tbaa = tbaa
        self.sizes: dict[int, int] = {}  # by location
        self._packed: dict[tuple[int, int, int], int] = {}
        solver.text = self.inside
        self.characters: Callable[[int], int] = _none
        """The characters of long strings in the object of a location."""
        self.owners: set[int] = set()
        """Objects in which characters lie that are reached under the name of all characters."""

    def add(self, location: int, size: int) -> None:
        """A string lies at a location."""
        if location != self._solver.unknown:
            self.sizes[location] = max(size, self.sizes.get(location, 0))

    def packed(self, location: int, characters: int) -> None:
        """A string lies there whose characters, short as they are, begin between two words.

        An address of theirs that goes on from byte to byte never leaves them.
        """
        if location != self._solver.unknown:
            self._packed[self._moved(location, 1)] = characters

    def inside(self, location: int, delta: int) -> int | None:
        """What stands for the short characters that begin so many bytes behind a location."""
        place = self._moved(location, delta)
        found = self._packed.get(place)
        if found is not None:
            self.owners.add(place[0])
        return found

    def _moved(self, location: int, delta: int) -> tuple[int, int, int]:
        """The object, offset and stride of a place of which no location need be made."""
        table = self._solver.table
        offset, stride = table.offset[location] + delta, table.stride[location]
        return table.object[location], offset % stride if stride else offset, stride

    def begins(self, meta: Meta) -> int | None:
        """The size of the string whose first word an access is of."""
        name = self._tbaa.beginning(meta)
        return string_size(name) if name is not None and string_type(name) else None

    def word(self, location: int, kind: int, target: int) -> None:
        """The first word of the string at a location is read as an address."""
        read = self._solver.read(location, kind)
        self._solver.watch(read, partial(self._leads, location, target))

    def handed_out(self, result: int, location: int) -> None:
        """The library hands out the characters of the string at a location."""
        if location == self._solver.unknown:
            self._solver.add(result, location)
        else:
            self.owners.add(self._solver.table.object[location])

    def _leads(self, string: int, target: int, location: int) -> None:
        """A string's word leads to a location: what else its place may hold is not asked for.

        It may be that of characters which another string has given up.
        """
        solver = self._solver
        owner, own = solver.table.object[location], solver.table.object[string]
        if location == solver.unknown or owner in solver.plain:
            solver.add(target, location)
            return
        if owner == own or solver.table.objects[owner].born_outside:
            self.owners.add(owner)
        solver.add(target, self.characters(string))


@final
class Rooms:
    """How far the bytes behind an address go that leads into a string."""

    def __init__(self) -> None:
        self._strings: dict[int, dict[Place, int]] = {}

    def add(self, owner: int, offset: int, stride: int, size: int) -> None:
        """A string of so many bytes lies at a place, or at many."""
        if not 0 < stride < size:
            known = self._strings.setdefault(owner, {})
            known[offset, stride] = max(size, known.get((offset, stride), 0))

    def forget(self, owner: int) -> None:
        """Nothing is known of the strings of an object."""
        self._strings.pop(owner, None)

    def __iter__(self) -> Iterator[tuple[int, Place, int]]:
        for owner, known in self._strings.items():
            for place, size in known.items():
                yield owner, place, size

    def room(self, owner: int, offset: int, stride: int) -> int | None:
        """The bytes up to the end of the string that a place lies in, if not where it begins."""
        return next((left for at, left in self._at(owner, offset, stride) if at), None)

    def holds(self, owner: int, offset: int, stride: int) -> bool:
        """Whether a place lies in a string."""
        return any(self._at(owner, offset, stride))

    def _at(self, owner: int, offset: int, stride: int) -> Iterator[tuple[int, int]]:
        """How far in strings a place lies, and the bytes up to their ends."""
        for (start, step), size in self._strings.get(owner, {}).items():
            distance = offset - start
            if step and gcd(step, stride) == step:
                distance %= step
            elif stride:
                continue
            if 0 <= distance < size:
                yield distance, size - distance
