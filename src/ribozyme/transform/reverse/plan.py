"""The plan of a function's reverse mode: what is saved and where, decided before anything is
emitted.

The needs of all adjoints, closed under the recipes, form a graph; a minimum cut through it says
what is saved: an edge costs bytes × how often the loop nest runs. Saved things live on a *level*:
outside all loops (the frame) or in a loop, once per iteration. Each loop that saves anything has a
storage:

    fixed      the counts of the nest are constants and small: an array in the frame
    block      the counts are exact when the outermost loop `root` begins: one allocation there
    segments   everything else: arrays that grow, linked backwards

The plan is a plain value, printed by `explain`; emission takes no decisions of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, final

from ribozyme.analysis.sym import Sym, SymConst
from ribozyme.analysis.tripcount import leaves as sym_leaves
from ribozyme.base.errors import NoDerivative, error
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Alloca, AtomicRMW, Call, CallLike, CondBr, Instr, Invoke, Phi, Store
from ribozyme.ir.module import Function
from ribozyme.ir.values import Local
from ribozyme.rules.memory import Deallocation, Reallocation, Sorting
from ribozyme.transform.emission import FrameSizes
from ribozyme.transform.facts import FunctionFacts
from ribozyme.transform.interface import Interface
from ribozyme.transform.refuse import refusal
from ribozyme.transform.reverse.cut import cheapest, closure, shortened
from ribozyme.transform.reverse.dropped import dropped
from ribozyme.transform.reverse.nodes import Needs, Node, value_nodes
from ribozyme.transform.reverse.ways import Way, ways
from ribozyme.transform.sites import (
    Callee,
    Differential,
    Drop,
    Indirect,
    Plain,
    Refused,
    Site,
    callee_name,
    is_dropped,
    passed_in_memory,
    site,
)

_JUMPS: Final = [
    "setjmp",
    "_setjmp",
    "sigsetjmp",
    "__sigsetjmp",
    "longjmp",
    "_longjmp",
    "siglongjmp",
    "__longjmp_chk",
]
FIXED_BYTES: Final = 2048
TRIPS: Final = 64  # how often a loop of unknown count is taken to run
MAX_WEIGHT: Final = 1 << 40
CHAIN: Final = 4
CHAIN_OF_INDICES: Final = 32


Key = tuple[int, tuple[int, ...]]  # a loop, and the loops around it that are no dimension


@final
@dataclass(frozen=True, slots=True)
class Slot:
    """Where a node is kept: on the level of `loop` (-1: the frame), `size` bytes per iteration.

    `type` is what one lane of it is stored as (None: raw bytes, a record), `lanes` how many there
    are; over the `dropped` loops around `loop` it does not change.
    """

    node: Node
    loop: int
    type: ty.Type | None
    lanes: int
    size: int
    align: int
    dropped: tuple[int, ...] = ()

    @property
    def key(self) -> Key:
        """The storage it lies in."""
        return self.loop, self.dropped


@final
@dataclass(frozen=True, slots=True)
class Storage:
    """How a loop keeps what is saved on its level; `root` is where a block is allocated.

    The arrays of one storage have the same dimensions: the loops of the nest but the `dropped`.
    """

    loop: int
    kind: Literal["fixed", "block", "segments"]
    root: int
    slots: tuple[Slot, ...]
    dropped: tuple[int, ...] = ()

    @property
    def key(self) -> Key:
        """How it is found."""
        return self.loop, self.dropped

    @property
    def stride(self) -> int:
        """Bytes per iteration."""
        return sum(slot.size for slot in self.slots)


@final
@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """What emission carries out for one function."""

    facts: FunctionFacts
    interface: Interface
    split: bool
    needs: Needs
    slots: dict[Node, Slot]
    storages: dict[Key, Storage]
    ways: dict[int, Way]
    calls: tuple[tuple[CallLike, Site], ...]
    frame: dict[Node, int] = field(default_factory=dict)  # offsets, split form only
    frame_size: int = 0

    def site(self, call: CallLike) -> Site:
        """What a call is."""
        return self.needs.sites[id(call)][1]

    def number(self, call: CallLike) -> int:
        """The number of a call."""
        return self.needs.sites[id(call)][0]

    def saved(self, node: Node) -> bool:
        """Whether a node is on the tape."""
        return node in self.slots

    def out_node(self, call: CallLike, result: int) -> Node:
        """What a call leaves behind besides its value."""
        return Node("out", self.number(call), result)

    def of_loop(self, loop: int) -> list[Storage]:
        """The storages on the level of a loop."""
        return [storage for _, storage in sorted(self.storages.items()) if storage.loop == loop]

    def loops(self, storage: Storage) -> list[int]:
        """The loops that are dimensions of a storage's arrays, outermost first."""
        chain = self.facts.chain(storage.loop)
        if storage.kind == "block":
            chain = chain[: chain.index(storage.root) + 1]
        return [loop for loop in reversed(chain) if loop not in storage.dropped]

    def rooted(self, root: int) -> list[Storage]:
        """The storages that share the allocation of a root, in order."""
        return [s for _, s in sorted(self.storages.items()) if s.kind == "block" and s.root == root]

    def roots_after(self, block: int) -> list[int]:
        """The roots whose nest begins behind a block."""
        roots = {s.root for s in self.storages.values() if s.kind == "block"}
        return sorted(r for r in roots if self.facts.loops.loops[r].preheader == block)

    def fixed_total(self, storage: Storage) -> int:
        """Iterations of the whole nest of a fixed storage."""
        total = 1
        for loop in self.loops(storage):
            total *= constant_trips(self.facts, loop) or 1
        return total


