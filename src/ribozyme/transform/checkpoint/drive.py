"""The derivative of an outlined loop: calls of its iteration's, in the order of a schedule.

    code f.loop.aug(args, frame, arena)     plan = begin(…, count);  add(each region of the state)
                                            do own = forward(plan);  args.count = told(plan)
                                               code = own ? f.step.aug(args, own, plan)
                                                          : f.step(args)
                                            while (!code)
                                            *frame = plan
    bars f.loop.rev(args, frame, arena)     turn(plan)
                                            while (what = next(plan))
                                                1: f.step(args)
                                                2: agree(f.step.aug(args, own, plan));
                                                   bars += f.step.rev(args, own, plan)
                                                3: bars += f.step.rev(args, kept(plan), plan)
                                            finish(plan)

The run time (`backend/runtime/checkpoint.ll`) saves and restores; its plan is the arena of the
tapes of single iterations. Where no number of snapshots is given, it keeps the tapes of all
iterations as long as there is room for them. Where addresses are carried, an iteration without a
tape is `f.step.aug` all the same, whose tape is dropped: it carries their shadows too. Invariant:
when `rev` returns, memory of the primal is as it was when it was called.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ribozyme.base.errors import error
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attr
from ribozyme.ir.build import NULL, FunctionBuilder, i32, i64
from ribozyme.ir.module import Function
from ribozyme.ir.values import GlobalRef, Local, Poison, Value, const_float, const_int
from ribozyme.transform.checkpoint.labels import snapshots, step_of
from ribozyme.transform.checkpoint.output_once import REPEATED
from ribozyme.transform.checkpoint.region import Region
from ribozyme.transform.checkpoint.state import ADDRESSES, COUNT, state
from ribozyme.transform.core.frames import SMALL_FRAME
from ribozyme.transform.emit.emission import INTERNAL

if TYPE_CHECKING:
    from ribozyme.transform.core.interface import Interface
    from ribozyme.transform.emit.emission import Emission

FRAME: Final = 16
_RUNTIME: Final = {
    "begin": ty.function(ty.PTR, (ty.PTR, ty.I64, ty.I64, ty.I64, ty.I64)),
    "add": ty.function(ty.VOID, (ty.PTR, ty.PTR, ty.I64)),
    "block": ty.function(ty.VOID, (ty.PTR, ty.PTR)),
    "array": ty.function(ty.VOID, (ty.PTR, ty.PTR, ty.PTR)),
    "within": ty.function(ty.VOID, (ty.PTR, ty.PTR, ty.PTR)),
    "word": ty.function(ty.VOID, (ty.PTR, ty.PTR, ty.I64)),
    "held": ty.function(ty.PTR, (ty.PTR, ty.PTR, ty.I64)),
    "forward": ty.function(ty.PTR, (ty.PTR, ty.PTR)),
    "turn": ty.function(ty.VOID, (ty.PTR,)),
    "end": ty.function(ty.VOID, (ty.PTR, ty.I32)),
    "agree": ty.function(ty.VOID, (ty.PTR, ty.I32)),
    "clear": ty.function(ty.VOID, (ty.PTR,)),
    "told": ty.function(ty.I64, (ty.PTR,)),
    "kept": ty.function(ty.PTR, (ty.PTR,)),
    "next": ty.function(ty.I32, (ty.PTR,)),
    "finish": ty.function(ty.VOID, (ty.PTR,)),
}
_ALLOC: Final = ty.function(ty.PTR, (ty.PTR, ty.I64))
_UNKNOWN: Final = "the extent of an array is not known, and a checkpointed loop writes it"


def is_checkpointed(function: Function) -> bool:
    """Whether a function is an outlined loop."""
    return snapshots(function) is not None


def augmented(emission: Emission, loop: Function) -> Function:
    """`f.loop.aug`."""
    shape, step = _shapes(emission, loop)
    regions = state(emission.facts, loop)
    b = _begun(emission, loop, "aug", shape.augmented_type())
    args: Sequence[Value] = b.params[:-2]
    frame, arena = b.params[-2:]
    primals = _primals(shape, args)
    count = snapshots(loop)
    assert count is not None
    shadows = _shadow_records(shape, args, _size_of(regions, ADDRESSES))
    lanes = sum(shape.width if region.kind == "address" else 1 for region in regions)
    total = i64(lanes + len(shadows))
    own = i64(emission.frames.known[step.name])
    plan = _call(emission, b, "begin", arena, i64(count), total, own, primals[COUNT])
    assert plan is not None
    for region in regions:
        _add(emission, b, plan, region, shape, args)
    for shadow, bytes in shadows:
        _call(emission, b, "add", plan, shadow, i64(bytes))
    b.store(plan, frame, 8)
    again, bare, taped, joined, end = (b.block() for _ in range(5))
    b.br(again)
    b.at(again)
    given = _call(emission, b, "forward", plan, arena)
    told = _call(emission, b, "told", plan)
    assert given is not None and told is not None
    args = _counting(shape, args, told)
    b.cond_br(b.icmp("eq", given, NULL), bare, taped)
    b.at(bare)
    one = _advance(emission, b, step, args, plan)
    ends = [(one, b.current)]
    b.br(joined)
    b.at(taped)
    ends.append((_taped(emission, b, step, args, given, plan), b.current))
    b.br(joined)
    b.at(joined)
    code = b.phi(ty.I32)
    for value, block in ends:
        b.incoming(code, value, block)
    b.cond_br(b.icmp("eq", code, i32(0)), again, end)
    b.at(end)
    _call(emission, b, "end", plan, code)
    b.ret(b.insert(Poison(shape.augmented_type().result), code, 0))
    return b.finish()


def reverse(emission: Emission, loop: Function) -> Function:
    """`f.loop.rev`."""
    shape, step = _shapes(emission, loop)
    state(emission.facts, loop)  # both halves of a split derivative refuse the same
    b = _begun(emission, loop, "rev", shape.reverse_type())
    args: Sequence[Value] = b.params[:-2]
    frame = b.params[-2]
    sums = [b.entry_alloca(type) for type in shape.adjoints()]
    for place, type in zip(sums, shape.adjoints(), strict=True):
        b.store(const_float(type, -0.0), place)
    plan = b.load(ty.PTR, frame, 8)
    _call(emission, b, "turn", plan)
    args = _counting(shape, args, const_int(ty.I64, REPEATED))
    again, bare, taped, kept, adjoint, end = (b.block() for _ in range(6))
    b.br(again)
    b.at(again)
    what = _call(emission, b, "next", plan)
    assert what is not None
    b.switch(what, end, ((1, bare), (2, taped), (3, kept)))
    b.at(bare)
    _advance(emission, b, step, args, plan)
    b.br(again)
    b.at(taped)
    own = _frame(emission, b, step, plan)
    _call(emission, b, "agree", plan, _taped(emission, b, step, args, own, plan))
    b.br(adjoint)
    b.at(kept)
    found = _call(emission, b, "kept", plan)
    assert found is not None
    b.br(adjoint)
    b.at(adjoint)
    where = b.phi(ty.PTR)
    b.incoming(where, own, taped)
    b.incoming(where, found, kept)
    result = b.call(_named(emission, step, "rev"), shape.reverse_type(), (*args, where, plan))
    for number, place in enumerate(sums):
        assert result is not None
        part = b.extract(result, number)
        b.store(b.fadd(b.load(part.type, place), part), place)
    dropped = b.block()
    b.cond_br(b.icmp("eq", what, i32(2)), dropped, again)
    b.at(dropped)
    _drop(emission, b, plan)
    b.br(again)
    b.at(end)
    _call(emission, b, "finish", plan)
    bars: Value = Poison(shape.reverse_type().result)
    for number, place in enumerate(sums):
        bars = b.insert(bars, b.load(shape.adjoints()[number], place), number)
    b.ret(bars if sums else None)
    return b.finish()


# ---- one iteration -------------------------------------------------------------------------------


def _advance(
    emission: Emission, b: FunctionBuilder, step: Function, args: Sequence[Value], plan: Value
) -> Value:
    """An iteration that keeps nothing, and its code."""
    shape = emission.interface_of(step)
    if not shape.params[ADDRESSES].pointers:
        code = b.call(step.name, step.type, _primals(shape, args))
        assert code is not None
        return code
    code = _taped(emission, b, step, args, _frame(emission, b, step, plan), plan)
    _drop(emission, b, plan)
    return code


def _taped(
    emission: Emission,
    b: FunctionBuilder,
    step: Function,
    args: Sequence[Value],
    frame: Value,
    plan: Value,
) -> Local:
    """An iteration with its tape, and its code."""
    type = emission.interface_of(step).augmented_type()
    made = b.call(_named(emission, step, "aug"), type, (*args, frame, plan))
    assert made is not None
    code = b.extract(made, 0)
    assert isinstance(code, Local)
    return code


def _frame(emission: Emission, b: FunctionBuilder, step: Function, plan: Value) -> Value:
    """A frame for an iteration: on the stack, or on its tape if it is large."""
    size = emission.frames.known[step.name]
    if size <= SMALL_FRAME:
        return b.entry_alloca(ty.array(size, ty.I8), 64)
    emission.declare("rz.tape.alloc", _ALLOC)
    made = b.call("rz.tape.alloc", _ALLOC, (plan, i64(size)))
    assert made is not None
    return made


def _drop(emission: Emission, b: FunctionBuilder, plan: Value) -> None:
    """The tape of an iteration is not needed any more."""
    _call(emission, b, "clear", plan)


# ---- pieces --------------------------------------------------------------------------------------


def _shapes(emission: Emission, loop: Function) -> tuple[Interface, Function]:
    """The convention of a loop, which is that of its iteration."""
    step = emission.facts.module.functions[step_of(loop)]
    shape, own = emission.interface_of(loop), emission.interface_of(step)
    if shape != own or shape.result.floats or shape.result.pointers:
        raise error("RZ901", f"'{loop.name}' and '{step.name}' differ in what is active")
    return shape, step


def _begun(emission: Emission, loop: Function, kind: str, type: ty.FunctionType) -> FunctionBuilder:
    b = FunctionBuilder(_named(emission, loop, kind), type)
    b.header = INTERNAL
    b.attrs = (Attr("mustprogress"), Attr("noinline"))
    b.at(b.block())
    return b


def _named(emission: Emission, function: Function, kind: str) -> str:
    return emission.name(function.name, kind)


def _call(emission: Emission, b: FunctionBuilder, name: str, *args: Value) -> Local | None:
    type = _RUNTIME[name]
    emission.declare(f"rz.checkpoint.{name}", type)
    return b.call(f"rz.checkpoint.{name}", type, args)


def _primals(shape: Interface, args: Sequence[Value]) -> list[Value]:
    return [args[_position(shape, place)] for place in range(len(shape.params))]


def _counting(shape: Interface, args: Sequence[Value], count: Value) -> list[Value]:
    """The arguments of an iteration that is told another number of iterations."""
    at = _position(shape, COUNT)
    return [*args[:at], count, *args[at + 1 :]]


def _position(shape: Interface, place: int) -> int:
    """Where a parameter is among the arguments: each has its shadows behind it."""
    return sum(1 + len(one.pointers) * shape.width for one in shape.params[:place])


def _size_of(regions: Sequence[Region], place: int) -> int:
    return next((one.bytes for one in regions if one.place == place), 0)


def _shadow_records(shape: Interface, args: Sequence[Value], bytes: int) -> list[tuple[Value, int]]:
    """The shadows of the record of addresses, if it has any, and their size."""
    if not shape.params[ADDRESSES].pointers:
        return []
    at = _position(shape, ADDRESSES)
    return [(args[at + 1 + lane], bytes) for lane in range(shape.width)]


def _shadows_of(shape: Interface, args: Sequence[Value], place: int) -> list[Value]:
    """The shadows of a parameter."""
    if not shape.params[place].pointers:
        raise error("RZ901", "memory with a shadow is reached by a parameter without one")
    at = _position(shape, place)
    return list(args[at + 1 : at + 1 + shape.width])


def _held(
    emission: Emission, b: FunctionBuilder, start: Value, shadow: Value, path: Sequence[int]
) -> tuple[Value, Value]:
    """The address of a block that lies in memory, and its shadow; null where none was stored."""
    for offset in path:
        place = b.entry_alloca(ty.PTR)
        b.store(shadow, place)
        found = _call(emission, b, "held", start, place, i64(offset))
        assert found is not None
        start, shadow = found, b.load(ty.PTR, place)
    return start, shadow


def _add(
    emission: Emission,
    b: FunctionBuilder,
    plan: Value,
    region: Region,
    shape: Interface,
    args: Sequence[Value],
) -> None:
    start: Value = GlobalRef(ty.PTR, region.name)
    if region.place >= 0:
        start = _primals(shape, args)[region.place]
    match region.kind:
        case "fixed":
            _call(emission, b, "add", plan, start, i64(region.bytes))
        case "sized":
            _call(emission, b, "add", plan, start, _primals(shape, args)[region.bytes])
        case "block":
            _call(emission, b, "block", plan, start)
        case "held" | "within":
            if region.path:
                shadow, *_ = _shadows_of(shape, args, region.place)
                start, _ = _held(emission, b, start, shadow, region.path)
            if region.kind == "held":
                _call(emission, b, "block", plan, start)
            else:
                _call(emission, b, "within", plan, start, emission.said(_UNKNOWN))
        case "address":
            *way, offset = region.path
            for shadow in _shadows_of(shape, args, region.place):
                _, owner = _held(emission, b, start, shadow, way)
                _call(emission, b, "word", plan, owner, i64(offset))
        case "array":
            _call(emission, b, "array", plan, start, emission.said(_UNKNOWN))
