"""Refuses active numbers that are written as text or bytes and read back.

    fprintf(f, "%f", y);               y depends on an input: untracked bits are in the file
    fscanf(f, "%lf", &z);              refused where a result depends on z

    s.append((char *)&x, 8);           the bytes of x are in the string
    memcpy(&y, s.data(), 8);           refused

    report(y); z = answer();           declared elsewhere, and nothing is known of them: refused

What goes out says `text_sent`, how text moves in between `text_moves`. Files of two constant names
are two, unless they turn out to be one at run time (`OneFile`).
What is printed for the user to see, and what is read before anything is written, is allowed.

Invariant: text is never followed through a comparison: a parser that compares characters and adds
constants computes with numbers of the program, not with those that were printed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Final, final

from ribozyme.analysis.declared.cxxlibrary import hands_out
from ribozyme.analysis.declared.marks import ADDRESS
from ribozyme.analysis.memory.sequence import Place, following
from ribozyme.analysis.provenance import textways
from ribozyme.analysis.provenance.provenance import Places, Untracked
from ribozyme.analysis.provenance.survival import surviving
from ribozyme.analysis.provenance.textways import RESULT, ends
from ribozyme.base.advice import CONSTANTS
from ribozyme.base.errors import Error
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Call, CallBr, CallLike, Cast, Instr, Invoke, Load, Store
from ribozyme.ir.module import Function
from ribozyme.ir.values import Local, Value
from ribozyme.rules.files import BRANCHING, BYTES_RECEIVED, MAPPED, RECEIVED, SCATTERED
from ribozyme.rules.memory import MemoryCopy
from ribozyme.transform.checks.text_sent import Sent, TextSent
from ribozyme.transform.core.places import place
from ribozyme.transform.core.refuse import Finding, refusal

if TYPE_CHECKING:
    from ribozyme.transform.core.facts import ProgramFacts

MESSAGE: Final = "numbers that depend on an input were written as text or bytes, and are read back"
_CODE: Final = "RZ405"
_HELPS: Final = (
    "keep the numbers in an array",
    CONSTANTS,
)


def numbers_in_text(facts: ProgramFacts) -> Iterator[Finding]:
    """Where numbers come back that were written before."""
    text = facts.ask(Text)
    if not text.received or not text.sent:
        return
    for (function, instr), label in text.read():
        first = text.written_before((function, instr), label)
        if first is not None:
            yield function, _refusal(facts, function, instr, first)


def _refusal(facts: ProgramFacts, function: Function, instr: Instr, first: Place) -> Error:
    there, _ = place(facts.function(first[0]), first[1])
    notes = () if there is None else (f"written at {there}",)
    return refusal(facts.function(function), instr, _CODE, MESSAGE, notes=notes, helps=_HELPS)


@final
class Text(TextSent):
    """What goes out as text or bytes, and what of it comes in."""

    @cached_property
    def untracked(self) -> Untracked:
        """Where bytes of what was sent may be."""
        found = Untracked(self._points, (), self)
        found.write(
            (places, (function, instr, 1 << number))
            for number, (function, instr, places) in enumerate(self.sent)
        )
        return found

    def written_before(self, place: Place, label: int) -> Place | None:
        """One of the places that sent what a label says, from which control comes to another."""
        first: list[Place] = [s[:2] for number, s in enumerate(self.sent) if label >> number & 1]
        if not first:
            return None
        branching = any(name in BRANCHING for _, _, name in self.calls)
        if branching or following(self._points, first, [place]) is not None:
            return first[0]
        return None

    def files_apart(self) -> Iterator[tuple[Place, Value, Value]]:
        """Where a file is read, its name, and that of another to which numbers were written."""
        if not self.received or not self.sent:
            return
        for function, instr in self.received:
            handle = self._handle(instr)
            known = frozenset[str]() if handle is None else self._files.known(function, handle)
            for name in self._files.paths.keys() - known if known else ():
                label = self.untracked.held(self._files.named(name), None)
                if self.written_before((function, instr), label) is not None:
                    for own in known:
                        paths = self._files.paths
                        yield (function, instr), paths[own], paths[name]

    def _handle(self, instr: Instr) -> Value | None:
        """The file or the stream that a call reads."""
        name = self._names.get(instr) if isinstance(instr, Call | Invoke | CallBr) else None
        if name is None or not isinstance(instr, Call | Invoke | CallBr):
            return None
        at = textways.FILES.get(name, 0 if textways.is_stream(name) else None)
        return instr.args[at] if at is not None and at < len(instr.args) else None

    # ---- what comes in -----------------------------------------------------------------------

    @cached_property
    def received(self) -> list[Place]:
        """Where numbers are taken in on which a result depends."""
        return list(self._received())

    def _received(self) -> Iterator[Place]:
        for function, call, name in self.calls:
            if self._takes_in(function, call, name):
                yield function, call
        for function in self._points.functions:
            for instr in self._points.shaped(function, Load, Cast, Call, Invoke):
                if self._is_found(function, instr):
                    yield function, instr

    def read(self) -> Iterator[tuple[Place, int]]:
        """The places that read what was sent, each with the label of what it reads."""
        for at, label, beside in self._labels:
            if label & ~beside:
                yield at, label & ~beside

    def beside_strings(self) -> Iterator[Sent]:
        """What puts numbers where they are read as such, though strings may lie there."""
        found = 0
        for _, label, beside in self._labels:
            found |= label & beside
        for number, one in enumerate(self.sent):
            if found >> number & 1:
                yield one

    @cached_property
    def _labels(self) -> tuple[tuple[Place, int, int], ...]:
        return tuple(self._labelled())

    def _labelled(self) -> Iterator[tuple[Place, int, int]]:
        """The places that read what was sent, with the label of what they read, and of those parts
        of it that are numbers where numbers lie."""
        untracked = self.untracked
        beside, kept = 0, 0
        for number, (_, source, places) in enumerate(self.sent):
            beside |= (self._is_put(source) and not self._is_in_text(places)) << number
            kept |= self._has_state(source) << number
        for function, instr in self.received:
            label = kept if self._has_state(instr) else 0
            for there in self._read_by(function, instr):
                label |= untracked.held(there, None)
            if isinstance(instr, Cast):
                label = untracked.of(function, instr.value)
            if label:
                yield (function, instr), label, beside if self._is_own(function, instr) else 0

    def _is_put(self, instr: Instr) -> bool:
        """Whether an instruction puts a number somewhere as it is, not as text."""
        return isinstance(instr, Store) or (
            isinstance(instr, Call | Invoke) and isinstance(self._points.meaning(instr), MemoryCopy)
        )

    def _is_in_text(self, places: Places) -> bool:
        """Whether memory is, or may be, that of characters of strings, or a string and no more."""
        owners = {self._points.table.object[at] for at in places}
        return any((self.characters | self._strings_alone) >> owner & 1 for owner in owners)

    @cached_property
    def _strings_alone(self) -> int:
        """The objects that are a string from their beginning to their end, as a bit set: no
        variants, and no head of a tree, which has the size of a string."""
        table, sizes = self._points.table, self._points.constraints.strings.sizes
        alone = {
            table.object[at]
            for at, size in sizes.items()
            if not table.offset[at] and self._size(at) == size
        }
        return sum(1 << owner for owner in alone)

    def _size(self, place: int) -> int | None:
        return self._points.table.objects[self._points.table.object[place]].size

    def _is_own(self, function: Function, instr: Instr) -> bool:
        """Whether numbers are read where numbers lie, though strings may at other times."""
        match instr:
            case Load(pointer=pointer):
                return not self._points.mask(function, pointer) & self.characters
            case Call() | Invoke():
                copy = self._points.meaning(instr)
                if not isinstance(copy, MemoryCopy):
                    return False
                if self._is_string(function, instr.args[copy.target]):
                    return True  # it is read where its bytes are loaded
                return not self._points.mask(function, instr.args[copy.source]) & self.characters
            case _:
                return False

    def _is_string(self, function: Function, pointer: Value) -> bool:
        """Whether an address leads to where strings lie, and to no number there."""
        beside = self.characters | self._facts.typing.numbers_in_strings
        if self._points.mask(function, pointer) & ~beside:
            return False
        return not self._facts.typing.memory(function, pointer, ADDRESS).floats

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
                parsed, unlisted = textways.parsed(name), self._unlisted(instr)
                if unlisted is not None:
                    yield from (self._strings(function, instr.args[at]) for at in unlisted.reads)
                elif hands_out(name):
                    yield self._ends(function, instr, name, 0)
                elif parsed is None:
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
        unlisted = self._unlisted(call)
        if unlisted is not None:
            if self._activity.call(function, call):
                return False  # refused where derivatives are made
            filled = [call.args[at] for at in unlisted.writes]
            return self._is_useful(function, call.result) or any(
                self._brings(function, pointer) for pointer in filled
            )
        if hands_out(name):
            return self._brings(function, call.args[1])
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
            case Cast(op="sitofp" | "uitofp" | "bitcast", result=result, value=value):
                made = ty.is_integer(value.type) and isinstance(result.type, ty.FloatType)
                useful = made and self._activity.useful(function, result)
                return useful and self._of_digits(function, value)
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
        return frozenset(place for _, _, places in self.sent for place in places)

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
