"""Lowers `dynamic_cast` to a derived class: the result is null or the operand plus a constant
offset.

    %d = call ptr @__dynamic_cast(ptr %b, ptr @from, ptr @to, i64 8)

    →   %t = call ptr @__dynamic_cast(ptr %b, ptr @from, ptr @to, i64 8)
        %d = select (%t == null), null, getelementptr i8, ptr %b, i64 -8

The last operand says how far inside the derived class the base lies, where there is one such place
(no base of a `virtual` kind, nor two of them). So the result leads where the operand leads, and its
shadow where that of the operand leads. Casts across a hierarchy stay as they are.
"""

from __future__ import annotations

from typing import Final

from ribozyme.analysis.declared.call_effects import ONLY_ASKED
from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attr
from ribozyme.ir.build import NULL, i64
from ribozyme.ir.instrs import Call, Compare, Gep, Instr, Select
from ribozyme.ir.module import Block, Function, Module
from ribozyme.ir.rewrite import fresh
from ribozyme.ir.values import ConstInt, GlobalRef, Local, Value

_NAME: Final = "__dynamic_cast"


def known_downcasts(module: Module) -> Module:
    """The module in which such casts are steps from their operands; itself where there are none."""
    if _NAME not in module.functions:
        return module
    changed = {
        function.name: _stepping(function)
        for function in module.defined()
        if any(_distance(instr) is not None for instr in function.shaped(Call))
    }
    return replace(module, functions={**module.functions, **changed}) if changed else module


def _distance(instr: Instr) -> int | None:
    """How far the operand lies inside of what is looked for, if it is such a cast."""
    match instr:
        case Call(
            callee=GlobalRef(name=name),
            args=(_, _, _, ConstInt(value=distance)),
            result=Local(),
        ) if name == _NAME and distance >= 0:
            return distance
        case _:
            return None


def _stepping(function: Function) -> Function:
    names = list(function.names)

    blocks: list[Block] = []
    for block in function.blocks:
        instrs: list[Instr] = []
        for instr in block.instrs:
            distance = _distance(instr)
            if distance is None or not isinstance(instr, Call) or instr.result is None:
                instrs.append(instr)
                continue
            told, none, start = fresh(names, ty.PTR), fresh(names, ty.I1), instr.args[0]
            instrs += [
                replace(instr, result=told, attrs=(*instr.attrs, Attr(ONLY_ASKED))),
                Compare(none, "icmp", "eq", told, NULL, meta=instr.meta),
            ]
            found: Value = start
            if distance:
                found = fresh(names, ty.PTR)
                instrs.append(Gep(found, ty.I8, start, (i64(-distance),), meta=instr.meta))
            instrs.append(Select(instr.result, none, NULL, found, meta=instr.meta))
        blocks.append(Block(block.name, tuple(instrs)))
    return replace(function, blocks=tuple(blocks), names=names)
