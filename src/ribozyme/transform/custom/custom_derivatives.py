"""Custom derivatives: functions that the user wrote, adapted to the calling convention of generated
ones.

    {value, value.dot} f.fwd(x, x.dot)   →   calls the forward rule          fwd(x, x.dot)
    {value} f.aug(x, frame, arena)       →   calls augment(x), its tape into the frame
    {x.bar} f.rev(x, seed, frame, arena) →   calls gradient(x, seed, tape)
    {r.dot} f.tan(x, x.dot, frame, arena) →  calls the split forward rule      (x, x.dot, tape)

While derivatives are made, the body of a function with such a rule is hidden: it is a declaration
(`hidden`), and gets its body back after (`shown`). So its own code says nothing about what depends
on what. The adapters are functions like all others, and so can be differentiated again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ribozyme.analysis.flow.callgraph import LOCAL_LINKAGE
from ribozyme.base.advice import APART, ONE_DIRECTION
from ribozyme.base.record import replace
from ribozyme.base.sealed import ZIG, is_sealed
from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder
from ribozyme.ir.module import Function, Header, Module, declaration
from ribozyme.ir.values import Value, const_float, zero
from ribozyme.rules.custom import Forward, Pair, Rulebook
from ribozyme.transform.core.interface import Interface, Mode
from ribozyme.transform.custom import routines as algebra
from ribozyme.transform.custom.adapter_convention import wrong
from ribozyme.transform.custom.repeated import uses_up, why_once
from ribozyme.transform.custom.routines import is_routine, of_lane
from ribozyme.transform.custom.written import (
    called,
    gives,
    misfit,
    returned_in_memory,
    written,
)

if TYPE_CHECKING:
    from ribozyme.transform.emit.emission import Emission

__all__ = [
    "augmented",
    "forward",
    "frame_size",
    "from_tape",
    "hidden",
    "reverse",
    "shown",
]


# ---- what is not looked into ---------------------------------------------------------------------


def hidden(module: Module, book: Rulebook, mode: Mode) -> Module:
    """The module in which functions that a rulebook speaks of have no body, nor do those of the
    C++ library that are known by their names, nor routines of linear algebra."""
    found = {
        name: _declared(function)
        for name, function in module.functions.items()
        if _is_hidden(book, function, mode)
    }
    return replace(module, functions={**module.functions, **found}) if found else module


def shown(made: Module, old: Module) -> Module:
    """The module with the bodies that were hidden."""
    functions = {
        name: old.functions.get(name, function) for name, function in made.functions.items()
    }
    return replace(made, functions=functions)


def _is_hidden(book: Rulebook, function: Function, mode: Mode) -> bool:
    if function.is_declaration or function.name.startswith(("rz.", "llvm.")):
        return not function.is_declaration and is_routine(function.name)
    match book.added(function.name) if book.additions else None:
        case None:
            is_local = function.header.linkage in LOCAL_LINKAGE
            return is_sealed(function.name) and (not is_local or function.name.startswith(ZIG))
        case Pair():
            return mode is not Mode.FORWARD or function.name in book.forwards
        case Forward():
            return mode is Mode.FORWARD or _by_value(function)
        case _:
            return True


def _declared(function: Function) -> Function:
    declared = declaration(
        function.name,
        function.type,
        attrs=function.attrs,
        params=[param.attrs for param in function.params],
        convention=function.convention,
    )
    return replace(declared, result_attrs=function.result_attrs)


def _by_value(function: Function) -> bool:
    """Whether a function maps floats to a float."""
    return isinstance(function.type.result, ty.FloatType) and not any(
        ty.is_pointer(type) for type in function.type.params
    )


# ---- forward -------------------------------------------------------------------------------------


def forward(emission: Emission, function: Function) -> Function:
    """`f.fwd` by the forward rule."""
    shape = emission.interface_of(function)
    b = _begun(emission.name(function.name, "fwd"), shape.forward_type())
    primals, tangents = _arguments(shape, b.params)
    if is_routine(function.name):
        found = algebra.forward(emission, b, function, primals, tangents)
        return _finished(b, shape.forward_type(), found)
    rule = _rule(emission, function)
    _refuse_again(emission, function, shape, rule, tangents=True)
    value: Value | None = None
    dots: list[Value] = []
    for lane in range(shape.width):
        args = [
            v
            for place, primal in enumerate(primals)
            for v in (primal, *(lanes[lane] for lanes in tangents[place]))
        ]
        found = called(emission, b, function, rule, args, _results(function, tangent=True))
        if ty.is_integer(function.type.result):
            value = found[0]
            continue
        value, dot = found if len(found) == 2 else (value, found[0] if found else None)
        dots += [dot] if dot is not None else []
    returned = function.type.result
    if returned is ty.VOID:
        b.ret(None)
        return b.finish()
    if value is None:
        value = b.call(function.name, function.type, primals)
        assert value is not None
    return _finished(b, shape.forward_type(), [value, *(dots if shape.result.floats else [])])


def _rule(emission: Emission, function: Function) -> str:
    book = emission.facts.book
    found = book.forward(function.name)
    if found is None:
        raise wrong(function, "it has a rule for reverse mode only")
    return found.forward


def from_tape(emission: Emission, function: Function) -> Function:
    """`f.tan` by a split forward rule; of numbers, by a forward rule, which needs no tape."""
    shape = emission.interface_of(function)
    if is_routine(function.name):
        raise wrong(function, "the tape is read forwards, and it is of linear algebra")
    split = emission.facts.book.splits.get(function.name)
    if split is None and (not _by_value(function) or emission.facts.book.forwards == {}):
        raise wrong(function, "it has no split forward rule, and the tape is read forwards")
    rule = split or _rule(emission, function)
    b = _begun(emission.name(function.name, "tan"), shape.from_tape_type())
    primals, tangents = _arguments(shape, b.params[:-2])
    _refuse_again(emission, function, shape, rule, tangents=True)
    dots: list[Value] = []
    for lane in range(shape.width):
        args = [
            v
            for place, primal in enumerate(primals)
            for v in (primal, *(lanes[lane] for lanes in tangents[place]))
        ]
        kept = [] if split is None else _kept(emission, b, function, shape, lane)
        wanted = _results(function, tangent=True)
        found = called(emission, b, function, rule, [*args, *kept], wanted)
        dots += found[-1:] if shape.result.floats else []
    return _finished(b, shape.from_tape_type(), dots)


# ---- reverse -------------------------------------------------------------------------------------


def frame_size(emission: Emission, function: Function) -> int:
    """The bytes in which the tapes of an augmented function lie."""
    if is_routine(function.name):
        return algebra.FRAME
    tape = _tape(emission, function)
    size = 0 if tape is None else emission.facts.layout.alloc_size(tape)
    return size * _times(emission, function)


def augmented(emission: Emission, function: Function) -> Function:
    """`f.aug` by the first function of a pair."""
    shape = emission.interface_of(function)
    b = _begun(emission.name(function.name, "aug"), shape.augmented_type())
    if is_routine(function.name):
        found = algebra.augmented(emission, b, function)
        return _finished(b, shape.augmented_type(), found)
    pair = emission.facts.book.pairs.get(function.name)
    args = b.params[:-2]
    own = [arg for arg, kept in zip(args, _primals(shape), strict=True) if kept]
    if pair is None:  # a forward rule alone: nothing is kept
        value = b.call(function.name, function.type, own)
        return _finished(b, shape.augmented_type(), [] if value is None else [value])
    _refuse_again(emission, function, shape, pair.augment)
    tape, with_result = _kept_parts(emission, function)
    results: list[Value] = []
    for lane in range(_times(emission, function)):
        found = called(emission, b, function, pair.augment, of_lane(shape, args, lane), None)
        if tape is not None:
            b.store(found[0], _place(emission, b, tape, lane))
            found = found[1:]
        results += found if lane == 0 else found[1:]  # the value, then the shadow of each lane
    if not with_result:
        value = b.call(function.name, function.type, own)
        assert value is not None
        results = [value]
    return _finished(b, shape.augmented_type(), results)


def _primals(shape: Interface) -> list[bool]:
    """Of the arguments of an augmented function, which are the primal's own."""
    return [
        own for one in shape.params for own in (True, *[False] * len(one.pointers) * shape.width)
    ]


