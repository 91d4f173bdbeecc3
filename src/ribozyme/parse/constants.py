"""Constants from text: scalars by table, aggregates and expressions with a stack of open brackets.

    "[2 x double] [double 1.0, double 2.0]" → ConstAggregate([2 x double], (1.0, 2.0))

Nothing recurses, since initialisers nest as deep as a user's data; a flat array of scalars is
split at its commas.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, final

from ribozyme.ir import types as ty
from ribozyme.ir.spelling import float_constant, unescaped_bytes
from ribozyme.ir.values import (
    FALSE,
    TRUE,
    BlockAddress,
    Const,
    ConstAggregate,
    ConstBinary,
    ConstCast,
    ConstGep,
    ConstInt,
    ConstNone,
    ConstNull,
    ConstOther,
    ConstSplat,
    ConstString,
    ConstZero,
    GlobalRef,
    Poison,
    Undef,
    const_int,
)
from ribozyme.parse.cursor import Cursor, plain_global, words
from ribozyme.parse.types import read_type

CASTS: Final = words(
    "trunc zext sext fptrunc fpext fptoui fptosi uitofp sitofp ptrtoint ptrtoaddr inttoptr "
    "bitcast addrspacecast"
)
_BINARY: Final = words("add sub mul xor shl and or lshr ashr")
_BINARY_FLAGS: Final = frozenset(("nuw", "nsw", "exact", "disjoint"))
_GEP_FLAGS: Final = frozenset(("inbounds", "nusw", "nuw"))
EXPRESSIONS: Final = CASTS | _BINARY | {"getelementptr"}
_SCALAR: Final = re.compile(r"[-+]?[.\w$+-]+")
_HEX_INTEGER: Final = re.compile(r"([us])0x([0-9A-Fa-f]+)\Z")
_STRUCTURED: Final = re.compile(r'[\[{<(c"@]')
_BYTES: Final = re.compile(r'c"([^"]*)"')
_SPREAD: Final = 512  # shorter arrays are read element by element
_NAMED: Final[dict[str, Callable[[ty.Type], Const]]] = {
    "null": ConstNull,
    "zeroinitializer": ConstZero,
    "undef": Undef,
    "poison": Poison,
    "none": ConstNone,
    "true": lambda _: TRUE,
    "false": lambda _: FALSE,
}


def _first(items: list[Const]) -> Const:
    return items[0]


@final
class _Open:
    """A bracket that is open: what is in it so far, what closes it, what it then becomes."""

    __slots__ = ("closer", "items", "make", "op")

    def __init__(
        self, closer: str, make: Callable[[list[Const]], Const] = _first, *, op: str = ""
    ) -> None:
        self.closer = closer
        self.make = make
        self.op = op  # of a cast, where `to TYPE` stands before the bracket
        self.items: list[Const] = []


def scalar(type: ty.Type, text: str, c: Cursor) -> Const | None:
    """The constant of a single word, remembered; None when the word is no constant of the type."""
    key = (type, text)
    found = c.consts.get(key)
    if found is None:
        found = _new_scalar(type, text)
        if found is not None:
            c.consts[key] = found
    return found


def _new_scalar(type: ty.Type, text: str) -> Const | None:
    if text[0] == "@":
        return GlobalRef(type, plain_global(text))
    if text in _NAMED:
        return _NAMED[text](type)
    match type:
        case ty.FloatType():
            return float_constant(type, text)
        case ty.IntType():
            return _integer(type, text)
        case _:
            return None


def _integer(type: ty.IntType, text: str) -> ConstInt | None:
    if hexadecimal := _HEX_INTEGER.match(text):
        return const_int(type, int(hexadecimal[2], 16))
    try:
        return const_int(type, int(text))
    except ValueError:
        return None


def read_constant(c: Cursor, type: ty.Type) -> Const:
    """Take a constant of a type that was already read."""
    open: list[_Open] = []
    while True:
        done: Const | None = _leaf(c, type) or _opened(c, type, open)
        while done is not None:
            if not open:
                return done
            top = open[-1]
            top.items.append(done)
            done = None
            if c.accept(","):
                break
            if top.op:
                c.expect_word("to")
                done = ConstCast(read_type(c), top.op, top.items[0])
            else:
                done = top.make(top.items)
            c.expect(top.closer)
            open.pop()
        type = read_type(c)


def read_typed_constant(c: Cursor) -> Const:
    """Take `type constant`."""
    return read_constant(c, read_type(c))


def _leaf(c: Cursor, type: ty.Type) -> Const | None:
    c.skip()
    if c.text.startswith("@", c.pos):
        return scalar(type, c.sigil_name("@"), c)
    if string := _BYTES.match(c.text, c.pos):
        c.pos = string.end()
        return ConstString(type, unescaped_bytes(string[1]))
    word = _SCALAR.match(c.text, c.pos)
    if word is None:
        return None
    found = scalar(type, word[0], c)
    if found is not None:
        c.pos = word.end()
    return found


def _opened(c: Cursor, type: ty.Type, open: list[_Open]) -> Const | None:
    """Push what an opening bracket or an expression opens; or a constant that is done at once."""
    for opener, closer in (("<{", "}>"), ("{", "}"), ("[", "]"), ("<", ">")):
        if c.accept(opener):
            if closer == "]" and (flat := _flat(c, type)) is not None:
                return flat
            if c.accept(closer):
                return ConstAggregate(type, ())
            open.append(_Open(closer, lambda items: ConstAggregate(type, tuple(items))))
            return None
    start = c.pos
    if not c.peek_word():
        c.fail(f"expected a constant of type {type}")
    word = c.word()
    if word == "getelementptr":
        open.append(_gep(c, type))
    elif word in CASTS:
        c.expect("(")
        open.append(_Open(")", op=word))
    elif word in _BINARY:
        flags = c.accept_words(_BINARY_FLAGS)
        c.expect("(")
        open.append(_Open(")", lambda items: ConstBinary(type, word, items[0], items[1], flags)))
    elif word == "splat":
        c.expect("(")
        open.append(_Open(")", lambda items: ConstSplat(type, items[0])))
    else:
        return _verbatim(c, type, word, start)
    return None


def _gep(c: Cursor, type: ty.Type) -> _Open:
    flags = []
    while not c.at("("):
        word = c.word()
        flags.append(word)
        if word == "inrange":
            flags[-1] += c.balanced()
        elif word not in _GEP_FLAGS:
            c.fail(f"'{word}' is no flag of getelementptr")
    c.expect("(")
    source = read_type(c)
    c.expect(",")
    return _Open(
        ")",
        lambda items: ConstGep(type, source, items[0], tuple(items[1:]), " ".join(flags)),
    )


def _verbatim(c: Cursor, type: ty.Type, word: str, start: int) -> Const:
    match word:
        case "blockaddress":
            c.expect("(")
            function = GlobalRef(ty.PTR, c.global_name())
            c.expect(",")
            block = c.sigil_name("%")
            c.expect(")")
            return BlockAddress(type, function, block)
        case "dso_local_equivalent" | "no_cfi":
            return ConstOther(type, f"{word} {c.sigil_name('@')}")
        case "ptrauth" | "extractelement" | "insertelement" | "shufflevector":
            return ConstOther(type, f"{word} {c.balanced()}")
        case _:
            return c.fail(f"expected a constant of type {type}", start)


def _flat(c: Cursor, type: ty.Type) -> Const | None:
    """A long array of scalars, read at one go, behind its bracket; None if it is not one."""
    if not isinstance(type, ty.ArrayType) or type.count < _SPREAD:
        return None
    end = c.text.find("]", c.pos)
    odd = _STRUCTURED.search(c.text, c.pos)
    if end < 0 or (odd and odd.start() < end):
        return None
    element, prefix = type.element, f"{type.element} "
    parts = c.text[c.pos : end].split(", ")
    length = len(prefix)
    known: dict[str, Const | None] = {
        part: scalar(element, part[length:], c) if part.startswith(prefix) else None
        for part in set(parts)
    }
    elements = [known[part] for part in parts]
    if len(elements) != type.count or None in known.values():
        return None
    c.pos = end + 1
    return ConstAggregate(type, tuple(e for e in elements if e is not None))
