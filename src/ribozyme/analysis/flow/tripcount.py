"""How often loops run.

An exit test on an affine value (`affine.py`) is met for the first time at a run of the header (0,
1, …) that arithmetic finds:

    for (i = a; i < b; i += 3)         header runs (a < b ? (b - a - 1) / 3 + 1 : 0) + 1 times
    do … while (++p != end)            header runs (end - p) / 8 times

A `Count` is *exact* when every way the loop is left normally is understood: if it is left
normally, its header ran exactly so often. An inexact one is an upper bound. Nothing at all is said
(None) where a number could wrap and no fact forbids it; such loops are counted at run time.

A count is worked out before the loop, from values that the loop might never have looked at: whoever
emits it freezes its leaves, so that poison among them does not spread.
"""

from __future__ import annotations

from typing import Final, final

from ribozyme.analysis.flow import lines, sym
from ribozyme.analysis.flow.affine import DEEP, AffineValues, Induction
from ribozyme.analysis.flow.cfg import Flow
from ribozyme.analysis.flow.lines import Affine
from ribozyme.analysis.flow.loops import Loop, Loops
from ribozyme.analysis.flow.sym import (
    Sym,
    SymConst,
    SymValue,
    spelled,
)
from ribozyme.base.graph import predecessors, reached
from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    Call,
    CallBr,
    CallLike,
    Cast,
    Compare,
    CondBr,
    Gep,
    IBinary,
    Invoke,
    Ret,
    Select,
)
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.module import Function
from ribozyme.ir.values import ConstInt, ConstNull, GlobalRef, Local, Poison, Undef, Value

__all__ = ["Count", "Evolution", "evolution", "uncounted"]

ENDLESS: Final = 1 << 63


@final
@dataclass(frozen=True, slots=True)
class Count:
    """How often the header runs in one activation of the loop: at least once.

    Where the loop is not entered the number means nothing: `n - 1 + 1` of no iteration is `2**32`.
    Beyond `plausible` it was counted around the ring.
    """

    sym: Sym
    exact: bool
    plausible: int = ENDLESS


