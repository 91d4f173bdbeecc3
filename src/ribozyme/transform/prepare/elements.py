"""Scalarises integer vectors that combine the bits of several floats.

    %i = bitcast <2 x float> %v to <2 x i32>         %a = extractelement <2 x float> %v, i64 0
    %w = zext <2 x i32> %i to <2 x i64>              %b = bitcast float %a to i32
    %h = shl <2 x i64> %w, splat (i64 32)      →     %c = zext i32 %b to i64
    store <2 x i64> %h, ptr %p                       %d = shl i64 %c, 32, and so on

An optimiser writes so what a program does with several structs of small members, each in a word. As
single words they are followed to the bit.

Invariant: the same values. What works on single integers alone is changed, so no element depends on
another one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeGuard, final

from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.build import i64
from ribozyme.ir.instrs import (
    Cast,
    ExtractElement,
    IBinary,
    InsertElement,
    Instr,
    operands,
)
from ribozyme.ir.module import Block, Function, Module
from ribozyme.ir.rewrite import fresh, map_operands
from ribozyme.ir.values import ConstInt, ConstSplat, Local, Poison, Value, part_of

_BYTE: Final = 8


def words_in_vectors_apart(module: Module) -> Module:
    """The module in which such integers are computed one by one; itself where there are none."""
    changed: dict[str, Function] = {}
    for function in module.defined():
        found = _found(function)
        if found:
            changed[function.name] = _Apart(function, found).rewritten()
    return replace(module, functions={**module.functions, **changed}) if changed else module


def _found(function: Function) -> set[Instr]:
    """What is to be computed one by one: all that hangs together and widens, narrows or shifts the
    bits of floats."""
    casts = [cast for cast in function.shaped(Cast) if _is_piece(cast)]
    found: set[Instr] = set()
    for cast in casts:
        if cast not in found:
            together = _together(function, cast)
            if any(_is_of_a_float(function, each) for each in together):
                found |= together
    return found


def _is_piece(instr: Instr) -> TypeGuard[Cast | IBinary]:
    """Whether an instruction works on each integer of a vector by itself."""
    match instr:
        case Cast(op="zext" | "trunc", value=value, result=result):
            return _is_words(value.type) and _is_words(result.type)
        case IBinary(op="shl" | "lshr" | "or" | "and", result=result):
            return _is_words(result.type)
        case _:
            return False


def _is_words(type: ty.Type) -> TypeGuard[ty.VectorType]:
    """Whether a type is a vector of integers of whole bytes."""
    if not isinstance(type, ty.VectorType) or type.scalable:
        return False
    return isinstance(type.element, ty.IntType) and type.element.bits % _BYTE == 0


def _together(function: Function, first: Instr) -> set[Instr]:
    """The pieces that an instruction is connected with."""
    work, found = [first], {first}
    while work:
        for other in _beside(function, work.pop()):
            if other not in found and _is_piece(other):
                found.add(other)
                work.append(other)
    return found


def _beside(function: Function, instr: Instr) -> Iterator[Instr]:
    """What makes the operands of an instruction, and what takes its result."""
    for value in operands(instr):
        made = function.definition(value)
        if made is not None:
            yield made
    if instr.result is not None:
        yield from (user for _, user in function.uses[instr.result.id])


def _is_of_a_float(function: Function, piece: Instr) -> bool:
    """Whether the bits of floats go into an instruction, or come out of it; or bytes are moved to
    other bytes, as for a float that was loaded as an integer."""
    if isinstance(piece, IBinary) and piece.op in ("shl", "lshr"):
        match piece.rhs:
            case ConstSplat(element=ConstInt(value=bits)) if bits % _BYTE == 0:
                return True
            case _:
                return False
    return any(
        isinstance(other, Cast)
        and other.op == "bitcast"
        and ty.is_float(ty.scalar(other.value.type)) != ty.is_float(ty.scalar(other.result.type))
        for other in _beside(function, piece)
    )


@final
class _Apart:
    """One function, some of whose vectors are computed element by element."""

    def __init__(self, function: Function, found: set[Instr]) -> None:
        self._function = function
        self._found = found
        self._names = list(function.names)
        self._elements: dict[Local, list[Local]] = {}
        for instr in function.instrs():
            if instr in found and instr.result is not None:
                type = instr.result.type
                assert isinstance(type, ty.VectorType)
                made = [fresh(self._names, type.element) for _ in range(type.count)]
                self._elements[instr.result] = made

    def rewritten(self) -> Function:
        """The function."""
        blocks = tuple(
            Block(block.name, tuple(self._written(block))) for block in self._function.blocks
        )
        return replace(self._function, blocks=blocks, names=self._names)

    def _written(self, block: Block) -> Iterator[Instr]:
        for instr in block.instrs:
            if instr not in self._found or instr.result is None:
                yield instr
                continue
            for index, made in enumerate(self._elements[instr.result]):
                yield from self._element(instr, index, made)
            yield from self._again(instr)

    def _element(self, instr: Instr, index: int, made: Local) -> Iterator[Instr]:
        """An instruction for one element."""
        taken: dict[Value, Value] = {}
        for value in operands(instr):
            if value not in taken:
                element, first = self._of(value, index)
                taken[value] = element
                yield from first
        yield map_operands(instr, lambda value: taken.get(value, value), lambda to: to, made)

    def _of(self, value: Value, index: int) -> tuple[Value, list[Instr]]:
        """An element of an operand, and what takes it out where it was not computed alone."""
        type = value.type
        assert isinstance(type, ty.VectorType)
        if isinstance(value, Local) and value in self._elements:
            return self._elements[value][index], []
        if isinstance(value, ConstSplat):
            return value.element, []
        known = None if isinstance(value, Local) else part_of(value, type.element, (index,))
        if known is not None:
            return known, []
        source = self._function.definition(value)
        if isinstance(source, Cast) and source.op == "bitcast":
            inner = source.value.type
            if isinstance(inner, ty.VectorType) and inner.count == type.count:
                part, made = fresh(self._names, inner.element), fresh(self._names, type.element)
                return made, [
                    ExtractElement(part, source.value, i64(index)),
                    Cast(made, "bitcast", part),
                ]
        made = fresh(self._names, type.element)
        return made, [ExtractElement(made, value, i64(index))]

    def _again(self, instr: Instr) -> Iterator[Instr]:
        """The vector, where something else wants it."""
        result = instr.result
        assert result is not None
        if all(user in self._found for _, user in self._function.uses[result.id]):
            return
        whole: Value = Poison(result.type)
        parts = self._elements[result]
        for index, part in enumerate(parts):
            made = result if index == len(parts) - 1 else fresh(self._names, result.type)
            yield InsertElement(made, whole, part, i64(index))
            whole = made
