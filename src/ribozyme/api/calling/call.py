"""Calls by plan: arguments bound and checked, memory made, the body run, results taken.

Nothing is written and nothing runs before every argument has passed its checks. The global
interpreter lock is released while native code runs. `entry.py` is the quick way for the plain
cases; this is the complete one, and the one that explains what is wrong.
"""

import ctypes
import math
import struct
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from itertools import pairwise
from typing import Any, Final, assert_never

import numpy as np

from ribozyme.api.calling.arguments import arranged
from ribozyme.api.calling.bind import bind, wanted_by
from ribozyme.api.calling.bind_numbers import Place, described
from ribozyme.api.calling.call_plan import (
    Constant,
    Copy,
    Count,
    Fresh,
    Given,
    Left,
    Nest,
    Plan,
    Returned,
    Room,
    Seed,
    Source,
    Unit,
    no_number,
)
from ribozyme.api.calling.native_memory import (
    Address,
    ArrayMemory,
    Bound,
    Foreign,
    One,
    Record,
    Scalar,
    Table,
    arrays_of,
    room,
)
from ribozyme.api.calling.routine import SLOT, Routine, block_format
from ribozyme.api.programs.program import Code, Program
from ribozyme.api.signatures.ctype import Array, Number, Pointer
from ribozyme.api.signatures.signature import Parameter
from ribozyme.base.errors import Error, error

_CODES: Final = {
    ("bool", 2): "h", ("bool", 4): "i", ("bool", 8): "q",
    ("int", 1): "b", ("int", 2): "h", ("int", 4): "i", ("int", 8): "q", ("uint", 1): "B",
    ("uint", 2): "H", ("uint", 4): "I", ("uint", 8): "Q", ("bool", 1): "?", ("float", 4): "f",
    ("float", 8): "d", ("float", 16): "d", ("float", 2): "f",
}  # fmt: skip
_MASK: Final = (1 << 64) - 1

Enter = Callable[[int, int, int], None]


