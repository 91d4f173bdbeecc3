"""Calls of linear algebra: derivatives of a routine in the one form, by the functions of its row.

    {value, value.dot} f.fwd(A, A.sh, …)      →   f.before(A, A.sh, …) for each direction, then f(A)
    {value} f.aug(A, A.sh₀, …, frame, arena)  →   f.aug(A, A.sh₀, …, frame, arena): runs f, once
    f.rev(A, A.sh, …, seed, frame, arena)     →   f.pull(A, A.sh, …, seed, frame, arena), each

What is kept lies on the tape, and one pointer to it in the frame. Invariant: the routine runs once
however many directions there are, since it changes its operands in place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder
from ribozyme.ir.module import Function
from ribozyme.ir.values import Value
from ribozyme.rules.algebra import is_routine
from ribozyme.transform.interface import Interface
from ribozyme.transform.written import written, wrong

if TYPE_CHECKING:
    from ribozyme.transform.emission import Emission

FRAME: Final = 8

__all__ = ["FRAME", "augmented", "forward", "is_routine", "reverse"]


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
