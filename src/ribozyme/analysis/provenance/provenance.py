"""Untracked bits: values that contain bits of an address or an active number in a form that points-
to does not follow.

The provenance of a value is a set of places (`pointsto`), or *untracked*: the bits of an address
are in it, but it is not known how.

    %h = lshr i64 %p, 3                untracked: bits of what %p leads to
    store i64 %h, ptr %m               untracked bits lie behind %m
    %k = load i64, ptr %n              … and are in %k, if %m and %n may meet
    %q = inttoptr i64 (%k << 3)        an untracked address

A *label* is a bit set of what the bits are of. Labels start where `sources` say so, and go wherever
the table of `survival` says that bits survive: through values, memory, copies, calls and results.

Invariant: labels only grow; a label that is not there means that no such bit can be.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Protocol, final

from ribozyme.analysis.pointsto.pointsto import PointsTo
from ribozyme.analysis.provenance.survival import surviving
from ribozyme.ir.instrs import (
    AtomicRMW,
    Call,
    CallBr,
    CallLike,
    CmpXchg,
    Computation,
    Instr,
    Invoke,
    Load,
    Ret,
    Silent,
    Store,
    VAArg,
)
from ribozyme.ir.module import Function
from ribozyme.ir.values import ConstInt, Local, Value
from ribozyme.rules.memory import MemoryCopy, Reallocation, Sorting

Source = tuple[Function, Instr, int]
"""An instruction whose result, or what it stores, gets a label."""
Places = frozenset[int]
"""Locations by number."""
Lands = Callable[[Function, Value, int | None], bool]
"""Whether bits that are stored behind an address, so many bytes, matter there."""
Survives = Callable[[Function, Instr], tuple[Value, ...]]
"""The operands whose bits are in the result of an instruction of a function."""

_Reader = tuple[Function, Instr, Places, int | None]
_Cell = tuple[int, int, int | None]  # object, location and size


class Transfers(Protocol):
    """How calls of functions without a body move bytes."""

    def copies(self, function: Function, call: CallLike) -> Iterable[tuple[Places, Places | None]]:
        """From memory to memory, or to what the call returns (None)."""

    def taken(self, function: Function, call: CallLike) -> Places:
        """The memory to which arguments go that are integers."""

    def extent(self, place: int) -> int | None:
        """The bytes of what lies at a place, where a call may move all of it."""

    def is_known(self, function: Function) -> bool:
        """Whether `copies` says of a function with a body what it moves."""


@final
class Copies:
    """What copies memory: `memcpy` and its kin, `realloc`, sorting."""

    def __init__(self, points: PointsTo) -> None:
        self._points = points

    def copies(self, function: Function, call: CallLike) -> Iterator[tuple[Places, Places]]:
        """From memory to memory."""
        places = self._points.numbers
        match self._points.meaning(call):
            case MemoryCopy(target=target, source=source):
                yield places(function, call.args[source]), places(function, call.args[target])
            case Sorting(base=base):
                yield places(function, call.args[base]), places(function, call.args[base])
            case Reallocation(pointer=pointer) if call.result is not None:
                yield places(function, call.args[pointer]), places(function, call.result)
            case _:
                return

    def taken(self, function: Function, call: CallLike) -> Places:
        """None: integers stay what they are."""
        return frozenset()

    def extent(self, _: int) -> None:
        """Nobody knows."""

    def is_known(self, _: Function) -> bool:
        """No: what bodies say."""
        return False


def in_any_form(_: Function, instr: Instr) -> tuple[Value, ...]:
    """What the table says of all functions."""
    return surviving(instr)


def anywhere(_: Function, __: Value, ___: int | None) -> bool:
    """Bits matter wherever they are stored."""
    return True


@final
class Untracked:
    """The labels of values and memory; complete when built."""

    def __init__(
        self,
        points: PointsTo,
        sources: Iterable[Source],
        transfers: Transfers | None = None,
        lands: Lands = anywhere,
        survives: Survives = in_any_form,
    ) -> None:
        self._points = points
        self._layout = points.program.layout
        self._transfers = transfers or Copies(points)
        self._lands = lands
        self._survives = survives
        self._labels: dict[tuple[Function, int], int] = {}
        self._memory: dict[int, dict[tuple[int, int | None], int]] = {}
        self._origins: dict[tuple[Function, int], Source] = {}
        self._told: dict[int, int] = {}  # by reader, the labels that it has read
        self._unread: dict[tuple[int, int], list[_Reader]] = {}  # by object and label
        # values and memory whose labels have grown; memory waits until no value has
        self._work: deque[tuple[Function, int]] = deque()
        self._waiting: set[tuple[Function, int]] = set()
        self._grown: dict[_Cell, Source] = {}
        for source in sources:
            function, instr, label = source
            if instr.result is not None:
                self._add(function, instr.result, label, source)
            if isinstance(instr, Store):
                self._stored(function, instr.pointer, self._size(instr.value), label, source)
        self._solve()

    def __bool__(self) -> bool:
        return bool(self._labels or self._memory)

    def of(self, function: Function, value: Value) -> int:
        """The label of a value."""
        return self._labels.get((function, value.id), 0) if isinstance(value, Local) else 0

    def origin(self, function: Function, value: Local) -> Source | None:
        """Where one of the bits of a value was lost sight of first."""
        return self._origins.get((function, value.id))

    def held(self, places: Places, size: int | None) -> int:
        """The label of so many bytes from some locations on."""
        points, table, found = self._points, self._points.table, 0
        for place in places:
            bytes = size or self._transfers.extent(place)
            object = table.objects[table.object[place]]
            fixed = points.is_fixed(object)
            for other in points.members(points.alias_mask(object)):
                for (there, extent), label in self._memory.get(other.id, {}).items():
                    if other is not object or not fixed or table.meet(place, bytes, there, extent):
                        found |= label
        return found

    def write(self, written: Iterable[tuple[Places, Source]]) -> None:
        """Memory from some locations on gets labels, and whatever follows from that."""
        for places, source in written:
            self._fill(places, None, source[2], source)
        self._solve()

    def _fill(self, places: Places, size: int | None, label: int, source: Source) -> None:
        for place in places:
            self._put(place, size or self._transfers.extent(place), label, source)

    def _solve(self) -> None:
        while self._work or self._grown:
            while self._work:
                place = self._work.popleft()
                self._waiting.discard(place)
                self._spread(*place)
            grown, self._grown = self._grown, {}
            for cell, source in grown.items():
                self._told_of(cell, source)

    # ---- values ----------------------------------------------------------------------------------

    def _size(self, value: Value) -> int:
        return self._layout.size(value.type)

    def _add(self, function: Function, value: Value | None, label: int, source: Source) -> None:
        if not isinstance(value, Local):
            return
        place = function, value.id
        before = self._labels.get(place, 0)
        if label | before != before:
            self._labels[place] = label | before
            self._origins.setdefault(place, source)
            if place not in self._waiting:
                self._waiting.add(place)
                self._work.append(place)

    def _spread(self, function: Function, value: int) -> None:
        label, source = self._labels[function, value], self._origins[function, value]
        for _, user in function.uses[value]:
            self._used(function, user, value, label, source)

    def _used(
        self, function: Function, user: Instr, value: int, label: int, source: Source
    ) -> None:
        match user:
            case Store(value=stored, pointer=pointer) | AtomicRMW(value=stored, pointer=pointer):
                if _is(stored, value):
                    self._stored(function, pointer, self._size(stored), label, source)
            case CmpXchg(new=stored, pointer=pointer):
                if _is(stored, value):
                    self._stored(function, pointer, self._size(stored), label, source)
            case Ret():
                for caller, call in self._points.callers.get(function, ()):
                    self._add(caller, call.result, label, source)
            case Call() | Invoke() | CallBr():
                self._passed(function, user, value, label, source)
            case _:
                _rest: Computation | Load | VAArg | Silent = user
        if any(_is(operand, value) for operand in self._survives(function, user)):
            self._add(function, user.result, label, source)

    def _passed(
        self, function: Function, call: CallLike, value: int, label: int, source: Source
    ) -> None:
        for target in self._points.entered(function, call):
            if target.is_declaration or self._transfers.is_known(target):
                continue
            for arg, param in zip(call.args, target.params, strict=False):
                if _is(arg, value):
                    self._add(target, param.local, label, source)
        self._fill(self._transfers.taken(function, call), None, label, source)

    # ---- memory ----------------------------------------------------------------------------------

    def _stored(
        self, function: Function, pointer: Value, size: int | None, label: int, source: Source
    ) -> None:
        if not self._lands(function, pointer, size):
            return
        self._fill(self._points.numbers(function, pointer), size, label, source)

    def _put(self, place: int, size: int | None, label: int, source: Source) -> None:
        owner = self._points.table.object[place]
        held = self._memory.setdefault(owner, {})
        before = held.get((place, size), 0)
        if label | before == before:
            return
        held[place, size] = label | before
        self._grown.setdefault((owner, place, size), source)

    def _told_of(self, cell: _Cell, source: Source) -> None:
        """What reads memory gets the label that is there now."""
        owner, place, size = cell
        label = self._memory[owner][place, size]
        # a reader that has read a label is not asked again, however many places have it
        waiting = self._unread.get((owner, label))
        left: list[_Reader] = []
        for reader in self._readers[owner] if waiting is None else waiting:
            told = self._told.get(id(reader), 0)
            if label | told == told:
                continue
            if self._reads_at(reader[2], reader[3], owner, place, size):
                self._told[id(reader)] = label | told
                self._read(reader, label, source)
            else:
                left.append(reader)
        self._unread[owner, label] = left

    def _reads_at(
        self, places: Places, bytes: int | None, owner: int, place: int, size: int | None
    ) -> bool:
        """Whether what is read at some locations may be what lies at a place."""
        table = self._points.table
        fixed = self._points.is_fixed(table.objects[owner])
        for one in places:
            at_most = bytes or self._transfers.extent(one)
            if table.object[one] != owner:
                if self._points.alias_mask(table.objects[table.object[one]]) >> owner & 1:
                    return True
            elif not fixed or table.meet(one, at_most, place, size):
                return True
        return False

    def _read(self, reader: _Reader, label: int, source: Source) -> None:
        """What a reader finds goes where it reads it to."""
        function, instr, places, size = reader
        if isinstance(instr, Load | AtomicRMW | CmpXchg):
            self._add(function, instr.result, label, source)
            return
        assert isinstance(instr, Call | Invoke | CallBr)
        for origin, target in self._transfers.copies(function, instr):
            if origin == places and target is None:
                self._add(function, instr.result, label, source)
            elif origin == places and target is not None:
                self._fill(target, size, label, source)

    @cached_property
    def _readers(self) -> defaultdict[int, list[_Reader]]:
        """What reads memory, by the objects that it may read."""
        found = defaultdict[int, list[_Reader]](list)
        points, table = self._points, self._points.table
        for function in points.functions:
            if self._transfers.is_known(function):
                continue
            for instr in points.instrs(function):
                for places, size in self._reads(function, instr):
                    owners = 0
                    for place in places:
                        owners |= points.alias_mask(table.objects[table.object[place]])
                    reader = function, instr, places, size
                    for owner in points.members(owners):
                        found[owner.id].append(reader)
        return found

    def _reads(self, function: Function, instr: Instr) -> Iterator[tuple[Places, int | None]]:
        match instr:
            case Load(pointer=pointer, result=result):
                yield self._points.numbers(function, pointer), self._size(result)
            case AtomicRMW(pointer=pointer, value=value) | CmpXchg(pointer=pointer, new=value):
                yield self._points.numbers(function, pointer), self._size(value)
            case Call() | Invoke() | CallBr():
                for origin, _ in self._transfers.copies(function, instr):
                    yield origin, self._count(instr)
            case _:
                _rest: Computation | Store | VAArg | Silent = instr

    def _count(self, call: CallLike) -> int | None:
        """The bytes that a call moves, if they are known."""
        copy = self._points.meaning(call)
        size = call.args[copy.size] if isinstance(copy, MemoryCopy) else None
        return size.value if isinstance(size, ConstInt) else None


def _is(operand: Value, value: int) -> bool:
    return isinstance(operand, Local) and operand.id == value
