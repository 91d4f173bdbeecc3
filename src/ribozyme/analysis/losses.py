"""Where a derivative would be lost: stores into memory that has no shadow and is read again.

    double *work, *result;             both of before the call, perhaps one block
    work[0] = x * x;                   lost
    y = result[0];                     were it not, this would depend on x

Such memory was there before the root was entered, and only globals lead to it. What is only read
there (a table) or is never read again (a log) loses nothing; nor does an address that may be of
other memory without a shadow, which the caller said to be constant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import final

from ribozyme.analysis.activity import Activity, Shadow
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import AtomicRMW, Call, Instr, Invoke, Load, Store
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
        self._floats = activity.carrying & activity.stranded
        self._addresses = activity.stranded if self._read_back() else 0

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
                return ()

    def surely(self, function: Function, pointer: Value) -> bool:
        """Whether one of these addresses leads to no other memory."""
        return not self.points.mask(function, pointer) & ~self.activity.stranded

    def _read_back(self) -> bool:
        """Whether an address with a shadow may be read from memory that has none."""
        points, stranded, shadowed = self.points, self.activity.stranded, self.activity.with_shadow
        return bool(stranded) and any(
            isinstance(instr, Load)
            and ty.is_pointer(instr.result.type)
            and points.mask(function, instr.pointer) & stranded
            and points.mask(function, instr.result) & shadowed
            for function in points.functions
            for instr in points.instrs(function)
        )

    def _loses(self, function: Function, pointer: Value, lost: int) -> bool:
        mask = self.points.mask(function, pointer)
        return bool(mask & lost) and not mask & ~(
            self.activity.with_shadow | self.activity.stranded | 1
        )

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
