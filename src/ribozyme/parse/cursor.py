"""A place in LLVM text: skip, look, accept, expect; and what is known about the module so far.

Everything is a regular expression at a position: nothing is tokenised twice or for nothing. White
space and comments may stand between any two tokens.
"""

from __future__ import annotations

import re
from typing import Final, NoReturn

from ribozyme.base.errors import error
from ribozyme.base.source import SOURCES, Span
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attrs
from ribozyme.ir.metadata import Meta, MetadataValue
from ribozyme.ir.spelling import NAMED_NUMBER, unescaped
from ribozyme.ir.values import Const

_SPACE: Final = re.compile(r"(?:[ \t\r\n]+|;[^\n]*)*")
_BLANK: Final = frozenset(" \t\r\n;")
_NEXT_WORD: Final = re.compile(r"(?:[ \t\r\n]+|;[^\n]*)*([A-Za-z_][\w.]*)")
_NAME: Final = re.compile(r'[-\w.$]+|"[^"]*"')
_INTEGER: Final = re.compile(r"-?\d+")
_STRING: Final = re.compile(r'"([^"]*)"')
_PIECE: Final = re.compile(r'"[^"]*"|[(){}\[\]<>]|[^"(){}\[\]<>]+')
_OPENERS: Final = {"(": ")", "{": "}", "[": "]", "<": ">"}


