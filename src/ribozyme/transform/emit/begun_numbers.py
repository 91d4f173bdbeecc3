"""Refuses copies, fills, loads and stores that begin within a number that has a derivative.

    memcpy(d, s, n)     if (d or s is within a number) and (a number there has a derivative) throw
    y = *(double *)p    if (p is within a number) and (y has one) throw

What is joined from parts of two numbers has no derivative. Where an address may lie within a number
(`contents.leads_within`), it is looked at when it runs: numbers lie at multiples of their size. An
address whose alignment is known costs nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial, reduce
from typing import Final

from ribozyme.ir import types as ty
from ribozyme.ir.attrs import value_of
from ribozyme.ir.build import FunctionBuilder, i64
from ribozyme.ir.instrs import Call, Instr, Invoke, Load, Store
from ribozyme.ir.values import Value, const_int, zero
from ribozyme.transform.core import contents
from ribozyme.transform.core.regions import SPACE, Region, bytes_of, each
from ribozyme.transform.emit import bulk

CODE: Final = "RZ301"
MESSAGE: Final = "a number is cut here: what is read or written begins or ends within it"

Places = tuple[tuple[int, ty.Type], ...]
Ends = Sequence[tuple[int, Value]]
"""The ends of a copy, the target first: which argument each is, and its shadow."""

_GRAINS: Final = (8, 4, 2)
_ANY: Final[Places] = ((0, ty.I32),)


def refuse_begun(
    s: bulk.Sweeping,
    call: Call | Invoke,
    region: Region | None,
    ends: Ends,
    size: Value,
    looked: int = 2,
) -> None:
    """Leave if a copy begins within a number, at one of its ends, and the shadow at one of the
    first `looked` ends has a derivative. Where nothing is known of what is copied, it may be
    numbers of any size. Bytes without a derivative, at one end, may cut the first number only."""
    b = s.b
    grains = _GRAINS if region is None else [grain_of(region)]
    found = ((g, _loose(s, call, ends, g)) for g in grains if g > 1)
    grain, loose = next((one for one in found if one[1]), (0, []))
    if not loose:
        return
    within = reduce(partial(b.ibinary, "or"), (behind(b, one, grain) for one in loose))
    there, on = b.block(), b.block()
    b.cond_br(b.icmp("ne", within, i64(0)), there, on)
    b.at(there)
    if len(ends) == 1:
        size = b.select(b.icmp("eq", size, i64(0)), size, i64(1))
    period, places = (4, _ANY) if region is None else (region.period, numbers(region))
    for _, shadow in ends[:looked]:
        if shadow in loose:
            _refuse_whole(s, call, shadow, grain, size)
            continue

        def look(at: Value, type: ty.Type, start: Value = shadow) -> None:
            bits = ty.integer(8 * min(8, bytes_of(type)))
            leave(s, call, counts(b, b.load(bits, b.offset(start, at), 1)))

        each(b, period, places, size, look)
    b.br(on)
    b.at(on)


def _loose(s: bulk.Sweeping, call: Call | Invoke, ends: Ends, grain: int) -> list[Value]:
    """The shadows at ends that may be within a number of so many bytes."""
    return [shadow for at, shadow in ends if may_begin_within(s, call, at, grain)]


def refuse_begun_access(s: bulk.Sweeping, access: Load | Store, shadows: Sequence[Value]) -> None:
    """Leave if a number is read or stored from within another one on, and shadows have a derivative
    of what is there."""
    for shadow in shadows if contents.begins_within(s.facts, access) else ():
        bulk.apart(s, access.pointer, shadow, partial(refuse_begun_at, s, access, shadow))


def refuse_begun_at(
    s: bulk.Sweeping, access: Load | Store, shadow: Value, moved: Value | None = None
) -> None:
    """The same of a shadow that is known to be one; or if what moves there, or from there, the
    tangent of what is stored or the adjoint of what is read, is a derivative."""
    grain, b = contents.begins_within(s.facts, access), s.b
    if not grain:
        return
    there, on = b.block(), b.block()
    b.cond_br(b.icmp("ne", behind(b, shadow, grain), i64(0)), there, on)
    b.at(there)
    if moved is not None:
        leave(s, access, some(b, b.fcmp("une", moved, zero(moved.type))))
    else:
        value = access.value if isinstance(access, Store) else access.result
        _refuse_whole(s, access, shadow, grain, i64(s.facts.layout.size(value.type)))
    b.br(on)
    b.at(on)


def _refuse_whole(s: bulk.Sweeping, access: Instr, shadow: Value, grain: int, size: Value) -> None:
    """Leave if there is a derivative of one of the numbers that a stretch touches."""
    b = s.b
    back = behind(b, shadow, grain)
    start = b.offset(shadow, b.sub(i64(0), back))
    reach = b.ibinary("and", b.add(b.add(size, back), i64(grain - 1)), i64(-grain))

    def look(at: Value, type: ty.Type) -> None:
        leave(s, access, counts(b, b.load(type, b.offset(start, at), grain)))

    each(b, grain, ((0, ty.integer(8 * grain)),), reach, look)


def may_begin_within(s: bulk.Sweeping, call: Call | Invoke, at: int, grain: int) -> bool:
    """Whether an argument of a copy may be an address within a number."""
    align = value_of(call.arg_attrs[at], "align") if at < len(call.arg_attrs) else None
    if isinstance(align, int) and align >= grain:
        return False
    return contents.leads_within(s.facts, call.args[at], grain)


def behind(b: FunctionBuilder, shadow: Value, grain: int) -> Value:
    """How many bytes behind the beginning of a number an address lies."""
    return b.ibinary("and", b.cast("ptrtoint", shadow, ty.I64), i64(grain - 1))


def grain_of(region: Region) -> int:
    """The bytes of the largest number, if all lie at multiples of them; else none."""
    kinds = [*(kind for _, kind in region.floats), *(ty.DOUBLE for _ in region.either)]
    grain = max((min(8, bytes_of(kind)) for kind in kinds), default=0)
    odd = any(at % min(8, bytes_of(kind)) for at, kind in region.floats)
    return 0 if not grain or odd or region.period % grain else grain


def some(b: FunctionBuilder, lanes: Value) -> Value:
    """Whether something holds in one of the lanes."""
    match lanes.type:
        case ty.VectorType(count=count):
            bits = ty.integer(count)
            return b.icmp("ne", b.cast("bitcast", lanes, bits), const_int(bits, 0))
        case _:
            return lanes


def counts(b: FunctionBuilder, held: Value) -> Value:
    """Whether a word of a shadow is a derivative, and neither zero, of any sign, nor an address."""
    least = SPACE if held.type is ty.I64 else 1
    size = b.ibinary("shl", held, const_int(held.type, 1))  # without the sign
    return b.icmp("uge", size, const_int(held.type, 2 * least))


def leave(s: bulk.Sweeping, call: Instr, condition: Value) -> None:
    s.emission.leave(s.b, s.facts, call, condition, MESSAGE, refused=CODE)


def numbers(region: Region) -> Places:
    """The places of numbers, and of words that may be one."""
    words = tuple((at, ty.I64) for at in region.either)
    return tuple(sorted((*region.floats, *words), key=lambda place: place[0]))
