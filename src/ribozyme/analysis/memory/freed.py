"""Dangling pointers in variables: whether a variable still points to a block after the block is
freed.

    work = realloc(work, size);        overwritten afterwards, here or in a caller
    free(work); work = NULL;

    old = work; work = next;           overwritten before: the variable holds another block
    free(old);                         when the old one is freed

A variable that points to a freed block would point to a freed shadow, too.

Invariant: every word that may hold the block when it is freed is overwritten, before or after; a
store to another word, or to another member of the variable, does not count. Frees while an
exception leaves a function are not covered.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Final, TypeGuard, final

from ribozyme.analysis.flow.cfg import Flow, flow
from ribozyme.analysis.flow.dominance import Tree, postdominators
from ribozyme.analysis.pointsto.pointsto import PointsTo
from ribozyme.base.graph import reached
from ribozyme.ir.address_origins import origins
from ribozyme.ir.instrs import (
    Call,
    CallBr,
    CallLike,
    Instr,
    Invoke,
    Load,
    Ret,
    Store,
)
from ribozyme.ir.module import Function
from ribozyme.ir.values import GlobalRef, Local, Value
from ribozyme.rules.memory import Deallocation, Reallocation

Word = tuple[str, int]
"""A variable and an offset in it."""

Words = set[tuple[int, int]]
"""The same by the numbers of objects."""

DEPTH: Final = 4
"""Callers that are looked at, one behind the other."""


@final
class Freed:
    """The calls of a program that free blocks."""

    def __init__(self, points: PointsTo) -> None:
        self._points = points
        self._flows: dict[Function, Flow] = {}
        self._ends: dict[Function, Tree] = {}
        self._places: dict[Function, dict[Instr, tuple[int, int]]] = {}

    def is_told(self, bases: Iterable[Word], mask: int) -> bool:
        """Whether the words that lead to some blocks are told whenever one of these is freed."""
        points = self._points
        known = points.constraints.globals
        words = {(known[name].id, at) for name, at in bases}
        return all(
            self._told_after(function, instr, freed, words)
            or self._told_before(function, instr, freed, words)
            for function in points.functions
            for instr in points.instrs(function)
            if is_call(instr)
            and (freed := self._frees(instr)) is not None
            and points.mask(function, freed) & mask
            and self._goes_on(function, instr)
        )

    def _goes_on(self, function: Function, freed: CallLike) -> bool:
        """Whether the function may return after a call; what an exception leaves behind that was
        not caught is not looked at."""
        later = reached(self._flow(function).successors, [self._place(function, freed)[0]])
        ends = (isinstance(block.terminator, Ret) for block in function.blocks)
        return any(seen and end for seen, end in zip(later, ends, strict=True))

    def _frees(self, call: CallLike) -> Value | None:
        match self._points.meaning(call):
            case Deallocation(pointer=pointer) | Reallocation(pointer=pointer):
                return call.args[pointer]
            case _:
                return None

    def _told_after(
        self,
        function: Function,
        freed: CallLike,
        held: Value | None,
        words: Words,
        depth: int = DEPTH,
    ) -> bool:
        """Whether the word that held a block is told after a call, here or where this function was
        called."""
        stores = self._stores_behind(function, freed)
        read = self._only_read(function, held)
        if read is not None and any(store.pointer == read for store in stores):
            return True
        told = [self._leads_to(function, store.pointer) for store in stores]
        holding = words if len(words) == 1 else self._holding(function, freed, held)
        if holding and holding <= set().union(*(one for one in told if len(one) == 1)):
            return True
        callers = self._callers.get(function, []) if depth else []
        given = [n for n, param in enumerate(function.params) if param.local == held]
        return bool(callers) and all(
            self._told_after(
                caller,
                call,
                call.args[given[0]] if given and given[0] < len(call.args) else None,
                words,
                depth - 1,
            )
            for caller, call in callers
        )

    def _stores_behind(self, function: Function, freed: CallLike) -> list[Store]:
        """The stores after a call that are done in any case."""
        index, at = self._place(function, freed)
        end = self._end(function)
        stores = [i for i in function.blocks[index].instrs[at + 1 :] if isinstance(i, Store)]
        for other in self._flow(function).rpo:
            if other != index and end.dominates(other, index):
                stores += [i for i in function.blocks[other].instrs if isinstance(i, Store)]
        return stores

    def _only_read(self, function: Function, held: Value | None) -> Value | None:
        """Where a block was read from, if that was one address, and it was put nowhere else."""
        read = None if held is None else function.definition(held)
        if not isinstance(held, Local) or not isinstance(read, Load):
            return None
        users = (user for _, user in function.uses[held.id])
        put = any(isinstance(user, Store) and user.value == held for user in users)
        return None if put else read.pointer

    def _holding(self, function: Function, freed: CallLike, held: Value | None) -> Words:
        """The words that hold a block when it is freed, of those that this function read it from or
        put it in: what it told something else since then does not."""
        sources = [] if held is None else list(origins(function, held))
        found: dict[tuple[int, int], list[Instr]] = {}
        for source in sources:
            if not isinstance(source, Local):
                continue
            where = [user for _, user in function.uses[source.id]]
            where = [user for user in where if isinstance(user, Store) and user.value == source]
            for instr in (function.definitions[source.id], *where):
                if isinstance(instr, Load | Store):
                    for word in self._leads_to(function, instr.pointer):
                        found.setdefault(word, []).append(instr)
        for told in self._points.instrs(function) if len(found) > 1 else ():
            if not isinstance(told, Store) or not self._is_before(function, told, freed):
                continue
            words = self._leads_to(function, told.pointer)
            if len(words) > 1 or not words <= found.keys():
                continue
            since = all(self._is_before(function, one, told) for one in found[min(words)])
            if since and not set(origins(function, told.value)) & set(sources):
                del found[min(words)]
        return set(found)

    def _told_before(
        self, function: Function, freed: CallLike, held: Value, words: Words, depth: int = DEPTH
    ) -> bool:
        """Whether the words that held a block hold something else by the time that it is freed."""
        if not isinstance(held, Local):
            return False
        if function.definitions[held.id] is None:
            number = next(n for n, p in enumerate(function.params) if p.local.id == held.id)
            callers = self._callers.get(function, []) if depth else []
            return bool(callers) and all(
                number < len(call.args)
                and self._told_before(caller, call, call.args[number], words, depth - 1)
                for caller, call in callers
            )
        return any(
            isinstance(instr, Store)
            and self._leads_to(function, instr.pointer) <= words
            and self._is_before(function, instr, freed)
            and self._takes_its_place(function, instr, held, alone=len(words) == 1)
            for instr in self._points.instrs(function)
        )

    def _takes_its_place(
        self, function: Function, told: Store, held: Local, *, alone: bool
    ) -> bool:
        """Whether a word is surely told something else than a block, which is what it held before.

        It was read from there; or no other word can hold it, and what comes is null or made later.
        """
        read = function.definitions[held.id]
        if read is None:
            return False
        sources = list(origins(function, told.value))
        if isinstance(read, Load) and read.pointer == told.pointer:
            return self._is_before(function, read, told) and held not in sources
        made = [function.definitions[v.id] for v in sources if isinstance(v, Local)]
        return alone and all(is_call(one) and self._is_before(function, read, one) for one in made)

    def _is_before(self, function: Function, one: Instr, other: Instr) -> bool:
        """Whether an instruction has run whenever another one does."""
        (first, at), (second, then) = self._place(function, one), self._place(function, other)
        return at < then if first == second else self._flow(function).dominates(first, second)

    def _leads_to(self, function: Function, pointer: Value) -> Words:
        """The words that an address may be of; one that nobody has where that is not known."""
        table = self._points.table
        found: Words = set()
        for number in self._points.numbers(function, pointer):
            found.add((table.object[number], -1 if table.stride[number] else table.offset[number]))
        return found or {(-1, -1)}

    def _flow(self, function: Function) -> Flow:
        if function not in self._flows:
            self._flows[function] = flow(function)
        return self._flows[function]

    def _end(self, function: Function) -> Tree:
        """What comes after each block in any case, but where there is no memory left for a tape."""
        if function not in self._ends:
            ways = self._flow(function)
            successors = [
                targets[:1] if targets and _keeps_a_tape(block.instrs[-1]) else targets
                for block, targets in zip(function.blocks, ways.successors, strict=True)
            ]
            self._ends[function] = postdominators(successors, ways.rpo)
        return self._ends[function]

    def _place(self, function: Function, instr: Instr) -> tuple[int, int]:
        """The block of an instruction, and where in it that stands."""
        if function not in self._places:
            self._places[function] = {
                one: (index, at)
                for index, block in enumerate(function.blocks)
                for at, one in enumerate(block.instrs)
            }
        return self._places[function][instr]

    @cached_property
    def _callers(self) -> dict[Function, list[tuple[Function, CallLike]]]:
        """The calls that may enter a function, those by the library too."""
        points = self._points
        found: dict[Function, list[tuple[Function, CallLike]]] = {}
        for caller in points.functions:
            for instr in filter(is_call, points.instrs(caller)):
                for target in dict.fromkeys(points.entered(caller, instr)):
                    found.setdefault(target, []).append((caller, instr))
        return found


def is_call(instr: Instr | None) -> TypeGuard[CallLike]:
    """Is it a call of any kind?"""
    return isinstance(instr, Call | Invoke | CallBr)


def _keeps_a_tape(instr: Instr) -> bool:
    """Whether a block ends with a call of what holds the tapes of derivatives."""
    callee = instr.callee if isinstance(instr, Invoke) else None
    return isinstance(callee, GlobalRef) and callee.name.startswith("rz.tape.")
