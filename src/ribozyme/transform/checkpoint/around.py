"""The function around a loop that is outlined, with the loop as a call.

    for (…) body      →      numbers = {i, x};  switch (f.loop(&numbers, …, f.count(n))) …

`leaving` says where the function goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.build import i32, i64
from ribozyme.ir.instrs import (
    Alloca,
    Br,
    Call,
    Cast,
    DbgRecord,
    Gep,
    IBinary,
    Instr,
    Invoke,
    Load,
    Phi,
    Store,
    Switch,
)
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.module import Block, Function
from ribozyme.ir.rewrite import fresh, map_metadata, map_operands
from ribozyme.ir.values import GlobalRef, Local, Value
from ribozyme.transform.checkpoint.parts import Parts


def around(parts: Parts) -> Function:
    """The function that calls the loop."""
    return _Around(parts).whole()


@final
class _Around:
    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.names: list[str | None] = list(parts.function.names)
        self._left = {phi.result.id: self._fresh(phi.result.type) for _, phi in parts.behind}

    def whole(self) -> Function:
        """The function with the loop as a call."""
        old, loop = self.parts.function, self.parts.loop
        number = {block: at for at, block in enumerate(self.parts.leaving.kept)}
        places = [self._fresh(ty.PTR), self._fresh(ty.PTR)]
        blocks: list[Block] = []
        behind: list[Block] = []
        for block in self.parts.leaving.kept:
            if block == loop.header:
                calling, *behind = self._calling(number, places)
                blocks.append(calling)
                continue
            instrs = [
                self._renumbered(instr, number)
                for instr in old.blocks[block].instrs
                if not (isinstance(instr, DbgRecord) and self._speaks_of_inside(instr))
                and not (instr.result is not None and instr.result.id in self.parts.own)
            ]
            blocks.append(Block(old.blocks[block].name, tuple(instrs)))
        slots = tuple(
            Alloca(place, self.parts.record(record), None, 16)
            for record, place in enumerate(places)
        )
        blocks += behind
        entry = blocks[0]
        blocks[0] = Block(entry.name, (*slots, *entry.instrs))
        return replace(old, blocks=tuple(blocks), names=self.names)

    def _renumbered(self, instr: Instr, number: dict[int, int]) -> Instr:
        """An instruction outside the loop; a phi behind it takes what the loop has left."""
        if isinstance(instr, Phi):
            left = self._left.get(instr.result.id)
            incoming = tuple(
                (value, number[source])
                for value, source in instr.incoming
                if source not in self.parts.inside and source in number
            )
            if left is not None:
                incoming = (*incoming, (left, self._behind(number)))
            thrown = {value for value, source in instr.incoming if source in self.parts.inside}
            if left is None and len(thrown) == 1:  # where exceptions arrive
                incoming = (*incoming, (thrown.pop(), number[self.parts.loop.header]))
            return replace(instr, incoming=incoming)
        return map_operands(instr, lambda value: value, number.__getitem__)

    def _behind(self, number: dict[int, int]) -> int:
        """The block that goes on where the loop was left: a new one, if exceptions arrive."""
        return number[self.parts.loop.header] if self.parts.leaving.pad is None else len(number)

    def _calling(self, number: dict[int, int], places: Sequence[Local]) -> tuple[Block, ...]:
        """The block that sets the state, calls the loop and goes on where it was left."""
        made: list[Instr] = []
        header = self.parts.function.blocks[self.parts.loop.header].name

        def field(phi: Phi) -> Local:
            record, place = self.parts.field_of(phi)
            found = self._fresh(ty.PTR)
            indices = (i32(0), i32(place))
            made.append(Gep(found, self.parts.record(record), places[record], indices, "inbounds"))
            return found

        for phi in self.parts.phis:
            first = next(one for one, source in phi.incoming if source not in self.parts.inside)
            made.append(Store(first, field(phi)))
        number_of = self._fresh(ty.I64)
        counting = GlobalRef(ty.PTR, f"{self.parts.name}.count")
        count = self.parts.count
        made.append(Call(number_of, counting, count.type, count.values, meta=self.parts.place()))
        code = self._fresh(ty.I32)
        called = GlobalRef(ty.PTR, f"{self.parts.name}.loop")
        bytes = [self._bytes(one, made) for one in self.parts.sized]
        args = (*places, number_of, *self.parts.used, *bytes)
        begun: tuple[Block, ...] = ()
        if self.parts.leaving.pad is None:
            made.append(Call(code, called, self.parts.type, args, meta=self.parts.place()))
        else:
            pad, behind = number[self.parts.leaving.pad], self._behind(number)
            made.append(
                Invoke(code, called, self.parts.type, args, behind, pad, meta=self.parts.place())
            )
            begun = (Block(header, tuple(made)),)
            made, header = [], None
        for _, phi in self.parts.behind:
            loaded = self._left[phi.result.id]
            made.append(Load(loaded, field(phi)))
        usual, *others = self.parts.targets
        cases = tuple((i32(2 + at), number[target]) for at, target in enumerate(others))
        go_on: Instr = Switch(code, number[usual], cases) if others else Br(number[usual])
        return (*begun, Block(header, (*made, go_on)))

    def _bytes(self, variable: Alloca, made: list[Instr]) -> Value:
        """How large a variable of run-time size is."""
        each = DataLayout(self.parts.module.layout).alloc_size(variable.allocated)
        count = variable.count
        assert count is not None
        if count.type != ty.I64:
            wide = self._fresh(ty.I64)
            made.append(Cast(wide, "zext", count))
            count = wide
        whole = self._fresh(ty.I64)
        made.append(IBinary(whole, "mul", count, i64(each)))
        return whole

    def _speaks_of_inside(self, record: DbgRecord) -> bool:
        seen: list[Value] = []

        def look(value: Value) -> Value:
            seen.append(value)
            return value

        for one in record.operands:
            map_metadata(one, look)
        return any(isinstance(value, Local) and not self.parts.is_before(value) for value in seen)

    def _fresh(self, type: ty.Type) -> Local:
        return fresh(self.names, type)
