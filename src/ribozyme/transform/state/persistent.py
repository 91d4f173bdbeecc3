"""Variables that keep what an earlier call has computed from its inputs: reading that is refused.

    static double last = -1, value;       value is exp(x) of a call before, to which this call has
    if (last != x) { … value = exp(x); }  no derivative
    return value * x;                     RZ408 where x is the one of the call before

A variable of this kind belongs to what is differentiated: nothing else sets it, other than to a
constant. So it still has its initial value, or an earlier call has written to it. With the initial
value the derivative begins as ever. With another one, reverse mode looks at the adjoints that are
left in its shadow when the call ends: one that is not zero says that the result depends on what was
there before. Forward mode marks the tangents when the call begins, and looks for the mark where an
active number is read.

Of an array that holds a table, too, those bytes are looked at that active numbers may be written to
(`written_spans`), constants that the program puts there left aside. Memory whose contents the user
sets is left alone (`exposed` variables, or written by another function). Blocks that have a shadow
for the call are looked at in the same way (`reverse/residuals.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import gcd
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple, final

from ribozyme.analysis.activity.kept_blocks import Group
from ribozyme.analysis.flow.callgraph import mentioned
from ribozyme.analysis.pointsto.objects import Kind, overlap
from ribozyme.base.bitset import union
from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    Access,
    AtomicRMW,
    Call,
    CallBr,
    Computation,
    Instr,
    Invoke,
    Load,
    Silent,
    Store,
)
from ribozyme.ir.module import Function
from ribozyme.ir.values import (
    Const,
    ConstAggregate,
    ConstFloat,
    ConstInt,
    ConstNull,
    ConstSplat,
    ConstZero,
    Local,
    Poison,
    Undef,
    Value,
    float_value,
)
from ribozyme.rules.memory import MemoryCopy, MemorySet
from ribozyme.transform.core import contents
from ribozyme.transform.state.own_variables import is_own, others, told_elsewhere
from ribozyme.transform.state.written_spans import Span, merged, written_spans

if TYPE_CHECKING:
    from ribozyme.transform.core.facts import FunctionFacts, ProgramFacts

_BEYOND: Final = 1e30  # what is not a number of the program


@final
@dataclass(frozen=True, slots=True)
class Place:
    """Floats at `offset + stride·ℤ` of an object."""

    offset: int
    stride: int
    type: ty.FloatType


@final
@dataclass(frozen=True, slots=True)
class Persistent:
    """A variable, where numbers of an earlier call may be read in it, and where that is done.

    `spans` are the bytes to which active numbers are written, where those are known; `resets` the
    constants that are written to the same places.
    """

    name: str
    places: tuple[Place, ...]
    function: Function
    instr: Instr
    copies: int  # it, and what is copied of it, as a bit set of objects
    spans: tuple[Span, ...] | None = None
    resets: tuple[ConstFloat, ...] = ()


@final
@dataclass(frozen=True, slots=True)
class PersistentBlock:
    """Blocks that variables keep, with a shadow for the call."""

    group: Group
    of: Persistent


@final
class _Write(NamedTuple):
    """What is written somewhere in an object: a constant, or whether it is active."""

    offset: int
    stride: int
    extent: int | None
    told: Const | bool
    span: Span | None = None


@final
class Persistence:
    """What is read of earlier calls under one activity; nothing changes after it was built."""

    def __init__(self, facts: ProgramFacts) -> None:
        self._facts = facts
        self._written: dict[int, list[_Write]] = {}
        self._reads: dict[int, list[tuple[Function, Instr, Place]]] = {}
        self._copied: list[tuple[int, int]] = []  # what is copied, and to where
        program, known = facts.program, facts.pointsto.constraints.globals
        own = (
            [name for name in known if is_own(program, name)]
            if not facts.pointsto.pessimistic
            else []
        )
        self._watched = union(1 << known[name].id for name in own)
        self._made, self._before = self._blocks()
        groups = {
            group: told
            for group in facts.kept
            if (told := told_elsewhere(program, group)) is not None
        }
        self._one = {
            one.id: group.every.bit_length() - 1
            for group in groups
            for one in facts.pointsto.members(group.every)
        }
        self._watched |= self._made | union(group.every for group in groups)
        if self._watched:
            self._look()
        for name in own if self._watched else ():
            self._elsewhere(name)
        self.variables = tuple(filter(None, (self._variable(name) for name in own)))
        found = (self._block(group, told) for group, told in groups.items())
        self.blocks = tuple(filter(None, found))

    def marked(self, view: FunctionFacts, load: Load) -> Persistent | None:
        """The variable whose numbers of before a load may read."""
        all = (*self.variables, *(one.of for one in self.blocks))
        if not all or not view.active(load.result):
            return None
        mask = self._facts.pointsto.mask(view.function, load.pointer)
        return next((one for one in all if mask & one.copies), None)

    def kept(self, view: FunctionFacts, load: Load) -> bool:
        """Whether a load may read a block of an earlier call that now has no shadow."""
        if not self._before or not self._made:
            return False
        mask = self._facts.pointsto.mask(view.function, load.pointer)
        if not mask & self._before or not mask & self._made or not view.active(load.result):
            return False
        return any(
            instr is load and self._is_computed(object, place)
            for object, reads in self._reads.items()
            if self._made >> object & 1
            for _, instr, place in reads
        )

    # ---- what is there -----------------------------------------------------------------------

    def _blocks(self) -> tuple[int, int]:
        """Blocks with derivatives that the program's own variables lead to when the call ends, and
        those of before the call, without shadows, that it finds there."""
        points, activity = self._facts.pointsto, self._facts.activity
        known = points.constraints.globals
        reached = union(
            1 << known[name].id
            for name in known
            if activity.stranded and is_own(self._facts.program, name)
        )
        work = list(points.members(reached))
        while work:
            more = points.holds(work.pop()) & ~reached
            reached |= more
            work += points.members(more)
        made = union(
            1 << one.id
            for one in points.members(reached & activity.carrying)
            if one.kind is Kind.HEAP and activity.object(one)
        )
        return (made, reached & activity.stranded) if made else (0, 0)

    def _look(self) -> None:
        for function in self._facts.pointsto.functions:
            view = self._facts.function(function)
            for instr in self._facts.pointsto.instrs(function):
                match instr:
                    case (
                        Store(value=value, pointer=pointer)
                        | AtomicRMW(value=value, pointer=pointer)
                    ):
                        if view.lanes(value):  # else no float is written
                            active = self._facts.activity.varied(function, value)
                            told = value if isinstance(value, Const) else active
                            size = self._facts.layout.size(value.type)
                            spans = written_spans(view, instr) if told is True else {}
                            self._note(function, pointer, size, told, spans)
                    case Load(pointer=pointer):
                        self._read(view, instr, pointer)
                    case Call() | Invoke():
                        self._called(view, instr)
                    case _:
                        _rest: Computation | Access | Silent | CallBr = instr

    def _elsewhere(self, name: str) -> None:
        """The constants that functions which are not reached put into a variable."""
        program = self._facts.program
        object = self._facts.pointsto.constraints.globals[name].id
        for function in others(program):
            for instr in function.instrs():
                if (
                    isinstance(instr, Store)
                    and isinstance(instr.value, Const)
                    and ty.is_float(instr.value.type)
                    and not isinstance(instr.pointer, Local)
                    and name in mentioned(instr.pointer)
                ):
                    self._written.setdefault(object, []).append(_Write(0, 1, None, instr.value))

    def _note(
        self,
        function: Function,
        pointer: Value,
        size: int | None,
        told: Const | bool,
        spans: Mapping[int, Span] = MappingProxyType({}),
    ) -> None:
        table = self._facts.pointsto.table
        for at in self._facts.pointsto.numbers(function, pointer):
            owner = table.object[at]
            if self._watched >> owner & 1:
                found = _Write(table.offset[at], table.stride[at], size, told, spans.get(owner))
                self._written.setdefault(self._name(owner), []).append(found)

    def _name(self, object: int) -> int:
        """One number for all blocks of a group."""
        return self._one.get(object, object)

    def _called(self, view: FunctionFacts, call: Call | Invoke) -> None:
        function = view.function
        known = self._facts.pointsto.behaviour(call)
        if known is None or isinstance(known.meaning, MemorySet):
            return
        active = isinstance(known.meaning, MemoryCopy) and self._facts.activity.handed_on(call)
        for index in known.writes:
            self._note(function, call.args[index], None, active)
        if active and isinstance(known.meaning, MemoryCopy):
            self._copy(view, call, known.meaning)

    def _copy(self, view: FunctionFacts, call: Call | Invoke, copy: MemoryCopy) -> None:
        """Numbers that are read by being copied."""
        target, source = (call.args[index] for index in (copy.target, copy.source))
        points, table = self._facts.pointsto, self._facts.pointsto.table
        read = points.mask(view.function, source) & self._watched
        if not read:
            return
        self._copied.append((read, points.mask(view.function, target)))
        region = contents.region(view, call, (target, source), call.args[copy.size])
        if region is None:
            return
        for at in points.numbers(view.function, source):
            step = gcd(region.period, table.stride[at])
            for offset, type in region.floats:
                place = Place(table.offset[at] + offset, step, type)
                self._seen(table.object[at], view.function, call, place)

    def _read(self, view: FunctionFacts, load: Load, pointer: Value) -> None:
        points = self._facts.pointsto
        function = view.function
        if not points.mask(function, pointer) & self._watched or not view.active(load.result):
            return
        if view.unclear(load.result):
            return
        table = points.table
        for at in points.numbers(function, pointer):
            for offset, type in scalars(view, load.result):
                place = Place(table.offset[at] + offset, table.stride[at], type)
                self._seen(table.object[at], function, load, place)

    def _seen(self, object: int, function: Function, instr: Instr, place: Place) -> None:
        if self._watched >> object & 1:
            self._reads.setdefault(self._name(object), []).append((function, instr, place))

    def _is_computed(self, object: int, place: Place) -> bool:
        """Whether what lies at a place is computed from inputs, or says that nothing is. Other
        constants, in an array, are a table."""
        met = self._met(object, place)
        told = [one.told for one in met if isinstance(one.told, bool)]
        if not any(told):
            return False
        if not place.stride and not any(one.stride for one in met if isinstance(one.told, bool)):
            return True
        constants = (one.told for one in met if not isinstance(one.told, bool))
        return all(told) and all(map(_is_reset, constants))

    def _met(self, object: int, place: Place) -> list[_Write]:
        """What may be written at a place."""
        size = self._facts.layout.size(place.type)
        return [
            one
            for one in self._written.get(object, ())
            if overlap(place.offset, place.stride, size, one.offset, one.stride, one.extent)
        ]

    def _variable(self, name: str) -> Persistent | None:
        object = self._facts.pointsto.constraints.globals[name].id
        return self._persistent(name, object, 1 << object)

    def _persistent(
        self, name: str, object: int, mask: int, *, block: bool = False
    ) -> Persistent | None:
        """Where a variable, or a group of blocks, is read at places with active numbers."""
        found: list[tuple[Function, Instr, Place]] = []
        written: dict[_Write, None] = {}
        for read in self._reads.get(object, ()):
            met = self._met(object, read[2])
            if any(one.told is True for one in met):
                found.append(read)
                written |= dict.fromkeys(met)
        if not found:
            return None
        function, instr, _ = found[0]
        places = tuple(dict.fromkeys(place for _, _, place in found))
        spans = [one.span for one in written if one.told is True]
        known = [span for span in spans if span is not None]
        return Persistent(
            name,
            places,
            function,
            instr,
            self._copies(mask),
            merged(known) if len(known) == len(spans) else None,
            _resets(list(written)) if block or any(one.stride for one in written) else (),
        )

    def _copies(self, mask: int) -> int:
        """Objects, and those to which numbers in them are copied."""
        before = 0
        while before != mask:
            before = mask
            for source, target in self._copied:
                mask |= target if source & mask else 0
        return mask

    def _block(self, group: Group, told: tuple[Const, ...]) -> PersistentBlock | None:
        object = self._name(group.every.bit_length() - 1)
        written = self._written.setdefault(object, [])
        written += [_Write(0, 1, None, one) for one in told]
        of = self._persistent(group.bases[0][0], object, group.every, block=True)
        return None if of is None else PersistentBlock(group, of)


def scalars(view: FunctionFacts, value: Value) -> Iterator[tuple[int, ty.FloatType]]:
    """The floats of an active value as it lies in memory, those of vectors one by one."""
    for leaf in view.floats(value):
        element = ty.scalar(leaf.type)
        assert isinstance(element, ty.FloatType)
        count = leaf.type.count if isinstance(leaf.type, ty.VectorType) else 1
        for index in range(count):
            yield leaf.offset + index * view.layout.size(element), element


def _resets(written: list[_Write]) -> tuple[ConstFloat, ...]:
    """The constants that are written where numbers are."""
    constants = (one.told for one in written if not isinstance(one.told, bool))
    return tuple(dict.fromkeys(number for one in constants for number in _numbers(one)))


def _numbers(value: Const) -> Iterator[ConstFloat]:
    """The numbers in a constant, zero left out."""
    match value:
        case ConstFloat():
            if value.bits:
                yield value
        case ConstAggregate(elements=elements):
            for element in elements:
                yield from _numbers(element)
        case ConstSplat(element=element):
            yield from _numbers(element)
        case _:
            pass


def _is_reset(value: Const) -> bool:
    """Whether a constant says that nothing was computed yet: zero, below zero, or beyond."""
    match value:
        case ConstZero() | ConstNull() | Undef() | Poison():
            return True
        case ConstFloat():
            number = float_value(value)
            return number is None or not 0 < number < _BEYOND
        case ConstInt(value=bits):
            return bits <= 0
        case ConstAggregate(elements=elements):
            return all(map(_is_reset, elements))
        case ConstSplat(element=element):
            return _is_reset(element)
        case _:
            return False
