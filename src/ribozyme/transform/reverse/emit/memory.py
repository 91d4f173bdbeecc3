"""Allocation, release, copies and fills of memory in both sweeps of reverse mode.

    q = malloc(n)              →   q.sh = malloc(n), zero
    free(q)                    →   both handed to the arena: freed after the reverse sweep
    memcpy(d, s, n)  reverse   →   s.sh[i] += d.sh[i];  d.sh[i] = 0      for every float
    memset(d, c, n)  reverse   →   d.sh[i] = 0                           for every float

Pointers in copied memory are copied in the shadow too, in the forward sweep.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attr
from ribozyme.ir.build import FunctionBuilder, i64
from ribozyme.ir.instrs import Call, Invoke
from ribozyme.ir.metadata import Meta
from ribozyme.ir.values import GlobalRef, Value, zero
from ribozyme.rules.memory import (
    Allocation,
    Deallocation,
    MemoryCopy,
    MemorySet,
    Reallocation,
)
from ribozyme.transform.checks import partial_copy
from ribozyme.transform.core import bulk, regions
from ribozyme.transform.core.emission import INTERNAL
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.refuse import refusal
from ribozyme.transform.core.regions import Region
from ribozyme.transform.reverse.calls.surrender import watch
from ribozyme.transform.reverse.emit import threads, word_shadows
from ribozyme.transform.reverse.emit.adjoints import ADD

if TYPE_CHECKING:
    from ribozyme.transform.core.emission import Emission
    from ribozyme.transform.reverse.emit.augment import ForwardSweep
    from ribozyme.transform.reverse.emit.sweep import ReverseSweep
    from ribozyme.transform.reverse.emit.sweeping import Sweep

UNKNOWN = "the type of the active memory copied here is not known"
RECORD = 8
OF_RECORDS = ".record."
DEFER = ty.function(ty.VOID, (ty.PTR, ty.PTR, ty.PTR))


# ---- allocation ----------------------------------------------------------------------------------


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


# ---- copies --------------------------------------------------------------------------------------


def copied_region(facts: FunctionFacts, call: Call | Invoke, spec: MemoryCopy) -> Region:
    """What lies in copied memory, words that are a float or an address among it."""
    pointers, size = (call.args[spec.target], call.args[spec.source]), call.args[spec.size]
    found = facts.copied(call, pointers, size)
    return region_of(facts, call, pointers, size) if found is None else found


def moved_region(facts: FunctionFacts, call: Call | Invoke, pointer: Value, size: Value) -> Region:
    """What lies in a block that is moved into another one, or a refusal where it is not known."""
    assert call.result is not None
    region = facts.moved(call, call.result, pointer, size)
    if region is None:
        raise refusal(facts, call, "RZ301", UNKNOWN)
    return region


def region_of(
    facts: FunctionFacts, call: Call | Invoke, pointers: tuple[Value, ...], size: Value
) -> Region:
    """What lies in copied memory, or a refusal where it is not known."""
    region = facts.region(call, pointers, size)
    if region is None:
        raise refusal(facts, call, "RZ301", UNKNOWN)
    return region


def copy_shadows(s: ForwardSweep, call: Call | Invoke, spec: MemoryCopy) -> None:
    """The pointers in copied memory are copied in the shadow too."""
    target, source = call.args[spec.target], call.args[spec.source]
    size = bulk.wide(s.b, s.value(call.args[spec.size]))
    if call.result is not None:
        mirror_result(s, call, target, size if spec.returns_end else None)
    if not s.facts.shadowed(target):
        return
    region = s.facts.copied(call, (target, source), call.args[spec.size])
    if region is None and not s.facts.holds_floats(target):
        copy_all_shadow(s, call, spec)
        return
    region = region or region_of(s.facts, call, (target, source), call.args[spec.size])
    if region.pointers and not region.floats and not region.either:
        copy_all_shadow(s, call, spec)
    elif region.pointers or region.either:
        for into, out_of in zip(s.shadow(target), s.shadow(source), strict=True):
            copied = partial(_copy_addresses, s, spec, region, into, out_of, size)
            bulk.apart(s, target, into, copied)


def _copy_addresses(
    s: ForwardSweep, spec: MemoryCopy, region: Region, target: Value, source: Value, size: Value
) -> None:
    """Copy the addresses of a shadow; what may overlap is read before anything is written."""
    b = s.b
    taken = source
    if spec.overlap:
        taken = bulk.scratch(s.emission, b, size)
        bulk.copy(s.emission, b, taken, source, size)

    def one(at: Value, type: ty.Type) -> None:
        b.store(b.load(type, b.offset(taken, at), 8), b.offset(target, at), 8)

    def word(at: Value, type: ty.Type) -> None:
        del type
        word_shadows.copy(b, b.offset(target, at), b.offset(taken, at))

    regions.pointers(b, region, size, one)
    regions.either(b, region, size, word)
    memory = target, taken, size
    partial_copy.copy_cut(s.emission, b, region.period, partial_copy.addresses(region), memory)
    partial_copy.copy_cut_word(s.emission, b, region, memory)
    if spec.overlap:
        bulk.free(b, taken)


def copy_all_shadow(s: ForwardSweep, call: Call | Invoke, spec: MemoryCopy) -> None:
    """Copy the shadow byte by byte, into memory whose floats carry no derivative."""
    target, source = call.args[spec.target], call.args[spec.source]
    for into, out_of in zip(s.shadow(target), s.shadow(source), strict=True):

        def whole(into: Value = into, out_of: Value = out_of) -> None:
            args = [s.value(arg) for arg in call.args]
            args[spec.target], args[spec.source] = into, out_of
            s.b.call(call.callee, call.type, bulk.ordinary(call, args))

        bulk.apart(s, target, into, whole)


def mirror_result(
    s: ForwardSweep, call: Call | Invoke, target: Value, behind: Value | None = None
) -> None:
    """`memcpy` as a function returns its target, `mempcpy` the place behind it."""
    assert call.result is not None
    if s.facts.pointers(call.result):
        lanes = s.shadow(target)
        s.shadows[call.result.id, 0] = (
            lanes if behind is None else [s.b.offset(shadow, behind) for shadow in lanes]
        )


def set_shadows(s: ForwardSweep, call: Call | Invoke, spec: MemorySet) -> None:
    """Where memory is filled, its shadow holds no pointers any more.

    Memory of the program's own needs no types for that: its adjoints are zero until the reverse
    sweep, so zeros may be written over all of the shadow, then and again when it is reversed.
    """
    target = call.args[spec.target]
    if call.result is not None:
        mirror_result(s, call, target)
    if not s.facts.shadowed(target):
        return
    size = bulk.wide(s.b, s.value(call.args[spec.size]))
    region = s.facts.filled(call, target, call.args[spec.size])
    if region is None and s.facts.own(target):
        for into in s.shadow(target):
            bulk.apart(s, target, into, partial(bulk.zero, s.emission, s.b, into, size))
        return
    if region is None or not region.pointers:
        return
    for into in s.shadow(target):

        def one(at: Value, type: ty.Type, into: Value = into) -> None:
            s.b.store(zero(type), s.b.offset(into, at), 8)

        def whole(into: Value = into, one: regions.Emit = one) -> None:
            regions.pointers(s.b, region, size, one)
            addresses = partial_copy.addresses(region)
            partial_copy.zero_cut(s.emission, s.b, region.period, addresses, (into, size))

        bulk.apart(s, target, into, whole)


def reverse_copy(s: ReverseSweep, call: Call | Invoke, spec: MemoryCopy) -> None:
    """The shadow of the target flows back to that of the source."""
    target, source = call.args[spec.target], call.args[spec.source]
    if not s.facts.shadowed(target) or not s.facts.holds_floats(target):
        return
    size = bulk.wide(s.b, s.value(call.args[spec.size]))
    region = copied_region(s.facts, call, spec)
    if not region.floats and not region.either:
        return
    meta: Meta = ()
    pairs = zip(s.shadow(target), s.shadow(source), strict=True)
    for into, out_of in pairs:

        def whole(into: Value = into, out_of: Value = out_of) -> None:
            partial_copy.refuse_cut(s, call, region, into, size)
            if not s.facts.shadowed(source):
                clear(s, region, into, size)
                return
            taken = _set_aside(s, region, into, size) if spec.overlap else into
            met = threads.meets(s.facts, source)
            if met and region.either:
                threads.refuse_met(s.facts, call, source, "words of two sorts are copied")
            back = partial(flow_back, s, region, taken, out_of, size, meta, met=met)
            bulk.apart(s, source, out_of, back)
            if s.facts.mixed(source) and not spec.overlap:
                clear(s, region, into, size)

        bulk.apart(s, target, into, whole)


def _set_aside(s: ReverseSweep, region: Region, target: Value, size: Value) -> Value:
    """Take the adjoints of a target that may overlap its source: a copy, the place cleared."""
    aside = s.tape.allocate(size)
    bulk.copy(s.emission, s.b, aside, target, size)
    clear(s, region, target, size)
    return aside


def flow_back(
    s: ReverseSweep,
    region: Region,
    target: Value,
    source: Value,
    size: Value,
    meta: Meta,
    *,
    met: bool = False,
) -> None:
    """`source[i] += target[i]; target[i] = 0` for every float, and words that are one now; `met`
    says that other threads may add to the source at the same time."""
    b = s.b

    def one(at: Value, type: ty.Type) -> None:
        place = b.offset(target, at)
        bar = b.load(type, place, 1, meta)
        b.store(zero(type), place, 1, meta)
        into = b.offset(source, at)
        if met:
            threads.refuse_odd(s.facts, None, type, 0)
            threads.add_atomically(b, into, bar, 0, meta)
            return
        b.store(b.fadd(b.load(type, into, 1, meta), bar, ADD), into, 1, meta)

    def word(at: Value, type: ty.Type) -> None:
        del type
        word_shadows.flow_back(b, b.offset(target, at), b.offset(source, at))

    regions.floats(b, region, size, one)
    regions.either(b, region, size, word)


def clear(s: ReverseSweep, region: Region, target: Value, size: Value) -> None:
    """Set every float of a stretch to zero."""
    b = s.b

    def one(at: Value, type: ty.Type) -> None:
        b.store(zero(type), b.offset(target, at), 1)

    regions.floats(b, region, size, one)
    regions.either(b, region, size, one)


def reverse_set(s: ReverseSweep, call: Call | Invoke, spec: MemorySet) -> None:
    """What was filled depends on nothing: its shadow is cleared."""
    target = call.args[spec.target]
    if not s.facts.shadowed(target) or not s.facts.holds_floats(target):
        return
    size = bulk.wide(s.b, s.value(call.args[spec.size]))
    region = s.facts.filled(call, target, call.args[spec.size])
    if s.facts.own(target) and region is None:
        for into in s.shadow(target):
            bulk.apart(s, target, into, partial(bulk.zero, s.emission, s.b, into, size))
        return
    if region is None:
        raise refusal(s.facts, call, "RZ301", UNKNOWN)
    for into in s.shadow(target):

        def cleared(into: Value = into) -> None:
            partial_copy.refuse_cut(s, call, region, into, size)
            clear(s, region, into, size)

        bulk.apart(s, target, into, cleared)


# ---- results stored through pointers -------------------------------------------------------------


def pointed(facts: FunctionFacts, call: Call | Invoke) -> ty.Type:
    """The float type a function of the math library stores."""
    del facts
    return next((arg.type for arg in call.args if ty.is_float(arg.type)), ty.DOUBLE)


def take(s: Sweep, call: Call | Invoke, pointer: Value, shadow: Value, type: ty.Type) -> Value:
    """Read an adjoint from shadow memory and clear it there."""
    b = s.b
    if not s.facts.mixed(pointer):
        value = b.load(type, shadow)
        b.store(zero(type), shadow)
        return value
    before, apart, after = b.current, b.block(), b.block()
    b.cond_br(b.icmp("ne", shadow, s.value(pointer)), apart, after)
    b.at(apart)
    value = b.load(type, shadow)
    b.store(zero(type), shadow)
    b.br(after)
    b.at(after)
    phi = b.phi(type)
    b.incoming(phi, zero(type), before)
    b.incoming(phi, value, apart)
    return phi
