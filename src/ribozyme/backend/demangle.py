"""Names of C++ as the user wrote them, by the C++ library of this machine.

_ZN3geo5scaleEd  →  geo::scale(double)
"""

import ctypes
from functools import cache
from typing import Any, Final

_LIBRARIES: Final = ("libstdc++.so.6", "libc++abi.so.1")


def demangled(name: str) -> str:
    """The declared name; the symbol itself where it is C's, or no library here can tell."""
    known = _demangler() if name.startswith("_Z") else None
    if known is None:
        return name
    demangle, free = known
    status = ctypes.c_int()
    text = demangle(name.encode("utf-8", "surrogateescape"), None, None, ctypes.byref(status))
    if not text or status.value:
        return name
    try:
        return ctypes.string_at(text).decode("utf-8", "replace")
    finally:
        free(text)


@cache
def _demangler() -> tuple[Any, Any] | None:
    for library in _LIBRARIES:
        try:
            found = ctypes.CDLL(library)
            demangle, free = found["__cxa_demangle"], ctypes.CDLL(None)["free"]
        except (OSError, AttributeError):
            continue
        demangle.restype = ctypes.c_void_p
        demangle.argtypes = [ctypes.c_char_p, *(ctypes.c_void_p,) * 3]
        free.argtypes, free.restype = [ctypes.c_void_p], None
        return demangle, free
    return None
