"""A function rebuilt with tangents beside its values: forward mode's walk over blocks.

    %y = fmul double %x, %w      →      the same, and   %y.dot = %w · %x.dot + %x · %w.dot
    %v = load double, ptr %p     →      the same, and   %v.dot = load double, ptr %p.sh

Control is that of the primal. A tangent is held leaf by leaf and lane by lane; None is an exact
zero, for which no instruction is made. Invariant: what an instruction does to memory that has a
shadow it does to the shadow too, so that the shadow always holds the tangent of the memory.
"""

from __future__ import annotations

from dataclasses import replace

from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder
from ribozyme.ir.instrs import (
    Alloca,
    AtomicRMW,
    Call,
    CallBr,
    CallLike,
    CmpXchg,
    DbgRecord,
    Instr,
    Invoke,
    Phi,
    Ret,
    Store,
)
from ribozyme.ir.values import Local, Poison, Value, zero
from ribozyme.transform.checks.cross_object_difference import guard_distances
from ribozyme.transform.checks.lost import guard_lost
from ribozyme.transform.checks.nowhere import trap_nowhere
from ribozyme.transform.core.arena import Arena
from ribozyme.transform.core.body import Body
from ribozyme.transform.core.bulk import ordinary
from ribozyme.transform.core.emission import Emission
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.refuse import refusal
from ribozyme.transform.core.shape import Leaf
from ribozyme.transform.forward import calls, memory
from ribozyme.transform.forward.choices import idle
from ribozyme.transform.forward.tangent import Lanes, tangents
from ribozyme.transform.sets.algebra import Sets
from ribozyme.transform.state.earlier import guard_persistent


