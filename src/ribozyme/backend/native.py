"""What a warm start needs of LLVM: which machine this is, and objects linked into the process.

llvmlite's Python package takes four times as long to import as its shared library takes to load,
and code that is found in the cache needs three of its functions. They are called here directly; the
names and types are those of the pinned release, and a test compares the answers with llvmlite's.

    link((object,), {"sin": 0x7f…}, ("f",))   →  a `Linked` with the address of f
"""

import ctypes
import sys
import threading
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any, Final, final

from ribozyme.base.errors import error

_FILES: Final = {"darwin": "libllvmlite.dylib", "win32": "llvmlite.dll"}
_OBJECT: Final = 2  # the kind of what is linked
_TEXT: Final = ctypes.POINTER(ctypes.c_char_p)


class _Element(ctypes.Structure):
    _fields_ = (
        ("kind", ctypes.c_uint8),
        ("value", ctypes.c_char_p),
        ("size", ctypes.c_size_t),
    )


class _Symbol(ctypes.Structure):
    _fields_ = (("name", ctypes.c_char_p), ("address", ctypes.c_uint64))


_SIGNATURES: Final[dict[str, tuple[Any, tuple[Any, ...]]]] = {
    "GetVersionInfo": (ctypes.c_uint, ()),
    "GetProcessTriple": (None, (_TEXT,)),
    "GetHostCPUName": (None, (_TEXT,)),
    "GetHostCPUFeatures": (ctypes.c_int, (_TEXT,)),
    "DisposeString": (None, (ctypes.c_char_p,)),
    "InitializeNativeTarget": (None, ()),
    "InitializeNativeAsmPrinter": (None, ()),
    "CreateLLJITCompiler": (
        ctypes.c_void_p, (ctypes.c_void_p, ctypes.c_bool, ctypes.c_bool, _TEXT),
    ),
    "LLJIT_Link": (
        ctypes.c_void_p,
        (
            ctypes.c_void_p, ctypes.c_char_p, ctypes.POINTER(_Element), ctypes.c_size_t,
            ctypes.POINTER(_Symbol), ctypes.c_size_t, ctypes.POINTER(_Symbol), ctypes.c_size_t,
            _TEXT,
        ),
    ),
    "LLJIT_Dylib_Tracker_Dispose": (ctypes.c_bool, (ctypes.c_void_p, _TEXT)),
}  # fmt: skip


@cache
def _library() -> Any:
    """llvmlite's shared library, the same whether its Python package is loaded or not."""
    spec = find_spec("llvmlite")
    if spec is None or spec.origin is None:
        raise error(
            "RZ024", "llvmlite is not installed", helps=("pip install 'llvmlite>=0.50,<0.51'",)
        )
    name = _FILES.get(sys.platform, "libllvmlite.so")
    library = ctypes.CDLL(str(Path(spec.origin).with_name("binding") / name))
    for function, (result, arguments) in _SIGNATURES.items():
        found = getattr(library, f"LLVMPY_{function}")
        found.restype, found.argtypes = result, arguments
    return library


def _call(function: str, *arguments: Any) -> tuple[Any, str]:
    """What a function returns, and the text it leaves behind."""
    text = ctypes.c_char_p()
    result = getattr(_library(), f"LLVMPY_{function}")(*arguments, ctypes.byref(text))
    said = (text.value or b"").decode("utf-8", "replace")
    if text:
        _library().LLVMPY_DisposeString(text)
    return result, said


@cache
def machine() -> str:
    """LLVM's version and what it knows of this machine: all that shapes code besides its source."""
    version = _library().LLVMPY_GetVersionInfo()
    names = ("GetProcessTriple", "GetHostCPUName", "GetHostCPUFeatures")
    triple, cpu, features = (_call(name)[1] for name in names)
    return f"{version:x} {triple} {cpu} {','.join(sorted(features.split(',')))}"


@final
class Linked:
    """Objects in this process; they go with the last reference."""

    __slots__ = ("_tracker", "addresses")

    def __init__(self, tracker: int, addresses: Mapping[str, int]) -> None:
        self._tracker = tracker
        self.addresses = addresses

    def __del__(self, finalizing: Any = sys.is_finalizing) -> None:
        if not finalizing():
            with _lock:
                _call("LLJIT_Dylib_Tracker_Dispose", self._tracker)


_lock: Final = threading.RLock()  # one that a collection within may take again
_numbers: Final = count()


@cache
def _jit() -> int:
    """The one LLJIT of the process; libraries in it are told apart by name and freed one by one."""
    _library().LLVMPY_InitializeNativeTarget()
    _library().LLVMPY_InitializeNativeAsmPrinter()
    made, said = _call("CreateLLJITCompiler", None, False, True)
    if not made:
        raise RuntimeError(said)
    return int(made)


def link(images: Sequence[bytes], wanted: Mapping[str, int], exported: Iterable[str]) -> Linked:
    """Objects made callable: `wanted` are the addresses of what they leave to others."""
    names = sorted(exported)
    elements = (_Element * len(images))(*(_Element(_OBJECT, one, len(one)) for one in images))
    given = (_Symbol * len(wanted))(*(_Symbol(n.encode(), at) for n, at in wanted.items()))
    found = (_Symbol * len(names))(*(_Symbol(name.encode(), 0) for name in names))
    with _lock:
        tracker, said = _call(
            "LLJIT_Link", _jit(), f"library{next(_numbers)}".encode(), elements, len(images),
            given, len(wanted), found, len(names),
        )  # fmt: skip
    if not tracker:
        raise RuntimeError(said)
    return Linked(int(tracker), {name: one.address for name, one in zip(names, found, strict=True)})
