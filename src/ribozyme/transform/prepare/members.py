"""Scalarises structs in registers that pass through phis and selects: each member gets a phi of its
own.

    %s = phi { i64, i32 } [ %a, %l ], [ { i64 1, i32 2 }, %r ];  %w = extractvalue %s, 0
        →  %a.0 = extractvalue %a, 0; … at the end of %l
           %w = phi i64 [ %a.0, %l ], [ 1, %r ];  %t = phi i32 [ %a.1, %l ], [ 2, %r ]

A word in a struct in a register may be a number or an address, like one alone; what takes words
through memory asks where one lies, and of a struct there is no such place.

Invariants: the result of an invoke is not available before its block ends, so such structs are not
scalarised. A struct that is used as a whole is assembled again directly behind its members, where
it was defined before.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, final

from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    CallBr,
    ExtractValue,
    InsertValue,
    Instr,
    Invoke,
    Phi,
    Select,
)
from ribozyme.ir.module import Block, Function, Module
from ribozyme.ir.rewrite import fresh, map_operands
from ribozyme.ir.values import Local, Poison, Value, part_of

_MOST: Final = 8
"""Members of a struct that is taken apart."""

Choice = Phi | Select


def members_apart(module: Module) -> Module:
    """The module with the members of structs, integers of eight bytes among them, in the place of
    structs that are chosen between."""
    changed = {}
    for function in module.defined():
        found = [choice for choice in function.shaped(Phi, Select) if _is_split(function, choice)]
        if found:
            changed[function.name] = _Apart(function, found).function()
    return replace(module, functions={**module.functions, **changed}) if changed else module


def _is_split(function: Function, choice: Choice) -> bool:
    """Whether a choice is between structs that hold words, all of them at hand where it is made."""
    fields = choice.result.type.fields if isinstance(choice.result.type, ty.StructType) else None
    if not fields or len(fields) > _MOST or ty.I64 not in fields or any(map(ty.elements, fields)):
        return False
    if isinstance(choice, Select):
        return choice.condition.type is ty.I1
    return not any(_is_late(function, value, block) for value, block in choice.incoming)


def _is_late(function: Function, value: Value, block: int) -> bool:
    """Whether a value is that of the very instruction which ends a block."""
    last = function.blocks[block].terminator
    return isinstance(last, Invoke | CallBr) and last.result is value


@final
class _Apart:
    """One function being rewritten."""

    def __init__(self, function: Function, choices: list[Choice]) -> None:
        self.old = function
        self.names = list(function.names)
        self.members: dict[int, tuple[Local, ...]] = {}
        self.ends: dict[int, list[Instr]] = {}  # what is taken out at the end of a block
        self.taken: dict[tuple[int, int, int], Local] = {}
        for choice in choices:
            parts = ty.elements(choice.result.type)
            self.members[choice.result.id] = tuple(self.local(part) for part in parts)

    def local(self, type: ty.Type) -> Local:
        """A value of its own."""
        return fresh(self.names, type)

    def function(self) -> Function:
        """The function with the members."""
        made = [list(self.block(block)) for block in self.old.blocks]
        blocks = tuple(
            Block(old.name, (*instrs[:-1], *self.ends.get(index, ()), instrs[-1]))
            for index, (old, instrs) in enumerate(zip(self.old.blocks, made, strict=True))
        )
        return replace(self.old, blocks=blocks, names=self.names)

    def block(self, block: Block) -> Iterator[Instr]:
        """The instructions of a block; behind the phis the structs that somebody wants whole."""
        phis = [instr for instr in block.instrs if isinstance(instr, Phi)]
        for phi in phis:
            yield from self.made(phi)
        for phi in phis:
            yield from self.whole(phi)
        for instr in block.instrs[len(phis) :]:
            yield from self.made(instr)
            yield from self.whole(instr)

    def made(self, instr: Instr) -> Iterator[Instr]:
        """What stands in the place of an instruction."""
        result = instr.result
        members = self.members.get(result.id, ()) if result is not None else ()
        match instr:
            case ExtractValue() if self.place(instr) is not None:
                return
            case Phi(incoming=incoming) if members:
                for at, member in enumerate(members):
                    ways = tuple((self.at_end(v, at, block), block) for v, block in incoming)
                    yield Phi(member, ways, meta=instr.meta)
            case Select(condition=condition, then=then, otherwise=otherwise) if members:
                for at, member in enumerate(members):
                    sides = []
                    for value in (then, otherwise):
                        side = self.element(value, at)
                        if side is None:
                            side = self.local(member.type)
                            yield ExtractValue(side, self.value(value), (at,), instr.meta)
                        sides.append(side)
                    where = self.value(condition)
                    yield Select(member, where, sides[0], sides[1], "", instr.meta)
            case _:
                yield map_operands(instr, self.value, lambda label: label, result)

    def whole(self, instr: Instr) -> Iterator[Instr]:
        """The struct again, for who wants it as one."""
        result = instr.result
        if result is None or result.id not in self.members:
            return
        if all(self.is_apart(user) for _, user in self.old.uses[result.id]):
            return
        last: Value = Poison(result.type)
        members = self.members[result.id]
        for at, member in enumerate(members):
            into = result if at == len(members) - 1 else self.local(result.type)
            yield InsertValue(into, last, member, (at,), instr.meta)
            last = into

    def is_apart(self, user: Instr) -> bool:
        """Whether somebody wants a member only, or is taken apart too."""
        if isinstance(user, ExtractValue):
            return self.place(user) is not None
        return user.result is not None and user.result.id in self.members

    def place(self, taken: ExtractValue) -> Local | None:
        """The member that is taken out of a struct which is in parts."""
        whole = taken.aggregate
        if not isinstance(whole, Local) or whole.id not in self.members:
            return None
        return self.members[whole.id][taken.indices[0]]

    def value(self, value: Value) -> Value:
        """An operand: what is taken out of a struct is the member itself."""
        while isinstance(value, Local) and value.id < len(self.old.names):
            instr = self.old.definitions[value.id]
            member = self.place(instr) if isinstance(instr, ExtractValue) else None
            if member is None:
                break
            value = member
        return value

    def element(self, value: Value, at: int) -> Value | None:
        """A member of a struct, where it is known without being taken out."""
        while isinstance(value, Local):
            if value.id in self.members:
                return self.members[value.id][at]
            match self.old.definitions[value.id]:
                case InsertValue(element=element, indices=(place,)) if place == at:
                    return self.value(element)
                case InsertValue(aggregate=whole, indices=(_,)):
                    value = whole
                case _:
                    return None
        return part_of(value, ty.elements(value.type)[at], (at,))

    def at_end(self, value: Value, at: int, block: int) -> Value:
        """A member of a struct at the end of a block."""
        known = self.element(value, at)
        if known is not None:
            return known
        assert isinstance(value, Local)
        key = (block, value.id, at)
        if key not in self.taken:
            out = self.taken[key] = self.local(ty.elements(value.type)[at])
            self.ends.setdefault(block, []).append(ExtractValue(out, value, (at,)))
        return self.taken[key]
