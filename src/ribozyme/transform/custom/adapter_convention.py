"""The convention of derivatives that the user wrote: how adapters to them are called.

double f(double, double *)    every float is active, every pointer has a shadow
"""

from __future__ import annotations

from ribozyme.base.errors import Error, error
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import has
from ribozyme.ir.module import Function
from ribozyme.rules.algebra import spoken
from ribozyme.transform.core.interface import Interface, ParamShape
from ribozyme.transform.core.shape import Leaf, PointerLeaf


def interface(function: Function, width: int) -> Interface:
    """The convention of derivatives written by hand: every float active, every pointer shadowed."""
    for param in function.params:
        if has(param.attrs, "byval") or has(param.attrs, "sret") or not _is_plain(param.local.type):
            raise wrong(function, "it takes a struct")
    if not _is_plain(function.type.result):
        raise wrong(function, "it returns a struct")
    params = tuple(_shape(param.local.type) for param in function.params)
    return Interface(params, _shape(function.type.result), width)


def _is_plain(type: ty.Type) -> bool:
    return type is ty.VOID or isinstance(type, ty.FloatType | ty.PtrType | ty.IntType)


def _shape(type: ty.Type) -> ParamShape:
    floats = (Leaf((), type, 0),) if isinstance(type, ty.FloatType) else ()
    pointers = (PointerLeaf((), type, 0),) if isinstance(type, ty.PtrType) else ()
    return ParamShape(type, floats, pointers)


def wrong(function: Function, why: str, *helps: str) -> Error:
    """The refusal of a rule that is none for what is wanted."""
    name = spoken(function.name)
    return error("RZ213", f"the rule of '{name}' cannot be used here: {why}", helps=helps)
