"""The units of type analysis: one node per byte of an integer value, one cell per byte of memory.

    %h = lshr i64 %v, 32        node k of %h is node k+4 of %v
    store i32 %a, ptr %p        the cells that %p may lead to hold what the nodes of %a are

A node is in a set with those that are the same byte; the marks of a set say what it is. Values
that cannot hold an integer have no nodes: what they are is in their type.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final, final

from ribozyme.analysis.declared.marks import INTEGER, POINTER, Marks, float_marks, static_marks
from ribozyme.analysis.declared.source_types import Sources
from ribozyme.analysis.pointsto.librarycalls import CHARACTERS
from ribozyme.analysis.pointsto.pointsto import PointsTo
from ribozyme.analysis.types.cells import Cells
from ribozyme.base.graph import UnionFind
from ribozyme.ir import types as ty
from ribozyme.ir.module import Function
from ribozyme.ir.values import (
    ConstAggregate,
    ConstCast,
    ConstFloat,
    ConstGep,
    ConstSplat,
    ConstString,
    GlobalRef,
    Local,
    Value,
)

NONE: Final = -1
"""The node of a byte that nothing is said about and nothing can be: a constant's."""

_SHORT: Final = 16
"""Elements of an array with bounds that are told apart."""

Place = tuple[int, int, int]  # object, offset, stride


def by_owner(places: Iterable[Place]) -> dict[int, list[tuple[int, int]]]:
    """Places by their objects, in their order."""
    found: dict[int, list[tuple[int, int]]] = {}
    for owner, offset, stride in places:
        found.setdefault(owner, []).append((offset, stride))
    return found


