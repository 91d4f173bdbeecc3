"""TensorFlow: native functions as operations, registered in the process.

    f = rz.tensorflow.op(lib.f)      f(x)      tf.GradientTape, tf.function, keras, tf.saved_model

There is one operation, `RibozymeCall`, for all functions: its attribute `key` names what is
called, so that a saved graph finds it again in another process once the module that defines it is
imported. Its gradient is itself with another key, and so is that one's; batches (`vectorized_map`,
`jacobian`) are one call, whose kernel loops over the leading dimensions. XLA (`jit_compile=True`)
has no kernel for it, and TensorFlow says so.
"""

import ctypes
import math
import os
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, final

import tensorflow as tf
from tensorflow.python.eager import context, execute
from tensorflow.python.framework import op_def_library, ops
from tensorflow.python.ops.parallel_for.pfor import RegisterPFor, wrap

from ribozyme.api.programs.functions import Function
from ribozyme.base.errors import error
from ribozyme.bindings.adaptor import symbol
from ribozyme.bindings.declare import Declared, Measure
from ribozyme.bindings.declare import declare as _declare
from ribozyme.bindings.glue_library import glue, operation_text
from ribozyme.bindings.operation import Operation

NAME: Final = "RibozymeCall"
_CODES: Final = {
    "float32": 1, "float64": 2, "int32": 3, "uint8": 4, "int16": 5, "int8": 6, "int64": 9,
    "bool": 10, "bfloat16": 14, "uint16": 17, "float16": 19, "uint32": 22, "uint64": 23,
}  # fmt: skip
_Eager: Final[Any] = ops.EagerTensor


def _count(x: Any) -> Any:
    if isinstance(x, _Eager):
        return math.prod(x._shape_tuple())
    known = x.shape.num_elements()
    return tf.size(x, out_type=tf.int64) if known is None else known


