"""Values of the forward sweep in the reverse sweep: read from the tape, or rematerialised.

`fetch` gives the lanes of a node. They are made where it costs least: what belongs to an outer
level is fetched where the reverse sweep enters the loop (`Entry`), not in every iteration.
Invariant: only the tape and the memory that a recipe may read are read; nothing is written.

    for (i) { c = cos(x[i]); y[i] = c * z; }
    →   entered: z;   in each iteration: c from the tape, or cos(x[k]) again
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, final

from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder, i64
from ribozyme.ir.instrs import (
    Alloca,
    Call,
    Cast,
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
from ribozyme.transform.core.shape import as_word, defined, defined_lanes, known_align
from ribozyme.transform.core.sites import is_pointer_copy, is_pointer_mask
from ribozyme.transform.emit import both_sorts
from ribozyme.transform.emit.emission import Emission
from ribozyme.transform.emit.masked_shadows import beside
from ribozyme.transform.emit.symbolic import induced, symbolic
from ribozyme.transform.emit.table_calls import place_of_table
from ribozyme.transform.reverse.accesses.shared import Shared
from ribozyme.transform.reverse.emit.tape import Place, Tape
from ribozyme.transform.reverse.plan.choices import Choice
from ribozyme.transform.reverse.plan.entry_tests import EntryTest, entry_tests
from ribozyme.transform.reverse.plan.nests import Nest, clamped, entries, nest, position
from ribozyme.transform.reverse.plan.nodes import Node, View, looked_at, value_node, value_nodes
from ribozyme.transform.reverse.plan.plan import Plan
from ribozyme.transform.reverse.plan.slots import Key, Slot, Storage

_DROPPED = ("dbg", "DIAssignID", "range", "noundef", "nonnull", "heapallocsite", "callees")


@final
@dataclass(slots=True)
class Entry:
    """Where the reverse sweep enters a loop: a block to which fetches are appended until the
    end."""

    block: int
    targets: list[int]  # reversed blocks or entries of inner loops, told apart by `which`
    which: Local | None = None


class AtHand(Protocol):
    """What the forward sweep of the same function still knows, where iterations are reversed at
    their end."""

    @property
    def any(self) -> bool:
        """Whether there is such a sweep."""

    def at_hand(self, node: Node) -> list[Value] | None:
        """What it knows of a node where the current iteration is reversed."""

    def iteration(self, loop: int) -> Value | None:
        """The number of the iteration, of a one-pass loop."""


class Recall:
    """The nodes at hand in the reverse sweep of one function, and the making of others."""

    turns: AtHand

    def __init__(
        self,
        emission: Emission,
        plan: Plan,
        b: FunctionBuilder,
        tape: Tape,
        values: dict[int, Value],
        shadows: dict[tuple[int, int], list[Value]],
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
        self.loop = -1  # in which the sweep stands
        self.view: View = ()  # of the node that is being fetched
        self.entries: dict[int, Entry] = {}
        self.counters: dict[int, Local] = {}
        self.cursors: dict[int, tuple[Local, Local, Local]] = {}  # segment, rows, index
        self.nests: dict[tuple[int, int], Nest] = {}  # by root and where entered
        self.bases: dict[tuple[Node, int], Value] = {}  # of blocks, likewise
        self._memo: dict[tuple[int, Node], list[Value]] = {}
        self._levels: dict[tuple[str, int], int] = {}
        self._places: dict[tuple[int, Key, View], Place] = {}

    # ---- places on the tape ------------------------------------------------------------------

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
            rows, index = self.cursors[loop][1:]
            found = Place(
                base=b.load(ty.PTR, rows, 8),
                position=b.load(ty.I64, index, 8),
            )
        else:
            loops = self.plan.loops(storage)
            mask: Value | None = None
            if storage.kind == "fixed":
                base: Value = self.tape.fixed_array(storage)
                total: Value = i64(self.plan.fixed_total(storage))
            else:
                start, layout = self.nest(storage)
                base = b.offset(start, layout.offsets[storage.key])
                total = layout.totals[storage.key]
                mask = layout.masks.get(storage.key)
            loops_once = storage.shared.loops if storage.shared is not None else ()

            def count(loop: int) -> Value:
                return entries(b, storage, loop, self.count(loop))

            at = position(b, loops, self.iteration, count, loops_once, mask)
            found = Place(position=at, total=total, base=base)
        self._places[key] = found
        return found

    def iteration(self, loop: int) -> Value:
        """Which iteration of a loop the sweep is in, or looks at."""
        shown, ahead = looked_at(self.view, loop)
        number = self.turns.iteration(shown)
        if number is None:
            number = self.b.load(ty.I64, self.counters[shown], 8)
        return self.b.add(number, i64(ahead)) if ahead else number

    def count(self, loop: int) -> Value:
        """How often a loop ran in this activation."""
        (count,) = self.fetch(Node("count", loop))
        return count

    def nest(self, storage: Storage) -> tuple[Value, Nest]:
        """Where the block of a storage begins, and the layout, where the root's loop is entered."""
        root = storage.root
        around = self.facts.parent(root)
        entered = self.loop  # the root, unless it is looked at from a loop beside it
        while self.facts.parent(entered) != around:
            entered = self.facts.parent(entered)
        key = storage.block, entered

        def count(loop: int) -> Value:
            return self.nest_count(loop, entry_tests(self.facts, loop, root))

        if key not in self.bases:
            here, loop, view = self.b.current, self.loop, self.view
            self.b.at(self.entries[entered].block)
            self.loop, self.view = around, ()
            (self.bases[key],) = self.fetch(storage.block)
            if (root, entered) not in self.nests:
                self.nests[root, entered] = nest(self.b, self.plan, root, count, self.mask)
            self.b.at(here)
            self.loop, self.view = loop, view
        return self.bases[key], self.nests[root, entered]

    def mask(self, shared: Shared) -> Value:
        """Whether a shared load was kept once."""
        return self.fetch(shared.mask)[0]

    def nest_count(self, loop: int, tests: Iterable[EntryTest]) -> Value:
        """A count of a nest, clamped as the forward sweep did."""
        count = self.facts.evolution.count(loop)
        assert count is not None
        number = symbolic(self.b, count.sym, self.value)
        conditions = [(self.value(test.condition), test.outcome) for test in tests]
        return clamped(self.b, self.plan, loop, number, conditions)

    def recalled(self, value: Value) -> bool:
        """Whether a value of the primal can be had: it was saved, or can be computed again."""
        work = list(value_nodes(value))
        while work:
            node = work.pop()
            if self.known(node) is None and not self.plan.saved(node):
                recipe = self.plan.needs.recipe(node)
                if recipe is None:
                    return False
                work += recipe
        return True

    # ---- what the forward sweep knew -----------------------------------------------------------

    def value(self, value: Value) -> Value:
        """A primal value."""
        if not isinstance(value, Local):
            return defined(value)
        given = self.given.get(value.id)
        if given is not None:
            return given
        return self.fetch(self.seen(value_node(value.id), self.view))[0]

    def shadow(self, value: Value, part: int = 0) -> list[Value]:
        """The shadows of a pointer leaf of a value; of an inactive pointer, the pointer."""
        if isinstance(value, Local):
            if self.facts.pointers(value):
                return self.fetch(self.seen(Node("shadow", value.id, part), self.view))
            return [self.own(value, part)] * self.width
        if not self.facts.shadowed(value):
            return [self.own(value, part)] * self.width
        assert not isinstance(value, InlineAsm | MetadataOperand)
        return [self.emission.shadow_constant(value, lane) for lane in range(self.width)]

    def own(self, value: Value, part: int) -> Value:
        """A pointer leaf of a value without a shadow."""
        whole = isinstance(value.type, ty.StructType | ty.ArrayType)
        path = self.facts.pointer_parts(value)[part].path if whole else ()
        return both_sorts.word_of(self.b, self.value(value), path)

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
        there = self.known(node)
        if there is not None:
            return there
        work = [(node, False)]  # and whether all that it is made of is at hand
        while work:
            top, ready = work.pop()
            if self.known(top) is not None:
                continue
            wanted = () if ready else self.wanted(top)
            missing = [(need, False) for need in wanted if self.known(need) is None]
            if missing:
                work += [(top, True), *missing]
            else:
                self.place_at(top)
        found = self.known(node)
        assert found is not None
        return found

    def known(self, node: Node) -> list[Value] | None:
        """A node that is at hand here."""
        if node.kind == "value" and node.id in self.given:
            return [self.given[node.id]]
        if node.kind == "shadow" and (node.id, node.part) in self.given_shadows:
            return self.given_shadows[node.id, node.part]
        if self.turns.any:
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
        here = self.spot(node) if needs else 0
        return tuple(need for need in needs if self.spot(need) == here)

    def seen(self, node: Node, view: View) -> Node:
        """A node as a view shows it, if it belongs to the loop that is looked at."""
        if not view:
            return node
        level = self.own_level(node)
        return node._replace(view=view) if any(level == loop for loop, _, _ in view) else node

    def handed_on(self, node: Node) -> View:
        """The view in which the ingredients of a node are looked at."""
        held = self.plan.needs.held.get(node.id) if node.kind == "value" else None
        if held is None:
            return node.view
        shown, ahead = looked_at(node.view, held.seen)
        return ((held.made, shown, ahead + held.ahead),)

    def level(self, node: Node) -> int:
        """The loop level on which a node is made."""
        level = self.own_level(node)
        return looked_at(node.view, level)[0]

    def own_level(self, node: Node) -> int:
        """The loop level of a node."""
        key = node.kind, node.id
        found = self._levels.get(key)
        if found is None:
            found = self._levels[key] = self.plan.home(node)
        return found

    def spot(self, node: Node) -> int:
        """The block in which a node is fetched for the current place."""
        if self.loop < 0:
            return self.b.current
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
        whole, meta = defined_lanes(instr), self.meta(instr)
        self.b.append(map_operands(whole, self.value, lambda label: label, result, meta))
        return result

    def meta(self, instr: Instr) -> Meta:
        """The attachments of a repeated instruction."""
        kept = tuple(item for item in instr.meta if item[0] not in _DROPPED)
        kept += self.locations.of(instr)
        if isinstance(instr, Load):
            group = self.facts.groups.of(instr.pointer)
            return self.emission.scopes.access(self.b.name, "primal", kept, group)
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
                return [b.cast(op, sh, as_word(instr.result.type)) for sh in self.shadow(value)]
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
            case Call() if is_pointer_mask(instr):
                less = b.call(instr.callee, instr.type, list(map(self.value, instr.args)))
                assert less is not None
                pointer = instr.args[0]
                return beside(b, self.value(pointer), less, self.shadow(pointer))
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
        places = [self.b.offset(sh, leaf.offset) for sh in self.shadow(pointer)]
        tables = [place_of_table(self.emission, self.b, self.function, instr, at) for at in places]
        return [both_sorts.loaded_shadow(self, instr, leaf, at, align, meta) for at in tables]

    def shadow_meta(self, instr: Instr, pointer: Value) -> Meta:
        """The attachments of an access to the shadow of what `instr` accesses."""
        meta = tuple(item for item in instr.meta if item[0] == "tbaa")
        if self.facts.mixed(pointer):
            return meta
        group = self.facts.groups.of(pointer)
        return self.emission.scopes.access(self.b.name, "shadow", meta, group)
