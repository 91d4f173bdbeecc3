"""The forward sweep of reverse mode: the primal again, shadows beside it, keeping what the plan
saves.

    for (k) { y = sin(x[k]); … }      →      block allocated before the loop; in iteration k also
                                             tape[k] = x[k];   the count kept where the loop ends

Loops get a counter; an edge out of a loop keeps how far it came. Calls into differentiated
functions become calls of their augmented form with a frame on this level. Memory that reverse may
still need is not freed here but handed to the arena."""

from __future__ import annotations

from functools import partial
from typing import Final, final

from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder, i64
from ribozyme.ir.debug import location
from ribozyme.ir.instrs import (
    Alloca,
    Call,
    DbgRecord,
    Instr,
    Invoke,
    Phi,
    Ret,
    Store,
    successors,
)
from ribozyme.ir.values import Local, Poison, Value, const_int
from ribozyme.transform.checks.cross_object_difference import guard_distances
from ribozyme.transform.checks.lost import guard_lost
from ribozyme.transform.checks.nowhere import trap_nowhere
from ribozyme.transform.core import both_sorts, bulk
from ribozyme.transform.core.body import Body
from ribozyme.transform.core.emission import NO_MEMORY, Emission
from ribozyme.transform.core.shape import Leaf
from ribozyme.transform.core.sites import Refused, callee_name
from ribozyme.transform.reverse.calls import calls
from ribozyme.transform.reverse.emit import one_pass_loops
from ribozyme.transform.reverse.emit.adjoint import known_align
from ribozyme.transform.reverse.emit.iterations import Iterations
from ribozyme.transform.reverse.emit.overlap import compared
from ribozyme.transform.reverse.emit.tape import Tape
from ribozyme.transform.reverse.plan.nests import room, sensible
from ribozyme.transform.reverse.plan.nodes import Node, value_node
from ribozyme.transform.reverse.plan.plan import Plan
from ribozyme.transform.reverse.plan.slots import Storage
from ribozyme.transform.state.earlier import guard_persistent

TOO_OFTEN: Final = "there is no memory for a tape of so many iterations"
HANDLED: Final = "an exception was caught inside what is differentiated"


