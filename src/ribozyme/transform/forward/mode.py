"""What forward mode has at hand while a function is rebuilt: tangents beside values and shadows.

    %y = fmul double %x, %w      →      the same, and   %y.dot = %w · %x.dot + %x · %w.dot

A tangent is held leaf by leaf and lane by lane; None is an exact zero, for which no instruction is
made. `rebuilt` builds the blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from ribozyme.base.errors import Error
from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder
from ribozyme.ir.instrs import (
    AtomicRMW,
    Call,
    CallLike,
    Instr,
    Invoke,
    Load,
    Phi,
    Store,
)
from ribozyme.ir.values import Local, Poison, Value, zero
from ribozyme.rules.expr import Leaf as Term
from ribozyme.rules.rule import Rule
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.shape import Leaf
from ribozyme.transform.emit.body import Body
from ribozyme.transform.emit.bulk import ordinary
from ribozyme.transform.emit.emission import Emission
from ribozyme.transform.emit.function_arena import Arena
from ribozyme.transform.forward.idle import idle

Lanes = list[Value | None]  # per lane; None is an exact zero


class SetArithmetic(Protocol):
    """What is done with sets of inputs where tangents are computed; `sets.algebra` does it."""

    def met(self, index: int, instr: Instr) -> None:
        """Before an instruction."""

    def differential(
        self,
        rule: Rule,
        number: int,
        leaf: Callable[[dict[int, Value]], Callable[[Term], Value]],
        dots: Sequence[Lanes],
        wanted: ty.Type,
    ) -> Lanes:
        """The set of a result of an operation with a rule."""

    def resized(self, lanes: Lanes, wanted: ty.Type) -> Lanes:
        """The same set in a float of another size."""

    def chosen(self, condition: Value, yes: Value | None, no: Value | None) -> Value | None:
        """What a choice gives."""

    def added(self, instr: AtomicRMW) -> Lanes:
        """What an atomic addition leaves in the shadow; what was there before is its result."""

    def joined(self, parts: Sequence[Value], wanted: ty.Type) -> Value | None:
        """The union of some sets, in a float of a type."""

    def places(self, instr: Load | Store) -> list[Value]:
        """The shadow addresses that an access may go to, where the inputs choose among some."""

    def loaded(self, instr: Load, leaf: Leaf, places: Sequence[Value]) -> Value:
        """The set of a float in any of some places."""

    def stored(self, leaf: Leaf, place: Value, dot: Value) -> None:
        """Add a set to what is in a place."""

    def arriving(self, phi: Phi, leaf: int, source: int, join: int) -> Lanes | None:
        """The set that a phi gets on an edge that ends both sides of a branch."""

    def refuse(self, instr: Instr, message: str) -> Error:
        """What depends on what is not known here."""


class ForwardMode(Body):
    """What there is of a function while it is rebuilt. `ends` are the returns: (block, value of
    the primal)."""

    def __init__(self, emission: Emission, facts: FunctionFacts, b: FunctionBuilder) -> None:
        super().__init__(emission, facts, b)
        self.function = facts.function
        self.tangents: dict[tuple[int, int], Lanes] = {}
        self.sets: SetArithmetic | None = None  # in place of tangents
        self.idle = idle(facts)
        self.arena = Arena(emission, b)
        self.marks: dict[int, Value] = {}  # stacksave → how much of the arena was taken then
        self.blocks: dict[int, int] = {}
        self.last: dict[int, int] = {}  # primal block → the block its copy ends in
        self.unwinds: dict[int, list[int]] = {}  # primal block → the blocks that may unwind from it
        self.ends: list[tuple[int, Value | None]] = []

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

    # ---- phis --------------------------------------------------------------------------------

    def tangent_phis(self, phi: Phi) -> None:
        """The phis of a phi's tangents."""
        name = self.function.names[phi.result.id]
        dotted = None if name is None else f"{name}.dot"
        for leaf, part in enumerate(self.facts.floats(phi.result)):
            lanes: Lanes = [self.b.phi(part.type, dotted) for _ in range(self.width)]
            self.tangents[phi.result.id, leaf] = lanes

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
