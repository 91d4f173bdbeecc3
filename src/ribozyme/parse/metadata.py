"""Metadata from text: nodes, attachments, operands.

    '!DILocation(line: 3, scope: !7)' → MetadataNode("DILocation", (("line", …), ("scope", …)))

Most nodes are plain lines: one pattern finds them well formed, and they are read when somebody asks
(`ir/metadata_nodes.py`). The rest goes through the cursor, with a stack.
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
from ribozyme.ir.metadata_nodes import Nodes
from ribozyme.ir.spelling import unescaped
from ribozyme.ir.values import Value
from ribozyme.parse.constants import read_constant
from ribozyme.parse.cursor import Cursor
from ribozyme.parse.types import read_type

_WORDS: Final = re.compile(r"[-\w.]+(?: \| \w+)*")
_KEY: Final = re.compile(r"(\w+):\s*")
_KIND: Final = re.compile(r"!([A-Z]\w*)\(")
_NAME: Final = re.compile(r"!((?:[-\w.$]|\\[0-9A-Fa-f]{2})+)")
_FIELD: Final = (
    r'(?:\w++: )?(?:!\d++|!?"[^"\n]*+"|(?:i\d++ -?+\d++|[-\w.]++)(?: \| \w++)*+'
    r"|!DIExpression\([-\w, ]*+\))"
)
_LINE: Final = re.compile(
    rf"\n*!(\d++) = ((?:distinct )?!(?:\w++\((?:{_FIELD}(?:, {_FIELD})*+)?+\)"
    rf"|\{{(?:{_FIELD}(?:, {_FIELD})*+)?+\}}))(?=\n)",
    re.A,
)
_FRONT: Final = re.compile(r"(distinct )?!(\w*)[({]")
_FIELDS: Final = re.compile(_FIELD)
_SIMPLE: Final = re.compile(r'(?:(\w+): )?(?:!(\d+)|!?"([^"]*)"|([-\w.]+(?: \| \w+)*))\Z')
_ATTACHMENT: Final = re.compile(r", !([\w.]+) !(\d+)")
_LIST: Final = re.compile(r"\{(?=[!}n])")  # the operands of a GenericDINode
_NUMBER: Final = re.compile(r"\s*!(\d+)\s*=")
_REF: Final = re.compile(r"!(\d+)")
_STRING: Final = re.compile(r'!?"([^"]*)"')
_TYPE_START: Final = re.compile(
    r"(?:i\d+|ptr|float|double|half|bfloat|fp128|x86_fp80|target)\b|[<\[{%]"
)

ReadValue = Callable[[ty.Type], Value]


@final
class NodeReader:
    """Reads the lines of nodes that were found well formed: `distinct !DILocation(line: 3, …)`.

    Fields of one spelling, `scope: !7`, are one value, read once.
    """

    __slots__ = ("_cursor", "_known")

    def __init__(self, c: Cursor) -> None:
        self._cursor = c
        self._known: dict[str, tuple[str, MetadataValue]] = {}

    def __call__(self, text: str) -> MetadataNode:
        found = _FRONT.match(text)
        assert found is not None
        distinct, kind = found.groups()
        known, new = self._known, self._new
        parts = _FIELDS.findall(text, found.end(), len(text) - 1)
        content = tuple([known.get(part) or new(part) for part in parts])
        return MetadataNode(kind or None, content, distinct is not None)

    def _new(self, text: str) -> tuple[str, MetadataValue]:
        simple = _SIMPLE.match(text)
        if simple is None:
            inner = self._cursor.within(text)
            found = _key(inner), read_metadata(inner)
        else:
            key, ref, string, word = simple.groups()
            if ref:
                found = key or "", MDRef(int(ref))
            else:
                found = key or "", MDWord(word) if word else MDString(string)
        self._known[text] = found
        return found


def read_nodes(c: Cursor, nodes: Nodes) -> None:
    """Take numbered nodes, `!4 = …`, as long as they come; those in plain lines are read later."""
    lines: dict[int, str] = {}
    line, text = _LINE.match, c.text
    while True:
        if found := line(text, c.pos):
            lines[int(found[1])] = found[2]
        elif found := _NUMBER.match(text, c.pos):
            nodes.add_lines(lines)
            lines = {}
            c.pos = found.end()
            nodes[int(found[1])] = _read_node(c)
            continue
        else:
            nodes.add_lines(lines)
            return
        c.pos = found.end()


def _read_node(c: Cursor) -> MetadataNode:
    distinct = c.accept_word("distinct")
    node = read_metadata(c)
    if not isinstance(node, MetadataNode):
        c.fail("expected a metadata node")
    return MetadataNode(node.kind, node.fields, distinct) if distinct else node


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
    if c.text.startswith("!", c.pos) or _LIST.match(c.text, c.pos):
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
    elif c.accept("{"):
        kind = ""
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


def plain_attachments(text: str) -> Meta:
    """The attachments of a text that holds nothing else and no inline nodes."""
    if text.startswith(", !dbg !") and (number := text[8:]).isdecimal():  # nearly all
        return (("dbg", MDRef(int(number))),)
    return tuple([(name, MDRef(int(id))) for name, id in _ATTACHMENT.findall(text)])


def read_name(c: Cursor) -> str:
    """Take `!name`, unescaped, without its sigil."""
    c.skip()
    name = _NAME.match(c.text, c.pos)
    if name is None:
        c.fail("expected a metadata name")
    c.pos = name.end()
    return unescaped(name[1])
