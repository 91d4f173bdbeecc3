"""Threads that wait for each other, in both sweeps; and increments that several threads make.

    rz_omp_barrier()              →   forward and reverse: rz_omp_barrier()
    %e = rz_omp_enter(name)       →   forward: the same;  reverse: rz_omp_turn(%e)
    rz_omp_begin()                →   forward: the same;  reverse: rz_omp_end()
    p.sh += bar                   →   atomicrmw fadd ptr %p.sh, bar       where others may add too

An event is entering or leaving a critical section. Events of a team are numbered as they happen,
and the reverse sweep undoes the last first: so critical sections are reversed in the opposite
order, and each by one thread at a time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder, i64
from ribozyme.ir.instrs import AtomicRMW, Call, Instr, Invoke, Load
from ribozyme.ir.metadata import Meta
from ribozyme.ir.values import Value
from ribozyme.rules.openmp import FOLLOWED, MIRRORED, UNDONE, Wait
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.refuse import refusal
from ribozyme.transform.parallel.exclusive import exclusive

if TYPE_CHECKING:
    from ribozyme.transform.replay.walk import Walk
    from ribozyme.transform.reverse.emit.augment import ForwardSweep
    from ribozyme.transform.reverse.emit.sweep import ReverseSweep

_UNDO = ty.function(ty.VOID, (ty.I64,))
_MIRRORED = ty.function(ty.VOID, ())


def wait(s: ForwardSweep, call: Call) -> None:
    """The call itself, which an exception of another thread may leave."""
    made = s.b.call(call.callee, call.type, [s.value(arg) for arg in call.args])
    if call.result is not None and made is not None:
        s.values[call.result.id] = made


def undo(s: ReverseSweep, call: Call | Invoke, wait: Wait) -> None:
    """Wait where the forward sweep did, in the opposite order."""
    if wait in MIRRORED:
        s.emission.declare(MIRRORED[wait], _MIRRORED)
        s.b.call(MIRRORED[wait], _MIRRORED, ())
        return
    assert call.result is not None
    s.emission.declare(UNDONE, _UNDO)
    s.b.call(UNDONE, _UNDO, (s.value(call.result),))


def again(s: Walk, call: Call | Invoke, wait: Wait) -> None:
    """Wait where the forward sweep did, in the same order."""
    if wait in MIRRORED:
        s.b.call(call.callee, _MIRRORED, ())
        return
    assert call.result is not None
    s.emission.declare(FOLLOWED, _UNDO)
    s.b.call(FOLLOWED, _UNDO, (s.value(call.result),))


def meets(facts: FunctionFacts, pointer: Value) -> bool:
    """Whether another thread may add to the shadow behind an address at the same time."""
    return facts.whole.effects.parallel.meets(facts.function, pointer)


def adds_atomically(facts: FunctionFacts, instr: Load | AtomicRMW) -> bool:
    """Whether what is read is added to as one step: others may add to it at the same time."""
    if isinstance(instr, Load) and instr.result.id in exclusive(facts):
        return False
    return meets(facts, instr.pointer)


def refuse_met(facts: FunctionFacts, instr: Instr | None, pointer: Value, what: str) -> None:
    """Refuse an increment that is made in a way that other threads may meet."""
    if meets(facts, pointer):
        said = f"{what} in a parallel region, which other threads may read, too"
        raise refusal(facts, instr, "RZ216", said)


def refuse_odd(facts: FunctionFacts, instr: Instr | None, type: ty.Type, align: int) -> None:
    """Refuse an increment that no processor makes as one step."""
    scalar = ty.scalar(type)
    if scalar not in (ty.DOUBLE, ty.FLOAT):
        raise refusal(facts, instr, "RZ216", f"{scalar} is read by several threads")
    if align and align < facts.layout.size(scalar):
        raise refusal(facts, instr, "RZ216", "threads read numbers that are not aligned")


def add_atomically(
    b: FunctionBuilder, place: Value, amount: Value, align: int, meta: Meta = ()
) -> None:
    """`*place += amount` as one step, element by element."""
    type = amount.type
    if isinstance(type, ty.VectorType):
        for index in range(type.count):
            one = b.extract_element(amount, i64(index))
            at = b.gep(type.element, place, (i64(index),), "inbounds")
            add_atomically(b, at, one, 0, meta)
        return
    result = b.local(type)
    b.append(AtomicRMW(result, "fadd", place, amount, "monotonic", align, meta=b.meta + meta))
