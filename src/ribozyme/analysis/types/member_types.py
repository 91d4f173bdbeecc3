"""The type of each byte of a struct, from the LLVM type of a variable.

    %s = alloca %struct.S        %struct.S = type { i32, double, [2 x float] }

    double at 8, floats at 16 and 20; bytes 4–7 are padding; 0–3 are neither float nor address

An integer of eight bytes, or so many characters, may have the bits of anything.

A type is that of the source where its name is: clang gives structs and classes theirs. One with a
union in it shows one of the union's members; the others may lie anywhere in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd
from typing import Final, TypeGuard

from ribozyme.analysis.declared.marks import (
    ADDRESS,
    ANYTHING,
    PADDING,
    Marks,
    scalars,
    static_marks,
)
from ribozyme.ir import types as ty
from ribozyme.ir.layout import DataLayout

_NAMED: Final = ("%struct.", "%class.", '%"struct.', '%"class.')
_UNION: Final = ("%union.", '%"union.')


def members(layout: DataLayout, type: ty.Type, most: int) -> tuple[Marks, ...]:
    """The marks of the bytes of a struct, or of several; none where the type does not tell, or for
    more than `most` bytes."""
    if isinstance(type, ty.ArrayType) and layout.alloc_size(type) <= most:
        return members(layout, type.element, most) * type.count
    if not _is_named(type):
        return ()
    size = layout.alloc_size(type) if type.fields is not None else 0
    if not 0 < size <= most or _has_union(type):
        return ()
    found = [PADDING] * size
    characters = 0
    for offset, part in scalars(layout, type):
        end = offset + layout.size(part)
        characters = characters + 1 if part is ty.I8 else 0
        start = offset if characters == 0 else end - characters
        if isinstance(part, ty.IntType) and end - start >= ADDRESS:
            found[start:end] = [ANYTHING] * (end - start)
        else:
            found[offset:end] = static_marks(layout, part)
    return tuple(found)


def integers(layout: DataLayout, type: ty.Type) -> Iterator[int]:
    """Where integers of eight bytes are members of a struct, in no array."""
    if not _is_named(type) or _has_union(type):
        return
    work: list[tuple[int, ty.Type]] = [(0, type)]
    while work:
        offset, part = work.pop()
        match part:
            case ty.StructType(fields=tuple() as fields):
                places = zip(layout.offsets(part), fields, strict=True)
                work += [(offset + at, field) for at, field in places]
            case ty.IntType(bits=64):
                yield offset
            case _:
                pass


def steps(layout: DataLayout, type: ty.Type) -> tuple[int, ...]:
    """By byte, what the sizes of the elements of the arrays around it are multiples of.

    struct { float w[4]; struct { double at; long times; } knots[3]; }

    4 in w, 16 in knots; where no array is 0. An index leads to no byte by steps that are no
    multiple of this.
    """
    found = [0] * layout.alloc_size(type)
    work: list[tuple[int, ty.Type]] = [(0, type)]
    while work:
        offset, part = work.pop()
        match part:
            case ty.ArrayType(count=count, element=element):
                size = layout.alloc_size(element)
                for at in range(offset, offset + size * count):
                    found[at] = gcd(found[at], size)
                if isinstance(element, ty.ArrayType | ty.StructType):
                    work += [(offset + size * index, element) for index in range(count)]
            case ty.StructType(fields=tuple() as fields):
                places = zip(layout.offsets(part), fields, strict=True)
                work += [(offset + at, field) for at, field in places]
            case _:
                pass
    return tuple(found)


def _is_named(type: ty.Type) -> TypeGuard[ty.StructType]:
    """Whether a type is a struct or a class of the source."""
    return isinstance(type, ty.StructType) and (type.label or "").startswith(_NAMED)


def _has_union(type: ty.Type) -> bool:
    work: list[ty.Type] = [type]
    while work:
        match work.pop():
            case ty.StructType(label=str() as label) if label.startswith(_UNION):
                return True
            case ty.StructType(fields=tuple() as fields):
                work.extend(fields)
            case ty.ArrayType(element=element):
                work.append(element)
            case _:
                pass
    return False
