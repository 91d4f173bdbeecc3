"""Refuses active numbers that are written as text or bytes and read back.

    fprintf(f, "%f", y);               y depends on an input: untracked bits are in the file
    fscanf(f, "%lf", &z);              refused where a result depends on z

    s.append((char *)&x, 8);           the bytes of x are in the string
    memcpy(&y, s.data(), 8);           refused

Text goes from memory to memory as the tables of `analysis.textways` say. A file is the memory of
its handle; handles that were opened by one name, or by a name that is not a constant, are one
file. What is printed for the user to see, and what is read before anything is written, is
allowed.

Invariant: text is never followed through a comparison: a parser that compares characters and adds
constants computes with numbers of the program, not with those that were printed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Final, final

from ribozyme.analysis.declared.cxxlibrary import is_string, moves_characters, takes_characters
from ribozyme.analysis.declared.tbaa import TEXT
from ribozyme.analysis.memory.sequence import Place, following
from ribozyme.analysis.pointsto.librarycalls import CHARACTERS, LIBRARY
from ribozyme.analysis.pointsto.objects import Kind
from ribozyme.analysis.provenance import textways
from ribozyme.analysis.provenance.provenance import Copies, Places, Untracked
from ribozyme.analysis.provenance.survival import surviving
from ribozyme.analysis.provenance.textways import COPYING, RESULT, Way, ends, only_looks, plain
from ribozyme.base.advice import CONSTANTS
from ribozyme.base.errors import Error
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import has
from ribozyme.ir.instrs import Call, CallBr, CallLike, Cast, Instr, Invoke, Load
from ribozyme.ir.module import Function
from ribozyme.ir.values import GlobalRef, Local, Value
from ribozyme.rules.files import (
    BRANCHING,
    BYTES_RECEIVED,
    BYTES_SENT,
    MAPPED,
    RECEIVED,
    SCATTERED,
    SENT,
)
from ribozyme.rules.memory import MemoryCopy
from ribozyme.transform.checks.spelled import MESSAGE
from ribozyme.transform.core.places import place
from ribozyme.transform.core.refuse import Finding, refusal
from ribozyme.transform.state.files import Files, Named

if TYPE_CHECKING:
    from ribozyme.transform.core.facts import ProgramFacts

_CODE: Final = "RZ405"
_HELPS: Final = (
    "keep the numbers in an array",
    CONSTANTS,
)


def roundtrips(facts: ProgramFacts) -> Iterator[Finding]:
    """Where numbers come back that were written before."""
    text = _Text(facts)
    received = list(text.received())
    sent = text.sent() if received else []
    if not sent:
        return
    untracked = Untracked(facts.pointsto, (), text)
    for number, (function, call, places) in enumerate(sent):
        untracked.write(places, 1 << number, (function, call, 1 << number))
    branching = any(name in BRANCHING for _, _, name in text.calls)
    for (function, instr), label in text.read(received, untracked):
        first: list[Place] = [s[:2] for number, s in enumerate(sent) if label >> number & 1]
        if branching or following(facts.pointsto, first, [(function, instr)]) is not None:
            yield function, _refusal(facts, function, instr, first[0])


def _refusal(facts: ProgramFacts, function: Function, instr: Instr, first: Place) -> Error:
    there, _ = place(facts.function(first[0]), first[1])
    notes = () if there is None else (f"written at {there}",)
    return refusal(facts.function(function), instr, _CODE, MESSAGE, notes=notes, helps=_HELPS)


@final
class _Text:
    """How text and bytes move through functions of libraries, and what goes in and comes out."""

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
                targets = points.targets(function, call)
                if targets == () and not isinstance(call.callee, GlobalRef):
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

    # ---- what moves --------------------------------------------------------------------------

    def copies(self, function: Function, call: CallLike) -> Iterator[tuple[Places, Places | None]]:
        """Where a call moves text."""
        yield from self._copies.copies(function, call)
        name = self._names.get(call)
        way = None if name is None else textways.way(name)
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

    def _ends(self, function: Function, call: CallLike, name: str, at: int) -> Places:
        """The memory of text, or of a file, that an argument leads to."""
        value = call.args[at]
        if textways.FILES.get(name) == at or (at == 0 and textways.is_stream(name)):
            return self._files.of(function, value)
        if not ty.is_pointer(value.type):
            return frozenset()
        return self._strings(function, value)

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

    def _is_of_library(self, place: int) -> bool:
        """Whether memory is the library's own: text there is a stream's, which stands for it."""
        return self._points.table.objects[self._points.table.object[place]].name == LIBRARY

    def _is_text(self, place: int) -> bool:
        """Whether the first word of a string may lead there: not to what holds no characters."""
        object = self._points.table.objects[self._points.table.object[place]]
        return object.kind in (Kind.HEAP, Kind.ALLOCA) and object.name != LIBRARY

    @cached_property
    def _blurred(self) -> int:
        named = self._points.objects
        return sum(1 << o.id for o in named if o.name in (CHARACTERS, LIBRARY))

    @cached_property
    def _files(self) -> Files:
        return Files(self._points, self.calls)

    # ---- what goes out -----------------------------------------------------------------------

    def sent(self) -> list[tuple[Function, CallLike, Places]]:
        """The calls by which numbers leave that depend on an input, and the memory they go to."""
        found: list[tuple[Function, CallLike, Places]] = []
        for function, call, name in self.calls:
            way = textways.way(name)
            if way is not None and self._prints(function, call, name, way):
                found.append((function, call, self._into(function, call, name, way)))
            elif self._sends(function, call, name):
                found.append((function, call, self._file(function, call, name)))
        return [one for one in found if one[2]]

    def _prints(self, function: Function, call: CallLike, name: str, way: Way) -> bool:
        """Whether a call makes text of numbers that depend on an input, or takes their bytes."""
        if any(self._is_varied(function, arg) for arg in call.args):
            return True
        if name == "" or (is_string(name) and takes_characters(name)):
            return any(self._hands_on(function, arg) for arg in call.args[1:])
        if way.list is None:
            return False
        given = self._behind(function, call.args[way.list])
        return self._activity.varied_places(given) or any(
            map(self._activity.varied_more, self._variadic)
        )

    def _hands_on(self, function: Function, value: Value) -> bool:
        """Whether numbers that depend on an input lie behind an argument."""
        if not ty.is_pointer(value.type) or not self._has_floats(function, value):
            return False
        return self._activity.varied_places(self._points.numbers(function, value))

    @cached_property
    def _variadic(self) -> list[Function]:
        return [function for function in self._points.functions if function.type.vararg]

    def _sends(self, function: Function, call: CallLike, name: str) -> bool:
        """Whether a call hands on bytes of numbers that depend on an input."""
        if name in BYTES_SENT:
            return any(self._is_varied(function, arg) for arg in call.args)
        if name not in SENT:
            return False
        value = call.args[SENT[name]]
        varied = self._activity.varied_places(self._listed(function, value, name))
        return varied and (name in SCATTERED or self._has_floats(function, value))

    def _file(self, function: Function, call: CallLike, name: str) -> Places:
        """The file that a call of known name works on: the rest may be any."""
        at = textways.FILES.get(name, 0)
        return self._files.of(function, call.args[at]) if at < len(call.args) else frozenset()

    # ---- what comes in -----------------------------------------------------------------------

    def received(self) -> Iterator[Place]:
        """Where numbers are taken in on which a result depends."""
        for function, call, name in self.calls:
            if self._takes_in(function, call, name):
                yield function, call
        for function in self._points.functions:
            for instr in self._points.instrs(function):
                if self._is_found(function, instr):
                    yield function, instr

    def read(self, places: list[Place], untracked: Untracked) -> Iterator[tuple[Place, int]]:
        """The places that read what was sent, each with the label of what it reads."""
        for function, instr in places:
            label = 0
            for there in self._read_by(function, instr):
                label |= untracked.held(there, None)
            if isinstance(instr, Cast):
                label = untracked.of(function, instr.value)
            if label:
                yield (function, instr), label

    def _read_by(self, function: Function, instr: Instr) -> Iterator[Places]:
        match instr:
            case Load(pointer=pointer):
                yield self._strings(function, pointer)
                if self._points.mask(function, pointer) & 1:
                    yield self._mapped
            case Call() | Invoke() | CallBr():
                name = self._names.get(instr)
                if name is None:
                    yield from (origin for origin, _ in self._copies.copies(function, instr))
                    return
                parsed = textways.parsed(name)
                if parsed is None:
                    yield self._file(function, instr, name)
                elif parsed.source is not None and parsed.source < len(instr.args):
                    yield self._ends(function, instr, name, parsed.source)
            case _:
                return

    def _takes_in(self, function: Function, call: CallLike, name: str) -> bool:
        """Whether a call brings numbers on which a result depends."""
        parsed = textways.parsed(name)
        if parsed is not None and parsed.into == RESULT:
            return self._is_useful(function, call.result)
        if parsed is not None:
            given = ends(len(call.args), parsed.into, parsed.source)
            return any(self._brings(function, call.args[at]) for at in given)
        if name == "":  # a virtual function of a stream's buffer
            return any(self._brings(function, arg) for arg in call.args[1:])
        if name in BYTES_RECEIVED:
            return self._is_useful(function, call.result)
        if name not in RECEIVED:
            return False
        value = call.args[RECEIVED[name]]
        useful = self._activity.useful_places(self._listed(function, value, name))
        return useful and (name in SCATTERED or self._has_floats(function, value))

    def _brings(self, function: Function, pointer: Value) -> bool:
        """Whether a result may depend on numbers behind an address."""
        if not ty.is_pointer(pointer.type):
            return False
        useful = self._activity.useful_places(self._points.numbers(function, pointer))
        return useful and self._has_floats(function, pointer)

    def _is_found(self, function: Function, instr: Instr) -> bool:
        """Whether numbers are made of text without a function of a library."""
        match instr:
            case Load(pointer=pointer, result=result):
                there = self._points.mask(function, pointer) & self._filled
                return bool(there) and self._is_useful(function, result)
            case Cast(op="sitofp" | "uitofp", result=result, value=value):
                return self._activity.useful(function, result) and self._of_digits(function, value)
            case Call() | Invoke():
                copy = self._points.meaning(instr)
                if not isinstance(copy, MemoryCopy):
                    return False
                there = self._points.mask(function, instr.args[copy.source]) & self._filled
                return bool(there) and self._brings(function, instr.args[copy.target])
            case _:
                return False

    @cached_property
    def _mapped(self) -> Places:
        """What memory may hold that the system maps: the number of a file does not say which."""
        if not any(name in MAPPED for _, _, name in self.calls):
            return frozenset()
        return frozenset(place for _, _, places in self.sent() for place in places)

    @cached_property
    def _filled(self) -> int:
        """Memory that a library fills with bytes of what was sent, as a bit set."""
        found = self._blurred | self._facts.typing.numbers_in_strings
        for function, call, name in self.calls:
            if name in MAPPED:
                found |= 1
            elif name == "fmemopen":
                found |= self._points.mask(function, call.args[0])
        return found

    # ---- numbers ---------------------------------------------------------------------------------

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

    def _of_digits(self, function: Function, value: Value) -> bool:
        """Whether an integer is computed from characters, in its function."""
        work, seen = [value], {value}
        while work:
            one = work.pop()
            made = function.definition(one)
            more = () if made is None else surviving(made)
            given = isinstance(one, Local) and not more  # loaded, returned, or an argument
            if given and ty.scalar(one.type) is ty.I8 and not self._is_length(function, made):
                return True
            work += [each for each in more if each not in seen]
            seen.update(more)
        return False

    def _is_length(self, function: Function, made: Instr | None) -> bool:
        """Whether a byte is the first of a string, which holds the length of a short one, or that
        it is none."""
        if not isinstance(made, Load):
            return False
        places = self._points.numbers(function, made.pointer)
        return bool(places) and all(at in self._points.constraints.strings.sizes for at in places)
