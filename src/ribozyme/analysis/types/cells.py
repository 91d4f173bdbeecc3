"""Sets of marks per byte of an object, at `offset + stride·ℤ`.

    struct { double v[5]; float w; } a[2];

    a[i].v[k] written      double at 0 + 8·ℤ
    a[i].w read            float at 40 + 48·ℤ
                           →  at byte 40 a float, which is said more exactly; at 44 nothing

A stride comes of an index that varies; what is said with a small one may hold for other members
only. Marks accumulate; `Cells.at` says what they amount to at one place.

    struct { int rows, cols; double at[36]; } m;

    m.at[i] written        double at 0 + 8·ℤ, of which the type of `m` has 8, 16, … 288
                           →  no double at 0, where `rows` and `cols` are

Invariant: in a variable of a known type a place that repeats has an end, the same for what is said
of it and for what is asked of it: that of the arrays that its index leads through (`Members`). It
has none in other memory. Places of their own, without a stride, are believed anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd
from typing import Final, final

from ribozyme.analysis.declared.marks import (
    ADDRESS,
    ANYTHING,
    FLOAT,
    HEAD,
    INTEGER,
    KINDS,
    PADDING,
    POINTER,
    SHORT,
    Marks,
    float_marks,
    float_size,
    marks_of,
    single_kind,
)
from ribozyme.analysis.types.member_types import LOOSE, TOLD, UNKNOWN, Members, is_loose
from ribozyme.base.bitset import union
from ribozyme.ir import types as ty

MANY: Final = 1024
"""Cells of one object; beyond, the object is one cell."""

LONG: Final = 4096
"""Bytes that are looked at one by one."""

Place = tuple[int, int]  # offset and stride

_EITHER: Final = [mark | POINTER for mark in float_marks(ty.DOUBLE)]
"""The bytes of a word that is a double or an address."""


@final
class Cells:
    """The marks in one object."""

    def __init__(self) -> None:
        self._strides: dict[int, dict[int, Marks]] = {}
        self._under: dict[int, dict[int, Marks]] = {}  # what a coarser row of places says, too
        self._count = 0
        self._said = 0
        self._exact = 0  # the marks at places that floats are told apart by
        self._members = UNKNOWN
        self._integers: frozenset[int] = frozenset()  # bytes that are integers
        self._asked: dict[tuple[int, int], Marks] = {}  # answers of `at`, until marks change
        self._known: set[tuple[int, int, Marks]] = set()  # what was said: to repeat it adds nothing
        self.version = 0  # how often marks have changed

    @property
    def members(self) -> Members:
        """What the type of a variable says of its bytes, if this is a variable's memory."""
        return self._members

    @property
    def said(self) -> Marks:
        """All marks that were said of any byte."""
        return self._said

    def declare(self, members: Members) -> None:
        """The type of the variable; before anything else is said."""
        self._members = members
        self._changed()

    def settle(self, integers: frozenset[int]) -> None:
        """Bytes of integers, whatever marks say: those are of members beside them."""
        self._integers = integers
        self._changed()

    def _changed(self) -> None:
        self.version += 1
        self._asked.clear()

    def add(self, offset: int, stride: int, marks: Marks) -> bool:
        """Marks at a place; whether they are new."""
        if self._count > MANY:
            offset, stride = 0, 1
        said = offset, stride, marks
        if not marks or said in self._known:
            return False
        self._known.add(said)
        self._said |= marks
        for step, coarse in self._strides.items():
            row = step and stride % step == 0 and (stride == step or not is_loose(step))
            if row and not marks & ~self._covered(coarse, step, offset, stride):
                return step != stride and self._add_under(offset, stride, marks)
        cells = self._strides.setdefault(stride, {})
        key = offset % stride if stride else offset
        before = cells.get(key)
        if before is not None and not marks & ~before:
            return False
        if stride == 0 or stride >= ADDRESS:
            self._exact |= marks
        self._changed()
        if before is None:
            self._count += 1
            cells[key] = marks
            if self._count == MANY + 1:
                self._collapse()
            return True
        cells[key] = before | marks
        return True

    def _covered(self, row: dict[int, Marks], step: int, offset: int, stride: int) -> Marks:
        """What a row says of all bytes of a place."""
        marks = row.get(offset % step, 0)
        if step == stride or not self._members.arrays:
            return marks
        return marks & (~TOLD if stride else self._members.allowed((offset, 0), (offset, step)))

    def _add_under(self, offset: int, stride: int, marks: Marks) -> bool:
        """Marks that are said of a whole row of places already: they count where others contradict
        the row. Whether they may now."""
        cells = self._under.setdefault(stride, {})
        key = offset % stride if stride else offset
        before = cells.get(key, 0)
        cells[key] = before | marks & (FLOAT | POINTER)
        if cells[key] == before or not is_conflict(self._said):
            return False
        self._changed()
        return True

    def _collapse(self) -> None:
        self._strides = {1: {0: union(marks for _, _, marks in self)}}
        self._under.clear()
        self._count = MANY + 2

    def at(self, offset: int, stride: int) -> Marks:
        """All marks that the byte at `offset + stride·ℤ` may have.

        What is somewhere in the object counts only where nothing else is known; floats whose
        place nothing tells count against padding, too, and against integers in steps shorter
        than a float, which may be said of places they are not at. Where places contradict each
        other, the one that says most exactly where it is counts; but a word that is a double or an
        address by places that repeat may be both, whatever was put there by its own. Where all of
        them repeat, the variable's type decides; without one, two arrays contradict each other for
        good, since nobody knows where they end. Of several places that are asked for, an address
        in one and a number in another are both there.
        """
        key = offset, stride
        known = self._asked.get(key)
        if known is None:
            known = self._asked[key] = self._at(offset, stride)
        return known

    def repeated(self, offset: int) -> Marks:
        """The floats that rows say of a byte, whatever lies there by a place of its own."""
        steps = ((step, cells) for step, cells in self._strides.items() if step)
        said = (
            self._meeting(cells, step, offset, 0) for step, cells in steps if not is_loose(step)
        )
        return union(said) & FLOAT

    def _at(self, offset: int, stride: int) -> Marks:
        if stride == 0 and offset in self._integers:
            return INTEGER
        found = loose = sure = 0
        levels: list[tuple[int, Marks]] = []
        for step, cells in self._strides.items():
            marks = self._meeting(cells, step, offset, stride)
            if is_loose(step):
                loose |= marks
            elif marks:
                found |= marks
                levels.append((step, marks))
                if _is_sure(step, marks):
                    sure |= marks
        alone = stride == 0 and found & FLOAT and not found & SHORT and not self._members.arrays
        if alone and (beside := self._beside(offset)):
            return beside
        one_sort = found & FLOAT and not found & POINTER and not is_conflict(found)
        if one_sort and found & (INTEGER | PADDING):
            found &= ~self._ghosts(levels, offset, stride)
        if not is_conflict(found):
            if not found and stride == 0 and self._is_crossed(offset):
                return PADDING
            vague = not found or (not sure and loose & FLOAT & ~self._exact)
            return found | self._with_room(loose, offset, stride) if vague else found
        levels = self._with_under(levels, offset, stride)
        inside = union(marks for step, marks in levels if stride and step % stride == 0)
        if inside & POINTER and single_kind(inside) is not None:
            return inside
        spoken = [level for level in levels if level[1] & (FLOAT | POINTER)]
        step, marks = max(spoken, key=lambda level: _exactness(level[0]))
        declared = self._members.at(offset) if stride == 0 else None
        if step and declared is not None:
            return found & declared if declared & TOLD else found & INTEGER or PADDING
        if is_conflict(marks) or _is_walk(step, marks):
            return found
        freely = declared is None or declared == ANYTHING
        return marks | self._either(offset, stride, marks) if freely else marks

    def _is_crossed(self, offset: int) -> bool:
        """Whether rows lead over a byte that by its type is in no element of theirs."""
        declared = self._members.at(offset)
        if declared is None or declared & TOLD:
            return False
        rows = ((step, cells) for step, cells in self._strides.items() if step >= LOOSE)
        return any(cells.get(offset % step, 0) & TOLD for step, cells in rows)

    def _either(self, offset: int, stride: int, marks: Marks) -> Marks:
        """What rows of words say of a byte beyond a place of its own, by which it is of a double or
        of an address: where they say both, what goes through them goes there, too."""
        found = 0
        start = offset - offset % ADDRESS
        for step, cells in self._strides.items():
            row = self._meeting(cells, step, offset, stride) & (FLOAT | POINTER)
            if not step or step % ADDRESS or marks & (FLOAT | POINTER) & ~row or not row & FLOAT:
                continue
            word = [self._meeting(cells, step, start + at, stride) for at in range(ADDRESS)]
            if [mark & (FLOAT | POINTER) for mark in word] == _EITHER:
                found |= row
        return found

    def _with_under(
        self, levels: list[tuple[int, Marks]], offset: int, stride: int
    ) -> list[tuple[int, Marks]]:
        """What is said by step, with what rows by coarser steps say already."""
        found = dict(levels)
        for step, cells in self._under.items():
            marks = self._meeting(cells, step, offset, stride)
            if marks and stride in (0, step):
                found[step] = found.get(step, 0) | marks
        return list(found.items())

    def _with_room(self, loose: Marks, offset: int, stride: int) -> Marks:
        """Marks that are said of the whole object, without floats and addresses too long for the
        gap they are in.

        i32 at 0, double at 8, each 16 bytes; somewhere a double       nothing at 4
        """
        sizes = [(marks_of(kind), float_size(kind)) for kind in KINDS] + [(POINTER, ADDRESS)]
        for marks, size in sizes:
            if loose & marks:
                starts = range(offset - size + 1, offset + 1)
                if not any(self._free(start, stride, size) for start in starts):
                    loose &= ~marks
        return loose

    def _free(self, start: int, stride: int, size: int) -> bool:
        """Whether nothing sure is said of some bytes."""
        if start < 0 and not stride:
            return False
        return not any(
            _is_sure(step, self._meeting(cells, step, place, stride))
            for place in range(start, start + size)
            for step, cells in self._strides.items()
            if not is_loose(step)
        )

    def _ghosts(self, levels: list[tuple[int, Marks]], offset: int, stride: int) -> Marks:
        """Of a byte that is also said to be no float's: the floats that cannot be there, since
        where they would lie something else is said more exactly.

        struct { double v[5]; float w; }, v[k] written: doubles each 8 bytes; a float at 40, padding
        at 44                            →              no double at 40, so none at 44
        """
        gone = 0
        for kind in KINDS:
            steps = [step for step, marks in levels if marks & marks_of(kind)]
            if steps and all(self._nowhere(kind, step, offset, stride) for step in steps):
                gone |= marks_of(kind)
        return gone

    def _nowhere(self, kind: ty.FloatType, step: int, offset: int, stride: int) -> bool:
        """Whether what is said with one stride puts no float over a byte that may be there."""
        starts = [
            start
            for start in range(offset - float_size(kind) + 1, offset + 1)
            if self._meeting(self._strides[step], step, start, stride) & HEAD[kind]
        ]
        return bool(starts) and all(self._taken(start, stride, step, kind) for start in starts)

    def _taken(self, start: int, stride: int, step: int, kind: ty.FloatType) -> bool:
        """Whether a byte of a float is more exactly said to be something else."""
        return any(
            self._meeting(cells, finer, place, stride) & (FLOAT | POINTER) & ~marks_of(kind)
            for finer, cells in self._strides.items()
            if _exactness(finer) > _exactness(step)
            for place in range(start, start + float_size(kind))
        )

    def _beside(self, offset: int) -> Marks:
        """The marks of a byte beside an integer that is no double among those of an array.

        A counter before or behind an array: code reaches it by its offset, and it is smaller.
        """
        exact = self._strides.get(0, {})
        start = offset - offset % ADDRESS
        here = [exact.get(start + index, 0) for index in range(ADDRESS)]
        if here[0] != INTEGER or all(here) or any(marks & ~INTEGER for marks in here):
            return 0
        heads = (self._meeting(c, step, start, 0) for step, c in self._strides.items() if step)
        if not any(marks & HEAD[ty.DOUBLE] for marks in heads):
            return 0
        return here[offset - start] or PADDING

    def _meeting(self, cells: dict[int, Marks], step: int, offset: int, stride: int) -> Marks:
        """The marks of the cells of one stride that a place may be, as far as the type of the
        variable allows them there."""
        common = gcd(step, stride)
        if common == step:
            key = offset % step if step else offset
            places = [(key, cells[key])] if key in cells else []
        else:
            rest = offset % common
            places = [place for place in cells.items() if place[0] % common == rest]
        found = 0
        for key, marks in places:
            if marks & ~found & TOLD:
                marks &= self._members.allowed((offset, stride), (key, step))
            found |= marks
        return found

    def __iter__(self) -> Iterator[tuple[int, int, Marks]]:
        for stride, cells in self._strides.items():
            for offset, marks in cells.items():
                yield offset, stride, marks

    def admitted(self, offsets: list[int], stride: int, step: int) -> list[Marks]:
        """The marks that may be copied to some bytes out of a place that repeats each `step` bytes:
        all, where none of these bytes is a home of theirs."""
        if not self._members.arrays:
            return [~0] * len(offsets)
        found = [self._members.allowed((at, stride), (at, step)) for at in offsets]
        elsewhere = ~union(found)
        return [marks | elsewhere for marks in found]

    def rows(self, at: Place, size: int | None) -> list[tuple[int, list[tuple[int, Marks]]]]:
        """By stride, the offsets and their marks as they are now; of bytes at places of their own
        those within `size` bytes of a place, where these are fewer."""
        exact = self._strides.get(0, {})
        if at[1] or size is None or size >= len(exact):
            return [(stride, list(cells.items())) for stride, cells in self._strides.items()]
        near = [(place, exact[place]) for place in range(at[0], at[0] + size) if place in exact]
        return [
            (stride, list(cells.items()) if stride else near)
            for stride, cells in self._strides.items()
        ]

    @property
    def extent(self) -> int:
        """One beyond the last byte that has marks at a place of its own."""
        return max((offset + 1 for offset in self._strides.get(0, ())), default=0)

    @property
    def strides(self) -> frozenset[int]:
        """The strides that places repeat with."""
        return frozenset(step for step in self._strides if step and not is_loose(step))


