"""The run-time guard: where facts do not say whether a derivative exists, it is asked at run time.

    store ptr %p, ptr @pool    →   if (pool.sh == pool) throw            pre-existing memory (RZ406)
    getelementptr %q, %d       →   if (%d is the distance of two blocks) throw               (RZ405)
    load double, ptr %p        →   if (%p != null) throw                 no place is known   (RZ405)
    store double %x, ptr %c    →   if (%c is among a string's characters) throw              (RZ405)

What asks: bits that escape (`escaping_bits`), memory of before the call (`losses`, `persistent`),
and accesses through an address for which points-to knows no place. Where points-to is right, such
an access never runs, or with null only: a branch for another member of a union, say.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, final

from ribozyme.analysis.declared.marks import ADDRESS
from ribozyme.analysis.flow.multiples import multiple
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    Call,
    CallLike,
    Gep,
    Instr,
    Invoke,
    Load,
    Store,
)
from ribozyme.ir.module import Function
from ribozyme.ir.values import ConstInt, Local, Value
from ribozyme.rules.memory import MemoryCopy, MemorySet
from ribozyme.transform.checks.escaping_bits import EscapingBits
from ribozyme.transform.checks.put_in_strings import put_in_strings
from ribozyme.transform.checks.questions import (
    Asked,
    Counted,
    Earlier,
    OneFile,
    Somewhere,
    Stranded,
)
from ribozyme.transform.checks.text import Text
from ribozyme.transform.core import contents
from ribozyme.transform.state.persistent import Persistence

if TYPE_CHECKING:
    from ribozyme.transform.core.facts import ProgramFacts


@final
class Guards:
    """What is asked, by instruction; complete when built."""

    def __init__(self, facts: ProgramFacts) -> None:
        self._facts = facts
        self._points = facts.pointsto
        self._at: dict[Instr, list[Asked]] = {}
        bits = EscapingBits(facts)
        self.cuts = False  # whether a part of a number is written
        users = set(bits.users)
        for function in self._points.functions:
            few = self._points.shaped(function, Load, Store, Call, Invoke)
            for instr in self._points.instrs(function) if bits or facts.losses else few:
                for asked in self._asked(function, instr, bits):
                    self._ask(instr, asked)
                if self._cuts(function, instr):
                    self.cuts = True
                    users.add(function)
            for access, pointer in self._accesses(function):
                users.add(function)
                self._ask(access, Asked(Somewhere(pointer)))
        for (function, instr), one, other in facts.ask(Text).files_apart():
            users.add(function)
            self._ask(instr, Asked(OneFile(one, other)))
        for function, instr, found in put_in_strings(facts):
            users.add(function)
            self._ask(instr, Asked(found))
        self._users = self._points.calling(users)

    def __bool__(self) -> bool:
        """Whether anything is asked."""
        return bool(self._at)

    def at(self, instr: Instr) -> tuple[Asked, ...]:
        """What is asked before an instruction."""
        return tuple(self._at.get(instr, ()))

    def _ask(self, instr: Instr, asked: Asked) -> None:
        self._at.setdefault(instr, []).append(asked)

    def _asked(self, function: Function, instr: Instr, bits: EscapingBits) -> Iterator[Asked]:
        """What is asked of bits, and of memory that has no shadow."""
        for pointer in self._facts.losses.at(function, instr):
            yield Asked(Stranded(pointer))
        if isinstance(instr, Load):
            view = self._facts.function(function)
            if self._facts.ask(Persistence).kept(view, instr):
                yield Asked(Earlier(instr.pointer))
        yield from bits.at(instr)
        counted = self._counted(function, instr) if self._facts.typing.has_counts else None
        if counted is not None:
            yield Asked(Counted(counted))

    def concerns(self, function: Function, call: CallLike) -> bool:
        """Whether a call comes to where something is asked about bits, or a number is cut."""
        users = self._users
        return bool(users) and any(f in users for f in self._points.known_targets(function, call))

    def _counted(self, function: Function, instr: Instr) -> Value | None:
        """Where an instruction puts an active number, if that may be an integer that is counted
        with (`analysis.types.counts`)."""
        activity, typing, points = self._facts.activity, self._facts.typing, self._points
        match instr:
            case Store(value=value, pointer=pointer) if activity.varied(function, value):
                if not typing.holds_float_bytes(function, value):
                    return None
                size = self._facts.layout.size(value.type)
            case Call() | Invoke() if activity.handed_on(instr):
                copy = points.meaning(instr)
                if not isinstance(copy, MemoryCopy):
                    return None
                pointer, length = instr.args[copy.target], instr.args[copy.size]
                size = length.value if isinstance(length, ConstInt) else ADDRESS
            case _:
                return None
        met = typing.may_be_count(function, pointer, size)
        return pointer if met and self._facts.function(function).mixed(pointer) else None

    def _cuts(self, function: Function, instr: Instr) -> bool:
        """Whether an instruction writes a part of a number that may have a derivative."""
        if isinstance(instr, Call | Invoke):
            return self._ends_within(function, instr)
        if not isinstance(instr, Store) or not ty.is_integer(ty.scalar(instr.value.type)):
            return False
        view = self._facts.function(function)
        return view.shadowed(instr.pointer) and contents.cut_number(view, instr) is not None

    def _ends_within(self, function: Function, call: Call | Invoke) -> bool:
        """Whether a copy or fill may end within such a number."""
        meaning = self._points.meaning(call)
        if not isinstance(meaning, MemoryCopy | MemorySet):
            return False
        view = self._facts.function(function)
        target = call.args[meaning.target]
        return (
            view.holds_floats(target) and multiple(function, call.args[meaning.size]) % ADDRESS != 0
        )

    def _accesses(self, function: Function) -> Iterator[tuple[Instr, Local]]:
        """The accesses of numbers and addresses by one that was loaded, or by one beside it, of
        which no place is known."""
        for instr in self._points.shaped(function, Load):
            if instr.result.type is not ty.PTR:
                continue
            if self._points.numbers(function, instr.result):
                continue
            for access in _accesses(function, instr.result):
                yield access, instr.result


def _accesses(function: Function, pointer: Local) -> Iterator[Instr]:
    """What accesses numbers or addresses by an address, or by one beside it."""
    work = [pointer]
    while work:
        value = work.pop()
        for _, user in function.uses[value.id]:
            match user:
                case Gep(base=base, result=result) if base is value:
                    work.append(result)
                case Load(pointer=place, result=loaded) if place is value:
                    if not isinstance(ty.scalar(loaded.type), ty.IntType):
                        yield user
                case Store(pointer=place) if place is value:
                    yield user
                case _:
                    pass
