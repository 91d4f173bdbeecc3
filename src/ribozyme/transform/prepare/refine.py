"""Rewrites a program by what is known of it: a list of named steps, each run once, in order, before
the facts are final.

    STEPS    ProgramFacts → ProgramFacts      the facts themselves where there is nothing to do

These rewritings cannot be among the passes of `prepare`, since each asks where pointers lead and
what is active. A step looks at points-to, types and activity alone, so the facts that cost most are
computed once, for the program as it is in the end. Few programs have anything to do here.

    possible targets    calls by address of which nothing tells the target name the functions that
                        they may mean (`targets`)
    temporaries         loops write where their results are wanted (`in_place`)
    wrong types         accesses that are called integers and move other bits lose that name
    specialisation      calls of one function that differ in activity have copies (`specialise`)
    guards              tests of a derivative that is derived again are comparisons (`guards`)

Invariant: no refusal chooses among programs. What `refined` returns is what is differentiated.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import Final

from ribozyme.base.record import replace
from ribozyme.base.stages import staged
from ribozyme.ir.instrs import Instr, Load, Store
from ribozyme.ir.rewrite import mapped
from ribozyme.transform.callees.specialise import specialised
from ribozyme.transform.core.facts import ProgramFacts
from ribozyme.transform.prepare.loops.in_place import written_in_place
from ribozyme.transform.prepare.prepare import Trace, called_again, root_apart, silent
from ribozyme.transform.prepare.targets import with_targets
from ribozyme.transform.prepare.zero_guards import guards_decided


@staged("prepare")
def refined(facts: ProgramFacts, trace: Trace = silent) -> ProgramFacts:
    """The facts of the program that is differentiated."""
    for name, step in STEPS:
        facts = step(facts)
        trace(name, facts.module)
    return facts


def _targets(facts: ProgramFacts) -> ProgramFacts:
    """Calls by address name what they may mean; a root among that is a function of its own."""
    found = with_targets(facts)
    root = found.program.root
    if found is facts or not called_again(found.module, root):
        return found
    module, copy = root_apart(found.module, root)
    return found.changed(module, copy.name)


def _types(facts: ProgramFacts) -> ProgramFacts:
    """Accesses whose type in the source is wrong have none.

        %t = load i64, ptr %p, !tbaa !long        a double lies there: the access says nothing

    Not only do the analyses believe what accesses are called. An optimiser moves a `long` past what
    is no `long`, and so it would move a shadow past another.
    """
    wrong = facts.typing.swapped
    if not wrong:
        return facts
    changed = {
        function.name: mapped(function, lambda instr: _unnamed(instr, wrong))
        for function in facts.program.functions
    }
    return facts.changed(replace(facts.module, functions={**facts.module.functions, **changed}))


def _unnamed(instr: Instr, wrong: Set[Instr]) -> Instr:
    if instr not in wrong or not isinstance(instr, Load | Store):
        return instr
    return replace(instr, meta=tuple(item for item in instr.meta if not item[0].startswith("tbaa")))


STEPS: Final[tuple[tuple[str, Callable[[ProgramFacts], ProgramFacts]], ...]] = (
    ("possible targets", _targets),
    ("temporaries", written_in_place),
    ("wrong types", _types),
    ("specialisation", specialised),
    ("guards", guards_decided),
)