@final
class Evolution:
    """Induction variables and counts of the loops of one function; each is worked out once."""

    def __init__(self, function: Function, flow: Flow, loops: Loops, layout: DataLayout) -> None:
        self.function = function
        self.flow = flow
        self.loops = loops
        self.layout = layout
        self._returns = _returning(function)
        self._calling = _calling(function)
        self._irreducible = frozenset(block for region in loops.irreducible for block in region)
        self.values = AffineValues(function, flow, loops, layout)
        self._counts: dict[int, Count | None] = {}

    # ---- what may be asked -------------------------------------------------------------------

    def inductions(self, loop: int) -> dict[Local, Induction]:
        """The affine phis of a loop's header."""
        return self.values.inductions(loop)

    def count(self, loop: int) -> Count | None:
        """How often a loop's header runs, in terms of values unchanged by the loop."""
        if loop not in self._counts:
            self._counts[loop] = self._count(self.loops.loops[loop])
        return self._counts[loop]

    def runs(self, compare: Compare, stay: bool, loop: int) -> Sym | None:
        """The first run, from 0, at which a comparison does not come out as `stay`."""
        return self._runs(compare, stay, self.loops.loops[loop], True)

    def forget(self) -> None:
        """Answer the worst to every question from now on."""
        self.values.forget()
        for loop in self.loops.loops:
            self._counts[loop.index] = None

    def __str__(self) -> str:
        def name(value: Value) -> str:
            return _name(self.function, value)

        text: list[str] = []
        for loop in self.loops.loops:
            count = self.count(loop.index)
            if count is None:
                runs = "counted at run time"
            else:
                runs = f"runs {'' if count.exact else 'at most '}{spelled(count.sym, name)}"
            text.append(f"loop {loop.index} header {loop.header}: {runs}")
            for phi, found in self.inductions(loop.index).items():
                step = spelled(found.step, name)
                text.append(f"  {name(phi)} = {name(found.start)} + k * {step} : i{found.width}")
        return "\n".join(text)

    # ---- counts ------------------------------------------------------------------------------

    def _count(self, loop: Loop) -> Count | None:
        leaving = dict.fromkeys(
            inside for inside, outside in loop.exits if self._normal(inside, outside)
        )
        otherwise = len(leaving) > 1 or self._other_ways(loop)
        exact, full, plausible = True, False, ENDLESS
        least: Sym | None = None
        for block in leaving:
            tests, all_of_them = self._tests(block, loop)
            exact = exact and all_of_them
            for compare, stay in tests:
                several = otherwise or not all_of_them or len(tests) > 1
                runs = self._runs(compare, stay, loop, several)
                if runs is None:
                    exact = False
                    continue
                full = full or (several and compare.predicate in ("eq", "ne"))
                plausible = min(plausible, self._plausible(compare, loop))
                least = runs if least is None else sym.least(least, runs)
        if least is None:
            return None
        total = sym.add(least, sym.ONE)
        if full and sym.may_be_all_ones(least):  # the test is met never; something else was
            total = sym.select("eq", total, sym.ZERO, lines.NEVER, total)
        return Count(total, exact, plausible)

    def _plausible(self, compare: Compare, loop: Loop) -> int:
        """Half the ring, in steps: what a comparison for equality counts to if it goes forwards."""
        one = self.values.affine(compare.lhs, loop.index)
        other = self.values.affine(compare.rhs, loop.index)
        if one is None or other is None or compare.predicate not in ("eq", "ne"):
            return ENDLESS
        step = lines.combined(one, other, True, "").step
        if one.bits < 32 or not isinstance(step, SymConst):
            return ENDLESS
        return (1 << one.bits - 1) // max(1, abs(sym.wrapped(step.value, one.bits))) + 1

    def _normal(self, inside: int, outside: int) -> bool:
        """Whether an edge leads on to a return, other than by unwinding."""
        last = self.function.blocks[inside].terminator
        unwinds = isinstance(last, Invoke) and last.unwind == outside != last.normal
        return self._returns[outside] and not unwinds

    def _other_ways(self, loop: Loop) -> bool:
        """Whether control may leave the loop other than normally: by an exception, by `exit`."""
        if any(not self._normal(inside, outside) for inside, outside in loop.exits):
            return True
        return not self._calling.isdisjoint(loop.blocks)

    def _tests(self, block: int, loop: Loop) -> tuple[list[tuple[Compare, bool]], bool]:
        """The comparisons that decide on an exit, each with the outcome that all must have to stay.

        And whether nothing else decides. No comparison of a block counts that does not run exactly
        once in each run of the loop.
        """
        last = self.function.blocks[block].terminator
        once = (
            self.loops.loop_of[block] == loop.index
            and block not in self._irreducible
            and all(self.flow.dominates(block, latch) for latch in loop.latches)
        )
        if not once or not isinstance(last, CondBr):
            return [], False
        work = [(last.condition, last.then in loop.blocks)]
        found: list[tuple[Compare, bool]] = []
        all_of_them = True
        for _ in range(DEEP):
            if not work:
                return found, all_of_them
            condition, stay = work.pop()
            match self.values.function.definition(condition):
                case Compare(op="icmp") as compare:
                    found.append((compare, stay))
                case IBinary(op="xor", lhs=inner, rhs=ConstInt(value=one)) if one:
                    work.append((inner, not stay))
                case IBinary(op="and", lhs=lhs, rhs=rhs) if stay:
                    work += ((lhs, stay), (rhs, stay))
                case IBinary(op="or", lhs=lhs, rhs=rhs) if not stay:
                    work += ((lhs, stay), (rhs, stay))
                case Select(condition=lhs, then=rhs, otherwise=ConstInt(value=0)) if stay:
                    work += ((lhs, stay), (rhs, stay))
                case Select(condition=lhs, then=ConstInt(value=1), otherwise=rhs) if not stay:
                    work += ((lhs, stay), (rhs, stay))
                case _:
                    all_of_them = False
        return found, False

    def _runs(self, compare: Compare, stay: bool, loop: Loop, otherwise: bool) -> Sym | None:
        """The first run, from 0, at which a comparison does not come out as `stay`."""
        one = self.values.affine(compare.lhs, loop.index)
        other = self.values.affine(compare.rhs, loop.index)
        if one is None or other is None or one.bits != other.bits:
            return None
        predicate = compare.predicate if stay else _OPPOSITE[compare.predicate]
        if predicate in ("eq", "ne"):
            line = lines.combined(one, other, True, "")
            unwrapped = other.step == sym.ZERO and (one.nuw or one.nsw)
            if predicate == "ne":
                return self._until_zero(line, unwrapped, otherwise)
            changes = isinstance(line.step, SymConst) and line.step.value % (1 << line.bits)
            start = sym.ext(line.start, line.bits, True)
            return sym.select("eq", start, sym.ZERO, sym.ONE, sym.ZERO) if changes else None
        if one.step == sym.ZERO:
            one, other, predicate = other, one, _SWAPPED[predicate]
        if one.step == sym.ZERO or other.step != sym.ZERO:
            return None
        return lines.until_beyond(predicate, one, other.start)

    def _until_zero(self, line: Affine, unwrapped: bool, otherwise: bool) -> Sym | None:
        """The first k with `start + k·step ≡ 0`: `-start / step` in the ring modulo 2**bits."""
        if not isinstance(line.step, SymConst) or not line.step.value % (1 << line.bits):
            return None
        step = sym.wrapped(line.step.value, line.bits)
        rest = self._seen_through(sym.total([(line.start, 1 if step < 0 else -1)]))
        step = abs(step)
        even = (step & -step).bit_length() - 1
        bits = line.bits - even
        found: Sym
        if rest.divisible(step):
            found = rest.divided(step).sym
            if unwrapped and line.bits == 64:
                bits = 64
        else:
            inverse = pow(step >> even, -1, 1 << bits)
            if rest.divisible(1 << even):
                found = rest.divided(1 << even).sym
            elif not rest.terms:
                return None  # it never meets the bound
            else:
                whole = sym.ext(rest.sym, line.bits, False)
                found = sym.udiv(whole, sym.const(1 << even))
                if inverse == 1:
                    bits = 64
            found = sym.mul(sym.const(inverse), found)
        found = sym.ext(found, bits, False)
        if (otherwise or not unwrapped) and not rest.divisible(1 << even):
            odd = sym.ext(rest.sym, even, False)
            found = sym.select("eq", odd, sym.ZERO, found, lines.NEVER)
        return found

    def _seen_through(self, difference: sym.Sum) -> sym.Sum:
        """The same difference in terms of what its values are made of, if that is simpler."""
        best = difference
        for current in sym.unfolded(difference, self._origin, DEEP):
            if len(current.terms) < len(best.terms):
                best = current
        return best

    def _origin(self, atom: Sym) -> list[tuple[Sym, int]]:
        """What a 64-bit value was computed from without wrapping."""
        same: list[tuple[Sym, int]] = [(atom, 1)]
        parts: list[tuple[Value, int]]
        if not isinstance(atom, SymValue) or sym.width(atom.value) != 64:
            return same
        match self.values.function.definition(atom.value):
            case IBinary(op="add" | "sub" as op, lhs=lhs, rhs=rhs):
                parts = [(lhs, 1), (rhs, 1 if op == "add" else -1)]
            case IBinary(op="mul", lhs=lhs, rhs=ConstInt(value=by), flags=flags) if flags:
                parts = [(lhs, by)]
            case IBinary(op="shl", lhs=lhs, rhs=ConstInt(value=by), flags=flags) if flags:
                parts = [(lhs, 1 << by)]
            case Gep(source=source, base=base, indices=indices, flags=flags):
                constant, variable = self.layout.gep_offset(source, indices)
                if not flags and any(scale != 1 for _, scale in variable):
                    return same
                parts = [(ConstInt(ty.I64, constant), 1), (base, 1), *variable]
            case Cast(op="ptrtoint" | "inttoptr", value=inner):
                parts = [(inner, 1)]
            case Cast(op="sext" | "zext" as op, value=inner):
                found = sym.of(inner, op == "sext")
                return same if found is None else [(found, 1)]
            case _:
                return same
        origin: list[tuple[Sym, int]] = []
        for value, factor in parts:
            part = None if isinstance(value, Undef | Poison) else sym.of(value)
            if part is None:
                return same
            origin.append((part, factor))
        return origin


