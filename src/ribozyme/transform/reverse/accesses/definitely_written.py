"""Definitely written memory: which loads in a loop read what the same iteration has stored.

    for (i) {
        for (j < d) z[j] = x[i][j] - m[j];         behind it [z, z + 8·d) is filled
        for (j < d) s += w[j] * z[j];              z + 8·j lies in it: filled in this iteration
    }

A range `[low, high)` is filled if all its floats were stored since the iteration began (or its
lifetime began: whoever reads it unwritten has no claim). Where ways meet, what is filled on all
of them stays; a counted loop fills the ranges of all its iterations if these are adjacent, and
each iteration finds what the iterations before it have filled. Inner counters are compared at
their ends.

Invariant: the shadow of a filled read is read and cleared when the iteration is reversed.
"""

from __future__ import annotations

from typing import Final, final

from ribozyme.analysis.flow import sym
from ribozyme.analysis.flow.sym import Sum, Sym, SymConst
from ribozyme.ir.instrs import Alloca, Call, Instr, Load, Store
from ribozyme.ir.values import ConstInt, Value
from ribozyme.transform.core import contents
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.sites import callee_name
from ribozyme.transform.reverse.accesses.loop_lines import LoopLines

_MOST: Final = 64  # stretches at one place

Stretch = tuple[Sum, Sum]
State = frozenset[Stretch]
EMPTY: Final[State] = frozenset()


