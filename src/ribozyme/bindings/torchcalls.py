"""Native calls as operators of torch's dispatcher, without derivatives: `ribozyme::NAME`.

made = kernels(program, routine, text, (operation,))    native code, and where its parts lie
registered(operation, made[0])                          a kernel on `CPU`, shapes, batches
"""

import ctypes
from collections.abc import Callable, Sequence
from typing import Any, Final, final

import torch

from ribozyme.api.calling.routine import Routine
from ribozyme.api.programs.program import Program
from ribozyme.base.record import dataclass
from ribozyme.bindings.operators.glue_library import Described, glue
from ribozyme.bindings.torcheager import short
from ribozyme.bindings.torchlib import DTYPES, LIBTORCH, NAMESPACE, define, implement


@final
@dataclass(frozen=True, slots=True)
class Addresses:
    """Where the native parts of a call lie: `kernel` is for `CPU`, `watched` for `Autograd`."""

    description: int
    run: int
    kernel: int
    watched: int


held: Final[list[object]] = []  # the dispatcher keeps addresses and handles, so this keeps all


def kernels(
    program: Program, routine: Routine, text: str, calls: Sequence[Described]
) -> list[Addresses]:
    """The native kernels of calls; `text` has the function `@rz.op.NAME` of each."""
    stubs = "".join(_stub(call.name) for call in calls)
    parts = [
        f"@rz.op.{call.name}{end}"
        for call in calls
        for end in (".description", "", ".torch", ".torch.autograd")
    ]
    asked = f"rz.op.{calls[0].name}.asked"
    lines = [
        f"  %p{k} = getelementptr ptr, ptr %found, i64 {k}\n  store ptr {part}, ptr %p{k}"
        for k, part in enumerate(parts)
    ]
    body = "\n".join(lines)
    stubs += f"define void @{asked}(ptr %found) uwtable {{\n{body}\n  ret void\n}}\n{_DECLARED}"
    entry = glue(("torch.h", "torch.c"), (str(LIBTORCH),))("rz_torch_call")
    straight = short()
    symbols = {
        "rz_torch_call": entry,
        "rz_torch_autograd": straight("rz_torch_autograd") if straight else entry,  # not called
    }
    code = program.code(routine, asked, text + stubs, {**symbols, **_tapes(text)})
    found = (ctypes.c_int64 * len(parts))()
    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(code.entry)(ctypes.addressof(found))
    held.append(code)
    return [Addresses(*found[k : k + 4]) for k in range(0, len(parts), 4)]


def _stub(name: str) -> str:
    run, qualified = f"rz.op.{name}", f"{NAMESPACE}::{name}"
    return f"""
define internal void @{run}.torch(ptr %stack, i64 %inputs, i64 %outputs) uwtable {{
  call void @rz_torch_call(ptr %stack, ptr @{run}.description, ptr @{run})
  ret void
}}
define internal void @{run}.torch.autograd(ptr %stack, i64 %inputs, i64 %outputs) uwtable {{
  call void @rz_torch_autograd(ptr %stack, ptr @{run}.description, ptr @{run}.torch, ptr @{run}.name)
  ret void
}}
@{run}.name = private constant [{len(qualified) + 1} x i8] c"{qualified}\\00"
"""  # noqa: E501


_DECLARED: Final = """declare void @rz_torch_call(ptr, ptr, ptr)
declare void @rz_torch_autograd(ptr, ptr, ptr, ptr)
"""


def _tapes(text: str) -> dict[str, int]:
    from ribozyme.bindings.operators import halves

    return halves.entries() if "@rz_tape_keep" in text else {}


def registered(operation: Described, addresses: Addresses) -> Any:
    """The dispatcher's operator of a call, with everything but derivatives."""
    name = operation.name
    define(schema(operation))
    implement("CPU", name, addresses.kernel)
    held.append(operation)
    found = getattr(getattr(torch.ops, NAMESPACE), name).default
    qualified = f"{NAMESPACE}::{name}"
    torch.library.register_fake(qualified, _fake(operation))
    torch.library.register_vmap(qualified, _batching(operation, found))
    return found


def schema(operation: Described, overload: str = "") -> str:
    """What the dispatcher is told of a call."""
    tensors = [f"Tensor x{k}" for k in range(len(operation.inputs))]
    words = [f"SymInt w{k}" for k in range(operation.words)]
    outputs = ", ".join("Tensor" for _ in operation.outputs)
    result = outputs if len(operation.outputs) == 1 else f"({outputs})"
    parameters = ", ".join((*tensors, *words, "int batched", "int lead"))
    return f"{operation.name}{overload}({parameters}) -> {result}"


def _fake(operation: Described) -> Callable[..., Any]:
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


def _batching(operation: Described, found: Any) -> Callable[..., Any]:
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
