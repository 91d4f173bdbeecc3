"""Shadows of masked addresses: they keep the distance between the address and the masked address.

    %a = and i64 %p, -64        →   %a.sh = %a + (%p.sh - %p)             not  and i64 %p.sh, -64
    %l = and i64 %p, 63         →   %l.sh = %l                            the low bits are a number

A block that is aligned by hand is reached by the aligned address and by its own plus a distance;
its shadow lies elsewhere, where the next multiple of 64 may be at another distance. So the shadow
of an address is as far from that of the block as the address is from the block, and what is aligned
in the primal need not be in the shadow (`unaligned` takes the claims away).

Whether a mask keeps an address one, its bits 32 to 46 tell: no alignment and no tag has any of
them. With all of them it keeps the address of an `and`, with none of them that of an `or`. Where a
mask is not known before, it is asked when the program runs. `xor` of two addresses has no distance:
it is the `xor` of their shadows, out of which each comes again by that of the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder
from ribozyme.ir.values import ConstInt, Value, const_int

_ADDRESS: Final = 0x7FFF << 32
_MASKS: Final = ("and", "or", "xor")

Operand = tuple[Value, Value | None]
"""A value, and its shadow if it has one."""


def masked(b: FunctionBuilder, op: str, lhs: Operand, rhs: Operand) -> Value:
    """The shadow of what an integer operation makes of operands with these shadows."""
    own = lhs[0].type
    if op not in _MASKS or own is not ty.I64 or (op == "xor" and lhs[1] and rhs[1]):
        return b.ibinary(op, lhs[1] or lhs[0], rhs[1] or rhs[0])
    result = b.ibinary(op, lhs[0], rhs[0])
    found = result
    for (value, shadow), (other, _) in ((lhs, rhs), (rhs, lhs)):
        if shadow is None:
            continue
        moved = b.add(found, b.sub(shadow, value))
        otherwise = b.ibinary("xor", shadow, other) if op == "xor" else found
        found = _where_kept(b, op, other, moved, otherwise)
    return found


def beside(
    b: FunctionBuilder, pointer: Value, made: Value, shadows: Sequence[Value]
) -> list[Value]:
    """The shadows of a pointer that `llvm.ptrmask` has made of another."""
    distance = b.sub(b.cast("ptrtoint", made, ty.I64), b.cast("ptrtoint", pointer, ty.I64))
    return [b.gep(ty.I8, shadow, (distance,)) for shadow in shadows]


def _where_kept(b: FunctionBuilder, op: str, mask: Value, moved: Value, otherwise: Value) -> Value:
    """One of two values: whether a mask keeps the bits that make an address one."""
    wanted = _ADDRESS if op == "and" else 0
    if isinstance(mask, ConstInt):
        return moved if mask.value & _ADDRESS == wanted else otherwise
    bits = b.ibinary("and", mask, const_int(ty.I64, _ADDRESS))
    return b.select(b.icmp("eq", bits, const_int(ty.I64, wanted)), moved, otherwise)
