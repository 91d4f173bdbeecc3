"""libtorch's C interface, as far as operators of the dispatcher need it.

define("f(Tensor x, int n) -> Tensor")      implement("CPU", "f", address)      of `ribozyme::f`
"""

import ctypes
from pathlib import Path
from typing import Any, Final

import torch

from ribozyme.base.errors import error

NAMESPACE: Final = "ribozyme"
DTYPES: Final[dict[str, torch.dtype]] = {
    name: getattr(torch, name)
    for name in (
        "float16", "bfloat16", "float32", "float64", "int8", "int16", "int32", "int64",
        "uint8", "uint16", "uint32", "uint64", "bool",
    )
}  # fmt: skip
LIBTORCH: Final = Path(torch.__file__).parent / "lib" / "libtorch_cpu.so"
_TARGET: Final = (2 << 56) | (10 << 48)  # the version whose interface the glue is written for
_KEYS: Final = ("CPU", "Autograd")

_libraries: Final[dict[str, Any]] = {}  # handles: of the namespace (""), and of its kernels by key


def define(schema: str) -> None:
    """An operator of our namespace, without kernels."""
    status = _shim().aoti_torch_library_def(_libraries[""], schema.encode())
    _must(status, schema)


def implement(key: str, name: str, address: int) -> None:
    """The native kernel of an operator for a key of the dispatcher."""
    shim = _shim()
    _must(shim.torch_library_impl(_libraries[key], name.encode(), address, _TARGET), name)


def codes() -> dict[str, int]:
    """torch's numbers for the dtypes."""
    shim = _shim()
    return {name: int(getattr(shim, f"aoti_torch_dtype_{name}")()) for name in DTYPES}


def _shim() -> Any:
    if not _opened:
        _opened.append(_open())
    return _opened[0]


_opened: Final[list[Any]] = []


def _open() -> Any:
    shim = ctypes.CDLL(str(LIBTORCH))
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
    name, place = NAMESPACE.encode(), b"ribozyme"
    made = handle()
    _must(shim.aoti_torch_library_init_fragment(name, place, 1, ctypes.byref(made)), "library")
    _libraries[""] = made
    for key in _KEYS:
        made = handle()
        status = shim.aoti_torch_library_init_impl(name, key.encode(), place, 1, ctypes.byref(made))
        _must(status, "library")
        _libraries[key] = made
    return shim


def _must(status: int, what: str) -> None:
    if status:
        raise error("RZ901", f"torch refused to register '{what}'")
