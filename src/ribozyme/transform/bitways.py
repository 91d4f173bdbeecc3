"""What hands on bits as they are: between numbers, integers and addresses.

%i = bitcast double %x to i64;  %p = inttoptr i64 %i to ptr;  %q = phi ptr [%p, %a], [%r, %b]
the bits of %q are those of %x, or of %r
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeGuard

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
    Load,
    Phi,
    Select,
    Shuffle,
    Store,
)
from ribozyme.ir.module import Function
from ribozyme.ir.values import Value


def turns(instr: Instr) -> bool:
    """Whether an instruction makes an address of a number, or the reverse."""
    return isinstance(instr, Cast) and instr.op in ("ptrtoint", "inttoptr")


def to_a_float(instr: Instr) -> bool:
    """Whether an instruction makes a float of bits."""
    if not isinstance(instr, Cast) or instr.op != "bitcast":
        return False
    return ty.is_float(instr.result.type) and ty.is_integer(instr.value.type)


def same_bits(instr: Freeze | Cast) -> bool:
    """Whether a value is what it was, or its bits are."""
    if isinstance(instr, Freeze):
        return True
    if instr.op == "bitcast":
        return True
    number = instr.result.type if instr.op == "ptrtoint" else instr.value.type
    return turns(instr) and ty.scalar(number) is ty.I64


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


def words_behind(instr: Instr) -> tuple[Value, ...]:
    """As `bits_behind`; also the operands that a vector of words is made of, or the one that an
    element is taken from."""
    match instr:
        case InsertElement(vector=vector, element=element) if is_wide(vector.type):
            return vector, element
        case ExtractElement(vector=vector) if is_wide(vector.type):
            return (vector,)
        case Shuffle(lhs=lhs, rhs=rhs, mask=mask) if is_wide(lhs.type) and mask is not None:
            return lhs, rhs
        case _:
            return bits_behind(instr)


def is_wide(type: ty.Type) -> TypeGuard[ty.VectorType]:
    """Whether each element of a vector is as wide as an address."""
    if not isinstance(type, ty.VectorType) or type.scalable:
        return False
    return type.element in (ty.I64, ty.DOUBLE)


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


def meets(
    function: Function, value: Value, wanted: Callable[[ty.Type], bool], *, in_part: bool = False
) -> bool:
    """Whether the bits of a value, or some, were those of a value of another sort before."""
    behind = parts_behind if in_part else bits_behind
    work, seen = [value], {value}
    while work:
        part = work.pop()
        if wanted(part.type):
            return True
        instr = function.definition(part)
        more = [] if instr is None else [v for v in behind(instr) if v not in seen]
        work += more
        seen.update(more)
    return False


def is_plain(access: Load | Store) -> bool:
    """Whether an access may be done in another way."""
    return not access.volatile and not access.ordering
