"""The plan of a function's reverse mode: what is saved and where, decided before anything is
emitted.

The needs of all adjoints, closed under the recipes, form a graph; a minimum cut through it says
what is saved: an edge costs bytes × how often the loop nest runs, at the prices of the target
(`node_costs`). Saved things live on a *level*: outside all loops (the frame) or in a loop, once per
iteration. Each loop that saves anything has a storage (`storages`).

The plan is a plain value, printed by `explain`; emission takes no decisions of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Final, final

from ribozyme.base.errors import error
from ribozyme.base.record import dataclass, field, replace
from ribozyme.base.stages import staged
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import AtomicRMW, Call, CallBr, CallLike, Instr, Invoke, Phi, Store
from ribozyme.ir.values import Local
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.frames import FrameSizes
from ribozyme.transform.core.interface import Interface
from ribozyme.transform.core.refuse import refusal
from ribozyme.transform.core.site_kinds import AtOnce, Differential, Plain, Site, Whole
from ribozyme.transform.reverse.accesses.accesses import Accesses
from ribozyme.transform.reverse.accesses.forwarded import held
from ribozyme.transform.reverse.accesses.ranges import ranges
from ribozyme.transform.reverse.onepass.known_at_definition import NONE, Seeds, Singles
from ribozyme.transform.reverse.onepass.merging import NONE as NONE_MERGED
from ribozyme.transform.reverse.onepass.merging import Merged
from ribozyme.transform.reverse.onepass.regions_at_once import RegionsAtOnce
from ribozyme.transform.reverse.onepass.row_by_row import with_rows
from ribozyme.transform.reverse.plan.callees import calls_of
from ribozyme.transform.reverse.plan.cut import cheapest, closure, shortened
from ribozyme.transform.reverse.plan.extended_rules import home_of, raises
from ribozyme.transform.reverse.plan.node_costs import Costs
from ribozyme.transform.reverse.plan.nodes import Needs, Node
from ribozyme.transform.reverse.plan.slots import (
    Key,
    Slot,
    Slots,
    Storage,
    constant_trips,
)
from ribozyme.transform.reverse.plan.storages import Storages
from ribozyme.transform.reverse.plan.ways import Way, ways

WORTH: Final = 256  # bytes kept in a turn, from which on turns are reversed one by one
CHAIN: Final = 6
CHAIN_OF_INDICES: Final = 32


@final
@dataclass(frozen=True, eq=False)
class Plan:
    """What emission carries out for one function."""

    facts: FunctionFacts
    interface: Interface
    split: bool
    needs: Needs
    kept: Slots
    slots: dict[Node, Slot]
    storages: dict[Key, Storage]
    ways: dict[int, Way]
    calls: tuple[tuple[CallLike, Site], ...]
    frame: dict[Node, int] = field(default_factory=dict)  # offsets, split form only
    frame_size: int = 0
    frame_align: int = 1
    seeds: Seeds | None = None  # where some call's gradient is run early
    merged: Merged = NONE_MERGED  # loops each of whose turns is reversed at its end

    @property
    def replayed(self) -> bool:
        """Whether the tape is read in forward mode too."""
        return self.facts.whole.request.replayed

    def site(self, call: CallLike) -> Site:
        """What a call is."""
        return self.needs.sites[id(call)][1]

    def number(self, call: CallLike) -> int:
        """The number of a call."""
        return self.needs.sites[id(call)][0]

    def saved(self, node: Node) -> bool:
        """Whether a node is on the tape."""
        return node in self.slots

    @cached_property
    def in_registers(self) -> frozenset[Node]:
        """Nodes that have no place on the tape: the sweeps are one function, and all ways to the
        start of the reverse sweep come through the block that computes the node, once."""
        if self.split or self.replayed or self.merged.loops:
            return frozenset()
        function, passed = self.facts.function, self.facts.unavoidable
        return frozenset(
            node
            for node, slot in self.slots.items()
            if slot.loop < 0
            and node.kind in ("value", "shadow")
            and function.home[node.id] in passed
            and not isinstance(function.definitions[node.id], Invoke | CallBr)
        )

    def home(self, node: Node) -> int:
        """The loop to which a node belongs."""
        return self.kept.home(node)

    def out_node(self, call: CallLike, result: int) -> Node:
        """What a call leaves behind besides its value."""
        return Node("out", self.number(call), result)

    def of_loop(self, loop: int) -> list[Storage]:
        """The storages on the level of a loop."""
        return self._by_loop.get(loop, [])

    def loops(self, storage: Storage) -> list[int]:
        """The loops that are dimensions of a storage's arrays, outermost first."""
        chain = self.facts.chain(storage.loop)
        if storage.kind == "block":
            chain = chain[: chain.index(storage.root) + 1]
        return [loop for loop in reversed(chain) if loop not in storage.dropped]

    def rooted(self, root: int) -> list[Storage]:
        """The storages in the blocks of a root, in order."""
        return self._by_root.get(root, [])

    def blocks(self, root: int) -> list[Node]:
        """The blocks of a root."""
        return sorted({storage.block for storage in self.rooted(root)})

    def roots_after(self, block: int) -> list[int]:
        """The roots whose nest begins behind a block."""
        return self._roots.get(block, [])

    def inner_after(self, block: int) -> list[int]:
        """The loops within a nest that begin behind a block, unless they run as often as its root.

        How often the others run was not certain where the nest was allocated.
        """
        return self._inner.get(block, [])

    @cached_property
    def _by_loop(self) -> dict[int, list[Storage]]:
        found: dict[int, list[Storage]] = {}
        for _, storage in sorted(self.storages.items()):
            found.setdefault(storage.loop, []).append(storage)
        return found

    @cached_property
    def _by_root(self) -> dict[int, list[Storage]]:
        found: dict[int, list[Storage]] = {}
        for _, storage in sorted(self.storages.items()):
            if storage.kind == "block":
                found.setdefault(storage.root, []).append(storage)
        return found

    @cached_property
    def _roots(self) -> dict[int, list[int]]:
        return self._behind(self._by_root)

    @cached_property
    def _inner(self) -> dict[int, list[int]]:
        count = self.facts.evolution.count
        return self._behind(
            {
                loop
                for root, storages in self._by_root.items()
                for storage in storages
                for loop in self.loops(storage)
                if loop != root and count(loop) != count(root)
            }
        )

    def _behind(self, loops: Iterable[int]) -> dict[int, list[int]]:
        """Loops by the block behind which they begin, ascending."""
        found: dict[int, list[int]] = {}
        for loop in sorted(loops):
            preheader = self.facts.loops.loops[loop].preheader
            if preheader is not None:
                found.setdefault(preheader, []).append(loop)
        return found

    def fixed_total(self, storage: Storage) -> int:
        """Iterations of the whole nest of a fixed storage."""
        total = 1
        for loop in self.loops(storage):
            total *= storage.entries(loop, constant_trips(self.facts, loop) or 1)
        return total


