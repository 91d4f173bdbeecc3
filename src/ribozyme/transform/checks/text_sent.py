"""What of a program's numbers goes out as text or bytes, and into which memory.

fprintf(f, "%f", y);               y depends on an input: untracked bits are in the file
s.append((char *)&x, 8);           the bytes of x are in the string
report(y);                         declared elsewhere, and nothing is known of it
"""

from __future__ import annotations

from functools import cached_property

from ribozyme.analysis.declared.cxxlibrary import is_string, moves_characters, takes_characters
from ribozyme.analysis.provenance import textways
from ribozyme.analysis.provenance.provenance import Places
from ribozyme.analysis.provenance.textways import Way
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Call, CallBr, CallLike, Instr, Invoke, Store
from ribozyme.ir.module import Function
from ribozyme.ir.values import Value
from ribozyme.rules.files import BYTES_SENT, SCATTERED, SENT
from ribozyme.rules.memory import MemoryCopy
from ribozyme.transform.checks.text_moves import TextMoves

Sent = tuple[Function, Instr, Places]
"""An instruction by which numbers leave, and the memory they go to."""


class TextSent(TextMoves):
    """The places where numbers leave."""

    @cached_property
    def sent(self) -> list[Sent]:
        """The places where numbers leave that depend on an input, and the memory they go to."""
        found: list[Sent] = []
        for function, call, name in self.calls:
            way, unlisted = textways.way(name), self._unlisted(call)
            if way is not None and self._prints(function, call, name, way):
                found.append((function, call, self._into(function, call, name, way)))
            elif textways.is_of_statement(name):
                if any(self._is_varied(function, arg) for arg in call.args):
                    found.append((function, call, frozenset()))
            elif self._sends(function, call, name):
                found.append((function, call, self._file(function, call, name)))
            elif unlisted is not None and self._is_told(function, call):
                found.append((function, call, self._written(function, call, unlisted)))
        found += (
            (function, instr, places)
            for function in self._points.functions
            if not moves_characters(function.name)
            for instr in self._points.instrs(function)
            if (places := self._spelled(function, instr))
        )
        return [one for one in found if one[2] or self._has_state(one[1])]

    def _is_told(self, function: Function, call: CallLike) -> bool:
        """Whether a function is given a number that depends on an input, and has no derivative
        because nothing that it is seen to write matters."""
        if self._activity.call(function, call):
            return False  # refused where derivatives are made
        varied = any(self._is_varied(function, arg) for arg in call.args)
        return varied or any(self._hands_on(function, arg) for arg in call.args)

    def _has_state(self, instr: Instr) -> bool:
        """Whether a function may keep what it is given: of statements, or one nobody knows."""
        if not isinstance(instr, Call | Invoke | CallBr):
            return False
        if textways.is_of_statement(self._names.get(instr, "")):
            return True
        known = self._unlisted(instr)
        return known is not None and known.outside

    def _spelled(self, function: Function, instr: Instr) -> Places:
        """Where in strings an instruction puts bytes of a number that depends on an input."""
        match instr:
            case Store(value=value, pointer=pointer) if self._is_varied(function, value):
                pass
            case Call() | Invoke() if self._activity.handed_on(instr):
                copy = self._points.meaning(instr)
                if not isinstance(copy, MemoryCopy):
                    return frozenset()
                if not self._has_floats(function, instr.args[copy.source]):
                    return frozenset()
                pointer = instr.args[copy.target]
            case _:
                return frozenset()
        beside = self.characters | self._facts.typing.numbers_in_strings
        if not self._points.mask(function, pointer) & beside:
            return frozenset()
        return self._points.numbers(function, pointer)

    def _prints(self, function: Function, call: CallLike, name: str, way: Way) -> bool:
        """Whether a call makes text of numbers that depend on an input, or takes their bytes."""
        if textways.only_reads(name):
            return False
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