def reverse(emission: Emission, function: Function) -> Function:
    """`f.rev` by the second function of a pair; by a forward rule, direction by direction."""
    shape = emission.interface_of(function)
    b = _begun(emission.name(function.name, "rev"), shape.reverse_type())
    count = len(shape.shadowed())
    args, seeds = list(b.params[:count]), list(b.params[count:-2])
    if is_routine(function.name):
        algebra.reverse(emission, b, function, args, seeds)
        return _finished(b, shape.reverse_type(), [])
    pair = emission.facts.book.pairs.get(function.name)
    lanes: list[list[Value]] = []
    for lane in range(shape.width):
        seed = seeds[lane : lane + 1]
        if pair is None:
            lanes.append(_by_directions(emission, b, function, args, seed[0]))
            continue
        if not pair.gradient:
            raise wrong(function, "it has a split forward rule, but no gradient")
        _refuse_again(emission, function, shape, pair.gradient)
        given = [*of_lane(shape, args, lane), *seed, *_kept(emission, b, function, shape, lane)]
        wanted = len(shape.adjoints()) // shape.width
        floats = tuple(arg.type for arg in args if ty.is_float(arg.type))
        found = called(emission, b, function, pair.gradient, given, floats)
        if len(found) != wanted:
            raise misfit(function, pair.gradient, f"it returns {len(found)} values, not {wanted}")
        lanes.append(found)
    adjoints = [lane[k] for k in range(len(lanes[0])) for lane in lanes]
    return _finished(b, shape.reverse_type(), adjoints)


