"""Allocation and release of memory in both sweeps of reverse mode.

q = malloc(n)              →   q.sh = malloc(n), zero
free(q)                    →   both handed to the arena: freed after the reverse sweep
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attr
from ribozyme.ir.build import FunctionBuilder, i64
from ribozyme.ir.instrs import Call, Invoke
from ribozyme.ir.values import GlobalRef, Value
from ribozyme.rules.memory import (
    Allocation,
    Deallocation,
    Reallocation,
)
from ribozyme.transform.core import regions
from ribozyme.transform.core.refuse import refusal
from ribozyme.transform.emit import bulk
from ribozyme.transform.emit.emission import INTERNAL
from ribozyme.transform.emit.lent import leave_if_lent
from ribozyme.transform.reverse.calls.surrender import watch
from ribozyme.transform.reverse.emit.shadow_memory import flow_back, moved_region

if TYPE_CHECKING:
    from ribozyme.transform.emit.emission import Emission
    from ribozyme.transform.reverse.emit.forward_sweep import ForwardSweep
    from ribozyme.transform.reverse.emit.reverse_sweep import ReverseSweep

RECORD = 8
OF_RECORDS = ".record."
DEFER = ty.function(ty.VOID, (ty.PTR, ty.PTR, ty.PTR))


def allocate(s: ForwardSweep, call: Call | Invoke, spec: Allocation) -> None:
    """The allocation and, if it is shadowed, another one for each lane of its shadow."""
    s.repeat(call)
    if spec.into is not None:
        _allocate_into(s, call, spec)
        return
    if call.result is None or not s.facts.pointers(call.result):
        return
    size = bulk.asked(s, call, spec.size)
    lanes: list[Value] = []
    for _ in range(s.width):
        args = [s.value(arg) for arg in call.args]
        shadow = s.b.call(call.callee, call.type, args, attrs=call.attrs)
        assert shadow is not None
        if not spec.zeroed:
            bulk.zero_unless_null(s.emission, s.b, shadow, size)
        lanes.append(shadow)
    s.shadows[call.result.id, 0] = lanes


def _allocate_into(s: ForwardSweep, call: Call | Invoke, spec: Allocation) -> None:
    """`posix_memalign`: the address comes back through a pointer."""
    assert spec.into is not None
    place = call.args[spec.into]
    if not s.facts.shadowed(place):
        return
    size = bulk.asked(s, call, spec.size)
    for shadow_place in s.shadow(place):
        args = [s.value(arg) for arg in call.args]
        args[spec.into] = shadow_place
        s.b.call(call.callee, call.type, args, attrs=call.attrs)
        bulk.zero_unless_null(s.emission, s.b, s.b.load(ty.PTR, shadow_place, 8), size)


def release(s: ForwardSweep, call: Call | Invoke, spec: Deallocation) -> None:
    """What is freed is handed to the arena together with its shadow."""
    pointer = call.args[spec.pointer]
    leave_if_lent(s.emission, s.b, s.facts, call, s.value(pointer))
    freed_later(s, call, spec, s.value(pointer))
    if not s.facts.pointers(pointer):
        return
    for shadow in s.shadow(pointer):

        def give(shadow: Value = shadow) -> None:
            freed_later(s, call, spec, shadow)
            watch(s, call, shadow)

        bulk.apart(s, pointer, shadow, give)


def freed_later(s: ForwardSweep, call: Call | Invoke, spec: Deallocation, pointer: Value) -> None:
    """Have the arena free a block as the call would, when it is released itself.

    It knows nothing but a pointer. Where the call is told more (a size, a pool), that is put into a
    record on the tape, which a function of ours takes apart.
    """
    if spec.alone:
        s.emission.declare(spec.alone, ty.function(ty.VOID, (ty.PTR,)))
        defer(s, pointer, GlobalRef(ty.PTR, spec.alone))
        return
    if len(call.args) == 1:
        defer(s, pointer, call.callee)
        return
    args = [s.value(arg) for arg in call.args]
    args[spec.pointer] = pointer
    record = s.tape.allocate(i64(RECORD * len(args)))
    for place, arg in enumerate(args):
        s.b.store(arg, s.b.offset(record, RECORD * place), RECORD)
    defer(s, record, GlobalRef(ty.PTR, _freeing(s, call, [arg.type for arg in args])))


def _freeing(s: ForwardSweep, call: Call | Invoke, types: list[ty.Type]) -> str:
    """The function that calls what frees with the arguments in a record."""
    assert isinstance(call.callee, GlobalRef)
    name = f"{s.emission.prefix}{OF_RECORDS}{call.callee.name}"
    if name not in s.emission.functions:
        b = FunctionBuilder(name, ty.function(ty.VOID, (ty.PTR,)), ("record",))
        b.attrs, b.header = (Attr("cold"), Attr("noinline")), INTERNAL
        b.at(b.block("entry"))
        args = [
            b.load(type, b.offset(b.params[0], RECORD * place), RECORD)
            for place, type in enumerate(types)
        ]
        b.call(call.callee, call.type, args, attrs=call.attrs)
        b.ret(None)
        s.emission.add(b.finish())
    return name


def defer(s: ForwardSweep, pointer: Value, free: Value) -> None:
    """Have the arena free a block when it is released itself."""
    s.emission.declare("rz.tape.defer", DEFER)
    s.b.call("rz.tape.defer", DEFER, (s.tape.arena, pointer, s.value(free)))


def reallocate(s: ForwardSweep, call: Call | Invoke, spec: Reallocation) -> None:
    """A new block, the old content copied, the old block kept for the reverse sweep."""
    b = s.b
    assert call.result is not None
    old = s.value(call.args[spec.pointer])
    leave_if_lent(s.emission, b, s.facts, call, old)
    size = bulk.asked(s, call, spec.size)
    keep = kept_bytes(s.emission, b, old, size)
    node = s.plan.out_node(call, 0)
    if s.plan.saved(node):
        s.save(node, [keep])
    s.values[call.result.id] = fresh = _new_block(s, size)
    bulk.copy(s.emission, b, fresh, old, keep)
    _given_up(s, old, spec)
    if not s.facts.pointers(call.result):
        return
    pointer = call.args[spec.pointer]
    region = None  # where no float is active, all of a shadow is addresses
    if s.facts.holds_floats(call.result):
        region = moved_region(s.facts, call, pointer, keep)
    lanes: list[Value] = []
    for shadow in s.shadow(pointer):
        lanes.append(moved := _new_block(s, size))

        def one(at: Value, type: ty.Type, into: Value = moved, out_of: Value = shadow) -> None:
            b.store(b.load(type, b.offset(out_of, at), 8), b.offset(into, at), 8)

        if region is None:
            bulk.copy(s.emission, b, moved, shadow, keep)
        else:
            regions.pointers(b, region, keep, one)  # its floats come back in the reverse sweep
        if s.facts.shadowed(pointer):

            def give(shadow: Value = shadow) -> None:
                _given_up(s, shadow, spec)
                watch(s, call, shadow)

            bulk.apart(s, pointer, shadow, give)
    s.shadows[call.result.id, 0] = lanes


def kept_bytes(emission: Emission, b: FunctionBuilder, old: Value, size: Value) -> Value:
    """How much of the old block goes into the new one: all there is room for."""
    usable = ty.function(ty.I64, (ty.PTR,))
    emission.declare("malloc_usable_size", usable)
    had = b.call("malloc_usable_size", usable, (old,))
    assert had is not None
    return b.select(b.icmp("ult", had, size), had, size)


def _new_block(s: ForwardSweep, size: Value) -> Value:
    malloc = ty.function(ty.PTR, (ty.I64,))
    s.emission.declare("malloc", malloc)
    fresh = s.b.call("malloc", malloc, (size,))
    assert fresh is not None
    bulk.zero_unless_null(s.emission, s.b, fresh, size)
    return fresh


def _given_up(s: ForwardSweep, old: Value, spec: Reallocation) -> None:
    """What was moved lives until the reverse sweep is through."""
    s.emission.declare(spec.release, ty.function(ty.VOID, (ty.PTR,)))
    defer(s, old, GlobalRef(ty.PTR, spec.release))


def reverse_reallocate(s: ReverseSweep, call: Call | Invoke, spec: Reallocation) -> None:
    """What was copied flows back."""
    assert call.result is not None
    pointer = call.args[spec.pointer]
    if not s.facts.shadowed(pointer) or not s.facts.holds_floats(call.result):
        return
    (keep,) = s.fetch(s.plan.out_node(call, 0))
    region = moved_region(s.facts, call, pointer, keep)
    for into, out_of in zip(s.shadow(call.result), s.shadow(pointer), strict=True):
        back = partial(flow_back, s, region, into, out_of, keep, ())
        bulk.apart(s, pointer, out_of, back)


def inner_tape(s: ForwardSweep, call: Call | Invoke, name: str) -> None:
    """The tape of a derivative that is differentiated again lies on ours, and lives as long."""
    match name:
        case "rz.tape.alloc":
            assert call.result is not None
            size = s.value(call.args[1])
            s.values[call.result.id] = s.tape.allocate(size)
            if s.facts.pointers(call.result):
                lanes: list[Value] = [s.tape.allocate(size) for _ in range(s.width)]
                for lane in lanes:
                    bulk.zero(s.emission, s.b, lane, size)
                s.shadows[call.result.id, 0] = lanes
        case "rz.tape.defer":
            _no_records(s, call)
            defer(s, s.value(call.args[1]), call.args[2])
            for lane in s.shadow(call.args[1]) if s.facts.pointers(call.args[1]) else ():
                defer(s, lane, call.args[2])
        case _:
            return


def _no_records(s: ForwardSweep, call: Call | Invoke) -> None:
    """A record has no shadow with which its function could do anything."""
    release, block = call.args[2], call.args[1]
    if isinstance(release, GlobalRef) and OF_RECORDS in release.name and s.facts.pointers(block):
        raise refusal(
            s.facts, call, "RZ215",
            f"'{release.name.partition(OF_RECORDS)[2]}' frees memory and takes more than a pointer",
            notes=("this is a derivative that is differentiated again",),
        )  # fmt: skip
