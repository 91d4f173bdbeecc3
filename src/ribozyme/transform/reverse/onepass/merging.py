"""One-pass loops: loops that only add to sums, or store results of known adjoint, are reversed one
iteration at a time, at the iteration's end.

    for (i) s += f(x[i], p);        forward sweep: all iterations, each saving what f' needs
    return c * s;                   reverse sweep: all iterations, from the last to the first
                              →     for (i) { s += f(x[i], p); adjoints of f with seed c · seed }

    for (i) y[i] = f(a[i], x);      y of the caller: the seed of an iteration lies in y.sh[i]
                              →     for (i) { y[i] = …; seed = y.sh[i]; y.sh[i] = 0; adjoints of f }

The tape holds one iteration, and what an iteration reads is read once. The adjoint of the sum must
be known before the loop (`known_adjoints`). The reverse of an iteration is hoisted over later
iterations and over the code behind the loop. It adds to shadows of what it reads; it takes, that is
reads and clears, those of what it writes. This is right if in between

* nothing takes or clears a shadow that it adds to: no store of another iteration or behind the loop
  to what an iteration reads;
* nothing touches a shadow that it takes. Memory that the program has allocated has a shadow of zero
  at the end of an iteration: an iteration reads there only what it has stored itself
  (`definitely_written`), and no code behind the loop reads it. In memory of the caller the seed
  lies in the shadow when the function begins, if iterations write places of their own
  (`distinct_rows`), and no code behind the loop reads, writes or frees any of them.

So active values pass from iteration to iteration as such sums only. An inner loop is one-pass only
if the outer one is: the adjoints of the outer iteration are then taken at its end, and the shadow
of what it has not stored yet is as it was. Two shadows overlap only if their primals do: what is
said of memory is said of shadows. In a region the iterations of all threads have places of their
own (`rows_of_threads`). If any of this is not proven, the loop has two sweeps; `refused` says why.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Final, final

from ribozyme.analysis.memory.effects import Effect
from ribozyme.base.record import dataclass, field
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    Alloca,
    AtomicRMW,
    Call,
    CallBr,
    CallLike,
    CmpXchg,
    Computation,
    Instr,
    Invoke,
    Load,
    Silent,
    Store,
    VAArg,
)
from ribozyme.ir.values import Local, Value
from ribozyme.rules.memory import Allocation, Deallocation, MemorySet
from ribozyme.transform.core import contents
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.site_kinds import Callee, Differential, Drop, Plain, Site, Waiting
from ribozyme.transform.reverse.accesses.definitely_written import Filled
from ribozyme.transform.reverse.onepass.distinct_rows import (
    distinct_rows,
    meet,
    place,
    rows_of_threads,
)
from ribozyme.transform.reverse.onepass.known_adjoints import RETURNED, Tellings, Told

LARGE: Final = 300  # blocks of a loop, and reads and writes in it; in a larger one nobody looks


@final
@dataclass(frozen=True, slots=True)
class Merged:
    """The merged loops of a function: of each, the values whose adjoint is told before it begins.

    `refused` says of the outermost loops with sums or results that are not merged why they are not.
    """

    loops: dict[int, dict[int, Told]] = field(default_factory=dict)
    refused: dict[int, str] = field(default_factory=dict)

    def around(self, facts: FunctionFacts, loop: int) -> int:
        """The innermost merged loop around and including a loop, -1 if there is none."""
        while loop >= 0 and loop not in self.loops:
            loop = facts.parent(loop)
        return loop


NONE: Final = Merged()


class _No(Exception):
    """Why a loop is not merged."""


def merged(
    facts: FunctionFacts,
    calls: Iterable[tuple[CallLike, Site]],
    worth: Collection[int],
    *,
    seeded: bool,
) -> Merged:
    """The loops of a combined form that are merged, among those that are `worth` it; `seeded` says
    whether the result has a seed."""
    request = facts.whole.request
    if request.strong_zero or request.runtime_activity:
        return NONE
    if not any(facts.loops.loops[loop].parent is None and _gives(facts, loop) for loop in worth):
        return NONE
    tellings = Tellings(facts, seeded=seeded)
    return _Merging(facts, {id(call): site for call, site in calls}, tellings).merged(worth)


def sums(facts: FunctionFacts, loop: int) -> bool:
    """Whether a loop hands an active float on from turn to turn."""
    header = facts.function.blocks[facts.loops.loops[loop].header]
    return any(
        isinstance(phi.result.type, ty.FloatType) and facts.active(phi.result)
        for phi in header.phis()
    )


def _gives(facts: FunctionFacts, loop: int) -> bool:
    """Whether a loop hands an active float on, or stores results."""
    return sums(facts, loop) or stores_results(facts, loop)


def stores_results(facts: FunctionFacts, loop: int) -> bool:
    """Whether a loop stores active floats to memory of the caller."""
    return any(
        isinstance(instr, Store)
        and is_result(facts, instr.pointer)
        and bool(contents.stored_floats(facts, instr))
        for block in facts.loops.loops[loop].blocks
        for instr in facts.function.blocks[block].instrs
    )


def is_result(facts: FunctionFacts, pointer: Value) -> bool:
    """Whether in the shadow of a place lies what the caller has left there, until the function
    touches it."""
    return facts.shadowed(pointer) and facts.of_caller(pointer)


def is_barrier(site: Site | None) -> bool:
    """Whether threads only wait for each other at a call."""
    return isinstance(site, Waiting) and site.wait == "barrier"


@final
class _Merging:
    def __init__(self, facts: FunctionFacts, sites: dict[int, Site], tellings: Tellings) -> None:
        self.facts = facts
        self.sites = sites
        self.tellings = tellings
        self.points = facts.whole.pointsto

    def merged(self, worth: Collection[int]) -> Merged:
        found = Merged()
        for loop in self.facts.loops.loops:  # outer before inner
            if loop.index not in worth or not _gives(self.facts, loop.index):
                continue
            if loop.parent is not None and loop.parent not in found.loops:
                continue
            try:
                found.loops[loop.index] = self._loop(loop.index)
            except _No as why:
                if loop.parent is None:
                    found.refused[loop.index] = str(why)
        return found

    def _loop(self, loop: int) -> dict[int, Told]:
        self._shape(loop)
        told = self._told(loop)
        memory = _Memory(self, loop)
        memory.check()
        for store in {store for one in told.values() for store in one.stores}:
            memory.keeps(store)
        return told

    # ---- control -----------------------------------------------------------------------------

    def _shape(self, loop: int) -> None:
        """One way in, one way round, and one way out at its end."""
        facts = self.facts
        found = facts.loops.loops[loop]
        exits = [(source, target) for source, target in found.exits if facts.live[target]]
        if len(found.blocks) > LARGE:
            raise _No("it is large")
        if any(facts.in_cycle[block] or not facts.live[block] for block in found.blocks):
            raise _No("its control flow is no nest of loops")
        if found.preheader is None or len(found.latches) != 1 or len(exits) != 1:
            raise _No("it can be left in several places")
        ((source, target),) = exits
        if source != found.latches[0]:
            raise _No("it is left in the middle of a turn")
        if facts.live_predecessors[target] != (source,) or (
            facts.loop_of(target) != facts.parent(loop)
        ):
            raise _No("its end is also reached another way")

    # ---- adjoints ----------------------------------------------------------------------------

    def _told(self, loop: int) -> dict[int, Told]:
        """The values of a loop whose adjoint is that of a sum."""
        facts = self.facts
        found = facts.loops.loops[loop]
        told: dict[int, Told] = {}
        for phi in facts.function.blocks[found.header].phis():
            if facts.active(phi.result) and phi.result.id not in told:
                how = self._of(phi.result, found.header)
                family = self.tellings.family(phi.result)
                told |= {
                    id: how
                    for id in family
                    if id != RETURNED and facts.function.home[id] in found.blocks
                }
        for block in found.blocks:
            for instr in facts.function.blocks[block].instrs:
                value = instr.result
                if value is None or value.id in told or not facts.active(value):
                    continue
                if any(at not in found.blocks for at, _ in self.tellings.seeds.uses(value)):
                    raise _No("what a turn computes is used behind the loop")
        return told

    def _of(self, value: Local, before: int) -> Told:
        told = self.tellings.told(value, before)
        if told is None:
            raise _No("what it hands on is no plain sum, or its adjoint is not known before it")
        return told


@final
class _Memory:
    """What the turns of one loop read and write, and what lies behind it."""

    def __init__(self, merging: _Merging, loop: int) -> None:
        self.facts = merging.facts
        self.sites = merging.sites
        self.points = merging.points
        self.loop = loop
        self.reads: list[Load] = []
        self.writes: list[Store | Call] = []
        self.results: list[Store | Call] = []  # those of the writes that go to the caller
        self.called = 0  # objects that calls may read

    def check(self) -> None:
        facts = self.facts
        for block in facts.loops.loops[self.loop].blocks:
            for instr in facts.function.blocks[block].instrs:
                self._inside(instr)
        if len(self.reads) + len(self.writes) > LARGE:
            raise _No("it is large")
        if self.writes:
            self._apart()
        for instr in self._behind():
            self._after(instr)

    def _apart(self) -> None:
        """No turn takes or clears a shadow that another one touches."""
        filled = Filled(self.facts, self.loop)
        own: list[Load] = []  # reads of what the caller has left, or the turn has written
        for read in self.reads:
            met = [write for write in self.writes if meet(self.facts, read, write)]
            if not met or filled.filled(read):
                continue
            if not all(write in self.results for write in met):
                raise _No("a turn may read what another turn has written")
            own.append(read)
        if self._met(self.called) & self._written():
            raise _No("a turn may read in a call what another turn has written")
        is_of_team = self.facts.function in self.facts.whole.effects.parallel.functions
        distinct = rows_of_threads if is_of_team else distinct_rows
        if not distinct(self.facts, self.loop, self.results):
            raise _No("turns may write the same memory of the caller")
        if own and not distinct(self.facts, self.loop, self.results, own):
            raise _No("a turn may read what another turn has written")

    def keeps(self, store: Store) -> None:
        """The shadow that a seed lies in stays as it is: reads are compared as with every store
        behind the loop."""
        facts = self.facts
        if self._met(self.points.mask(facts.function, store.pointer)) & self._written():
            raise _No("a turn writes where its seed lies")

    def _written(self) -> int:
        found = 0
        for write in self.writes:
            found |= self.points.mask(self.facts.function, place(write))
        return found

    # ---- within a turn -----------------------------------------------------------------------

    def _inside(self, instr: Instr) -> None:
        facts = self.facts
        match instr:
            case Load():
                if facts.active(instr.result) and facts.shadowed(instr.pointer):
                    self._plain(instr)
                    self.reads.append(instr)
            case Store():
                if not facts.shadowed(instr.pointer):
                    return
                pointers = contents.stored_pointers(facts, instr.value, instr.pointer)
                if pointers or contents.stored_both(facts, instr):
                    raise _No("a turn stores an address")
                if contents.stored_floats(facts, instr):
                    self._plain(instr)
                    self._own(instr)
            case Call():
                self._call(instr)
            case Alloca() | AtomicRMW() | CmpXchg() | Invoke() | CallBr() | VAArg():
                raise _No("a turn does something with memory that is not followed")
            case _:
                _rest: Computation | Silent = instr
                return

    def _plain(self, instr: Load | Store) -> None:
        if instr.volatile or instr.ordering or self.facts.mixed(instr.pointer):
            raise _No("a turn accesses memory that others may see, or that may be inactive")

    def _own(self, write: Store | Call) -> None:
        if not self.facts.own(place(write)):
            if not is_result(self.facts, place(write)):
                raise _No("a turn writes to memory that others may see")
            self.results.append(write)
        self.writes.append(write)

    def _call(self, call: Call) -> None:
        match self.sites[id(call)]:
            case Plain() | Drop():
                return
            case Differential(meaning=meaning) if meaning.stores == (None,) and not meaning.flat:
                return
            case MemorySet(target=0, size=2):
                target = call.args[0]
                if not self.facts.shadowed(target) or not self.facts.holds_floats(target):
                    return
                if self.facts.mixed(target):
                    raise _No("a turn clears memory that may be inactive")
                self._own(call)
            case Callee() if (effect := self._effect(call)).pure:
                self.called |= effect.reads
            case _:
                raise _No("a turn makes calls that do more than compute")

    def _effect(self, instr: Instr) -> Effect:
        return self.facts.whole.effects.instr(self.facts.function, instr)

    def _met(self, objects: int) -> int:
        return self.points.aliases(objects)

    # ---- behind the loop ---------------------------------------------------------------------

    def _behind(self) -> Iterator[Instr]:
        """All that may follow the loop, in the turn of the loop around it."""
        facts = self.facts
        around = facts.parent(self.loop)
        barred = facts.loops.loops[around].header if around >= 0 else -1
        work = [target for _, target in facts.loops.loops[self.loop].exits if facts.live[target]]
        seen = set(work)
        while work:
            block = work.pop()
            yield from facts.function.blocks[block].instrs
            for target in facts.live_successors[block]:
                if target not in seen and target != barred:
                    seen.add(target)
                    work.append(target)

    def _after(self, instr: Instr) -> None:
        """An instruction behind the loop: in reverse it comes before the turns."""
        facts = self.facts
        match instr:
            case Load():
                if facts.active(instr.result) and facts.shadowed(instr.pointer):
                    self._read(self._effect(instr).reads)
            case Store():
                if facts.shadowed(instr.pointer) and (
                    any(meet(facts, read, instr) for read in self.reads)
                    or self._effect(instr).writes & self._met(self.called)
                ):
                    raise _No("what a turn reads is overwritten behind the loop")
                if facts.shadowed(instr.pointer) and any(
                    meet(facts, result, instr) for result in self.results
                ):
                    raise _No("what a turn writes is overwritten behind the loop")
            case Call() | Invoke() | CallBr() | AtomicRMW() | CmpXchg() | VAArg():
                site = self.sites.get(id(instr))
                if isinstance(site, Plain | Drop | Allocation | Deallocation) or is_barrier(site):
                    return
                effect = self._effect(instr)
                self._read(effect.reads | effect.writes)
                read = self._met(self.called)
                for load in self.reads:
                    read |= self._met(self.points.mask(facts.function, load.pointer))
                if (effect.writes | effect.frees) & read:
                    raise _No("what a turn reads may be overwritten behind the loop")
                if effect.frees & self._met(self._written()):
                    raise _No("what a turn writes may be freed behind the loop")
            case _:
                _rest: Computation | Silent = instr
                return

    def _read(self, objects: int) -> None:
        """Objects that are read behind the loop: no turn may have written them."""
        if objects & self._met(self._written()):
            raise _No("what a turn writes is read behind the loop")
