"""Seeds that may be zero at run time although their value was computed: masked seeds.

`x > 0 ? sqrt(x) : 0` arrives as an unconditional sqrt and a select; where the select went the other
way the seed of the sqrt is zero and its partial infinite. A value is masked when none of its uses
surely takes it: every one is a choice, stands where control need not come, or is masked itself.
"""

from __future__ import annotations

from typing import Final

from ribozyme.ir.instrs import Call, ExtractElement, Instr, Phi, Select, Shuffle
from ribozyme.ir.values import Local
from ribozyme.transform.facts import FunctionFacts
from ribozyme.transform.sites import callee_name

_CHOICES: Final = ("llvm.max", "llvm.min", "fmax", "fmin")


def masked(facts: FunctionFacts) -> frozenset[int]:
    """The active locals whose seed may be zero by a choice."""
    function = facts.function
    found: set[int] = set()
    for block in reversed(facts.flow.rpo):
        for instr in reversed(function.blocks[block].instrs):
            result = instr.result
            if result is not None and facts.active(result):
                uses = function.uses[result.id]
                if not any(_takes(facts, result, block, at, use, found) for at, use in uses):
                    found.add(result.id)
    return frozenset(found)


def _takes(
    facts: FunctionFacts, value: Local, home: int, at: int, use: Instr, found: set[int]
) -> bool:
    """Whether a use surely takes a value, so that its seed is not zero by a choice."""
    match use:
        case Phi(incoming=incoming):
            sources = [source for operand, source in incoming if operand is value]
            reached = any(_comes_by(facts, source, at, home) for source in sources)
            return reached and use.result.id not in found
        case Select(condition=condition):
            return condition is value
        case ExtractElement() | Shuffle():
            return False  # perhaps not every lane
        case Call() if (callee_name(use) or "").startswith(_CHOICES):
            return False
        case _:
            if at != home and not facts.flow.postdominates(at, home):
                return False
            return use.result is None or use.result.id not in found


def _comes_by(facts: FunctionFacts, source: int, target: int, home: int) -> bool:
    """Whether control surely goes over an edge once it was in a block."""
    flow = facts.flow
    return set(flow.successors[source]) == {target} and flow.postdominates(source, home)
