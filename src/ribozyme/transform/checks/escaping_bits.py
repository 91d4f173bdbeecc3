"""Bits that may be an address at run time, where they are lost sight of: which values, and where to
ask.

Of two sorts of values facts alone do not say whether their bits matter:

    d = ptrtoint %p - ptrtoint %q        the distance of %p and %q, perhaps of two blocks
    %v = load double, ptr %u             a member of a union, perhaps an address now

Within one block two shadows have the same distance as the two addresses. The shadows of two blocks
have another, so an address made of it has no shadow. And nothing follows an address that goes as a
number. Both are harmless unless the bits become an address again: `Untracked` finds from which
values they may. Of those it is asked at run time, where they leave the values that are computed
together with them: a store, a call, a result, the end of a block, or an address.

    r = getelementptr i8, ptr %q, i64 d  →   if (%p.sh - %q.sh != %p - %q) throw
    store double (fneg %v), ptr %w       →   if (%v is the bits of an address) throw

There is no guard for a distance that is compared, or divided and printed. Nor is there one within a
single object: between an address and the same address plus a number, or within one variable.
What is chosen (`select`) is guarded if it was.

Invariant: a distance that becomes part of an address is one within a block, or points-to follows
both addresses (`masked_shadows`); bits that go as a number are those of a number.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple, final

from ribozyme.analysis.declared.marks import POINTER
from ribozyme.analysis.pointsto.objects import Kind
from ribozyme.analysis.provenance.provenance import Untracked
from ribozyme.analysis.provenance.survival import computed
from ribozyme.ir import types as ty
from ribozyme.ir.address_origins import origins, through_integers
from ribozyme.ir.instrs import (
    AtomicRMW,
    Call,
    CallBr,
    Cast,
    CmpXchg,
    CondBr,
    FBinary,
    FNeg,
    Gep,
    IBinary,
    Instr,
    Invoke,
    Load,
    Phi,
    Ret,
    Select,
    Store,
)
from ribozyme.ir.module import Function
from ribozyme.ir.values import Local, Value
from ribozyme.rules.names import Math
from ribozyme.transform.checks.questions import Asked, Choice, Choices, Distance, Number, Question

if TYPE_CHECKING:
    from ribozyme.transform.core.facts import ProgramFacts

_ONE: Final = (Kind.ALLOCA, Kind.GLOBAL)


@final
class Source(NamedTuple):
    """The value whose bits a question is about."""

    function: Function
    instr: Instr
    value: Local
    question: Question


@final
class EscapingBits:
    """What is asked about such bits, by instruction; complete when built."""

    def __init__(self, facts: ProgramFacts) -> None:
        self._facts = facts
        self._points = facts.pointsto
        self._at: dict[Instr, dict[Asked, None]] = {}
        self.users: set[Function] = set()
        for source in self._mattering((*self._distances(), *self._numbers())):
            self.users.add(source.function)
            self._place(source)

    def __bool__(self) -> bool:
        """Whether anything is asked."""
        return bool(self._at)

    def at(self, instr: Instr) -> tuple[Asked, ...]:
        """What is asked before an instruction."""
        return tuple(self._at.get(instr, ()))

    # ---- values in question ----------------------------------------------------------------------

    def _distances(self) -> Iterator[Source]:
        for function in self._points.functions:
            for instr in self._points.shaped(function, IBinary):
                if instr.op == "sub" and instr.lhs.type is ty.I64:
                    lhs, rhs = instr.lhs, instr.rhs
                    if self._may_be_apart(function, lhs, rhs):
                        yield Source(function, instr, instr.result, Distance(lhs, rhs))

    def _may_be_apart(self, function: Function, one: Value, other: Value) -> bool:
        """Whether two integers may be addresses in two blocks, of which one has a shadow."""
        points = self._points
        masks = points.mask(function, one), points.mask(function, other)
        view = self._facts.function(function)
        if not (all(masks) and (view.shadowed(one) or view.shadowed(other))):
            return False
        if masks[0] == masks[1] and masks[0].bit_count() == 1:
            (object,) = points.members(masks[0])
            if object.kind in _ONE and function not in points.recursive:
                return False
        bases = (set(origins(function, each, through_integers)) for each in (one, other))
        return len(set.union(*bases)) > 1

    def _numbers(self) -> Iterator[Source]:
        """Doubles that may have the bits of an address that is not followed through them."""
        concern = self._facts.concerned
        follows = self._points.constraints.may_hold(ty.DOUBLE)
        computing = (FBinary, FNeg, Call, Invoke, CallBr) if follows else ()
        for function in self._points.functions:
            for instr in self._points.shaped(function, Load, *computing):
                match instr:
                    case Load(result=result, pointer=pointer) if _is_double(result.type):
                        if self._may_be_address(function, pointer, result) & concern:
                            yield Source(function, instr, result, Number(result))
                    case FBinary() | FNeg() | Call() | Invoke() | CallBr():
                        if instr.result is None or not _is_double(instr.result.type):
                            continue
                        for value in self._of(function, instr):
                            if _is_double(value.type) and self._mask(function, value) & concern:
                                yield Source(function, instr, instr.result, Number(value))
                    case _:
                        pass

    def _may_be_address(self, function: Function, pointer: Value, result: Local) -> int:
        """The objects to which the bits of a number may lead that is loaded as such."""
        size = self._facts.layout.size(result.type)
        found = self._points.led_to(function, pointer, size) & ~self._mask(function, result)
        if not found:
            return 0
        image = self._facts.typing.memory(function, pointer, size)
        return found if any(mark & POINTER for mark in image.marks) else 0

    def _mask(self, function: Function, value: Value) -> int:
        return self._points.mask(function, value)

    # ---- where their bits matter -----------------------------------------------------------------

    def _mattering(self, sources: tuple[Source, ...]) -> list[Source]:
        """The values whose bits may become an address, or part of one."""
        if not sources:
            return []
        numbers = sum(1 << n for n, s in enumerate(sources) if isinstance(s.question, Number))
        starts = [(s.function, s.instr, 1 << n) for n, s in enumerate(sources)]
        bits = Untracked(self._points, starts, survives=self._of)
        found = 0
        for function in self._points.functions:
            for instr in self._points.instrs(function):
                if isinstance(instr, Load) and ty.is_pointer(ty.scalar(instr.result.type)):
                    found |= bits.of(function, instr.result) & numbers
                for value in self._made_address(function, instr):
                    found |= bits.of(function, value)
        return [source for n, source in enumerate(sources) if found >> n & 1]

    def _of(self, function: Function, instr: Instr) -> tuple[Value, ...]:
        """The operands whose bits are in what an instruction computes, if that is no address."""
        match instr:
            case IBinary(lhs=lhs, rhs=rhs):
                pairs = ((lhs, rhs), (rhs, lhs))
                return tuple(one for one, other in pairs if not self._mask(function, other))
            case Gep() | Cast(op="inttoptr"):
                return ()
            case Call() | Invoke() | CallBr() if isinstance(self._points.meaning(instr), Math):
                return instr.args
            case _:
                return computed(instr)

    def _made_address(self, function: Function, instr: Instr) -> tuple[Value, ...]:
        """The operands that become an address here, or part of one, and are none themselves."""
        match instr:
            case Gep(indices=indices, result=result):
                return indices if self._facts.function(function).shadowed(result) else ()
            case IBinary(op="add" | "sub" | "or", lhs=lhs, rhs=rhs):
                one, other = self._mask(function, lhs), self._mask(function, rhs)
                return (lhs,) * (not one and bool(other)) + (rhs,) * (not other and bool(one))
            case Cast(op="inttoptr", value=value):
                return () if self._mask(function, value) else (value,)
            case _:
                return ()

    # ---- where it is asked -----------------------------------------------------------------------

    def _place(self, source: Source) -> None:
        """Ask where a value, or what is computed of it, leaves the values of its iteration."""
        function = source.function
        work: list[tuple[Local, Choices]] = [(source.value, ())]
        seen = {source.value}
        while work:
            value, chosen = work.pop()
            for at, user in function.uses[value.id]:
                for asked in self._leaves(function, value, at, user):
                    self._ask(asked[0], source.question, (*chosen, *asked[1]))
                for to, more in self._goes_on(function, value, user):
                    if to not in seen:
                        seen.add(to)
                        work.append((to, (*chosen, *more)))

    def _ask(self, instr: Instr, question: Question, choices: Choices) -> None:
        self._at.setdefault(instr, {})[Asked(question, choices)] = None

    def _goes_on(
        self, function: Function, value: Local, user: Instr
    ) -> Iterator[tuple[Local, Choices]]:
        """What is computed of a value beside it."""
        if isinstance(user, Phi) or user.result is None:
            return
        if isinstance(user, Select):
            if value is user.then and value is not user.otherwise:
                yield user.result, (Choice(user.condition, True),)
            elif value is user.otherwise and value is not user.then:
                yield user.result, (Choice(user.condition, False),)
            elif value is user.then:
                yield user.result, ()
        elif value in self._of(function, user):
            yield user.result, ()

    def _leaves(
        self, function: Function, value: Local, at: int, user: Instr
    ) -> Iterator[tuple[Instr, Choices]]:
        """Where a user takes a value elsewhere, or makes an address of it."""
        match user:
            case Phi(incoming=incoming):
                for inner, block in incoming:
                    if inner is value:
                        end = function.blocks[block].terminator
                        yield end, _taken(end, at)
            case Store(value=stored) | AtomicRMW(value=stored) | CmpXchg(new=stored):
                if stored is value:
                    yield user, ()
            case Ret():
                yield user, ()
            case Call() | Invoke() | CallBr():
                if any(not f.is_declaration for f in self._points.known_targets(function, user)):
                    yield user, ()
            case _:
                if value in self._made_address(function, user):
                    yield from _taking(function, user)


def _taken(end: Instr, target: int) -> Choices:
    """What a jump decides that goes to a block."""
    if not isinstance(end, CondBr) or end.then == end.otherwise:
        return ()
    return (Choice(end.condition, target == end.then),)


def _taking(function: Function, made: Instr) -> list[tuple[Instr, Choices]]:
    """Where it is asked about an address that is made, and of which choice it is part there."""
    assert made.result is not None
    users = [user for _, user in function.uses[made.result.id]]
    chosen = [user for user in users if isinstance(user, Select)]
    if not users or len(chosen) < len(users):
        return [(made, ())]
    if any(user.condition is made.result or user.then == user.otherwise for user in chosen):
        return [(made, ())]
    return [(user, (Choice(user.condition, user.then is made.result),)) for user in chosen]


def _is_double(type: ty.Type) -> bool:
    return ty.scalar(type) is ty.DOUBLE
