"""Where bytes go: nodes for bytes of integers, cells for bytes of memory, and what joins them.

    %h = lshr i64 %v, 32        byte k of %h is byte k+4 of %v, bytes 4–7 are zero
    %t = trunc i64 %h to i32    the same bytes
    %f = bitcast i32 %t to float      bytes 4–7 of %v are a float
    %s = add i64 %v, 1          all bytes of %v and %s are an integer's

Bytes that are known to be zero fit anything: `or` of disjoint halves is each half in its place.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from math import gcd
from typing import Final, final

from ribozyme.analysis.librarycalls import CHARACTERS
from ribozyme.analysis.objects import Object
from ribozyme.analysis.pointsto import PointsTo
from ribozyme.analysis.strings import Rooms
from ribozyme.analysis.typesources import Sources
from ribozyme.analysis.typetree import (
    ADDRESS,
    FLOAT,
    INTEGER,
    MANY,
    PADDING,
    POINTER,
    SEEN,
    Cells,
    Marks,
    float_marks,
    static_marks,
    transfer,
)
from ribozyme.base.graph import UnionFind
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    AtomicRMW,
    Call,
    CallBr,
    CallLike,
    Cast,
    CmpXchg,
    Compare,
    ExtractElement,
    ExtractValue,
    Freeze,
    Gep,
    IBinary,
    InsertElement,
    InsertValue,
    Instr,
    Invoke,
    Load,
    Phi,
    Ret,
    Select,
    Shuffle,
    Store,
    Switch,
)
from ribozyme.ir.layout import constant_index
from ribozyme.ir.metadata import Meta
from ribozyme.ir.module import Function, GlobalVariable
from ribozyme.ir.values import (
    ConstAggregate,
    ConstFloat,
    ConstGep,
    ConstInt,
    ConstSplat,
    ConstString,
    GlobalRef,
    Local,
    Value,
)
from ribozyme.rules.memory import MemoryCopy, Reallocation
from ribozyme.rules.names import Inactive, Math

NONE: Final = -1
"""The node of a byte that nothing is said about and nothing can be: a constant's."""

_PADDED: Final = 256
"""Bytes of a variable whose padding is looked at; a longer one would have too many cells."""

_SHORT: Final = 16
"""Elements of an array, copies between two objects, that are told apart."""

Place = tuple[int, int, int]  # object, offset, stride
Transfer = tuple[Place, Place, int | None]  # to, from, bytes