class Cursor:
    """A position in a text, and the memories of the module that is being read."""

    __slots__ = (
        "attrs",
        "consts",
        "expressions",
        "file",
        "metas",
        "places",
        "pos",
        "prefixes",
        "structs",
        "text",
        "types",
    )

    def __init__(self, text: str, file: str = "<string>") -> None:
        self.text = text
        self.file = file
        self.pos = 0
        self.types: dict[str, ty.Type] = {**ty.SIMPLE, **ty.FLOATS, "ptr": ty.PTR}
        self.structs: dict[str, ty.StructType] = {}
        self.consts: dict[tuple[ty.Type, str], Const] = {}
        self.attrs: dict[str, Attrs] = {"": ()}
        self.metas: dict[str, Meta] = {"": ()}
        self.expressions: dict[str, MetadataValue] = {}
        self.places: dict[str, tuple[MetadataValue, ...]] = {}  # of debug records
        self.prefixes: dict[str, tuple[str, str, Attrs]] = {}  # of calls

    def within(self, text: str) -> Cursor:
        """A cursor over a short text, with the memories of this one."""
        inner = Cursor.__new__(Cursor)
        inner.text, inner.file, inner.pos = text, self.file, 0
        inner.share(self)
        return inner

    def share(self, other: Cursor) -> None:
        """Have the memories of another cursor."""
        self.types, self.structs, self.consts = other.types, other.structs, other.consts
        self.attrs, self.metas = other.attrs, other.metas
        self.expressions, self.places = other.expressions, other.places
        self.prefixes = other.prefixes

    def skip(self) -> None:
        """Go to the next token."""
        if self.text[self.pos : self.pos + 1] in _BLANK:
            self.pos = _SPACE.match(self.text, self.pos).end()  # type: ignore[union-attr]

    def at(self, token: str) -> bool:
        """Whether the next token is, or begins with, `token`."""
        if self.text.startswith(token, self.pos):
            return True
        if self.text[self.pos : self.pos + 1] not in _BLANK:
            return False
        self.skip()
        return self.text.startswith(token, self.pos)

    def at_end(self) -> bool:
        """Whether nothing follows."""
        self.skip()
        return self.pos >= len(self.text)

    def accept(self, token: str) -> bool:
        """Take a punctuation if it comes next."""
        if self.at(token):
            self.pos += len(token)
            return True
        return False

    def expect(self, token: str) -> None:
        """Take a punctuation, which must come next."""
        if not self.accept(token):
            self.fail(f"expected '{token}'")

    def peek_word(self) -> str:
        """The word that comes next, or the empty string; stays where it is."""
        found = _NEXT_WORD.match(self.text, self.pos)
        return found[1] if found else ""

    def word(self) -> str:
        """Take a word."""
        found = _NEXT_WORD.match(self.text, self.pos)
        if found is None:
            self.skip()
            self.fail("expected a word")
        self.pos = found.end()
        return found[1]

    def accept_word(self, word: str) -> bool:
        """Take `word` if it comes next; else stay."""
        found = _NEXT_WORD.match(self.text, self.pos)
        if found is None or found[1] != word:
            return False
        self.pos = found.end()
        return True

    def expect_word(self, word: str) -> None:
        """Take `word`, which must come next."""
        if not self.accept_word(word):
            self.skip()
            self.fail(f"expected '{word}'")

    def accept_words(self, words: frozenset[str]) -> str:
        """Take the words of a set while they come, joined by blanks."""
        taken = []
        while (found := _NEXT_WORD.match(self.text, self.pos)) and found[1] in words:
            self.pos = found.end()
            taken.append(found[1])
        return " ".join(taken)

    def integer(self) -> int:
        """Take a decimal number."""
        self.skip()
        found = _INTEGER.match(self.text, self.pos)
        if found is None:
            self.fail("expected a number")
        self.pos = found.end()
        return int(found[0])

    def raw_string(self) -> str:
        """Take a quoted string, escapes kept."""
        self.skip()
        found = _STRING.match(self.text, self.pos)
        if found is None:
            self.fail("expected a string")
        self.pos = found.end()
        return found[1]

    def string(self) -> str:
        """Take a quoted string, unescaped."""
        return unescaped(self.raw_string())

    def sigil_name(self, sigil: str) -> str:
        """Take `@name`, `%"a name"`, `$name`, as spelled, sigil included."""
        self.skip()
        found = _NAME.match(self.text, self.pos + 1) if self.at(sigil) else None
        if found is None:
            self.fail(f"expected a name behind '{sigil}'")
        self.pos = found.end()
        return sigil + found[0]

    def name(self, sigil: str) -> str:
        """Take `%name` and so on, without sigil and quotes, unescaped."""
        return plain(self.sigil_name(sigil))

    def global_name(self) -> str:
        """Take `@name`; see `spelling.global_spelled` for unnamed ones."""
        return plain_global(self.sigil_name("@"))

    def balanced(self) -> str:
        """Take a bracketed text up to its closing bracket, verbatim."""
        self.skip()
        start = self.pos
        open: list[str] = []
        while True:
            piece = _PIECE.match(self.text, self.pos)
            if piece is None:
                self.fail("a bracket is not closed", start)
            self.pos = piece.end()
            if piece[0] in _OPENERS:
                open.append(_OPENERS[piece[0]])
            elif piece[0] in ")}]>" and (not open or open.pop() != piece[0]):
                self.fail("brackets do not match", start)
            if not open:
                return self.text[start : self.pos]

    def fail(self, message: str, at: int | None = None) -> NoReturn:
        """Raise a `ParseError` at the current position, or at `at`."""
        place = self.pos if at is None else at
        start = self.text.rfind("\n", 0, place) + 1
        end = self.text.find("\n", place)
        line = self.text[start : end if end >= 0 else len(self.text)]
        SOURCES.add(self.file, self.text)
        span = Span(
            self.file, self.text.count("\n", 0, place) + 1, len(self.text[start:place].encode()) + 1
        )
        raise error("RZ101", message, span=span, ir=line)


def plain(spelled: str) -> str:
    """A spelled name without its sigil and quotes, unescaped."""
    return unescaped(spelled[2:-1]) if spelled[1:2] == '"' else spelled[1:]


def plain_global(spelled: str) -> str:
    """The name a spelled `@name` is held by."""
    name = plain(spelled)
    return NAMED_NUMBER + name if spelled[1] == '"' and name.isdecimal() else name


def words(text: str) -> frozenset[str]:
    """A set of words, written with blanks between them."""
    return frozenset(text.split())
