"""JAX: native functions as primitives.

    f = rz.jax.op(lib.f)         jax.jit(f)(x)      jax.hessian(f)(x)      jax.vmap(f)(xs)

Each operation is a primitive that lowers to a native XLA FFI handler. Its jvp is the primitive of
the operation's jvp, whose transpose is that of the vjp; so forward, reverse and mixed modes of
every order follow, made when first asked for. A batch is one call: the handler loops over the
leading dimensions, and what all items share is not copied.
"""

import ctypes
import threading
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any, Final, final

import jax
import jax.numpy as jnp
import numpy as np
from jax.core import ShapedArray
from jax.extend.core import Primitive
from jax.interpreters import ad, batching, mlir

from ribozyme.api.functions import Function
from ribozyme.base.errors import error
from ribozyme.bindings.adaptor import symbol
from ribozyme.bindings.declare import Declared, Measure
from ribozyme.bindings.declare import declare as _declare
from ribozyme.bindings.native import glue, operation_text
from ribozyme.bindings.operation import Operation

# xla/ffi/api/c_api.h: XLA_FFI_DataType
_CODES: Final = {
    "bool": 1, "int8": 2, "int16": 3, "int32": 4, "int64": 5, "uint8": 6, "uint16": 7,
    "uint32": 8, "uint64": 9, "float32": 11, "float64": 12,
}  # fmt: skip
_MEASURE: Final = Measure(lambda x: x.size, lambda x: tuple(x.shape))

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
            found = _compiled(self._primitive, call.words, 0, 0)(*known)
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
            if port.dtype.endswith("64") and not jax.config.jax_enable_x64:
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


# ---- primitives ----------------------------------------------------------------------------------

_lock: Final = threading.RLock()
_primitives: Final[dict[str, Any]] = {}
_held: Final[list[object]] = []  # XLA keeps addresses


def primitive(operation: Operation) -> Any:
    """The primitive of an operation, registered once in a process."""
    found = _primitives.get(operation.name)
    if found is None:
        with _lock:
            found = _primitives.get(operation.name)
            if found is None:
                found = _primitives[operation.name] = _registered(operation)
    return found


def _registered(operation: Operation) -> Any:
    target = f"ribozyme_{operation.name}"
    jax.ffi.register_ffi_target(target, _handler(operation), platform="cpu")
    made = Primitive(target)
    made.multiple_results = True
    made.def_abstract_eval(partial(_shapes, operation))
    made.def_impl(partial(_run, made))
    mlir.register_lowering(made, partial(_lowered, jax.ffi.ffi_lowering(target)), platform="cpu")
    ad.primitive_jvps[made] = partial(_jvp, operation)
    if operation.base is not None:
        ad.primitive_transposes[made] = partial(_transpose, operation, operation.base)
    batching.primitive_batchers[made] = partial(_batch, operation)
    return made


def _handler(operation: Operation) -> Any:
    """The native handler, in the capsule JAX takes."""
    run = symbol(operation)
    name = f"{run}.jax"
    stub = f"""
define ptr @{name}(ptr %frame) uwtable {{
  %error = call ptr @rz_jax_call(ptr %frame, ptr @{run}.description, ptr @{run})
  ret ptr %error
}}
declare ptr @rz_jax_call(ptr, ptr, ptr)
"""
    text = operation_text(operation, _CODES) + stub
    program = operation.program.under(operation.options)
    symbols = {"rz_jax_call": glue(("jax.c",))("rz_jax_call")}
    code = program.code(operation.plan.routine, name, text, symbols)
    _held.append(code)
    make = ctypes.pythonapi.PyCapsule_New
    make.restype = ctypes.py_object
    make.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    return make(code.entry, None, None)


def _shapes(
    operation: Operation, *avals: Any, words: Sequence[int], batched: int, lead: int
) -> list[Any]:
    front = _front([a.shape for a in avals], batched, lead)
    found = []
    for port in operation.outputs:
        shape: tuple[int, ...] = ()
        if port.like >= 0:
            shape = avals[port.like].shape
            shape = shape[lead:] if batched >> port.like & 1 else shape
        elif port.buffer >= 0:
            shape = (words[port.buffer],)
        found.append(ShapedArray((*front, *shape), np.dtype(port.dtype)))
    return found


def _front(shapes: Sequence[Any], batched: int, lead: int) -> tuple[int, ...]:
    """The batch's sizes."""
    for k, shape in enumerate(shapes):
        if lead and batched >> k & 1:
            return tuple(shape[:lead])
    return ()


@cache
def _compiled(made: Any, words: tuple[int, ...], batched: int, lead: int) -> Callable[..., Any]:
    found: Callable[..., Any] = jax.jit(partial(made.bind, words=words, batched=batched, lead=lead))
    return found