def _exactness(stride: int) -> int:
    """How exactly a stride tells where something is: best if it does not repeat."""
    return stride or 1 << 62


def _is_walk(stride: int, marks: Marks) -> bool:
    """Whether a stride tells no more than that elements follow each other: they end anywhere."""
    sizes = [float_size(kind) for kind in KINDS if marks & marks_of(kind)]
    longest = max(sizes, default=ADDRESS)
    return 0 < stride <= 1 << (longest - 1).bit_length()


def _is_sure(stride: int, marks: Marks) -> bool:
    """Whether marks are at their place: not so of integers in steps shorter than a float."""
    return bool(marks & ~PADDING and (stride == 0 or stride >= ADDRESS or marks & FLOAT))


def is_conflict(marks: Marks) -> bool:
    """Whether marks speak of a float and an address, or of floats of two kinds."""
    if not marks & FLOAT:
        return False
    return bool(marks & POINTER) or single_kind(marks) is None


def is_torn(marks: Marks) -> bool:
    """Whether marks speak of floats of two kinds, of which no access can tell at run time."""
    return bool(marks & FLOAT) and single_kind(marks) is None


def transfer(source: Cells, at: Place, target: Cells, to: Place, size: int | None) -> bool:
    """Marks of `size` bytes of one object, also in the bytes of another they were copied to.

    What an object's bytes are moved on within it by, they repeat after: unless they go once, from
    one member to another.
    """
    changed = False
    start, end = at[0], to[0]
    shift = abs(end - start) if source is target else 0
    if size is not None and size <= shift and not at[1] and not to[1]:
        shift = 0
    for stride, cells in source.rows(at, size):
        common = gcd(at[1], stride)
        loose, step = is_loose(common), gcd(common, shift, to[1])
        spread = not shift and common and size is not None and size <= LONG
        for offset, marks in cells:
            distance = (offset - start) % common if common else offset - start
            if distance < 0 or (size is not None and distance >= size):
                continue
            if loose:
                changed |= target.add(0, 1, marks)
            elif not spread or size is None:
                changed |= target.add(end + distance, step, marks)
            else:
                places = range(distance, size, common)
                allowed = target.admitted([end + index for index in places], to[1], common)
                for index, kept in zip(places, allowed, strict=True):
                    # not where the source says more exactly what it is
                    said = source.at(start + index, at[1]) if marks & FLOAT else marks
                    changed |= target.add(end + index, to[1], marks & said & kept)
    return changed
