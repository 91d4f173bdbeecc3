"""Rewrites addresses that are constants of a float type into instructions.

    %x = select i1 %c, double bitcast (i64 ptrtoint (ptr @g to i64) to double), double 0.75

    →   %n = ptrtoint ptr @g to i64; %a = bitcast i64 %n to double        where the function begins
        %x = select i1 %c, double %a, double 0.75

An optimiser that takes a union apart writes them: the word of a cell is a number in one place and
the address of a variable in another. As an operand it would not be recognised as an address, and
it would have no shadow; as instructions the bits are followed from where they come.
"""

from __future__ import annotations

from typing import final

from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.build import i64
from ribozyme.ir.instrs import Cast, InsertElement, InsertValue, Instr, operands
from ribozyme.ir.module import Block, Function, Module
from ribozyme.ir.rewrite import fresh, map_operands
from ribozyme.ir.values import (
    Const,
    ConstAggregate,
    ConstCast,
    ConstInt,
    ConstSplat,
    Local,
    Poison,
    Value,
)


def addresses_as_bits(module: Module) -> Module:
    """The module without such constants; itself where there are none."""
    changed = {
        function.name: _Spelling(function).rewritten()
        for function in module.defined()
        if any(map(_is_hidden, function.constants))
    }
    return replace(module, functions={**module.functions, **changed}) if changed else module


def _is_hidden(value: Value) -> bool:
    """Whether a constant has floats that are the bits of addresses."""
    work = [value]
    while work:
        match work.pop():
            case ConstCast(type=type, op="bitcast", value=inner):
                if ty.is_float(ty.scalar(type)) and not isinstance(inner, ConstInt):
                    return True
            case ConstAggregate(elements=elements):
                work += elements
            case ConstSplat(element=element):
                work.append(element)
            case _:
                pass
    return False


@final
class _Spelling:
    """One function; equal constants are one value."""

    def __init__(self, function: Function) -> None:
        self._function = function
        self._names = list(function.names)
        self._start: list[Instr] = []
        self._made: dict[Value, Value] = {}

    def rewritten(self) -> Function:
        """The function with its constants spelled."""
        blocks = [
            Block(block.name, tuple(map(self._written, block.instrs)))
            for block in self._function.blocks
        ]
        blocks[0] = Block(blocks[0].name, (*self._start, *blocks[0].instrs))
        return replace(self._function, blocks=tuple(blocks), names=self._names)

    def _written(self, instr: Instr) -> Instr:
        if not any(map(_is_hidden, operands(instr))):
            return instr
        return map_operands(instr, self._spelled, lambda label: label)

    def _spelled(self, value: Value) -> Value:
        if not _is_hidden(value):
            return value
        found = self._made.get(value)
        if found is None:
            found = self._made[value] = self._new(value)
        return found

    def _new(self, value: Value) -> Value:
        match value:
            case ConstCast(type=type, op="bitcast", value=inner):
                return self._cast("bitcast", self._bits(inner), type)
            case ConstSplat(type=ty.VectorType(count=count) as type, element=element):
                return self._new(ConstAggregate(type, (element,) * count))
            case ConstAggregate(type=type, elements=elements):
                rest = tuple(Poison(e.type) if _is_hidden(e) else e for e in elements)
                whole: Value = ConstAggregate(type, rest)
                for index, element in enumerate(elements):
                    if _is_hidden(element):
                        whole = self._put(whole, self._spelled(element), index)
                return whole
            case _:
                return value

    def _put(self, whole: Value, element: Value, index: int) -> Local:
        """An element in its place in a vector, a struct or an array."""
        made = self._fresh(whole.type)
        if isinstance(whole.type, ty.VectorType):
            self._start.append(InsertElement(made, whole, element, i64(index)))
        else:
            self._start.append(InsertValue(made, whole, element, (index,)))
        return made

    def _bits(self, value: Const) -> Value:
        """An address as an integer."""
        if isinstance(value, ConstCast) and value.op == "ptrtoint":
            return self._cast("ptrtoint", value.value, value.type)
        return value

    def _cast(self, op: str, value: Value, type: ty.Type) -> Local:
        made = self._fresh(type)
        self._start.append(Cast(made, op, value))
        return made

    def _fresh(self, type: ty.Type) -> Local:
        return fresh(self._names, type)
