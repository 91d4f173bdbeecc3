"""Parallel code that has no derivative, found by name before anything is made.

#pragma omp task                refused: tasks
#pragma omp atomic              refused for numbers that no processor accesses in one step
threadprivate variables         refused: the reverse sweep may run on another thread
"""

from __future__ import annotations

from collections.abc import Iterator

from ribozyme.analysis.flow.callgraph import mentioned
from ribozyme.ir.instrs import (
    Access,
    AtomicRMW,
    CallLike,
    CmpXchg,
    Computation,
    Instr,
    Load,
    Silent,
    Store,
    operands,
)
from ribozyme.ir.module import GlobalVariable
from ribozyme.ir.values import Local
from ribozyme.rules.openmp import FORK, refused
from ribozyme.transform.core import contents
from ribozyme.transform.core.facts import FunctionFacts, ProgramFacts
from ribozyme.transform.core.refuse import Finding, refusal
from ribozyme.transform.core.sites import callee_name


def parallel_constructs(facts: ProgramFacts) -> Iterator[Finding]:
    """The places where a derivative would pass through parallel code that has none."""
    parallel = facts.effects.parallel.functions
    for function in facts.pointsto.functions:
        view = facts.function(function)
        for call in facts.program.calls(function):
            yield from _named(view, call)
        for instr in function.instrs() if function in parallel else ():
            yield from _kept(view, instr)
            yield from _unordered(view, instr)


def _named(facts: FunctionFacts, call: CallLike) -> Iterator[Finding]:
    name = callee_name(call) or ""
    if name.startswith("rz.team."):
        yield _found(facts, call, "a derivative of a parallel region is differentiated again")
    declared = facts.whole.module.functions.get(name)
    if declared is None or not declared.is_declaration:
        return
    construct = refused(name)
    if name == FORK:
        yield _found(facts, call, "a parallel region whose code is not visible")
    elif name.startswith("__atomic_") and facts.function in facts.whole.effects.parallel.functions:
        said = "an atomic access of a number that no processor accesses in one step"
        yield _found(facts, call, f"{said}, in a parallel region")
    elif construct is not None:
        yield _found(facts, call, f"OpenMP's {construct} has no derivative")


def _kept(facts: FunctionFacts, instr: Instr) -> Iterator[Finding]:
    names = {
        name
        for operand in operands(instr)
        if not isinstance(operand, Local)
        for name in mentioned(operand)
    }
    for name in sorted(names):
        variable = facts.whole.module.globals.get(name)
        if isinstance(variable, GlobalVariable) and variable.header.thread_local:
            said = f"'{name}' is a variable of each thread, and a parallel region uses it"
            yield _found(facts, instr, said)


def _unordered(facts: FunctionFacts, instr: Instr) -> Iterator[Finding]:
    """Atomic accesses that are no critical sections (`atomics`): the reverse sweep has no order."""
    match instr:
        case Load(pointer=pointer, ordering=ordering) if ordering:
            met = facts.active(instr.result) and facts.shadowed(pointer)
        case Store(pointer=pointer, ordering=ordering) if ordering:
            met = facts.shadowed(pointer) and bool(contents.stored_floats(facts, instr))
        case AtomicRMW(op=op, pointer=pointer):
            floats = facts.shadowed(pointer) and bool(contents.stored_floats(facts, instr))
            met = floats and op not in ("fadd", "fsub")
        case CmpXchg(pointer=pointer):
            met = facts.shadowed(pointer) and bool(facts.lanes(instr.new))
        case _:
            _rest: Computation | Access | CallLike | Silent = instr
            return
    if met and not facts.whole.effects.parallel.is_private(facts.function, pointer):
        said = "an atomic access of a number, other than an addition, in a parallel region"
        yield _found(facts, instr, said)


def _found(facts: FunctionFacts, instr: Instr, said: str) -> Finding:
    return facts.function, refusal(facts, instr, "RZ216", said)
