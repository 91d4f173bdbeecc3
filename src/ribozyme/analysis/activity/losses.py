"""Where a derivative would be lost: active stores into memory without a shadow that is read again.

    double *work, *result;             both pre-existing, perhaps one block
    work[0] = x * x;                   lost
    y = result[0];                     were it not, this would depend on x

Such memory was there before the root was entered, and only globals lead to it. What is only read
there (a table) or is never read again (a log) loses nothing; nor does an address that may be of
memory which the caller said to be constant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import final

from ribozyme.analysis.activity.activity import Activity, Shadow
from ribozyme.analysis.activity.contract import INACTIVE
from ribozyme.analysis.pointsto.objects import Kind
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    Access,
    AtomicRMW,
    Call,
    CallLike,
    Computation,
    Instr,
    Invoke,
    Load,
    Silent,
    Store,
)
from ribozyme.ir.module import Function
from ribozyme.ir.values import Value
from ribozyme.rules.memory import MemoryCopy, Sorting
from ribozyme.rules.names import Math


@final
class Losses:
    """What may be lost under one activity; nothing changes after it was built."""

    def __init__(self, activity: Activity) -> None:
        self.activity = activity
        self.points = activity.points
        # where nobody knows what an address leads to, it may be such memory
        self._memory = activity.stranded | 1 if activity.stranded else 0
        self._excused = self._said_inactive()
        self._floats = activity.carrying & self._memory
        self._addresses = self._memory if self._read_back() else 0

    def __bool__(self) -> bool:
        """Whether anything can be lost at all."""
        return bool(self._floats | self._addresses)

    def at(self, function: Function, instr: Instr) -> tuple[Value, ...]:
        """The addresses through which an instruction may write what is lost: a number that carries
        a derivative, or an address that has a shadow."""
        if not self:
            return ()
        match instr:
            case Store(value=value, pointer=pointer) | AtomicRMW(value=value, pointer=pointer):
                found = self._floats if self.activity.varied(function, value) else 0
                if self.activity.shadow(function, value) is not Shadow.NONE:
                    found |= self._addresses
                return (pointer,) if self._loses(function, pointer, found) else ()
            case Call() | Invoke() if not self.activity.is_inactive(function, instr):
                return tuple(self._by_call(function, instr))
            case _:
                _rest: Computation | Access | CallLike | Silent = instr
                return ()

    def surely(self, function: Function, pointer: Value) -> bool:
        """Whether one of these addresses leads to no other memory."""
        return not self.points.mask(function, pointer) & ~self.activity.stranded

    def _read_back(self) -> bool:
        """Whether an address with a shadow may be read from memory that has none."""
        points, memory, shadowed = self.points, self._memory, self.activity.with_shadow
        return bool(memory) and any(
            isinstance(instr, Load)
            and ty.is_pointer(instr.result.type)
            and points.mask(function, instr.pointer) & memory
            and points.mask(function, instr.result) & shadowed
            for function in points.functions
            for instr in points.instrs(function)
        )

    def _said_inactive(self) -> int:
        """Memory that the caller, or the program, says carries no derivative."""
        question, points = self.activity.question, self.points
        known = points.constraints.globals
        named = {known[name].id for name in question.inactive_globals & set(known)}
        found = 0
        for object in points.objects:
            origin = object.origin
            given = origin.kind is Kind.ARGUMENT and question.args[origin.index] in INACTIVE
            if given or origin.id in named:
                found |= 1 << object.id
        return found

    def _loses(self, function: Function, pointer: Value, lost: int) -> bool:
        mask = self.points.mask(function, pointer)
        return bool(mask & lost) and not mask & self._excused

    def _by_call(self, function: Function, call: Call | Invoke) -> Iterator[Value]:
        """As `at`, of what a call does without a body."""
        writes, source = self._moved(function, call)
        found = self._floats if self.activity.handed_on(call) else 0
        if source is not None and self._leads_on(function, source):
            found |= self._addresses
        yield from (call.args[at] for at in writes if self._loses(function, call.args[at], found))

    def _moved(self, function: Function, call: Call | Invoke) -> tuple[Iterable[int], Value | None]:
        """The arguments through which a call writes, and where what it copies comes from."""
        known = self.points.behaviour(call)
        if known is None:
            ruled = self.activity.question.ruled_functions
            targets = self.points.known_targets(function, call)
            return range(len(call.args) * any(t.name in ruled for t in targets)), None
        match known.meaning:
            case MemoryCopy(target=target, source=source):
                return (target,), call.args[source]
            case Sorting(base=base):
                return (base,), call.args[base]
            case Math() | None:
                return known.writes, None
            case _:
                return (), None

    def _leads_on(self, function: Function, pointer: Value) -> bool:
        """Whether addresses with a shadow may lie where a pointer points to."""
        points = self.points
        objects = points.members(points.mask(function, pointer))
        return any(points.holds(object) & self.activity.with_shadow for object in objects)
