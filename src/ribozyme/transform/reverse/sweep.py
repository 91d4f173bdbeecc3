"""The reverse sweep: every live block backwards, each loop from its last iteration to its first.

`fetch` gives what the forward sweep knew: from the tape, or computed again by the plan's recipe. It
is placed where it costs least: what belongs to an outer level is fetched where the reverse sweep
enters the loop (`Entry`), not in every iteration. Invariant: the reverse sweep only reads the tape.

    forward   entry → header ⇄ body,  header → exit
    reverse   rev(exit) → enter: k = N-1 → rev(header) → k = 0 ? rev(entry) : (k -= 1; rev(body))
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, final

from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder, i32, i64
from ribozyme.ir.instrs import (
    Alloca,
    Call,
    Cast,
    DbgRecord,
    Freeze,
    Gep,
    Instr,
    Invoke,
    Load,
    Phi,
    Select,
    operands,
)
from ribozyme.ir.metadata import Meta
from ribozyme.ir.rewrite import map_operands
from ribozyme.ir.values import InlineAsm, Local, MetadataOperand, Value
from ribozyme.transform.emission import Emission
from ribozyme.transform.reverse.adjoint import adjoint, known_align
from ribozyme.transform.reverse.adjoints import Adjoints
from ribozyme.transform.reverse.aside import SetAside, asides
from ribozyme.transform.reverse.chains import recurrences
from ribozyme.transform.reverse.choices import Choice
from ribozyme.transform.reverse.masks import masks
from ribozyme.transform.reverse.nests import Nest, nest, position, sensible
from ribozyme.transform.reverse.nodes import Node, View
from ribozyme.transform.reverse.plan import Plan, reversed_blocks
from ribozyme.transform.reverse.shifts import Shifted, shifts
from ribozyme.transform.reverse.slots import Key, Slot
from ribozyme.transform.reverse.sweeping import Waiting
from ribozyme.transform.reverse.tape import Place, Tape
from ribozyme.transform.reverse.turns import Turns
from ribozyme.transform.reverse.ways import Leaf, Test, Tree
from ribozyme.transform.shape import defined, defined_lanes
from ribozyme.transform.sites import is_pointer_copy
from ribozyme.transform.symbolic import induced, symbolic

if TYPE_CHECKING:
    from ribozyme.transform.reverse.augment import ForwardSweep

_DROPPED = ("dbg", "DIAssignID", "range", "noundef", "nonnull", "heapallocsite", "callees")


@final
@dataclass(slots=True)
class Entry:
    """Where the reverse sweep enters a loop: a block to which fetches are appended until the
    end."""

    block: int
    targets: list[int]  # reversed blocks or entries of inner loops, told apart by `which`
    which: Local | None = None


@final
class ReverseSweep:
    """Builds the reverse sweep; parameters and their shadows are given, the rest is fetched."""

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
        self.emission = emission
        self.plan = plan
        self.facts = plan.facts
        self.function = plan.facts.function
        self.b = b
        self.tape = tape
        self.width = emission.width
        self.locations = emission.locations(b, plan.facts.function)
        self.given = values
        self.given_shadows = shadows
        self.adjoints = Adjoints(plan.facts, b, emission.width)
        self.masks = masks(plan.facts)
        self.recurrences = recurrences(plan.facts)
        self.forward = forward  # of the same function, in a combined form
        self.turns = Turns(self, forward)
        self.loop = -1
        self.blocks: dict[int, int] = {}
        self.entries: dict[int, Entry] = {}
        self.counters: dict[int, Local] = {}
        self.cursors: dict[int, tuple[Local, Local, Local]] = {}
        self.nests: dict[tuple[int, int], tuple[Value, Nest]] = {}  # by root and where entered
        self.view: View = ()  # of the node that is being fetched
        self.waiting: dict[int, list[Waiting]] = {}  # by loop
        self._memo: dict[tuple[int, Node], list[Value]] = {}
        self._places: dict[tuple[int, Key, View], Place] = {}

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
            storage = self.plan.storages.get((loop, ()))
            if storage is not None and storage.kind == "segments":
                self.cursors[loop] = (
                    b.entry_alloca(ty.PTR, 8),
                    b.entry_alloca(ty.I64, 8),
                    b.entry_alloca(ty.I64, 8),
                )
        for shift in shifts(facts):
            if shift.loop in self.counters:
                self.waiting.setdefault(shift.loop, []).append(Shifted(self, shift))
        for aside in asides(facts, split=self.plan.split):
            if aside.loop in self.counters:
                self.waiting.setdefault(aside.loop, []).append(SetAside(self, aside))
        for loop in self.loops_of(order):
            if loop in self.turns.turns:
                self.turns.open(loop, seeds[0] if seeds else [])
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
            adjoint(self, instr, seeds)
        self.b.meta = self.locations.own
        for group in self.waiting.get(self.loop, ()):
            group.turn()
        phis = [phi for phi in self.function.blocks[index].phis() if self.facts.active(phi.result)]
        taken = [(phi, self.adjoints.take(phi.result)) for phi in phis]
        self.leave(index, taken, done)

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
        self.among(index, sources, list(latches), which)
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
        self.b.br(steps[0])

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
        b.store(b.load(ty.I64, b.offset(at, 8), 8, self.tape.meta()), self.cursors[loop][1], 8)
        b.store(self.tape.capacity(segment), self.cursors[loop][2], 8)

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
        segment_slot, index_slot, capacity_slot = self.cursors[loop]
        index = b.load(ty.I64, index_slot, 8)
        here, across, after = b.current, b.block(), b.block()
        segment = b.load(ty.PTR, segment_slot, 8)
        capacity = b.load(ty.I64, capacity_slot, 8)
        b.cond_br(b.icmp("eq", index, i64(0)), across, after)
        b.at(across)
        previous = self.tape.previous_segment(segment)
        smaller = self.tape.capacity(previous)
        b.br(after)
        b.at(after)
        for old, new, slot in (
            (segment, previous, segment_slot),
            (index, smaller, index_slot),
            (capacity, smaller, capacity_slot),
        ):
            phi = b.phi(old.type)
            b.incoming(phi, old, here)
            b.incoming(phi, new, across)
            b.store(b.sub(phi, i64(1)) if slot is index_slot else phi, slot, 8)

    def place(self, slot: Slot) -> Place | None:
        """Where the current iteration stands in the storage of a slot."""
        storage = self.plan.storages.get(slot.key)
        loop = slot.loop
        if loop < 0 or storage is None:
            return None
        key = self.b.current, storage.key, self.view
        found = self._places.get(key)
        if found is not None:
            return found
        b = self.b
        if storage.kind == "segments":
            segment, index, capacity = self.cursors[loop]
            found = Place(
                segment=b.load(ty.PTR, segment, 8),
                index=b.load(ty.I64, index, 8),
                capacity=b.load(ty.I64, capacity, 8),
            )
        else:
            loops = self.plan.loops(storage)
            if storage.kind == "fixed":
                base: Value = self.tape.fixed_array(storage)
                total: Value = i64(self.plan.fixed_total(storage))
            else:
                start, layout = self.nest(storage.root)
                base = b.offset(start, layout.offsets[storage.key])
                total = layout.totals[storage.key]
            at = position(b, loops, self.iteration, self.count)
            found = Place(position=at, total=total, base=base)
        self._places[key] = found
        return found

    def iteration(self, loop: int) -> Value:
        """Which iteration of a loop the sweep is in, or looks at."""
        shown = dict(self.view).get(loop, loop)
        number = self.turns.iteration(shown)
        return number if number is not None else self.b.load(ty.I64, self.counters[shown], 8)

    def count(self, loop: int) -> Value:
        """How often a loop ran in this activation."""
        (count,) = self.fetch(Node("count", loop))
        return count

    def nest(self, root: int) -> tuple[Value, Nest]:
        """Base and layout of a root's allocation, computed where its loop is entered."""
        around = self.facts.parent(root)
        entered = self.loop  # the root, unless it is looked at from a loop beside it
        while self.facts.parent(entered) != around:
            entered = self.facts.parent(entered)
        found = self.nests.get((root, entered))
        if found is None:
            here, loop, view = self.b.current, self.loop, self.view
            self.b.at(self.entries[entered].block)
            self.loop, self.view = around, ()
            (base,) = self.fetch(Node("block", root))
            layout = nest(self.b, self.plan, root, self.nest_count)
            found = self.nests[root, entered] = base, layout
            self.b.at(here)
            self.loop, self.view = loop, view
        return found

    def nest_count(self, loop: int) -> Value:
        """A count of a nest, clamped as the forward sweep did."""
        count = self.facts.evolution.count(loop)
        assert count is not None
        number = symbolic(self.b, count.sym, self.value)
        return self.b.select(sensible(self.b, self.plan, loop, number), number, i64(0))

    # ---- what the forward sweep knew -----------------------------------------------------------

    def value(self, value: Value) -> Value:
        """A primal value."""
        if not isinstance(value, Local):
            return defined(value)
        return self.fetch(self.seen(Node("value", value.id), self.view))[0]

    def shadow(self, value: Value, part: int = 0) -> list[Value]:
        """The shadows of a pointer leaf of a value; of an inactive pointer, the pointer."""
        if isinstance(value, Local):
            if self.facts.pointers(value):
                return self.fetch(self.seen(Node("shadow", value.id, part), self.view))
            return [self.value(value)] * self.width
        if not self.facts.shadowed(value):
            return [value] * self.width
        assert not isinstance(value, InlineAsm | MetadataOperand)
        return [self.emission.shadow_constant(value, lane) for lane in range(self.width)]

    def stored(self, call: Call | Invoke, result: int) -> Value:
        """What a function with a rule stored through a pointer."""
        return self.fetch(self.plan.out_node(call, result))[0]

    def choice(self, number: int, asked: Choice) -> Value:
        """Whether what the rule of a call asked held: the condition of that number."""
        result = asked.call.result
        assert result is not None
        return self.fetch(self.seen(Node("choice", result.id, number), self.view))[0]

    def passed(self, call: Call | Invoke, place: int) -> Value:
        """What lay in memory that a call was given as an argument by value."""
        return self.fetch(Node("given", self.plan.number(call), place))[0]

    def fetch(self, node: Node) -> list[Value]:
        """The lanes of a node, at the builder's place or where the loop inside its level is
        entered."""
        work = [node]
        while work:
            top = work[-1]
            if self.known(top) is not None:
                work.pop()
                continue
            missing = [need for need in self.wanted(top) if self.known(need) is None]
            if missing:
                work += missing
                continue
            self.place_at(top)
            work.pop()
        found = self.known(node)
        assert found is not None
        return found

    def known(self, node: Node) -> list[Value] | None:
        """A node that is at hand here."""
        if node.kind == "value" and node.id in self.given:
            return [self.given[node.id]]
        if node.kind == "shadow" and (node.id, node.part) in self.given_shadows:
            return self.given_shadows[node.id, node.part]
        there = self.turns.at_hand(node)
        if there is not None:
            return there
        return self._memo.get((self.spot(node), node))

    def wanted(self, node: Node) -> tuple[Node, ...]:
        """The nodes that must be at hand to make one."""
        if self.plan.saved(node.base):
            return ()
        recipe = self.plan.needs.recipe(node.base)
        assert recipe is not None, node
        view = self.handed_on(node)
        needs = [self.seen(need, view) for need in recipe]
        return tuple(need for need in needs if self.spot(need) == self.spot(node))

    def seen(self, node: Node, view: View) -> Node:
        """A node as a view shows it, if it belongs to the loop that is looked at."""
        return node._replace(view=view) if self.own_level(node) in dict(view) else node

    def handed_on(self, node: Node) -> View:
        """The view in which the ingredients of a node are looked at."""
        held = self.plan.needs.held.get(node.id) if node.kind == "value" else None
        if held is None:
            return node.view
        return ((held.made, dict(node.view).get(held.seen, held.seen)),)

    def level(self, node: Node) -> int:
        """The loop level on which a node is made."""
        level = self.own_level(node)
        return dict(node.view).get(level, level)

    def own_level(self, node: Node) -> int:
        """The loop level of a node."""
        return self.plan.home(node)

    def spot(self, node: Node) -> int:
        """The block in which a node is fetched for the current place."""
        level = self.level(node)
        if level == self.loop or not self.facts.inside(self.loop, level):
            return self.b.current
        inner = self.loop
        while self.facts.parent(inner) != level:
            inner = self.facts.parent(inner)
        return self.entries[inner].block

    def place_at(self, node: Node) -> None:
        """Emit a node at its spot, its ingredients being at hand there."""
        spot = self.spot(node)
        here, loop, view = self.b.current, self.loop, self.view
        if spot != here:
            self.b.at(spot)
            self.loop = self.level(node)
        if self.plan.saved(node.base):
            self.view = node.view
            slot = self.plan.slots[node.base]
            lanes = self.tape.load(slot, self.place(slot))
        else:
            self.view = self.handed_on(node)
            lanes = self.again(node)
        self._memo[self.b.current if spot == here else spot, node] = lanes
        self.b.at(here)
        self.loop, self.view = loop, view

    # ---- computing again -----------------------------------------------------------------------

    def again(self, node: Node) -> list[Value]:
        """Compute a node by its recipe."""
        if node.kind == "count":
            count = self.facts.evolution.count(node.id)
            assert count is not None
            return [symbolic(self.b, count.sym, self.value)]
        if node.kind == "choice":
            choice = self.plan.needs.choices[node.id][node.part]
            return [choice.made(self.b, self.emission.declare, self.value)]
        instr = self.function.definitions[node.id]
        assert instr is not None
        if node.kind == "value":
            return [self.value_again(instr)]
        return self.shadow_again(instr, node.part)

    def value_again(self, instr: Instr) -> Value:
        """A primal value, computed as it was."""
        if isinstance(instr, Phi):
            induction = self.facts.induction(instr, self.function.home[instr.result.id])
            if induction is None:
                return self.value(instr.incoming[0][0])
            return self.induced(self.value(induction.start), instr)
        if isinstance(instr, Alloca):
            return self.tape.fixed_alloca(instr, None)
        assert instr.result is not None
        if instr.result.id in self.plan.needs.held:
            return self.value(self.plan.needs.held[instr.result.id].value)
        for operand in operands(instr):
            if isinstance(operand, Local):
                self.value(operand)
        result = self.b.local(instr.result.type, self.function.names[instr.result.id])
        made = map_operands(defined_lanes(instr), self.value, lambda label: label, result)
        assert not isinstance(made, DbgRecord)
        self.b.append(replace(made, meta=self.meta(instr)))
        return result

    def meta(self, instr: Instr) -> Meta:
        """The attachments of a repeated instruction."""
        kept = tuple(item for item in instr.meta if item[0] not in _DROPPED)
        kept += self.locations.of(instr)
        if isinstance(instr, Load):
            return self.emission.scopes.access(self.b.name, "primal", kept)
        return kept

    def induced(self, start: Value, phi: Phi) -> Value:
        """`start + k·step` in the type of an induction variable."""
        home = self.function.home[phi.result.id]
        induction = self.facts.induction(phi, home)
        assert induction is not None
        k = self.iteration(self.facts.loop_of(home))
        return induced(self.b, induction, start, k, self.value)

    def shadow_again(self, instr: Instr, part: int) -> list[Value]:
        """The shadows of a pointer, computed as the pointer was."""
        b = self.b
        match instr:
            case Alloca():
                return [self.tape.fixed_alloca(instr, lane) for lane in range(self.width)]
            case Gep(source=source, base=base, indices=indices, flags=flags):
                copies = [self.value(index) for index in indices]
                return [b.gep(source, sh, copies, flags) for sh in self.shadow(base)]
            case Cast(op=op, value=value):
                return [b.cast(op, sh, instr.result.type) for sh in self.shadow(value)]
            case Freeze(value=value):
                return self.shadow(value, part)
            case Select(condition=condition, then=then, otherwise=otherwise):
                test = self.value(condition)
                pairs = zip(self.shadow(then, part), self.shadow(otherwise, part), strict=True)
                return [b.select(test, yes, no) for yes, no in pairs]
            case Load(pointer=pointer):
                return self.shadow_loaded(instr, pointer, part)
            case Phi():
                home = self.function.home[instr.result.id]
                induction = self.facts.induction(instr, home)
                if induction is None:
                    return self.shadow(instr.incoming[0][0], part)
                return [self.induced(sh, instr) for sh in self.shadow(induction.start)]
            case Call() if is_pointer_copy(instr):
                extra = [self.value(arg) for arg in instr.args[1:]]
                made = [
                    b.call(instr.callee, instr.type, [sh, *extra])
                    for sh in self.shadow(instr.args[0])
                ]
                return [lane for lane in made if lane is not None]
            case _:
                raise AssertionError(f"no recipe for the shadow of {instr}")

    def shadow_loaded(self, instr: Load, pointer: Value, part: int) -> list[Value]:
        """A pointer's shadow, loaded again from the shadow of its place."""
        leaf = self.facts.pointers(instr.result)[part]
        align = known_align(instr.align, leaf.offset)
        meta = self.shadow_meta(instr, pointer)
        return [
            self.b.load(leaf.type, self.b.offset(sh, leaf.offset), align, meta)
            for sh in self.shadow(pointer)
        ]

    def shadow_meta(self, instr: Instr, pointer: Value) -> Meta:
        """The attachments of an access to the shadow of what `instr` accesses."""
        meta = tuple(item for item in instr.meta if item[0] == "tbaa")
        if self.facts.mixed(pointer):
            return meta
        return self.emission.scopes.access(self.b.name, "shadow", meta)
