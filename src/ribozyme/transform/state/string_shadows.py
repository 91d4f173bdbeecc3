"""Strings of C++ in memory that has a shadow: `struct { std::string name; double weight; }`.

A string points to its characters, which lie inside it as long as they are few. Library code moves
them without telling the shadow, whose own first word must say the same of itself, since the program
frees what does not lie inside:

    s.append(t)      →   s.append(t);    s.sh[0] = s[0] inside of s ? the same place in s.sh : s[0]

Characters have no derivative, so those outside are their own shadow. A word of characters, or of a
number that lies there at other times, is no address: nothing is said of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ribozyme.analysis.declared.cxxlibrary import LIBCXX, string_at, string_size, string_words
from ribozyme.analysis.declared.marks import ADDRESS
from ribozyme.ir import types as ty
from ribozyme.ir.build import NULL, i64
from ribozyme.ir.instrs import Call, Invoke
from ribozyme.ir.values import FALSE, Value
from ribozyme.transform.core.regions import SPACE, is_address
from ribozyme.transform.core.sites import callee_name

if TYPE_CHECKING:
    from ribozyme.transform.emit.body import Body
    from ribozyme.transform.reverse.emit.reverse_sweep import ReverseSweep

_READING: Final = "_ZNK"
MOVED: Final = "the library moves a number that was put over the characters of a string"


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


def refuse_numbers(s: Body | ReverseSweep, call: Call | Invoke, strings: Sequence[int]) -> None:
    """Leave where a tangent or an adjoint lies in the shadow of a string's characters: the library
    moves, or has moved, the number to which it belongs."""
    b = s.b
    for string in (call.args[index] for index in strings):
        for shadow in s.shadow(string):
            found: Value = FALSE
            for place in _places(s, shadow):
                bits = b.ibinary("shl", b.load(ty.I64, place, 8), i64(1))  # without the sign
                number = b.icmp("uge", bits, i64(2 * SPACE))
                found = b.ibinary("or", found, number)
            if s.facts.mixed(string):
                found = b.ibinary("and", found, b.icmp("ne", shadow, s.value(string)))
            s.emission.leave(b, s.facts, call, found, MOVED, refused="RZ405")


def clear_numbers(s: Body, call: Call | Invoke, strings: Sequence[int]) -> None:
    """Characters have no tangents."""
    b = s.b
    for string in (call.args[index] for index in strings):
        for shadow in s.shadow(string):
            own: Value = FALSE
            if s.facts.mixed(string):  # memory that is its own shadow holds the characters
                own = b.icmp("eq", shadow, s.value(string))
            for place in _places(s, shadow):
                word = b.load(ty.I64, place, 8)
                stays = b.ibinary("or", own, is_address(b, word))
                b.store(b.select(stays, word, i64(0)), place, 8)


def _places(s: Body | ReverseSweep, shadow: Value) -> list[Value]:
    return [s.b.offset(shadow, i64(at)) for at in range(0, LIBCXX, ADDRESS)]


def _has_shadow(s: Body, string: Value) -> bool:
    """Whether a string has a shadow; what is known to be numbers is none, whatever is called."""
    facts = s.facts
    known = facts.whole.typing.memory(facts.function, string, ADDRESS)
    return facts.shadowed(string) and not known.floats


def _told(s: Body, name: str, string: Value) -> None:
    b = s.b
    for at in string_words(name):
        word = b.load(ty.PTR, b.offset(s.value(string), i64(at)), 8)
        told = is_address(b, b.cast("ptrtoint", word, ty.I64))
        for sh in s.shadow(string):
            place = b.offset(sh, i64(at))
            old = b.load(ty.PTR, place, 8)
            left = is_address(b, b.cast("ptrtoint", old, ty.I64))
            kept = b.select(left, NULL, old)
            beside = _beside(s, name, word, s.value(string), sh)
            b.store(b.select(told, beside, kept), place, 8)


def _beside(s: Body, name: str, address: Value, string: Value, shadow: Value) -> Value:
    """The same place in a string's shadow, or the address itself if it is not in the string."""
    b = s.b
    distance = b.sub(b.cast("ptrtoint", address, ty.I64), b.cast("ptrtoint", string, ty.I64))
    inside = b.icmp("ult", distance, i64(string_size(name)))
    return b.select(inside, b.gep(ty.I8, shadow, (distance,)), address)
