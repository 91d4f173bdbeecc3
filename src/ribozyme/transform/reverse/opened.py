"""Calls of functions that nobody here can know, in both sweeps: by the table beside the address.

forward   {tape, r, r.sh} = (*g.sh[0])(x, p, p.sh)           the tape's address is kept
reverse   {x.bar}         = (*g.sh[1])(x, p, p.sh, r.bar, tape)

The reverse function frees the tape. Should an exception come first, the arena does, if the tape is
one that an augmented forward of our own has made: only its writer knows how to free another. So
what is kept is a record that the arena may have in its list, and the tape is taken out of it in
time:

    {next, tape, how it is freed}
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ribozyme.ir import types as ty
from ribozyme.ir.attrs import has
from ribozyme.ir.build import NULL, i64
from ribozyme.ir.instrs import Call, Invoke
from ribozyme.ir.values import GlobalRef, Value, zero
from ribozyme.transform.reverse.callout import call_out, reverse_frame
from ribozyme.transform.reverse.nodes import Node
from ribozyme.transform.tables import (
    KEEPS_ON_HEAP,
    Convention,
    returned,
    unpacked,
    without_table,
)

if TYPE_CHECKING:
    from ribozyme.transform.reverse.augment import ForwardSweep
    from ribozyme.transform.reverse.sweep import ReverseSweep

_RECORD: Final = 24  # bytes
_TAPE: Final = 8  # where the tape stands in its record
_HOLD: Final = ty.function(ty.VOID, (ty.PTR, ty.PTR, ty.PTR))
_DISCARD: Final = ty.function(ty.VOID, (ty.PTR,))


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
    augmented, record = b.load(ty.PTR, table, 8), s.tape.allocate(i64(_RECORD))
    made = call_out(s, augmented, type, given, attrs)
    result = space if space is not None else made
    assert result is not None
    tape, *rest = unpacked(b, layout, how, kept, result)
    b.store(tape, b.offset(record, _TAPE), 8)
    s.emission.declare("rz.tape.hold", _HOLD)
    b.call("rz.tape.hold", _HOLD, (s.tape.arena, record, _freeing(s, augmented, type)))
    node = Node("frame", s.plan.number(call))
    if s.plan.saved(node):
        s.save(node, [record])
    if call.result is None:
        return
    s.values[call.result.id] = rest[0]
    for part in range(len(s.facts.pointers(call.result))):
        s.shadows[call.result.id, part] = [rest[-1]]


def _freeing(s: ForwardSweep, augmented: Value, type: ty.FunctionType) -> Value:
    """What frees the tape that an augmented function has made; null where nobody here can know."""
    b, whole = s.b, s.facts.whole
    found: Value = NULL
    for own in whole.module.defined():
        if own.type is type and has(whole.program.attrs(own), KEEPS_ON_HEAP):
            s.emission.declare("rz.tape.discard", _DISCARD)
            same = b.icmp("eq", augmented, GlobalRef(ty.PTR, own.name))
            found = b.select(same, GlobalRef(ty.PTR, "rz.tape.discard"), found)
    return found


def _taken(s: ReverseSweep, call: Call | Invoke) -> Value:
    """The tape out of its record, which the arena need not look after any more."""
    place = s.b.offset(reverse_frame(s, call), _TAPE)
    tape = s.b.load(ty.PTR, place, 8)
    s.b.store(NULL, place, 8)
    return tape


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
    args.append(_taken(s, call))
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
