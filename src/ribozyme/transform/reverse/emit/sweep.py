"""The reverse sweep: every live block backwards, each loop from its last iteration to its first.

What the forward sweep knew is recalled from the tape, or computed again (`rematerialise`).
Invariant: the reverse sweep only reads the tape.

    forward   entry → header ⇄ body,  header → exit
    reverse   rev(exit) → enter: k = N-1 → rev(header) → k = 0 ? rev(entry) : (k -= 1; rev(body))
"""

from __future__ import annotations

from typing import final

from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder, i32, i64
from ribozyme.ir.instrs import Br, Call, Instr, Invoke, Phi
from ribozyme.ir.metadata import Meta
from ribozyme.ir.values import Value
from ribozyme.transform.emit.emission import Emission
from ribozyme.transform.emit.locations import in_pairs
from ribozyme.transform.parallel.exclusive import borders
from ribozyme.transform.reverse.accesses.in_windows import InWindow, in_windows
from ribozyme.transform.reverse.accesses.one_place import one_place
from ribozyme.transform.reverse.accesses.shifts import shifts
from ribozyme.transform.reverse.accesses.summed import summed
from ribozyme.transform.reverse.calls import calls
from ribozyme.transform.reverse.emit.adjoint import of_no_call
from ribozyme.transform.reverse.emit.forward_sweep import ForwardSweep
from ribozyme.transform.reverse.emit.one_pass_loops import Turns
from ribozyme.transform.reverse.emit.rematerialise import Entry
from ribozyme.transform.reverse.emit.reverse_sweep import ReverseSweep
from ribozyme.transform.reverse.emit.tape import Tape
from ribozyme.transform.reverse.increments.borders import Middle
from ribozyme.transform.reverse.increments.deferred import SetAside, asides
from ribozyme.transform.reverse.increments.registers import Held
from ribozyme.transform.reverse.increments.shifted_cells import Shifted
from ribozyme.transform.reverse.increments.sums import Sums, Within
from ribozyme.transform.reverse.increments.window_ranges import (
    Range,
    RangeAhead,
    is_known_ahead,
    is_known_at_entry,
)
from ribozyme.transform.reverse.onepass.chains import recurrences
from ribozyme.transform.reverse.plan.nodes import Node
from ribozyme.transform.reverse.plan.plan import Plan, reversed_blocks
from ribozyme.transform.reverse.plan.ways import Leaf, Test, Tree


