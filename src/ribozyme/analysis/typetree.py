"""What bytes hold: marks per byte, images of values and memory, and memory as cells.

A byte's *marks* are a bit set: first or later byte of a float of each kind, part of an integer, of
an address, padding. Marks only accumulate; what they amount to is read off last:

    8 bytes {F64, f64 × 7}              double at 0
    {F32, f32 × 3, int × 4}             float at 0, integer at 4
    float and integer together          float: the integer view only copies
    float and address together          conflict
    nothing                             unknown when code outside may see the bytes, else dead

Memory is the marks at (offset, stride) of each object: `offset + stride·ℤ`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import gcd
from typing import Final, Literal, final

from ribozyme.ir import types as ty
from ribozyme.ir.layout import DataLayout

Marks = int

KINDS: Final = tuple(ty.FLOATS.values())
HEAD: Final = {kind: 1 << (2 * index) for index, kind in enumerate(KINDS)}
TAIL: Final = {kind: 2 << (2 * index) for index, kind in enumerate(KINDS)}
FLOAT: Final = (1 << (2 * len(KINDS))) - 1
SHORT: Final = sum(HEAD[kind] | TAIL[kind] for kind in (ty.HALF, ty.BFLOAT, ty.FLOAT))
"""Floats that are no larger than an int."""

INTEGER: Final = 1 << (2 * len(KINDS))
POINTER: Final = INTEGER << 1
PADDING: Final = INTEGER << 2
SEEN: Final = INTEGER << 3
"""Code outside may see these bytes after they have gone on from here."""

ADDRESS: Final = 8
"""Bytes of an address."""

MANY: Final = 1024
"""Cells of one object; beyond, the object is one cell."""

LOOSE: Final = 4
"""A stride below says only that it is somewhere in the object."""

LONG: Final = 4096
"""Bytes that are looked at one by one."""

Word = Literal["integer", "pointer", "padding", "dead", "unknown", "partial", "conflict"]


def float_size(kind: ty.FloatType) -> int:
    """The bytes of a float that carry it."""
    return kind.bits // 8


def float_marks(kind: ty.FloatType) -> tuple[Marks, ...]:
    """The marks of a float's bytes."""
    return (HEAD[kind],) + (TAIL[kind],) * (float_size(kind) - 1)


def scalars(layout: DataLayout, type: ty.Type) -> Iterator[tuple[int, ty.Type]]:
    """The members of a type that have none themselves, with their byte offsets, in order."""
    work: list[tuple[int, ty.Type]] = [(0, type)]
    while work:
        offset, part = work.pop()
        match part:
            case ty.StructType(fields=tuple() as fields):
                offsets = layout.offsets(part)
                work += reversed([(offset + o, f) for o, f in zip(offsets, fields, strict=True)])
            case ty.ArrayType(count=count, element=element):
                size = layout.alloc_size(element)
                work += [(offset + size * n, element) for n in reversed(range(count))]
            case ty.VectorType(count=count, element=element, scalable=False):
                if layout.bits(element) % 8 == 0:
                    size = layout.bits(element) // 8
                    work += [(offset + size * n, element) for n in reversed(range(count))]
                else:
                    yield offset, part
            case _:
                yield offset, part


def static_marks(layout: DataLayout, type: ty.Type) -> list[Marks]:
    """What a type alone says about the bytes of its values: nothing about integers."""
    found = [0] * layout.size(type)
    for offset, part in scalars(layout, type):
        match part:
            case ty.FloatType():
                for index, marks in enumerate(float_marks(part)):
                    found[offset + index] = marks
            case ty.PtrType():
                for index in range(layout.size(part)):
                    found[offset + index] = POINTER
            case ty.IntType(bits=bits) if bits < 8:
                found[offset] = INTEGER
            case _:
                pass
    return found


# ---- images --------------------------------------------------------------------------------------


