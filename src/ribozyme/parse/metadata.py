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
_FLAT: Final = re.compile(r'\n*!(\d+) = (distinct )?!(\w*)[({]([^"(){}<\[\n]*)[)}](?=\n)')
_QUOTING: Final = re.compile(r"\n*!(\d+) = (distinct )?!(\w+)\(([^\n]*)\)(?=\n)")
_FIELD: Final = re.compile(r'\w+: (?:"[^"\n]*"|[^"(){}<\[,\n]+)')
_SIMPLE: Final = re.compile(r'(?:(\w+): )?(?:!(\d+)|"([^"]*)"|([-\w]+(?: \| \w+)*))\Z')
_ATTACHMENT: Final = re.compile(r", !([\w.]+) !(\d+)")
_LIST: Final = re.compile(r"\{(?=[!}n])")  # the operands of a GenericDINode
_NUMBER: Final = re.compile(r"\s*!(\d+)\s*=")
_REF: Final = re.compile(r"!(\d+)")
_STRING: Final = re.compile(r'!?"([^"]*)"')
_TYPE_START: Final = re.compile(
    r"(?:i\d+|ptr|float|double|half|bfloat|fp128|x86_fp80|target)\b|[<\[{%]"
)

ReadValue = Callable[[ty.Type], Value]


class _Fields(dict[str, tuple[str, MetadataValue]]):
    """Fields by their spelling, `scope: !7`, each read once."""

    def __init__(self, c: Cursor) -> None:
        self.cursor = c

    def __missing__(self, text: str) -> tuple[str, MetadataValue]:
        if simple := _SIMPLE.match(text):
            key, ref, string, word = simple.groups()
            value: MetadataValue = (
                MDRef(int(ref)) if ref else MDWord(word) if word else MDString(string)
            )
            found = self[text] = (key or "", value)
            return found
        inner = self.cursor.within(text)
        key = _key(inner)
        found = self[text] = (key, read_metadata(inner))
        if not inner.at_end():
            self.cursor.fail(f"'{text}' is no metadata")
        return found


def read_nodes(c: Cursor, nodes: dict[int, MetadataNode]) -> None:
    """Take numbered nodes, `!4 = …`, as long as they come."""
    fields = _Fields(c)
    while True:
        if found := _FLAT.match(c.text, c.pos):
            number, distinct, kind, inner = found.groups()
            parts = inner.split(", ") if inner else []
        elif (found := _QUOTING.match(c.text, c.pos)) and (listed := _listed(found[4])):
            number, distinct, kind, _ = found.groups()
            parts = listed
        elif found := _NUMBER.match(c.text, c.pos):
            c.pos = found.end()
            nodes[int(found[1])] = _read_node(c)
            continue
        else:
            return
        content = tuple([fields[part] for part in parts])
        nodes[int(number)] = MetadataNode(kind or None, content, distinct is not None)
        c.pos = found.end()


def _listed(inner: str) -> list[str] | None:
    """The fields of a node without nodes in it; None when there is more to them."""
    parts = _FIELD.findall(inner)
    return parts if ", ".join(parts) == inner else None


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
    return tuple([(name, MDRef(int(id))) for name, id in _ATTACHMENT.findall(text)])


def read_name(c: Cursor) -> str:
    """Take `!name`, unescaped, without its sigil."""
    c.skip()
    name = _NAME.match(c.text, c.pos)
    if name is None:
        c.fail("expected a metadata name")
    c.pos = name.end()
    return unescaped(name[1])
