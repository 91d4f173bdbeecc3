"""Equations R(x, p) = 0, by functions of a library: their residual, and its derivatives.

    root          R(x, p) = residual(x, p)
    fixed point   R(x, p) = x - step(x, p)
    minimum       R(x, p) = the gradient of objective(x, p) by x

An equation is posed to a function with one input as the unknown and an output of its shape. An
array that only receives that output is no input of the user's: it is made here for each call.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, final

import numpy as np

from ribozyme.api.calling.call_plan import Given, Left, Output
from ribozyme.api.derivatives.by_choice import (
    along,
    back_along,
    copied,
    one_number,
    pullback_of,
    slope,
    value_of,
)
from ribozyme.api.derivatives.dense import Jacobian
from ribozyme.api.derivatives.differentiate import Choice, choose, is_differentiable
from ribozyme.api.programs.functions import Function
from ribozyme.api.signatures.ctype import Array, Number, Pointer, spelled
from ribozyme.base.errors import error
from ribozyme.base.options import Options
from ribozyme.base.record import record

Kind = Literal["root", "fixed point", "minimum"]
Vector = np.ndarray[Any, Any]
Tangents = Mapping[int, Any]  # by the number of the input


@final
@record
class Equation:
    """An equation for the input `unknown` of a function.

    `result` is the input that receives the output, and is no argument of the solution; -1 if there
    is none. `objective` is the function of whose gradient `f` is the residual, and what of it is
    differentiated.
    """

    f: Function
    kind: Kind
    unknown: int
    output: Output
    result: int
    how: Options
    objective: tuple[Function, Choice] | None = None

    @property
    def given(self) -> tuple[int, ...]:
        """The inputs that the user passes."""
        return tuple(n for n in range(len(self.f.plan.inputs)) if n != self.result)

    @property
    def parameters(self) -> tuple[int, ...]:
        """The inputs on which a solution may depend smoothly."""
        plan = self.f.plan
        return tuple(
            n
            for n in self.given
            if n != self.unknown
            and plan.inputs[n].parameter.reads
            and is_differentiable(plan, plan.inputs[n])
        )

    def residual(self, values: Sequence[Any]) -> Vector:
        """R at a value for every input."""
        args = self._own(values)
        returned = self.f.whole(*args)
        if isinstance(self.output, Left):
            source = self.f.plan.sources[self.output.slot]
            returned = args[source.input] if isinstance(source, Given) else returned
        found = np.asarray(returned, float)
        return np.asarray(values[self.unknown], float) - found if self._is_step else found

    def value(self, values: Sequence[Any]) -> float:
        """The objective."""
        assert self.objective is not None
        found = value_of(*self.objective, self._own(values))
        return float(np.asarray(found).reshape(-1)[0])

    def along(self, values: Sequence[Any], tangents: Tangents) -> Vector:
        """The derivative of R in a direction of some inputs."""
        choice = self._choice(tuple(sorted(tangents)))
        directions = [tangents[n] for n in choice.wrt]
        _, found = along(self.f, choice, self.how).whole(*self._own(values), *directions)
        return self._less(tangents, found)

    def back(self, values: Sequence[Any], cotangent: Any, wrt: Sequence[int]) -> dict[int, Any]:
        """The derivatives of the product of R with a constant cotangent."""
        choice = self._choice(tuple(wrt))
        found = pullback_of(self.f, choice, self.how).whole(*self._own(values), cotangent)
        parts = dict(zip(choice.wrt, found, strict=True))
        if not self._is_step:
            return parts
        return {n: _minus(cotangent if n == self.unknown else 0.0, x) for n, x in parts.items()}

    def back_along(
        self, values: Sequence[Any], cotangent: Any, tangents: Tangents
    ) -> dict[int, Any]:
        """What `back` gives, differentiated in a direction of the inputs."""
        choice = self._choice(tuple(sorted(tangents)))
        directions = [tangents[n] for n in choice.wrt]
        run = back_along(self.f, choice, self.how)
        _, found = run.whole(*self._own(values), cotangent, *directions)
        parts = dict(zip(choice.wrt, found, strict=True))
        return {n: _minus(0.0, x) for n, x in parts.items()} if self._is_step else parts

    def matrix(self, values: Sequence[Any]) -> Vector:
        """The derivative of R by the unknown, dense."""
        choice = Choice((self.unknown,), (self.output,), True, True)
        found = Jacobian(self.f, choice, self.how)(*self._own(values))
        size = np.size(values[self.unknown])
        dense = np.asarray(found, float).reshape(size, size)
        return np.eye(size) - dense if self._is_step else dense

    @property
    def _is_step(self) -> bool:
        return self.kind == "fixed point"

    def _choice(self, wrt: tuple[int, ...]) -> Choice:
        return Choice(wrt, (self.output,), False, True)

    def _own(self, values: Sequence[Any]) -> list[Any]:
        """The values, those that the function may write as copies."""
        inputs = self.f.plan.inputs
        return [
            copied(x) if given.parameter.writes else x
            for given, x in zip(inputs, values, strict=True)
        ]

    def _less(self, tangents: Tangents, found: Any) -> Vector:
        moved = np.asarray(found, float)
        return np.asarray(tangents.get(self.unknown, 0.0)) - moved if self._is_step else moved


def _minus(one: Any, other: Any) -> Any:
    made = np.asarray(one) - np.asarray(other)
    return made.astype(np.asarray(other).dtype) if np.ndim(other) else float(made)


def posed(f: object, kind: Kind, unknown: object, of: object, how: Options, what: str) -> Equation:
    """The equation that a function poses for an input, by its name or position."""
    if not isinstance(f, Function):
        raise error(
            "RZ008",
            f"{what} takes a function of a library, not {f!r}",
            helps=('f = rz.load("model.c").residual',),
        )
    chosen = choose(f.plan, unknown, of)
    place = _unknown(f, chosen, what)
    if kind == "minimum":
        one_number(f.plan, chosen, what)
        by_unknown = Choice((place,), chosen.of, True)
        made = slope(f, by_unknown, how)
        return Equation(made, kind, place, made.plan.outputs[0], -1, how, (f, by_unknown))
    if len(chosen.of) != 1:
        raise error("RZ009", f"'{f.name}' has {len(chosen.of)} outputs, {what} needs one of them")
    (output,) = chosen.of
    result = -1
    if isinstance(output, Left):
        source = f.plan.sources[output.slot]
        result = source.input if isinstance(source, Given) and source.input != place else -1
    return Equation(f, kind, place, output, result, how)


def _unknown(f: Function, chosen: Choice, what: str) -> int:
    """The input that is solved for: a number or an array of them."""
    if len(chosen.wrt) != 1 or not chosen.single:
        names = tuple(f'unknown="{f.plan.inputs[n].name}"' for n in chosen.wrt)
        raise error(
            "RZ001",
            f"{what} of '{f.name}' solves for one parameter: which?",
            notes=(str(f.plan.signature),),
            helps=names,
        )
    given = f.plan.inputs[chosen.wrt[0]]
    to = given.type.to if isinstance(given.type, Pointer) else given.type
    to = to.of if isinstance(to, Array) else to
    if not isinstance(to, Number) or to.kind != "float":
        raise error(
            "RZ001", f"'{given.name}' is {spelled(given.type)}: {what} solves for real numbers"
        )
    return chosen.wrt[0]
