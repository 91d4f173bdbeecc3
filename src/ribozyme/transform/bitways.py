"""Instructions whose result has exactly the bits of an operand: casts between numbers, integers and
addresses, phis and selects.

%i = bitcast double %x to i64;  %p = inttoptr i64 %i to ptr;  %q = phi ptr [%p, %a], [%r, %b]
the bits of %q are those of %x, or of %r
"""

from __future__ import annotations

from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    Cast,
    ExtractElement,
    ExtractValue,
    Freeze,
    IBinary,
    InsertElement,
    InsertValue,
    Instr,
    Phi,
    Select,
    Shuffle,
)
from ribozyme.ir.values import Value


def same_bits(instr: Freeze | Cast) -> bool:
    """Whether a value is what it was, or its bits are."""
    if isinstance(instr, Freeze):
        return True
    if instr.op == "bitcast":
        return True
    number = instr.result.type if instr.op == "ptrtoint" else instr.value.type
    return instr.op in ("ptrtoint", "inttoptr") and ty.scalar(number) is ty.I64


def bits_behind(instr: Instr) -> tuple[Value, ...]:
    """The operands one of whose bits an instruction hands on, all of them."""
    match instr:
        case Phi(incoming=incoming):
            return tuple(value for value, _ in incoming)
        case Select(then=then, otherwise=otherwise):
            return then, otherwise
        case Freeze(value=value) | Cast(value=value) if same_bits(instr):
            return (value,)
        case _:
            return ()


def parts_behind(instr: Instr) -> tuple[Value, ...]:
    """The operands some of whose bits an instruction hands on."""
    match instr:
        case IBinary(op="or" | "and" | "xor" | "add" | "shl" | "lshr", lhs=lhs, rhs=rhs):
            return lhs, rhs
        case Cast(op="trunc" | "zext", value=value):
            return (value,)
        case ExtractValue(aggregate=value) | ExtractElement(vector=value):
            return (value,)
        case InsertValue(aggregate=whole, element=element):
            return whole, element
        case InsertElement(vector=whole, element=element):
            return whole, element
        case Shuffle(lhs=lhs, rhs=rhs):
            return lhs, rhs
        case _:
            return bits_behind(instr)
