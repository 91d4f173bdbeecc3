"""What memory still holds when the reverse sweep comes back: may a load be repeated then?

    a = x[i];  y[i] = a * a;              the load is stable when nothing writes x afterwards
    a = x[i];  x[i] = a * a;              it is not: the place is overwritten
    for (…) { a = t[0]; …; t[0] = b; }    nor here: the store follows the load of its own round

Within a function: is a write that may meet the place reachable from the load, around loops too?
One walk backwards over the blocks, with sets of *classes* of writes (same places, size and type)
as bits. From outside: what may be written after a call of the function returns and before its
reverse, the join over its call sites, from the root down.

Memory that is freed is not overwritten: frees are deferred while reverse reads.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import final

from ribozyme.analysis.flow.callgraph import Program
from ribozyme.analysis.memory.effects import Effects
from ribozyme.analysis.memory.meeting import Writes
from ribozyme.analysis.pointsto.objects import Kind
from ribozyme.analysis.pointsto.pointsto import Access, PointsTo
from ribozyme.base import graph
from ribozyme.base.bitset import union
from ribozyme.ir.instrs import (
    COMPUTATIONS,
    Alloca,
    AtomicRMW,
    Call,
    CallBr,
    CmpXchg,
    Computation,
    Gep,
    Instr,
    Invoke,
    Load,
    Silent,
    Store,
    VAArg,
)
from ribozyme.ir.metadata import attached
from ribozyme.ir.module import Function
from ribozyme.ir.values import Local, Value


@final
class Overwritten:
    """What `overwritten` found."""

    def __init__(
        self, points: PointsTo, effects: Effects, between: int, *, pessimistic: bool = False
    ) -> None:
        self.points = points
        self._effects = effects
        self._pessimistic = pessimistic
        self._locals: dict[Function, _Local] = {}
        self._after: dict[Function, int] = dict.fromkeys(points.functions, 0)
        self._between = between  # the caller of a split root promises object by object
        if not pessimistic:
            self._spread()

    def stable(self, function: Function, instr: Instr) -> bool:
        """Whether what a load or call reads is the same at any time until its reverse has run."""
        if self._pessimistic:
            return self._constant(function, instr)
        if function not in self._after:
            return False
        local = self._local(function)
        match instr:
            case Load(pointer=pointer):
                if instr.volatile or instr.ordering:
                    return False
                if self._constant(function, instr):
                    return True
                access = local.access(pointer, instr)
                if local.spoiled(instr, access):
                    return False
                mask = self.points.mask(function, pointer)
                if own_alloca(function, pointer):
                    return True
                return not (
                    mask & self._between or self.points.aliases(mask) & self._after[function]
                )
            case Call() | Invoke() | CallBr():
                reads = self._effects.call(function, instr).reads
                later = local.written_after(instr) | self._after[function]
                return not (reads & self._between or self.points.aliases(reads) & later)
            case AtomicRMW() | CmpXchg() | VAArg():
                return False
            case _:
                _rest: Computation | Store | Silent = instr
                return True

    def after(self, function: Function) -> int:
        """The objects that may be written between a return of the function and its reverse."""
        everything = (1 << len(self.points.objects)) - 1
        return self._after.get(function, everything) | self._between

    def written_after(self, function: Function, instr: Instr) -> int:
        """The objects that the function may write after an instruction, around loops too."""
        return self._local(function).written_after(instr)

    def _constant(self, function: Function, instr: Instr) -> bool:
        """A read of memory that nobody ever writes."""
        if not isinstance(instr, Load) or instr.volatile:
            return False
        if attached(instr.meta, "invariant.load") is not None:
            return True
        mask = self.points.mask(function, instr.pointer)
        return bool(mask) and all(object.constant for object in self.points.members(mask))

    def _local(self, function: Function) -> _Local:
        found = self._locals.get(function)
        if found is None:
            found = self._locals[function] = _Local(self.points, self._effects, function)
        return found

    def _spread(self) -> None:
        """From the root down: what is written after a call, in its caller and above."""
        order = [f for component in reversed(self.points.components) for f in component]
        waiting = dict.fromkeys(order)
        while waiting:
            function = next(iter(waiting))
            del waiting[function]
            local = self._local(function)
            for call in self.points.program.calls(function):
                later = local.written_after(call) | self._after[function]
                for target in self.points.entered(function, call):
                    if target in self._after and later & ~self._after[target]:
                        self._after[target] |= later
                        waiting[target] = None

    def lines(self, function: Function) -> Iterator[str]:
        """The loads that cannot be repeated."""
        names = ", ".join(o.name for o in self.points.members(self.after(function)))
        yield f"overwritten in @{function.name}; after it: {names or 'nothing'}"
        for instr in function.instrs():
            if isinstance(instr, Load) and not self.stable(function, instr):
                yield f"  %{function.names[instr.result.id] or instr.result.id} is not stable"


@final
class _Local:
    """One function: which writes may follow which instruction."""

    def __init__(self, points: PointsTo, effects: Effects, function: Function) -> None:
        self.points = points
        self.function = function
        self._effects = effects
        self._writes = Writes(points)
        self._written: dict[int, int] = {}
        self._following: dict[Instr, int] = {}
        self._walk()

    def access(self, pointer: Value, instr: Load | Store | AtomicRMW | CmpXchg) -> Access:
        """The class of an access."""
        type = instr.value.type if isinstance(instr, Store | AtomicRMW) else None
        if isinstance(instr, Load):
            type = instr.result.type
        size = None if type is None else self.points.program.layout.size(type)
        tag = self.points.tbaa.tag(instr.meta)
        return self.points.numbers(self.function, pointer), size, tag

    def spoiled(self, instr: Instr, access: Access) -> bool:
        """Whether a write that may follow `instr` may meet the access."""
        following = self._following.get(instr)
        return following is None or bool(following & self._writes.meeting(access))

    def written_after(self, instr: Instr) -> int:
        """The objects of all writes that may follow `instr`."""
        following = self._following.get(instr)
        if following is None:
            return (1 << len(self.points.objects)) - 1
        found = self._written.get(following)
        if found is None:
            found, rest = 0, following
            while rest:
                low = rest & -rest
                found |= self._writes.masks[low.bit_length() - 1]
                rest ^= low
            self._written[following] = found
        return found

    def _write(self, instr: Instr) -> int:
        """The class of what an instruction writes, 0 for one that writes nothing."""
        match instr:
            case Store(pointer=pointer) | AtomicRMW(pointer=pointer) | CmpXchg(pointer=pointer):
                return self._writes.add(self.access(pointer, instr))
            case Call() | Invoke() | CallBr():
                written = self._effects.call(self.function, instr).writes
                return self._writes.add(written) if written else 0
            case _:
                _rest: Computation | Load | VAArg | Silent = instr
                return 0

    def _walk(self) -> None:
        """Backwards: per block what is written in and behind it, and so per instruction."""
        blocks = self.function.blocks
        writes: list[dict[Instr, int]] = []
        own: list[int] = []
        others = [[i for i in block.instrs if i.__class__ not in COMPUTATIONS] for block in blocks]
        for instrs in others:
            found = {instr: bit for instr in instrs if (bit := self._write(instr))}
            writes.append(found)
            own.append(union(found.values()))
        behind = self._behind(own)
        for index, instrs in enumerate(others):
            following = behind[index]
            for instr in reversed(instrs):
                if isinstance(instr, Load | Call | Invoke | CallBr):
                    self._following[instr] = following
                following |= writes[index].get(instr, 0)

    def _behind(self, own: list[int]) -> list[int]:
        """Per block, what may be written once control has left it."""
        successors = self.function.successors
        behind = [0] * len(own)
        for component in graph.components(successors):
            inside = set(component)
            cyclic = len(component) > 1 or component[0] in successors[component[0]]
            found = union(own[block] for block in component) if cyclic else 0
            for block in component:
                for target in successors[block]:
                    if target not in inside:
                        found |= own[target] | behind[target]
            for block in component:
                behind[block] = found
        return behind


def own_alloca(function: Function, pointer: Value) -> bool:
    """Whether an address is in an alloca of this very activation, which ends with it."""
    while isinstance(pointer, Local):
        match function.definitions[pointer.id]:
            case Alloca():
                return True
            case Gep(base=base):
                pointer = base
            case _:
                return False
    return False


def overwritten(
    program: Program,
    points: PointsTo,
    effects: Effects,
    *,
    split: bool = False,
    kept: frozenset[int] = frozenset(),
) -> Overwritten:
    """Which reads can be repeated in the reverse sweep.

    `split`: the root's two halves are called one by one, and between them the caller may write all
    it can reach, except through the arguments numbered in `kept` (`enzyme_not_overwritten`).
    """
    assert points.program is program
    return Overwritten(points, effects, _between(points, kept) if split else 0)


def pessimistic_overwritten(program: Program, points: PointsTo, effects: Effects) -> Overwritten:
    """Nothing can be repeated but reads of constants."""
    assert points.program is program
    return Overwritten(points, effects, 0, pessimistic=True)


def _between(points: PointsTo, kept: frozenset[int]) -> int:
    found = 0
    for object in points.objects:
        spared = object.origin.kind is Kind.ARGUMENT and object.origin.index in kept
        reachable = object.born_outside or points.outside >> object.id & 1
        if reachable and not object.constant and not spared:
            found |= 1 << object.id
    return found
