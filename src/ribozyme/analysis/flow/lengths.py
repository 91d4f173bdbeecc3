"""The most that a number of bytes can be.

    %n = umin %length, 16                       16
    %n = phi [ 3, … ], [ sub nuw 12, %k, … ]    12

A length is no negative number, so the smaller of two as signed numbers is bounded by a constant,
too.
"""

from __future__ import annotations

from typing import Final

from ribozyme.ir.instrs import Call, Cast, Freeze, IBinary, Phi, Select
from ribozyme.ir.module import Function
from ribozyme.ir.values import ConstInt, GlobalRef, Local, Value

_DEEP: Final = 6
_WAYS: Final = 32
LARGE: Final = 1 << 16
"""Nothing is said of more."""


def most(function: Function, length: Value, depth: int = _DEEP) -> int | None:
    """The most that a length can be; None where that is not known, or is large."""
    found = _most(function, length, depth)
    return found if found is not None and found <= LARGE else None


def _most(function: Function, value: Value, depth: int) -> int | None:
    if isinstance(value, ConstInt):
        return value.value if 0 <= value.value <= LARGE else None
    made = function.definition(value) if isinstance(value, Local) and depth else None
    match made:
        case Call(callee=GlobalRef(name=name), args=args) if name.startswith(_SMALLER):
            known = [n for arg in args if (n := _most(function, arg, depth - 1)) is not None]
            return min(known, default=None)
        case Phi(incoming=incoming) if len(incoming) <= _WAYS:
            return _largest(function, [value for value, _ in incoming], depth - 1)
        case Select(then=then, otherwise=otherwise):
            return _largest(function, [then, otherwise], depth - 1)
        case IBinary(op="and", lhs=lhs, rhs=rhs):
            known = [
                n for part in (lhs, rhs) if (n := _most(function, part, depth - 1)) is not None
            ]
            return min(known, default=None)
        case IBinary(op="add", lhs=lhs, rhs=rhs, flags=flags) if "nuw" in flags:
            one, other = (_most(function, part, depth - 1) for part in (lhs, rhs))
            return None if one is None or other is None else one + other
        case IBinary(op="sub", lhs=lhs, flags=flags) if "nuw" in flags:
            return _most(function, lhs, depth - 1)
        case Cast(op="zext", value=inner) | Freeze(value=inner):
            bits = getattr(inner.type, "bits", 64)
            known_inner = _most(function, inner, depth - 1)
            return (1 << bits) - 1 if known_inner is None and bits <= 8 else known_inner
        case _:
            return None


def _largest(function: Function, values: list[Value], depth: int) -> int | None:
    found = [_most(function, value, depth) for value in values]
    known = [n for n in found if n is not None]
    return max(known) if known and len(known) == len(found) else None


_SMALLER: Final = ("llvm.umin.", "llvm.smin.")
