"""Primitives of JAX: one for each native call, with the rules that JAX asks for.

    primitive(operation)    lowers to a native XLA FFI handler
    its jvp                 primitive(operation.jvp), whose transpose is primitive(operation.vjp)

A batch is one call: the handler loops over the leading dimensions, and what all items share is not
copied. `words`, `batched` and `lead` are the same for all rules: whole numbers, which inputs have
the batch's dimensions in front (a bit each), and how many dimensions those are.
"""

# What the framework's own functions take is not said everywhere.
# mypy: allow-untyped-calls

import ctypes
import threading
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np
from jax.core import ShapedArray
from jax.extend.core import Primitive
from jax.interpreters import ad, batching, mlir

from ribozyme.bindings.operators.adaptor import symbol
from ribozyme.bindings.operators.glue_library import Described, glue, operation_text
from ribozyme.bindings.operators.operation import Operation

# xla/ffi/api/c_api.h: XLA_FFI_DataType
DTYPES: Final = {
    "bool": 1, "int8": 2, "int16": 3, "int32": 4, "int64": 5, "uint8": 6, "uint16": 7,
    "uint32": 8, "uint64": 9, "float16": 10, "float32": 11, "float64": 12, "bfloat16": 16,
}  # fmt: skip

lock: Final = threading.RLock()
_primitives: Final[dict[str, Any]] = {}
held: Final[list[object]] = []  # XLA keeps addresses


def primitive(operation: Operation) -> Any:
    """The primitive of an operation, registered once in a process."""
    found = _primitives.get(operation.name)
    if found is None:
        with lock:
            found = _primitives.get(operation.name)
            if found is None:
                found = _primitives[operation.name] = _registered(operation)
    return found


def _registered(operation: Operation) -> Any:
    made = call(operation, f"ribozyme_{operation.name}", _handler(operation))
    ad.primitive_jvps[made] = partial(jvp, operation)
    if operation.base is not None:
        ad.primitive_transposes[made] = partial(transposed, operation, operation.base)
    return made


def call(described: Described, target: str, address: int) -> Any:
    """The primitive of a native handler, that runs, compiles and batches."""
    jax.ffi.register_ffi_target(target, _capsule(address), platform="cpu")
    made = Primitive(target)
    made.multiple_results = True
    made.def_abstract_eval(partial(_shapes, described))
    made.def_impl(partial(_run, made))
    mlir.register_lowering(made, partial(_lowered, jax.ffi.ffi_lowering(target)), platform="cpu")
    batching.primitive_batchers[made] = partial(batch, made)
    return made


def stub(name: str, run: str) -> str:
    """The handler of a native call: XLA's convention, with what the glue has to know."""
    return f"""
define ptr @{name}(ptr %frame) uwtable {{
  %error = call ptr @rz_jax_call(ptr %frame, ptr @{run}.description, ptr @{run})
  ret ptr %error
}}
"""


DECLARED: Final = "declare ptr @rz_jax_call(ptr, ptr, ptr)"


def entries() -> dict[str, int]:
    """The addresses of the glue."""
    return {"rz_jax_call": glue(("jax.c",))("rz_jax_call")}


def _handler(operation: Operation) -> int:
    run = symbol(operation)
    name = f"{run}.jax"
    text = f"{operation_text(operation, DTYPES)}{stub(name, run)}{DECLARED}"
    program = operation.program.under(operation.options)
    code = program.code(operation.plan.routine, name, text, entries())
    held.append(code)
    return code.entry


def _capsule(address: int) -> Any:
    """An address as JAX takes it."""
    make = ctypes.pythonapi.PyCapsule_New
    make.restype = ctypes.py_object
    make.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    return make(address, None, None)


def _shapes(
    operation: Described, *avals: Any, words: Sequence[int], batched: int, lead: int
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
def compiled(made: Any, words: tuple[int, ...], batched: int, lead: int) -> Callable[..., Any]:
    found: Callable[..., Any] = jax.jit(partial(made.bind, words=words, batched=batched, lead=lead))
    return found


def _run(made: Any, *arrays: Any, words: tuple[int, ...], batched: int, lead: int) -> Any:
    return compiled(made, words, batched, lead)(*arrays)


def _lowered(
    rule: Callable[..., Any], ctx: Any, *arrays: Any, words: Sequence[int], batched: int, lead: int
) -> Any:
    return rule(ctx, *arrays, rz=np.array([batched, lead, *words], np.int64))


# ---- derivatives and batches ---------------------------------------------------------------------


def jvp(
    operation: Operation, primals: Sequence[Any], tangents: Sequence[Any], *,
    words: tuple[int, ...], batched: int, lead: int,
) -> tuple[Any, Any]:  # fmt: skip
    found = primitive(operation).bind(*primals, words=words, batched=batched, lead=lead)
    wrt = tuple(k for k in operation.differentiable if type(tangents[k]) is not ad.Zero)
    if not wrt:
        return found, [still(x) for x in found]
    mask, count = batched, len(primals)
    for place, k in enumerate(wrt):
        mask |= (batched >> k & 1) << count + place
    along = [tangents[k] for k in wrt]
    pushed = primitive(operation.jvp(wrt))
    return found, pushed.bind(*primals, *along, words=words, batched=mask, lead=lead)


def still(x: Any) -> Any:
    """The tangent of what does not move."""
    return ad.Zero(jax.typeof(x).to_tangent_aval())


def transposed(
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


def batch(
    made: Any, arrays: Sequence[Any], dims: Sequence[Any], *,
    words: tuple[int, ...], batched: int, lead: int,
) -> tuple[Any, list[int]]:  # fmt: skip
    """One more dimension in front; what all items share stays as it is, where it can."""
    size = next(x.shape[d] for x, d in zip(arrays, dims, strict=True) if d is not None)
    inner = _inner(arrays, dims, batched, lead)
    given, mask = list(arrays), 0
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
        given[k], mask = x, mask | 1 << k
    found = made.bind(*given, words=words, batched=mask, lead=lead + 1)
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
