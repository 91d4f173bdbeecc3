"""What an outlined loop says of itself: attributes of the function.

define internal i32 @f.loop(…) "rz.checkpoint"="50" "rz.counted" "rz.window"="1"
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ribozyme.base.errors import Error, error
from ribozyme.base.source import Span
from ribozyme.ir.attrs import Attr, Attrs, has, value_of
from ribozyme.ir.instrs import Call
from ribozyme.ir.module import Function
from ribozyme.ir.values import GlobalRef

_SNAPSHOTS: Final = '"rz.checkpoint"'
_COUNTED: Final = '"rz.counted"'
_WINDOW: Final = '"rz.window"'
_ROOMS: Final = '"rz.rooms"'


def labels(count: int, counted: bool, window: int, rooms: Mapping[int, int]) -> Attrs:
    """Of a loop: how many snapshots it may have, whether its iterations are counted before it runs,
    how many of them a step is, and by which parameters variables of run-time size come."""
    places = ",".join(f"{place}:{size}" for place, size in rooms.items())
    found = (
        Attr(_SNAPSHOTS, f'"{count}"'),
        Attr(_WINDOW, f'"{window}"'),
        Attr(_ROOMS, f'"{places}"'),
    )
    return (*found, Attr(_COUNTED)) if counted else found


def snapshots(function: Function) -> int | None:
    """How many snapshots an outlined loop may have; None for any other function."""
    return _number(function, _SNAPSHOTS)


def window(function: Function) -> int:
    """How many iterations a step of an outlined loop is."""
    return _number(function, _WINDOW) or 1


def rooms(function: Function) -> dict[int, int]:
    """Of the parameters that are variables of run-time size, those that say how large these are."""
    found = value_of(function.attrs, _ROOMS)
    places = found.strip('"').split(",") if isinstance(found, str) else ()
    return {int(a): int(b) for a, _, b in (one.partition(":") for one in places if one)}


def _number(function: Function, label: str) -> int | None:
    found = value_of(function.attrs, label)
    return int(found.strip('"')) if isinstance(found, str) else None


def is_counted(function: Function) -> bool:
    """Whether the number of iterations of an outlined loop is known before it runs."""
    return has(function.attrs, _COUNTED)


def step_of(function: Function) -> str:
    """The name of the function that is a step of an outlined loop."""
    (call,) = (one for one in function.instrs() if isinstance(one, Call))
    assert isinstance(call.callee, GlobalRef)
    return call.callee.name


def refused(what: str, span: Span | None, function: str, *helps: str) -> Error:
    """The refusal of a loop."""
    return error("RZ219", what, span=span, function=function, helps=helps)
