"""Types: what the bytes of integers, aggregates and memory hold, over a whole program.

LLVM copies doubles as i64, structs by memcpy, pairs of floats as one integer. What such bytes are
is told by everything that touches them anywhere: typed loads and stores, casts, arithmetic, TBAA,
calls.

    %v = load i64, ptr %p         bytes of %v = bytes behind %p
    store i64 %v, ptr %q          bytes behind %q = bytes of %v
    %x = load double, ptr %q      so %v is a double, and so is what %p points to

Bytes that are the same by SSA (phis, shifts, truncations, arguments, results) are one node; loads,
stores and copies join nodes and cells of memory in both directions, to a fixed point. Marks only
grow, so the order does not matter.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from math import gcd, lcm
from operator import itemgetter
from typing import Final, final

from ribozyme.analysis.declared.marks import (
    ADDRESS,
    FLOAT,
    HEAD,
    INTEGER,
    KINDS,
    POINTER,
    SEEN,
    Image,
    Marks,
    float_marks,
    float_size,
    marks_of,
    shortest,
    single_kind,
    whole,
    with_padding,
)
from ribozyme.analysis.pointsto.inclusion import DEEP
from ribozyme.analysis.pointsto.objects import Kind, Object
from ribozyme.analysis.pointsto.pointsto import PointsTo
from ribozyme.analysis.types.bytes import Place, sized
from ribozyme.analysis.types.cells import LONG, Cells
from ribozyme.analysis.types.inference import TypeFlow
from ribozyme.analysis.types.member_types import is_loose
from ribozyme.analysis.types.pieces import Pieces
from ribozyme.base.bitset import union
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Instr, Load, Store
from ribozyme.ir.metadata import Meta
from ribozyme.ir.module import Function
from ribozyme.ir.values import Local, Value

_WIDEST: Final = 4096
"""Bytes of a period that are looked at."""


@final
class Typing:
    """What `typing` found; nothing changes after it was built."""

    def __init__(self, flow: TypeFlow, *, pessimistic: bool = False) -> None:
        self._flow = flow
        self._bytes = flow.bytes
        self._points = flow.bytes.points
        self._layout = flow.bytes.layout
        self._pessimistic = pessimistic
        self._pieces = Pieces(flow.bytes, flow.reads)

    @property
    def swapped(self) -> frozenset[Instr]:
        """The accesses of integers by name that are the bits of something else (`swapped`)."""
        return self._flow.swapped

    # ---- values ------------------------------------------------------------------------------

    def value(self, function: Function, value: Value) -> Image:
        """What the bytes of a value hold, as they would lie in memory."""
        if not isinstance(value, Local):
            return Image(tuple(self._bytes.constant_marks(value)))
        marks = with_padding(self._layout, value.type)
        if self._pessimistic or function not in self._bytes.known:
            return Image(tuple(m or SEEN for m in marks))
        nodes = self._bytes.nodes_of(function, value)
        found = [m | self._bytes.marks_at(n) for m, n in zip(marks, nodes, strict=True)]
        return Image(tuple(self._pieces.without(found)))

    def float_lanes(
        self, function: Function, value: Value
    ) -> tuple[tuple[int, ty.FloatType], ...] | None:
        """The floats in a value by byte offset, words that may be addresses among them; None when
        nobody can know where they are."""
        image = self.value(function, value)
        if image.known:
            return image.floats
        words, rest = image.either, image.without_either
        if not words or not rest.known:
            return None
        return tuple(sorted((*rest.floats, *((at, ty.DOUBLE) for at in words)), key=itemgetter(0)))

    def carries(self, function: Function, value: Value) -> bool:
        """Whether a value may hold the bytes of a float."""
        if isinstance(value.type, ty.FloatType):
            return True
        if value.type is ty.VOID or not sized(value.type):
            return False
        return self.value(function, value).may_hold_float

    def holds_float_bytes(self, function: Function, value: Value) -> bool:
        """Whether a value, or each of a vector, is a float or an integer with bytes of one."""
        if not isinstance(ty.scalar(value.type), ty.FloatType | ty.IntType):
            return False
        return self.value(function, value).holds_float_bytes

    # ---- memory ------------------------------------------------------------------------------

    def memory(
        self,
        function: Function,
        pointers: Value | tuple[Value, ...],
        size: int | None,
        instr: Instr | None = None,
    ) -> Image:
        """What lies behind a pointer; behind several, what those say that know best, and nothing
        that leads nowhere.

        The bytes repeat with the image's period, for as long as the memory is. A copy (`instr`)
        that says itself what it copies (`!tbaa.struct`) is believed, integers excepted that are
        the bits of something else.
        """
        several = pointers if isinstance(pointers, tuple) else (pointers,)
        unknown = Image((SEEN,), 1)
        if self._pessimistic:
            return unknown
        if instr is not None and size is not None:
            told = self._bytes.sources.whole_copy(instr.meta, size)
            if told is not None:
                return shortest(self._pieces.without(self._with_bits(function, several, told)))
        leading = [p for p in several if self._bytes.places(function, p)] or several
        groups = [self._places(function, pointer) for pointer in leading]
        if any(group and self._is_text(group) for group in groups):
            return Image((INTEGER,), 1)
        if not all(groups):
            return unknown
        exact = [g for g in groups if not any(is_loose(stride) for _, _, stride in g)]
        places = [place for group in exact or groups for place in group]
        if size is None:
            size = self._room(groups)
        if size is not None and 0 < size <= LONG:
            flat = [self._at(places, offset, 0) for offset in range(size)]
            return shortest(self._pieces.without(self._without_text(groups, flat)))
        period = self._period(places)
        if period is None:
            bound = self._bound(places)
            if bound:
                flat = [self._at(places, offset, 0) for offset in range(bound)]
                return Image(tuple(self._pieces.without(flat)))
            return Image((INTEGER,), 1) if self._plain(places) else unknown
        turn = [self._at(places, offset, period) for offset in range(period)]
        return shortest(self._pieces.without(turn, repeated=True))

    def _without_text(self, groups: list[list[Place]], marks: list[Marks]) -> list[Marks]:
        """The marks of some bytes, constant characters that are copied there being integers."""
        others = [g for g in groups if not all(self._pieces.is_text(owner) for owner, _, _ in g)]
        into = [place for group in others for place in group]
        starts = {offset % ADDRESS for _, offset, _ in into}
        if len(others) == len(groups) or len(starts) != 1 or any(s % ADDRESS for _, _, s in into):
            return marks
        before = [self._at(into, at, 0) for at in range(-starts.pop(), 0)]
        return self._pieces.of_text(before, marks)

    def _with_bits(
        self, function: Function, pointers: tuple[Value, ...], told: list[Marks]
    ) -> list[Marks]:
        """What a copy says it copies, and what lies in its integers: where members are told apart,
        or where somebody accesses floats or addresses that the source does not call so, and in
        memory that nobody knows.

        memcpy(&s.bits, &x, 8); t = s;  →  the copy of `long bits` is one of a double
        """
        apart, blurred = [0] * len(told), [0] * len(told)
        for pointer in pointers:
            places = self._places(function, pointer)
            for at in range(0 if places else len(told)):
                blurred[at] |= self._hidden if told[at] == INTEGER else 0
            for place in places:
                known = not 0 < place[2] < len(told)
                found = apart if known else blurred
                for at, mark in enumerate(told):
                    if mark == INTEGER and (known or self._is_punned(place, at)):
                        found[at] |= self._at([place], at, 0) & (FLOAT | POINTER)
        bits = zip(told, whole(apart), whole(blurred, aligned=True), strict=True)
        return [said | here | anywhere for said, here, anywhere in bits]

    @cached_property
    def _hidden(self) -> Marks:
        """What integers may be, by name or by nothing, where nobody knows which memory it is."""
        reads = self._flow.reads
        said = (marks for _, _, marks in (*reads.copied[0], *reads.led[0]))
        return reads.hidden | union(said)

    def _is_punned(self, place: tuple[int, int, int], at: int) -> bool:
        """Whether the bits of floats or addresses are accessed at a place, and not called so."""
        owner, offset, stride = place
        reads = self._flow.reads
        return any(there[owner].at(offset + at, stride) for there in (reads.copied, reads.led))

    @property
    def words(self) -> bool:
        """Whether there are words that are a number at one time and an address at another: in
        integers, or in memory."""
        values = any(mark & FLOAT and mark & POINTER for mark in self._bytes.marks)
        return values or bool(self._mixed)

    @cached_property
    def _mixed(self) -> frozenset[int]:
        memory = self._bytes.memory.items()
        return frozenset(owner for owner, cells in memory if _is_either(cells))

    @property
    def has_counts(self) -> bool:
        """Whether the program has members that it counts with."""
        return bool(self._flow.reads.counts)

    def may_be_count(self, function: Function, pointer: Value, size: int) -> bool:
        """Whether an access that may lead elsewhere may be one of a count."""
        counts, places = self._flow.reads.counts, self._bytes.places(function, pointer)
        return counts.meets(places, size) and not counts.is_direct(places)

    def is_count(self, function: Function, pointer: Value) -> bool:
        """Whether an address leads to counts only."""
        return self._flow.reads.counts.is_direct(self._bytes.places(function, pointer))

    def may_be_either(self, function: Function, access: Load | Store) -> bool:
        """Whether such words lie in what may be accessed, as far as objects tell."""
        mixed = self._mixed
        return any(owner in mixed for owner, _, _ in self._places(function, access.pointer))

    def is_told(self, meta: Meta) -> bool:
        """Whether the tag of an access says that a word is a double, or an address."""
        said = self._bytes.sources.access(meta, ADDRESS)
        return said is not None and tuple(said) in (float_marks(ty.DOUBLE), (POINTER,) * ADDRESS)

    def _places(self, function: Function, pointer: Value) -> list[tuple[int, int, int]]:
        """The (object, offset, stride) behind a pointer; nothing where nobody can know."""
        found = list(self._bytes.places(function, pointer))
        characters = self._bytes.characters
        found = [place for place in found if place[0] not in characters] or found
        return [] if any(owner == 0 for owner, _, _ in found) else found

    def _at(self, places: list[tuple[int, int, int]], distance: int, period: int) -> Marks:
        found = 0
        seen = 0
        for owner, offset, stride in places:
            cells = self._bytes.memory[owner]
            end = self._points.table.objects[owner].size
            if period and stride == 0 and end is not None and end - offset <= LONG:
                marks = 0  # beyond its end there is nothing of an object
                for here in range(offset + distance, end, period):
                    marks |= cells.at(here, 0)
            else:
                marks = cells.at(offset + distance, gcd(stride, period))
            if not marks:
                default = self._flow.defaults.get(owner)
                if default:
                    marks = default[(offset + distance) % len(default)]
                elif self._flow.rooms.holds(owner, offset + distance, gcd(stride, period)):
                    marks = INTEGER
                elif owner in self._flow.seen:
                    seen = SEEN
            elif not marks & ~POINTER:
                marks |= self._callers_float(owner, offset + distance)
            elif (
                marks & POINTER
                and marks & FLOAT
                and not self._flow.is_put((owner, offset + distance, gcd(stride, period)))
            ):
                marks &= ~FLOAT  # it is looked for here by an address that leads elsewhere
            found |= marks
        return found or seen

    def _callers_float(self, owner: int, at: int) -> Marks:
        """A float that lies in the caller's memory where addresses are seen: its declaration says
        so, or rows of floats do where there is none.

        The addresses may be of other memory, which an access could not be told from this one.
        """
        default = self._flow.defaults.get(owner)
        if default:
            return default[at % len(default)] & FLOAT
        foreign = self._points.table.objects[owner].born_outside
        return self._bytes.memory[owner].repeated(at) if foreign else 0

    def vague(self, function: Function, pointer: Value) -> bool:
        """Whether nothing is said of memory deep below an argument: one object for all of it."""
        points = self._points
        return any(
            points.holds(object) >> object.id & 1 and self._flow.defaults.get(object.id) is None
            for object in points.members(points.mask(function, pointer))
            if object.kind is Kind.POINTEE and object.depth >= DEEP
        )

    def may_begin_within(self, function: Function, pointer: Value, grain: int) -> bool:
        """Whether an address of no certain place may lead into a number of `grain` bytes, where
        such numbers lie at multiples of their size."""
        heads = sum(HEAD[kind] for kind in KINDS if min(ADDRESS, float_size(kind)) == grain)
        return any(
            0 < stride < grain
            and any(
                marks & heads and not (at % grain or step % grain)
                for at, step, marks in self._bytes.memory[owner]
            )
            for owner, _, stride in self._bytes.places(function, pointer)
        )

    def is_other_kind(self, function: Function, pointer: Value, kind: ty.FloatType) -> bool:
        """Whether what is loaded as a float can only be bits of floats of other kinds: the memory
        is the program's own, and all that is put there is known."""
        flow, said = self._flow, 0
        for owner, _, _ in self._bytes.places(function, pointer):
            if owner not in flow.reads.made_inside or owner in self._put_unseen:
                return False
            said |= flow.reads.constant[owner]
            for _, _, marks in flow.reads.put.get(owner, ()):
                said |= marks
        return bool(said & FLOAT and not said & marks_of(kind))

    @cached_property
    def _put_unseen(self) -> set[int]:
        """Objects into which floats may come other than by stores of floats."""
        reads = self._flow.reads
        found = self._flow.seen | reads.filled | {to[0] for to, _, _ in reads.copies}
        for places, nodes, stores in (*reads.accesses, *reads.named):
            if stores and any(self._bytes.marks_at(n) & FLOAT for n in nodes if n >= 0):
                found |= {owner for owner, _, _ in places}
        return found

    def meets_several_kinds(self, function: Function, pointer: Value) -> bool:
        """Whether an address of no certain place leads to floats of one kind, and to floats of
        another elsewhere in the same object."""
        return any(
            self._has_several_kinds(owner, offset, stride)
            for owner, offset, stride in self._bytes.places(function, pointer)
            if stride and not self._points.table.is_coarse(owner)
        )

    def _has_several_kinds(self, owner: int, offset: int, stride: int) -> bool:
        """Places told apart by more than a stride does are looked at; a union holds one kind at a
        time, wherever it goes."""
        told: defaultdict[int, Marks] = defaultdict(int)
        for at, step, marks in self._bytes.memory[owner]:
            if marks & FLOAT and (not step or (step > stride and step % stride == 0)):
                if single_kind(marks) is None:
                    return False
                told[(at - offset) % stride] |= marks
        return any(single_kind(marks) is None for marks in told.values())

    def is_numbers(self, object: Object) -> bool:
        """Whether an object holds numbers and no address, as everything says that speaks of it."""
        said = [marks for _, _, marks in self._bytes.memory[self._bytes.name(object.id)]]
        return bool(said) and not any(marks & POINTER for marks in said)

    def may_hold_floats(self, object: Object) -> bool:
        """Whether there are floats in an object, for all that is said of it."""
        owner = self._bytes.name(object.id)
        if owner in self._bytes.characters:
            return False
        said = [marks for _, _, marks in self._bytes.memory[owner]]
        return not any(mark & ~SEEN for mark in said) or any(mark & FLOAT for mark in said)

    def is_address(self, object: Object, offset: int, stride: int) -> bool:
        """Whether an address lies in an object at `offset + stride·ℤ`, and never a float."""
        cells = self._bytes.memory[self._bytes.name(object.id)]
        marks = [cells.at(offset + byte, stride) for byte in range(ADDRESS)]
        return all(mark & POINTER and not mark & FLOAT for mark in marks)

    @property
    def numbers_in_strings(self) -> int:
        """The objects in which numbers lie where strings do at other times, as a bit set."""
        return sum(1 << owner for owner in self._flow.used_twice)

    def _is_text(self, places: list[tuple[int, int, int]]) -> bool:
        """Whether nothing but characters lies behind a pointer."""
        return all(owner in self._bytes.characters for owner, _, _ in places)

    def _room(self, groups: list[list[tuple[int, int, int]]]) -> int | None:
        """The most bytes behind pointers, one of which leads into strings only."""
        found: int | None = None
        for group in groups:
            rooms = [self._flow.rooms.room(*place) for place in group]
            most = max((room for room in rooms if room is not None), default=0)
            if None not in rooms and (found is None or most < found):
                found = most
        return found

    def _period(self, places: list[tuple[int, int, int]]) -> int | None:
        """After how many bytes memory of a length nobody knows repeats.

        Without a stride: only memory that nobody outside sees, and that holds one kind of float.
        """
        steps: set[int] = set()
        kinds = 0
        for owner, _, stride in places:
            cells = self._bytes.memory[owner]
            default = self._flow.defaults.get(owner)
            for step in (stride, *cells.strides, len(default or ())):
                if step and not is_loose(step):
                    steps.add(step)
            for _, _, marks in cells:
                kinds |= marks
        floats = [kind for kind in KINDS if kinds & marks_of(kind)]
        if not steps:
            seen = any(owner in self._flow.seen for owner, _, _ in places)
            if len(floats) != 1 or kinds & ~FLOAT or (seen and not self._vague(places)):
                return None
        period = lcm(*steps)
        if period > _WIDEST:  # places of many distances: what they have in common
            period = gcd(*steps)
        for kind in floats:
            unit = self._bytes.layout.alloc_size(kind)  # of an array's elements, with padding
            if period < unit:
                period = lcm(period, unit)
        return period if period <= _WIDEST else None

    def _bound(self, places: list[tuple[int, int, int]]) -> int:
        """How many bytes there are at most, up to the ends of objects; 0 where nobody knows."""
        found = 0
        for owner, offset, stride in places:
            end = self._points.table.objects[owner].size
            if end is None or stride or not 0 < end - offset <= LONG:
                return 0
            found = max(found, end - offset)
        return found

    def _plain(self, places: list[tuple[int, int, int]]) -> bool:
        """Whether the memory is nobody else's or in a string, and nothing but integers is in it."""
        return all(map(self._holds_integers, places))

    def _holds_integers(self, place: tuple[int, int, int]) -> bool:
        owner, offset, stride = place
        cells = self._bytes.memory[owner]
        room = self._flow.rooms.room(owner, offset, stride)
        if room is not None:
            return not any(cells.at(offset + at, stride) & ~INTEGER for at in range(room))
        return owner not in self._flow.seen and not any(marks & ~INTEGER for _, _, marks in cells)

    def _vague(self, places: list[tuple[int, int, int]]) -> bool:
        """Whether the memory is gone through by distances of all kinds."""
        return any(is_loose(stride) for _, _, stride in places)

    # ---- printing ----------------------------------------------------------------------------

    def lines(self, function: Function) -> Iterator[str]:
        """The facts beside the values that they are about."""
        yield f"types of @{function.name}"
        for value in function.values():
            name = function.names[value.id] or value.id
            if isinstance(value.type, ty.PtrType):
                if self._bytes.points.of(function, value):
                    yield f"  %{name} → {self.behind(function, value)}"
            elif sized(value.type) and not isinstance(value.type, ty.FloatType):
                yield f"  %{name}: {self.value(function, value)}"

    def behind(self, function: Function, pointer: Local) -> Image:
        """The memory behind a pointer, as far as anything is said of it."""
        places = self._places(function, pointer)
        if places and self._period(places) is None:
            size = max(self._bytes.memory[o].extent - offset for o, offset, _ in places)
            return self.memory(function, pointer, size if 0 < size <= LONG else None)
        return self.memory(function, pointer, None)


def typing(points: PointsTo, *, addresses: bool = False) -> Typing:
    """The types of everything a root reaches; with `addresses` what is called an address may be a
    number."""
    flow = TypeFlow(points, addresses=addresses)
    flow.solve()
    return Typing(flow)


def untyped(points: PointsTo) -> Typing:
    """The pessimistic twin: nobody knows what integers and memory hold."""
    return Typing(TypeFlow(points), pessimistic=True)


def _is_either(cells: Cells) -> bool:
    """Whether a word of an object is a number at one time, and an address at another."""
    return _is_mixed(cells) and any(
        marks & POINTER and cells.at(offset, stride) & FLOAT for offset, stride, marks in cells
    )


def _is_mixed(cells: Cells) -> bool:
    """Whether numbers lie in an object, and addresses."""
    found = union(marks for _, _, marks in cells)
    return bool(found & FLOAT and found & POINTER)
