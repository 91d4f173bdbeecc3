"""Types of Numba as parameters: a tuple is a parameter for each of its parts.

    f(x, (w, b), r)     x, w, b, r:     arrays of any strides, numbers, records and arrays of them

A tuple of numbers of one kind stays one parameter: its derivative is an array.
"""

from collections.abc import Iterator
from typing import Any, Final, final

import numpy as np
from numba.core import types as nb

from ribozyme.api.signatures.ctype import (
    Array,
    CType,
    Layout,
    Layouts,
    Member,
    Number,
    NumberKind,
    Pointer,
    Struct,
)
from ribozyme.api.signatures.passing import Extent, Passed, Plain, Stride, slot
from ribozyme.base.errors import Error, error
from ribozyme.base.record import record
from ribozyme.bindings.jit.lowered import Argument

_TAKEN: Final = "numbers, arrays of numbers or records, records, and tuples of these can be passed"

Nest = int | tuple["Nest", ...]  # parts of an argument, by their number among all


@final
@record
class Part:
    """What one parameter of the plain function is made from."""

    argument: Argument
    type: CType  # of the number, or of the array's elements
    mutable: bool = True

    @property
    def is_number(self) -> bool:
        one = self.argument
        return not one.dimensions and not one.parts and isinstance(self.type, Number)

    def passed(self, n: int) -> list[Passed]:
        axes = range(self.argument.dimensions)
        found: list[Passed] = [Plain(n), *(Extent(n, axis) for axis in axes)]
        return [*found, *(Stride(n, axis) for axis in axes if self.argument.order == "A")]

    def pointer(self, writes: bool) -> Pointer:
        one = self.argument
        shape = (-1,) * one.dimensions if one.order in ("A", "F") else None
        return Pointer(self.type, not writes, shape=shape, strided=one.order == "A")


def parts(name: str, type: Any, layouts: Layouts) -> Iterator[Part]:
    """The parameters of an argument of a type."""
    if _is_apart(type):
        names = getattr(type, "fields", None) or range(len(type.types))
        for one, inner in zip(names, type.types, strict=True):
            yield from parts(f"{name}.{one}", inner, layouts)
        return
    yield _part(name, type, layouts)


def nest(type: Any, first: int) -> tuple[Nest, int]:
    """The numbers of the parameters of an argument, as it nests them; and the next number."""
    if not _is_apart(type):
        return first, first + 1
    found: list[Nest] = []
    for inner in type.types:
        one, first = nest(inner, first)
        found.append(one)
    return tuple(found), first


def values(type: Any, value: Any) -> Iterator[Any]:
    """A value of that type, or one that belongs to it, for each parameter; None for all of it."""
    if _is_apart(type):
        given = (None,) * len(type.types) if value is None else value
        if len(given) != len(type.types):
            raise error("RZ011", f"wants a tuple of {len(type.types)}, not of {len(given)}")
        for inner, one in zip(type.types, given, strict=True):
            yield from values(inner, one)
    else:
        yield np.array(value) if isinstance(value, tuple) else value


# ---- results as the arguments nest ---------------------------------------------------------------


Shape = tuple[Nest, int] | None
"""How results nest by their number, and how many there are; -1 is none."""


def leaves(one: Nest) -> Iterator[int]:
    if isinstance(one, int):
        yield one
    else:
        for inner in one:
            yield from leaves(inner)


def renumbered(one: Nest, places: dict[int, int]) -> Nest:
    """The same with numbers of results: -1 where there is none."""
    if isinstance(one, int):
        return places.get(one, -1)
    return tuple(renumbered(inner, places) for inner in one)


def nested(shape: Shape, found: Any) -> Any:
    """Results as their arguments nest: a tuple for a tuple, None where nothing can be found."""
    if shape is None:
        return found
    whole, count = shape
    flat = found if count != 1 else (found,)

    def at(one: Nest) -> Any:
        if isinstance(one, int):
            return None if one < 0 else flat[one]
        return tuple(map(at, one))

    return at(whole)


def flat(shape: Shape, given: Any) -> list[Any]:
    """The opposite: what is given for each result."""
    assert shape is not None
    whole, count = shape
    found: list[Any] = [None] * count

    def put(one: Nest, value: Any) -> None:
        if not isinstance(one, int):
            for inner, part in zip(one, value, strict=True):
                put(inner, part)
        elif one >= 0:
            found[one] = value

    put(whole, given)
    return found


# ---- types ---------------------------------------------------------------------------------------


def _is_apart(type: Any) -> bool:
    return isinstance(type, nb.BaseTuple) and not is_uniform(type)


def is_uniform(type: Any) -> bool:
    return isinstance(type, nb.UniTuple) and isinstance(type.dtype, nb.Number | nb.Boolean)


def _part(name: str, type: Any, layouts: Layouts) -> Part:
    if is_uniform(type):
        number = element(name, type.dtype, layouts)
        assert isinstance(number, Number)
        return Part(Argument(name, slot(number), number.size, parts=type.count), number, False)
    if isinstance(type, nb.Record):
        return Part(Argument(name, "ptr"), element(name, type, layouts))
    if not isinstance(type, nb.Array):
        number = element(name, type, layouts)
        if isinstance(number, Number) and number.kind == "complex":
            raise _no_derivative(name, type)
        return Part(Argument(name, slot(number)), number)
    if not type.aligned or type.ndim == 0:
        raise error(
            "RZ008",
            f"argument '{name}' is an array that is not aligned, or of no dimension",
            helps=(f"copy it once: numpy.ascontiguousarray({name})",),
        )
    inner = element(name, type.dtype, layouts)
    size = type.dtype.size if isinstance(type.dtype, nb.Record) else _size(inner)
    one = Argument(name, "ptr", size, type.ndim, type.layout)
    return Part(one, inner, type.mutable)


def _size(type: CType) -> int:
    assert isinstance(type, Number)
    return type.size


def element(name: str, type: Any, layouts: Layouts) -> CType:
    """The type of a number, a record, or an array's elements."""
    kind: NumberKind
    match type:
        case nb.Boolean():
            return Number("bool", "bool", 1)
        case nb.Float():
            kind = "float"
        case nb.Complex():
            kind = "complex"
        case nb.Integer():
            kind = "int" if getattr(type, "signed") else "uint"  # noqa: B009 (not in its stubs)
        case nb.Record():
            return _record(name, type, layouts)
        case nb.NestedArray():
            return Array(element(name, type.dtype, layouts), tuple(type.shape))
        case _:
            raise _no_derivative(name, type)
    return Number(str(type), kind, type.bitwidth // 8)


def _record(name: str, type: Any, layouts: Layouts) -> Struct:
    key = str(type)
    if key not in layouts:
        members = tuple(
            Member(field, element(f"{name}.{field}", one.type, layouts), one.offset)
            for field, one in type.fields.items()
        )
        layouts[key] = Layout("record", type.size, members)
    return Struct("record", key)


def _no_derivative(name: str, type: Any) -> Error:
    return error("RZ012", f"'{name}' is a {type}, which has no derivative here", helps=(_TAKEN,))
