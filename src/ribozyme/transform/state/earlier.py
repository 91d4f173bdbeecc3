"""What a derivative does about variables that keep numbers of earlier calls (`persistent.py`).

reverse   begins: changed = value ≠ first value        ends: changed and adjoint ≠ 0 → RZ408
forward   begins: value ≠ first value → tangent = mark   reads: tangent is the mark → RZ408
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import gcd
from typing import TYPE_CHECKING, Final

from ribozyme.analysis.memory.parallel import is_of_threads
from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder, i64
from ribozyme.ir.instrs import Instr, Load
from ribozyme.ir.module import GlobalVariable, Header
from ribozyme.ir.values import GlobalRef, Value, const_int, float_value, zero
from ribozyme.transform.core.interface import HALVES
from ribozyme.transform.state.persistent import Persistence, Persistent, Place, scalars

if TYPE_CHECKING:
    from ribozyme.transform.emit.body import Body
    from ribozyme.transform.emit.emission import Emission

CODE: Final = "RZ408"
MESSAGE: Final = "the result depends on what an earlier call left in '{}'"
_NO: Final = const_int(ty.I8, 0)
_YES: Final = const_int(ty.I8, 1)
_NOWHERE: Final = 1 << 62
_MARK: Final = 0x7FF8AB2D7FF8AB2D  # a NaN as a double and, in each half, as a float


def begin_persistent(
    emission: Emission, b: FunctionBuilder, *, forward: bool, own: bool = False
) -> None:
    """When a derivative begins: note which of the variables have another value than at first; in
    forward mode, mark where. `own`: of those alone that each thread has."""
    for one, variable in _shadowed(emission, own=own):
        if forward:
            _mark(emission, b, one, variable)
            continue
        found, after = b.block(), b.block()
        flag = _flag(emission, variable)
        if emission.facts.request.mode not in HALVES:  # there a tape may be older than this call
            b.store(_NO, flag, 1)

        def look(
            at: Value,
            type: ty.FloatType,
            now: GlobalVariable = variable,
            one: Persistent = one,
        ) -> Value:
            return _differs(emission, b, one, now, at, type)

        _scan(emission, b, variable, one, found, look)
        b.br(after)
        b.at(found)
        b.store(_YES, flag, 1)
        b.br(after)
        b.at(after)


def mark_persistent(emission: Emission, b: FunctionBuilder, *, own: bool = False) -> None:
    """When a tape is read in forward mode: mark what was there when it was written."""
    for one, variable in _shadowed(emission, own=own):
        mark, after = b.block(), b.block()
        b.cond_br(b.icmp("ne", b.load(ty.I8, _flag(emission, variable), 1), _NO), mark, after)
        b.at(mark)
        _mark(emission, b, one, variable)
        b.br(after)
        b.at(after)


def end_persistent(emission: Emission, b: FunctionBuilder, *, own: bool = False) -> None:
    """When a reverse sweep ends: leave where the result depends on what was there before. A place
    that has its first value still was not written to, by this call nor by an earlier one."""
    for one, variable in _shadowed(emission, own=own):
        look, found, after = b.block(), b.block(), b.block()
        changed = b.icmp("ne", b.load(ty.I8, _flag(emission, variable), 1), _NO)
        b.cond_br(changed, look, after)
        b.at(look)
        for lane in range(emission.width):
            shadow = GlobalRef(ty.PTR, emission.shadow_global(variable, lane))

            def is_left(
                at: Value,
                type: ty.FloatType,
                shadow: Value = shadow,
                now: GlobalVariable = variable,
                one: Persistent = one,
            ) -> Value:
                left = b.fcmp("une", b.load(type, b.offset(shadow, at), 1), zero(type))
                return b.ibinary("and", left, _differs(emission, b, one, now, at, type))

            _scan(emission, b, variable, one, found, is_left)
        b.br(after)
        b.at(found)
        view = emission.facts.function(one.function)
        emission.trap(b, view, one.instr, MESSAGE.format(one.name), refused=CODE)
        b.at(after)


def _shadowed(emission: Emission, *, own: bool) -> Iterator[tuple[Persistent, GlobalVariable]]:
    """The variables that have a shadow in what was made; `own`: those that each thread has."""
    for one in emission.facts.ask(Persistence).variables:
        variable = emission.facts.module.globals[one.name]
        if not isinstance(variable, GlobalVariable) or (own and not is_of_threads(variable)):
            continue
        if one.name in emission.shadowed:
            yield one, variable


def _differs(
    emission: Emission,
    b: FunctionBuilder,
    one: Persistent,
    variable: GlobalVariable,
    at: Value,
    type: ty.FloatType,
) -> Value:
    """Whether a number in a variable is not the one that was there at first, nor a constant that
    the program puts there."""
    places = GlobalRef(ty.PTR, variable.name), _first(emission, variable)
    now, then = (b.load(type, b.offset(place, at), 1) for place in places)
    return b.ibinary("and", b.fcmp("une", now, then), is_no_reset(b, one, now))


def is_no_reset(b: FunctionBuilder, one: Persistent, now: Value) -> Value:
    """Whether a number is none of the constants that are written where it lies."""
    found: Value = const_int(ty.I1, 1)
    for constant in one.resets:
        if constant.type is now.type:
            number = float_value(constant)
            nan = number is not None and number != number
            other = b.fcmp("ord", now, now) if nan else b.fcmp("une", now, constant)
            found = b.ibinary("and", found, other)
    return found


def guard_marked(s: Body, instr: Instr) -> None:
    """Before the tangents of a load: leave where they are marked."""
    if not isinstance(instr, Load):
        return
    one, b = s.facts.whole.ask(Persistence).marked(s.facts, instr), s.b
    if one is None or not s.facts.shadowed(instr.pointer):
        return
    for offset, type in scalars(s.facts, instr.result):
        bits, mark = marking(s.facts.layout.size(type))
        place = b.offset(s.shadow(instr.pointer)[0], offset)
        marked = b.icmp("eq", b.load(bits, place, gcd(instr.align or 1, offset)), mark)
        s.emission.leave(s.b, s.facts, instr, marked, MESSAGE.format(one.name), refused=CODE)


def _mark(
    emission: Emission, b: FunctionBuilder, one: Persistent, variable: GlobalVariable
) -> None:
    """Mark the tangents of what has another value than at first."""
    lanes = [GlobalRef(ty.PTR, emission.shadow_global(variable, n)) for n in range(emission.width)]

    def mark(at: Value, type: ty.FloatType) -> None:
        there, on = b.block(), b.block()
        b.cond_br(_differs(emission, b, one, variable, at, type), there, on)
        b.at(there)
        _, bits = marking(emission.facts.layout.size(type))
        for shadow in lanes:
            b.store(bits, b.offset(shadow, at), 1)
        b.br(on)
        b.at(on)

    _scan(emission, b, variable, one, None, mark)


def marking(size: int) -> tuple[ty.Type, Value]:
    """What marks the tangent of a number of so many bytes."""
    type = {2: ty.I16, 4: ty.I32}.get(size, ty.I64)
    bits = {2: 0x7FFF, 4: _MARK >> 32}.get(size, _MARK)
    return type, const_int(type, bits)


def _scan(
    emission: Emission,
    b: FunctionBuilder,
    variable: GlobalVariable,
    of: Persistent,
    found: int | None,
    visit: Callable[[Value, ty.FloatType], Value | None],
) -> None:
    """Visit all places of a variable to which active numbers are written; go to `found` from the
    first where that says so."""
    whole = emission.facts.layout.alloc_size(variable.type)

    def one(at: Value, type: ty.FloatType) -> None:
        said = visit(at, type)
        if found is not None and said is not None:
            on = b.block()
            b.cond_br(said, found, on)
            b.at(on)

    for place in of.places:
        size = emission.facts.layout.size(place.type)
        for start, end in of.spans or ((0, whole),):
            low, high = max(start - size + 1, 0), min(end - 1, whole - size)
            first = _first_place(place, low)
            if first > high:
                continue
            if not place.stride:
                one(i64(first), place.type)
                continue
            before, body, after = b.current, b.block(), b.block()
            b.br(body)
            b.at(body)
            at = b.phi(ty.I64)
            b.incoming(at, i64(first), before)
            one(at, place.type)
            following = b.add(at, i64(place.stride))
            b.incoming(at, following, b.current)
            b.cond_br(b.icmp("ule", following, i64(high)), body, after)
            b.at(after)


def _first_place(place: Place, low: int) -> int:
    """The first of some places that is not below an offset."""
    if not place.stride:
        return place.offset if place.offset >= low else _NOWHERE
    return low + (place.offset - low) % place.stride


def _flag(emission: Emission, variable: GlobalVariable) -> GlobalRef:
    """Whether the variable had another value than its first one when the call began; one for all
    halves of a derivative."""
    name = f"{emission.shadow_global(variable, 0)}.changed"
    header = Header(linkage="internal", thread_local=variable.header.thread_local)
    emission.shadow_globals[name] = GlobalVariable(name, ty.I8, _NO, False, header)
    return GlobalRef(ty.PTR, name)


def _first(emission: Emission, variable: GlobalVariable) -> GlobalRef:
    """The initial value of a variable, in memory."""
    name = f"{emission.shadow_global(variable, 0)}.first"
    header = Header(linkage="internal")
    initial = variable.initialiser
    emission.shadow_globals[name] = GlobalVariable(name, variable.type, initial, True, header)
    return GlobalRef(ty.PTR, name)
