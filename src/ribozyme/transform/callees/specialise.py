"""Specialises functions by the activity of their arguments, within one derivative.

    g(u, p) with p active;  g(1.0, c) with c constant      →      g(u, p);  g.as.1(1.0, c)

An analysis gives one answer per function, for all of its callers: a call with constants would
cost as much as one with active arguments, and addresses with shadows would merge with addresses
without. So calls of one function that differ in activity get clones of it, a few at most. The
derivative of a clone calls the original function where it calls the primal, so no clone is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Call, Instr, Invoke
from ribozyme.ir.module import Function, Header, Module
from ribozyme.ir.rewrite import clone, mapped, redirected
from ribozyme.ir.values import GlobalRef
from ribozyme.transform.core.facts import FunctionFacts, ProgramFacts

ROUNDS: Final = 3  # copies tell apart the calls inside them
KINDS: Final = 8  # of calls of one function; those behind are taken together
COPIES: Final = 24
INSTRUCTIONS: Final = 20_000  # of all copies

Signature = tuple[tuple[bool, str], ...]
Sites = dict[Function, dict[Signature, list[tuple[Function, Call | Invoke]]]]


def specialised(facts: ProgramFacts) -> ProgramFacts:
    """The facts of the program in which calls of one function that differ have copies of it."""
    copies = dict[str, str]()
    for _ in range(ROUNDS):
        module, made = _told_apart(facts, copies)
        if not made:
            break
        copies |= made
        facts = facts.changed(module, copies=copies)
    return facts


def _told_apart(facts: ProgramFacts, copies: Mapping[str, str]) -> tuple[Module, dict[str, str]]:
    """The module with copies for calls that differ, and of what each new one is a copy.

    `copies` are those there were before.
    """
    module = facts.module
    functions = dict(module.functions)
    made: dict[str, str] = {}
    moved: dict[int, str] = {}  # id(call) → the copy it calls
    room = INSTRUCTIONS
    for function, groups in _sites(facts).items():
        origin = copies.get(function.name, function.name)
        size = sum(len(block.instrs) for block in function.blocks)
        known = sum(other == origin for other in (*copies.values(), *made.values()))
        for sites in list(groups.values())[1 : KINDS - known]:
            room -= size
            if room < 0 or len(copies) + len(made) >= COPIES:
                break
            name = _fresh(functions, origin)
            functions[name] = replace(clone(function, name), header=Header(linkage="internal"))
            made[name] = origin
            moved.update((id(call), name) for _, call in sites)
    if not made:
        return module, {}
    for name, function in list(functions.items()):
        functions[name] = _calling(function, moved)
    return replace(module, functions=functions), made


def together(made: Module, copies: Mapping[str, str]) -> Module:
    """The module without the copies, which are as good as what they are copies of."""
    if not copies:
        return made
    functions = {
        name: redirected(function, copies)
        for name, function in made.functions.items()
        if name not in copies
    }
    return replace(made, functions=functions)


def _fresh(functions: Mapping[str, Function], origin: str) -> str:
    number = 1
    while f"{origin}.as.{number}" in functions:
        number += 1
    return f"{origin}.as.{number}"


def _sites(facts: ProgramFacts) -> Sites:
    """The direct calls of functions that take part, by what is active at them; the root's functions
    first, those with the most active arguments in front."""
    found: Sites = {}
    for component in reversed(facts.pointsto.components):
        for function in component:
            view = facts.function(function)
            for call, callee in _calls(facts, function):
                groups = found.setdefault(callee, {})
                groups.setdefault(_signature(view, call), []).append((function, call))
    several = {callee: groups for callee, groups in found.items() if len(groups) > 1}
    return {
        callee: dict(sorted(groups.items(), key=lambda group: _weight(group[0]), reverse=True))
        for callee, groups in several.items()
        if _may_be_copied(facts, callee)
    }


def _calls(facts: ProgramFacts, function: Function) -> Iterator[tuple[Call | Invoke, Function]]:
    for instr in function.shaped(Call, Invoke):
        if isinstance(instr.callee, GlobalRef):
            callee = facts.program.callee(instr)
            known = isinstance(callee, Function) and callee.name == instr.callee.name
            if known and isinstance(callee, Function) and not callee.is_declaration:
                yield instr, callee


def _may_be_copied(facts: ProgramFacts, function: Function) -> bool:
    """A function that takes part, and does not call itself in whatever way."""
    if function is facts.program.root or not facts.activity.function(function):
        return False
    if function.type.vararg or facts.book.added(function.name) is not None:
        return False
    return function not in facts.pointsto.recursive


def _signature(view: FunctionFacts, call: Call | Invoke) -> Signature:
    return tuple((view.active(arg), view.shadow(arg).value) for arg in call.args)


def _weight(signature: Signature) -> tuple[int, Signature]:
    return sum(active + (shadow != "none") for active, shadow in signature), signature


def _calling(function: Function, moved: Mapping[int, str]) -> Function:
    """The function with some calls moved to copies."""

    def change(instr: Instr) -> Instr:
        name = moved.get(id(instr))
        if name is None or not isinstance(instr, Call | Invoke):
            return instr
        return replace(instr, callee=GlobalRef(ty.PTR, name))

    return mapped(function, change)
