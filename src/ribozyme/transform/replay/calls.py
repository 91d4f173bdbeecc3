"""Calls in a forward pass over a tape: repeats their effects on shadow memory.

    r = f(x, p)         →   r.dot = f.tan(x, x.dot, p, p.sh, frame, arena)     on the callee's frame
    r = sin(x)          →   r.dot = cos(x)·x.dot
    memcpy(d, s, n)     →   d.sh[i] = s.sh[i]           for every float; addresses are there already
                                                    but in words that were floats at other times
    memset(d, 0, n)     →   d.sh[i] = 0
    qsort(p, n, k)      →   p.sh in the order that was kept

The calls themselves are not made again, nor is memory allocated or freed.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Call, Invoke
from ribozyme.ir.module import Function
from ribozyme.ir.values import GlobalRef, Local, Value, zero
from ribozyme.rules.memory import Allocation, MemoryCopy, MemorySet, Reallocation, Sorting
from ribozyme.transform.callees.tables import Convention
from ribozyme.transform.core import contents, regions
from ribozyme.transform.core.interface import Interface, Mode
from ribozyme.transform.core.masked import Masked
from ribozyme.transform.core.refuse import refusal
from ribozyme.transform.core.regions import Region
from ribozyme.transform.core.shape import extract_leaf
from ribozyme.transform.core.site_kinds import Callee, Differential, Indirect, Refused, Waiting
from ribozyme.transform.custom.ruleshadows import shadows_for
from ribozyme.transform.emit import begun_numbers, bulk, cut_numbers
from ribozyme.transform.emit.table_calls import entry, unpacked, without_table
from ribozyme.transform.forward.calls import with_tangents
from ribozyme.transform.forward.mode import Lanes
from ribozyme.transform.forward.rulecalls import by_rule
from ribozyme.transform.reverse.calls.opened import TAPE
from ribozyme.transform.reverse.emit.shadow_memory import (
    UNKNOWN,
    copied_region,
    moved_region,
    region_of,
)
from ribozyme.transform.reverse.emit.sorting import put_in_order
from ribozyme.transform.reverse.increments import among_threads
from ribozyme.transform.reverse.plan.nodes import Node
from ribozyme.transform.reverse.plan.slots import frame_lane

if TYPE_CHECKING:
    from ribozyme.transform.replay.tape_walk import Walk


def call(w: Walk, instr: Call | Invoke) -> None:
    """A call, its result and its shadows being at hand where they are wanted."""
    found = w.plan.site(instr)
    match found:
        case Differential(rule=rule, meaning=meaning):
            by_rule(w, instr, rule, meaning)
        case Waiting(wait=wait):
            among_threads.again(w, instr, wait)
        case Callee(function=function):
            _accept(w, instr, _called(w, instr, function))
        case Indirect():
            _indirect(w, instr, found)
        case Allocation():
            _born(w, instr, found)
        case MemoryCopy():
            _copied(w, instr, found)
        case MemorySet():
            _filled(w, instr, found)
        case Reallocation():
            _moved(w, instr, found)
        case Sorting():
            _sorted(w, instr, found)
        case Masked():
            _masked(w, instr, found)
        case Refused():
            w.trap(instr, found.message, found.code)
        case _:
            return


# ---- functions with bodies -----------------------------------------------------------------------


def _called(w: Walk, instr: Call | Invoke, function: Function) -> list[Lanes]:
    """The tangents of a callee's result, as the caller sees them."""
    interface = w.emission.interface_of(function)
    args: list[Value] = []
    for place, shape in enumerate(interface.params):
        arg = instr.args[place]
        args.append(w.value(arg))
        for leaf in shape.floats:
            args += [w.number(dot, leaf.type) for dot in w.tangent_at(arg, leaf)]
        for part in range(len(shape.pointers)):
            args += shadows_for(w, instr, function, place, part)
    args += [_frame(w, instr, function), w.tape.arena]
    result = w.b.call(w.emission.name(function.name, "tan"), interface.from_tape_type(), args)
    return _unpacked(w, instr, interface, result)


def _frame(w: Walk, instr: Call | Invoke, function: Function | None = None) -> Value:
    """The frame that the forward sweep gave this call, of the function that it meant."""
    node = Node("frame", w.plan.number(instr))
    slot = w.plan.slots[node]
    if slot.type is None:
        return w.tape.address(slot, w.iterations.place(slot))
    return w.fetch(node)[frame_lane(w.plan.site(instr), function)]


def _unpacked(
    w: Walk, instr: Call | Invoke, interface: Interface, result: Local | None
) -> list[Lanes]:
    if instr.result is None:
        return []
    found: dict[tuple[tuple[int, ...], int], Lanes] = {}
    at = 0
    for leaf in interface.result.floats:
        assert result is not None
        found[leaf.path, leaf.bit] = [w.b.extract(result, at + lane) for lane in range(w.width)]
        at += w.width
    nothing: Lanes = [None] * w.width
    return [found.get((leaf.path, leaf.bit), nothing) for leaf in w.facts.floats(instr.result)]


