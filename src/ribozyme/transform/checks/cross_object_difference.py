"""Run-time guard: a difference of addresses of two objects must not become part of an address.

    d = ptrtoint %p - ptrtoint %q
    r = getelementptr i8, ptr %q, i64 d      →   if (%p.sh - %q.sh != %p - %q) throw

Within one object two shadows have the same distance as the two addresses, and any use of the
difference is right. The shadows of two objects have another distance. Which case it is, is known
at run time. It matters only if the difference becomes part of an address, on any path:

    node->next = d;  …  (char *)node + node->next        asked where it is stored

There is no guard for a difference that is compared, or divided and printed. Nor is there one
within a single object: between an address and the same address plus a number, or within one
variable. An address that is used by selects only is guarded where a select takes it:

    select (%d ult 32), (getelementptr i8, ptr %q, i64 %d), ptr %p

Invariant: differences are followed through arithmetic, selects, memory, calls and results. Where
both operands are integers, or a difference and an address, points-to follows them as addresses,
and the shadow of the result is right (`masked_shadows`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Final, final

from ribozyme.analysis.pointsto.objects import Kind
from ribozyme.ir import types as ty
from ribozyme.ir.build import i64
from ribozyme.ir.instrs import (
    Call,
    CallLike,
    Cast,
    CondBr,
    Freeze,
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
from ribozyme.ir.values import TRUE, Local, Value
from ribozyme.rules.memory import MemoryCopy

if TYPE_CHECKING:
    from ribozyme.transform.core.body import Body
    from ribozyme.transform.core.facts import ProgramFacts

_CODE: Final = "RZ405"
_MESSAGE: Final = (
    "an address is made of the distance between two blocks: their shadows have another"
)
_ONE: Final = (Kind.ALLOCA, Kind.GLOBAL)

_KEEPING: Final = ("trunc", "zext", "sext", "sitofp", "uitofp", "fptosi", "fptoui")

Distance = tuple[Value, Value]
"""Two addresses, as integers."""
Use = tuple[Distance, int | Local | None]
"""A distance that is used, if a jump goes to a block, or a choice takes a value."""
Node = tuple[Function, Local] | int
"""A value, or the objects in which one is stored, as a bit set."""


def guard_distances(s: Body, instr: Instr) -> None:
    """Before an instruction: leave where it makes use of the distance of two blocks."""
    b = s.b
    for (one, other), target in s.facts.whole.afar.at(instr):
        own = b.sub(s.value(one), s.value(other))
        for left, right in zip(s.alongside(one), s.alongside(other), strict=True):
            apart = b.icmp("ne", b.sub(left, right), own)
            for shadow in (left, right):  # a number among addresses has none
                apart = b.ibinary("and", apart, b.icmp("ne", shadow, i64(0)))
            if isinstance(instr, CondBr | Select) and instr.then != instr.otherwise:
                taken = s.value(instr.condition)
                if target == instr.otherwise:
                    taken = b.ibinary("xor", taken, TRUE)
                apart = b.ibinary("and", apart, taken)
            there, on = b.block(), b.block()
            b.cond_br(apart, there, on)
            b.at(there)
            s.emission.trap(b, s.facts, instr, _MESSAGE, refused=_CODE)
            b.at(on)


@final
class Afar:
    """The distances of a program that become parts of addresses; complete when built."""

    def __init__(self, facts: ProgramFacts) -> None:
        self._facts = facts
        self._points = facts.pointsto
        self._uses: list[tuple[Function, Instr, Use, Node | None]] = []
        self._before: defaultdict[Node | None, set[Node]] = defaultdict(set)
        self._seen: set[Node] = set()
        self._work: list[Node] = []
        for function, sum in self._distances():
            self._follow(function, sum.result, (sum.lhs, sum.rhs))
        while self._work:
            self._spread(self._work.pop())
        leading = self._leading()
        self._at: dict[Instr, dict[Use, None]] = {}
        users: list[Function] = []
        for function, instr, use, to in self._uses:
            if to in leading:
                self._at.setdefault(instr, {})[use] = None
                users.append(function)
        self._users = self._points.calling(users)

    def at(self, instr: Instr) -> tuple[Use, ...]:
        """The distances that an instruction makes use of."""
        return tuple(self._at.get(instr, ()))

    def concerns(self, function: Function, call: CallLike) -> bool:
        """Whether a call comes to where distances are used."""
        users = self._users
        return bool(users) and any(f in users for f in self._points.known_targets(function, call))

    # ---- where distances come from ---------------------------------------------------------------

    def _distances(self) -> Iterator[tuple[Function, IBinary]]:
        for function in self._points.functions:
            for instr in self._points.instrs(function):
                if isinstance(instr, IBinary) and instr.op == "sub" and instr.lhs.type is ty.I64:
                    lhs, rhs = instr.lhs, instr.rhs
                    if self._may_be_apart(function, lhs, rhs):
                        yield function, instr

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
        bases = _bases(function, one) | _bases(function, other)
        return len(bases) > 1

    # ---- where they go ---------------------------------------------------------------------------

    def _follow(self, function: Function, start: Local, distance: Distance) -> None:
        """All that is computed from a distance in its function, and where that goes."""
        work, seen = [start], {start}
        while work:
            for to in self._used(function, work.pop(), distance):
                if to not in seen:
                    seen.add(to)
                    work.append(to)

    def _used(self, function: Function, value: Local, distance: Distance) -> Iterator[Local]:
        """What is computed from a value in turn; what else becomes of it is noted."""
        for at, user in function.uses[value.id]:
            for to, before in self._gone(function, value, user):
                if isinstance(to, Local):
                    yield to
                    continue
                self._reach(to)
                if before is not None:
                    asked: list[tuple[Instr, int | Local | None]]
                    asked = [(function.blocks[before].terminator, at)]
                else:
                    asked = [(user, None)] if to is not None else _taking(function, user)
                self._uses += ((function, instr, (distance, if_), to) for instr, if_ in asked)

    def _spread(self, node: Node) -> None:
        """Where a value goes that was handed on, in its function and out of it."""
        if isinstance(node, int):
            for function, result, mask in self._loads:
                if mask & node:
                    self._reach((function, result), node)
            for source, target in self._copies:
                if source & node:
                    self._reach(target, node)
            return
        function, value = node
        for _, user in function.uses[value.id]:
            for to, _ in self._gone(function, value, user):
                self._reach((function, to) if isinstance(to, Local) else to, node)

    def _reach(self, to: Node | None, before: Node | None = None) -> None:
        if before is not None:
            self._before[to].add(before)
        if to is not None and to not in self._seen:
            self._seen.add(to)
            self._work.append(to)

    def _gone(
        self, function: Function, value: Local, user: Instr
    ) -> Iterator[tuple[Local | Node | None, int | None]]:
        """What a user makes of a distance: a value of the same turn, one elsewhere, or an address
        (None); of a phi, the block at whose end it is decided, too."""
        points = self._points
        match user:
            case Gep(base=base, result=result):
                if base is not value and self._facts.function(function).shadowed(result):
                    yield None, None
            case IBinary(lhs=lhs, rhs=rhs, result=result):
                other = rhs if lhs is value else lhs
                if not points.mask(function, other):
                    yield result, None
                elif not points.mask(function, value) and user.op in ("add", "sub", "or"):
                    yield None, None
            case Cast(op="inttoptr"):
                if not points.mask(function, value):
                    yield None, None
            case Cast(op=op, result=result) if op in _KEEPING:
                yield result, None
            case Freeze(result=result):
                yield result, None
            case Select(condition=condition, result=result) if condition is not value:
                yield result, None
            case Phi(result=result, incoming=incoming):
                for inner, block in incoming:
                    if inner is value:
                        yield (function, result), block
            case Store(value=stored, pointer=pointer) if stored is value:
                yield points.aliases(points.mask(function, pointer)), None
            case Call() | Invoke():
                for target in points.known_targets(function, user):
                    for arg, param in zip(user.args, target.params, strict=False):
                        if arg is value and not target.is_declaration:
                            yield (target, param.local), None
            case Ret():
                for caller, call in points.callers.get(function, ()):
                    if call.result is not None:
                        yield (caller, call.result), None
            case _:
                return

    @cached_property
    def _loads(self) -> list[tuple[Function, Local, int]]:
        """The integers that are loaded, and the objects out of which, as a bit set."""
        return [
            (function, instr.result, self._points.mask(function, instr.pointer))
            for function in self._points.functions
            for instr in self._points.instrs(function)
            if isinstance(instr, Load) and ty.is_integer(instr.result.type)
        ]

    @cached_property
    def _copies(self) -> list[tuple[int, int]]:
        """The objects that are copied from, and to, as bit sets."""
        points, found = self._points, list[tuple[int, int]]()
        for function in points.functions:
            for call in points.program.calls(function):
                known = points.behaviour(call)
                if known is not None and isinstance(copy := known.meaning, MemoryCopy):
                    ends = (
                        points.mask(function, call.args[at]) for at in (copy.source, copy.target)
                    )
                    source, target = map(points.aliases, ends)
                    found.append((source, target))
        return found

    def _leading(self) -> set[Node | None]:
        """Where a distance becomes part of an address in the end."""
        found: set[Node | None] = {None}
        work: list[Node | None] = [None]
        while work:
            for before in self._before[work.pop()]:
                if before not in found:
                    found.add(before)
                    work.append(before)
        return found


def _taking(function: Function, made: Instr) -> list[tuple[Instr, int | Local | None]]:
    """Where it is asked about an address, and of which choice it is part there."""
    assert made.result is not None
    users = [user for _, user in function.uses[made.result.id]]
    if users and all(isinstance(u, Select) and u.condition is not made.result for u in users):
        return [(user, made.result) for user in users]
    return [(made, None)]


def _bases(function: Function, value: Value) -> set[Value]:
    """What an address is moved from, by numbers, in its function."""
    work, seen, found = [value], {value}, set[Value]()
    while work:
        part = work.pop()
        instr = function.definitions[part.id] if isinstance(part, Local) else None
        match instr:
            case Gep(base=base):
                more: tuple[Value, ...] = (base,)
            case Cast(op="ptrtoint" | "inttoptr" | "bitcast", value=inner) | Freeze(value=inner):
                more = (inner,)
            case Phi(incoming=incoming):
                more = tuple(inner for inner, _ in incoming)
            case Select(then=then, otherwise=otherwise):
                more = (then, otherwise)
            case _:
                found.add(part)
                continue
        work += [inner for inner in more if inner not in seen]
        seen.update(more)
    return found
