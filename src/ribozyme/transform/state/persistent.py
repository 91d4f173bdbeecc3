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

An array that holds tables, too, is left alone: what was there before may be a table's. So is
memory whose contents the user sets (`exposed` variables, or written by another function). Blocks
that have a shadow for the call are looked at in the same way (`reverse/residuals.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd
from typing import TYPE_CHECKING, Final, final

from ribozyme.analysis.activity.kept_blocks import Group
from ribozyme.analysis.flow.callgraph import LOCAL_LINKAGE, Program, forgets, mentioned
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
    DbgRecord,
    Instr,
    Invoke,
    Load,
    Silent,
    Store,
    operands,
)
from ribozyme.ir.module import Function, GlobalVariable
from ribozyme.ir.values import (
    Const,
    ConstAggregate,
    ConstFloat,
    ConstInt,
    ConstNull,
    ConstSplat,
    ConstZero,
    GlobalRef,
    Local,
    Poison,
    Undef,
    Value,
    float_value,
)
from ribozyme.rules.memory import MemoryCopy, MemorySet
from ribozyme.transform.core import contents

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
    """A variable, where numbers of an earlier call may be read in it, and where that is done."""

    name: str
    places: tuple[Place, ...]
    function: Function
    instr: Instr
    copies: int  # it, and what is copied of it, as a bit set of objects


@final
@dataclass(frozen=True, slots=True)
class PersistentBlock:
    """Blocks that variables keep, with a shadow for the call, and what says that nothing was
    computed yet."""

    group: Group
    of: Persistent
    resets: tuple[ConstFloat, ...]


@final
class Persistence:
    """What is read of earlier calls under one activity; nothing changes after it was built."""

    def __init__(self, facts: ProgramFacts) -> None:
        self._facts = facts
        self._written: dict[int, list[tuple[int, int, int | None, Const | bool]]] = {}
        self._reads: dict[int, list[tuple[Function, Instr, Place]]] = {}
        self._copied: list[tuple[int, int]] = []  # what is copied, and to where
        program, known = facts.program, facts.pointsto.constraints.globals
        own = (
            [name for name in known if _is_own(program, name)]
            if not facts.pointsto.pessimistic
            else []
        )
        self._watched = union(1 << known[name].id for name in own)
        self._made, self._before = self._blocks()
        groups = {
            group: told for group in facts.kept if (told := _told(program, group)) is not None
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
            instr is load and self._is_earlier(object, place)
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
            if activity.stranded and _is_own(self._facts.program, name)
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
                            self._note(function, pointer, size, told)
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
        for function in _others(program):
            for instr in function.instrs():
                if (
                    isinstance(instr, Store)
                    and isinstance(instr.value, Const)
                    and ty.is_float(instr.value.type)
                    and not isinstance(instr.pointer, Local)
                    and name in mentioned(instr.pointer)
                ):
                    self._written.setdefault(object, []).append((0, 1, None, instr.value))

    def _note(
        self, function: Function, pointer: Value, size: int | None, told: Const | bool
    ) -> None:
        table = self._facts.pointsto.table
        for at in self._facts.pointsto.numbers(function, pointer):
            if self._watched >> table.object[at] & 1:
                found = (table.offset[at], table.stride[at], size, told)
                self._written.setdefault(self._name(table.object[at]), []).append(found)

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

    def _is_earlier(self, object: int, place: Place) -> bool:
        """Whether what lies at a place is computed from inputs, or says that nothing is. Other
        constants, in an array, are a table."""
        size = self._facts.layout.size(place.type)
        met = [
            (stride, told)
            for offset, stride, extent, told in self._written.get(object, ())
            if overlap(place.offset, place.stride, size, offset, stride, extent)
        ]
        told = [said for _, said in met if isinstance(said, bool)]
        if not any(told):
            return False
        if not place.stride and not any(step for step, said in met if isinstance(said, bool)):
            return True
        return all(told) and all(_is_reset(said) for _, said in met if not isinstance(said, bool))

    def _variable(self, name: str) -> Persistent | None:
        object = self._facts.pointsto.constraints.globals[name].id
        return self._persistent(name, object, 1 << object)

    def _persistent(self, name: str, object: int, mask: int) -> Persistent | None:
        found = [read for read in self._reads.get(object, ()) if self._is_earlier(object, read[2])]
        if not found:
            return None
        function, instr, _ = found[0]
        places = tuple(dict.fromkeys(place for _, _, place in found))
        return Persistent(name, places, function, instr, self._copies(mask))

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
        written += [(0, 1, None, one) for one in told]
        of = self._persistent(group.bases[0][0], object, group.every)
        if of is None:
            return None
        constants = (said for _, _, _, said in written if not isinstance(said, bool))
        resets = dict.fromkeys(number for one in constants for number in _numbers(one))
        return PersistentBlock(group, of, tuple(resets))


def scalars(view: FunctionFacts, value: Value) -> Iterator[tuple[int, ty.FloatType]]:
    """The floats of an active value as it lies in memory, those of vectors one by one."""
    for leaf in view.floats(value):
        element = ty.scalar(leaf.type)
        assert isinstance(element, ty.FloatType)
        count = leaf.type.count if isinstance(leaf.type, ty.VectorType) else 1
        for index in range(count):
            yield leaf.offset + index * view.layout.size(element), element


def _is_own(program: Program, name: str) -> bool:
    """Whether no code but what is seen here puts more than constants into a variable."""
    variable = program.named(name)
    if (
        not isinstance(variable, GlobalVariable)
        or variable.constant
        or variable.initialiser is None
        or variable.header.linkage not in LOCAL_LINKAGE
    ):
        return False
    if any(
        name in mentioned(other.initialiser)
        for other in program.module.globals.values()
        if isinstance(other, GlobalVariable) and not other.name.startswith("llvm.")
    ):
        return False
    return all(_only_looks(function, name) for function in _others(program))


def _told(program: Program, group: Group) -> tuple[Const, ...] | None:
    """The constants that functions which are not reached put into blocks; nothing where they put
    other numbers there, which are settings."""
    found: list[Const] = []
    names = {name for name, _ in (*group.bases, *group.others)}
    for function in _others(program):
        if not any(names & set(mentioned(o)) for i in function.instrs() for o in _constants(i)):
            continue
        for instr in function.instrs():
            match instr:
                case Store(value=value, pointer=Local()) if not ty.is_pointer(value.type):
                    if not isinstance(value, Const):
                        return None
                    found.append(value)
                case Call(callee=GlobalRef(name=callee)) if isinstance(
                    program.meaning(callee), MemoryCopy
                ):
                    return None
                case _:
                    pass
    return tuple(found)


def _constants(instr: Instr) -> Iterator[Value]:
    return (operand for operand in operands(instr) if not isinstance(operand, Local))


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


def _others(program: Program) -> Iterator[Function]:
    """The functions that are not reached, other than copies of such as are."""
    inside = set(program.functions)
    for function in program.module.defined():
        if function not in inside and function.name not in program.apart:
            yield function


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


def _only_looks(function: Function, name: str) -> bool:
    """Whether a function reads a variable at most, or sets it to a constant."""
    for instr in function.instrs():
        told = [o for o in operands(instr) if not isinstance(o, Local) and name in mentioned(o)]
        match instr:
            case _ if not told:
                continue
            case Load() | DbgRecord():
                continue
            case Store(value=value) if isinstance(value, Const) and value not in told:
                continue
            case Call(callee=GlobalRef(name=callee)) if forgets(callee):
                continue
            case _:
                return False
    return True
