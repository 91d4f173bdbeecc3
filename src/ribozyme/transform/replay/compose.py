"""The functions of forward mode from a tape: one per function that the augmented half has called.

    augmented   {value, shadows} f.aug(x, p, p.sh, frame, arena)          keeps
    from tape   {tangents}       f.tan(x, x.dot, p, p.sh, frame, arena)   reads, as often as wanted

Both come from the same plan, made of a request that says the tape is `replayed`.
"""

from __future__ import annotations

from ribozyme.ir.attrs import Attr
from ribozyme.ir.build import FunctionBuilder
from ribozyme.ir.module import Function, Header
from ribozyme.ir.values import Value
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.interface import Interface, Request
from ribozyme.transform.custom import custom_derivatives
from ribozyme.transform.emit.emission import INTERNAL, Emission
from ribozyme.transform.replay.remains import clear_remains, leaves_remains
from ribozyme.transform.replay.tape_walk import Walk
from ribozyme.transform.reverse.calls.outliving import clear_firsts, with_firsts
from ribozyme.transform.reverse.calls.passed import expect_passed, with_passed
from ribozyme.transform.reverse.calls.residuals import mark_taped_residuals
from ribozyme.transform.reverse.calls.surrender import with_surrendered
from ribozyme.transform.reverse.emit.compose import (
    bundled,
    derivative_attrs,
    planned_callees,
    said_of_tape,
)
from ribozyme.transform.reverse.emit.tape import Tape
from ribozyme.transform.reverse.plan.callees import reached
from ribozyme.transform.reverse.plan.plan import Plan, plan
from ribozyme.transform.state.earlier import mark_persistent
from ribozyme.transform.state.globals import begin_floats
from ribozyme.transform.state.of_threads import begin_call


def from_tape(
    emission: Emission, facts: FunctionFacts, interface: Interface, request: Request
) -> tuple[Plan, ...]:
    """The root of a forward pass over a tape, and the passes over what it called: their plans, the
    root's last."""
    called, _ = reached(facts)
    for function in called.values():
        if function.is_declaration:
            emission.add(custom_derivatives.from_tape(emission, function))
    others: list[Plan] = []
    for made in planned_callees(emission, facts, called):
        others.append(made)
        emission.add(_function(emission, made, emission.name(made.facts.function.name, "tan")))
    own = plan(facts, interface, emission.frames, split=True)
    made = with_surrendered(with_firsts(with_passed(own, others)))
    function = _function(emission, made, request.name, root=True)
    function.header = Header()
    left = bool(facts.whole.kept) or leaves_remains((*others, made))
    remains = Attr('"rz.remains"', f'"{int(left)}"')
    function.attrs = (*function.attrs, *said_of_tape(emission, made, others), remains)
    emission.add(function)
    return (*others, made)


def _function(emission: Emission, made: Plan, name: str, *, root: bool = False) -> Function:
    facts, interface = made.facts, made.interface
    b = FunctionBuilder(name, interface.from_tape_type())
    b.attrs = derivative_attrs()
    b.header = INTERNAL
    prologue = b.block("prologue")
    b.at(prologue)
    frame, arena = b.params[-2:]
    walk = Walk(emission, made, b, Tape(emission, made, b, frame, arena))
    _receive(walk, interface)
    if not facts.live[0]:  # the primal never came back
        b.unreachable()
        return b.finish()
    walk.run()
    for block, value in walk.ends:
        b.at(block)
        clear_remains(walk)
        b.ret(bundled(b, _tangents(walk, interface, value)))
    b.at(prologue)
    if root:
        begin_call(emission, b)
        begin_floats(emission, b)
        expect_passed(emission, walk.tape, walk.shadows)
        clear_firsts(emission, walk.tape)
        mark_persistent(emission, b)
        mark_taped_residuals(emission, walk.tape)
    b.br(walk.blocks[0])
    return b.finish()


def _receive(walk: Walk, interface: Interface) -> None:
    """The parameters enter the maps."""
    at = 0
    given, width = walk.b.params, walk.width
    for param, shape in zip(walk.function.params, interface.params, strict=True):
        walk.values[param.local.id] = given[at]
        at += 1
        for number in range(len(shape.floats)):
            if walk.facts.active(param.local):
                walk.tangents[param.local.id, number] = list(given[at : at + width])
            at += width
        for part in range(len(shape.pointers)):
            walk.shadows[param.local.id, part] = list(given[at : at + width])
            at += width


def _tangents(walk: Walk, interface: Interface, value: Value | None) -> list[Value]:
    if value is None:
        return []
    return [
        walk.number(dot, leaf.type)
        for leaf in interface.result.floats
        for dot in walk.tangent_at(value, leaf)
    ]
