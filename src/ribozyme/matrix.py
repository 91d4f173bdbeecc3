"""`ribozyme.matrix`: the words of rules over arrays, beside `@`, `.T` and arithmetic.

@rz.rule(lib.mysolve, shapes={"A": ("n", "n"), "b": "n", "x": "n"})
def _(A, b, x, n: int, dA, db):
    return {"x": solve(A, db - dA @ x)}
"""

from ribozyme.rules.matrixwords import (
    before,
    cos,
    diag,
    exp,
    eye,
    fabs,
    inv,
    log,
    outer,
    sin,
    solve,
    sqrt,
    tanh,
    total,
    trace,
    tril,
    triu,
)

__all__ = [
    "before",
    "cos",
    "diag",
    "exp",
    "eye",
    "fabs",
    "inv",
    "log",
    "outer",
    "sin",
    "solve",
    "sqrt",
    "tanh",
    "total",
    "trace",
    "tril",
    "triu",
]
