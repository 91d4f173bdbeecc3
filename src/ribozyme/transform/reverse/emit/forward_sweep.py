"""What the forward sweep of reverse mode has at hand, and how it keeps it: the part that calls,
memory and one-pass loops work on. `augment` builds the blocks.

    y = sin(x[k])     →     the value map has y;   keep(y) stores it where the plan says
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Final, final

from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder, i64
from ribozyme.ir.debug import location
from ribozyme.ir.instrs import (
    Alloca,
    Call,
    DbgRecord,
    Instr,
    Invoke,
    Store,
)
from ribozyme.ir.metadata import Meta
from ribozyme.ir.values import Local, Poison, Value
from ribozyme.transform.core import contents
from ribozyme.transform.core.shape import Leaf, known_align
from ribozyme.transform.core.site_kinds import Refused
from ribozyme.transform.emit import both_sorts, bulk
from ribozyme.transform.emit.body import Body
from ribozyme.transform.emit.emission import Emission
from ribozyme.transform.reverse.emit.iterations import Iterations
from ribozyme.transform.reverse.emit.tape import Tape
from ribozyme.transform.reverse.plan.nodes import Node, value_node
from ribozyme.transform.reverse.plan.plan import Plan
from ribozyme.transform.reverse.plan.slots import Storage

_OF_LOCALS: Final = ("value", "choice", "shadow")


@final
@dataclass(slots=True)
class Turn:
    """The blocks of a merged loop that the forward sweep leaves open, and where each goes on."""

    enter: int = -1
    entered: int = -1
    end: int = -1
    on: int = -1
    mark: Value | None = None


class ForwardSweep(Body):
    """What there is of a forward sweep while it is built. `ends` are the returns: (primal block,
    block, value)."""

    def __init__(self, emission: Emission, plan: Plan, b: FunctionBuilder, tape: Tape) -> None:
        super().__init__(emission, plan.facts, b)
        self.plan = plan
        self.tape = tape
        self.kept = frozenset(node.id for node in plan.slots if self.stored(node))
        self.function = plan.facts.function
        self.blocks: dict[int, int] = {}
        self.last: dict[int, int] = {}  # primal block → the block its copy ends in
        self.edges: dict[tuple[int, int], int] = {}
        self.iterations = Iterations(self, plan, tape, self.next_segment)
        self.froms: dict[int, Local] = {}
        self.unwound: dict[int, list[int]] = {}  # primal block → blocks that unwind for it
        self.landing: tuple[int, int] | None = None
        self.current = 0  # the primal's block
        self.frames: dict[int, Value] = {}  # allocated for calls that follow, by number
        self.ends: list[tuple[int, int, Value | None]] = []
        self.seed: list[Value] = []  # of the result, in a combined form
        self.turns = {loop: Turn() for loop in plan.merged.loops}

    def repeat(self, call: Call | Invoke) -> None:
        """A call as it stands; an invoke goes on in a fresh block where it returns."""
        if isinstance(call, Call):
            self.copy(call)
            return
        assert self.landing is not None
        index, unwind = self.landing
        after = self.b.block()
        self.unwound[index].append(self.b.current)
        self.copy(call, lambda label: after if label == call.normal else unwind)
        self.b.at(after)

    def trap(self, call: Call | Invoke, refused: Refused) -> None:
        """Leave the program here; what follows is made as if the result were anything."""
        self.emission.trap(self.b, self.facts, call, refused.message, refused=refused.code)
        self.b.at(self.b.block())
        if call.result is None:
            return
        self.values[call.result.id] = Poison(call.result.type)
        for part, leaf in enumerate(self.facts.pointers(call.result)):
            self.shadows[call.result.id, part] = [Poison(leaf.type)] * self.width

    def target(self, source: int, target: int) -> int:
        """Where the copy of an edge goes."""
        return self.edges.get((source, target), self.blocks[target])

    # ---- keeping -----------------------------------------------------------------------------

    def weightiest(self, storages: Iterable[Storage]) -> Meta:
        """The location of what takes most of the memory of some storages; a phi has none, and gets
        that of its block."""
        slots = [slot for one in storages for slot in one.slots if slot.node.kind == "value"]
        ids = [slot.node.id for slot in sorted(slots, key=lambda slot: -slot.size)]
        kept = [self.function.definitions[id] for id in ids]
        homes = [self.function.home[id] for id in ids[:1] if kept[0] is not None]
        blocks = (self.function.blocks[home].instrs for home in homes)
        beside = (i for instrs in blocks for i in instrs if not isinstance(i, DbgRecord))
        module = self.facts.whole.module
        for instr in (*kept, *beside):
            if instr is not None and location(module, instr) is not None:
                return self.locations.of(instr)
        return self.locations.own

    def next_segment(self, storage: Storage, segment: Value) -> Value:
        """A new segment behind one; a walk in this order finds it where that one says, the first
        in the frame."""
        before, self.b.meta = self.b.meta, self.weightiest([storage])
        fresh = self.tape.next_segment(segment, storage)
        self.b.meta = before
        if self.plan.replayed:
            self.b.store(fresh, self.tape.link(storage, segment), 8, self.tape.meta())
        return fresh

    def stored(self, node: Node) -> bool:
        """Whether the forward sweep stores a node of a local."""
        plan = self.plan
        return node.kind in _OF_LOCALS and node in plan.slots and node not in plan.in_registers

    def keep(self, instr: Instr) -> None:
        """Save what the plan keeps of an instruction's result."""
        result = instr.result
        if result is None or result.id not in self.kept:
            return
        if self.stored(value_node(result.id)):
            self.save(value_node(result.id), [self.values[result.id]])
        for number, choice in enumerate(self.plan.needs.choices.get(result.id, ())):
            if self.stored(Node("choice", result.id, number)):
                made = choice.made(self.b, self.emission.declare, self.value)
                self.save(Node("choice", result.id, number), [made])
        for part in range(len(self.facts.pointers(result))):
            if self.stored(Node("shadow", result.id, part)):
                self.save(Node("shadow", result.id, part), self.shadows[result.id, part])

    def in_registers(self) -> tuple[dict[int, Value], dict[tuple[int, int], list[Value]]]:
        """The values and shadows that a reverse sweep in the same function reads as they are."""
        nodes = self.plan.in_registers
        values = {node.id: self.values[node.id] for node in nodes if node.kind == "value"}
        places = [(node.id, node.part) for node in nodes if node.kind == "shadow"]
        return values, {place: self.shadows[place] for place in places}

    def save(self, node: Node, lanes: list[Value]) -> None:
        """Store the lanes of a node where the plan puts them."""
        slot = self.plan.slots[node]
        self.tape.store(slot, self.iterations.place(slot), lanes)

    # ---- memory ------------------------------------------------------------------------------

    def alloca(self, instr: Alloca) -> None:
        """A stack slot and its shadow, zero; one whose size or number varies lies in the arena."""
        fixed = self.facts.fixed(instr)
        size = self.alloca_bytes(instr)
        if fixed:
            self.values[instr.result.id] = self.tape.begin_alloca(instr, None, size)
        else:
            self.values[instr.result.id] = self.tape.allocate(size, instr.align)
        if not self.facts.pointers(instr.result):
            return
        lanes: list[Value] = [
            self.tape.begin_alloca(instr, lane, size)
            if fixed
            else self.tape.allocate(size, instr.align)
            for lane in range(self.width)
        ]
        for lane in lanes:
            bulk.zero(self.emission, self.b, lane, size)
        self.shadows[instr.result.id, 0] = lanes

    def alloca_bytes(self, instr: Alloca) -> Value:
        """The size of an alloca."""
        size = i64(self.facts.layout.alloc_size(instr.allocated))
        if instr.count is None:
            return size
        return self.b.mul(self.b.cast("zext", self.value(instr.count), ty.I64), size)

    def store_shadow(self, instr: Store) -> None:
        """A stored pointer's shadow goes where the shadow of its place is."""
        if not self.facts.shadowed(instr.pointer):
            return
        places = self.shadow(instr.pointer)
        for part, leaf in contents.stored_pointers(self.facts, instr.value, instr.pointer):
            lanes = self.stored_shadow(instr, part, leaf)
            for place, sh in zip(places, lanes, strict=True):
                self.put_shadow(instr, place, sh, leaf.offset)
        both = contents.stored_both(self.facts, instr)
        for number in contents.stored_floats(self.facts, instr) if both else ():
            for lane, place in enumerate(places) if number.offset in both else ():
                put = partial(self.put_word, instr, number, lane, place)
                bulk.apart(self, instr.pointer, place, put)

    def put_word(self, instr: Store, leaf: Leaf, lane: int, place: Value) -> None:
        """Store the shadow pointer of a word that may be a number."""
        meta = self.shadow_meta(instr, instr.pointer)
        both_sorts.put_shadow(self, instr, leaf, lane, self.b.offset(place, leaf.offset), meta)

    def put_shadow(self, instr: Store, place: Value, sh: Value, offset: int) -> None:
        """Store a shadow pointer, unless the place is primal memory."""
        meta = self.shadow_meta(instr, instr.pointer)
        align = known_align(instr.align, offset)

        def put() -> None:
            self.b.store(sh, self.b.offset(place, offset), align, meta)

        bulk.apart(self, instr.pointer, place, put)