def sites_of(facts: FunctionFacts) -> list[tuple[CallLike, Site]]:
    """The calls of a function, in order, and what each is; in dead blocks nothing is asked."""
    _refuse_jumps(facts)
    return [
        (instr, (in_live if facts.live[index] else aside)(facts, index, instr))
        for index, block in enumerate(facts.function.blocks)
        for instr in block.instrs
        if isinstance(instr, Call | Invoke)
    ]


def in_live(facts: FunctionFacts, block: int, call: CallLike) -> Site:
    """What a call is that control comes back from."""
    return keeping(facts, call, met(facts, block, call))


def met(facts: FunctionFacts, block: int, call: CallLike) -> Site:
    """What a call is; one without a derivative is refused at once where control must come."""
    try:
        return site(facts, call)
    except NoDerivative as refused:
        if facts.flow.postdominates(block, 0):
            raise
        return Refused(refused.diagnostic.code, refused.diagnostic.message)


def aside(facts: FunctionFacts, block: int, call: CallLike) -> Site:
    """A call where control does not return from: repeated, unless it speaks of lifetimes.

    What a clean-up frees goes to the arena like everything else, its shadow with it.
    """
    assert not facts.live[block]
    if is_dropped(call):
        return Drop()
    callee = facts.whole.program.callee(call)
    if not isinstance(callee, Function) or not callee.is_declaration:
        return Plain()
    meaning = facts.whole.program.meaning(callee.name)
    return meaning if isinstance(meaning, Deallocation) else Plain()


def keeping(facts: FunctionFacts, call: CallLike, found: Site) -> Site:
    """A call that frees memory is no plain one: what it frees must live until reverse has read
    it."""
    if not isinstance(found, Plain):
        return found
    whole = facts.whole
    if not whole.effects.call(facts.function, call).frees:
        return found
    callee = whole.program.callee(call)
    if callee is None:
        targets = whole.pointsto.targets(facts.function, call)
        return Indirect(targets) if targets else found
    if not isinstance(callee, Function):
        return found
    if not callee.is_declaration:
        return Callee(callee)
    meaning = whole.program.meaning(callee.name)
    return meaning if isinstance(meaning, Deallocation | Reallocation) else found


