"""Native calls of TensorFlow's operation, by key: what a key names, and its code.

    NAME, NAME_v0, …             an operation, derivatives of it
    NAME_keep0, NAME_back0       the halves of one (`operators/halves.py`)

A graph holds keys, so what they name is found in another process too, once the module that defines
the function is imported.
"""

import ctypes
import os
import re
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, final

import tensorflow as tf

from ribozyme.base.errors import Error, error
from ribozyme.base.record import dataclass
from ribozyme.bindings.operators import halves
from ribozyme.bindings.operators.adaptor import symbol
from ribozyme.bindings.operators.glue_library import Described, glue, operation_text
from ribozyme.bindings.operators.halves import TICKET, Halved
from ribozyme.bindings.operators.keep_or_rerun import keeping_pays
from ribozyme.bindings.operators.operation import Operation

NAME: Final = "RibozymeCall"
CODES: Final = {
    "float32": 1, "float64": 2, "int32": 3, "uint8": 4, "int16": 5, "int8": 6, "int64": 9,
    "bool": 10, "bfloat16": 14, "uint16": 17, "float16": 19, "uint32": 22, "uint64": 23,
}  # fmt: skip

# ---- what a key names ----------------------------------------------------------------------------


@final
@dataclass(frozen=True, slots=True, eq=False)
class Call:
    """A native call, which is differentiated as `operation`: itself, or what it is a half of."""

    form: Described
    operation: Operation
    keeps: bool = False  # a ticket is behind its outputs
    ticket: int = -1  # where one is among its inputs
    dtypes: tuple[int, ...] = ()  # of the outputs

    @property
    def name(self) -> str:
        return self.form.name

    @property
    def results(self) -> int:
        """How many outputs the operation has."""
        return len(self.operation.outputs)

    def bare(self, inputs: Sequence[Any]) -> list[Any]:
        """The inputs of the operation."""
        behind = self.ticket + len(TICKET)
        return [*inputs] if self.ticket < 0 else [*inputs[: self.ticket], *inputs[behind:]]

    def bare_mask(self, batched: int) -> int:
        """Which of them are batched."""
        if self.ticket < 0:
            return batched
        low = batched & (1 << self.ticket) - 1
        return low | batched >> self.ticket + len(TICKET) << self.ticket

    def dressed(self, adjoints: Sequence[Any]) -> list[Any]:
        """The adjoints of its inputs, from those of the operation's."""
        if self.ticket < 0:
            return [*adjoints]
        return [*adjoints[: self.ticket], *(None for _ in TICKET), *adjoints[self.ticket :]]


def _call(form: Described, operation: Operation, **how: Any) -> Call:
    dtypes = tuple(CODES[port.dtype] for port in form.outputs)
    return _calls.setdefault(form.name, Call(form, operation, dtypes=dtypes, **how))


@final
@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """The two halves of an operation."""

    made: Halved
    keep: Call
    back: Call


_lock: Final = threading.RLock()
_roots: Final[dict[str, Operation]] = {}
_calls: Final[dict[str, Call]] = {}
_kept: Final[dict[tuple[str, tuple[int, ...]], Kept | None]] = {}
_STEP: Final = re.compile(r"_(v|j|keep|back)(\d+(?:_\d+)*)")


def defined(operation: Operation) -> Call:
    """The call of a function, which saved graphs find from now on."""
    _roots.setdefault(operation.name, operation)
    found = whole(operation)
    native(found)
    return found


def whole(operation: Operation) -> Call:
    """The call of an operation."""
    return _calls.get(operation.name) or _call(operation, operation)


def kept(operation: Operation, wrt: tuple[int, ...]) -> Kept | None:
    """The halves of a function by some inputs; None where the primal is run again."""
    if operation.base or not wrt:
        return None
    key = (operation.name, wrt)
    if key not in _kept:
        with _lock:
            if key not in _kept:
                _kept[key] = _halved(operation, wrt)
    return _kept[key]