@staged("plan")
def plan(
    facts: FunctionFacts,
    interface: Interface,
    frames: FrameSizes,
    singles: Singles = NONE,
    *,
    split: bool,
) -> Plan:
    """The plan of one function; `singles` are the functions whose gradient is a single pass."""
    _refuse_irreducible(facts)
    _require_closed(facts)
    early = not split and len(interface.result.floats) == 1
    calls, seeds = calls_of(facts, singles, early=early)
    at_once = facts.whole.ask(RegionsAtOnce).loops.get(facts.function, NONE_MERGED)
    if at_once.loops:
        return _Planner(facts, interface, frames, False, calls, seeds, at_once).plan()
    planner = _Planner(facts, interface, frames, split, calls, seeds, NONE_MERGED)
    made = planner.plan()
    if split:
        return made
    bytes = planner.costs.bytes_of_iterations(made.slots.values())
    worth = {loop for loop, kept in bytes.items() if kept >= WORTH}
    merging = _merging(facts, calls, worth, early)
    if merging.loops:
        made = _Planner(facts, interface, frames, split, calls, seeds, merging).plan()
    return replace(made, merged=merging)


def _merging(
    facts: FunctionFacts, calls: list[tuple[CallLike, Site]], worth: set[int], seeded: bool
) -> Merged:
    """The one-pass loops: those that are worth it by what they keep, those that read long rows, and
    those that compute powers.

    A one-pass loop tells the lower power by the power (`extended_rules`), which saves half of its
    time; the loops around it are one-pass loops for its sake only.
    """
    powers = _powers(facts, calls)
    while True:
        asked = worth.union(*(facts.chain(loop) for loop in powers))
        found = with_rows(facts, calls, asked, seeded=seeded)
        if powers <= found.loops.keys():
            return found
        powers &= found.loops.keys()


