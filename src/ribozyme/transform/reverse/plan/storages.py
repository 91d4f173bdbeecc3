"""The storage of each loop that saves anything, chosen by what is known of the counts of its nest.

    fixed      the counts of the nest are constants and small: an array in the frame
    block      the counts are exact when the outermost loop `root` begins: one allocation there
    segments   everything else: arrays that grow, linked backwards

Innermost loops come first: what finds a storage again (the base of a block, the end of a growing
array, the bounds of a nest) is itself saved on the level around it.
"""

from __future__ import annotations

from typing import Final, Literal, final

from ribozyme.analysis.declared.marks import ADDRESS
from ribozyme.analysis.flow.sym import leaves as sym_leaves
from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Alloca, CondBr
from ribozyme.ir.values import Local
from ribozyme.transform.core.interface import Mode
from ribozyme.transform.parallel.uniform import uniform
from ribozyme.transform.reverse.accesses.dropped import dropped
from ribozyme.transform.reverse.accesses.shared import Shared, Sharing
from ribozyme.transform.reverse.plan.entry_tests import bounds, left
from ribozyme.transform.reverse.plan.nodes import Needs, Node, value_nodes
from ribozyme.transform.reverse.plan.slots import (
    OF_BLOCK,
    Key,
    Slot,
    Slots,
    Storage,
    alloca_count,
    apart,
    constant_trips,
    first_node,
    fixed_node,
)

FIXED_BYTES: Final = 2048


