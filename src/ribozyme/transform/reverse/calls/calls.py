"""Calls in both sweeps of reverse mode.

    forward   r = f(x, p)              →   r = f.aug(x, p, p.sh, frame, arena)
    reverse   x.bar += f.rev(x, p, p.sh, r.bar, frame, arena)
    malloc    also for the shadow, zero;    free: handed to the arena, which frees after the
    reverse sweep
    memcpy    reverse: the shadow of the target flows back to that of the source, and is cleared

A frame lies on the tape's level of the call; where only run time knows its size (recursion,
indirect calls) it is allocated and its address kept."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ribozyme.base.advice import READ_APART
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import has
from ribozyme.ir.instrs import Call, Invoke
from ribozyme.ir.module import Function
from ribozyme.ir.values import ConstNull, GlobalRef, Local, Value, zero
from ribozyme.rules.algebra import is_routine
from ribozyme.rules.memory import (
    Allocation,
    Deallocation,
    MemoryCopy,
    MemorySet,
    Reallocation,
    Searching,
    Sorting,
)
from ribozyme.rules.names import Inactive, Mirrored
from ribozyme.transform.callees.tables import NO_TABLE, NO_TARGET
from ribozyme.transform.core.interface import Interface
from ribozyme.transform.core.masked import Masked
from ribozyme.transform.core.places import called as named
from ribozyme.transform.core.refuse import refusal
from ribozyme.transform.core.site_kinds import (
    AtOnce,
    Callee,
    Differential,
    Drop,
    Indirect,
    Plain,
    Refused,
    Site,
    Tape,
    TextMove,
    Waiting,
    Whole,
)
from ribozyme.transform.core.sites import components
from ribozyme.transform.custom.routines import say_what_stays
from ribozyme.transform.emit.table_calls import without_table
from ribozyme.transform.reverse.calls import rulecalls
from ribozyme.transform.reverse.calls.callout import call_out, frame_of, reverse_frame, with_shadows
from ribozyme.transform.reverse.calls.opened import augmented_open, reversed_open, shadow_result
from ribozyme.transform.reverse.emit import allocations, shadow_memory, sorting
from ribozyme.transform.reverse.emit.masked_accesses import reverse_masked
from ribozyme.transform.reverse.emit.one_pass import call_single, give_arguments, told_seed
from ribozyme.transform.reverse.increments import among_threads
from ribozyme.transform.reverse.plan.nodes import Node
from ribozyme.transform.state.searching import shadow_found
from ribozyme.transform.state.string_shadows import followed, refuse_numbers
from ribozyme.transform.state.trees import tell_colours

if TYPE_CHECKING:
    from ribozyme.transform.reverse.emit.forward_sweep import ForwardSweep
    from ribozyme.transform.reverse.emit.reverse_sweep import ReverseSweep


# ---- forward -------------------------------------------------------------------------------------


def forward(s: ForwardSweep, call: Call) -> None:
    """A call in the forward sweep."""
    found = s.plan.site(call)
    if isinstance(found, Plain | TextMove | Differential | Masked):
        s.copy(call)
        followed(s, call)
        s.mirror(call)
        keep_stored(s, call)
    else:
        effect(s, call, found)


def effect(s: ForwardSweep, call: Call | Invoke, found: Site) -> None:
    """A call that is not simply repeated."""
    match found:
        case Drop():
            if call.result is not None:  # a saved stack: nothing restores it
                s.values[call.result.id] = ConstNull(call.result.type)
        case Waiting():
            among_threads.wait(s, call)
        case Callee(function=function) | AtOnce(function=function):
            augmented(s, call, function)
        case Whole(function=function) if isinstance(call, Call):
            whole(s, call, found)
        case Indirect():
            augmented_indirect(s, call, found)
        case Allocation():
            allocations.allocate(s, call, found)
        case Deallocation():
            allocations.release(s, call, found)
        case MemoryCopy() if isinstance(call, Call):
            s.copy(call)
            shadow_memory.copy_shadows(s, call, found)
        case MemorySet() if isinstance(call, Call):
            s.copy(call)
            shadow_memory.set_shadows(s, call, found)
        case Reallocation():
            allocations.reallocate(s, call, found)
        case Inactive():
            raise refusal(
                s.facts,
                call,
                "RZ201",
                "this call stores from outside into active memory",
                helps=READ_APART,
            )
        case Mirrored() if isinstance(call, Call):
            tell_colours(s, call)
            s.copy(call)
            mirrored(s, call)
        case Sorting():
            sorting.sort(s, call, found, partial(_named_out, s, call))
        case Searching():
            s.repeat(call)
            shadow_found(s, call, found)
        case Refused():
            s.trap(call, found)
        case Tape(name=name):
            allocations.inner_tape(s, call, name)
        case _:
            raise refusal(s.facts, call, "RZ201", "this call has no derivative yet")


def keep_stored(s: ForwardSweep, call: Call | Invoke) -> None:
    """Keep what a function with a rule stored through its pointers, where reverse needs it."""
    found = s.plan.site(call)
    if not isinstance(found, Differential):
        return
    number = s.plan.number(call)
    for index, arg in enumerate(call.args):
        node = Node("given", number, index)
        if s.plan.saved(node):
            inside = s.plan.slots[node].type
            assert inside is not None
            s.save(node, [s.b.load(inside, s.value(arg))])
    for result, place in enumerate(found.meaning.stores):
        node = Node("out", number, result)
        if place is not None and s.plan.saved(node):
            slot = s.plan.slots[node]
            assert slot.type is not None
            s.save(node, [s.b.load(slot.type, s.value(call.args[place]))])


def mirrored(s: ForwardSweep, call: Call) -> None:
    """Structural work (linking a tree) is done once more on the shadows."""
    for lane in range(s.width):
        args = [
            s.shadow(arg)[lane] if ty.is_pointer(arg.type) else s.value(arg) for arg in call.args
        ]
        result = s.b.call(call.callee, call.type, args, attrs=call.attrs)
        if call.result is not None and result is not None and s.facts.pointers(call.result):
            s.shadows.setdefault((call.result.id, 0), []).append(result)


def whole(s: ForwardSweep, call: Call, found: Whole) -> None:
    """The gradient of a single function, if it is run early; else the function itself."""
    if not found.early:
        s.copy(call)
        return
    assert s.plan.seeds is not None and call.result is not None
    seed = told_seed(s, s.plan.seeds, call, s.seed)
    s.values[call.result.id], _ = call_single(s, seed, call, found.function)


def augmented(s: ForwardSweep, call: Call | Invoke, function: Function) -> None:
    """The augmented form of a call, with a frame on this level."""
    interface = s.emission.interface(s.facts.whole.function(function))
    frame = frame_of(s, call, function)
    args = [*with_shadows(s, call, function, interface), frame, s.tape.arena]
    say_what_stays(s, call, function, frame)
    name = s.emission.name(function.name, "aug")
    result = call_out(s, name, interface.augmented_type(), args)
    unpack(s, call, interface, result)


def unpack(
    s: ForwardSweep, call: Call | Invoke, interface: Interface, result: Local | None
) -> None:
    """Result and shadows of the result of an augmented call."""
    if call.result is None or result is None:
        return
    s.values[call.result.id] = s.b.extract(result, 0)
    mirrored = {
        leaf.path: [s.b.extract(result, 1 + at * s.width + lane) for lane in range(s.width)]
        for at, leaf in enumerate(interface.result.pointers)
    }
    shadow_result(s, call, mirrored)


def augmented_indirect(s: ForwardSweep, call: Call | Invoke, found: Indirect) -> None:
    """A switch over the known targets, each with its own augmented call; before it, the table that
    the pointer may have brought."""
    b = s.b
    after = b.block()
    address = s.value(call.callee)
    ends: list[tuple[int, Value | None, list[list[Value]]]] = []

    def ended() -> None:
        result = None if call.result is None else s.values[call.result.id]
        parts = [] if call.result is None else s.facts.pointers(call.result)
        shadows = [s.shadow(call.result, part) for part in range(len(parts)) if call.result]
        ends.append((b.current, result, shadows))
        b.br(after)

    if found.open:
        none = without_table(b, address, s.shadow(call.callee)[0])
        augmented_open(s, call)
        ended()
        b.at(none)
    ruled = [function for function, _ in found.declared]
    for function in (*found.targets, *ruled):
        here, following = b.block(), b.block()
        b.cond_br(b.icmp("eq", address, GlobalRef(ty.PTR, function.name)), here, following)
        b.at(here)
        if function in ruled:
            args = [s.value(arg) for arg in call.args]
            value = b.call(function.name, call.type, args)
            if call.result is not None and value is not None:
                s.values[call.result.id] = value
                shadow_result(s, call, {})
        else:
            augmented(s, call, function)
        ended()
        b.at(following)
    s.emission.trap(b, s.facts, call, NO_TABLE if found.open else NO_TARGET, refused="RZ207")
    b.at(after)
    if call.result is None:
        return
    joined = b.phi(call.result.type)
    for block, result, _ in ends:
        assert result is not None
        b.incoming(joined, result, block)
    s.values[call.result.id] = joined
    for part, leaf in enumerate(s.facts.pointers(call.result)):
        lanes: list[Value] = []
        for lane in range(s.width):
            phi = b.phi(leaf.type)
            for block, _, shadows in ends:
                b.incoming(phi, shadows[part][lane], block)
            lanes.append(phi)
        s.shadows[call.result.id, part] = lanes


def forward_invoke(s: ForwardSweep, index: int, call: Invoke) -> None:
    """An invoke at the end of a block: as the call it is, with an unwind edge where it has one."""
    found = s.plan.site(call)
    after = s.b.block()
    if isinstance(found, Plain | TextMove | Differential):
        s.unwound[index] = [s.b.current]
        s.copy(call, lambda label: after if label == call.normal else s.target(index, label))
        s.b.at(after)
        followed(s, call)
        keep_stored(s, call)
        s.mirror(call)
    else:
        s.unwound[index] = []
        s.landing = index, s.target(index, call.unwind)
        effect(s, call, found)
        s.landing = None
        s.b.br(after)
        s.b.at(after)
    s.keep(call)
    s.last[index] = s.b.current
    s.b.br(s.target(index, call.normal))


def _named_out(s: ForwardSweep, call: Call | Invoke, args: list[Value]) -> None:
    """A call with other arguments."""
    assert isinstance(call.callee, GlobalRef)
    call_out(s, call.callee.name, call.type, args)


# ---- reverse -------------------------------------------------------------------------------------


def reverse(s: ReverseSweep, call: Call | Invoke) -> None:
    """A call in the reverse sweep."""
    found = s.plan.site(call)
    match found:
        case Differential(rule=rule, meaning=meaning):
            rulecalls.differential(s, call, rule, meaning)
        case Waiting(wait=wait):
            among_threads.undo(s, call, wait)
        case TextMove(filled=filled):
            refuse_numbers(s, call, filled)
        case Callee(function=function):
            bars = seeds_of(s, call)
            reversed_call(s, call, function, bars)
        case Whole() if isinstance(call, Call):
            reversed_whole(s, call, found)
        case Indirect():
            reversed_indirect(s, call, found)
        case MemoryCopy():
            shadow_memory.reverse_copy(s, call, found)
        case MemorySet():
            shadow_memory.reverse_set(s, call, found)
        case Masked():
            reverse_masked(s, call, found)
        case Reallocation():
            allocations.reverse_reallocate(s, call, found)
        case Sorting():
            sorting.reverse_sort(s, call, found)
        case _:
            return


def reversed_whole(s: ReverseSweep, call: Call, found: Whole) -> None:
    """The gradient of a single function in the reverse sweep, unless it is done with."""
    bars = seeds_of(s, call)
    if found.early or not bars:  # a result that nothing depends on gives nothing
        return
    assert call.result is not None
    seed = [zero(call.result.type) if bar is None else bar for bar in bars[0]]
    interface = s.emission.interface_of(found.function)
    _, amounts = call_single(s, seed, call, found.function)
    give_arguments(s.adjoints, call, interface, amounts)


def seeds_of(s: ReverseSweep, call: Call | Invoke) -> list[list[Value | None]]:
    """The adjoint of a call's result, taken."""
    if call.result is None or not s.facts.active(call.result):
        return []
    return s.adjoints.take(call.result)


