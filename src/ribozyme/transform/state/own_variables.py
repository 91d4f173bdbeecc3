"""Which variables belong to what is differentiated, and what other functions put into them.

static double state;                        its own: nothing else knows it
void reset(void) { state = -1; }            … or sets it to more than a constant
void set(double value) { state = value; }   not its own: it holds a setting
"""

from __future__ import annotations

from collections.abc import Iterator

from ribozyme.analysis.activity.kept_blocks import Group
from ribozyme.analysis.flow.callgraph import LOCAL_LINKAGE, Program, forgets, mentioned
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Call, DbgRecord, Instr, Load, Store, operands
from ribozyme.ir.module import Function, GlobalVariable
from ribozyme.ir.values import Const, GlobalRef, Local, Value
from ribozyme.rules.memory import MemoryCopy


def is_own(program: Program, name: str) -> bool:
    """Whether no code but what is seen here puts more than constants into a variable."""
    variable = program.named(name)
    if (
        not isinstance(variable, GlobalVariable)
        or variable.constant
        or variable.initialiser is None
        or variable.header.linkage not in LOCAL_LINKAGE
    ):
        return False
    if any(
        name in mentioned(other.initialiser)
        for other in program.module.globals.values()
        if isinstance(other, GlobalVariable) and not other.name.startswith("llvm.")
    ):
        return False
    return all(_only_looks(function, name) for function in others(program))


def told_elsewhere(program: Program, group: Group) -> tuple[Const, ...] | None:
    """The constants that functions which are not reached put into blocks; nothing where they put
    other numbers there, which are settings."""
    found: list[Const] = []
    names = {name for name, _ in (*group.bases, *group.others)}
    for function in others(program):
        if not any(names & set(mentioned(o)) for i in function.instrs() for o in _constants(i)):
            continue
        for instr in function.instrs():
            match instr:
                case Store(value=value, pointer=Local()) if not ty.is_pointer(value.type):
                    if not isinstance(value, Const):
                        return None
                    found.append(value)
                case Call(callee=GlobalRef(name=callee)) if isinstance(
                    program.meaning(callee), MemoryCopy
                ):
                    return None
                case _:
                    pass
    return tuple(found)


def _constants(instr: Instr) -> Iterator[Value]:
    return (operand for operand in operands(instr) if not isinstance(operand, Local))


def others(program: Program) -> Iterator[Function]:
    """The functions that are not reached, other than copies of such as are."""
    inside = set(program.functions)
    for function in program.module.defined():
        if function not in inside and function.name not in program.apart:
            yield function


def _only_looks(function: Function, name: str) -> bool:
    """Whether a function reads a variable at most, or sets it to a constant."""
    for instr in function.instrs():
        told = [o for o in operands(instr) if not isinstance(o, Local) and name in mentioned(o)]
        match instr:
            case _ if not told:
                continue
            case Load() | DbgRecord():
                continue
            case Store(value=value) if isinstance(value, Const) and value not in told:
                continue
            case Call(callee=GlobalRef(name=callee)) if forgets(callee):
                continue
            case _:
                return False
    return True
