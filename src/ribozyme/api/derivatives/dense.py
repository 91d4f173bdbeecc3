"""Dense Jacobians and Hessians, column by column or row by row, whichever is fewer.

A Jacobian with fewer outputs than inputs is made by reverse sweeps, one per output; otherwise by
forward ones, up to eight inputs in each. The caller's arrays are left as the primal leaves them.
What is said to be holomorphic is checked by one sweep more, along i times a random direction, but
for `check="never"`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, final

import numpy as np

from ribozyme.api.calling.arguments import arranged
from ribozyme.api.calling.call_plan import Plan, no_number
from ribozyme.api.checking import rounding
from ribozyme.api.derivatives.by_choice import (
    back_along,
    copied,
    pullback_of,
    slope_along,
    value_of,
)
from ribozyme.api.derivatives.complexes import (
    Block,
    agree,
    assembled,
    not_holomorphic,
    put,
    reading,
    units,
)
from ribozyme.api.derivatives.differentiate import Choice
from ribozyme.api.derivatives.sweeps import (
    Blocks,
    By,
    Sweeps,
    all_parts,
    empty,
    places,
    sweep,
    unit_at,
    widest_second,
)
from ribozyme.api.programs.functions import Function
from ribozyme.api.programs.notebook import function
from ribozyme.api.signatures.ctype import Number, Pointer, Struct, is_complex, spelled
from ribozyme.api.signatures.parameters import Parameters
from ribozyme.base.errors import Error, error
from ribozyme.base.options import Options


@final
class Jacobian:
    """A function with f's parameters that gives the Jacobian."""

    def __init__(self, f: Function, choice: Choice, how: Options, by: By = "fewest") -> None:
        check_inputs(f.plan, choice)
        self.f, self.choice, self.how, self.by = f, choice, how, by
        self.name, self.plan = f"jacobian({f.name})", f.plan
        self._reading = reading(f.plan, choice, how, "jacobian")

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.with_value(args, kwargs)[1]

    __signature__ = Parameters()

    def __repr__(self) -> str:
        return f"<ribozyme derivative {self.name}: {self.plan.signature}>"

    def _repr_html_(self) -> str:
        return function(self)

    def with_value(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[Any, Any]:
        """The value, and the Jacobian."""
        values = arranged(self.f.program, self.f.plan, args, kwargs)
        saved = [copied(value) for value in values]
        value = value_of(self.f, self.choice, values)
        outputs = (value,) if self.choice.single_output else tuple(value)
        inputs = tuple(saved[n] for n in self.choice.wrt)
        check_values("an output", "of", outputs)
        check_values("an input", "wrt", inputs)
        sweeps = Sweeps(self.f, self.choice, self.how, self._reading, saved, outputs)
        blocks, rows = sweeps.blocks(self.by)
        shown = [
            [
                assembled(part, self._reading, out, x, rows=rows)
                for part, x in zip(row, inputs, strict=True)
            ]
            for row, out in zip(blocks, outputs, strict=True)
        ]
        if self._reading == "holomorphic" and self.how.check != "never":
            _check_holomorphic(sweeps, shown, rows=rows)
        found = tuple(row[0] if self.choice.single else tuple(row) for row in _plain(shown))
        return value, found[0] if self.choice.single_output else found


def _check_holomorphic(s: Sweeps, shown: Sequence[Sequence[Block]], *, rows: bool) -> None:
    """The derivative along i times a direction is i times that along the direction."""
    rng = np.random.default_rng(0)
    if rows:
        given = [1j * rng.uniform(0.5, 1.5, np.shape(out)) for out in s.outputs]
        back = pullback_of(s.f, s.choice, s.how)
        seeds = [_like(value, out) for value, out in zip(given, s.outputs, strict=True)]
        found = back.whole(*map(copied, s.saved), *seeds)
        parts = (found,) if s.choice.single else found
        pairs = [[np.conj(row[i]) for row in shown] for i in range(len(parts))]
        sums = [_weighed(column, given, first=True) for column in pairs]
    else:
        given = [1j * rng.uniform(0.5, 1.5, np.shape(x)) for x in s.inputs]
        tangents = [_like(value, x) for value, x in zip(given, s.inputs, strict=True)]
        run, width = s.forward()
        zeros = [unit_at(x, None) for x in s.inputs] * (width - 1)
        _, found = run.whole(*map(copied, s.saved), *tangents, *zeros)
        found = found if width == 1 else found[0]
        parts = (found,) if s.choice.single_output else found
        sums = [_weighed(row, given, first=False) for row in shown]
    wanted, sizes = zip(*sums, strict=True)
    if not agree(parts, wanted, sizes, _most(s.f, parts)):
        raise not_holomorphic(s.f.plan, "jacobian")


@final
class Hessian:
    """A function with f's parameters that gives the Hessian: forward over reverse."""

    def __init__(self, f: Function, choice: Choice, how: Options) -> None:
        check_inputs(f.plan, choice)
        self.f, self.choice, self.how = f, choice, how
        self.name, self.plan = f"hessian({f.name})", f.plan
        self._reading = reading(f.plan, choice, how, "hessian")
        self._is_complex = is_complex(f.plan.output_type(choice.of[0]), f.plan.signature.layouts)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        values = arranged(self.f.program, self.f.plan, args, kwargs)
        saved = [copied(value) for value in values]
        inputs = tuple(saved[n] for n in self.choice.wrt)
        check_values("an input", "wrt", inputs)
        if self._is_complex:
            value = value_of(self.f, self.choice, values)
            check_values("an output", "of", (value,))
            blocks = self._of_complex(value, saved, inputs)
        else:
            run, width = self._forward(inputs)
            blocks = self._swept(run, width, saved, inputs, ())
            blocks = [[self._shown((part,), i, k, inputs) for k, part in enumerate(row)]
                      for i, row in enumerate(blocks)]  # fmt: skip
            if self.plan.written:
                value_of(self.f, self.choice, values)  # leaves what the user's arrays are to hold
        rows = _plain(blocks)
        return rows[0][0] if self.choice.single else tuple(map(tuple, rows))

    __signature__ = Parameters()

    def __repr__(self) -> str:
        return f"<ribozyme derivative {self.name}: {self.plan.signature}>"

    def _repr_html_(self) -> str:
        return function(self)

    def _of_complex(self, value: Any, saved: Sequence[Any], inputs: Sequence[Any]) -> Blocks:
        """The second derivatives of Re and Im of the output; of a holomorphic one, of Re alone."""
        if np.size(value) != 1:
            raise no_number(self.f.plan, f"the output has the shape {np.shape(value)}")
        run, width = self._forward(inputs)
        first = np.zeros(np.ndim(value), int)
        seeds = [
            unit_at(value, tuple(first), unit)
            for unit in ((1.0,) if self._reading == "holomorphic" else (1.0, 1j))
        ]
        parts = [self._swept(run, width, saved, inputs, (seed,)) for seed in seeds]
        shown = [
            [self._shown([part[i][k] for part in parts], i, k, inputs) for k in range(len(inputs))]
            for i in range(len(inputs))
        ]
        if self._reading == "holomorphic" and self.how.check != "never":
            self._check_holomorphic(value, saved, inputs, shown)
        return shown

    def _shown(self, parts: Sequence[Block], i: int, k: int, inputs: Sequence[Any]) -> Block:
        """A block, from those of Re and Im of the output."""
        blocks = [
            assembled(part, self._reading, inputs[i], inputs[k], rows=False) for part in parts
        ]
        match self._reading:
            case "holomorphic":
                return np.conj(blocks[0]) + 0  # reverse mode gives the conjugate of the slope
            case "parts" if len(blocks) == 2:
                axis = -1 - np.iscomplexobj(inputs[i]) - np.iscomplexobj(inputs[k])
                return np.stack(blocks, axis)
            case _ if len(blocks) == 2:
                made = np.empty(blocks[0].shape, np.result_type(blocks[0], np.complex64))
                made.real, made.imag = blocks
                return made
            case _:
                return blocks[0]

    def _swept(
        self,
        run: Function,
        width: int,
        saved: Sequence[Any],
        inputs: Sequence[Any],
        seed: tuple[Any, ...],
    ) -> Blocks:
        blocks = empty(inputs, inputs, all_parts, self._units)

        def fill(k: int, at: tuple[int, ...], c: int, tangents: Sequence[Any]) -> None:
            for i, part in enumerate(tangents):
                put(blocks[i][k], (..., *at), part, -2, c)

        directions = places(inputs, self._units)
        sweep(run, [*saved, *seed], inputs, width, directions, fill, self.choice.single)
        return blocks

    def _check_holomorphic(
        self, value: Any, saved: Sequence[Any], inputs: Sequence[Any], shown: Blocks
    ) -> None:
        """Both the slope and its derivative turn with the seed and the direction."""
        rng = np.random.default_rng(0)
        run, width = self._forward(inputs)
        at = (0,) * np.ndim(value)
        given = [1j * rng.uniform(0.5, 1.5, np.shape(x)) for x in inputs]
        tangents = [_like(one, x) for one, x in zip(given, inputs, strict=True)]
        idle = [unit_at(x, None) for x in inputs]
        found = []
        for unit, lane in ((1.0, idle), (1j, tangents)):
            args = (*map(copied, saved), unit_at(value, at, unit), *lane, *idle * (width - 1))
            slope, dots = run.whole(*args)
            dots = dots if width == 1 else dots[0]
            found.append((slope, dots) if not self.choice.single else ((slope,), (dots,)))
        (slopes, _), (turned, dots) = found
        sums = [_weighed(row, given, first=False) for row in shown]
        wanted = [1j * np.asarray(one) for one in slopes] + [1j * np.conj(one) for one, _ in sums]
        sizes = [abs(np.asarray(one)) for one in slopes] + [size for _, size in sums]
        if not agree((*turned, *dots), wanted, sizes, _most(self.f, turned)):
            raise not_holomorphic(self.f.plan, "hessian")

    def _forward(self, inputs: Sequence[Any]) -> tuple[Function, int]:
        count = len(list(places(inputs, self._units)))
        width = widest_second(self.f, self.how, count)
        if self._is_complex:
            return back_along(self.f, self.choice, self.how, width), width
        return slope_along(self.f, self.choice, self.how, width), width

    def _units(self, value: Any) -> tuple[complex, ...]:
        return units(value, self._reading == "parts")


def check_inputs(plan: Plan, choice: Choice) -> None:
    """Raises where an input has no rows or columns of its own."""
    for n in choice.wrt:
        type = plan.inputs[n].type
        to = type.to if isinstance(type, Pointer) else type
        if is_complex(to, plan.signature.layouts):
            continue
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


def check_values(what: str, option: str, values: Sequence[Any]) -> None:
    """Raises where a value has no rows or columns of its own."""
    if any(isinstance(value, dict) for value in values):
        raise _of_struct(what, option)


def _plain(blocks: Sequence[Sequence[Block]]) -> list[list[Any]]:
    """Blocks without any axis are numbers."""
    return [[block if block.ndim else block.item() for block in row] for row in blocks]


def _like(values: Block, of: Any) -> Any:
    """Complex numbers in the shape and type of an argument."""
    return values.astype(of.dtype) if isinstance(of, np.ndarray) else complex(values)


def _weighed(blocks: Sequence[Block], given: Sequence[Any], *, first: bool) -> tuple[Any, Any]:
    """The sum of the products over the first axes or the last, and that of their sizes."""
    total, size = np.zeros(()), np.zeros(())
    for block, weights in zip(blocks, given, strict=True):
        axes = np.ndim(weights)
        one, two = (weights, block) if first else (block, weights)
        total = total + np.tensordot(one, two, axes)
        size = size + np.tensordot(abs(np.asarray(one)), abs(np.asarray(two)), axes)
    return total, size


def _most(f: Function, found: Sequence[Any]) -> float:
    """How far apart, relatively, the two sides of the Cauchy-Riemann equations may be."""
    unit = max(rounding.unit(f), *(rounding.unit_of(one) for one in found))
    return float(10 * np.sqrt(unit))
