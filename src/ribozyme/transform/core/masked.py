"""Masked and scattered vector memory: what is where in the intrinsics, and one lane after another.

    llvm.masked.load(ptr, mask, otherwise)     llvm.masked.store(value, ptr, mask)
    llvm.masked.gather(ptrs, mask, otherwise)  llvm.masked.scatter(value, ptrs, mask)

Every one of them is its lanes: `if mask[i]: access ptr + i` (or `ptrs[i]`). Lanes may meet in one
place, so increments go lane by lane, and the lanes of a scatter are undone last to first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, final

from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder, i64
from ribozyme.ir.instrs import Call, CallLike, Invoke
from ribozyme.ir.values import GlobalRef, Value

Kind = Literal["load", "store", "gather", "scatter"]


@final
@dataclass(frozen=True, slots=True)
class Masked:
    """A masked access, by argument places; `other` is the value stored or passed through."""

    kind: Kind
    pointer: int
    mask: int
    other: int

    @property
    def writes(self) -> bool:
        """A store or scatter."""
        return self.kind in ("store", "scatter")


def masked_access(call: CallLike) -> Masked | None:
    """The masked access that a call is, if it is one."""
    if not isinstance(call.callee, GlobalRef) or not isinstance(call, Call | Invoke):
        return None
    if not call.callee.name.startswith("llvm.masked."):
        return None
    parts = call.callee.name.split(".")
    mask = next((n for n, arg in enumerate(call.args) if _is_mask(arg.type)), -1)
    last = len(call.args) - 1
    match parts[2]:
        case "load":
            return Masked("load", 0, mask, last)
        case "gather":
            return Masked("gather", 0, mask, last)
        case "store":
            return Masked("store", 1, mask, 0)
        case "scatter":
            return Masked("scatter", 1, mask, 0)
        case _:
            return None


def _is_mask(type: ty.Type) -> bool:
    return isinstance(type, ty.VectorType) and type.element is ty.I1


def each_lane(
    b: FunctionBuilder,
    pointers: Value,
    mask: Value,
    element: ty.Type,
    lanes: range,
    emit: Callable[[int, Value], None],
) -> None:
    """Emit `emit(lane, address)` under `if mask[lane]` for each lane in order."""
    for lane in lanes:
        here, after = b.block(), b.block()
        b.cond_br(b.extract_element(mask, i64(lane)), here, after)
        b.at(here)
        if isinstance(pointers.type, ty.VectorType):
            address = b.extract_element(pointers, i64(lane))
        else:
            address = b.gep(element, pointers, (i64(lane),))
        emit(lane, address)
        b.br(after)
        b.at(after)


def partner(call: Call | Invoke, found: Masked, kind: Kind) -> tuple[str, ty.FunctionType]:
    """Name and type of the intrinsic that loads where this one stores, or the other way round."""
    assert isinstance(call.callee, GlobalRef)
    name = call.callee.name.replace(f"llvm.masked.{found.kind}.", f"llvm.masked.{kind}.")
    value, mask = call.args[found.other].type, call.args[found.mask].type
    align = [arg.type for arg in call.args if isinstance(arg.type, ty.IntType)]
    pointer = call.args[found.pointer].type
    if kind in ("store", "scatter"):
        return name, ty.function(ty.VOID, (value, pointer, *align, mask))
    return name, ty.function(value, (pointer, *align, mask, value))


def load_masked(
    b: FunctionBuilder,
    call: Call | Invoke,
    found: Masked,
    pointer: Value,
    mask: Value,
    other: Value,
) -> Value:
    """The masked load at another pointer."""
    name, type = partner(call, found, "load")
    align = [arg for arg in call.args if isinstance(arg.type, ty.IntType)]
    result = b.call(name, type, (pointer, *align, mask, other))
    assert result is not None
    return result


def store_masked(
    b: FunctionBuilder,
    call: Call | Invoke,
    found: Masked,
    pointer: Value,
    mask: Value,
    value: Value,
) -> None:
    """The masked store at another pointer."""
    name, type = partner(call, found, "store")
    align = [arg for arg in call.args if isinstance(arg.type, ty.IntType)]
    b.call(name, type, (value, pointer, *align, mask))
