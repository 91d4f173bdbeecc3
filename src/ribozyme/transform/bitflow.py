"""Integers computed from the bits of floats: what shifts, sums and products make of them.

Type analysis calls such an integer no float, and rightly. But if it becomes a float again, a
derivative would have to pass through arithmetic on bits: it must count as active, so that it is
seen and refused.

    %i = bitcast double %x to i64;  %h = lshr i64 %i, 1;  %j = sub i64 C, %h
    %y = bitcast i64 %j to double      →      %h and %j may carry the change of %x
"""

from __future__ import annotations

from typing import Final

from ribozyme.analysis.typing import Typing
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Call, Cast, Freeze, IBinary, Instr, Phi, Select
from ribozyme.ir.module import Function
from ribozyme.ir.values import GlobalRef, Local, Value

BIT_CALLS: Final = ("llvm.fshl.", "llvm.fshr.", "llvm.bswap.", "llvm.bitreverse.")


class BitFlow:
    """Which values may carry a float's change, bits included; remembered per function."""

    def __init__(self, typing: Typing) -> None:
        self.typing = typing
        self._known: dict[str, frozenset[int]] = {}

    def carries(self, function: Function, value: Value) -> bool:
        """Whether a value may hold a float, or was computed from the bits of one."""
        if self.typing.carries(function, value):
            return True
        return isinstance(value, Local) and value.id in self.computed(function)

    def computed(self, function: Function) -> frozenset[int]:
        """The integers of a function that arithmetic makes of a float's bits."""
        found = self._known.get(function.name)
        if found is None:
            found = self._known[function.name] = _computed(self.typing, function)
        return found


def _computed(typing: Typing, function: Function) -> frozenset[int]:
    work = [
        instr.result.id
        for instr in function.instrs()
        if instr.result is not None
        and _is_integer(instr.result.type)
        and typing.carries(function, instr.result)
    ]
    found: set[int] = set()
    while work:
        for _, use in function.uses[work.pop()]:
            result = use.result
            if result is not None and result.id not in found and _computes(use):
                found.add(result.id)
                work.append(result.id)
    return frozenset(found)


def _computes(instr: Instr) -> bool:
    match instr:
        case IBinary() | Select() | Phi() | Freeze() | Cast(op="trunc" | "zext" | "sext"):
            return instr.result is not None and _is_integer(instr.result.type)
        case Call(callee=GlobalRef(name=name)):
            return name.startswith(BIT_CALLS)
        case _:
            return False


def _is_integer(type: ty.Type) -> bool:
    element = ty.scalar(type)
    return isinstance(element, ty.IntType) and element.bits > 1
