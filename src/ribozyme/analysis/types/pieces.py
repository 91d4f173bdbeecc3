"""The low bytes of a double or an address that are moved without the high bytes: they have no
derivative.

    %tag = load i32, ptr %p        %p leads to a tag, and, for all that is known, to a double
    store i32 %tag, ptr %cell      the tag there looks like half of one: the other half never comes

The sign and the exponent of a number are in its last byte, and its derivative belongs to that
byte: other low bytes change the number only by rounding. If all bytes stay at their offsets in
words of eight, and words that are cut lose their last bytes, then no double and no address is
ever joined from pieces, and a piece is an integer.

Invariant: no part of a word goes to another offset in words, through a register, an access or a
copy, anywhere in the program. Otherwise all pieces keep their possible types, and are refused
where they are active.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Final, final

from ribozyme.analysis.declared.marks import (
    ADDRESS,
    FLOAT,
    HEAD,
    INTEGER,
    POINTER,
    TAIL,
    Marks,
    float_marks,
    whole,
)
from ribozyme.analysis.types.bytes import Bytes, Place, has_integer, sized
from ribozyme.analysis.types.cells import is_torn
from ribozyme.analysis.types.instructions import Reads
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Load, Store
from ribozyme.ir.module import Function, GlobalVariable
from ribozyme.ir.values import Local

_HEAD: Final = HEAD[ty.DOUBLE]
_TAIL: Final = TAIL[ty.DOUBLE]
_WORD: Final = _HEAD | _TAIL | POINTER


@final
class Pieces:
    """What pieces of words a program moves; asked when all types are known."""

    def __init__(self, bytes: Bytes, reads: Reads) -> None:
        self._bytes = bytes
        self._reads = reads

    def without(self, marks: Sequence[Marks], *, repeated: bool = False) -> list[Marks]:
        """The marks of some bytes, pieces of words among them being integers; `repeated`: behind
        the last byte comes the first one again."""
        found = list(marks)
        for at, gone in _pieces(tuple(marks), repeated=repeated):
            if not self._are_lost:
                break
            found[at] = found[at] & ~gone | INTEGER
        return found

    def is_text(self, owner: int) -> bool:
        """Whether an object is an array of constant characters."""
        return owner in self._texts

    @cached_property
    def _texts(self) -> frozenset[int]:
        points = self._bytes.points
        variables = points.program.module.globals
        return frozenset(
            object.id
            for name, object in points.constraints.globals.items()
            if isinstance(variable := variables.get(name), GlobalVariable)
            and variable.constant
            and isinstance(variable.type, ty.ArrayType)
            and variable.type.element is ty.I8
        )

    def of_text(self, before: Sequence[Marks], marks: Sequence[Marks]) -> list[Marks]:
        """The marks of some bytes to which constant characters are copied; `before` are those of
        the bytes of their first word that lie in front. What does not fill a word has characters
        there, as where constants are stored; what begins within a word, only behind an integer. A
        word of floats, however long they are, has none behind it."""
        found = list(marks)
        for word in range(-len(before), len(found), ADDRESS):
            inside = slice(max(word, 0), word + ADDRESS)
            here = found[inside]
            if len(here) < ADDRESS and (word >= 0 or any(mark & INTEGER for mark in before)):
                found[inside] = [mark & ~_WORD | INTEGER for mark in whole(here)]
            elif len(here) == ADDRESS and any(map(is_torn, here)):
                found[inside] = float_marks(ty.DOUBLE)
        return found

    @cached_property
    def _are_lost(self) -> bool:
        """Whether no last byte of a double, or of an address, moves to where a first one may be."""
        return not (self._is_unaligned or self._is_shifted or self._is_copied_askew)

    @property
    def _is_unaligned(self) -> bool:
        """Whether doubles or addresses may lie anywhere."""
        return any(
            isinstance(instr, Load | Store) and instr.align < ADDRESS and _is_word(instr)
            for function in self._bytes.points.functions
            for instr in self._bytes.points.instrs(function)
        )

    @property
    def _is_shifted(self) -> bool:
        """Whether a byte is at two places of words, as a value, or as a value and in memory."""
        place: dict[int, int] = {}
        for function in self._bytes.points.functions:
            for node, at in self._placed(function):
                if place.setdefault(node, at) != at:
                    return True
        accesses = (*self._reads.accesses, *self._reads.named)
        return any(self._is_askew(places, nodes) for places, nodes, _ in accesses)

    def _placed(self, function: Function) -> Iterator[tuple[int, int]]:
        """The bytes of values that may be a word's, and where in a word they are."""
        values: list[Local] = [param.local for param in function.params]
        values += [i.result for i in self._bytes.points.instrs(function) if i.result is not None]
        for value in values:
            if sized(value.type) and has_integer(value.type):
                for at, node in enumerate(self._bytes.nodes_of(function, value)):
                    if node >= 0 and self._bytes.marks_at(node) & _WORD:
                        yield self._bytes.sets.find(node), at % ADDRESS

    def _is_askew(self, places: tuple[Place, ...], nodes: list[int]) -> bool:
        """Whether an access may meet words elsewhere than where they begin."""
        if not any(self._bytes.marks_at(node) & _WORD for node in nodes if node >= 0):
            return False
        return any(
            owner and owner not in self._bytes.characters and (offset % ADDRESS or stride % ADDRESS)
            for owner, offset, stride in places
        )

    @property
    def _is_copied_askew(self) -> bool:
        """Whether a copy begins within a word, or moves its bytes to other places of one."""
        for to, origin, _ in self._reads.copies:
            odd = any(place[1] % ADDRESS or place[2] % ADDRESS for place in (to, origin))
            if odd and self._holds_words(origin[0]):
                return True
        return False

    def _holds_words(self, owner: int) -> bool:
        return any(marks & _WORD for _, _, marks in self._bytes.memory[owner])


def _is_word(access: Load | Store) -> bool:
    type = access.result.type if isinstance(access, Load) else access.value.type
    return ty.is_pointer(type) or type is ty.DOUBLE


@lru_cache(maxsize=1 << 12)
def _pieces(marks: tuple[Marks, ...], *, repeated: bool) -> tuple[tuple[int, Marks], ...]:
    """The bytes that are in pieces of words, each with the marks that it has from there."""
    return tuple(_found(marks, repeated=repeated))


def _found(marks: tuple[Marks, ...], *, repeated: bool) -> Iterator[tuple[int, Marks]]:
    for begins, goes_on in ((_HEAD, _TAIL), (POINTER, POINTER)):
        at = 0
        while at < len(marks):
            end = _end(marks, at, begins, goes_on, repeated=repeated)
            if at < end < at + ADDRESS and end <= len(marks) and not _is_other(marks[at:end]):
                for place in range(at, end):
                    yield place, begins | goes_on
            at = max(end, at + 1)


def _end(marks: Sequence[Marks], at: int, begins: Marks, goes_on: Marks, *, repeated: bool) -> int:
    """Where a word that may begin at a byte ends; there where none does."""
    if not marks[at] & begins or (begins != goes_on and marks[at] & goes_on):
        return at
    end, count = at + 1, len(marks)
    while end < at + ADDRESS and (end < count or repeated) and marks[end % count] & goes_on:
        end += 1
    return end


def _is_other(marks: Sequence[Marks]) -> bool:
    """Whether there are floats of another kind."""
    return any(mark & FLOAT & ~(_HEAD | _TAIL) for mark in marks)
