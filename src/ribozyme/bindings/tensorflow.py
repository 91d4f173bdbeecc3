"""TensorFlow: native functions as operations, registered in the process.

    f = rz.tensorflow.op(lib.f)      f(x)      tf.GradientTape, tf.function, keras, tf.saved_model

There is one operation, `RibozymeCall`, for all functions: its attribute `key` names what is
called, so that a saved graph finds it again in another process once the module that defines it is
imported. Its gradient is itself with another key, and so is that one's; batches (`vectorized_map`,
`jacobian`) are one call, whose kernel loops over the leading dimensions (`tensorflowops.py`). XLA
(`jit_compile=True`) has no kernel for it, and TensorFlow says so.
"""

import math
from collections.abc import Sequence
from typing import Any, Final, final

import tensorflow as tf
from tensorflow.python.eager import context

from ribozyme.api.programs.functions import Function
from ribozyme.base.errors import error
from ribozyme.bindings.operators.declare import Declared, Measure
from ribozyme.bindings.operators.declare import declare as _declare
from ribozyme.bindings.operators.halves import keep_at_most
from ribozyme.bindings.tensorflowcalls import CODES, NAME, defined
from ribozyme.bindings.tensorflowops import Eager, bind

__all__ = ["Operator", "keep_at_most", "op"]


def _count(x: Any) -> Any:
    if isinstance(x, Eager):
        return math.prod(x._shape_tuple())
    known = x.shape.num_elements()
    return tf.size(x, out_type=tf.int64) if known is None else known


def _shape(x: Any) -> tuple[Any, ...]:
    if isinstance(x, Eager):
        return tuple(x._shape_tuple())
    if x.shape.is_fully_defined():
        return tuple(x.shape.as_list())
    lengths = tf.shape(x, out_type=tf.int64)
    return tuple(
        lengths[k] if known is None else known for k, known in enumerate(x.shape.as_list())
    )


_MEASURE: Final = Measure(_count, _shape)

# ---- the user's side -----------------------------------------------------------------------------


def op(function: Function, **how: Any) -> "Operator":
    """A native function as a function of tensors; `bindings.declare` says what can be declared.

    Tensors are passed in the order of the parameters, everything else by keyword.
    """
    return Operator(_declare(function, **how))


@final
class Operator:
    """A function of tensors that differentiates, batches and is saved like TensorFlow's own."""

    __slots__ = ("__weakref__", "_call", "_codes", "_fixed", "_inputs", "_known", "declared")

    def __init__(self, declared: Declared, fixed: dict[str, Any] | None = None) -> None:
        self.declared = declared
        self._fixed = fixed or {}
        self._inputs = declared.operation.inputs
        self._codes = [CODES[port.dtype] for port in self._inputs]
        self._known: dict[Any, tuple[Any, Any]] = {}  # words and shapes, by the shapes of inputs
        self._call = defined(declared.operation)

    def __call__(self, *tensors: Any, **given: Any) -> Any:
        """The outputs: one tensor, or a tuple of them."""
        if not given and self._is_plain(tensors):
            return self._eager(tensors)
        return self._called(tensors, given)

    @tf.autograph.experimental.do_not_convert  # type: ignore[untyped-decorator,unused-ignore]
    def _called(self, tensors: Sequence[Any], given: dict[str, Any]) -> Any:
        given = {**self._fixed, **given}
        if given or len(tensors) != len(self.declared.names):
            tensors = self.declared.tensors(tensors, given)
        known = tuple(self._checked(k, x) for k, x in enumerate(tensors))
        rest = {name: value for name, value in given.items() if name not in self.declared.names}
        call = self.declared.call(known, rest, _MEASURE)
        found = bind(self._call, known, _words(call.words), 0, 0)
        return _shaped(found, call.shapes)

    def _is_plain(self, tensors: Sequence[Any]) -> bool:
        """Whether these are just tensors with values, of the right types."""
        return (
            len(tensors) == len(self._codes)
            and all(type(x) is Eager for x in tensors)
            and [x._datatype_enum() for x in tensors] == self._codes
            and context.executing_eagerly()
        )

    def _eager(self, tensors: tuple[Any, ...]) -> Any:
        """Words follow from shapes alone, so they are found once for each."""
        shapes = tuple([x._shape_tuple() for x in tensors])
        known = self._known.get(shapes)
        if known is None:
            call = self.declared.call(tensors, self._fixed, _MEASURE)
            known = _words(call.words), call.shapes
            if len(self._known) < _SHAPES:
                self._known[shapes] = known
        found = bind(self._call, tensors, known[0], 0, 0)
        return _shaped(found, known[1])

    def _checked(self, k: int, x: Any) -> Any:
        port = self._inputs[k]
        if isinstance(x, Eager) and x.dtype.name == port.dtype:
            return x
        if not tf.is_tensor(x) and not hasattr(x, "dtype"):
            if port.like >= 0 or not isinstance(x, float | int):
                raise self._refused(k, f"wants a tensor of {port.dtype}", repr(x))
            return tf.constant(x, port.dtype)
        found = x if isinstance(x, tf.Tensor) else tf.convert_to_tensor(x)
        if found.dtype.name != port.dtype:
            raise self._refused(k, f"wants {port.dtype}", f"a tensor of {found.dtype.name}")
        return found

    def _refused(self, k: int, what: str, got: str) -> Exception:
        name, function = self.declared.names[k], self.declared.function.name
        return error("RZ008", f"argument '{name}' of '{function}' {what}; it got {got}")

    def given(self, **fixed: Any) -> "Operator":
        """The operator with some keywords given once and for all."""
        return Operator(self.declared, {**self._fixed, **fixed})

    def __reduce__(self) -> tuple[Any, ...]:
        return Operator, (self.declared, self._fixed)

    def __deepcopy__(self, memo: Any) -> "Operator":
        return self  # it never changes

    def __repr__(self) -> str:
        return f"<ribozyme operator {NAME} {self.declared.operation.name}>"


_SHAPES: Final = 256  # of inputs, that an operator remembers the words for


def _shaped(found: Sequence[Any], shapes: Sequence[Any]) -> Any:
    if len(found) == 1 and shapes[0] is None:
        return found[0]
    made = tuple(
        x if shape is None else tf.reshape(x, shape) for x, shape in zip(found, shapes, strict=True)
    )
    return made[0] if len(made) == 1 else made


def _words(words: Sequence[Any]) -> Any:
    """The words: numbers, or a vector where some are known only when a graph runs."""
    if any(tf.is_tensor(word) for word in words):
        return tf.stack([tf.cast(word, tf.int64) for word in words])
    return tuple(int(word) for word in words)
