"""How often loops run: a small scalar evolution.

A value is *affine* in a loop when at the k-th run of the header (k = 0, 1, …) it is
`start + k·step` modulo 2**bits, start and step unchanged by the loop; pointers count in bytes. An
exit test on an affine value is met for the first time at a run that arithmetic finds:

    for (i = a; i < b; i += 3)         header runs (a < b ? (b - a - 1) / 3 + 1 : 0) + 1 times
    do … while (++p != end)            header runs (end - p) / 8 times

A `Count` is *exact* when every way the loop is left normally is understood: if it is left
normally, its header ran exactly so often. An inexact one is an upper bound. Nothing at all is said
(None) where a number could wrap and no fact forbids it; such loops are counted at run time.

A count is worked out before the loop, from values that the loop might never have looked at: whoever
emits it freezes its leaves, so that poison among them does not spread.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from ribozyme.analysis import lines, sym
from ribozyme.analysis.cfg import Flow
from ribozyme.analysis.lines import Affine
from ribozyme.analysis.loops import Loop, Loops
from ribozyme.analysis.sym import (
    Sym,
    SymBinary,
    SymConst,
    SymExt,
    SymSelect,
    SymValue,
    evaluate,
    leaves,
    spelled,
)
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
    Instr,
    Invoke,
    Phi,
    Ret,
    Select,
)
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.module import Function
from ribozyme.ir.values import ConstInt, ConstNull, GlobalRef, Local, Poison, Undef, Value

__all__ = [
    "Affine",
    "Count",
    "Evolution",
    "Induction",
    "Sym",
    "SymBinary",
    "SymConst",
    "SymExt",
    "SymSelect",
    "SymValue",
    "evaluate",
    "evolution",
    "leaves",
    "spelled",
    "uncounted",
]

ENDLESS: Final = 1 << 63
_DEEP: Final = 16
"""How far back a value's operands are looked at."""


