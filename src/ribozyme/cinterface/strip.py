"""A module without functions of ours that nothing calls."""

from __future__ import annotations

from collections.abc import Iterable

from ribozyme.base.record import replace
from ribozyme.ir.instrs import operands
from ribozyme.ir.module import Alias, Function, GlobalVariable, Module
from ribozyme.ir.values import (
    ConstAggregate,
    ConstBinary,
    ConstCast,
    ConstGep,
    ConstSplat,
    GlobalRef,
    Value,
)


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