def run(
    program: Program, plan: Plan, code: Code, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> Any:
    """The results of a call, as the plan nests them."""
    into: Any = None
    if "out" in kwargs and plan.routine.order and "out" not in (g.name for g in plan.inputs):
        kwargs = dict(kwargs)
        into = kwargs.pop("out")
    return evaluated(plan, code, arranged(program, plan, args, kwargs), into)


def evaluated(
    plan: Plan, code: Code, values: Sequence[Any], into: Any = None, enter: Enter | None = None
) -> Any:
    """The results for a value of every input, in the user's memory `into` if there is any; `enter`
    is the way into native code if not `guard.call`.
    """
    bound = checked(plan, values)
    given = _results_into(plan, bound, into) if into is not None else {}
    memory = [
        given[slot] if slot in given else made(plan, source, bound)
        for slot, source in enumerate(plan.sources)
    ]
    block = packed(plan, memory)
    try:
        with looked_after(code, plan.routine, memory):
            called(code, block, enter)
    except Error as problem:
        raise located(plan, problem) from None
    for part in bound:
        part.finish()
    found = [taken(plan, output, memory, block) for output in plan.outputs]
    return nested(plan.result, found)


def _results_into(plan: Plan, bound: Sequence[Bound], into: Any) -> dict[int, Bound]:
    """The user's memory for results, by slot, each checked and set to zero."""
    slots = [
        output.slot
        for output in plan.outputs
        if isinstance(output, Left) and isinstance(plan.sources[output.slot], Fresh)
    ]
    arrays = list(into) if isinstance(into, tuple | list) else [into]
    if len(arrays) != len(slots):
        raise error(
            "RZ011",
            f"'{plan.name}' gives {len(slots)} arrays, out has {len(arrays)}",
            helps=("out is an array, or a tuple of them in the order of the results",),
        )
    found: dict[int, Bound] = {}
    for slot, array in zip(slots, arrays, strict=True):
        source = plan.sources[slot]
        assert isinstance(source, Fresh)
        like = plan.inputs[source.input]
        type = like.type
        if isinstance(type, Pointer):
            type = Pointer(type.to, shape=type.shape, strided=type.strided)
        where = Place("out", f"the derivative of {like.name}", plan.name)
        made = bind(Parameter("out", type), array, plan.signature.layouts, plan.name)
        if not isinstance(made, ArrayMemory) or not alike(made, bound[source.input]):
            wanted = described(bound[source.input].value())
            raise where.refused(f"wants {wanted}", array, "RZ011")
        strided = isinstance(type, Pointer) and type.strided
        if strided and made.array.strides != (steps := _strides(bound[source.input])):
            raise where.refused(f"wants strides {steps}, as {like.name} has", array, "RZ011")
        if not made.array.flags.writeable:
            raise where.refused("is written and wants a writeable array", array, "RZ014")
        if any(_overlap(made, other) for other in (*bound, *found.values())):
            raise error("RZ404", f"out of '{plan.name}' overlaps an argument or another result")
        found[slot] = made
    for made in found.values():
        assert isinstance(made, ArrayMemory)
        made.array[...] = 0
    return found


def _strides(of: Bound) -> tuple[int, ...]:
    return of.array.strides if isinstance(of, ArrayMemory) else ()


def _overlap(one: Bound, other: Bound) -> bool:
    (a, b), (c, d) = one.extent(), other.extent()
    return a < d and c < b


def checked(plan: Plan, values: Sequence[Any]) -> list[Bound]:
    """The arguments, in order, each fit for its parameter and for the others."""
    bound = [
        bind(given.parameter, value, plan.signature.layouts, plan.name)
        for given, value in zip(plan.inputs, values, strict=True)
    ]
    _check_likeness(plan, bound, values)
    _lay_out_alike(plan, bound)
    if plan.routine.order:
        check_overlaps(plan, bound)
    return bound


def _check_likeness(plan: Plan, bound: Sequence[Bound], values: Sequence[Any]) -> None:
    """Tangents, cotangents and shadows have the shape of what they belong to."""
    for given, mine, value in zip(plan.inputs, bound, values, strict=True):
        if given.like < 0:
            continue
        other = bound[given.like]
        if not alike(mine, other):
            of = plan.inputs[given.like].name
            where = Place(given.name, "", plan.name)
            wanted = described(other.value()) if isinstance(other, ArrayMemory) else "its like"
            raise where.refused(f"belongs to '{of}' and wants {wanted}", value, "RZ011")


def _lay_out_alike(plan: Plan, bound: list[Bound]) -> None:
    """Tangents and cotangents of strided arrays lie in memory as what they belong to: their
    description is one. Where they do not, they are copied there, and back what is written."""
    for n, given in enumerate(plan.inputs):
        if given.like < 0 or not isinstance(given.type, Pointer) or not given.type.strided:
            continue
        mine, other = bound[n], bound[given.like]
        if not isinstance(mine, ArrayMemory) or not isinstance(other, ArrayMemory):
            continue
        if mine.array.strides != other.array.strides:
            made = other.zeros()
            made.array[...] = mine.array
            made.given = mine.given
            made.back = mine.array if given.parameter.writes else None
            bound[n] = made


def alike(mine: Bound, other: Bound) -> bool:
    """Whether one has the shape of the other."""
    if isinstance(other, ArrayMemory):
        return isinstance(mine, ArrayMemory) and mine.array.shape == other.array.shape
    if isinstance(other, Table):
        return (
            isinstance(mine, Table)
            and len(mine.parts) == len(other.parts)
            and all(alike(m, o) for m, o in zip(mine.parts, other.parts, strict=True))
        )
    return True


def check_overlaps(plan: Plan, bound: Sequence[Bound]) -> None:
    """Arrays of a derivative that overlap would need shadows that overlap alike."""
    spans = [
        (part.extent(), given)
        for part, given in zip(bound, plan.inputs, strict=True)
        if plan.signature.holds_floats(given.type) and part.extent()[1]
    ]
    spans.sort(key=lambda pair: pair[0])
    for ((_, end), one), ((start, _), other) in pairwise(spans):
        if start < end and (one.parameter.writes or other.parameter.writes):
            raise error(
                "RZ404",
                f"'{one.name}' and '{other.name}' of '{plan.name}' overlap in memory",
                notes=("one of them is written",),
                helps=(f"pass a copy: {other.name}.copy()",),
            )


def made(plan: Plan, source: Source, bound: Sequence[Bound]) -> Bound:
    """Where a parameter of the routine comes from: memory, or a number."""
    match source:
        case Given(input=n):
            return bound[n]
        case Fresh(input=n):
            fresh = bound[n].zeros()
            if not fresh.word and not isinstance(fresh, Scalar):
                given = plan.inputs[n]
                where = Place(given.name, str(given.parameter), plan.name)
                raise where.refused(f"is differentiated and wants {wanted_by(given.type)}", None)
            return fresh
        case Copy(input=n):
            return copied(bound[n])
        case Seed(input=n):
            return _seed(plan, n, bound[n])
        case Room(type=type):
            return room(type, plan.signature.layouts)
        case Constant(value=value):
            return Scalar(value)
        case Unit(type=type):
            made = room(type, plan.signature.layouts)
            assert isinstance(made, One)
            made.fill(1)
            return made
        case Count(input=n, axis=axis, step=True):
            return Scalar(step(bound[n], axis))
        case Count(input=n, axis=axis) if axis >= 0:
            return Scalar(extent(bound[n], axis))
        case Count(input=n):
            return Scalar(elements(plan, n, bound[n]))
        case other:
            assert_never(other)


def extent(given: Bound, axis: int) -> int:
    """The extent of an array along an axis; 0 where none is given."""
    return given.array.shape[axis] if isinstance(given, ArrayMemory) else 0


def step(given: Bound, axis: int) -> int:
    """The distance of neighbours of an array along an axis; 0 where none is given."""
    return given.array.strides[axis] if isinstance(given, ArrayMemory) else 0


def elements(plan: Plan, n: int, given: Bound) -> int:
    """How many elements a container is made from."""
    one = plan.inputs[n].parameter
    inner = one.type.to if isinstance(one.type, Pointer) else one.type
    row = math.prod(inner.counts) if isinstance(inner, Array) else 1
    count = given.length if isinstance(given, Address) else 0
    count = given.array.size // row if isinstance(given, ArrayMemory) else count
    wanted = -1 if one.container is None else one.container.extent
    if wanted not in (-1, count):
        where = Place(one.name, one, plan.name)
        raise where.refused(f"wants {wanted} elements", given.value(), "RZ011")
    return count


def _seed(plan: Plan, n: int, bound: Bound) -> Bound:
    """The cotangent of an output that is one number."""
    made = bound.zeros()
    if not isinstance(made, ArrayMemory) or made.array.size != 1:
        name = plan.inputs[n].name
        found = described(bound.value()) if isinstance(bound, ArrayMemory) else "nothing"
        raise no_number(plan, f"'{name}' is {found}")
    made.array[...] = 1
    return made


def copied(bound: Bound) -> Bound:
    """Memory of its own with the same contents."""
    made = bound.zeros()
    copy_into(bound, made)
    return made


def copy_into(source: Bound, target: Bound) -> None:
    """Make the contents of one those of the other, which is like it."""
    match source, target:
        case ArrayMemory(), ArrayMemory():
            target.array[...] = source.array
        case Table(), Table():
            for mine, other in zip(source.parts, target.parts, strict=True):
                copy_into(mine, other)
        case Record(), Record():
            source.copy_numbers_to(target)
            for path, part in source.parts.items():
                copy_into(part, target.parts[path])
        case One(), One():
            source.copy_to(target)
        case Foreign(), Foreign():
            start, end = source.extent()
            ctypes.memmove(target.word, start, end - start)
        case Scalar(), Scalar():
            target.word = source.word
        case Address(), Address():
            return  # text, or nothing
        case _:
            raise error("RZ011", "cotangents and tangents of this kind are not supported")


def looked_after(
    code: Code, routine: Routine, memory: Sequence[Bound]
) -> AbstractContextManager[object]:
    """What code asks of a call: its arrays, who shows the steps of loops, and a file."""
    if not (code.asks or code.frees):
        return nullcontext()
    from ribozyme.backend.runtime.lending import lending

    extents = [array.extent() for part in memory for array in arrays_of(part)]
    if not code.asks:
        return lending(extents)
    from ribozyme.api.programs.progress import Steps
    from ribozyme.backend.runtime.array_extents import given
    from ribozyme.backend.runtime.spill import spilling
    from ribozyme.backend.runtime.steps import watched

    around = ExitStack()
    around.enter_context(given(extents))
    around.enter_context(lending(extents))
    around.enter_context(spilling(*(routine.disk or (0, None))))
    around.enter_context(watched(around.enter_context(Steps(routine.root.symbol))))
    return around


def packed(plan: Plan, memory: Sequence[Bound]) -> ctypes.Array[ctypes.c_char]:
    """The block a routine is called with."""
    slots = plan.routine.slots
    words = [
        _word(m.word) if type not in ("double", "float", "x86_fp80", "half", "bfloat") else m.word
        for m, type in zip(memory, slots, strict=True)
    ]
    block = ctypes.create_string_buffer(SLOT * len(slots) + 2 * SLOT)
    struct.pack_into(block_format(plan.routine), block, 0, *words)
    return block


def _word(value: float | int) -> int:
    """An integer as the 64 bits of a slot."""
    return int(value) & _MASK


def called(code: Code, block: Any, enter: Enter | None = None) -> None:
    """Run the body; what it throws is an exception."""
    from ribozyme.backend.runtime import guard

    (enter or guard.call)(code.guard, code.body, ctypes.addressof(block))


def located(plan: Plan, problem: Error) -> Error:
    """The same error, with the function where an array of the caller's was to be freed: what
    refuses that is called in the place of `free`, and knows no line."""
    found = problem.diagnostic
    if found.code != "RZ215" or found.message.startswith("in '"):
        return problem
    said = f"in '{plan.signature.name}' ({plan.signature.location}): {found.message}"
    return error(found.code, said, helps=found.helps)


def taken(plan: Plan, output: Returned | Left, memory: Sequence[Bound], block: Any) -> Any:
    """What the user gets of an output."""
    match output:
        case Returned(type=Number(kind=kind, size=size)):
            code = _CODES[kind, size]
            at = SLOT * len(plan.routine.slots)
            found = struct.unpack_from(f"<{code}", block, at)[0]
            return bool(found) if kind == "bool" else found
        case Left(slot=slot):
            found = memory[slot].value()
            return float(found) if isinstance(found, np.longdouble) else found
        case other:
            assert_never(other)


def nested(shape: Nest, found: Sequence[Any]) -> Any:
    """Results by number, in the tuples the plan wants."""
    if isinstance(shape, int):
        return found[shape]
    return tuple(nested(part, found) for part in shape) if shape else None
