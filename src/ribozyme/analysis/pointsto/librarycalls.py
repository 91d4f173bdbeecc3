"""Points-to constraints of calls without a body: allocators, copies, sorting, trees, unknown
functions.

%q = call ptr @malloc(i64 8)                    q ⊇ {new object}
call void @llvm.memcpy(ptr %p, ptr %q, …)       what is read at p may be what is read at q
call void @qsort(ptr %p, …, ptr @less)          less is called with places in p
call void @unknown(ptr %p)                      p is known outside from now on
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final, final

from ribozyme.analysis.declared.call_effects import Behaviour, may_point
from ribozyme.analysis.declared.cxxlibrary import (
    GIVES_EXCEPTION,
    MAKES_EXCEPTION,
    TAKES_EXCEPTION,
    ends_string,
    extracts,
    is_exception,
    is_stream,
    is_string,
    link,
    link_places,
    passes_characters,
    reads_string,
    returns_first,
    says_message,
    sets_links,
    short_characters,
    string_at,
    string_size,
    string_words,
)
from ribozyme.analysis.declared.tbaa import TEXT
from ribozyme.analysis.pointsto.exceptions import Exceptions
from ribozyme.analysis.pointsto.objects import Kind
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import CallLike
from ribozyme.ir.module import Function
from ribozyme.ir.values import ConstInt, GlobalRef, Value
from ribozyme.rules.memory import (
    Allocation,
    MemoryCopy,
    MemorySet,
    Reallocation,
    Searching,
    Sorting,
)
from ribozyme.rules.names import Inactive, Mirrored

if TYPE_CHECKING:
    from ribozyme.analysis.pointsto.constraint_nodes import ConstraintNodes


@final
class LibraryCalls:
    """Adds to `of` what calls of functions without a body demand."""

    def __init__(self, of: ConstraintNodes) -> None:
        self._of = of
        self._solver = of.solver
        self._calls_back = False
        self._characters: dict[int, int] = {}  # by the object that strings lie in
        self.said: tuple[int, ...] = ()  # the characters of messages, if any are asked for
        self.exceptions = Exceptions(self._solver, lambda: self.library)

    def declared(self, function: Function, call: CallLike, known: Behaviour) -> None:
        earlier = self._of.behaviours.get(call)
        self._of.behaviours[call] = known if earlier is None else _worse(earlier, known)
        args = tuple(self._of.node(function, arg) for arg in call.args)
        match known.meaning:
            case Allocation(into=int() as into):
                self._allocated_into(function, call, args[into])
                return
            case Reallocation(pointer=pointer):
                self._reallocated(function, call, args[pointer])
                return
            case MemoryCopy(target=target, source=source, size=size):
                count = call.args[size]
                bytes = count.value if isinstance(count, ConstInt) else None
                self._copied(args[target], args[source], bytes)
            case Mirrored() if not _named(call).startswith("llvm."):
                self._mirrored(function, call, args)
                return
            case Sorting(base=base, size=size, compare=compare):
                self._everywhere(args[base], lambda place: self._mixed(place, place))
                step = _step(call.args[size])
                self._called_back(call, args[compare], (args[base], args[base]), step)
                return
            case Searching(key=key, base=base, size=size, compare=compare):
                step = _step(call.args[size])
                self._called_back(call, args[compare], (args[key], args[base]), step)
            case Inactive() if _named(call) in TAKES_EXCEPTION:
                for destructor in args[2:]:
                    self._called_back(call, destructor, args[:1], 0)
            case _:
                pass
        self._result(function, call, known, args)
        self._effects(call, known, args)

    def _result(
        self, function: Function, call: CallLike, known: Behaviour, args: tuple[int | None, ...]
    ) -> None:
        if call.result is None or not self._of.may_hold(call.result.type):
            return
        if not may_point(call.result.type) and (known.foreign or known.meaning is not None):
            return  # a number that a library computes is none of its addresses
        if known.fresh:
            name = f"{function.name}:{_named(call)}.{call.result.id}"
            size = _constant_size(call, known)
            self._of.born(function, call.result, call, Kind.HEAP, name, size)
            return
        node = self._of.node(function, call.result)
        assert node is not None
        exact = _exact(known, _named(call))
        for index in known.returns:
            source = args[index]
            if source is not None and is_string(_named(call)) and not exact:
                handed = partial(self._of.strings.handed_out, node)
                self._solver.watch(source, handed)
            elif source is not None:
                self._solver.shifted(source, node, 0, 0 if exact else 1)
        placed = ty.is_pointer(call.result.type) and not known.returns  # `__errno_location`
        own = known.foreign or placed
        if own and isinstance(known.meaning, Inactive):
            self._handed_out(call, node, args)
        elif known.foreign:
            self._solver.add(node, self._solver.unknown)
            self._solver.copy(self._solver.outside, node)
        elif known.meaning is None and not known.numbers:  # an intrinsic that loads
            for index in known.reads:
                self._everywhere(
                    args[index], lambda place: self._solver.copy(self._solver.read(place), node)
                )

    def _effects(self, call: CallLike, known: Behaviour, args: tuple[int | None, ...]) -> None:
        solver = self._solver
        for index in known.keeps:
            source = args[index]
            if source is not None:
                solver.copy(source, solver.outside)
        opaque = known.writes_any or (
            not isinstance(known.meaning, Inactive) and (known.foreign or known.stores)
        )
        if opaque:
            for index in known.reads:
                self._everywhere(
                    args[index], lambda place: solver.copy(solver.read(place), solver.outside)
                )
        if known.writes_any:
            solver.add(solver.outside, solver.unknown)
            self._let_call_back()
        for index in known.writes:
            if known.stores and isinstance(known.meaning, Inactive):
                name = _named(call)
                self._inside(name, args, index)
            elif known.stores:
                self._everywhere(args[index], self._smeared)
            elif known.meaning is None and not known.numbers:  # an intrinsic that stores
                for source in args:
                    if source is not None and source != args[index]:
                        self._everywhere(args[index], partial(self._held, source))
        for index in known.calls:
            self._called_back(call, args[index], args, None)

    def _held(self, source: int, place: int) -> None:
        self._solver.copy(source, self._solver.written(place))

    def _smeared(self, location: int) -> None:
        """Any address code outside knows may be stored here."""
        solver = self._solver
        node = solver.written(location)
        solver.add(node, solver.unknown)
        solver.copy(solver.outside, node)

    def _inside(self, name: str, args: tuple[int | None, ...], index: int) -> None:
        """What an inactive function leaves in the object behind an argument."""
        target = args[index]
        string = string_at(name, index)
        if target is None or (is_string(name) and not string):
            return
        if string:
            self._solver.watch(target, partial(self.string, name))
            other = args[1] if passes_characters(name) else None
            if index == 0 and other is not None:
                self._solver.watch(target, partial(self._passed, name, other))
        elif is_stream(name):
            if index == 0 or not extracts(name):
                self._everywhere(target, self._stream)
        elif is_exception(name):
            if index == 0:
                self._solver.watch(target, self.exceptions.begin)
        else:
            self._kept(target, args)

    def declared_string(self, type: str, location: int) -> None:
        """A string of the program: if nobody knows where, what others wrote there is read."""
        if not 0 < self._solver.table.stride[location] < string_size(type):
            self.string(type, location)

    def string(self, name: str, location: int) -> None:
        """A string: the address of its characters, which are short and inside, or nobody else's."""
        solver, short = self._solver, short_characters(name)
        self._of.strings.add(location, string_size(name))
        if reads_string(name) or ends_string(name):
            return
        for at in string_words(name):
            place = solver.table.shifted(location, at, 0)
            solver.add(solver.written(place, TEXT), self.characters(location))
        if short is not None:
            inside = solver.table.shifted(location, short, 0)
            solver.add(solver.written(location, TEXT), inside)
        else:
            self._of.strings.packed(location, self.characters(location))

    def _passed(self, name: str, other: int, location: int) -> None:
        """A string at a location and another may each have the characters of the other."""
        solver = self._solver

        def found(origin: int) -> None:
            for at in string_words(name):
                mine, theirs = (solver.table.shifted(one, at, 0) for one in (location, origin))
                solver.copy(solver.read(theirs, TEXT), solver.written(mine, TEXT))
                solver.copy(solver.read(mine, TEXT), solver.written(theirs, TEXT))

        solver.watch(other, found)

    def _stream(self, everywhere: int) -> None:
        """A stream holds what the library has, and addresses in itself."""
        node = self._solver.written(everywhere)
        self._solver.add(node, self.library)
        self._solver.add(node, everywhere)

    def _kept(self, target: int, args: tuple[int | None, ...]) -> None:
        """A library's object: it may hold what the library has and what it was given."""

        def found(everywhere: int) -> None:
            node = self._solver.written(everywhere)
            self._solver.add(node, self.library)
            for arg in args:
                if arg is not None:
                    self._solver.copy(arg, node)

        self._everywhere(target, found)

    def characters(self, location: int) -> int:
        """The characters of long strings that lie in the object of a location."""
        return self.characters_of(self._solver.table.object[location])

    def characters_of(self, owner: int) -> int:
        """The characters of the strings of an object: only they know them. Beyond the first few,
        the strings of all objects share theirs."""
        if owner not in self._characters and len(self._characters) > OWNERS:
            owner = 0
        if owner not in self._characters:
            self._characters[owner] = self._made_characters()
        return self._characters[owner]

    def messages(self) -> int:
        """What exceptions say (`what`)."""
        if not self.said:
            self.said = (self._made_characters(),)
        return self.said[0]

    def _made_characters(self) -> int:
        made = self._solver.object(Kind.HEAP, CHARACTERS)
        self._solver.plain.add(made.id)
        return self._solver.table.location(made.id, 0, 1)

    def _handed_out(self, call: CallLike, node: int, args: tuple[int | None, ...]) -> None:
        """The memory that a library function hands out."""
        solver, name = self._solver, _named(call)
        string = args[0] if args and is_string(name) else None
        if string is not None:
            solver.watch(string, lambda at: solver.add(node, self.characters(at)))
        elif name == MAKES_EXCEPTION:
            solver.add(node, self.exceptions.made(call))
        elif name in GIVES_EXCEPTION:
            solver.copy(self.exceptions.thrown, node)
        elif says_message(name):
            solver.add(node, self.messages())
        else:
            solver.add(node, self.library)

    @cached_property
    def library(self) -> int:
        """Memory of inactive library functions: streams, locales, buffers."""
        made = self._solver.object(Kind.HEAP, LIBRARY)
        self._solver.expose(made)
        return self._solver.table.location(made.id, 0, 1)

    def _everywhere(self, node: int | None, act: Callable[[int], None]) -> None:
        """For the whole of each object the node may point to."""
        if node is not None:
            self._solver.watch(node, lambda location: act(self._solver.everything(location)))

    def _mixed(self, target: int, source: int) -> None:
        self._solver.copy(self._solver.read(source), self._solver.written(target))

    def _allocated_into(self, function: Function, call: CallLike, into: int | None) -> None:
        if call not in self._of.sites:
            name = f"{function.name}:{_named(call)}"
            self._of.sites[call] = self._solver.object(Kind.HEAP, name, function, call)
        made = self._solver.table.location(self._of.sites[call].id, 0)
        if into is not None:
            solver = self._solver
            solver.watch(into, lambda location: solver.add(solver.written(location), made))

    def _reallocated(self, function: Function, call: CallLike, old: int | None) -> None:
        if call.result is None:
            return
        name = f"{function.name}:{_named(call)}.{call.result.id}"
        made = self._of.born(function, call.result, call, Kind.HEAP, name)
        here = self._solver.table.location(made.id, 0)
        if old is not None:
            self._solver.watch(old, lambda location: self._solver.copied(here, location, None))

    def _copied(self, target: int | None, source: int | None, size: int | None) -> None:
        if target is None or source is None:
            return
        solver, text = self._solver, self._of.strings.inside

        def arrived(location: int) -> None:
            for origin in list(solver.points[source]):
                if text(origin, 0) is None:
                    solver.copied(location, origin, size)

        def found(origin: int) -> None:
            for location in list(solver.points[target]) if text(origin, 0) is None else ():
                solver.copied(location, origin, size)

        solver.watch(target, arrived)
        solver.watch(source, found)

    def _mirrored(self, function: Function, call: CallLike, args: tuple[int | None, ...]) -> None:
        """Links of a tree or list: any node given, or one link away, may end up in any link."""
        solver, name = self._solver, _named(call)
        kind, sets = self._of.tbaa.kind_named(link(name)), sets_links(name)
        places = link_places(name)
        nodes = solver.node()
        for arg in args:
            if arg is not None:
                solver.copy(arg, nodes)

        def links(location: int) -> None:
            if location == solver.unknown:
                return
            for part in places:
                at = solver.table.shifted(location, part, 0)
                solver.copy(solver.read(at, kind), nodes)
                if sets:
                    solver.copy(nodes, solver.written(at, kind))

        solver.watch(nodes, links)
        if call.result is not None and self._of.may_hold(call.result.type):
            result = self._of.node(function, call.result)
            assert result is not None
            solver.copy(nodes, result)

    def _called_back(
        self,
        call: CallLike | None,
        callee: int | None,
        given: tuple[int | None, ...],
        step: int | None,
    ) -> None:
        """A function handed to a library is called with places in what was handed along, by steps
        from there; None: with any of them, and with what code outside knows."""
        if callee is None:
            return
        table = self._solver.table
        opaque, step = step is None, 1 if step is None else step

        def called(location: int) -> None:
            found = table.objects[table.object[location]].function
            if table.objects[table.object[location]].kind is not Kind.FUNCTION or found is None:
                return
            if found.is_declaration:
                return
            self._of.reach(found)
            self._of.select(found, ())
            if call is not None:
                self._of.callbacks.setdefault(call, {})[found] = None
            for index, param in enumerate(found.params):
                inner = self._of.node(found, param.local)
                if inner is None:
                    continue
                sources = given if opaque else given[index : index + 1]
                for source in sources:
                    if source is not None:
                        self._solver.shifted(source, inner, 0, step)
                if opaque:
                    self._solver.add(inner, self._solver.unknown)
                    self._solver.copy(self._solver.outside, inner)
            if opaque:
                self._solver.copy(self._of.results[found], self._solver.outside)

        self._solver.watch(callee, called)

    def _let_call_back(self) -> None:
        """Code outside runs: it may call what it knows."""
        if not self._calls_back:
            self._calls_back = True
            self._called_back(None, self._solver.outside, (), None)


