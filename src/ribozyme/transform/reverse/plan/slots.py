"""Where saved nodes lie: each has a slot on the level of its loop; slots of a loop share a
storage.

    for (i) { y[i] = f(x[i]); … }        x[i] saved:  Slot(value x[i], loop i, 8 bytes)
                                         Storage(loop i, "block", root i, that slot)

`Slots` knows the level, the type and the size of what is kept for a node, before anything is saved.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal, final

from ribozyme.analysis.declared.marks import ADDRESS
from ribozyme.analysis.flow.sym import Sym, SymConst
from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Alloca, Call, CallLike, Invoke
from ribozyme.ir.module import Function
from ribozyme.rules.memory import Reallocation, Sorting
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.frames import FrameSizes
from ribozyme.transform.core.interface import Interface
from ribozyme.transform.core.site_kinds import Differential, Indirect, Site
from ribozyme.transform.core.sites import passed_in_memory
from ribozyme.transform.reverse.accesses.shared import Shared
from ribozyme.transform.reverse.plan.choices import Choice
from ribozyme.transform.reverse.plan.nodes import Node

MEANT: Final = 8
"""Functions that a call may mean whose frames are told apart."""

Key = tuple[int, tuple[int, ...], bool, int, bool]
"""A loop, the loops around it that are no dimension, whether it is kept in rows, the load whose
array has dimensions of its own (`Slot.alone`), -1 for none, and whether it is kept once for all
threads of a block."""
OF_BLOCK: Final = -1
"""The part of a root that is kept once for all threads of a block."""


@final
@dataclass(frozen=True, slots=True)
class Slot:
    """Where a node is kept: on the level of `loop` (-1: the frame), `size` bytes per iteration.

    `type` is what one lane of it is stored as (None: raw bytes, a record), `lanes` how many there
    are; over the `dropped` loops around `loop` it does not change, over those that are `shared`
    perhaps. What is kept in `rows` lies beside the rest of its iteration, else in an array of its
    own. What is `uniform` is alike in all threads of a block (`parallel.uniform`).
    """

    node: Node
    loop: int
    type: ty.Type | None
    lanes: int
    size: int
    align: int
    dropped: tuple[int, ...] = ()
    rows: bool = False
    shared: Shared | None = None
    behind: int = 0  # numbers behind those of the loop's iterations
    uniform: bool = False

    @property
    def key(self) -> Key:
        """The storage it lies in."""
        return self.loop, self.dropped, self.rows, self.alone, self.uniform

    @property
    def alone(self) -> int:
        """What tells its storage from others of the same loops: the load, or -1."""
        if self.shared is not None:
            return self.shared.value
        return -2 - self.node.id if self.behind else -1


@final
@dataclass(frozen=True, slots=True)
class Storage:
    """How a loop keeps what is saved on its level; `root` is where a block is allocated.

    The arrays of one storage have the same dimensions: the loops of the nest but the `dropped`.
    Numbers lie in arrays, which become vectors; addresses, records and whatever a growing array
    holds lie in `rows`, an iteration behind the other. Of the blocks of a root, arrays share one
    (part 0), and rows have one each: where which address lies must be told without knowing counts,
    or another order could not tell them apart.
    """

    loop: int
    kind: Literal["fixed", "block", "segments"]
    root: int
    slots: tuple[Slot, ...]
    dropped: tuple[int, ...] = ()
    rows: bool = False
    part: int = 0

    @property
    def shared(self) -> Shared | None:
        """How its only slot is shared, if it is."""
        return self.slots[0].shared if self.slots else None

    @property
    def behind(self) -> int:
        """How many numbers its only slot has behind those of the loop's iterations."""
        return self.slots[0].behind if self.slots else 0

    @property
    def uniform(self) -> bool:
        """Whether it is kept once for all threads of a block."""
        return self.part == OF_BLOCK

    @property
    def key(self) -> Key:
        """How it is found."""
        alone = self.slots[0].alone if self.slots else -1
        return self.loop, self.dropped, self.rows, alone, self.uniform

    def entries(self, loop: int, trips: int) -> int:
        """How many entries it has for a loop that runs so often."""
        return trips + self.behind if loop == self.loop else trips

    @property
    def block(self) -> Node:
        """Where the block begins that it lies in."""
        return Node("block", self.root, self.part)

    @property
    def stride(self) -> int:
        """Bytes per iteration: of rows, from one to the next."""
        whole = sum(slot.size for slot in self.slots)
        if not self.rows:
            return whole
        align = max((slot.align for slot in self.slots), default=1)
        return -(-whole // align) * align


@final
class Slots:
    """What is kept for the nodes of one function; `calls` are its calls with their sites, `choices`
    what the rules of some ask."""

    def __init__(
        self,
        facts: FunctionFacts,
        interface: Interface,
        frames: FrameSizes,
        calls: Sequence[tuple[CallLike, Site]],
        choices: Mapping[int, Sequence[Choice]],
        merged: Collection[int] = (),
    ) -> None:
        self.facts = facts
        self.interface = interface
        self.frames = frames
        self.calls = calls
        self.choices = choices
        self.merged = merged  # loops whose turns are reversed one by one
        self.call_blocks = [
            index
            for index, block in enumerate(facts.function.blocks)
            for instr in block.instrs
            if isinstance(instr, Call | Invoke)
        ]

    def level(self, node: Node) -> int:
        """The loop on whose level a node is kept: of a turn that is reversed at once, nothing has
        to be kept for each turn."""
        home = self.home(node)
        return -1 if home in self.merged else home

    def home(self, node: Node) -> int:
        """The loop to which a node belongs."""
        facts = self.facts
        match node.kind:
            case "value" | "shadow" | "choice":
                home = facts.function.home[node.id]
                return -1 if home < 0 else facts.loop_of(home)
            case "from":
                return facts.loop_of(node.id) if node.id in facts.blocks else -1
            case "count" | "cursor":
                return facts.parent(node.id)
            case "block" | "mask":
                return facts.parent(node.id)
            case _:
                return facts.loop_of(self.call_blocks[node.id])

    def extent(self, node: Node) -> tuple[ty.Type | None, int, int, int]:
        """Type, lanes, bytes and alignment of what is kept for a node."""
        layout = self.facts.layout
        match node.kind:
            case "value":
                type = self.type_of(node.id)
                return type, 1, layout.alloc_size(type), layout.align(type)
            case "choice":
                type = self.choices[node.id][node.part].type
                return type, 1, layout.alloc_size(type), layout.align(type)
            case "shadow":
                leaf = self.facts.pointers(self.facts.function.handle(node.id))[node.part]
                size = layout.alloc_size(leaf.type)
                lanes = self.interface.width
                return leaf.type, lanes, size * lanes, layout.align(leaf.type)
            case "from":
                type = self.facts.way_type(node.id)
                return type, 1, layout.alloc_size(type), layout.align(type)
            case "cursor":
                return None, 1, 16, 8
            case "frame":
                site = self.calls[node.id][1]
                frame = self.frames.of(site)
                if frame is None:
                    lanes = frame_lanes(site)
                    return ty.PTR, lanes, 8 * lanes, 8
                size, align = frame
                return None, 1, size, align
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

    def type_of(self, id: int) -> ty.Type:
        """The type of a local."""
        return self.facts.function.handle(id).type


def frame_lanes(site: Site) -> int:
    """How many addresses of frames are kept for a call: one for each of the functions that it may
    mean, since nothing else tells another order in which of their frames lies what."""
    several = isinstance(site, Indirect) and not site.open and len(site.targets) <= MEANT
    return max(len(site.targets), 1) if isinstance(site, Indirect) and several else 1


def frame_lane(site: Site, function: Function | None) -> int:
    """Which of them is the frame of a function."""
    if isinstance(site, Indirect) and frame_lanes(site) > 1 and function is not None:
        return site.targets.index(function)
    return 0


def apart(facts: FunctionFacts, alloca: Alloca) -> bool:
    """Whether an alloca of a split derivative has memory of its own, not in the frame: one that
    holds addresses. Copies whose length nobody knows go as far as their memory does, which would
    then be all of the frame, and another order would find everything everywhere."""
    size = facts.layout.alloc_size(alloca.allocated) * alloca_count(alloca)
    points = facts.whole.pointsto
    mask = points.mask(facts.function, alloca.result)
    return size > ADDRESS and any(points.holds(each) for each in points.members(mask))


def fixed_node(storage: Storage) -> Node:
    """What the array of a fixed storage is called in the frame."""
    _, dropped, rows, alone, _ = storage.key
    name = "rows:" if rows else "fixed:"
    return Node(name + ",".join(map(str, dropped)), storage.loop, alone)


def first_node(storage: Storage) -> Node:
    """What the address of the first segment of a storage is called in the frame."""
    return Node("first:" + ",".join(map(str, storage.dropped)), storage.loop)


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
