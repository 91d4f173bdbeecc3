"""Traps before accesses through addresses for which points-to knows no object.

    *to = -*from                      both `double *`; %from may lead to an address
    %p = load ptr, ptr %to            points-to knows of no address that was put there
    … = load double, ptr %p      →    if (%p != null) throw

Where points-to is right, such code never runs, or with null only: a branch for another member of a
union, say. If an address is untracked, its shadow would be lost. So the
claim that an address leads nowhere is asserted where a derivative depends on it.

Invariant: of an address that is followed, points-to knows one place at least.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, final

from ribozyme.ir import types as ty
from ribozyme.ir.instrs import CallLike, Gep, Instr, Load, Store
from ribozyme.ir.module import Function
from ribozyme.ir.values import ConstNull, Local

if TYPE_CHECKING:
    from ribozyme.transform.core.body import Body
    from ribozyme.transform.core.facts import ProgramFacts

_CODE: Final = "RZ405"
_MESSAGE: Final = "where this address comes from is not known: it was computed with as a number"


def trap_nowhere(s: Body, instr: Instr) -> None:
    """Before an instruction: leave where it accesses memory by such an address."""
    pointer = s.facts.whole.nowhere.at(instr)
    if pointer is None:
        return
    leave, on = s.b.block(), s.b.block()
    s.b.cond_br(s.b.icmp("ne", s.value(pointer), ConstNull(ty.PTR)), leave, on)
    s.b.at(leave)
    s.emission.trap(s.b, s.facts, instr, _MESSAGE, refused=_CODE)
    s.b.at(on)


@final
class Nowhere:
    """The accesses of a program by such addresses; complete when built."""

    def __init__(self, facts: ProgramFacts) -> None:
        self._points = facts.pointsto
        self._at: dict[Instr, Local] = {}
        users: set[Function] = set()
        for function in self._points.functions:
            for access, pointer in self._accesses(function):
                users.add(function)
                self._at[access] = pointer
        self._users = self._points.calling(users)

    def at(self, instr: Instr) -> Local | None:
        """The address that an access leads nowhere by."""
        return self._at.get(instr)

    def concerns(self, function: Function, call: CallLike) -> bool:
        """Whether a call comes to where such are used."""
        users = self._users
        return bool(users) and any(f in users for f in self._points.known_targets(function, call))

    def _accesses(self, function: Function) -> Iterator[tuple[Instr, Local]]:
        """The accesses of numbers and addresses by one that was loaded, or by one beside it."""
        for instr in self._points.instrs(function):
            if not isinstance(instr, Load) or instr.result.type is not ty.PTR:
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
