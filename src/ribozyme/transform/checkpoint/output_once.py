"""Output in a checkpointed loop happens once: a repeated iteration leaves it out.

    printf("%d\\n", t);      →      if (count != REPEATED) printf("%d\\n", t);

Calls that only write to a stream, and calls of functions that do nothing else. What such a call
returns is its first argument, a stream of C++, or it may be used by such calls alone, a statement
of Fortran's. Where more is made of it, the call stays as it is, and the loop is refused.
"""

from __future__ import annotations

from typing import Final

from ribozyme.analysis.declared.cxxlibrary import returns_first
from ribozyme.analysis.memory.overwritten import own_alloca
from ribozyme.base.record import replace
from ribozyme.ir.attrs import Attr, has
from ribozyme.ir.instrs import (
    Alloca,
    Call,
    Computation,
    DbgRecord,
    Instr,
    Invoke,
    Jump,
    Load,
    Pad,
    Phi,
    Resume,
    Select,
    Store,
)
from ribozyme.ir.module import Function, Module
from ribozyme.ir.values import GlobalRef, Local, Value
from ribozyme.rules.printing import FILES, STREAMS, ends_output, is_output
from ribozyme.transform.core.sites import callee_name

REPEATED: Final = -(1 << 63)
"""The number of iterations as a repeated iteration is told it."""

_ONCE: Final = '"rz.once"'
_FILLING: Final = ("llvm.memset.", "llvm.memcpy.", "llvm.memmove.")
_QUIET: Final = (Computation, Jump, Pad, Resume, Alloca, DbgRecord)
_NOTHING: Final = ("llvm.lifetime.", "llvm.dbg.", "llvm.assume")


def is_once(instr: Instr) -> bool:
    """Whether a call is left out where its iteration is repeated."""
    return isinstance(instr, Call) and has(instr.attrs, _ONCE)


def otherwise(call: Call) -> Value | None:
    """What stands for the result of a call that is left out, if anything uses it."""
    return call.args[0] if returns_first(callee_name(call) or "") else None


def once(call: Call) -> Call:
    """The call, marked so."""
    return replace(call, attrs=(*call.attrs, Attr(_ONCE)))


def said_once(module: Module, function: Function, blocks: frozenset[int]) -> frozenset[Instr]:
    """The calls in some blocks that only write to a stream."""
    calls: set[Instr] = {
        instr
        for block in blocks
        for instr in function.blocks[block].instrs
        if isinstance(instr, Call | Invoke) and _says(module, function, instr, set())
    }
    while lost := {one for one in calls if not _is_apart(function, one, calls)}:
        calls -= lost
    return frozenset(calls)


def _is_apart(function: Function, call: Instr, calls: set[Instr]) -> bool:
    """Whether a call ends no statement but of such calls, and nothing else uses its result."""
    assert isinstance(call, Call | Invoke)
    if ends_output(callee_name(call) or ""):
        statement = call.args[0]
        if not isinstance(statement, Local) or function.definition(statement) not in calls:
            return False
    if call.result is None or returns_first(callee_name(call) or ""):
        return True
    return all(user in calls for _, user in function.uses[call.result.id])


def _says(module: Module, function: Function, call: Call | Invoke, seen: set[str]) -> bool:
    """Whether a call does nothing but write to a stream."""
    name = callee_name(call) or ""
    if returns_first(name):
        return _is_unread(function, call.args[0])
    if is_output(name) or ends_output(name):
        return True
    target = module.functions.get(name)
    if target is None or target.is_declaration or name in seen:
        return name in seen and bool(name)
    seen.add(name)
    return all(_is_harmless(module, target, instr, seen) for instr in target.instrs())


def _is_unread(function: Function, stream: Value) -> bool:
    """Whether a stream of C++ is one that nothing reads: a terminal's, or a file's that is a
    variable. Others may lie in memory."""
    work, seen = [stream], set[int]()
    while work:
        one = work.pop()
        if not isinstance(one, Local):
            if not (isinstance(one, GlobalRef) and one.name in STREAMS):
                return False
            continue
        if one.id in seen:
            continue
        seen.add(one.id)
        match function.definition(one):
            case Call() | Invoke() as made if returns_first(callee_name(made) or ""):
                work.append(made.args[0])
            case Phi(incoming=incoming):
                work += [value for value, _ in incoming]
            case Select(then=then, otherwise=other):
                work += [then, other]
            case Alloca() if any(_makes_file(one, use) for _, use in function.uses[one.id]):
                pass
            case _:
                return False
    return True


def _makes_file(variable: Local, use: Instr) -> bool:
    """Whether a use of a variable makes it a stream to a file."""
    if not isinstance(use, Call | Invoke) or not use.args:
        return False
    return use.args[0] is variable and (callee_name(use) or "").startswith(FILES)


def _is_harmless(module: Module, function: Function, instr: Instr, seen: set[str]) -> bool:
    """Whether an instruction of a function that writes to a stream does nothing else."""
    match instr:
        case Store(pointer=pointer):
            return own_alloca(function, pointer)
        case Call() | Invoke():
            name = callee_name(instr) or ""
            if name.startswith(_FILLING):
                return own_alloca(function, instr.args[0])
            return name.startswith(_NOTHING) or _says(module, function, instr, seen)
        case Load(volatile=volatile, ordering=ordering):
            return not volatile and not ordering
        case _:
            return isinstance(instr, _QUIET)
