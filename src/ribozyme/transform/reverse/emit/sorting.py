"""`qsort` in reverse mode: the permutation is saved, and the shadow is permuted back.

    forward   qsort(p, n, 8, less)   →   e[i] = {p[i], i};  qsort(e, n, 16, less)
                                         p[i] = e[i].first;  order[i] = e[i].second    on the tape
    reverse   p.sh[order[i]] = p.sh[i]     all of an element's bytes at once

The comparison looks at the beginning of an element, which is the primal's. Addresses in what is
sorted move in the shadow too, in the forward sweep; its floats must not: what lies there is already
the derivative of the sorted memory.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from ribozyme.ir import types as ty
from ribozyme.ir.build import i64
from ribozyme.ir.instrs import Call, Invoke
from ribozyme.ir.values import Value
from ribozyme.rules.memory import Sorting
from ribozyme.transform.core import regions
from ribozyme.transform.core.regions import Emit
from ribozyme.transform.emit import bulk
from ribozyme.transform.emit.body import Body
from ribozyme.transform.reverse.emit.shadow_memory import region_of

if TYPE_CHECKING:
    from ribozyme.transform.reverse.emit.forward_sweep import ForwardSweep
    from ribozyme.transform.reverse.emit.reverse_sweep import ReverseSweep

WORD = 8


def sort(
    s: ForwardSweep, call: Call | Invoke, spec: Sorting, again: Callable[[list[Value]], object]
) -> None:
    """The sort of elements with their numbers; `again` makes the call with other arguments."""
    b = s.b
    base = s.value(call.args[spec.base])
    count, size = (bulk.wide(b, s.value(call.args[at])) for at in (spec.count, spec.size))
    aside = b.ibinary("and", b.add(size, i64(WORD - 1)), i64(-WORD))  # of the number
    whole = b.add(aside, i64(WORD))
    together = bulk.scratch(s.emission, b, b.mul(count, whole))
    order = s.tape.allocate(b.mul(count, i64(WORD)))

    def into(i: Value) -> None:
        element = b.offset(together, b.mul(i, whole))
        bulk.copy(s.emission, b, element, b.offset(base, b.mul(i, size)), size)
        b.store(i, b.offset(element, aside), WORD)

    def back(i: Value) -> None:
        element = b.offset(together, b.mul(i, whole))
        bulk.copy(s.emission, b, b.offset(base, b.mul(i, size)), element, size)
        number = b.load(ty.I64, b.offset(element, aside), WORD)
        b.store(number, b.gep(ty.I64, order, (i,)), WORD)

    bulk.each(b, count, into)
    args = [s.value(arg) for arg in call.args]
    args[spec.base] = together
    args[spec.size] = whole
    again(args)
    bulk.each(b, count, back)
    _move_addresses(s, call, spec, order, b.mul(count, size), size)
    bulk.free(b, together)
    node = s.plan.out_node(call, 0)
    if s.plan.saved(node):
        s.save(node, [order])


def _move_addresses(
    s: ForwardSweep, call: Call | Invoke, spec: Sorting, order: Value, bytes: Value, size: Value
) -> None:
    """Put the addresses in the shadow of what is sorted in order."""
    target = call.args[spec.base]
    region = region_of(s.facts, call, (target,), bytes)
    if region.pointers:
        parts = partial(regions.pointers, s.b, region, bytes)
        put_in_order(s, target, order, bytes, size, parts, align=WORD)


def put_in_order(
    s: Body,
    target: Value,
    order: Value,
    bytes: Value,
    size: Value,
    parts: Callable[[Emit], None],
    align: int,
) -> None:
    """Put some parts of the elements in the shadow of what is sorted in the order that was kept."""
    b = s.b
    for shadow in s.shadow(target):

        def moved(shadow: Value = shadow) -> None:
            before = bulk.scratch(s.emission, b, bytes)
            bulk.copy(s.emission, b, before, shadow, bytes)

            def one(at: Value, type: ty.Type) -> None:
                number = b.gep(ty.I64, order, (b.ibinary("udiv", at, size),))
                start = b.mul(b.load(ty.I64, number, WORD), size)
                place = b.add(start, b.ibinary("urem", at, size))
                b.store(b.load(type, b.offset(before, place), align), b.offset(shadow, at), align)

            parts(one)
            bulk.free(b, before)

        bulk.apart(s, target, shadow, moved)


def reverse_sort(s: ReverseSweep, call: Call | Invoke, spec: Sorting) -> None:
    """Every element of the shadow goes back to where it was before."""
    b = s.b
    target = call.args[spec.base]
    count, size = (bulk.wide(b, s.value(call.args[at])) for at in (spec.count, spec.size))
    (order,) = s.fetch(s.plan.out_node(call, 0))
    for shadow in s.shadow(target):

        def undone(shadow: Value = shadow) -> None:
            after = bulk.scratch(s.emission, b, b.mul(count, size))
            bulk.copy(s.emission, b, after, shadow, b.mul(count, size))

            def one(i: Value) -> None:
                number = b.load(ty.I64, b.gep(ty.I64, order, (i,)), WORD)
                place = b.offset(shadow, b.mul(number, size))
                bulk.copy(s.emission, b, place, b.offset(after, b.mul(i, size)), size)

            bulk.each(b, count, one)
            bulk.free(b, after)

        bulk.apart(s, target, shadow, partial(undone))
