"""Loads that are kept once per address if two memory ranges turn out to be disjoint at run time.

    for (i) for (j) { for (k) s += in[i*n + k] * …;  out[i*n + j] = s; }       both in one arena

Over the loop j the address of `in[…]` does not change, but the store may write there. Before the
nest begins, the forward sweep compares what the load and the stores cover over the nest. If they
are disjoint, the array of `in[…]` has no dimension for j, else it has one: the tape is larger, the
values are the same. Invariant: a loop is shared only where its writes to the memory of the load are
stores whose extents over the nest are known before it begins.
"""

from __future__ import annotations

from typing import Final, final

from ribozyme.analysis.flow import sym
from ribozyme.analysis.flow.sym import SymConst
from ribozyme.analysis.memory.extents import Extent, Extents
from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Call, Instr, Load, Store
from ribozyme.ir.values import Local, Value
from ribozyme.rules.memory import MemoryCopy, MemorySet
from ribozyme.rules.names import classify
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.sites import callee_name
from ribozyme.transform.reverse.accesses.dropped import same_address, writers
from ribozyme.transform.reverse.plan.nodes import Node

_MOST: Final = 6  # stores that a load is compared with
_FEW: Final = 8  # iterations that a loop is taken to run at least


@final
@dataclass(frozen=True, slots=True)
class Shared:
    """The `loops` over which a load is kept once if `load` meets none of the `stores`.

    They are compared before the loop `root` begins, where the array is allocated. `value` is the
    load's result.
    """

    value: int
    loops: tuple[int, ...]
    root: int
    load: Extent
    stores: tuple[Extent, ...]  # and copies and fills

    @property
    def mask(self) -> Node:
        """What the comparison gave: 0 if the loops are no dimensions, else -1."""
        return Node("mask", self.root, self.value)


@final
@dataclass(frozen=True, slots=True, eq=False)
class Write:
    """An access: a number of a `type`, or as many bytes as `length` says."""

    instr: Instr
    pointer: Value
    type: ty.Type | None = None
    length: Value | None = None


def written_by(instr: Instr) -> Write | None:
    """What a store, a copy or a fill writes; None for other things."""
    match instr:
        case Store(volatile=False, pointer=pointer, value=value):
            return Write(instr, pointer, value.type)
        case Call():
            name = callee_name(instr) or ""
            match classify(name) if name.startswith("llvm.") else None:
                case MemoryCopy(target=target, size=size) | MemorySet(target=target, size=size):
                    length = instr.args[size]
                    wide = length.type == ty.I64
                    return Write(instr, instr.args[target], None, length) if wide else None
        case _:
            pass
    return None