def plan(facts: FunctionFacts, interface: Interface, frames: FrameSizes, *, split: bool) -> Plan:
    """The plan of one function."""
    _refuse_irreducible(facts)
    _require_closed(facts)
    return _Planner(facts, interface, frames, split).plan()


def _refuse_jumps(facts: FunctionFacts) -> None:
    """Control that comes back to a `setjmp` follows no edge that could be reversed."""
    for instr in facts.function.instrs():
        if isinstance(instr, Call | Invoke) and (callee_name(instr) or "") in _JUMPS:
            raise refusal(facts, instr, "RZ206", "setjmp and longjmp have no derivative")


def _require_closed(facts: FunctionFacts) -> None:
    """What a loop computes is used behind it by phis alone, as the pipeline `before` leaves it.

    The tape finds a value on the level of its loop; a use on another level would read another
    iteration's.
    """
    function = facts.function
    for id, home in enumerate(function.home):
        loop = -1 if home < 0 else facts.loop_of(home)
        if loop < 0:
            continue
        inside = facts.loops.loops[loop].blocks
        for block, use in function.uses[id]:
            closed = block in inside or (
                isinstance(use, Phi)
                and all(
                    source in inside
                    for value, source in use.incoming
                    if isinstance(value, Local) and value.id == id
                )
            )
            if not closed and facts.flow.reachable(block):
                raise error(
                    "RZ901", f"'{function.name}': a value leaves its loop other than by a phi"
                )


def _refuse_irreducible(facts: FunctionFacts) -> None:
    """Cycles with several entries cannot be followed backwards; `reducible` leaves few of them."""
    for region in facts.loops.irreducible:
        live = sorted(block for block in region if facts.live[block])
        if live:
            branch = facts.function.blocks[live[0]].terminator
            raise refusal(facts, branch, "RZ208", "this cycle is entered in several places")


