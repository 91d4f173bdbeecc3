"""Structs passed by value in memory: the copy that the callee owns is made where it is called.

    call void @f(ptr byval(%S) %s)      →      %own = alloca %S                  in the entry block
                                               memcpy(%own, %s, sizeof %S)
                                               call void @f(ptr byval(%S) %own)

A derivative of `f` takes plain pointers. What `f` writes into its parameter must not reach the
caller's struct or its shadow, and what is written to the struct meanwhile, through another pointer,
must not reach `f`. So each call has a struct that nobody else knows; the copy goes back in the
reverse sweep like any other.

No copy is needed where `f` only reads the struct, and nobody else has its address.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attr, Attrs, has, number, type_of
from ribozyme.ir.build import i64
from ribozyme.ir.instrs import Alloca, Call, Gep, Instr, Invoke, Load, Store
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.metadata import Meta
from ribozyme.ir.module import Block, Function, Module, Param
from ribozyme.ir.values import FALSE, GlobalRef, Local, Value

_NAME: Final = "llvm.memcpy.p0.p0.i64"
_COPY: Final = ty.function(ty.VOID, (ty.PTR, ty.PTR, ty.I64, ty.I1))
_HARMLESS: Final = ("llvm.lifetime.", "llvm.memcpy.", "llvm.memmove.", "llvm.memset.")


def own_structs(module: Module) -> Module:
    """The module in which every callee has structs of its own; itself where there are none."""
    changed: dict[str, Function] = {}
    for function in module.defined():
        places = [
            (call, place)
            for call in function.instrs()
            if isinstance(call, Call | Invoke)
            for place, attrs in enumerate(call.arg_attrs)
            if has(attrs, "byval") and _to_be_copied(module, function, call, place)
        ]
        if places:
            changed[function.name] = _copied(DataLayout(module.layout), function, places)
    if not changed:
        return module
    functions = {_NAME: _declaration(), **module.functions, **changed}
    return replace(module, functions=functions)


def _to_be_copied(module: Module, caller: Function, call: Call | Invoke, place: int) -> bool:
    """Whether anybody could tell a struct from its copy."""
    if isinstance(call, Call) and call.tail == "musttail":
        return False
    if not isinstance(call.callee, GlobalRef):
        return True
    callee = module.functions.get(call.callee.name)
    if callee is None or place >= len(callee.params):
        return True
    if callee.is_declaration:
        return False
    said = (*callee.params[place].attrs, *call.arg_attrs[place])
    return not (
        (has(said, "readonly") or has(said, "readnone"))
        and _known_here_only(caller, call.args[place])
    )


def _known_here_only(function: Function, pointer: Value) -> bool:
    """Whether a pointer is a variable of the function whose address goes nowhere."""
    if not isinstance(pointer, Local) or not isinstance(function.definitions[pointer.id], Alloca):
        return False
    work, seen = [pointer], {pointer.id}
    while work:
        address = work.pop()
        for _, user in function.uses[address.id]:
            match user:
                case Load():
                    pass
                case Store(pointer=target, value=value) if (
                    target is address and value is not address
                ):
                    pass
                case Gep(result=result):
                    if result.id not in seen:
                        seen.add(result.id)
                        work.append(result)
                case Call(callee=GlobalRef(name=name)) if name.startswith(_HARMLESS):
                    pass
                case Call() | Invoke() if _passed_by_value_only(user, address):
                    pass
                case _:
                    return False
    return True


def _passed_by_value_only(call: Call | Invoke, address: Local) -> bool:
    attrs = [*call.arg_attrs, *[()] * (len(call.args) - len(call.arg_attrs))]
    return call.callee is not address and all(
        has(said, "byval") for arg, said in zip(call.args, attrs, strict=True) if arg is address
    )


def _copied(
    layout: DataLayout, function: Function, places: list[tuple[Call | Invoke, int]]
) -> Function:
    """The function with a copy before each of these calls."""
    names = list(function.names)
    allocas: list[Instr] = []
    changed: dict[Call | Invoke, list[Instr]] = {}
    for call, place in places:
        said = call.arg_attrs[place]
        type = type_of(said, "byval")
        assert type is not None
        names.append(None)
        own = Local(len(names) - 1, ty.PTR)
        align = number(said, "align") or layout.align(type)
        allocas.append(Alloca(own, type, align=align))
        *before, last = changed.get(call, [call])
        assert isinstance(last, Call | Invoke)
        args = (*last.args[:place], own, *last.args[place + 1 :])
        copy = _copy(own, call.args[place], layout.alloc_size(type), align, call.meta)
        changed[call] = [*before, copy, replace(last, args=args)]
    blocks = [
        Block(
            block.name,
            tuple(
                made
                for instr in block.instrs
                for made in (
                    changed.get(instr, [instr]) if isinstance(instr, Call | Invoke) else [instr]
                )
            ),
        )
        for block in function.blocks
    ]
    blocks[0] = Block(blocks[0].name, (*allocas, *blocks[0].instrs))
    return replace(function, blocks=tuple(blocks), names=names)


def _copy(target: Value, source: Value, size: int, align: int, meta: Meta) -> Call:
    aligned: Attrs = (Attr("align", align),)
    where = tuple(item for item in meta if item[0] == "dbg")
    args = (target, source, i64(size), FALSE)
    return Call(None, GlobalRef(ty.PTR, _NAME), _COPY, args, (aligned, aligned, (), ()), meta=where)


def _declaration() -> Function:
    params = tuple(
        Param(Local(index, type), (Attr("immarg"),) if index == 3 else ())
        for index, type in enumerate(_COPY.params)
    )
    return Function(_NAME, _COPY, params, (), [None] * len(params))
