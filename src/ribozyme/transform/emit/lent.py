"""Blocks of the caller's that the program frees or moves, in every mode.

    p->x = realloc(p->x, 2 * n)     →   if (rz.extents.lent(p->x)) throw RZ215;   p->x = …

A caller in Python lends arrays: NumPy frees them, nobody else may. Without the question the block
would be freed twice. A C program that owns the block may free it; nothing is lent there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder, i64
from ribozyme.ir.instrs import Call, Invoke
from ribozyme.ir.values import Value
from ribozyme.rules.memory import Deallocation, Reallocation

if TYPE_CHECKING:
    from ribozyme.ir.module import Function
    from ribozyme.transform.core.facts import FunctionFacts, ProgramFacts
    from ribozyme.transform.emit.emission import Emission

_LENT: Final = "rz.extents.lent"
_ASK: Final = ty.function(ty.I64, (ty.PTR,))
_MESSAGE: Final = (
    "an array of the caller's is freed or moved here, and its memory belongs to the caller"
)


def is_surrender(facts: ProgramFacts, function: Function, call: Call | Invoke) -> bool:
    """Whether a call may free or move memory of the caller's with derivatives in its shadow."""
    match facts.pointsto.meaning(call):
        case Deallocation(pointer=at) | Reallocation(pointer=at):
            mask = facts.pointsto.mask(function, call.args[at])
        case _:
            return False
    return any(
        facts.activity.by_contract(object) and facts.activity.object(object)
        for object in facts.pointsto.members(mask)
    )


def leave_if_lent(
    emission: Emission, b: FunctionBuilder, facts: FunctionFacts, call: Call | Invoke, block: Value
) -> None:
    """Before a block is freed or moved: leave if the caller lends it."""
    if not is_surrender(facts.whole, facts.function, call):
        return
    emission.declare(_LENT, _ASK)
    lent = b.call(_LENT, _ASK, (block,))
    assert lent is not None
    emission.leave(b, facts, call, b.icmp("ne", lent, i64(0)), _MESSAGE, refused="RZ215")
