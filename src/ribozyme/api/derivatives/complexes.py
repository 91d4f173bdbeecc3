"""What a matrix of derivatives says of complex numbers, after JAX.

    real inputs                  one number per pair of entries: ∂f/∂x, complex where the output is
    real outputs                 one number: ∂f/∂Re x + i ∂f/∂Im x, the convention of `grad`
    complex, holomorphic=True    one number: f'(z)
    complex, as_real=True        2×2: rows Re and Im of the output, columns Re and Im of the input

Anything else would be a part of the derivative only, and is refused (RZ015). A sweep fills blocks
of real numbers, `out.shape + in.shape + (r, c)`; `assembled` makes of them what is shown.
"""

from collections.abc import Sequence
from typing import Any, Final, Literal, assert_never

import numpy as np

from ribozyme.api.calling.call_plan import Plan
from ribozyme.api.derivatives.differentiate import Choice
from ribozyme.api.signatures.ctype import is_complex
from ribozyme.base.errors import Error, error
from ribozyme.base.options import Options

Reading = Literal["along", "gradient", "holomorphic", "parts"]
Block = np.ndarray[Any, Any]

_REAL: Final = (1.0,)
_BOTH: Final = (1.0, 1j)


def reading(plan: Plan, choice: Choice, how: Options, what: str) -> Reading:
    """How the matrix of a function is read; raises where one number would not be all of it."""
    layouts = plan.signature.layouts
    inputs = [is_complex(plan.inputs[n].type, layouts) for n in choice.wrt]
    outputs = [is_complex(plan.output_type(o), layouts) for o in choice.of]
    if how.holomorphic and how.as_real:
        raise _refused(plan, what, "holomorphic and as_real are two ways to say the same")
    if how.as_real:
        return "parts"
    if how.holomorphic:
        if all(inputs) and all(outputs):
            return "holomorphic"
        real = [
            plan.inputs[n].name for n, is_so in zip(choice.wrt, inputs, strict=True) if not is_so
        ]
        which = f"'{real[0]}' is real" if real else "an output is real"
        raise _refused(plan, what, f"holomorphic=True is of complex functions, and {which}")
    if not any(inputs):
        return "along"
    if not any(outputs) and what == "jacobian":
        return "gradient"
    name = plan.inputs[choice.wrt[inputs.index(True)]].name
    raise _refused(plan, what, f"'{name}' is complex, so a derivative is a 2×2 matrix")


def _refused(plan: Plan, what: str, why: str) -> Error:
    return error(
        "RZ015",
        f"{what} of '{plan.name}': {why}",
        notes=(str(plan.signature),),
        helps=(
            "holomorphic=True where the function is complex differentiable: f'(z)",
            "as_real=True: by real and imaginary parts",
            "jvp and vjp take complex tangents and cotangents of any function",
        ),
    )


def not_holomorphic(plan: Plan, what: str) -> Error:
    """The Cauchy-Riemann equations do not hold."""
    return error(
        "RZ015",
        f"{what} of '{plan.name}': the function is not holomorphic here, as its derivatives "
        "along Re and Im of the inputs show",
        notes=(str(plan.signature),),
        helps=("as_real=True: by real and imaginary parts",),
    )


def units(value: Any, parts: bool) -> tuple[complex, ...]:
    """The directions of one entry that a sweep runs along."""
    return _BOTH if parts and np.iscomplexobj(value) else _REAL


def assembled(block: Block, how: Reading, output: Any, input: Any, *, rows: bool) -> Block:
    """A block as it is shown; `rows` says that reverse sweeps have filled it."""
    match how:
        case "parts":
            whole = (np.iscomplexobj(output), np.iscomplexobj(input))
            return block.squeeze(tuple(axis - 2 for axis in (0, 1) if not whole[axis]))
        case "along":
            return _number(block[..., 0, 0], block[..., 1, 0] if np.iscomplexobj(output) else None)
        case "gradient":
            return _number(block[..., 0, 0], block[..., 0, 1] if np.iscomplexobj(input) else None)
        case "holomorphic":
            if rows:  # the adjoint of 1 is the conjugate of the derivative
                return _number(block[..., 0, 0], 0 - block[..., 0, 1])
            return _number(block[..., 0, 0], block[..., 1, 0])
        case other:
            assert_never(other)


def _number(real: Block, imaginary: Block | None) -> Block:
    if imaginary is None:
        return real
    made = np.empty(real.shape, np.result_type(real.dtype, np.complex64))
    made.real, made.imag = real, imaginary
    return made


def put(block: Block, at: tuple[Any, ...], part: Any, axis: int, k: int) -> None:
    """Store a derivative, Re and Im along one of the last two axes, at `k` of the other."""
    halves = (np.real(part), np.imag(part)) if block.shape[axis] == 2 else (np.real(part),)
    for n, half in enumerate(halves):
        block[(*at, n, k) if axis == -2 else (*at, k, n)] = half


def agree(found: Sequence[Any], wanted: Sequence[Any], sizes: Sequence[Any], most: float) -> bool:
    """Whether numbers are the same to rounding, those that are finite; `sizes` of their terms."""
    for one, two, size in zip(found, wanted, sizes, strict=True):
        off = abs(np.asarray(one) - np.asarray(two))
        if np.any(off > most * np.asarray(size)):  # not a number is not greater
            return False
    return True
