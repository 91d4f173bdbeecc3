"""Loops whose iterations the run time deals out, and addresses along them.

    call @__kmpc_for_static_init_8(…, ptr %lb, ptr %ub, …)
    for (i = *lb; i <= *ub; i++)        base + stride · i + offset,  base and stride shared by all

An address in such a loop is `base + stride · i + offset`, where `i` counts from the lower bound
that the run time gave this thread. Inner loops may run along the stride: what one iteration
accesses is a *row*, of a length in bytes.

    a[i * m + j],       j < m - 1       row i          8 · (m - 1) bytes from offset 0
    a[(i - 1) * m + j + 1]              row i - 1      as many from offset 8
"""

from __future__ import annotations

from functools import cached_property
from typing import Final, final

from ribozyme.analysis.flow import sym
from ribozyme.analysis.flow.callgraph import mentioned
from ribozyme.analysis.flow.lines import Affine, cast
from ribozyme.analysis.flow.sym import Sum, Sym, SymBinary, SymConst, SymValue
from ribozyme.analysis.memory.parallel import is_of_threads
from ribozyme.analysis.memory.stretches import Stretches
from ribozyme.base.record import dataclass
from ribozyme.ir.instrs import Alloca, Call, Cast, Gep, IBinary, Instr, Load, Phi
from ribozyme.ir.values import ConstInt, Local, Value
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.sites import callee_name

_STATIC: Final = "__kmpc_for_static_init_"
_BEGIN: Final = "__kmpc_dispatch_init_"
_NEXT: Final = "__kmpc_dispatch_next_"
_LOWER: Final = {_STATIC: 4, _NEXT: 3}
"""The argument that is the address of the lower bound."""
_STRIDE: Final = 6  # the argument of a static loop that is the address of what its chunks are apart
_STEP: Final = 7  # the argument of a static loop that is the step of its counter
_ALONE: Final = "rz_omp_begin"
_DEEP: Final = 8

Key = tuple[int, Sum, tuple[tuple[Sym, int], ...]]
"""What a family has in common: the slot of the lower bound, stride and base."""


@final
@dataclass(frozen=True, slots=True)
class Row:
    """What an access reaches in an iteration of a loop that is dealt out: bytes from `offset` in
    the row that is `distance` strides further on."""

    key: Key
    loop: int
    offset: int
    length: Sym
    distance: int = 0


