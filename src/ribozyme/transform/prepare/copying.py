"""Calls of LLVM's `memcpy` for passes that rewrite a module without a builder."""

from __future__ import annotations

from typing import Final

from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attr
from ribozyme.ir.build import i64
from ribozyme.ir.instrs import Call
from ribozyme.ir.metadata import Meta
from ribozyme.ir.module import Module, declaration
from ribozyme.ir.values import FALSE, GlobalRef, Value

_NAME: Final = "llvm.memcpy.p0.p0.i64"
_TYPE: Final = ty.function(ty.VOID, (ty.PTR, ty.PTR, ty.I64, ty.I1))


def memory_copy(target: Value, source: Value, size: int, align: int, meta: Meta) -> Call:
    """A copy of so many bytes."""
    aligned = (Attr("align", align),)
    args = (target, source, i64(size), FALSE)
    return Call(None, GlobalRef(ty.PTR, _NAME), _TYPE, args, (aligned, aligned, (), ()), meta=meta)


def with_copies(module: Module) -> Module:
    """The module with a declaration of what copies."""
    if _NAME in module.functions:
        return module
    declared = declaration(_NAME, _TYPE, params=((), (), (), (Attr("immarg"),)))
    return replace(module, functions={_NAME: declared, **module.functions})