def _halved(operation: Operation, wrt: tuple[int, ...]) -> Kept | None:
    if not keeping_pays(operation):
        return None
    made = Halved(operation, wrt)
    try:  # whole derivatives exist where halves do not
        _load_halves(made)
    except Error:
        if operation.save:
            raise
        return None
    keep = _call(made.keep, operation, keeps=True)
    back = _call(made.back, operation.vjp(wrt), ticket=len(operation.inputs))
    return Kept(made, keep, back)


def named(key: str) -> Call:
    """The call of a key: of a function that was defined, or of what is made from one."""
    found = _calls.get(key)
    if found is not None:
        return found
    root = next((name for name in _roots if key == name or key.startswith(f"{name}_")), None)
    if root is None:
        raise error(
            "RZ004",
            f"no function '{key}' is defined in this process",
            helps=("import the module that defines it, before the model is used",),
        )
    operation = _roots[root]
    for step, numbers in _STEP.findall(key[len(root) :]):
        wrt = tuple(map(int, numbers.split("_")))
        if step in ("keep", "back"):
            both = kept(operation, wrt)
            if both is None:
                raise error("RZ004", f"'{key}' is a half of '{root}', which is not kept here")
            return both.keep if step == "keep" else both.back
        operation = operation.vjp(wrt) if step == "v" else operation.jvp(wrt)
    return whole(operation)


# ---- native code ---------------------------------------------------------------------------------

_stubs: Final[dict[str, int]] = {}  # addresses by key; kernels keep them, so the code stays
_held: Final[list[object]] = []


def native(call: Call) -> int:
    """The address of a call's stub."""
    found = _stubs.get(call.name)
    if found is None:
        with _lock:
            _register()
            found = _stubs.get(call.name)
            if found is None:
                found = _stubs[call.name] = _load(call.operation)
    return found


def _load(operation: Operation) -> int:
    text = operation_text(operation, CODES) + _stub(f"{symbol(operation)}.tensorflow", operation)
    program = operation.program.under(operation.options)
    name = f"{symbol(operation)}.tensorflow"
    code = program.code(operation.plan.routine, name, text + _DECLARED, _symbols())
    _held.append(code)
    return code.entry


def _load_halves(made: Halved) -> None:
    """Both halves, in one module. The first, asked with no call, gives the second's address."""
    first, second = (f"rz.op.{half.name}.tensorflow" for half in (made.keep, made.back))
    text = f"""{made.text(CODES)}
define ptr @{first}(ptr %invocation) uwtable {{
  %asked = icmp eq ptr %invocation, null
  br i1 %asked, label %told, label %work
told:
  ret ptr @{second}
work:
  call void @rz_tf_call(ptr %invocation, ptr @rz.op.{made.keep.name}.description, ptr @rz.op.{made.keep.name})
  ret ptr null
}}
{_stub(second, made.back)}{_DECLARED}"""  # noqa: E501
    _register()
    program = made.operation.program.under(made.operation.options)
    code = program.code(made.routine, first, text, _symbols() | halves.entries())
    _held.append(code)
    ask = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(code.entry)
    _stubs[made.keep.name], _stubs[made.back.name] = code.entry, int(ask(None) or 0)


def _stub(name: str, form: Described) -> str:
    run = f"rz.op.{form.name}"
    return f"""
define void @{name}(ptr %invocation) uwtable {{
  call void @rz_tf_call(ptr %invocation, ptr @{run}.description, ptr @{run})
  ret void
}}
"""


_DECLARED: Final = "declare void @rz_tf_call(ptr, ptr, ptr)\n"


def _symbols() -> dict[str, int]:
    return {"rz_tf_call": _glue()("rz_tf_call")}


def _glue() -> Callable[[str], int]:
    return glue(("tensorflow.c",), (str(Path(tf.sysconfig.get_lib()) / _FRAMEWORK),))


_FRAMEWORK: Final = "libtensorflow_framework.so.2"


def _found(key: bytes) -> int:
    """For the glue: the stub of a key, 0 where there is none."""
    try:
        return native(named(key.decode()))
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


with _lock:
    _register()  # a saved model may be loaded before any operator is made
