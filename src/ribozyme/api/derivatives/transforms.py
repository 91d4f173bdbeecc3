"""The transforms: functions to derivatives.

    rz.grad(f)(3.0)      rz.value_and_grad(f, wrt="x")      value, tangent = rz.jvp(f, (x,), (dx,))

`grad`, `value_and_grad`, `jacobian` and `hessian` return functions with f's parameters; `jvp`,
`vjp` and `hvp` run at once. What each takes as inputs and outputs is said in
`differentiate.choose`; the Jacobians of one mode, and products with one, are in `jacobians`.
"""

import copy
import ctypes
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ribozyme.api.calling.arguments import arranged
from ribozyme.api.calling.globals import opened
from ribozyme.api.calling.plan import Given, Left, Nest, Plan, no_number
from ribozyme.api.derivatives.asked import prepared, transform
from ribozyme.api.derivatives.differentiate import (
    Choice,
    choose,
    forward,
    is_differentiable,
    is_one_number,
    reverse,
)
from ribozyme.api.programs.functions import Function
from ribozyme.api.signatures.ctype import CType, is_complex, spelled
from ribozyme.base.errors import error
from ribozyme.base.options import Options
from ribozyme.base.record import replaced
from ribozyme.rules.added import in_force

if TYPE_CHECKING:
    from ribozyme.api.derivatives.batch import Batched
    from ribozyme.api.derivatives.split import ForwardHalf, ReverseHalf


@transform
def grad(f: Function, /, wrt: object = None, of: object = None, **options: Any) -> Function:
    """The gradient of a function with one number as output, by its inputs `wrt`.

    What it returns is a function with f's parameters, and has derivatives in turn. Derivatives come
    in new arrays, or in `out=…` (an array, or a tuple of them) where no parameter has that name; a
    buffer the function writes is written as by the function itself. By a complex number it is
    ∂f/∂Re + i ∂f/∂Im, as PyTorch has it; JAX gives the conjugate.
    """
    how = prepared(f, "grad", options)
    f = opened(f, wrt)
    choice = choose(f.plan, wrt, of)
    one_number(f.plan, choice, "grad")
    return _checked(slope(f, choice, how), f, choice, how, lambda found: found)


def slope(f: Function, choice: Choice, how: Options) -> Function:
    """The gradient by what was chosen."""
    return derivative(
        f, "grad", choice, how,
        lambda: reverse(f.plan, choice, how, value=False, seeded=False),
    )  # fmt: skip


@transform
def value_and_grad(
    f: Function, /, wrt: object = None, of: object = None, **options: Any
) -> Function:
    """Like `grad`, giving the pair (value, gradient)."""
    how = prepared(f, "value_and_grad", options)
    f = opened(f, wrt)
    choice = choose(f.plan, wrt, of)
    one_number(f.plan, choice, "value_and_grad")
    made = derivative(
        f, "value_and_grad", choice, how,
        lambda: reverse(f.plan, choice, how, value=True, seeded=False),
    )  # fmt: skip
    return _checked(made, f, choice, how, lambda found: found[1])


