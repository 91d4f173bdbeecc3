"""Words that are a number at one time and an address at another: which accesses meet them, and
which addresses may be numbers.

    %p = load ptr, ptr %w                 %w: the member of a union, a double or an address
    store ptr %p, ptr %v                  what %p is nobody knows: it carries a derivative, too

What the source calls an access (`!tbaa`) is believed: then it meets words of one sort alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from operator import itemgetter
from typing import final

from ribozyme.analysis.declared.marks import ADDRESS, Image, scalars
from ribozyme.analysis.pointsto.pointsto import PointsTo
from ribozyme.analysis.types.typing import Typing
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Load, Store
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.module import Function
from ribozyme.ir.values import Local, Value
from ribozyme.transform.core.shape import Lanes, Leaf, PointerLeaf, is_word, member
from ribozyme.transform.core.shape import scalars as members


@final
class Words:
    """The words of a program that may be of either sort."""

    def __init__(self, typing: Typing, points: PointsTo) -> None:
        self._typing = typing
        self._points = points
        self._layout = points.program.layout
        self._accessed: dict[Load | Store, tuple[int, ...]] = {}

    @property
    def any(self) -> bool:
        """Whether there may be some."""
        return self._points.constraints.numbers

    def leads(self, function: Function, value: Value) -> bool:
        """Whether a number, or one in a struct, may be the bits of an address."""
        if not self._points.constraints.numbers or value.type is ty.VOID:
            return False
        return not ty.is_float(value.type) or bool(self._points.mask(function, value))

    def accessed(self, function: Function, access: Load | Store) -> tuple[int, ...]:
        """Where in what is accessed such words lie, and nothing says which."""
        if not self.any:
            return ()
        found = self._accessed.get(access)
        if found is None:
            found = self._accessed[access] = self._met(function, access)
        return found

    def _met(self, function: Function, access: Load | Store) -> tuple[int, ...]:
        value = access.value if isinstance(access, Store) else access.result
        words = [
            (offset, part)
            for offset, part in scalars(self._layout, value.type)
            if part in (ty.PTR, ty.I64, ty.DOUBLE)
        ]
        if not words or not self._typing.may_be_either(function, access):
            return ()
        size = self._layout.size(value.type)
        image = self._typing.memory(function, access.pointer, size)
        mixed = Image(tuple(islice(cycle(image.marks), size))).either
        number = value.type is ty.DOUBLE and self.leads(function, value)
        if self._typing.is_told(access.meta) and not number:
            return ()
        return tuple(at for at, _ in words if at in mixed)


def in_both(
    layout: DataLayout,
    typing: Typing,
    function: Function,
    value: Local,
    floats: Sequence[Leaf],
    pointers: Sequence[PointerLeaf],
) -> Iterator[tuple[int, int]]:
    """The words of a value, with its leaves, that have both: the offset of the float leaf, the
    number of the pointer leaf."""
    parts = {part.path: (number, part) for number, part in enumerate(pointers)}
    image = None
    for leaf in floats:
        number, part = parts.get(leaf.path, (0, None))
        size = layout.size(leaf.type)
        if part is None or leaf.bit > 0 or not is_word(part.type) or part.offset != leaf.offset:
            continue
        if layout.size(part.type) != size:
            continue
        if ty.is_integer(member(value.type, leaf.path)):
            image = image or typing.value(function, value)
            if not any(leaf.offset <= at < leaf.offset + size for at in image.either):
                continue
        yield leaf.offset, number


def whole_vectors(
    layout: DataLayout, typing: Typing, function: Function, value: Value, lanes: Lanes
) -> Lanes:
    """The floats in a value: where a word of a vector may be an address, all its words are doubles
    as well, so that they are held as one."""
    image = typing.value(function, value)
    found = dict(lanes)
    for _, part, offset in members(layout, value.type):
        inside = range(offset, offset + layout.size(part), ADDRESS)
        vector = isinstance(part, ty.VectorType) and is_word(part)
        if vector and any(at in inside for at in image.either):
            found |= dict.fromkeys(inside, ty.DOUBLE)
    return tuple(sorted(found.items(), key=itemgetter(0)))
