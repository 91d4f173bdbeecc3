"""Where the arrays of a loop nest lie, computed alike by both sweeps from the counts of its loops.

A root's storages share one allocation. For the nest `for i < n { for j < m }` with 8 bytes kept per
inner and 16 per outer iteration:

    outer: offset 0, total n        inner: offset align64(16·n), total n·m        bytes: … +
    align64(8·n·m)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import final

from ribozyme.ir.build import FunctionBuilder, i64
from ribozyme.ir.values import Value
from ribozyme.transform.reverse.plan import Plan
from ribozyme.transform.reverse.slots import Key


@final
@dataclass(frozen=True, slots=True)
class Nest:
    """The allocation of a root: its base once it is there, and per loop the offset and total."""

    bytes: Value
    offsets: dict[Key, Value]
    totals: dict[Key, Value]
    counts: dict[int, Value]


def nest(b: FunctionBuilder, plan: Plan, root: int, count: Callable[[int], Value]) -> Nest:
    """The layout of the storages of a root; `count` gives how often each loop of the nest runs."""
    offsets: dict[Key, Value] = {}
    totals: dict[Key, Value] = {}
    counts: dict[int, Value] = {}
    at: Value = i64(0)
    for storage in plan.rooted(root):
        total: Value = i64(1)
        for loop in plan.loops(storage):
            if loop not in counts:
                counts[loop] = count(loop)
            total = b.mul(total, counts[loop], "nuw nsw")
        offsets[storage.key] = at
        totals[storage.key] = total
        size = b.mul(total, i64(storage.stride), "nuw nsw")
        rounded = b.ibinary("and", b.add(size, i64(63), "nuw nsw"), i64(-64))
        at = b.add(at, rounded, "nuw nsw")
    return Nest(at, offsets, totals, counts)


def position(
    b: FunctionBuilder,
    loops: list[int],
    iteration: Callable[[int], Value],
    count: Callable[[int], Value],
) -> Value:
    """The number of an iteration within its nest, the innermost loop running fastest."""
    found: Value = i64(0)
    for loop in loops:
        found = b.add(b.mul(found, count(loop), "nuw nsw"), iteration(loop), "nuw nsw")
    return found
