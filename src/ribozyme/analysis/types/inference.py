"""Infers the type of each byte from all instructions of a program.

    store i64 %v, ptr %p  …  %f = load float, ptr %p     four bytes of %v are a float (`settling`)
    memcpy(&bits, &x, 8);  bits ^= sign;                 an integer by name, and the bits of x

Marks only grow. Bytes that no instruction constrains get their declared type.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property, partial
from math import gcd
from typing import Final, final

from ribozyme.analysis.declared.marks import (
    ADDRESS,
    FLOAT,
    INTEGER,
    PADDING,
    POINTER,
    SEEN,
    Marks,
    static_marks,
)
from ribozyme.analysis.pointsto.objects import Object
from ribozyme.analysis.pointsto.pointsto import PointsTo
from ribozyme.analysis.pointsto.strings import Rooms
from ribozyme.analysis.types.bytes import Bytes, Place
from ribozyme.analysis.types.cells import MANY, Cells
from ribozyme.analysis.types.declared_floats import DeclaredFloats
from ribozyme.analysis.types.instructions import Access, Reads
from ribozyme.analysis.types.integers import settle
from ribozyme.analysis.types.member_types import Members, arrays, members
from ribozyme.analysis.types.origins import Origins
from ribozyme.analysis.types.settling import Settling
from ribozyme.analysis.types.swapped import Swapped
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Alloca, Instr
from ribozyme.ir.module import Function, GlobalVariable
from ribozyme.ir.values import (
    ConstString,
    Value,
)

_PADDED: Final = 256
"""Bytes of a variable whose padding is looked at; a longer one would have too many cells."""

_KNOWN: Final = 1 << 16
"""Bytes of a variable whose type is known by byte."""

_SHORT: Final = 16
"""Elements of an array that are told apart."""


@final
class TypeFlow:
    """The bytes of a program and what is known of them; `solve` brings it to the fixed point."""

    def __init__(self, points: PointsTo, *, addresses: bool = False) -> None:
        self.bytes = Bytes(points, addresses=addresses)
        self.reads = Reads(self.bytes)
        self.seen: set[int] = set()  # objects that code nobody sees may access
        self.rooms = Rooms()
        self.used_twice: frozenset[int] = frozenset()  # where numbers lie in strings
        self.swapped: frozenset[Instr] = frozenset()  # accesses that are not what they are called
        self.defaults: dict[int, tuple[Marks, ...]] = {}  # what objects are declared to hold
        self._before: list[Marks] = []  # the marks of nodes before memory was asked
        self._variables: dict[int, Cells] = {}  # whose members are known
        self._settling = Settling(self.bytes, self.rooms, self.seen)
        self._known: Origins | None = None  # of no variable's own

    def solve(self) -> None:
        """Read the program, then move marks until none is new."""
        table = self.bytes.points.table
        for object in self.bytes.points.objects:
            if self.bytes.points.outside >> object.id & 1:
                self.seen.add(self.bytes.name(object.id))
        for location, size in self.bytes.points.constraints.strings.sizes.items():
            self.rooms.add(
                self.bytes.name(table.object[location]),
                table.offset[location],
                table.stride[location],
                size,
            )
        for name, object in self.bytes.points.constraints.globals.items():
            variable = self.bytes.points.program.named(name)
            if isinstance(variable, GlobalVariable) and variable.initialiser is not None:
                self._initialised(self.bytes.name(object.id), variable.initialiser)
                self._typed(((self.bytes.name(object.id), 0, 0),), variable.type)
        for function in self.bytes.points.functions:
            for alloca in function.shaped(Alloca):
                if alloca.count is None:
                    self._typed(self.bytes.places(function, alloca.result), alloca.allocated)
        for function in self.bytes.points.functions:
            for instr in self.bytes.points.instrs(function):
                self.reads.read(function, instr)
        before = self._before = list(self.bytes.marks)
        self._declared()
        self.swapped = self._swapped()
        DeclaredFloats(self.bytes, self.reads, self.defaults).mark()
        self._settling.copies(self.reads.copies)
        self._settling.take(self.reads.accesses)
        while found := self._read_as_integers(before):
            self._settling.take(found)
        for sources, result in self.reads.results:
            if not any(self.bytes.marks_at(node) & FLOAT for node in sources):
                self.bytes.mark(result, INTEGER)
        self._settling.run()
        self._presume()
        self._settling.run()
        if self._without_strings():
            self._settling.run()
        self._presume_text()
        self._settling.run()
        settle(self.bytes.points, self._variables, partial(self._origins, before))
        self._count(before)

    def _swapped(self) -> frozenset[Instr]:
        own = self.reads.made_inside - self.seen - self.reads.filled
        others = (object.id for object in self.bytes.points.objects if object.id not in own)
        return Swapped(self.bytes, self.reads, others, self.defaults).found

    def _without_strings(self) -> bool:
        """Give up the strings of objects in which numbers lie there: memory that is used twice."""
        mistaken = {
            owner
            for owner, (offset, stride), size in self.rooms
            if any(self.bytes.memory[owner].at(offset + at, stride) & FLOAT for at in range(size))
        }
        for owner in mistaken:
            self.rooms.forget(owner)
        self.used_twice = frozenset(mistaken)
        return bool(mistaken)

    def _presume(self) -> None:
        """Values are what memory is declared to hold where nothing else speaks of them.

        memmove(z + 3, z, 4) with float *z  →  %v = load i32, ptr %z    a float
        """
        for places, nodes, _ in self.reads.accesses:
            for owner, offset, stride in places:
                default = self.defaults.get(owner, ())
                if not default or stride % len(default):
                    continue
                marks = [default[(offset + k) % len(default)] for k in range(len(nodes))]
                if all(mark == PADDING for mark in marks):
                    marks = [INTEGER] * len(nodes)  # the gap between two members, copied in one
                for node, mark in zip(nodes, marks, strict=True):
                    if not self.bytes.marks_at(node) & ~SEEN and mark != PADDING:
                        self.bytes.mark([node], mark)

    def _presume_text(self) -> None:
        """Values are characters or numbers of them where strings lie and nothing else is said."""
        for places, nodes, _ in self.reads.accesses:
            for at, node in enumerate(nodes):
                said = node < 0 or self.bytes.marks_at(node) & ~SEEN
                if not said and any(self.rooms.holds(o, k + at, step) for o, k, step in places):
                    self.bytes.mark([node], INTEGER)

    def _initialised(self, owner: int, value: Value) -> None:
        """What a variable holds at first; of a long array, what its elements are."""
        match value.type:
            case ty.ArrayType(count=count, element=element) if count > _SHORT:
                size = self.bytes.layout.alloc_size(element)
                marks = static_marks(self.bytes.layout, element)
                if isinstance(value, ConstString):
                    marks = [INTEGER]
                self.bytes.tell(((owner, 0, size),), marks)
            case type if self.bytes.layout.size(type) <= MANY:
                self.bytes.tell(((owner, 0, 0),), self.bytes.constant_marks(value))
            case type:
                self.bytes.tell(((owner, 0, 0),), static_marks(self.bytes.layout, type))

    def _declared(self) -> None:
        self._entered()
        for function in self.bytes.points.functions:
            for local, marks in self.bytes.sources.paddings(function).items():
                if len(marks) <= _PADDED:
                    self.bytes.tell(self.bytes.places(function, local), list(marks))
            self._returned(function)

    def _typed(self, places: tuple[Place, ...], type: ty.Type) -> None:
        """What the type of a variable says: its padding, and what settles a contradiction."""
        marks = members(self.bytes.layout, type, _KNOWN)
        if marks:
            for owner, _, _ in places:
                coarse = self.bytes.points.table.is_coarse(owner)
                around = () if coarse else arrays(self.bytes.layout, type)
                self._variables[owner] = self.bytes.memory[owner]
                self._variables[owner].declare(Members(marks, around))
            if len(marks) <= _PADDED:
                self.bytes.tell(places, [mark & PADDING for mark in marks])

    def _returned(self, function: Function) -> None:
        """The integers beside floats in registers, as a function's declaration says."""
        marks = self.bytes.sources.returned(function)
        for value in function.returned if marks else ():
            nodes = self.bytes.nodes_of(function, value)
            beyond = [PADDING] * (len(nodes) - len(marks))
            self.bytes.mark(nodes, [*marks, *beyond])

    def _entered(self) -> None:
        """What the caller's memory is, as the root declares its parameters: what they point to, and
        what the pointers there point to."""
        root = self.bytes.points.program.root
        table = self.bytes.points.table
        links: defaultdict[int, list[tuple[int, Object]]] = defaultdict(list)
        for location, target in self.bytes.points.constraints.solver.at_entry():
            if table.object[location] != target.id:  # deeper memory is one object, of any type
                links[table.object[location]].append((location, target))
        types: dict[int, set[int]] = {}
        work: list[tuple[int, int]] = []
        for local, type in self.bytes.sources.pointees(root).items():
            for number in self.bytes.points.numbers(root, local):
                if table.object[number] and table.offset[number] == 0:
                    work.append((table.object[number], type))
        while work:
            owner, type = work.pop()
            if type in types.setdefault(owner, set()):
                continue
            types[owner].add(type)
            size, inside = self.bytes.sources.links(type)
            for location, target in links[owner]:
                period = gcd(size, table.stride[location])
                for offset, base in inside:
                    if (table.offset[location] - offset) % period == 0:
                        work.append((target.id, base))
        for owner, known in types.items():
            said = {self.bytes.sources.described(type) for type in known}
            if len(said) == 1:
                self.defaults.setdefault(self.bytes.name(owner), said.pop())
        for param in root.params:
            held = self.bytes.sources.held(param.attrs)
            for owner, offset, _ in self.bytes.places(root, param.local) if held else ():
                if offset == 0:
                    self.defaults.setdefault(owner, held)

    def _read_as_integers(self, before: list[Marks]) -> list[Access]:
        """Connect accesses that are called integers by name where the floats came by copying only:
        `memcpy(&bits, &x, 8); bits ^= sign;`. Where both views are accesses, memory is used twice.
        So do integers that are floats or addresses somewhere: what is beside them may be copied by
        integers, too.
        """
        maybe = [
            access
            for access in self.reads.named
            if self._is_other(access) or any(map(self._copied_floats, access[0]))
        ]
        if not maybe:
            return []
        origins = self._origins(before)
        found: list[Access] = []
        rest: list[Access] = []
        for access in self.reads.named:
            holds = self._is_other(access) or any(
                self._copied_floats(place) and origins.holds(place) for place in access[0]
            )
            (found if holds else rest).append(access)
        for places, nodes, _ in found:
            for at, node in enumerate(nodes):
                marks = self.bytes.marks_at(node) & (FLOAT | POINTER)
                self.reads.hidden |= marks
                for owner, offset, stride in places:
                    self.reads.copied[owner].add(offset + at, stride, marks & FLOAT)
                    self.reads.led[owner].add(offset + at, stride, marks & POINTER)
        self.reads.accesses += found
        self.reads.named = rest
        return found

    def _is_other(self, access: Access) -> bool:
        """Whether what is accessed as an integer is a float or an address somewhere."""
        return any(self.bytes.marks_at(node) & (FLOAT | POINTER) for node in access[1])

    def _origins(self, before: list[Marks], own: frozenset[int] = frozenset()) -> Origins:
        if own:
            return Origins(self.bytes, self.reads, before, self.seen, own)
        if self._known is None:
            self._known = Origins(self.bytes, self.reads, before, self.seen)
        return self._known.up_to_date()

    def _count(self, before: list[Marks]) -> None:
        """Integers that are computed with are no floats where none was put: `size = size + 1`.

        A float may be looked for where they are, by an address that leads elsewhere, too.
        """
        computed = (node for _, nodes in self.reads.results for node in nodes if node >= 0)
        results = set(map(self.bytes.sets.find, computed))
        maybe = [
            root
            for root, marks in enumerate(self.bytes.marks)
            if marks & FLOAT and self.bytes.sets.find(root) == root
            if marks & INTEGER or root in results
        ]
        origins = self._origins(before) if maybe else None
        for root in maybe:
            if origins is not None and not origins.carries(root):
                self.bytes.marks[root] = self.bytes.marks[root] & ~FLOAT | INTEGER

    def is_put(self, place: Place) -> bool:
        """Whether a float may have been put at a place, which somebody takes one from."""
        if self._goes_as_address or self.reads.constant[place[0]]:
            return True
        return self._put.holds(place)

    @cached_property
    def _goes_as_address(self) -> bool:
        """Whether the bits of floats may go as addresses, which are not followed here."""
        loaded = any(map(self._put.holds, self.reads.pointers))
        return loaded or any(map(self._put.carries, self.reads.turned))

    @cached_property
    def _put(self) -> Origins:
        return Origins(self.bytes, self.reads, self._before, self.seen)

    def _copied_floats(self, place: Place) -> bool:
        owner, offset, stride = place
        if not owner or 0 < stride < ADDRESS // 2:
            return False
        here = self.bytes.memory[owner].at(offset, stride) & FLOAT
        reads = self.reads
        direct = reads.direct[owner].at(offset, stride) & FLOAT
        return bool(here and (not direct or reads.copied[owner].at(offset, stride) & FLOAT))
