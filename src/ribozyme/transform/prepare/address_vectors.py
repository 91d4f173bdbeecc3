"""Scalarises vectors of addresses, so that the analyses follow each address.

    %v = load <2 x ptr>, ptr %s            →   %a = load ptr, ptr %s
                                               %b = load ptr, ptr %s + 8
    %w = shufflevector %v, poison, <1, 0>  →   nothing: %w is %b, %a
    store <2 x ptr> %w, ptr %d             →   store ptr %b, ptr %d;  store ptr %a, ptr %d + 8
    %p = extractelement %w, 0              →   nothing: %p is %b

Invariant: vectors that meet in an instruction are taken apart together or not at all. One that is
a parameter, or is used by a call or otherwise as a whole, stays as it is with all that it meets.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final, final

from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.build import i64
from ribozyme.ir.instrs import (
    Compare,
    DbgRecord,
    ExtractElement,
    Freeze,
    Gep,
    InsertElement,
    Instr,
    Load,
    Phi,
    Select,
    Shuffle,
    Store,
    operands,
)
from ribozyme.ir.module import Function, Module
from ribozyme.ir.rewrite import expanded, fresh, map_operands
from ribozyme.ir.values import (
    ConstAggregate,
    ConstInt,
    ConstNull,
    ConstSplat,
    ConstZero,
    Local,
    Poison,
    Undef,
    Value,
    const_int,
)

_ADDRESS: Final = 8
_CONSTANTS: Final = (ConstAggregate, ConstSplat, ConstZero, Poison, Undef)


def separate(module: Module) -> Module:
    """The module with single addresses in the place of vectors of them."""
    changed = {}
    for function in module.defined():
        found = _separable(function)
        if found:
            changed[function.name] = _Separation(function, found).function()
    return replace(module, functions={**module.functions, **changed}) if changed else module


# ---- which -------------------------------------------------------------------------------------


def _count(type: ty.Type) -> int:
    """How many addresses a vector holds; 0 for what is none."""
    if not isinstance(type, ty.VectorType) or type.scalable:
        return 0
    return type.count if type.element is ty.PTR else 0


def _separable(function: Function) -> dict[int, int]:
    """The vectors that are taken apart: id and number of elements."""
    found = {i.result.id: n for i in function.instrs() if i.result and (n := _count(i.result.type))}
    if not found:
        return found
    leader = {id: id for id in found}

    def lead(id: int) -> int:
        while leader[id] != id:
            leader[id] = id = leader[leader[id]]
        return id

    kept: set[int] = set()
    for instr in function.instrs():
        met = [v for v in operands(instr) if _count(v.type)] if not _is_record(instr) else []
        if instr.result is not None and instr.result.id in found:
            met.append(instr.result)
        ids = [v.id for v in met if isinstance(v, Local) and v.id in found]
        for one, other in pairwise(ids):
            leader[lead(one)] = lead(other)
        known = all(v.id in found if isinstance(v, Local) else _is_constant(v) for v in met)
        if ids and not (known and _is_known(instr)):
            kept.update(ids)
    whole = {lead(id) for id in kept}
    return {id: count for id, count in found.items() if lead(id) not in whole}


def _is_record(instr: Instr) -> bool:
    return isinstance(instr, DbgRecord)


def _is_constant(value: Value) -> bool:
    return isinstance(value, _CONSTANTS)


def _is_known(instr: Instr) -> bool:
    """Whether an instruction can be taken apart."""
    match instr:
        case (
            Load(volatile=volatile, ordering=ordering) | Store(volatile=volatile, ordering=ordering)
        ):
            return not volatile and not ordering
        case InsertElement(index=index) | ExtractElement(index=index):
            return isinstance(index, ConstInt)
        case Shuffle(mask=mask):
            return mask is not None
        case Gep(base=base, indices=indices):
            return not _count(base.type) or all(map(_has_elements, indices))
        case Phi() | Select() | Freeze() | Compare():
            return True
        case _:
            return False


def _has_elements(index: Value) -> bool:
    """Whether an index is a number, or a vector whose elements can be named."""
    return not isinstance(index.type, ty.VectorType) or isinstance(
        index, Local | ConstAggregate | ConstSplat
    )


# ---- how ---------------------------------------------------------------------------------------


@final
class _Separation:
    """One function being rewritten; `count` says which vectors are taken apart."""

    def __init__(self, function: Function, count: dict[int, int]) -> None:
        self.old = function
        self.count = count
        self.names = list(function.names)
        self.single: dict[int, tuple[Local, ...]] = {}  # of what is loaded, chosen or computed
        for id, number in count.items():
            made = function.definitions[id]
            if not isinstance(made, InsertElement | Shuffle):
                self.single[id] = tuple(self.local(ty.PTR) for _ in range(number))

    def function(self) -> Function:
        """The function without the vectors."""
        return expanded(self.old, self.made, self.names)

    def local(self, type: ty.Type) -> Local:
        """A value of its own."""
        return fresh(self.names, type)

    def lane(self, value: Value, at: int) -> Value:
        """An element of a vector."""
        return self.value(self.element(value, at))

    def element(self, value: Value, at: int) -> Value:
        """The same, perhaps one that was taken out of another vector."""
        while isinstance(value, Local) and value.id not in self.single:
            match self.old.definitions[value.id]:
                case InsertElement(element=element, index=ConstInt(value=place)) if place == at:
                    return element
                case InsertElement(vector=vector):
                    value = vector
                case Shuffle(lhs=lhs, rhs=rhs, mask=mask) if mask is not None:
                    if mask[at] < 0:
                        return Poison(ty.PTR)
                    width = _count(lhs.type)
                    value, at = (lhs, mask[at]) if mask[at] < width else (rhs, mask[at] - width)
                case _:
                    raise AssertionError(value)
        match value:
            case Local(id=id):
                return self.single[id][at]
            case ConstAggregate(elements=elements):
                return elements[at]
            case ConstSplat(element=element):
                return element
            case ConstZero():
                return ConstNull(ty.PTR)
            case Undef():
                return Undef(ty.PTR)
            case _:
                return Poison(ty.PTR)

    def value(self, value: Value) -> Value:
        """An operand: an element taken out of a vector is that address itself."""
        while isinstance(value, Local) and value.id not in self.count:
            match self.old.definitions[value.id] if value.id < len(self.old.names) else None:
                case ExtractElement(vector=Local(id=id) as vector, index=ConstInt(value=at)) if (
                    id in self.count
                ):
                    value = self.element(vector, at)
                case _:
                    return value
        return Poison(value.type) if isinstance(value, Local) else value  # in a debug record

    def made(self, instr: Instr) -> Iterator[Instr]:
        """What stands in the place of an instruction."""
        result = instr.result
        apart = result is not None and result.id in self.count
        match instr:
            case Store(value=Local(id=id)) if id in self.count:
                yield from self.stored(instr)
            case InsertElement() | Shuffle() if apart:
                return
            case ExtractElement(vector=Local(id=id)) if id in self.count:
                return
            case Compare(lhs=lhs, rhs=rhs) if self.meets(lhs) or self.meets(rhs):
                yield from self.compared(instr)
            case Load() if apart:
                yield from self.loaded(instr)
            case Gep() if apart:
                yield from self.moved(instr)
            case Phi(incoming=incoming) if apart and result is not None:
                for at, one in enumerate(self.single[result.id]):
                    ways = tuple((self.lane(value, at), block) for value, block in incoming)
                    yield replace(instr, result=one, incoming=ways)
            case Select() if apart:
                yield from self.chosen(instr)
            case Freeze(value=value) if apart and result is not None:
                for at, one in enumerate(self.single[result.id]):
                    yield replace(instr, result=one, value=self.lane(value, at))
            case _:
                yield map_operands(instr, self.value, lambda label: label, result)

    def meets(self, value: Value) -> bool:
        """Whether a value is one of the vectors."""
        return isinstance(value, Local) and value.id in self.count

    def places(self, instr: Load | Store, count: int) -> Iterator[tuple[list[Instr], Value, int]]:
        """Per element: what finds its address, the address, its alignment."""
        pointer = self.value(instr.pointer)
        dbg = tuple(part for part in instr.meta if part[0] == "dbg")
        for at in range(count):
            if at == 0:
                yield [], pointer, instr.align
                continue
            place, distance = self.local(ty.PTR), _ADDRESS * at
            step = Gep(place, ty.I8, pointer, (i64(distance),), "inbounds nuw", dbg)
            yield [step], place, min(instr.align, distance & -distance)

    def loaded(self, instr: Load) -> Iterator[Instr]:
        singles = self.single[instr.result.id]
        for one, (steps, place, align) in zip(
            singles, self.places(instr, len(singles)), strict=True
        ):
            yield from steps
            yield replace(instr, result=one, pointer=place, align=align)

    def stored(self, instr: Store) -> Iterator[Instr]:
        count = _count(instr.value.type)
        for at, (steps, place, align) in enumerate(self.places(instr, count)):
            yield from steps
            value = self.lane(instr.value, at)
            yield replace(instr, value=value, pointer=place, align=align)

    def taken(self, vector: Value, at: int) -> tuple[list[Instr], Value]:
        """An element of a vector of numbers."""
        match vector:
            case ConstAggregate(elements=elements):
                return [], elements[at]
            case ConstSplat(element=element):
                return [], element
            case _ if not isinstance(vector.type, ty.VectorType):
                return [], self.value(vector)
            case _:
                one = self.local(ty.scalar(vector.type))
                return [ExtractElement(one, self.value(vector), i64(at))], one

    def moved(self, instr: Gep) -> Iterator[Instr]:
        for at, one in enumerate(self.single[instr.result.id]):
            base = instr.base
            start = self.lane(base, at) if _count(base.type) else self.value(base)
            indices = []
            for index in instr.indices:
                steps, number = self.taken(index, at)
                yield from steps
                indices.append(number)
            yield replace(instr, result=one, base=start, indices=tuple(indices))

    def chosen(self, instr: Select) -> Iterator[Instr]:
        for at, one in enumerate(self.single[instr.result.id]):
            steps, condition = self.taken(instr.condition, at)
            yield from steps
            then, otherwise = self.lane(instr.then, at), self.lane(instr.otherwise, at)
            yield replace(instr, result=one, condition=condition, then=then, otherwise=otherwise)

    def compared(self, instr: Compare) -> Iterator[Instr]:
        """The vector of the comparisons, which others may use as one."""
        count = _count(instr.lhs.type)
        whole: Value = Poison(instr.result.type)
        for at in range(count):
            one = self.local(ty.I1)
            lhs, rhs = self.lane(instr.lhs, at), self.lane(instr.rhs, at)
            yield replace(instr, result=one, lhs=lhs, rhs=rhs)
            into = instr.result if at == count - 1 else self.local(instr.result.type)
            yield InsertElement(into, whole, one, const_int(ty.I64, at))
            whole = into
