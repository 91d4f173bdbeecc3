"""The state of an outlined loop: the memory that an iteration may change and a later one may read.

    for (t) { for (i) v[i] = f(u[i], k[i]);  swap(u, v); }      the arrays of u and v, and the
                                                               record that carries both addresses

A snapshot has each region as a whole. Its size is known where it was allocated, from the arena, or
from the caller's arrays. What the loop only reads is in it where it is overwritten behind the loop
before the reverse sweep has run. Refused, with the line: effects that cannot happen twice; memory
whose extent nobody knows; blocks that are allocated in an iteration and live on; addresses that an
iteration stores, those in the record aside.

Invariant: the memory of a restored snapshot differs from what it was in the forward sweep in
nothing that an iteration reads before it writes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, final

from ribozyme.analysis.flow.cfg import flow
from ribozyme.analysis.flow.loops import loops
from ribozyme.analysis.memory.parallel import forks
from ribozyme.analysis.pointsto.objects import Kind, Object
from ribozyme.base.errors import Error
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Call, CallBr, CallLike, Instr, Invoke, Store
from ribozyme.ir.module import Function, GlobalVariable
from ribozyme.transform.checkpoint.outline import step_of
from ribozyme.transform.core.facts import ProgramFacts
from ribozyme.transform.core.refuse import refusal

NUMBERS, ADDRESSES = 0, 1
"""The parameters of an outlined loop that are its records."""


@final
@dataclass(frozen=True, slots=True)
class Region:
    """Memory of the state: of a size that is known, a block of the heap, or the caller's array.

    `place` is the parameter of the loop that leads to it, -1 for the variable `name`.
    """

    kind: Literal["fixed", "block", "array"]
    object: Object
    place: int
    bytes: int = 0
    name: str = ""


def state(whole: ProgramFacts, loop: Function) -> tuple[Region, ...]:
    """The regions of a snapshot; refuses a loop whose iterations cannot be repeated."""
    return _State(whole, loop).regions()


@final
class _State:
    def __init__(self, whole: ProgramFacts, loop: Function) -> None:
        self.whole = whole
        self.loop = loop
        self.points = whole.pointsto
        self.step = whole.module.functions[step_of(loop)]
        self.within = self._reached(self.step)
        self.born = self._born()
        self.calls = self.points.callers.get(loop, [])

    def regions(self) -> tuple[Region, ...]:
        whole, points = self.whole, self.points
        for function in sorted(self.within, key=lambda one: one.name):
            if forks(function) or function in whole.effects.parallel.functions:
                raise self._refused("threads run in it, or it runs in a thread")
            for instr in function.instrs():
                self._repeatable(function, instr)
        if any(points.holds(one) & self.born for one in self._lasting()):
            raise self._refused("memory that an iteration allocates is used by later ones")
        effect = whole.effects.function(self.step)
        later = whole.overwritten.after(self.loop)
        changed = effect.writes
        for one in points.members(effect.reads):
            if points.alias_mask(one) & later and not one.constant:
                changed |= 1 << one.id
        found = [self._region(one) for one in points.members(changed) if self._lasts(one)]
        numbers = points.mask(self.loop, self.loop.params[NUMBERS].local)
        if any(points.holds(one) for one in points.members(numbers)):
            raise self._refused("it carries an address in a number")
        return tuple(found)

    # ---- what is not part of it ----------------------------------------------------------------

    def _reached(self, function: Function) -> frozenset[Function]:
        found, work = {function}, [function]
        while work:
            one = work.pop()
            for call in self.points.program.calls(one):
                for target in self.points.entered(one, call):
                    if target not in found and not target.is_declaration:
                        found.add(target)
                        work.append(target)
        return frozenset(found)

    def _born(self) -> int:
        """Blocks that nothing but an iteration allocates."""
        callers = self.points.callers
        own = {
            function
            for function in self.within
            if function is self.step
            or all(caller in self.within for caller, _ in callers.get(function, []))
        }
        return sum(
            1 << one.id
            for one in self.points.objects
            if one.kind is Kind.HEAP and one.function in own
        )

    def _lasting(self) -> Iterator[Object]:
        return (one for one in self.points.objects if self._lasts(one))

    def _lasts(self, one: Object) -> bool:
        """Whether memory is there before and after an iteration."""
        if one.kind is Kind.ALLOCA:
            return one.function not in self.within
        return not self.born >> one.id & 1 and one.kind is not Kind.FUNCTION

    # ---- what cannot be repeated ---------------------------------------------------------------

    def _repeatable(self, function: Function, instr: Instr) -> None:
        effect = self.whole.effects.instr(function, instr)
        called = isinstance(instr, Call | Invoke | CallBr)
        if isinstance(instr, Call | Invoke | CallBr) and self._is_seen(function, instr):
            return  # its instructions are looked at themselves
        if effect.outside:
            raise self._refused("what is done here cannot be done twice", function, instr)
        if effect.ordered:
            raise self._refused("others may see what is done here", function, instr)
        if effect.frees & ~self.born:
            raise self._refused("memory of before the loop may be freed here", function, instr)
        if (called or isinstance(instr, Store)) and effect.stores_address:
            written = effect.writes & self.whole.activity.with_shadow & ~self._records
            for one in self.points.members(written):
                if self._lasts(one) and (not called or self.points.holds(one)):
                    raise self._refused("an address is stored here", function, instr)

    @cached_property
    def _records(self) -> int:
        """The record in which addresses are carried: its shadow is part of the state."""
        return self.points.mask(self.loop, self.loop.params[ADDRESSES].local)

    def _is_seen(self, function: Function, call: CallLike) -> bool:
        """Whether a call enters functions with bodies only."""
        targets = self.points.targets(function, call)
        return bool(targets) and all(not one.is_declaration for one in targets or ())

    def _refused(
        self, why: str, function: Function | None = None, instr: Instr | None = None
    ) -> Error:
        if function is None:
            function, instr = (
                self.loop,
                next(one for one in self.loop.instrs() if isinstance(one, Call)),
            )
        facts = self.whole.function(function)
        return refusal(facts, instr, "RZ219", f"the loop cannot be checkpointed: {why}")

    # ---- where it is ---------------------------------------------------------------------------

    def _region(self, one: Object) -> Region:
        if one.kind is Kind.GLOBAL:
            variable = self.whole.module.globals.get(one.name.removeprefix("@"))
            if isinstance(variable, GlobalVariable) and one.size is not None:
                return Region("fixed", one, -1, one.size, variable.name)
        place = self._place(one)
        if place is not None:
            match one.kind:
                case Kind.ALLOCA if one.size is not None and self._is_single(one):
                    return Region("fixed", one, place, one.size)
                case Kind.HEAP if self._is_single(one):
                    return Region("block", one, place)
                case Kind.ARGUMENT:
                    return Region("array", one, place)
                case _:
                    pass
        raise self._refused(f"nobody knows the extent of what it writes ({one.name})")

    def _place(self, one: Object) -> int | None:
        """A parameter that leads to an object and nothing else, to its beginning."""
        for place, param in enumerate(self.loop.params):
            if not ty.is_pointer(param.local.type):
                continue
            found = self.points.of(self.loop, param.local)
            if not found or any(to.object is not one for to in found):
                continue
            if one.kind is Kind.ARGUMENT or all(to.offset == to.stride == 0 for to in found):
                return place
        return None

    def _is_single(self, one: Object) -> bool:
        """Whether memory is one block while the loop runs."""
        if one.function is None or one.function in self.points.recursive or one.site is None:
            return False
        if one.kind is Kind.ALLOCA:
            return True
        return self._runs_once(one.function, one.site)

    def _runs_once(self, function: Function, site: Instr) -> bool:
        """Whether an instruction is executed once in a call of the root."""
        seen: set[Function] = set()
        while function not in seen:
            seen.add(function)
            control = flow(function)
            home = next(k for k, block in enumerate(function.blocks) if site in block.instrs)
            if loops(control).loop_of[home] >= 0:
                return False
            if function is self.whole.program.root:
                return True
            callers = self.points.callers.get(function, [])
            if len(callers) != 1:
                return False
            function, site = callers[0]
        return False
