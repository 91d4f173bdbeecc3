"""Arrays that are members of structs, as debug information declares them, and addresses that are.

    struct S { int n; struct part parts[4]; double *history; }        S *s
    s->parts[i].next = p          stores within the 4 parts, and not to `history` behind them

    struct { T **first, *single; size_t n; double *data; }        first = &single
    first[i] = p                  an index of zero or more stores to `single`, not to `data`

Points-to sees the offset of a place and the step of an index, and not where the array ends. Debug
information says it: a variable that leads to the first byte of a block has the type of the struct
that begins there. Members of one struct that are addresses and have nothing between them are a
*row*: code may walk through `left` and `right` of a node.

Invariants: only arrays whose elements hold addresses bound an index into them: a row of numbers may
be walked through into the next member. An optimiser may subtract a constant of the index from the
base, so that it begins in an array before; hence the bounds are those of all arrays that the index
may be meant for by its step. The last member of a struct, and an array of one element or none, have
no end. A row bounds an index that leads upwards alone, since no constant was subtracted there.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from itertools import islice
from typing import Final, final

from ribozyme.analysis.declared.marks import FLOAT
from ribozyme.analysis.declared.source_types import Sources, tag_of
from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty
from ribozyme.ir.metadata import MetadataNode, attached
from ribozyme.ir.module import Function, GlobalVariable, Module
from ribozyme.ir.values import Local

Bounds = tuple[int, int]
"""The first byte of an array, and the first one behind it."""

_WORD: Final = 8
_MOST: Final = 256
"""Arrays of a struct that are told apart; of more, nothing is said."""

_DEEP: Final = 16
_ADDRESSES: Final = ("pointer_type", "reference_type", "ptr_to_member_type")


@final
@dataclass(frozen=True, slots=True)
class ArrayMember:
    """An array in a struct; one in the elements of another array has the bounds of that one."""

    low: int
    high: int | None
    unit: int  # bytes of an element
    addresses: bool  # in its elements

    def may_index(self, step: int) -> bool:
        """Whether an index with such a step may be meant for this array: a byte array may be one
        of words. One that steps over all of it leads to that of the next struct."""
        if self.high is not None and step >= self.high - self.low:
            return False
        return step % self.unit == 0 and (self.unit > 1 or step <= _WORD)

    def holds(self, offset: int) -> bool:
        """Whether a place lies in the array."""
        return self.low <= offset and (self.high is None or offset < self.high)


@final
@dataclass(frozen=True, slots=True)
class ArrayMembers:
    """The arrays of a struct, and its rows."""

    arrays: tuple[ArrayMember, ...]
    rows: tuple[Bounds, ...] = ()

    def row(self, offset: int) -> Bounds | None:
        """The row that an address at an offset belongs to."""
        return next((row for row in self.rows if row[0] <= offset < row[1]), None)

    def bounds(self, offset: int, step: int) -> Bounds | None:
        """The bounds of what an index reaches from an offset by multiples of a step; None where
        that is not known."""
        meant = [array for array in self.arrays if array.may_index(step)]
        if not any(array.addresses and array.holds(offset) for array in meant):
            return None
        ends = [array.high for array in meant if array.high is not None]
        if len(ends) < len(meant):
            return None
        return min(array.low for array in meant), max(ends)


@final
class Declared:
    """The structs that variables of a module are declared to lead to."""

    def __init__(self, module: Module) -> None:
        self._sources = Sources(module)
        self.members = cache(self._members)
        self._begins = cache(self._beginning)
        kinds = ("DW_TAG_structure_type", "DW_TAG_class_type")
        of_kind = partial(module.metadata.of_kind, "DICompositeType")
        self.any = any(any(True for _ in of_kind(kind)) for kind in kinds)
        """Whether there is a struct at all."""

    def of(self, function: Function) -> Iterator[tuple[Local, int]]:
        """The variables of a function that lead to something, and its type."""
        for kind, local, variable in self._sources.variables(function) if self.any else ():
            type = variable.ref("type")
            told = self._sources.unnamed(type if kind == "place" else self._sources.target(type))
            if told is not None and ty.is_pointer(local.type) and self._says(told):
                yield local, told

    def variable(self, variable: GlobalVariable) -> int | None:
        """The type of a global variable."""
        expression = self._sources.node(attached(variable.meta, "dbg")) if self.any else None
        said = self._sources.node(expression.ref("var")) if expression is not None else None
        return self._sources.unnamed(said.ref("type")) if said is not None else None

    def is_numeric(self, function: Function, param: Local) -> bool:
        """Whether a parameter is declared to lead to floating-point numbers."""
        type = self._sources.pointees(function).get(param)
        marks = self._sources.described(type) if type is not None else ()
        return bool(marks) and all(mark & FLOAT for mark in marks)

    def outer(self, first: int, second: int) -> int | None:
        """Which of two types that begin at the same byte contains the other; None: neither."""
        if second in self._begins(first):
            return first
        return second if first in self._begins(second) else None

    def size(self, type: int) -> int:
        """The bytes of a type."""
        return self._sources.size(type)

    def _says(self, type: int) -> bool:
        """Whether a type says something of the bytes: it is none of bytes, and no mere name."""
        return self._sources.size(type) > 1

    def _beginning(self, type: int) -> frozenset[int]:
        """A type, that of its first member, and so on."""
        found: set[int] = set()
        part: int | None = type
        while part is not None and len(found) < _DEEP:
            found.add(part)
            node = self._sources.node(part)
            if node is None:
                break
            if _is_array(node):
                part = self._sources.unnamed(node.ref("baseType"))
                continue
            first = [m for at, m in self._sources.parts(node) if at == 0]
            part = self._sources.unnamed(first[0]) if len(first) == 1 else None
        return frozenset(found)

    def _members(self, type: int) -> ArrayMembers | None:
        """The arrays of a struct, if the elements of some hold addresses, and its rows; None where
        there are neither."""
        found: list[ArrayMember] = []
        self._collect(type, 0, None, True, 0, found)
        told = any(array.addresses and array.high is not None for array in found)
        arrays = tuple(found) if told and len(found) <= _MOST else ()
        rows = tuple(islice(self._rows(type, 0, 0), _MOST))
        return ArrayMembers(arrays, rows) if arrays or rows else None

    def _rows(self, type: int | None, offset: int, depth: int) -> Iterator[Bounds]:
        """The rows of a part of a struct; elements of arrays have none, nor have unions."""
        node = self._sources.node(self._sources.unnamed(type))
        low = high = offset
        for at, part in self._parts(node) if node is not None and depth <= _DEEP else ():
            start = offset + at
            if not self._is_address(part, 0):
                yield from self._rows(part, start, depth + 1)
                continue
            if start != high and low < high:
                yield low, high
            low, high = low if start == high else start, start + _WORD
        if low < high:
            yield low, high

    def _parts(self, node: MetadataNode) -> list[tuple[int, int | None]]:
        """The members of a struct, with their offsets, in order."""
        if tag_of(node) == "DW_TAG_union_type":
            return []
        return sorted(self._sources.parts(node), key=lambda part: part[0])

    def _is_address(self, type: int | None, depth: int) -> bool:
        """Whether a type is an address, or a struct of nothing else."""
        node = self._sources.node(self._sources.unnamed(type))
        if node is None or depth > _DEEP or self._sources.size(type) != _WORD:
            return False
        if tag_of(node).endswith(_ADDRESSES):
            return True
        parts = [part for at, part in self._parts(node) if self._sources.size(part) > 1]
        return len(parts) == 1 and self._is_address(parts[0], depth + 1)

    def _collect(
        self,
        type: int | None,
        offset: int,
        outer: tuple[int, int | None] | None,
        last: bool,
        depth: int,
        found: list[ArrayMember],
    ) -> None:
        """Add the arrays of a part of a struct; `outer`: those of the array it is an element of."""
        node = self._sources.node(self._sources.unnamed(type))
        if node is None or depth > _DEEP or len(found) > _MOST:
            return
        if not _is_array(node):
            parts = self._sources.parts(node)
            end = max((at for at, _ in parts), default=0)
            for at, part in parts:
                inside = last and at == end
                self._collect(part, offset + at, outer, inside, depth + 1, found)
            return
        element = node.ref("baseType")
        unit, size = self._sources.size(element), self._sources.size(type)
        if not unit:
            return
        endless = last or size <= unit
        low, high = outer or (offset, None if endless else offset + size)
        found.append(ArrayMember(low, high, unit, self._holds_addresses(element, 0)))
        self._collect(element, offset, (low, high), False, depth + 1, found)

    def _holds_addresses(self, type: int | None, depth: int) -> bool:
        """Whether some part of a type is an address."""
        node = self._sources.node(self._sources.unnamed(type))
        if node is None or depth > _DEEP:
            return False
        if tag_of(node).endswith(_ADDRESSES):
            return True
        inner = [node.ref("baseType")] if _is_array(node) else []
        inner += [part for _, part in self._sources.parts(node)]
        return any(self._holds_addresses(part, depth + 1) for part in inner)


def _is_array(node: MetadataNode) -> bool:
    return tag_of(node) == "DW_TAG_array_type"
