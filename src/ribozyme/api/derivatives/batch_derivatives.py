"""Batches of what is more than one native call, and the derivatives of batches.

    rz.vmap(rz.vmap(f))(xss)              the outer loop in Python, the inner one native
    rz.vjp(rz.vmap(f), xs, p)             x̄ of each lane; p̄, which all lanes share, is a sum
    rz.jacobian(rz.vmap(f))(xs)           ∂y[i]/∂x[j] is zero where the lanes i and j differ

Invariant: lane k of a result is what one call with lane k of the arguments gives, to rounding where
the lanes are computed several at once.
"""

from collections.abc import Callable, Sequence
from typing import Any, final

import numpy as np

from ribozyme.api.calling.arguments import arranged
from ribozyme.api.calling.call_plan import Given, Left, Plan, no_number
from ribozyme.api.derivatives import by_choice, jacobians, transforms
from ribozyme.api.derivatives.batch import Batched, apart, no_axis
from ribozyme.api.derivatives.dealing import dealt
from ribozyme.api.derivatives.differentiate import Choice, choose, is_differentiable
from ribozyme.api.programs.notebook import function
from ribozyme.api.signatures.ctype import order_of
from ribozyme.api.signatures.parameters import Parameters
from ribozyme.base.errors import Error, error
from ribozyme.base.options import Options, current
from ribozyme.base.record import replaced

Axes = tuple[int | None, ...]


