"""The transforms: functions to derivatives.

    rz.grad(f)(3.0)      rz.value_and_grad(f, wrt="x")      value, tangent = rz.jvp(f, (x,), (dx,))

`grad`, `value_and_grad`, `jacobian` and `hessian` return functions with f's parameters; `jvp`,
`vjp` and `hvp` run at once. What each takes as inputs and outputs is said in
`differentiate.choose`; the Jacobians of one mode, and products with one, are in `jacobians`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ribozyme.api.calling.arguments import arranged
from ribozyme.api.calling.with_variables import opened
from ribozyme.api.derivatives.asked import prepared, transform
from ribozyme.api.derivatives.differentiate import (
    Choice,
    choose,
    is_differentiable,
    reverse,
)
from ribozyme.api.programs.functions import Function
from ribozyme.base.errors import error
from ribozyme.base.options import Options
from ribozyme.rules.added import in_force

if TYPE_CHECKING:
    from ribozyme.api.derivatives.split import Halved

from ribozyme.api.derivatives.by_choice import (
    along,
    copied,
    derivative,
    one_number,
    slope,
    slope_along,
)


@transform
def grad(f: Function, /, wrt: object = None, of: object = None, **options: Any) -> Function:
    """The gradient of a function with one number as output, by its inputs `wrt`.

    What it returns is a function with f's parameters, and has derivatives in turn. Derivatives come
    in new arrays, or in `out=…` (an array, or a tuple of them) where no parameter has that name; a
    buffer the function writes is written as by the function itself. By a complex number it is
    ∂f/∂Re + i ∂f/∂Im, as PyTorch has it; JAX gives the conjugate.

    >>> rz.grad(lib.area)(2.0)
    12.0
    >>> rz.grad(lib.energy, wrt=("x", "k"))(x, 3, 0.5)
    (array([1., 2., 3.]), 14.0)
    """
    how = prepared(f, "grad", options)
    f = opened(f, wrt)
    choice = choose(f.plan, wrt, of)
    one_number(f.plan, choice, "grad")
    return _checked(slope(f, choice, how), f, choice, how, lambda found: found)


@transform
def value_and_grad(
    f: Function, /, wrt: object = None, of: object = None, **options: Any
) -> Function:
    """Like `grad`, giving the pair (value, gradient).

    >>> rz.value_and_grad(lib.energy, wrt="x")(x, 3, 0.5)
    (7.0, array([1., 2., 3.]))
    """
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

    `primals` are the arguments, `tangents` one for each; None where it is not differentiated, as
    for a member of a struct, which may be left out, too.

    >>> rz.jvp(lib.area, (2.0,), (10.0,))
    (12.0, 120.0)
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

    if isinstance(value, Mapping) and isinstance(tangent, Mapping):
        return _whole(value, tangent)
    arrays = isinstance(value, np.ndarray) and isinstance(tangent, np.ndarray)
    return tangent.copy(order="K") if arrays and np.may_share_memory(value, tangent) else tangent


def _whole(value: Mapping[str, Any], tangent: Mapping[str, Any]) -> dict[str, Any]:
    """A tangent of a struct: 0 for members that it leaves out, or for which it has None."""
    found = dict(tangent)
    for name, member in value.items():
        given = found.get(name)
        if isinstance(member, Mapping) and isinstance(given, Mapping | None):
            found[name] = _whole(member, given or {})
        elif given is None:
            found[name] = _zero(member)
    return found


def _zero(member: Any) -> Any:
    """What has the shape of a member and changes nothing. Whole numbers may be passed for floats,
    and nobody reads those of a tangent: they are 0, too."""
    import numpy as np

    if isinstance(member, np.ndarray | list | tuple):
        return np.zeros_like(np.asarray(member))
    return 0 if isinstance(member, int | float | complex | np.number) else member


@transform
def vjp(
    f: Function, /, *primals: Any, wrt: object = None, of: object = None, **options: Any
) -> tuple[Any, Callable[..., Any]]:
    """The value, and the function that takes cotangents of the outputs back to the inputs.

    The function runs once, here. The pullback may be called more than once, and returns as `grad`
    does; the arguments may change in between.

    >>> value, pullback = rz.vjp(lib.cubes, x, 3, out, wrt="x")
    >>> pullback(np.array([1.0, 0.0, 1.0]))
    array([ 3.,  0., 27.])
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
def split(f: Function, /, wrt: object = None, of: object = None, **options: Any) -> "Halved":
    """The halves of the reverse derivative: `value, tape = fwd(…)`, `derivatives = rev(tape, …)`.

    A tape may be run back more than once, and frees its memory when it is dropped. Where a rule's
    `gradient` may free or change what its `augment` kept, what waits are copies of the arguments,
    and each reverse half runs the function again.

    >>> fwd, rev = rz.split(lib.area)
    >>> value, tape = fwd(2.0)
    >>> rev(tape), rev(tape, 10.0)
    (12.0, 120.0)
    """
    how = prepared(f, "split", options)
    f = opened(f, wrt)
    return _split(f, choose(f.plan, wrt, of), how)


