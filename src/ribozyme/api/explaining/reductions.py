"""Reductions of parallel regions as derivatives see them: one operation per variable.

    %e = call i64 @rz_omp_reduce(ptr @name)      →     combine(fadd, %own, %shared)
    %s = load double, ptr %shared                      combine(fmul, %own.1, %shared.1)
    %t = fadd double %s, %own
    store double %t, ptr %shared …
    %l = call i64 @rz_omp_reduced(ptr @name)

A thread combines what it has with what is shared, in the order of the threads. A combination that a
program declares itself, or one in a loop, is shown by its instructions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from ribozyme.base.record import replace
from ribozyme.ir.instrs import Call, Compare, FBinary, IBinary, Load, Select, Store
from ribozyme.ir.operand_text import Names
from ribozyme.ir.printer import print_instr
from ribozyme.ir.values import Local

if TYPE_CHECKING:
    from ribozyme.ir.instrs import Instr
    from ribozyme.ir.module import Function, Module
    from ribozyme.ir.values import Value

_BEGIN: Final = "rz_omp_reduce"
_END: Final = "rz_omp_reduced"


def reductions(module: Module, reached: frozenset[str]) -> Iterator[str]:
    """The reductions of the functions that a derivative reaches, by function."""
    for name, function in module.functions.items():
        found = list(_of(function)) if name in reached and not function.is_declaration else []
        if found:
            yield from (f"@{name}", *found)


def _of(function: Function) -> Iterator[str]:
    given = [name or f"v{number}" for number, name in enumerate(function.names)]
    names = Names(replace(function, names=given))
    defined = {instr.result.id: instr for instr in function.instrs() if instr.result is not None}
    inside = False
    for instr in function.instrs():
        if isinstance(instr, Call) and _name(instr) in (_BEGIN, _END):
            inside = _name(instr) == _BEGIN
        elif inside and isinstance(instr, Store):
            yield f"   {_combination(instr, defined, names)}"


def _name(call: Call) -> str:
    return str(getattr(call.callee, "name", ""))


def _combination(store: Store, defined: Mapping[int, Instr], names: Names) -> str:
    made = defined.get(getattr(store.value, "id", -1))
    found = None if made is None else _operation(made, defined)
    if found is not None:
        operation, operands = found
        for value in operands:
            read = defined.get(getattr(value, "id", -1))
            if isinstance(read, Load) and read.pointer == store.pointer:
                own = next(iter(other for other in operands if other is not value), value)
                return f"combine({operation}, {_shown(own, names)}, {_shown(store.pointer, names)})"
    lines = [print_instr(instr, names) for instr in (made, store) if instr is not None]
    return "; ".join(line.partition(", !")[0] for line in lines)


def _operation(made: Instr, defined: Mapping[int, Instr]) -> tuple[str, tuple[Value, Value]] | None:
    match made:
        case FBinary(op=op, lhs=lhs, rhs=rhs) | IBinary(op=op, lhs=lhs, rhs=rhs):
            return op, (lhs, rhs)
        case Call(args=(lhs, rhs)) if _name(made).startswith("llvm."):
            return _name(made).split(".")[1], (lhs, rhs)
        case Select(condition=condition, then=then, otherwise=otherwise):
            test = defined.get(getattr(condition, "id", -1))
            if isinstance(test, Compare) and {test.lhs, test.rhs} == {then, otherwise}:
                larger = ("g" in test.predicate) == (test.lhs == then)
                return "maximum" if larger else "minimum", (then, otherwise)
            return None
        case _:
            return None


def _shown(value: Value, names: Names) -> str:
    return names.locals[value.id] if isinstance(value, Local) else str(value)
