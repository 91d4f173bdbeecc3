"""What calls in both sweeps share: the call itself, and the frame of what is called.

%r = call {double} @f.aug(…)   →   %r = invoke {double} @f.aug(…) …     where the primal has one

A frame whose size is not known when the caller is planned (recursion) is allocated, and with it
those of the calls behind it in its block: a recursion that calls itself twice finds both in one
line of the cache, where each would have its own, far from all else that the reverse sweep reads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attrs
from ribozyme.ir.build import NULL, i64
from ribozyme.ir.instrs import Call, Invoke
from ribozyme.ir.module import Function
from ribozyme.ir.values import ConstNull, GlobalRef, Local, Value
from ribozyme.transform.core.interface import Interface
from ribozyme.transform.core.site_kinds import Callee
from ribozyme.transform.custom.ruleshadows import shadows_for
from ribozyme.transform.emit.body import Body
from ribozyme.transform.reverse.plan.nodes import Node
from ribozyme.transform.reverse.plan.slots import frame_lane

if TYPE_CHECKING:
    from ribozyme.transform.reverse.emit.forward_sweep import ForwardSweep
    from ribozyme.transform.reverse.emit.reverse_sweep import ReverseSweep


def with_shadows(
    s: Body | ReverseSweep, call: Call | Invoke, function: Function, interface: Interface
) -> list[Value]:
    """The primal arguments with shadows behind each, as the derivative of a function takes them."""
    args: list[Value] = []
    for place, shape in enumerate(interface.params):
        args.append(s.value(call.args[place]))
        for part in range(len(shape.pointers)):
            args += shadows_for(s, call, function, place, part)
    return args


def call_out(
    s: ForwardSweep,
    callee: Value | str,
    type: ty.FunctionType,
    args: list[Value],
    attrs: tuple[Attrs, ...] = (),
) -> Local | None:
    """A call that may leave by an exception: an invoke where the primal has one."""
    b = s.b
    if s.landing is None:
        return b.call(callee, type, args, arg_attrs=attrs)
    index, unwind = s.landing
    after = b.block()
    result = None if type.result is ty.VOID else b.local(type.result)
    s.unwound[index].append(b.current)
    target = GlobalRef(ty.PTR, callee) if isinstance(callee, str) else callee
    b.append(Invoke(result, target, type, tuple(args), after, unwind, attrs, meta=b.meta))
    b.at(after)
    return result


def frame_of(s: ForwardSweep, call: Call | Invoke, function: Function) -> Value:
    """The frame of a callee: a record on this level, or allocated and its address kept."""
    node = Node("frame", s.plan.number(call))
    slot = s.plan.slots.get(node)
    if slot is not None and slot.type is None:
        return s.tape.address(slot, s.iterations.place(slot))
    if slot is None:  # control does not come back from here
        return _allocated(s, function)
    if not isinstance(s.plan.site(call), Callee):
        frame = _allocated(s, function)
    else:
        if node.id not in s.frames:
            _allocate_frames(s, call)
        frame = s.frames.pop(node.id)
    lanes: list[Value] = [NULL] * slot.lanes
    lanes[frame_lane(s.plan.site(call), function)] = frame
    s.save(node, lanes)
    return frame


def _allocated(s: ForwardSweep, function: Function) -> Value:
    """A frame of a function."""
    size = s.emission.frames.known[function.name]
    return s.tape.allocate(i64(size), s.emission.frames.align(function.name))


def _allocate_frames(s: ForwardSweep, call: Call | Invoke) -> None:
    """The frames of a call and of those behind it in its block, side by side."""
    instrs = s.function.blocks[s.current].instrs
    at, most, offsets = 0, 1, {}
    for instr in instrs[next(k for k, instr in enumerate(instrs) if instr is call) :]:
        if not isinstance(instr, Call | Invoke):
            continue
        site, number = s.plan.site(instr), s.plan.number(instr)
        slot = s.plan.slots.get(Node("frame", number))
        if isinstance(site, Callee) and slot is not None and slot.type is not None:
            size = s.emission.frames.known[site.function.name]
            align = s.emission.frames.align(site.function.name)
            offsets[number] = -(-at // align) * align
            at, most = offsets[number] + size, max(most, align)
    base = s.tape.allocate(i64(at), most)
    s.frames |= {number: s.b.offset(base, offset) for number, offset in offsets.items()}


def reverse_frame(s: ReverseSweep, call: Call | Invoke, function: Function | None = None) -> Value:
    """The frame that the forward sweep gave this call, of the function that it meant."""
    node = Node("frame", s.plan.number(call))
    slot = s.plan.slots.get(node)
    if slot is None:
        return ConstNull(ty.PTR)
    if slot.type is None:
        return s.tape.address(slot, s.place(slot))
    return s.fetch(node)[frame_lane(s.plan.site(call), function)]
