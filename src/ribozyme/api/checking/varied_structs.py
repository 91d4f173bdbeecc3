"""Structs that `check` varies: dictionaries of their members, in the order of the layout.

    {"n": 3, "k": 2, "data": x}        {"k": 2.0, "data": x, "n": 3}        k, then data, are varied

Invariant: what comes out has the floats of the derivative by the struct, in the same order.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ribozyme.api.calling.native_memory import dtype_of
from ribozyme.api.signatures.ctype import CType, Layout, Layouts, Number, Pointer, Struct


def settled(value: Any, type: CType, layouts: Layouts) -> dict[str, Any] | None:
    """A dictionary whose floats can be varied; None for what is no such struct."""
    behind = type.to if isinstance(type, Pointer) else type
    layout = layouts.get(behind.key) if isinstance(behind, Struct) else None
    if layout is None or not isinstance(value, Mapping):
        return None
    return _record(value, layout, layouts)


def _record(value: Mapping[str, Any], layout: Layout, layouts: Layouts) -> dict[str, Any] | None:
    if layout.union or value.keys() != {member.name for member in layout.members}:
        return None
    found = {
        member.name: _member(value[member.name], member.type, layouts) for member in layout.members
    }
    return None if any(part is None for part in found.values()) else found


def _member(value: Any, type: CType, layouts: Layouts) -> Any:
    """A member as its derivative has it; None where nobody knows."""
    match type:
        case Struct(key=key):
            return _record(value, layouts[key], layouts) if isinstance(value, Mapping) else None
        case Pointer(to=Number()):
            return value if isinstance(value, np.ndarray) else None
        case Pointer():
            return None
        case Number(kind="float"):
            return float(value) if isinstance(value, int | float | np.number) else None
        case _:
            return _plain(value, dtype_of(type, layouts))


def _plain(value: Any, dtype: np.dtype[Any] | None) -> Any:
    """Arrays as such; integers and text as they are."""
    if dtype is None or dtype.base.kind in "cV":
        return None
    if isinstance(value, str | bytes) or (dtype.base.kind != "f" and not dtype.shape):
        return bool(value) if dtype.kind == "b" else value
    try:
        array = np.asarray(value, dtype.base)
    except (TypeError, ValueError):
        return None
    return array if array.shape == dtype.shape else None
