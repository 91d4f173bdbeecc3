"""The memory that an access covers over a nest of loops, and whether a nest covers it densely.

    for (i < n) for (j < n) for (k < n) s += in[i*n + k] * …
        in: start in, steps {i: 8·n, k: 8}, 8 bytes       it covers [in, in + 8·n·n)

At the iterations k₀, k₁, … of the loops the access is at `start + Σ kᵢ·stepᵢ` modulo 2**64. Start
and steps are made of values from outside the nest; without such a form there is no extent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from ribozyme.analysis.flow import sym
from ribozyme.analysis.flow.sym import Sym, SymBinary, SymConst, SymExt, SymSelect, SymValue
from ribozyme.analysis.flow.tripcount import Evolution
from ribozyme.analysis.memory.stretches import Stretches
from ribozyme.base.record import dataclass
from ribozyme.ir.values import Value

_DEEP: Final = 8
_STEEP: Final = 1 << 20  # more than that in an iteration, and a count could wrap

Terms = dict[tuple[str, ...], int]
"""A sum of products of values."""


@final
@dataclass(frozen=True, slots=True)
class Extent:
    """Where an access goes over a nest, innermost loop first; a loop of step 0 is left out.

    `size` bytes each time, for a copy or a fill the bytes of its `length`.
    """

    start: Sym
    steps: tuple[tuple[int, Sym], ...]
    size: int
    length: Sym | None = None

    def step(self, loop: int) -> Sym:
        """How far an iteration of a loop moves it."""
        return dict(self.steps).get(loop, sym.ZERO)

    @property
    def leaves(self) -> tuple[Value, ...]:
        """The values that it is made of."""
        parts = [self.start, *(step for _, step in self.steps)]
        parts += [] if self.length is None else [self.length]
        return tuple(dict.fromkeys(leaf for part in parts for leaf in sym.leaves(part)))


@final
class Extents:
    """The extents of one function's accesses."""

    def __init__(self, evolution: Evolution) -> None:
        self._evolution = evolution
        self._stretches = Stretches(evolution)

    def of(
        self, pointer: Value, size: int, nest: Sequence[int], length: Value | None = None
    ) -> Extent | None:
        """The extent of an access over `nest`: its own loop first, then the loops around it."""
        start = sym.of(pointer)
        steps: list[tuple[int, Sym]] = []
        for loop in nest:
            line = None if start is None else self._line(start, loop, _DEEP)
            if line is None:
                return None
            start, step = line
            if step != sym.ZERO:
                steps.append((loop, step))
        assert start is not None
        whole = None if length is None else sym.of(length, False)
        if length is not None and whole is None:
            return None
        found = Extent(start, tuple(steps), size, whole)
        invariant = self._evolution.values.invariant
        return found if all(invariant(leaf, nest[-1]) for leaf in found.leaves) else None

    def between(self, one: Extent, other: Extent) -> Sym:
        """How far behind the beginning of `one` the `other` begins."""
        return self._stretches.sum(sym.sub(other.start, one.start)).sym

    def dense(self, extent: Extent, loop: int) -> bool:
        """Whether an iteration of a loop moves an access by just what its inner loops cover.

        An estimate: integers of other widths are taken as equal, counts as those of loops that run.
        """
        covered = self._terms(SymConst(extent.size))
        for inner, step in extent.steps:
            if inner == loop:
                continue
            count = self._evolution.count(inner)
            if count is None:
                return False
            turns = self._stretches.sum(sym.sub(count.sym, sym.ONE)).sym
            _plus(covered, self._terms(sym.mul(self._stretches.sum(step).sym, turns)), 1)
        _plus(covered, self._terms(extent.step(loop)), -1)
        return not any(covered.values())

    def largest(self, count: Sym, loops: Sequence[int]) -> Sym | None:
        """What a count comes to at most over the iterations of the loops around, innermost first.

            for (i < n) for (j < i)        j over i: n - 1

        It holds if the counted loop is entered at all: a count that changes along a line is largest
        at one of its ends, and does not wrap on the way there from where it is a true one.
        """
        for loop in loops:
            line, often = self._line(count, loop, _DEEP), self._evolution.count(loop)
            if line is None:
                return None
            start, step = line
            if step == sym.ZERO:
                continue
            if often is None or not isinstance(step, SymConst) or abs(step.value) > _STEEP:
                return None
            count = start
            if step.value > 0:
                count = sym.add(start, sym.mul(step, sym.sub(often.sym, sym.ONE)))
        return count

    def _terms(self, whole: Sym) -> Terms:
        return _terms(self._stretches.sum(whole).sym, _DEEP)

    def _line(self, whole: Sym, loop: int, depth: int) -> tuple[Sym, Sym] | None:
        """An expression as start and step over the iterations of a loop."""
        found = self._stretches.sum(whole)
        start: Sym = SymConst(found.constant)
        step: Sym = sym.ZERO
        for atom, factor in found.terms:
            part = self._atom(atom, loop, depth)
            if part is None:
                return None
            start = sym.add(start, sym.mul(SymConst(factor), part[0]))
            step = sym.add(step, sym.mul(SymConst(factor), part[1]))
        return start, step

    def _atom(self, atom: Sym, loop: int, depth: int) -> tuple[Sym, Sym] | None:
        values = self._evolution.values
        if all(values.invariant(leaf, loop) for leaf in sym.leaves(atom)):
            return atom, sym.ZERO
        match atom:
            case SymValue(value=value, signed=signed):
                line = values.affine(value, loop)
                if line is None:
                    return None
                if line.bits == 64:
                    return line.start, line.step
                if not (line.nsw if signed else line.nuw):
                    return None
                return sym.ext(line.start, line.bits, signed), sym.ext(line.step, line.bits, True)
            case SymBinary(op="mul", lhs=lhs, rhs=rhs) if depth:
                one, other = self._line(lhs, loop, depth - 1), self._line(rhs, loop, depth - 1)
                if one is None or other is None or (one[1] != sym.ZERO != other[1]):
                    return None
                moved = sym.add(sym.mul(one[1], other[0]), sym.mul(one[0], other[1]))
                return sym.mul(one[0], other[0]), moved
            case _:
                return None


def _terms(whole: Sym, depth: int) -> Terms:
    """An expression as a sum of products of values, as far as `depth` goes."""
    match whole:
        case SymConst(value=value):
            return {(): value}
        case SymExt(sym=inner) if depth:
            return _terms(inner, depth - 1)
        case SymSelect(then=then, otherwise=SymConst()) if depth:
            return _terms(then, depth - 1)
        case SymBinary(op="add" | "sub" as op, lhs=lhs, rhs=rhs) if depth:
            found = _terms(lhs, depth - 1)
            _plus(found, _terms(rhs, depth - 1), 1 if op == "add" else -1)
            return found
        case SymBinary(op="mul", lhs=lhs, rhs=rhs) if depth:
            made: Terms = {}
            right = _terms(rhs, depth - 1).items()
            for one, factor in _terms(lhs, depth - 1).items():
                for other, by in right:
                    _plus(made, {tuple(sorted((*one, *other))): factor * by}, 1)
            return made
        case SymValue(value=value):
            return {(str(value),): 1}
        case _:
            return {(str(whole),): 1}


def _plus(into: Terms, terms: Terms, times: int) -> None:
    for product, factor in terms.items():
        into[product] = into.get(product, 0) + times * factor
