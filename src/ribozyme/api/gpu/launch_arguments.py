"""Arguments of launches: arrays by address, numbers by value, in slots of eight bytes."""

import ctypes
import operator
from typing import TYPE_CHECKING, Any, Final

from ribozyme.api.signatures.ctype import Number, Pointer
from ribozyme.api.signatures.signature import Parameter, Signature
from ribozyme.base.errors import error

if TYPE_CHECKING:
    from ribozyme.backend.gpu.emulator import Memory

_KINDS: Final = {"float": "f", "int": "iu", "uint": "iu", "bool": "biu", "complex": "c"}
_FLOATS: Final[dict[int, Any]] = {4: ctypes.c_float, 8: ctypes.c_double}


def number(given: Any) -> int:
    """A whole number."""
    try:
        return operator.index(given)
    except TypeError:
        raise error("RZ008", f"the size of a launch is a whole number, not {given!r}") from None


def held(
    signature: Signature,
    parameter: Parameter,
    value: Any,
    mode: str,
    memory: "list[Memory]",
    slot: int,
) -> tuple[bytes, object]:
    """The eight bytes of an argument, and what must live as long; an array is noted in `memory`."""
    match parameter.type:
        case Pointer(to=to):
            if value is None:
                return b"", None
            array = _array(signature, parameter, to, value, mode)
            from ribozyme.backend.gpu.emulator import CALLERS, Memory

            address = array.ctypes.data
            memory.append(Memory(address, array.nbytes, CALLERS, slot))
            return address.to_bytes(8, "little"), array
        case Number(kind="float", size=size) if size in _FLOATS:
            return bytes(_FLOATS[size](value)), None
        case Number(kind="int" | "uint" | "bool", size=size):
            whole = int(value) if isinstance(value, bool) else number(value)
            return (whole & ((1 << 8 * size) - 1)).to_bytes(size, "little"), None
        case other:
            raise error(
                "RZ012", f"'{parameter.name}' of '{signature.name}' is a {other}: pass it in memory"
            )


def fitting(signature: Signature, parameter: Parameter, value: Any, shadow: Any) -> None:
    """Refuse a shadow that is not laid out as its array, or shares memory with it."""
    import numpy as np

    whose = f"'{parameter.name}' of '{signature.name}'"
    if value is None or shadow is None:
        raise error("RZ504", f"{whose} is no array, or its shadow is none")
    if (value.shape, value.dtype) != (shadow.shape, shadow.dtype):
        raise error(
            "RZ504",
            f"{whose} has shape {value.shape} and type {value.dtype}, "
            f"its shadow {shadow.shape} and {shadow.dtype}",
        )
    if np.may_share_memory(value, shadow):
        raise error("RZ504", f"{whose} and its shadow share memory")
    if not shadow.flags.writeable:
        raise error("RZ014", f"the shadow of {whose} is read-only")


def _array(signature: Signature, parameter: Parameter, to: object, value: Any, mode: str) -> Any:
    import numpy as np

    whose = f"'{parameter.name}' of '{signature.name}'"
    if hasattr(value, "__cuda_array_interface__"):
        raise error(
            "RZ008",
            f"{whose} is in a device's memory: launches are emulated on the CPU",
            helps=("pass NumPy's arrays",),
        )
    array = value if isinstance(value, np.ndarray) else np.from_dlpack(value)
    if not array.flags.c_contiguous:
        raise error("RZ008", f"{whose} is not contiguous", helps=("np.ascontiguousarray",))
    if isinstance(to, Number):
        fits = array.dtype.kind in _KINDS[to.kind] and array.dtype.itemsize == to.size
        if not fits:
            raise error("RZ008", f"{whose} points to {to.spelling}, the array has {array.dtype}")
    if (parameter.writes or mode == "reverse") and not array.flags.writeable:
        raise error("RZ014", f"{whose} is read-only")
    return array
