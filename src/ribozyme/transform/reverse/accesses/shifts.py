"""Reads of neighbouring cells in a loop: what the reverse sweep may add to each cell once.

    y[i] = f(x[i-1], x[i+1])          the reads of x are a group; they are 2 iterations apart

Increments commute, so they may be made later, if nothing else in the reverse loop touches these
shadows: `increments/shifted_cells` keeps them in registers until the last read of a cell is
reversed.
`Shift.terms` gives the reads by distance: how many iterations later the sweep adds to their cell.
"""

from __future__ import annotations

from typing import Final, final

from ribozyme.analysis.flow import sym
from ribozyme.analysis.flow.lines import Affine
from ribozyme.analysis.flow.sym import SymConst
from ribozyme.analysis.memory.stretches import Stretches
from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    Access,
    AtomicRMW,
    Call,
    CallLike,
    CmpXchg,
    Computation,
    Fence,
    Instr,
    Load,
    Silent,
    Store,
)
from ribozyme.transform.core.facts import FunctionFacts

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
            _rest: Computation | Access | CallLike | Silent = instr
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
