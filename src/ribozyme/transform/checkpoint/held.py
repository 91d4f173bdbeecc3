"""Blocks of the state whose addresses lie in memory: the arrays of a class, of a derived type.

    struct model { double *u, *end; } *m;     loop(m):  m->u is the block's, m->end lies in it

The words of which a loop may take an address are known, and so is the way to each: from a parameter
of the loop, by offsets. When the loop begins, the blocks are found by what lies there. Owner and
block have shadows, and memory of shadows is zero before an address is stored: where the shadow's
word is null there is no block, whatever the primal's word is.

Invariant: each address by which the loop may reach a block of the state is the start of a region,
or is found to lie in one when the loop begins; otherwise the loop is refused, then or before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, final

from ribozyme.analysis.pointsto.objects import Kind, Location, Object
from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Gep
from ribozyme.ir.module import Function
from ribozyme.ir.values import Local, Value
from ribozyme.transform.checkpoint.region import Region, RegionKind
from ribozyme.transform.core.facts import ProgramFacts

_FAR: Final = 4
"""The longest way from a parameter to a block."""


@final
@dataclass(frozen=True, slots=True)
class Way:
    """From a parameter of the loop to the beginning of a block: the offsets of addresses."""

    place: int
    path: tuple[int, ...] = ()


@final
class HeldBlocks:
    """The blocks that memory holds the addresses of, for one outlined loop.

    `roots` are the objects that parameters lead to, `read` those that the loop reads, and
    `is_single` says of a block that there is one of it.
    """

    def __init__(
        self,
        whole: ProgramFacts,
        loop: Function,
        roots: Iterable[tuple[Object, int]],
        read: int,
        is_single: Callable[[Object], bool],
    ) -> None:
        self.points = whole.pointsto
        self.shadowed = whole.activity.shadowed
        self.loop = loop
        self.read = read
        self.is_single = is_single
        self.ways = self._found({root: Way(place) for root, place in roots})

    def regions(self, one: Object) -> tuple[Region, ...]:
        """The regions in which a block lies, and the addresses that are looked at when the loop
        begins; nothing if it may be reached in a way that is not known."""
        if one.kind is not Kind.HEAP or not self.shadowed(one):
            return ()
        found: list[Region] = []
        for place, param in enumerate(self.loop.params):
            if not ty.is_pointer(param.local.type):
                continue
            led = self.points.of(self.loop, param.local)
            if any(to.object is one for to in led) and _are_blocks(led):
                found.append(Region("block", one, place))
            elif any(to.object is one for to in led) and not self._is_computed(place):
                found.append(Region("within", one, place))
        for owner, offset, stride, led in self._words(one):
            way = self.ways.get(owner)
            if way is None or stride or not self.shadowed(owner):
                return ()
            kind: RegionKind = "held" if _are_blocks(led) else "within"
            found.append(Region(kind, one, way.place, path=(*way.path, offset)))
        return tuple(found) if any(region.kind != "within" for region in found) else ()

    def _is_computed(self, place: int) -> bool:
        """Whether a parameter is another one, and an offset."""
        calls = self.points.callers.get(self.loop, [])
        return all(_base(caller, call.args[place]) in call.args for caller, call in calls)

    def _words(self, one: Object) -> Iterator[tuple[Object, int, int, frozenset[Location]]]:
        """The words that may hold an address in a block, in memory that the loop reads."""
        seen = self.points.table.seen
        for owner in self.points.members(self.read):
            for (offset, stride), led in sorted(self.points.words(owner).items()):
                places = frozenset(map(seen, led))
                if any(place.object is one for place in places):
                    yield owner, offset, stride, places

    def _found(self, ways: dict[Object, Way]) -> dict[Object, Way]:
        """The objects that can be reached from some."""
        work = list(ways)
        for owner in work:
            way = ways[owner]
            if not self.shadowed(owner) or len(way.path) == _FAR:
                continue
            for (offset, stride), led in sorted(self.points.words(owner).items()):
                block = None if stride else self._only(led)
                if block is not None and block not in ways:
                    ways[block] = Way(way.place, (*way.path, offset))
                    work.append(block)
        return ways

    def _only(self, led: set[int]) -> Object | None:
        """The block to whose beginning a word leads, and to nothing else."""
        places = frozenset(map(self.points.table.seen, led))
        if len(places) != 1 or not _are_blocks(places):
            return None
        (block,) = (place.object for place in places)
        return block if self.is_single(block) else None


def _base(function: Function, address: Value) -> Value | None:
    """What an address has an offset from."""
    base: Value | None = None
    while isinstance(address, Local) and isinstance(one := function.definition(address), Gep):
        base = address = one.base
    return base


def _are_blocks(places: frozenset[Location]) -> bool:
    """Whether all are beginnings of blocks of the heap."""
    return all(
        place.object.kind is Kind.HEAP and place.offset == place.stride == 0 for place in places
    )