@final
@dataclass(frozen=True, slots=True)
class Part:
    """`size` bytes from `offset` on: one float, or a stretch that is all of one sort."""

    offset: int
    size: int
    kind: ty.FloatType | Word

    def __str__(self) -> str:
        if isinstance(self.kind, ty.FloatType):
            return f"{self.offset}: {self.kind}"
        return f"{self.offset}: {self.kind} × {self.size}"


@final
@dataclass(frozen=True, slots=True)
class Image:
    """What some bytes hold, in order; with a `period` they repeat for as long as the memory is."""

    marks: tuple[Marks, ...]
    period: int | None = None

    @property
    def parts(self) -> tuple[Part, ...]:
        """The bytes, put together."""
        return tuple(_parts(self.marks))

    @property
    def floats(self) -> tuple[tuple[int, ty.FloatType], ...]:
        """The floats, by offset."""
        return tuple((p.offset, p.kind) for p in self.parts if isinstance(p.kind, ty.FloatType))

    @property
    def pointers(self) -> tuple[int, ...]:
        """Where addresses begin."""
        found: list[int] = []
        for part in self.parts:
            if part.kind == "pointer":
                found += range(part.offset, part.offset + part.size, ADDRESS)
        return tuple(found)

    @property
    def unclear(self) -> Part | None:
        """The first part whose derivative nobody can know."""
        bad = ("unknown", "partial", "conflict")
        return next((part for part in self.parts if part.kind in bad), None)

    @property
    def known(self) -> bool:
        """Whether every byte is understood."""
        return self.unclear is None

    @property
    def may_hold_float(self) -> bool:
        """Whether some byte may be a float's."""
        return not self.known or self.holds_float_bytes

    @property
    def holds_float_bytes(self) -> bool:
        """Whether some byte is seen to be a float's, be it whole or cut."""
        return any(marks & FLOAT for marks in self.marks)

    def __str__(self) -> str:
        text = ", ".join(str(part) for part in self.parts)
        return f"{{{text}}}" + (f" every {self.period}" if self.period else "")


def _parts(marks: Sequence[Marks]) -> Iterator[Part]:
    position = 0
    while position < len(marks):
        found = _float_at(marks, position)
        if found is not None:
            yield Part(position, float_size(found), found)
            position += float_size(found)
            continue
        word = _word(marks[position])
        end = position + 1
        while end < len(marks) and _float_at(marks, end) is None and _word(marks[end]) == word:
            end += 1
        yield Part(position, end - position, word)
        position = end


def _float_at(marks: Sequence[Marks], position: int) -> ty.FloatType | None:
    """The float that begins here, whole and alone."""
    here = marks[position]
    if not here & FLOAT or here & POINTER:
        return None
    kind = _single_kind(here)
    if kind is None or not here & HEAD[kind]:
        return None
    rest = marks[position + 1 : position + float_size(kind)]
    whole = len(rest) == float_size(kind) - 1
    alone = all(m & TAIL[kind] and not m & POINTER and _single_kind(m) is kind for m in rest)
    return kind if whole and alone else None


def _single_kind(marks: Marks) -> ty.FloatType | None:
    found = [kind for kind in KINDS if marks & (HEAD[kind] | TAIL[kind])]
    return found[0] if len(found) == 1 else None


def _word(marks: Marks) -> Word:
    if marks & FLOAT:
        return "conflict" if marks & POINTER or _single_kind(marks) is None else "partial"
    if marks & POINTER:
        return "pointer"
    if marks & INTEGER:
        return "integer"
    if marks & PADDING:
        return "padding"
    return "unknown" if marks & SEEN else "dead"


def marks_of(kind: ty.FloatType) -> Marks:
    """The marks that speak of one kind of float."""
    return HEAD[kind] | TAIL[kind]


