"""Addresses that were computed with as numbers: seen when the program uses one.

    *to = -*from                      both `double *`; %from may lead to an address
    %p = load ptr, ptr %to            none was ever put there
    … = load double, ptr %p      →    if (%p != null) throw

What is computed with is a number, in a union, too, which holds both. But where an address comes
out, none having been put there, and is followed, it was one. Code that is there for such words and
is never reached with one is no concern, nor are numbers that an optimiser moves as addresses.

Invariant: only what may come from words with addresses that matter is asked about.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Final, final

from ribozyme.analysis.objects import Kind
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    Call,
    CallLike,
    Cast,
    FBinary,
    FNeg,
    Freeze,
    Gep,
    Instr,
    Invoke,
    Load,
    Phi,
    Ret,
    Select,
    Store,
    operands,
)
from ribozyme.ir.module import Function
from ribozyme.ir.values import ConstNull, Local, Value

if TYPE_CHECKING:
    from ribozyme.transform.body import Body
    from ribozyme.transform.facts import ProgramFacts

_CODE: Final = "RZ303"
_MESSAGE: Final = "an address is taken out of the bits of a number here"


def guard_mislaid(s: Body, instr: Instr) -> None:
    """Before an instruction: leave where it accesses memory by such an address."""
    pointer = s.facts.whole.mislaid.at(instr)
    if pointer is None:
        return
    leave, on = s.b.block(), s.b.block()
    s.b.cond_br(s.b.icmp("ne", s.value(pointer), ConstNull(ty.PTR)), leave, on)
    s.b.at(leave)
    s.emission.trap(s.b, s.facts, instr, _MESSAGE, refused=_CODE)
    s.b.at(on)


@final
class Mislaid:
    """The addresses of a program that nobody put where they are loaded; complete when built."""

    def __init__(self, facts: ProgramFacts) -> None:
        self._points = facts.pointsto
        self._facts = facts
        self._at: dict[Instr, Local] = {}
        users: set[Function] = set()
        for function, load in self._loads():
            if self._was_address(function, load):
                users.add(function)
                self._used(function, load.result)
        self._users = self._points.calling(users)

    def at(self, instr: Instr) -> Local | None:
        """The address by which an instruction accesses memory."""
        return self._at.get(instr)

    def concerns(self, function: Function, call: CallLike) -> bool:
        """Whether a call comes to where such are used."""
        users = self._users
        return bool(users) and any(f in users for f in self._points.known_targets(function, call))

    def _loads(self) -> Iterator[tuple[Function, Load]]:
        """Where an address is loaded and none lies."""
        points = self._points
        for function in points.functions:
            for instr in points.instrs(function):
                if not isinstance(instr, Load) or instr.result.type is not ty.PTR:
                    continue
                if not points.mask(function, instr.result) and function.uses[instr.result.id]:
                    yield function, instr

    def _used(self, function: Function, pointer: Local) -> None:
        """Note what is accessed by an address, or beside it."""
        work = [pointer]
        while work:
            value = work.pop()
            for _, user in function.uses[value.id]:
                match user:
                    case Gep(base=base, result=result) if base is value:
                        work.append(result)
                    case Load(pointer=place) | Store(pointer=place) if place is value:
                        self._at[user] = pointer
                    case _:
                        pass

    # ---- where they come from --------------------------------------------------------------------

    def _was_address(self, function: Function, load: Load) -> bool:
        """Whether what is loaded may be the bits of an address that matters, by way of numbers."""
        seen: set[tuple[Function, Value]] = set()
        work = list(self._stored(function, load.pointer))
        while work:
            place = work.pop()
            where, value = place
            if place in seen or not isinstance(value, Local):
                continue
            seen.add(place)
            if self._points.mask(where, value) & self._concerned:
                return True
            made = where.definitions[value.id]
            if isinstance(made, Load):
                if self._points.led_to(where, made.pointer, 8) & self._concerned:
                    return True
                work += self._stored(where, made.pointer)
            else:
                work += self._behind(where, value, made)
        return False

    def _behind(
        self, function: Function, value: Local, made: Instr | None
    ) -> Iterable[tuple[Function, Value]]:
        match made:
            case FNeg() | FBinary() | Phi() | Select() | Freeze() | Cast(op="bitcast"):
                return [(function, operand) for operand in operands(made)]
            case None:
                calls = self._points.callers.get(function, ())
                return [(f, call.args[value.id]) for f, call in calls if value.id < len(call.args)]
            case Call() | Invoke():
                return [
                    (target, block.terminator.value)
                    for target in self._points.known_targets(function, made)
                    for block in target.blocks
                    if isinstance(block.terminator, Ret) and block.terminator.value is not None
                ]
            case _:
                return ()

    def _stored(self, function: Function, pointer: Value) -> Iterator[tuple[Function, Value]]:
        """What is stored as a number where an address leads to."""
        objects = self._points.mask(function, pointer)
        return ((where, value) for where, value, mask in self._stores if mask & objects)

    @cached_property
    def _stores(self) -> list[tuple[Function, Value, int]]:
        """The numbers that are stored, and the objects in which, as a bit set."""
        return [
            (function, instr.value, self._points.mask(function, instr.pointer))
            for function in self._points.functions
            for instr in self._points.instrs(function)
            if isinstance(instr, Store) and instr.value.type is ty.DOUBLE
        ]

    @cached_property
    def _concerned(self) -> int:
        """The objects that lead to numbers or functions, as a bit set."""
        found = 0
        for object in self._points.objects:
            if object.kind is Kind.FUNCTION or self._facts.typing.may_hold_floats(object):
                found |= 1 << object.id
        return self._facts.activity.leading_to(found)
