"""How exactly a function computes: the rounding of the least exact numbers in it and in what it
calls.

    double f(double x) { float y = sinf(x); return y * y; }      2⁻²⁴, whatever the signature says

Differences of such a function are as rough as its insides. An upper bound: a float that has no part
in the result counts, too.
"""

from typing import Any, Final

import numpy as np

from ribozyme.analysis.flow.callgraph import Program
from ribozyme.api.programs.functions import Function
from ribozyme.api.programs.parsed import parsed
from ribozyme.ir import types as ty

EXACT: Final = 2.0**-53
FLOAT: Final = 2.0**-24
_UNITS: Final = {"half": 2.0**-11, "bfloat": 2.0**-8, "float": FLOAT}
_BYTES: Final = {2: 2.0**-11, 4: FLOAT}


def unit(f: Function) -> float:
    """Half the distance of neighbouring numbers around 1, in the roughest type met."""
    symbol = f.signature.symbol
    return float(f.program.kept(f"rounding {symbol}", lambda: repr(_unit(f, symbol)).encode()))


def unit_of(value: Any) -> float:
    """The same of an array or a number."""
    size = value.itemsize if isinstance(value, np.ndarray | np.generic) else 8
    size //= 1 + isinstance(value, np.ndarray | np.generic) * np.iscomplexobj(value)
    return _BYTES.get(size, EXACT)


def _unit(f: Function, symbol: str) -> float:
    module = parsed(f.program.optimised)
    root = module.functions.get(symbol)
    if root is None or root.is_declaration:
        return EXACT
    types = {
        instr.result.type
        for function in Program(module, root).functions
        for instr in function.instrs()
        if instr.result is not None
    }
    types |= {param.local.type for param in root.params}
    return max((_of(type) for type in types), default=EXACT)


def _of(type: ty.Type) -> float:
    element = type.element if isinstance(type, ty.VectorType) else type
    return _UNITS.get(element.name, EXACT) if isinstance(element, ty.FloatType) else EXACT
