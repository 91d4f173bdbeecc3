"""Results as they lie in memory: packed as C lays out a struct, loaded as the call's type.

{double, [float, float]}   →  double at 0, floats at 8 and 12, 16 bytes aligned to 8
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import final

from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder, i64
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.values import Value

COPY = ty.function(ty.VOID, (ty.PTR, ty.PTR, ty.I64, ty.I1))


@final
@dataclass(frozen=True, slots=True)
class Image:
    """One member: its size and alignment, values by offset, or memory it is copied from."""

    size: int
    align: int
    values: tuple[tuple[int, Value], ...] = ()
    memory: Value | None = None


def image(layout: DataLayout, value: Value) -> Image:
    """The image of one value."""
    return Image(layout.alloc_size(value.type), layout.align(value.type), ((0, value),))


def row(images: Sequence[Image]) -> Image | Sequence[Image]:
    """Several of a kind, one behind the other."""
    return images[0] if len(images) == 1 else images


def placed(images: Sequence[Image]) -> tuple[list[tuple[int, Image]], int, int]:
    """Each image with its offset; size and alignment of the whole."""
    position, widest = 0, 1
    found = []
    for one in images:
        position = -(-position // one.align) * one.align
        widest = max(widest, one.align)
        found.append((position, one))
        position += one.size
    size = position if len(images) == 1 else -(-position // widest) * widest
    return found, size, widest


def written(b: FunctionBuilder, target: Value, images: Sequence[Image]) -> None:
    """Store images behind a pointer."""
    for position, one in placed(images)[0]:
        place = b.offset(target, position)
        if one.memory is not None:
            copied(b, place, one.memory, one.size)
        for offset, value in one.values:
            b.store(value, b.offset(place, offset), 1)


def copied(b: FunctionBuilder, target: Value, source: Value, size: int) -> None:
    """Copy bytes."""
    from ribozyme.ir.values import FALSE

    b.call("llvm.memcpy.p0.p0.i64", COPY, (target, source, i64(size), FALSE))


def leaves(images: Sequence[Image]) -> Iterator[Value]:
    """The values of images, in order."""
    for one in images:
        for _, value in one.values:
            yield value
