"""Active values that an exception carries to its handler: their derivative would be lost.

    throw E{x * x};                      stored into memory of the library, which has no shadow
    catch (const E &e) { y = e.v; }      read from there: no tangent, and no shadow of an address

An exception without an active value, or whose active values are never read, is not refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from ribozyme.ir.instrs import (
    Access,
    AtomicRMW,
    Call,
    CallBr,
    CallLike,
    Computation,
    Instr,
    Invoke,
    Load,
    Silent,
    Store,
)
from ribozyme.ir.module import Function
from ribozyme.ir.values import GlobalRef, Value
from ribozyme.rules.memory import MemoryCopy

if TYPE_CHECKING:
    from ribozyme.analysis.activity.activity import Activity

HANDLER: Final = "__cxa_begin_catch"
KEEPING: Final = "__cxa_init_primary_exception"


def is_handler(call: CallLike) -> bool:
    """Whether a call is where a handler takes an exception."""
    return isinstance(call.callee, GlobalRef) and call.callee.name == HANDLER


def keeps_exception(call: CallLike) -> bool:
    """Whether an exception is made to be kept: its destructor may run where there is no handler."""
    return isinstance(call.callee, GlobalRef) and call.callee.name == KEEPING


def brought(activity: Activity) -> int:
    """The memory of exceptions through which a derivative may go, as a bit set."""
    points = activity.points
    thrown = 0
    for function in points.functions:
        for call in points.program.calls(function):
            if call.result is not None and is_handler(call):
                thrown |= points.mask(function, call.result)
    if not thrown:
        return 0
    put, taken = 0, 0
    for function in points.functions:
        for instr in points.instrs(function):
            for pointer in _written(activity, function, instr):
                put |= points.mask(function, pointer)
            for pointer in _read(activity, function, instr):
                taken |= points.mask(function, pointer)
    return put & taken & thrown & ~activity.with_shadow


def _written(activity: Activity, function: Function, instr: Instr) -> Iterator[Value]:
    """The addresses at which an instruction stores what has a derivative, or a shadow."""
    match instr:
        case Store(value=value, pointer=pointer) | AtomicRMW(value=value, pointer=pointer):
            if activity.has_shadow(function, value) or activity.varied(function, value):
                yield pointer
        case Call() | Invoke():
            copy = _copy(activity, instr)
            if copy and activity.has_shadow(function, instr.args[copy.source]):
                yield instr.args[copy.target]
        case _:
            _rest: Computation | Access | Silent | CallBr = instr
            return


def _read(activity: Activity, function: Function, instr: Instr) -> Iterator[Value]:
    """The addresses at which an instruction reads a number, or an address with a shadow."""
    match instr:
        case Load(result=result, pointer=pointer) | AtomicRMW(result=result, pointer=pointer):
            if activity.has_shadow(function, result) or activity.may_carry(function, result):
                yield pointer
        case Call() | Invoke():
            copy = _copy(activity, instr)
            if copy:
                yield instr.args[copy.source]
        case _:
            _rest: Computation | Access | Silent | CallBr = instr
            return


def _copy(activity: Activity, call: Call | Invoke) -> MemoryCopy | None:
    meaning = activity.points.meaning(call)
    return meaning if isinstance(meaning, MemoryCopy) else None