@final
class ForwardSweep(Body):
    """Builds the forward sweep. `ends` are the returns: (primal block, block, value)."""

    def __init__(self, emission: Emission, plan: Plan, b: FunctionBuilder, tape: Tape) -> None:
        super().__init__(emission, plan.facts, b)
        self.plan = plan
        self.tape = tape
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
        self.turns = {loop: one_pass_loops.Turn() for loop in plan.merged.loops}

    def run(self) -> None:
        """Emit all blocks; the current block, the prologue, is left open (it goes on to
        `blocks[0]`)."""
        order = self.facts.flow.rpo
        self.blocks = {index: self.b.block(self.function.blocks[index].name) for index in order}
        self.iterations.open_segments()
        for index in order:
            self.block(index)
        self.b.meta = self.locations.own
        for index in order:
            self.close(index)

    # ---- blocks ------------------------------------------------------------------------------

    def block(self, index: int) -> None:
        """One block of the primal."""
        self.current = index
        self.b.at(self.blocks[index])
        self.b.meta = self.locations.own
        instrs = self.function.blocks[index].instrs
        phis = [instr for instr in instrs if isinstance(instr, Phi)]
        for phi in phis:
            name = self.function.names[phi.result.id]
            self.values[phi.result.id] = self.b.phi(phi.result.type, name, phi.flags)
            self.mirror(phi)
        if Node("from", index) in self.plan.slots:
            self.froms[index] = self.b.phi(self.facts.way_type(index), "from")
        self.iterations.enter(index)
        one_pass_loops.begin(self, index)
        for phi in phis:
            self.keep(phi)
        if index in self.froms:
            self.save(Node("from", index), [self.froms[index]])
        for instr in instrs[len(phis) : -1]:
            self.b.meta = self.locations.of(instr)
            self.instr(instr)
        self.b.meta = self.locations.of(instrs[-1])
        self.terminator(index, instrs[-1])

    def instr(self, instr: Instr) -> None:
        """One instruction that is neither phi nor terminator."""
        guard_lost(self, instr)
        guard_distances(self, instr)
        trap_nowhere(self, instr)
        guard_persistent(self, instr, forward=False)
        match instr:
            case DbgRecord():
                return
            case Alloca():
                self.alloca(instr)
            case Call():
                calls.forward(self, instr)
            case Store():
                self.copy(instr)
                self.store_shadow(instr)
            case _:
                self.copy(instr)
                self.mirror(instr)
        self.keep(instr)

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

    def terminator(self, index: int, instr: Instr) -> None:
        """The end of a block, its edges out of loops passing through blocks of their own."""
        for root in self.plan.roots_after(index):
            self.allocate_nest(root)
        for loop in self.plan.inner_after(index):
            self.doubt(loop, instr)
        one_pass_loops.leave_open(self, index)
        if self.comes_back(index, instr):
            self.emission.trap(self.b, self.facts, self.told(index), HANDLED, refused="RZ209")
            self.last[index] = self.b.current
            return
        guard_distances(self, instr)
        trap_nowhere(self, instr)
        if isinstance(instr, Ret):
            self.last[index] = self.b.current
            value = None if instr.value is None else self.value(instr.value)
            self.ends.append((index, self.b.current, value))
            return
        guard_lost(self, instr)
        self.split_exits(index, instr)
        if isinstance(instr, Invoke):
            calls.forward_invoke(self, index, instr)
            return
        self.last[index] = self.b.current
        self.copy(instr, lambda label: self.target(index, label))

    def comes_back(self, index: int, instr: Instr) -> bool:
        """Whether a handler goes on to where the program returns: reverse does not know the way."""
        live = self.facts.live
        return not live[index] and (
            isinstance(instr, Ret) or any(live[target] for target in successors(instr))
        )

    def told(self, index: int) -> Instr:
        """Where a handler begins, or the first instruction of the block that knows its line."""
        block, live = index, self.facts.live
        while block >= 0 and not live[block]:
            for instr in self.function.blocks[block].instrs:
                if isinstance(instr, Call) and callee_name(instr) == "__cxa_begin_catch":
                    return instr
            block = self.facts.flow.idom[block]
        instrs = self.function.blocks[index].instrs
        module = self.facts.whole.module
        return next((i for i in instrs if location(module, i) is not None), instrs[-1])

    def target(self, source: int, target: int) -> int:
        """Where the copy of an edge goes."""
        return self.edges.get((source, target), self.blocks[target])

    def label(self, source: int, target: int) -> int:
        """The block from which the copy of an edge arrives."""
        return self.edges.get((source, target), self.last[source])

    def split_exits(self, index: int, instr: Instr) -> None:
        """Give each edge that leaves loops a block, in which the loops keep how far they came."""
        here = self.b.current
        loop = self.facts.loop_of(index)
        for target in dict.fromkeys(successors(instr)):
            left = [
                around
                for around in self.facts.chain(loop)
                if target not in self.facts.loops.loops[around].blocks
            ]
            if not any(self.exit_nodes(around) for around in left) or not self.facts.live[target]:
                continue
            if isinstance(instr, Invoke) and target == instr.unwind:
                continue
            self.edges[index, target] = self.b.block()
            self.b.at(self.edges[index, target])
            for around in left:
                self.leave_loop(around)
            self.b.br(self.blocks[target])
        self.b.at(here)

    def close(self, index: int) -> None:
        """Give the phis of a block their values, now that every edge has its block."""
        arriving = self.arriving(index)
        for phi in self.function.blocks[index].phis():
            values = {source: value for value, source in phi.incoming}
            for source, label in arriving:
                self.incoming(phi, values[source], label)
        live = self.facts.live_predecessors[index]
        for source, label in arriving:
            if index in self.froms:
                way = live.index(source) if source in live else 0
                which = self.froms[index]
                self.b.incoming(which, const_int(which.type, way), label)
            self.iterations.close(index, source, label)

    def arriving(self, index: int) -> list[tuple[int, int]]:
        """The edges into the copy of a block as (primal source, arriving block), repeats
        included."""
        found: list[tuple[int, int]] = []
        for source in self.facts.flow.predecessors[index]:
            terminator = self.function.blocks[source].terminator
            if self.comes_back(source, terminator):
                continue
            if isinstance(terminator, Invoke) and index == terminator.unwind:
                found += [(source, label) for label in self.unwound[source]]
                continue
            named = successors(terminator).count(index)
            times = 1 if (source, index) in self.edges else named
            found += [(source, self.label(source, index))] * times
        return found

    # ---- loops -------------------------------------------------------------------------------

    def exit_nodes(self, loop: int) -> list[Node]:
        """What is kept when a loop is left."""
        nodes = (Node("count", loop), Node("cursor", loop))
        return [node for node in nodes if self.plan.saved(node)]

    def leave_loop(self, loop: int) -> None:
        """On an edge out of a loop: keep its count and where its growing arrays ended."""
        for node in self.exit_nodes(loop):
            if node.kind == "count":
                self.save(node, [self.b.add(self.iterations.numbers[loop], i64(1), "nuw nsw")])
                continue
            slot = self.plan.slots[node]
            place = self.iterations.places[loop, (), True, -1]
            assert place.segment is not None and place.position is not None
            at = self.tape.address(slot, self.iterations.place(slot))
            self.b.store(place.segment, at, 8, self.tape.meta())
            number = (*self.emission.scopes.number(ty.I64), *self.tape.meta())
            self.b.store(place.position, self.b.offset(at, 8), 8, number)

    def allocate_nest(self, root: int) -> None:
        """At the end of a preheader: the allocations of the nest."""
        for storage in self.plan.rooted(root):
            if storage.shared is not None:
                node = storage.shared.mask
                mask = compared(self.b, storage.shared, self.iterations.count, self.value)
                self.iterations.masks[node] = mask
                self.save(node, [mask])
        layout = self.iterations.layout(root)
        often = self.iterations.count(root)
        self.iterations.nests[root] = layout
        for block in self.plan.blocks(root):
            bytes = room(self.b, self.emission.declare, self.plan, block, layout, often)
            base = self.iterations.bases[block] = self.tape.allocate(bytes)
            self.save(block, [base])

    def doubt(self, loop: int, instr: Instr) -> None:
        """Before a loop that begins: if it runs more often than was thought sensible, throw."""
        known, absurd = self.b.block(), self.b.block()
        count = self.iterations.count(loop)
        self.b.cond_br(sensible(self.b, self.plan, loop, count), known, absurd)
        self.b.at(absurd)
        self.emission.trap(self.b, self.facts, instr, TOO_OFTEN, NO_MEMORY)
        self.b.at(known)

    def next_segment(self, storage: Storage, segment: Value) -> Value:
        """A new segment behind one; a walk in this order finds it where that one says, the first
        in the frame."""
        fresh = self.tape.next_segment(segment, storage.stride)
        if self.plan.replayed:
            self.b.store(fresh, self.tape.link(storage, segment), 8, self.tape.meta())
        return fresh

    # ---- keeping -----------------------------------------------------------------------------

    def keep(self, instr: Instr) -> None:
        """Save what the plan keeps of an instruction's result."""
        result = instr.result
        if result is None:
            return
        if self.plan.saved(value_node(result.id)):
            self.save(value_node(result.id), [self.values[result.id]])
        for number, choice in enumerate(self.plan.needs.choices.get(result.id, ())):
            if self.plan.saved(Node("choice", result.id, number)):
                made = choice.made(self.b, self.emission.declare, self.value)
                self.save(Node("choice", result.id, number), [made])
        for part in range(len(self.facts.pointers(result))):
            if self.plan.saved(Node("shadow", result.id, part)):
                self.save(Node("shadow", result.id, part), self.shadows[result.id, part])

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
        for part, leaf in self.facts.stored_pointers(instr.value, instr.pointer):
            lanes = self.stored_shadow(instr, part, leaf)
            for place, sh in zip(places, lanes, strict=True):
                self.put_shadow(instr, place, sh, leaf.offset)
        both = self.facts.stored_both(instr)
        for number in self.facts.stored_floats(instr) if both else ():
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
