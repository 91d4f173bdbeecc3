"""Overlapping increments: if a loop reads neighbouring cells, its reverse adds to each cell once,
not once per read.

Each reverse iteration would add to cells that the next one adds to again, through memory, and no
vector unit could take part. Increments commute: where nothing else in the reverse loop touches
these shadows, what belongs to a cell that a later iteration reaches too waits in a register.

    y[i] = f(x[i-1], x[i+1])          t = dy[i];  dx[i+1] += w1 + f2(t);  w1 = w2;  w2 = f1(t)
    behind the loop                   dx[i] += w1;  dx[i-1] += w2

`Shift.terms` gives the reads by distance: how many iterations later the sweep adds to their cell.
Invariant: a group's cells form one dense array of floats; those between cells that are read are in
the same object, and get -0.0 if they get nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, final

from ribozyme.analysis.flow import sym
from ribozyme.analysis.flow.lines import Affine
from ribozyme.analysis.flow.sym import SymConst
from ribozyme.analysis.memory.stretches import Stretches
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import AtomicRMW, Call, CmpXchg, Fence, Instr, Load, Store
from ribozyme.ir.values import Local, Value, const_float
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.shape import Leaf
from ribozyme.transform.reverse.emit.adjoint import increment
from ribozyme.transform.reverse.emit.adjoints import ADD

if TYPE_CHECKING:
    from ribozyme.transform.reverse.emit.sweep import ReverseSweep

MOST: Final = 4


@final
@dataclass(frozen=True, slots=True, eq=False)
class Shift:
    """Reads of one array in a loop; `step` bytes lie between the cells of two iterations."""

    loop: int
    step: int
    terms: tuple[tuple[Load, int], ...]

    @property
    def leader(self) -> Load:
        """A read of the cell that no later iteration of the reverse sweep adds to."""
        return next(load for load, distance in self.terms if distance == 0)

    @property
    def reach(self) -> int:
        """The largest distance."""
        return max(distance for _, distance in self.terms)


def shifts(facts: FunctionFacts) -> tuple[Shift, ...]:
    """The groups of reads in loops of one block whose increments can wait in registers."""
    found: list[Shift] = []
    for loop in facts.loops.loops:
        if len(loop.blocks) == 1 and facts.live[loop.header]:
            instrs = facts.function.blocks[loop.header].instrs
            if all(_quiet(facts, instr) for instr in instrs):
                found += _groups(facts, loop.index, instrs)
    return tuple(found)


def _quiet(facts: FunctionFacts, instr: Instr) -> bool:
    """Whether the adjoint of an instruction touches no memory that is not its own operand's."""
    match instr:
        case Call():
            return facts.whole.effects.call(facts.function, instr).pure
        case AtomicRMW() | CmpXchg() | Fence():
            return False
        case _:
            return True


def _groups(facts: FunctionFacts, loop: int, instrs: tuple[Instr, ...]) -> list[Shift]:
    stores = [i for i in instrs if isinstance(i, Store) and facts.shadowed(i.pointer)]
    groups: list[tuple[Affine, int, list[tuple[Load, int]]]] = []
    sums = Stretches(facts.evolution)
    for load in instrs:
        if not isinstance(load, Load) or not _waits(facts, load, stores):
            continue
        line = facts.evolution.values.affine(load.pointer, loop)
        step = line.step.value if line is not None and isinstance(line.step, SymConst) else 0
        if line is None or abs(step) != facts.layout.alloc_size(load.result.type):
            continue
        for first, stride, members in groups:
            apart = sums.sum(sym.sub(line.start, first.start))
            same = stride == step and members[0][0].result.type is load.result.type
            if same and not apart.terms and apart.constant % step == 0:
                members.append((load, apart.constant // step))
                break
        else:
            groups.append((line, step, [(load, 0)]))
    made = [_shift(loop, step, members) for _, step, members in groups]
    return [shift for shift in made if 0 < shift.reach <= MOST]


def _shift(loop: int, step: int, members: list[tuple[Load, int]]) -> Shift:
    """The group with distances from the cell that is done first."""
    last = max(place for _, place in members)
    return Shift(loop, step, tuple((load, last - place) for load, place in members))


def _waits(facts: FunctionFacts, load: Load, stores: list[Store]) -> bool:
    """Whether what is added for a read may be added later: no store clears the shadow meanwhile."""
    if not isinstance(load.result.type, ty.FloatType) or load.volatile or load.ordering:
        return False
    if not facts.active(load.result) or not facts.shadowed(load.pointer):
        return False
    if facts.both(load.result):
        return False
    size = facts.layout.size(load.result.type)
    return not facts.mixed(load.pointer) and not any(
        facts.whole.pointsto.may_alias(
            facts.function, load.pointer, size, store.pointer,
            facts.layout.size(store.value.type), load, store, same_iteration=False,
        )
        for store in stores
    )  # fmt: skip


@final
class Shifted:
    """The registers of one group in the reverse sweep: per distance and lane an alloca."""

    def __init__(self, s: ReverseSweep, shift: Shift) -> None:
        self.s = s
        self.shift = shift
        self.type = shift.leader.result.type
        self.leaf: Leaf = s.facts.floats(shift.leader.result)[0]
        self.amounts: dict[tuple[int, int], Value] = {}  # (distance, lane) in this iteration
        self.slots: list[list[Local]] = [
            [s.b.entry_alloca(self.type) for _ in range(s.width)] for _ in range(shift.reach)
        ]
        self.shadow: list[Value] = []

    def begin(self) -> None:
        """Nothing waits where the loop is entered."""
        for slots in self.slots:
            for slot in slots:
                self.s.b.store(const_float(self.type, -0.0), slot)

    def holds(self, load: Load) -> bool:
        """Whether a read belongs to the group."""
        return any(member is load for member, _ in self.shift.terms)

    def add(self, load: Load, lane: int, amount: Value) -> None:
        """A contribution of this iteration."""
        distance = next(d for member, d in self.shift.terms if member is load)
        old = self.amounts.get((distance, lane))
        made = amount if old is None else self.s.b.fadd(old, amount, ADD)
        self.amounts[distance, lane] = made

    def turn(self) -> None:
        """At the end of an iteration: the others come nearer, and one cell is done.

        It is done last: a vector unit takes what the next iteration reads before anything that is
        stored can depend on what this one read.
        """
        b = self.s.b
        self.shadow = list(self.s.shadow(self.shift.leader.pointer))
        for lane in range(self.s.width):
            waiting = [b.load(self.type, slots[lane]) for slots in self.slots]
            for distance, old in reversed(list(enumerate([*waiting, None]))):
                new = self.amounts.get((distance, lane))
                total = b.fadd(old, new, ADD) if old is not None and new is not None else None
                value = total or old or new or const_float(self.type, -0.0)
                if distance:
                    b.store(value, self.slots[distance - 1][lane])
                else:
                    increment(self.s, self.shift.leader, self.shadow[lane], self.leaf, value)
        self.amounts.clear()

    def end(self) -> None:
        """Behind the loop: what still waits, each a cell further on."""
        b = self.s.b
        for distance, slots in enumerate(self.slots, 1):
            for lane, slot in enumerate(slots):
                place = b.offset(self.shadow[lane], -self.shift.step * distance)
                increment(self.s, self.shift.leader, place, self.leaf, b.load(self.type, slot))
