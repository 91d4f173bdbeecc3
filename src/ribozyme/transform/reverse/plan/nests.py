"""The position of a value in the tape arrays of a loop nest, computed from the trip counts in both
sweeps.

The arrays of a root share one allocation, rows have one each. For arrays of the nest
`for i < n { for j < m }` with 8 bytes kept per inner and 16 per outer iteration:

    outer: offset 0, total n        inner: offset align64(16·n), total n·m        bytes: … +
    align64(8·n·m)

A loop that a storage shares (`shared`) counts once, and its iterations as the first, where the mask
of the storage is 0; where it is -1, it is a dimension like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final, final

from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder, i64
from ribozyme.ir.values import FALSE, Value
from ribozyme.transform.emit.arith import Declare
from ribozyme.transform.reverse.accesses.shared import Shared
from ribozyme.transform.reverse.plan.entry_tests import count_if_entered
from ribozyme.transform.reverse.plan.nodes import Node
from ribozyme.transform.reverse.plan.plan import Plan
from ribozyme.transform.reverse.plan.slots import Key, Storage

SENSIBLE: Final = 1 << 40
"""More iterations than this are not kept: a count beyond it, where none of it is certain, is 0."""
NEVER: Final = 1 << 50
"""More bytes than there are: their allocation throws."""
_PRODUCT: Final = ty.function(ty.struct((ty.I64, ty.I1)), (ty.I64, ty.I64))


@final
@dataclass(frozen=True, slots=True)
class Nest:
    """Where the storages of a root are in its allocation, how many entries each has, and counts."""

    offsets: dict[Key, Value]
    totals: dict[Key, Value]
    counts: dict[int, Value]
    masks: dict[Key, Value]

    def count(self, b: FunctionBuilder, storage: Storage, loop: int) -> Value:
        """How many entries a storage has for a loop."""
        whole = entries(b, storage, loop, self.counts[loop])
        if storage.shared is None or loop not in storage.shared.loops:
            return whole
        return once(b, whole, self.masks[storage.key])


def entries(b: FunctionBuilder, storage: Storage, loop: int, count: Value) -> Value:
    """How many entries a storage has for a loop that runs so often."""
    further = storage.entries(loop, 0)
    return b.add(count, i64(further), "nuw nsw") if further else count


def once(b: FunctionBuilder, count: Value, mask: Value) -> Value:
    """The number of entries for a loop that is shared: the count, or 1."""
    return b.add(b.ibinary("and", b.sub(count, i64(1)), mask), i64(1))


def nest(
    b: FunctionBuilder,
    plan: Plan,
    root: int,
    count: Callable[[int], Value],
    mask: Callable[[Shared], Value],
) -> Nest:
    """The layout of the storages of a root; `count` gives how often each loop of the nest runs,
    `mask` what a comparison gave."""
    offsets: dict[Key, Value] = {}
    totals: dict[Key, Value] = {}
    counts: dict[int, Value] = {}
    masks: dict[Key, Value] = {}
    layout = Nest(offsets, totals, counts, masks)
    ends: dict[Node, Value] = {}
    for storage in plan.rooted(root):
        if storage.shared is not None:
            masks[storage.key] = mask(storage.shared)
        total: Value = i64(1)
        for loop in plan.loops(storage):
            if loop not in counts:
                counts[loop] = count(loop)
            total = b.mul(total, layout.count(b, storage, loop), "nuw nsw")
        totals[storage.key] = total
        at = ends.get(storage.block, i64(0))
        offsets[storage.key] = i64(0) if storage.rows else at
        if storage.rows:
            continue
        size = b.mul(total, i64(storage.stride), "nuw nsw")
        unit = alignment(plan, storage.block)
        ends[storage.block] = b.add(at, _rounded(b, size, unit, "nuw nsw"), "nuw nsw")
    return layout


def alignment(plan: Plan, block: Node) -> int:
    """What the arrays of a block are aligned to."""
    own = (storage for storage in plan.rooted(block.id) if storage.block == block)
    return max((16, *(slot.align for storage in own for slot in storage.slots)))


def _rounded(b: FunctionBuilder, size: Value, unit: int, flags: str = "") -> Value:
    """The next multiple of a power of two."""
    return b.ibinary("and", b.add(size, i64(unit - 1), flags), i64(-unit))


def sensible(b: FunctionBuilder, plan: Plan, loop: int, number: Value) -> Value:
    """Whether the number a loop's count came out as can be one of iterations that are kept."""
    count = plan.facts.evolution.count(loop)
    assert count is not None
    return b.icmp("ult", number, i64(min(SENSIBLE, count.plausible)))


def clamped(
    b: FunctionBuilder,
    plan: Plan,
    loop: int,
    number: Value,
    conditions: Sequence[tuple[Value, bool]],
) -> Value:
    """A loop's count as a size: 0 if it is none, or if the loop is not entered."""
    count = b.select(sensible(b, plan, loop, number), number, i64(0))
    return count_if_entered(b, conditions, count)


def room(
    b: FunctionBuilder, declare: Declare, plan: Plan, block: Node, layout: Nest, often: Value
) -> Value:
    """The bytes of a block whose root runs `often`; `NEVER` if no machine has so many.

    The layout's own sums may wrap around; they are used only once the allocation is there.
    """
    total: Value = i64(0)
    unit = alignment(plan, block)
    fits: Value = sensible(b, plan, block.id, often)
    for storage in (storage for storage in plan.rooted(block.id) if storage.block == block):
        loops = plan.loops(storage)
        size = b.mul(layout.totals[storage.key], i64(storage.stride))
        if len(loops) > 1:
            size = i64(storage.stride)
            for loop in loops:
                declare("llvm.umul.with.overflow.i64", _PRODUCT)
                often_here = layout.count(b, storage, loop)
                pair = b.call("llvm.umul.with.overflow.i64", _PRODUCT, (size, often_here))
                assert pair is not None
                size = b.extract(pair, 0)
                fits = b.ibinary("and", fits, b.icmp("eq", b.extract(pair, 1), FALSE))
            fits = b.ibinary("and", fits, b.icmp("ult", size, i64(NEVER)))
        total = b.add(total, _rounded(b, size, unit))
    return b.select(fits, total, i64(NEVER))


def position(
    b: FunctionBuilder,
    loops: list[int],
    iteration: Callable[[int], Value],
    count: Callable[[int], Value],
    shared: Collection[int] = (),
    mask: Value | None = None,
) -> Value:
    """The number of an iteration within its nest, the innermost loop running fastest."""
    found: Value = i64(0)
    for loop in loops:
        often, here = count(loop), iteration(loop)
        if mask is not None and loop in shared:
            often, here = once(b, often, mask), b.ibinary("and", here, mask)
        found = b.add(b.mul(found, often, "nuw nsw"), here, "nuw nsw")
    return found
