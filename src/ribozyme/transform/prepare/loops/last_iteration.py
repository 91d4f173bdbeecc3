"""Peels the last iteration of a loop where an address depends on whether the iteration is the last.

A periodic stencil accesses the neighbour at the other end once, in its last iteration. The select
in each iteration hides that the other accesses are affine, and which cells they share.

    do { r = j == n-1 ? 0 : j+1; … } while (++j != n)

    →   if (j+1 != n) do { r = j+1; … } while (++j + 1 != n);    r = 0; …

A test selects the last iteration if its operands are equal exactly when those of the exit test
are. The loop is one block that ends by that test alone; what it computes is used behind it by
phis alone. Whether the next iteration is the last is computed by the exit test, with what the
phis would hold, so nothing is looked at that the loop did not look at.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, final

from ribozyme.analysis.flow import sym
from ribozyme.analysis.flow.affine import AffineValues
from ribozyme.analysis.flow.cfg import flow
from ribozyme.analysis.flow.lines import Affine, combined
from ribozyme.analysis.flow.loops import Loop, loops
from ribozyme.analysis.flow.sym import Sym, SymConst, SymValue
from ribozyme.analysis.flow.tripcount import Evolution, evolution
from ribozyme.analysis.memory.stretches import Stretches
from ribozyme.base.record import dataclass, replace
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    Alloca,
    Br,
    Call,
    Cast,
    Compare,
    CondBr,
    IBinary,
    Instr,
    Invoke,
    Phi,
    Select,
)
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.module import Function, Module
from ribozyme.ir.values import ConstInt, GlobalRef, Local, Value, const_int
from ribozyme.transform.prepare.loops.parting import SLICE, Split, parted, sliced

LARGE: Final = 300  # instructions of a loop; a larger one is not doubled


def last_turns_apart(module: Module) -> Module:
    """The module with last turns apart; itself where there is no such loop."""
    changed: dict[str, Function] = {}
    for function in module.defined():
        if any(_candidate(function, index) for index in range(len(function.blocks))):
            made = _apart(function, DataLayout(module.layout))
            if made is not function:
                changed[function.name] = made
    return replace(module, functions={**module.functions, **changed}) if changed else module


def _candidate(function: Function, index: int) -> bool:
    """Whether a block is a loop of its own that chooses addresses."""
    block = function.blocks[index]
    end = block.terminator
    if not isinstance(end, CondBr) or index not in (end.then, end.otherwise):
        return False
    return len(block.instrs) <= LARGE and any(map(_chooses, block.instrs))


def _chooses(instr: Instr) -> bool:
    """Whether an instruction chooses an index or an address."""
    return (
        isinstance(instr, Select)
        and isinstance(instr.result.type, ty.IntType | ty.PtrType)
        and isinstance(instr.condition, Local)
    )


def _apart(function: Function, layout: DataLayout) -> Function:
    """All such loops of one function; they share no block, so their order is of no weight."""
    way = flow(function)
    found = loops(way)
    lines = evolution(function, way, found, layout)
    for loop in found.loops:
        if len(loop.blocks) == 1 and _candidate(function, loop.header):
            split = _split(function, loop, lines)
            if split is not None:
                function = parted(function, split)
    return function


# ---- which ---------------------------------------------------------------------------------------


def _split(function: Function, loop: Loop, lines: Evolution) -> Split | None:
    instrs = function.blocks[loop.header].instrs
    end = instrs[-1]
    if loop.preheader is None or not isinstance(end, CondBr) or end.then == end.otherwise:
        return None
    behind = end.otherwise if end.then == loop.header else end.then
    exit = function.definition(end.condition)
    if not isinstance(exit, Compare) or not any(exit is instr for instr in instrs):
        return None
    if not isinstance(function.blocks[loop.preheader].terminator, Br):
        return None
    tests = dict(_tests(function, loop, lines, exit, end.then == behind))
    asked = any(sliced(function, loop.header, exit))
    if not tests or not asked or not _movable(function, loop.header, behind):
        return None
    return Split(loop.header, loop.preheader, behind, exit, tests, dict(_ends(loop, lines)))


def _ends(loop: Loop, lines: Evolution) -> Iterator[tuple[int, Value]]:
    """The constants that loop variables are in the last turn."""
    count = lines.count(loop.index)
    if count is None or not count.exact or not isinstance(count.sym, SymConst):
        return
    for local, line in lines.inductions(loop.index).items():
        start, step = line.start, line.step
        straight = line.bend == SymConst(0)
        if straight and isinstance(start, ConstInt) and isinstance(step, SymConst):
            end = start.value + step.value * (count.sym.value - 1)
            yield local.id, const_int(local.type, end)


def _tests(
    function: Function, loop: Loop, lines: Evolution, exit: Compare, leaves: bool
) -> Iterator[tuple[int, bool]]:
    """The tests of choices that come out so in the last turn and in no other."""
    last = _sides(exit, loop, lines.values)
    if last is None or (exit.predicate == "eq") != leaves:
        return
    for instr in function.blocks[loop.header].instrs:
        if not isinstance(instr, Select) or not _chooses(instr):
            continue
        assert isinstance(instr.condition, Local)
        test = function.definitions[instr.condition.id]
        if not isinstance(test, Compare) or function.home[test.result.id] != loop.header:
            continue
        here = _sides(test, loop, lines.values)
        if here is not None and (_same(last, here, lines) or _same_low(last, here, function)):
            yield test.result.id, test.predicate == "eq"


@final
@dataclass(frozen=True, slots=True)
class _Sides:
    """A test for equality of what moves along a line with what does not change."""

    line: Affine
    bound: Value
    meet: Affine  # 0 where they meet


def _sides(test: Compare, loop: Loop, values: AffineValues) -> _Sides | None:
    if test.op != "icmp" or test.predicate not in ("eq", "ne"):
        return None
    moving, bound = test.lhs, test.rhs
    if values.invariant(moving, loop.index):
        moving, bound = bound, moving
    one, other = (values.affine(side, loop.index) for side in (moving, bound))
    if one is None or other is None or not values.invariant(bound, loop.index):
        return None
    return _Sides(one, bound, combined(one, other, True, ""))


def _same(last: _Sides, test: _Sides, lines: Evolution) -> bool:
    """Whether two tests hold at the same time: what is 0 then is the same, or its negative."""
    one, other = last.meet, test.meet
    if one.bits != other.bits:
        return False
    sums = Stretches(lines)
    for join in (sym.sub, sym.add):
        apart = sums.sum(join(one.start, other.start))
        if not apart.terms and not apart.constant and join(one.step, other.step) == sym.ZERO:
            return True
    return False


def _same_low(last: _Sides, test: _Sides, function: Function) -> bool:
    """The same for numbers below 2**32, which are equal if their low halves are.

    The exit's line rises by one from a small number to an extended one, and the test's line is not
    above it; so where both tests' sides meet in their low halves once, they do so in the same turn.
    """
    start, other = last.line.start, test.line.start
    if not isinstance(start, SymConst) or not isinstance(other, SymConst):
        return False
    low, limit = (_low(side.bound, function) for side in (test, last))
    if low is None or limit is None or not 0 <= other.value <= start.value < 1 << 31:
        return False
    if not last.line.nuw or last.line.step != sym.ONE or test.line.step != sym.ONE:
        return False
    apart = sym.total([(limit, 1), (low, -1), (sym.sub(other, start), 1)])
    *_, apart = sym.unfolded(apart, lambda atom: _in_ring(atom, function), SLICE)
    return not any(factor % (1 << 32) for _, factor in apart.terms) and not apart.constant % (
        1 << 32
    )


def _low(bound: Value, function: Function) -> Sym | None:
    """The 32-bit value that a bound is the zero extension of."""
    made = function.definition(bound)
    if isinstance(made, Cast) and made.op == "zext" and made.value.type is ty.I32:
        return sym.of(made.value)
    return None


def _in_ring(atom: Sym, function: Function) -> list[tuple[Sym, int]]:
    """A 32-bit value as a sum modulo 2**32, whether or not it wraps."""
    made = function.definition(atom.value) if isinstance(atom, SymValue) else None
    if isinstance(made, IBinary) and made.op in ("add", "sub") and made.result.type is ty.I32:
        lhs, rhs = sym.of(made.lhs), sym.of(made.rhs)
        if lhs is not None and rhs is not None:
            return [(lhs, 1), (rhs, 1 if made.op == "add" else -1)]
    return [(atom, 1)]


def _movable(function: Function, block: int, behind: int) -> bool:
    """Whether a block may be doubled, and is left through phis alone."""
    for instr in function.blocks[block].instrs:
        if isinstance(instr, Alloca | Invoke) or (isinstance(instr, Call) and not _simple(instr)):
            return False
        if instr.result is None:
            continue
        for at, use in function.uses[instr.result.id]:
            if at != block and not (isinstance(use, Phi) and at == behind):
                return False
    return function.predecessors[behind] == (block,)


def _simple(call: Call) -> bool:
    """Calls of intrinsics; what declares a scope speaks of one turn."""
    name = call.callee.name if isinstance(call.callee, GlobalRef) else ""
    return name.startswith("llvm.") and "noalias.scope" not in name
