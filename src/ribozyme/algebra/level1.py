"""Rows of vectors: the first level of BLAS."""

from __future__ import annotations

from functools import partial
from typing import Final

from ribozyme.algebra.rows import Added, Composed, Row, Written
from ribozyme.algebra.spelled import row

_BOTH: Final = "x: 1 × n; y: 1 × n"
_WRITES: Final = "x: 1 × n!; y: 1 × n!"
_PLUS: Final = Added(
    "y", ("x",), "AXPY(n, {c}, {x}, {Z})", {"x": "AXPY(n, cj({c}), {Z}, {x'})"}, beta=False
)
_vectors = partial(row, layout=False)
_number = partial(_vectors, term=Written(), result="number")
_complex = partial(_vectors, term=Composed(), types="cz")

LEVEL1: Final[tuple[Row, ...]] = (
    _vectors("axpy", "y = alpha · x + y", "n alpha x y", _BOTH, _PLUS),
    _number("dot", "xᵀ @ y", "n x y", _BOTH, calls="axpy", types="sd"),
    _number("nrm2", "√(xᵀ @ x)", "n x", "x: 1 × n", calls="axpy dot"),
    _number("asum", "the sum of absolute values", "n x", "x: 1 × n"),
    _vectors("scal", "x = alpha · x", "n alpha x", "x: 1 × n!", Written(), calls="axpy dot"),
    _vectors("copy", "y = x", "n x y", f"{_BOTH}!", Written(), calls="axpy"),
    _vectors("swap", "x, y = y, x", "n x y", _WRITES, Written()),
    _vectors(
        "rot",
        "x, y = c · x + s · y, c · y - s · x",
        "n x y c s:scalar",
        _WRITES,
        Written(),
        types="sd",
    ),
    _complex("dotu", "xᵀ @ y", "n x y", _BOTH, result="complex"),
    _complex("dotc", "xᴴ @ y", "n x y", _BOTH, result="complex"),
    _complex("dscal", "x = alpha · x, with alpha real", "n alpha:real x", "x: 1 × n!"),
    _complex(
        "drot",
        "x, y = c · x + s · y, c · y - s · x, with c and s real",
        "n x y c:real s:real",
        _WRITES,
    ),
)
