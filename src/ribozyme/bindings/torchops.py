"""Operators of torch's dispatcher: one for each native call, `ribozyme::NAME`, and its rules.

    overload(operation)     a native kernel on `CPU`; shapes (`fake`), batches (`vmap`), autocast
    its derivatives         a kernel on `Autograd`, a function of a single level

The function of a single level is what makes `torch.func`, forward mode and the compiler see one and
the same derivative. The names of torch that it needs are private, so `BELOW` says whether they are
there; without them operators are differentiated in a simpler way (`_plain`), which refuses what it
cannot do. Derivatives of derivatives are operators too, made and registered when first asked for.
"""

import ctypes
import threading
from collections.abc import Callable, Sequence
from typing import Any, Final

import torch

from ribozyme.api.programs.program import Code
from ribozyme.bindings.adaptor import symbol
from ribozyme.bindings.native import glue, operation_text
from ribozyme.bindings.operation import Operation
from ribozyme.bindings.torcheager import short
from ribozyme.bindings.torchlib import DTYPES, LIBTORCH, NAMESPACE, codes, define, implement


def _single_level_works() -> bool:
    """Whether the private names are there; what they do is tried by `self_test`."""
    try:
        from torch._functorch.utils import (  # noqa: F401
            enable_single_level_autograd_function,
        )
        from torch.autograd.function import _SingleLevelFunction  # noqa: F401

        return all(
            hasattr(torch._C, name)
            for name in ("_AutoDispatchBelowAutograd", "_after_autograd_keyset")
        ) and hasattr(torch.autograd.forward_ad, "_set_fwd_grad_enabled")
    except ImportError:
        return False


BELOW: Final = _single_level_works()

# ---- operators of the dispatcher -----------------------------------------------------------------

_lock: Final = threading.RLock()
_overloads: Final[dict[str, Any]] = {}
addresses: Final[dict[str, tuple[int, int, int]]] = {}
_held: Final[list[object]] = []  # the dispatcher keeps addresses and handles, so this keeps all


def overload(operation: Operation) -> Any:
    """The dispatcher's operator for an operation, registered once in a process."""
    found = _overloads.get(operation.name)
    if found is None:
        with _lock:
            found = _overloads.get(operation.name)
            if found is None:
                found = _overloads[operation.name] = _registered(operation)
    return found


def _registered(operation: Operation) -> Any:
    name = operation.name
    code = _kernel(operation)
    define(_schema(operation))
    implement("CPU", name, code.entry)
    _held.append((operation, code))
    addresses[name] = _asked(code)
    found = getattr(getattr(torch.ops, NAMESPACE), name).default
    qualified = f"{NAMESPACE}::{name}"
    torch.library.register_fake(qualified, _fake(operation))
    torch.library.register_vmap(qualified, _batching(operation, found))
    floats = {port.dtype for port in operation.inputs if port.is_float}
    if len(floats) == 1:
        torch.library.register_autocast(qualified, "cpu", DTYPES[floats.pop()])
    _derivatives(operation, found)
    return found


def _schema(operation: Operation, overload: str = "") -> str:
    tensors = [f"Tensor x{k}" for k in range(len(operation.inputs))]
    words = [f"SymInt w{k}" for k in range(operation.words)]
    outputs = ", ".join("Tensor" for _ in operation.outputs)
    result = outputs if len(operation.outputs) == 1 else f"({outputs})"
    parameters = ", ".join((*tensors, *words, "int batched", "int lead"))
    return f"{operation.name}{overload}({parameters}) -> {result}"


def _kernel(operation: Operation) -> Code:
    """The native kernels; asked with -1 inputs, the first gives the addresses of what it is of."""
    run = symbol(operation)
    name, qualified = f"{run}.torch", f"{NAMESPACE}::{operation.name}"
    stub = f"""
define void @{name}(ptr %stack, i64 %inputs, i64 %outputs) uwtable {{
  %asked = icmp eq i64 %inputs, -1
  br i1 %asked, label %told, label %work
told:
  %second = getelementptr i64, ptr %stack, i64 1
  %third = getelementptr i64, ptr %stack, i64 2
  store ptr @{run}.description, ptr %stack
  store ptr @{run}, ptr %second
  store ptr @{name}.autograd, ptr %third
  ret void
work:
  call void @rz_torch_call(ptr %stack, ptr @{run}.description, ptr @{run})
  ret void
}}
define internal void @{name}.autograd(ptr %stack, i64 %inputs, i64 %outputs) uwtable {{
  call void @rz_torch_autograd(ptr %stack, ptr @{run}.description, ptr @{name}, ptr @{name}.name)
  ret void
}}
@{name}.name = private constant [{len(qualified) + 1} x i8] c"{qualified}\\00"
declare void @rz_torch_call(ptr, ptr, ptr)
declare void @rz_torch_autograd(ptr, ptr, ptr, ptr)
"""
    text = operation_text(operation, codes()) + stub
    entry = glue(("torch.h", "torch.c"), (str(LIBTORCH),))("rz_torch_call")
    straight = short()
    symbols = {
        "rz_torch_call": entry,
        "rz_torch_autograd": straight("rz_torch_autograd") if straight else entry,  # not called
    }
    program = operation.program.under(operation.options)
    return program.code(operation.plan.routine, name, text, symbols)


