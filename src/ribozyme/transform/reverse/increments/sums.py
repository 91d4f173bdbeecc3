"""Arrays in which a thread adds up increments of shadows that all threads add to.

Which ones these are says `accesses/summed`.

enter the outermost loop     w = allocate(8 · n);  w[…] = 0
in the inner loop            w[k] += bar
behind the outermost loop    for (k) if (w[k] != 0) x.sh[k] += w[k]         atomically

A read may be in a branch: what no iteration has read is not added to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from ribozyme.analysis.flow.sym import SymConst
from ribozyme.ir import types as ty
from ribozyme.ir.build import NULL, i64
from ribozyme.ir.instrs import Load
from ribozyme.ir.values import Value, zero
from ribozyme.transform.emit import bulk
from ribozyme.transform.emit.function_arena import VECTORS
from ribozyme.transform.reverse.accesses.summed import Summed
from ribozyme.transform.reverse.emit.adjoint import increment
from ribozyme.transform.reverse.emit.adjoints import ADD

if TYPE_CHECKING:
    from ribozyme.transform.reverse.emit.reverse_sweep import ReverseSweep


@final
class Sums:
    """The arrays of one read, one for each lane: they live as long as the outermost loop runs."""

    def __init__(self, s: ReverseSweep, summed: Summed) -> None:
        self.s = s
        self.summed = summed
        self.leaf = s.facts.floats(summed.load.result)[0]
        line = s.facts.evolution.values.affine(summed.load.pointer, summed.loop)
        assert line is not None and isinstance(line.step, SymConst)
        self.step = line.step.value
        self.places = [s.b.entry_alloca(ty.PTR, 8) for _ in range(s.width)]
        self.arrays: list[Value] = []
        self.count: Value = i64(0)

    def begin(self) -> None:
        """Where the outermost loop is entered: nothing was added, to places not known yet."""
        s, b = self.s, self.s.b
        self.count = s.nest_count(self.summed.loop, ())
        bytes = b.mul(self.count, i64(s.facts.layout.size(self.leaf.type)))
        for place in self.places:
            array = s.tape.allocate(bytes, VECTORS)
            bulk.zero(s.emission, b, array, bytes)
            self.arrays.append(array)
            b.store(NULL, place, 8)

    def holds(self, load: Load) -> bool:
        """The read is in a loop within, whose `Within` holds it."""
        return False

    def add(self, load: Load, lane: int, amount: Value) -> None:
        """The contribution of an iteration of the inner loop."""
        s, b = self.s, self.s.b
        k = s.iteration(self.summed.loop)
        at = b.gep(self.leaf.type, self.arrays[lane], (k,), "inbounds")
        meta = s.tape.meta()
        b.store(b.fadd(b.load(self.leaf.type, at, 0, meta), amount, ADD), at, 0, meta)
        back = b.mul(k, i64(-self.step))
        b.store(b.gep(ty.I8, s.shadow(load.pointer)[lane], (back,)), self.places[lane], 8)

    def turn(self) -> None:
        """At the end of a block nothing is to be done."""

    def end(self) -> None:
        """Behind the loop: all sums go to memory."""
        s, b = self.s, self.s.b
        for place, array in zip(self.places, self.arrays, strict=True):
            start = b.load(ty.PTR, place, 8)
            some, after = b.block(), b.block()
            b.cond_br(b.icmp("ne", start, NULL), some, after)
            b.at(some)

            def one(k: Value, start: Value = start, array: Value = array) -> None:
                type = self.leaf.type
                amount = b.load(type, b.gep(type, array, (k,), "inbounds"), 0, s.tape.meta())
                at = b.gep(ty.I8, start, (b.mul(k, i64(self.step)),))
                some, after = b.block(), b.block()
                b.cond_br(b.fcmp("une", amount, zero(type)), some, after)
                b.at(some)
                increment(s, self.summed.load, at, self.leaf, amount)
                b.br(after)
                b.at(after)

            bulk.each(b, self.count, one)
            b.br(after)
            b.at(after)


@final
class Within:
    """The same sums, in the loop that has the read."""

    def __init__(self, sums: Sums) -> None:
        self.sums = sums

    def begin(self) -> None:
        """The sums begin with the outermost loop."""

    def holds(self, load: Load) -> bool:
        """Whether a read is the one meant."""
        return load is self.sums.summed.load

    def add(self, load: Load, lane: int, amount: Value) -> None:
        """The contribution of this iteration."""
        self.sums.add(load, lane, amount)

    def turn(self) -> None:
        """At the end of a block nothing is to be done."""

    def end(self) -> None:
        """The sums end with the outermost loop."""