@final
class _Planner:
    def __init__(
        self, facts: FunctionFacts, interface: Interface, frames: FrameSizes, split: bool
    ) -> None:
        self.facts = facts
        self.interface = interface
        self.frames = frames
        self.split = split
        self._dropped: dict[int, tuple[int, ...]] = {}
        self.calls = sites_of(facts)
        self.call_blocks = [
            index
            for index, block in enumerate(facts.function.blocks)
            for instr in block.instrs
            if isinstance(instr, Call | Invoke)
        ]
        sites = {id(call): (number, s) for number, (call, s) in enumerate(self.calls)}
        self.needs = Needs(facts, sites)

    def plan(self) -> Plan:
        work = [self.works(index) for index in range(len(self.facts.function.blocks))]
        directions = ways(self.facts, work)
        needed = self.needed(directions)
        saved = self.cut(needed, directions)
        slots = {node: self.slot(node) for node in saved}
        storages = self.storages(slots)
        slots = {slot.node: slot for slot in slots.values()}
        frame, size = self.frame(slots, storages)
        return Plan(
            self.facts,
            self.interface,
            self.split,
            self.needs,
            slots,
            storages,
            directions,
            tuple(self.calls),
            frame,
            size,
        )

    # ---- what is needed ----------------------------------------------------------------------

    def works(self, block: int) -> bool:
        """Whether the reverse sweep has anything to do in a block."""
        return self.facts.live[block] and any(
            self.acts(instr) for instr in self.facts.function.blocks[block].instrs
        )

    def acts(self, instr: Instr) -> bool:
        """Whether an instruction has an adjoint."""
        if isinstance(instr, Call | Invoke):
            return not isinstance(self.needs.sites[id(instr)][1], Plain)
        if isinstance(instr, Store | AtomicRMW):
            return self.facts.shadowed(instr.pointer)
        return instr.result is not None and self.facts.active(instr.result)

    def needed(self, directions: dict[int, Way]) -> set[Node]:
        """Every node that some adjoint or some decision of the reverse sweep reads."""
        facts = self.facts
        found: set[Node] = set()
        for index, block in enumerate(facts.function.blocks):
            if facts.live[index]:
                for instr in block.instrs:
                    found.update(self.needs.of(instr))
        visited: set[int] = set()
        for index in _reversed_blocks(facts, directions):
            if directions[index].choice:
                found.add(Node("from", index))
            visited.update(facts.chain(facts.loop_of(index)))
        found.update(Node("count", loop) for loop in visited)
        if len(facts.returns) > 1:
            found.add(Node("from", len(facts.function.blocks)))
        return found

    def recipe(self, node: Node, directions: dict[int, Way]) -> tuple[Node, ...] | None:
        """How a node is computed again, ways included."""
        if node.kind == "from" and node.id not in directions:
            return None  # which return it was
        if node.kind == "from":
            conditions = directions[node.id].conditions
            if conditions is None:
                return None
            return tuple(
                Node("value", value.id) for value in conditions if isinstance(value, Local)
            )
        return self.needs.recipe(node)

    # ---- the cut -----------------------------------------------------------------------------

    def cut(self, needed: set[Node], directions: dict[int, Way]) -> set[Node]:
        """The cheapest set of nodes from which all needed ones can be computed."""
        at_hand = {node for node in needed if self.at_hand(node)}
        recipes = closure(
            needed, lambda node: () if node in at_hand else self.recipe(node, directions)
        )
        saved = cheapest(recipes, needed, self.cost) | at_hand
        return shortened(recipes, needed, saved, self.place_of, self.limit)

    def at_hand(self, node: Node) -> bool:
        """Whether saving a node costs nothing: a result outside loops stays in a register."""
        if self.split or node.kind != "value" or self.level(node) >= 0:
            return False
        return ty.is_float(self.type_of(node.id)) and bool(self.needs.recipe(node))

    def place_of(self, node: Node) -> tuple[int, int]:
        """Loop and block of a node; block -1 for what is there from the start."""
        if node.kind in ("value", "shadow"):
            return self.level(node), self.facts.function.home[node.id]
        return self.level(node), node.id if node.kind == "from" else -1

    def limit(self, node: Node) -> int:
        """Through how many blocks a recomputation may pass; indices and addresses may be longer."""
        number = node.kind != "value" or not ty.is_float(self.type_of(node.id))
        return CHAIN_OF_INDICES if number else CHAIN

    def cost(self, node: Node) -> int:
        """Bytes × runs; outside loops a combined form keeps values in registers."""
        loop = self.level(node)
        if loop < 0 and not self.split:
            return 1
        weight = 8
        without = self.dropped(node)
        for around in self.facts.chain(loop):
            if around in without:
                continue
            weight = min(weight * self.trips(around), MAX_WEIGHT)
        return weight * max(self.extent(node)[2], 1)

    def trips(self, loop: int) -> int:
        """How often a loop is taken to run."""
        count = self.facts.evolution.count(loop)
        known = sym_constant(count.sym) if count is not None else None
        return max(1, known) if known is not None else TRIPS

    def level(self, node: Node) -> int:
        """The loop on whose level a node is kept."""
        facts = self.facts
        match node.kind:
            case "value" | "shadow":
                home = facts.function.home[node.id]
                return -1 if home < 0 else facts.loop_of(home)
            case "from":
                return facts.loop_of(node.id) if node.id in facts.blocks else -1
            case "count" | "cursor":
                return facts.parent(node.id)
            case "block":
                return facts.parent(node.id)
            case _:
                return facts.loop_of(self.call_blocks[node.id])

    # ---- slots and storages ------------------------------------------------------------------

    def extent(self, node: Node) -> tuple[ty.Type | None, int, int, int]:
        """Type, lanes, bytes and alignment of what is kept for a node."""
        layout = self.facts.layout
        match node.kind:
            case "value":
                type = self.type_of(node.id)
                return type, 1, layout.alloc_size(type), layout.align(type)
            case "shadow":
                leaf = self.facts.pointers(self.local(node.id))[node.part]
                size = layout.alloc_size(leaf.type)
                lanes = self.interface.width
                return leaf.type, lanes, size * lanes, layout.align(leaf.type)
            case "from":
                return ty.I8, 1, 1, 1
            case "cursor":
                return None, 1, 16, 8
            case "frame":
                size_known = self.frames.of(self.calls[node.id][1])
                if size_known is None:
                    return ty.PTR, 1, 8, 8
                return None, 1, size_known, 16
            case "out" | "given":
                type = self.out_type(node)
                return type, 1, layout.alloc_size(type), layout.align(type)
            case "block":
                return ty.PTR, 1, 8, 8
            case _:
                return ty.I64, 1, 8, 8

    def out_type(self, node: Node) -> ty.Type:
        """The type a function stores through a pointer argument, or finds behind one."""
        call, found = self.calls[node.id]
        if node.kind == "given" and isinstance(call, Call | Invoke):
            inside = passed_in_memory(call, call.args[node.part])
            assert inside is not None
            return inside
        if isinstance(found, Reallocation):
            return ty.I64
        if isinstance(found, Sorting):
            return ty.PTR
        if isinstance(found, Differential) and found.rule.results[node.part] == "int":
            return ty.I32
        return next((arg.type for arg in call.args if ty.is_float(arg.type)), ty.DOUBLE)

    def local(self, id: int) -> Local:
        """The handle of a local."""
        instr = self.facts.function.definitions[id]
        found = self.facts.function.params[id].local if instr is None else instr.result
        assert found is not None
        return found

    def type_of(self, id: int) -> ty.Type:
        """The type of a local."""
        return self.local(id).type

    def slot(self, node: Node) -> Slot:
        """The slot of a saved node."""
        type, lanes, size, align = self.extent(node)
        return Slot(node, self.level(node), type, lanes, size, align, self.dropped(node))

    def dropped(self, node: Node) -> tuple[int, ...]:
        """The loops over which what is kept for a node does not change."""
        if node.kind not in ("value", "shadow"):
            return ()
        if node.id not in self._dropped:
            local = self.local(node.id)
            loop = self.level(node)
            fits = loop >= 0 and self.storage_kind(loop, 8)[0] != "segments"
            self._dropped[node.id] = dropped(self.facts, local) if fits else ()
        return self._dropped[node.id]

    def storages(self, slots: dict[Node, Slot]) -> dict[Key, Storage]:
        """A storage for each loop with slots; block pointers and cursors become slots
        themselves."""
        facts = self.facts
        pending = sorted(range(len(facts.loops.loops)), key=facts.depth, reverse=True)
        found: dict[Key, Storage] = {}
        blocks: set[int] = set()
        for loop in pending:  # innermost first: a storage adds slots to the level around it
            if loop in blocks:
                node = Node("block", loop)
                slots[node] = self.slot(node)
            own = [slot for slot in slots.values() if slot.loop == loop]
            for without in sorted({slot.dropped for slot in own}):
                group = [slot for slot in own if slot.dropped == without]
                storage = self.storage(loop, without, group)
                found[storage.key] = storage
                if storage.kind == "block":
                    blocks.add(storage.root)
                self.beside(storage, slots)
        return found

    def storage(self, loop: int, without: tuple[int, ...], group: list[Slot]) -> Storage:
        """The storage of some slots of a loop that have the same dimensions."""
        kind, root = self.storage_kind(loop, sum(slot.size for slot in group))
        ordered = tuple(sorted(group, key=lambda slot: (-slot.align, slot.node)))
        return Storage(loop, kind, root, ordered, without)

    def beside(self, storage: Storage, slots: dict[Node, Slot]) -> None:
        """Slots for what finds a storage again: a block's base and bounds, a cursor."""
        loop = storage.loop
        if storage.kind == "segments":
            node = Node("cursor", loop)
            slots[node] = self.slot(node)
        if storage.kind != "block":
            return
        if storage.root == loop:
            node = Node("block", loop)
            slots[node] = self.slot(node)
        for around in self.facts.chain(loop):
            self.keep_bounds(slots, around)
            if around == storage.root:
                break

    def keep_bounds(self, slots: dict[Node, Slot], loop: int) -> None:
        """What a nest's layout is computed from must be at hand in reverse: save what is not."""
        count = self.facts.evolution.count(loop)
        assert count is not None
        work = list(value_nodes(*sym_leaves(count.sym)))
        while work:
            node = work.pop()
            if node in slots:
                continue
            recipe = self.needs.recipe(node)
            if recipe is None:
                slots[node] = self.slot(node)
            else:
                work.extend(recipe)

    def storage_kind(
        self, loop: int, stride: int
    ) -> tuple[Literal["fixed", "block", "segments"], int]:
        """The best storage a loop can have."""
        nest = self.facts.chain(loop)
        constant = [constant_trips(self.facts, around) for around in nest]
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
            left = self.left(above, block)
            if left >= 0:  # a loop that came to its end before says nothing about this one
                block = facts.loops.loops[left].header
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

    def left(self, above: int, block: int) -> int:
        """The outermost loop around `above` that `block` lies behind; -1 if there is none."""
        facts = self.facts
        behind = [
            loop
            for loop in facts.chain(facts.loop_of(above))
            if block not in facts.loops.loops[loop].blocks
        ]
        return behind[-1] if behind else -1

    # ---- the frame ---------------------------------------------------------------------------

    def frame(
        self, slots: dict[Node, Slot], storages: dict[Key, Storage]
    ) -> tuple[dict[Node, int], int]:
        """Offsets in the frame of what is outside loops, of fixed arrays and of fixed allocas."""
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
                        total *= constant_trips(self.facts, around) or 1
                wanted.append((64 if total >= 64 else 16, total, fixed_node(storage)))
        for instr in self.facts.function.blocks[0].instrs:
            if isinstance(instr, Alloca) and self.facts.fixed(instr):
                align = max(instr.align, layout.align(instr.allocated))
                size = layout.alloc_size(instr.allocated) * alloca_count(instr)
                wanted.append((align, size, Node("alloca", instr.result.id)))
                if self.facts.shadowed(instr.result):
                    for lane in range(self.interface.width):
                        wanted.append((align, size, Node("alloca.shadow", instr.result.id, lane)))
        offsets: dict[Node, int] = {}
        at = 0
        for align, size, node in sorted(wanted, key=lambda want: (-want[0], want[2])):
            at = -(-at // align) * align
            offsets[node] = at
            at += size
        return offsets, -(-at // 64) * 64


def fixed_node(storage: Storage) -> Node:
    """What the array of a fixed storage is called in the frame."""
    return Node("fixed:" + ",".join(map(str, storage.dropped)), storage.loop)


def sym_constant(sym: Sym) -> int | None:
    """The number a symbolic integer is, if it is one."""
    return sym.value if isinstance(sym, SymConst) else None


def constant_trips(facts: FunctionFacts, loop: int) -> int | None:
    """The exact constant count of a loop."""
    count = facts.evolution.count(loop)
    return sym_constant(count.sym) if count is not None and count.exact else None


def alloca_count(instr: Alloca) -> int:
    """How many elements a fixed alloca has."""
    value = getattr(instr.count, "value", 1)
    return value if isinstance(value, int) else 1


def _reversed_blocks(facts: FunctionFacts, directions: dict[int, Way]) -> list[int]:
    """The blocks the reverse sweep passes through, following the ways back from the returns."""
    seen = set(facts.returns)
    work = list(facts.returns)
    while work:
        for target in directions[work.pop()].targets:
            if target not in seen:
                seen.add(target)
                work.append(target)
    return sorted(seen)
