"""The sweeps that fill a dense matrix of derivatives, in real numbers.

A sweep runs on copies of the arguments, along one entry of an input (forward) or output (reverse);
a complex number counts as two where both its parts are needed (`complexes`).

    blocks[o][i]    out.shape + in.shape + (r, c): Re and Im of the output, Re and Im of the input
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, Literal, final

import numpy as np

from ribozyme.api.derivatives.by_choice import along, copied, pullback_of
from ribozyme.api.derivatives.complexes import Block, Reading, put, units
from ribozyme.api.derivatives.differentiate import Choice
from ribozyme.api.programs.checkpointable import (
    has_regions,
    may_checkpoint,
    may_have_rules_of_functions,
)
from ribozyme.api.programs.functions import Function
from ribozyme.base.options import Options

Blocks = list[list[Block]]
Place = tuple[int, tuple[int, ...], int, complex]
"""A value by number, an entry of it, and the direction there: its number, and 1 or i."""

By = Literal["fewest", "columns", "rows"]
"""Forward sweeps, reverse ones, or whichever are fewer."""

Units = Callable[[Any], tuple[complex, ...]]
Fill = Callable[[int, tuple[int, ...], int, Sequence[Any]], None]

_WIDEST: Final = 8
_WIDEST_SECOND: Final = 4  # code of second order is long as it is


@final
class Sweeps:
    """The sweeps that fill the blocks of a Jacobian at a point, in real numbers."""

    def __init__(
        self,
        f: Function,
        choice: Choice,
        how: Options,
        reading: Reading,
        saved: Sequence[Any],
        outputs: Sequence[Any],
    ) -> None:
        self.f, self.choice, self.how = f, choice, how
        self._reading, self.saved, self.outputs = reading, saved, outputs
        self.inputs = tuple(saved[n] for n in choice.wrt)

    def blocks(self, by: By) -> tuple[Blocks, bool]:
        """The blocks, and whether they were made row by row."""
        fewer = by == "fewest" and len(list(self._seeds())) < len(list(self._directions()))
        if by == "rows" or fewer:
            return self.rows(), True
        return self.columns(), False

    def rows(self) -> Blocks:
        """By reverse sweeps: an adjoint of all inputs for each output."""
        blocks = empty(self.outputs, self.inputs, self._seed_units, all_parts)
        back = pullback_of(self.f, self.choice, self.how)
        for o, at, r, unit in self._seeds():
            seeds = _seeded(self.outputs, o, at, unit)
            found = back.whole(*map(copied, self.saved), *seeds)
            for i, part in enumerate((found,) if self.choice.single else found):
                put(blocks[o][i], (*at, ...), part, -1, r)
        return blocks

    def columns(self) -> Blocks:
        """By forward sweeps: a tangent of all outputs for each input."""
        blocks = empty(self.outputs, self.inputs, all_parts, self._input_units)

        def fill(i: int, at: tuple[int, ...], c: int, tangents: Sequence[Any]) -> None:
            for o, part in enumerate(tangents):
                put(blocks[o][i], (..., *at), part, -2, c)

        run, width = self.forward()
        single = self.choice.single_output
        sweep(run, [*self.saved], self.inputs, width, self._directions(), fill, single)
        return blocks

    def forward(self) -> tuple[Function, int]:
        width = widest(self.f, self.how, len(list(self._directions())), _WIDEST)
        return along(self.f, self.choice, self.how, width), width

    def _seed_units(self, value: Any) -> tuple[complex, ...]:
        return units(value, self._reading in ("along", "parts"))

    def _input_units(self, value: Any) -> tuple[complex, ...]:
        return units(value, self._reading in ("gradient", "parts"))

    def _seeds(self) -> Iterator[Place]:
        return places(self.outputs, self._seed_units)

    def _directions(self) -> Iterator[Place]:
        return places(self.inputs, self._input_units)


def widest(f: Function, how: Options, count: int, most: int) -> int:
    """How many directions one sweep takes: what the option says, else up to `most`."""
    wanted = how.width if how.width > 1 else most_at_once(f, most)
    return min(wanted, 1 << max(count - 1, 0).bit_length())


def most_at_once(f: Function, most: int) -> int:
    """How many directions one sweep may take: one where a rule is made of functions, which need not
    be functions that can be called for each direction, and may check each run."""
    return 1 if may_have_rules_of_functions(f.program) else most


def widest_second(f: Function, how: Options, count: int) -> int:
    """The same for derivatives of a gradient: one where they are made in the other order
    (`exchanged`)."""
    if may_checkpoint(f.program, how) or has_regions(f.program):
        return 1
    return widest(f, how, count, _WIDEST_SECOND)


def sweep(
    run: Function,
    given: Sequence[Any],
    inputs: Sequence[Any],
    width: int,
    places: Iterator[Place],
    fill: Fill,
    single: bool,
) -> None:
    """Hand `fill` the tangents along each direction, `width` of them at once."""
    whole = list(places)
    for start in range(0, len(whole), width):
        mine = whole[start : start + width]
        lanes = [*mine, *[None] * (width - len(mine))]
        tangents = [
            unit_at(x, lane[1], lane[3]) if lane is not None and lane[0] == k else unit_at(x, None)
            for lane in lanes
            for k, x in enumerate(inputs)
        ]
        _, found = run.whole(*map(copied, given), *tangents)
        for (i, at, c, _), column in zip(mine, found if width > 1 else (found,), strict=False):
            fill(i, at, c, (column,) if single else column)


def empty(outputs: Sequence[Any], inputs: Sequence[Any], r: Units, c: Units) -> Blocks:
    """Blocks of zeros, with as many real numbers per entry as there are directions."""
    return [
        [
            np.zeros(
                (*np.shape(out), *np.shape(x), len(r(out)), len(c(x))),
                np.zeros(0, np.result_type(out, x)).real.dtype,
            )
            for x in inputs
        ]
        for out in outputs
    ]


def all_parts(value: Any) -> tuple[complex, ...]:
    """Re and Im of a complex number."""
    return units(value, True)


def places(values: Sequence[Any], directions: Units) -> Iterator[Place]:
    """Every direction of every entry."""
    for k, value in enumerate(values):
        for at in np.ndindex(np.shape(value)):
            for number, unit in enumerate(directions(value)):
                yield k, at, number, unit


def unit_at(value: Any, at: tuple[int, ...] | None, unit: complex = 1.0) -> Any:
    """A value of the same shape, a unit at a place and zero elsewhere."""
    if not np.ndim(value) and not isinstance(value, np.ndarray):
        return 0.0 if at is None else unit
    made = np.zeros_like(np.asarray(value))  # in the same order
    if at is not None:
        made[at] = unit
    return made


def _seeded(outputs: Sequence[Any], o: int, at: tuple[int, ...], unit: complex) -> list[Any]:
    return [unit_at(out, at if k == o else None, unit) for k, out in enumerate(outputs)]