_OPPOSITE: Final = {
    "eq": "ne",
    "ne": "eq",
    "slt": "sge",
    "sge": "slt",
    "sgt": "sle",
    "sle": "sgt",
    "ult": "uge",
    "uge": "ult",
    "ugt": "ule",
    "ule": "ugt",
}
_SWAPPED: Final = {
    "slt": "sgt",
    "sgt": "slt",
    "sle": "sge",
    "sge": "sle",
    "ult": "ugt",
    "ugt": "ult",
    "ule": "uge",
    "uge": "ule",
}


def evolution(
    function: Function, flow: Flow, loops: Loops, layout: DataLayout | None = None
) -> Evolution:
    """The induction variables and counts of a function's loops."""
    return Evolution(function, flow, loops, layout or DataLayout(""))


def uncounted(function: Function, flow: Flow, loops: Loops) -> Evolution:
    """The pessimistic twin: no induction variables, every loop counted at run time."""
    worst = Evolution(function, flow, loops, DataLayout(""))
    worst.forget()
    return worst


# ---- control -------------------------------------------------------------------------------------


def _returning(function: Function) -> list[bool]:
    """Per block, whether a return may be reached without unwinding."""
    ends = [block.terminator for block in function.blocks]
    successors = [
        (end.normal,) if isinstance(end, Invoke) else targets
        for end, targets in zip(ends, function.successors, strict=True)
    ]
    returns = [index for index, end in enumerate(ends) if isinstance(end, Ret)]
    return reached(predecessors(successors), returns)


def _calling(function: Function) -> frozenset[int]:
    """The blocks with a call that may not come back."""
    return frozenset(
        index
        for index, block in enumerate(function.blocks)
        if any(
            isinstance(instr, Call | Invoke | CallBr) and not _intrinsic(instr)
            for instr in block.instrs
        )
    )


def _intrinsic(call: CallLike) -> bool:
    return isinstance(call.callee, GlobalRef) and call.callee.name.startswith("llvm.")


def _name(function: Function, value: Value) -> str:
    match value:
        case Local(id=id):
            name = function.names[id]
            return f"%{id if name is None else name}"
        case ConstInt(value=number):
            return str(number)
        case ConstNull():
            return "null"
        case GlobalRef(name=name):
            return f"@{name}"
        case _:
            return "constant"
