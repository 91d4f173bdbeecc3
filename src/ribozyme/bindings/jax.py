"""JAX: native functions as primitives.

    f = rz.jax.op(lib.f)         jax.jit(f)(x)      jax.hessian(f)(x)      jax.vmap(f)(xs)

Each operation is a primitive (`jaxprims.py`) with derivatives of every order, made when first asked
for. A backward pass is given what the forward pass kept (`jaxkept.py`).
"""

from typing import Any, Final, final

import jax
import jax.numpy as jnp
import numpy as np

from ribozyme.api.programs.functions import Function
from ribozyme.base.errors import error
from ribozyme.bindings.jaxkept import keeping
from ribozyme.bindings.jaxprims import compiled, primitive
from ribozyme.bindings.operators.declare import Declared, Measure
from ribozyme.bindings.operators.declare import declare as _declare
from ribozyme.bindings.operators.halves import keep_at_most

__all__ = ["Operator", "keep_at_most", "op"]


def _known(length: Any) -> int:
    """A size as a number, which native code and the shapes of its outputs need."""
    if isinstance(length, int):
        return length
    raise error(
        "RZ008",
        f"the size {length} is a symbol: a native function has to be traced for a size it knows",
        helps=("export once for each size",),
    )


_MEASURE: Final = Measure(lambda x: _known(x.size), lambda x: tuple(map(_known, x.shape)))

# ---- the user's side -----------------------------------------------------------------------------


def op(function: Function, **how: Any) -> "Operator":
    """A native function as a function of JAX arrays; `bindings.declare` says what can be declared.

    Arrays are passed in the order of the parameters, everything else by keyword.
    """
    return Operator(_declare(function, **how))


@final
class Operator:
    """A function of arrays that differentiates, batches and compiles like JAX's own."""

    __slots__ = ("__weakref__", "_fixed", "_inputs", "_primitive", "declared")

    def __init__(self, declared: Declared, fixed: dict[str, Any] | None = None) -> None:
        self.declared = declared
        self._fixed = fixed or {}
        self._inputs = declared.operation.inputs
        self._primitive = primitive(declared.operation)
        keeping(declared.operation)

    def __call__(self, *arrays: Any, **given: Any) -> Any:
        """The outputs: one array, or a tuple of them."""
        given = {**self._fixed, **given}
        if given or len(arrays) != len(self.declared.names):
            arrays = self.declared.tensors(arrays, given)
        known = tuple(self._checked(k, x) for k, x in enumerate(arrays))
        rest = {name: value for name, value in given.items() if name not in self.declared.names}
        call = self.declared.call(known, rest, _MEASURE)
        if any(isinstance(x, jax.core.Tracer) for x in known):
            found = self._primitive.bind(*known, words=call.words, batched=0, lead=0)
        else:  # past the interpreter of eager primitives, which is slower than a compiled function
            found = compiled(self._primitive, call.words, 0, 0)(*known)
        shaped = tuple(
            x if shape is None else x.reshape(shape)
            for x, shape in zip(found, call.shapes, strict=True)
        )
        return shaped[0] if len(shaped) == 1 else shaped

    def _checked(self, k: int, x: Any) -> Any:
        port = self._inputs[k]
        if isinstance(x, jax.Array) and x.dtype == port.dtype:
            return x
        if port.like < 0 and isinstance(x, float | int):
            x = np.asarray(x, port.dtype)
        if not isinstance(x, jax.Array | np.ndarray | np.generic):
            raise self._refused(k, f"wants an array of {port.dtype}", repr(x))
        if x.dtype != port.dtype:
            helps: tuple[str, ...] = ()
            config: Any = jax.config
            if port.dtype.endswith("64") and not config.jax_enable_x64:
                helps = ('jax.config.update("jax_enable_x64", True)',)
            raise self._refused(k, f"wants {port.dtype}", f"an array of {x.dtype}", *helps)
        return jnp.asarray(x)

    def _refused(self, k: int, what: str, got: str, *helps: str) -> Exception:
        name, function = self.declared.names[k], self.declared.function.name
        return error(
            "RZ008", f"argument '{name}' of '{function}' {what}; it got {got}", helps=helps
        )

    def given(self, **fixed: Any) -> "Operator":
        """The operator with some keywords given once and for all."""
        return Operator(self.declared, {**self._fixed, **fixed})

    def __reduce__(self) -> tuple[Any, ...]:
        return Operator, (self.declared, self._fixed)

    def __deepcopy__(self, memo: Any) -> "Operator":
        return self  # it never changes

    def __repr__(self) -> str:
        return f"<ribozyme operator {self._primitive.name}>"