def reversed_call(
    s: ReverseSweep, call: Call | Invoke, function: Function, bars: list[list[Value | None]]
) -> None:
    """The reverse half of a call; its results are the adjoints of the by-value arguments."""
    interface = s.emission.interface(s.facts.whole.function(function))
    if function.is_declaration:
        refuse_shared(s, call, function)
    args = with_shadows(s, call, function, interface)
    for leaf, shape_leaf in enumerate(interface.result.floats):
        lanes = bars[leaf] if leaf < len(bars) else [None] * s.width
        args += [zero(shape_leaf.type) if bar is None else bar for bar in lanes]
    args += [reverse_frame(s, call, function), s.tape.arena]
    result = s.b.call(s.emission.name(function.name, "rev"), interface.reverse_type(), args)
    at = 0
    for shape, arg in zip(interface.params, call.args, strict=False):
        for leaf in range(len(shape.floats)):
            for lane in range(s.width):
                assert result is not None
                if s.facts.active(arg):
                    s.adjoints.add(arg, leaf, lane, s.b.extract(result, at))
                at += 1


def refuse_shared(s: ReverseSweep, call: Call | Invoke, function: Function) -> None:
    """Refuse a call of a function by hand that adds to shadows which other threads may add to: it
    does not do so in one step. What it writes, no other thread accesses."""
    for param, arg in zip(function.params, call.args, strict=False):
        reads = has(param.attrs, "readonly") or not is_routine(function.name)
        if reads and ty.is_pointer(arg.type) and s.facts.shadowed(arg):
            what = f"an argument of '{named(s.facts.whole, function)}' is read"
            among_threads.refuse_met(s.facts, call, arg, what)


