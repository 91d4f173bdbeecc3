"""What of a value is differentiated: its float leaves; and what is shadowed: its pointer leaves.

A tangent, an adjoint or a shadow is held leaf by leaf, never packed like the primal. `{double,
i32}` has one float leaf at path (0,); an `i64` that type analysis knows to be two floats has two,
at bits 0 and 32; a `<2 x double>` is one leaf of that type, and so is a `<2 x i64>` in which both
elements are floats (if only one is, it is a leaf at its bit). Invariant: leaves are in order of
`offset`, the place of the leaf in the value's image in memory."""

from __future__ import annotations

from typing import final

from ribozyme.analysis.declared.call_effects import may_point
from ribozyme.base.record import dataclass, replace
from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder
from ribozyme.ir.instrs import Instr, Shuffle
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.values import (
    ConstAggregate,
    ConstZero,
    Poison,
    Undef,
    Value,
    const_float,
    const_int,
)

Lanes = tuple[tuple[int, ty.FloatType], ...]


@final
@dataclass(frozen=True, slots=True)
class Leaf:
    """A float (or vector of floats) inside a value.

    `path` leads to the scalar or vector that holds it, `bit` says where in that integer it lies (-1
    when the holder is itself the float), `offset` where in memory.
    """

    path: tuple[int, ...]
    type: ty.Type
    offset: int
    bit: int = -1


@final
@dataclass(frozen=True, slots=True)
class PointerLeaf:
    """A pointer inside a value, or an integer or a double that may hold one: the shadow of either
    is an integer."""

    path: tuple[int, ...]
    type: ty.Type
    offset: int


def scalars(layout: DataLayout, type: ty.Type) -> list[tuple[tuple[int, ...], ty.Type, int]]:
    """The members of a type that are no aggregates: (path, type, byte offset), in memory order."""
    found: list[tuple[tuple[int, ...], ty.Type, int]] = []
    work: list[tuple[tuple[int, ...], ty.Type, int]] = [((), type, 0)]
    while work:
        path, part, offset = work.pop()
        match part:
            case ty.StructType():
                offsets = layout.offsets(part)
                fields = part.fields or ()
                work.extend(
                    ((*path, index), field, offset + offsets[index])
                    for index, field in reversed(list(enumerate(fields)))
                )
            case ty.ArrayType(count=count, element=element):
                stride = layout.alloc_size(element)
                work.extend(
                    ((*path, index), element, offset + index * stride)
                    for index in reversed(range(count))
                )
            case _:
                found.append((path, part, offset))
    return found


def float_leaves(layout: DataLayout, type: ty.Type, lanes: Lanes) -> tuple[Leaf, ...]:
    """The float leaves of a value; `lanes` are the floats that type analysis found in its
    integers, and in addresses that may be numbers."""
    found: list[Leaf] = []
    for path, part, offset in scalars(layout, type):
        element = ty.scalar(part)
        if isinstance(element, ty.FloatType):
            found.append(Leaf(path, part, offset))
        elif isinstance(element, ty.PtrType) and lanes:
            size = layout.alloc_size(part)
            if any(offset <= at < offset + size for at, _ in lanes):
                found.append(Leaf(path, ty.like(part, ty.DOUBLE), offset, 0))
        elif isinstance(element, ty.IntType) and lanes:
            size = layout.alloc_size(part)
            inside = [(at - offset, kind) for at, kind in lanes if offset <= at < offset + size]
            found.extend(_integer_leaves(path, part, offset, inside))
    return tuple(found)


def _integer_leaves(
    path: tuple[int, ...], part: ty.Type, offset: int, inside: list[tuple[int, ty.FloatType]]
) -> list[Leaf]:
    if isinstance(part, ty.VectorType) and inside:
        kind = inside[0][1]
        bits = part.count * (part.element.bits if isinstance(part.element, ty.IntType) else 0)
        if len(inside) * kind.bits == bits and all(k is kind for _, k in inside):
            return [Leaf(path, ty.vector(len(inside), kind), offset, 0)]
    return [Leaf(path, kind, offset + at, 8 * at) for at, kind in inside]


