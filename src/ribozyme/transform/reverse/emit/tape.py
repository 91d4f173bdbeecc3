"""Addresses on the tape, for both sweeps.

A `Level` is one level of saving as a sweep stands on it: the frame, or an iteration of a loop.
Where things lie is the plan's (`Storage`); where an iteration stands is the sweep's: its position
in a block, its segment and index. Invariant: both sweeps form an address from the same plan by the
same functions, so what one writes the other reads.

    frame     frame + offset                                  (combined form: an alloca per slot)
    fixed     array + position · size                         position = ((k₀·N₁ + k₁)·N₂ + k₂) …
    block     base + prefix · total + position · size         base allocated where the nest begins
    segments  base + index · stride + prefix                  the base of a segment: its rows

Rows of any kind are `base + position · stride + prefix`. A segment is {previous, capacity,
following, rows}.
"""

from __future__ import annotations

from typing import Final, final

from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attr
from ribozyme.ir.build import NULL, FunctionBuilder, i64
from ribozyme.ir.instrs import Alloca
from ribozyme.ir.metadata import Meta
from ribozyme.ir.values import Local, Value
from ribozyme.transform.emit.emission import INTERNAL, Emission
from ribozyme.transform.emit.function_arena import ALIGN, Arena
from ribozyme.transform.reverse.plan.nodes import Node
from ribozyme.transform.reverse.plan.plan import Plan
from ribozyme.transform.reverse.plan.slots import (
    Slot,
    Storage,
    alloca_count,
    apart,
    first_node,
    fixed_node,
)

_PREVIOUS, _CAPACITY, _FOLLOWING, _ROWS = 0, 8, 16, 24
_SEGMENT: Final = 32
FIRST: Final = 16
FIRST_BYTES: Final = 128
LONG: Final = 1 << 10
MOST: Final = 1 << 16
CAPACITY: Final = ty.function(ty.I64, (ty.PTR, ty.I64))


@final
@dataclass(frozen=True, slots=True)
class Place:
    """Where an iteration of a loop stands in its storage."""

    position: Value | None = None  # in a segment: within it
    total: Value | None = None  # block: iterations of the whole nest
    base: Value | None = None  # where this storage's arrays begin, or its rows
    segment: Value | None = None


