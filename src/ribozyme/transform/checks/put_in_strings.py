"""Numbers that are put among the characters of a string of C++, by their offset in its object.

    struct { double weight; std::string name; } a;     the short characters of a.name are at 24
    store double %x, ptr (%a + 24)                     asked: does a string begin at %a + 8 now?

The library moves characters without their derivatives. At other times numbers may lie in the same
memory: in a `std::variant`, say. So it is asked at run time, where the number is put. The library's
own code moves characters as integers, some of which may be numbers for all that types say: what is
loaded where strings lie is none.

Nothing tells an empty string of libc++ from numbers that are zero. What is put there is refused
when the library moves it (`core.site_kinds.TextMove`): a tangent lies there then, or an adjoint.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd
from typing import TYPE_CHECKING

from ribozyme.analysis.declared.cxxlibrary import characters_within
from ribozyme.analysis.provenance.survival import surviving
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Call, Instr, Invoke, Load, Store
from ribozyme.ir.module import Function
from ribozyme.ir.values import Value
from ribozyme.rules.memory import MemoryCopy
from ribozyme.transform.checks.questions import InString
from ribozyme.transform.checks.text import Text

if TYPE_CHECKING:
    from ribozyme.transform.core.facts import ProgramFacts


def put_in_strings(facts: ProgramFacts) -> Iterator[tuple[Function, Instr, InString]]:
    """Where active numbers may be put among characters, and what is asked there."""
    if not facts.typing.numbers_in_strings:
        return
    for function, instr, _ in facts.ask(Text).beside_strings():
        pointer = _put_at(facts, function, instr)
        found = set() if pointer is None else set(_strings(facts, function, pointer))
        for distance, size in sorted(found):
            if pointer is not None:
                yield function, instr, InString(pointer, distance, size)


def _put_at(facts: ProgramFacts, function: Function, instr: Instr) -> Value | None:
    """The address at which an instruction puts a number, and no characters that are moved."""
    match instr:
        case Store(pointer=pointer, value=value):
            return None if _is_perhaps_text(facts, function, value) else pointer
        case Call() | Invoke():
            copy = facts.pointsto.meaning(instr)
            if not isinstance(copy, MemoryCopy):
                return None
            text = _lies_in_strings(facts, function, instr.args[copy.source])
            return None if text else instr.args[copy.target]
        case _:
            return None


def _is_perhaps_text(facts: ProgramFacts, function: Function, value: Value) -> bool:
    """Whether the bits of an integer were loaded where strings lie, in its function."""
    if isinstance(ty.scalar(value.type), ty.FloatType):
        return False
    work, seen = [value], {value}
    while work:
        made = function.definition(work.pop())
        if isinstance(made, Load) and _lies_in_strings(facts, function, made.pointer):
            return True
        more = [] if made is None else [one for one in surviving(made) if one not in seen]
        work += more
        seen.update(more)
    return False


def _lies_in_strings(facts: ProgramFacts, function: Function, pointer: Value) -> bool:
    text = facts.ask(Text).characters | facts.typing.numbers_in_strings
    return bool(facts.pointsto.mask(function, pointer) & text)


def _strings(facts: ProgramFacts, function: Function, pointer: Value) -> Iterator[tuple[int, int]]:
    """How far behind the beginning of strings an address may lead, if to their characters, and the
    sizes of the strings."""
    table, strings = facts.pointsto.table, facts.pointsto.constraints.strings.sizes
    for place in facts.pointsto.numbers(function, pointer):
        for string, size in strings.items():
            if table.object[string] != table.object[place]:
                continue
            period = gcd(table.stride[string], table.stride[place])
            distance = table.offset[place] - table.offset[string]
            if 0 < period < size:
                continue  # nobody knows where in a string that is
            distance = distance % period if period else distance
            if distance in characters_within(size):
                yield distance, size
