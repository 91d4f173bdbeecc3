"""Numbers that an optimiser took out of an address: both were loaded from one word of a union.

    %p = load ptr, ptr %word                      %p = load ptr, ptr %word
    %i = ptrtoint ptr %p to i64            →      %x = load double, ptr %word
    %x = bitcast i64 %i to double

Addresses carry no derivative, so that of the number would be lost. Where the way from the load to
the number is longer (a phi, a select), it is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeGuard

from ribozyme.analysis.typetree import ADDRESS
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Cast, Freeze, Instr, Load, Phi, Select
from ribozyme.ir.module import Block, Function, Module
from ribozyme.ir.values import Local, Value
from ribozyme.transform.facts import FunctionFacts, ProgramFacts
from ribozyme.transform.refuse import refusal


def numbers_apart(module: Module) -> Module:
    """The module in which such numbers are loaded as numbers; itself where there are none."""
    changed = {
        function.name: _apart(function, found)
        for function in module.defined()
        if (found := _taken(function))
    }
    return replace(module, functions={**module.functions, **changed}) if changed else module


def _taken(function: Function) -> dict[Instr, list[Cast]]:
    """The casts that take a number out of an address, by the load of the address."""
    found: dict[Instr, list[Cast]] = {}
    for instr in function.instrs():
        if isinstance(instr, Cast) and instr.op == "bitcast" and ty.is_float(instr.result.type):
            bits = _made(function, instr.value)
            word = _made(function, bits.value) if _is_address(bits) else None
            if isinstance(word, Load) and not word.volatile and not word.ordering:
                found.setdefault(word, []).append(instr)
    return found


def _made(function: Function, value: Value) -> Instr | None:
    return function.definitions[value.id] if isinstance(value, Local) else None


def _is_address(instr: Instr | None) -> TypeGuard[Cast]:
    return isinstance(instr, Cast) and instr.op == "ptrtoint"


def _apart(function: Function, found: dict[Instr, list[Cast]]) -> Function:
    gone = {cast for casts in found.values() for cast in casts}
    blocks: list[Block] = []
    for block in function.blocks:
        instrs: list[Instr] = []
        for instr in block.instrs:
            if instr not in gone:
                instrs.append(instr)
            if isinstance(instr, Load):
                debug = tuple(entry for entry in instr.meta if entry[0] == "dbg")
                instrs += [
                    Load(cast.result, instr.pointer, instr.align, meta=debug)
                    for cast in found.get(instr, ())
                ]
        blocks.append(Block(block.name, tuple(instrs)))
    return replace(function, blocks=tuple(blocks))


def refuse_punned(facts: ProgramFacts) -> None:
    """Raise where the bits of an address become a float that may carry a derivative."""
    for function in facts.pointsto.functions:
        view = facts.function(function)
        for instr in facts.pointsto.instrs(function):
            if any(_may_be_number(view, load) for load in _addresses(function, instr)):
                what = "a number is taken from the bits of an address, which lies where numbers do"
                raise refusal(view, instr, "RZ303", what)


def _may_be_number(view: FunctionFacts, load: Load) -> bool:
    """Whether floats lie where an address is loaded, as far as types or derivatives tell."""
    image = view.whole.typing.memory(view.function, load.pointer, ADDRESS)
    return image.holds_float_bytes or view.holds_floats(load.pointer)


def _addresses(function: Function, instr: Instr) -> Iterator[Load]:
    """The loads of addresses whose bits become a float."""
    if not isinstance(instr, Cast) or instr.op != "bitcast":
        return
    if not isinstance(instr.result.type, ty.FloatType):
        return
    work: list[Value] = [instr.value]
    seen = {instr.value}
    while work:
        part = work.pop()
        match function.definitions[part.id] if isinstance(part, Local) else None:
            case Cast(op="ptrtoint", value=value) | Freeze(value=value):
                more: tuple[Value, ...] = (value,)
            case Phi(incoming=incoming):
                more = tuple(value for value, _ in incoming)
            case Select(then=then, otherwise=otherwise):
                more = (then, otherwise)
            case Load() as load if ty.is_pointer(load.result.type):
                yield load
                continue
            case _:
                continue
        work += [value for value in more if value not in seen]
        seen.update(more)