def _run(made: Any, *arrays: Any, words: tuple[int, ...], batched: int, lead: int) -> Any:
    return _compiled(made, words, batched, lead)(*arrays)


def _lowered(
    rule: Callable[..., Any], ctx: Any, *arrays: Any, words: Sequence[int], batched: int, lead: int
) -> Any:
    return rule(ctx, *arrays, rz=np.array([batched, lead, *words], np.int64))


# ---- derivatives and batches ---------------------------------------------------------------------


def _jvp(
    operation: Operation, primals: Sequence[Any], tangents: Sequence[Any], *,
    words: tuple[int, ...], batched: int, lead: int,
) -> tuple[Any, Any]:  # fmt: skip
    found = primitive(operation).bind(*primals, words=words, batched=batched, lead=lead)
    wrt = tuple(k for k in operation.differentiable if type(tangents[k]) is not ad.Zero)
    if not wrt:
        return found, [ad.Zero.from_primal_value(x) for x in found]
    mask, count = batched, len(primals)
    for place, k in enumerate(wrt):
        mask |= (batched >> k & 1) << count + place
    along = [tangents[k] for k in wrt]
    pushed = primitive(operation.jvp(wrt))
    return found, pushed.bind(*primals, *along, words=words, batched=mask, lead=lead)


def _transpose(
    operation: Operation, base: Operation, cotangents: Sequence[Any], *args: Any,
    words: tuple[int, ...], batched: int, lead: int,
) -> list[Any]:  # fmt: skip
    """A jvp is linear in its tangents, a vjp in its cotangents; each is the other's transpose."""
    count = len(base.inputs)
    unknown = [k for k, x in enumerate(args) if ad.is_undefined_primal(x)]
    if any(k < count for k in unknown):
        raise NotImplementedError(f"'{operation.label}' is not linear in what it is transposed by")
    given = [ad.instantiate_zeros(x) for x in cotangents]
    wrt = operation.wrt
    if operation.step == "j":
        wrt = tuple(operation.wrt[k - count] for k in unknown)
        other = base.vjp(wrt)
    else:
        other = base.jvp(wrt)
    mask = batched & (1 << count) - 1
    for place in range(len(given)):
        # Outputs of a batch are batched; a tangent is batched where its primal is.
        if operation.step == "j" or (lead and batched >> wrt[place] & 1):
            mask |= 1 << count + place
    if operation.step == "v":
        given = [
            x if batched >> k & 1 or not lead else x.sum(tuple(range(lead)))
            for x, k in zip(given, wrt, strict=True)
        ]
    mask = mask if lead else 0
    found = primitive(other).bind(*args[:count], *given, words=words, batched=mask, lead=lead)
    results: list[Any] = [None] * len(args)
    for place, k in enumerate(unknown):
        x = found[place if operation.step == "j" else k - count]
        if operation.step == "j" and lead and not batched >> k & 1:
            x = x.sum(tuple(range(lead)))
        results[k] = x.reshape(args[k].aval.shape)
    return results


def _batch(
    operation: Operation, arrays: Sequence[Any], dims: Sequence[Any], *,
    words: tuple[int, ...], batched: int, lead: int,
) -> tuple[Any, list[int]]:  # fmt: skip
    """One more dimension in front; what all items share stays as it is, where it can."""
    size = next(x.shape[d] for x, d in zip(arrays, dims, strict=True) if d is not None)
    inner = _inner(arrays, dims, batched, lead)
    made, mask = list(arrays), 0
    for k, x in enumerate(arrays):
        was = bool(lead) and bool(batched >> k & 1)
        if dims[k] is None and not was:
            continue
        if dims[k] is None:
            x = jnp.broadcast_to(x, (size, *x.shape))
        else:
            x = jnp.moveaxis(x, dims[k], 0)
        if lead and not was:
            x = x.reshape(size, *(1,) * lead, *x.shape[1:])
            x = jnp.broadcast_to(x, (size, *inner, *x.shape[1 + lead :]))
        made[k], mask = x, mask | 1 << k
    found = primitive(operation).bind(*made, words=words, batched=mask, lead=lead + 1)
    return found, [0] * len(found)


def _inner(arrays: Sequence[Any], dims: Sequence[Any], batched: int, lead: int) -> tuple[int, ...]:
    """The sizes of the batch there is already, seen past the dimension that is added."""
    for k, x in enumerate(arrays):
        if lead and batched >> k & 1:
            shape = list(x.shape)
            if dims[k] is not None:
                del shape[dims[k]]
            return tuple(shape[:lead])
    return ()
