"""Functions of a library that programs hold the bodies of, and that are its own all the same.

    basic_string::append(const char *, size_t)          in the library, too
    basic_string::size[abi:…]() const                   hidden from its ABI: only ever inline
    basic_ostringstream::basic_ostringstream[abi:…]()   of a stream, whose members are all told

libstdc++ keeps the like in its shared library, but for manipulators of streams (`std::endl`,
`std::setw`), which it has in both. What they do is known by their names, and better than from code
that deals in bytes: so they are not inlined, and nobody looks into them. So it is with what Zig's
library has for messages: thousands of functions, whose code every program brings along.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from ribozyme.base.regex import pattern

_TRAITS: Final = r"I(?P<char>[cw])NS_11char_traitsI(?P=char)EE(?:NS_9allocatorI(?P=char)EE)?"
_MEMBER: Final = pattern(rf"_ZNK?St3__1\d+(basic_[a-z]+){_TRAITS}E")
_FREE: Final = pattern(
    r"_ZNSt3__1(?:ls|rs|24__put_character_sequence|16__pad_and_output|4endl|4ends|5flush|2ws|7getline)"
    r"(?:B\d+[a-z]+\d+)?(?:I[cw]|I?NS_11char_traitsI[cw]E)"
)
_STREAMS: Final = frozenset(
    [
        *("basic_ios", "basic_ostream", "basic_istream", "basic_iostream", "basic_streambuf"),
        *("basic_stringbuf", "basic_ostringstream", "basic_istringstream", "basic_stringstream"),
        *("basic_filebuf", "basic_ofstream", "basic_ifstream", "basic_fstream"),
    ]
)
_OPERATOR: Final = pattern(r"[CD][0-9]|[a-z][a-zA-Z]")
_NUMBER: Final = pattern(r"\d+")
_MANIPULATOR: Final = pattern(
    r"_ZSt(?:4endl|4ends|5flush)I(?P<char>[cw])St11char_traitsI(?P=char)EE"
    r"|_ZStlsI(?P<other>[cw])St11char_traitsI(?P=other)EERSt13basic_ostreamIT_T0_ES6_St\d+_(?:Set|Reset)"
)
_CALLING: Final = "PF"
"""In the names of functions that are given functions to call."""

ZIG: Final = "zig$"
"""So begin the names that the front end gives to what prints messages in Zig's library."""


@cache
def is_sealed(name: str) -> bool:
    """Whether a function with a body is a library's, whatever its body says."""
    if name.startswith(ZIG):
        return True
    if name.startswith("_ZSt"):
        return _MANIPULATOR.match(name) is not None
    if not name.startswith(("_ZNSt3__1", "_ZNKSt3__1")) or _CALLING in name:
        return False
    member = _MEMBER.match(name)
    if member is None:
        return _FREE.match(name) is not None
    rest = _after_name(name[member.end() :])
    if member[1] in _STREAMS:
        return not _is_template(_after_name(rest[1:]) if rest.startswith("B") else rest)
    return member[1] == "basic_string" and rest.startswith(("E", "ILb"))


def _after_name(rest: str) -> str:
    """What follows the name of a member, or a tag."""
    operator = _OPERATOR.match(rest)
    if operator is not None:
        return rest[operator.end() :]
    number = _NUMBER.match(rest)
    return rest[number.end() + int(number[0]) :] if number is not None else ""


def _is_template(rest: str) -> bool:
    """Whether a member is a template, and so may run code of its arguments' types."""
    return rest.startswith("I") and not rest.startswith("IL")
