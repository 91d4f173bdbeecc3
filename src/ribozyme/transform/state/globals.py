"""Initialises the shadows of globals at the start of a root call: floats to zero, addresses to
shadows.

A constant table's shadow is made when it is compiled. A variable's addresses are whatever the
program left there: one that leads into a global with a shadow is moved into that shadow, any other
is its own shadow, since what it leads to was made before the derivative began.

    static double buf[4], *p = buf;  →  p.sh = p in buf ? buf.sh + (p - buf) : p;   buf.sh = 0

Blocks that variables keep from call to call have a shadow for the call (`blocks`).
"""

from __future__ import annotations

from math import gcd

from ribozyme.analysis.memory.parallel import is_of_threads
from ribozyme.base.errors import error
from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder, i64
from ribozyme.ir.module import GlobalVariable
from ribozyme.ir.values import GlobalRef, Value, zero
from ribozyme.transform.core import regions
from ribozyme.transform.core.shape import scalars
from ribozyme.transform.emit import bulk
from ribozyme.transform.emit.emission import Emission
from ribozyme.transform.state.blocks import begin_blocks, end_blocks, forget_primal, give_back
from ribozyme.transform.state.of_threads import begin_call


def begin_global_shadows(emission: Emission, b: FunctionBuilder) -> None:
    """Set every shadow of a global to its state at the start of a derivative."""
    shadows = emission.shadows_of_globals()
    begin_call(emission, b)
    kept = [(group, lane) for group in emission.facts.kept for lane in range(emission.width)]
    for group, lane in kept:
        give_back(emission, b, group, lane)
    for name, lane, variable in shadows:
        if not variable.constant:
            _begin(emission, b, name, lane, variable)
    for group, lane in kept:
        begin_blocks(emission, b, group, lane)


def begin_floats(emission: Emission, b: FunctionBuilder, *, own: bool = False) -> None:
    """Where a tape is read: floats in the shadows of globals begin as zero; addresses there are the
    tape's. `own`: of the thread's own variables alone."""
    for name, _, variable in emission.shadows_of_globals():
        if not variable.constant and (is_of_threads(variable) or not own):
            _zeroed(emission, b, name, variable)


def _zeroed(emission: Emission, b: FunctionBuilder, name: str, variable: GlobalVariable) -> None:
    layout = emission.facts.layout
    element, count = repeated(variable.type)
    places = tuple(
        (at, part) for _, part, at in scalars(layout, element) if not ty.is_pointer(part)
    )
    period = layout.alloc_size(element)

    def one(at: Value, type: ty.Type) -> None:
        b.store(zero(type), b.offset(GlobalRef(ty.PTR, name), at), 1)

    regions.each(b, period, places, i64(period * count), one)


def begin_own_shadows(emission: Emission, b: FunctionBuilder) -> None:
    """The same for the shadows that the calling thread has of its own variables."""
    for name, lane, variable in emission.shadows_of_globals():
        if is_of_threads(variable):
            _begin(emission, b, name, lane, variable)


def end_global_shadows(emission: Emission, b: FunctionBuilder) -> None:
    """Free what only the shadows of variables lead to, at the end of a derivative."""
    for group in emission.facts.kept:
        for lane in range(emission.width):
            forget_primal(emission, b, group, lane)
    for word, release in emission.facts.left if emission.shadowed else ():
        for lane in range(emission.width):
            end_blocks(emission, b, word, release, lane)


def _begin(
    emission: Emission, b: FunctionBuilder, name: str, lane: int, variable: GlobalVariable
) -> None:
    layout = emission.facts.layout
    shadow = GlobalRef(ty.PTR, name)
    size = layout.alloc_size(variable.type)
    element, count = repeated(variable.type)
    parts = scalars(layout, element)
    pointers = tuple((at, part) for _, part, at in parts if isinstance(part, ty.PtrType))
    period = layout.alloc_size(element)
    if not pointers:
        period, count, pointers = _hidden(emission, variable, size)
    if count == 1:
        kept = _kept(emission, variable)
        pointers = tuple((at, part) for at, part in pointers if at not in kept)
    if len(parts) > 4096:
        raise error("RZ403", f"the global '{variable.name}' is too irregular to be shadowed")
    bulk.zero(emission, b, shadow, i64(size))
    primal = GlobalRef(ty.PTR, variable.name)

    def one(at: Value, type: ty.Type) -> None:
        held = b.load(type, b.offset(primal, at), 8)
        b.store(_moved(emission, b, held, lane), b.offset(shadow, at), 8)

    regions.each(b, period, pointers, i64(period * count), one)


def _hidden(
    emission: Emission, variable: GlobalVariable, size: int
) -> tuple[int, int, tuple[tuple[int, ty.PtrType], ...]]:
    """The addresses in a variable whose type shows none: LLVM makes one of a block that is only
    allocated once, as an array of bytes. Where a float may lie is none: its shadow begins as zero.
    """
    points = emission.facts.pointsto
    object = points.constraints.globals.get(variable.name)
    if object is None:
        return size, 1, ()
    typing = emission.facts.typing
    words = [word for word in points.words(object) if typing.is_address(object, *word)]
    strides = [stride for _, stride in words if stride]
    if not strides:
        return size, 1, tuple((at, ty.PTR) for at, _ in sorted(words) if 0 <= at <= size - 8)
    period = gcd(*strides) if all(stride % 8 == 0 for stride in strides) else 8
    places = sorted({at % period for at, _ in words if at % 8 == 0})
    return period, size // period, tuple((at, ty.PTR) for at in places)


def _kept(emission: Emission, variable: GlobalVariable) -> frozenset[int]:
    """The words of a variable that lead to blocks with a shadow."""
    words = [word for group in emission.facts.kept for word in (*group.bases, *group.others)]
    return frozenset(at for name, at in words if name == variable.name)


def repeated(type: ty.Type) -> tuple[ty.Type, int]:
    """What an array repeats, and how often; nested arrays as one."""
    count = 1
    while isinstance(type, ty.ArrayType):
        count *= type.count
        type = type.element
    return type, count


def _moved(emission: Emission, b: FunctionBuilder, held: Value, lane: int) -> Value:
    """The shadow of an address found in a variable."""
    result = held
    address = b.cast("ptrtoint", held, ty.I64)
    for name, other, variable in emission.shadows_of_globals():
        if other != lane:
            continue
        start = b.cast("ptrtoint", GlobalRef(ty.PTR, variable.name), ty.I64)
        distance = b.sub(address, start)
        size = emission.facts.layout.alloc_size(variable.type)
        inside = b.icmp("ult", distance, i64(max(size, 1)))
        result = b.select(inside, b.offset(GlobalRef(ty.PTR, name), distance), result)
    return result
