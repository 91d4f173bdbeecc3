"""Addresses made of numbers that lead nobody knows where: no derivative may be stored there.

    p = inttoptr i64 %n          n: any number         RZ405 where active floats go
    p = inttoptr (ptrtoint q)    the place of q        followed, as any address

What is read back through another such address would have lost its derivative without a word.

    n = (ptrtoint q) >> 6        p = inttoptr i64 (n << 6)

Addresses are followed through sums and masks, not through other arithmetic. Where one of memory
that matters goes into such, none may be read through that comes out of such.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Final, final

from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    Call,
    CallLike,
    Cast,
    Freeze,
    Gep,
    IBinary,
    Instr,
    Invoke,
    Load,
    Phi,
    Select,
    Store,
    operands,
)
from ribozyme.ir.module import Function
from ribozyme.ir.values import Local, Value
from ribozyme.rules.memory import MemoryCopy
from ribozyme.transform.refuse import refusal
from ribozyme.transform.sites import callee_name

if TYPE_CHECKING:
    from ribozyme.transform.facts import ProgramFacts


_WORDS: Final = {ty.PTR, ty.I64, ty.DOUBLE}
"""What one word may be stored as and loaded."""


def refuse_strays(facts: ProgramFacts) -> None:
    """Raise where an active float is stored to such an address."""
    if not any(map(_makes_addresses, facts.program.functions)):
        return
    made = _Made(facts)
    for function in facts.program.functions:
        for instr in function.instrs():
            if not isinstance(instr, Store) or not ty.is_float(instr.value.type):
                continue
            known = facts.pointsto.mask(function, instr.pointer) & ~1
            if known or not facts.activity.varied(function, instr.value):
                continue
            if made.of_a_number(function, instr.pointer):
                raise refusal(
                    facts.function(function), instr, "RZ405",
                    "where this address of active memory comes from is not known",
                )  # fmt: skip


def refuse_shifted(facts: ProgramFacts) -> None:
    """Raise where something is read through an address that was computed in a way that is not
    followed, if one of memory with a shadow may have been what it was computed from."""
    made, concerned = _Made(facts), None
    for function in facts.program.functions:
        for instr in function.instrs():
            pointer = _read_through(facts, instr)
            if pointer is None or facts.pointsto.mask(function, pointer) & ~1:
                continue
            if concerned is None:
                concerned = _shifted_addresses(facts)
            if concerned and made.of_shifted(function, pointer, concerned):
                raise refusal(
                    facts.function(function), instr, "RZ405",
                    "this address is computed in a way in which addresses are not followed",
                )  # fmt: skip


def _read_through(facts: ProgramFacts, instr: Instr) -> Value | None:
    """The address by which an instruction reads what may be a number or an address."""
    match instr:
        case Load(result=result, pointer=pointer) if not ty.is_integer(result.type):
            return pointer
        case Call() if isinstance(copy := facts.pointsto.meaning(instr), MemoryCopy):
            return instr.args[copy.source]
        case _:
            return None


def _shifted_addresses(facts: ProgramFacts) -> int:
    """The memory that leads to numbers, as a bit set, if an address of it is shifted, divided or
    taken for a float."""
    points, typing = facts.pointsto, facts.typing
    numbers = sum(1 << o.id for o in points.objects if typing.may_hold_floats(o))
    concerned = facts.activity.leading_to(numbers)
    shifted = any(
        points.mask(function, value) & concerned
        for function in facts.program.functions
        for instr in function.instrs()
        if _is_unfollowed(instr)
        for value in operands(instr)
        if value.type is ty.I64 and isinstance(value, Local)
    )
    return concerned if shifted else 0


def _is_unfollowed(instr: Instr) -> bool:
    """Whether what comes out of an instruction is no address, for all that points-to knows."""
    match instr:
        case IBinary(op=op):
            return op not in ("add", "sub", "and", "or", "xor")
        case Cast(op=op, value=value, result=result):
            if op == "bitcast":
                return ty.is_float(value.type) != ty.is_float(result.type)
            return op in ("uitofp", "sitofp", "fptoui", "fptosi")
        case Call():
            return (callee_name(instr) or "").startswith(("llvm.fsh", "llvm.bswap", "llvm.bitrev"))
        case _:
            return False


def _makes_addresses(function: Function) -> bool:
    return any(isinstance(i, Cast) and i.op == "inttoptr" for i in function.instrs())


@final
class _Made:
    """Where addresses come from: through calls, results and memory, in any function."""

    def __init__(self, facts: ProgramFacts) -> None:
        self._points, self._functions = facts.pointsto, facts.program.functions

    def of_a_number(self, function: Function, pointer: Value) -> bool:
        """Whether an address is one that was made of a number, or lies beside it."""
        work, seen = [(function, pointer)], {(function.name, pointer)}
        while work:
            where, value = work.pop()
            instr = where.definition(value)
            if isinstance(instr, Cast) and instr.op == "inttoptr":
                return True
            for before in self._before(where, value):
                if (before[0].name, before[1]) not in seen:
                    seen.add((before[0].name, before[1]))
                    work.append(before)
        return False

    def of_shifted(self, function: Function, pointer: Value, concerned: int) -> bool:
        """Whether an address is computed in a way that is not followed from one that leads to some
        objects."""
        work = [(function, pointer, False)]
        seen = {(function.name, pointer, False)}
        while work:
            where, value, turned = work.pop()
            if turned and self._points.mask(where, value) & concerned:
                return True
            instr = where.definition(value)
            turned |= instr is not None and _is_unfollowed(instr)
            for there, before in self._before(where, value):
                if (there.name, before, turned) not in seen:
                    seen.add((there.name, before, turned))
                    work.append((there, before, turned))
        return False

    def _before(self, function: Function, value: Value) -> Iterator[tuple[Function, Value]]:
        """What a value is computed from, or was when it was stored."""
        if not isinstance(value, Local):
            return
        match function.definition(value):
            case IBinary(lhs=lhs, rhs=rhs):
                yield from ((function, lhs), (function, rhs))
            case Gep(base=inner) | Cast(value=inner) | Freeze(value=inner):
                yield function, inner
            case Select(then=then, otherwise=otherwise):
                yield from ((function, then), (function, otherwise))
            case Phi(incoming=incoming):
                yield from ((function, inner) for inner, _ in incoming)
            case None:
                yield from self._passed(function, value)
            case Call() | Invoke() as call:
                if _is_unfollowed(call):
                    yield from ((function, arg) for arg in call.args)
                yield from self._returned(function, call)
            case Load(pointer=place):
                known = self._points.mask(function, place) & ~1
                yield from self._stored(known, value.type)
                if not known:
                    yield function, place
            case _:
                pass

    def _passed(self, function: Function, param: Local) -> Iterator[tuple[Function, Value]]:
        for caller, call in self._points.callers.get(function, ()):
            if param.id < len(call.args):
                yield caller, call.args[param.id]

    def _returned(self, caller: Function, call: CallLike) -> Iterator[tuple[Function, Value]]:
        for target in self._points.known_targets(caller, call):
            for value in target.returned:
                yield target, value

    def _stored(self, objects: int, type: ty.Type) -> Iterator[tuple[Function, Value]]:
        for function, value, mask in self._stores if type in _WORDS else ():
            if mask & objects:
                yield function, value

    @cached_property
    def _stores(self) -> list[tuple[Function, Value, int]]:
        """What is stored as a word, and the objects in which, as a bit set."""
        return [
            (function, instr.value, self._points.mask(function, instr.pointer))
            for function in self._functions
            for instr in function.instrs()
            if isinstance(instr, Store) and instr.value.type in _WORDS
        ]
