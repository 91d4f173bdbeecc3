"""Where pointers may point: objects and offsets, through memory, calls and calls by address.

    double f(double *x, struct S *s)       of(f, x) = {arg.x[0]}
        p = s->x                        of(f, p) = {*arg.s[0]}: what the caller's memory held

Inclusion-based and flow-insensitive over SSA, on the code reached from the program's root. What
nobody can know is an object too, `unknown`: any memory that code outside may know of.

Addresses go as pointers and as integers; with `numbers` as numbers, too, where copying takes them:

    %d = bitcast i64 %address to double;  %e = call double @same(double %d);  … inttoptr

Invariant: what a program loads as a number holds the addresses that it stored there itself, or
reads there elsewhere, where the source calls it a number only those stored as such; a number that
is computed, or that a library hands back, is no address.

Two accesses `may_alias` unless objects, offsets, `noalias` parameters of the root, the types in
`!tbaa` or the scopes in `!noalias` keep them apart. Types do so between blocks that nobody can tell
apart otherwise, and not within one: its storage may be used again for another type.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, TypeVar, final, overload

from ribozyme.analysis.declared.call_effects import Behaviour, behaviour
from ribozyme.analysis.declared.scopes import Scopes
from ribozyme.analysis.declared.tbaa import Tag
from ribozyme.analysis.flow.callgraph import Program, components
from ribozyme.analysis.pointsto.constraints import Constraints
from ribozyme.analysis.pointsto.inclusion import ADDRESS, DEEP, Exhausted
from ribozyme.analysis.pointsto.objects import ENTRY, Kind, Location, Object, overlap
from ribozyme.base.bitset import union
from ribozyme.ir.instrs import Call, CallBr, CallLike, Instr, Invoke
from ribozyme.ir.module import Function
from ribozyme.ir.values import GlobalRef, InlineAsm, Local, Value
from ribozyme.rules.names import Meaning

A = TypeVar("A")
B = TypeVar("B")

Access = tuple[frozenset[int], int | None, Tag | None]  # places, size, type


@final
class PointsTo:
    """What `points_to` found; nothing changes after it was built."""

    def __init__(self, constraints: Constraints, *, pessimistic: bool = False) -> None:
        self.program = constraints.program
        self.pessimistic = pessimistic
        self.functions = tuple(constraints.values)
        self.constraints = constraints
        self.table = constraints.solver.table
        self.tbaa = constraints.tbaa
        self.unknown = self.table.objects[0]
        self.scopes = Scopes(constraints.program.module)
        self._nothing: frozenset[int] = frozenset()
        self._anything = frozenset({constraints.solver.unknown})
        self._numbers: dict[tuple[Function, int], frozenset[int]] = {}
        self._alias_masks: dict[int, int] = {}
        self._closed: dict[int, int] = {}
        self._held: list[int] = []
        self._led: dict[tuple[frozenset[int], int], int] = {}
        self._led_by: dict[int, int] = {}

    # ---- where values point ------------------------------------------------------------------

    @property
    def objects(self) -> tuple[Object, ...]:
        """All objects, `unknown` first."""
        return tuple(self.table.objects)

    def numbers(self, function: Function, value: Value) -> frozenset[int]:
        """The locations of a value, by number."""
        constraints = self.constraints
        if isinstance(value, Local):
            key = (function, value.id)
            found = self._numbers.get(key)
            if found is None:
                found = self._numbers[key] = self._of_local(function, value)
            return found
        if function not in constraints.values:
            return self._anything
        node = constraints.node(function, value)
        return self._nothing if node is None else frozenset(constraints.solver.points[node])

    def _of_local(self, function: Function, value: Local) -> frozenset[int]:
        known = self.constraints.values.get(function)
        if known is None:
            return self._anything
        node = known.get(value.id)
        if node is None:
            return self._nothing
        return frozenset(self.constraints.solver.points[node])

    def of(self, function: Function, value: Value) -> frozenset[Location]:
        """The locations a value may point to; empty for what holds no address (or only null)."""
        return frozenset(self.table.seen(number) for number in self.numbers(function, value))

    def is_unknown(self, function: Function, value: Value) -> bool:
        """Whether the value may point anywhere."""
        return any(self.table.object[number] == 0 for number in self.numbers(function, value))

    def mask(self, function: Function, value: Value) -> int:
        """The objects a value may point into, as a bit set over `objects`."""
        found = 0
        for number in self.numbers(function, value):
            found |= 1 << self.table.object[number]
        return found

    def members(self, mask: int) -> Iterator[Object]:
        """The objects of a bit set."""
        while mask:
            low = mask & -mask
            yield self.table.objects[low.bit_length() - 1]
            mask ^= low

    def holds(self, object: Object) -> int:
        """The objects that addresses stored in an object may point into, as a bit set.

        A question may name a global that no code has named before: an object that is new.
        """
        if object.id >= len(self._held):
            self._held = self._contents()
        return self._held[object.id]

    def _contents(self) -> list[int]:
        solver = self.constraints.solver
        found = [0] * len(self.table.objects)
        for location, node in solver.contents():
            for number in solver.points[node]:
                found[self.table.object[location]] |= 1 << self.table.object[number]
        return found

    def words(self, object: Object) -> dict[tuple[int, int], set[int]]:
        """What the words of an object lead to that hold addresses, by offset and stride."""
        return self._words.get(object.id, {})

    def over_address(self, function: Function, pointer: Value, size: int) -> bool:
        """Whether `size` bytes behind a pointer meet a word that may hold an address."""
        return self.led_to(function, pointer, size) != 0

    def led_to(self, function: Function, pointer: Value, size: int) -> int:
        """The objects that the words lead to which `size` bytes behind a pointer meet, as a bit
        set."""
        places = self.numbers(function, pointer)
        found = self._led.get((places, size))
        if found is None:
            found = self._led[places, size] = union(self._led_from(place, size) for place in places)
        return found

    def constant_at(self, function: Function, pointer: Value, size: int) -> bool:
        """Whether `size` bytes behind a pointer are never written and are no addresses."""
        places = self.numbers(function, pointer)
        return bool(places) and all(self.constraints.solver.constant_at(p, size) for p in places)

    def _led_from(self, number: int, size: int) -> int:
        """As `led_to`, from one place."""
        place, found = self.table.seen(number), 0
        if place.object.kind in (Kind.POINTEE, Kind.UNKNOWN):
            found = union(map(self._led_anywhere, self.members(self.alias_mask(place.object))))
        for (other, step), led in self.words(place.object).items():
            if overlap(place.offset, place.stride, size, other, step, ADDRESS):
                found |= union(1 << self.table.object[target] for target in led)
        return found

    def _led_anywhere(self, object: Object) -> int:
        """The objects that any of an object's words leads to, as a bit set."""
        found = self._led_by.get(object.id)
        if found is None:
            words = self.words(object).values()
            found = union(1 << self.table.object[target] for led in words for target in led)
            self._led_by[object.id] = found
        return found

    @cached_property
    def _words(self) -> dict[int, dict[tuple[int, int], set[int]]]:
        solver, table = self.constraints.solver, self.table
        found: dict[int, dict[tuple[int, int], set[int]]] = {}
        for location, node in solver.contents():
            if solver.points[node]:
                place = table.offset[location], table.stride[location]
                words = found.setdefault(table.object[location], {})
                words.setdefault(place, set()).update(solver.points[node])
        return found

    @cached_property
    def outside(self) -> int:
        """The objects that code outside may know, as a bit set."""
        found = 1
        for number in self.constraints.solver.outside_objects:
            found |= 1 << number
        return found | union(self._characters[o.id] for o in self.members(found & self._with_text))

    @cached_property
    def _with_text(self) -> int:
        """The objects in which strings keep their characters, as a bit set."""
        return sum(1 << owner for owner in self.constraints.strings.owners)

    @cached_property
    def _characters(self) -> dict[int, int]:
        """The object of the characters of strings that lie in an object, as a bit set."""
        found = dict.fromkeys(self.constraints.strings.owners, 0)
        for owner in found:
            found[owner] = 1 << self.table.object[self.constraints.characters(owner)]
        return found

    @cached_property
    def _owners(self) -> dict[int, int]:
        """The objects in which strings lie whose characters an object is of, as a bit set."""
        found: dict[int, int] = {}
        for owner, mask in self._characters.items():
            text = mask.bit_length() - 1
            found[text] = found.get(text, 0) | 1 << owner
        return found

    def site(self, instr: Instr) -> Object | None:
        """The object an alloca or an allocating call makes."""
        return self.constraints.sites.get(instr)

    def argument(self, index: int) -> Object | None:
        """What a pointer argument of the root points to."""
        return self.constraints.arguments.get(index)

    # ---- calls -------------------------------------------------------------------------------

    def targets(self, function: Function, call: CallLike) -> tuple[Function, ...] | None:
        """The functions a call may enter, declarations too; None: nobody can know all of them."""
        if function not in self.constraints.values or call in self.constraints.open:
            return None
        return tuple(self.constraints.targets.get(call, ()))

    def known_targets(self, function: Function, call: CallLike) -> tuple[Function, ...]:
        """As `targets`, those that are known where not all are."""
        return tuple(self.constraints.targets.get(call, ()))

    def is_of_library(self, function: Function, call: CallLike) -> bool:
        """Whether a call by address enters nothing but what the C++ library has in its tables."""
        named = isinstance(call.callee, GlobalRef | InlineAsm)
        return not named and self.targets(function, call) == ()

    @cached_property
    def callers(self) -> dict[Function, list[tuple[Function, CallLike]]]:
        """The calls that are known to enter a function, each with the function it stands in."""
        found: dict[Function, list[tuple[Function, CallLike]]] = {}
        for function in self.functions:
            for call in self.program.calls(function):
                for target in self.known_targets(function, call):
                    found.setdefault(target, []).append((function, call))
        return found

    @cached_property
    def _entering(self) -> dict[Function, set[Function]]:
        """The functions in whose calls a function is known to run."""
        found: dict[Function, set[Function]] = {}
        for function in self.functions:
            for call in self.program.calls(function):
                for target in self.entered(function, call):
                    found.setdefault(target, set()).add(function)
        return found

    def running(self, functions: Iterable[Function]) -> frozenset[Function]:
        """Some functions, and all in whose calls they are known to run."""
        work = list(functions)
        found = set(work)
        while work:
            more = self._entering.get(work.pop(), set()) - found
            found |= more
            work += more
        return frozenset(found)

    def calling(self, functions: Iterable[Function]) -> frozenset[Function]:
        """Some functions, and all that are known to call them, over others too."""
        work = list(functions)
        found = set(work)
        while work:
            for caller, _ in self.callers.get(work.pop(), ()):
                if caller not in found:
                    found.add(caller)
                    work.append(caller)
        return frozenset(found)

    def callbacks(self, call: CallLike) -> tuple[Function, ...]:
        """The functions with bodies that a library function called here may call."""
        return tuple(self.constraints.callbacks.get(call, ()))

    def entered(self, function: Function, call: CallLike) -> tuple[Function, ...]:
        """The functions that are known to run in a call: its targets, and what those call back."""
        return self.known_targets(function, call) + self.callbacks(call)

    def instrs(self, function: Function) -> Iterator[Instr]:
        """The instructions of a function that may run, given what it is called with."""
        running = self.constraints.running.get(function)
        for index, block in enumerate(function.blocks):
            if running is None or index in running:
                yield from block.instrs

    @overload
    def shaped(self, function: Function, a: type[A], /) -> Iterable[A]: ...
    @overload
    def shaped(self, function: Function, a: type[A], b: type[B], /) -> Iterable[A | B]: ...
    @overload
    def shaped(self, function: Function, *shapes: type[Instr]) -> Iterable[Instr]: ...

    def shaped(self, function: Function, *shapes: type[Any]) -> Iterable[Any]:
        """As `instrs`, those of some shapes."""
        if self.constraints.running.get(function) is None:
            return function.shaped(*shapes)
        return [instr for instr in self.instrs(function) if isinstance(instr, shapes)]

    def behaviour(self, call: CallLike) -> Behaviour | None:
        """What the bodiless among a call's targets may do; None where all have bodies."""
        return self.constraints.behaviours.get(call)

    def meaning(self, call: CallLike) -> Meaning | None:
        """What the bodiless do by their names; None where those do not say."""
        known = self.behaviour(call)
        return None if known is None else known.meaning

    def assumed(self, function: Function, call: CallLike) -> Behaviour:
        """As `behaviour`, the worst where nothing is known."""
        return self.behaviour(call) or behaviour(self.program, call, None)

    @cached_property
    def components(self) -> tuple[tuple[Function, ...], ...]:
        """The strongly connected components of the call graph, callees first."""
        return components(self.program, self.functions, self.entered)

    @cached_property
    def recursive(self) -> frozenset[Function]:
        """The functions that may call themselves, over others too."""
        return frozenset(
            function
            for component in self.components
            for function in component
            if len(component) > 1
            or any(function in self.entered(function, c) for c in self.program.calls(function))
        )

    # ---- aliasing ----------------------------------------------------------------------------

    def alias_mask(self, object: Object) -> int:
        """The objects that may be the same memory, itself included, as a bit set."""
        if object.id not in self._alias_masks:
            found = self._aliases(object)
            for owner in self.members(self._with_text & self._owners.get(object.id, 0)):
                found |= self._aliases(owner)
            for owner in self.members(found & self._with_text):
                found |= self._characters.get(owner.id, 0)
            self._alias_masks[object.id] = found
        return self._alias_masks[object.id]

    def _aliases(self, object: Object) -> int:
        itself = 1 << object.id
        if self.pessimistic:
            return (1 << len(self.table.objects)) - 1
        if object.kind is Kind.UNKNOWN:
            return self.outside & ~self._kept_apart | 1
        if object.kind in (Kind.HEAP, Kind.ALLOCA, Kind.FUNCTION):
            return itself | self._same_memory.get(object.id, 0) | (self.outside >> object.id & 1)
        if itself & self._kept_apart or not itself & self.outside:
            return itself
        if object.kind is Kind.GLOBAL:
            return itself | self._entry | 1
        return itself | self._entry | self._exposed_globals | 1

    @cached_property
    def _kept_apart(self) -> int:
        """Memory of `noalias` arguments that is reached through them only."""
        solver = self.constraints.solver
        leaked = {self.table.object[number] for number in solver.points[solver.outside]}
        found = 0
        for object in self.table.objects:
            if object.noalias and object.id not in leaked:
                found |= 1 << object.id
        return found

    @cached_property
    def _entry(self) -> int:
        found = 0
        for object in self.table.objects:
            if object.kind in ENTRY:
                found |= 1 << object.id
        return found & ~self._kept_apart

    @cached_property
    def _exposed_globals(self) -> int:
        found = 0
        for object in self.table.objects:
            if object.kind is Kind.GLOBAL:
                found |= 1 << object.id
        return found & self.outside

    @cached_property
    def _same_memory(self) -> dict[int, int]:
        """Fresh memory by its names: of the call that returned it, and of the callee's own call."""
        direct = self.constraints.copies
        found: dict[int, int] = {}
        for made in direct:
            inner: set[Object] = set()
            work = [made]
            while work:
                for other in direct.get(work.pop(), ()):
                    if other not in inner:
                        inner.add(other)
                        work.append(other)
            for other in inner:
                found[made.id] = found.get(made.id, 0) | 1 << other.id
                found[other.id] = found.get(other.id, 0) | 1 << made.id
        return found

    def same_memory(self, object: Object) -> int:
        """Other names of the same fresh memory, as a bit set."""
        return self._same_memory.get(object.id, 0)

    def aliases(self, mask: int) -> int:
        """All objects that may be the same memory as one of a bit set."""
        found = self._closed.get(mask)
        if found is None:
            found = 0
            for object in self.members(mask):
                found |= self.alias_mask(object)
            self._closed[mask] = found
        return found

    def may_meet(
        self, one: frozenset[int], size: int | None, other: frozenset[int], extent: int | None
    ) -> bool:
        """Whether accesses at two sets of locations may overlap."""
        table = self.table
        for first in one:
            object = table.objects[table.object[first]]
            aliases = self.alias_mask(object)
            fixed = self.is_fixed(object)
            for second in other:
                target = table.object[second]
                if not aliases >> target & 1:
                    continue
                if target != object.id or not fixed:
                    return True
                if table.meet(first, size, second, extent):
                    return True
        return False

    def is_fixed(self, object: Object) -> bool:
        """Whether places apart in an object are apart in memory."""
        return object.kind not in (Kind.POINTEE, Kind.UNKNOWN) and not self.pessimistic

    def may_alias(
        self,
        function: Function,
        one: Value,
        size: int | None,
        other: Value,
        extent: int | None,
        first: Instr | None = None,
        second: Instr | None = None,
        *,
        same_iteration: bool = True,
    ) -> bool:
        """Whether `size` bytes at one pointer and `extent` bytes at another may overlap.

        `first` and `second` are the accesses, for their metadata; scopes count only where both
        accesses belong to the same round of every loop (`same_iteration`).
        """
        if self.pessimistic:
            return True
        places, others = self.numbers(function, one), self.numbers(function, other)
        if first is None or second is None:
            return self.may_meet(places, size, others, extent)
        if same_iteration and self.scopes.apart(first.meta, second.meta):
            return False
        tags = self.tbaa.tag(first.meta), self.tbaa.tag(second.meta)
        return self.typed_may_meet((places, size, tags[0]), (others, extent, tags[1]))

    def typed_may_meet(self, one: Access, other: Access) -> bool:
        """Whether two accesses may overlap, at one time or another.

        What is read as one type may be overwritten as another where the storage of a block is used
        again: types keep apart only what is not known to be one block.
        """
        if self.tbaa.may_alias(one[2], other[2]):
            return self.may_meet(*one[:2], *other[:2])
        return self._in_one_block(*one[:2], *other[:2])

    def _in_one_block(
        self, one: frozenset[int], size: int | None, other: frozenset[int], extent: int | None
    ) -> bool:
        """Whether accesses may overlap in a block that both know as the same."""
        table = self.table
        return any(
            table.object[first] == table.object[second] and table.meet(first, size, second, extent)
            for first in one
            if self.is_block(table.object[first])
            for second in other
        )

    def is_block(self, number: int) -> bool:
        """Whether an object is a block of one sort, not whatever somebody may know of."""
        object = self.table.objects[number]
        return object.kind is not Kind.UNKNOWN and (
            object.kind is not Kind.POINTEE or object.depth < DEEP
        )

    # ---- printing ----------------------------------------------------------------------------

    def lines(self, function: Function) -> Iterator[str]:
        """The facts beside the instructions that they are about."""
        yield f"points-to of @{function.name}"
        for param in function.params:
            yield from self._line(function, param.local)
        for instr in function.instrs():
            if instr.result is not None:
                yield from self._line(function, instr.result)
            if isinstance(instr, Call | Invoke | CallBr):
                known = self.constraints.targets.get(instr, {})
                names = ", ".join(f"@{target.name}" for target in known)
                more = " and others" if instr in self.constraints.open else ""
                yield f"  call → {names}{more}"

    def _line(self, function: Function, value: Local) -> Iterator[str]:
        places = sorted(str(location) for location in self.of(function, value))
        if places:
            yield f"  %{function.names[value.id] or value.id} → {', '.join(places)}"


def points_to(program: Program, *, numbers: bool = False) -> PointsTo:
    """Solve for everything reached from the program's root; `numbers`: addresses may go as such."""
    return PointsTo(_solved(program, numbers=numbers))


def pessimistic_points_to(program: Program, *, numbers: bool = False) -> PointsTo:
    """The pessimistic twin: whole objects, and all accesses may overlap. It loses precision, not
    provenance: each address keeps the objects that it comes from."""
    return PointsTo(_run(Constraints(program, coarse=True, numbers=numbers)), pessimistic=True)


def _solved(program: Program, *, numbers: bool = False) -> Constraints:
    """The solution by locations, or by whole objects where that takes too long."""
    try:
        return _run(Constraints(program, numbers=numbers))
    except Exhausted:
        return _run(Constraints(program, coarse=True, numbers=numbers))


def _run(constraints: Constraints) -> Constraints:
    constraints.run()
    return constraints
