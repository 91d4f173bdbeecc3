"""The offset of a GEP: a constant, and the strides of its variable indices.

getelementptr {i32, double}, ptr %p, i64 %i, i32 1        8 + 16·ℤ
"""

from __future__ import annotations

from math import gcd

from ribozyme.analysis.flow.multiples import factors
from ribozyme.ir import types as ty
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.module import Function
from ribozyme.ir.values import ConstInt, Value


def distance(
    layout: DataLayout,
    source: ty.Type,
    indices: tuple[Value, ...],
    function: Function | None = None,
) -> tuple[int, int]:
    """The constant byte distance of a GEP, and the gcd of its variable steps (0: none)."""
    delta, step, type = 0, 0, source
    for position, index in enumerate(indices):
        if position and isinstance(type, ty.StructType):
            assert isinstance(index, ConstInt)
            delta += layout.offsets(type)[index.value]
            type = (type.fields or ())[index.value]
            continue
        if position:
            assert isinstance(type, ty.ArrayType | ty.VectorType)
            type = type.element
        scalable = isinstance(type, ty.VectorType) and type.scalable
        size = 1 if scalable else layout.alloc_size(type)
        if isinstance(index, ConstInt) and not scalable:
            delta += index.value * size
        else:
            step = gcd(step, size * factors(function, index).number) or 1
    return delta, step