@final
class Tape:
    """Forms addresses of slots in one function; `frame` and `arena` are its pointers.

    In the combined form there is no frame: each slot outside loops is an alloca of its own, which
    LLVM turns into a value. What all ways to the reverse sweep compute has none
    (`Plan.in_registers`).
    """

    def __init__(
        self,
        emission: Emission,
        plan: Plan,
        b: FunctionBuilder,
        frame: Value | None,
        arena: Value | None,
    ) -> None:
        self.emission = emission
        self.plan = plan
        self.b = b
        self.frame = frame
        self.memory = Arena(emission, b, arena)
        self._allocas: dict[Node, Value] = {}

    # ---- the arena ---------------------------------------------------------------------------

    @property
    def arena(self) -> Value:
        """The arena; in a combined root made on first use."""
        return self.memory.pointer

    def allocate(self, bytes: Value, align: int = ALIGN) -> Value:
        """Memory of the tape."""
        return self.memory.allocate(bytes, align)

    def of_block(self, bytes: Value) -> Value:
        """Memory of the tape that the threads of a block have together."""
        return self.memory.of_block(bytes)

    def previous_segment(self, segment: Value) -> Value:
        """The segment before one."""
        return self.b.load(ty.PTR, self.b.offset(segment, _PREVIOUS), 8, self.meta())

    def rows(self, segment: Value) -> Value:
        """Where the iterations of a segment lie."""
        return self.b.load(ty.PTR, self.b.offset(segment, _ROWS), 8, self.meta())

    def capacity(self, segment: Value) -> Value:
        """How many iterations a segment holds."""
        meta = (*self.emission.scopes.number(ty.I64), *self.meta())
        return self.b.load(ty.I64, self.b.offset(segment, _CAPACITY), 8, meta)

    def next_segment(self, previous: Value, storage: Storage) -> Value:
        """A further segment of a growing array, allocated here: memory of this array alone."""
        b = self.b
        stride = storage.stride
        first = i64(max(1, min(FIRST, FIRST_BYTES // max(stride, 1))))
        capacity = b.call(capacity_function(self.emission), CAPACITY, (previous, first))
        assert capacity is not None
        segment = self.allocate(i64(_SEGMENT))
        align = max((slot.align for slot in storage.slots), default=1)
        rows = self.allocate(b.mul(capacity, i64(stride)), align)
        number = self.emission.scopes.number(ty.I64)
        b.store(previous, b.offset(segment, _PREVIOUS), 8, self.meta())
        b.store(capacity, b.offset(segment, _CAPACITY), 8, (*number, *self.meta()))
        b.store(rows, b.offset(segment, _ROWS), 8, self.meta())
        return segment

    def link(self, storage: Storage, segment: Value) -> Value:
        """Where the address of the segment behind one lies; that of the first is in the frame."""
        first = self.in_frame(first_node(storage), 8, 8)
        behind = self.b.offset(segment, _FOLLOWING)
        return self.b.select(self.b.icmp("eq", segment, NULL), first, behind)

    # ---- addresses ---------------------------------------------------------------------------

    def meta(self) -> Meta:
        """The attachments of an access to the tape."""
        return self.emission.scopes.access(self.b.name, "tape")

    def in_frame(self, node: Node, size: int, align: int, type: ty.Type | None = None) -> Value:
        """The address of something in the frame."""
        if self.frame is not None:
            return self.b.offset(self.frame, self.plan.frame[node])
        found = self._allocas.get(node)
        if found is None:
            held = type if type is not None else ty.array(size, ty.I8)
            found = self._allocas[node] = self.b.entry_alloca(held, align)
        return found

    def address(self, slot: Slot, place: Place | None, lane: int = 0) -> Value:
        """The address of one lane of a slot."""
        size = slot.size // slot.lanes
        if slot.loop < 0:
            node = slot.node._replace(kind=f"{slot.node.kind}.{lane}") if lane else slot.node
            if self.frame is None:
                return self.in_frame(node, size, slot.align, slot.type)
            base = self.in_frame(slot.node, slot.size, slot.align)
            return self.b.offset(base, lane * size)
        assert place is not None
        return self._in_loop(self.plan.storages[slot.key], slot, place, lane, size)

    def _in_loop(self, storage: Storage, slot: Slot, place: Place, lane: int, size: int) -> Value:
        b = self.b
        prefix = prefix_of(storage, slot) + lane * size
        assert place.position is not None and place.base is not None
        if storage.rows:
            row = ty.array(storage.stride, ty.I8)
            return b.gep(row, b.offset(place.base, prefix), (place.position,), "inbounds")
        assert place.total is not None
        start = b.mul(place.total, i64(prefix))
        return self._element(b.offset(place.base, start), slot, place.position, size)

    def _element(self, base: Value, slot: Slot, index: Value, size: int) -> Value:
        if slot.type is not None and self.plan.facts.layout.alloc_size(slot.type) == size:
            return self.b.gep(slot.type, base, (index,), "inbounds")
        return self.b.gep(ty.array(size, ty.I8), base, (index,), "inbounds")

    # ---- values ------------------------------------------------------------------------------

    def store(self, slot: Slot, place: Place | None, lanes: list[Value]) -> None:
        """Keep the lanes of a slot."""
        for lane, value in enumerate(lanes):
            kept = self.b.cast("zext", value, ty.I8) if slot.type is ty.I1 else value
            self.b.store(kept, self.address(slot, place, lane), slot.align, self._kept(slot))

    def load(self, slot: Slot, place: Place | None) -> list[Value]:
        """What was kept."""
        assert slot.type is not None
        type = ty.I8 if slot.type is ty.I1 else slot.type  # loops over bytes become vectors
        kept: list[Value] = [
            self.b.load(type, self.address(slot, place, lane), slot.align, self._kept(slot))
            for lane in range(slot.lanes)
        ]
        if slot.type is ty.I1:
            return [self.b.cast("trunc", value, ty.I1) for value in kept]
        return kept

    def _kept(self, slot: Slot) -> Meta:
        """The attachments of an access to what is kept."""
        assert slot.type is not None
        number = slot.node.kind in ("count", "choice", "out", "mask") or (
            slot.node.kind == "value" and self._plain(slot)
        )
        return (*(self.emission.scopes.number(slot.type) if number else ()), *self.meta())

    def _plain(self, slot: Slot) -> bool:
        """Whether what is kept holds neither the bits of a float nor an address."""
        whole, function = self.plan.facts.whole, self.plan.facts.function
        assert slot.type is not None
        value = Local(slot.node.id, slot.type)
        carries = whole.bits.carries(function, value)
        return not carries and not whole.pointsto.mask(function, value)

    # ---- memory of the activation --------------------------------------------------------------

    def fixed_array(self, storage: Storage) -> Value:
        """The array of a storage of constant counts."""
        size = storage.stride * self.plan.fixed_total(storage)
        return self.in_frame(fixed_node(storage), size, 16)

    def fixed_alloca(self, alloca: Alloca, lane: int | None) -> Value:
        """The slot of an alloca of the primal (lane None) or of its shadow."""
        kind = "alloca" if lane is None else "alloca.shadow"
        node = Node(kind, alloca.result.id, lane or 0)
        if self.frame is not None and apart(self.plan.facts, alloca):
            return self.b.load(ty.PTR, self.in_frame(node, 8, 8), 8, self.meta())
        count = alloca_count(alloca)
        size = self.plan.facts.layout.alloc_size(alloca.allocated) * count
        align = max(alloca.align, self.plan.facts.layout.align(alloca.allocated))
        held = alloca.allocated if count == 1 else ty.array(count, alloca.allocated)
        return self.in_frame(node, size, align, held)

    def begin_alloca(self, alloca: Alloca, lane: int | None, size: Value) -> Value:
        """The same where the activation begins: what lies apart of the frame is allocated."""
        if self.frame is None or not apart(self.plan.facts, alloca):
            return self.fixed_alloca(alloca, lane)
        node = Node("alloca" if lane is None else "alloca.shadow", alloca.result.id, lane or 0)
        align = max(alloca.align, self.plan.facts.layout.align(alloca.allocated))
        made = self.allocate(size, align)
        self.b.store(made, self.in_frame(node, 8, 8), 8, self.meta())
        return made


def capacity_function(emission: Emission) -> str:
    """The function that says how many iterations the next segment holds, added to the module on
    first use.

    The first holds `FIRST` iterations, fewer where they would take more than `FIRST_BYTES`: a loop
    in a function that is called often may run once in each call. Each further one holds twice as
    many as the one before up to 1 Ki, then a quarter more up to 64 Ki, so that a fifth of a long
    array is empty at most. It is code like any other, so that a derivative can be differentiated
    again.
    """
    name = f"{emission.prefix}.capacity"
    if name in emission.functions:
        return name
    b = FunctionBuilder(name, CAPACITY, ("previous", "least"))
    b.attrs = (Attr("cold"), Attr("noinline"))
    b.header = INTERNAL
    previous, least = b.params
    entry, larger, first = b.block("entry"), b.block("larger"), b.block("first")
    b.at(entry)
    b.cond_br(b.icmp("eq", previous, NULL), first, larger)
    b.at(larger)
    whole = emission.scopes.number(ty.I64)
    had = b.load(ty.I64, b.offset(previous, _CAPACITY), 8, whole)
    more = b.select(b.icmp("ult", had, i64(LONG)), had, b.ibinary("lshr", had, i64(2)))
    wanted = b.add(had, more)
    b.ret(b.select(b.icmp("ult", wanted, i64(MOST)), wanted, i64(MOST)))
    b.at(first)
    b.ret(least)
    emission.add(b.finish())
    return name


def prefix_of(storage: Storage, slot: Slot) -> int:
    """Bytes per iteration of the slots that lie before one."""
    before = 0
    for other in storage.slots:
        if other.node == slot.node:
            return before
        before += other.size
    raise KeyError(slot.node)
