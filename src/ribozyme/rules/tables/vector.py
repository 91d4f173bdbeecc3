"""Rules of the reductions over the lanes of a vector.

`others(v)` is, in every lane, the product of the other lanes: right also where a lane is zero.
`first`/`last` keep only the first or last true lane of a mask, so that of equal lanes one receives
the seed, as in the chain of max or min that a reduction stands for.
"""

from __future__ import annotations

from typing import Final

from ribozyme.rules.language import (
    broadcast,
    dx,
    dy,
    eq,
    first,
    gt,
    last,
    others,
    pick,
    r,
    reduce_add,
    reduce_mul,
    x,
    y,
)
from ribozyme.rules.rule import rule, rule_table

__all__ = ["VECTOR"]

_tie = gt(reduce_add(pick(eq(x, broadcast(r)), 1, 0)), 1)
_largest = reduce_add(pick(first(eq(x, broadcast(r))), dx, 0))
_smallest = reduce_add(pick(last(eq(x, broadcast(r))), dx, 0))

VECTOR: Final = rule_table(
    (
        rule("vector.reduce.fadd", dx + reduce_add(dy), operands="float vector"),
        rule(
            "vector.reduce.fmul",
            reduce_mul(y) * dx + x * reduce_add(others(y) * dy),
            operands="float vector",
        ),
        rule("vector.reduce.fmax vector.reduce.fmaximum", _largest, operands="vector", kink=_tie),
        rule("vector.reduce.fmin vector.reduce.fminimum", _smallest, operands="vector", kink=_tie),
    ),
    "intrinsic",
)
