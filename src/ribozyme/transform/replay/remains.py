"""Clears the tangents that a forward pass over a tape leaves in shadows that the tape owns.

    double t[4]; …; return s;       →       …; t.sh[0..4] = 0; return s.dot

The reverse sweep wants zeros there, so that a tape can be read forwards and then back. Variables of
the whole activation are cleared where it ends. The shadows of others (variables of a loop's turn,
blocks of the heap) cannot be found again at that place: a tape with such is for one of the two, and
whoever reads it back after that is told.
"""

from __future__ import annotations

from collections.abc import Iterable

from ribozyme.ir.build import i64
from ribozyme.ir.instrs import Alloca, Call, Invoke
from ribozyme.rules.memory import Deallocation, Reallocation
from ribozyme.transform.core import contents
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.regions import Region
from ribozyme.transform.replay.calls import clear
from ribozyme.transform.replay.tape_walk import Walk
from ribozyme.transform.reverse.plan.plan import Plan
from ribozyme.transform.reverse.plan.slots import alloca_count


def clear_remains(w: Walk) -> None:
    """Clear the floats in the shadows of the activation's variables."""
    for alloca in _shadowed_variables(w.facts):
        region = _region(w.facts, alloca)
        if w.facts.fixed(alloca) and region is not None:
            for lane in range(w.width):
                clear(w, region, w.tape.fixed_alloca(alloca, lane), i64(_size(w.facts, alloca)))


def leaves_remains(plans: Iterable[Plan]) -> bool:
    """Whether tangents stay in the memory of some function."""
    for made in plans:
        facts = made.facts
        for alloca in _shadowed_variables(facts):
            if not facts.fixed(alloca) or _region(facts, alloca) is None:
                return True
        for call in facts.function.instrs():
            if not isinstance(call, Call | Invoke):
                continue
            match made.site(call):
                case Deallocation(pointer=place) | Reallocation(pointer=place):
                    if facts.shadowed(call.args[place]) and facts.holds_floats(call.args[place]):
                        return True
                case _:
                    pass
    return False


def _shadowed_variables(facts: FunctionFacts) -> list[Alloca]:
    return [
        instr
        for instr in facts.function.instrs()
        if isinstance(instr, Alloca)
        and facts.pointers(instr.result)
        and facts.holds_floats(instr.result)
    ]


def _region(facts: FunctionFacts, alloca: Alloca) -> Region | None:
    return contents.region(facts, alloca, (alloca.result,), i64(_size(facts, alloca)))


def _size(facts: FunctionFacts, alloca: Alloca) -> int:
    return facts.layout.alloc_size(alloca.allocated) * alloca_count(alloca)