@final
class Sharing:
    """What can be shared in one function."""

    def __init__(self, facts: FunctionFacts) -> None:
        self.facts = facts
        self.extents = Extents(facts.evolution)

    def shared(self, local: Local, nest: tuple[int, ...]) -> Shared | None:
        """How a load is shared, if it is; `nest` are the loops around it, innermost first, whose
        counts are known before the last of them begins."""
        load = self.facts.function.definitions[local.id]
        if not isinstance(load, Load) or load.volatile or load.ordering:
            return None
        if not isinstance(load.result.type, ty.FloatType):
            return None
        found: Shared | None = None
        stores: tuple[Write, ...] = ()
        loops: tuple[int, ...] = ()
        for depth, loop in enumerate(nest, 1):
            if depth == 1 and self.facts.parent(loop) < 0:
                continue  # a number for each iteration of an outermost loop is worth no comparison
            if same_address(self.facts, load.pointer, loop):
                met = self.stores(load, loop)
                if met == ():
                    continue  # the loop is no dimension in any case
                made = (
                    None if met is None else self.compared(load, met, (*loops, loop), nest[:depth])
                )
                if made is None or met is None:
                    break
                found, stores, loops = made, met, made.loops
            elif found is not None:
                made = self.compared(load, stores, loops, nest[:depth])
                if made is None or not self.together(made):
                    break
                found = made
        return found

    def stores(self, load: Load, loop: int) -> tuple[Write, ...] | None:
        """The stores of a loop that may write what a load reads; None if other things may."""
        found = writers(self.facts, load, loop)
        if found is None or len(found) > _MOST:
            return None
        written = tuple(write for instr in found if (write := written_by(instr)) is not None)
        return written if len(written) == len(found) else None

    def compared(
        self, load: Load, stores: tuple[Write, ...], loops: tuple[int, ...], nest: tuple[int, ...]
    ) -> Shared | None:
        """A comparison before a nest; None if an extent is not known there."""
        read = self.extent(Write(load, load.pointer, load.result.type), nest[0], nest[-1])
        written = [
            self.extent(store, self.facts.loop_of(block), nest[-1])
            for store in stores
            if (block := self.block(store.instr, nest[-1])) >= 0
        ]
        known = tuple(extent for extent in written if extent is not None)
        if read is None or len(known) < len(stores):
            return None
        if any(self.meet(read, one) for one in known):
            return None
        return Shared(load.result.id, loops, nest[-1], read, known)

    def meet(self, one: Extent, other: Extent) -> bool:
        """Whether two accesses are about sure to overlap: they begin at a constant distance that a
        few iterations cover. An estimate: a comparison that always fails only costs time."""
        between = self.extents.between(one, other)
        if not isinstance(between, SymConst):
            return False
        distance = sym.wrapped(between.value)
        low, high = _first_bytes(one)
        first, last = _first_bytes(other)
        return first + distance < high and low < last + distance

    def extent(self, access: Write, loop: int, root: int) -> Extent | None:
        """What an access in a loop covers over the nest of `root`."""
        facts = self.facts
        chain = facts.chain(loop)
        nest = chain[: chain.index(root) + 1]
        if not all(self.counted(around, root) for around in nest):
            return None
        size = 0 if access.type is None else facts.layout.size(access.type)
        return self.extents.of(access.pointer, size, nest, access.length)

    def counted(self, loop: int, root: int) -> bool:
        """Whether a loop runs at most as often as a number says that is known before `root`."""
        count = self.facts.evolution.count(loop)
        if count is None:
            return False
        invariant = self.facts.evolution.values.invariant
        return all(invariant(leaf, root) for leaf in sym.leaves(count.sym))

    def block(self, store: Instr, loop: int) -> int:
        """The block of a loop in which a store stands."""
        blocks = self.facts.function.blocks
        inside = self.facts.loops.loops[loop].blocks
        return next((at for at in inside if any(i is store for i in blocks[at].instrs)), -1)

    def together(self, made: Shared) -> bool:
        """Whether a comparison over one more loop is as likely to hold: the load covers a range
        without gaps, and a value that says nothing of the nest is in the distance of each store."""
        nest = self.decided(made)

        def unrelated(store: Extent) -> bool:
            between = sym.leaves(self.extents.between(made.load, store))
            return any(isinstance(leaf, Local) and leaf.id not in nest for leaf in between)

        return self.extents.dense(made.load, made.root) and all(map(unrelated, made.stores))

    def decided(self, made: Shared) -> set[int]:
        """The values that say how far the iterations of a nest move, and how many there are."""
        facts = self.facts
        parts = [step for extent in (made.load, *made.stores) for _, step in extent.steps]
        for loop in facts.loops.loops:
            count = facts.evolution.count(loop.index)
            if count is not None and facts.inside(loop.index, made.root):
                parts.append(count.sym)
        leaves = (leaf for part in parts for leaf in sym.leaves(part))
        return {leaf.id for leaf in leaves if isinstance(leaf, Local)}


def _first_bytes(extent: Extent) -> tuple[int, int]:
    """What an access covers in the first iterations, from its start."""
    steps = [sym.wrapped(s.value) for _, s in extent.steps if isinstance(s, SymConst)]
    if extent.length is not None:
        return 0, 8 * _FEW
    moved = [_FEW * step for step in steps]
    return min([0, *moved]), max([0, *moved]) + extent.size
