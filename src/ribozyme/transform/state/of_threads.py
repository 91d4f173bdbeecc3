"""Shadows of the variables that each thread has (`threadprivate`, `thread_local`), in a team.

A thread's own variables have shadows of its own. A derivative begins them in the thread that calls
it, as those of other globals. Every other thread does so where it comes to the first region of the
call, which it knows by the number of the call:

    root                       own.sh = 0;  call = rz_omp_call()     a number of the thread's
    f.region.aug.body          if (call != the call of the forking thread) { own.sh = 0; first = 1 }
                               record = {address of call, first};        f.region.aug.thread(…)
    f.region.rev.body          if (record.address != address of call) throw
                               f.region.rev.thread(…);   if (record.first) look at own.sh as at the
                                                         end of a call (`earlier`)

The run time forks with the same threads each time, if the thread that forks is the same. In another
one a thread's variables are others: so the address of one says whether it is the thread that wrote
a tape. The halves of a derivative ask so before anything else (`reverse/calls/passed.py`), since
a sweep that is left on its way leaves adjoints behind.

Invariant: the last region that a thread reverses is the first one that it ran.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder, i64
from ribozyme.ir.module import GlobalVariable, Header
from ribozyme.ir.values import GlobalRef, Value
from ribozyme.transform.core.interface import HALVES

if TYPE_CHECKING:
    from ribozyme.transform.core.facts import ProgramFacts
    from ribozyme.transform.emit.emission import Emission

RECORD: Final = 64
"""Bytes in front of a thread's frame: the address that says which thread it is, and whether the
region is its first of the call."""
_CALL: Final = ty.function(ty.I64, ())
_NOTHING: Final = ty.function(ty.VOID, ())
_MOVED: Final = (
    "a tape is read in another thread than it was written in, and a parallel region uses variables "
    "of each thread"
)


def has_own(facts: ProgramFacts) -> bool:
    """Whether functions that teams run use variables that each thread has."""
    return bool(facts.effects.parallel.own_variables)


def begin_call(emission: Emission, b: FunctionBuilder) -> None:
    """When a derivative begins: the thread that calls it is in this call from now on."""
    if has_own(emission.facts):
        emission.declare("rz_omp_call", _CALL)
        number = b.call("rz_omp_call", _CALL, ())
        assert number is not None
        b.store(number, place(emission), 8)


def place(emission: Emission) -> GlobalRef:
    """Where a thread has the number of the call that it is in."""
    request = emission.facts.request
    halves = request.mode in HALVES
    name = f"rz.call.{request.function}.halves" if halves else f"{emission.prefix}.call"
    header = Header(linkage="internal", thread_local="thread_local", align=8)
    emission.shadow_globals[name] = GlobalVariable(name, ty.I64, i64(0), False, header)
    return GlobalRef(ty.PTR, name)


def current(emission: Emission, b: FunctionBuilder) -> Value:
    """The number of the call that this thread is in."""
    return b.load(ty.I64, place(emission), 8)


def enter(emission: Emission, b: FunctionBuilder, call: Value, begin: str) -> Value:
    """Where a thread begins a region of a call: `begin` is called if it is the thread's first one.
    Gives whether it is."""
    first = b.icmp("ne", current(emission, b), call)
    there, on = b.block(), b.block()
    b.cond_br(first, there, on)
    b.at(there)
    b.store(call, place(emission), 8)
    b.call(begin, _NOTHING, ())
    b.br(on)
    b.at(on)
    return first


def record(emission: Emission, b: FunctionBuilder, frame: Value, first: Value) -> None:
    """In the forward sweep: which thread has a frame, and whether it begins here."""
    b.store(place(emission), frame, 8)
    b.store(b.cast("zext", first, ty.I64), b.offset(frame, 8), 8)


def expect(emission: Emission, b: FunctionBuilder, wrote: Value) -> None:
    """Before a thread reads a tape: leave if another one has written it."""
    points = emission.facts.pointsto
    caller, fork = next(
        found for one in emission.facts.effects.parallel.forks for found in points.callers[one]
    )
    moved = b.icmp("ne", wrote, place(emission))
    view = emission.facts.function(caller)
    emission.leave(b, view, fork, moved, _MOVED, refused="RZ216")


def leave(b: FunctionBuilder, frame: Value, end: str) -> None:
    """When a thread has reversed a region: `end` is called if it was the first one."""
    there, on = b.block(), b.block()
    was_first = b.icmp("ne", b.load(ty.I64, b.offset(frame, 8), 8), i64(0))
    b.cond_br(was_first, there, on)
    b.at(there)
    b.call(end, _NOTHING, ())
    b.br(on)
    b.at(on)