@final
class TypeFlow:
    """The bytes of a program and what is known of them; `solve` brings it to the fixed point."""

    def __init__(self, points: PointsTo) -> None:
        self.points = points
        self.layout = points.program.layout
        self.sources = Sources(points.program.module)
        self.known = frozenset(points.functions)
        self.memory: defaultdict[int, Cells] = defaultdict(Cells)
        self.seen: set[int] = set()
        self.rooms = Rooms()
        self.used_twice: frozenset[int] = frozenset()  # where numbers lie in strings
        self.defaults: dict[int, tuple[Marks, ...]] = {}
        self.said: dict[int, dict[Marks, tuple[Function, Instr]]] = {}
        self._names: dict[int, int] = {}
        self._places: dict[tuple[Function, Value], tuple[Place, ...]] = {}
        self._first: dict[Function, dict[int, int]] = {}
        self._sets = UnionFind(0)
        self._marks: list[Marks] = []
        self._accesses: list[tuple[tuple[Place, ...], list[int], bool]] = []
        self._copies: dict[Transfer, None] = {}
        self._zero: dict[tuple[Function, int], int] = {}
        self._named: list[tuple[tuple[Place, ...], list[int], bool]] = []
        self._direct: defaultdict[int, Cells] = defaultdict(Cells)
        self._told: set[tuple[tuple[Place, ...], tuple[Marks, ...]]] = set()
        self._results: list[tuple[list[int], list[int]]] = []
        self.characters = frozenset(o.id for o in points.objects if o.name == CHARACTERS)
        for owner in self.characters:
            self.memory[owner].add(0, 1, INTEGER)

    # ---- nodes -------------------------------------------------------------------------------

    def nodes_of(self, function: Function, value: Value) -> list[int]:
        """The nodes of a value's bytes."""
        size = self.layout.size(value.type)
        if not isinstance(value, Local) or function not in self.known:
            return [NONE] * size
        if not _has_integer(value.type):
            return [NONE] * size
        known = self._first.setdefault(function, {})
        first = known.get(value.id)
        if first is None:
            first = known[value.id] = len(self._marks)
            for marks in static_marks(self.layout, value.type):
                self._sets.add()
                self._marks.append(marks)
        return list(range(first, first + size))

    def marks_at(self, node: int) -> Marks:
        """What is known of a node."""
        return 0 if node < 0 else self._marks[self._sets.find(node)]

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
                case GlobalRef() | ConstGep():
                    marks = (POINTER,) * self.layout.size(part.type)
                case ConstString():
                    marks = (INTEGER,) * self.layout.size(part.type)
                case ConstAggregate(elements=elements):
                    offsets = self._member_offsets(part.type)
                    work += [(offset + o, e) for o, e in zip(offsets, elements, strict=False)]
                case ConstSplat(element=element, type=ty.VectorType() as whole):
                    offsets = self._member_offsets(whole)
                    work += [(offset + o, element) for o in offsets]
                case _:
                    pass
            found[offset : offset + len(marks)] = marks
        return found

    def _member_offsets(self, type: ty.Type) -> list[int]:
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

    def _mark(self, nodes: list[int], marks: Marks | list[Marks]) -> None:
        for index, node in enumerate(nodes):
            if node >= 0:
                root = self._sets.find(node)
                self._marks[root] |= marks if isinstance(marks, int) else marks[index]

    def _same(self, one: list[int], other: list[int]) -> None:
        for first, second in zip(one, other, strict=True):
            if first >= 0 and second >= 0:
                a, b = self._sets.find(first), self._sets.find(second)
                if a != b:
                    marks = self._marks[a] | self._marks[b]
                    self._marks[self._sets.union(a, b)] = marks

    def _equal(self, function: Function, one: Value, other: Value) -> None:
        """Two values of one size have the same bytes."""
        first, second = self.nodes_of(function, one), self.nodes_of(function, other)
        if len(first) == len(second):
            self._join(function, one, first, other, second)

    def _join(
        self, function: Function, one: Value, first: list[int], other: Value, second: list[int]
    ) -> None:
        self._same(first, second)
        self._mark(first, self._fixed(other))
        self._mark(second, self._fixed(one))

    def _fixed(self, value: Value) -> list[Marks]:
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
        """Where a pointer may point; object 0 is anywhere."""
        key = (function, pointer)
        found = self._places.get(key)
        if found is None:
            table = self.points.table
            found = self._places[key] = tuple(
                dict.fromkeys(
                    (self.name(table.object[n]), table.offset[n], table.stride[n])
                    for n in sorted(self.points.numbers(function, pointer))
                )
            )
        return found

    def _tell(
        self, where: tuple[Function, Instr] | None, places: tuple[Place, ...], marks: list[Marks]
    ) -> None:
        """An instruction says what lies at a place."""
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
                    if where is not None:
                        self.said.setdefault(owner, {}).setdefault(mark, where)

    # ---- reading the program -----------------------------------------------------------------

    def solve(self) -> None:
        """Read the program, then move marks until none is new."""
        table = self.points.table
        for object in self.points.objects:
            if self.points.outside >> object.id & 1:
                self.seen.add(self.name(object.id))
        for location, size in self.points.constraints.strings.sizes.items():
            self.rooms.add(
                self.name(table.object[location]),
                table.offset[location],
                table.stride[location],
                size,
            )
        for name, object in self.points.constraints.globals.items():
            variable = self.points.program.named(name)
            if isinstance(variable, GlobalVariable) and variable.initialiser is not None:
                self._initialised(self.name(object.id), variable.initialiser)
        for function in self.points.functions:
            for instr in self.points.instrs(function):
                self._read(function, instr)
        self._declared()
        self._settle()
        if self._read_as_integers():
            self._settle()
        for sources, result in self._results:
            if not any(self.marks_at(node) & FLOAT for node in sources):
                self._mark(result, INTEGER)
        self._settle()
        self._presume()
        self._settle()
        if self._without_strings():
            self._settle()

    def _without_strings(self) -> bool:
        """Give up the strings of objects in which numbers lie there: memory that is used twice."""
        mistaken = {
            owner
            for owner, (offset, stride), size in self.rooms
            if any(self.memory[owner].at(offset + at, stride) & FLOAT for at in range(size))
        }
        for owner in mistaken:
            self.rooms.forget(owner)
        self.used_twice = frozenset(mistaken)
        return bool(mistaken)

    def _presume(self) -> None:
        """Values are what memory is declared to hold where nothing else speaks of them.

        memmove(z + 3, z, 4) with float *z  →  %v = load i32, ptr %z    a float
        """
        for places, nodes, _ in self._accesses:
            for owner, offset, stride in places:
                default = self.defaults.get(owner, ())
                if not default or stride % len(default):
                    continue
                marks = [default[(offset + k) % len(default)] for k in range(len(nodes))]
                if all(mark == PADDING for mark in marks):
                    marks = [INTEGER] * len(nodes)  # the gap between two members, copied in one
                for node, mark in zip(nodes, marks, strict=True):
                    if not self.marks_at(node) & ~SEEN and mark != PADDING:
                        self._mark([node], mark)

    def _initialised(self, owner: int, value: Value) -> None:
        """What a variable holds at first; of a long array, what its elements are."""
        match value.type:
            case ty.ArrayType(count=count, element=element) if count > _SHORT:
                size = self.layout.alloc_size(element)
                marks = static_marks(self.layout, element)
                if isinstance(value, ConstString):
                    marks = [INTEGER]
                self._tell(None, ((owner, 0, size),), marks)
            case type if self.layout.size(type) <= MANY:
                self._tell(None, ((owner, 0, 0),), self.constant_marks(value))
            case type:
                self._tell(None, ((owner, 0, 0),), static_marks(self.layout, type))

    def _declared(self) -> None:
        self._entered()
        for function in self.points.functions:
            for local, marks in self.sources.paddings(function).items():
                if len(marks) <= _PADDED:
                    self._tell(None, self.places(function, local), list(marks))

    def _entered(self) -> None:
        """What the caller's memory is, as the root declares its parameters: what they point to, and
        what the pointers there point to."""
        root = self.points.program.root
        table = self.points.table
        links: defaultdict[int, list[tuple[int, Object]]] = defaultdict(list)
        for location, target in self.points.constraints.solver.at_entry():
            if table.object[location] != target.id:  # deeper memory is one object, of any type
                links[table.object[location]].append((location, target))
        types: dict[int, set[int]] = {}
        work: list[tuple[int, int]] = []
        for local, type in self.sources.pointees(root).items():
            for number in self.points.numbers(root, local):
                if table.object[number] and table.offset[number] == 0:
                    work.append((table.object[number], type))
        while work:
            owner, type = work.pop()
            if type in types.setdefault(owner, set()):
                continue
            types[owner].add(type)
            size, inside = self.sources.links(type)
            for location, target in links[owner]:
                period = gcd(size, table.stride[location])
                for offset, base in inside:
                    if (table.offset[location] - offset) % period == 0:
                        work.append((target.id, base))
        for owner, known in types.items():
            said = {self.sources.described(type) for type in known}
            if len(said) == 1:
                self.defaults.setdefault(self.name(owner), said.pop())
        for param in root.params:
            held = self.sources.held(param.attrs)
            for owner, offset, _ in self.places(root, param.local) if held else ():
                if offset == 0:
                    self.defaults.setdefault(owner, held)

    def _read(self, function: Function, instr: Instr) -> None:
        match instr:
            case Load(result=result, pointer=pointer, meta=meta):
                self._access(function, instr, result, pointer, meta)
            case Store(value=value, pointer=pointer, meta=meta):
                self._access(function, instr, value, pointer, meta, stores=True)
            case AtomicRMW(op=op, pointer=pointer, value=value, result=result, meta=meta):
                self._access(function, instr, value, pointer, meta, stores=True)
                self._equal(function, result, value)
                if op != "xchg":
                    self._arithmetic(function, value, result)
            case CmpXchg(pointer=pointer, expected=expected, new=new, result=result, meta=meta):
                self._access(function, instr, new, pointer, meta, stores=True)
                self._equal(function, expected, new)
                nodes = self.nodes_of(function, result)
                self._same(nodes[: self.layout.size(new.type)], self.nodes_of(function, new))
            case Phi(result=result, incoming=incoming):
                for value, _ in incoming:
                    self._equal(function, result, value)
            case Select(result=result, then=then, otherwise=otherwise):
                self._equal(function, result, then)
                self._equal(function, result, otherwise)
            case Freeze(result=result, value=value):
                self._equal(function, result, value)
            case Cast():
                self._cast(function, instr)
            case IBinary():
                self._binary(function, instr)
            case Compare(op="icmp", predicate=predicate, lhs=lhs, rhs=rhs):
                if predicate not in ("eq", "ne"):
                    self._arithmetic(function, lhs, rhs)
            case Gep(indices=indices):
                self._arithmetic(function, *indices)
            case Switch(value=value):
                self._arithmetic(function, value)
            case Call() | Invoke() | CallBr():
                self._call(function, instr)
            case Ret(value=value) if value is not None:
                if function is self.points.program.root:
                    self._mark(self.nodes_of(function, value), SEEN)
            case _:
                self._aggregate(function, instr)

    def _arithmetic(self, function: Function, *values: Value) -> None:
        """Integers that something is computed from."""
        for value in values:
            if isinstance(value, Local) and ty.is_integer(value.type):
                self._mark(self.nodes_of(function, value), INTEGER)

    def _computed(self, function: Function, result: Value, *operands: Value) -> None:
        """An integer computed from integers; from the bits of a float nobody knows what comes."""
        self._arithmetic(function, *operands)
        sources = [n for value in operands for n in self.nodes_of(function, value) if n >= 0]
        self._results.append((sources, self.nodes_of(function, result)))

    def _access(
        self,
        function: Function,
        instr: Instr,
        value: Value,
        pointer: Value,
        meta: Meta,
        *,
        stores: bool = False,
    ) -> None:
        nodes = self.nodes_of(function, value)
        places = self.places(function, pointer)
        fixed = self._fixed(value)
        told = self.sources.access(meta, len(fixed))
        if told is not None and _has_integer(value.type):
            self._mark(nodes, told)
            fixed = [a | b for a, b in zip(fixed, told, strict=True)]
        self._tell((function, instr), places, fixed)
        self._tell_around(places, self.sources.struct_around(meta))
        for owner, offset, stride in places:
            for index, mark in enumerate(fixed):
                if mark & FLOAT:
                    self._direct[owner].add(offset + index, stride, mark)
        if any(node >= 0 for node in nodes):
            (self._accesses if told is None else self._named).append((places, nodes, stores))

    def _read_as_integers(self) -> bool:
        """Connect accesses that are called integers by name where the floats came by copying only:
        `memcpy(&bits, &x, 8); bits ^= sign;`. Where both views are accesses, memory is used twice.
        """
        found = [access for access in self._named if any(map(self._copied_floats, access[0]))]
        self._accesses += found
        return bool(found)

    def _copied_floats(self, place: Place) -> bool:
        owner, offset, stride = place
        if not owner or 0 < stride < ADDRESS // 2:
            return False
        here = self.memory[owner].at(offset, stride) & FLOAT
        return bool(here and not self._direct[owner].at(offset, stride) & FLOAT)

    def _tell_around(
        self, places: tuple[Place, ...], members: tuple[tuple[int, tuple[Marks, ...]], ...]
    ) -> None:
        """The members of the struct that an access lies in, where its places keep them apart."""
        if not members:
            return
        start = min(offset for offset, _ in members)
        span = max(offset + len(marks) for offset, marks in members) - start
        for owner, at, stride in places:
            if stride == 0 or stride >= span:
                for offset, marks in members:
                    self._tell(None, ((owner, at + offset, stride),), list(marks))

    def _cast(self, function: Function, cast: Cast) -> None:
        value, result = cast.value, cast.result
        inner, outer = self.nodes_of(function, value), self.nodes_of(function, result)
        match cast.op:
            case "bitcast" if len(inner) == len(outer):
                self._join(function, value, inner, result, outer)
            case "trunc" | "zext" if not isinstance(value.type, ty.VectorType):
                low = min(len(inner), len(outer))
                self._same(inner[:low], outer[:low])
                if _odd(value.type) or _odd(result.type):
                    self._arithmetic(function, value, result)
            case "ptrtoint" | "inttoptr":
                self._mark(inner, POINTER)
                self._mark(outer, POINTER)
            case "sext" | "trunc" | "zext":
                self._computed(function, result, value)
            case _:
                self._arithmetic(function, value, result)

    def _binary(self, function: Function, instr: IBinary) -> None:
        lhs, rhs, result = instr.lhs, instr.rhs, instr.result
        scalar = isinstance(result.type, ty.IntType) and result.type.bits % 8 == 0
        outer = self.nodes_of(function, result)
        match rhs:
            case ConstInt(value=bits) if (
                scalar
                and instr.op in ("shl", "lshr")
                and bits % 8 == 0
                and 0 <= bits < 8 * len(outer)
            ):
                count = bits // 8
                inner = self.nodes_of(function, lhs)
                if instr.op == "shl":
                    self._same(outer[count:], inner[: len(inner) - count])
                else:
                    self._same(outer[: len(outer) - count], inner[count:])
            case _ if scalar and instr.op in ("or", "and", "add", "xor"):
                for index, node in enumerate(outer):
                    self._byte(function, instr, index, node)
            case _:
                self._computed(function, result, lhs, rhs)

    def _byte(self, function: Function, instr: IBinary, index: int, node: int) -> None:
        """One byte of a bitwise operation; `add` of disjoint halves is an `or`."""
        one = self.nodes_of(function, instr.lhs)[index]
        other = self.nodes_of(function, instr.rhs)[index]
        zero = self._zeros(function, instr.lhs) >> index & 1
        none = self._zeros(function, instr.rhs) >> index & 1
        if instr.op == "and":
            if isinstance(instr.rhs, ConstInt):
                mask = instr.rhs.value >> (8 * index) & 0xFF
                if mask == 0xFF:
                    self._same([node], [one])
                if mask in (0, 0xFF):
                    return
            elif zero or none:
                return
        elif instr.op == "or" or self._disjoint(function, instr):
            if zero:
                self._same([node], [other])
                return
            if none:
                self._same([node], [one])
                return
        self._mark([one, other], INTEGER)
        self._results.append(([n for n in (one, other) if n >= 0], [node]))

    def _disjoint(self, function: Function, instr: IBinary) -> bool:
        """Whether no byte of a sum has something in both operands, so that nothing is carried."""
        size = len(self.nodes_of(function, instr.result))
        either = self._zeros(function, instr.lhs) | self._zeros(function, instr.rhs)
        return either == (1 << size) - 1

    def _zeros(self, function: Function, value: Value, depth: int = 8) -> int:
        """The bytes of an integer that are surely zero, as a bit set."""
        if not isinstance(value.type, ty.IntType):
            return 0
        size = self.layout.size(value.type)
        if isinstance(value, ConstInt):
            return sum(1 << i for i in range(size) if not value.value >> (8 * i) & 0xFF)
        if not isinstance(value, Local) or depth == 0:
            return 0
        key = (function, value.id)
        if key not in self._zero:
            self._zero[key] = self._zeros_of(function, value, size, depth - 1)
        return self._zero[key]

    def _zeros_of(self, function: Function, value: Local, size: int, depth: int) -> int:
        whole = (1 << size) - 1
        match function.definitions[value.id]:
            case Cast(op="zext", value=inner):
                narrow = self.layout.size(inner.type)
                return whole & ~((1 << narrow) - 1) | self._zeros(function, inner, depth)
            case Cast(op="trunc", value=inner):
                return self._zeros(function, inner, depth) & whole
            case IBinary(op="shl", lhs=lhs, rhs=ConstInt(value=bits)) if bits % 8 == 0:
                low = self._zeros(function, lhs, depth) << (bits // 8)
                return (low | (1 << (bits // 8)) - 1) & whole
            case IBinary(op="lshr", lhs=lhs, rhs=ConstInt(value=bits)) if bits % 8 == 0:
                high = whole & ~(whole >> (bits // 8))
                return self._zeros(function, lhs, depth) >> (bits // 8) | high
            case IBinary(op="and", lhs=lhs, rhs=rhs):
                return self._zeros(function, lhs, depth) | self._zeros(function, rhs, depth)
            case IBinary(op="or" | "xor", lhs=lhs, rhs=rhs):
                return self._zeros(function, lhs, depth) & self._zeros(function, rhs, depth)
            case _:
                return 0

    # ---- aggregates and vectors --------------------------------------------------------------

    def _aggregate(self, function: Function, instr: Instr) -> None:
        match instr:
            case ExtractValue(result=result, aggregate=whole, indices=indices):
                at = self._member(whole.type, indices)
                self._part(function, whole, at, result)
            case InsertValue(result=result, aggregate=whole, element=element, indices=indices):
                at = self._member(whole.type, indices)
                self._part(function, result, at, element)
                size = self.layout.size(element.type)
                self._rest(function, result, whole, range(at, at + size))
            case ExtractElement(result=result, vector=vector, index=index):
                for at in self._elements(vector.type, index):
                    self._part(function, vector, at, result)
            case InsertElement(result=result, vector=vector, element=element, index=index):
                places = self._elements(vector.type, index)
                for at in places:
                    self._part(function, result, at, element)
                size = self.layout.size(element.type)
                replaced = range(places[0], places[0] + size) if len(places) == 1 else range(0)
                self._rest(function, result, vector, replaced)
            case Shuffle(result=result, lhs=lhs, rhs=rhs, mask=mask):
                self._shuffle(function, result, lhs, rhs, mask)
            case _:
                pass

    def _part(self, function: Function, whole: Value, at: int, part: Value) -> None:
        """The bytes of a value from `at` on are another value."""
        size = self.layout.size(part.type)
        inside = self.nodes_of(function, whole)[at : at + size]
        outside = self.nodes_of(function, part)
        if len(inside) == len(outside):
            self._same(inside, outside)
            self._mark(inside, self._fixed(part))
            self._mark(outside, self._fixed(whole)[at : at + size])

    def _rest(self, function: Function, result: Value, whole: Value, without: range) -> None:
        one, other = self.nodes_of(function, result), self.nodes_of(function, whole)
        fixed = self._fixed(whole)
        kept = [index for index in range(len(one)) if index not in without]
        self._same([one[i] for i in kept], [other[i] for i in kept])
        self._mark([one[i] for i in kept], [fixed[i] for i in kept])

    def _member(self, type: ty.Type, indices: tuple[int, ...]) -> int:
        found = 0
        for index in indices:
            found += self._member_offsets(type)[index]
            type = ty.elements(type)[index]
        return found

    def _elements(self, type: ty.Type, index: Value) -> list[int]:
        """Where the element of a vector lies; everywhere for an index that varies."""
        if not isinstance(type, ty.VectorType) or type.scalable:
            return []
        if self.layout.bits(type.element) % 8:
            return []
        offsets = self._member_offsets(type)
        number = constant_index(index)
        if number is None:
            return offsets
        return offsets[number : number + 1]

    def _shuffle(
        self,
        function: Function,
        result: Local,
        lhs: Value,
        rhs: Value,
        mask: tuple[int, ...] | None,
    ) -> None:
        if not isinstance(lhs.type, ty.VectorType) or lhs.type.scalable or mask is None:
            return
        size = self.layout.bits(lhs.type.element) // 8
        if self.layout.bits(lhs.type.element) % 8:
            return
        outer = self.nodes_of(function, result)
        for index, choice in enumerate(mask):
            if choice < 0:
                continue
            source = lhs if choice < lhs.type.count else rhs
            at = choice % lhs.type.count * size
            inner = self.nodes_of(function, source)[at : at + size]
            here = outer[index * size : (index + 1) * size]
            self._same(here, inner)
            self._mark(here, self._fixed(source)[at : at + size])

    # ---- calls -------------------------------------------------------------------------------

    def _call(self, function: Function, call: CallLike) -> None:
        for target in self.points.known_targets(function, call):
            if not target.is_declaration:
                self._enter(function, call, target)
        known = self.points.behaviour(call)
        if known is None:
            return
        match known.meaning:
            case MemoryCopy(target=to, source=source, size=size):
                self._copied(function, call, call.args[to], call.args[source], call.args[size])
            case Reallocation(pointer=pointer) if call.result is not None:
                self._copied(function, call, call.result, call.args[pointer], None)
            case Math() | Inactive():
                self._arithmetic(function, *call.args)
                if call.result is not None:
                    self._arithmetic(function, call.result)
            case None:
                for arg in call.args:
                    if isinstance(arg, Local) and _sized(arg.type):
                        self._mark(self.nodes_of(function, arg), SEEN)
            case _:
                pass

    def _enter(self, function: Function, call: CallLike, target: Function) -> None:
        for param, arg in zip(target.params, call.args, strict=False):
            outer, inner = self._bytes(function, arg), self._bytes(target, param.local)
            if len(outer) == len(inner):
                self._same(outer, inner)
                self._mark(inner, self._fixed(arg) if inner else [])
                self._mark(outer, self._fixed(param.local) if outer else [])
        if call.result is None:
            return
        outer = self._bytes(function, call.result)
        for block in target.blocks:
            last = block.terminator
            if isinstance(last, Ret) and last.value is not None:
                inner = self._bytes(target, last.value)
                if len(inner) == len(outer):
                    self._same(outer, inner)
                    self._mark(outer, self._fixed(last.value))
                    self._mark(inner, self._fixed(call.result))

    def _bytes(self, function: Function, value: Value) -> list[int]:
        return self.nodes_of(function, value) if _sized(value.type) else []

    def _copied(
        self,
        function: Function,
        call: CallLike,
        target: Value,
        source: Value,
        size: Value | None,
    ) -> None:
        length = size.value if isinstance(size, ConstInt) else None
        to, origin = self.places(function, target), self.places(function, source)
        for offset, marks in self.sources.copied(call.meta):
            for places in (to, origin):
                moved = tuple((owner, at + offset, stride) for owner, at, stride in places)
                self._tell((function, call), moved, list(marks))
        for one in to:
            for other in origin:
                if one[0] and other[0] and not self.characters & {one[0], other[0]}:
                    self._copies[one, other, length] = None

    # ---- the fixed point ---------------------------------------------------------------------

    def _settle(self) -> None:
        """Repeat what a changed object or node takes part in."""
        by_object: dict[int, list[int]] = {}
        by_node: dict[int, list[int]] = {}
        for number, (places, nodes, _) in enumerate(self._accesses):
            for owner, _, _ in places:
                by_object.setdefault(owner, []).append(number)
            for node in {self._sets.find(node) for node in nodes if node >= 0}:
                by_node.setdefault(node, []).append(number)
        self._lay_down()
        count = len(self._accesses)
        copies = list(_merged(self._copies))
        for number, (to, origin, _) in enumerate(copies):
            by_object.setdefault(to[0], []).append(count + number)
            by_object.setdefault(origin[0], []).append(count + number)
        work = deque(range(count + len(copies)))
        waiting = set(work)
        while work:
            number = work.popleft()
            waiting.discard(number)
            step = self._move(number) if number < count else self._copy(*copies[number - count])
            for kind, changed in step:
                for other in (by_object if kind else by_node).get(changed, ()):
                    if other not in waiting:
                        waiting.add(other)
                        work.append(other)

    def _lay_down(self) -> None:
        """What is known of values before memory is asked goes to where they are stored."""
        for places, nodes, _ in self._accesses:
            for owner, offset, stride in places:
                if owner and stride == 0:
                    for index, node in enumerate(nodes):
                        self.memory[owner].add(offset + index, 0, self.marks_at(node) & ~SEEN)

    def _move(self, number: int) -> Iterator[tuple[bool, int]]:
        """One load or store, both ways; what changed, as (is an object, number)."""
        places, nodes, stores = self._accesses[number]
        for owner, offset, stride in places:
            if owner == 0:
                if stores:
                    yield from self._grown(nodes, [SEEN] * len(nodes))
                continue
            if owner in self.characters:
                continue
            cells = self.memory[owner]
            there = [cells.at(offset + index, stride) for index in range(len(nodes))]
            if stores and owner in self.seen:
                there = [marks | SEEN for marks in there]
            yield from self._grown(nodes, there)
            changed = False
            for index, node in enumerate(nodes):
                marks = self.marks_at(node)
                if marks & SEEN and not stores and owner not in self.seen:
                    self.seen.add(owner)
                    changed = True
                changed |= cells.add(offset + index, stride, marks & ~SEEN)
            if changed:
                yield True, owner

    def _grown(self, nodes: list[int], marks: list[Marks]) -> Iterator[tuple[bool, int]]:
        for node, more in zip(nodes, marks, strict=True):
            if node >= 0 and more & ~self.marks_at(node):
                root = self._sets.find(node)
                self._marks[root] |= more
                yield False, root

    def _copy(self, to: Place, origin: Place, size: int | None) -> Iterator[tuple[bool, int]]:
        target, source = self.memory[to[0]], self.memory[origin[0]]
        for owner, offset, stride in (to, origin):
            end = self.points.table.objects[owner].size
            if end is not None and stride == 0:  # beyond it there is nothing to copy
                size = end - offset if size is None else min(size, end - offset)
            room = self.rooms.room(owner, offset, stride)
            if room is not None:
                size = room if size is None else min(size, room)
        if transfer(source, origin[1:], target, to[1:], size):
            yield True, to[0]
        back = transfer(target, to[1:], source, origin[1:], size)
        if to[0] in self.seen and origin[0] not in self.seen:
            self.seen.add(origin[0])
            back = True
        if back:
            yield True, origin[0]


def _merged(copies: Iterable[Transfer]) -> Iterator[Transfer]:
    """The copies; many between the same two objects as one, with a stride for what differs."""
    groups: dict[tuple[int, int], list[Transfer]] = {}
    for copy in copies:
        groups.setdefault((copy[0][0], copy[1][0]), []).append(copy)
    for (target, source), group in groups.items():
        if len(group) <= _SHORT:
            yield from group
            continue
        first = group[0]
        shift = first[0][1] - first[1][1]
        step = 0
        for to, origin, _ in group:
            step = gcd(step, to[1] - origin[1] - shift, to[2], origin[2])
        yield (target, first[0][1], step), (source, first[1][1], step), None


def _has_integer(type: ty.Type) -> bool:
    match type:
        case ty.IntType(bits=bits):
            return bits >= 8
        case ty.VectorType(element=element, scalable=False) | ty.ArrayType(element=element):
            return _has_integer(element)
        case ty.StructType(fields=fields):
            return any(_has_integer(field) for field in fields or ())
        case _:
            return False


def _odd(type: ty.Type) -> bool:
    """An integer that does not fill its bytes."""
    return isinstance(type, ty.IntType) and type.bits % 8 != 0


def _sized(type: ty.Type) -> bool:
    match type:
        case ty.SimpleType() | ty.FunctionType() | ty.TargetType():
            return False
        case ty.VectorType(scalable=scalable):
            return not scalable
        case _:
            return True
