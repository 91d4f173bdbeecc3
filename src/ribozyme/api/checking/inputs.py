"""Arguments for a function that nobody gave: random numbers and arrays by its signature.

double f(const double *x, int n)    x: 8 numbers between 0.2 and 1.2, n: 8
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from ribozyme.api.signatures.signature import unknown_parameter
from ribozyme.base.errors import error


def generated(
    function: Any,
    given: Mapping[str, Any],
    size: int,
    seed: int,
    sizes: Mapping[str, int] = MappingProxyType({}),
) -> list[Any]:
    """Arguments: what is given, in the parameter's type, and random ones for the rest; `sizes` are
    those of arrays by name, where they are not `size`.
    """
    import numpy as np

    rng = np.random.default_rng(seed)
    known = {parameter.name for parameter in function.signature.parameters}
    for name in given:
        if name not in known:
            raise unknown_parameter(function.signature, name)
    return [
        _value(p, given, size, sizes.get(p.name, size), rng) for p in function.signature.parameters
    ]


def _value(parameter: Any, given: Mapping[str, Any], size: int, length: int, rng: Any) -> Any:
    import numpy as np

    from ribozyme.api.signatures.ctype import Array, Number, Pointer, Struct, spelled

    kind = parameter.type
    is_pointer = isinstance(kind, Pointer)
    inner = kind.to if isinstance(kind, Pointer) else kind
    shape: tuple[int, ...] = (length,)
    if isinstance(inner, Array):
        shape, inner = (length, *inner.counts), inner.of
    is_array = is_pointer and isinstance(inner, Number) and inner.kind != "complex"
    if parameter.name in given and not is_array:
        return given[parameter.name]
    if not isinstance(inner, Number) or inner.kind == "complex":
        way = "call rz.check from Python with a value for it"
        if isinstance(inner, Struct):
            way = f"give it, as a dictionary: --at '{parameter.name}={{\"MEMBER\": 1.5, …}}'"
        raise error(
            "RZ011",
            f"there is no way to generate '{parameter.name}' of type {spelled(kind)}",
            helps=(way,),
        )
    is_float = inner.kind == "float"
    if not is_pointer:
        return float(rng.uniform(0.2, 1.2)) if is_float else size
    dtype = np.dtype(f"{'f' if is_float else 'u' if inner.kind == 'uint' else 'i'}{inner.size}")
    if parameter.name in given:
        return np.array(given[parameter.name], dtype)
    return rng.uniform(0.2, 1.2, shape).astype(dtype)
