"""Emits one-pass loops: each iteration is reversed at its end.

    preheader → enter → header → … → latch → turn ⟶ (the turn, backwards) ⟶ on → header, exit
                  seeds set here            rev(latch) … rev(header)

The forward sweep leaves the blocks `enter` and `turn` empty; the reverse sweep fills them. Values
of the same iteration, and values from before the loop, are available. The storage of inner loops
is freed at the end of the iteration that has allocated it.
"""

from __future__ import annotations

from typing import final

from ribozyme.ir.instrs import Call
from ribozyme.ir.values import Local, Value
from ribozyme.transform.core.site_kinds import Callee
from ribozyme.transform.reverse.emit.forward_sweep import ForwardSweep, Turn
from ribozyme.transform.reverse.emit.one_pass import Lanes, told_adjoint
from ribozyme.transform.reverse.emit.reverse_sweep import ReverseSweep
from ribozyme.transform.reverse.onepass.known_adjoints import Told
from ribozyme.transform.reverse.plan.nodes import Node
from ribozyme.transform.reverse.plan.plan import Plan


def begin(s: ForwardSweep, block: int) -> None:
    """At the header of a merged loop: remember how much the tape holds."""
    loop = s.facts.loop_of(block)
    if loop not in s.turns or s.facts.loops.loops[loop].header != block or not _grows(s.plan, loop):
        return
    s.turns[loop].mark = s.tape.memory.mark()
    s.iterations.restart(loop)


def leave_open(s: ForwardSweep, block: int) -> None:
    """At the end of a block before a merged loop, or at the end of its turn."""
    for loop, turn in s.turns.items():
        found = s.facts.loops.loops[loop]
        if found.preheader == block:
            turn.enter, turn.entered = s.b.block("enter"), s.b.block()
            s.b.br(turn.enter)
            s.b.at(turn.entered)
        if found.latches[0] == block:
            turn.end, turn.on = s.b.block("turn"), s.b.block()
            s.b.br(turn.end)
            s.b.at(turn.on)


def _grows(plan: Plan, loop: int) -> bool:
    """Whether a turn allocates anything on the tape."""
    facts = plan.facts
    inside = facts.loops.loops[loop].blocks
    if any(
        isinstance(instr, Call) and isinstance(plan.site(instr), Callee)
        for block in inside
        for instr in facts.function.blocks[block].instrs
    ):
        return True
    return any(
        facts.inside(storage.loop, loop)
        and (
            storage.kind == "segments"
            or (
                storage.kind == "block"
                and storage.root != loop
                and facts.inside(storage.root, loop)
            )
        )
        for storage in plan.storages.values()
    )


@final
class Turns:
    """The reversed turns in one reverse sweep."""

    def __init__(self, s: ReverseSweep, forward: ForwardSweep | None) -> None:
        self.s = s
        self.forward = forward
        self.bars: dict[int, list[Local]] = {}  # of sums where their loop begins, in memory

    @property
    def turns(self) -> dict[int, Turn]:
        """The merged loops."""
        return {} if self.forward is None else self.forward.turns

    @property
    def any(self) -> bool:
        """Whether the forward sweep is of the same function as the reverse sweep."""
        return self.forward is not None

    def open(self, loop: int, seed: Lanes) -> None:
        """Where a merged loop is entered: the adjoints of its sums, from the seed of the result."""
        s = self.s
        s.loop = s.facts.parent(loop)
        s.b.at(self.turns[loop].enter)
        s.b.meta = s.locations.own
        header = s.facts.function.blocks[s.facts.loops.loops[loop].header]
        made: dict[int, Lanes] = {}
        for value, told in s.plan.merged.loops[loop].items():
            if value in s.adjoints.known:  # of the loop around, too
                continue
            if id(told) not in made:
                made[id(told)] = self.adjoint(told, seed, loop)
            s.adjoints.known[value] = [[*made[id(told)]]]
        for phi in header.phis():
            if s.facts.active(phi.result):
                ((*lanes,),) = s.adjoints.known[phi.result.id]
                self.bars[phi.result.id] = [s.b.entry_alloca(phi.result.type) for _ in lanes]
                for slot, lane in zip(self.bars[phi.result.id], lanes, strict=True):
                    assert lane is not None
                    s.b.store(lane, slot)

    def adjoint(self, told: Told, seed: Lanes, loop: int) -> Lanes:
        """A told adjoint where the loop is entered."""
        assert self.forward is not None
        header = self.s.facts.loops.loops[loop].header
        return told_adjoint(self.forward, self.s.masks, told, seed, header)

    def close(self, loop: int) -> None:
        """All that is fetched before the loop has been; at the end of a turn, to its reverse."""
        s = self.s
        s.b.at(self.turns[loop].enter)
        s.b.br(self.turns[loop].entered)
        s.b.at(self.turns[loop].end)
        s.b.br(s.blocks[s.facts.loops.loops[loop].latches[0]])

    def finish(self, loop: int) -> None:
        """The turn is reversed: give back what it kept, and go on forwards."""
        s, turn = self.s, self.turns[loop]
        if turn.mark is not None:
            s.tape.memory.release(turn.mark)
        s.b.br(turn.on)

    def pass_over(self, loop: int) -> None:
        """Behind a merged loop: sums hand their adjoints to what they began with."""
        s = self.s
        found = s.facts.loops.loops[loop]
        for phi in s.facts.function.blocks[found.header].phis():
            slots = self.bars.get(phi.result.id, [])
            (start,) = [value for value, source in phi.incoming if source == found.preheader]
            for lane, slot in enumerate(slots):
                s.adjoints.add(start, 0, lane, s.b.load(phi.result.type, slot))

    # ---- what is at hand ---------------------------------------------------------------------

    def at_hand(self, node: Node) -> list[Value] | None:
        """What the forward sweep knows of a node where a turn of the current loop is reversed."""
        if self.forward is None or node.view or node.kind not in ("value", "shadow"):
            return None
        facts = self.s.facts
        around = self.s.plan.merged.around(facts, self.s.loop)
        home = facts.function.home[node.id]
        if around < 0 or home < 0:
            return None
        own, loop = facts.loop_of(home), facts.loops.loops[around]
        before = home not in loop.blocks and facts.flow.dominates(home, loop.header)
        if not before and (own != around or not facts.flow.dominates(home, loop.latches[0])):
            return None
        if node.kind == "value":
            return [self.forward.values[node.id]]
        return self.forward.shadows[node.id, node.part]

    def iteration(self, loop: int) -> Value | None:
        """The number of the turn, of a merged loop."""
        if self.forward is None or loop not in self.turns:
            return None
        return self.forward.iterations.numbers[loop]
