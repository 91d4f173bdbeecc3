"""Calls of unknown functions in both sweeps, through the table in the shadow of the function
pointer.

forward   {tape, r, r.sh} = (*g.sh[0])(x, p, p.sh)           the tape's address is kept
reverse   {x.bar}         = (*g.sh[1])(x, p, p.sh, r.bar, tape)

The reverse function frees the tape. Should an exception come first, the arena does, if the tape is
one that an augmented forward of our own has made: only its writer knows how to free another. So
what is kept is a record that the arena may have in its list, and the tape is taken out of it in
time:

    {next, tape, how it is freed}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from ribozyme.ir import types as ty
from ribozyme.ir.build import NULL, i64
from ribozyme.ir.instrs import Call, Invoke
from ribozyme.ir.values import GlobalRef, Value, zero
from ribozyme.transform.callees.tables import Convention, made_here
from ribozyme.transform.core.interface import Mode
from ribozyme.transform.core.shape import extract_pointer, pointer_leaves
from ribozyme.transform.emit.table_calls import entry, unpacked
from ribozyme.transform.reverse.calls.callout import call_out, reverse_frame
from ribozyme.transform.reverse.plan.nodes import Node

if TYPE_CHECKING:
    from ribozyme.transform.reverse.emit.forward_sweep import ForwardSweep
    from ribozyme.transform.reverse.emit.reverse_sweep import ReverseSweep

_RECORD: Final = 24  # bytes
TAPE: Final = 8  # where the tape stands in its record
_HOLD: Final = ty.function(ty.VOID, (ty.PTR, ty.PTR, ty.PTR))
_DISCARD: Final = ty.function(ty.VOID, (ty.PTR,))


def augmented_open(s: ForwardSweep, call: Call | Invoke) -> None:
    """The augmented function in the table that stands beside the address."""
    b, facts = s.b, s.facts
    convention = Convention(facts.layout, call.type, s.width)
    table = s.shadow(call.callee)[0]
    augmented = entry(s.emission, b, facts, call, Mode.AUGMENTED, table)
    record = s.tape.allocate(i64(_RECORD))
    args = _shadowed(s, call)
    how, kept = convention.returned(Mode.AUGMENTED), convention.parts(Mode.AUGMENTED)
    space = None if how.inside is None else b.entry_alloca(how.inside, 16)
    given = args if space is None else [space, *args]
    type = convention.entry(Mode.AUGMENTED)
    made = call_out(s, augmented, type, given, how.attrs(len(given)))
    result = space if space is not None else made
    assert result is not None
    tape, *rest = unpacked(b, facts.layout, how, kept, result)
    b.store(tape, b.offset(record, TAPE), 8)
    s.emission.declare("rz.tape.hold", _HOLD)
    b.call("rz.tape.hold", _HOLD, (s.tape.arena, record, _freeing(s, augmented, type)))
    node = Node("frame", s.plan.number(call))
    if s.plan.saved(node):
        s.save(node, [record])
    if call.result is None:
        return
    s.values[call.result.id] = rest[0]
    leaves = pointer_leaves(facts.layout, call.type.result)
    shadows = rest[1:]
    shadow_result(s, call, {leaf.path: shadows[at * s.width :] for at, leaf in enumerate(leaves)})


def shadow_result(
    s: ForwardSweep, call: Call | Invoke, mirrored: Mapping[tuple[int, ...], list[Value]]
) -> None:
    """The shadows of a result, as far as the function that was called has some: what has none, and
    an integer, stands for itself."""
    assert call.result is not None
    value = s.values[call.result.id]
    for part, pointer in enumerate(s.facts.pointers(call.result)):
        own = extract_pointer(s.b, value, pointer)
        s.shadows[call.result.id, part] = mirrored.get(pointer.path, [own] * s.width)[: s.width]


def _shadowed(s: ForwardSweep | ReverseSweep, call: Call | Invoke) -> list[Value]:
    """The arguments with the shadows of pointers."""
    args: list[Value] = []
    for arg in call.args:
        args.append(s.value(arg))
        if isinstance(arg.type, ty.PtrType):
            args += s.shadow(arg)
    return args


def _freeing(s: ForwardSweep, augmented: Value, type: ty.FunctionType) -> Value:
    """What frees the tape that an augmented function has made; null where nobody here can know."""
    b = s.b
    found: Value = NULL
    for own in made_here(s.facts, type):
        s.emission.declare("rz.tape.discard", _DISCARD)
        same = b.icmp("eq", augmented, GlobalRef(ty.PTR, own.name))
        found = b.select(same, GlobalRef(ty.PTR, "rz.tape.discard"), found)
    return found


def _taken(s: ReverseSweep, call: Call | Invoke) -> Value:
    """The tape out of its record, which the arena need not look after any more."""
    place = s.b.offset(reverse_frame(s, call), TAPE)
    tape = s.b.load(ty.PTR, place, 8)
    s.b.store(NULL, place, 8)
    return tape


def reversed_open(s: ReverseSweep, call: Call | Invoke, bars: list[list[Value | None]]) -> None:
    """The reverse function in the table that stands beside the address."""
    b, facts = s.b, s.facts
    convention = Convention(facts.layout, call.type, s.width)
    table = s.shadow(call.callee)[0]
    function = entry(s.emission, b, facts, call, Mode.SPLIT, table)
    args = [*_shadowed(s, call), *_seeds(s, convention, bars), _taken(s, call)]
    how, adjoints = convention.returned(Mode.SPLIT), convention.parts(Mode.SPLIT)
    space = None if how.inside is None else b.entry_alloca(how.inside, 16)
    given = args if space is None else [space, *args]
    made = b.call(function, convention.entry(Mode.SPLIT), given, arg_attrs=how.attrs(len(given)))
    result = space if space is not None else made
    found = iter([] if result is None else unpacked(b, facts.layout, how, adjoints, result))
    for arg in call.args:
        if ty.is_float(arg.type):
            for lane in range(s.width):
                amount = next(found)
                if facts.active(arg):
                    s.adjoints.add(arg, 0, lane, amount)


def _seeds(
    s: ReverseSweep, convention: Convention, bars: list[list[Value | None]]
) -> Iterator[Value]:
    """The adjoint of the result, lane by lane, with zeros for what is no float."""
    types = convention.seeds()
    floats = [at for at, type in enumerate(types) if ty.is_float(type)]
    for lane in range(s.width):
        leaves = dict(zip(floats, (bar[lane] for bar in bars), strict=False))
        for at, type in enumerate(types):
            bar = leaves.get(at)
            yield zero(type) if bar is None else bar
