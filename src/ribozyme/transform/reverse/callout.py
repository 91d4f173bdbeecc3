"""What calls in both sweeps share: the call itself, and the frame of what is called.

%r = call {double} @f.aug(…)   →   %r = invoke {double} @f.aug(…) …     where the primal has one
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attrs
from ribozyme.ir.build import i64
from ribozyme.ir.instrs import Call, Invoke
from ribozyme.ir.module import Function
from ribozyme.ir.values import ConstNull, GlobalRef, Local, Value
from ribozyme.transform.reverse.nodes import Node

if TYPE_CHECKING:
    from ribozyme.transform.reverse.augment import ForwardSweep
    from ribozyme.transform.reverse.sweep import ReverseSweep


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
    frame = s.tape.allocate(i64(s.emission.frames.known[function.name]))
    if slot is not None:  # else control does not come back from here
        s.save(node, [frame])
    return frame


def reverse_frame(s: ReverseSweep, call: Call | Invoke) -> Value:
    """The frame that the forward sweep gave this call."""
    node = Node("frame", s.plan.number(call))
    slot = s.plan.slots.get(node)
    if slot is None:
        return ConstNull(ty.PTR)
    if slot.type is None:
        return s.tape.address(slot, s.place(slot))
    return s.fetch(node)[0]
