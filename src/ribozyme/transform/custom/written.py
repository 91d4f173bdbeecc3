"""Calls of derivative functions that the user wrote: their arguments and results.

{tape, value} augment(x)     →     called(…) is [tape, value], in registers or through memory
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ribozyme.base.errors import Error, error
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import type_of
from ribozyme.ir.build import FunctionBuilder, i64
from ribozyme.ir.module import Function
from ribozyme.ir.values import Value

if TYPE_CHECKING:
    from ribozyme.transform.emit.emission import Emission


def written(emission: Emission, function: Function, name: str) -> Function:
    """The function of a name in a rule."""
    found = emission.facts.module.functions.get(name)
    if found is None:
        raise error(
            "RZ201",
            f"the rule of '{function.name}' names '{name}', which the program does not have",
            helps=("define it in one of the files, or declare and call it somewhere",),
        )
    return found


def gives(target: Function) -> tuple[ty.Type, ...]:
    """What a function gives back, part by part."""
    inside = returned_in_memory(target)
    type = target.type.result if inside is None else inside
    if type is ty.VOID:
        return ()
    return ty.elements(type) if isinstance(type, ty.StructType) else (type,)


def returned_in_memory(target: Function) -> ty.Type | None:
    """What a function gives back through its first parameter, if it does."""
    return type_of(target.params[0].attrs, "sret") if target.params else None


def called(
    emission: Emission,
    b: FunctionBuilder,
    function: Function,
    name: str,
    args: Sequence[Value],
    wanted: tuple[ty.Type, ...] | None,
) -> list[Value]:
    """A call of a user's function; its results, part by part."""
    target = written(emission, function, name)
    inside = returned_in_memory(target)
    given = list(args)
    if inside is not None:
        given.insert(0, b.entry_alloca(inside))
    types = tuple(v.type for v in given)
    if types != target.type.params:
        takes, should = (_listed(some) for some in (target.type.params, types))
        raise misfit(function, name, f"it takes ({takes}), and is to take ({should})")
    attrs = tuple(param.attrs for param in target.params)
    result = b.call(name, target.type, given, arg_attrs=attrs, convention=target.convention)
    if inside is not None:
        result = b.load(inside, given[0])
    parts, found = gives(target), _parts(b, result)
    if wanted is not None and parts not in (wanted, wanted[1:]):
        parts, found = _apart(b, found)
        if parts not in (wanted, wanted[1:]):
            gives_back, should = (_listed(some) or "nothing" for some in (gives(target), wanted))
            raise misfit(function, name, f"it returns {gives_back}, and is to return {should}")
    return found


def _parts(b: FunctionBuilder, result: Value | None) -> list[Value]:
    if result is None:
        return []
    if isinstance(result.type, ty.StructType):
        return [b.extract(result, place) for place, _ in enumerate(ty.elements(result.type))]
    return [result]


def _apart(b: FunctionBuilder, found: Sequence[Value]) -> tuple[tuple[ty.Type, ...], list[Value]]:
    """Numbers that the calling convention returns two in a register: `{float, float}` is a
    `<2 x float>`."""
    made: list[Value] = []
    for value in found:
        match value.type:
            case ty.VectorType(count=count, element=element) if ty.is_float(element):
                made += [b.extract_element(value, i64(place)) for place in range(count)]
            case _:
                made.append(value)
    return tuple(value.type for value in made), made


def misfit(function: Function, name: str, *notes: str) -> Error:
    """The refusal of a function of another type than a rule has."""
    return error(
        "RZ213",
        f"'{name}' does not fit as a derivative of '{function.name}'",
        notes=notes,
        helps=("it takes the arguments with shadows behind them; see the chapter on rules",),
    )


def _listed(types: Sequence[ty.Type]) -> str:
    return ", ".join("pointer" if ty.is_pointer(type) else str(type) for type in types)