def _accept(w: Walk, instr: Call | Invoke, tangents: list[Lanes]) -> None:
    for leaf, lanes in enumerate(tangents):
        assert instr.result is not None
        w.tangents[instr.result.id, leaf] = lanes


def _indirect(w: Walk, instr: Call | Invoke, found: Indirect) -> None:
    """The same switch, on the same address."""
    b = w.b
    address = w.value(instr.callee)
    after = b.block()
    leaves = [] if instr.result is None else w.facts.floats(instr.result)
    ends: list[tuple[int, list[Lanes]]] = []
    if found.open:
        none = without_table(b, address, w.shadow(instr.callee)[0])
        tangents = _by_table(w, instr)
        ends.append((b.current, tangents))
        b.br(after)
        b.at(none)
    ruled = {function.name: site for function, site in found.declared}
    for function in (*found.targets, *(function for function, _ in found.declared)):
        here, following = b.block(), b.block()
        b.cond_br(b.icmp("eq", address, GlobalRef(ty.PTR, function.name)), here, following)
        b.at(here)
        if function.name in ruled:
            site = ruled[function.name]
            by_rule(w, instr, site.rule, site.meaning)
            tangents = [w.tangent(instr.result, k) for k in range(len(leaves)) if instr.result]
        else:
            tangents = _called(w, instr, function)
        ends.append((b.current, tangents))
        b.br(after)
        b.at(following)
    b.unreachable()
    b.at(after)
    for number, leaf in enumerate(leaves):
        assert instr.result is not None
        lanes: Lanes = []
        for lane in range(w.width):
            phi = b.phi(leaf.type)
            for block, tangents in ends:
                b.incoming(phi, w.number(tangents[number][lane], leaf.type), block)
            lanes.append(phi)
        w.tangents[instr.result.id, number] = lanes


def _by_table(w: Walk, instr: Call | Invoke) -> list[Lanes]:
    """The function that reads the tape forwards, out of the table beside the address."""
    b, facts = w.b, w.facts
    convention = Convention(facts.layout, instr.type, w.width)
    target = entry(w.emission, b, facts, instr, Mode.FROM_TAPE, w.shadow(instr.callee)[0])
    args = with_tangents(w, instr)
    args.append(b.load(ty.PTR, b.offset(_frame(w, instr), TAPE), 8))
    how, parts = convention.returned(Mode.FROM_TAPE), convention.parts(Mode.FROM_TAPE)
    space = None if how.inside is None else b.entry_alloca(how.inside, 16)
    given = args if space is None else [space, *args]
    made = b.call(target, convention.entry(Mode.FROM_TAPE), given, arg_attrs=how.attrs(len(given)))
    result = space if space is not None else made
    if instr.result is None or result is None:
        return []
    lanes = unpacked(b, facts.layout, how, parts, result)
    return [[extract_leaf(b, lane, leaf) for lane in lanes] for leaf in facts.floats(instr.result)]


# ---- memory --------------------------------------------------------------------------------------


def _born(w: Walk, call: Call | Invoke, spec: Allocation) -> None:
    """Memory that begins as zero has the tangent zero; a pass before this one may have left its
    own there."""
    if not spec.zeroed or call.result is None or not w.facts.pointers(call.result):
        return
    size = bulk.asked(w, call, spec.size)
    region = contents.copied(w.facts, call, (call.result,), size)
    for shadow in w.shadow(call.result):
        if region is None or not region.pointers:
            bulk.zero(w.emission, w.b, shadow, size)
        else:
            clear(w, region, shadow, size)


def clear(w: Walk, region: Region, target: Value, size: Value) -> None:
    """The floats of a stretch of memory become zero, and words that may be one."""
    b = w.b
    for visit in (regions.floats, regions.either):
        visit(b, region, size, lambda at, kind: b.store(zero(kind), b.offset(target, at), 1))
    cut_numbers.zero_cut(
        w.emission, b, region.period, begun_numbers.numbers(region), (target, size)
    )


def _flow(w: Walk, region: Region, target: Value, source: Value, size: Value) -> None:
    b = w.b

    def one(at: Value, type: ty.Type) -> None:
        b.store(b.load(type, b.offset(source, at), 1), b.offset(target, at), 1)

    regions.floats(b, region, size, one)
    regions.either(b, region, size, one)
    memory = target, source, size
    cut_numbers.copy_cut(w.emission, b, region.period, begun_numbers.numbers(region), memory)


