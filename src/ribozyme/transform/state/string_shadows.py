"""Strings of C++ in memory that has a shadow: `struct { std::string name; double weight; }`.

A string points to its characters, which lie inside it as long as they are few. Library code moves
them without telling the shadow, whose own first word must say the same of itself, since the program
frees what does not lie inside:

    s.append(t)      →   s.append(t);    s.sh[0] = s[0] inside of s ? the same place in s.sh : s[0]

Characters have no derivative, so those outside are their own shadow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ribozyme.analysis.declared.cxxlibrary import string_at, string_size, string_words
from ribozyme.analysis.declared.marks import ADDRESS
from ribozyme.ir import types as ty
from ribozyme.ir.build import i64
from ribozyme.ir.instrs import Call, Invoke
from ribozyme.ir.values import Value
from ribozyme.transform.core.sites import callee_name

if TYPE_CHECKING:
    from ribozyme.transform.emit.body import Body

_READING: Final = "_ZNK"


def handed_out(s: Body, call: Call | Invoke) -> list[Value]:
    """The shadow of what a string hands out: an address in itself, short as it is, or of
    characters."""
    assert call.result is not None
    string = call.args[0]
    return [
        _beside(s, callee_name(call) or "", s.value(call.result), s.value(string), sh)
        for sh in s.shadow(string)
    ]


def followed(s: Body, call: Call | Invoke) -> None:
    """After a call that may have moved characters: shadows of strings say where theirs are."""
    name = callee_name(call) or ""
    if name.startswith(_READING):
        return
    for index, string in enumerate(call.args):
        if ty.is_pointer(string.type) and string_at(name, index) and _has_shadow(s, string):
            _told(s, name, string)


def _has_shadow(s: Body, string: Value) -> bool:
    """Whether a string has a shadow; what is known to be numbers is none, whatever is called."""
    facts = s.facts
    known = facts.whole.typing.memory(facts.function, string, ADDRESS)
    return facts.shadowed(string) and not known.floats


def _told(s: Body, name: str, string: Value) -> None:
    b = s.b
    for at in string_words(name):
        word = b.load(ty.PTR, b.offset(s.value(string), i64(at)), 8)
        for sh in s.shadow(string):
            b.store(_beside(s, name, word, s.value(string), sh), b.offset(sh, i64(at)), 8)


def _beside(s: Body, name: str, address: Value, string: Value, shadow: Value) -> Value:
    """The same place in a string's shadow, or the address itself if it is not in the string."""
    b = s.b
    distance = b.sub(b.cast("ptrtoint", address, ty.I64), b.cast("ptrtoint", string, ty.I64))
    inside = b.icmp("ult", distance, i64(string_size(name)))
    return b.select(inside, b.gep(ty.I8, shadow, (distance,)), address)