@final
class Filled:
    """The reads in one turn of `loop` that find what the turn has written."""

    def __init__(self, facts: FunctionFacts, loop: int) -> None:
        self.facts = facts
        self.loop = loop
        self.lines = LoopLines(facts, loop)
        self._found: set[int] = set()
        self._turn(loop, EMPTY)

    def filled(self, load: Load) -> bool:
        """Whether a read finds what its turn has written, always and all of it."""
        return id(load) in self._found

    # ---- through a turn ----------------------------------------------------------------------

    def _turn(self, loop: int, before: State) -> State:
        """What is filled at the end of a turn of a loop, from what is when it begins."""
        facts = self.facts
        inside = facts.loops.loops[loop]
        behind: dict[int, State] = {}
        for block in facts.flow.rpo:
            if block not in inside.blocks or not facts.live[block]:
                continue
            inner = self._child(facts.loop_of(block), loop)
            if inner is not None and facts.loops.loops[inner].header != block:
                continue
            state = before if block == inside.header else self._met(block, loop, behind)
            if inner is None:
                behind[block] = self._block(block, state)
                continue
            end = self._turn(inner, state)
            earlier = self._so_far(inner, end, state)
            if earlier:  # what earlier turns of the inner loop filled, its turns find
                end = self._turn(inner, _closed(state | earlier))
            after = _closed(state | self._passed_over(inner, end, state))
            for member in facts.loops.loops[inner].blocks:
                behind[member] = after
        ends = [behind.get(latch, EMPTY) for latch in inside.latches]
        return frozenset.intersection(*ends) if ends else EMPTY

    def _child(self, inner: int, loop: int) -> int | None:
        """The loop right below `loop` around another."""
        if inner == loop:
            return None
        while self.facts.parent(inner) != loop:
            inner = self.facts.parent(inner)
        return inner

    def _met(self, block: int, loop: int, behind: dict[int, State]) -> State:
        """What is filled on all ways into a block of a turn."""
        inside = self.facts.loops.loops[loop].blocks
        ways = [
            behind.get(source, EMPTY)
            for source in self.facts.live_predecessors[block]
            if source in inside and not self._around(source, block)
        ]
        return frozenset.intersection(*ways) if ways else EMPTY

    def _around(self, source: int, block: int) -> bool:
        """Whether an edge goes round a loop that begins with the block."""
        loop = self.facts.loop_of(block)
        found = self.facts.loops.loops[loop]
        return found.header == block and source in found.blocks

    def _block(self, block: int, state: State) -> State:
        found = set(state)
        for instr in self.facts.function.blocks[block].instrs:
            if isinstance(instr, Load):
                size = self.facts.layout.size(instr.result.type)
                at = self.lines.address(instr.pointer)
                if at is not None and any(
                    self._within(at, size, stretch, block) for stretch in found
                ):
                    self._found.add(id(instr))
                else:
                    self._found.discard(id(instr))
            stretch = self._written(instr)
            if stretch is not None and len(found) < _MOST:
                found.add(stretch)
        return frozenset(found)

    def _written(self, instr: Instr) -> Stretch | None:
        """What an instruction fills."""
        match instr:
            case Store() if self._cleared(instr):
                return self._stretch(instr.pointer, SymConst(self._size(instr.value)))
            case Call() if (callee_name(instr) or "").startswith("llvm.memset."):
                length = sym.of(instr.args[2], signed=False)
                return None if length is None else self._stretch(instr.args[0], length)
            case Call() if (callee_name(instr) or "").startswith("llvm.lifetime.start"):
                return self._born(instr.args[-1])
            case _:
                return None

    def _born(self, pointer: Value) -> Stretch | None:
        made = self.facts.function.definition(pointer)
        if not isinstance(made, Alloca):
            return None
        count = 1 if made.count is None else getattr(made.count, "value", None)
        if made.count is not None and not isinstance(made.count, ConstInt):
            return None
        assert isinstance(count, int)
        size = self.facts.layout.alloc_size(made.allocated) * count
        return self._stretch(pointer, SymConst(size))

    def _stretch(self, pointer: Value, length: Sym) -> Stretch | None:
        low = self.lines.address(pointer)
        if low is None:
            return None
        return low, self.lines.sum(sym.add(low.sym, length))

    def _cleared(self, store: Store) -> bool:
        """Whether the reverse of a store takes all that lies in the shadow of what it writes."""
        floats = contents.stored_floats(self.facts, store)
        sizes = [self.facts.layout.size(leaf.type) for leaf in floats]
        return sum(sizes) == self._size(store.value)

    def _size(self, value: Value) -> int:
        return self.facts.layout.size(value.type)

    # ---- behind a loop -----------------------------------------------------------------------

    def _passed_over(self, loop: int, end: State, before: State) -> State:
        """What all turns of a loop together have filled."""
        facts = self.facts
        inside = facts.loops.loops[loop]
        exits = {source for source, target in inside.exits if facts.live[target]}
        count = facts.evolution.count(loop)
        if count is None or not count.exact or exits != set(inside.latches) or len(exits) != 1:
            return EMPTY
        found: set[Stretch] = set()
        for stretch in end - before:
            found.update(self._joined(stretch, loop, count.sym))
        return frozenset(found)

    def _so_far(self, loop: int, end: State, before: State) -> State:
        """What the turns of a loop before the current one have filled, one behind the other."""
        found: set[Stretch] = set()
        for stretch in end - before:
            low, high = (self.lines.line(end, loop) for end in stretch)
            if low is None or high is None or low.step != high.step:
                continue
            length = self.lines.sum(sym.sub(high.start.sym, low.start.sym))
            if length == low.step and (length.terms or length.constant > 0):
                found.add((low.start, stretch[0]))
        return frozenset(found)

    def _joined(self, stretch: Stretch, loop: int, count: Sym) -> list[Stretch]:
        """A stretch over the turns of a loop: that of the first, and all of them if they touch."""
        low, high = (self.lines.line(end, loop) for end in stretch)
        if low is None or high is None or low.step != high.step:
            return []
        first = low.start, high.start
        length = self.lines.sum(sym.sub(high.start.sym, low.start.sym))
        if not low.step.terms and not low.step.constant:
            return [first]
        on = sym.mul(sym.sub(count, sym.ONE), low.step.sym)
        lowest, highest = (self.lines.sum(sym.add(line.start.sym, on)) for line in (low, high))
        last = lowest, highest
        step, known = low.step.constant, not low.step.terms and not length.terms
        if low.step == length or (known and 0 < step <= length.constant):
            whole = self.lines.sum(sym.mul(count, length.sym)) if low.step == length else None
            end = last[1] if whole is None else self.lines.sum(sym.add(low.start.sym, whole.sym))
            return [first, last, (low.start, end)]
        if known and 0 < -step <= length.constant:
            return [first, last, (last[0], high.start)]
        return [first, last]

    # ---- where a read lies -------------------------------------------------------------------

    def _within(self, at: Sum, size: int, stretch: Stretch, block: int) -> bool:
        low, high = stretch
        above = sym.sub(at.sym, low.sym)
        below = sym.sub(sym.sub(high.sym, at.sym), SymConst(size))
        return self._never_negative(self.lines.sum(above), block) and self._never_negative(
            self.lines.sum(below), block
        )

    def _never_negative(self, whole: Sum, block: int) -> bool:
        """Whether a sum is no negative number in any turn of the loops within the turn."""
        for loop in self.facts.chain(self.facts.loop_of(block)):
            if loop == self.loop:
                break
            if self.lines.not_negative(whole, block):
                return True
            line = self.lines.line(whole, loop)
            count = self.facts.evolution.count(loop)
            if line is None or count is None or not count.exact:
                return False
            if self.lines.not_negative(line.step, block):
                whole = line.start
            elif self.lines.not_negative(self.lines.sum(sym.sub(sym.ZERO, line.step.sym)), block):
                on = sym.mul(sym.sub(count.sym, sym.ONE), line.step.sym)
                whole = self.lines.sum(sym.add(line.start.sym, on))
            else:
                return False
        return self.lines.not_negative(whole, block)


def _closed(state: State) -> State:
    """Stretches that touch, joined."""
    found = set(state)
    work = list(state)
    while work and len(found) < _MOST:
        low, high = work.pop()
        for other_low, other_high in state:
            for joined in ((low, other_high),) if high == other_low else ():
                if joined not in found:
                    found.add(joined)
                    work.append(joined)
    return frozenset(found)
