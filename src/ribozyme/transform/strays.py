"""Addresses made of numbers that lead nobody knows where: no derivative may be stored there.

    p = inttoptr i64 %n          n: any number         RZ405 where active floats go
    p = inttoptr (ptrtoint q)    the place of q        followed, as any address

What is read back through another such address would have lost its derivative without a word.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, final

from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    Call,
    CallLike,
    Cast,
    Freeze,
    Gep,
    Invoke,
    Load,
    Phi,
    Ret,
    Select,
    Store,
)
from ribozyme.ir.module import Function
from ribozyme.ir.values import Local, Value
from ribozyme.transform.refuse import refusal

if TYPE_CHECKING:
    from ribozyme.transform.facts import ProgramFacts


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


def _makes_addresses(function: Function) -> bool:
    return any(isinstance(i, Cast) and i.op == "inttoptr" for i in function.instrs())


@final
class _Made:
    """Where addresses come from: through calls, results and memory, in any function."""

    def __init__(self, facts: ProgramFacts) -> None:
        self._points, self._functions = facts.pointsto, facts.program.functions
        self._given: dict[Function, list[tuple[Function, CallLike]]] = {}
        for caller in self._functions:
            for call in facts.program.calls(caller):
                for target in self._points.known_targets(caller, call):
                    self._given.setdefault(target, []).append((caller, call))

    def of_a_number(self, function: Function, pointer: Value) -> bool:
        """Whether an address is one that was made of a number, or lies beside it."""
        work, seen = [(function, pointer)], set[tuple[str, int]]()
        while work:
            where, value = work.pop()
            if not isinstance(value, Local) or (where.name, value.id) in seen:
                continue
            seen.add((where.name, value.id))
            match where.definitions[value.id]:
                case Cast(op="inttoptr"):
                    return True
                case Gep(base=inner) | Cast(value=inner) | Freeze(value=inner):
                    work.append((where, inner))
                case Select(then=then, otherwise=otherwise):
                    work += [(where, then), (where, otherwise)]
                case Phi(incoming=incoming):
                    work += [(where, inner) for inner, _ in incoming]
                case None:
                    work += self._passed(where, value)
                case Call() | Invoke() as call:
                    work += self._returned(where, call)
                case Load(pointer=place):
                    work += self._stored(self._points.mask(where, place) & ~1)
                case _:
                    continue
        return False

    def _passed(self, function: Function, param: Local) -> Iterator[tuple[Function, Value]]:
        for caller, call in self._given.get(function, ()):
            if param.id < len(call.args):
                yield caller, call.args[param.id]

    def _returned(self, caller: Function, call: CallLike) -> Iterator[tuple[Function, Value]]:
        for target in self._points.known_targets(caller, call):
            for block in target.blocks:
                if isinstance(block.terminator, Ret) and block.terminator.value is not None:
                    yield target, block.terminator.value

    def _stored(self, objects: int) -> Iterator[tuple[Function, Value]]:
        for function in self._functions:
            for instr in function.instrs():
                if not isinstance(instr, Store) or not ty.is_pointer(instr.value.type):
                    continue
                if self._points.mask(function, instr.pointer) & objects:
                    yield function, instr.value
