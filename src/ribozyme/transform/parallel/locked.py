"""Reads in critical sections of one name, of memory that is read nowhere else in the region.

    %e = call i64 @rz_omp_reduce(ptr @name)        reverse: rz_omp_turn_reduced
    %s = load double, ptr %sum                     sum.sh += s.bar          plain
    …                                              rz_omp_turn_reduce
    %l = call i64 @rz_omp_reduced(ptr @name)

The reverse sweep passes such sections one thread at a time, too, so nobody else adds meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ribozyme.ir.instrs import Call, Instr, Invoke, Load
from ribozyme.ir.module import Function
from ribozyme.ir.values import GlobalRef
from ribozyme.rules.names import Inactive
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.sites import callee_name

_ENTERING: Final = ("rz_omp_enter", "rz_omp_reduce")
_LEAVING: Final = ("rz_omp_leave", "rz_omp_reduced")
_Names = frozenset[str]


def locked(facts: FunctionFacts) -> frozenset[int]:
    """The results of the reads of a function that are such, by number."""
    return facts.ask(_locked)


def _locked(facts: FunctionFacts) -> frozenset[int]:
    parallel, points = facts.whole.effects.parallel, facts.whole.pointsto
    if not any(_is_call(instr, _ENTERING) for instr in facts.function.shaped(Call, Invoke)):
        return frozenset()
    reads = [
        read
        for function in parallel.beside.get(facts.function, ())
        for read in _reads(facts.whole.function(function))
    ]
    found: set[int] = set()
    for instr, objects, names in _reads(facts):
        if not names or not isinstance(instr, Load):
            continue
        alike = points.aliases(objects)
        for _, others, held in reads:
            if others & alike or points.aliases(others) & objects:
                names &= held
        if names:
            found.add(instr.result.id)
    return frozenset(found)


def _reads(facts: FunctionFacts) -> Iterator[tuple[Instr, int, _Names]]:
    """What the reverse sweep may add to shared shadows for: the instruction, the objects, and the
    critical sections that it is in."""
    whole, held = facts.whole, _held(facts.function)
    parallel, points = whole.effects.parallel, whole.pointsto
    for index, block in enumerate(facts.function.blocks):
        names = held[index]
        for instr in block.instrs if facts.live[index] else ():
            if isinstance(instr, Load):
                if facts.active(instr.result) and parallel.meets(facts.function, instr.pointer):
                    yield instr, points.mask(facts.function, instr.pointer), names
            elif isinstance(instr, Call | Invoke):
                names = _after(instr, names)
                targets = points.known_targets(facts.function, instr)
                known = targets and not any(target.is_declaration for target in targets)
                if not known and not isinstance(points.meaning(instr), Inactive):
                    yield instr, whole.effects.call(facts.function, instr).reads, names


def _held(function: Function) -> list[_Names]:
    """Per block the sections that each way to its beginning has entered, and not left."""
    all_of = frozenset(
        name
        for instr in function.instrs()
        if _is_call(instr, _ENTERING) and (name := _name(instr)) is not None
    )
    held = [all_of] * len(function.blocks)
    work = [0]
    held[0] = frozenset()
    seen = {0}
    while work:
        index = work.pop()
        names = held[index]
        for instr in function.blocks[index].instrs:
            names = _after(instr, names)
        for target in function.successors[index]:
            known = held[target] & names
            if known != held[target] or target not in seen:
                seen.add(target)
                held[target] = known
                work.append(target)
    return held


def _after(instr: Instr, names: _Names) -> _Names:
    name = _name(instr)
    if _is_call(instr, _ENTERING):
        return names if name is None else names | {name}
    if _is_call(instr, _LEAVING):
        return frozenset() if name is None else names - {name}
    return names


def _is_call(instr: Instr, names: tuple[str, ...]) -> bool:
    return isinstance(instr, Call | Invoke) and callee_name(instr) in names


def _name(instr: Instr) -> str | None:
    """The name of the section that a call enters or leaves; None where it has no fixed one."""
    found = instr.args[0] if isinstance(instr, Call | Invoke) and instr.args else None
    return found.name if isinstance(found, GlobalRef) else None
