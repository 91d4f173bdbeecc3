"""Which values are affine in the iteration of a loop: induction variables and expressions of them.

    for (i = a; …; i += 3)  q = p + 8·(2·i + n)         i = a + k·3,   q = (p + 16·a + 8·n) + k·48

A value is *affine* in a loop when at the k-th run of the header (k = 0, 1, …) it is
`start + k·step` modulo 2**bits, start and step unchanged by the loop; pointers count in bytes.
"""

from __future__ import annotations

from typing import Final, final

from ribozyme.analysis.flow import lines, sym
from ribozyme.analysis.flow.cfg import Flow
from ribozyme.analysis.flow.lines import Affine
from ribozyme.analysis.flow.loops import Loop, Loops
from ribozyme.analysis.flow.sym import (
    Sym,
    SymConst,
)
from ribozyme.base.record import dataclass
from ribozyme.ir.instrs import (
    Cast,
    Gep,
    IBinary,
    Instr,
    Phi,
)
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.module import Function
from ribozyme.ir.values import ConstInt, Local, Poison, Undef, Value

DEEP: Final = 16
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
class AffineValues:
    """The lines of one function, each worked out once."""

    def __init__(self, function: Function, flow: Flow, loops: Loops, layout: DataLayout) -> None:
        self.function = function
        self.flow = flow
        self.loops = loops
        self.layout = layout
        self._phis: dict[int, dict[Local, tuple[Induction, Affine]]] = {}
        self._affine: dict[tuple[int, int], Affine | None] = {}

    def inductions(self, loop: int) -> dict[Local, Induction]:
        """The affine phis of a loop's header."""
        return {phi: found for phi, (found, _) in self._headers(loop).items()}

    def invariant(self, value: Value, loop: int) -> bool:
        """Whether a value is computed outside of a loop."""
        if not isinstance(value, Local):
            return True
        home = self.function.home[value.id]
        return home < 0 or home not in self.loops.loops[loop].blocks

    def affine(self, value: Value, loop: int) -> Affine | None:
        """A value as a line over the runs of a loop's header, of step 0 if it does not change."""
        return self._line(value, loop, DEEP)

    def forget(self) -> None:
        """No phi is affine from now on."""
        for loop in self.loops.loops:
            self._phis[loop.index] = {}

    def _headers(self, loop: int) -> dict[Local, tuple[Induction, Affine]]:
        if loop not in self._phis:
            found = self._phis[loop] = {}
            inside = self.loops.loops[loop]
            others = []
            for phi in self.function.blocks[inside.header].phis():
                line = self._header(phi, inside)
                if line is None:
                    others.append(phi)
                else:
                    found[phi.result] = line
            while late := [(phi, line) for phi in others if (line := self._late(phi, inside))]:
                found.update((phi.result, line) for phi, line in late)
                others = [phi for phi in others if phi.result not in found]
                self._affine = {key: at for key, at in self._affine.items() if at is not None}
        return self._phis[loop]

    def _late(self, phi: Phi, loop: Loop) -> tuple[Induction, Affine] | None:
        """A header phi that has what a line had in the iteration before: a line itself, if it
        begins where that line would have been one step earlier.

        i = phi [1, …], [i + 1, …];  q = phi [p, …], [p + 8·i, …]     →     q = p + k·8
        """
        ends = self._ends(phi, loop)
        if ends is None or len(ends[1]) != 1:
            return None
        start, (back,) = ends
        first, line = self._constant(start, loop.index), self._line(back, loop.index, DEEP)
        if first is None or line is None or sym.sub(line.start, line.step) != first:
            return None
        bits = sym.width(phi.result)
        return Induction(start, line.step, bits), Affine(first, line.step, bits, False, False)

    def _ends(self, phi: Phi, loop: Loop) -> tuple[Value, frozenset[Value]] | None:
        """What a header phi has in the first iteration, and in the later ones."""
        if not sym.width(phi.result):
            return None
        known = [(value, block) for value, block in phi.incoming if self.flow.reachable(block)]
        starts = {value for value, block in known if block not in loop.blocks}
        if len(starts) != 1:
            return None
        return starts.pop(), frozenset(value for value, block in known if block in loop.blocks)

    def _header(self, phi: Phi, loop: Loop) -> tuple[Induction, Affine] | None:
        ends = self._ends(phi, loop)
        if ends is None:
            return None
        bits, start = sym.width(phi.result), ends[0]
        first = self._constant(start, loop.index)
        steps = [self._step(value, phi, loop) for value in ends[1]]
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
        for _ in range(DEEP):
            if value is phi.result:
                return step, nsw, nuw
            if self.invariant(value, loop.index):
                return None
            instr = self.function.definition(value)
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
        instr = self.function.definition(value)
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

    def _constant(self, value: Value, loop: int, depth: int = 4) -> Sym | None:
        """An expression of values outside of the loop for a value that does not change in it."""
        if isinstance(value, Undef | Poison):
            return None
        if self.invariant(value, loop):
            return sym.of(value)
        if depth == 0:
            return None
        match self.function.definition(value):
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
