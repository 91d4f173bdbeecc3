"""Conversion of a Python number to a C parameter, and the name of the place for its errors."""

import operator
from typing import Any, Final

import numpy as np

from ribozyme.api.calling.native_memory import (
    One,
    dtype_of,
)
from ribozyme.api.signatures.ctype import (
    NO_LAYOUTS,
    Array,
    CType,
    Number,
)
from ribozyme.api.signatures.signature import Parameter
from ribozyme.base.errors import Error, error

_FIRST: Final = 84  # characters: with its code the first line fits into 100 columns


class Place:
    """Which parameter of which function is spoken of."""

    __slots__ = ("function", "name", "spelling")

    def __init__(self, name: str, spelling: Parameter | str, function: str) -> None:
        self.name, self.spelling, self.function = name, spelling, function

    def refused(self, what: str, value: object, code: str = "RZ008", *helps: str) -> Error:
        spelling = str(self.spelling)
        declared = (f"declared as: {spelling}",) if spelling else ()
        said = f"argument '{self.name}' of '{self.function}' {what}"
        got = f"it got {described(value)}"
        if len(said) + len(got) <= _FIRST:
            return error(code, f"{said}; {got}", notes=declared, helps=helps)
        return error(code, said, notes=(got, *declared), helps=helps)

    @property
    def word(self) -> str:
        """How the argument is called in code."""
        return self.name if self.name.isidentifier() else "it"

    def inside(self, member: str, spelling: str) -> "Place":
        return Place(f"{self.name}.{member}", spelling, self.function)


def described(value: object) -> str:
    """A value as messages show it."""
    if isinstance(value, np.ndarray):
        order = "" if value.flags.c_contiguous else ", not C-contiguous"
        order += "" if value.flags.writeable else ", read-only"
        return f"an array of {value.dtype} of shape {value.shape}{order}"
    text = repr(value)
    if value is None or len(text) > 40:
        return "None" if value is None else f"a value of type {type(value).__name__}"
    return f"{text} of type {type(value).__name__}"


def as_number(where: Place, number: Number, value: Any) -> float | int:
    """A Python number for a parameter passed by value."""
    match number.kind:
        case "float":
            return _as_float(where, number, value)
        case "bool":
            if isinstance(value, bool | np.bool_):
                return int(value)
            if isinstance(value, int) and value in (0, 1):
                return value
            raise where.refused("wants True or False", value)
        case _:
            return _as_integer(where, number, value)


def _as_float(where: Place, number: Number, value: Any) -> float:
    if isinstance(value, float | int):
        try:
            return float(value)
        except OverflowError:
            raise where.refused(f"wants a number that fits {number.spelling}", value) from None
    if isinstance(value, np.ndarray) and value.ndim:
        raise where.refused("wants one number", value, "RZ008", "pass an element: x[0]")
    if isinstance(value, str | bytes | complex) or value is None:
        raise where.refused("wants a number", value)
    try:
        return float(value)
    except (TypeError, ValueError):
        raise where.refused("wants a number", value) from None


def _as_integer(where: Place, number: Number, value: Any) -> int:
    if isinstance(value, str) and number.values:
        known = dict(number.values)
        if value in known:
            return known[value]
        raise where.refused(f"is one of {', '.join(known)}", value, "RZ001")
    if isinstance(value, np.ndarray) and value.ndim:
        raise where.refused("wants one whole number", value)
    try:
        whole = operator.index(value)
    except TypeError:
        raise where.refused("wants a whole number", value) from None
    bits = 8 * number.size
    low, high = (
        (0, (1 << bits) - 1) if number.kind == "uint" else (-(1 << bits - 1), (1 << bits - 1) - 1)
    )
    if not low <= whole <= high:
        raise where.refused(
            f"wants {_article(number.spelling)}, from {low} to {high}", value, "RZ001"
        )
    return whole


def _article(spelling: str) -> str:
    """`an int`, `a long`."""
    return f"{'an' if spelling[0] in 'aeio' or spelling[:2] == 'un' else 'a'} {spelling}"


def as_complex(where: Place, number: Number, value: Any) -> One:
    if isinstance(value, str | bytes) or value is None or np.ndim(value):
        raise where.refused("wants one complex number", value)
    try:
        found = complex(value)
    except (TypeError, ValueError):
        raise where.refused("wants one complex number", value) from None
    return One(np.array([found], dtype=dtype_of(number, NO_LAYOUTS)))


# ---- characters in arrays of their own -----------------------------------------------------------


def is_text(type: CType) -> bool:
    """Whether it is an array of characters, as a name in a struct."""
    match type:
        case Array(of=Number(kind="int" | "uint", size=1), counts=(_,)):
            return True
        case _:
            return False


def as_text(where: Place, room: int, value: str | bytes) -> np.ndarray[Any, Any]:
    """Text in an array of characters, with zeros behind it."""
    found = value.encode() if isinstance(value, str) else value
    if len(found) > room:
        raise where.refused(f"has room for {room} bytes; {len(found)} are too many", value, "RZ011")
    return np.frombuffer(found.ljust(room, b"\0"), np.int8)


def read_text(array: Any, like: str | bytes) -> Any:
    """What such an array holds, as text of the same kind."""
    found = bytes(memoryview(array)).partition(b"\0")[0]
    return found.decode("utf-8", "replace") if isinstance(like, str) else found
