"""Accesses to whole pieces of memory, for every mode: zeros, copies, scratch, loops, guards.

    zero(emission, b, p, n)       call void @llvm.memset.p0.i64(ptr p, i8 0, i64 n, i1 false)

A pointer that is inactive at run time is its own shadow ("mixed"); an access to its shadow would
touch the primal, so it stands behind a test:

    apart(s, p, shadow, emit)         br (shadow != p), %apart, %after
                                  apart:
                                      what `emit` makes
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Protocol

from ribozyme.analysis.memory.effects import is_volatile
from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder, i64
from ribozyme.ir.instrs import Call, Invoke
from ribozyme.ir.values import ConstNull, Value, const_int
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.emit.emission import Emission

_MEMSET: Final = ty.function(ty.VOID, (ty.PTR, ty.I8, ty.I64, ty.I1))
_MEMCPY: Final = ty.function(ty.VOID, (ty.PTR, ty.PTR, ty.I64, ty.I1))
_MALLOC: Final = ty.function(ty.PTR, (ty.I64,))
_FREE: Final = ty.function(ty.VOID, (ty.PTR,))
_FALSE: Final = const_int(ty.I1, 0)


class Sweeping(Protocol):
    """A pass over a function in which shadow memory is written."""

    b: FunctionBuilder
    facts: FunctionFacts
    emission: Emission

    def value(self, value: Value) -> Value:
        """A primal value."""


def zero(emission: Emission, b: FunctionBuilder, pointer: Value, size: Value) -> None:
    """Fill with zero bytes."""
    emission.declare("llvm.memset.p0.i64", _MEMSET)
    b.call("llvm.memset.p0.i64", _MEMSET, (pointer, const_int(ty.I8, 0), size, _FALSE))


def zero_unless_null(emission: Emission, b: FunctionBuilder, pointer: Value, size: Value) -> None:
    """Zero fresh memory if there is any."""
    with_memory, after = b.block(), b.block()
    b.cond_br(b.icmp("ne", pointer, ConstNull(ty.PTR)), with_memory, after)
    b.at(with_memory)
    zero(emission, b, pointer, size)
    b.br(after)
    b.at(after)


def ordinary(call: Call | Invoke, args: list[Value]) -> list[Value]:
    """The arguments of a call made once more, on shadows: no access to these is volatile."""
    return [*args[:-1], _FALSE] if is_volatile(call) else args


def copy(emission: Emission, b: FunctionBuilder, target: Value, source: Value, size: Value) -> None:
    """Copy bytes that do not overlap."""
    emission.declare("llvm.memcpy.p0.p0.i64", _MEMCPY)
    b.call("llvm.memcpy.p0.p0.i64", _MEMCPY, (target, source, size, _FALSE))


def scratch(emission: Emission, b: FunctionBuilder, size: Value) -> Value:
    """Memory for the time being."""
    emission.declare("malloc", _MALLOC)
    emission.declare("free", _FREE)
    made = b.call("malloc", _MALLOC, (size,))
    assert made is not None
    return made


def free(b: FunctionBuilder, scratch: Value) -> None:
    """Give memory from `scratch` back."""
    b.call("free", _FREE, (scratch,))


def wide(b: FunctionBuilder, size: Value) -> Value:
    """A size as i64."""
    return b.cast("zext", size, ty.I64)


def asked(s: Sweeping, call: Call | Invoke, places: Iterable[int], each: int = 1) -> Value:
    """The bytes a call asks for: the product of its arguments there, `each` bytes apiece."""
    size: Value = i64(each)
    for place in places:
        size = s.b.mul(size, wide(s.b, s.value(call.args[place])))
    return size


def each(b: FunctionBuilder, count: Value, emit: Callable[[Value], None]) -> None:
    """A loop over the numbers below `count`."""
    before, body, after = b.current, b.block(), b.block()
    b.cond_br(b.icmp("eq", count, i64(0)), after, body)
    b.at(body)
    i = b.phi(ty.I64)
    b.incoming(i, i64(0), before)
    emit(i)
    following = b.add(i, i64(1), "nuw")
    b.incoming(i, following, b.current)
    b.cond_br(b.icmp("eq", following, count), after, body)
    b.at(after)


def apart(s: Sweeping, pointer: Value, shadow: Value, emit: Callable[[], None]) -> None:
    """Emit an access to shadow memory; where the shadow may be the primal itself, only if not."""
    if not s.facts.mixed(pointer):
        emit()
        return
    b = s.b
    inside, after = b.block(), b.block()
    b.cond_br(b.icmp("ne", shadow, s.value(pointer)), inside, after)
    b.at(inside)
    emit()
    b.br(after)
    b.at(after)
