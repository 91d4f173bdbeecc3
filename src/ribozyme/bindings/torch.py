"""PyTorch: native functions as operators of its dispatcher.

    f = rz.torch.op(lib.f)           op = rz.torch.op(lib.g, outputs="y", shape=("n",))
    f(x).sum().backward()            torch.func.hessian(f), torch.compile(f, fullgraph=True), …

Each operation is an operator `ribozyme::NAME` with a native kernel on `CPU`, registered through
libtorch's C interface, and Python ones for shapes (`fake`), batches (`vmap`) and derivatives. The
derivative kernel stands on the key `Autograd` as a function of a single level, which is what makes
`torch.func`, forward mode and the compiler see one and the same derivative. The names of torch that
this needs are private, so `single_level` tries them once; without them operators are
differentiated in a simpler way (`plain`), which refuses what it cannot do.

Derivatives of derivatives are operators too, made and registered when first asked for.
"""

import ctypes
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, final

import torch

from ribozyme.api.functions import Function
from ribozyme.api.program import Code
from ribozyme.base.errors import error
from ribozyme.bindings.adaptor import symbol
from ribozyme.bindings.declare import Asked, CountOf, Declared, LengthOf, Like, Measure
from ribozyme.bindings.declare import declare as _declare
from ribozyme.bindings.native import glue, operation_text
from ribozyme.bindings.operation import Operation
from ribozyme.bindings.torcheager import caller, short

NAMESPACE: Final = "ribozyme"
_DTYPES: Final[dict[str, torch.dtype]] = {
    name: getattr(torch, name)
    for name in (
        "float16", "bfloat16", "float32", "float64", "int8", "int16", "int32", "int64",
        "uint8", "uint16", "uint32", "uint64", "bool",
    )
}  # fmt: skip
_MEASURE: Final = Measure(lambda x: x.numel(), lambda x: tuple(x.shape))
_is_compiling: Final = torch.compiler.is_compiling
_modes: Final = torch._C._len_torch_function_stack

# ---- the user's side -----------------------------------------------------------------------------


def op(function: Function, **how: Any) -> "Operator":
    """A native function as an operator over tensors; `bindings.declare` says what can be declared.

    Tensors are passed in the order of the parameters, everything else by keyword.
    """
    return Operator(_declare(function, **how))


