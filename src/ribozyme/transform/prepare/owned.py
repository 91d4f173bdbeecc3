"""Exported variables that nobody but the program can know, as the program's own.

    struct record *log;                     →  @log = internal global ptr null
    log = realloc(log, …);                     what it leads to is known: fresh blocks

Another file, or a user, may write to an exported variable; what it leads to is then unknown. Where
all of a program is seen and it writes to a variable itself, nobody else does. Variables that it
only reads are set by others: they stay as they are, and so does what an alias or `llvm.used` names.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from ribozyme.analysis.flow.callgraph import mentioned
from ribozyme.base.record import replace
from ribozyme.ir.instrs import (
    Access,
    AtomicRMW,
    Call,
    CallBr,
    CmpXchg,
    Computation,
    Freeze,
    Gep,
    Instr,
    Invoke,
    Phi,
    Select,
    Silent,
    Store,
    operands,
)
from ribozyme.ir.module import Alias, Function, GlobalVariable, Header, Module
from ribozyme.ir.values import Local, Value

_SHARED: Final = frozenset(
    {"", "external", "common", "weak", "weak_odr", "linkonce", "linkonce_odr"}
)


def owned(module: Module, shared: Collection[str] = ()) -> Module:
    """The module with the variables that it writes to as its own, but the `shared` ones."""
    found = {name for name in _candidates(module) if name not in shared}
    found &= {name for function in module.defined() for name in _written(function, found)}
    if not found:
        return module
    return replace(
        module,
        globals={
            name: replace(one, header=_own(one.header))
            if name in found and isinstance(one, GlobalVariable)
            else one
            for name, one in module.globals.items()
        },
    )


def _own(header: Header) -> Header:
    return replace(header, linkage="internal", preemption="", visibility="", dll="", comdat=None)


def _candidates(module: Module) -> Iterator[str]:
    named = {
        name
        for one in module.globals.values()
        if isinstance(one, Alias) or one.name.startswith("llvm.")
        for name in mentioned(one.aliasee if isinstance(one, Alias) else one.initialiser)
    }
    for one in module.globals.values():
        if (
            isinstance(one, GlobalVariable)
            and one.initialiser is not None
            and one.header.linkage in _SHARED
            and not (one.constant or one.externally_initialized or one.header.thread_local)
            and not (one.header.section or one.header.dll or one.name.startswith("llvm."))
            and one.name not in named
        ):
            yield one.name


def _written(function: Function, names: Collection[str]) -> Iterator[str]:
    """The variables that a function writes to, or hands to another one."""
    led: dict[int, frozenset[str]] = {}

    def of(value: Value) -> frozenset[str]:
        if isinstance(value, Local):
            return led.get(value.id, frozenset())
        return frozenset(name for name in mentioned(value) if name in names)

    changed = True
    while changed:
        changed = False
        for instr in function.instrs():
            if isinstance(instr, Gep | Phi | Select | Freeze):
                told = frozenset().union(*map(of, operands(instr)))
                if not told <= led.get(instr.result.id, frozenset()):
                    led[instr.result.id] = told
                    changed = True
    for instr in function.instrs():
        for value in _targets(instr):
            yield from of(value)


def _targets(instr: Instr) -> tuple[Value, ...]:
    match instr:
        case Store(pointer=pointer) | AtomicRMW(pointer=pointer) | CmpXchg(pointer=pointer):
            return (pointer,)
        case Call(args=args) | Invoke(args=args) | CallBr(args=args):
            return tuple(args)
        case _:
            _rest: Computation | Access | Silent = instr
            return ()
