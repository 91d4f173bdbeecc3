"""The code at a call of an unknown function: its entry in the table that its shadow leads to.

r = (*g)(x, p)     →     if (g.sh == g || g.sh == null) …;  g.sh[0](x, p, p.sh)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ribozyme.ir import types as ty
from ribozyme.ir.build import NULL, FunctionBuilder, i64
from ribozyme.ir.instrs import Call, CallLike, Invoke, Load
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.module import Function
from ribozyme.ir.values import FALSE, GlobalRef, Value
from ribozyme.transform.callees.tables import EIGHT, MODES, Returned, made_for, widths_said
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.interface import Mode
from ribozyme.transform.emit.emission import Emission

NO_ENTRY: Final = (
    "the function called here is not known, and the table of its derivatives has none for this: "
    "give it __enzyme_virtualreverse(function)"
)
FIRST_PAGES: Final = 1 << 16
"""No memory lies below: an address there is null and an offset."""


def place_of_table(
    emission: Emission, b: FunctionBuilder, by: Function, load: Load, at: Value
) -> Value:
    """Where the shadow of what is loaded lies. What is called brings no table where the shadow of
    an object has null for the address of its functions (the virtual ones of a class)."""
    users = by.uses[load.result.id]
    if not any(isinstance(user, Call | Invoke) and user.callee == load.result for _, user in users):
        return at
    null = b.icmp("ult", b.cast("ptrtoint", at, ty.I64), i64(FIRST_PAGES))
    return b.select(null, emission.nowhere(), at)


def without_table(b: FunctionBuilder, address: Value, table: Value) -> int:
    """The block for a pointer that has brought no table: its shadow is the function itself, or
    null. Building goes on where there is one."""
    none, some = b.block(), b.block()
    own = b.icmp("eq", address, table)
    b.cond_br(b.ibinary("or", own, b.icmp("eq", table, NULL)), none, some)
    b.at(some)
    return none


def entry(
    emission: Emission,
    b: FunctionBuilder,
    facts: FunctionFacts,
    call: CallLike,
    mode: Mode,
    table: Value,
) -> Value:
    """The function in a table that is to be called; leaves where there is none."""
    first = b.load(ty.PTR, table, EIGHT)
    made = made_for(facts, call.type)
    at = EIGHT * MODES.index(mode)
    if emission.width == 1 and mode is not Mode.FROM_TAPE:
        if mode is Mode.AUGMENTED:
            return first
        if mode is Mode.SPLIT:
            return b.load(ty.PTR, b.offset(table, at), EIGHT)
        place: Value = b.select(_among(b, first, made), b.offset(table, at), table)
    else:
        widths = [int(one) for one in widths_said(facts, made[0]).split()] if made else []
        known = emission.width in widths
        at += EIGHT * len(MODES) * (widths.index(emission.width) if known else 0)
        _unless(emission, b, facts, call, _among(b, first, made) if known else FALSE)
        place = b.offset(table, at)
    found = b.load(ty.PTR, place, EIGHT)
    _unless(emission, b, facts, call, b.icmp("ne", found, NULL))
    return found


def _among(b: FunctionBuilder, address: Value, functions: Sequence[Function]) -> Value:
    found: Value = FALSE
    for function in functions:
        same = b.icmp("eq", address, GlobalRef(ty.PTR, function.name))
        found = same if found is FALSE else b.ibinary("or", found, same)
    return found


def _unless(
    emission: Emission, b: FunctionBuilder, facts: FunctionFacts, call: CallLike, found: Value
) -> None:
    """Leave unless there is what is wanted."""
    none, some = b.block(), b.block()
    b.cond_br(found, some, none)
    b.at(none)
    emission.trap(b, facts, call, NO_ENTRY, refused="RZ207")
    b.at(some)


def unpacked(
    b: FunctionBuilder, layout: DataLayout, how: Returned, parts: Sequence[ty.Type], result: Value
) -> list[Value]:
    """The parts of what a call has returned; `result` is the memory where that is in memory."""
    if len(parts) == 1:
        return [result]
    whole = ty.struct(tuple(parts))
    if how.inside is not None:
        space = result
    else:
        space = b.entry_alloca(how.type, 16)
        b.store(result, space, 8)
    places = zip(parts, layout.offsets(whole), strict=True)
    return [b.load(part, b.offset(space, at), 1) for part, at in places]
