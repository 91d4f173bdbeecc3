"""Copies structs that are passed by value in memory, so that the callee owns them.

    define double @f(ptr byval(%S) %s)      →      define double @f(ptr byval(%S) %s)
      … %s …                                         %own = alloca %S
                                                     memcpy(%own, %s, sizeof %S)
                                                     … %own …

A derivative of `f` takes plain pointers. What `f` writes into its parameter must not reach the
caller's struct or its shadow, and what is written to the caller's meanwhile, through another
pointer, must not reach `f`. Whoever calls `f`, by name or by address, hands it what it has; the
copy goes back in the reverse sweep like any other.

No copy is needed where `f` only reads the struct, and writes nothing that anybody else knows.
"""

from __future__ import annotations

from typing import Final

from ribozyme.analysis.memory.overwritten import own_alloca
from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import has, number, type_of, value_of
from ribozyme.ir.instrs import (
    Access,
    Alloca,
    AtomicRMW,
    Call,
    CallBr,
    CmpXchg,
    Computation,
    Instr,
    Invoke,
    Label,
    Silent,
    Store,
)
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.metadata import Meta, attached
from ribozyme.ir.module import Block, Function, Module, Param
from ribozyme.ir.rewrite import fresh, map_operands
from ribozyme.ir.values import GlobalRef, Local, Value
from ribozyme.transform.prepare.copying import memory_copy, with_copies

_CALM: Final = ("llvm.lifetime.", "llvm.dbg.", "llvm.assume")
_READING: Final = ("none", "read", "argmem: read")


def own_structs(module: Module) -> Module:
    """The module in which every function has structs of its own; itself where there are none."""
    layout = DataLayout(module.layout)
    changed: dict[str, Function] = {}
    for function in module.defined():
        params = [param for param in function.params if has(param.attrs, "byval")]
        wanted = [param for param in params if not _alike(module, function, param)]
        if wanted:
            changed[function.name] = _owning(layout, function, wanted)
    if not changed:
        return module
    return with_copies(replace(module, functions={**module.functions, **changed}))


def _alike(module: Module, function: Function, param: Param) -> bool:
    """Whether nobody could tell a struct from its copy."""
    if not has(param.attrs, "readonly") and not has(param.attrs, "readnone"):
        return not function.uses[param.local.id]
    return not any(_writes(module, function, instr) for instr in function.instrs())


def _writes(module: Module, function: Function, instr: Instr) -> bool:
    """Whether an instruction may write memory that is not the function's own."""
    match instr:
        case Store(pointer=pointer):
            return not own_alloca(function, pointer)
        case Call(callee=GlobalRef(name=name)) if name.startswith(_CALM):
            return False
        case Call() | Invoke():
            callee = instr.callee
            named = module.functions.get(callee.name) if isinstance(callee, GlobalRef) else None
            attrs = (*instr.attrs, *(named.attrs if named is not None else ()))
            return value_of(module.spelled(attrs), "memory") not in _READING
        case AtomicRMW() | CmpXchg() | CallBr():
            return True
        case _:
            _rest: Computation | Access | Silent = instr
            return False


def _owning(layout: DataLayout, function: Function, params: list[Param]) -> Function:
    """The function with copies of these parameters in their places."""
    names = list(function.names)
    own: dict[int, Local] = {}
    start: list[Instr] = []
    where = _line(function)
    for param in params:
        type = type_of(param.attrs, "byval")
        assert type is not None
        copy = own[param.local.id] = fresh(names, ty.PTR)
        align = number(param.attrs, "align") or layout.align(type)
        start.insert(0, Alloca(copy, type, align=align))
        start.append(memory_copy(copy, param.local, layout.alloc_size(type), align, where))

    def value(operand: Value) -> Value:
        return own.get(operand.id, operand) if isinstance(operand, Local) else operand

    blocks = [
        Block(block.name, tuple(map_operands(instr, value, _same) for instr in block.instrs))
        for block in function.blocks
    ]
    blocks[0] = Block(blocks[0].name, (*start, *blocks[0].instrs))
    return replace(function, blocks=tuple(blocks), names=names)


def _line(function: Function) -> Meta:
    """The place of the first instruction that has one."""
    for instr in function.instrs():
        place = attached(instr.meta, "dbg")
        if place is not None:
            return (("dbg", place),)
    return ()


def _same(label: Label) -> Label:
    return label