@final
class Operator:
    """A function of tensors that differentiates, batches, compiles and exports like torch's own."""

    __slots__ = (
        "__weakref__", "_blocks", "_dtypes", "_eager", "_entry", "_fixed", "_is_plain", "_op",
        "_shapes", "_sizes", "declared",
    )  # fmt: skip

    def __init__(self, declared: Declared, fixed: dict[str, Any] | None = None) -> None:
        operation = declared.operation
        if not operation.inputs:
            raise error("RZ010", f"'{declared.function.name}' has no tensor among its parameters")
        self.declared = declared
        self._fixed = fixed or {}
        self._op = overload(operation)
        self._entry = entry(operation)
        self._dtypes = tuple(_DTYPES[port.dtype] for port in operation.inputs)
        # Words as plain tuples, so that the compiler's tracer reads this class without surprises.
        # `_is_plain`: all words follow from the tensors and from what was given once and for all.
        self._sizes = tuple(
            _rule(rule, declared.whole(name, self._fixed[name]) if name in self._fixed else None)
            for name, rule in declared.sizes.items()
        )
        self._shapes = tuple(_shape_rule(rule) for rule in declared.shapes)
        known = all(name in self._fixed for name in declared.blocks)
        self._blocks: tuple[int, ...] = ()
        if known:
            self._blocks = tuple(w for n in declared.blocks for w in declared.block(n, self._fixed))
        kinds = [kind for kind, _, _ in (*self._sizes, *self._shapes)]
        self._is_plain = known and "ask" not in kinds
        self._eager = self._short() if _BELOW and self._is_plain else None

    def _short(self) -> Callable[..., Any] | None:
        """The way of calls that nothing watches."""
        operation = self.declared.operation
        rules = [rule for rule in self._shapes if rule[0] == "like"]
        rules += [*self._sizes, *(("fixed", -1, word) for word in self._blocks)]

        def backward(ctx: Any, *grads: Any) -> Any:
            saved = ctx.saved_tensors
            args = (*saved, *self._words(saved), 0, 0)
            adjoints = _pulled(operation, ctx.needs_input_grad, args, grads)
            return adjoints[0] if len(adjoints) == 1 else tuple(adjoints)

        return caller(operation.label, *_addresses[operation.name][:2], rules, backward)

    def __call__(self, *tensors: Any, **given: Any) -> Any:
        """The outputs: one tensor, or a tuple of them."""
        if not _is_compiling() and self._eager is not None and not given and not _modes():
            found = self._eager(*tensors)
            if found is not None:
                return found
        if given or len(tensors) != len(self._dtypes):
            tensors = self.declared.tensors(tensors, {**self._fixed, **given})
        known = self._checked(tensors)
        if given or not self._is_plain:
            named = {**self._fixed, **given}
            rest = {name: named[name] for name in named if name not in self.declared.names}
            call = self.declared.call(known, rest, _MEASURE)
            words, shapes = list(call.words), call.shapes
        else:
            words, shapes = self._words(known), ()
        found = self._entry(*known, *words, 0, 0)
        return self._shaped(found, shapes) if shapes else found

    def _words(self, tensors: Sequence[Any]) -> list[Any]:
        words = []
        for kind, k, _ in self._shapes:
            if kind == "like":
                words.append(tensors[k].numel())
        for kind, k, axis in self._sizes:
            if kind == "count":
                words.append(tensors[k].numel())
            elif kind == "length":
                words.append(tensors[k].shape[axis])
            else:
                words.append(axis)
        words.extend(self._blocks)
        return words

    def _checked(self, tensors: Sequence[Any]) -> Sequence[Any]:
        for x, dtype in zip(tensors, self._dtypes, strict=True):
            if not isinstance(x, torch.Tensor) or x.dtype is not dtype:
                return self._converted(tensors)
            if not x.is_cpu and not x.is_meta:
                raise self._refused(x, "wants a tensor on the CPU", "RZ001")
        return tensors

    def _converted(self, tensors: Sequence[Any]) -> Sequence[Any]:
        """Numbers as tensors; what has another dtype is refused, or cast under autocast."""
        found = []
        for k, (x, dtype) in enumerate(zip(tensors, self._dtypes, strict=True)):
            number = isinstance(x, float | int) and self.declared.operation.inputs[k].like < 0
            if number:
                found.append(torch.tensor(x, dtype=dtype))
            elif not isinstance(x, torch.Tensor):
                raise self._refused(x, "wants a tensor", "RZ008", k)
            elif x.dtype is not dtype and not (
                x.is_floating_point() and dtype.is_floating_point and _has_autocast()
            ):
                raise self._refused(x, f"wants {dtype}", "RZ008", k)
            elif not x.is_cpu and not x.is_meta:
                raise self._refused(x, "wants a tensor on the CPU", "RZ001", k)
            else:
                found.append(x)
        return found

    def _refused(self, x: Any, what: str, code: str, k: int = -1) -> Exception:
        got = f"a tensor of {x.dtype} on {x.device}" if isinstance(x, torch.Tensor) else repr(x)
        name = f"argument '{self.declared.names[k]}'" if k >= 0 else "an argument"
        return error(code, f"{name} of '{self.declared.function.name}' {what}; it got {got}")

    def _shaped(self, found: Any, shapes: Sequence[Any]) -> Any:
        several = tuple(found) if isinstance(found, tuple | list) else (found,)
        made = tuple(
            x if shape is None else x.view(shape) for x, shape in zip(several, shapes, strict=True)
        )
        return made if isinstance(found, tuple | list) else made[0]

    def given(self, **fixed: Any) -> "Operator":
        """The operator with some keywords given once and for all, which compiled code needs."""
        return Operator(self.declared, {**self._fixed, **fixed})

    def apply(self, *tensors: Any, **given: Any) -> Any:
        """The same as calling it, by the name `torch.autograd.Function` has for it."""
        return self(*tensors, **given)

    def __reduce__(self) -> tuple[Any, ...]:
        return Operator, (self.declared, self._fixed)

    def __deepcopy__(self, memo: Any) -> "Operator":
        return self  # it never changes

    def __repr__(self) -> str:
        return f"<ribozyme operator {NAMESPACE}::{self.declared.operation.name}>"


def _rule(rule: CountOf | LengthOf | Asked, fixed: int | None) -> tuple[str, int, int]:
    if fixed is not None:
        return "fixed", -1, fixed
    match rule:
        case CountOf(tensor=k):
            return "count", k, 0
        case LengthOf(tensor=k, axis=axis):
            return "length", k, axis
        case Asked():
            return "ask", -1, 0


def _shape_rule(rule: Any) -> tuple[str, int, int]:
    match rule:
        case None:
            return "own", -1, 0
        case Like(tensor=k):
            return "like", k, 0
        case _:
            return "ask", -1, 0


def _has_autocast() -> bool:
    return bool(torch.is_autocast_enabled("cpu"))


# ---- operators of the dispatcher -----------------------------------------------------------------

