"""The memory range that a loop accesses, and which ranges are disjoint.

    double *x = work, *y = work + n;
    for (i < n) y[i] = f(x[i]);            x: work + [0, 8·n)     y: work + [8·n, 16·n)

Addresses are compared as sums of the values they are made of. A loop that is entered runs at least
once, so its count is no negative number: that is all that is known of the atoms of a difference.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, final

from ribozyme.analysis.flow import sym
from ribozyme.analysis.flow.lines import Affine
from ribozyme.analysis.flow.sym import Sum, Sym, SymConst, SymValue
from ribozyme.analysis.flow.tripcount import Evolution
from ribozyme.ir.instrs import Cast, Compare, CondBr, Gep, IBinary
from ribozyme.ir.values import ConstInt, Local, Value

_DEEP: Final = 12
_MOST: Final = 1 << 20  # of a coefficient: counts times this do not come near 2**63


@final
class Stretches:
    """Comparisons of addresses in one function."""

    def __init__(self, evolution: Evolution) -> None:
        self._evolution = evolution
        self._sums: dict[Sym, Sum] = {}

    def sum(self, whole: Sym) -> Sum:
        """An expression as a sum of what its values are made of, as far as nothing wraps there."""
        if whole not in self._sums:
            *_, current = sym.unfolded(sym.total([(whole, 1)]), self._origin, _DEEP)
            ordered = tuple(sorted(current.terms, key=lambda term: str(term[0])))
            self._sums[whole] = Sum(current.constant, ordered)
        return self._sums[whole]

    def atoms(self, counts: Iterable[Sym]) -> frozenset[Sym]:
        """What is no negative number, since some count is that and nothing else."""
        sums = [self.sum(count) for count in counts]
        return frozenset(
            one.terms[0][0] for one in sums if len(one.terms) == 1 and one.terms[0][1] == 1
        )

    def not_negative(self, whole: Sym, atoms: frozenset[Sym]) -> bool:
        """Whether an expression is no negative number, given atoms that are none."""
        found = self.sum(whole)
        return 0 <= found.constant < _MOST and all(
            atom in atoms and 0 < factor < _MOST for atom, factor in found.terms
        )

    def apart(
        self, one: Affine, runs: Sym, size: int, other: Affine, turns: Sym, extent: int
    ) -> bool:
        """Whether accesses of `size` bytes along one line and `extent` along another never meet.

        `runs` and `turns` say how often their loops run.
        """
        reach, room = _length(one, runs, size), _length(other, turns, extent)
        if reach is None or room is None:
            return False
        atoms = self.atoms((runs, turns))
        between = sym.sub(other.start, one.start)
        return self.not_negative(sym.sub(between, reach), atoms) or self.not_negative(
            sym.sub(sym.sub(sym.ZERO, between), room), atoms
        )

    def _origin(self, atom: Sym) -> list[tuple[Sym, int]]:
        """A value as a sum of others."""
        if not isinstance(atom, SymValue) or not isinstance(atom.value, Local):
            return [(atom, 1)]
        bits = sym.width(atom.value)
        instr = self._evolution.function.definitions[atom.value.id]
        parts: list[tuple[Value, int]]
        match instr:
            case Cast(op="sext", value=inner) if bits == 64:
                return self._narrow(inner, True) or [(atom, 1)]
            case Cast(op="zext", value=inner, flags=flags) if bits == 64:
                return self._narrow(inner, "nneg" in flags) or [(atom, 1)]
            case IBinary(op="add" | "sub" as op, lhs=lhs, rhs=rhs, flags=flags) if bits == 64 or (
                atom.signed and ("nsw" in flags or self._less(instr))
            ):
                parts = [(lhs, 1), (rhs, 1 if op == "add" else -1)]
            case IBinary(op="mul", lhs=lhs, rhs=ConstInt(value=by), flags=flags) if bits == 64 or (
                atom.signed and "nsw" in flags
            ):
                parts = [(lhs, sym.wrapped(by, bits))]
            case IBinary(op="shl", lhs=lhs, rhs=ConstInt(value=by), flags=flags) if (
                by < bits - 1 and (bits == 64 or (atom.signed and "nsw" in flags))
            ):
                parts = [(lhs, 1 << by)]
            case Gep(source=source, base=base, indices=indices) if bits == 64:
                constant, variable = self._evolution.layout.gep_offset(source, indices)
                found = self._all([(base, 1), *variable], True)
                return [*found, (SymConst(constant), 1)] if found else [(atom, 1)]
            case _:
                return [(atom, 1)]
        return self._all(parts, True) or [(atom, 1)]

    def _less(self, instr: IBinary) -> bool:
        """Whether a number is taken away from a value that is not negative, as a branch says that
        leads here."""
        match instr:
            case IBinary(op="add", lhs=Local() as value, rhs=ConstInt(value=by)) if (
                sym.wrapped(by, sym.width(value)) < 0
            ):
                return self.is_not_negative(value, self._evolution.function.home[instr.result.id])
            case _:
                return False

    def is_not_negative(self, value: Local, block: int) -> bool:
        """Whether a branch on the way to a block says that a value is no negative number."""
        function, flow = self._evolution.function, self._evolution.flow
        above = flow.idom[block]
        while above >= 0:
            match function.blocks[above].terminator:
                case CondBr(condition=Local() as condition, then=then, otherwise=otherwise) if (
                    flow.predecessors[block] == (above,) and then != otherwise
                ):
                    asked = function.definitions[condition.id]
                    if isinstance(asked, Compare) and _says(asked, value, then == block):
                        return True
                case _:
                    pass
            block, above = above, flow.idom[above]
        return False

    def _narrow(self, value: Value, signed: bool) -> list[tuple[Sym, int]]:
        return self._all([(value, 1)], signed)

    def _all(self, parts: list[tuple[Value, int]], signed: bool) -> list[tuple[Sym, int]]:
        """The parts as expressions; nothing if one is none."""
        found = [(sym.of(value, signed), factor) for value, factor in parts]
        known = [(part, factor) for part, factor in found if part is not None]
        return known if len(known) == len(found) else []


def _says(asked: Compare, value: Local, holds: bool) -> bool:
    """Whether a comparison that holds, or does not, says that a value is not negative."""
    if asked.lhs is not value or not isinstance(asked.rhs, ConstInt):
        return False
    least = sym.wrapped(asked.rhs.value, sym.width(value))
    match asked.predicate, holds:
        case ("sgt", True) | ("sle", False):
            return least >= -1
        case ("sge", True) | ("slt", False):
            return least >= 0
        case _:
            return False


def _length(line: Affine, runs: Sym, size: int) -> Sym | None:
    """The bytes from the first access along a rising line to the end of the last."""
    if not isinstance(line.step, SymConst) or line.step.value < 0 or line.bits != 64:
        return None
    turns = sym.sub(runs, sym.ONE)
    return sym.add(sym.mul(line.step, turns), SymConst(size))
