"""What memory may point to through addresses that the program itself stored there.

    struct { double *a, *b; } p = {a, b};  both(&p);        &p leads to a and b

A call of an unknown function may store any address that escaped to it anywhere, so what memory
`holds` is imprecise after one. Here only stores and copies of the program count.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import final

from ribozyme.analysis.flow.callgraph import mentioned
from ribozyme.analysis.pointsto.pointsto import PointsTo
from ribozyme.base.bitset import union
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    Access,
    AtomicRMW,
    Call,
    CallBr,
    CmpXchg,
    Computation,
    Instr,
    Invoke,
    Silent,
    Store,
)
from ribozyme.ir.module import Function, GlobalVariable
from ribozyme.rules.memory import MemoryCopy, Reallocation


@final
class Leading:
    """The memory that addresses in other memory lead to; `entry` held some when it was entered."""

    def __init__(self, points: PointsTo, entry: int = 0) -> None:
        self.points = points
        self.entry = entry

    def led_to(self, mask: int) -> int:
        """The objects that some lead to, as a bit set; what the entry led to stays within it."""
        found, work = 0, mask
        while work:
            led = self._held(work & self._holding) | self._held(work & self.entry) & self.entry
            work = led & ~found
            found |= led
        return found

    def _held(self, mask: int) -> int:
        return union(self.points.holds(one) for one in self.points.members(mask))

    @cached_property
    def _holding(self) -> int:
        """The objects into which the program puts addresses."""
        found = self._initialised()
        moves: list[tuple[int, int, int]] = []
        for function in self.points.functions:
            for instr in self.points.instrs(function):
                match instr:
                    case Store(value=value, pointer=pointer) if ty.is_pointer(value.type):
                        if self.points.mask(function, value):
                            found |= self.points.mask(function, pointer)
                    case _:
                        moves += self._moves(function, instr)
        while True:
            led_on = self._held(found)
            more = union(into for into, source, led in moves if source & found or led & led_on)
            more |= union(same for same in self._copies if same & found)
            if not more & ~found:
                return found & ~1
            found |= more

    @cached_property
    def _copies(self) -> tuple[int, ...]:
        """Memory that a callee made, as it and each of its callers know it."""
        points = self.points
        return tuple(points.same_memory(o) | 1 << o.id for o in points.constraints.copies)

    def _initialised(self) -> int:
        """The variables whose initialisers have addresses in them."""
        found = 0
        for name, object in self.points.constraints.globals.items():
            variable = self.points.program.module.globals.get(name)
            if isinstance(variable, GlobalVariable) and any(mentioned(variable.initialiser)):
                found |= 1 << object.id
        return found

    def _moves(self, function: Function, instr: Instr) -> Iterator[tuple[int, int, int]]:
        """Where an instruction may move addresses to, from where, and what those lead to."""
        mask = self.points.mask
        match instr:
            case (
                Store(value=value, pointer=pointer)
                | AtomicRMW(value=value, pointer=pointer)
                | CmpXchg(new=value, pointer=pointer)
            ):
                led = mask(function, value)
                if led:
                    yield mask(function, pointer), 0, led
            case Call() | Invoke():
                known = self.points.behaviour(instr)
                match None if known is None else known.meaning:
                    case MemoryCopy(target=target, source=source):
                        into, out_of = instr.args[target], instr.args[source]
                        yield mask(function, into), mask(function, out_of), 0
                    case Reallocation(pointer=place) if instr.result is not None:
                        yield mask(function, instr.result), mask(function, instr.args[place]), 0
                    case _:
                        return
            case _:
                _rest: Computation | Access | Silent | CallBr = instr
                return
