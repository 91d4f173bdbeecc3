"""Jacobians in one mode, with the value, and as a linear operator.

    rz.jacfwd(f)(x)          by columns, forward sweeps
    rz.jacrev(f)(x)          by rows, reverse sweeps
    value, matrix = rz.value_and_jacobian(f)(x)
    J = rz.linearize(f, x);   J @ v;   J.T @ w          nothing but products

`transforms.jacobian` chooses the mode.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, final

from ribozyme.api.calling.arguments import arranged
from ribozyme.api.calling.native_memory import laid_out_as
from ribozyme.api.calling.with_variables import opened
from ribozyme.api.derivatives.asked import prepared, transform
from ribozyme.api.derivatives.by_choice import along, copied, pullback_of, value_of
from ribozyme.api.derivatives.differentiate import Choice, choose
from ribozyme.api.derivatives.transforms import grad, jacobian
from ribozyme.api.programs.functions import Function
from ribozyme.api.programs.notebook import function
from ribozyme.api.signatures.ctype import is_complex
from ribozyme.api.signatures.parameters import Parameters
from ribozyme.base.errors import error
from ribozyme.base.options import Options

if TYPE_CHECKING:
    from scipy.sparse.linalg import LinearOperator


@transform
def jacfwd(
    f: Function, /, wrt: object = None, of: object = None, **options: Any
) -> Callable[..., Any]:
    """The Jacobian as `jacobian` gives it, by forward mode: a sweep for each entry of the inputs,
    or for eight of them at once. Right for more outputs than inputs.

    >>> rz.jacfwd(lib.cubes, wrt="x")(x, 3, out).diagonal()
    array([ 3., 12., 27.])
    """
    from ribozyme.api.derivatives.dense import Jacobian

    how = prepared(f, "jacfwd", options)
    f = opened(f, wrt)
    return Jacobian(f, choose(f.plan, wrt, of), how, "columns")


@transform
def jacrev(
    f: Function, /, wrt: object = None, of: object = None, **options: Any
) -> Callable[..., Any]:
    """The Jacobian as `jacobian` gives it, by reverse mode: a sweep for each entry of the outputs.
    Right for fewer outputs than inputs.

    >>> rz.jacrev(lib.cubes, wrt="x")(x, 3, out).diagonal()
    array([ 3., 12., 27.])
    """
    from ribozyme.api.derivatives.dense import Jacobian

    how = prepared(f, "jacrev", options)
    f = opened(f, wrt)
    return Jacobian(f, choose(f.plan, wrt, of), how, "rows")


@transform
def value_and_jacobian(
    f: Function, /, wrt: object = None, of: object = None, *, sparse: bool = False, **options: Any
) -> Callable[..., tuple[Any, Any]]:
    """Like `jacobian`, with the same options, giving the pair (value, Jacobian). The value of an
    output that is an array of the caller's is that array.

    >>> value, matrix = rz.value_and_jacobian(lib.cubes, wrt="x")(x, 3, out)
    >>> value, matrix.diagonal()
    (array([ 1.,  8., 27.]), array([ 3., 12., 27.]))
    """
    from ribozyme.api.derivatives.dense import Jacobian

    if sparse:
        return _beside_matrix(f, wrt, of, jacobian(f, wrt, of, sparse=True, **options))
    how = prepared(f, "value_and_jacobian", options)
    f = opened(f, wrt)
    return WithValue(f, Jacobian(f, choose(f.plan, wrt, of), how).with_value)


def _beside_matrix(
    f: Function, wrt: object, of: object, matrix: Callable[..., Any]
) -> Callable[..., tuple[Any, Any]]:
    f = opened(f, wrt)
    choice = choose(f.plan, wrt, of)

    def both(args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[Any, Any]:
        found = matrix(*map(copied, args), **{key: copied(one) for key, one in kwargs.items()})
        return value_of(f, choice, arranged(f.program, f.plan, args, kwargs)), found

    return WithValue(f, both)


@final
class WithValue:
    """A function with f's parameters that gives the value and the Jacobian."""

    __signature__ = Parameters()

    def __init__(
        self,
        f: Function,
        run: Callable[[Sequence[Any], Mapping[str, Any]], tuple[Any, Any]],
    ) -> None:
        self.name, self.plan, self._run = f"value_and_jacobian({f.name})", f.plan, run

    def __call__(self, *args: Any, **kwargs: Any) -> tuple[Any, Any]:
        return self._run(args, kwargs)

    def __repr__(self) -> str:
        return f"<ribozyme derivative {self.name}: {self.plan.signature}>"

    def _repr_html_(self) -> str:
        return function(self)


def blocks(f: Function, pairs: object, of: object, options: dict[str, Any]) -> Callable[..., Any]:
    """Blocks of the Hessian: the Jacobian of the gradient by the first of a pair by the second."""
    given = pairs if isinstance(pairs, tuple | list) else ()
    single = len(given) == 2 and all(isinstance(name, str | int) for name in given)
    asked = [given] if single else list(given)
    wrong = next((one for one in asked if not isinstance(one, tuple | list) or len(one) != 2), None)
    if wrong is not None or not asked:
        raise error("RZ001", f"pairs is a pair of inputs or several of them, not {pairs!r}",
                    helps=('pairs=("x", "k")', 'pairs=[("x", "x"), ("x", "k")]'))  # fmt: skip
    made = [jacobian(grad(f, one, of, **options), two, **options) for one, two in asked]
    return made[0] if single else Blocks(f, made)


