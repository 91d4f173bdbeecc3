"""Metadata: a graph of numbered nodes, carried as it is and read where a question needs it.

`!4 = !{!"int", !5, i64 0}` is `MetadataNode(None, fields=(("", MDString("int")), …))`;
`!7 = distinct !DISubprogram(name: "f", …)` is
`MetadataNode("DISubprogram", fields=(("name", …), …), distinct=True)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from ribozyme.base.record import dataclass

if TYPE_CHECKING:
    from ribozyme.ir.values import Value


@final
@dataclass(frozen=True, slots=True)
class MDRef:
    """`!12`."""

    id: int


@final
@dataclass(frozen=True, slots=True)
class MDString:
    """`!"text"`, or `"text"` as a field; `text` as spelled between the quotes (escapes kept)."""

    text: str


@final
@dataclass(frozen=True, slots=True)
class MDConst:
    """`i64 0`, `ptr @g`, `double %x`: a value inside metadata."""

    value: Value


@final
@dataclass(frozen=True, slots=True)
class MDWord:
    """A field's bare word: a number, `true`, `null`, `DW_TAG_member`, `DIFlagA | DIFlagB`."""

    text: str


@final
@dataclass(frozen=True, slots=True)
class MetadataNode:
    """A node: `kind` None for `!{…}`, else `DILocation` and so on; "" for a bare `{…}` in one.

    The fields of a plain tuple have the empty key.
    """

    kind: str | None
    fields: tuple[tuple[str, MetadataValue], ...]
    distinct: bool = False

    def field(self, key: str) -> MetadataValue | None:
        """The value of a named field."""
        for name, value in self.fields:
            if name == key:
                return value
        return None

    def ref(self, key: str) -> int | None:
        """The node number a named field points to."""
        value = self.field(key)
        return value.id if isinstance(value, MDRef) else None

    def string(self, key: str) -> str | None:
        """The text of a named string field."""
        value = self.field(key)
        return value.text if isinstance(value, MDString) else None

    def number(self, key: str) -> int | None:
        """The number of a named field."""
        value = self.field(key)
        if isinstance(value, MDWord) and value.text.lstrip("-").isdigit():
            return int(value.text)
        return None

    @property
    def operands(self) -> tuple[MetadataValue, ...]:
        """The values alone."""
        return tuple(value for _, value in self.fields)


MetadataValue = MDRef | MDString | MDConst | MDWord | MetadataNode
Attachment = tuple[
    str, MetadataValue
]  # ("dbg", MDRef(12)); an inline node is possible (`!DIExpression()`)
Meta = tuple[Attachment, ...]

LOST: Final = "rz.lost"
"""Marks a test in a guard of a derivative that only further derivatives need."""

MARK: Final[Meta] = ((LOST, MetadataNode(None, ())),)
"""The mark on a test."""


def attached(meta: Meta, kind: str) -> MetadataValue | None:
    """The attachment of a kind: `attached(load.meta, "tbaa")`."""
    for name, value in meta:
        if name == kind:
            return value
    return None