def _copied(w: Walk, call: Call | Invoke, spec: MemoryCopy) -> None:
    """The floats of a copy, and words that may be one."""
    target, source = call.args[spec.target], call.args[spec.source]
    if not w.facts.shadowed(target) or not w.facts.holds_floats(target):
        return
    size = bulk.wide(w.b, w.value(call.args[spec.size]))
    region = copied_region(w.facts, call, spec)
    if region.either and (not w.facts.shadowed(source) or w.facts.mixed(source)):
        raise refusal(w.facts, call, "RZ301", UNKNOWN)  # what was an address then is not at hand
    if not region.floats and not region.either:
        return
    for into, out_of in zip(w.shadow(target), w.shadow(source), strict=True):
        bulk.apart(w, target, into, partial(_copy, w, call, spec, region, into, out_of, size))


def _copy(
    w: Walk,
    call: Call | Invoke,
    spec: MemoryCopy,
    region: Region,
    into: Value,
    out_of: Value,
    size: Value,
) -> None:
    b, source = w.b, call.args[spec.source]
    if not w.facts.shadowed(source):
        cut_numbers.refuse_cut(w, call, region, into, size)
        clear(w, region, into, size)
        return
    for end in (into, out_of):
        cut_numbers.refuse_cut(w, call, region, end, size)
    ends = ((spec.target, into), (spec.source, out_of))
    begun_numbers.refuse_begun(w, call, region, ends, size)
    if w.facts.mixed(source):
        apart, same, after = b.block(), b.block(), b.block()
        b.cond_br(b.icmp("ne", out_of, w.value(source)), apart, same)
        b.at(same)
        clear(w, region, into, size)
        b.br(after)
        b.at(apart)
    if spec.overlap:
        aside = bulk.scratch(w.emission, b, size)
        bulk.copy(w.emission, b, aside, out_of, size)
        _flow(w, region, into, aside, size)
        bulk.free(b, aside)
    else:
        _flow(w, region, into, out_of, size)
    if w.facts.mixed(source):
        b.br(after)
        b.at(after)


def _filled(w: Walk, call: Call | Invoke, spec: MemorySet) -> None:
    """What is filled depends on nothing."""
    target = call.args[spec.target]
    if not w.facts.shadowed(target) or not w.facts.holds_floats(target):
        return
    size = bulk.wide(w.b, w.value(call.args[spec.size]))
    length = call.args[spec.size]
    region = contents.copied(w.facts, call, (target,), length) or contents.filled(
        w.facts, call, target, length
    )
    if region is None:
        raise refusal(w.facts, call, "RZ301", UNKNOWN)
    for into in w.shadow(target):
        bulk.apart(w, target, into, partial(clear, w, region, into, size))


def _moved(w: Walk, call: Call | Invoke, spec: Reallocation) -> None:
    """The floats of a block that moved."""
    if call.result is None or not w.facts.pointers(call.result):
        return
    pointer = call.args[spec.pointer]
    if not w.facts.shadowed(pointer) or not w.facts.holds_floats(call.result):
        return  # the floats of the new shadow are zero
    (keep,) = w.fetch(w.plan.out_node(call, 0))
    region = moved_region(w.facts, call, pointer, keep)
    for into, out_of in zip(w.shadow(call.result), w.shadow(pointer), strict=True):
        bulk.apart(w, pointer, out_of, partial(_flow, w, region, into, out_of, keep))


def _sorted(w: Walk, call: Call | Invoke, spec: Sorting) -> None:
    """The floats of what was sorted, in the order it was put in."""
    target = call.args[spec.base]
    if not w.facts.shadowed(target):
        return
    count, size = (bulk.wide(w.b, w.value(call.args[at])) for at in (spec.count, spec.size))
    bytes = w.b.mul(count, size)
    (order,) = w.fetch(w.plan.out_node(call, 0))
    region = region_of(w.facts, call, (target,), bytes)
    parts = partial(regions.floats, w.b, region, bytes)
    put_in_order(w, target, order, bytes, size, parts, align=1)


def _masked(w: Walk, call: Call | Invoke, found: Masked) -> None:
    """A masked access once more, on the shadow, with the tangent of the other operand."""
    pointer, other = call.args[found.pointer], call.args[found.other]
    shadowed = w.facts.shadowed(pointer)
    lanes: Lanes = []
    for lane, tangent in enumerate(w.tangent(other)):
        number = w.number(tangent, other.type)
        if not shadowed:
            mask = w.value(call.args[found.mask])
            lanes.append(w.b.select(mask, w.number(None, other.type), number))
            continue
        given = {found.pointer: w.shadow(pointer)[lane], found.other: number}
        args = [given[at] if at in given else w.value(arg) for at, arg in enumerate(call.args)]
        made = w.b.call(call.callee, call.type, args)
        if made is not None:
            lanes.append(made)
    if call.result is not None and w.facts.floats(call.result):
        w.tangents[call.result.id, 0] = lanes
