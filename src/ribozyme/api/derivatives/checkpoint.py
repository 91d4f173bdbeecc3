"""Functions of which a pullback keeps the inputs alone, and runs them again.

    y, first = rz.vjp(rz.checkpoint(lib.layer), x, n)      no tape: a copy of x
    z, second = rz.vjp(rz.checkpoint(lib.loss), y, n)
    x_bar = first(second(1.0))

A chain of such functions is a schedule by hand: between the sweeps it holds what each was given,
and the tape of one at a time. All other transforms are those of the function: they keep nothing
from one call to the next. A function that may not run again is refused.
"""

from collections.abc import Callable
from typing import Any, final

from ribozyme.api.calling.adopted import adopted
from ribozyme.api.calling.with_variables import opened
from ribozyme.api.derivatives import jacobians, transforms
from ribozyme.api.derivatives.asked import prepared
from ribozyme.api.derivatives.by_choice import run_again
from ribozyme.api.derivatives.differentiate import choose
from ribozyme.api.programs.functions import Function
from ribozyme.api.signatures.parameters import Parameters
from ribozyme.base.errors import error

_TRANSFORMS = (
    *(transforms.grad, transforms.value_and_grad, transforms.jvp, transforms.hvp),
    *(transforms.hessian, transforms.jacobian, transforms.sparsity),
    *(jacobians.jacfwd, jacobians.jacrev, jacobians.value_and_jacobian, jacobians.linearize),
)


def checkpoint(f: Function, /) -> "Checkpointed":
    """The function, of which `vjp` and `split` keep copies of the inputs in place of a tape.

    The pullback runs the function again, forward and back, so that it costs one more run.

    >>> value, pullback = rz.vjp(rz.checkpoint(lib.cubes), x, 3, out, wrt="x")
    >>> pullback(np.array([1.0, 0.0, 1.0]))
    array([ 3.,  0., 27.])
    """
    f = adopted(f)
    if not isinstance(f, Function):
        raise error("RZ008", f"checkpoint takes a function of a library, not {f!r}")
    return Checkpointed(f)


@final
class Checkpointed:
    """What `checkpoint` gives. The transforms take it."""

    own_transforms = True
    __signature__ = Parameters()

    def __init__(self, f: Function) -> None:
        self._f = f
        self.name, self.signature, self.plan = f.name, f.signature, f.plan
        for made in _TRANSFORMS:
            setattr(self, made.__name__, self._passed(made))

    def _passed(self, made: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *args, **kwargs: made(self._f, *args, **kwargs)

    def __repr__(self) -> str:
        return f"<ribozyme function checkpoint({self.name}): {self.plan.signature}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Checkpointed, (self._f,)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._f(*args, **kwargs)

    def vjp(
        self, *primals: Any, wrt: object = None, of: object = None, **options: Any
    ) -> tuple[Any, Callable[..., Any]]:
        """As `rz.vjp`; the pullback holds copies of the primals."""
        forward, reverse = self.split(wrt, of, **options)
        value, kept = forward(*primals)

        def pullback(*cotangents: Any) -> Any:
            """The derivatives of the inputs, given those of the outputs."""
            if not cotangents:
                raise error("RZ011", f"the pullback of '{self.name}' takes cotangents, it got none")
            return reverse(kept, *cotangents)

        return value, pullback

    def split(
        self, wrt: object = None, of: object = None, **options: Any
    ) -> tuple[Callable[..., Any], Callable[..., Any]]:
        """As `rz.split`; what lies between the halves are copies of the arguments."""
        how = prepared(self._f, "split", options)
        f = opened(self._f, wrt)
        choice = choose(f.plan, wrt, of)
        _require_repeatable(self._f)
        return run_again(f, choice, how)


def _require_repeatable(f: Function) -> None:
    from ribozyme.api.checking.again import repeatable

    if not repeatable(f):
        raise error(
            "RZ219",
            f"'{f.name}' cannot be checkpointed: it does more than write its arguments, and would "
            "do it again",
            helps=("rz.vjp of the function itself keeps its tape, and runs it once",),
        )
