"""Global variables that only ever hold the address of a local variable, to pass it to callees.

    static struct context *current;
    …  struct context mine;  current = &mine;  qsort(…);      by compare() alone current is read

What such a variable was left with is gone when the program is entered again, so that at entry it
leads nowhere. Other globals lead to pre-existing memory.

Invariant: no code but the program's functions names the variable, and these put nothing there but
addresses of variables of theirs, and null.
"""

from __future__ import annotations

from ribozyme.analysis.flow.callgraph import Program, mentioned
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Alloca, Gep, Instr, Load, Store, operands
from ribozyme.ir.module import Function, GlobalVariable
from ribozyme.ir.values import ConstNull, GlobalRef, Local, Value


def passing(program: Program) -> frozenset[str]:
    """The names of such variables."""
    named = program.elsewhere | program.exposed
    found = {
        name
        for name, variable in program.module.globals.items()
        if isinstance(variable, GlobalVariable) and _is_empty(variable) and name not in named
    }
    for function in program.functions if found else ():
        for instr in function.instrs():
            found -= {name for name in _used(instr) if not _is_own(function, instr)}
    return frozenset(found)


def _is_empty(variable: GlobalVariable) -> bool:
    """Whether a variable is an address that is null at first."""
    null = isinstance(variable.initialiser, ConstNull)
    return variable.type is ty.PTR and null and not variable.externally_initialized


def _used(instr: Instr) -> set[str]:
    named = (mentioned(operand) for operand in operands(instr) if not isinstance(operand, Local))
    return {name for names in named for name in names}


def _is_own(function: Function, instr: Instr) -> bool:
    """Whether an instruction loads what lies in a variable, or puts null or a variable there."""
    match instr:
        case Load(pointer=GlobalRef()):
            return True
        case Store(pointer=GlobalRef(), value=value):
            return isinstance(value, ConstNull) or _is_on_stack(function, value)
        case _:
            return False


def _is_on_stack(function: Function, value: Value) -> bool:
    while isinstance(value, Local):
        made = function.definition(value)
        if not isinstance(made, Gep):
            return isinstance(made, Alloca)
        value = made.base
    return False