@final
class Bytes:
    """Nodes and cells, and what is known of them."""

    def __init__(self, points: PointsTo, *, addresses: bool = False) -> None:
        self.points = points
        self.addresses = addresses  # whether addresses may be numbers, and have nodes, too
        self.layout = points.program.layout
        self.sources = Sources(points.program.module)
        self.known = frozenset(points.functions)
        self.memory: defaultdict[int, Cells] = defaultdict(Cells)
        self.sets = UnionFind(0)
        self.marks: list[Marks] = []  # of the root of each set
        self._names: dict[int, int] = {}
        self._places: dict[tuple[Function, Value], tuple[Place, ...]] = {}
        self._first: dict[Function, dict[int, int]] = {}
        self._told: set[tuple[tuple[Place, ...], tuple[Marks, ...]]] = set()
        self.characters = frozenset(o.id for o in points.objects if o.name == CHARACTERS)
        for owner in self.characters:
            self.memory[owner].add(0, 1, INTEGER)

    # ---- nodes -------------------------------------------------------------------------------

    def nodes_of(self, function: Function, value: Value) -> list[int]:
        """The nodes of a value's bytes."""
        size = self.layout.size(value.type)
        if not isinstance(value, Local) or function not in self.known:
            return [NONE] * size
        known = self._first.setdefault(function, {})
        first = known.get(value.id)
        if first is None:
            if not self.has_nodes(value.type):
                return [NONE] * size
            first = known[value.id] = len(self.marks)
            for marks in static_marks(self.layout, value.type):
                self.sets.add()
                self.marks.append(marks)
        return list(range(first, first + size))

    def has_nodes(self, type: ty.Type) -> bool:
        """Whether what a value of a type is, its type does not say."""
        return has_integer(type) or (self.addresses and ty.has_pointer(type))

    def marks_at(self, node: int) -> Marks:
        """What is known of a node."""
        return 0 if node < 0 else self.marks[self.sets.find(node)]

    def constant_marks(self, value: Value) -> list[Marks]:
        """The marks of a constant's bytes; integers and zeros say nothing."""
        found = [0] * self.layout.size(value.type)
        work: list[tuple[int, Value]] = [(0, value)]
        while work:
            offset, part = work.pop()
            marks: tuple[Marks, ...] = ()
            match part:
                case ConstFloat(type=ty.FloatType() as kind, bits=bits) if bits:
                    marks = float_marks(kind)
                case GlobalRef() | ConstGep() | ConstCast(op="ptrtoint", type=ty.I64):
                    marks = (POINTER,) * self.layout.size(part.type)
                case ConstString():
                    marks = (INTEGER,) * self.layout.size(part.type)
                case ConstAggregate(elements=elements):
                    offsets = self.member_offsets(part.type)
                    work += [(offset + o, e) for o, e in zip(offsets, elements, strict=False)]
                case ConstSplat(element=element, type=ty.VectorType() as whole):
                    offsets = self.member_offsets(whole)
                    work += [(offset + o, element) for o in offsets]
                case _:
                    pass
            found[offset : offset + len(marks)] = marks
        return found

    def member_offsets(self, type: ty.Type) -> list[int]:
        match type:
            case ty.StructType():
                return list(self.layout.offsets(type))
            case ty.ArrayType(count=count, element=element):
                size = self.layout.alloc_size(element)
            case ty.VectorType(count=count, element=element):
                size = self.layout.bits(element) // 8
            case _:
                return []
        return [size * index for index in range(count)]

    def mark(self, nodes: list[int], marks: Marks | list[Marks]) -> None:
        each = [marks] * len(nodes) if isinstance(marks, int) else marks
        for index, node in enumerate(nodes):
            if node >= 0:
                self.marks[self.sets.find(node)] |= each[index]

    def same(self, one: list[int], other: list[int]) -> None:
        for first, second in zip(one, other, strict=True):
            if first >= 0 and second >= 0:
                a, b = self.sets.find(first), self.sets.find(second)
                if a != b:
                    marks = self.marks[a] | self.marks[b]
                    self.marks[self.sets.union(a, b)] = marks

    def equal(self, function: Function, one: Value, other: Value) -> None:
        """Two values of one size have the same bytes."""
        first, second = self.nodes_of(function, one), self.nodes_of(function, other)
        if len(first) == len(second):
            self.join(function, one, first, other, second)

    def join(
        self, function: Function, one: Value, first: list[int], other: Value, second: list[int]
    ) -> None:
        self.same(first, second)
        self.mark(first, self.fixed(other))
        self.mark(second, self.fixed(one))

    def fixed(self, value: Value) -> list[Marks]:
        """What a value's own form says of its bytes."""
        if isinstance(value, Local):
            return static_marks(self.layout, value.type)
        return self.constant_marks(value)

    # ---- places ------------------------------------------------------------------------------

    def name(self, number: int) -> int:
        """One name for an object that has several; constants may bring new ones at any time."""
        found = self._names.get(number)
        if found is None:
            object = self.points.table.objects[number]
            same = [other.id for other in self.points.members(self.points.same_memory(object))]
            found = self._names[number] = min((number, *same))
        return found

    def places(self, function: Function, pointer: Value) -> tuple[Place, ...]:
        """Where a pointer that is accessed may point; object 0 is anywhere.

        Nothing is accessed beyond an object's end: the address leads to another object then.
        """
        key = (function, pointer)
        found = self._places.get(key)
        if found is None:
            table = self.points.table
            numbers = sorted(self.points.numbers(function, pointer))
            inside = [n for n in numbers if not self._is_beyond(n)] or numbers
            found = self._places[key] = tuple(
                dict.fromkeys(
                    (self.name(table.object[n]), offset, stride)
                    for n in inside
                    for offset, stride in table.places(n, _SHORT)
                )
            )
        return found

    def _is_beyond(self, location: int) -> bool:
        table = self.points.table
        exact = table.stride[location] == 0
        return exact and not table.objects[table.object[location]].covers(table.offset[location])

    def tell(self, places: tuple[Place, ...], marks: list[Marks]) -> None:
        """An instruction, or a declaration, says what lies at a place."""
        key = (places, tuple(marks))
        if key in self._told:
            return
        self._told.add(key)
        for owner, offset, stride in places:
            if owner == 0:
                continue
            for index, mark in enumerate(marks):
                if mark:
                    self.memory[owner].add(offset + index, stride, mark)


def has_integer(type: ty.Type) -> bool:
    """Whether a value of a type has bytes that may be an integer's."""
    return ty.some(type, _is_integer)


def _is_integer(type: ty.Type) -> bool:
    inner = ty.scalar(type)
    return isinstance(inner, ty.IntType) and inner.bits >= 8 and sized(type)


def sized(type: ty.Type) -> bool:
    """Whether a value of a type has a known number of bytes."""
    match type:
        case ty.SimpleType() | ty.FunctionType() | ty.TargetType():
            return False
        case ty.VectorType(scalable=scalable):
            return not scalable
        case ty.StructType(fields=fields):
            return fields is not None
        case _:
            return True