def _asked(code: Code) -> tuple[int, int, int]:
    """The addresses of the description, the adaptor, and the kernel on `Autograd`."""
    stack = (ctypes.c_int64 * 3)()
    kernel = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)(code.entry)
    kernel(ctypes.addressof(stack), -1, 0)
    return stack[0], stack[1], stack[2]


def _fake(operation: Operation) -> Callable[..., Any]:
    """The outputs' shapes, without values."""
    ports, count = operation.outputs, len(operation.inputs)

    def fake(*args: Any) -> Any:
        tensors, words = args[:count], args[count:-2]
        batched, lead = args[-2:]
        front = _front(tensors, batched, lead)
        made = []
        for port in ports:
            shape: tuple[Any, ...] = ()
            if port.like >= 0:
                shape = tuple(tensors[port.like].shape)
                shape = shape[lead:] if batched >> port.like & 1 else shape
            elif port.buffer >= 0:
                shape = (words[port.buffer],)
            made.append(tensors[0].new_empty((*front, *shape), dtype=DTYPES[port.dtype]))
        return made[0] if len(made) == 1 else tuple(made)

    return fake


def _front(tensors: Sequence[Any], batched: int, lead: int) -> tuple[Any, ...]:
    """The batch's sizes."""
    for k, x in enumerate(tensors):
        if lead and batched >> k & 1:
            return tuple(x.shape[:lead])
    return ()


def _batching(operation: Operation, found: Any) -> Callable[..., Any]:
    """One more dimension in front; what all items share stays as it is, where it can."""
    count, outputs = len(operation.inputs), len(operation.outputs)

    def rule(info: Any, dims: Sequence[Any], *args: Any) -> Any:
        tensors, words = list(args[:count]), args[count:-2]
        batched, lead = args[-2:]
        inner = _inner(tensors, dims, batched, lead)
        mask = 0
        for k, x in enumerate(tensors):
            was = bool(lead) and bool(batched >> k & 1)
            if dims[k] is None and not was:
                continue
            x = (
                x.movedim(dims[k], 0)
                if dims[k] is not None
                else x.expand(info.batch_size, *x.shape)
            )
            if lead and not was:
                x = x.reshape(x.shape[0], *(1,) * lead, *x.shape[1:])
                x = x.expand(x.shape[0], *inner, *x.shape[1 + lead :])
            tensors[k], mask = x, mask | 1 << k
        result = found(*tensors, *words, mask, lead + 1)
        return result, 0 if outputs == 1 else (0,) * outputs

    return rule


def _inner(tensors: Sequence[Any], dims: Sequence[Any], batched: int, lead: int) -> tuple[Any, ...]:
    """The sizes of the batch there is already, seen past the dimension that is added."""
    for k, x in enumerate(tensors):
        if lead and batched >> k & 1:
            shape = list(x.shape)
            if dims[k] is not None:
                del shape[dims[k]]
            return tuple(shape[:lead])
    return ()


# ---- derivatives ---------------------------------------------------------------------------------


def pulled(
    operation: Operation, needed: Sequence[bool], args: Sequence[Any], grads: Sequence[Any]
) -> list[Any]:
    """The adjoints of the inputs, None for those nobody needs."""
    count = len(operation.inputs)
    wrt = tuple(k for k in operation.differentiable if needed[k])
    adjoints: list[Any] = [None] * count
    if not wrt:
        return adjoints
    batched, lead = args[-2:]
    mask = batched | ((1 << len(grads)) - 1) << count if lead else 0
    pull, tensors, rest = operation.vjp(wrt), (*args[:count], *grads), (*args[count:-2], mask, lead)
    found = entry(pull)(*tensors, *rest)
    for k, adjoint in zip(wrt, found if len(wrt) > 1 else (found,), strict=True):
        shared = lead and not batched >> k & 1
        adjoint = adjoint.sum(tuple(range(lead))) if shared else adjoint
        adjoints[k] = adjoint if adjoint.shape == args[k].shape else adjoint.reshape(args[k].shape)
    return adjoints


def _pushed(operation: Operation, args: Sequence[Any], tangents: Sequence[Any]) -> Any:
    """The tangents of the outputs."""
    count = len(operation.inputs)
    wrt = tuple(k for k in operation.differentiable if tangents[k] is not None)
    batched, lead = args[-2:]
    mask = batched
    for place, k in enumerate(wrt):
        mask |= (batched >> k & 1) << count + place
    along = [tangents[k] for k in wrt]
    return entry(operation.jvp(wrt))(*args[:count], *along, *args[count:-2], mask, lead)


