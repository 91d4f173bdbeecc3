"""Induction variables of second order: their step is affine, as for pointers that walk through a
triangle.

    for (j = 0; j < n; j++)                p at the j-th run of the outer header:
        for (i = j + 1; i < n; i++)            start + j·8·(n - 1) - 8·j·(j - 1)/2
            … *p++ …;

What an inner loop adds is its step times how often it runs, which may change from one turn of the
outer loop to the next. An inner loop that is guarded adds nothing where the guard says so; it is
understood if the guard fails in the last turn only, after which nobody asks.
"""

from __future__ import annotations

from ribozyme.analysis.flow import lines, sym
from ribozyme.analysis.flow.affine import Induction
from ribozyme.analysis.flow.lines import Affine
from ribozyme.analysis.flow.loops import Loop
from ribozyme.analysis.flow.sym import Sym, SymBinary, SymConst, SymSelect, SymValue
from ribozyme.analysis.flow.tripcount import Evolution
from ribozyme.ir.instrs import Compare, CondBr, Gep, IBinary, Phi
from ribozyme.ir.values import Local, Value

_DEEP = 8


def curve(evolution: Evolution, phi: Phi, loop: int) -> Induction | None:
    """A header phi of 64 bits whose step is a line over the runs of its loop."""
    around = evolution.loops.loops[loop]
    if sym.width(phi.result) != 64 or len(around.latches) != 1:
        return None
    starts = {value for value, block in phi.incoming if block not in around.blocks}
    again = {value for value, block in phi.incoming if block in around.blocks}
    if len(starts) != 1 or len(again) != 1:
        return None
    step = _Steps(evolution, phi, around).of(again.pop(), _DEEP)
    if step is None or step.bits != 64:
        return None
    return Induction(starts.pop(), step.start, 64, step.step)


