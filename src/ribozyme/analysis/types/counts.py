"""Members of variables that hold a count only: no float and no address is ever stored there.

    std::list<V> l;         %l = alloca %"class.std::list"       { next, prev, size }
    l.push_back(v)          size = size + 1, by the variable's own place
    l.front() = v           v copied behind `next`, which leads to %l itself where the list is
                            empty: into `size`, for all that points-to knows

An access through an address that may lead to such a member or elsewhere is taken to be elsewhere.
A count is an integer of eight bytes by the variable's type, in no union. Each direct access loads
it, adds to it or compares it, and stores the result or a constant. No unknown code knows its
address.

Invariant: no program counts directly in a member and stores the bits of a float or an address
there through an address that may lead elsewhere. Where these bits are those of a number with a
derivative, run-time guards ask for it (`transform.checks.guards`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final, final

from ribozyme.analysis.types.bytes import Bytes, Place
from ribozyme.analysis.types.member_types import integers
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    Alloca,
    AtomicRMW,
    Call,
    CallBr,
    CallLike,
    Cast,
    CmpXchg,
    Compare,
    Computation,
    IBinary,
    Invoke,
    Load,
    Phi,
    Select,
    Silent,
    Store,
    VAArg,
)
from ribozyme.ir.module import Function, GlobalVariable
from ribozyme.ir.values import ConstInt, Local, Value
from ribozyme.rules.memory import MemoryCopy, Reallocation, Sorting
from ribozyme.rules.names import Math

_SIZE: Final = 8

Member = tuple[int, int]  # the object, and where in it


@final
class Counts:
    """The counts of a program; complete when built."""

    def __init__(self, bytes: Bytes) -> None:
        self._bytes = bytes
        self._points = bytes.points
        self._maybe = frozenset(self._members())
        self._starts: defaultdict[int, list[int]] = defaultdict(list)
        self._with: defaultdict[Member, set[Member]] = defaultdict(set)  # counts only if these are
        self._found: set[Member] = set()
        for owner, at in sorted(self._maybe):
            self._starts[owner].append(at)
        if self._maybe:
            self._look()

    def __bool__(self) -> bool:
        """Whether there are some."""
        return bool(self._found)

    def elsewhere(self, places: tuple[Place, ...], size: int | None) -> tuple[Place, ...]:
        """The places of an access of some bytes, without the counts where it may be elsewhere."""
        if not self._found:
            return places
        return tuple(place for place in places if not self._is_count(place, size)) or places

    def meets(self, places: tuple[Place, ...], size: int) -> bool:
        """Whether an access of some bytes may be one of a count."""
        return bool(self._found) and any(self._is_count(place, size) for place in places)

    def is_direct(self, places: tuple[Place, ...]) -> bool:
        """Whether an access is one of counts."""
        return bool(places) and all(self._is_count(place, _SIZE) for place in places)

    def _is_count(self, place: Place, size: int | None) -> bool:
        owner, at, stride = place
        if stride or (owner, at) not in self._found:
            return False
        return size == _SIZE or self._points.table.objects[owner].size == at + _SIZE

    # ---- the variables -----------------------------------------------------------------------

    def _members(self) -> Iterator[Member]:
        """Integers by the types of variables that only this code knows."""
        for function in self._points.functions:
            for instr in function.shaped(Alloca):
                if instr.count is None:
                    places = self._bytes.places(function, instr.result)
                    yield from self._typed(places, instr.allocated)
        for name, object in self._points.constraints.globals.items():
            variable = self._points.program.named(name)
            if isinstance(variable, GlobalVariable):
                yield from self._typed(((self._bytes.name(object.id), 0, 0),), variable.type)

    def _typed(self, places: tuple[Place, ...], type: ty.Type) -> Iterator[Member]:
        for owner, offset, stride in places:
            known = self._points.outside >> owner & 1 or self._points.table.is_coarse(owner)
            if not known and stride == 0:
                yield from ((owner, offset + at) for at in integers(self._bytes.layout, type))

    # ---- what is done with them --------------------------------------------------------------

    def _look(self) -> None:
        """Go through the program once."""
        counted: set[Member] = set()
        others: set[Member] = set()
        for function in self._points.functions:
            for instr in self._points.instrs(function):
                match instr:
                    case Load(result=value, pointer=pointer) | Store(value=value, pointer=pointer):
                        members = self._own(function, pointer)
                        if value.type is not ty.I64 or not members:
                            size = self._bytes.layout.size(value.type)
                            others.update(self._covered(function, pointer, size))
                        elif self._counts(function, instr, members):
                            counted |= members if isinstance(instr, Load) else set()
                        else:
                            others |= members
                    case AtomicRMW(pointer=pointer) | CmpXchg(pointer=pointer):
                        others |= self._own(function, pointer)
                    case Call() | Invoke() | CallBr():
                        others.update(self._given(function, instr))
                    case _:
                        _rest: Computation | Silent | VAArg = instr
        self._found = counted - self._connected(others | (self._maybe - counted))

    def _own(self, function: Function, pointer: Value) -> set[Member]:
        """The members that an address leads to, where it leads to nothing else."""
        places = self._bytes.places(function, pointer)
        found = {(owner, at) for owner, at, stride in places if stride == 0}
        return found if len(found) == len(places) and found <= self._maybe else set()

    def _counts(self, function: Function, access: Load | Store, members: set[Member]) -> bool:
        """Whether an integer is loaded to be counted with, or one that was is stored."""
        first = min(members)
        for other in members:
            self._connect(first, other)
        if isinstance(access, Load):
            return self._is_counted(function, access.result, first)
        return self._is_sum(function, access.value, first)

    def _is_counted(self, function: Function, loaded: Local, member: Member) -> bool:
        """Whether an integer is added to, compared, or goes from count to count."""
        work, seen = [loaded], {loaded}
        while work:
            value = work.pop()
            for _, user in function.uses[value.id]:
                match user:
                    case IBinary(op="add" | "sub") | Compare() | Cast(op="sitofp" | "uitofp"):
                        pass
                    case Phi(result=result) | Select(result=result):
                        if result not in seen:
                            seen.add(result)
                            work.append(result)
                    case Store(pointer=pointer) if members := self._own(function, pointer):
                        self._connect(member, min(members))
                    case _:
                        return False
        return True

    def _is_sum(self, function: Function, stored: Value, member: Member) -> bool:
        """Whether an integer is a constant, a sum, or another count."""
        work, seen = [stored], {stored}
        while work:
            value = work.pop()
            if isinstance(value, ConstInt):
                continue
            match function.definition(value):
                case IBinary(op="add" | "sub"):
                    pass
                case Phi() | Select() as choice:
                    parts = (
                        [part for part, _ in choice.incoming]
                        if isinstance(choice, Phi)
                        else [choice.then, choice.otherwise]
                    )
                    work += [part for part in parts if part not in seen]
                    seen.update(parts)
                case Load(pointer=pointer) if members := self._own(function, pointer):
                    self._connect(member, min(members))
                case _:
                    return False
        return True

    def _covered(self, function: Function, pointer: Value, size: int | None) -> Iterator[Member]:
        """The members that bytes are accessed over by an address that leads nowhere else."""
        places = self._bytes.places(function, pointer)
        if any(stride or owner not in self._starts for owner, _, stride in places):
            return
        for owner, at, _ in places:
            for start in self._starts[owner]:
                if start + _SIZE > at and (size is None or start < at + size):
                    yield owner, start

    def _given(self, function: Function, call: CallLike) -> Iterator[Member]:
        """The members that are copied over, or that library functions may write to."""
        known = self._points.behaviour(call)
        match known.meaning if known is not None else None:
            case MemoryCopy(target=target, source=source, size=size):
                length = call.args[size]
                bytes = length.value if isinstance(length, ConstInt) else None
                yield from self._covered(function, call.args[target], bytes)
                yield from self._covered(function, call.args[source], bytes)
            case Reallocation(pointer=pointer):
                yield from self._covered(function, call.args[pointer], None)
            case None | Math() | Sorting():
                for index in known.writes if known is not None else ():
                    for owner, _, _ in self._bytes.places(function, call.args[index]):
                        yield from ((owner, at) for at in self._starts.get(owner, ()))
            case _:
                pass

    def _connect(self, one: Member, other: Member) -> None:
        """Both are counts, or neither is."""
        self._with[one].add(other)
        self._with[other].add(one)

    def _connected(self, members: set[Member]) -> set[Member]:
        """Members, and those that are what they are."""
        work, found = list(members), set(members)
        while work:
            for other in self._with[work.pop()] - found:
                found.add(other)
                work.append(other)
        return found
