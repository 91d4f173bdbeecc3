"""Jacobians and Hessians of all lanes of a batch, sweep by sweep.

    rz.vmap(rz.jacobian(f))(xs)      for each direction:  J[:, …, j] = tangents of all lanes at once

A sweep along one direction, or some, is a native call over all lanes, with their vectors and
threads; directions are the same in each lane. A block has its lanes in front. What has complex
numbers, structs or variables is left to `batch_derivatives.Repeated`.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, final

import numpy as np

from ribozyme.api.calling.arguments import arranged
from ribozyme.api.calling.call_plan import Plan
from ribozyme.api.derivatives import by_choice
from ribozyme.api.derivatives.batch import Batched, element_type
from ribozyme.api.derivatives.batch_derivatives import Axes, Repeated, output_axis
from ribozyme.api.derivatives.dense import Hessian, Jacobian
from ribozyme.api.derivatives.differentiate import Choice
from ribozyme.api.derivatives.sweeps import Place, all_parts, places, unit_at, widest, widest_second
from ribozyme.api.programs.checkpointable import may_checkpoint
from ribozyme.api.programs.functions import Function
from ribozyme.api.programs.notebook import function
from ribozyme.api.signatures.ctype import CType, order_of
from ribozyme.api.signatures.parameters import Parameters
from ribozyme.base.errors import error
from ribozyme.base.options import Options
from ribozyme.base.record import dataclass

Block = np.ndarray[Any, Any]
_WIDEST: Final = 8


def mapped(of: Callable[..., Any], axes: Axes, out: int, how: Options) -> "Matrices | Repeated":
    """What `vmap` gives of a matrix of derivatives, or of anything else with a plan."""
    if isinstance(of, Jacobian | Hessian) and _is_native(of, axes):
        return Matrices(of, axes, out, how)
    return Repeated(of, axes, out, how)


def _is_native(of: Jacobian | Hessian, axes: Axes) -> bool:
    """Whether all that comes in and goes out are real numbers, and arrays of them."""
    plan = of.f.plan
    types = [given.type for given in plan.inputs]
    types += [plan.output_type(output) for output in of.choice.of]
    return (
        not plan.has_variables
        and not may_checkpoint(of.f.program, of.how)
        and all(element_type(plan, type) is not None for type in types)
        and all(axis is not None for axis, i in zip(axes, plan.inputs, strict=True)
                if i.parameter.writes)
    )  # fmt: skip


@final
class Matrices:
    """What `vmap` gives of a Jacobian or a Hessian."""

    __signature__ = Parameters()

    def __init__(self, of: Jacobian | Hessian, axes: Axes, out: int, how: Options) -> None:
        self._of, self._axes, self._out, self._how = of, axes, out, how
        self.plan: Plan = of.plan
        self.name = f"vmap({of.name})"

    def __repr__(self) -> str:
        return f"<ribozyme function {self.name}: {self.plan.signature}>"

    def _repr_html_(self) -> str:
        return function(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return Matrices, (self._of, self._axes, self._out, self._how)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        f, choice = self._of.f, self._of.choice
        values = arranged(f.program, f.plan, args, kwargs)
        primal = Batched(f, self._axes, 0, self._how, self.name)
        count = primal.count(values)
        if not count:
            raise error("RZ011", f"'{self.name}' has no lanes: their results have no known shape")
        saved = [
            by_choice.copied(value) if axis is None else _in_front(value, axis)
            for value, axis in zip(values, self._axes, strict=True)
        ]
        value = by_choice.value_of(primal, choice, values)
        whole = (value,) if choice.single_output else tuple(value)
        outputs = [
            _first(_in_front(one, output_axis(primal, output)), f.plan.output_type(output))
            for one, output in zip(whole, choice.of, strict=True)
        ]
        lanes = _Lanes(
            f, choice, self._of.how, self._how, self._axes, saved, count, outputs, self.name
        )  # fmt: skip
        blocks = lanes.hessian() if isinstance(self._of, Hessian) else lanes.jacobian(self._of.by)
        shown = [[np.moveaxis(block, 0, self._out) for block in row] for row in blocks]
        if isinstance(self._of, Hessian):
            return shown[0][0] if choice.single else tuple(map(tuple, shown))
        found = tuple(row[0] if choice.single else tuple(row) for row in shown)
        return found[0] if choice.single_output else found


def _in_front(value: Any, axis: int) -> Block:
    """A copy with its lanes one behind the other."""
    return np.array(np.moveaxis(np.asarray(value), axis, 0), order="C")


def _first(lanes: Block, type: CType) -> Any:
    """What the first lane has, laid out as a parameter of this type wants it."""
    lane = lanes[0]
    return np.array(lane, order=order_of(type)) if lane.ndim else lane


@final
@dataclass(frozen=True, eq=False)
class _Lanes:
    """The sweeps over all lanes of some arguments; `outputs` are those of the first lane."""

    f: Function
    choice: Choice
    how: Options
    batch: Options
    axes: Axes
    saved: Sequence[Any]
    count: int
    outputs: Sequence[Any]
    name: str

    @property
    def inputs(self) -> list[Any]:
        """What is differentiated, as the first lane has it."""
        return [self._first(n) for n in self.choice.wrt]

    def _first(self, n: int) -> Any:
        value = self.saved[n]
        return value if self.axes[n] is None else _first(value, self.f.plan.inputs[n].type)

    def jacobian(self, by: str) -> list[list[Block]]:
        """A row of blocks for each output."""
        columns, rows = list(places(self.inputs, all_parts)), list(places(self.outputs, all_parts))
        if by == "rows" or (by == "fewest" and len(rows) < len(columns)):
            return self._by_rows(rows)
        width = widest(self.f, self.how, len(columns), _WIDEST)
        run = by_choice.along(self.f, self.choice, self.how, width)
        return self._by_columns(run, width, columns, self.outputs, self.choice.single_output)

    def hessian(self) -> list[list[Block]]:
        """A row of blocks for each input."""
        columns = list(places(self.inputs, all_parts))
        width = widest_second(self.f, self.how, len(columns))
        run = by_choice.slope_along(self.f, self.choice, self.how, width)
        return self._by_columns(run, width, columns, self.inputs, self.choice.single)

    def _by_columns(
        self, run: Function, width: int, columns: list[Place], outputs: Sequence[Any], single: bool
    ) -> list[list[Block]]:
        blocks = self._empty(outputs)
        for start in range(0, len(columns), width):
            mine = columns[start : start + width]
            tangents = [
                unit_at(x, place[1] if place is not None and place[0] == k else None)
                for place in [*mine, *[None] * (width - len(mine))]
                for k, x in enumerate(self.inputs)
            ]
            _, found = self._swept(run, tangents)
            for (k, at, _, _), column in zip(mine, found if width > 1 else (found,), strict=False):
                here: Any = (..., *at)
                for row, part in zip(blocks, (column,) if single else column, strict=True):
                    row[k][here] = part
        return blocks

    def _by_rows(self, rows: list[Place]) -> list[list[Block]]:
        blocks = self._empty(self.outputs)
        run = by_choice.pullback_of(self.f, self.choice, self.how)
        for o, at, _, _ in rows:
            seeds = [unit_at(y, at if k == o else None) for k, y in enumerate(self.outputs)]
            found = self._swept(run, seeds)
            parts = (found,) if self.choice.single else found
            here: Any = (slice(None), *at)
            for block, part in zip(blocks[o], parts, strict=True):
                block[here] = part
        return blocks

    def _empty(self, outputs: Sequence[Any]) -> list[list[Block]]:
        return [
            [
                np.zeros((self.count, *np.shape(y), *np.shape(x)), np.result_type(y, x))
                for x in self.inputs
            ]
            for y in outputs
        ]

    def _swept(self, run: Function, directions: Sequence[Any]) -> Any:
        """All lanes along the same directions; each has its own where it writes to it."""
        given = run.plan.inputs[len(self.saved) :]
        own = [one.parameter.writes for one in given]
        along = [
            np.repeat(np.asarray(x)[None], self.count, 0) if mine else x
            for x, mine in zip(directions, own, strict=True)
        ]
        axes = tuple(None if axis is None else 0 for axis in self.axes)
        axes += tuple(0 if mine else None for mine in own)
        lanes = Batched(run, axes, 0, self.batch, self.name)
        return lanes.whole(*map(by_choice.copied, self.saved), *along)
