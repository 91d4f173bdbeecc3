"""Dense Jacobians and Hessians, column by column or row by row, whichever is fewer.

A Jacobian with fewer outputs than inputs is made by reverse sweeps, one per output; otherwise by
forward ones, up to eight inputs in each. The caller's arrays are left as the primal leaves them;
each sweep runs on copies.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, final

import numpy as np

from ribozyme.api.arguments import arranged
from ribozyme.api.ctype import Number, Pointer, Struct, spelled
from ribozyme.api.differentiate import Choice
from ribozyme.api.functions import Function
from ribozyme.api.plan import Plan
from ribozyme.api.transforms import along, copied, pullback_of, slope_along, value_of
from ribozyme.base.errors import Error, error
from ribozyme.base.options import Options


@final
class Jacobian:
    """A function with f's parameters that gives the Jacobian."""

    def __init__(self, f: Function, choice: Choice, how: Options) -> None:
        _check_inputs(f.plan, choice)
        self._f, self._choice = f, choice
        self._how = how

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        values = arranged(self._f.program, self._f.plan, args, kwargs)
        saved = [copied(value) for value in values]
        value = value_of(self._f, self._choice, values)
        outputs = (value,) if self._choice.single_output else tuple(value)
        if any(isinstance(output, dict) for output in outputs):
            raise _of_struct("an output", "of")
        inputs = tuple(saved[n] for n in self._choice.wrt)
        if sum(map(np.size, outputs)) < sum(map(np.size, inputs)):
            blocks = self._rows(saved, outputs, inputs)
        else:
            blocks = self._columns(saved, outputs, inputs)
        found = tuple(row[0] if self._choice.single else tuple(row) for row in blocks)
        return found[0] if self._choice.single_output else found

    def _rows(
        self, saved: Sequence[Any], outputs: Sequence[Any], inputs: Sequence[Any]
    ) -> list[list[Any]]:
        blocks = _empty(outputs, inputs)
        back = pullback_of(self._f, self._choice, self._how)
        for o, at in _places(outputs):
            seeds = [_unit(out, at if k == o else None) for k, out in enumerate(outputs)]
            found = back.whole(*(copied(v) for v in saved), *seeds)
            for i, part in enumerate((found,) if self._choice.single else found):
                blocks[o][i][at] = part
        return _plain(blocks)

    def _columns(
        self, saved: Sequence[Any], outputs: Sequence[Any], inputs: Sequence[Any]
    ) -> list[list[Any]]:
        width = _width(self._how, inputs, _WIDEST)
        run = along(self._f, self._choice, self._how, width)
        blocks = _empty(outputs, inputs)
        _sweep(run, saved, inputs, width, blocks, self._choice.single_output)
        return _plain(blocks)


@final
class Hessian:
    """A function with f's parameters that gives the Hessian: forward over reverse."""

    def __init__(self, f: Function, choice: Choice, how: Options) -> None:
        _check_inputs(f.plan, choice)
        self._f, self._choice, self._how = f, choice, how

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        values = arranged(self._f.program, self._f.plan, args, kwargs)
        saved = [copied(value) for value in values]
        self._f.whole(*values)
        inputs = tuple(saved[n] for n in self._choice.wrt)
        blocks = _empty(inputs, inputs)
        width = _width(self._how, inputs, _WIDEST_SECOND)
        run = slope_along(self._f, self._choice, self._how, width)
        _sweep(run, saved, inputs, width, blocks, self._choice.single)
        rows = _plain(blocks)
        return rows[0][0] if self._choice.single else tuple(map(tuple, rows))


_WIDEST: Final = 8
_WIDEST_SECOND: Final = 4  # code of second order is long as it is


def _width(how: Options, inputs: Sequence[Any], widest: int) -> int:
    """How many directions one sweep takes: what the option says, else up to `widest`."""
    count = sum(map(np.size, inputs))
    wanted = how.width if how.width > 1 else widest
    return min(wanted, 1 << max(count - 1, 0).bit_length())


def _sweep(
    run: Function,
    saved: Sequence[Any],
    inputs: Sequence[Any],
    width: int,
    blocks: Sequence[Sequence[np.ndarray[Any, Any]]],
    single: bool,
) -> None:
    """Fill blocks column by column, `width` directions at once."""
    places = list(_places(inputs))
    for start in range(0, len(places), width):
        mine = places[start : start + width]
        lanes = [*mine, *[None] * (width - len(mine))]
        tangents = [
            _unit(x, lane[1] if lane is not None and lane[0] == k else None)
            for lane in lanes
            for k, x in enumerate(inputs)
        ]
        _, found = run.whole(*(copied(v) for v in saved), *tangents)
        for (i, at), column in zip(mine, found if width > 1 else (found,), strict=False):
            for o, part in enumerate((column,) if single else column):
                blocks[o][i][_behind(at)] = part


def _check_inputs(plan: Plan, choice: Choice) -> None:
    for n in choice.wrt:
        type = plan.inputs[n].type
        to = type.to if isinstance(type, Pointer) else type
        if isinstance(to, Struct):
            raise _of_struct(f"'{plan.inputs[n].name}'", "wrt")
        if not isinstance(to, Number) and "*" in spelled(to) + "*" * isinstance(to, Pointer):
            raise error("RZ001", f"'{plan.inputs[n].name}' is no array; name others in wrt")


def _of_struct(what: str, option: str) -> Error:
    return error(
        "RZ001",
        f"{what} is a struct, and a matrix of derivatives has rows and columns of numbers",
        helps=(f"name numbers and arrays in {option}", "jvp and vjp take structs"),
    )


def _empty(outputs: Sequence[Any], inputs: Sequence[Any]) -> list[list[np.ndarray[Any, Any]]]:
    return [
        [np.zeros((*np.shape(out), *np.shape(x)), np.result_type(out, x)) for x in inputs]
        for out in outputs
    ]


def _plain(blocks: list[list[np.ndarray[Any, Any]]]) -> list[list[Any]]:
    """Blocks without any axis are numbers."""
    return [[block if block.ndim else block.item() for block in row] for row in blocks]


def _places(values: Sequence[Any]) -> Iterator[tuple[int, tuple[int, ...]]]:
    for k, value in enumerate(values):
        for at in np.ndindex(np.shape(value)):
            yield k, at


def _behind(at: tuple[int, ...]) -> Any:
    """The index of everything whose last axes are at a place."""
    return (..., *at)


def _unit(value: Any, at: tuple[int, ...] | None) -> Any:
    """A value of the same shape, one at a place and zero elsewhere."""
    if not np.ndim(value):
        return 0.0 if at is None else 1.0
    made = np.zeros(np.shape(value), np.asarray(value).dtype)
    if at is not None:
        made[at] = 1
    return made
