"""Words that are an address at one time and a number at another, where they go as one of these.

    %p = load ptr, ptr %w                    %w: the member of a union, a double or an address
    call void @f(ptr %p, i32 %tag)           in f it is stored where it is read as a double

An address carries no derivative, and a number no shadow: what the word has of the other sort would
be lost on the way. What is found here are the values in between, from the words of memory that are
both to the words that are both. Integers are words, too, which may be both themselves: they go from
where they are made to where they are taken for one of the two, or for a plain integer.

    %w = phi i64 [ %bits, %a ], [ %address, %b ]   …   %x = bitcast i64 %w to double

A number that points-to says may be an address is one of them, whatever memory it lies in:

    %d = load double, ptr %slot     an address was stored there; %d is handed to a function

`carried` takes them through memory, where a word can be either; `punned` refuses the rest.

Invariant: what the source's types say of an access (`!tbaa`) is right.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, TypeGuard, final

from ribozyme.analysis.declared import may_point
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    Call,
    Cast,
    Compare,
    ExtractValue,
    InsertValue,
    Instr,
    Invoke,
    Load,
    Ret,
    Store,
)
from ribozyme.ir.module import Function
from ribozyme.ir.values import ConstInt, GlobalRef, Local, Value
from ribozyme.rules.memory import MemoryCopy
from ribozyme.transform.bitways import is_wide, to_a_float, words_behind
from ribozyme.transform.shape import scalars

if TYPE_CHECKING:
    from ribozyme.transform.facts import ProgramFacts

Place = tuple[Function, Local]


@final
class Words:
    """The words of a program that matter to its derivative."""

    def __init__(self, facts: ProgramFacts) -> None:
        self._facts = facts
        self._points = facts.pointsto
        self._layout = facts.program.layout
        self._before: dict[Place | int, list[Place | int]] = {}
        self._stored: dict[Store, tuple[Function, int]] = {}
        self._ends: dict[Place | int, None] = {}
        self._last: set[Store] = set()
        self._taken: dict[Instr, Place] = {}
        self._forward()
        found = self._back()
        self.found = {place for place in found if not isinstance(place, int)}
        """All values on the way to where somebody reads the words as the other sort."""
        self.stores = {
            store: function
            for store, (function, memory) in self._stored.items()
            if store in self._last or memory in found
        }
        """Where they are stored on the way, and at its end, and in which function."""
        self.turns = {instr for instr, place in self._taken.items() if place in self.found}
        """What takes an integer that is a word for a number, an address, or an integer."""
        self._wanted = self._needed()

    def is_needed(self, function: Function, word: Local | None) -> bool:
        """Whether something may come of an integer that is a word, as an integer."""
        if word is None:
            return False
        place = function, word
        return place in self._wanted or place not in self._before

    def is_given_up(self, function: Function, word: Value) -> bool:
        """Whether an integer is made of words that nobody wants as integers: what it is, only
        slots tell."""
        if not isinstance(word, Local) or not _is_integer((function, word)):
            return False
        place = function, word
        return bool(self._before.get(place)) and place not in self._wanted

    def integers_in(self, function: Function, value: Value) -> Iterator[tuple[int, ...]]:
        """The paths to the integers in a value that may be numbers, and may be addresses."""
        image = self._facts.typing.value(function, value)
        for path, part, offset in scalars(self._layout, value.type):
            if part is ty.I64 and image.is_mixed(offset):
                yield path

    def _forward(self) -> None:
        """Follow the words from where they are loaded or copied."""
        work: list[Place | int] = [
            (function, load.result)
            for function, load in self._loads
            if self._matters(function, load.pointer) and self._mixed(function, load)
        ]
        for function, target, source, size in self._copies:
            if self._matters(function, source) and self._is_mixed(function, source, size):
                work.append(self._memory(function, target))
        work += self._integers()
        self._before = {place: [] for place in work}
        while work:
            place = work.pop()
            for after in self._after(place):
                if after not in self._before:
                    self._before[after] = []
                    work.append(after)
                self._before[after].append(place)

    def _integers(self) -> Iterator[Place]:
        """The integers that may be numbers, and may be addresses."""
        for function in self._points.functions:
            values = [param.local for param in function.params]
            values += [i.result for i in self._points.instrs(function) if i.result is not None]
            for value in values:
                if self._is_either(function, value):
                    yield function, value

    def _is_either(self, function: Function, value: Local) -> bool:
        """Whether an integer that matters, or one in a struct, may be a number or an address.

        An address without a shadow matters, too: where a word may be either, its own bits are what
        stands for it beside the word, and a number that took its place would leave none.
        """
        inner = ty.scalar(value.type)
        if not isinstance(inner, ty.IntType | ty.StructType):
            return False
        image = None
        for offset, part in self._words(value.type):
            if part is ty.I64:
                image = image or self._facts.typing.value(function, value)
                if image.is_mixed(offset):
                    leads = bool(self._points.mask(function, value))
                    return leads or self._facts.function(function).active(value)
        return False

    def _needed(self) -> set[Place]:
        """The words that are used as integers, and those which these are made of."""
        work = [place for place in self._before if _is_integer(place) and self._is_needed(*place)]
        found = set(work)
        while work:
            for before in self._before[work.pop()]:
                if _is_integer(before) and before not in found:
                    found.add(before)
                    work.append(before)
        return found

    def _is_needed(self, function: Function, word: Local) -> bool:
        """Whether something uses a word that nothing else is put in the place of."""
        for _, user in function.uses[word.id]:
            match user:
                case Store(value=value) if value is word and user in self.stores:
                    pass
                case Call() | Invoke():
                    callee = user.callee
                    named = isinstance(callee, GlobalRef) and callee.name
                    if not all(f.name == named for f in self._points.known_targets(function, user)):
                        return True
                    if not self._points.known_targets(function, user):
                        return True
                case Ret() | InsertValue() | ExtractValue():
                    pass
                case _ if user in self.turns:
                    pass
                case _ if takes(user):  # in itself the word is of one sort: it is read as it is
                    return True
                case _ if word in words_behind(user):
                    pass
                case _:
                    return True
        return False

    def _back(self) -> set[Place | int]:
        work = list(self._ends)
        found = set(work)
        while work:
            for before in self._before[work.pop()]:
                if before not in found:
                    found.add(before)
                    work.append(before)
        return found

    @cached_property
    def _loads(self) -> list[tuple[Function, Load]]:
        """The loads for which nothing says what they load."""
        return [
            (function, instr)
            for function in self._points.functions
            for instr in self._points.instrs(function)
            if isinstance(instr, Load) and self._unsure(function, instr)
        ]

    @cached_property
    def _copies(self) -> list[tuple[Function, Value, Value, int | None]]:
        """What is copied from memory to memory: function, target, source, size if it is known."""
        found: list[tuple[Function, Value, Value, int | None]] = []
        for function in self._points.functions:
            for call in self._facts.program.calls(function):
                copy = self._points.assumed(function, call).meaning
                if isinstance(copy, MemoryCopy):
                    size = call.args[copy.size]
                    known = size.value if isinstance(size, ConstInt) else None
                    found.append((function, call.args[copy.target], call.args[copy.source], known))
        return found

    def _matters(self, function: Function, pointer: Value) -> bool:
        """Whether there may be active numbers, or addresses with shadows, behind an address."""
        varied = self._facts.activity.varied_memory(function, pointer)
        return varied or self._facts.function(function).shadowed(pointer)

    def _memory(self, function: Function, pointer: Value) -> int:
        """The objects behind an address, as a bit set."""
        return self._points.aliases(self._points.mask(function, pointer))

    @cached_property
    def _loaded(self) -> dict[int, list[Place]]:
        """What is loaded, by the objects that it may be loaded from."""
        found: dict[int, list[Place]] = {}
        for function, load in self._loads:
            mask = self._points.mask(function, load.pointer)
            found.setdefault(mask, []).append((function, load.result))
        return found

    @cached_property
    def _moved(self) -> dict[int, dict[int, bool]]:
        """Where copies lead, by the objects they are made from; whether any is of mixed words."""
        found: dict[int, dict[int, bool]] = {}
        for function, target, source, size in self._copies:
            to = found.setdefault(self._points.mask(function, source), {})
            memory = self._memory(function, target)
            to[memory] = to.get(memory, False) or self._is_mixed(function, target, size)
        return found

    def _words(self, type: ty.Type) -> list[tuple[int, ty.Type]]:
        """The addresses, doubles and integers of their size in a value, by offset."""
        found: list[tuple[int, ty.Type]] = []
        for _, part, offset in scalars(self._layout, type):
            if is_wide(part):
                found += ((offset + 8 * index, part.element) for index in range(part.count))
            elif ty.is_pointer(part) or part in (ty.DOUBLE, ty.I64):
                found.append((offset, part))
        return found

    def _unsure(self, function: Function, access: Load | Store) -> bool:
        """Whether what is accessed as one sort might be another, for all that its tag says."""
        value = access.value if isinstance(access, Store) else access.result
        told = self._facts.typing.is_told
        return self._leads(function, value) or any(
            not told(access.meta, part) for _, part in self._words(value.type)
        )

    def _leads(self, function: Function, value: Value) -> bool:
        """Whether a number may be the bits of an address."""
        return not may_point(value.type) and bool(self._points.mask(function, value))

    def _mixed(self, function: Function, access: Load | Store) -> bool:
        """Whether numbers and addresses lie where one of them is accessed."""
        value = access.value if isinstance(access, Store) else access.result
        type = value.type
        if isinstance(access, Load) and self._leads(function, value):
            return True
        image = self._facts.typing.memory(function, access.pointer, self._layout.size(type))
        return any(image.is_mixed(offset) for offset, _ in self._words(type))

    def _is_mixed(self, function: Function, pointer: Value, size: int | None) -> bool:
        """Whether numbers and addresses lie in one word of what is copied."""
        image = self._facts.typing.memory(function, pointer, size)
        return any(map(image.is_mixed, range(len(image.marks))))

    def _after(self, place: Place | int) -> Iterator[Place | int]:
        """Where a word goes on to; in memory it is known by the objects it may be in."""
        if isinstance(place, int):
            for mask, loaded in self._loaded.items():
                if mask & place:
                    yield from loaded
            for mask, targets in self._moved.items():
                if mask & place:
                    yield from targets
                    if any(targets.values()):
                        self._ends[place] = None
            return
        function, word = place
        taken = word.type is ty.I64 and self._is_either(function, word)
        for _, user in function.uses[word.id]:
            if taken and takes(user):
                self._ends[place] = None
                self._taken[user] = place
            match user:
                case Store(value=value, pointer=pointer) if value is word:
                    if self._unsure(function, user):
                        if self._mixed(function, user):
                            self._ends[place] = None
                            self._last.add(user)
                        memory = self._memory(function, pointer)
                        self._stored[user] = (function, memory)
                        yield memory
                case Call() | Invoke():
                    for callee in self._points.known_targets(function, user):
                        for param, given in zip(callee.params, user.args, strict=False):
                            if given is word:
                                yield callee, param.local
                case Ret():
                    for caller, call in self._points.callers.get(function, ()):
                        if call.result is not None:
                            yield caller, call.result
                case InsertValue(result=result):
                    yield function, result
                case ExtractValue(result=result) if self._words(result.type):
                    yield function, result
                case _ if user.result is not None and word in words_behind(user):
                    yield function, user.result
                case _:
                    pass


def _is_integer(place: Place | int) -> TypeGuard[Place]:
    """Whether a word is an integer, or in a struct: an address or a number is what it is."""
    if isinstance(place, int):
        return False
    type = place[1].type
    return isinstance(ty.scalar(type), ty.IntType) or isinstance(type, ty.StructType)


def takes(user: Instr) -> bool:
    """Whether an instruction takes an integer for a number, an address, or a plain integer."""
    match user:
        case Cast(op="inttoptr" | "sitofp" | "uitofp") | Compare(op="icmp"):
            return True
        case _:
            return to_a_float(user)