class _Steps:
    """What is added to a phi on the way to a value, as a line over the runs of its loop."""

    def __init__(self, evolution: Evolution, phi: Phi, loop: Loop) -> None:
        self.evolution = evolution
        self.phi = phi
        self.loop = loop

    def of(self, value: Value, depth: int) -> Affine | None:
        if value is self.phi.result:
            return _flat(sym.ZERO)
        if not isinstance(value, Local) or depth == 0:
            return None
        function = self.evolution.function
        home = function.home[value.id]
        if home < 0 or self.evolution.loops.loop_of[home] != self.loop.index:
            return None
        match function.definitions[value.id]:
            case Gep(base=base, source=source, indices=indices):
                constant, variable = self.evolution.layout.gep_offset(source, indices)
                by: Affine | None = _flat(SymConst(constant))
                for index, scale in variable:
                    line = self.evolution.values.affine(index, self.loop.index)
                    if line is not None and line.bits < 64:
                        line = lines.cast(line, "sext", 64, "")
                    by = _sum(by, lines.scaled(line, SymConst(scale), ""))
                return _sum(self.of(base, depth - 1), by)
            case IBinary(op="add", lhs=lhs, rhs=rhs):
                one = self.of(lhs, depth - 1)
                if one is not None:
                    return _sum(one, self.evolution.values.affine(rhs, self.loop.index))
                other = self.of(rhs, depth - 1)
                return _sum(other, self.evolution.values.affine(lhs, self.loop.index))
            case Phi(incoming=((inner, block),)):
                return self._left(inner, block, depth - 1)
            case Phi() as joined if joined is not self.phi and len(joined.incoming) == 2:
                return self._guarded(joined, home, depth - 1)
            case _:
                return None

    def _left(self, value: Value, block: int, depth: int) -> Affine | None:
        """A value that an inner loop leaves behind: its line at the last run."""
        evolution = self.evolution
        at = evolution.loops.loop_of[block]
        if at == self.loop.index:
            return self.of(value, depth)
        inner = evolution.loops.loops[at]
        count = evolution.count(at)
        if inner.parent != self.loop.index or len(inner.exits) != 1:
            return None
        line = evolution.values.affine(value, at)
        if count is None or not count.exact or line is None or line.bits != 64:
            return None
        if not isinstance(line.step, SymConst):
            return None
        before = sym.total([(line.start, 1)])
        base = [atom for atom, factor in before.terms if factor == 1 and self._is_pointer(atom)]
        if len(base) != 1 or not isinstance(base[0], SymValue):
            return None
        rest = sym.sub(line.start, base[0])
        whole = sym.add(rest, sym.mul(line.step, sym.sub(count.sym, sym.ONE)))
        return _sum(self.of(base[0].value, depth), self._line(whole, _DEEP))

    def _is_pointer(self, atom: Sym) -> bool:
        """Whether an atom is something that has been moved on from the phi."""
        return isinstance(atom, SymValue) and self.of(atom.value, _DEEP // 2) is not None

    def _guarded(self, joined: Phi, home: int, depth: int) -> Affine | None:
        """A join of a way round an inner loop, which adds nothing, with the way through it."""
        evolution = self.evolution
        (one, from_one), (other, from_other) = joined.incoming
        if one is not self.phi.result:
            one, from_one, other, from_other = other, from_other, one, from_one
        if one is not self.phi.result:
            return None
        last = evolution.function.blocks[from_one].terminator
        if not isinstance(last, CondBr) or home not in (last.then, last.otherwise):
            return None
        if last.then == last.otherwise or not evolution.flow.dominates(from_one, from_other):
            return None
        test = self._compare(last)
        if test is None or not self._fails_last(test, last.otherwise == home):
            return None
        return self.of(other, depth)

    def _compare(self, branch: CondBr) -> Compare | None:
        condition = branch.condition
        if not isinstance(condition, Local):
            return None
        found = self.evolution.function.definitions[condition.id]
        return found if isinstance(found, Compare) else None

    def _fails_last(self, test: Compare, stay: bool) -> bool:
        """Whether a test comes out as `stay` in all turns but the last, where the loop ends too."""
        count = self.evolution.count(self.loop.index)
        if count is None or not count.exact:
            return False
        runs = self.evolution.runs(test, stay, self.loop.index)
        if isinstance(runs, SymSelect) and runs.otherwise == sym.ZERO:
            runs = runs.then
        if runs is not None and sym.sub(sym.add(runs, sym.ONE), count.sym) == sym.ZERO:
            return True
        return stay and self._as_the_exit(test)

    def _as_the_exit(self, test: Compare) -> bool:
        """Whether `a < b` is asked, and the loop ends where `a = b`, going up one by one."""
        if len(self.loop.exits) != 1:
            return False
        (inside, outside) = self.loop.exits[0]
        last = self.evolution.function.blocks[inside].terminator
        end = self._compare(last) if isinstance(last, CondBr) else None
        if not isinstance(last, CondBr) or end is None:
            return False
        if end.predicate != ("eq" if last.then == outside else "ne"):
            return False
        at, values = self.loop.index, self.evolution.values
        line, bound = values.affine(test.lhs, at), values.affine(test.rhs, at)
        other, limit = values.affine(end.lhs, at), values.affine(end.rhs, at)
        if line is None or bound is None or line != other or bound != limit:
            return False
        straight = {"slt": line.nsw, "ult": line.nuw, "ne": True}
        return (
            straight.get(test.predicate, False) and line.step == sym.ONE and bound.step == sym.ZERO
        )

    def _line(self, whole: Sym, depth: int) -> Affine | None:
        """A symbolic integer as a line over the runs of the loop."""
        match whole:
            case SymConst():
                return _flat(whole)
            case SymValue(value=value, signed=signed):
                line = self.evolution.values.affine(value, self.loop.index)
                if line is None or line.bits == 64:
                    return line
                return lines.cast(line, "sext" if signed else "zext", 64, "")
            case SymBinary(op="add" | "sub" as op, lhs=lhs, rhs=rhs) if depth:
                one, other = self._line(lhs, depth - 1), self._line(rhs, depth - 1)
                return _sum(one, other if op == "add" else lines.scaled(other, SymConst(-1), ""))
            case SymBinary(op="mul", lhs=SymConst() as factor, rhs=rhs) if depth:
                return lines.scaled(self._line(rhs, depth - 1), factor, "")
            case _:
                leaves = sym.leaves(whole)
                outside = all(
                    self.evolution.values.invariant(leaf, self.loop.index) for leaf in leaves
                )
                return _flat(whole) if outside else None


def _flat(value: Sym) -> Affine:
    return Affine(value, sym.ZERO, 64, False, False)


def _sum(one: Affine | None, other: Affine | None) -> Affine | None:
    if one is None or other is None or one.bits != 64 or other.bits != 64:
        return None
    return lines.combined(one, other, False, "")
