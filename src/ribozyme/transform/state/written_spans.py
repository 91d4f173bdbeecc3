"""Which bytes of a variable, or of a block, a store may write to in all that it runs.

    for (i < 32) work[32 + i] = x * i;          work, bytes 256 to 512

There is a span where the address is a constant distance from the beginning of a known object at the
first iteration, and the loops around it move it by constants and run a constant number of times.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ribozyme.analysis.flow import sym
from ribozyme.analysis.flow.sym import SymConst
from ribozyme.analysis.memory.extents import Extents
from ribozyme.ir.instrs import AtomicRMW, Store
from ribozyme.ir.values import Local, Value

if TYPE_CHECKING:
    from ribozyme.transform.core.facts import FunctionFacts

Span = tuple[int, int]
"""From the first byte of an object to behind the last."""

_MOST = 8
"""Spans of one object that are told apart."""


def written_spans(view: FunctionFacts, store: Store | AtomicRMW) -> dict[int, Span]:
    """The bytes that a store may write to, by the objects of which that is known."""
    table, points = view.whole.pointsto.table, view.whole.pointsto
    size = view.layout.size(store.value.type)
    found = _moved(view, store, size)
    if found is None:
        return {}
    base, first, last = found
    places = points.numbers(view.function, base)
    by_object: dict[int, Span] = {}
    for at in places:
        if table.stride[at] or table.object[at] in by_object:
            return {}
        start = table.offset[at]
        by_object[table.object[at]] = (start + first, start + last + size)
    return by_object


def merged(spans: list[Span]) -> tuple[Span, ...]:
    """The same bytes in few spans."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    if len(found) > _MOST:
        return ((found[0][0], found[-1][1]),)
    return tuple(found)


def _moved(
    view: FunctionFacts, store: Store | AtomicRMW, size: int
) -> tuple[Value, int, int] | None:
    """An address that does not change, and the smallest and the largest distance of the store's."""
    pointer = store.pointer
    if not isinstance(pointer, Local):
        return pointer, 0, 0
    block = next(at for at, user in view.function.uses[pointer.id] if user is store)
    nest = view.loops.around(block)
    if not nest:
        return pointer, 0, 0
    extent = Extents(view.evolution).of(pointer, size, nest)
    if extent is None or len(extent.leaves) != 1:
        return None
    base = extent.leaves[0]
    origin = sym.of(base)
    rest = None if origin is None else sym.sub(extent.start, origin)
    if not isinstance(rest, SymConst):
        return None
    first = last = rest.value
    for loop, step in extent.steps:
        count = view.evolution.count(loop)
        if count is None or not isinstance(count.sym, SymConst) or not isinstance(step, SymConst):
            return None
        reach = step.value * (count.sym.value - 1)
        first, last = first + min(reach, 0), last + max(reach, 0)
    return base, first, last
