"""Calls of linear algebra: derivatives of a routine in the one form, by the functions of its row.

    {value, value.dot} f.fwd(A, A.sh, …)      →   f.before(A, A.sh, …) for each direction, then f(A)
    {value} f.aug(A, A.sh₀, …, frame, arena)  →   f.aug(A, A.sh₀, …, frame, arena): runs f, once
    f.rev(A, A.sh, …, seed, frame, arena)     →   f.pull(A, A.sh, …, seed, frame, arena), each

What is kept lies on the tape, and one pointer to it in the frame. An operand in memory of the
caller's or in a variable that nothing writes until the reverse sweep is not copied: the frame says
so before the call. Invariant: the routine runs once however many directions there are, since it
changes its operands in place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ribozyme.analysis.pointsto.objects import ENTRY, Kind
from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder, i64
from ribozyme.ir.instrs import Call, Invoke
from ribozyme.ir.module import Function
from ribozyme.ir.values import Value
from ribozyme.rules.algebra import is_routine
from ribozyme.transform.core.interface import Interface
from ribozyme.transform.custom.adapter_convention import wrong
from ribozyme.transform.custom.written import written

if TYPE_CHECKING:
    from ribozyme.transform.core.facts import FunctionFacts
    from ribozyme.transform.emit.body import Body
    from ribozyme.transform.emit.emission import Emission

_LASTING: Final = (*ENTRY, Kind.GLOBAL)
FRAME: Final = 16
_STAYS: Final = 8  # where the frame says which operands stay

__all__ = ["FRAME", "augmented", "forward", "is_routine", "reverse", "say_what_stays"]


def say_what_stays(s: Body, call: Call | Invoke, function: Function, frame: Value) -> None:
    """Leave in the frame of a call of a routine which operands the reverse sweep finds as they are:
    a bit for each parameter. The others are copied."""
    if is_routine(function.name):
        places = [k for k, arg in enumerate(call.args) if _stays(s.facts, call, arg)]
        s.b.store(i64(sum(1 << k for k in places)), s.b.offset(frame, _STAYS))


def _stays(facts: FunctionFacts, call: Call | Invoke, arg: Value) -> bool:
    """Whether memory of the caller's or of variables holds the same until the reverse sweep."""
    whole, function = facts.whole, facts.function
    points, effects, later = whole.pointsto, whole.effects, whole.overwritten
    mask = points.mask(function, arg) if ty.is_pointer(arg.type) else 0
    if not mask or any(one.kind not in _LASTING for one in points.members(mask)):
        return False
    written = later.written_after(function, call) | later.after(function)
    written |= effects.call(function, call).writes
    freed = effects.function(whole.program.root).frees
    return not points.aliases(mask) & (written | freed)


def forward(
    emission: Emission,
    b: FunctionBuilder,
    function: Function,
    primals: Sequence[Value],
    shadows: Sequence[Sequence[Sequence[Value]]],
) -> list[Value]:
    """The result of a routine and its tangents, those that there are."""
    shape = emission.interface_of(function)
    after = f"{function.name}.after" in emission.facts.module.functions
    name = f"{function.name}.{'after' if after else 'before'}"
    value = b.call(function.name, function.type, primals) if after else None
    dots: list[Value] = []
    for lane in range(shape.width):
        given = [
            v
            for place, primal in enumerate(primals)
            for v in (primal, *(lanes[lane] for lanes in shadows[place]))
        ]
        dot = _called(emission, b, function, name, [*given, *_counted(value)])
        dots += [dot] if dot is not None and shape.result.floats else []
    if not after:
        value = b.call(function.name, function.type, primals)
    return [*([] if value is None else [value]), *dots]


def _counted(value: Value | None) -> list[Value]:
    """What a routine says of its success, which its tangents depend on."""
    return [value] if value is not None and ty.is_integer(value.type) else []


def augmented(emission: Emission, b: FunctionBuilder, function: Function) -> list[Value]:
    """The result of a routine, and on the tape what its adjoints take."""
    shape = emission.interface_of(function)
    given = [*of_lane(shape, b.params[:-2], 0), *b.params[-2:]]
    value = _called(emission, b, function, f"{function.name}.aug", given)
    return [] if value is None else [value]


def reverse(
    emission: Emission,
    b: FunctionBuilder,
    function: Function,
    args: Sequence[Value],
    seeds: Sequence[Value],
) -> None:
    """The adjoints of a routine, which it adds to shadows."""
    shape = emission.interface_of(function)
    for lane in range(shape.width):
        given = [*of_lane(shape, args, lane), *seeds[lane : lane + 1], *b.params[-2:]]
        _called(emission, b, function, f"{function.name}.pull", given)


def _called(
    emission: Emission, b: FunctionBuilder, function: Function, name: str, args: Sequence[Value]
) -> Value | None:
    target = written(emission, function, name)
    if tuple(arg.type for arg in args) != target.type.params:
        raise wrong(function, f"'{name}' takes other arguments")
    return b.call(name, target.type, args)


def of_lane(shape: Interface, args: Sequence[Value], lane: int) -> list[Value]:
    """Primal arguments, behind each its shadow in one direction."""
    found: list[Value] = []
    at = 0
    for one in shape.params:
        found.append(args[at])
        at += 1
        for _ in one.pointers:
            found.append(args[at + lane])
            at += shape.width
    return found