def _by_directions(
    emission: Emission, b: FunctionBuilder, function: Function, args: Sequence[Value], seed: Value
) -> list[Value]:
    rule = _rule(emission, function)
    floats = [place for place, arg in enumerate(args) if ty.is_float(arg.type)]
    found: list[Value] = []
    for chosen in floats:
        given: list[Value] = []
        for place, arg in enumerate(args):
            given.append(arg)
            if place in floats:
                given.append(const_float(arg.type, 1.0 if place == chosen else 0.0))
        dot = called(emission, b, function, rule, given, _results(function, tangent=True))[-1]
        found.append(b.fmul(seed, dot) if seed.type is dot.type else dot)
    return found


# ---- several directions --------------------------------------------------------------------------


def _times(emission: Emission, function: Function) -> int:
    """How often the function itself runs: once, or for each direction where shadows differ, or
    where the gradient uses up the tape."""
    shape = emission.interface_of(function)
    several = any(one.pointers for one in (*shape.params, shape.result))
    if shape.width > 1 and not several:
        several = _is_used_up(emission, function)
    return shape.width if several else 1


def _is_used_up(emission: Emission, function: Function) -> bool:
    """Whether the gradient of one direction leaves no tape for the next."""
    pair, tape = emission.facts.book.pairs.get(function.name), _tape(emission, function)
    if pair is None or tape is None or not pair.gradient:
        return False
    return uses_up(emission.facts, written(emission, function, pair.gradient), (tape,))


def _refuse_again(
    emission: Emission, function: Function, shape: Interface, name: str, *, tangents: bool = False
) -> None:
    """Refuse a derivative that is to be called several times and may be called once only."""
    if _times(emission, function) == 1:
        return
    target = written(emission, function, name)
    own = set(range(len(target.params)))  # places of what each direction has for itself
    at = 0 if returned_in_memory(target) is None else 1
    for one in shape.params:
        own.discard(at)
        at += 1 + len(one.pointers) + (len(one.floats) if tangents else 0)
    why = why_once(emission.facts, function, target, frozenset(own))
    if why is not None:
        said = f"several directions are wanted at once, and {why}"
        raise wrong(function, said, ONE_DIRECTION, *[APART] * ("may be the same" in why))


