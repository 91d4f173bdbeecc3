"""Refuses active values in pre-existing memory that only globals lead to: such memory has no
shadow.

    static double *pool;                  made by an earlier call: its shadow is unknown
    pool[0] = x * x;                      RZ406 where the function always comes here
    if (!pool) pool = malloc(n);          a shadow if it was made here, else none:
    pool[0] = x * x;                      if (pool.sh == pool) throw

What is only read there (tables made at the start) or never read again (a log) is allowed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ribozyme.ir.module import Function
from ribozyme.transform.checks.questions import STRANDED
from ribozyme.transform.core.refuse import Finding, refusal

if TYPE_CHECKING:
    from ribozyme.transform.core.facts import ProgramFacts


def lost_values(facts: ProgramFacts) -> Iterator[Finding]:
    """Where such memory is written whenever a function runs."""
    if facts.losses:
        for function in facts.pointsto.functions:
            yield from _found(facts, function)


def _found(facts: ProgramFacts, function: Function) -> Iterator[Finding]:
    view = facts.function(function)
    for index, block in enumerate(function.blocks):
        for instr in block.instrs:
            for pointer in facts.losses.at(function, instr):
                sure = facts.losses.surely(function, pointer)
                if sure and view.flow.postdominates(index, 0):
                    yield function, refusal(view, instr, "RZ406", STRANDED)