def shortest(marks: Sequence[Marks]) -> Image:
    """The image of some bytes with its shortest period."""
    plain = [_plain(m) for m in marks]
    size = len(plain)
    for period in range(1, size // 2 + 1):
        if size % period or any(plain[i] != plain[i - period] for i in range(period, size)):
            continue
        if all(_fits(plain[:period], kind) for kind in KINDS):
            return Image(tuple(marks[:period]), period)
    return Image(tuple(marks), size)


def _fits(marks: list[Marks], kind: ty.FloatType) -> bool:
    """Whether so many bytes are no fewer than the floats in them have."""
    return len(marks) >= float_size(kind) or not any(m & marks_of(kind) for m in marks)


def _plain(marks: Marks) -> Marks:
    """Marks without those that change nothing."""
    if marks & FLOAT:
        marks &= ~INTEGER
    return marks & ~SEEN or marks


# ---- memory --------------------------------------------------------------------------------------


@final
class Cells:
    """The marks in one object."""

    def __init__(self) -> None:
        self._strides: dict[int, dict[int, Marks]] = {}
        self._count = 0
        self._exact = 0  # the marks at places that floats are told apart by

    def add(self, offset: int, stride: int, marks: Marks) -> bool:
        """Marks at a place; whether they are new."""
        if not marks:
            return False
        if self._count > MANY:
            offset, stride = 0, 1
        for step, coarse in self._strides.items():
            row = step and stride % step == 0 and (stride == step or not is_loose(step))
            if row and not marks & ~coarse.get(offset % step, 0):
                return False  # said of a whole row of places already
        cells = self._strides.setdefault(stride, {})
        key = offset % stride if stride else offset
        before = cells.get(key)
        if stride == 0 or stride >= ADDRESS:
            self._exact |= marks
        if before is None:
            self._count += 1
            cells[key] = marks
            if self._count == MANY + 1:
                self._collapse()
            return True
        cells[key] = before | marks
        return before | marks != before

    def _collapse(self) -> None:
        whole = 0
        for _, _, marks in self:
            whole |= marks
        self._strides = {1: {0: whole}}
        self._count = MANY + 2

    def at(self, offset: int, stride: int) -> Marks:
        """All marks that the byte at `offset + stride·ℤ` may have.

        What is somewhere in the object counts only where nothing else is known; floats whose
        place nothing tells count against padding, too, and against integers in steps shorter
        than a float, which may be said of places they are not at. Where places contradict each
        other, the one that says most exactly where it is counts.
        """
        found = loose = sure = 0
        levels: list[tuple[int, Marks]] = []
        for step, cells in self._strides.items():
            marks = _meeting(cells, step, offset, stride)
            if is_loose(step):
                loose |= marks
            elif marks:
                found |= marks
                levels.append((step, marks))
                if _is_sure(step, marks):
                    sure |= marks
        if stride == 0 and found & FLOAT and not found & SHORT and (beside := self._beside(offset)):
            return beside
        if found & FLOAT and found & (INTEGER | PADDING):
            found &= ~self._ghosts(levels, offset, stride)
        if not is_conflict(found):
            vague = not found or (not sure and loose & FLOAT & ~self._exact)
            return found | self._with_room(loose, offset, stride) if vague else found
        for _, marks in sorted(levels, key=_exactness, reverse=True):
            if marks & (FLOAT | POINTER) and not is_conflict(marks):
                return marks
        return found

    def _with_room(self, loose: Marks, offset: int, stride: int) -> Marks:
        """Marks that are said of the whole object, without floats too long for the gap they are in.

        i32 at 0, double at 8, each 16 bytes; somewhere a double       nothing at 4
        """
        for kind in KINDS:
            if loose & marks_of(kind):
                size = float_size(kind)
                starts = range(offset - size + 1, offset + 1)
                if not any(self._free(start, stride, size) for start in starts):
                    loose &= ~marks_of(kind)
        return loose

    def _free(self, start: int, stride: int, size: int) -> bool:
        """Whether nothing sure is said of some bytes."""
        if start < 0 and not stride:
            return False
        return not any(
            _is_sure(step, _meeting(cells, step, place, stride))
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
        for step, marks in levels:
            for kind in KINDS:
                if not marks & marks_of(kind):
                    continue
                cells = self._strides[step]
                starts = [
                    start
                    for start in range(offset - float_size(kind) + 1, offset + 1)
                    if _meeting(cells, step, start, stride) & HEAD[kind]
                ]
                if starts and all(self._taken(start, stride, step, kind) for start in starts):
                    gone |= marks_of(kind)
        return gone

    def _taken(self, start: int, stride: int, step: int, kind: ty.FloatType) -> bool:
        """Whether a byte of a float is more exactly said to be something else."""
        return any(
            _meeting(cells, finer, place, stride) & (FLOAT | POINTER) & ~marks_of(kind)
            for finer, cells in self._strides.items()
            if _exactness((finer, 0)) > _exactness((step, 0))
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
        heads = (_meeting(c, step, start, 0) for step, c in self._strides.items() if step)
        if not any(marks & HEAD[ty.DOUBLE] for marks in heads):
            return 0
        return here[offset - start] or PADDING

    def __iter__(self) -> Iterator[tuple[int, int, Marks]]:
        for stride, cells in self._strides.items():
            for offset, marks in cells.items():
                yield offset, stride, marks

    @property
    def extent(self) -> int:
        """One beyond the last byte that has marks at a place of its own."""
        return max((offset + 1 for offset in self._strides.get(0, ())), default=0)

    @property
    def strides(self) -> frozenset[int]:
        """The strides that places repeat with."""
        return frozenset(step for step in self._strides if step and not is_loose(step))


def is_loose(stride: int) -> bool:
    """Whether a stride tells the members of structs no longer apart."""
    return 0 < stride < LOOSE


def _exactness(level: tuple[int, Marks]) -> int:
    """How exactly a stride tells where something is: best if it does not repeat."""
    return level[0] or 1 << 62


def _is_sure(stride: int, marks: Marks) -> bool:
    """Whether marks are at their place: not so of integers in steps shorter than a float."""
    return bool(marks & ~PADDING and (stride == 0 or stride >= ADDRESS or marks & FLOAT))


def is_conflict(marks: Marks) -> bool:
    """Whether marks speak of a float and an address, or of floats of two kinds."""
    if not marks & FLOAT:
        return False
    return bool(marks & POINTER) or _single_kind(marks) is None


def _meeting(cells: dict[int, Marks], step: int, offset: int, stride: int) -> Marks:
    """The marks of the cells of one stride that a place may be."""
    if stride == 0:
        return cells.get(offset % step if step else offset, 0)
    common = gcd(step, stride)
    if common == step:
        return cells.get(offset % step, 0)
    rest = offset % common
    found = 0
    for key, marks in cells.items():
        if key % common == rest:
            found |= marks
    return found


Place = tuple[int, int]  # offset and stride


def transfer(source: Cells, at: Place, target: Cells, to: Place, size: int | None) -> bool:
    """Marks of `size` bytes of one object, also in the bytes of another they were copied to.

    What an object's bytes are moved on within it by, they repeat after.
    """
    changed = False
    shift = abs(to[0] - at[0]) if source is target else 0
    for offset, stride, marks in list(source):
        common = gcd(at[1], stride)
        distance = offset - at[0]
        if common:
            distance %= common
        if distance < 0 or (size is not None and distance >= size):
            continue
        if is_loose(common):
            changed |= target.add(0, 1, marks)
        elif shift:
            changed |= target.add(to[0] + distance, gcd(common, shift, to[1]), marks)
        elif common and size is not None and size <= LONG:
            for index in range(distance, size, common):
                there = marks
                if marks & FLOAT:  # not where the source says more exactly what it is
                    there &= source.at(at[0] + index, at[1])
                changed |= target.add(to[0] + index, to[1], there)
        else:
            changed |= target.add(to[0] + distance, gcd(common, to[1]), marks)
    return changed