def _step(size: Value) -> int:
    """The distance of elements of a size."""
    return size.value if isinstance(size, ConstInt) and size.value > 0 else 1


def _named(call: CallLike) -> str:
    return call.callee.name if isinstance(call.callee, GlobalRef) else ""


def _constant_size(call: CallLike, known: Behaviour) -> int | None:
    """The bytes of an allocation that are the same each time."""
    if not isinstance(known.meaning, Allocation):
        return None
    size = 1
    for index in known.meaning.size:
        given = call.args[index]
        if not isinstance(given, ConstInt):
            return None
        size *= given.value
    return size


LIBRARY: Final = "library"
"""The object of what the library keeps for itself: streams, locales."""

CHARACTERS: Final = "characters"
"""The objects of what long strings and messages hold: nothing but characters."""

OWNERS: Final = 256
"""Objects with strings whose characters are told apart."""


def _exact(known: Behaviour, name: str) -> bool:
    match known.meaning:
        case MemoryCopy(returns_end=returns_end):
            return not returns_end
        case MemorySet():
            return True
        case _ if is_string(name) or returns_first(name):
            return returns_first(name)
        case _:
            return name.startswith("llvm.") and not name.startswith("llvm.ptrmask")


def _worse(one: Behaviour, other: Behaviour) -> Behaviour:
    """What either may do."""
    return Behaviour(
        meaning=one.meaning if one.meaning == other.meaning else None,
        reads=one.reads | other.reads,
        writes=one.writes | other.writes,
        reads_any=one.reads_any or other.reads_any,
        writes_any=one.writes_any or other.writes_any,
        stores=one.stores or other.stores,
        keeps=one.keeps | other.keeps,
        returns=one.returns | other.returns,
        fresh=one.fresh and other.fresh,
        foreign=one.foreign or other.foreign,
        calls=one.calls | other.calls,
        frees=one.frees | other.frees,
        outside=one.outside or other.outside,
        throws=one.throws or other.throws,
        returns_always=one.returns_always and other.returns_always,
    )