def _checked(
    made: Function, f: Function, choice: Choice, how: Options, gradient: Callable[[Any], Any]
) -> Function:
    """A gradient that is compared with differences as the option `check` says."""
    if how.check == "never" or f.plan.routine.order or (made.was_called and how.check == "first"):
        return made
    if f.plan.has_variables:  # comparing would change what others may be reading
        return made

    def begin(made: Function, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if how.check == "always":
            made.begin = begin
        elif not made.is_new:
            return made(*args, **kwargs)
        from ribozyme.api.checking.first import verify

        mine = {name: value for name, value in kwargs.items() if name != "out"}
        names = {given.name for given in made.plan.inputs}
        whole = kwargs if "out" in names else mine
        before = [copied(value) for value in arranged(made.program, made.plan, args, whole)]
        plain = Function(made.program, made.signature, made.plan) if made.begin else made
        found = plain(*args, **kwargs)
        verify(f, choice, how, before, gradient(found))
        return found

    made.begin = begin
    return made


@transform
def jvp(
    f: Function,
    /,
    primals: Sequence[Any],
    tangents: Sequence[Any],
    of: object = None,
    **options: Any,
) -> tuple[Any, Any]:
    """The value, and its derivative in a direction: forward mode, at once.

    `primals` are the arguments, `tangents` one for each; None where it is not differentiated.
    """
    how = prepared(f, "jvp", options)
    values = arranged(f.program, f.plan, _several(primals, "primals"), {})
    given = _several(tangents, "tangents")
    if len(given) != len(values):
        raise error(
            "RZ011",
            f"jvp of '{f.name}' takes one tangent per primal: {len(values)}, it got {len(given)}",
            helps=("None stands for an input that is not differentiated",),
        )
    wrt = tuple(
        n
        for n, tangent in enumerate(given)
        if tangent is not None and is_differentiable(f.plan, f.plan.inputs[n])
    )
    outputs = choose(f.plan, wrt or None, of)
    chosen = Choice(wrt or outputs.wrt, outputs.of, False, outputs.single_output)
    if not wrt:
        raise error("RZ010", f"jvp of '{f.name}' has no tangent, so nothing is differentiated")
    directions = (_beside(values[n], given[n]) for n in wrt)
    found: tuple[Any, Any] = along(f, chosen, how).whole(*values, *directions)
    return found


def _beside(value: Any, tangent: Any) -> Any:
    """A tangent in memory of its own: the address of the value stands for no tangent."""
    import numpy as np

    arrays = isinstance(value, np.ndarray) and isinstance(tangent, np.ndarray)
    return copied(tangent) if arrays and np.may_share_memory(value, tangent) else tangent


@transform
def vjp(
    f: Function, /, *primals: Any, wrt: object = None, of: object = None, **options: Any
) -> tuple[Any, Callable[..., Any]]:
    """The value, and the function that takes cotangents of the outputs back to the inputs.

    The function runs once, here. The pullback may be called more than once, and returns as `grad`
    does; the arguments may change in between.
    """
    how = prepared(f, "vjp", options)
    f = opened(f, wrt)
    choice = choose(f.plan, wrt, of)
    fwd, rev = _split(f, choice, how)
    value, tape = fwd(*primals)

    def pullback(*cotangents: Any) -> Any:
        """The derivatives of the inputs, given those of the outputs; may be called repeatedly."""
        if not cotangents:
            raise error("RZ011", f"the pullback of '{f.name}' takes cotangents, it got none")
        return rev(tape, *cotangents)

    return value, pullback


@transform
def split(
    f: Function, /, wrt: object = None, of: object = None, **options: Any
) -> "tuple[ForwardHalf, ReverseHalf]":
    """The halves of the reverse derivative: `value, tape = fwd(…)`, `derivatives = rev(tape, …)`.

    A tape may be run back more than once, and frees its memory when it is dropped.
    """
    how = prepared(f, "split", options)
    f = opened(f, wrt)
    return _split(f, choose(f.plan, wrt, of), how)


def _split(f: Function, choice: Choice, how: Options) -> "tuple[ForwardHalf, ReverseHalf]":
    key = ("split", choice, how, in_force())
    found: tuple[ForwardHalf, ReverseHalf] | None = f.derivatives.get(key)
    if found is None:
        from ribozyme.api.derivatives.split import split_by

        found = f.derivatives[key] = split_by(f, choice, how)
    return found


def pullback_of(f: Function, choice: Choice, how: Options) -> Function:
    """The function of the arguments and the cotangents of the outputs."""
    return derivative(
        f, "vjp", choice, how,
        lambda: reverse(f.plan, choice, how, value=False, seeded=True),
    )  # fmt: skip


def value_of(f: "Function | Batched", choice: Choice, values: Sequence[Any]) -> Any:
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
        return np.array(value, copy=True, order="C")
    return np.array(np.from_dlpack(value), copy=True, order="C")


@transform
def hvp(
    f: Function,
    /,
    primals: Sequence[Any],
    vector: Any,
    wrt: object = None,
    of: object = None,
    **options: Any,
) -> Any:
    """The Hessian of a function with one number as output, times a vector like the inputs.

    `vector` is a tuple if there are several inputs. Costs a few gradients, whatever their size.
    """
    how = prepared(f, "hvp", options)
    f = opened(f, wrt)
    values = arranged(f.program, f.plan, _several(primals, "primals"), {})
    choice = choose(f.plan, wrt, of)
    one_number(f.plan, choice, "hvp")
    vectors = tuple(vector) if isinstance(vector, tuple | list) else (vector,)
    if len(vectors) != len(choice.wrt):
        raise error(
            "RZ011",
            f"hvp of '{f.name}' takes a vector for each of its {len(choice.wrt)} inputs, "
            f"it got {len(vectors)}",
        )
    _, found = slope_along(f, choice, how).whole(*values, *vectors)
    return found


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


@transform
def jacobian(
    f: Function,
    /,
    wrt: object = None,
    of: object = None,
    *,
    sparse: bool = False,
    pattern: Any = "any",
    by: str = "auto",
    order: str | None = None,
    **options: Any,
) -> Callable[..., Any]:
    """The Jacobian, as a function with f's parameters: its shape is the output's, then the
    input's. Forward or reverse mode, whichever needs fewer sweeps (`jacfwd`, `jacrev` say which).

    With `sparse=True` it is a SciPy CSR matrix: a row for each entry of the outputs, a column for
    each of the inputs. `pattern` says where it has entries: where an output may depend on an input
    ("any", found once and kept), where it does at this point ("here"), or a matrix. `by` says what
    sweeps take together ("columns", "rows", "both"), `order` in which order these are coloured.

    Where inputs and outputs are complex it wants `holomorphic=True` (f'(z), checked) or
    `as_real=True` (an axis of length 2 for each complex output and input, behind the others).
    """
    from ribozyme.api.derivatives.dense import Jacobian

    how = prepared(f, "jacobian", options)
    f = opened(f, wrt)
    if sparse:
        from ribozyme.api.sparse.matrices import SparseJacobian, wanted

        asked = wanted(pattern, by, order)
        return SparseJacobian(f, choose(f.plan, wrt, of), how.of_code, asked)
    return Jacobian(f, choose(f.plan, wrt, of), how)


@transform
def sparsity(
    f: Function,
    /,
    *primals: Any,
    wrt: object = None,
    of: object = None,
    pattern: str = "any",
    second: bool = False,
    **options: Any,
) -> Any:
    """Where the Jacobian has entries, or with `second=True` the Hessian: a Boolean CSR matrix.

    By "any" an entry is there if the output may depend on the input at some point: both sides of
    choices are followed. By "here" it is there if it does at this point. It may be handed to
    `jacobian(f, sparse=True, pattern=…)`.
    """
    from ribozyme.api.sparse.matrices import hessian_pattern, pattern_of, symmetric, wanted

    how = prepared(f, "sparsity", options)
    f = opened(f, wrt)
    way = wanted(pattern, "auto", None).pattern
    values = arranged(f.program, f.plan, primals, {})
    choice = choose(f.plan, wrt, of)
    if second:
        one_number(f.plan, choice, "sparsity")
        return symmetric(hessian_pattern(f, choice, how, way, values)[0])
    return pattern_of(f, choice, how, way, values)[0].copy()


@transform
def hessian(
    f: Function,
    /,
    wrt: object = None,
    of: object = None,
    *,
    sparse: bool = False,
    pattern: Any = "any",
    order: str | None = None,
    **options: Any,
) -> Callable[..., Any]:
    """The Hessian: its shape is the input's, twice. Where inputs are complex it wants
    `holomorphic=True` or `as_real=True`, as `jacobian` does. With `sparse=True` it is a SciPy CSR
    matrix, with `pattern` and `order` as `jacobian` has them.
    """
    from ribozyme.api.derivatives.dense import Hessian

    how = prepared(f, "hessian", options)
    f = opened(f, wrt)
    choice = choose(f.plan, wrt, of)
    if sparse:
        from ribozyme.api.sparse.matrices import SparseHessian, wanted

        one_number(f.plan, choice, "hessian")
        return SparseHessian(f, choice, how.of_code, wanted(pattern, "auto", order))
    one_number(f.plan, choice, "hessian", ("float", "complex"))
    return Hessian(f, choice, how)


# ---- what they share -----------------------------------------------------------------------------


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


def _several(values: object, what: str) -> tuple[Any, ...]:
    if isinstance(values, tuple | list):
        return tuple(values)
    raise error("RZ008", f"{what} is a tuple with one entry per parameter, not {values!r}")


def one_number(plan: Plan, choice: Choice, what: str, kinds: tuple[str, ...] = ("float",)) -> None:
    """`grad` and its like need an output that is one number; a call sees how long an array is."""
    named = replaced(plan, name=f"{what}({plan.name})")
    if len(choice.of) > 1:
        raise no_number(named, "of names several outputs")
    if not is_one_number(plan, choice.of[0], kinds):
        type = plan.output_type(choice.of[0])
        raise no_number(named, f"its output is {spelled(type)}", *_of_complex(plan, type))


def _of_complex(plan: Plan, type: CType) -> tuple[str, ...]:
    """What is the gradient of a complex number, where it is one."""
    if not is_complex(type, plan.signature.layouts):
        return ()
    return ("of a holomorphic function: rz.jacobian(f, holomorphic=True)",)


__all__ = [
    "grad", "hessian", "hvp", "jacobian", "jvp", "sparsity", "split", "value_and_grad", "vjp",
]  # fmt: skip
