"""Addresses in one iteration of a loop as lines of its inner loops, and sums of no negative sign.

    for (i) for (j < m) y[i * m + j] = …;        y + 8·i·m + 8·j = {y + 8·i·m, +8} = {y, +8·m} + 8·j

A loop that is entered runs at least once, so its count is no negative number.
"""

from __future__ import annotations

from typing import final

from ribozyme.analysis.flow import sym
from ribozyme.analysis.flow.sym import Sum, Sym, SymConst, SymValue
from ribozyme.analysis.memory.stretches import Stretches
from ribozyme.base.record import dataclass
from ribozyme.ir.values import Local, Value
from ribozyme.transform.core.facts import FunctionFacts


@final
@dataclass(frozen=True, slots=True)
class Line:
    """A sum over the iterations of a loop: `start + k·step`."""

    start: Sum
    step: Sum


@final
class LoopLines:
    """What is known of sums in one iteration of `loop`."""

    def __init__(self, facts: FunctionFacts, loop: int) -> None:
        self.facts = facts
        self.loop = loop
        self._stretches = Stretches(facts.evolution)
        self._entered: dict[int, frozenset[Sym]] = {}

    def sum(self, whole: Sym) -> Sum:
        """An expression as a sum."""
        return self._stretches.sum(whole)

    def address(self, pointer: Value) -> Sum | None:
        """A pointer as a sum."""
        whole = sym.of(pointer)
        return None if whole is None else self.sum(whole)

    def line(self, whole: Sum, loop: int) -> Line | None:
        """A sum as a line over the iterations of a loop; None if it is none."""
        start: list[tuple[Sym, int]] = [(SymConst(whole.constant), 1)]
        step: list[tuple[Sym, int]] = []
        values = self.facts.evolution.values
        for atom, factor in whole.terms:
            if all(values.invariant(leaf, loop) for leaf in sym.leaves(atom)):
                start.append((atom, factor))
                continue
            if not isinstance(atom, SymValue) or sym.width(atom.value) != 64:
                return None
            line = values.affine(atom.value, loop)
            if line is None:
                return None
            start.append((line.start, factor))
            step.append((line.step, factor))
        return Line(self.sum(sym.total(start).sym), self.sum(sym.total(step).sym))

    def not_negative(self, whole: Sum, block: int) -> bool:
        """Whether a sum is no negative number wherever control is at a block."""
        atoms = frozenset(self._as_signed(atom, block) for atom in self._counts(block))
        parts = [(self._as_signed(atom, block), factor) for atom, factor in whole.terms]
        signed = sym.total([(SymConst(whole.constant), 1), *parts])
        return self._stretches.not_negative(signed.sym, atoms)

    def _as_signed(self, atom: Sym, block: int) -> Sym:
        """An atom; a value that is no negative number there is the same signed or unsigned."""
        match atom:
            case SymValue(value=Local() as value, signed=False) if sym.width(
                value
            ) < 64 and self._stretches.is_not_negative(value, block):
                return SymValue(value, True)
            case _:
                return atom

    def bounds(self, whole: Sum, block: int) -> tuple[Sum, Sum] | None:
        """The least and the greatest that a sum is at a block in one iteration of the loop, both
        without what changes in inner loops."""
        low = high = whole
        for inner in self.facts.chain(self.facts.loop_of(block)):
            if inner == self.loop:
                return low, high
            first = self._end(low, inner, block, last=False)
            last = self._end(high, inner, block, last=True)
            if first is None or last is None:
                return None
            low, high = first, last
        return None

    def _end(self, whole: Sum, inner: int, block: int, *, last: bool) -> Sum | None:
        """The greatest that a sum is over the iterations of an inner loop, or the least."""
        line = self.line(whole, inner)
        if line is None:
            return None
        rises = self.not_negative(line.step, block)
        if not rises and not self.not_negative(self.sum(sym.sub(sym.ZERO, line.step.sym)), block):
            return None
        if rises != last:
            return line.start
        count = self.facts.evolution.count(inner)
        if count is None or not count.exact:
            return None
        on = sym.mul(sym.sub(count.sym, sym.ONE), line.step.sym)
        return self.sum(sym.add(line.start.sym, on))

    def _counts(self, block: int) -> frozenset[Sym]:
        """Counts of the loops within the iteration that control came through on its way to a
        block."""
        if block not in self._entered:
            facts = self.facts
            counts = [
                count.sym
                for other in facts.loops.loops
                if other.index != self.loop
                and facts.inside(other.index, self.loop)
                and facts.flow.dominates(other.header, block)
                and (count := facts.evolution.count(other.index)) is not None
                and count.exact
            ]
            self._entered[block] = self._stretches.atoms(counts)
        return self._entered[block]
