"""Seeds of a derivative call: what follows the arguments must be shaped as the result is.

double f(double);   __enzyme_autodiff(f, x, 2.0)     a double, as f returns
                    __enzyme_autodiff(f, x, 2)       RZ504: the seed of 'f' is i32, not double
"""

from __future__ import annotations

from collections.abc import Sequence

from ribozyme.cinterface.source_parameters import result_memory, scalars
from ribozyme.ir import types as ty
from ribozyme.ir.module import Function


def misfit(primal: Function, given: Sequence[ty.Type], width: int) -> str:
    """What is wrong with the types of the seeds, one or one per lane; empty if nothing is."""
    if not given:
        return ""
    in_memory = result_memory(primal)
    wanted = in_memory or primal.type.result
    if any(isinstance(type, ty.PtrType) for type in given):  # a struct that is passed in memory
        return "" if in_memory is not None or width == 1 else "lies in memory, one for all lanes"
    if in_memory is not None:
        return f"is {', '.join(map(str, given))}, not a whole {wanted}"
    own = _kinds([wanted])
    kinds = _kinds(given)
    if kinds in (own, own * width):
        return ""
    if len(own) == 1 and len(kinds) in (1, width) and all(map(_is_float, own + kinds)):
        return ""  # C's promotions are undone
    return f"is {', '.join(map(str, given))}, not {wanted}"


def _kinds(types: Sequence[ty.Type]) -> list[ty.Type]:
    return [kind for type in types for _, kind in scalars(type)]


def _is_float(type: ty.Type) -> bool:
    return isinstance(type, ty.FloatType)
