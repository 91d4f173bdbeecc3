"""Calls through unknown pointers without a derivative in their shadow: the possible targets are all
functions of the program of that type whose address is taken.

    struct ops { double k, (*g)(double); };    constant, or its shadow has no table beside g
    o->g(x)                                    means one of @sin, @square, …

The target can only be a function of the call's type whose address the program takes, or that other
code may take. So the call is said to mean one of them (`Program.meant`): each
is recognised by its address at run time, and a trap says of every other that it has no
derivative. Nor is one meant in which something is refused: the trap stands for it, too.

As long as one such call may lead out of the program, it may leave anything anywhere, also an
address with a shadow where the next one looks for its function. So all are said to mean no others,
and of those whose pointer turns out to have a shadow all the same that is taken back: they may
bring a table, which then is asked first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, final

from ribozyme.analysis.flow.callgraph import ALL_MEANT, LOCAL_LINKAGE, MEANT, meaning, mentioned
from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import has
from ribozyme.ir.instrs import Call, CallBr, Instr, Invoke, operands
from ribozyme.ir.module import Function, GlobalVariable, Module
from ribozyme.ir.rewrite import mapped
from ribozyme.ir.values import GlobalRef, InlineAsm, Local, MetadataOperand, Value
from ribozyme.rules.names import Math
from ribozyme.transform.checks.checklist import findings
from ribozyme.transform.core.sites import has_table, is_lost
from ribozyme.transform.reverse.plan.callsites import has_derivative

if TYPE_CHECKING:
    from ribozyme.transform.core.facts import ProgramFacts

ROUNDS: Final = 5
MOST: Final = 24
"""Functions that a call may mean; where there are more, those whose address is taken come first."""
INSTRUCTIONS: Final = 20_000  # of all of them
_OF_FILES: Final = LOCAL_LINKAGE | {"linkonce", "linkonce_odr", "available_externally"}
"""Functions that no other file names, or that each file has for itself."""


def with_targets(facts: ProgramFacts) -> ProgramFacts:
    """The facts of the program in which such calls choose among what they may mean; `facts` itself
    where there are none."""
    found, work = facts, _Meanings(facts)
    for _ in range(ROUNDS):
        if not work.changed(found):
            return found
        found = facts.changed(work.module()) if work.meant else facts
    return facts


@final
class _Meanings:
    """What calls are said to mean, as long as it changes."""

    def __init__(self, facts: ProgramFacts) -> None:
        self._facts = facts
        self._homes: dict[Call | Invoke, str] = {}
        self._opened: set[Call | Invoke] = set()
        self._without: set[str] = set()  # functions that have no derivative
        self.meant: dict[Call | Invoke, tuple[str, ...]] = {}

    def changed(self, found: ProgramFacts) -> bool:
        """Look again, at the facts of the program as it was changed last."""
        opened = {
            call
            for call, home in self._homes.items()
            if call not in self._opened and _has_table(found, home, call)
        }
        new = {call: home for call, home in _lost(found) if call not in self.meant}
        if opened or new:
            self._opened |= opened
            self._homes |= new
            eligible = _eligible(self._facts, {call.type for call in new})
            self.meant |= {call: eligible[call.type] for call in new}
            return bool(opened) or any(self.meant[call] for call in new)
        without = set(_without_derivative(found, self.meant)) - self._without
        self._without |= without
        return bool(without)

    def module(self) -> Module:
        """The module in which the calls say what they mean."""
        functions = dict(self._facts.module.functions)
        for name in dict.fromkeys(self._homes[call] for call in self.meant):
            functions[name] = mapped(functions[name], self._said)
        return replace(self._facts.module, functions=functions)

    def _said(self, instr: Instr) -> Instr:
        if not isinstance(instr, Call | Invoke):
            return instr
        names = [name for name in self.meant.get(instr, ()) if name not in self._without]
        if not names:
            return instr
        others = () if instr in self._opened else (ALL_MEANT,)
        return replace(instr, attrs=(*instr.attrs, meaning(names), *others))


def _lost(facts: ProgramFacts) -> Iterator[tuple[Call | Invoke, str]]:
    """Calls that lead nobody knows where, each with the function it stands in."""
    for function in facts.pointsto.functions:
        view = facts.function(function)
        for call in facts.program.calls(function):
            if isinstance(call, CallBr) or has(call.attrs, MEANT):
                continue
            if is_lost(view, call):
                yield call, function.name


def _has_table(facts: ProgramFacts, home: str, call: Call | Invoke) -> bool:
    function = facts.module.functions[home]
    return function in facts.pointsto.functions and has_table(facts.function(function), call)


def _without_derivative(
    facts: ProgramFacts, meant: Mapping[Call | Invoke, Sequence[str]]
) -> Iterator[str]:
    """What would be refused: for a call in it or below, a finding there, or a type."""
    refused = {function for function, _ in findings(facts)} if meant else set[Function]()
    for name in dict.fromkeys(name for names in meant.values() for name in names):
        function = facts.module.functions[name]
        if function in facts.pointsto.functions and _is_refused(facts, function, refused):
            yield name


def _is_refused(facts: ProgramFacts, function: Function, refused: set[Function]) -> bool:
    if not has_derivative(facts.function(function), function):
        return True
    return any(one in refused or _is_unclear(facts, one) for one in _below(facts, function))


def _is_unclear(facts: ProgramFacts, function: Function) -> bool:
    """Whether an active value may or may not be a number."""
    view = facts.function(function)
    return any(view.active(value) and view.unclear(value) for value in function.values())


def _below(facts: ProgramFacts, function: Function) -> set[Function]:
    """A function with a body, and those that it may call."""
    if function.is_declaration:
        return set()
    found, work = {function}, [function]
    while work:
        caller = work.pop()
        for call in facts.program.calls(caller):
            for target in facts.pointsto.known_targets(caller, call):
                if not target.is_declaration and target not in found:
                    found.add(target)
                    work.append(target)
    return found


def _eligible(
    facts: ProgramFacts, types: set[ty.FunctionType]
) -> dict[ty.FunctionType, tuple[str, ...]]:
    """The functions of some types that a pointer may lead to."""
    module, program = facts.module, facts.program
    found: dict[ty.FunctionType, list[str]] = {type: [] for type in types}
    if not found:
        return {}
    shared = (f.name for f in module.defined() if f.header.linkage not in _OF_FILES)
    root = facts.request.function  # rarely handed to itself
    room = INSTRUCTIONS
    for name in dict.fromkeys((*_taken(facts), *(name for name in shared if name != root))):
        function = program.named(name)
        if not isinstance(function, Function) or name in program.apart:
            continue
        names = found.get(function.type)
        if names is None or function.name in names or len(names) == MOST:
            continue
        if not _is_followed(facts, function):
            continue
        room -= sum(len(block.instrs) for block in function.blocks)
        if room >= 0:
            names.append(function.name)
    return {type: tuple(names) for type, names in found.items()}


def _is_followed(facts: ProgramFacts, function: Function) -> bool:
    """Whether there is something to make a derivative of."""
    if not function.is_declaration or facts.book.by_hand(function.name):
        return not any(sign in function.name for sign in ' "\\')
    return isinstance(facts.program.meaning(function.name), Math)


def _taken(facts: ProgramFacts) -> Iterator[str]:
    """The names whose addresses are taken: not only called."""
    for variable in facts.module.globals.values():
        if isinstance(variable, GlobalVariable):
            yield from mentioned(variable.initialiser)
    for function in facts.module.defined():
        if function.name in facts.program.apart:
            continue
        for instr in function.instrs():
            for operand in _given(instr):
                if not isinstance(operand, Local | InlineAsm | MetadataOperand):
                    yield from mentioned(operand)


def _given(instr: Instr) -> Sequence[Value]:
    """The operands of an instruction without what it calls; a derivative is not asked for here."""
    match instr:
        case Call(callee=GlobalRef(name=name)) | Invoke(callee=GlobalRef(name=name)):
            return () if name.startswith("rz.") else instr.args
        case _:
            return tuple(operands(instr))