@final
class Dealt:
    """The loops of a region that are dealt out; `own` are the parameters that differ by thread."""

    def __init__(self, facts: FunctionFacts, own: frozenset[int] | None = None) -> None:
        self.facts = facts
        first = (param.local.id for param in facts.function.params[:2])
        self.own = frozenset(first) if own is None else own
        self.stretches = Stretches(facts.evolution)

    def row(self, load: Load, block: int) -> Row | None:
        """The row of a read in a loop that is dealt out, or in loops within one."""
        return self.reached(load.pointer, SymConst(self.facts.layout.size(load.result.type)), block)

    def reached(self, pointer: Value, length: Sym, block: int) -> Row | None:
        """The row of an access of so many bytes."""
        facts = self.facts
        loop = facts.loop_of(block)
        line = self.line(pointer, loop) if loop >= 0 else None
        while line is not None:
            found = self._of_line(line, length, loop)
            if found is not None:
                return found
            count, step, outer = facts.evolution.count(loop), line.step, facts.parent(loop)
            if outer < 0 or not isinstance(step, SymConst) or step.value < 0:
                return None
            if step.value and count is None:
                return None
            if step.value and count is not None:
                length = sym.add(sym.mul(step, sym.sub(count.sym, sym.ONE)), length)
            line, loop = self.carried(line.start, outer), outer
        return None

    def line(self, value: Value, loop: int) -> Affine | None:
        """An address as a line of a loop."""
        found = self.facts.evolution.values.affine(value, loop)
        return found if found is not None and found.bits == 64 else None

    def spread(self, whole: Sym) -> Sum:
        """An expression as a sum, products of sums multiplied out."""
        found = self.stretches.sum(whole)
        parts: list[tuple[Sym, int]] = [(SymConst(found.constant), 1)]
        for atom, factor in found.terms:
            if not isinstance(atom, SymBinary) or atom.op != "mul":
                parts.append((atom, factor))
                continue
            one, other = self.stretches.sum(atom.lhs), self.stretches.sum(atom.rhs)
            for left, times in (*one.terms, (sym.ONE, one.constant)):
                for right, more in (*other.terms, (sym.ONE, other.constant)):
                    parts.append((_product(left, right), factor * times * more))
        whole_sum = sym.total(parts)
        ordered = tuple(sorted(whole_sum.terms, key=lambda term: str(term[0])))
        return Sum(whole_sum.constant, ordered)

    def carried(self, start: Sym, loop: int) -> Affine | None:
        """An address that an inner loop begins with, as a line of the loop around it."""
        whole = self.stretches.sum(start)
        first: list[tuple[Sym, int]] = [(SymConst(whole.constant), 1)]
        step: list[tuple[Sym, int]] = []
        for atom, factor in whole.terms:
            moved = [
                leaf
                for leaf in sym.leaves(atom)
                if isinstance(leaf, Local)
                and self.facts.inside(self.facts.loop_of_value(leaf), loop)
            ]
            if not moved:
                first.append((atom, factor))
                continue
            line = self._moved(atom, loop)
            if line is None:
                return None
            first.append((line.start, factor))
            step.append((line.step, factor))
        return Affine(sym.total(first).sym, sym.total(step).sym, 64, False, False)

    def _moved(self, atom: Sym, loop: int) -> Affine | None:
        if not isinstance(atom, SymValue):
            return None
        line = self.facts.evolution.values.affine(atom.value, loop)
        if line is None or line.bits == 64:
            return line
        return cast(line, "sext" if atom.signed else "zext", 64, "")

    def _of_line(self, line: Affine, length: Sym, loop: int) -> Row | None:
        """The row of a line that counts from the lower bound of a thread's iterations."""
        start, stride = self.spread(line.start), self.spread(line.step)
        slot, along = -1, list[tuple[Sym, int]]()
        rest: dict[Sym, int] = {}
        for atom, factor in start.terms:
            found = self._lower(atom)
            if found is None:
                rest[atom] = factor
                continue
            if slot not in (-1, found[0]):
                return None
            slot = found[0]
            along.append((found[1], factor))
        if slot < 0 or not (stride.terms or stride.constant):
            return None
        if self.spread(sym.total(along).sym) != stride:
            return None
        if not all(
            self.is_shared(leaf) for a in (*rest, *_atoms(stride)) for leaf in sym.leaves(a)
        ):
            return None
        distance = _strides(rest, stride)
        for atom, factor in stride.terms:
            rest[atom] = rest.get(atom, 0) - distance * factor
        base = tuple(sorted(((a, f) for a, f in rest.items() if f), key=lambda t: str(t[0])))
        offset = start.constant - distance * stride.constant
        return Row((slot, stride, base), loop, offset, length, distance)

    def _lower(self, atom: Sym) -> tuple[int, Sym] | None:
        """The slot whose lower bound is a factor of an atom, and the other factor."""
        match atom:
            case SymValue(value=Local() as value):
                slot = self._slot(value)
                return None if slot is None else (slot, sym.ONE)
            case SymBinary(op="mul", lhs=lhs, rhs=rhs):
                for one, other in ((lhs, rhs), (rhs, lhs)):
                    found = self._lower(one) if isinstance(one, SymValue) else None
                    if found is not None:
                        return found[0], other
                return None
            case _:
                return None

    def _slot(self, value: Local) -> int | None:
        """The slot that a value is the lower bound of, extended or not; from chunk to chunk it
        grows by the stride that the run time gave."""
        instr, bits = self._plain(value)
        if isinstance(instr, Phi) and len(instr.incoming) == 2:
            for (first, _), (then, _) in (instr.incoming, instr.incoming[::-1]):
                slot = self._slot(first) if isinstance(first, Local) else None
                if slot is not None:
                    return slot if self._goes_on(instr, then, slot) else None
            return None
        if not isinstance(instr, Load) or not isinstance(instr.pointer, Local):
            return None
        known = instr.pointer.id in self.bounds and bits >= sym.width(instr.result)
        return instr.pointer.id if known else None

    def _goes_on(self, bound: Phi, then: Value, slot: int) -> bool:
        """Whether a value is the lower bound of the chunk that follows."""
        added, _ = self._plain(then)
        if not isinstance(added, IBinary) or added.op != "add":
            return False
        for one, other in ((added.lhs, added.rhs), (added.rhs, added.lhs)):
            (start, bits), (stride, few) = self._plain(one), self._plain(other)
            if start is bound and isinstance(stride, Load):
                whole = min(bits, few) >= sym.width(stride.result)
                strides = (call.args[_STRIDE] for call in self.bounds[slot])
                return whole and all(place is stride.pointer for place in strides)
        return False

    def made_of(self, value: Value) -> Instr | None:
        """What made a value, before it was extended or narrowed."""
        return self._plain(value)[0] if isinstance(value, Local) else None

    def _plain(self, value: Value) -> tuple[Instr | None, int]:
        """What made a value, before it was extended or narrowed, and the fewest bits it had."""
        instr, bits = self.facts.function.definition(value), sym.width(value)
        while isinstance(instr, Cast) and instr.op in ("sext", "zext", "trunc"):
            bits = min(bits, sym.width(instr.value))
            instr = self.facts.function.definition(instr.value)
        return instr, bits

    def is_shared(self, value: Value, depth: int = 0) -> bool:
        """Whether a value is the same in all threads of the team."""
        if not isinstance(value, Local):
            program = self.facts.whole.program
            return not any(is_of_threads(program.named(name)) for name in mentioned(value))
        if depth > _DEEP:
            return False
        function = self.facts.function
        instr = function.definitions[value.id]
        match instr:
            case None:
                return value.id not in self.own
            case Load(pointer=pointer) if not instr.volatile and not instr.ordering:
                parallel = self.facts.whole.effects.parallel
                read = self.facts.whole.pointsto.aliases(
                    self.facts.whole.pointsto.mask(function, pointer)
                )
                own = self.facts.whole.pointsto.mask(function, pointer) & (
                    parallel.private | parallel.of_threads
                )
                return (
                    not read & self.facts.whole.effects.written_by_threads
                    and not own
                    and self.is_shared(pointer, depth + 1)
                )
            case Cast(value=inner):
                return self.is_shared(inner, depth + 1)
            case IBinary(lhs=lhs, rhs=rhs):
                return self.is_shared(lhs, depth + 1) and self.is_shared(rhs, depth + 1)
            case Gep(base=base, indices=indices):
                return all(self.is_shared(part, depth + 1) for part in (base, *indices))
            case _:
                return False

    @cached_property
    def bounds(self) -> dict[int, frozenset[Call]]:
        """The slots of lower bounds, and the calls by which their loops begin."""
        found: dict[int, list[Call]] = {}
        begins: list[Call] = []
        for call in self.facts.whole.program.calls(self.facts.function):
            name = callee_name(call) or ""
            if name == _ALONE:  # what follows is dealt out in a team of its own
                return {}
            if isinstance(call, Call) and name.startswith(_BEGIN):
                begins.append(call)
            kind = next((k for k in _LOWER if name.startswith(k)), None)
            if kind is None or not isinstance(call, Call):
                continue
            slot = call.args[_LOWER[kind]]
            if isinstance(slot, Local):
                found.setdefault(slot.id, []).append(call)
        definitions = self.facts.function.definitions
        made: dict[int, frozenset[Call]] = {}
        for id, calls in found.items():
            static = [c for c in calls if (callee_name(c) or "").startswith(_STATIC)]
            if not isinstance(definitions[id], Alloca) or (static and len(calls) > 1):
                continue
            if static and static[0].args[_STEP] != ConstInt(static[0].args[_STEP].type, 1):
                continue
            made[id] = frozenset(static or begins)
        return made


def _product(one: Sym, other: Sym) -> Sym:
    return other if one == sym.ONE else sym.mul(*sorted((one, other), key=str))


def _atoms(whole: Sum) -> tuple[Sym, ...]:
    return tuple(atom for atom, _ in whole.terms)


def _strides(rest: dict[Sym, int], stride: Sum) -> int:
    """How many strides there are in what an address adds to its base."""
    for atom, factor in stride.terms:
        return rest.get(atom, 0) // factor if rest.get(atom, 0) % factor == 0 else 0
    return 0
