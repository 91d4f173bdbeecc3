"""The comparison of memory ranges before a nest whose loads are shared (`accesses/shared.py`).

    in + [0, 8·n)  against  out + [0, 8·n):      mask = in + 8·n <= out or out + 8·n <= in ? 0 : -1

The corners of an extent are sums without wrapping where counts and steps are small (`SMALL`); where
one is not, ranges count as overlapping. Then more is kept, and the gradient is the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ribozyme.analysis.memory.extents import Extent
from ribozyme.ir.build import FunctionBuilder, i64
from ribozyme.ir.instrs import Freeze
from ribozyme.ir.values import TRUE, Value
from ribozyme.transform.emit.symbolic import symbolic
from ribozyme.transform.reverse.accesses.shared import Shared

SMALL: Final = 1 << 29
"""Steps and counts below give products below 2**58: some dozens of them and an address add up."""
LONG: Final = 1 << 58
"""A copy of fewer bytes ends before addresses wrap."""


def compared(
    b: FunctionBuilder,
    shared: Shared,
    count: Callable[[int], Value],
    value: Callable[[Value], Value],
) -> Value:
    """The mask of a shared load: 0 if it meets none of the stores, else -1."""
    first, last, fits = _corners(b, shared.load, count, value)
    for store in shared.stores:
        begin, end, known = _corners(b, store, count, value)
        before, behind = b.icmp("sle", last, begin), b.icmp("sle", end, first)
        clear = b.ibinary("and", known, b.ibinary("or", before, behind))
        for loop, _ in store.steps:  # a loop that is not entered stores nothing
            clear = b.ibinary("or", clear, b.icmp("eq", count(loop), i64(0)))
        fits = b.ibinary("and", fits, clear)
    mask = b.select(fits, i64(0), i64(-1))
    frozen = b.local(mask.type, "mask")  # loops that do not run may have no bounds
    b.append(Freeze(frozen, mask))
    return frozen


def _corners(
    b: FunctionBuilder,
    extent: Extent,
    count: Callable[[int], Value],
    value: Callable[[Value], Value],
) -> tuple[Value, Value, Value]:
    """Where an extent begins and ends, and whether that is certain."""
    first = last = symbolic(b, extent.start, value)
    known: Value = TRUE
    for loop, step in extent.steps:
        turns = b.sub(count(loop), i64(1))
        by = symbolic(b, step, value)
        known = b.ibinary("and", known, b.icmp("ult", turns, i64(SMALL)))
        near = b.icmp("ult", b.add(by, i64(SMALL)), i64(2 * SMALL))
        known = b.ibinary("and", known, near)
        moved = b.mul(turns, by)
        down = b.icmp("slt", moved, i64(0))
        first = b.add(first, b.select(down, moved, i64(0)))
        last = b.add(last, b.select(down, i64(0), moved))
    if extent.length is None:
        return first, b.add(last, i64(extent.size)), known
    length = symbolic(b, extent.length, value)
    known = b.ibinary("and", known, b.icmp("ult", length, i64(LONG)))
    return first, b.add(last, length), known
