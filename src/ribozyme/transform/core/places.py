"""The source location of an instruction, in a line of the user's own code.

    s.append((const char *)&y, 8);          // model.cpp:7
    return _M_append(s, n);                 // a header of the library, where the trouble is

An instruction of a library's function that was inlined has the user's line in its own chain. One
that was not is looked for up the calls: the nearest caller with a line of the user's is meant.
"""

from __future__ import annotations

from posixpath import normpath
from typing import TYPE_CHECKING, Final

from ribozyme.base.source import Span, of_library
from ribozyme.ir.attrs import value_of
from ribozyme.ir.debug import declared, frames, location, subprogram, subprogram_name
from ribozyme.ir.instrs import Instr, operands
from ribozyme.ir.module import Function
from ribozyme.rules.algebra import spoken

if TYPE_CHECKING:
    from ribozyme.transform.core.facts import FunctionFacts, ProgramFacts

_MADE: Final = "rz."  # a function around the user's, which may have been inlined into it
COPY: Final = '"rz.copy"'
"""An attribute of a copy that was made before there were facts: the name of the function."""


def place(facts: FunctionFacts, instr: Instr) -> tuple[Span | None, str]:
    """The line of an instruction, and the name of the function around it."""
    whole, name = facts.whole, called(facts.whole, facts.function)
    found = _own(facts, instr)
    if name.startswith(_MADE):
        names = (frame.function for frame in reversed(frames(whole.module, instr)))
        name = next((one for one in names if not one.startswith(_MADE)), "")
    if found is not None and not of_library(found.file):
        return found, name
    above = facts.ask(_above)
    if above is not None:
        return above[0], called(whole, above[1])
    return found or declared(whole.module, written(whole, facts.function)), name


def behind(facts: FunctionFacts, instr: Instr) -> Span | None:
    """The library's line that an instruction stands in, if it does."""
    found = next((frame.span for frame in frames(facts.whole.module, instr)), None)
    if found is None or not found.line or not of_library(found.file):
        return None
    return Span(normpath(found.file), found.line, found.column)


def written(whole: ProgramFacts, function: Function) -> Function:
    """The function a user wrote, where this one is a copy of it: a root, or for some callers."""
    name = whole.request.function if function is whole.program.root else function.name
    said = value_of(function.attrs, COPY)
    name = said.strip('"') if isinstance(said, str) else name
    return whole.module.functions.get(whole.copies.get(name, name), function)


def called(whole: ProgramFacts, function: Function) -> str:
    """What the user calls a function: `sum`, where the symbol is `_ZL3sumid`."""
    own = written(whole, function)
    return subprogram_name(subprogram(whole.module, own)) or spoken(own.name)


def _own(facts: FunctionFacts, instr: Instr) -> Span | None:
    """Where an instruction stands, or its operands were computed."""
    found = location(facts.whole.module, instr)
    for operand in operands(instr):
        made = facts.function.definition(operand)
        if found is None and made is not None:
            found = location(facts.whole.module, made)
    return found


def _above(facts: FunctionFacts) -> tuple[Span, Function] | None:
    """The nearest call that leads to a function and stands in a line of the user's."""
    whole, seen, work = facts.whole, {facts.function}, [facts.function]
    for inner in work:
        for caller, call in whole.pointsto.callers.get(inner, ()):
            found = location(whole.module, call)
            if found is not None and not of_library(found.file):
                return found, caller
            elif caller not in seen:
                seen.add(caller)
                work.append(caller)
    return None


__all__ = ["behind", "called", "place", "written"]
