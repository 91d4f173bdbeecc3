"""Derivatives as functions, by what was chosen: what transforms, Jacobians, checks and patterns
are made of.

    along(f, choice, how)(x, …, dx, …)            →   (value, tangent)
    pullback_of(f, choice, how)(x, …, seed, …)    →   derivatives of the inputs

Each is the same object for the same question as long as anybody holds it.
"""

import copy
import ctypes
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

from ribozyme.api.calling.arguments import arranged
from ribozyme.api.calling.call_plan import Given, Left, Nest, Plan, no_number
from ribozyme.api.derivatives.differentiate import (
    Choice,
    forward,
    is_one_number,
    reverse,
)
from ribozyme.api.programs.functions import Function
from ribozyme.api.signatures.ctype import CType, Struct, is_complex, spelled
from ribozyme.base.options import Options
from ribozyme.base.record import replaced
from ribozyme.rules.added import in_force


class Evaluated(Protocol):
    """What runs on a value for every input: a function, or one over an axis of its arguments."""

    @property
    def plan(self) -> Plan: ...

    def whole(self, *values: Any) -> Any: ...


def derivative(
    f: Function, what: str, choice: Choice, how: Options, make: Callable[[], Plan]
) -> Function:
    """A derivative of `f`, the same object for the same question as long as anybody holds it."""
    key = (what, choice, how, in_force())
    found = f.derivatives.get(key)
    if found is None:
        plan = replaced(make(), name=f"{what}({f.name})")
        found = f.derivatives[key] = Function(f.program.under(how), f.signature, plan)
    return found


def slope(f: Function, choice: Choice, how: Options) -> Function:
    """The gradient by what was chosen."""
    return derivative(
        f, "grad", choice, how,
        lambda: reverse(f.plan, choice, how, value=False, seeded=False),
    )  # fmt: skip


def pullback_of(f: Function, choice: Choice, how: Options) -> Function:
    """The function of the arguments and the cotangents of the outputs."""
    return derivative(
        f, "vjp", choice, how,
        lambda: reverse(f.plan, choice, how, value=False, seeded=True),
    )  # fmt: skip


def slope_along(f: Function, choice: Choice, how: Options, width: int = 1) -> Function:
    """The gradient's derivative in directions: forward over reverse."""
    plan = slope(f, choice, how).plan
    whole = Choice(choice.wrt, plan.outputs, choice.single, choice.single)
    name = "hvp" if width == 1 else f"hvp {width}"
    return derivative(f, name, choice, how, lambda: forward(plan, whole, how, width))


def back_along(f: Function, choice: Choice, how: Options, width: int = 1) -> Function:
    """The derivative in directions of the pullback, for a cotangent: forward over reverse."""
    plan = pullback_of(f, choice, how).plan
    whole = Choice(choice.wrt, plan.outputs, choice.single, choice.single)
    return derivative(f, f"vjp jvp {width}", choice, how, lambda: forward(plan, whole, how, width))


def along(f: Function, choice: Choice, how: Options, width: int = 1) -> Function:
    """The derivative in directions."""
    name = "jvp" if width == 1 else f"jvp {width}"
    return derivative(f, name, choice, how, lambda: forward(f.plan, choice, how, width))


def value_of(f: Evaluated, choice: Choice, values: Sequence[Any]) -> Any:
    """Run the primal on the caller's arguments: its result, or what it left in the outputs."""
    returned = _by_number(f.plan.result, f.whole(*values))
    found = []
    for output in choice.of:
        if output in f.plan.outputs:
            found.append(returned[f.plan.outputs.index(output)])
            continue
        assert isinstance(output, Left)
        source = f.plan.sources[output.slot]
        assert isinstance(source, Given)
        found.append(values[source.input])
    return found[0] if choice.single_output else tuple(found)


def _by_number(shape: Nest, result: Any) -> dict[int, Any]:
    """Results by the number of the output, out of the tuples of a plan."""
    if isinstance(shape, int):
        return {shape: result}
    return {
        n: value
        for part, inner in zip(shape, result or (), strict=True)
        for n, value in _by_number(part, inner).items()
    }


def copied(value: Any) -> Any:
    """An argument's copy: arrays of any library as NumPy's, structs with arrays in them."""
    if isinstance(value, int | float | str | bytes | None | Function):
        return value
    if isinstance(value, memoryview | bytearray | ctypes.Array) or hasattr(value, "__dlpack__"):
        return _array(value)
    if hasattr(value, "__array_interface__"):
        return _array(value)
    if isinstance(value, dict | list | tuple):
        return copy.deepcopy(value)
    try:
        return copy.copy(value)
    except (TypeError, ValueError):
        return value


def _array(value: Any) -> Any:
    import numpy as np

    if isinstance(value, np.ndarray) or not hasattr(value, "__dlpack__"):
        return np.array(value, copy=True, order="A")
    return np.array(np.from_dlpack(value), copy=True, order="A")


_ONE_OF: Final = "of= names one; of derivatives by several inputs: hessian of the function itself"


def one_number(plan: Plan, choice: Choice, what: str, kinds: tuple[str, ...] = ("float",)) -> None:
    """`grad` and its like need an output that is one number; a call sees how long an array is."""
    named = replaced(plan, name=f"{what}({plan.name})")
    if len(choice.of) > 1:
        raise no_number(named, "it has several outputs", _ONE_OF)
    if not is_one_number(plan, choice.of[0], kinds):
        type = plan.output_type(choice.of[0])
        if isinstance(type, Struct):
            from ribozyme.api.calling.native_memory import dtype_of, room  # they need NumPy

            if dtype_of(type, plan.signature.layouts) is None:
                room(type, plan.signature.layouts)  # says that nothing can be had of it
        raise no_number(named, f"its output is {spelled(type)}", *_of_complex(plan, type))


def _of_complex(plan: Plan, type: CType) -> tuple[str, ...]:
    """What is the gradient of a complex number, where it is one."""
    if not is_complex(type, plan.signature.layouts):
        return ()
    return ("of a holomorphic function: rz.jacobian(f, holomorphic=True)",)


def run_again(
    f: Function, choice: Choice, how: Options
) -> tuple[Callable[..., tuple[Any, Any]], Callable[..., Any]]:
    """The halves of a reverse derivative without a tape, of a function that may run again.

    value, kept = forward(x, n)      runs the function; `kept` are copies of x and n
    x_bar = reverse(kept, 1.0)       runs it again, forward and back, any number of times
    """
    back = pullback_of(f, choice, how)

    def forward(*args: Any, **kwargs: Any) -> tuple[Any, tuple[Any, ...]]:
        """The value, and copies of the arguments."""
        values = arranged(f.program, f.plan, args, kwargs)
        kept = tuple(map(copied, values))
        return value_of(f, choice, values), kept

    def reverse(kept: Sequence[Any], *cotangents: Any) -> Any:
        """The derivatives of the inputs, given copies of the arguments and the cotangents."""
        given = cotangents or ((1.0,) if choice.single_output else ())
        return back.whole(*map(copied, kept), *given)

    return forward, reverse