def _powers(facts: FunctionFacts, calls: Iterable[tuple[CallLike, Site]]) -> set[int]:
    """Innermost loops of which each iteration computes a power.

    Where sums may be reordered, LLVM vectorises the loops of both sweeps, powers included.
    """
    inner = {loop.parent for loop in facts.loops.loops}
    return {
        loop
        for call, site in calls
        if isinstance(site, Differential)
        and isinstance(call, Call)
        and raises(facts, call, site.rule)
        and "reassoc" not in call.flags
        and (loop := home_of(facts, call)) >= 0
        and loop not in inner
    }


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
        self,
        facts: FunctionFacts,
        interface: Interface,
        frames: FrameSizes,
        split: bool,
        calls: list[tuple[CallLike, Site]],
        seeds: Seeds | None,
        merging: Merged,
    ) -> None:
        self.facts = facts
        self.interface = interface
        self.split = split
        self.calls = calls
        self.seeds = seeds
        self.merged = merging
        sites = {id(call): (number, s) for number, (call, s) in enumerate(self.calls)}
        self.needs = Needs(facts, sites, () if split else (-1, *merging.loops))
        self.kept = Slots(facts, interface, frames, self.calls, self.needs.choices, merging.loops)
        self.storages = Storages(self.kept, self.needs)
        self.costs = Costs(facts, self.storages, self.needs, split)
        if not split:  # halves walk over their loops in the order of the primal, too
            accesses = Accesses(facts)
            told = held(facts, accesses, self.storages.by_number, merging)
            beside, behind = ranges(facts, accesses, told, self.storages.by_number)
            self.needs.tell(told | beside, behind)

    def plan(self) -> Plan:
        work = [self.works(index) for index in range(len(self.facts.function.blocks))]
        directions = ways(self.facts, work, self.merged)
        needed = self.needed(directions)
        saved = self.cut(needed, directions)
        slots = {node: self.storages.slot(node) for node in saved}
        storages = self.storages.storages(slots)
        framed = self.storages.frame(slots, storages) if self.split else ({}, 0, 1)
        return Plan(
            self.facts,
            self.interface,
            self.split,
            self.needs,
            self.kept,
            slots,
            storages,
            directions,
            tuple(self.calls),
            *framed,
            self.seeds,
            self.merged,
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
            site = self.needs.sites[id(instr)][1]
            return not isinstance(site, Plain | AtOnce) and not (
                isinstance(site, Whole) and site.early
            )
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
        for index in reversed_blocks(facts, directions, self.merged):
            if directions[index].choice:
                found.add(Node("from", index))
            visited.update(facts.chain(facts.loop_of(index)))
        found.update(Node("count", loop) for loop in visited if loop not in self.merged.loops)
        if facts.whole.request.replayed:
            found.update(self.needs.of_walk())
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
        saved = cheapest(recipes, needed, self.costs.kept, self.costs.again) | at_hand
        told = {Node("value", load) for load in self.needs.held}
        return shortened(recipes, needed, saved, self.place_of, self.limit, told)

    def at_hand(self, node: Node) -> bool:
        """Whether saving a node costs nothing: a result outside loops stays in a register."""
        if self.split or node.kind != "value" or self.kept.level(node) >= 0:
            return False
        return ty.is_float(self.kept.type_of(node.id)) and bool(self.needs.recipe(node))

    def place_of(self, node: Node) -> tuple[int, int]:
        """Loop and block of a node; block -1 for what is there from the start."""
        if node.kind in ("value", "shadow", "choice"):
            return self.kept.level(node), self.facts.function.home[node.id]
        return self.kept.level(node), node.id if node.kind == "from" else -1

    def limit(self, node: Node) -> int:
        """Through how many blocks a recomputation may pass; indices and addresses may be longer."""
        number = node.kind != "value" or not ty.is_float(self.kept.type_of(node.id))
        return CHAIN_OF_INDICES if number else CHAIN


def reversed_blocks(
    facts: FunctionFacts, directions: Mapping[int, Way], merging: Merged
) -> list[int]:
    """The blocks the reverse sweep passes through, following the ways back from the returns and
    from the ends of turns that are reversed at once."""
    work = [*facts.returns, *(facts.loops.loops[loop].latches[0] for loop in merging.loops)]
    seen = set(work)
    while work:
        for target in directions[work.pop()].targets:
            if target not in seen:
                seen.add(target)
                work.append(target)
    return sorted(seen)