def reversed_indirect(s: ReverseSweep, call: Call | Invoke, found: Indirect) -> None:
    """The same switch, on the same address."""
    b = s.b
    bars = seeds_of(s, call)
    address = s.value(call.callee)
    for arg in (*call.args, *((call.callee,) if found.open else ())):
        s.value(arg)
        if s.facts.pointers(arg):
            s.shadow(arg)
    if found.declared and call.result is not None:
        s.value(call.result)
    after = b.block()
    if found.open:
        none = without_table(b, address, s.shadow(call.callee)[0])
        with s.adjoints.crossing():
            reversed_open(s, call, bars)
        b.br(after)
        b.at(none)
    declared = {function.name: ruled for function, ruled in found.declared}
    for function in (*found.targets, *(function for function, _ in found.declared)):
        here, following = b.block(), b.block()
        b.cond_br(b.icmp("eq", address, GlobalRef(ty.PTR, function.name)), here, following)
        b.at(here)
        with s.adjoints.crossing():
            if function.name in declared:
                ruled = declared[function.name]
                seeds = {0: bars[0]} if bars else {}
                operands = components(call, ruled.meaning.stores)
                rulecalls.by_rule(s, call, ruled.rule, ruled.meaning, operands, seeds)
            else:
                reversed_call(s, call, function, bars)
        b.br(after)
        b.at(following)
    b.br(after)
    b.at(after)
