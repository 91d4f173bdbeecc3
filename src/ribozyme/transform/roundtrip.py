"""Numbers that leave through a file, a pipe or a stream and come back: a derivative would be lost.

    fwrite(&y, sizeof y, 1, f);        y depends on an input
    fread(&z, sizeof z, 1, f);         RZ201 where a result may depend on z

    fprintf(f, "%f", y);               y depends on an input
    fscanf(f, "%lf", &z);              RZ201 where a result may depend on z

As bytes, nobody knows which file is which: any read counts that a write may come before. Text is
told apart by what it lies in (`texts`): what is printed for the user to see, and tables that are
read from other files, are no concern. Nor are settings that are read first, and results that are
written last.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, partial
from math import prod
from typing import TYPE_CHECKING, Final, final

from ribozyme.analysis.cxxlibrary import is_stream
from ribozyme.analysis.librarycalls import CHARACTERS, LIBRARY
from ribozyme.analysis.textways import plain
from ribozyme.base.advice import CONSTANTS
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Call, CallLike, Instr, Invoke, Load
from ribozyme.ir.module import Function
from ribozyme.ir.values import ConstInt, GlobalRef, Value
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
from ribozyme.transform.order import Order, Place, Renewal
from ribozyme.transform.places import place
from ribozyme.transform.refuse import refusal
from ribozyme.transform.renewals import renewed
from ribozyme.transform.texts import Named, Texts

if TYPE_CHECKING:
    from ribozyme.transform.facts import ProgramFacts

_MESSAGE: Final = "numbers that depend on an input were written to a file or stream, and come back"
_AS_TEXT: Final = "numbers that depend on an input became text, and are read from it again"
_HELPS: Final = (
    "keep the numbers in an array",
    CONSTANTS,
)


def refuse_roundtrips(facts: ProgramFacts) -> None:
    """Raise where numbers come back that were written before."""
    files = _Files(facts)
    sent = files.sent()
    received = files.received() if sent else []
    if received:
        _refuse_later(files, sent, received, _MESSAGE)
    texts = Texts(facts, files.calls)
    for bits in dict.fromkeys(bits for _, bits in texts.received):
        sent = [one for number, one in enumerate(texts.sent) if bits >> number & 1]
        received = [one for one, others in texts.received if others == bits]
        again = renewed(texts, files.calls, sent, received)
        _refuse_later(files, sent, received, _AS_TEXT, again)


def _refuse_later(
    files: _Files,
    sent: list[Place],
    received: list[Place],
    message: str,
    renewed: frozenset[Renewal] = frozenset(),
) -> None:
    """Raise where numbers may be taken in after some were sent."""
    facts = files.facts
    branching = any(name in BRANCHING for _, _, name in files.calls)
    found = received[0] if branching else Order(facts.pointsto, sent, received, renewed).after()
    if found is None:
        return
    function, instr = found
    there, _ = place(facts.function(sent[0][0]), sent[0][1])
    notes = () if there is None else (f"written at {there}",)
    view = facts.function(function)
    raise refusal(view, instr, "RZ201", message, notes=notes, helps=_HELPS)


@final
class _Files:
    """Where numbers leave the program, and where they come in that results depend on."""

    def __init__(self, facts: ProgramFacts) -> None:
        self.facts = facts
        self._points = facts.pointsto
        self._activity = facts.activity

    def sent(self) -> list[Place]:
        """The calls by which numbers leave that depend on an input."""
        return [(f, call) for f, call, name in self.calls if self._is_sent(f, call, name)]

    def received(self) -> list[Place]:
        """Where numbers are taken in on which a result depends."""
        found: list[Place] = []
        found += [(f, i) for f, i, name in self.calls if self._is_received(f, i, name)]
        for function in self._points.functions:
            for instr in self._points.instrs(function):
                if self._is_found(function, instr):
                    found.append((function, instr))
        return found

    @cached_property
    def calls(self) -> tuple[Named, ...]:
        """Calls of what has no body, with its name: "" of virtual functions of the library."""
        points, found = self._points, list[Named]()
        for function in points.functions:
            for call in points.program.calls(function):
                targets = points.targets(function, call)
                if targets == () and not isinstance(call.callee, GlobalRef):
                    found.append((function, call, ""))
                targets = points.known_targets(function, call)
                names = [plain(one.name) for one in targets if one.is_declaration]
                found += [(function, call, name) for name in names]
        return tuple(found)

    def _is_sent(self, function: Function, call: CallLike, name: str) -> bool:
        if name in BYTES_SENT:
            varied = partial(self._activity.varied, function)
            is_number = partial(self.facts.typing.holds_float_bytes, function)
            return any(varied(arg) and is_number(arg) for arg in call.args)
        return any(
            self._activity.varied_places(self._places(function, call, at, name))
            and self._floats(function, call, at, name)
            for at in _arguments(call, SENT, name)
        )

    def _is_received(self, function: Function, call: CallLike, name: str) -> bool:
        if name in BYTES_RECEIVED:
            return call.result is not None and self._is_useful(function, call.result)
        return any(
            self._brings(function, call, at, name) for at in _arguments(call, RECEIVED, name)
        )

    def _brings(self, function: Function, call: CallLike, at: int, name: str = "") -> bool:
        """Whether a result may depend on numbers behind an argument."""
        useful = self._activity.useful_places(self._places(function, call, at, name))
        return useful and self._floats(function, call, at, name)

    def _places(self, function: Function, call: CallLike, at: int, name: str) -> frozenset[int]:
        """The locations behind an argument, or behind the addresses in the list that it is."""
        points = self._points
        if name not in SCATTERED:
            return points.numbers(function, call.args[at])
        lists = points.members(points.mask(function, call.args[at]))
        return frozenset(
            place for each in lists for held in points.words(each).values() for place in held
        )

    def _is_found(self, function: Function, instr: Instr) -> bool:
        """Whether numbers are taken out of memory that the library filled with what was sent."""
        if isinstance(instr, Load):
            there = self._points.mask(function, instr.pointer) & self._filled
            return bool(there) and self._is_useful(function, instr.result)
        known = self._points.meaning(instr) if isinstance(instr, Call | Invoke) else None
        match known, instr:
            case MemoryCopy(target=at, source=source), Call() | Invoke():
                there = self._points.mask(function, instr.args[source]) & self._filled
                return bool(there) and self._brings(function, instr, at)
            case _:
                return False

    @cached_property
    def _filled(self) -> int:
        """Memory that the library may fill with what was sent, as a bit set."""
        points = self._points
        text = any(is_stream(name) for _, _, name in self.calls)
        names = (LIBRARY, CHARACTERS) if text else (LIBRARY,)
        found = self.facts.typing.numbers_in_strings if text else 0
        found |= sum(1 << o.id for o in points.objects if o.name in names)
        for function, call, name in self.calls:
            if name in MAPPED:
                found |= 1
            elif name == "fmemopen":
                found |= points.mask(function, call.args[0])
        return found

    def _is_useful(self, function: Function, value: Value) -> bool:
        is_number = self.facts.typing.holds_float_bytes(function, value)
        return is_number and self._activity.useful(function, value)

    def _floats(self, function: Function, call: CallLike, at: int, name: str) -> bool:
        """Whether there may be floats behind an argument, in as many bytes as the call may say."""
        if name in SCATTERED:
            return True
        counts = [arg for arg in call.args[at + 1 :] if ty.is_integer(arg.type)]
        known = [count.value for count in counts if isinstance(count, ConstInt)]
        size = prod(known) if len(known) == len(counts) else None
        image = self.facts.typing.memory(function, call.args[at], size or None)
        return not image.known or bool(image.floats)


def _arguments(call: CallLike, table: Mapping[str, int], name: str) -> tuple[int, ...]:
    """The arguments that say where bytes lie: all but the first of what nobody knows."""
    if name:
        return tuple(at for at in (table.get(name),) if at is not None and at < len(call.args))
    return tuple(at for at, arg in enumerate(call.args) if at and ty.is_pointer(arg.type))
