"""Affine accesses of floats in loops, grouped by the memory range that they cover.

    for (i) { for (j) s += a[i*n + j] * x[j];  y[i] = x[i] * s; }      x[j], x[i]: one group

Within one turn of a loop around them, a store is *elsewhere* than an access if it never meets the
places of any of its runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import final

from ribozyme.analysis.flow.lines import Affine
from ribozyme.analysis.flow.sym import Sum, SymConst, wrapped
from ribozyme.analysis.memory.stretches import Stretches
from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    AtomicRMW,
    Call,
    CallBr,
    CmpXchg,
    Computation,
    Fence,
    Instr,
    Invoke,
    Load,
    Silent,
    Store,
    VAArg,
)
from ribozyme.ir.values import Value
from ribozyme.transform.core.facts import FunctionFacts


@final
@dataclass(frozen=True, slots=True, eq=False)
class Access:
    """A load or store of a float along a line over the runs of its loop."""

    instr: Load | Store
    block: int
    place: int
    loop: int
    line: Affine
    key: tuple[Sum, int, ty.Type]

    @property
    def pointer(self) -> Value:
        """Where."""
        return self.instr.pointer

    @property
    def value(self) -> Value:
        """What is read or written."""
        return self.instr.value if isinstance(self.instr, Store) else self.instr.result


@final
class Accesses:
    """The accesses of one function."""

    def __init__(self, facts: FunctionFacts) -> None:
        self.facts = facts
        self.stretches = Stretches(facts.evolution)
        self.scopes = facts.whole.pointsto.scopes
        self.declared = self.scopes.declarations(facts.function)
        self.groups: dict[tuple[Sum, int, ty.Type], list[Access]] = {}
        for access in self._accesses():
            self.groups.setdefault(access.key, []).append(access)

    def _accesses(self) -> Iterator[Access]:
        facts = self.facts
        for index, block in enumerate(facts.function.blocks):
            loop = facts.loop_of(index)
            if loop < 0 or not facts.live[index]:
                continue
            for place, instr in enumerate(block.instrs):
                if not isinstance(instr, Load | Store) or instr.volatile or instr.ordering:
                    continue
                type = instr.result.type if isinstance(instr, Load) else instr.value.type
                line = facts.evolution.values.affine(instr.pointer, loop)
                value = instr.result if isinstance(instr, Load) else instr.value
                if facts.both(value):
                    continue
                if not isinstance(type, ty.FloatType) or line is None or line.bits != 64:
                    continue
                step = line.step.value if isinstance(line.step, SymConst) else 0
                if abs(step) < facts.layout.size(type) or not step:
                    continue
                key = self.stretches.sum(line.start), step, type
                yield Access(instr, index, place, loop, line, key)

    def lines(self) -> Iterable[list[Access]]:
        """The accesses at distances of whole steps."""
        found: dict[tuple[object, ...], list[Access]] = {}
        for (start, step, type), group in self.groups.items():
            key = start.terms, wrapped(start.constant) % abs(step), step, type
            found.setdefault(key, []).extend(group)
        return found.values()

    def elsewhere(self, store: Store, block: int, access: Access, around: int) -> bool:
        """Whether a store never meets an access, in one turn of the loop `around` both."""
        facts = self.facts
        points, layout = facts.whole.pointsto, facts.layout
        size, extent = layout.size(access.key[2]), layout.size(store.value.type)

        def valid(scope: int) -> bool:
            blocks = self.declared.get(scope, ())
            return bool(blocks) and all(facts.inside(around, facts.loop_of(at)) for at in blocks)

        if not points.may_alias(
            facts.function, access.pointer, size, store.pointer, extent,
            access.instr, store, same_iteration=False,
        ) or self.scopes.apart(access.instr.meta, store.meta, valid):  # fmt: skip
            return True
        loop = facts.loop_of(block)
        line = facts.evolution.values.affine(store.pointer, loop) if loop >= 0 else None
        turns = facts.evolution.count(loop) if loop >= 0 else None
        runs = facts.evolution.count(access.loop)
        if line is None or turns is None or runs is None or not (turns.exact and runs.exact):
            return False  # what bounds a loop that is left early may be no count at all
        return self.stretches.apart(access.line, runs.sym, size, line, turns.sym, extent)


def in_every_run(facts: FunctionFacts, block: int, loop: int) -> bool:
    """Whether a block runs as often as the header of a loop, in the last run too."""
    found = facts.loops.loops[loop]
    always = (*found.latches, *(inside for inside, _ in found.exits))
    return all(facts.flow.dominates(block, other) for other in always)


def adds_among_threads(facts: FunctionFacts, load: Load) -> bool:
    """Whether the reverse of a read of a number adds to a shadow that other threads may add to."""
    plain = not load.volatile and not load.ordering and isinstance(load.result.type, ty.FloatType)
    return (
        plain
        and facts.active(load.result)
        and facts.shadowed(load.pointer)
        and not facts.mixed(load.pointer)
        and not facts.both(load.result)
        and facts.whole.effects.parallel.meets(facts.function, load.pointer)
    )


def is_apart(facts: FunctionFacts, call: Call) -> bool:
    """Whether a call reaches no memory that has a shadow."""
    return facts.whole.effects.call(facts.function, call).pure and not any(
        facts.shadowed(arg) for arg in call.args
    )


def is_quiet(facts: FunctionFacts, instr: Instr, elsewhere: Callable[[Store], bool]) -> bool:
    """Whether the adjoint of an instruction reads and clears nothing of a certain shadow; of stores
    to active memory `elsewhere` says so."""
    match instr:
        case Store():
            return not facts.shadowed(instr.pointer) or elsewhere(instr)
        case Call():
            return is_apart(facts, instr)
        case Invoke() | AtomicRMW() | CmpXchg() | Fence():
            return False
        case _:
            _rest: Computation | Load | CallBr | VAArg | Silent = instr
            return True