def pointer_leaves(
    layout: DataLayout, type: ty.Type, *, integers: bool = False, numbers: bool = False
) -> tuple[PointerLeaf, ...]:
    """The pointer leaves of a value; with `integers` those wide enough to hold a pointer too, with
    `numbers` the doubles that may have the bits of one."""
    return tuple(
        PointerLeaf(path, as_word(part), offset)
        for path, part, offset in scalars(layout, type)
        if ty.is_pointer(part)
        or (integers and ty.is_integer(part) and may_point(part))
        or (numbers and ty.scalar(part) is ty.DOUBLE)
    )


def as_word(type: ty.Type) -> ty.Type:
    """What the shadow of an address in a value is held as: that of a double is an integer."""
    if type is ty.DOUBLE:
        return ty.I64
    if isinstance(type, ty.VectorType) and type.element is ty.DOUBLE:
        return ty.vector(type.count, ty.I64)
    return type


def member(type: ty.Type, path: tuple[int, ...]) -> ty.Type:
    """The type of a part of a value."""
    for index in path:
        type = ty.elements(type)[index]
    return type


def no_addresses(type: ty.Type, leaves: tuple[Leaf, ...]) -> tuple[Leaf, ...]:
    """The float leaves of a value that a caller knows: what it is given as an address is one."""
    return tuple(x for x in leaves if not ty.is_pointer(member(type, x.path)))


def is_word(type: ty.Type) -> bool:
    """Whether a value is a word that may be a number or an address, or several of them."""
    return ty.scalar(type) in (ty.PTR, ty.I64, ty.DOUBLE)


def extract_leaf(b: FunctionBuilder, value: Value, leaf: Leaf) -> Value:
    """The float of a leaf, taken out of the packed value."""
    holder = b.extract(value, *leaf.path) if leaf.path else value
    if leaf.bit < 0:
        return holder
    if ty.is_pointer(holder.type):
        holder = b.cast("ptrtoint", holder, ty.like(holder.type, ty.I64))
    if isinstance(leaf.type, ty.VectorType):
        return b.cast("bitcast", holder, leaf.type)
    assert isinstance(leaf.type, ty.FloatType)
    if isinstance(holder.type, ty.VectorType) and isinstance(holder.type.element, ty.IntType):
        whole = ty.integer(holder.type.count * holder.type.element.bits)
        holder = b.cast("bitcast", holder, whole)
    narrow = ty.integer(leaf.type.bits)
    shifted = b.ibinary("lshr", holder, const_int(holder.type, leaf.bit))
    return b.cast("bitcast", b.cast("trunc", shifted, narrow), leaf.type)


def extract_pointer(b: FunctionBuilder, value: Value, leaf: PointerLeaf) -> Value:
    """The pointer of a leaf."""
    return b.extract(value, *leaf.path) if leaf.path else value


def defined(value: Value) -> Value:
    """A constant without poison: a zero adjoint times a lane nobody looks at must stay zero."""
    match value:
        case Poison(type=type) | Undef(type=type) if ty.is_float(type):
            return const_float(type, 1.0)
        case Poison(type=type) | Undef(type=type) if ty.elements(type):
            return ConstZero(type)
        case ConstAggregate(type=ty.VectorType(element=ty.FloatType())):
            parts = tuple(defined(element) for element in value.elements)
            return ConstAggregate(value.type, parts)  # type: ignore[arg-type]
        case _:
            return value


def defined_lanes(instr: Instr) -> Instr:
    """A shuffle whose unused lanes are some lane or other."""
    if isinstance(instr, Shuffle) and instr.mask is not None and -1 in instr.mask:
        some = next((lane for lane in instr.mask if lane >= 0), 0)
        return replace(instr, mask=tuple(some if lane < 0 else lane for lane in instr.mask))
    return instr


def has_integers(type: ty.Type) -> bool:
    """Whether a type holds integers in which floats may travel."""
    return ty.some(type, _may_carry)


def _may_carry(type: ty.Type) -> bool:
    match type:
        case ty.IntType(bits=bits):
            return bits >= 16
        case ty.VectorType(element=ty.IntType(bits=bits), count=count):
            return bits * count >= 16
        case _:
            return False


def known_align(align: int, offset: int) -> int:
    """The alignment at an offset behind a pointer of known alignment."""
    if not align or not offset:
        return align
    return min(align, offset & -offset)