@final
@dataclass(frozen=True, slots=True)
class Induction:
    """A header phi that is `start + k·step + k·(k-1)/2·bend` modulo 2**width at the k-th run of its
    header; `bend` is 0 but for curves."""

    start: Value
    step: Sym
    width: int
    bend: Sym = sym.ZERO


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
        self._phis: dict[int, dict[Local, tuple[Induction, Affine]]] = {}
        self._counts: dict[int, Count | None] = {}
        self._affine: dict[tuple[int, int], Affine | None] = {}

    # ---- what may be asked -------------------------------------------------------------------

    def inductions(self, loop: int) -> dict[Local, Induction]:
        """The affine phis of a loop's header."""
        return {phi: found for phi, (found, _) in self._headers(loop).items()}

    def count(self, loop: int) -> Count | None:
        """How often a loop's header runs, in terms of values unchanged by the loop."""
        if loop not in self._counts:
            self._counts[loop] = self._count(self.loops.loops[loop])
        return self._counts[loop]

    def invariant(self, value: Value, loop: int) -> bool:
        """Whether a value is computed outside of a loop."""
        if not isinstance(value, Local):
            return True
        home = self.function.home[value.id]
        return home < 0 or home not in self.loops.loops[loop].blocks

    def runs(self, compare: Compare, stay: bool, loop: int) -> Sym | None:
        """The first run, from 0, at which a comparison does not come out as `stay`."""
        return self._runs(compare, stay, self.loops.loops[loop], True)

    def affine(self, value: Value, loop: int) -> Affine | None:
        """A value as a line over the runs of a loop's header, of step 0 if it does not change."""
        return self._line(value, loop, _DEEP)

    def forget(self) -> None:
        """Answer the worst to every question from now on."""
        for loop in self.loops.loops:
            self._phis[loop.index] = {}
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

    # ---- lines -------------------------------------------------------------------------------

    def _headers(self, loop: int) -> dict[Local, tuple[Induction, Affine]]:
        if loop not in self._phis:
            found = self._phis[loop] = {}
            inside = self.loops.loops[loop]
            for phi in self.function.blocks[inside.header].phis():
                line = self._header(phi, inside)
                if line is not None:
                    found[phi.result] = line
        return self._phis[loop]

    def _header(self, phi: Phi, loop: Loop) -> tuple[Induction, Affine] | None:
        bits = sym.width(phi.result)
        if not bits:
            return None
        known = [(value, block) for value, block in phi.incoming if self.flow.reachable(block)]
        starts = {value for value, block in known if block not in loop.blocks}
        if len(starts) != 1:
            return None
        (start,) = starts
        first = self._constant(start, loop.index)
        steps = [self._step(value, phi, loop) for value, block in known if block in loop.blocks]
        if first is None or not steps or steps[0] is None:
            return None
        step, nsw, nuw = steps[0]
        for other in steps[1:]:
            if other is None or other[0] != step:
                return None
            nsw, nuw = nsw and other[1], nuw and other[2]
        line = lines.known_sign(Affine(first, step, bits, nsw, nuw))
        return Induction(start, step, bits), line

    def _step(self, value: Value, phi: Phi, loop: Loop) -> tuple[Sym, bool, bool] | None:
        """What is added to the phi on the way to `value`, and whether without wrapping."""
        step: Sym = sym.ZERO
        nsw = nuw = True
        for _ in range(_DEEP):
            if value is phi.result:
                return step, nsw, nuw
            if self.invariant(value, loop.index):
                return None
            instr = self._definition(value)
            move = None if instr is None else self._move(instr, loop.index)
            if move is None:
                return None
            value, by, signed, unsigned = move
            step = sym.add(step, by)
            nsw, nuw = nsw and signed, nuw and unsigned
        return None

    def _move(self, instr: Instr, loop: int) -> tuple[Value, Sym, bool, bool] | None:
        """An instruction as (value that changes, what is added to it, nsw, nuw)."""
        match instr:
            case IBinary(op="add" | "or", lhs=lhs, rhs=rhs, flags=flags):
                if instr.op == "or" and "disjoint" not in flags:
                    return None
                if self.invariant(lhs, loop):
                    lhs, rhs = rhs, lhs
                by = self._constant(rhs, loop)
                if by is None:
                    return None
                nuw = "nuw" in flags and isinstance(by, SymConst) and by.value >= 0
                return lhs, by, "nsw" in flags, nuw
            case IBinary(op="sub", lhs=lhs, rhs=rhs, flags=flags):
                by = self._constant(rhs, loop)
                if by is None:
                    return None
                nuw = "nuw" in flags and isinstance(by, SymConst) and by.value >= 0
                return lhs, sym.mul(sym.const(-1), by), "nsw" in flags, nuw
            case Gep(base=base, flags=flags) as gep:
                offset = self._offset(gep, loop)
                return (
                    None
                    if offset is None
                    else (base, offset, False, lines.unwrapped(flags, offset))
                )
            case Phi(incoming=((value, _),)):
                return value, sym.ZERO, True, True
            case _:
                return None

    def _line(self, value: Value, loop: int, depth: int) -> Affine | None:
        if self.invariant(value, loop):
            constant, bits = self._constant(value, loop), sym.width(value)
            return None if constant is None else Affine(constant, sym.ZERO, bits, True, True)
        assert isinstance(value, Local)
        key = (value.id, loop)
        if key not in self._affine:
            if depth == 0:
                return None
            header = self._headers(loop).get(value)
            self._affine[key] = header[1] if header else self._computed(value, loop, depth - 1)
        return self._affine[key]

    def _computed(self, value: Local, loop: int, depth: int) -> Affine | None:
        bits = sym.width(value)
        instr = self._definition(value)
        if not bits or instr is None:
            return None
        match instr:
            case IBinary(op="add" | "sub" | "or", lhs=lhs, rhs=rhs, flags=flags):
                if instr.op == "or" and "disjoint" not in flags:
                    return None
                one, other = self._line(lhs, loop, depth), self._line(rhs, loop, depth)
                if one is None or other is None:
                    return None
                return lines.combined(one, other, instr.op == "sub", flags)
            case IBinary(op="mul", lhs=lhs, rhs=rhs, flags=flags):
                if self.invariant(lhs, loop):
                    lhs, rhs = rhs, lhs
                return lines.scaled(self._line(lhs, loop, depth), self._constant(rhs, loop), flags)
            case IBinary(op="shl", lhs=lhs, rhs=ConstInt(value=by), flags=flags) if 0 <= by < bits:
                kept = "nuw" if "nuw" in flags else ""
                return lines.scaled(self._line(lhs, loop, depth), sym.const(1 << by), kept)
            case Gep(base=base, flags=flags) as gep:
                line, shift = self._line(base, loop, depth), self._lines(gep, loop, depth)
                if line is None or shift is None:
                    return None
                joined = lines.combined(line, shift, False, "")
                nuw = line.nuw and shift.nsw and ("inbounds" in flags or "nusw" in flags)
                return Affine(joined.start, joined.step, 64, False, nuw)
            case Cast(op=op, value=inner, flags=flags):
                line = self._line(inner, loop, depth)
                return None if line is None else lines.cast(line, op, bits, flags)
            case Phi(incoming=((inner, _),)):
                return self._line(inner, loop, depth)
            case _:
                return None

    def _lines(self, gep: Gep, loop: int, depth: int) -> Affine | None:
        """The offset of a GEP, as a line."""
        if sym.width(gep.base) != 64:
            return None
        constant, variable = self.layout.gep_offset(gep.source, gep.indices)
        flags = "nsw" if "inbounds" in gep.flags or "nusw" in gep.flags else ""
        whole: Affine | None = Affine(sym.const(constant), sym.ZERO, 64, True, False)
        for index, scale in variable:
            line = self._line(index, loop, depth)
            if line is not None and line.bits < 64:
                line = lines.cast(line, "sext", 64, "")
            part = lines.scaled(line, sym.const(scale), flags)
            if part is None or part.bits != 64 or whole is None:
                return None
            whole = lines.combined(whole, part, False, flags)
        return whole

    def _offset(self, gep: Gep, loop: int) -> Sym | None:
        """The offset of a GEP whose indices do not change in a loop."""
        if sym.width(gep.base) != 64:
            return None
        constant, variable = self.layout.gep_offset(gep.source, gep.indices)
        parts: list[tuple[Sym, int]] = [(SymConst(constant), 1)]
        for index, scale in variable:
            found = self._constant(index, loop)
            if found is None:
                return None
            parts.append((found, scale))
        return sym.total(parts).sym

    def _definition(self, value: Value) -> Instr | None:
        return self.function.definitions[value.id] if isinstance(value, Local) else None

    def _constant(self, value: Value, loop: int, depth: int = 4) -> Sym | None:
        """An expression of values outside of the loop for a value that does not change in it."""
        if isinstance(value, Undef | Poison):
            return None
        if self.invariant(value, loop):
            return sym.of(value)
        if depth == 0:
            return None
        match self._definition(value):
            case IBinary(op="add" | "sub" | "mul" as op, lhs=lhs, rhs=rhs) if sym.width(value):
                one = self._constant(lhs, loop, depth - 1)
                other = self._constant(rhs, loop, depth - 1)
                if one is None or other is None:
                    return None
                joined = {"add": sym.add, "sub": sym.sub, "mul": sym.mul}[op](one, other)
                return sym.ext(joined, sym.width(value), True)
            case Cast(op="sext" | "zext" | "trunc" as op, value=inner) if sym.width(value):
                one = self._constant(inner, loop, depth - 1)
                if one is None or not sym.width(inner):
                    return None
                narrow = min(sym.width(inner), sym.width(value))
                return sym.ext(one, narrow, op != "zext")
            case _:
                return None

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
        one = self.affine(compare.lhs, loop.index)
        other = self.affine(compare.rhs, loop.index)
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
        for _ in range(_DEEP):
            if not work:
                return found, all_of_them
            condition, stay = work.pop()
            match self._definition(condition):
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
        one = self.affine(compare.lhs, loop.index)
        other = self.affine(compare.rhs, loop.index)
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
        for current in sym.unfolded(difference, self._origin, _DEEP):
            if len(current.terms) < len(best.terms):
                best = current
        return best

    def _origin(self, atom: Sym) -> list[tuple[Sym, int]]:
        """What a 64-bit value was computed from without wrapping."""
        same: list[tuple[Sym, int]] = [(atom, 1)]
        parts: list[tuple[Value, int]]
        if not isinstance(atom, SymValue) or sym.width(atom.value) != 64:
            return same
        match self._definition(atom.value):
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
    before: list[list[int]] = [[] for _ in function.blocks]
    for index, block in enumerate(function.blocks):
        last = block.terminator
        targets = (last.normal,) if isinstance(last, Invoke) else function.successors[index]
        for target in targets:
            before[target].append(index)
    found = [isinstance(block.terminator, Ret) for block in function.blocks]
    work = [index for index, returns in enumerate(found) if returns]
    while work:
        for source in before[work.pop()]:
            if not found[source]:
                found[source] = True
                work.append(source)
    return found


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
