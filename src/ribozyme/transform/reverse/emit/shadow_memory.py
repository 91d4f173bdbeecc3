"""Copies and fills of memory in both sweeps of reverse mode.

    memcpy(d, s, n)  reverse   →   s.sh[i] += d.sh[i];  d.sh[i] = 0      for every float
    memset(d, c, n)  reverse   →   d.sh[i] = 0                           for every float

Pointers in copied memory are copied in the shadow too, in the forward sweep.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from ribozyme.analysis.declared.marks import HEAD
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Call, Invoke
from ribozyme.ir.metadata import Meta
from ribozyme.ir.values import ConstInt, Value, zero
from ribozyme.rules.memory import (
    MemoryCopy,
    MemorySet,
)
from ribozyme.transform.core import contents, regions
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.refuse import refusal
from ribozyme.transform.core.regions import Region
from ribozyme.transform.emit import begun_numbers, bulk, cut_numbers
from ribozyme.transform.reverse.emit.adjoints import ADD
from ribozyme.transform.reverse.increments import among_threads, word_shadows

if TYPE_CHECKING:
    from ribozyme.transform.reverse.emit.forward_sweep import ForwardSweep
    from ribozyme.transform.reverse.emit.reverse_sweep import ReverseSweep
    from ribozyme.transform.reverse.emit.sweeping import Sweep

_HEADS: Final = sum(HEAD.values())
UNKNOWN: Final = "the type of the active memory copied here is not known"


# ---- copies --------------------------------------------------------------------------------------


def copied_region(facts: FunctionFacts, call: Call | Invoke, spec: MemoryCopy) -> Region:
    """What lies in copied memory, words that are a float or an address among it."""
    pointers, size = (call.args[spec.target], call.args[spec.source]), call.args[spec.size]
    found = contents.copied(facts, call, pointers, size)
    return region_of(facts, call, pointers, size) if found is None else found


def moved_region(facts: FunctionFacts, call: Call | Invoke, pointer: Value, size: Value) -> Region:
    """What lies in a block that is moved into another one, or a refusal where it is not known."""
    assert call.result is not None
    region = contents.moved(facts, call, call.result, pointer, size)
    if region is None:
        raise refusal(facts, call, "RZ301", UNKNOWN)
    return region


def region_of(
    facts: FunctionFacts, call: Call | Invoke, pointers: tuple[Value, ...], size: Value
) -> Region:
    """What lies in copied memory, or a refusal where it is not known."""
    region = contents.region(facts, call, pointers, size)
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
    region = contents.copied(s.facts, call, (target, source), call.args[spec.size])
    if region is None and not s.facts.holds_floats(target):
        copy_all_shadow(s, call, spec)
        return
    if region is None and _is_of_constants(s.facts, call, spec):
        _clear_all(s, target, size)
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
    cut_numbers.copy_cut(s.emission, b, region.period, cut_numbers.addresses(region), memory)
    cut_numbers.copy_cut_word(s.emission, b, region, memory)
    if spec.overlap:
        bulk.free(b, taken)


def _is_of_constants(facts: FunctionFacts, call: Call | Invoke, spec: MemoryCopy) -> bool:
    """Whether memory of the program's own gets constants that are no addresses: its shadow is
    cleared as where it is filled, whatever lies there at other times but last bytes of a number."""
    target, source, size = (call.args[at] for at in (spec.target, spec.source, spec.size))
    if not isinstance(size, ConstInt) or not facts.own(target):
        return False
    image = facts.whole.typing.memory(facts.function, target, size.value, call)
    cut = (part.offset for part in image.parts if part.kind == "partial")
    if not all(image.marks[at] & _HEADS for at in cut):
        return False
    return facts.whole.pointsto.constant_at(facts.function, source, size.value)


def _clear_all(s: ForwardSweep, target: Value, size: Value) -> None:
    """Write zeros over all of a shadow."""
    for into in s.shadow(target):
        bulk.apart(s, target, into, partial(bulk.zero, s.emission, s.b, into, size))


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
    region = contents.filled(s.facts, call, target, call.args[spec.size])
    if region is None and s.facts.own(target):
        _clear_all(s, target, size)
        return
    if region is None or not region.pointers:
        return
    for into in s.shadow(target):

        def one(at: Value, type: ty.Type, into: Value = into) -> None:
            s.b.store(zero(type), s.b.offset(into, at), 8)

        def whole(into: Value = into, one: regions.Emit = one) -> None:
            regions.pointers(s.b, region, size, one)
            addresses = cut_numbers.addresses(region)
            cut_numbers.zero_cut(s.emission, s.b, region.period, addresses, (into, size))

        bulk.apart(s, target, into, whole)


def reverse_copy(s: ReverseSweep, call: Call | Invoke, spec: MemoryCopy) -> None:
    """The shadow of the target flows back to that of the source."""
    target, source = call.args[spec.target], call.args[spec.source]
    if not s.facts.shadowed(target) or not s.facts.holds_floats(target):
        return
    size = bulk.wide(s.b, s.value(call.args[spec.size]))
    ends, count = (target, source), call.args[spec.size]
    known = contents.copied(s.facts, call, ends, count)
    if known is None and _is_of_constants(s.facts, call, spec):
        _settle_all(s, target, size)
        return
    region = region_of(s.facts, call, ends, count) if known is None else known
    if not region.floats and not region.either:
        return
    meta: Meta = ()
    pairs = zip(s.shadow(target), s.shadow(source), strict=True)
    for into, out_of in pairs:

        def whole(into: Value = into, out_of: Value = out_of) -> None:
            cut_numbers.refuse_cut(s, call, region, into, size)
            among_threads.settle(s, target, into, size)
            known = s.facts.shadowed(source)
            ends = ((spec.target, into), (spec.source, out_of))[: 1 + known]
            begun_numbers.refuse_begun(s, call, region, ends, size, looked=1)
            if not known:
                clear(s, region, into, size)
                return
            taken = _set_aside(s, region, into, size) if spec.overlap else into
            met = among_threads.meets(s.facts, source)
            if met and region.either:
                among_threads.refuse_met(s.facts, call, source, "words of two sorts are copied")
            shared = source if met else None
            back = partial(flow_back, s, region, taken, out_of, size, meta, shared=shared)
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
    shared: Value | None = None,
) -> None:
    """`source[i] += target[i]; target[i] = 0` for every float, and words that are one now; `shared`
    is the source's address in the program if other threads may add to it at the same time."""
    b = s.b

    def one(at: Value, type: ty.Type) -> None:
        place = b.offset(target, at)
        bar = b.load(type, place, 1, meta)
        b.store(zero(type), place, 1, meta)
        into = b.offset(source, at)
        if shared is not None:
            among_threads.refuse_odd(s.facts, None, type, 0)
            among_threads.add_shared(s, shared, into, bar, meta, aligned=False)
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


def _settle_all(s: ReverseSweep, target: Value, size: Value) -> None:
    """As `_clear_all`, with what threads add there."""
    for into in s.shadow(target):
        among_threads.settle(s, target, into, size)
        bulk.apart(s, target, into, partial(bulk.zero, s.emission, s.b, into, size))


def reverse_set(s: ReverseSweep, call: Call | Invoke, spec: MemorySet) -> None:
    """What was filled depends on nothing: its shadow is cleared."""
    target = call.args[spec.target]
    if not s.facts.shadowed(target) or not s.facts.holds_floats(target):
        return
    size = bulk.wide(s.b, s.value(call.args[spec.size]))
    region = contents.filled(s.facts, call, target, call.args[spec.size])
    if s.facts.own(target) and region is None:
        _settle_all(s, target, size)
        return
    if region is None:
        raise refusal(s.facts, call, "RZ301", UNKNOWN)
    for into in s.shadow(target):

        def cleared(into: Value = into) -> None:
            cut_numbers.refuse_cut(s, call, region, into, size)
            begun_numbers.refuse_begun(s, call, region, ((spec.target, into),), size)
            among_threads.settle(s, target, into, size)
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