@final
class Repeated:
    """What `vmap` gives of a Jacobian, a Hessian or a batch: one call for each lane."""

    def __init__(self, of: Callable[..., Any], axes: Axes, out: int, how: Options) -> None:
        self._of, self._axes, self._out, self._how = of, axes, out, how
        self.plan: Plan = getattr(of, "plan")  # noqa: B009 (what takes arguments has one)
        self.name = f"vmap({getattr(of, 'name', of)})"

    __signature__ = Parameters()

    def __repr__(self) -> str:
        return f"<ribozyme function {self.name}: {self.plan.signature}>"

    def _repr_html_(self) -> str:
        return function(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return Repeated, (self._of, self._axes, self._out, self._how)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        values = self._values(args, kwargs)
        count = self._count(values)
        if not count:
            raise error("RZ011", f"'{self.name}' has no lanes: their results have no known shape")
        results: list[Any] = [None] * count

        def piece(first: int, last: int) -> None:
            for lane in range(first, last):
                results[lane] = self._lane(values, lane)

        dealt(count, self._how.threads, 1, self.name, piece)
        return stacked(results, self._out)

    def _values(self, args: Sequence[Any], kwargs: dict[str, Any]) -> list[Any]:
        inputs = tuple(given for given in self.plan.inputs if given.variable is None)
        return arranged(None, replaced(self.plan, inputs=inputs), args, kwargs)

    def _count(self, values: Sequence[Any]) -> int:
        lengths: dict[str, int] = {}
        for given, axis, value in zip(self.plan.inputs, self._axes, values, strict=False):
            if axis is None:
                continue
            shape = np.shape(value)
            if not -len(shape) <= axis < len(shape):
                raise no_axis(self.name, given.name, axis, shape)
            lengths[given.name] = shape[axis]
        if len(set(lengths.values())) > 1:
            raise apart(self.name, lengths)
        return next(iter(lengths.values()))

    def _lane(self, values: Sequence[Any], lane: int) -> Any:
        own, back = [], []
        for given, axis, value in zip(self.plan.inputs, self._axes, values, strict=False):
            if axis is None:
                own.append(value)
                continue
            there = np.moveaxis(np.asarray(value), axis, 0)[lane]
            part = np.array(there, order=order_of(given.type)) if there.ndim else there
            own.append(part)
            if given.parameter.writes and not np.may_share_memory(part, there):
                back.append((there, part))
        found = self._of(*own)
        for there, part in back:
            there[...] = part
        return found


def stacked(results: Sequence[Any], out: int) -> Any:
    """The results of the lanes, one behind the other along an axis; tuples member by member."""
    first = results[0]
    if first is None:
        return None
    if isinstance(first, tuple):
        return tuple(stacked(part, out) for part in zip(*results, strict=True))
    if not isinstance(first, np.ndarray | np.generic | float | int | complex):
        raise error("RZ511", f"vmap of what gives a {type(first).__name__} does not exist")
    return np.stack(results, axis=out)


# ---- derivatives of a batch ----------------------------------------------------------------------


def jvp(
    batch: Batched, primals: Sequence[Any], tangents: Sequence[Any], of: object, how: Options
) -> tuple[Any, Any]:
    """The values, and their derivatives, each lane along its own part of the tangents."""
    f, axes = batch.of, batch.axes
    values = arranged(f.program, f.plan, tuple(primals), {})
    if len(tangents) != len(values):
        raise error("RZ011", f"jvp of '{batch.name}' takes one tangent per primal: {len(values)}")
    wrt = tuple(
        n
        for n, tangent in enumerate(tangents)
        if tangent is not None and is_differentiable(f.plan, f.plan.inputs[n])
    )
    if not wrt:
        raise error("RZ010", f"jvp of '{batch.name}' has no tangent: nothing is differentiated")
    outputs = choose(f.plan, wrt, of)
    chosen = Choice(wrt, outputs.of, False, outputs.single_output)
    made = by_choice.along(f, chosen, how)
    lanes = Batched(made, (*axes, *(axes[n] for n in wrt)), 0, batch.how)
    value, tangent = lanes(*values, *(by_choice.copied(tangents[n]) for n in wrt))
    if outputs.single_output:
        value, tangent = (value,), (tangent,)
    places = [output_axis(batch, output) for output in outputs.of]
    mine = [any(part is one for one in values) for part in value]  # has its axis already
    value = tuple(
        part if own else np.moveaxis(part, 0, axis)
        for part, own, axis in zip(value, mine, places, strict=True)
    )
    tangent = tuple(np.moveaxis(part, 0, axis) for part, axis in zip(tangent, places, strict=True))
    return (value[0], tangent[0]) if outputs.single_output else (value, tangent)


def vjp(
    batch: Batched, primals: Sequence[Any], wrt: object, of: object, how: Options
) -> tuple[Any, Callable[..., Any]]:
    """The values, and the pullback; it runs the function again, on copies of the arguments."""
    f, axes = batch.of, batch.axes
    choice = choose(f.plan, wrt, of)
    values = arranged(f.program, f.plan, tuple(primals), {})
    saved = [by_choice.copied(value) for value in values]
    made = by_choice.pullback_of(f, choice, how)
    seeds = tuple(output_axis(batch, output) for output in choice.of)
    lanes = Batched(made, (*axes, *seeds), 0, batch.how)
    value = by_choice.value_of(batch, choice, values)

    def pullback(*cotangents: Any) -> Any:
        """The derivatives of the inputs, given those of the outputs; may be called repeatedly."""
        if len(cotangents) != len(seeds):
            raise error("RZ011", f"the pullback of '{batch.name}' takes {len(seeds)} cotangents")
        found = lanes(*map(by_choice.copied, saved), *map(by_choice.copied, cotangents))
        parts = (found,) if choice.single else found
        whole = tuple(
            part.sum(axis=0) if axes[n] is None else np.moveaxis(part, 0, axes[n] or 0)
            for n, part in zip(choice.wrt, parts, strict=True)
        )
        return whole[0] if choice.single else whole

    return value, pullback


def output_axis(batch: Batched, output: object) -> int:
    """Along which axis an output has its lanes: an array of the caller's as it is mapped."""
    if isinstance(output, Left):
        source = batch.plan.sources[output.slot]
        if isinstance(source, Given):
            return batch.axes[source.input] or 0
        return batch.out
    return 0


def jacobian(
    batch: Batched, by: str, wrt: object, of: object, options: dict[str, Any]
) -> Callable[..., Any]:
    """The Jacobian of all lanes by all lanes: each output's lane depends on the same lane alone."""
    f = batch.of
    makers: dict[str, Callable[..., Callable[..., Any]]] = {
        "jacobian": transforms.jacobian, "jacfwd": jacobians.jacfwd, "jacrev": jacobians.jacrev,
    }  # fmt: skip
    how = current().replace(**{k: v for k, v in options.items() if k != "sparse"})
    if options.get("sparse") or how.holomorphic or how.as_real:
        raise error("RZ511", f"a sparse or complex {by} of '{batch.name}' does not exist")
    choice = choose(f.plan, wrt, of)
    from ribozyme.api.derivatives.batch_matrices import mapped

    lanes = mapped(makers[by](f, wrt, of, **options), batch.axes, 0, batch.how)

    def whole(*args: Any, **kwargs: Any) -> Any:
        """The Jacobian at these arguments."""
        values = arranged(f.program, f.plan, args, kwargs)
        dims = [np.ndim(values[n]) for n in choice.wrt]
        found = lanes(*values)
        rows = (found,) if choice.single_output else found
        made = tuple(
            tuple(
                _spread(part, output_axis(batch, output), batch.axes[n], dim)
                for n, dim, part in zip(choice.wrt, dims, _row(row, choice), strict=True)
            )
            for output, row in zip(choice.of, rows, strict=True)
        )
        plain = tuple(row[0] if choice.single else row for row in made)
        return plain[0] if choice.single_output else plain

    return whole


def _row(row: Any, choice: Choice) -> tuple[Any, ...]:
    return (row,) if choice.single else tuple(row)


def _spread(lanes: np.ndarray[Any, Any], out: int, axis: int | None, dim: int) -> Any:
    """Blocks on the diagonal: (lane, output…, input…) → (output… with lane, input… with lane)."""
    if axis is None:
        return np.moveaxis(lanes, 0, out if out >= 0 else out - dim)
    count, inner = lanes.shape[0], dim - 1
    outer = lanes.ndim - 1 - inner
    shape = (count, *lanes.shape[1 : 1 + outer], count, *lanes.shape[1 + outer :])
    whole = np.zeros(shape, lanes.dtype)
    for lane in range(count):
        np.moveaxis(whole[lane], outer, 0)[lane] = lanes[lane]
    first = outer + 1
    whole = np.moveaxis(whole, first, first + axis % dim)
    return np.moveaxis(whole, 0, out % first)


def no_scalar(batch: Batched) -> Error:
    """A batch has one number for each lane, where one is wanted."""
    failure = no_number(batch.of.plan, f"'{batch.name}' gives one for each lane")
    helps = (
        f"the gradient in each lane: rz.vmap(rz.grad({batch.of.name}))",
        f"of a sum over lanes: rz.vjp(rz.vmap({batch.of.name}), …) with cotangents of 1",
    )
    found = failure.diagnostic
    return error(found.code, found.message, notes=found.notes, helps=helps)