def _shape(x: Any) -> tuple[Any, ...]:
    if isinstance(x, _Eager):
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

    Tensors are passed in the order of the parameters, everything else by keyword. A backward pass
    runs the function again.
    """
    if how.get("save"):
        raise error("RZ001", "save=True: TensorFlow's backward passes run the function again")
    return Operator(_declare(function, **how))


@final
class Operator:
    """A function of tensors that differentiates, batches and is saved like TensorFlow's own."""

    __slots__ = ("__weakref__", "_codes", "_fixed", "_inputs", "_known", "declared")

    def __init__(self, declared: Declared, fixed: dict[str, Any] | None = None) -> None:
        self.declared = declared
        self._fixed = fixed or {}
        self._inputs = declared.operation.inputs
        self._codes = [_CODES[port.dtype] for port in self._inputs]
        self._known: dict[Any, tuple[Any, Any]] = {}  # words and shapes, by the shapes of inputs
        _roots.setdefault(declared.operation.name, declared.operation)
        _native(declared.operation)

    def __call__(self, *tensors: Any, **given: Any) -> Any:
        """The outputs: one tensor, or a tuple of them."""
        if not given and self._is_plain(tensors):
            return self._eager(tensors)
        given = {**self._fixed, **given}
        if given or len(tensors) != len(self.declared.names):
            tensors = self.declared.tensors(tensors, given)
        known = tuple(self._checked(k, x) for k, x in enumerate(tensors))
        rest = {name: value for name, value in given.items() if name not in self.declared.names}
        call = self.declared.call(known, rest, _MEASURE)
        found = bind(self.declared.operation, known, _words(call.words), 0, 0)
        return _shaped(found, call.shapes)

    def _is_plain(self, tensors: Sequence[Any]) -> bool:
        """Whether these are just tensors with values, of the right types."""
        return (
            len(tensors) == len(self._codes)
            and all(type(x) is _Eager for x in tensors)
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
        found = bind(self.declared.operation, tensors, known[0], 0, 0)
        return _shaped(found, known[1])

    def _checked(self, k: int, x: Any) -> Any:
        port = self._inputs[k]
        if isinstance(x, _Eager) and x.dtype.name == port.dtype:
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


@lru_cache(maxsize=1024)
def _kept(words: tuple[int, ...]) -> Any:
    """The same vector each time: attributes would make a kernel for every size."""
    return tf.constant(list(words), tf.int64, shape=(len(words),))


@cache
def _codes(operation: Operation) -> tuple[int, ...]:
    """TensorFlow's numbers for the dtypes of the outputs."""
    return tuple(_CODES[port.dtype] for port in operation.outputs)


# ---- the operation -------------------------------------------------------------------------------


def bind(
    operation: Operation, tensors: Sequence[Any], words: Any, batched: int, lead: int
) -> list[Any]:
    """The operation's outputs; `words` are numbers or a vector."""
    _native(operation)
    made = list(_codes(operation))
    if context.executing_eagerly():
        inputs = [*tensors, _kept(words) if type(words) is tuple else words]
        attrs: tuple[Any, ...] = (
            "Tin", [x.dtype.as_datatype_enum for x in tensors], "Tout", made,
            "key", operation.name, "batched", batched, "lead", lead, "given", 1,
        )  # fmt: skip
        found = execute.execute(NAME.encode(), len(made), inputs, attrs, context.context())
        if execute.must_record_gradient():
            execute.record_gradient(NAME, inputs, attrs, found)
        return list(found)
    known = words if type(words) is tuple else ()
    found = list(
        op_def_library.apply_op(
            NAME, args=list(tensors), words=[] if words is known else [words], sizes=list(known),
            Tout=[tf.as_dtype(code) for code in made], key=operation.name, batched=batched,
            lead=lead,
        )
    )  # fmt: skip
    _set_shapes(operation, found, tensors, known, batched, lead)
    if execute.must_record_gradient():
        node = found[0].op
        names = ("Tin", "Tout", "key", "batched", "lead", "given", "sizes")
        attrs = tuple(part for name in names for part in (name, node.get_attr(name)))
        execute.record_gradient(NAME, node.inputs, attrs, found)
    return found


def _set_shapes(
    operation: Operation, found: Sequence[Any], tensors: Sequence[Any], known: Sequence[int],
    batched: int, lead: int,
) -> None:  # fmt: skip
    """What is known of the outputs' shapes while the graph is built."""
    front = tf.TensorShape([None] * lead)
    for k, x in enumerate(tensors):
        if lead and batched >> k & 1:
            front = front.merge_with(x.shape[:lead])
    for x, port in zip(found, operation.outputs, strict=True):
        shape = tf.TensorShape([])
        if port.buffer >= 0:
            shape = tf.TensorShape([known[port.buffer] if known else None])
        if port.like >= 0:
            shape = tensors[port.like].shape
            shape = shape[lead:] if batched >> port.like & 1 else shape
        x.set_shape(front.concatenate(shape))


@tf.RegisterGradient(NAME)  # type: ignore[untyped-decorator,unused-ignore]
def _gradient(node: Any, *grads: Any) -> list[Any]:
    operation = _operation(_text(node.get_attr("key")))
    batched, lead = node.get_attr("batched"), node.get_attr("lead")
    tensors = list(node.inputs)
    words = tensors.pop() if node.get_attr("given") else tuple(node.get_attr("sizes"))
    wrt = operation.differentiable
    if not wrt:
        return [None] * len(node.inputs)
    count = len(tensors)
    cotangents = [
        tf.zeros_like(y) if g is None else tf.convert_to_tensor(g)
        for g, y in zip(grads, node.outputs, strict=True)
    ]
    mask = batched | ((1 << len(grads)) - 1) << count if lead else 0
    found = bind(operation.vjp(wrt), [*tensors, *cotangents], words, mask, lead)
    adjoints: list[Any] = [None] * len(node.inputs)
    for k, adjoint in zip(wrt, found, strict=True):
        shared = lead and not batched >> k & 1
        adjoint = tf.reduce_sum(adjoint, list(range(lead))) if shared else adjoint
        adjoints[k] = adjoint if operation.inputs[k].like >= 0 else _as(adjoint, tensors[k])
    return adjoints


def _as(x: Any, like: Any) -> Any:
    return x if x.shape == like.shape else tf.reshape(x, tf.shape(like))


def _text(key: Any) -> str:
    return key.decode() if isinstance(key, bytes) else str(key)


@RegisterPFor(NAME)  # type: ignore[untyped-decorator,unused-ignore]
def _batch(pfor: Any) -> Any:
    """One more dimension in front; what all items share stays as it is, where it can."""
    operation = _operation(_text(pfor.get_attr("key")))
    batched, lead = pfor.get_attr("batched"), pfor.get_attr("lead")
    count = pfor.num_inputs - (1 if pfor.get_attr("given") else 0)
    if count == pfor.num_inputs:
        words: Any = tuple(pfor.get_attr("sizes"))
    else:
        words, is_stacked, _ = pfor.input(count)
        words = words[0] if is_stacked else words  # sizes are those of shapes: all items share them
    size = pfor.pfor.loop_len_vector[0]
    made, mask = [], 0
    for k in range(count):
        x, is_stacked, _ = pfor.input(k)
        was = bool(lead) and bool(batched >> k & 1)
        if not is_stacked and not was:
            made.append(x)
            continue
        if not is_stacked:
            x = tf.broadcast_to(x, tf.concat([[size], tf.shape(x)], 0))
        if lead and not was:
            inner = _inner(pfor, count, batched, lead)
            rest = tf.shape(x)[1:]
            x = tf.reshape(x, tf.concat([tf.shape(x)[:1], [1] * lead, rest], 0))
            x = tf.broadcast_to(x, tf.concat([tf.shape(x)[:1], inner, rest], 0))
        made.append(x)
        mask |= 1 << k
    return [wrap(y, True) for y in bind(operation, made, words, mask, lead + 1)]


def _inner(pfor: Any, count: int, batched: int, lead: int) -> Any:
    """The sizes of the batch there is already."""
    for k in range(count):
        x, is_stacked, _ = pfor.input(k)
        if batched >> k & 1:
            return tf.shape(x)[int(is_stacked) : int(is_stacked) + lead]
    raise error("RZ901", "a batch without a batched input")


# ---- native code by key --------------------------------------------------------------------------

_lock: Final = threading.RLock()
_roots: Final[dict[str, Operation]] = {}
_stubs: Final[dict[str, Any]] = {}  # code by key; kernels keep addresses, so it stays
_held: Final[list[object]] = []
_STEP: Final = re.compile(r"_([vj])(\d+(?:_\d+)*)")


def _operation(key: str) -> Operation:
    """The operation of a key: a function that was defined, or a derivative of one."""
    root = next((name for name in _roots if key == name or key.startswith(f"{name}_")), None)
    if root is None:
        raise error(
            "RZ004",
            f"no function '{key}' is defined in this process",
            helps=("import the module that defines it, before the model is used",),
        )
    found = _roots[root]
    for step, numbers in _STEP.findall(key[len(root) :]):
        wrt = tuple(map(int, numbers.split("_")))
        found = found.vjp(wrt) if step == "v" else found.jvp(wrt)
    return found


def _native(operation: Operation) -> int:
    """The address of an operation's stub."""
    found = _stubs.get(operation.name)
    if found is None:
        with _lock:
            _register()
            found = _stubs.get(operation.name)
            if found is None:
                found = _stubs[operation.name] = _code(operation)
    return int(found.entry)


def _code(operation: Operation) -> Any:
    run = symbol(operation)
    name = f"{run}.tensorflow"
    stub = f"""
define void @{name}(ptr %invocation) uwtable {{
  call void @rz_tf_call(ptr %invocation, ptr @{run}.description, ptr @{run})
  ret void
}}
declare void @rz_tf_call(ptr, ptr, ptr)
"""
    text = operation_text(operation, _CODES) + stub
    program = operation.program.under(operation.options)
    symbols = {"rz_tf_call": _glue()("rz_tf_call")}
    return program.code(operation.plan.routine, name, text, symbols)


def _glue() -> Callable[[str], int]:
    return glue(("tensorflow.c",), (str(Path(tf.sysconfig.get_lib()) / _FRAMEWORK),))


_FRAMEWORK: Final = "libtensorflow_framework.so.2"


def _found(key: bytes) -> int:
    """For the glue: the stub of a key, 0 where there is none."""
    try:
        return _native(_operation(key.decode()))
    except Exception:
        if os.environ.get("RIBOZYME_ERRORS"):
            raise
        return 0


_FINDER: Final = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_char_p)


def _register() -> None:
    if _held:
        return
    finder = _FINDER(_found)
    address = _glue()("rz_tf_register")
    register = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_char_p, _FINDER)(address)
    if register(NAME.encode(), finder):
        raise error("RZ901", f"TensorFlow refused to register {NAME}")
    _held.append(finder)


def attributes(node: Any) -> Mapping[str, Any]:
    """What a node of a graph calls; for tests and for the curious."""
    return {name: node.get_attr(name) for name in ("key", "batched", "lead")}


with _lock:
    _register()  # a saved model may be loaded before any operator is made
