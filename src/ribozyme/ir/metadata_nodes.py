"""The numbered metadata of a module: nodes that were read, and lines that nobody has asked for yet.

A module with debug information has more lines of metadata than instructions, and most are only
carried. The parser hands those over as text that it has found well formed; a line is read when its
node is asked for, and printed as it came where it never was.

    nodes = Nodes({0: node}, {7: '!DILocation(line: 3, column: 9, scope: !4)'}, reader)
    nodes[7].ref("scope")  →  4        nodes.text(7)  →  the line

Invariant: reading and printing a line gives it back, so it makes no difference whether it was read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from typing import TypeVar, final, overload

from ribozyme.ir.metadata import MetadataNode

T = TypeVar("T")
ReadNode = Callable[[str], MetadataNode]


def _unread(text: str) -> MetadataNode:
    raise KeyError(text)


@final
class Nodes(MutableMapping[int, MetadataNode]):
    """Nodes by number; each is read from its text once, when it is first asked for."""

    __slots__ = ("_made", "_read", "_texts")

    def __init__(
        self,
        made: Mapping[int, MetadataNode] | None = None,
        texts: Mapping[int, str] | None = None,
        read: ReadNode = _unread,
    ) -> None:
        self._made = dict(made or {})
        self._texts = dict(texts or {})  # of what is not among those made, and of some that are
        self._read = read

    def __getitem__(self, id: int) -> MetadataNode:
        found = self._made.get(id)
        if found is None:
            found = self._made[id] = self._read(self._texts[id])
        return found

    @overload
    def get(self, id: int, default: None = None, /) -> MetadataNode | None: ...
    @overload
    def get(self, id: int, default: MetadataNode | T, /) -> MetadataNode | T: ...
    def get(self, id: int, default: MetadataNode | T | None = None, /) -> MetadataNode | T | None:
        found = self._made.get(id)
        if found is not None:
            return found
        return self[id] if id in self._texts else default

    def __setitem__(self, id: int, node: MetadataNode) -> None:
        self._made[id] = node
        self._texts.pop(id, None)

    def __delitem__(self, id: int) -> None:
        if id not in self:
            raise KeyError(id)
        self._made.pop(id, None)
        self._texts.pop(id, None)

    def __contains__(self, id: object) -> bool:
        return id in self._made or id in self._texts

    def __iter__(self) -> Iterator[int]:
        return iter({**self._texts, **self._made})

    def __len__(self) -> int:
        return len(self._texts.keys() | self._made.keys())

    def add_lines(self, texts: Mapping[int, str]) -> None:
        """Add nodes that are read when they are asked for."""
        self._texts |= texts
        for id in texts.keys() & self._made.keys():
            del self._made[id]

    def text(self, id: int) -> str | None:
        """The line of a node as it came; None where there is none."""
        return self._texts.get(id)

    def of_kind(self, kind: str, word: str = "") -> Iterator[MetadataNode]:
        """The nodes of a kind; the lines of others, and those without a word, are not read."""
        for _, node in self.numbered(kind, word):
            yield node

    def numbered(self, kind: str, word: str = "") -> Iterator[tuple[int, MetadataNode]]:
        """The nodes of a kind with their numbers. Of those that came as lines, lines that have a
        word in them."""
        front = f"!{kind}("
        for id in self:
            text = self._texts.get(id)
            if text is None or (
                text.removeprefix("distinct ").startswith(front) and (not word or word in text)
            ):
                node = self[id]
                if node.kind == kind:
                    yield id, node

    def joined(self, more: Mapping[int, MetadataNode]) -> Nodes:
        """These and others, whose numbers these do not have."""
        return Nodes({**self._made, **more}, self._texts, self._read)

    def only(self, ids: Iterable[int]) -> Nodes:
        """Those with some numbers."""
        kept = set(ids)
        made = {id: node for id, node in self._made.items() if id in kept}
        texts = {id: text for id, text in self._texts.items() if id in kept}
        return Nodes(made, texts, self._read)

    def __repr__(self) -> str:
        return f"<{len(self)} nodes of metadata, {len(self._made)} of them read>"
