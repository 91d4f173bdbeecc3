"""A function rebuilt with tangents beside its values: forward mode's way over blocks.

    %y = fmul double %x, %w      →      the same, and   %y.dot = %w · %x.dot + %x · %w.dot
    %v = load double, ptr %p     →      the same, and   %v.dot = load double, ptr %p.sh

Control is that of the primal. A tangent is held leaf by leaf and lane by lane; None is an exact
zero, for which no instruction is made. Invariant: what an instruction does to memory that has a
shadow it does to the shadow too, so that the shadow always holds the tangent of the memory.
"""

from __future__ import annotations

from typing import final

from ribozyme.ir.build import FunctionBuilder
from ribozyme.ir.instrs import (
    Access,
    Alloca,
    AtomicRMW,
    Call,
    CallBr,
    CallLike,
    CmpXchg,
    Computation,
    DbgRecord,
    Instr,
    Invoke,
    Phi,
    Ret,
    Silent,
    Store,
)
from ribozyme.ir.values import Local
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.refuse import refusal
from ribozyme.transform.emit.emission import Emission
from ribozyme.transform.emit.guarding import guard
from ribozyme.transform.forward import calls, shadow_memory
from ribozyme.transform.forward.mode import ForwardMode
from ribozyme.transform.forward.tangent import beside
from ribozyme.transform.sets.arithmetic import Sets
from ribozyme.transform.state.earlier import guard_marked


@final
class Rebuilt(ForwardMode):
    """Builds the blocks."""

    def __init__(self, emission: Emission, facts: FunctionFacts, b: FunctionBuilder) -> None:
        super().__init__(emission, facts, b)
        way = facts.whole.request.sets
        self.sets = Sets(self, way) if way else None

    def run(self) -> None:
        """Emit all blocks; the current block, the prologue, is left open."""
        order = self.facts.flow.rpo
        self.blocks = {index: self.b.block(self.function.blocks[index].name) for index in order}
        for index in order:
            self.block(index)
        self.b.meta = self.locations.own
        for index in order:
            for phi in self.function.blocks[index].phis():
                self.close(index, phi)

    def block(self, index: int) -> None:
        """One block of the primal."""
        self.b.at(self.blocks[index])
        for instr in self.function.blocks[index].instrs[:-1]:
            self.b.meta = self.locations.of(instr)
            self.instr(index, instr)
        self.b.meta = self.locations.of(self.function.blocks[index].terminator)
        self.terminator(index, self.function.blocks[index].terminator)

    def instr(self, index: int, instr: Instr) -> None:
        """One instruction that is no terminator."""
        guard(self, instr)
        guard_marked(self, instr)
        if self.sets is not None:
            self.sets.met(index, instr)
        match instr:
            case DbgRecord():
                return
            case Phi():
                self.phi(instr)
            case Call():
                calls.call(self, index, instr)
            case Alloca():
                self.copy(instr)
                shadow_memory.alloca(self, instr)
            case Store():
                self.copy(instr)
                shadow_memory.store(self, instr)
            case AtomicRMW():
                self.copy(instr)
                shadow_memory.atomic(self, instr)
            case CmpXchg():
                shadow_memory.refuse_exchange(self, instr)
                self.copy(instr)
            case _:
                _rest: Computation | Access | CallLike | Silent = instr
                self.copy(instr)
                beside(self, instr)

    def phi(self, phi: Phi) -> None:
        """A phi, with one more for each tangent and each shadow; values come by `close`."""
        name = self.function.names[phi.result.id]
        self.values[phi.result.id] = self.b.phi(phi.result.type, name, phi.flags)
        self.mirror(phi)
        self.tangent_phis(phi)

    def terminator(self, index: int, instr: Instr) -> None:
        """The end of a block."""
        guard(self, instr)
        if self.sets is not None:
            self.sets.met(index, instr)
        match instr:
            case Ret(value=value):
                self.ends.append((self.b.current, value))
                self.last[index] = self.b.current
            case Invoke():
                calls.call(self, index, instr)
                self.last[index] = self.b.current
                self.b.br(self.blocks[instr.normal])
            case CallBr() if self.facts.whole.activity.call(self.function, instr):
                raise refusal(self.facts, instr, "RZ202", "inline assembly works on active data")
            case _:
                _rest: Computation | Access | CallLike | Silent = instr
                self.last[index] = self.b.current
                self.copy(instr, self.blocks.__getitem__)

    # ---- phis --------------------------------------------------------------------------------

    def close(self, index: int, phi: Phi) -> None:
        """Give a phi, its tangents and its shadows the values of every edge."""
        copy = self.values[phi.result.id]
        assert isinstance(copy, Local)
        for value, source in phi.incoming:
            for label in self.labels(source, index):
                self.b.incoming(copy, self.value(value), label)
                self.tangents_arrive(phi, value, label, source, index)
        self.close_shadows(phi, index)

    def close_shadows(self, phi: Phi, index: int) -> None:
        """The shadows of a phi."""
        for part in range(len(self.facts.pointers(phi.result))):
            for value, source in phi.incoming:
                for label in self.labels(source, index):
                    self.shadow_arrives(phi, part, value, label)

    def labels(self, source: int, target: int) -> list[int]:
        """The blocks from which the copies of an edge arrive."""
        if source not in self.last:
            return []
        terminator = self.function.blocks[source].terminator
        if isinstance(terminator, Invoke) and target == terminator.unwind:
            return self.unwinds.get(source, [])
        return [self.last[source]]
