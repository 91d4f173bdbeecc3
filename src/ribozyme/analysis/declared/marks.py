"""What bytes hold: marks per byte, and images of values and memory.

A byte's *marks* are a bit set: first or later byte of a float of each kind, part of an integer, of
an address, padding. Marks only accumulate; what they amount to is read off last:

    8 bytes {F64, f64 × 7}              double at 0
    {F32, f32 × 3, int × 4}             float at 0, integer at 4
    float and integer together          float: the integer view only copies
    float and address together          conflict
    nothing                             unknown when code outside may see the bytes, else dead
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, Literal, final

from ribozyme.base.record import dataclass
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

ANYTHING: Final = FLOAT | POINTER | INTEGER
"""What an integer of eight bytes, or so many characters, may have the bits of."""

ADDRESS: Final = 8
"""Bytes of an address."""

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


def with_padding(layout: DataLayout, type: ty.Type) -> list[Marks]:
    """The same, and what lies between the members of a struct: `{ double, i32 }` ends in padding.

    A value in registers has nothing there, whatever the memory that it comes from has.
    """
    found = static_marks(layout, type)
    if isinstance(type, ty.StructType | ty.ArrayType):
        held = {
            offset + index for offset, part in scalars(layout, type)
            for index in range(layout.size(part))
        }  # fmt: skip
        found = [mark if at in held else mark | PADDING for at, mark in enumerate(found)]
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
        return _put_together(self.marks)

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
    def has_cut_address(self) -> bool:
        """Whether bytes of an address lie where others of its bytes do not, and no word without
        floats can be taken in their place."""
        parts = self.parts
        return len(parts) > 1 and any(
            part.offset % ADDRESS or not self._has_room(part.offset, part.offset + part.size)
            for part in parts
            if part.kind == "pointer" and part.size % ADDRESS
        )

    def _has_room(self, start: int, end: int) -> bool:
        """Whether the last word that begins in some bytes is there, without floats behind them."""
        last = start + -(-(end - start) // ADDRESS) * ADDRESS
        return last <= len(self.marks) and not any(mark & FLOAT for mark in self.marks[end:last])

    @property
    def either(self) -> tuple[int, ...]:
        """Where words begin that are a double at one time and an address at another."""
        starts = range(0, len(self.marks) - ADDRESS + 1, ADDRESS)
        return tuple(at for at in starts if _is_either(self.marks[at : at + ADDRESS]))

    def is_mixed(self, offset: int) -> bool:
        """Whether the byte there may be a float's, and may be an address's."""
        marks = self.marks[offset % len(self.marks)] if self.period else self.marks[offset]
        return bool(marks & FLOAT and marks & POINTER)

    @property
    def without_either(self) -> Image:
        """The image as if nothing was ever in such words."""
        marks = list(self.marks)
        for at in self.either:
            marks[at : at + ADDRESS] = [PADDING] * ADDRESS
        return Image(tuple(marks), self.period)

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


@lru_cache(maxsize=1 << 12)
def _put_together(marks: tuple[Marks, ...]) -> tuple[Part, ...]:
    return tuple(_parts(marks))


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
    kind = single_kind(here)
    if kind is None or not here & HEAD[kind]:
        return None
    rest = marks[position + 1 : position + float_size(kind)]
    whole = len(rest) == float_size(kind) - 1
    alone = all(m & TAIL[kind] and not m & POINTER and single_kind(m) is kind for m in rest)
    return kind if whole and alone else None


def _is_either(word: Sequence[Marks]) -> bool:
    """Whether eight bytes may be a double, and may be an address, but no other float."""
    kinds = all(mark & POINTER and single_kind(mark) is ty.DOUBLE for mark in word)
    return kinds and bool(word[0] & HEAD[ty.DOUBLE])


def are_floats(marks: Sequence[Marks]) -> bool:
    """Whether marks are those of whole floats, one after another."""
    at = 0
    while at < len(marks):
        kind = single_kind(marks[at])
        if kind is None or tuple(marks[at : at + float_size(kind)]) != float_marks(kind):
            return False
        at += float_size(kind)
    return at > 0


@lru_cache(maxsize=1 << 12)
def single_kind(marks: Marks) -> ty.FloatType | None:
    """The kind of float that marks speak of, if it is one."""
    found = [kind for kind in KINDS if marks & (HEAD[kind] | TAIL[kind])]
    return found[0] if len(found) == 1 else None


def _word(marks: Marks) -> Word:
    if marks & FLOAT:
        return "conflict" if marks & POINTER or single_kind(marks) is None else "partial"
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


def whole(marks: Sequence[Marks], *, aligned: bool = False) -> list[Marks]:
    """Marks of floats and addresses, those without all their bytes left out, and where each is
    `aligned` the others."""
    found = [0] * len(marks)
    for lanes in (*map(float_marks, KINDS), (POINTER,) * ADDRESS):
        for start in range(0, len(marks) - len(lanes) + 1, len(lanes) if aligned else 1):
            if all(marks[start + at] & lane for at, lane in enumerate(lanes)):
                for at, lane in enumerate(lanes):
                    found[start + at] |= lane
    return found


def _fits(marks: list[Marks], kind: ty.FloatType) -> bool:
    """Whether so many bytes are no fewer than the floats in them have."""
    return len(marks) >= float_size(kind) or not any(m & marks_of(kind) for m in marks)


def _plain(marks: Marks) -> Marks:
    """Marks without those that change nothing."""
    if marks & FLOAT:
        marks &= ~INTEGER
    return marks & ~SEEN or marks
