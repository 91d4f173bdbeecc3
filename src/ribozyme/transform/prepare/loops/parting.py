"""Splits a loop of one block into two: all iterations but the last, and the last one.

    before:  … → loop                         before:  … is it the last? → turn, else enter
    loop:    phis, body, end? → behind,       enter:   → loop
             else loop                   →    loop:    phis, body, is the next the last? → out,
                                                       else loop
                                              out:     what the phis would hold, → turn
                                              turn:    body, → behind

Tests for the last iteration are constants in both copies of the body, and selects by them fold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, final

from ribozyme.base.record import dataclass, replace
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    Br,
    Cast,
    Compare,
    CondBr,
    Gep,
    IBinary,
    Instr,
    Phi,
    Select,
    operands,
)
from ribozyme.ir.module import Block, Function
from ribozyme.ir.rewrite import fresh, map_operands
from ribozyme.ir.values import ConstInt, Local, Value

SLICE: Final = 8  # instructions of an exit's test
_TRUE: Final = ConstInt(ty.I1, 1)
_FALSE: Final = ConstInt(ty.I1, 0)


@final
@dataclass(frozen=True, slots=True)
class Split:
    """A loop of one block, its edges, the tests that tell its last turn by coming out true (or
    false), and the constants that phis are then."""

    block: int
    before: int
    behind: int
    exit: Compare
    tests: Mapping[int, bool]
    ends: Mapping[int, Value]


def parted(function: Function, split: Split) -> Function:
    """The function with the last turn of a loop apart."""
    return _Parting(function, split).function()


def sliced(function: Function, block: int, exit: Compare) -> Iterator[Instr]:
    """What an exit's test is computed from in its block, in order; nothing where it is not pure."""
    wanted = {exit.result.id}
    found: list[Instr] = []
    for instr in reversed(function.blocks[block].instrs):
        if instr.result is None or instr.result.id not in wanted or isinstance(instr, Phi):
            continue
        if not isinstance(instr, IBinary | Cast | Gep | Compare) or len(found) == SLICE:
            return
        if isinstance(instr, IBinary) and instr.op not in ("add", "sub", "mul", "shl"):
            return
        found.append(instr)
        wanted |= {value.id for value in operands(instr) if isinstance(value, Local)}
    yield from reversed(found)


@final
class _Parting:
    """Writes the function with the last turn of one loop apart; its locals keep their ids."""

    def __init__(self, function: Function, split: Split) -> None:
        self.old = function
        self.split = split
        self.names: list[str | None] = list(function.names)
        self.blocks = list(function.blocks)
        count = len(self.blocks)
        self.enter, self.out, self.turn = count, count + 1, count + 2
        self.loop = self.blocks[split.block]
        self.leaving = next(
            at for at, instr in enumerate(self.loop.instrs) if not isinstance(instr, Phi)
        )

    def function(self) -> Function:
        """The new function."""
        split = self.split
        ends = self.loop.instrs[-1]
        assert isinstance(ends, CondBr)
        instrs, values = self._body(last=False)
        again, first = self._from(split.block, values), self._from(split.before, {})
        leaves = ends.then == split.behind
        asked, test = self._asked(again)
        then, otherwise = (self.out, split.block) if leaves else (split.block, self.out)
        end = replace(ends, condition=test, then=then, otherwise=otherwise)
        self.blocks[split.block] = Block(
            self.loop.name, (*self._entered(again, first), *instrs, *asked, end)
        )
        asked, test = self._asked(first)
        then, otherwise = (self.turn, self.enter) if leaves else (self.enter, self.turn)
        before = self.blocks[split.before]
        self.blocks[split.before] = Block(
            before.name, (*before.instrs[:-1], *asked, CondBr(test, then, otherwise))
        )
        self.blocks.append(Block(None, (Br(split.block),)))
        self._turn(first, again)
        return replace(self.old, blocks=tuple(self.blocks), names=self.names)

    def _from(self, source: int, values: Mapping[int, Value]) -> dict[int, Value]:
        """What the phis hold that are entered from a block."""
        return {
            phi.result.id: _of(values, value)
            for phi in self.loop.phis()
            for value, block in phi.incoming
            if block == source
        }

    def _entered(self, again: dict[int, Value], first: dict[int, Value]) -> Iterator[Phi]:
        """The phis of the loop, entered from its new preheader."""
        for phi in self.loop.phis():
            id = phi.result.id
            incoming = ((first[id], self.enter), (again[id], self.split.block))
            yield replace(phi, incoming=incoming)

    def _turn(self, first: dict[int, Value], again: dict[int, Value]) -> None:
        """The blocks `out` and `turn`, and the phis behind."""
        split = self.split
        handed: list[Instr] = []
        phis: list[Instr] = []
        given: dict[int, Value] = dict(split.ends)
        for phi in self.loop.phis():
            id = phi.result.id
            if id in given:
                continue
            closed, here = self._fresh(phi.result), self._fresh(phi.result)
            given[id] = here
            handed.append(Phi(closed, ((again[id], split.block),)))
            phis.append(replace(phi, result=here, incoming=(
                (first[id], split.before), (closed, self.out),
            )))  # fmt: skip
        instrs, values = self._body(last=True, given=given)
        self.blocks.append(Block(None, (*handed, Br(self.turn))))
        self.blocks.append(Block(None, (*phis, *instrs, Br(split.behind))))
        behind = self.blocks[split.behind]
        moved = [
            replace(
                phi, incoming=tuple((_of(values, value), self.turn) for value, _ in phi.incoming)
            )
            for phi in behind.phis()
        ]
        self.blocks[split.behind] = Block(behind.name, (*moved, *behind.instrs[len(moved) :]))

    def _body(
        self, *, last: bool, given: dict[int, Value] | None = None
    ) -> tuple[list[Instr], dict[int, Value]]:
        """The instructions between phis and end with the tests told, and what became of values;
        fresh ones where phis are `given`."""
        values: dict[int, Value] = dict(given or {})
        for id, true in self.split.tests.items():
            values[id] = _TRUE if true == last else _FALSE
        made: list[Instr] = []
        for instr in self.loop.instrs[self.leaving : -1]:
            if instr.result is None:
                made.append(map_operands(instr, lambda v: _of(values, v), _label))
                continue
            id = instr.result.id
            if id in values:
                continue
            if isinstance(instr, Select):
                test = _of(values, instr.condition)
                if test is _TRUE or test is _FALSE:
                    values[id] = _of(values, instr.then if test is _TRUE else instr.otherwise)
                    continue
            own = instr.result
            if given is not None:
                own = values[id] = self._fresh(instr.result)
            made.append(map_operands(instr, lambda v: _of(values, v), _label, own))
        return made, values

    def _asked(self, phis: dict[int, Value]) -> tuple[list[Instr], Value]:
        """The exit's test in the turn whose phis have these values."""
        values = dict(phis)
        made: list[Instr] = []
        for instr in sliced(self.old, self.split.block, self.split.exit):
            assert instr.result is not None
            own = values[instr.result.id] = self._fresh(instr.result)
            made.append(map_operands(instr, lambda v: _of(values, v), _label, own))
        return made, values[self.split.exit.result.id]

    def _fresh(self, like: Local) -> Local:
        return fresh(self.names, like.type)


def _of(values: Mapping[int, Value], value: Value) -> Value:
    return values.get(value.id, value) if isinstance(value, Local) else value


def _label(label: int) -> int:
    return label