class ForwardMode(Body):
    """Builds the blocks. `ends` are the returns: (block, value of the primal)."""

    def __init__(self, emission: Emission, facts: FunctionFacts, b: FunctionBuilder) -> None:
        super().__init__(emission, facts, b)
        self.function = facts.function
        self.tangents: dict[tuple[int, int], Lanes] = {}
        way = facts.whole.request.sets
        self.sets = Sets(self, way) if way else None  # in place of tangents
        self.idle = idle(facts)
        self.arena = Arena(emission, b)
        self.marks: dict[int, Value] = {}  # stacksave → how much of the arena was taken then
        self.blocks: dict[int, int] = {}
        self.last: dict[int, int] = {}  # primal block → the block its copy ends in
        self.unwinds: dict[int, list[int]] = {}  # primal block → the blocks that may unwind from it
        self.ends: list[tuple[int, Value | None]] = []

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

    # ---- tangents ----------------------------------------------------------------------------

    def tangent(self, value: Value, leaf: int = 0) -> Lanes:
        """The tangent of a float leaf of a value, lane by lane."""
        nothing: Lanes = [None] * self.width
        return self.tangents.get((value.id, leaf), nothing) if isinstance(value, Local) else nothing

    def tangent_at(self, value: Value, wanted: Leaf) -> Lanes:
        """The tangent of the leaf at the place of another function's leaf."""
        for number, leaf in enumerate(self.facts.floats(value)):
            if (leaf.path, leaf.bit, leaf.type) == (wanted.path, wanted.bit, wanted.type):
                return self.tangent(value, number)
        return [None] * self.width

    def is_idle(self, value: Value) -> bool:
        """Whether a value's tangent may be zero by a choice."""
        return isinstance(value, Local) and value.id in self.idle

    def number(self, tangent: Value | None, type: ty.Type) -> Value:
        """A tangent as a value."""
        return zero(type) if tangent is None else tangent

    def passed(self, call: CallLike, place: int, inside: ty.Type) -> Value:
        """What lies behind an argument that is passed in memory."""
        return self.b.load(inside, self.value(call.args[place]))

    def stored(self, call: CallLike, number: int, place: int, type: ty.Type) -> Value:
        """Result `number` of a function, which it has stored through a pointer."""
        del number
        return self.b.load(type, self.value(call.args[place]))

    # ---- blocks ------------------------------------------------------------------------------

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
        guard_lost(self, instr)
        guard_distances(self, instr)
        trap_nowhere(self, instr)
        guard_persistent(self, instr, forward=True)
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
                memory.alloca(self, instr)
            case Store():
                self.copy(instr)
                memory.store(self, instr)
            case AtomicRMW():
                self.copy(instr)
                memory.atomic(self, instr)
            case CmpXchg():
                memory.refuse_exchange(self, instr)
                self.copy(instr)
            case _:
                self.copy(instr)
                self.beside(instr)

    def beside(self, instr: Instr) -> None:
        """Shadows and tangents of an instruction's result."""
        self.mirror(instr)
        if instr.result is not None and self.facts.floats(instr.result):
            for leaf, lanes in enumerate(tangents(self, instr)):
                self.tangents[instr.result.id, leaf] = lanes

    def phi(self, phi: Phi) -> None:
        """A phi, with one more for each tangent and each shadow; values come by `close`."""
        name = self.function.names[phi.result.id]
        self.values[phi.result.id] = self.b.phi(phi.result.type, name, phi.flags)
        self.mirror(phi)
        self.tangent_phis(phi)

    def tangent_phis(self, phi: Phi) -> None:
        """The phis of a phi's tangents."""
        name = self.function.names[phi.result.id]
        dotted = None if name is None else f"{name}.dot"
        for leaf, part in enumerate(self.facts.floats(phi.result)):
            lanes: Lanes = [self.b.phi(part.type, dotted) for _ in range(self.width)]
            self.tangents[phi.result.id, leaf] = lanes

    def terminator(self, index: int, instr: Instr) -> None:
        """The end of a block."""
        guard_lost(self, instr)
        guard_distances(self, instr)
        trap_nowhere(self, instr)
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

    def tangents_arrive(
        self, phi: Phi, value: Value, label: int, source: int = -1, index: int = -1
    ) -> None:
        """Give a phi's tangents their values on one edge."""
        for leaf, part in enumerate(self.facts.floats(phi.result)):
            lanes = self.tangents[phi.result.id, leaf]
            arriving = self.tangent_at(value, part)
            if self.sets is not None:
                arriving = self.sets.arriving(phi, leaf, source, index) or arriving
            for own, came in zip(lanes, arriving, strict=True):
                assert isinstance(own, Local)
                self.b.incoming(own, self.number(came, part.type), label)

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

    # ---- calls -------------------------------------------------------------------------------

    def emit(
        self,
        index: int,
        like: Call | Invoke,
        callee: Value,
        type: ty.FunctionType,
        args: list[Value],
        call: Call | None = None,
    ) -> Local | None:
        """A call in the place of the primal's: one that unwinds where that one does.

        `call` gives what else there is to say of it (attributes, convention).
        """
        result = None if type.result is ty.VOID else self.b.local(type.result)
        made = call if call is not None else Call(None, callee, type, (), meta=self.b.meta)
        if isinstance(like, Call):
            self.b.append(replace(made, result=result, callee=callee, type=type, args=tuple(args)))
            return result
        after = self.b.block()
        self.b.append(
            Invoke(
                result,
                callee,
                type,
                tuple(args),
                after,
                self.blocks[like.unwind],
                made.arg_attrs,
                made.result_attrs,
                made.attrs,
                made.convention,
                made.bundles,
                made.addrspace,
                made.meta,
            )
        )
        self.unwinds.setdefault(index, []).append(self.b.current)
        self.b.at(after)
        return result

    def again(
        self, index: int, call: Call | Invoke, args: list[Value], callee: Value | None = None
    ) -> Local | None:
        """The primal's call once more, with other arguments."""
        target = self.value(call.callee) if callee is None else callee
        return self.emit(index, call, target, call.type, ordinary(call, args), as_call(call, self))

    def trap(self, instr: Call | Invoke, message: str, code: str) -> None:
        """Leave the program here; what follows is made as if the result were anything."""
        self.emission.trap(self.b, self.facts, instr, message, refused=code)
        self.b.at(self.b.block())
        result = instr.result
        if result is None:
            return
        self.values[result.id] = Poison(result.type)
        for part, leaf in enumerate(self.facts.pointers(result)):
            self.shadows[result.id, part] = [Poison(leaf.type)] * self.width

    def repeat(self, index: int, call: Call | Invoke) -> None:
        """The primal's call itself; its result enters the map."""
        if isinstance(call, Call) and call.tail != "musttail":
            self.copy(call)
            return
        result = self.again(index, call, [self.value(arg) for arg in call.args])
        if call.result is not None and result is not None:
            self.values[call.result.id] = result
            self.b.names[result.id] = self.function.names[call.result.id]


def as_call(call: Call | Invoke, body: Body) -> Call:
    """All that a call says besides callee and arguments."""
    return Call(
        None,
        call.callee,
        call.type,
        (),
        call.arg_attrs,
        call.result_attrs,
        call.attrs,
        convention=call.convention,
        flags=call.flags if isinstance(call, Call) else "",
        bundles=tuple(
            (tag, tuple(body.value(value) for value in values)) for tag, values in call.bundles
        ),
        addrspace=call.addrspace,
        meta=body.copied_meta(call),
    )
