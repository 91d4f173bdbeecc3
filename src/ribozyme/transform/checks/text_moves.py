"""How text and bytes move through functions of libraries.

    s.append((char *)&x, 8);        from behind &x to the characters of s
    sprintf(t, "%s", u);            from u to t

Text goes from memory to memory as the tables of `analysis.provenance.textways` say. A function of
which no table speaks may move text from all that it reads to all that it writes, and has a state of
its own. A file is the memory of its handle; handles that were opened by one name, or by a name that
is not a constant, are one file, and all are where the program starts processes or renames files.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Final

from ribozyme.analysis.declared.call_effects import OF_LIBRARY, Behaviour
from ribozyme.analysis.declared.cxxlibrary import (
    moves_characters,
)
from ribozyme.analysis.declared.tbaa import TEXT
from ribozyme.analysis.pointsto.exceptions import EXCEPTIONS
from ribozyme.analysis.pointsto.librarycalls import CHARACTERS, LIBRARY
from ribozyme.analysis.pointsto.objects import Kind
from ribozyme.analysis.provenance import textways
from ribozyme.analysis.provenance.provenance import Copies, Places
from ribozyme.analysis.provenance.textways import COPYING, Way, ends, only_looks, plain
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import has
from ribozyme.ir.instrs import CallLike
from ribozyme.ir.module import Function
from ribozyme.ir.values import GlobalRef, Value
from ribozyme.rules.files import (
    BYTES_RECEIVED,
    BYTES_SENT,
    RECEIVED,
    SCATTERED,
    SENT,
)
from ribozyme.transform.state.file_memory import Files, Named, makes_one

if TYPE_CHECKING:
    from ribozyme.transform.core.facts import ProgramFacts

_LIBRARY: Final = (LIBRARY, EXCEPTIONS)


class TextMoves:
    """The calls of a program that move text, and the memory it moves between."""

    def __init__(self, facts: ProgramFacts) -> None:
        self._facts = facts
        self._points = facts.pointsto
        self._activity = facts.activity
        self._copies = Copies(facts.pointsto)

    @cached_property
    def calls(self) -> tuple[Named, ...]:
        """Calls of what has no body, with its name: "" of virtual functions of the library."""
        points, found = self._points, list[Named]()
        for function in points.functions:
            if moves_characters(function.name):
                continue
            for call in points.program.calls(function):
                of_library = points.is_of_library(function, call)
                marked = points.targets(function, call) is None and has(call.attrs, OF_LIBRARY)
                if of_library or (marked and not isinstance(call.callee, GlobalRef)):
                    found.append((function, call, ""))
                found += [
                    (function, call, plain(one.name))
                    for one in points.known_targets(function, call)
                    if one.is_declaration or moves_characters(one.name)
                ]
        return tuple(found)

    @cached_property
    def _names(self) -> dict[CallLike, str]:
        return {call: name for _, call, name in self.calls}

    def _unlisted(self, call: CallLike) -> Behaviour | None:
        """What a call may do of a function of which no table says how it moves text."""
        name, known = self._names.get(call), self._points.behaviour(call)
        if not name or known is None or known.meaning is not None or known.numbers:
            return None
        tables = (SENT, RECEIVED, BYTES_SENT, BYTES_RECEIVED, self._ruled)
        if textways.way(name) or textways.parsed(name) or any(name in table for table in tables):
            return None
        return known

    @cached_property
    def _ruled(self) -> frozenset[str]:
        """The functions that have derivatives by hand."""
        book = self._facts.book
        named = (*book.pairs, *book.forwards, *self._activity.question.ruled_functions)
        return frozenset(named)

    # ---- what moves --------------------------------------------------------------------------

    def copies(self, function: Function, call: CallLike) -> Iterator[tuple[Places, Places | None]]:
        """Where a call moves text."""
        yield from self._copies.copies(function, call)
        name = self._names.get(call)
        way = None if name is None else textways.way(name)
        unlisted = self._unlisted(call)
        if unlisted is not None:
            into = self._written(function, call, unlisted)
            for at in unlisted.reads:
                yield self._strings(function, call.args[at]), into
        if name is None or way is None:
            return
        into = self._into(function, call, name, way)
        for at in ends(len(call.args), way.source, way.into):
            source = self._ends(function, call, name, at)
            yield source, into
            if way.returned:
                yield source, None
            if way.both:
                yield into, source

    def taken(self, function: Function, call: CallLike) -> Places:
        """Where a call puts characters that are its arguments."""
        name = self._names.get(call)
        way = None if name is None else textways.way(name)
        return frozenset() if way is None else self._into(function, call, name or "", way)

    def extent(self, place: int) -> int | None:
        """The size of the string that lies at a place."""
        return self._points.constraints.strings.sizes.get(place)

    def is_known(self, function: Function) -> bool:
        """Whether a function moves the text of strings."""
        return moves_characters(function.name)

    def _into(self, function: Function, call: CallLike, name: str, way: Way) -> Places:
        """Where a function of a library writes text."""
        found: Places = frozenset()
        for at in ends(len(call.args), way.into, way.source):
            hidden = at < len(call.arg_attrs) and has(call.arg_attrs[at], "sret")
            if hidden or not only_looks(name):
                found |= self._ends(function, call, name, at)
        if way.returned and call.result is not None and name in COPYING:
            found |= self._points.numbers(function, call.result)
        return found

    def _written(self, function: Function, call: CallLike, known: Behaviour) -> Places:
        """Where a function may write of which no table speaks: what it returns leads there, too."""
        ends = [call.args[at] for at in known.writes]
        if call.result is not None and ty.is_pointer(call.result.type):
            ends.append(call.result)
        return frozenset(place for end in ends for place in self._strings(function, end))

    def _ends(self, function: Function, call: CallLike, name: str, at: int) -> Places:
        """The memory of text, or of a file, that an argument leads to."""
        value = call.args[at]
        if textways.FILES.get(name) == at or (at == 0 and textways.is_stream(name)):
            return self._files.of(function, value)
        if not ty.is_pointer(value.type):
            return frozenset()
        if name == "":  # a facet, say, and a stream
            return self._strings(function, value) | self._files.of(function, value)
        return self._strings(function, value) | self._said(function, value)

    def _strings(self, function: Function, pointer: Value) -> Places:
        """The memory of text behind an address: of a string its characters, too."""
        found = self._points.numbers(function, pointer)
        solver = self._points.constraints.solver
        strings = self._points.constraints.strings
        held = (
            place
            for at in found
            if at in strings.sizes
            for place in solver.points[solver.read(at, TEXT)]
        )
        return frozenset(at for at in found if not self._is_of_library(at)) | frozenset(
            at for at in held if self._is_text(at)
        )

    def _said(self, function: Function, pointer: Value) -> Places:
        """What exceptions say, where one may be behind an address: all share it."""
        members = self._points.members(self._points.mask(function, pointer))
        if any(object.name == EXCEPTIONS for object in members):
            return frozenset(self._points.constraints.messages)
        return frozenset()

    def _is_of_library(self, place: int) -> bool:
        """Whether memory is the library's own: text there is a stream's, which stands for it."""
        return self._points.table.objects[self._points.table.object[place]].name in _LIBRARY

    def _is_text(self, place: int) -> bool:
        """Whether the first word of a string may lead there: not to what holds no characters."""
        object = self._points.table.objects[self._points.table.object[place]]
        return object.kind in (Kind.HEAP, Kind.ALLOCA) and object.name not in _LIBRARY

    @cached_property
    def characters(self) -> int:
        """The characters of strings, as a bit set."""
        return sum(1 << o.id for o in self._points.objects if o.name == CHARACTERS)

    @cached_property
    def _blurred(self) -> int:
        named = self._points.objects
        return sum(1 << o.id for o in named if o.name in (CHARACTERS, *_LIBRARY))

    @cached_property
    def _files(self) -> Files:
        joined = any(makes_one(name) for _, _, name in self.calls)
        return Files(self._points, self.calls, joined=joined)

    # ---- numbers -----------------------------------------------------------------------------

    def _listed(self, function: Function, value: Value, name: str) -> Places:
        """The locations behind an argument, or behind the addresses in the list that it is."""
        if name not in SCATTERED:
            return self._points.numbers(function, value)
        return self._behind(function, value)

    def _behind(self, function: Function, value: Value) -> Places:
        """The locations to which the addresses lead that lie behind an address."""
        points = self._points
        lists = points.members(points.mask(function, value))
        return frozenset(
            place for each in lists for held in points.words(each).values() for place in held
        )

    def _is_varied(self, function: Function, value: Value) -> bool:
        held = self._facts.typing.holds_float_bytes(function, value)
        return held and self._activity.varied(function, value)

    def _is_useful(self, function: Function, value: Value | None) -> bool:
        if value is None or not self._facts.typing.holds_float_bytes(function, value):
            return False
        return self._activity.useful(function, value)

    def _has_floats(self, function: Function, pointer: Value) -> bool:
        image = self._facts.typing.memory(function, pointer, None)
        return not image.known or bool(image.floats)
