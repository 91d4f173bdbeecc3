"""The type of each byte of a struct, from the LLVM type of a variable.

    %s = alloca %struct.S        %struct.S = type { i32, double, [2 x float] }

    double at 8, floats at 16 and 20; bytes 4–7 are padding; 0–3 are neither float nor address

An integer of eight bytes, or so many characters, may have the bits of anything.

A type is that of the source where its name is: clang gives structs and classes theirs. One with a
union in it shows one of the union's members; the others may lie anywhere in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import groupby
from math import gcd, lcm
from typing import Final, TypeGuard, final

from ribozyme.analysis.declared.marks import (
    ADDRESS,
    ANYTHING,
    FLOAT,
    INTEGER,
    KINDS,
    PADDING,
    POINTER,
    Marks,
    float_size,
    marks_of,
    scalars,
    static_marks,
)
from ribozyme.base.bitset import union
from ribozyme.ir import types as ty
from ribozyme.ir.layout import DataLayout

Row = tuple[int, int]
"""A place, its offset and its stride."""

Arrays = tuple[tuple[int, int], ...]
"""The arrays around a byte, from the outermost: the bytes of an element, and of the array."""

LOOSE: Final = 4
"""A stride below says only that it is somewhere in the object."""

EVERYTHING: Final = -1
"""All marks."""

TOLD: Final = FLOAT | POINTER
"""What the type of a variable tells of its bytes."""

PLAIN: Final = INTEGER | PADDING

_WORD: Final = marks_of(ty.DOUBLE) | POINTER
"""What may be in a word at different times."""

_NAMED: Final = ("%struct.", "%class.", '%"struct.', '%"class.')
_UNION: Final = ("%union.", '%"union.')


@final
class Members:
    """What the type of a variable says of its bytes: their marks, and the arrays around them. It
    says where places end that repeat:

        struct { int rows, cols; double at[36]; } m;        m.at[i]    each 8 bytes, from 8 to 296
        struct { float w[4]; struct { double at; long n; } k[3]; } t;
                                                            t.k[i].n   each 16 bytes, from 24 to 64

    Invariants: an index leads to the elements of arrays with room for two of its steps, and to
    members of one type side by side. What is said of a place that repeats is so of such bytes, and
    of members that are of this very type: no double is in `rows`. What has none of them as its home
    may be anywhere, as if nothing was declared: the bits of doubles in a struct of integers.

    No arrays are known (`arrays` is empty) where steps need not be an index's. Then all places
    lead everywhere.
    """

    def __init__(self, marks: tuple[Marks, ...] = (), arrays: tuple[Arrays, ...] = ()) -> None:
        self.marks = marks
        self.arrays = arrays
        self._bytes: dict[Row, frozenset[int]] = {}
        self._homes: dict[Row, Marks] = {}
        self._allowed: dict[tuple[int, int, int, int], Marks] = {}

    def at(self, offset: int) -> Marks | None:
        """What the type says of a byte; None beyond the variable."""
        return self.marks[offset] if 0 <= offset < len(self.marks) else None

    def allowed(self, place: Row, other: Row) -> Marks:
        """The marks that what lies at one place may have of those that are said of another."""
        if not self.arrays:
            return EVERYTHING
        (offset, stride), (start, step) = place, other
        key = offset % stride if stride else offset, stride, start % step if step else start, step
        found = self._allowed.get(key)
        if found is None:
            found = self._allowed[key] = self._common(*key)
        return found

    def _common(self, offset: int, stride: int, start: int, step: int) -> Marks:
        if stride == 0:
            return self._said(offset, step)
        here = self._reached(offset, stride)
        if step == 0:
            return EVERYTHING if start in here or not 0 <= start < len(self.marks) else PLAIN
        return union(self._said(at, step) for at in here if (at - start) % step == 0) | PLAIN

    def _said(self, offset: int, step: int) -> Marks:
        """The marks that a byte may have of those of a place over it that repeats."""
        if step == 0 or not 0 <= offset < len(self.arrays):
            return EVERYTHING
        key = offset % step, step
        home = self._homes.get(key)
        if home is None:
            row = range(key[0], len(self.arrays), step)
            home = self._homes[key] = union(self._held(at, step) for at in row)
        return self._held(offset, step) | ~home

    def _held(self, offset: int, step: int) -> Marks:
        """The same by the type alone: in integers, where an index may lead to them, all that has
        room in them and those beside them."""
        marks, around = self.marks[offset], self.arrays[offset]
        if marks & TOLD and marks != ANYTHING:
            return marks | PLAIN | (_WORD if marks & _WORD else 0)
        # What is somewhere in the variable, by no step at all, is a float at least.
        free = leads(step if marks == ANYTHING else max(step, LOOSE), around)
        return self._room[offset] | PLAIN if free else PLAIN

    @cached_property
    def _room(self) -> list[Marks]:
        """By byte, the marks of what has room in the integers there."""
        found: list[Marks] = []
        for free, run in groupby(self.marks, lambda mark: mark == ANYTHING or not mark & ~INTEGER):
            count = len(list(run))
            fitting = [marks_of(kind) for kind in KINDS if float_size(kind) <= count]
            fitting += [POINTER] if count >= ADDRESS else []
            found += [union(fitting) if free else 0] * count
        return found

    def _reached(self, offset: int, stride: int) -> frozenset[int]:
        """The bytes of a place that repeats: those that an index leads to, or all that there are
        where none does."""
        found = self._bytes.get((offset, stride))
        if found is None:
            every = range(offset, len(self.arrays), stride)
            found = frozenset(at for at in every if self._walked(stride, at)) or frozenset(every)
            self._bytes[offset, stride] = found
        return found

    def _walked(self, stride: int, at: int) -> bool:
        """Whether an index by steps of `stride` may lead to a byte."""
        if leads(stride, self.arrays[at]):
            return True
        here = self.marks[at]
        beside = self.at(at - stride), self.at(at + stride)
        return bool(here & TOLD) and here != ANYTHING and here in beside


UNKNOWN: Final = Members()
"""Nothing is said of memory."""


def members(layout: DataLayout, type: ty.Type, most: int) -> tuple[Marks, ...]:
    """The marks of the bytes of a struct, or of several; none where the type does not tell, or for
    more than `most` bytes."""
    if isinstance(type, ty.ArrayType) and layout.alloc_size(type) <= most:
        return members(layout, type.element, most) * type.count
    if not _is_named(type):
        return ()
    size = layout.alloc_size(type) if type.fields is not None else 0
    if not 0 < size <= most or _has_union(type):
        return ()
    found = [PADDING] * size
    characters = 0
    for offset, part in scalars(layout, type):
        end = offset + layout.size(part)
        characters = characters + 1 if part is ty.I8 else 0
        start = offset if characters == 0 else end - characters
        if isinstance(part, ty.IntType) and end - start >= ADDRESS:
            start = offset if characters > ADDRESS else start  # those before it are so already
            found[start:end] = [ANYTHING] * (end - start)
        else:
            found[offset:end] = static_marks(layout, part)
    return tuple(found)


def integers(layout: DataLayout, type: ty.Type) -> Iterator[int]:
    """Where integers of eight bytes are members of a struct, in no array."""
    if not _is_named(type) or _has_union(type):
        return
    work: list[tuple[int, ty.Type]] = [(0, type)]
    while work:
        offset, part = work.pop()
        match part:
            case ty.StructType(fields=tuple() as fields):
                places = zip(layout.offsets(part), fields, strict=True)
                work += [(offset + at, field) for at, field in places]
            case ty.IntType(bits=64):
                yield offset
            case _:
                pass


def arrays(layout: DataLayout, type: ty.Type) -> tuple[Arrays, ...]:
    """By byte, the arrays around it: the bytes of an element, and of the array.

    struct { float w[4]; struct { double at; long times; } knots[3]; }

    (4, 16) in w, (16, 48) in knots; where no array is nothing
    """
    found: list[Arrays] = [()] * layout.alloc_size(type)
    work: list[tuple[int, ty.Type, Arrays]] = [(0, type, ())]
    while work:
        offset, part, around = work.pop()
        match part:
            case ty.ArrayType(count=count, element=element):
                size = layout.alloc_size(element)
                inside = (*around, (size, size * count))
                found[offset : offset + size * count] = [inside] * (size * count)
                if isinstance(element, ty.ArrayType | ty.StructType):
                    work += [(offset + size * index, element, inside) for index in range(count)]
            case ty.StructType(fields=tuple() as fields):
                places = zip(layout.offsets(part), fields, strict=True)
                work += [(offset + at, field, around) for at, field in places]
            case _:
                pass
    return tuple(found)


@lru_cache(maxsize=1 << 12)
def leads(stride: int, around: Arrays) -> bool:
    """Whether an index by steps of `stride` leads to a byte with these arrays around it.

    It moves in arrays with room for two steps, by multiples of their elements: in `int key[2]` a
    step of 8 has no room, and an index that varies leads elsewhere.
    """
    if stride < LOOSE:
        return True
    last = min(stride, ADDRESS)
    unit = gcd(*(each for each, whole in around if lcm(each, stride) + last <= whole))
    return unit > 0 and stride % unit == 0


def is_loose(stride: int) -> bool:
    """Whether a stride tells the members of structs no longer apart."""
    return 0 < stride < LOOSE


def _is_named(type: ty.Type) -> TypeGuard[ty.StructType]:
    """Whether a type is a struct or a class of the source."""
    return isinstance(type, ty.StructType) and (type.label or "").startswith(_NAMED)


def _has_union(type: ty.Type) -> bool:
    work: list[ty.Type] = [type]
    while work:
        match work.pop():
            case ty.StructType(label=str() as label) if label.startswith(_UNION):
                return True
            case ty.StructType(fields=tuple() as fields):
                work.extend(fields)
            case ty.ArrayType(element=element):
                work.append(element)
            case _:
                pass
    return False
