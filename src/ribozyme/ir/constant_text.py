"""Constants as LLVM spells them, without recursion.

ConstAggregate([2 x double], (1.0, 2.0)) → "[double 1.000000e+00, double 2.000000e+00]"
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from ribozyme.ir import types as ty
from ribozyme.ir.spelling import escaped, float_text, global_spelled
from ribozyme.ir.values import (
    BlockAddress,
    Const,
    ConstAggregate,
    ConstBinary,
    ConstCast,
    ConstFloat,
    ConstGep,
    ConstInt,
    ConstNone,
    ConstNull,
    ConstOther,
    ConstSplat,
    ConstString,
    ConstZero,
    GlobalRef,
    Poison,
    Undef,
)


def constant_text(constant: Const) -> str:
    """The spelling of a constant, without its type."""
    leaf = _leaf(constant)
    return _nested(constant) if leaf is None else leaf


def _leaf(constant: Const) -> str | None:
    match constant:
        case ConstInt(type=type, value=value):
            return str(value) if type is not ty.I1 else "true" if value else "false"
        case ConstFloat():
            return float_text(constant)
        case GlobalRef(name=name):
            return "@" + global_spelled(name)
        case ConstNull():
            return "null"
        case ConstZero():
            return "zeroinitializer"
        case Undef():
            return "undef"
        case Poison():
            return "poison"
        case ConstNone():
            return "none"
        case ConstString(data=data):
            return f'c"{escaped(data)}"'
        case ConstOther(text=text):
            return text
        case BlockAddress(function=function, block=block):
            return f"blockaddress(@{global_spelled(function.name)}, {block})"
        case _:
            return None


def _nested(constant: Const) -> str:
    pieces: list[str] = []
    todo: list[Const | str] = [constant]
    while todo:
        top = todo.pop()
        if isinstance(top, str):
            pieces.append(top)
            continue
        leaf = _leaf(top)
        if leaf is not None:
            pieces.append(leaf)
            continue
        opener, parts, closer = _brackets(top)
        pieces.append(opener)
        todo.append(closer)
        if len(parts) > 64 and (flat := _flat(parts)) is not None:
            pieces.append(flat)
            continue
        for index in range(len(parts) - 1, -1, -1):
            todo.append(parts[index])
            todo.append(f"{', ' if index else ''}{parts[index].type} ")
    return "".join(pieces)


def _flat(parts: Sequence[Const]) -> str | None:
    """Many scalars, each distinct one spelled once."""
    if not all(isinstance(part, ConstInt | ConstFloat) for part in parts):
        return None
    known = {part: f"{part.type} {_leaf(part)}" for part in set(parts)}
    return ", ".join([known[part] for part in parts])


def _brackets(constant: Const) -> tuple[str, Sequence[Const], str]:
    match constant:
        case ConstAggregate(type=type, elements=elements):
            opener, closer = _aggregate_brackets(type)
            return opener, elements, closer
        case ConstSplat(element=element):
            return "splat (", (element,), ")"
        case ConstGep(source=source, base=base, indices=indices, flags=flags):
            front = f"getelementptr {flags}{' ' if flags else ''}({source}, "
            return front, (base, *indices), ")"
        case ConstCast(type=type, op=op, value=value):
            return f"{op} (", (value,), f" to {type})"
        case ConstBinary(op=op, lhs=lhs, rhs=rhs, flags=flags):
            return f"{op}{' ' if flags else ''}{flags} (", (lhs, rhs), ")"
        case (
            ConstInt()
            | ConstFloat()
            | GlobalRef()
            | ConstNull()
            | ConstZero()
            | Undef()
            | Poison()
            | ConstNone()
            | ConstString()
            | ConstOther()
            | BlockAddress()
        ):
            raise AssertionError("a scalar has no brackets")
        case _:
            assert_never(constant)


def _aggregate_brackets(type: ty.Type) -> tuple[str, str]:
    match type:
        case ty.StructType(packed=True):
            return "<{ ", " }>"
        case ty.StructType():
            return "{ ", " }"
        case ty.VectorType():
            return "<", ">"
        case _:
            return "[", "]"
