"""Provenance of the float leaves of a result, for instructions that only move bits.

`trunc`, `zext`, `shl`, `lshr`, `or`, `and`, `bitcast`, `extractvalue` and the like carry floats
inside integers or aggregates from one place to another. `moves` says for each leaf of the result
which leaf of which operand it is; forward mode follows the arrows, reverse mode turns them round.

    %hi = lshr i64 %pair, 32; %t = trunc i64 %hi to i32
        leaf 0 of %t  ←  the leaf of %pair at bit 32

A vector of integers in which every element is a float has one leaf, a vector of floats, and is
handled like one. Where only some are, `insertelement` and its kin move stretches of bits:

    %v = insertelement <2 x i32> %w, i32 %t, i64 1
        the leaf of %v at bit 32  ←  leaf 0 of %t;      the leaf at bit 0  ←  that of %w
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import final

from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    Cast,
    ExtractElement,
    ExtractValue,
    Freeze,
    IBinary,
    InsertElement,
    InsertValue,
    Instr,
    Shuffle,
    operands,
)
from ribozyme.ir.layout import constant_index
from ribozyme.ir.values import ConstInt, Value
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.shape import Leaf


@final
@dataclass(frozen=True, slots=True)
class Move:
    """Leaf `leaf` of the result is leaf `source` of `operand`; `element` picks from a vector leaf.

    `into` is the element of the result's vector leaf that is meant, -1 for the whole leaf.
    """

    leaf: int
    operand: Value
    source: int
    element: int = -1
    into: int = -1


def moves(facts: FunctionFacts, instr: Instr) -> list[Move] | None:
    """The moves of an instruction; None if it is none of these or its bits cannot be followed."""
    match instr:
        case Freeze(value=value):
            return [Move(i, value, i) for i in range(len(facts.lanes(instr.result)))]
        case ExtractValue(aggregate=aggregate, indices=indices):
            return _by_path(facts, instr, aggregate, indices)
        case InsertValue():
            return _inserted(facts, instr)
        case ExtractElement() | InsertElement() | Shuffle():
            stretches = _stretches(instr)
            return None if stretches is None else _by_stretches(facts, instr, stretches)
        case Cast(op="trunc" | "zext", value=value) if isinstance(value.type, ty.VectorType):
            return None  # the elements come to lie elsewhere
        case Cast(op="bitcast" | "trunc" | "zext" | "ptrtoint" | "inttoptr", value=value):
            return _by_bits(facts, instr, ((value, 0),))
        case IBinary(op="lshr", lhs=lhs, rhs=ConstInt(value=bits)):
            return _by_bits(facts, instr, ((lhs, bits),))
        case IBinary(op="shl", lhs=lhs, rhs=ConstInt(value=bits)):
            return _by_bits(facts, instr, ((lhs, -bits),))
        case IBinary(op="or", lhs=lhs, rhs=rhs) if _apart(facts, lhs, rhs):
            return _by_bits(facts, instr, ((lhs, 0), (rhs, 0)))
        case IBinary(op="and", lhs=lhs, rhs=ConstInt(value=mask)) if _whole(facts, lhs, mask):
            return _by_bits(facts, instr, ((lhs, 0),))
        case _:
            return None


def in_parts(facts: FunctionFacts, instr: ExtractElement | InsertElement | Shuffle) -> bool:
    """Whether a vector of integers takes part whose adjoint is not a vector, element by element."""
    return any(
        isinstance(value.type, ty.VectorType)
        and isinstance(value.type.element, ty.IntType)
        and facts.active(value)
        and not _element_by_element(value.type, facts.lanes(value))
        for value in (*operands(instr), instr.result)
    )


def _element_by_element(vector: ty.VectorType, leaves: tuple[Leaf, ...]) -> bool:
    whole = leaves[0].type if len(leaves) == 1 else None
    return isinstance(whole, ty.VectorType) and whole.count == vector.count


@final
@dataclass(frozen=True, slots=True)
class _Stretch:
    """Bits of an operand from `start` on that lie in the result from `into` on."""

    operand: Value
    start: int
    bits: int
    into: int


def _stretches(instr: ExtractElement | InsertElement | Shuffle) -> list[_Stretch] | None:
    """Where the bits of vectors go; None where that shows only when it runs."""
    vector = instr.lhs if isinstance(instr, Shuffle) else instr.vector
    if not isinstance(vector.type, ty.VectorType) or vector.type.scalable:
        return None
    count, element = vector.type.count, vector.type.element
    bits = element.bits if isinstance(element, ty.IntType) else 0
    match instr:
        case Shuffle(lhs=lhs, rhs=rhs, mask=mask):
            if mask is None:
                return None
            return _joined(
                _Stretch(lhs if source < count else rhs, source % count * bits, bits, place * bits)
                for place, source in enumerate(mask)
                if source >= 0
            )
        case ExtractElement(index=index) | InsertElement(index=index):
            at = constant_index(index)
            if at is None or not 0 <= at < count:
                return None
            if isinstance(instr, ExtractElement):
                return [_Stretch(vector, at * bits, bits, 0)]
            end = (at + 1) * bits
            return [
                _Stretch(vector, 0, at * bits, 0),
                _Stretch(instr.element, 0, bits, at * bits),
                _Stretch(vector, end, count * bits - end, end),
            ]


def _joined(stretches: Iterable[_Stretch]) -> list[_Stretch]:
    """Stretches that go on in operand and result alike made one: a float may lie across them."""
    found: list[_Stretch] = []
    for one in stretches:
        if found:
            last = found[-1]
            ends = (last.operand, last.start + last.bits, last.into + last.bits)
            if ends == (one.operand, one.start, one.into):
                found[-1] = _Stretch(last.operand, last.start, last.bits + one.bits, last.into)
                continue
        found.append(one)
    return found


def _by_stretches(
    facts: FunctionFacts, instr: Instr, stretches: Sequence[_Stretch]
) -> list[Move] | None:
    """The floats that lie in a stretch; None if one lies in it in part and may be needed."""
    assert instr.result is not None
    wanted = {
        (bit, kind): (number, into)
        for number, leaf in enumerate(facts.lanes(instr.result))
        for bit, kind, into in _floats(leaf)
    }
    found: list[Move] = []
    for one in stretches:
        end = one.start + one.bits
        for source, leaf in enumerate(facts.lanes(one.operand)):
            for bit, kind, element in _floats(leaf):
                until = bit + ty.FLOATS[kind].bits
                if until <= one.start or end <= bit:
                    continue
                arrives = wanted.get((bit - one.start + one.into, kind))
                if bit < one.start or end < until or arrives is None:
                    return None
                number, into = arrives
                found.append(Move(number, one.operand, source, element, into))
    return found


def _apart(facts: FunctionFacts, lhs: Value, rhs: Value) -> bool:
    """Whether an `or` only puts floats beside each other: where one has a float the other is
    zero."""
    for value, other in ((lhs, rhs), (rhs, lhs)):
        for leaf in facts.lanes(value):
            for bit, kind, _ in _floats(leaf):
                if not facts.clear(other, bit, ty.FLOATS[kind].bits):
                    return False
    return True


def _cleared(facts: FunctionFacts, instr: Instr, operand: Value, bit: int, width: int) -> bool:
    """Whether bits of an operand do not arrive: masked away, or zero beside what the other
    gives."""
    match instr:
        case IBinary(op="and", rhs=ConstInt(value=mask)):
            return (mask >> bit) & ((1 << width) - 1) == 0
        case IBinary(op="or"):
            return facts.clear(operand, bit, width)
        case _:
            return False


def _whole(facts: FunctionFacts, value: Value, mask: int) -> bool:
    """Whether a mask keeps or clears each float as a whole."""
    for leaf in facts.lanes(value):
        for bit, kind, _ in _floats(leaf):
            width = ty.FLOATS[kind].bits
            if (mask >> bit) & ((1 << width) - 1) not in (0, (1 << width) - 1):
                return False
    return True


def _by_path(
    facts: FunctionFacts, instr: ExtractValue, aggregate: Value, indices: tuple[int, ...]
) -> list[Move]:
    whole = {(leaf.path, leaf.bit): number for number, leaf in enumerate(facts.lanes(aggregate))}
    return [
        Move(number, aggregate, whole[(*indices, *leaf.path), leaf.bit])
        for number, leaf in enumerate(facts.lanes(instr.result))
        if ((*indices, *leaf.path), leaf.bit) in whole
    ]


def _inserted(facts: FunctionFacts, instr: InsertValue) -> list[Move]:
    depth = len(instr.indices)
    element = {(part.path, part.bit): n for n, part in enumerate(facts.lanes(instr.element))}
    rest = {(part.path, part.bit): n for n, part in enumerate(facts.lanes(instr.aggregate))}
    found: list[Move] = []
    for number, leaf in enumerate(facts.lanes(instr.result)):
        if leaf.path[:depth] == instr.indices:
            key = leaf.path[depth:], leaf.bit
            if key in element:
                found.append(Move(number, instr.element, element[key]))
        elif (leaf.path, leaf.bit) in rest:
            found.append(Move(number, instr.aggregate, rest[leaf.path, leaf.bit]))
    return found


def _by_bits(
    facts: FunctionFacts, instr: Instr, operands: tuple[tuple[Value, int], ...]
) -> list[Move] | None:
    """Follow single floats by the bit they start at; operand bit = result bit + shift.

    None if one is made of an operand's bits that are no float there, but depend on one.
    """
    assert instr.result is not None
    at: dict[tuple[int, str], tuple[Value, int, int]] = {}
    for operand, shift in operands:
        for number, leaf in enumerate(facts.lanes(operand)):
            for bit, kind, element in _floats(leaf):
                if not _cleared(facts, instr, operand, bit, ty.FLOATS[kind].bits):
                    at.setdefault((bit - shift, kind), (operand, number, element))
    found: list[Move] = []
    for number, leaf in enumerate(facts.lanes(instr.result)):
        for bit, kind, into in _floats(leaf):
            source = at.get((bit, kind))
            if source is not None:
                operand, index, element = source
                found.append(Move(number, operand, index, element, into))
            elif any(
                _arrives(facts, instr, operand, bit + shift, ty.FLOATS[kind].bits)
                for operand, shift in operands
            ):
                return None
    return found


def _arrives(facts: FunctionFacts, instr: Instr, operand: Value, bit: int, width: int) -> bool:
    """Whether bits of an operand that depend on an active float arrive."""
    inside = 0 <= bit < 8 * facts.layout.size(operand.type)
    return inside and facts.active(operand) and not _cleared(facts, instr, operand, bit, width)


def _floats(leaf: Leaf) -> list[tuple[int, str, int]]:
    """The single floats of a leaf: (bit in the value, type, element of the vector or -1)."""
    start = 8 * leaf.offset
    if isinstance(leaf.type, ty.VectorType):
        kind = leaf.type.element
        assert isinstance(kind, ty.FloatType)
        return [(start + i * kind.bits, kind.name, i) for i in range(leaf.type.count)]
    return [(start, str(leaf.type), -1)]
