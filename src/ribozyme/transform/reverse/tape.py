"""Addresses on the tape, for both sweeps.

A `Level` is one level of saving as a sweep stands on it: the frame, or an iteration of a loop.
Where things lie is the plan's (`Storage`); where an iteration stands is the sweep's: its position
in a block, its segment and index. Invariant: both sweeps form an address from the same plan by the
same functions, so what one writes the other reads.

    frame     frame + offset                                  (combined form: an alloca per slot)
    fixed     array + position · size                         position = ((k₀·N₁ + k₁)·N₂ + k₂) …
    block     base + prefix · total + position · size         base allocated where the nest begins
    segments  segment + 64 + prefix · capacity + index · size
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attr
from ribozyme.ir.build import NULL, FunctionBuilder, i64
from ribozyme.ir.instrs import Alloca
from ribozyme.ir.metadata import Meta
from ribozyme.ir.values import Local, Value
from ribozyme.transform.arena import ALIGN, Arena
from ribozyme.transform.emission import INTERNAL, Emission
from ribozyme.transform.reverse.nodes import Node
from ribozyme.transform.reverse.plan import Plan
from ribozyme.transform.reverse.slots import (
    Slot,
    Storage,
    alloca_count,
    first_node,
    fixed_node,
)

SEGMENT_HEADER: Final = 64  # {previous, capacity, following, …}
FIRST: Final = 16
MOST: Final = 1 << 16
ALLOC: Final = ty.function(ty.PTR, (ty.PTR, ty.I64))
SEGMENT: Final = ty.function(ty.PTR, (ty.PTR, ty.PTR, ty.I64))
NOALIAS: Final = (Attr("noalias"),)


@final
@dataclass(frozen=True, slots=True)
class Place:
    """Where an iteration of a loop stands in its storage."""

    position: Value | None = None  # fixed, block
    total: Value | None = None  # block: iterations of the whole nest
    base: Value | None = None  # fixed, block: where this storage's arrays begin
    segment: Value | None = None
    capacity: Value | None = None
    index: Value | None = None


@final
class Tape:
    """Forms addresses of slots in one function; `frame` and `arena` are its pointers.

    In the combined form there is no frame: each slot outside loops is an alloca of its own, which
    LLVM turns into a value.
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

    def previous_segment(self, segment: Value) -> Value:
        """The segment before one."""
        return self.b.load(ty.PTR, segment, 8, self.meta())

    def capacity(self, segment: Value) -> Value:
        """How many iterations a segment holds."""
        meta = (*self.emission.scopes.number(ty.I64), *self.meta())
        return self.b.load(ty.I64, self.b.offset(segment, 8), 8, meta)

    def next_segment(self, previous: Value, stride: int) -> Value:
        """A further segment of a growing array."""
        name = segment_function(self.emission)
        result = self.b.call(name, SEGMENT, (self.arena, previous, i64(stride)))
        assert result is not None
        return result

    def link(self, storage: Storage, segment: Value) -> Value:
        """Where the address of the segment behind one lies; that of the first is in the frame."""
        first = self.in_frame(first_node(storage), 8, 8)
        return self.b.select(self.b.icmp("eq", segment, NULL), first, self.b.offset(segment, 16))

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
        if storage.kind == "segments":
            assert place.segment and place.index and place.capacity
            start = b.add(b.mul(place.capacity, i64(prefix)), i64(SEGMENT_HEADER))
            return self._element(b.offset(place.segment, start), slot, place.index, size)
        assert place.position is not None and place.base is not None and place.total is not None
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
        number = slot.node.kind in ("count", "choice") or (
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
        """The slot of an alloca of the primal (lane None) or of its shadow, in the frame."""
        kind = "alloca" if lane is None else "alloca.shadow"
        node = Node(kind, alloca.result.id, lane or 0)
        count = alloca_count(alloca)
        size = self.plan.facts.layout.alloc_size(alloca.allocated) * count
        align = max(alloca.align, self.plan.facts.layout.align(alloca.allocated))
        held = alloca.allocated if count == 1 else ty.array(count, alloca.allocated)
        return self.in_frame(node, size, align, held)


def segment_function(emission: Emission) -> str:
    """The function that makes the next segment, added to the module on first use.

    The first holds 16 iterations, each further one twice as many as the one before, up to 64 Ki.
    It is
    code like any other, so that a derivative can be differentiated again.
    """
    name = f"{emission.prefix}.segment"
    if name in emission.functions:
        return name
    emission.declare("rz.tape.alloc", ALLOC)
    b = FunctionBuilder(name, SEGMENT, ("arena", "previous", "stride"))
    b.attrs = (Attr("cold"), Attr("noinline"))
    b.header = INTERNAL
    arena, previous, stride = b.params
    entry, larger, make = b.block("entry"), b.block("larger"), b.block("make")
    b.at(entry)
    b.cond_br(b.icmp("eq", previous, NULL), make, larger)
    b.at(larger)
    whole = emission.scopes.number(ty.I64)
    twice = b.ibinary("shl", b.load(ty.I64, b.offset(previous, 8), 8, whole), i64(1))
    bounded = b.select(b.icmp("ult", twice, i64(MOST)), twice, i64(MOST))
    b.br(make)
    b.at(make)
    capacity = b.phi(ty.I64)
    b.incoming(capacity, i64(FIRST), entry)
    b.incoming(capacity, bounded, larger)
    bytes = b.add(b.mul(capacity, stride), i64(SEGMENT_HEADER))
    segment = b.call("rz.tape.alloc", ALLOC, (arena, bytes))
    assert segment is not None
    b.store(previous, segment, 8)
    b.store(capacity, b.offset(segment, 8), 8, whole)
    b.ret(segment)
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
