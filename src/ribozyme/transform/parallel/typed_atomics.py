"""Atomic additions say the type of what they access, as plain accesses do.

    %w = load double, ptr %q, !tbaa !12              →   the same
    %o = atomicrmw fadd ptr %p, double %v monotonic      … monotonic, !tbaa !12

clang attaches no type to an `atomic` update. Without it the update may write any array of the
program, an array of indices or the bounds of a loop too. The type of a number that is updated is
that of other numbers in the same function: those that are no part of anything larger.

Invariant: a number that is updated atomically as a `double` is accessed as a `double` elsewhere, as
the language asks for; where a compiler was told to forget that, no access has a type.
"""

from __future__ import annotations

from typing import Final

from ribozyme.analysis.declared.tbaa import Tbaa
from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import AtomicRMW, Instr, Load, Store
from ribozyme.ir.metadata import Attachment, attached
from ribozyme.ir.module import Block, Function, Module

_NAMES: Final[dict[ty.Type, str]] = {ty.DOUBLE: "double", ty.FLOAT: "float"}


def atomics_with_types(module: Module) -> Module:
    """The module in which atomic updates of numbers have types; itself where nothing changes."""
    tbaa = Tbaa(module)
    found = {
        function.name: _typed(tbaa, function)
        for function in module.defined()
        if any(map(_is_untyped, function.instrs()))
    }
    changed = {name: made for name, made in found.items() if made is not module.functions[name]}
    if not changed:
        return module
    return replace(module, functions={**module.functions, **changed})


def _is_untyped(instr: Instr) -> bool:
    match instr:
        case AtomicRMW(value=value, meta=meta):
            return value.type in _NAMES and attached(meta, "tbaa") is None
        case _:
            return False


def _typed(tbaa: Tbaa, function: Function) -> Function:
    types: dict[ty.Type, Attachment] = {}
    for instr in function.instrs():
        match instr:
            case Load(result=number) | Store(value=number) if number.type in _NAMES:
                tag = tbaa.tag(instr.meta)
                plain = tag is not None and tag.base == tag.access and tag.offset == 0
                if plain and tbaa.scalar(instr.meta) == _NAMES[number.type]:
                    item = next(item for item in instr.meta if item[0] == "tbaa")
                    types.setdefault(number.type, item)
            case _:
                pass

    def typed(instr: Instr) -> Instr:
        if isinstance(instr, AtomicRMW) and _is_untyped(instr) and instr.value.type in types:
            return replace(instr, meta=(*instr.meta, types[instr.value.type]))
        return instr

    blocks = tuple(Block(b.name, tuple(map(typed, b.instrs))) for b in function.blocks)
    made = zip(function.instrs(), (i for b in blocks for i in b.instrs), strict=True)
    return replace(function, blocks=blocks) if any(a is not b for a, b in made) else function