def entry(operation: Operation) -> Callable[..., Any]:
    """What to call for an operation: its operator, unless derivatives are made the simple way."""
    found: Callable[..., Any] = overload(operation)
    return found if BELOW else _watched(operation, found)


def _derivatives(operation: Operation, found: Any) -> None:
    if BELOW:
        _single_level(operation, found)
    else:
        _plain(operation, found)


def _single_level(operation: Operation, found: Any) -> None:
    """The kernel on `Autograd`: a function of one level, below which the next level is reached."""
    from torch._functorch.utils import enable_single_level_autograd_function as levels
    from torch.autograd.function import _SingleLevelFunction

    count, outputs = len(operation.inputs), len(operation.outputs)
    after = torch._C._after_autograd_keyset

    class Derivative(_SingleLevelFunction):  # type: ignore[misc,unused-ignore]
        @staticmethod
        def forward(keys: Any, *args: Any) -> Any:
            # Without both switches the levels further out see constants, silently.
            with (
                torch.enable_grad(),
                torch.autograd.forward_ad._set_fwd_grad_enabled(True),
                torch._C._AutoDispatchBelowAutograd(),
            ):
                return found.redispatch(keys & after, *args)

        @staticmethod
        def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
            ctx.save_for_backward(*inputs[1 : 1 + count])
            ctx.save_for_forward(*inputs[1 : 1 + count])
            ctx.rest = inputs[1 + count :]

        @staticmethod
        def backward(ctx: Any, *grads: Any) -> Any:
            args = (*ctx.saved_tensors, *ctx.rest)
            needed = ctx.needs_input_grad[1:]
            return (None, *pulled(operation, needed, args, grads), *(None for _ in ctx.rest))

        @staticmethod
        def jvp(ctx: Any, keys: Any, *tangents: Any) -> Any:
            made = _pushed(operation, (*ctx.saved_tensors, *ctx.rest), tangents)
            return tuple(made) if outputs > 1 else made

    def kernel(keys: Any, *args: Any) -> Any:
        with levels():
            return Derivative.apply(keys, *args)

    Derivative.__name__ = operation.name
    library, name = torch.library.Library(NAMESPACE, "IMPL"), operation.name
    _held.append((library, kernel, Derivative))
    if short() is None:
        library.impl(name, kernel, "Autograd", with_keyset=True)
        return
    # A native kernel, which asks for this one by another overload where there is something to do.
    define(_schema(operation, ".watched"))
    library.impl(f"{name}.watched", kernel, "Autograd", with_keyset=True)
    watched = getattr(getattr(torch.ops, NAMESPACE), name).watched
    implement("Autograd", name, addresses[name][2])
    found.py_impl(torch._C.DispatchKey.Autograd)(watched)  # sizes that are symbols stay symbols


def _plain(operation: Operation, found: Any) -> None:
    """Without private names: backward only, and an error from whatever would need more."""
    count = len(operation.inputs)

    def setup(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.save_for_backward(*inputs[:count])
        ctx.rest = inputs[count:]

    def backward(ctx: Any, *grads: Any) -> Any:
        args = (*ctx.saved_tensors, *ctx.rest)
        adjoints = pulled(operation, ctx.needs_input_grad, args, grads)
        return (*adjoints, *(None for _ in ctx.rest))

    torch.library.register_autograd(f"{NAMESPACE}::{operation.name}", backward, setup_context=setup)


def _watched(operation: Operation, found: Any) -> Callable[..., Any]:
    """The operator where nothing but a backward pass looks on, else a function that refuses more.

    An operator with `register_autograd` alone is a constant to forward mode: a silent zero.
    """
    made = _function(operation, found)

    def call(*args: Any) -> Any:
        if torch.compiler.is_compiling():
            return found(*args)
        if torch._C._are_functorch_transforms_active():
            return made(*args)
        if torch.autograd.forward_ad._current_level >= 0:
            raise NotImplementedError(
                f"forward mode through {NAMESPACE}::{operation.name}: this torch "
                f"({torch.__version__}) lacks what it needs"
            )
        return found(*args)

    return call


def _function(operation: Operation, found: Any) -> Callable[..., Any]:
    """A function for torch.func, which has no forward mode and says so."""
    count, outputs = len(operation.inputs), len(operation.outputs)

    class Derivative(torch.autograd.Function):  # type: ignore[misc,unused-ignore]
        generate_vmap_rule = True

        @staticmethod
        def forward(*args: Any) -> Any:
            made = found(*args)
            return tuple(made) if outputs > 1 else made

        @staticmethod
        def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
            ctx.save_for_backward(*inputs[:count])
            ctx.rest = inputs[count:]

        @staticmethod
        def backward(ctx: Any, *grads: Any) -> Any:
            args = (*ctx.saved_tensors, *ctx.rest)
            adjoints = pulled(operation, ctx.needs_input_grad, args, grads)
            return (*adjoints, *(None for _ in ctx.rest))

    Derivative.__name__ = operation.name
    apply: Callable[..., Any] = Derivative.apply
    return apply
