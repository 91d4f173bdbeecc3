"""The short way of calls that nothing watches, past torch's dispatcher.

    f(x)        Operator.__call__ → native: look at x and at the thread → kernel → a tensor
    f(y)        y requires grad: the same inside torch's own node of the graph
    torch.ops.ribozyme.f(x, …)      in compiled code: a native kernel on `Autograd` that looks, too

What has to be looked at is private to torch: the keys in a tensor, the state of a thread. `short`
finds them once and tries them on cases whose answer is known; if one is not as it should be,
or a symbol is missing, there is no short way, and everything goes through the dispatcher.
"""

# What the framework's own functions take is not said everywhere.
# mypy: allow-untyped-calls

import ctypes
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, final

import torch

from ribozyme.base.errors import Error
from ribozyme.bindings.operators.glue_library import glue

_LIB: Final = Path(torch.__file__).parent / "lib"
_NAMES: Final = ("libtorch_cpu.so", "libc10.so", "libtorch_python.so")
_WORDS: Final = 24  # of a tensor's implementation, in which its keys are looked for
_RULES: Final = {"fixed": 0, "like": 1, "count": 1, "length": 2}
_FASTCALL: Final = 0x80

PLAIN, WATCHED = 4, 8  # and 1: a backward pass wants it, 2: forward mode does


@cache
def short() -> Callable[[str], int] | None:
    """The glue's addresses, after its trial; None where calls have to take the long way."""
    try:
        found = glue(("torch.h", "torch_eager.c"), tuple(str(_LIB / name) for name in _NAMES))
        return found if _set_up(found) and _tried(found) else None
    except (Error, AttributeError, OSError, RuntimeError):
        return None


def _set_up(found: Callable[[str], int]) -> bool:
    with torch.inference_mode():
        inferring, at_rest = torch.ones(3, dtype=torch.double), _state(found)
    ordinary = torch.ones(3, dtype=torch.double)
    offset = _offset([ordinary, inferring, *_strange()])
    if offset < 0 or _state(found) != (0, 0):
        return False
    _held.extend(("_cdata", "to_save"))
    words = (
        0, 0, *at_rest, _keys(ordinary), _keys(inferring), 8 * offset,
        id(torch.Tensor), id(torch.nn.Parameter), *map(id, _held), id(None), id(RuntimeError),
    )  # fmt: skip
    setup = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(found("rz_torch_setup"))
    here = (ctypes.c_int64 * len(words))(*(_signed(word) for word in words))
    setup(ctypes.addressof(here))
    return True


_held: Final[list[object]] = []  # what native code has the address of


def _signed(word: int) -> int:
    return word - (1 << 64) if word >> 63 else word


def _keys(x: Any) -> int:
    return int(torch._C._dispatch_keys(x).raw_repr())


def _strange() -> list[Any]:
    """Tensors of several kinds that the kernels know nothing of."""
    number = torch.ones(3, dtype=torch.cfloat).conj()
    return [number, number.imag, torch.ones(2, device="meta"), torch.eye(2).to_sparse()]


def _offset(tensors: Sequence[Any]) -> int:
    """The word that holds the keys of each of these; -1 if it is not clear which."""
    found = [
        k
        for k in range(_WORDS)
        if all(ctypes.c_uint64.from_address(x._cdata + 8 * k).value == _keys(x) for x in tensors)
    ]
    return found[0] if len(found) == 1 else -1


def _state(found: Callable[[str], int]) -> tuple[int, int]:
    words = (ctypes.c_int64 * 2)()
    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(found("rz_torch_state"))(ctypes.addressof(words))
    return words[0], words[1]


def _tried(found: Callable[[str], int]) -> bool:
    """Whether it sees what there is to see."""
    look = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(found("rz_torch_seen"))
    forward = torch.autograd.forward_ad
    x = torch.ones(3, dtype=torch.double)
    y = x.clone().requires_grad_()

    def seen(x: Any) -> int:
        return int(look(x._cdata))

    def noted(x: Any) -> Any:
        trials.append(bool(seen(y) & WATCHED))
        return x

    trials = [seen(x) == PLAIN, seen(y) == PLAIN | 1, not any(seen(z) & PLAIN for z in _strange())]
    with torch.no_grad():
        trials.append(seen(y) == PLAIN)
    with torch.inference_mode():
        trials += [seen(x) == PLAIN, seen(torch.ones(2)) == PLAIN]
    with torch.autocast("cpu"):
        trials.append(bool(seen(x) & WATCHED))
    with forward.dual_level():
        trials.append(seen(forward.make_dual(x, x)) == PLAIN | 2)
    for transform in (torch.func.vmap, torch.func.functionalize, _along, _slope):
        transform(noted)(x)
    with torch.utils._python_dispatch.TorchDispatchMode():
        answer = seen(x)
    trials += [bool(answer & WATCHED), seen(x) == PLAIN]
    return all(trials)


def _along(f: Any) -> Any:
    return lambda x: torch.func.jvp(f, (x,), (x,))


def _slope(f: Any) -> Any:
    return torch.func.grad(lambda x: f(x).sum())


NEVER, UNKNOWN = -1, -2  # in place of the inputs by which something is kept
_waiting: Final[dict[str, list[Any]]] = {}


def recorded(label: str, how: tuple[int, int, int] | None) -> None:
    """What recorded calls of an operation run: a half (its description, its adaptor, the inputs it
    keeps something for, a bit each), or the operation itself."""
    for words in _waiting.pop(label, ()):
        words[3:6] = how or (0, 0, NEVER)


def caller(
    name: str,
    operation: int,
    run: int,
    rules: Sequence[tuple[str, int, int]],
    backward: Callable[..., Any],
    label: str,
    kept: int,
) -> Callable[..., Any] | None:
    """A native function of tensors alone; it gives None where the dispatcher is needed.

    `operation` and `run` are addresses, a rule for each word says where it comes from, `backward`
    gets the node's context and the cotangents. With `kept` UNKNOWN, calls that are recorded take
    the long way until `recorded` says for `label` what to run.
    """
    found = short()
    if found is None:
        return None
    told = [part for kind, tensor, number in rules for part in (_RULES[kind], tensor, number)]
    words = (ctypes.c_int64 * (6 + len(told)))(operation, run, 0, 0, 0, kept, *told)
    if kept == UNKNOWN:
        _waiting.setdefault(label, []).append(words)
    forward = _builtin(found("rz_torch_recorded"), ctypes.addressof(words))

    parts = {"forward": staticmethod(forward), "backward": staticmethod(backward)}
    node: Any = type(name, (torch.autograd.Function,), parts)
    # What `Function.apply` adds to this is for functorch, which is not there.
    record = super(torch.autograd.Function, node).apply
    words[2] = id(record)
    call = _builtin(found("rz_torch_eager"), ctypes.addressof(words))
    _held.append((words, record))
    return call


@final
class _Method(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p), ("code", ctypes.c_void_p), ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )  # fmt: skip


def _builtin(code: int, self: int) -> Callable[..., Any]:
    """A function of Python whose code is native."""
    method = _Method(b"ribozyme", code, _FASTCALL, None)
    make = ctypes.pythonapi.PyCFunction_NewEx
    make.restype = ctypes.py_object
    make.argtypes = [ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p]
    _held.append(method)
    made: Callable[..., Any] = make(ctypes.addressof(method), self, None)
    return made
