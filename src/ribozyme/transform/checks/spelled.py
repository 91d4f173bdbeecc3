"""Numbers that go through text as bytes: nobody follows characters, so a derivative would be lost.

    s.append((const char *)&x, 8);         bytes of a number that depends on an input become text,
    memcpy(&y, s.data(), 8);               and a number is made of text: refused

Either alone is no concern: text is printed, and tables are read from it. Nor are numbers where a
string lies at other times, as long as both accesses are of the object they lie in.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, final

from ribozyme.analysis.declared.cxxlibrary import hands_out, is_string, takes_characters
from ribozyme.analysis.declared.marks import ADDRESS
from ribozyme.analysis.pointsto.librarycalls import CHARACTERS
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Call, Instr, Invoke, Load, Store
from ribozyme.ir.module import Function
from ribozyme.ir.values import Value
from ribozyme.rules.memory import MemoryCopy
from ribozyme.transform.core.facts import ProgramFacts
from ribozyme.transform.core.refuse import Finding, refusal
from ribozyme.transform.core.sites import callee_name

MESSAGE: Final = "numbers that depend on an input were written as text or bytes, and are read back"
_HELPS: Final = ("keep the numbers in an array of their own type: a `std::vector<double>`, say",)


def numbers_in_text(facts: ProgramFacts) -> Iterator[Finding]:
    """Where numbers that depend on an input become text in a program that reads such."""
    found = _Text(facts)
    if not found.objects:
        return
    inside = _Text(facts, facts.typing.numbers_in_strings)
    points = facts.pointsto
    accesses = [(f, i) for f in points.functions for i in points.instrs(f)]
    for into, out_of in ((found, found), (found, inside), (inside, found)):
        written = next(((f, i) for f, i in accesses if into.is_written(f, i)), None)
        if written is not None and any(out_of.is_read(f, i) for f, i in accesses):
            function, instr = written
            yield function, refusal(facts.function(function), instr, "RZ405", MESSAGE, helps=_HELPS)


@final
class _Text:
    """Which memory holds characters, and what goes in and out of it as numbers."""

    def __init__(self, facts: ProgramFacts, objects: int | None = None) -> None:
        self.facts = facts
        named = facts.pointsto.objects if objects is None else ()
        self.objects = objects or sum(1 << o.id for o in named if o.name == CHARACTERS)

    def is_written(self, function: Function, instr: Instr) -> bool:
        """Whether an instruction takes bytes of a number that depends on an input into text."""
        match instr:
            case Store(value=value, pointer=pointer) if self._is_number(function, value):
                return self._holds(function, pointer) and self._varied(function, value)
            case Call() | Invoke() if self._in_bytes(function, instr):
                return True
            case Call() | Invoke() if self.facts.activity.handed_on(instr):
                return any(self._floats(function, source) for source in self._into(function, instr))
            case _:
                return False

    def is_read(self, function: Function, instr: Instr) -> bool:
        """Whether an instruction makes numbers of text."""
        match instr:
            case Load(pointer=pointer, result=result) if self._is_number(function, result):
                return self._holds(function, pointer)
            case Call() | Invoke():
                return any(self._floats(function, into) for into in self._out_of(function, instr))
            case _:
                return False

    def _into(self, function: Function, call: Call | Invoke) -> Iterator[Value]:
        """Where bytes come from that a call adds to text."""
        match self.facts.pointsto.meaning(call):
            case MemoryCopy(target=target, source=source):
                if self._holds(function, call.args[target]):
                    yield call.args[source]
            case _ if is_string(name := callee_name(call) or "") and takes_characters(name):
                yield from (arg for arg in call.args[1:] if ty.is_pointer(arg.type))

    def _in_bytes(self, function: Function, call: Call | Invoke) -> bool:
        """Whether a byte of a number is among what a call of a string is given: `push_back`."""
        return is_string(callee_name(call) or "") and any(
            ty.is_integer(arg.type)
            and self._is_number(function, arg)
            and self._varied(function, arg)
            for arg in call.args[1:]
        )

    def _out_of(self, function: Function, call: Call | Invoke) -> Iterator[Value]:
        """Where a call copies text to."""
        match self.facts.pointsto.meaning(call):
            case MemoryCopy(target=target, source=source):
                if self._holds(function, call.args[source]):
                    yield call.args[target]
            case _ if hands_out(callee_name(call) or ""):
                yield call.args[1]

    def _holds(self, function: Function, pointer: Value) -> bool:
        return bool(self.facts.pointsto.mask(function, pointer) & self.objects)

    def _varied(self, function: Function, value: Value) -> bool:
        return self.facts.activity.varied(function, value)

    def _is_number(self, function: Function, value: Value) -> bool:
        return self.facts.typing.holds_float_bytes(function, value)

    def _floats(self, function: Function, pointer: Value) -> bool:
        return bool(self.facts.typing.memory(function, pointer, ADDRESS).floats)
