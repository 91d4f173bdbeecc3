"""Addresses made of numbers that lead nobody knows where: no derivative may be stored there.

    p = inttoptr i64 %n          n: any number         RZ405 where active floats go
    p = inttoptr (ptrtoint q)    the place of q        followed, as any address

What is read back through another such address would have lost its derivative without a word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Cast, Freeze, Gep, Phi, Select, Store
from ribozyme.ir.module import Function
from ribozyme.ir.values import Local, Value
from ribozyme.transform.refuse import refusal

if TYPE_CHECKING:
    from ribozyme.transform.facts import ProgramFacts


def refuse_strays(facts: ProgramFacts) -> None:
    """Raise where an active float is stored to such an address."""
    for function in facts.program.functions:
        if not _makes_addresses(function):
            continue
        for instr in function.instrs():
            if not isinstance(instr, Store) or not ty.is_float(instr.value.type):
                continue
            known = facts.pointsto.mask(function, instr.pointer) & ~1
            if known or not facts.activity.varied(function, instr.value):
                continue
            if _is_made(function, instr.pointer):
                raise refusal(
                    facts.function(function), instr, "RZ405",
                    "where this address of active memory comes from is not known",
                )  # fmt: skip


def _makes_addresses(function: Function) -> bool:
    return any(isinstance(i, Cast) and i.op == "inttoptr" for i in function.instrs())


def _is_made(function: Function, pointer: Value) -> bool:
    """Whether an address is one that was made of a number, or lies beside it."""
    work, seen = [pointer], set[int]()
    while work:
        value = work.pop()
        if not isinstance(value, Local) or value.id in seen:
            continue
        seen.add(value.id)
        match function.definitions[value.id]:
            case Cast(op="inttoptr"):
                return True
            case Gep(base=inner) | Cast(value=inner) | Freeze(value=inner):
                work.append(inner)
            case Select(then=then, otherwise=otherwise):
                work += [then, otherwise]
            case Phi(incoming=incoming):
                work += [inner for inner, _ in incoming]
            case _:
                continue
    return False
