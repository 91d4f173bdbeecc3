"""What the values of the inputs decide besides choices: branches, indices, sizes, callees.

if (x[i] > 0) y = f(a); else y = g(b);     the other branch is not run, so it is not known here
y = table[(int)x[i]];                      at another point it is another entry
"""

from __future__ import annotations

from typing import Final, final

from ribozyme.ir.instrs import (
    Access,
    AtomicRMW,
    Call,
    CallBr,
    Computation,
    CondBr,
    Instr,
    Invoke,
    Load,
    Silent,
    Store,
    Switch,
)
from ribozyme.ir.values import Value
from ribozyme.rules.memory import MemoryCopy, MemorySet, Sorting
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.sets.alternatives import is_chosen
from ribozyme.transform.sets.influence import Influence

_BRANCH: Final = "a branch depends on the values of the inputs"
_PLACE: Final = "an index depends on the values of the inputs"
_SIZE: Final = "a size depends on the values of the inputs"
_ORDER: Final = "an order depends on the values of the inputs"
_CALLEE: Final = "which function is called depends on the values of the inputs"


@final
class Decided:
    """What is decided at each instruction of a function."""

    def __init__(self, facts: FunctionFacts) -> None:
        self._facts = facts
        self._influence = facts.whole.ask(Influence)

    def by(self, instr: Instr) -> str | None:
        """What the inputs decide there, in words; None if nothing."""
        match instr:
            case CondBr(condition=condition):
                return _BRANCH if self._branches(instr) and self._by(condition) else None
            case Switch(value=value):
                return _BRANCH if self._branches(instr) and self._by(value) else None
            case Load(pointer=pointer) | Store(pointer=pointer) | AtomicRMW(pointer=pointer):
                shadowed = self._facts.shadowed(pointer)
                told = is_chosen(self._facts, pointer) and not isinstance(instr, AtomicRMW)
                return _PLACE if shadowed and self._by(pointer) and not told else None
            case Call() | Invoke():
                return self._call(instr)
            case _:
                _rest: Computation | Access | Silent | CallBr = instr
                return None

    def _call(self, call: Call | Invoke) -> str | None:
        if self._by(call.callee):
            return _CALLEE
        facts = self._facts
        match facts.whole.pointsto.meaning(call):
            case MemoryCopy(target=target, source=source, size=size):
                places = [call.args[k] for k in (target, source)]
                if not any(map(facts.shadowed, places)):
                    return None
                if any(map(self._by, places)):
                    return _PLACE
                return _SIZE if self._by(call.args[size]) else None
            case MemorySet(target=target, size=size) if facts.shadowed(call.args[target]):
                if self._by(call.args[target]):
                    return _PLACE
                return _SIZE if self._by(call.args[size]) else None
            case Sorting(base=base) if facts.shadowed(call.args[base]):
                return _ORDER
            case _:
                return None

    def _by(self, value: Value) -> bool:
        return self._influence.of(self._facts.function, value)

    def _branches(self, instr: Instr) -> bool:
        """Whether more than one way goes on to a return."""
        facts = self._facts
        block = next(n for n, b in enumerate(facts.function.blocks) if b.terminator is instr)
        return len(set(facts.live_successors[block])) > 1
