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

from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder, i64
from ribozyme.ir.debug import location
from ribozyme.ir.instrs import (
    Access,
    Alloca,
    AtomicRMW,
    Call,
    CallLike,
    Computation,
    DbgRecord,
    Instr,
    Invoke,
    Phi,
    Ret,
    Silent,
    Store,
    successors,
)
from ribozyme.ir.values import const_int
from ribozyme.transform.checks.guards import Guards
from ribozyme.transform.core.sites import callee_name
from ribozyme.transform.emit.emission import NO_MEMORY, Emission
from ribozyme.transform.emit.guarding import guard
from ribozyme.transform.parallel import windows
from ribozyme.transform.parallel.private_sums import is_only_added_to
from ribozyme.transform.reverse.accesses.unread import is_unread
from ribozyme.transform.reverse.calls import calls
from ribozyme.transform.reverse.emit import one_pass_loops
from ribozyme.transform.reverse.emit.forward_sweep import ForwardSweep
from ribozyme.transform.reverse.emit.overlap import compared
from ribozyme.transform.reverse.emit.tape import Tape
from ribozyme.transform.reverse.plan.nests import alignment, room, sensible
from ribozyme.transform.reverse.plan.nodes import Node
from ribozyme.transform.reverse.plan.plan import Plan
from ribozyme.transform.reverse.plan.slots import Slot

TOO_OFTEN: Final = "there is no memory for a tape of so many iterations"
HANDLED: Final = "an exception was caught inside what is differentiated"


@final
class Augmented(ForwardSweep):
    """Builds the blocks of a forward sweep."""

    def __init__(self, emission: Emission, plan: Plan, b: FunctionBuilder, tape: Tape) -> None:
        super().__init__(emission, plan, b, tape)
        self.guarded = bool(plan.facts.whole.ask(Guards))

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
        if self.guarded:
            guard(self, instr)
        match instr:
            case DbgRecord():
                return
            case Alloca():
                self.alloca(instr)
            case Call():
                calls.forward(self, instr)
            case Store():
                if not is_unread(self.facts, instr):
                    self.copy(instr)
                self.store_shadow(instr)
            case AtomicRMW() if is_unread(self.facts, instr):
                return
            case AtomicRMW() if is_only_added_to(self.facts, instr):
                windows.add_plainly(self, instr)
            case _:
                _rest: Computation | Access | CallLike | Silent = instr
                self.copy(instr)
                self.mirror(instr)
        self.keep(instr)

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
        guard(self, instr)
        if isinstance(instr, Ret):
            self.last[index] = self.b.current
            value = None if instr.value is None else self.value(instr.value)
            self.ends.append((index, self.b.current, value))
            return
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
            keeps = any(self.exit_nodes(around) or self.longer(around) for around in left)
            if not keeps or not self.facts.live[target]:
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

    def longer(self, loop: int) -> list[Slot]:
        """What is kept of a loop, and behind it what the last run has read ahead."""
        return [slot for one in self.plan.of_loop(loop) for slot in one.slots if slot.behind]

    def keep_behind(self, slot: Slot) -> None:
        """Where a loop is left: keep what its last run has read ahead (`accesses/ranges.py`)."""
        place = self.iterations.place(slot)
        assert place is not None and place.position is not None
        for further, load in enumerate(self.plan.needs.behind[slot.node.id], 1):
            at = self.b.add(place.position, i64(further), "nuw nsw")
            self.tape.store(slot, replace(place, position=at), [self.values[load]])

    def leave_loop(self, loop: int) -> None:
        """On an edge out of a loop: keep its count and where its growing arrays ended."""
        for slot in self.longer(loop):
            self.keep_behind(slot)
        for node in self.exit_nodes(loop):
            if node.kind == "count":
                self.save(node, [self.b.add(self.iterations.numbers[loop], i64(1), "nuw nsw")])
                continue
            slot = self.plan.slots[node]
            place = self.iterations.places[loop, (), True, -1, False]
            assert place.segment is not None and place.position is not None
            at = self.tape.address(slot, self.iterations.place(slot))
            self.b.store(place.segment, at, 8, self.tape.meta())
            number = (*self.emission.scopes.number(ty.I64), *self.tape.meta())
            self.b.store(place.position, self.b.offset(at, 8), 8, number)

    def allocate_nest(self, root: int) -> None:
        """At the end of a preheader: the allocations of the nest."""
        count = partial(self.iterations.nest_count, root=root)
        for storage in self.plan.rooted(root):
            if storage.shared is not None:
                node = storage.shared.mask
                mask = compared(self.b, storage.shared, count, self.value)
                self.iterations.masks[node] = mask
                self.save(node, [mask])
        layout = self.iterations.layout(root)
        often = self.iterations.count(root)
        self.iterations.nests[root] = layout
        for block in self.plan.blocks(root):
            bytes = room(self.b, self.emission.declare, self.plan, block, layout, often)
            own = [s for s in self.plan.rooted(root) if s.kind == "block" and s.block == block]
            before, self.b.meta = self.b.meta, self.weightiest(own)
            alike = any(storage.uniform for storage in own)
            align = alignment(self.plan, block)
            base = self.tape.of_block(bytes) if alike else self.tape.allocate(bytes, align)
            self.iterations.bases[block] = base
            self.b.meta = before
            self.save(block, [base])

    def doubt(self, loop: int, instr: Instr) -> None:
        """Before a loop that begins: if it runs more often than was thought sensible, throw."""
        known, absurd = self.b.block(), self.b.block()
        count = self.iterations.count(loop)
        self.b.cond_br(sensible(self.b, self.plan, loop, count), known, absurd)
        self.b.at(absurd)
        self.emission.trap(self.b, self.facts, instr, TOO_OFTEN, NO_MEMORY)
        self.b.at(known)
