"""Masked and scattered memory in the reverse sweep.

v = masked.load(p, m, o)      →   p.sh[m] += v.bar;   o.bar += m ? 0 : v.bar
masked.store(v, p, m)         →   v.bar += p.sh[m];   p.sh[m] = 0
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ribozyme.ir import types as ty
from ribozyme.ir.build import i64
from ribozyme.ir.instrs import Call, Invoke
from ribozyme.ir.values import Value, zero
from ribozyme.transform.core.masked import Masked, each_lane, load_masked, partner, store_masked
from ribozyme.transform.core.refuse import refusal
from ribozyme.transform.reverse.emit.adjoints import ADD
from ribozyme.transform.reverse.increments import among_threads

if TYPE_CHECKING:
    from ribozyme.transform.reverse.emit.reverse_sweep import ReverseSweep


def reverse_masked(s: ReverseSweep, call: Call | Invoke, found: Masked) -> None:
    """The adjoint of a masked access."""
    pointer = call.args[found.pointer]
    if s.facts.mixed(pointer):
        raise refusal(s.facts, call, "RZ407", "a masked access to memory that may be inactive")
    for kind in ("load", "store"):
        if found.kind == "load" or found.kind == "store":
            s.emission.declare(*partner(call, found, kind))
    mask = s.value(call.args[found.mask])
    if found.writes:
        _stored(s, call, found, pointer, mask)
    else:
        _loaded(s, call, found, pointer, mask)


def _loaded(
    s: ReverseSweep, call: Call | Invoke, found: Masked, pointer: Value, mask: Value
) -> None:
    b = s.b
    result = call.result
    if result is None or not s.facts.active(result):
        return
    other = call.args[found.other]
    (bars,) = s.adjoints.take(result)
    shadows = s.shadow(pointer) if s.facts.shadowed(pointer) else [None] * s.width
    for lane, (bar, shadow) in enumerate(zip(bars, shadows, strict=True)):
        if bar is None:
            continue
        none = zero(bar.type)
        s.adjoints.add(other, 0, lane, b.select(mask, none, bar))
        if shadow is None:
            continue
        among_threads.refuse_met(s.facts, call, pointer, "parts of a vector are read")
        if found.kind == "load":
            held = load_masked(b, call, found, shadow, mask, none)
            store_masked(b, call, found, shadow, mask, b.fadd(held, bar, ADD))
            continue
        element = ty.scalar(bar.type)

        def add(index: int, place: Value, bar: Value = bar, element: ty.Type = element) -> None:
            total = b.fadd(b.load(element, place), b.extract_element(bar, i64(index)), ADD)
            b.store(total, place)

        assert isinstance(bar.type, ty.VectorType)
        each_lane(b, shadow, mask, element, range(bar.type.count), add)


def _stored(
    s: ReverseSweep, call: Call | Invoke, found: Masked, pointer: Value, mask: Value
) -> None:
    b = s.b
    value = call.args[found.other]
    if not s.facts.shadowed(pointer) or not s.facts.lanes(value):
        return
    none = zero(value.type)
    for lane, shadow in enumerate(s.shadow(pointer)):
        if found.kind == "store":
            held = load_masked(b, call, found, shadow, mask, none)
            store_masked(b, call, found, shadow, mask, none)
            s.adjoints.add(value, 0, lane, held)
            continue
        assert isinstance(value.type, ty.VectorType)
        element = value.type.element
        taken = b.entry_alloca(value.type)
        b.store(none, taken)

        def take(
            index: int, place: Value, taken: Value = taken, element: ty.Type = element
        ) -> None:
            bar = b.load(element, place)
            b.store(zero(element), place)
            held = b.load(value.type, taken)
            b.store(b.insert_element(held, bar, i64(index)), taken)

        count = value.type.count
        each_lane(b, shadow, mask, element, range(count - 1, -1, -1), take)
        s.adjoints.add(value, 0, lane, b.load(value.type, taken))