@final
class Backward(ReverseSweep):
    """Builds the blocks of a reverse sweep."""

    turns: Turns

    def __init__(
        self,
        emission: Emission,
        plan: Plan,
        b: FunctionBuilder,
        tape: Tape,
        values: dict[int, Value],
        shadows: dict[tuple[int, int], list[Value]],
        forward: ForwardSweep | None = None,
    ) -> None:
        super().__init__(emission, plan, b, tape, values, shadows)
        self.recurrences = recurrences(plan.facts)
        self.turns = Turns(self, forward)  # `forward`: of the same function, in a combined form
        self.said: Meta = ()  # what the jump back to the end of a loop says of the loop

    # ---- the whole ---------------------------------------------------------------------------

    def run(self, start: int, seeds: list[list[Value]]) -> int:
        """Emit everything behind block `start`; gives the block where the sweep has ended.

        `seeds` are the adjoints of the function's result, per leaf and lane.
        """
        b, facts = self.b, self.facts
        order = self.visited()
        for block in order:
            self.blocks[block] = b.block(f"rev{block}")
        for loop in self.loops_of(order):
            if loop in self.turns.turns:
                self.entries[loop] = Entry(self.turns.turns[loop].enter, [])
                continue
            self.counters[loop] = b.entry_alloca(ty.I64, 8)
            self.entries[loop] = Entry(b.block(f"enter{loop}"), [])
            storage = self.plan.storages.get((loop, (), True, -1, False))
            if storage is not None and storage.kind == "segments":
                self.cursors[loop] = (
                    b.entry_alloca(ty.PTR, 8),
                    b.entry_alloca(ty.PTR, 8),
                    b.entry_alloca(ty.I64, 8),
                )
        for shift in shifts(facts):
            if shift.loop in self.counters:
                self.waiting.setdefault(shift.loop, []).append(Shifted(self, shift))
        for aside in asides(facts, split=self.plan.split):
            if aside.loop in self.counters:
                self.waiting.setdefault(aside.loop, []).append(SetAside(self, aside))
        for border in borders(facts):
            if border.loop in self.counters:
                middle = Middle(self, border)
                self.waiting.setdefault(border.loop, []).append(middle)
                self.middles.update(dict.fromkeys(border.reads, middle))
        for one in summed(facts):
            inner, around = one.loop, one.around
            held = any(group.holds(one.load) for group in self.waiting.get(inner, ()))
            if inner in self.counters and around in self.counters and not held:
                sums = Sums(self, one)
                self.waiting.setdefault(around, []).append(sums)
                self.waiting.setdefault(inner, []).append(Within(sums))
        for still in one_place(facts):
            waiting = self.waiting.setdefault(still.loop, [])
            if still.loop in self.counters and not any(g.holds(still.load) for g in waiting):
                waiting.append(Held(self, still))
        for found in in_windows(facts):
            if found.loop in self.turns.turns and is_known_ahead(self, found):
                self.range_ahead(found)
                continue
            known = {self.middles.get(load.result.id) for load, _ in found.reads}
            outer = known.pop() if len(known) == 1 else None
            is_outer = isinstance(outer, Middle) and outer.border.loop != found.loop
            waiting = self.waiting.setdefault(found.loop, [])
            apart = all(isinstance(group, Held) for group in waiting)
            if (
                found.loop in self.counters
                and apart
                and not known
                and (outer is None or is_outer)
                and is_known_at_entry(self, found)
            ):
                range = Range(self, found, outer)
                waiting.append(range)
                self.middles.update((load.result.id, range) for load, _ in found.reads)
        for loop in self.loops_of(order):
            if loop in self.turns.turns:
                self.turns.open(loop, seeds[0] if seeds else [])
                for group in self.waiting.get(loop, ()):
                    group.begin()
            else:
                self.open_entry(loop)
        done = b.block("done")
        self.leave_returns(start, seeds)
        for block in order:
            self.loop = facts.loop_of(block)
            b.at(self.blocks[block])
            self.block(block, seeds, done)
        b.meta = self.locations.own
        for loop, entry in self.entries.items():
            if loop in self.turns.turns:
                self.turns.close(loop)
            else:
                self.close_entry(entry)
        return done

    def range_ahead(self, found: InWindow) -> None:
        """Ask once for all increments of a one-pass loop along lines."""
        assert self.turns.forward is not None
        range = RangeAhead(self, found, self.turns.forward)
        self.waiting.setdefault(found.loop, []).append(range)
        self.middles.update((load.result.id, range) for load, _ in found.reads)

    def visited(self) -> list[int]:
        """The blocks the sweep passes through, in the order of emission."""
        seen = set(reversed_blocks(self.facts, self.plan.ways, self.plan.merged))
        return [block for block in reversed(self.facts.flow.rpo) if block in seen]

    def loops_of(self, blocks: list[int]) -> list[int]:
        """The loops the sweep passes through, outer before inner."""
        found = {loop for block in blocks for loop in self.facts.chain(self.facts.loop_of(block))}
        return sorted(found, key=self.facts.depth)

    def leave_returns(self, start: int, seeds: list[list[Value]]) -> None:
        """From the start to the block that returned."""
        del seeds
        self.b.at(start)
        self.loop = -1
        returns = self.facts.returns
        if len(returns) == 1:
            self.go(-1, returns[0])
            return
        if not returns:
            self.b.unreachable()
            return
        (which,) = self.fetch(Node("from", len(self.function.blocks)))
        self.choose(-1, list(returns), which)

    # ---- one block ---------------------------------------------------------------------------

    def block(self, index: int, seeds: list[list[Value]], done: int) -> None:
        """The adjoints of a block's instructions, last to first, then the way back."""
        instrs = self.function.blocks[index].instrs
        self.adjoints.chains.enter(index in self.recurrences, self.masks.seeds)
        for instr in reversed(instrs):
            if isinstance(instr, Phi):
                break
            self.b.meta = self.locations.of(instr)
            self.adjoint(instr, seeds)
        self.b.meta = self.locations.own
        for group in self.waiting.get(self.loop, ()):
            group.turn()
        phis = [phi for phi in self.function.blocks[index].phis() if self.facts.active(phi.result)]
        taken = [(phi, self.adjoints.take(phi.result)) for phi in phis]
        self.leave(index, taken, done)

    def adjoint(self, instr: Instr, seeds: list[list[Value]]) -> None:
        """The adjoint of one instruction."""
        if isinstance(instr, Call | Invoke):
            calls.reverse(self, instr)
        else:
            of_no_call(self, instr, seeds)

    def leave(
        self, index: int, phis: list[tuple[Phi, list[list[Value | None]]]], done: int
    ) -> None:
        """Go on to where control came from."""
        b = self.b
        way = self.plan.ways[index]
        if way.turn >= 0:
            self.turns.finish(way.turn)
            return
        if way.over >= 0:
            self.turns.pass_over(way.over)
            self.go(index, way.targets[0])
            return
        if not way.targets:
            b.br(done)
            return
        sources = self.facts.live_predecessors[index]
        if way.skip:
            self.go(index, way.targets[0])
            return
        self.pending = phis
        if way.latches:
            self.leave_header(index, way.entering, way.latches)
        elif len(sources) == 1:
            self.arrive(index, sources[0])
        elif way.tree is not None and not self.plan.saved(Node("from", index)):
            self.decide(index, way.tree)
        else:
            (which,) = self.fetch(Node("from", index))
            self.choose(index, list(sources), which)

    def leave_header(self, index: int, entering: tuple[int, ...], latches: tuple[int, ...]) -> None:
        """At a header: once more around the loop, or out of it."""
        b = self.b
        loop = self.loop
        sources = list(self.facts.live_predecessors[index])
        which: Value | None = None
        if self.plan.ways[index].choice:
            (which,) = self.fetch(Node("from", index))
        k = b.load(ty.I64, self.counters[loop], 8)
        outside, again = b.block(), b.block()
        b.cond_br(b.icmp("eq", k, i64(0)), outside, again)
        b.at(again)
        b.store(b.sub(k, i64(1), "nsw"), self.counters[loop], 8)
        self.step_back(loop)
        if any(isinstance(group, Range) for group in self.waiting.get(loop, ())):
            self.said = in_pairs(self.emission.scopes)
        self.among(index, sources, list(latches), which)
        self.said = ()
        b.at(outside)
        for group in self.waiting.get(loop, ()):
            group.end()
        self.among(index, sources, list(entering), which)

    def among(self, index: int, sources: list[int], some: list[int], which: Value | None) -> None:
        """Arrive at one of some predecessors, told apart by the saved index if there are
        several."""
        if len(some) == 1 or which is None:
            self.arrive(index, some[0])
        else:
            self.choose(index, some, which, sources)

    def choose(
        self, index: int, some: list[int], which: Value, numbering: list[int] | None = None
    ) -> None:
        """A switch over a saved index."""
        b = self.b
        numbers = numbering or some
        blocks = [b.block() for _ in some]
        cases = [(numbers.index(source), blk) for source, blk in zip(some, blocks, strict=True)]
        b.switch(which, blocks[0], cases[1:])
        for source, block in zip(some, blocks, strict=True):
            b.at(block)
            self.arrive(index, source)

    def decide(self, index: int, tree: Tree) -> None:
        """Follow the conditions that parted control."""
        b = self.b
        work: list[tuple[int, Tree]] = [(b.current, tree)]
        while work:
            block, part = work.pop()
            b.at(block)
            match part:
                case Leaf(block=source):
                    self.arrive(index, source)
                case Test(condition=condition, then=then, otherwise=otherwise):
                    yes, no = b.block(), b.block()
                    b.cond_br(self.value(condition), yes, no)
                    work += [(yes, then), (no, otherwise)]

    def arrive(self, index: int, source: int) -> None:
        """Take the edge to a predecessor: phis hand their adjoints to what came along it."""
        if index >= 0:
            for phi, bars in self.pending:
                values = {block: value for value, block in phi.incoming}
                for leaf, lanes in enumerate(bars):
                    for lane, bar in enumerate(lanes):
                        self.adjoints.add(values[source], leaf, lane, bar)
        self.go(index, source)

    def go(self, index: int, target: int) -> None:
        """Jump to the reverse of a block, through the entries of the loops that lie between."""
        here = self.facts.loop_of(index) if index >= 0 else -1
        entered = [
            loop
            for loop in reversed(self.facts.chain(self.facts.loop_of(target)))
            if not self.facts.inside(here, loop)
        ]
        steps = [self.entries[loop].block for loop in entered] + [self.blocks[target]]
        for loop, following in zip(entered, steps[1:], strict=True):
            entry = self.entries[loop]
            if following not in entry.targets:
                entry.targets.append(following)
            if entry.which is None:
                entry.which = self.b.entry_alloca(ty.I32, 4)
            self.b.store(i32(entry.targets.index(following)), entry.which, 4)
        self.b.append(Br(steps[0], (*self.b.meta, *self.said)))

    # ---- loops -------------------------------------------------------------------------------

    def open_entry(self, loop: int) -> None:
        """Begin the block in which the reverse sweep enters a loop, at its last iteration."""
        b = self.b
        self.loop = self.facts.parent(loop)
        b.at(self.entries[loop].block)
        (count,) = self.fetch(Node("count", loop))
        b.store(b.sub(count, i64(1), "nsw"), self.counters[loop], 8)
        for group in self.waiting.get(loop, ()):
            group.begin()
        if loop not in self.cursors:
            return
        slot = self.plan.slots[Node("cursor", loop)]
        at = self.tape.address(slot, self.place(slot))
        segment = b.load(ty.PTR, at, 8, self.tape.meta())
        b.store(segment, self.cursors[loop][0], 8)
        b.store(self.tape.rows(segment), self.cursors[loop][1], 8)
        number = (*self.emission.scopes.number(ty.I64), *self.tape.meta())
        b.store(b.load(ty.I64, b.offset(at, 8), 8, number), self.cursors[loop][2], 8)

    def close_entry(self, entry: Entry) -> None:
        """End an entry's block, after all fetches went into it."""
        b = self.b
        b.at(entry.block)
        if not entry.targets:
            b.unreachable()
        elif len(entry.targets) == 1:
            b.br(entry.targets[0])
        else:
            assert entry.which is not None
            which = b.load(ty.I32, entry.which, 4)
            b.switch(which, entry.targets[0], list(enumerate(entry.targets))[1:])

    def step_back(self, loop: int) -> None:
        """The place of the iteration before, in a growing array."""
        if loop not in self.cursors:
            return
        b = self.b
        segment_slot, rows_slot, index_slot = self.cursors[loop]
        index = b.load(ty.I64, index_slot, 8)
        here, across, after = b.current, b.block(), b.block()
        segment = b.load(ty.PTR, segment_slot, 8)
        rows = b.load(ty.PTR, rows_slot, 8)
        b.cond_br(b.icmp("eq", index, i64(0)), across, after)
        b.at(across)
        previous = self.tape.previous_segment(segment)
        before = self.tape.rows(previous)
        smaller = self.tape.capacity(previous)
        b.br(after)
        b.at(after)
        for old, new, slot in (
            (segment, previous, segment_slot),
            (rows, before, rows_slot),
            (index, smaller, index_slot),
        ):
            phi = b.phi(old.type)
            b.incoming(phi, old, here)
            b.incoming(phi, new, across)
            b.store(b.sub(phi, i64(1)) if slot is index_slot else phi, slot, 8)
