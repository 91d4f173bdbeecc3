"""A module without debug info, and without functions of ours that nothing calls."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from ribozyme.ir.instrs import DbgRecord, Instr, operands
from ribozyme.ir.metadata import Meta
from ribozyme.ir.metadata_graph import reachable, references
from ribozyme.ir.module import Alias, Block, Function, GlobalVariable, Module
from ribozyme.ir.values import (
    ConstAggregate,
    ConstBinary,
    ConstCast,
    ConstGep,
    ConstSplat,
    GlobalRef,
    Value,
)

_FLAG: Final = "Debug Info Version"


def without_debug(module: Module) -> Module:
    """The module as it would be had it been compiled without `-g`."""
    functions = {name: _bare(function) for name, function in module.functions.items()}
    globals = {name: replace(one, meta=_meta(one.meta)) for name, one in module.globals.items()}
    named = {
        name: tuple(id for id in ids if not _speaks_of_debug(module, id))
        for name, ids in module.named_metadata.items()
        if not name.startswith("llvm.dbg.")
    }
    bare = replace(module, functions=functions, globals=globals, named_metadata=named)
    return replace(bare, metadata=module.metadata.only(reachable(_roots(bare), module.metadata)))


def _speaks_of_debug(module: Module, id: int) -> bool:
    found = module.metadata.get(id)
    texts = [str(getattr(value, "text", "")) for value in found.operands] if found else []
    return _FLAG in texts or "Dwarf Version" in texts


def _bare(function: Function) -> Function:
    blocks = tuple(
        Block(
            block.name,
            tuple(_without(instr) for instr in block.instrs if not isinstance(instr, DbgRecord)),
        )
        for block in function.blocks
    )
    return replace(function, blocks=blocks, meta=_meta(function.meta))


def _without(instr: Instr) -> Instr:
    if isinstance(instr, DbgRecord) or not any(kind == "dbg" for kind, _ in instr.meta):
        return instr
    return replace(instr, meta=_meta(instr.meta))


def _meta(meta: Meta) -> Meta:
    kept = ("dbg", "heapallocsite", "DIAssignID")
    return tuple(entry for entry in meta if entry[0] not in kept)


def _roots(module: Module) -> Iterable[int]:
    for ids in module.named_metadata.values():
        yield from ids
    for one in (*module.globals.values(), *module.functions.values()):
        for _, value in one.meta:
            yield from references(value)
    for function in module.functions.values():
        for instr in function.instrs():
            for _, value in instr.meta:
                yield from references(value)
            for operand in operands(instr):
                metadata = getattr(operand, "metadata", None)
                if metadata is not None:
                    yield from references(metadata)


def without_unused(module: Module, prefix: str = "rz.") -> Module:
    """The module without internal functions and variables of a prefix that nothing refers to."""

    def ours(one: Function | GlobalVariable | Alias) -> bool:
        return one.name.startswith(prefix) and (
            one.header.linkage in ("internal", "private") or _declares(one)
        )

    everything = {**module.globals, **module.functions}
    work = [one for one in everything.values() if not ours(one)]
    seen = {one.name for one in work}
    while work:
        for name in _named(work.pop()):
            if name not in seen and name in everything:
                seen.add(name)
                work.append(everything[name])
    functions = {name: f for name, f in module.functions.items() if name in seen}
    globals = {name: g for name, g in module.globals.items() if name in seen}
    return replace(module, functions=functions, globals=globals)


def _declares(one: Function | GlobalVariable | Alias) -> bool:
    match one:
        case Function():
            return one.is_declaration
        case GlobalVariable(initialiser=initialiser):
            return initialiser is None
        case _:
            return False


def _named(one: Function | GlobalVariable | Alias) -> Iterable[str]:
    """The globals a definition refers to."""
    work: list[Value] = []
    match one:
        case GlobalVariable(initialiser=initialiser):
            work += () if initialiser is None else (initialiser,)
        case Alias(aliasee=aliasee):
            work.append(aliasee)
        case Function(personality=personality):
            work += () if personality is None else (personality,)
            for instr in one.instrs():
                work += operands(instr)
    while work:
        match work.pop():
            case GlobalRef(name=name):
                yield name
            case ConstAggregate(elements=elements):
                work += elements
            case ConstSplat(element=element):
                work.append(element)
            case ConstGep(base=base):
                work.append(base)
            case ConstCast(value=value):
                work.append(value)
            case ConstBinary(lhs=lhs, rhs=rhs):
                work += (lhs, rhs)
            case _:
                pass
