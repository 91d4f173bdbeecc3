"""Reads in a worksharing loop whose shadows no other thread adds to: their increments are plain.

    for (i = .omp.lb; i <= .omp.ub; i++)      thread-invariant base, lower bound, step = stride
        y[i] = x[i] * x[i];                   x.sh + 8·i: each i is one thread's

An address in a worksharing loop is `base + stride · i + offset`, where `i` counts from the lower
bound that the run time gave this thread. Reads with one base and one stride are a *family*.
If all bytes that a family reads in an iteration lie within one stride, those of different
iterations are disjoint, and no two threads have the same iteration.

    a[i * m + j], j < m        an inner loop may run along the stride: m · 8 bytes

A read is exclusive if everything that may be added to its object at the same time belongs to its
family. Two accesses are at the same time unless every path between them passes a barrier.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, final

from ribozyme.analysis.flow import sym
from ribozyme.analysis.flow.lines import Affine, cast
from ribozyme.analysis.flow.sym import Sum, Sym, SymBinary, SymConst, SymValue
from ribozyme.analysis.memory.parallel import forks
from ribozyme.analysis.memory.stretches import Stretches
from ribozyme.ir.instrs import Alloca, Call, Cast, Gep, IBinary, Instr, Invoke, Load
from ribozyme.ir.values import ConstInt, Local, Value
from ribozyme.rules.names import Inactive
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.sites import callee_name

_STATIC: Final = "__kmpc_for_static_init_"
_BEGIN: Final = "__kmpc_dispatch_init_"
_NEXT: Final = "__kmpc_dispatch_next_"
_LOWER: Final = {_STATIC: 4, _NEXT: 3}
"""The argument that is the address of the lower bound."""
_STEP: Final = 7  # the argument of a static loop that is the step of its counter
_BARRIER: Final = "rz_omp_barrier"
_ALONE: Final = "rz_omp_begin"
_DEEP: Final = 8
_LARGE: Final = 400  # reads; among more, nobody looks

_Key = tuple[int, Sum, tuple[tuple[Sym, int], ...]]


def exclusive(facts: FunctionFacts) -> frozenset[int]:
    """The results of the reads in a function that are exclusive, by number."""
    known = facts.whole.exclusive_reads
    name = facts.function.name
    if name not in known:
        known[name] = _Region(facts).exclusive() if _is_region(facts) else frozenset()
    return known[name]


def _is_region(facts: FunctionFacts) -> bool:
    """Whether a function is what one team runs, and nothing else calls it."""
    parallel = facts.whole.effects.parallel
    if facts.function not in parallel.functions:
        return False
    callers = facts.whole.pointsto.callers.get(facts.function, ())
    return len(callers) == 1 and all(
        forks(caller) and caller not in parallel.functions for caller, _ in callers
    )


@final
@dataclass(frozen=True, slots=True, eq=False)
class _Read:
    """Something that adds to shadows in the reverse sweep, and the segment it is in."""

    instr: Instr
    objects: int
    segment: int
    key: _Key | None = None
    offset: int = 0
    length: Sym = sym.ZERO


@final
class _Region:
    def __init__(self, facts: FunctionFacts) -> None:
        self.facts = facts
        self.points = facts.whole.pointsto
        self.parallel = facts.whole.effects.parallel
        self.stretches = Stretches(facts.evolution)

    def exclusive(self) -> frozenset[int]:
        if not self.bounds:
            return frozenset()
        reads = list(self.reads())
        if len(reads) > _LARGE:
            return frozenset()
        narrow = {
            key for key in {r.key for r in reads} if key is not None and self.fits(key, reads)
        }
        found = [r for r in reads if r.key in narrow and not self.met(r, narrow, reads)]
        return frozenset(r.instr.result.id for r in found if r.instr.result is not None)

    def met(self, read: _Read, narrow: set[_Key], reads: list[_Read]) -> bool:
        """Whether something of another family may be added to at the same time."""
        alike = self.points.aliases(read.objects)
        return any(
            other.key != read.key
            and bool(alike & other.objects or self.points.aliases(other.objects) & read.objects)
            and self.together(read.segment, other.segment)
            for other in reads
        )

    # ---- what is read ------------------------------------------------------------------------

    def reads(self) -> Iterator[_Read]:
        facts = self.facts
        for index, block in enumerate(facts.function.blocks):
            if not facts.live[index]:
                continue
            segments = self.segments[index]
            for place, instr in enumerate(block.instrs):
                segment = segments[sum(1 for at in self.barriers(index) if at < place)]
                match instr:
                    case Load() if self.adds(instr):
                        yield self.read(instr, index, segment)
                    case Call() | Invoke() if not self.is_inactive(instr):
                        objects = facts.whole.effects.call(facts.function, instr).reads
                        yield _Read(instr, objects, segment)
                    case _:
                        pass

    def adds(self, load: Load) -> bool:
        """Whether the reverse sweep adds to shared memory for a read."""
        facts = self.facts
        active = facts.active(load.result) and facts.shadowed(load.pointer)
        return active and not self.parallel.is_private(facts.function, load.pointer)

    def is_inactive(self, call: Call | Invoke) -> bool:
        return isinstance(self.points.meaning(call), Inactive)

    def read(self, load: Load, block: int, segment: int) -> _Read:
        objects = self.points.mask(self.facts.function, load.pointer)
        plain = not load.volatile and not load.ordering and not self.facts.mixed(load.pointer)
        family = self.family(load, block) if plain else None
        if family is None or self.begins_again(family[0][0], segment, block, load):
            return _Read(load, objects, segment)
        return _Read(load, objects, segment, *family)

    # ---- families ----------------------------------------------------------------------------

    def family(self, load: Load, block: int) -> tuple[_Key, int, Sym] | None:
        """The family of a read in a worksharing loop, or in a loop within one."""
        facts = self.facts
        inner = facts.loop_of(block)
        if inner < 0:
            return None
        line = self.line(load.pointer, inner)
        if line is None:
            return None
        size = SymConst(facts.layout.size(load.result.type))
        found = self.of_line(line, size)
        outer = facts.parent(inner)
        if found is not None or outer < 0:
            return found
        count = facts.evolution.count(inner)
        step = line.step
        if count is None or not isinstance(step, SymConst) or step.value < 0:
            return None
        around = self.carried(line.start, outer)
        if around is None:
            return None
        length = sym.add(sym.mul(step, sym.sub(count.sym, sym.ONE)), size)
        return self.of_line(around, length)

    def line(self, value: Value, loop: int) -> Affine | None:
        found = self.facts.evolution.values.affine(value, loop)
        return found if found is not None and found.bits == 64 else None

    def carried(self, start: Sym, loop: int) -> Affine | None:
        """An address that an inner loop begins with, as a line of the loop around it."""
        whole = self.stretches.sum(start)
        first: list[tuple[Sym, int]] = [(SymConst(whole.constant), 1)]
        step: list[tuple[Sym, int]] = []
        for atom, factor in whole.terms:
            moved = [
                leaf
                for leaf in sym.leaves(atom)
                if isinstance(leaf, Local)
                and self.facts.inside(self.facts.loop_of_value(leaf), loop)
            ]
            if not moved:
                first.append((atom, factor))
                continue
            line = self.moved(atom, loop)
            if line is None:
                return None
            first.append((line.start, factor))
            step.append((line.step, factor))
        return Affine(sym.total(first).sym, sym.total(step).sym, 64, False, False)

    def moved(self, atom: Sym, loop: int) -> Affine | None:
        if not isinstance(atom, SymValue):
            return None
        line = self.facts.evolution.values.affine(atom.value, loop)
        if line is None or line.bits == 64:
            return line
        return cast(line, "sext" if atom.signed else "zext", 64, "")

    def of_line(self, line: Affine, length: Sym) -> tuple[_Key, int, Sym] | None:
        """The family of a line that counts from the lower bound of a thread's iterations."""
        start, stride = self.stretches.sum(line.start), self.stretches.sum(line.step)
        slot, along = -1, list[tuple[Sym, int]]()
        rest: list[tuple[Sym, int]] = []
        for atom, factor in start.terms:
            found = self.lower(atom)
            if found is None:
                rest.append((atom, factor))
                continue
            if slot not in (-1, found[0]):
                return None
            slot = found[0]
            along.append((found[1], factor))
        if slot < 0 or not (stride.terms or stride.constant):
            return None
        if self.stretches.sum(sym.total(along).sym) != stride:
            return None
        shared = all(
            self.is_shared(leaf) for atom, _ in (*rest, *stride.terms) for leaf in sym.leaves(atom)
        )
        return ((slot, stride, tuple(rest)), start.constant, length) if shared else None

    def lower(self, atom: Sym) -> tuple[int, Sym] | None:
        """The slot whose lower bound is a factor of an atom, and the other factor."""
        match atom:
            case SymValue(value=Local() as value):
                slot = self.slot(value)
                return None if slot is None else (slot, sym.ONE)
            case SymBinary(op="mul", lhs=lhs, rhs=rhs):
                for one, other in ((lhs, rhs), (rhs, lhs)):
                    found = self.lower(one) if isinstance(one, SymValue) else None
                    if found is not None:
                        return found[0], other
                return None
            case _:
                return None

    def slot(self, value: Local) -> int | None:
        """The slot that a value is the lower bound of, extended or not."""
        instr = self.facts.function.definitions[value.id]
        while isinstance(instr, Cast) and instr.op in ("sext", "zext"):
            instr = self.facts.function.definition(instr.value)
        if not isinstance(instr, Load) or not isinstance(instr.pointer, Local):
            return None
        return instr.pointer.id if instr.pointer.id in self.bounds else None

    def is_shared(self, value: Value, depth: int = 0) -> bool:
        """Whether a value is the same in all threads of the team."""
        if not isinstance(value, Local):
            return True
        if depth > _DEEP:
            return False
        function = self.facts.function
        instr = function.definitions[value.id]
        match instr:
            case None:
                return value not in (param.local for param in function.params[:2])
            case Load(pointer=pointer) if not instr.volatile and not instr.ordering:
                read = self.points.aliases(self.points.mask(function, pointer))
                own = self.points.mask(function, pointer) & self.parallel.private
                return (
                    not read & self.facts.whole.effects.written_by_threads
                    and not own
                    and self.is_shared(pointer, depth + 1)
                )
            case Cast(value=inner):
                return self.is_shared(inner, depth + 1)
            case IBinary(lhs=lhs, rhs=rhs):
                return self.is_shared(lhs, depth + 1) and self.is_shared(rhs, depth + 1)
            case Gep(base=base, indices=indices):
                return all(self.is_shared(part, depth + 1) for part in (base, *indices))
            case _:
                return False

    def fits(self, key: _Key, reads: list[_Read]) -> bool:
        """Whether what a family reads in one iteration lies within its stride."""
        stride = key[1]
        family = [(r.offset, r.length) for r in reads if r.key == key]
        first = min(offset for offset, _ in family)
        if not stride.terms:
            return all(
                isinstance(length, SymConst)
                and offset + length.value - first <= abs(stride.constant)
                for offset, length in family
            )
        return all(
            self.stretches.not_negative(
                sym.sub(sym.sub(stride.sym, length), SymConst(offset - first)), frozenset()
            )
            for offset, length in family
        )

    # ---- loops of threads --------------------------------------------------------------------

    @cached_property
    def bounds(self) -> dict[int, frozenset[Call]]:
        """The slots of lower bounds, and the calls by which their loops begin."""
        found: dict[int, list[Call]] = {}
        begins: list[Call] = []
        for call in self.facts.whole.program.calls(self.facts.function):
            name = callee_name(call) or ""
            if name == _ALONE:  # what follows is dealt out in a team of its own
                return {}
            if isinstance(call, Call) and name.startswith(_BEGIN):
                begins.append(call)
            kind = next((k for k in _LOWER if name.startswith(k)), None)
            if kind is None or not isinstance(call, Call):
                continue
            slot = call.args[_LOWER[kind]]
            if isinstance(slot, Local):
                found.setdefault(slot.id, []).append(call)
        definitions = self.facts.function.definitions
        made: dict[int, frozenset[Call]] = {}
        for id, calls in found.items():
            static = [c for c in calls if (callee_name(c) or "").startswith(_STATIC)]
            if not isinstance(definitions[id], Alloca) or (static and len(calls) > 1):
                continue
            if static and static[0].args[_STEP] != ConstInt(static[0].args[_STEP].type, 1):
                continue
            made[id] = frozenset(static or begins)
        return made

    def begins_again(self, slot: int, segment: int, block: int, load: Load) -> bool:
        """Whether the same loop, or one that shares its slot, may begin without a barrier between:
        its iterations are dealt out anew."""
        after = self.after[segment]
        for index, found in enumerate(self.facts.function.blocks):
            for place, instr in enumerate(found.instrs):
                if not isinstance(instr, Call) or instr not in self.bounds[slot]:
                    continue
                at = self.segments[index][sum(1 for b in self.barriers(index) if b < place)]
                behind = index == block and at == segment and place > found.instrs.index(load)
                if at in after or behind:
                    return True
        return False

    # ---- barriers ----------------------------------------------------------------------------

    def barriers(self, block: int) -> list[int]:
        """The places of barriers in a block."""
        return self._barriers[block]

    @cached_property
    def _barriers(self) -> list[list[int]]:
        return [
            [
                place
                for place, instr in enumerate(block.instrs)
                if isinstance(instr, Call) and callee_name(instr) == _BARRIER
            ]
            for block in self.facts.function.blocks
        ]

    @cached_property
    def segments(self) -> list[list[int]]:
        """Per block the numbers of its segments: the parts between barriers."""
        found: list[list[int]] = []
        number = 0
        for places in self._barriers:
            found.append(list(range(number, number + len(places) + 1)))
            number += len(places) + 1
        return found

    @cached_property
    def after(self) -> list[frozenset[int]]:
        """Per segment those that may follow it without a barrier, itself in a cycle."""
        edges: list[list[int]] = [[] for block in self.segments for _ in block]
        for index, own in enumerate(self.segments):
            for target in self.facts.function.successors[index]:
                edges[own[-1]].append(self.segments[target][0])
        return [frozenset(_reached(edges, edges[number])) for number in range(len(edges))]

    @cached_property
    def phases(self) -> list[frozenset[int]]:
        """The segments that may run at the same time: those behind the entry, and each barrier."""
        starts = [0, *(number for own in self.segments for number in own[1:])]
        return [self.after[start] | {start} for start in starts]

    def together(self, one: int, other: int) -> bool:
        """Whether threads may be in two segments at the same time."""
        return any(one in phase and other in phase for phase in self.phases)


def _reached(edges: list[list[int]], starts: list[int]) -> set[int]:
    found = set(starts)
    work = list(starts)
    while work:
        for target in edges[work.pop()]:
            if target not in found:
                found.add(target)
                work.append(target)
    return found