def _split(f: Function, choice: Choice, how: Options) -> "Halved":
    key = ("split", choice, how, in_force())
    found: Halved | None = f.derivatives.get(key)
    if found is None:
        from ribozyme.api.derivatives.split import split_by

        found = f.derivatives[key] = split_by(f, choice, how)
    return found


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

    >>> rz.hvp(lib.energy, (x, 3, 0.5), np.array([1.0, 0.0, 2.0]), wrt="x")
    array([1., 0., 2.])
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

    >>> rz.jacobian(lib.cubes, wrt="x")(x, 3, out)
    array([[ 3.,  0.,  0.],
           [ 0., 12.,  0.],
           [ 0.,  0., 27.]])
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

    >>> rz.sparsity(lib.cubes, x, 3, out, wrt="x").nnz
    3
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
    by: str = "auto",
    order: str | None = None,
    pairs: object = None,
    **options: Any,
) -> Callable[..., Any]:
    """The Hessian: its shape is the input's, twice. Where inputs are complex it wants
    `holomorphic=True` or `as_real=True`, as `jacobian` does.

    With `sparse=True` it is a SciPy CSR matrix, with `pattern` and `order` as `jacobian` has them.
    `by` is "star" (as by "auto") or "acyclic": fewer sweeps, more rounding. `pairs` asks for some
    blocks alone: a pair of inputs gives one, a tuple or list of pairs a tuple of them.

    >>> rz.hessian(lib.area)(2.0)
    6.0
    >>> rz.hessian(lib.energy, pairs=("x", "k"))(x, 3, 0.5)
    array([2., 4., 6.])
    """
    from ribozyme.api.derivatives.dense import Hessian

    if pairs is not None:
        from ribozyme.api.derivatives.jacobians import blocks

        if wrt is not None or sparse:
            raise error("RZ001", f"hessian of '{f.name}': pairs= stands without wrt= and sparse=")
        return blocks(f, pairs, of, options)
    how = prepared(f, "hessian", options)
    f = opened(f, wrt)
    choice = choose(f.plan, wrt, of)
    if sparse:
        from ribozyme.api.sparse.matrices import SparseHessian, wanted

        one_number(f.plan, choice, "hessian")
        asked = wanted(pattern, by, order, second=True)
        return SparseHessian(f, choice, how.of_code, asked)
    one_number(f.plan, choice, "hessian", ("float", "complex"))
    return Hessian(f, choice, how)


# ---- what they share -----------------------------------------------------------------------------


def _several(values: object, what: str) -> tuple[Any, ...]:
    if isinstance(values, tuple | list):
        return tuple(values)
    raise error("RZ008", f"{what} is a tuple with one entry per parameter, not {values!r}")


__all__ = [
    "grad", "hessian", "hvp", "jacobian", "jvp", "sparsity", "split", "value_and_grad", "vjp",
]  # fmt: skip
