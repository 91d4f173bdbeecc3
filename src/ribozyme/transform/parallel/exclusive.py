"""Reads in a worksharing loop whose shadows no other thread adds to: their increments are plain.

    for (i = .omp.lb; i <= .omp.ub; i++)      thread-invariant base, lower bound, step = stride
        y[i] = x[i] * x[i];                   x.sh + 8·i: each i is one thread's

Reads with one base and one stride are a *family*, each in a row of its own (`dealt`). If all bytes
that a family reads in a row lie within one stride, different rows are disjoint, and no two threads
have the same iteration.

    a[i * m + j], j < m        an inner loop may run along the stride: m · 8 bytes

    y[i] = x[i - 1] + x[i + 1]        one family, rows i - 1 and i + 1: *neighbours*

Iterations of one chunk are consecutive. So of the rows that neighbours read in iterations a … b,
other chunks reach only those that a - 1 or b + 1 reaches: a few at each end, the *border*.

A read is exclusive if everything that may be added to its object at the same time belongs to its
family, and all of it to one row in each iteration.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, final

from ribozyme.analysis.flow import sym
from ribozyme.analysis.flow.sym import Sym, SymConst
from ribozyme.analysis.memory.parallel import forks
from ribozyme.base.record import dataclass, replace
from ribozyme.ir.instrs import Access, Call, CallLike, Computation, Instr, Invoke, Load, Silent
from ribozyme.ir.values import Value
from ribozyme.rules.names import Inactive
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.parallel.dealt import Dealt, Key, Row
from ribozyme.transform.parallel.launched import Launched
from ribozyme.transform.parallel.segments import Segments

_LARGE: Final = 400  # reads; among more, nobody looks


@final
@dataclass(frozen=True, slots=True)
class Border:
    """Reads, by their results' numbers, in iterations of a loop that is dealt out. But for those in
    the first `reach` iterations of a chunk and the last, no other thread adds to their cells at the
    same time."""

    loop: int
    reach: int
    reads: frozenset[int]


@final
@dataclass(frozen=True, slots=True)
class Shared:
    """What is known of the reads of a function: the exclusive ones, and neighbours."""

    exclusive: frozenset[int] = frozenset()
    borders: tuple[Border, ...] = ()


def exclusive(facts: FunctionFacts) -> frozenset[int]:
    """The results of the reads in a function that are exclusive, by number."""
    return facts.ask(_found).exclusive


def borders(facts: FunctionFacts) -> tuple[Border, ...]:
    """The neighbours among the reads of a function."""
    return facts.ask(_found).borders


def _found(facts: FunctionFacts) -> Shared:
    return _Region(facts).found() if is_region(facts) else Shared()


def own_rows(
    facts: FunctionFacts, loop: int, accesses: Sequence[tuple[Value, Sym, int]]
) -> tuple[Key, ...] | None:
    """The families of some accesses in a loop of a region, each an address, its bytes and the
    block; None unless each family keeps to one row in each iteration, and the loop as a whole comes
    to each row once: its iterations are dealt out before it begins."""
    region = _Region(facts) if is_region(facts) else None
    if region is None or isinstance(region.dealt, Launched) or not region.dealt.bounds:
        return None
    found = [region.dealt.reached(*access) for access in accesses]
    rows = [row for row in found if row is not None]
    families: dict[Key, list[Row]] = {}
    for row in rows:
        families.setdefault(row.key, []).append(row)
    for family in families.values():
        fitting = region.rows(family)
        if fitting is None or len({row.distance for row in fitting}) > 1:
            return None
    inside = facts.loops.loops[loop].blocks
    dealt = {id(call) for key in families for call in region.dealt.bounds[key[0]]}
    again = any(id(instr) in dealt for at in inside for instr in facts.function.blocks[at].instrs)
    return tuple(row.key for row in rows) if len(rows) == len(found) and not again else None


def is_region(facts: FunctionFacts) -> bool:
    """Whether a function is what one team runs, and nothing else calls it."""
    parallel = facts.whole.effects.parallel
    if facts.function not in parallel.functions:
        return False
    callers = facts.whole.pointsto.callers.get(facts.function, ())
    return len(callers) == 1 and all(
        (forks(caller) or caller in parallel.launches) and caller not in parallel.functions
        for caller, _ in callers
    )


@final
@dataclass(frozen=True, slots=True, eq=False)
class _Read:
    """Something that adds to shadows in the reverse sweep, and the segment it is in."""

    instr: Instr
    objects: int
    segment: int
    row: Row | None = None

    @property
    def key(self) -> Key | None:
        """Its family."""
        return None if self.row is None else self.row.key


@final
class _Region:
    def __init__(self, facts: FunctionFacts) -> None:
        self.facts = facts
        self.points = facts.whole.pointsto
        self.parallel = facts.whole.effects.parallel
        callers = self.points.callers.get(facts.function, ())
        launch = any(caller in self.parallel.launches for caller, _ in callers)
        self.launched = Launched(facts) if launch else None
        self.dealt: Dealt | Launched = self.launched or Dealt(facts)
        self.segments = Segments(facts.function)

    def found(self) -> Shared:
        """The reads that are exclusive, and families of neighbours."""
        reads = list(self.reads()) if self.dealt.bounds else []
        if len(reads) > _LARGE:
            return Shared()
        families: dict[Key, list[_Read]] = {}
        for read in reads:
            if read.key is not None:
                families.setdefault(read.key, []).append(read)
        alone: set[int] = set()
        bordered: list[Border] = []
        for family in families.values():
            rows = self.rows([read.row for read in family if read.row is not None])
            if rows is None or any(self.met(read, reads) for read in family):
                continue
            distances = {row.distance for row in rows}
            reach = max(distances) - min(distances)
            loops: dict[int, set[int]] = {}
            for read, row in zip(family, rows, strict=True):
                if read.instr.result is not None:
                    loops.setdefault(row.loop, set()).add(read.instr.result.id)
            if reach and self.launched is not None:
                continue
            if reach:
                bordered += (Border(loop, reach, frozenset(ids)) for loop, ids in loops.items())
            else:
                alone.update(*loops.values())
        return Shared(frozenset(alone), tuple(bordered))

    def met(self, read: _Read, reads: list[_Read]) -> bool:
        """Whether something of another family may be added to at the same time."""
        if self.launched is not None:
            return self.met_in_launch(self.launched, read, reads)
        alike = self.points.aliases(read.objects)
        return any(
            other.key != read.key
            and bool(alike & other.objects or self.points.aliases(other.objects) & read.objects)
            and self.segments.together(read.segment, other.segment)
            for other in reads
        )

    def met_in_launch(self, launched: Launched, read: _Read, reads: list[_Read]) -> bool:
        """The same in a launch, whose arrays do not overlap: barriers order the threads of a block,
        and so what these share."""
        if read.key is None:
            return True
        own = launched.in_block(read.objects)
        for other in reads:
            reads_nothing = not isinstance(other.instr, Load) and not other.objects
            if other.key == read.key or reads_nothing:
                continue
            beside = launched.in_block(other.objects)
            if own is None or beside is None:
                return True
            together = not own or self.segments.together(read.segment, other.segment)
            if read.objects & other.objects and together:
                return True
        return False

    def rows(self, family: list[Row]) -> list[Row] | None:
        """The rows of a family, by distance; None where one is longer than the stride."""
        stride = family[0].key[1]
        first = min(row.offset for row in family)
        if not stride.terms:  # a number: so are distances
            size = abs(stride.constant)
            family = [
                replace(
                    row,
                    distance=(row.offset - first) // size,
                    offset=first + (row.offset - first) % size,
                )
                for row in family
            ]
        stretches = self.dealt.stretches

        def fits(row: Row) -> bool:
            reached = sym.add(SymConst(row.offset - first), row.length)
            if not stride.terms:
                whole = stretches.sum(reached)
                return not whole.terms and whole.constant <= abs(stride.constant)
            return stretches.not_negative(sym.sub(stride.sym, reached), frozenset())

        return family if all(map(fits, family)) else None

    # ---- what is read ------------------------------------------------------------------------

    def reads(self) -> Iterator[_Read]:
        facts = self.facts
        for index, block in enumerate(facts.function.blocks):
            if not facts.live[index]:
                continue
            for place, instr in enumerate(block.instrs):
                segment = self.segments.at(index, place)
                match instr:
                    case Load() if self.adds(instr):
                        yield self.read(instr, index, place)
                    case Call() | Invoke() if not self.is_inactive(instr):
                        objects = facts.whole.effects.call(facts.function, instr).reads
                        yield _Read(instr, objects, segment)
                    case _:
                        _rest: Computation | Access | CallLike | Silent = instr

    def adds(self, load: Load) -> bool:
        """Whether the reverse sweep adds to shared memory for a read."""
        facts = self.facts
        active = facts.active(load.result) and facts.shadowed(load.pointer)
        return active and not self.parallel.is_private(facts.function, load.pointer)

    def is_inactive(self, call: Call | Invoke) -> bool:
        return isinstance(self.points.meaning(call), Inactive)

    def read(self, load: Load, block: int, place: int) -> _Read:
        objects = self.points.mask(self.facts.function, load.pointer)
        segment = self.segments.at(block, place)
        plain = not load.volatile and not load.ordering and not self.facts.mixed(load.pointer)
        row = self.dealt.row(load, block) if plain else None
        if row is not None and self.begins_again(row.key[0], block, place):
            row = None
        return _Read(load, objects, segment, row)

    def begins_again(self, slot: int, block: int, place: int) -> bool:
        """Whether the same loop, or one that shares its slot, may begin without a barrier between:
        its iterations are dealt out anew."""
        segment = self.segments.at(block, place)
        after = self.segments.after[segment]
        for index, found in enumerate(self.facts.function.blocks):
            for number, instr in enumerate(found.instrs):
                if not isinstance(instr, Call) or instr not in self.dealt.bounds[slot]:
                    continue
                at = self.segments.at(index, number)
                if at in after or (index == block and at == segment and number > place):
                    return True
        return False