@final
class Blocks:
    """A function with f's parameters that gives blocks of the Hessian."""

    __signature__ = Parameters()

    def __init__(self, f: Function, made: Sequence[Callable[..., Any]]) -> None:
        self.name, self.plan, self._made = f"hessian({f.name})", f.plan, made

    def __call__(self, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        *first, last = self._made
        saved = [([*map(copied, args)], {k: copied(v) for k, v in kwargs.items()}) for _ in first]
        pairs = zip(first, saved, strict=True)
        found = [one(*given, **named) for one, (given, named) in pairs]
        return (*found, last(*args, **kwargs))

    def __repr__(self) -> str:
        return f"<ribozyme derivative {self.name}: {self.plan.signature}>"

    def _repr_html_(self) -> str:
        return function(self)


@transform
def linearize(
    f: Function, /, *primals: Any, wrt: object = None, of: object = None, **options: Any
) -> "LinearOperator":
    """The Jacobian at a point as a SciPy `LinearOperator`: `J @ v` is a `jvp`, `J.T @ w` a `vjp`.

    It has a row for each entry of the outputs, and a column for each of the inputs, several one
    behind the other. The function runs once, here; the arguments may change afterwards.

    >>> J = rz.linearize(lib.cubes, x, 3, out, wrt="x")
    >>> J @ np.ones(3), J.T @ np.ones(3)
    (array([ 3., 12., 27.]), array([ 3., 12., 27.]))
    """
    from ribozyme.api.derivatives.dense import check_inputs, check_values

    how = prepared(f, "linearize", options)
    f = opened(f, wrt)
    choice = choose(f.plan, wrt, of)
    check_inputs(f.plan, choice)
    _check_real(f, choice)
    values = arranged(f.program, f.plan, primals, {})
    saved = [copied(value) for value in values]
    value = value_of(f, choice, values)
    outputs = (value,) if choice.single_output else tuple(value)
    inputs = [saved[n] for n in choice.wrt]
    check_values("an output", "of", outputs)
    check_values("an input", "wrt", inputs)
    return _Products(f, choice, how, saved, [copied(out) for out in outputs]).operator()


def _check_real(f: Function, choice: Choice) -> None:
    layouts = f.plan.signature.layouts
    types = (
        *(f.plan.inputs[n].type for n in choice.wrt),
        *(f.plan.output_type(output) for output in choice.of),
    )
    if any(is_complex(type, layouts) for type in types):
        raise error(
            "RZ015",
            f"linearize of '{f.name}': it has complex inputs or outputs, and need not be linear "
            "in complex numbers",
            notes=(str(f.plan.signature),),
            helps=("jvp and vjp take complex tangents and cotangents of any function",),
        )


@final
class _Products:
    """The products with a Jacobian and with its transpose, at a point."""

    def __init__(
        self,
        f: Function,
        choice: Choice,
        how: Options,
        saved: Sequence[Any],
        outputs: Sequence[Any],
    ) -> None:
        self._f, self._choice, self._how, self._saved = f, choice, how, saved
        self._inputs, self._outputs = [saved[n] for n in choice.wrt], outputs

    def operator(self) -> "LinearOperator":
        """The products as SciPy takes them."""
        import numpy as np

        try:
            from scipy.sparse.linalg import LinearOperator
        except ImportError:
            raise error(
                "RZ024", "scipy is not installed", helps=("pip install 'ribozyme[scipy]'",)
            ) from None
        shape = (sum(map(np.size, self._outputs)), sum(map(np.size, self._inputs)))
        dtype = np.result_type(*map(np.asarray, (*self._inputs, *self._outputs)))
        return LinearOperator(shape, matvec=self._along, rmatvec=self._back, dtype=dtype)

    def _along(self, vector: Any) -> Any:
        run = along(self._f, self._choice, self._how)
        _, found = run.whole(*map(copied, self._saved), *_parts(vector, self._inputs))
        return _joined((found,) if self._choice.single_output else found)

    def _back(self, vector: Any) -> Any:
        run = pullback_of(self._f, self._choice, self._how)
        found = run.whole(*map(copied, self._saved), *_parts(vector, self._outputs))
        return _joined((found,) if self._choice.single else found)


def _parts(vector: Any, like: Sequence[Any]) -> list[Any]:
    """A vector cut into values of the shapes and types of some others."""
    import numpy as np

    flat = np.asarray(vector).reshape(-1)
    if np.iscomplexobj(flat):
        raise error("RZ008", "the Jacobian is real, and so are the vectors it is multiplied by")
    ends = np.cumsum([np.size(x) for x in like])
    return [
        laid_out_as(x, part) if isinstance(x, np.ndarray) else float(part[0])
        for part, x in zip(np.split(flat, ends[:-1]), like, strict=True)
    ]


def _joined(parts: Sequence[Any]) -> Any:
    import numpy as np

    return np.concatenate([np.asarray(part).reshape(-1) for part in parts])


__all__ = ["jacfwd", "jacrev", "linearize", "value_and_jacobian"]