def _kept(
    emission: Emission, b: FunctionBuilder, function: Function, shape: Interface, lane: int
) -> list[Value]:
    """The tape of one direction, if there is any; functions of numbers may have one for all."""
    tape = _tape(emission, function)
    if tape is None:
        return []
    return [b.load(tape, _place(emission, b, tape, lane if _times(emission, function) > 1 else 0))]


def _place(emission: Emission, b: FunctionBuilder, tape: ty.Type, lane: int) -> Value:
    """Where the tape of a direction lies in the frame."""
    return b.offset(b.params[-2], emission.facts.layout.alloc_size(tape) * lane)


def _tape(emission: Emission, function: Function) -> ty.Type | None:
    """What an augmented function gives besides the result; None if nothing."""
    return _kept_parts(emission, function)[0]


def _kept_parts(emission: Emission, function: Function) -> tuple[ty.Type | None, bool]:
    """The tape that an augmented function gives, if any, and whether it gives the result.

    Of a function of numbers it need not: then the function itself does.
    """
    pair = emission.facts.book.pairs.get(function.name)
    if pair is None:
        return None, True
    parts, wanted = gives(written(emission, function, pair.augment)), _results(function)
    if parts[-len(wanted) :] == wanted and len(parts) <= len(wanted) + 1:
        return (parts[0] if len(parts) > len(wanted) else None), True
    if not wanted and len(parts) <= 1:
        return (parts[0] if parts else None), True
    if _by_value(function) and len(parts) <= 1:
        return (parts[0] if parts else None), False
    raise misfit(function, pair.augment, "it is to return {tape, result}, those that there are")


def _results(function: Function, *, tangent: bool = False) -> tuple[ty.Type, ...]:
    """The result of a function and its shadow or tangent, of which there may be none."""
    result = function.type.result
    if result is ty.VOID:
        return ()
    tangent = tangent and not ty.is_integer(result)
    return (result, result) if tangent or ty.is_pointer(result) else (result,)


# ---- calls ---------------------------------------------------------------------------------------


def _arguments(
    shape: Interface, params: Sequence[Value]
) -> tuple[list[Value], list[list[list[Value]]]]:
    """Primal arguments, and per argument its tangents or shadows, by lane."""
    primals: list[Value] = []
    tangents: list[list[list[Value]]] = []
    at = 0
    for one in shape.params:
        primals.append(params[at])
        at += 1
        groups = len(one.floats) + len(one.pointers)
        tangents.append(
            [list(params[at + g * shape.width : at + (g + 1) * shape.width]) for g in range(groups)]
        )
        at += groups * shape.width
    return primals, tangents


def _begun(name: str, type: ty.FunctionType) -> FunctionBuilder:
    b = FunctionBuilder(name, type)
    b.header = Header(linkage="internal")
    b.at(b.block())
    return b


def _finished(b: FunctionBuilder, type: ty.FunctionType, values: Sequence[Value]) -> Function:
    if type.result is ty.VOID:
        b.ret(None)
        return b.finish()
    result: Value = zero(type.result)
    for place, value in enumerate(values):
        result = b.insert(result, value, place)
    b.ret(result)
    return b.finish()


def through(function: Function, name: str) -> Function:
    """A function that only calls another: its derivative is made of the other's rule."""
    b = FunctionBuilder(name, function.type)
    b.header = Header(linkage="internal")
    b.param_attrs = [param.attrs for param in function.params]
    b.at(b.block())
    attrs = tuple(param.attrs for param in function.params)
    b.ret(b.call(function.name, function.type, b.params, arg_attrs=attrs))
    return b.finish()