_lock: Final = threading.RLock()
_overloads: Final[dict[str, Any]] = {}
_addresses: Final[dict[str, tuple[int, int, int]]] = {}
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
    shim = _shim()
    _must(shim.aoti_torch_library_def(_library(), _schema(operation).encode()), name)
    _must(shim.torch_library_impl(_kernels(), name.encode(), code.entry, _TARGET), name)
    _held.append((operation, code))
    _addresses[name] = _asked(code)
    found = getattr(getattr(torch.ops, NAMESPACE), name).default
    qualified = f"{NAMESPACE}::{name}"
    torch.library.register_fake(qualified, _fake(operation))
    torch.library.register_vmap(qualified, _batching(operation, found))
    floats = {port.dtype for port in operation.inputs if port.is_float}
    if len(floats) == 1:
        torch.library.register_autocast(qualified, "cpu", _DTYPES[floats.pop()])
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
    text = operation_text(operation, _codes()) + stub
    entry = glue(("torch.h", "torch.c"), (str(_LIBTORCH),))("rz_torch_call")
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
            made.append(tensors[0].new_empty((*front, *shape), dtype=_DTYPES[port.dtype]))
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


def _pulled(
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
    return found if _BELOW else _watched(operation, found)


def _derivatives(operation: Operation, found: Any) -> None:
    if _BELOW:
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
            return (None, *_pulled(operation, needed, args, grads), *(None for _ in ctx.rest))

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
    shim, added = _shim(), _schema(operation, ".watched").encode()
    _must(shim.aoti_torch_library_def(_library(), added), name)
    library.impl(f"{name}.watched", kernel, "Autograd", with_keyset=True)
    watched = getattr(getattr(torch.ops, NAMESPACE), name).watched
    _must(shim.torch_library_impl(_recording(), name.encode(), _addresses[name][2], _TARGET), name)
    found.py_impl(torch._C.DispatchKey.Autograd)(watched)  # sizes that are symbols stay symbols


def _plain(operation: Operation, found: Any) -> None:
    """Without private names: backward only, and an error from whatever would need more."""
    count = len(operation.inputs)

    def setup(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.save_for_backward(*inputs[:count])
        ctx.rest = inputs[count:]

    def backward(ctx: Any, *grads: Any) -> Any:
        args = (*ctx.saved_tensors, *ctx.rest)
        adjoints = _pulled(operation, ctx.needs_input_grad, args, grads)
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
            adjoints = _pulled(operation, ctx.needs_input_grad, args, grads)
            return (*adjoints, *(None for _ in ctx.rest))

    Derivative.__name__ = operation.name
    apply: Callable[..., Any] = Derivative.apply
    return apply


# ---- libtorch's C interface ----------------------------------------------------------------------

_LIBTORCH: Final = Path(torch.__file__).parent / "lib" / "libtorch_cpu.so"
_TARGET: Final = (2 << 56) | (10 << 48)  # the version whose interface the glue is written for


def _shim() -> Any:
    if not _state:
        _open()
    return _state[0]


def _library() -> Any:
    _shim()
    return _state[1]


def _kernels() -> Any:
    _shim()
    return _state[2]


def _recording() -> Any:
    _shim()
    return _state[3]


_state: Final[list[Any]] = []


def _open() -> None:
    shim = ctypes.CDLL(str(_LIBTORCH))
    missing = [
        n for n in ("torch_library_impl", "torch_get_const_data_ptr") if not hasattr(shim, n)
    ]
    if missing:
        raise error(
            "RZ024", f"torch {torch.__version__} is too old", helps=("torch 2.10 or later",)
        )
    handle, text = ctypes.c_void_p, ctypes.c_char_p
    shim.aoti_torch_library_init_fragment.argtypes = [
        text, text, ctypes.c_uint32, ctypes.POINTER(handle),
    ]  # fmt: skip
    shim.aoti_torch_library_init_impl.argtypes = [
        text, text, text, ctypes.c_uint32, ctypes.POINTER(handle),
    ]  # fmt: skip
    shim.aoti_torch_library_def.argtypes = [handle, text]
    shim.torch_library_impl.argtypes = [handle, text, handle, ctypes.c_uint64]
    fragment, *kernels = handle(), handle(), handle()
    name, place = NAMESPACE.encode(), b"ribozyme"
    _must(shim.aoti_torch_library_init_fragment(name, place, 1, ctypes.byref(fragment)), "library")
    for key, made in zip((b"CPU", b"Autograd"), kernels, strict=True):
        status = shim.aoti_torch_library_init_impl(name, key, place, 1, ctypes.byref(made))
        _must(status, "library")
    _state.extend((shim, fragment, *kernels))


def _must(status: int, what: str) -> None:
    if status:
        raise error("RZ901", f"torch refused to register '{what}'")


def _codes() -> dict[str, int]:
    """torch's numbers for the dtypes."""
    shim = _shim()
    return {name: int(getattr(shim, f"aoti_torch_dtype_{name}")()) for name in _DTYPES}


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


_BELOW: Final = _single_level_works()
