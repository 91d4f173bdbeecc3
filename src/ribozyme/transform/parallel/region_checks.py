"""Parallel code that has no derivative, found by name before anything is made.

#pragma omp task                refused: tasks
#pragma omp atomic              refused for numbers that no processor accesses in one step
blocks that threads keep        refused: only the thread itself knows its variables' shadows
"""

from __future__ import annotations

from collections.abc import Iterator

from ribozyme.analysis.flow.callgraph import mentioned
from ribozyme.analysis.memory.parallel import forks, is_of_threads
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
from ribozyme.ir.values import Local
from ribozyme.rules.openmp import FORK, refused
from ribozyme.transform.core import contents
from ribozyme.transform.core.facts import FunctionFacts, ProgramFacts
from ribozyme.transform.core.refuse import Finding, refusal
from ribozyme.transform.core.sites import callee_name


def parallel_constructs(facts: ProgramFacts) -> Iterator[Finding]:
    """The places where a derivative would pass through parallel code that has none."""
    parallel = facts.effects.parallel.functions
    blocks = _blocks(facts) if facts.effects.parallel.own_variables else frozenset()
    for function in facts.pointsto.functions:
        view = facts.function(function)
        for call in facts.program.calls(function):
            yield from _named(view, call)
            yield from _handed(view, call)
        for instr in function.instrs() if function in parallel else ():
            yield from _kept(view, instr, blocks)
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


def _blocks(facts: ProgramFacts) -> frozenset[str]:
    """The variables that keep blocks which have shadows of their own."""
    kept = {name for group in facts.kept for name, _ in (*group.bases, *group.others)}
    return frozenset(kept | {name for (name, _), _ in facts.left})


def _kept(facts: FunctionFacts, instr: Instr, blocks: frozenset[str]) -> Iterator[Finding]:
    """Variables of each thread that keep such blocks."""
    own = facts.whole.effects.parallel.own_variables & blocks
    for name in sorted(own & _names(instr) if own else ()):
        said = f"'{name}' is a variable of each thread, and keeps memory from call to call"
        yield _found(facts, instr, f"{said}, in a parallel region")


def _handed(facts: FunctionFacts, call: CallLike) -> Iterator[Finding]:
    """Addresses of such variables as constants, which are other ones in each thread, given to all
    threads of a team."""
    if not any(
        forks(target) for target in facts.whole.pointsto.known_targets(facts.function, call)
    ):
        return
    named = facts.whole.program.named
    given = {name for arg in call.args if not isinstance(arg, Local) for name in mentioned(arg)}
    for name in sorted(name for name in given if is_of_threads(named(name))):
        said = f"'{name}' is a variable of each thread, whose address a parallel region is given"
        yield _found(facts, call, said)


def _names(instr: Instr) -> set[str]:
    constants = (operand for operand in operands(instr) if not isinstance(operand, Local))
    return {name for constant in constants for name in mentioned(constant)}


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
