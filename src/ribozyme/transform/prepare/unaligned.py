"""Lowers the alignment of accesses to that of their floats, in programs that align addresses by
masks.

    %a = and i64 %p, -64;  %q = inttoptr i64 %a to ptr
    load <4 x double>, ptr %q, align 64      →      load <4 x double>, ptr %q, align 8

The shadow of what is at a multiple of 64 lies where it lies (`masked_shadows`), and its accesses
take over what those of the primal claim. An access of what is aligned is as fast without saying so.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attr
from ribozyme.ir.instrs import Call, Cast, IBinary, Instr, Load, Store
from ribozyme.ir.module import Function, Module
from ribozyme.ir.rewrite import mapped
from ribozyme.transform.core.sites import callee_name, is_pointer_mask

_MOST: Final = 8
_COPIES: Final = ("llvm.memcpy.", "llvm.memmove.", "llvm.memset.")


def unaligned(module: Module) -> Module:
    """The module without such claims, if it computes with addresses; else itself."""
    functions = tuple(module.defined())
    if not any(map(_is_aligned_by_hand, functions)):
        return module
    changed = {function.name: mapped(function, _modest) for function in functions}
    return replace(module, functions={**module.functions, **changed})


def _is_aligned_by_hand(function: Function) -> bool:
    """Whether an address is an operand of more than a difference, or masked."""
    if any(map(is_pointer_mask, function.shaped(Call))):
        return True
    for instr in function.shaped(Cast):
        if instr.op == "ptrtoint":
            users = (user for _, user in function.uses[instr.result.id])
            if any(isinstance(user, IBinary) and user.op != "sub" for user in users):
                return True
    return False


def _modest(instr: Instr) -> Instr:
    match instr:
        case (
            Load(result=value, align=align, ordering="")
            | Store(value=value, align=align, ordering="")
        ) if align > _MOST or isinstance(value.type, ty.VectorType):
            most = min(_MOST, max(1, _bits(value.type) // 8))
            return replace(instr, align=most) if align > most else instr
        case Call(arg_attrs=attrs) if (callee_name(instr) or "").startswith(_COPIES):
            return replace(instr, arg_attrs=tuple(tuple(_less(each)) for each in attrs))
        case _:
            return instr


def _bits(type: ty.Type) -> int:
    """The bits of an element, or of an address."""
    scalar = ty.scalar(type)
    return scalar.bits if isinstance(scalar, ty.FloatType | ty.IntType) else 64


def _less(attrs: Iterable[Attr]) -> Iterable[Attr]:
    return (attr for attr in attrs if attr.name != "align")
