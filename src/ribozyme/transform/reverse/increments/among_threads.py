"""Threads that wait for each other, in both sweeps; and increments that several threads make.

    rz_omp_barrier()              →   forward and reverse: rz_omp_barrier()
    %e = rz_omp_enter(name)       →   forward: the same;  reverse: rz_omp_turn(%e)
    rz_omp_begin()                →   forward: the same;  reverse: rz_omp_end()
    p.sh += bar                   →   where others may add, too:
        the region only reads *p      rz.team.add.f64(%window, %p.sh, bar)  in the thread's own sum
        it writes *p                  atomicrmw fadd ptr %p.sh, bar
        … and deterministic=True      rz_omp_add_f64(%p.sh, bar)          a sum until a barrier

An event is entering or leaving a critical section. Events of a team are numbered as they happen,
and the reverse sweep undoes the last first: so critical sections are reversed in the opposite
order, and each by one thread at a time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ribozyme.ir import types as ty
from ribozyme.ir.build import i64
from ribozyme.ir.instrs import AtomicRMW, Call, Instr, Invoke, Load
from ribozyme.ir.metadata import Meta
from ribozyme.ir.values import Value
from ribozyme.rules.openmp import FOLLOWED, MIRRORED, REDUCTION, UNDONE, Wait
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.refuse import refusal
from ribozyme.transform.core.sites import callee_name
from ribozyme.transform.parallel import windows
from ribozyme.transform.parallel.exclusive import exclusive
from ribozyme.transform.parallel.locked import locked
from ribozyme.transform.parallel.private_sums import is_only_read

if TYPE_CHECKING:
    from ribozyme.transform.emit.body import Body
    from ribozyme.transform.reverse.emit.forward_sweep import ForwardSweep
    from ribozyme.transform.reverse.emit.sweeping import Sweep

_UNDO = ty.function(ty.VOID, (ty.I64,))
_SETTLE = ty.function(ty.VOID, (ty.PTR, ty.I64))
_SUFFIXES: dict[ty.Type, str] = {ty.FLOAT: "f32", ty.DOUBLE: "f64"}
_MIRRORED = ty.function(ty.VOID, ())


def wait(s: ForwardSweep, call: Call | Invoke) -> None:
    """The call itself, which an exception of another thread may leave."""
    if isinstance(call, Invoke):
        s.repeat(call)
        return
    made = s.b.call(call.callee, call.type, [s.value(arg) for arg in call.args])
    if call.result is not None and made is not None:
        s.values[call.result.id] = made


def undo(s: Sweep, call: Call | Invoke, wait: Wait) -> None:
    """Wait where the forward sweep did, in the opposite order."""
    if wait in MIRRORED:
        s.emission.declare(MIRRORED[wait], _MIRRORED)
        s.b.call(MIRRORED[wait], _MIRRORED, ())
        return
    assert call.result is not None
    name = REDUCTION.get(callee_name(call) or "", UNDONE)
    s.emission.declare(name, _UNDO)
    s.b.call(name, _UNDO, (s.value(call.result),))


def again(s: Body, call: Call | Invoke, wait: Wait) -> None:
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
    if isinstance(instr, Load) and instr.result.id in exclusive(facts) | locked(facts):
        return False
    return meets(facts, instr.pointer)


def refuse_met(facts: FunctionFacts, instr: Instr | None, pointer: Value, what: str) -> None:
    """Refuse an increment that is made in a way that other threads may meet."""
    if meets(facts, pointer):
        said = f"{what} in a parallel region, which other threads may read, too"
        raise refusal(facts, instr, "RZ216", said)


def refuse_odd(facts: FunctionFacts, instr: Instr | None, type: ty.Type, align: int) -> None:
    """Refuse an increment that no processor makes as one step; of 16 bits, devices do."""
    scalar = ty.scalar(type)
    device = bool(facts.whole.effects.parallel.launched)
    if scalar not in (ty.DOUBLE, ty.FLOAT) and not (device and scalar is ty.HALF):
        raise refusal(facts, instr, "RZ216", f"{scalar} is read by several threads")
    if align and align < facts.layout.size(scalar):
        raise refusal(facts, instr, "RZ216", "threads read numbers that are not aligned")


def add_shared(
    s: Sweep,
    pointer: Value,
    place: Value,
    amount: Value,
    meta: Meta = (),
    *,
    aligned: bool = True,
) -> None:
    """`*place += amount`, element by element, where other threads may add at the same time; `place`
    is in the shadow of what `pointer` points to."""
    b, type = s.b, amount.type
    if isinstance(type, ty.VectorType):
        for index in range(type.count):
            one = b.extract_element(amount, i64(index))
            at = b.gep(type.element, place, (i64(index),), "inbounds")
            add_shared(s, pointer, at, one, meta, aligned=aligned)
    elif is_only_read(s.facts, pointer):
        windows.add(s, pointer, place, amount, meta, aligned=aligned)
    elif s.facts.whole.deterministic:
        adding = ty.function(ty.VOID, (ty.PTR, type))
        s.emission.declare(f"rz_omp_add_{_SUFFIXES[type]}", adding)
        b.call(f"rz_omp_add_{_SUFFIXES[type]}", adding, (place, amount))
    else:
        b.append(
            AtomicRMW(b.local(type), "fadd", place, amount, "monotonic", 0, meta=b.meta + meta)
        )


def settle(s: Sweep, pointer: Value, shadow: Value, size: Value) -> None:
    """Before the shadow of a place that was written is read: what this thread has added to it, and
    keeps aside, goes there. Other threads leave the place alone, or the program has a race."""
    if s.facts.whole.deterministic and meets(s.facts, pointer):
        s.emission.declare("rz_omp_settle", _SETTLE)
        s.b.call("rz_omp_settle", _SETTLE, (shadow, size))
