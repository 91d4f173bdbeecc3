"""Words that are numbers and addresses, kept in memory, where a word can be either.

    %x = load double, ptr %w                 %x = load double, ptr %w
    %i = bitcast double %x to i64            call void @memcpy(ptr %slot, ptr %w, i64 8)
    %p = inttoptr i64 %i to ptr       →      %p = load ptr, ptr %slot

An optimiser that takes a union or a variant apart, one of whose members begins with an address,
reads its word once and turns the bits into what is wanted. As SSA values they are a number or an
address; an address carries no derivative, a number no shadow. So each turn goes through a slot of
the function's own, which is filled where the word is loaded, chosen or computed. What is two words
at once, a vector or a struct, has a slot for both, and they are put there, chosen and taken out one
by one.

Invariant: the same bits arrive. A slot holds its word from the word's definition to its last use:
whatever fills it again would have to define the word again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import final

from ribozyme.ir import types as ty
from ribozyme.ir.build import i64
from ribozyme.ir.instrs import (
    Alloca,
    Cast,
    ExtractElement,
    ExtractValue,
    Freeze,
    Gep,
    IBinary,
    InsertElement,
    InsertValue,
    Instr,
    Invoke,
    Load,
    Phi,
    Select,
    Shuffle,
    Store,
)
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.metadata import Meta, attached
from ribozyme.ir.module import Block, Function, Module
from ribozyme.ir.rewrite import fresh
from ribozyme.ir.values import Local, Poison, Undef, Value
from ribozyme.transform.bitways import is_plain, is_wide, meets, same_bits, to_a_float, turns
from ribozyme.transform.copying import memory_copy, with_copies

Path = tuple[int, ...]


class Unspillable(Exception):
    """A word has no place in a function where a slot could be filled."""


def turned_in_memory(module: Module) -> Module:
    """The module in which numbers become addresses, and the reverse, in memory only; itself where
    none do."""
    layout = DataLayout(module.layout)
    changed: dict[str, Function] = {}
    for function in module.defined():
        if any(turns(instr) for instr in function.instrs()):
            found = _turned(layout, function)
            if found is not None:
                changed[function.name] = found
    if not changed:
        return module
    return with_copies(replace(module, functions={**module.functions, **changed}))


def _turned(layout: DataLayout, function: Function) -> Function | None:
    spills = Spills(layout, function)
    for instr in function.instrs():
        match instr:
            case Cast(op="inttoptr", value=value) if meets(
                function, value, ty.is_float, in_part=True
            ):
                spills.instead(instr, _loaded(instr.result, spills.address(value), instr.meta))
            case Cast(value=value) if to_a_float(instr) and meets(function, value, ty.is_pointer):
                spills.instead(instr, _loaded(instr.result, spills.address(value), instr.meta))
            case Store(value=value, pointer=pointer) if (
                ty.is_float(value.type)
                and is_plain(instr)
                and meets(function, value, ty.is_pointer)
            ):
                size = layout.size(value.type)
                spills.instead(instr, word_copy(pointer, spills.address(value), size, instr.meta))
            case Cast(op="ptrtoint", value=value) if _becomes_floats(function, instr.result):
                spills.instead(instr, _loaded(instr.result, spills.address(value), instr.meta))
            case _:
                pass
    return spills.rewritten() if spills.any else None


def _becomes_floats(function: Function, number: Local) -> bool:
    """Whether parts of a number are taken for floats."""
    work, seen = [number], {number}
    while work:
        part = work.pop()
        for _, user in function.uses[part.id]:
            if part is not number and to_a_float(user):
                return True
            match user:
                case Cast(op="trunc", result=less) | IBinary(op="lshr", result=less):
                    if less not in seen:
                        seen.add(less)
                        work.append(less)
                case _:
                    pass
    return False


def _loaded(result: Local, slot: Value, meta: Meta) -> Load:
    return Load(result, slot, 8, meta=line(meta))


def word_copy(target: Value, source: Value, size: int, meta: Meta = ()) -> Instr:
    """A copy of a word, wherever it lies."""
    return memory_copy(target, source, size, 1, line(meta))


def offset_of(layout: DataLayout, type: ty.Type, path: Path) -> int:
    """The bytes before a member of a value in memory."""
    return layout.gep_offset(type, [i64(0), *map(i64, path)])[0]


def line(meta: Meta) -> Meta:
    """The place in the source alone."""
    place = attached(meta, "dbg")
    return () if place is None else (("dbg", place),)


@final
class Spills:
    """The slots of one function, and the function with them."""

    def __init__(self, layout: DataLayout, function: Function) -> None:
        self._layout = layout
        self.function = function
        self._names = list(function.names)
        self._slots: list[Instr] = []
        self._start: list[Instr] = []
        self._phis: dict[int, list[Phi]] = {}
        self._heads: dict[int, list[tuple[Local, Local, int]]] = {}
        self._behind: dict[Instr, list[Instr]] = {}
        self._instead: dict[Instr, list[Instr]] = {}
        self._addresses: dict[Value, Value] = {}
        self.as_they_are: list[Value] = []
        """The words that are put into slots as the values that they are."""

    @property
    def any(self) -> bool:
        """Whether something is to be changed."""
        return bool(self._instead)

    def fresh(self, type: ty.Type) -> Local:
        return fresh(self._names, type)

    def instead(self, instr: Instr, *new: Instr) -> None:
        """Put other instructions in the place of one."""
        self._instead[instr] = list(new)

    def known(self, value: Value, address: Value) -> None:
        """Say where a word lies in memory already."""
        self._addresses[value] = address

    def slot(self, size: int = 8) -> Local:
        """A slot of the function's own."""
        slot = self.fresh(ty.PTR)
        self._slots.append(Alloca(slot, ty.array(size, ty.I8), align=8))
        return slot

    def address(self, value: Value) -> Value:
        """Where a word lies in memory, from its definition on."""
        found = self._addresses.get(value)
        if found is None:
            instr = self.function.definition(value)
            if isinstance(instr, Freeze | Cast) and same_bits(instr):
                found = self.address(instr.value)
            elif isinstance(instr, Select) and instr.condition.type is ty.I1:
                then, otherwise = self.address(instr.then), self.address(instr.otherwise)
                found = self.fresh(ty.PTR)
                self.behind(instr, Select(found, instr.condition, then, otherwise))
            elif isinstance(instr, ExtractValue):
                found = self.member(instr.aggregate, instr.indices) or self._filled(value, instr)
            elif isinstance(instr, ExtractElement) and is_wide(instr.vector.type):
                found = self._element(instr, instr.vector, instr.index)
            else:
                found = self._filled(value, instr)
            self._addresses[value] = found
        return found

    def member(self, value: Value, path: Path) -> Value | None:
        """Where a member of a struct lies: what was put in as it, or in the struct's slot."""
        whole, path = self.put_in(value, path)
        if not path:
            return self.address(whole)
        instr = self.function.definition(whole)
        if not isinstance(instr, Load | Phi | Select | Freeze) and whole not in self._addresses:
            return None
        at, place = self.fresh(ty.PTR), offset_of(self._layout, whole.type, path)
        found = Gep(at, ty.I8, self.address(whole), (i64(place),))
        if instr is None:
            self._start.append(found)
        else:
            self.behind(instr, found)
        return at

    def put_in(self, value: Value, path: Path) -> tuple[Value, Path]:
        """What was put in as a member of a struct, or in what struct it came, and where in it."""
        while path and isinstance(instr := self.function.definition(value), InsertValue):
            if path[: len(instr.indices)] == instr.indices:
                value, path = instr.element, path[len(instr.indices) :]
            elif instr.indices[: len(path)] == path:
                break
            else:
                value = instr.aggregate
        return value, path

    def _filled(self, value: Value, instr: Instr | None) -> Value:
        """A slot with the word in it."""
        size = self._layout.size(value.type)
        slot = self.slot(size)
        self._addresses[value] = slot
        match instr:
            case None:
                self.as_they_are.append(value)
                self._start.append(Store(value, slot, 8))
            case Load(pointer=pointer) if is_plain(instr):
                self.behind(instr, word_copy(slot, pointer, size, instr.meta))
            case Phi(incoming=incoming):
                source = self.fresh(ty.PTR)
                block = self.function.home[instr.result.id]
                ways = tuple((self.address(part), way) for part, way in incoming)
                self._phis.setdefault(block, []).append(Phi(source, ways))
                self._heads.setdefault(block, []).append((slot, source, size))
            case InsertValue(aggregate=whole, element=part, indices=path):
                self._copied(instr, slot, whole, size)
                at, place = self.fresh(ty.PTR), offset_of(self._layout, whole.type, path)
                self.behind(instr, Gep(at, ty.I8, slot, (i64(place),)))
                inside = self._layout.size(part.type)
                self.behind(instr, word_copy(at, self.address(part), inside, instr.meta))
            case InsertElement(vector=whole, element=part, index=index) if is_wide(whole.type):
                self._copied(instr, slot, whole, size)
                there = self._place(instr, slot, index)
                self.behind(instr, word_copy(there, self.address(part), 8, instr.meta))
            case Shuffle(mask=mask) if mask and is_wide(instr.lhs.type):
                self._shuffled(instr, slot, mask, instr.lhs.type.count)
            case Select() if is_wide(instr.result.type):
                self._chosen_apart(instr, slot, instr.result.type.count)
            case _:
                self.as_they_are.append(value)
                self.behind(instr, Store(value, slot, 8, meta=line(instr.meta)))
        return slot

    def _copied(self, instr: Instr, slot: Value, whole: Value, size: int) -> None:
        """Put into a slot what all but a member is of."""
        if not isinstance(whole, Poison | Undef):
            self.behind(instr, word_copy(slot, self.address(whole), size, instr.meta))

    def _shuffled(self, instr: Shuffle, slot: Value, mask: tuple[int, ...], count: int) -> None:
        """Put words of two vectors into a slot."""
        for index, taken in enumerate(mask):
            if taken >= 0:
                side = instr.lhs if taken < count else instr.rhs
                there = self._place(instr, slot, i64(index))
                source = self._element(instr, side, i64(taken % count))
                self.behind(instr, word_copy(there, source, 8, instr.meta))

    def _chosen_apart(self, instr: Select, slot: Value, count: int) -> None:
        """Put words of two vectors into a slot, each by a condition of its own."""
        for index in map(i64, range(count)):
            which, source = self.fresh(ty.I1), self.fresh(ty.PTR)
            self.behind(instr, ExtractElement(which, instr.condition, index))
            then = self._element(instr, instr.then, index)
            otherwise = self._element(instr, instr.otherwise, index)
            there = self._place(instr, slot, index)
            self.behind(instr, Select(source, which, then, otherwise))
            self.behind(instr, word_copy(there, source, 8, instr.meta))

    def _element(self, instr: Instr, vector: Value, index: Value) -> Value:
        """Where an element of a vector of words lies."""
        return self._place(instr, self.address(vector), index)

    def _place(self, instr: Instr, start: Value, index: Value) -> Value:
        found = self.fresh(ty.PTR)
        self.behind(instr, Gep(found, ty.I64, start, (index,)))
        return found

    def behind(self, instr: Instr, *new: Instr) -> None:
        """Put instructions where the result of one is known."""
        self._behind.setdefault(instr, []).extend(new)

    def rewritten(self) -> Function:
        """The function with its slots."""
        heads = self._after_invokes()
        blocks = [
            Block(block.name, tuple(self._written(index, block, heads.get(index, []))))
            for index, block in enumerate(self.function.blocks)
        ]
        start = (*self._slots, *self._start, *blocks[0].instrs)
        blocks[0] = Block(blocks[0].name, start)
        return replace(self.function, blocks=tuple(blocks), names=self._names)

    def _after_invokes(self) -> dict[int, list[Instr]]:
        found: dict[int, list[Instr]] = {}
        for instr, new in self._behind.items():
            if isinstance(instr, Invoke):
                block = instr.normal
                if len(self.function.predecessors[block]) != 1:
                    raise Unspillable
                found.setdefault(block, []).extend(new)
        return found

    def _written(self, index: int, block: Block, first: list[Instr]) -> Iterator[Instr]:
        phis = [instr for instr in block.instrs if isinstance(instr, Phi)]
        yield from phis
        yield from self._phis.get(index, ())
        yield from self._chosen(self._heads.get(index, []))
        for phi in phis:
            yield from self._behind.get(phi, ())
        yield from first
        for instr in block.instrs[len(phis) :]:
            yield from self._instead.get(instr, (instr,))
            if not isinstance(instr, Invoke):
                yield from self._behind.get(instr, ())

    def _chosen(self, heads: list[tuple[Local, Local, int]]) -> Iterator[Instr]:
        """Fill the slots of a block's phis, all at once: one may be the source of another."""
        if len(heads) == 1:
            slot, source, size = heads[0]
            yield word_copy(slot, source, size)
            return
        between = [self.slot(size) for _, _, size in heads]
        for copy, (_, source, size) in zip(between, heads, strict=True):
            yield word_copy(copy, source, size)
        for copy, (slot, _, size) in zip(between, heads, strict=True):
            yield word_copy(slot, copy, size)