@final
class Storages:
    """Chooses the storages of one function."""

    def __init__(self, slots: Slots, needs: Needs) -> None:
        self.facts = slots.facts
        self.kept = slots
        self.needs = needs
        self._dropped: dict[int, tuple[int, ...]] = {}
        self._sharing = Sharing(slots.facts)
        self._shared: dict[int, Shared | None] = {}
        self._growing: dict[int, bool] = {}
        self._levels: dict[int, list[Slot]] = {}  # slots by loop

    def slot(self, node: Node) -> Slot:
        """The slot of a saved node."""
        type, lanes, size, align = self.kept.extent(node)
        level = self.kept.level(node)
        behind = len(self.needs.behind.get(node.id, ())) if node.kind == "value" else 0
        if level < 0:
            return Slot(node, level, type, lanes, size, align, behind=behind)
        dropped = self.dropped(node)
        rows = self.grows(level) or not self.is_number(node, type)
        shared = None if rows else self.shared(node)
        alike = self.uniform(node)
        return Slot(node, level, type, lanes, size, align, dropped, rows, shared, behind, alike)

    def uniform(self, node: Node) -> bool:
        """Whether what is kept for a node is kept once for all threads of a block: a number that
        they have alike, in a nest whose counts they have alike, which is begun once."""
        facts, loop = self.facts, self.kept.level(node)
        request = facts.whole.request
        if not request.blockwise or request.mode is not Mode.REVERSE or node.kind != "value":
            return False
        alike = uniform(facts)
        if node.id not in alike or loop < 0 or self.grows(loop) or self.shared(node) is not None:
            return False
        if self.needs.behind.get(node.id):
            return False
        nest = facts.chain(loop)
        kind, root = self.storage_kind(loop, 8)
        if kind != "block" or root != nest[-1] or any(one in self.kept.merged for one in nest):
            return False
        counts = [facts.evolution.count(one) for one in nest]
        leaves = [leaf for c in counts if c is not None for leaf in sym_leaves(c.sym)]
        known = all(leaf.id in alike for leaf in leaves if isinstance(leaf, Local))
        return known and self.is_number(node, self.kept.extent(node)[0])

    def is_number(self, node: Node, type: ty.Type | None) -> bool:
        """Whether what is kept for a node is a float, or an integer that is nothing else."""
        if not isinstance(type, ty.IntType) or node.kind != "value":
            return isinstance(type, ty.FloatType | ty.IntType)
        value, whole = self.facts.function.handle(node.id), self.facts.whole
        mask = whole.pointsto.mask(self.facts.function, value)
        return not mask and not whole.bits.carries(self.facts.function, value)

    def dropped(self, node: Node) -> tuple[int, ...]:
        """The loops over which what is kept for a node does not change, and merged ones."""
        loop = self.kept.level(node)
        if loop < 0 or not self.by_number(loop):
            return ()
        around = tuple(other for other in self.facts.chain(loop) if other in self.kept.merged)
        if node.kind not in ("value", "shadow"):
            return around
        if node.id not in self._dropped:
            local = self.kept.facts.function.handle(node.id)
            own = dropped(self.facts, local)
            self._dropped[node.id] = tuple(dict.fromkeys((*own, *around)))
        return self._dropped[node.id]

    def shared(self, node: Node) -> Shared | None:
        """How what is kept for a node is shared, if it is."""
        loop = self.kept.level(node)
        if node.kind != "value" or loop < 0 or self.facts.whole.request.replayed:
            return None
        if node.id not in self._shared:
            kind, root = self.storage_kind(loop, 8)
            found: Shared | None = None
            if kind == "block":
                chain = self.facts.chain(loop)
                nest = chain[: chain.index(root) + 1]
                merged = (at for at, around in enumerate(nest) if around in self.kept.merged)
                local = self.facts.function.handle(node.id)
                found = self._sharing.shared(local, tuple(nest[: next(merged, len(nest))]))
            self._shared[node.id] = found
        return self._shared[node.id]

    def by_number(self, loop: int) -> bool:
        """Whether what is kept on the level of a loop is found by the number of the run."""
        return loop not in self.kept.merged and not self.grows(loop)

    def grows(self, loop: int) -> bool:
        """Whether what is kept on the level of a loop lies in a growing array."""
        if loop not in self._growing:
            self._growing[loop] = self.storage_kind(loop, 8)[0] == "segments"
        return self._growing[loop]

    def storages(self, slots: dict[Node, Slot]) -> dict[Key, Storage]:
        """A storage for each loop with slots; block pointers and cursors become slots
        themselves."""
        facts = self.facts
        pending = sorted(range(len(facts.loops.loops)), key=facts.depth, reverse=True)
        found: dict[Key, Storage] = {}
        self._levels = {}
        for slot in slots.values():
            self._levels.setdefault(slot.loop, []).append(slot)
        for loop in pending:  # innermost first: a storage adds slots to the level around it
            own = list(self._levels.get(loop, ()))
            for key in sorted({slot.key for slot in own}):
                storage = self.storage(key, [slot for slot in own if slot.key == key])
                if storage.kind == "block" and storage.rows:
                    parts = [s.part for s in found.values() if s.root == storage.root]
                    storage = replace(storage, part=max((0, *parts)) + 1)
                found[key] = storage
                self.beside(storage, slots)
        return found

    def storage(self, key: Key, group: list[Slot]) -> Storage:
        """The storage of some slots of a loop that have the same dimensions."""
        loop, without, rows, _, alike = key
        kind, root = self.storage_kind(loop, sum(slot.size for slot in group))
        if kind == "segments" and not self.grows(loop):
            kind = "fixed"  # long, but of a constant length, and nothing else
        ordered = tuple(sorted(group, key=lambda slot: (-slot.align, slot.node)))
        shared = group[0].shared
        if shared is not None:
            root = shared.root
        part = OF_BLOCK if alike else 0
        return Storage(loop, kind, root, ordered, without, rows, part)

    def beside(self, storage: Storage, slots: dict[Node, Slot]) -> None:
        """Slots for what finds a storage again: a block's base and bounds, a cursor."""
        loop = storage.loop
        if storage.kind == "segments":
            node = Node("cursor", loop)
            self._put(slots, node)
        if storage.kind != "block":
            return
        self._put(slots, storage.block)
        if storage.shared is not None:
            self._put(slots, storage.shared.mask)
        for around in self.facts.chain(loop):
            self.keep_bounds(slots, around, storage.root)
            if around == storage.root:
                break

    def _put(self, slots: dict[Node, Slot], node: Node) -> None:
        if node not in slots:
            slots[node] = self.slot(node)
            self._levels.setdefault(slots[node].loop, []).append(slots[node])

    def keep_bounds(self, slots: dict[Node, Slot], loop: int, root: int) -> None:
        """What a nest's layout is computed from must be at hand in reverse: save what is not."""
        work = list(value_nodes(*bounds(self.facts, loop, root)))
        while work:
            node = work.pop()
            if node in slots:
                continue
            recipe = self.needs.recipe(node)
            if recipe is None:
                self._put(slots, node)
            else:
                work.extend(recipe)

    def storage_kind(
        self, loop: int, stride: int
    ) -> tuple[Literal["fixed", "block", "segments"], int]:
        """The best storage a loop can have."""
        nest = self.facts.chain(loop)
        several = [around for around in nest if around not in self.kept.merged]
        constant = [constant_trips(self.facts, around) for around in several]
        if all(count is not None for count in constant):
            total = stride
            for count in constant:
                total *= count or 1
            if total <= FIXED_BYTES:
                return "fixed", nest[-1]
        root = -1
        for around in nest:
            if not self.countable(nest, around):
                break
            root = around
        return ("block", root) if root >= 0 else ("segments", -1)

    def countable(self, nest: list[int], root: int) -> bool:
        """Whether the counts from the innermost loop of `nest` to `root` are known before
        `root`."""
        facts = self.facts
        if facts.loops.loops[root].preheader is None:
            return False
        for loop in nest:
            count = facts.evolution.count(loop)
            if count is None or not count.exact:
                return False
            for leaf in sym_leaves(count.sym):
                if isinstance(leaf, Local) and facts.inside(facts.loop_of_value(leaf), root):
                    return False
            if loop == root:
                return True
            if not self.regular(loop, root):
                return False
        return True

    def regular(self, loop: int, root: int) -> bool:
        """Whether an inner loop is entered in every iteration of `root`, or by an invariant
        test."""
        facts = self.facts
        inner = facts.loops.loops[loop]
        latches = facts.loops.loops[root].latches
        block = inner.header
        stop = facts.loops.loops[root].header
        while block != stop:
            above = facts.flow.idom[block]
            behind = left(facts, above, block)
            if behind >= 0:  # a loop that came to its end before says nothing about this one
                block = facts.loops.loops[behind].header
                continue
            terminator = facts.function.blocks[above].terminator
            if isinstance(terminator, CondBr) and not all(
                facts.flow.dominates(block, latch) for latch in latches
            ):
                condition = terminator.condition
                if isinstance(condition, Local) and facts.inside(
                    facts.loop_of_value(condition), root
                ):
                    return False
            block = above
        return True

    def frame(
        self, slots: dict[Node, Slot], storages: dict[Key, Storage]
    ) -> tuple[dict[Node, int], int, int]:
        """Offsets in the frame of what is outside loops, of fixed arrays and of fixed allocas; its
        size and alignment."""
        layout = self.facts.layout
        wanted: list[tuple[int, int, Node]] = []
        for slot in slots.values():
            if slot.loop < 0:
                wanted.append((slot.align, slot.size, slot.node))
        for storage in storages.values():
            if storage.kind == "fixed":
                total = storage.stride
                for around in self.facts.chain(storage.loop):
                    if around not in storage.dropped:
                        total *= storage.entries(around, constant_trips(self.facts, around) or 1)
                wanted.append((64 if total >= 64 else 16, total, fixed_node(storage)))
            elif storage.kind == "segments" and self.facts.whole.request.replayed:
                wanted.append((8, 8, first_node(storage)))
        for instr in self.facts.function.blocks[0].instrs:
            if isinstance(instr, Alloca) and self.facts.fixed(instr):
                align = max(instr.align, layout.align(instr.allocated))
                size = layout.alloc_size(instr.allocated) * alloca_count(instr)
                if apart(self.facts, instr):
                    align = size = ADDRESS
                wanted.append((align, size, Node("alloca", instr.result.id)))
                if self.facts.shadowed(instr.result):
                    for lane in range(self.kept.interface.width):
                        wanted.append((align, size, Node("alloca.shadow", instr.result.id, lane)))
        offsets: dict[Node, int] = {}
        at = 0
        for align, size, node in sorted(wanted, key=lambda want: (-want[0], want[2])):
            at = -(-at // align) * align
            offsets[node] = at
            at += size
        whole = max((16, *(align for align, _, _ in wanted)))
        return offsets, -(-at // whole) * whole, whole
