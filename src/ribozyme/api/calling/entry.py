"""The quick way into native code from Python: an entry point of its own for each function.

Where a plan takes only numbers and arrays of numbers, a `METH_FASTCALL` function is generated
beside the routine. It takes the common case alone: floats and ints, arrays of exactly the right
kind. On anything else it gives NotImplemented, having changed nothing, and the complete way
(`call.py`) takes over, which converts, or explains what is wrong. So there is one set of messages,
and none in IR.

    PyObject *entry(PyObject *self, PyObject **args, Py_ssize_t n)
        check every argument → fill the block → allocate shadows → release the lock → body → results
"""

import ctypes
import hashlib
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from ribozyme.api.calling.call_plan import Plan
from ribozyme.api.calling.entry_plans import arrays, with_results
from ribozyme.api.calling.entrylines import FIRST, FLOAT_VALUE
from ribozyme.api.calling.entrytext import Mark, entry_text
from ribozyme.api.programs.program import Code, Program
from ribozyme.base.errors import error
from ribozyme.base.options import Options, addresses

_METH_FASTCALL: Final = 0x80
_NONE: Final[Mapping[str, int]] = {}
_ARRAY_TYPE, _ZEROS = 2, 183  # places in NumPy's table of functions


class _MethodDef(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


def entered(program: Program, plan: Plan) -> tuple[Code, Callable[..., Any]]:
    """The code of a plan's routine, and the quick way in."""
    return _entered(program, plan, 0)


def into(program: Program, plan: Plan) -> Callable[..., Any]:
    """The quick way in for a call with `out=`: arrays for results behind the arguments."""
    wider = with_results(plan) if plan.routine.order else None
    if wider is None:
        return no_way
    _, quick = _entered(program, wider, len(wider.inputs) - len(plan.inputs))
    return quick


def marked(
    program: Program, plan: Plan, marks: Sequence[Mark], kinds: dict[str, int], how: Options
) -> tuple[Code, Callable[..., Any]]:
    """The quick way in for arguments in marks, of classes that lie at `kinds`, as long as the
    options in force are `how`."""
    return _entered(program, plan, 0, marks, kinds | addresses(), how)


def _entered(
    program: Program,
    plan: Plan,
    zeroed: int,
    marks: Sequence[Mark] = (),
    symbols: Mapping[str, int] = _NONE,
    *held: object,
) -> tuple[Code, Callable[..., Any]]:
    text = entry_text(plan, zeroed, marks) if _has_known_objects() else None
    if text is None:
        return program.code(plan.routine), no_way
    name = f"rz.py.{hashlib.sha256(text.encode()).hexdigest()[:12]}"
    known = {**symbols, "rz.py.thrown": id(_thrown)}
    if "@rz.py.array" in text:
        known |= _numpy_symbols(tuple(sorted(arrays(plan))))
    code = program.code(plan.routine, name, text.replace("@ENTRY(", f"@{name}(", 1), known)
    return code, no_way if code.asks else _callable(code, plan.name, *held)


def no_way(*_: Any) -> Any:
    """A way in that takes nothing."""
    return NotImplemented


@cache
def place_of(kind: Callable[..., object], name: str) -> int:
    """Where in an object of a class a slot lies, in bytes."""
    made = kind(*(object() for _ in kind.__match_args__))  # type: ignore[attr-defined]
    size = type(made).__basicsize__
    for place in range(object.__basicsize__, size, ctypes.sizeof(ctypes.c_void_p)):
        if ctypes.c_void_p.from_address(id(made) + place).value == id(getattr(made, name)):
            return place
    raise error("RZ901", f"slot '{name}' of {kind} is not where objects have theirs")


def _callable(code: Code, name: str, *more: object) -> Callable[..., Any]:
    method = _MethodDef(name.encode("utf-8", "replace"), code.entry, _METH_FASTCALL, None)
    make = ctypes.pythonapi.PyCFunction_NewEx
    make.restype = ctypes.py_object
    make.argtypes = [ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p]
    # The function's `self`: code and definition live as long as the function.
    holder = (code, method, *more)
    made: Callable[..., Any] = make(ctypes.addressof(method), holder, None)
    return made


def _thrown(status: int, report: bytes) -> None:
    """Called where native code ended in a trap or exception."""
    from ribozyme.backend.runtime.guard import thrown

    raise thrown(status, report)


@cache
def _has_known_objects() -> bool:
    """Whether Python's objects look as this file believes."""
    return (
        object.__basicsize__ == 2 * ctypes.sizeof(ctypes.c_void_p) == 16
        and tuple.__basicsize__ == FIRST
        and "t" not in getattr(sys, "abiflags", "t")  # a build without the lock
        and float.__basicsize__ == FLOAT_VALUE + 8
    )


@cache
def _numpy_symbols(dtypes: tuple[str, ...]) -> dict[str, int]:
    """Addresses of NumPy's array type, of the descriptors wanted, and of what makes zeros."""
    import numpy as np

    table = _numpy_table()
    known = {name: id(np.dtype(name)) for name in dtypes}
    _KEPT.extend(np.dtype(name) for name in dtypes)
    return {
        "rz.py.array": table[_ARRAY_TYPE] or 0,
        "rz.py.zeros": table[_ZEROS] or 0,
        **{f"rz.py.{name}": address for name, address in known.items()},
    }


_KEPT: Final[list[object]] = []


def _numpy_table() -> Any:
    import numpy._core._multiarray_umath as core  # type: ignore[import-not-found,unused-ignore]

    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype = ctypes.c_void_p
    get.argtypes = [ctypes.py_object, ctypes.c_char_p]
    return ctypes.cast(get(core._ARRAY_API, None), ctypes.POINTER(ctypes.c_void_p))
