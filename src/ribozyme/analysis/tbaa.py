"""Type-based alias metadata: what the source's types say about two accesses.

    !10 = !{!11, !7, i64 8}      access tag: base type, access type, offset in the base
    !11 = !{!"S", !7, i64 0, !7, i64 8}          a struct: members and their offsets
    !7  = !{!"double", !6, i64 0}                a scalar: its parent
    !6  = !{!"omnipotent char", !5, i64 0}, !5 = !{!"Simple C/C++ TBAA"}

Two accesses may touch the same memory when one's access type may be a part, at its offset, of the
other's base type. Different roots say nothing about each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import final

from ribozyme.ir.metadata import MDConst, MDRef, MDString, Meta, attached
from ribozyme.ir.module import Module
from ribozyme.ir.values import ConstInt


@final
@dataclass(frozen=True, slots=True)
class Tag:
    """An access tag by the numbers of its type nodes."""

    base: int
    access: int
    offset: int


@final
class Tbaa:
    """The type nodes of a module; answers are remembered."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._tags: dict[int, Tag | None] = {}
        self._answers: dict[tuple[Tag, Tag], bool] = {}
        self._above: dict[int, tuple[int, ...]] = {}

    def tag(self, meta: Meta) -> Tag | None:
        """The access tag among attachments."""
        ref = attached(meta, "tbaa")
        if not isinstance(ref, MDRef):
            return None
        if ref.id not in self._tags:
            self._tags[ref.id] = self._read(ref.id)
        return self._tags[ref.id]

    def scalar(self, meta: Meta) -> str | None:
        """The name of the type that is accessed: `int`, `p1 double`, `omnipotent char`."""
        tag = self.tag(meta)
        return None if tag is None else self._name(tag.access)

    def beginning(self, meta: Meta) -> str | None:
        """The name of the struct at whose beginning the accessed member lies."""
        tag = self.tag(meta)
        return None if tag is None or tag.offset else self._name(tag.base)

    def kind(self, meta: Meta) -> int:
        """The number of the type that is accessed; 0 where it may be any."""
        tag = self.tag(meta)
        # Under the root lies what meets all: `omnipotent char`.
        return tag.access + 1 if tag is not None and len(self._types_above(tag.access)) > 2 else 0

    def kind_named(self, name: str | None) -> int:
        """The number of a type by its name; 0 where the program has none of that name."""
        return self._named.get(name, -1) + 1 if name is not None else 0

    @cached_property
    def _named(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for number in self._module.metadata:
            name = self._name(number)
            if name is not None:
                found[name] = number
        return found

    def kinds_meet(self, one: int, other: int) -> bool:
        """Whether accesses of two kinds may touch the same memory."""
        if not one or not other:
            return True
        above, below = self._types_above(one - 1), self._types_above(other - 1)
        return other - 1 in above or one - 1 in below or above[-1] != below[-1]

    def _types_above(self, node: int) -> tuple[int, ...]:
        if node not in self._above:
            self._above[node] = tuple(self._chain(node))
        return self._above[node]

    def _name(self, number: int) -> str | None:
        node = self._module.metadata.get(number)
        first = node.operands[0] if node is not None and node.operands else None
        return first.text if isinstance(first, MDString) else None

    def may_alias(self, one: Tag | None, other: Tag | None) -> bool:
        """Whether two accesses may touch the same memory, as far as types go."""
        if one is None or other is None or one == other:
            return True
        key = (one, other) if (one.base, one.access) <= (other.base, other.access) else (other, one)
        known = self._answers.get(key)
        if known is None:
            known = self._answers[key] = self._may_alias(one, other)
        return known

    def _may_alias(self, one: Tag, other: Tag) -> bool:
        common = self._common(one.access, other.access)
        if common is None:
            return True
        found = self._part_of(one, other, common)
        if found is None:
            found = self._part_of(other, one, common)
        return bool(found)

    def _part_of(self, whole: Tag, part: Tag, common: int) -> bool | None:
        """Whether `part` may access a member of `whole`; None: neither contains the other."""
        if whole.access == whole.base == common:
            return True
        node: int | None = whole.base
        offset = whole.offset
        for _ in range(64):
            if node is None:
                return None
            if node == part.base:
                return offset == part.offset or node == whole.access or part.base == part.access
            node, offset = self._member(node, offset)
        return True

    def _member(self, node: int, offset: int) -> tuple[int | None, int]:
        """The member of a struct, or the parent of a scalar, that covers an offset."""
        found = self._module.metadata.get(node)
        if found is None or len(found.operands) < 2:
            return None, 0
        fields = found.operands[1:]
        best: int | None = None
        start = 0
        for index in range(0, len(fields), 2):
            type = fields[index]
            at = _integer(fields[index + 1]) if index + 1 < len(fields) else 0
            if not isinstance(type, MDRef) or (best is not None and at > offset):
                break
            best, start = type.id, at
        return best, offset - start

    def _common(self, one: int, other: int) -> int | None:
        above = set(self._chain(one))
        return next((node for node in self._chain(other) if node in above), None)

    def _chain(self, node: int) -> list[int]:
        found: list[int] = []
        while len(found) < 64:
            found.append(node)
            operands = self._module.metadata[node].operands if node in self._module.metadata else ()
            if len(operands) < 2 or not isinstance(operands[1], MDRef):
                break
            node = operands[1].id
        return found

    def _read(self, number: int) -> Tag | None:
        node = self._module.metadata.get(number)
        if node is None or len(node.operands) < 3:
            return None
        base, access, offset = node.operands[:3]
        if not isinstance(base, MDRef) or not isinstance(access, MDRef):
            return None
        return Tag(base.id, access.id, _integer(offset))


def _integer(value: object) -> int:
    return (
        value.value.value if isinstance(value, MDConst) and isinstance(value.value, ConstInt) else 0
    )
