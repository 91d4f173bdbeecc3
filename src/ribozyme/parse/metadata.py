"""Metadata from text: nodes, attachments, operands.

    '!DILocation(line: 3, scope: !7)' → MetadataNode("DILocation", (("line", …), ("scope", …)))

Most nodes are flat and read by one pattern; the rest goes through the cursor, with a stack.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, final

from ribozyme.ir import types as ty
from ribozyme.ir.metadata import (
    Attachment,
    MDConst,
    MDRef,
    MDString,
    MDWord,
    Meta,
    MetadataNode,
    MetadataValue,
)
from ribozyme.ir.spelling import unescaped
from ribozyme.ir.values import Value
from ribozyme.parse.constants import read_constant
from ribozyme.parse.cursor import Cursor
from ribozyme.parse.types import read_type

_WORDS: Final = re.compile(r"[-\w.]+(?: \| \w+)*")
_KEY: Final = re.compile(r"(\w+):\s*")
_KIND: Final = re.compile(r"!([A-Z]\w*)\(")
_NAME: Final = re.compile(r"!((?:[-\w.$]|\\[0-9A-Fa-f]{2})+)")
_FLAT: Final = re.compile(
    r'(distinct )?!(\w+)\(((?:\w+: (?:!\d+|"[^"\n]*"|[-\w]+(?: \| \w+)*)(?:, )?)*)\)(?=\n)'
)
_FIELD: Final = re.compile(r'(\w+): (?:!(\d+)|"([^"\n]*)"|([-\w]+(?: \| \w+)*))')
_REFS: Final = re.compile(r"!\{(!\d+(?:, !\d+)*)?\}(?=\n)")
_REF: Final = re.compile(r"!(\d+)")
_STRING: Final = re.compile(r'!?"([^"]*)"')
_TYPE_START: Final = re.compile(
    r"(?:i\d+|ptr|float|double|half|bfloat|fp128|x86_fp80|target)\b|[<\[{%]"
)

ReadValue = Callable[[ty.Type], Value]


def read_node(c: Cursor) -> MetadataNode:
    """Take the node behind `!4 = `."""
    c.skip()
    flat = _FLAT.match(c.text, c.pos)
    if flat is not None:
        c.pos = flat.end()
        fields = tuple(_field(*found) for found in _FIELD.findall(flat[3]))
        return MetadataNode(flat[2], fields, flat[1] is not None)
    refs = _REFS.match(c.text, c.pos)
    if refs is not None:
        c.pos = refs.end()
        numbers = refs[1].split(", ") if refs[1] else ()
        return MetadataNode(None, tuple(("", MDRef(int(number[1:]))) for number in numbers))
    distinct = c.accept_word("distinct")
    node = read_metadata(c)
    if not isinstance(node, MetadataNode):
        c.fail("expected a metadata node")
    return MetadataNode(node.kind, node.fields, distinct) if distinct else node


def _field(key: str, ref: str, string: str, word: str) -> tuple[str, MetadataValue]:
    if ref:
        return key, MDRef(int(ref))
    return key, MDWord(word) if word else MDString(string)


@final
class _Open:
    """A node whose fields are being read, and the key of the one that comes."""

    __slots__ = ("closer", "fields", "key", "kind")

    def __init__(self, kind: str | None, closer: str, key: str) -> None:
        self.kind = kind
        self.closer = closer
        self.key = key
        self.fields: list[tuple[str, MetadataValue]] = []


def read_metadata(c: Cursor, read_value: ReadValue | None = None) -> MetadataValue:
    """Take metadata: `!4`, `!"text"`, `!{…}`, `!DIExpression(…)`, `i64 4`, a word.

    `read_value` reads a value behind its type; constants only, unless a function gives its own.
    """
    open: list[_Open] = []
    while True:
        done = _leaf(c, read_value) or _opened(c, open)
        while done is not None:
            if not open:
                return done
            top = open[-1]
            top.fields.append((top.key, done))
            done = None
            if c.accept(","):
                top.key = _key(c)
                break
            c.expect(top.closer)
            open.pop()
            done = MetadataNode(top.kind, tuple(top.fields))


def _key(c: Cursor) -> str:
    c.skip()
    found = _KEY.match(c.text, c.pos)
    if found is None:
        return ""
    c.pos = found.end()
    return found[1]


def _leaf(c: Cursor, read_value: ReadValue | None) -> MetadataValue | None:
    c.skip()
    if ref := _REF.match(c.text, c.pos):
        c.pos = ref.end()
        return MDRef(int(ref[1]))
    if string := _STRING.match(c.text, c.pos):
        c.pos = string.end()
        return MDString(string[1])
    if c.text.startswith("!", c.pos):
        return None
    if _TYPE_START.match(c.text, c.pos):
        type = read_type(c)
        return MDConst(read_value(type) if read_value else read_constant(c, type))
    words = _WORDS.match(c.text, c.pos)
    if words is None:
        c.fail("expected metadata")
    c.pos = words.end()
    return MDWord(words[0])


def _opened(c: Cursor, open: list[_Open]) -> MetadataValue | None:
    kind, closer = None, "}"
    if found := _KIND.match(c.text, c.pos):
        c.pos = found.end()
        kind, closer = found[1], ")"
    elif not c.accept("!{"):
        c.fail("expected metadata")
    if c.accept(closer):
        return MetadataNode(kind, ())
    open.append(_Open(kind, closer, _key(c)))
    return None


def read_attachments(c: Cursor, comma: bool = True) -> Meta:
    """Take `, !dbg !4, !tbaa !7`; behind a function's header they come without commas."""
    found: list[Attachment] = []
    while True:
        start = c.pos
        if comma and not c.accept(","):
            return tuple(found)
        c.skip()
        name = _NAME.match(c.text, c.pos)
        if name is None:
            c.pos = start
            return tuple(found)
        c.pos = name.end()
        found.append((unescaped(name[1]), read_metadata(c)))


def read_name(c: Cursor) -> str:
    """Take `!name`, unescaped, without its sigil."""
    c.skip()
    name = _NAME.match(c.text, c.pos)
    if name is None:
        c.fail("expected a metadata name")
    c.pos = name.end()
    return unescaped(name[1])
