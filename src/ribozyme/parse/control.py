"""Terminators, exception pads and debug records from text.

"br i1 %c, label %a, label %b" → CondBr(%c, 1, 2)
"""

from __future__ import annotations

from typing import Final

from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    Br,
    CatchSwitch,
    CondBr,
    FuncletPad,
    FuncletRet,
    IndirectBr,
    Instr,
    LandingPad,
    Resume,
    Ret,
    Switch,
    Unreachable,
)
from ribozyme.ir.values import Value
from ribozyme.parse.cursor import words
from ribozyme.parse.instrs import Reader
from ribozyme.parse.metadata import read_attachments
from ribozyme.parse.types import read_type
from ribozyme.parse.values import Body, read_operand, read_target, read_typed

TERMINATORS: Final = words(
    "ret br switch indirectbr invoke callbr unreachable resume catchswitch catchret cleanupret"
)


def _ret(b: Body, name: str, op: str) -> Instr:
    if b.accept_word("void"):
        return Ret(None, read_attachments(b))
    return Ret(read_typed(b), read_attachments(b))


def _br(b: Body, name: str, op: str) -> Instr:
    if b.peek_word() == "label":
        return Br(read_target(b), read_attachments(b))
    condition = read_typed(b)
    b.expect(",")
    then = read_target(b)
    b.expect(",")
    return CondBr(condition, then, read_target(b), read_attachments(b))


def _switch(b: Body, name: str, op: str) -> Instr:
    value = read_typed(b)
    b.expect(",")
    default = read_target(b)
    b.expect("[")
    cases = []
    while not b.accept("]"):
        case = read_typed(b)
        b.expect(",")
        cases.append((case, read_target(b)))
    return Switch(value, default, tuple(cases), read_attachments(b))


def _targets(b: Body) -> tuple[int, ...]:
    b.expect("[")
    found: list[int] = []
    while not b.accept("]"):
        if found:
            b.expect(",")
        found.append(read_target(b))
    return tuple(found)


def _indirectbr(b: Body, name: str, op: str) -> Instr:
    address = read_typed(b)
    b.expect(",")
    return IndirectBr(address, _targets(b), read_attachments(b))


def _unreachable(b: Body, name: str, op: str) -> Instr:
    return Unreachable(read_attachments(b))


def _resume(b: Body, name: str, op: str) -> Instr:
    return Resume(read_typed(b), read_attachments(b))


def _landingpad(b: Body, name: str, op: str) -> Instr:
    type = read_type(b)
    cleanup = b.accept_word("cleanup")
    clauses: list[tuple[str, Value]] = []
    while (kind := b.peek_word()) in ("catch", "filter"):
        b.word()
        clauses.append((kind, read_typed(b)))
    return LandingPad(b.define(name, type), cleanup, tuple(clauses), read_attachments(b))


def _parent(b: Body) -> Value:
    b.expect_word("within")
    return read_operand(b, ty.TOKEN)


def _funcletpad(b: Body, name: str, op: str) -> Instr:
    parent = _parent(b)
    b.expect("[")
    args: list[Value] = []
    while not b.accept("]"):
        if args:
            b.expect(",")
        args.append(read_typed(b))
    return FuncletPad(b.define(name, ty.TOKEN), op, parent, tuple(args), read_attachments(b))


def _unwind(b: Body) -> int | None:
    b.expect_word("unwind")
    if b.accept_word("to"):
        b.expect_word("caller")
        return None
    return read_target(b)


def _catchswitch(b: Body, name: str, op: str) -> Instr:
    parent = _parent(b)
    handlers = _targets(b)
    unwind = _unwind(b)
    return CatchSwitch(b.define(name, ty.TOKEN), parent, handlers, unwind, read_attachments(b))


def _catchret(b: Body, name: str, op: str) -> Instr:
    b.expect_word("from")
    pad = read_operand(b, ty.TOKEN)
    b.expect_word("to")
    return FuncletRet(op, pad, read_target(b), read_attachments(b))


def _cleanupret(b: Body, name: str, op: str) -> Instr:
    b.expect_word("from")
    pad = read_operand(b, ty.TOKEN)
    return FuncletRet(op, pad, _unwind(b), read_attachments(b))


READERS: Final[dict[str, Reader]] = {
    "ret": _ret,
    "br": _br,
    "switch": _switch,
    "indirectbr": _indirectbr,
    "unreachable": _unreachable,
    "resume": _resume,
    "landingpad": _landingpad,
    "catchpad": _funcletpad,
    "cleanuppad": _funcletpad,
    "catchswitch": _catchswitch,
    "catchret": _catchret,
    "cleanupret": _cleanupret,
}
