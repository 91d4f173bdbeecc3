"""How often loops run in numbers, as far as a call's integers tell, and what they do not tell.

    for (i < n) for (j < i) …        n = 100 given:  i stands for its mean, 49.5: 100 · 49.5 rounds

A number that is known neither from the program nor from `sizes` stands for `UNKNOWN`, and its name
is among the `unknown`. An induction variable stands for its mean over its loop; for a triangle the
product of means is exact.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from ribozyme.analysis.flow.sym import (
    Sym,
    SymBinary,
    SymConst,
    SymExt,
    SymSelect,
    SymValue,
    holds,
    wrapped,
)
from ribozyme.ir.instrs import Call, Cast, Compare, CondBr, Freeze, IBinary, Load, Phi
from ribozyme.ir.values import ConstInt, Local, Value
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.sites import callee_name
from ribozyme.transform.reverse.plan.wording import Words

UNKNOWN: Final = 64
_DEEPEST: Final = 16
_EXTREMES: Final = {"smax": max, "umax": max, "smin": min, "umin": min}


@final
class Predicted:
    """Numbers of one function's loops."""

    def __init__(self, facts: FunctionFacts, words: Words, sizes: Mapping[str, int]) -> None:
        self.facts = facts
        self.words = words
        self.sizes = sizes
        self.unknown: dict[str, None] = {}  # names, in order
        self.uncounted: dict[int, None] = {}  # loops
        self._often: dict[int, tuple[float, bool]] = {}
        self._guesses = 0
        self._nameless = 0  # of the guesses, those of numbers in memory
        self._means = 0  # of inductions that were asked for

    def often(self, loop: int) -> tuple[float, bool]:
        """How often a loop runs each time it is entered, on average, and whether that is known."""
        if loop not in self._often:
            self._often[loop] = float(UNKNOWN), False  # while it is asked for
            before, nameless = self._guesses, self._nameless
            count = self.facts.evolution.count(loop)
            if self._never(loop):
                self._often[loop] = 0.0, True
            elif count is None or not count.exact:
                self.uncounted[loop] = None
            else:
                number = max(self._of(count.sym, _DEEPEST), 0.0)
                self._often[loop] = number, self._guesses == before
                if self._nameless != nameless:
                    self.uncounted[loop] = None
        self._guesses += not self._often[loop][1]
        return self._often[loop]

    def _never(self, loop: int) -> bool:
        """Whether a branch above a loop leads past it: one of two versions of a loop runs."""
        flow = self.facts.flow
        below = self.facts.loops.loops[loop].header
        for _ in range(_DEEPEST):
            above = flow.idom[below]
            if above < 0 or above == below:
                return False
            branch = self.facts.function.blocks[above].terminator
            if isinstance(branch, CondBr) and branch.then != branch.otherwise:
                sides = [
                    self.facts.live_predecessors[side] == (above,)
                    and flow.dominates(side, self.facts.loops.loops[loop].header)
                    for side in (branch.then, branch.otherwise)
                ]
                taken = self._decided(branch.condition) if sides[0] != sides[1] else None
                if taken is not None and taken != sides[0]:
                    return True
            below = above
        return False

    def _decided(self, condition: Value) -> bool | None:
        """How a comparison of known numbers that change nowhere comes out."""
        if not isinstance(condition, Local):
            return None
        compare = self.facts.function.definitions[condition.id]
        if not isinstance(compare, Compare) or compare.op != "icmp":
            return None
        unknown, before, means = dict(self.unknown), self._guesses, self._means
        sides = [self._value(side, _DEEPEST) for side in (compare.lhs, compare.rhs)]
        guessed = self._guesses != before or self._means != means
        self.unknown, self._guesses, self._means = unknown, before, means
        return None if guessed else holds(compare.predicate, int(sides[0]), int(sides[1]))

    def _of(self, whole: Sym, depth: int) -> float:
        match whole:
            case SymConst(value=number):
                return wrapped(number)
            case SymValue(value=value):
                return self._value(value, depth)
            case SymExt(sym=inner):
                return self._of(inner, depth)
            case SymBinary(op=op, lhs=lhs, rhs=rhs):
                return _joined(op, self._of(lhs, depth), self._of(rhs, depth))
            case SymSelect(predicate=predicate, lhs=lhs, rhs=rhs):
                one, other = (int(self._of(side, depth)) for side in (lhs, rhs))
                chosen = whole.then if holds(predicate, one, other) else whole.otherwise
                return self._of(chosen, depth)

    def _value(self, value: Value, depth: int) -> float:
        if isinstance(value, ConstInt):
            return value.value
        if not isinstance(value, Local) or not depth:
            return self._guess("?")
        instr = self.facts.function.definitions[value.id]
        if isinstance(instr, Phi):
            mean = self._mean(instr, depth)
            if mean is not None:
                return mean
        name = self.words.names.get(value.id)
        if name is not None and name in self.sizes:
            return self.sizes[name]
        match instr:
            case Cast(value=inner) | Freeze(value=inner):
                return self._value(inner, depth - 1)
            case IBinary(op="shl", lhs=lhs, rhs=ConstInt(value=by)):
                return self._value(lhs, depth - 1) * (1 << by)
            case IBinary(op=op, lhs=lhs, rhs=rhs) if op in ("add", "sub", "mul", "udiv", "sdiv"):
                parts = (self._value(part, depth - 1) for part in (lhs, rhs))
                return _joined(op, *parts)
            case Call(args=(lhs, rhs)):
                kind = (callee_name(instr) or "").split(".")
                if len(kind) > 1 and kind[0] == "llvm" and kind[1] in _EXTREMES:
                    one, other = (self._value(part, depth - 1) for part in (lhs, rhs))
                    return float(_EXTREMES[kind[1]](one, other))
            case Load() if name is None:
                self._nameless += 1
            case _:
                pass
        return self._guess(name or "?")

    def _mean(self, phi: Phi, depth: int) -> float | None:
        """An induction variable in the middle of its loop."""
        home = self.facts.function.home[phi.result.id]
        found = self.facts.induction(phi, home)
        if found is None or not isinstance(found.step, SymConst) or found.bend != SymConst(0):
            return None
        self._means += 1
        turns, _ = self.often(self.facts.loop_of(home))
        step = wrapped(found.step.value, found.width)
        return self._value(found.start, depth - 1) + step * max(turns - 1, 0) / 2

    def _guess(self, name: str) -> float:
        self._guesses += 1
        if name != "?":
            self.unknown[name] = None
        return UNKNOWN


def _joined(op: str, one: float, other: float) -> float:
    match op:
        case "add":
            return one + other
        case "sub":
            return one - other
        case "mul":
            return one * other
        case _:
            return one // other if other else 0.0
