"""The state of an outlined loop: the memory that an iteration may change and a later one may read.

    for (t) { for (i) v[i] = f(u[i], k[i]);  swap(u, v); }      the arrays of u and v, and the
                                                               record that carries both addresses

A snapshot has each region as a whole. Its size is known where it was allocated, from the arena, or
from the caller's arrays. What the loop only reads is in it where it is overwritten behind the loop
before the reverse sweep has run. Refused, with the line: effects that cannot happen twice; memory
whose extent nobody knows; blocks that are allocated in an iteration and live on; addresses that an
iteration stores, those in the record aside. Of a shadow, a snapshot has the addresses that are
overwritten behind the loop, and no adjoints.

Invariant: the memory of a restored snapshot differs from what it was in the forward sweep in
nothing that an iteration reads before it writes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final, final

from ribozyme.analysis.flow.cfg import flow
from ribozyme.analysis.flow.loops import loops
from ribozyme.analysis.memory.effects import NOTHING, Effect
from ribozyme.analysis.pointsto.objects import Kind, Object
from ribozyme.base.errors import Error
from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Call, CallBr, CallLike, Instr, Invoke, Store
from ribozyme.ir.module import Function, GlobalVariable
from ribozyme.rules.openmp import REPEATED
from ribozyme.rules.printing import is_repeatable
from ribozyme.transform.checkpoint.held import HeldBlocks
from ribozyme.transform.checkpoint.labels import rooms, step_of
from ribozyme.transform.checkpoint.output_once import is_once
from ribozyme.transform.checkpoint.region import Region
from ribozyme.transform.core.facts import ProgramFacts
from ribozyme.transform.core.refuse import refusal
from ribozyme.transform.core.sites import callee_name

_ANEW: Final = (
    (
        "allocate before the loop: Fortran's `u = …` may allocate u anew, `u(:) = …` does not; "
        "so does NumPy's `u = u + …`, and `u[:] = …` does not"
    ),
)
NUMBERS, ADDRESSES, COUNT = 0, 1, 2
"""The first parameters of an outlined loop: its records, and the number of its iterations."""


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
        if self.loop in whole.effects.parallel.functions:
            raise self._refused("it runs in a thread of a parallel region")
        for function in sorted(self.within, key=lambda one: one.name):
            for instr in function.instrs():
                self._repeatable(function, instr)
        held = 0
        for one in self._lasting():
            held |= points.holds(one) & self.born
        for one in points.members(held):
            why = "memory that an iteration allocates here is used by later ones"
            raise self._refused(why, one.function, one.site, helps=_ANEW)
        effect = self._effect()
        later = whole.overwritten.after(self.loop)
        changed, moved = effect.writes, 0
        for one in points.members(effect.reads):
            if points.alias_mask(one) & later and not one.constant:
                moved |= 1 << one.id
        kept = [one for one in points.members(changed | moved) if self._lasts(one)]
        found = list(dict.fromkeys(region for one in kept for region in self._regions(one)))
        found += [
            address
            for region in found
            if moved >> region.object.id & 1
            for address in self._addresses(region)
        ]
        found.sort(key=lambda region: region.kind == "within")  # asks all others
        numbers = points.mask(self.loop, self.loop.params[NUMBERS].local)
        if any(points.holds(one) for one in points.members(numbers)):
            raise self._refused("it carries an address in a number")
        return tuple(found)

    def _effect(self) -> Effect:
        """What an iteration does that is done again."""
        found = NOTHING
        for instr in self.step.instrs():
            if not is_once(instr):
                found |= self.whole.effects.instr(self.step, instr)
        return found

    # ---- what is not part of it ----------------------------------------------------------------

    def _reached(self, function: Function) -> frozenset[Function]:
        found, work = {function}, [function]
        while work:
            one = work.pop()
            for call in self.points.program.calls(one):
                if is_once(call):
                    continue
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
        if is_once(instr):
            return
        if isinstance(instr, Call | Invoke | CallBr) and self._is_seen(function, instr):
            return  # its instructions are looked at themselves
        name = callee_name(instr) or "" if isinstance(instr, Call | Invoke) else ""
        if name in REPEATED:
            return
        if effect.outside and not is_repeatable(name):
            raise self._refused("what is done here cannot be done twice", function, instr)
        if effect.ordered:
            raise self._refused("others may see what is done here", function, instr)
        if effect.frees & ~self.born:
            why = "memory of before the loop may be freed here"
            raise self._refused(why, function, instr, helps=_ANEW)
        if (called or isinstance(instr, Store)) and effect.stores_address:
            written = effect.writes & self.whole.activity.with_shadow & ~self._records
            for one in self.points.members(written):
                if self._lasts(one) and (not called or self.points.holds(one)):
                    why = "an address is stored here"
                    raise self._refused(why, function, instr, helps=_ANEW)

    @cached_property
    def _records(self) -> int:
        """The record in which addresses are carried: its shadow is part of the state."""
        return self.points.mask(self.loop, self.loop.params[ADDRESSES].local)

    def _is_seen(self, function: Function, call: CallLike) -> bool:
        """Whether a call enters functions with bodies only."""
        targets = self.points.targets(function, call)
        return bool(targets) and all(not one.is_declaration for one in targets or ())

    def _refused(
        self,
        why: str,
        function: Function | None = None,
        instr: Instr | None = None,
        helps: tuple[str, ...] = (),
    ) -> Error:
        if function is None:
            function, instr = (
                self.loop,
                next(one for one in self.loop.instrs() if isinstance(one, Call)),
            )
        facts = self.whole.function(function)
        how = f"the loop cannot be checkpointed: {why}"
        return refusal(facts, instr, "RZ219", how, helps=helps)

    # ---- where it is ---------------------------------------------------------------------------

    def _regions(self, one: Object) -> tuple[Region, ...]:
        direct = self._region(one)
        found = (direct,) if direct is not None else self._held.regions(one)
        if not found:
            raise self._refused(f"nobody knows the extent of what it writes ({one.name})")
        return found

    def _region(self, one: Object) -> Region | None:
        """The region of an object that a parameter leads to."""
        if one.kind is Kind.GLOBAL:
            variable = self.whole.module.globals.get(one.name.removeprefix("@"))
            if one.name.removeprefix("@") in self.whole.effects.parallel.own_variables:
                raise self._refused(f"each thread has its own '{one.name.removeprefix('@')}'")
            if isinstance(variable, GlobalVariable) and one.size is not None:
                return Region("fixed", one, -1, one.size, variable.name)
        place = self._place(one)
        if place is not None:
            match one.kind:
                case Kind.ALLOCA if one.size is not None and self._is_single(one):
                    return Region("fixed", one, place, one.size)
                case Kind.ALLOCA if self._is_single(one) and place in rooms(self.loop):
                    return Region("sized", one, place, rooms(self.loop)[place])
                case Kind.HEAP if self._is_single(one):
                    return Region("block", one, place)
                case Kind.ARGUMENT:
                    return Region("array", one, place)
                case _:
                    pass
        return None

    def _addresses(self, region: Region) -> Iterator[Region]:
        """The addresses in the shadow of a region."""
        named = region.kind in ("within", "address")
        if (
            named
            or not self.whole.activity.shadowed(region.object)
            or region.place in (ADDRESSES, NUMBERS)
        ):
            return
        for offset, stride in sorted(self.points.words(region.object)):
            if stride or region.place < 0:
                name = region.object.name
                raise self._refused(f"addresses that it reads are overwritten later ({name})")
            yield replace(region, kind="address", path=(*region.path, offset))

    @cached_property
    def _held(self) -> HeldBlocks:
        roots = (
            (one, place)
            for one in self._lasting()
            if one.kind in (Kind.ALLOCA, Kind.HEAP) and self._is_single(one)
            if (place := self._place(one)) is not None
        )
        read = self.whole.effects.function(self.step).reads
        return HeldBlocks(self.whole, self.loop, roots, read, self._is_single)

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
