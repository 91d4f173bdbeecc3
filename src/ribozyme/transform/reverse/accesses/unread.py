"""Memory of the program's own that a gradient does not read, so that its forward sweep need not
write it.

    double sum = 0;  #pragma omp parallel for reduction(+:sum) …  return sum;

A gradient that does not return the value asks nothing of `sum`: all that is read of it is added to
something and goes back there, or is returned. LLVM sees so where the sum is a register; here it
lies in memory that other functions are given. Without the writes LLVM drops what was computed for
them.

Invariant: what such memory holds is an operand only where no rule asks for the operand's value.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ribozyme.analysis.pointsto.objects import Kind
from ribozyme.ir.instrs import (
    Access,
    AtomicRMW,
    Call,
    CallBr,
    Cast,
    CmpXchg,
    Computation,
    FBinary,
    FNeg,
    Instr,
    Invoke,
    Load,
    Phi,
    Ret,
    Silent,
    Store,
    VAArg,
)
from ribozyme.ir.module import Function
from ribozyme.ir.values import Local
from ribozyme.rules.openmp import WAITS
from ribozyme.transform.core.facts import FunctionFacts, ProgramFacts
from ribozyme.transform.core.interface import Mode
from ribozyme.transform.core.sites import callee_name

_MOST: Final = 1000  # values that a read is followed through
_EVERYTHING: Final = -1
_KNOWN: Final = ("llvm.", "__kmpc_", "omp_")  # what these read is known
_ADDING: Final = ("llvm.fmuladd.", "llvm.fma.")


def is_unread(facts: FunctionFacts, instr: Instr) -> bool:
    """Whether an instruction only writes memory that the gradient does not read."""
    match instr:
        case Store(volatile=False, ordering="", pointer=pointer):
            pass
        case AtomicRMW(op="fadd" | "fsub", pointer=pointer, result=result):
            if facts.function.uses[result.id]:
                return False
        case _:
            return False
    mask = facts.whole.pointsto.mask(facts.function, pointer)
    return bool(mask) and not mask & ~unread(facts.whole)


def unread(facts: ProgramFacts) -> int:
    """The objects that the gradient does not read, as a bit set."""
    return facts.ask(_unread)


def _unread(facts: ProgramFacts) -> int:
    request, points = facts.request, facts.pointsto
    if request.mode is not Mode.REVERSE or request.primal:
        return 0
    found = 0
    for object in points.objects:
        if object.kind is Kind.ALLOCA and not points.outside >> object.id & 1:
            found |= 1 << object.id
    reads = [read for function in points.functions for read in _reads(facts, function)]
    while found:
        taken = 0
        for objects, into in reads:
            if objects & found and into & ~found:
                taken |= objects
        if not taken & found:
            return found
        found &= ~taken
    return 0


def _reads(facts: ProgramFacts, function: Function) -> Iterator[tuple[int, int]]:
    """What each instruction reads, and the objects that what is read goes to alone."""
    points = facts.pointsto
    for instr in points.instrs(function):
        match instr:
            case Load(pointer=pointer, result=result):
                plain = not instr.volatile and not instr.ordering
                into = _into(facts, function, result) if plain else _EVERYTHING
                yield points.mask(function, pointer), into
            case AtomicRMW(pointer=pointer, op=op, result=result):
                if op not in ("fadd", "fsub") or function.uses[result.id]:
                    yield points.mask(function, pointer), _EVERYTHING
            case CmpXchg(pointer=pointer):
                yield points.mask(function, pointer), _EVERYTHING
            case Call() | Invoke() if callee_name(instr) in WAITS:
                continue  # what other threads read then is read by instructions of theirs
            case Call() | Invoke():
                targets = points.known_targets(function, instr)
                if not targets or any(target.is_declaration for target in targets):
                    yield facts.effects.call(function, instr).reads, _EVERYTHING
                    if not (callee_name(instr) or "").startswith(_KNOWN):
                        yield _behind(facts, function, instr), _EVERYTHING
            case VAArg() | CallBr():
                yield _EVERYTHING, _EVERYTHING
            case _:
                _rest: Computation | Access | Silent = instr


def _behind(facts: ProgramFacts, function: Function, call: Call | Invoke) -> int:
    """All that a call may reach: a function without a derivative may print it."""
    points, found, fresh = facts.pointsto, 0, 0
    for value in call.args:
        fresh |= points.mask(function, value)
    while fresh:
        found |= fresh
        held = 0
        for object in points.members(fresh):
            held |= points.holds(object)
        fresh = held & ~found
    return found


def _into(facts: ProgramFacts, function: Function, value: Local) -> int:
    """The objects to which a value is added and that hold nothing else of it."""
    into, seen, work = 0, {value.id}, [value]
    while work:
        of = work.pop()
        for _, use in function.uses[of.id]:
            match use:
                case Store(value=kept, pointer=pointer) if pointer is not of:
                    into |= facts.pointsto.mask(function, pointer) if kept is of else 0
                    continue
                case Ret() if function is facts.program.root:
                    continue
                case FBinary(op="fadd" | "fsub") | FNeg() | Phi() | Cast(op="fpext" | "fptrunc"):
                    result = use.result
                case Call(args=(x, y, z)) if (callee_name(use) or "").startswith(_ADDING):
                    if of is x or of is y or z is not of or use.result is None:
                        return _EVERYTHING
                    result = use.result
                case _:
                    return _EVERYTHING
            if len(seen) > _MOST:
                return _EVERYTHING
            if result.id not in seen:
                seen.add(result.id)
                work.append(result)
    return into
