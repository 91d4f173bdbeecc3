"""Calls of functions that nobody here can know, in both sweeps: by the table beside the address.

forward   {tape, r, r.sh} = (*g.sh[0])(x, p, p.sh)           the tape's address is kept
reverse   {x.bar}         = (*g.sh[1])(x, p, p.sh, r.bar, tape)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Call, Invoke
from ribozyme.ir.values import Value, zero
from ribozyme.transform.reverse.callout import call_out, reverse_frame
from ribozyme.transform.reverse.nodes import Node
from ribozyme.transform.tables import Convention, returned, unpacked, without_table

if TYPE_CHECKING:
    from ribozyme.transform.reverse.augment import ForwardSweep
    from ribozyme.transform.reverse.sweep import ReverseSweep


def augmented_open(s: ForwardSweep, call: Call | Invoke) -> None:
    """The augmented function in the table that stands beside the address."""
    b, layout = s.b, s.facts.layout
    convention = Convention(call.type)
    table = s.shadow(call.callee)[0]
    without_table(s.emission, b, s.facts, call, s.value(call.callee), table)
    args: list[Value] = []
    for arg in call.args:
        args += [s.value(arg), *s.shadow(arg)] if ty.is_pointer(arg.type) else [s.value(arg)]
    kept = convention.kept()
    how = returned(layout, kept)
    space = None if how.inside is None else b.entry_alloca(how.inside, 16)
    given = args if space is None else [space, *args]
    type = how.function(convention.shadowed())
    attrs = how.attrs(len(given))
    made = call_out(s, b.load(ty.PTR, table, 8), type, given, attrs)
    result = space if space is not None else made
    assert result is not None
    tape, *rest = unpacked(b, layout, how, kept, result)
    node = Node("frame", s.plan.number(call))
    if s.plan.saved(node):
        s.save(node, [tape])
    if call.result is None:
        return
    s.values[call.result.id] = rest[0]
    for part in range(len(s.facts.pointers(call.result))):
        s.shadows[call.result.id, part] = [rest[-1]]


def reversed_open(s: ReverseSweep, call: Call | Invoke, bars: list[list[Value | None]]) -> None:
    """The reverse function in the table that stands beside the address."""
    b, layout = s.b, s.facts.layout
    convention = Convention(call.type)
    args: list[Value] = []
    for arg in call.args:
        args += [s.value(arg), *s.shadow(arg)] if ty.is_pointer(arg.type) else [s.value(arg)]
    if isinstance(call.type.result, ty.FloatType):
        bar = bars[0][0] if bars else None
        args.append(zero(call.type.result) if bar is None else bar)
    args.append(reverse_frame(s, call))
    adjoints = convention.adjoints()
    how = returned(layout, adjoints)
    space = None if how.inside is None else b.entry_alloca(how.inside, 16)
    given = args if space is None else [space, *args]
    attrs = how.attrs(len(given))
    function = b.load(ty.PTR, b.offset(s.shadow(call.callee)[0], 8), 8)
    made = b.call(function, how.function(convention.reversed()), given, arg_attrs=attrs)
    result = space if space is not None else made
    found = [] if result is None else unpacked(b, layout, how, adjoints, result)
    floats = [arg for arg in call.args if isinstance(arg.type, ty.FloatType)]
    for arg, amount in zip(floats, found, strict=True):
        if s.facts.active(arg):
            s.adjoints.add(arg, 0, 0, amount)
