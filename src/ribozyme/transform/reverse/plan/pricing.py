"""The price of an instruction that the reverse sweep computes again.

%y = fmul double %x, %w      an instruction
%z = load double, ptr %p     eight bytes that are read
%e = call double @exp(…)     what the function costs, if it has a price; else it is kept
"""

from __future__ import annotations

from typing import Final

from ribozyme.ir.instrs import Alloca, Call, FBinary, Freeze, IBinary, Instr, Load
from ribozyme.rules.names import Math
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.prices import PRICES, Prices
from ribozyme.transform.core.sites import callee_name

_DIVISIONS: Final = ("fdiv", "frem", "udiv", "sdiv", "urem", "srem")
_HALF: Final = ("float", "half", "bfloat")


def prices(facts: FunctionFacts) -> Prices:
    """The prices by which a function's values are kept or computed again."""
    return PRICES[facts.whole.request.prices]


def of_call(facts: FunctionFacts, call: Call) -> int | None:
    """The price of a function of mathematics; none where it has to be kept."""
    table, name = prices(facts).functions, callee_name(call)
    found = facts.whole.program.meaning(name) if table and name is not None else None
    if not isinstance(found, Math) or found.stores != (None,) or found.flat:
        return None
    price = table.get(found.op)
    return price if price is None or found.precision not in _HALF else -(-price // 2)


def of_instr(facts: FunctionFacts, instr: Instr | None) -> int:
    """The price of an instruction; of an argument, nothing."""
    table = prices(facts)
    match instr:
        case None | Alloca() | Freeze():
            return 0
        case Load(result=result):
            return table.read * facts.layout.alloc_size(result.type)
        case FBinary(op=op) | IBinary(op=op) if op in _DIVISIONS:
            return table.division
        case Call():
            return of_call(facts, instr) or table.instruction
        case _:
            return table.instruction
