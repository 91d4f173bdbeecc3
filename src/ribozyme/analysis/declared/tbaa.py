"""Type-based alias metadata: what the source's types say about two accesses.

    !10 = !{!11, !7, i64 8}      access tag: base type, access type, offset in the base
    !11 = !{!"S", !7, i64 0, !7, i64 8}          a struct: members and their offsets
    !7  = !{!"double", !6, i64 0}                a scalar: its parent
    !6  = !{!"omnipotent char", !5, i64 0}, !5 = !{!"Simple C/C++ TBAA"}

Two accesses may touch the same memory when one's access type may be a part, at its offset, of the
other's base type. Different roots say nothing about each other.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final, final

from ribozyme.base.record import dataclass
from ribozyme.ir.metadata import MDConst, MDRef, MDString, Meta, attached
from ribozyme.ir.module import Module
from ribozyme.ir.values import ConstInt

DEEP: Final = 64  # types within types: what lies deeper may be anything


@final
@dataclass(frozen=True, slots=True)
class Tag:
    """An access tag by the numbers of its type nodes."""

    base: int
    access: int
    offset: int


TEXT: Final = 1 << 60
"""The kind of addresses of characters, of which no access need say that they are."""

_OF_CHARACTERS: Final = frozenset(
    f"p1 {kind}" for kind in ("omnipotent char", "wchar_t", "char8_t", "char16_t", "char32_t")
)


@final
class Tbaa:
    """The type nodes of a module; answers are remembered."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._tags: dict[int, Tag | None] = {}
        self._answers: dict[tuple[Tag, Tag], bool] = {}
        self._above: dict[int, tuple[int, ...]] = {}
        self._layouts: dict[int, tuple[list[int], list[int]]] = {}
        self._paths: dict[Tag, tuple[tuple[int, int], ...]] = {}

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
        """Whether accesses of two kinds may touch the same memory; one below zero meets itself."""
        if one < 0 or other < 0:
            return one == other
        if not one or not other:
            return True
        if TEXT in (one, other):
            return one == other or not self._leads_elsewhere(min(one, other) - 1)
        above, below = self._types_above(one - 1), self._types_above(other - 1)
        return other - 1 in above or one - 1 in below or above[-1] != below[-1]

    def _leads_elsewhere(self, number: int) -> bool:
        """Whether a type is an address, and of something else than characters."""
        name = self._name(number) or ""
        return name[:1] == "p" and name[1:2].isdigit() and name not in _OF_CHARACTERS

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
        path = self.path(whole)
        for node, offset in path:
            if node == part.base:
                return offset == part.offset or node == whole.access or part.base == part.access
        return None if len(path) < DEEP else True

    def path(self, tag: Tag) -> tuple[tuple[int, int], ...]:
        """The types around the accessed byte, from the base inwards, and its offset in each."""
        found = self._paths.get(tag)
        if found is None:
            made: list[tuple[int, int]] = []
            node: int | None = tag.base
            offset = tag.offset
            while node is not None and len(made) < DEEP:
                made.append((node, offset))
                node, offset = self._member(node, offset)
            found = self._paths[tag] = tuple(made)
        return found

    def root(self, tag: Tag) -> int:
        """The type that is above the accessed one and below none: of one language, as a rule."""
        return self._types_above(tag.access)[-1]

    def _member(self, node: int, offset: int) -> tuple[int | None, int]:
        """The member of a struct, or the parent of a scalar, that covers an offset."""
        starts, types = self._members(node)
        # One that begins behind the offset covers it where none begins before.
        index = max(bisect_right(starts, offset) - 1, 0)
        return (types[index], offset - starts[index]) if types else (None, 0)

    def _members(self, node: int) -> tuple[list[int], list[int]]:
        """Where the members of a type begin, and their types."""
        known = self._layouts.get(node)
        if known is None:
            known = self._layouts[node] = [], []
            found = self._module.metadata.get(node)
            fields = found.operands[1:] if found is not None else ()
            for index in range(0, len(fields), 2):
                type = fields[index]
                if not isinstance(type, MDRef):
                    break
                known[0].append(_integer(fields[index + 1]) if index + 1 < len(fields) else 0)
                known[1].append(type.id)
        return known

    def _common(self, one: int, other: int) -> int | None:
        above = self._types_above(one)
        return next((node for node in self._types_above(other) if node in above), None)

    def _chain(self, node: int) -> list[int]:
        found: list[int] = []
        while len(found) < DEEP:
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


@final
class Tags:
    """A set of tags, in which those that may meet another are found without asking each.

    Tags in structs meet where the path of one passes through the place that the other begins at.
    """

    def __init__(self, tbaa: Tbaa) -> None:
        self._tbaa = tbaa
        self._all: dict[Tag | None, None] = {}
        self._asked: list[Tag] = []  # of scalars, and of deep types: asked one by one
        self._roots: defaultdict[int, list[Tag]] = defaultdict(list)
        self._at: defaultdict[tuple[int, int], list[Tag]] = defaultdict(list)
        self._through: defaultdict[tuple[int, int], list[Tag]] = defaultdict(list)
        self._accessed: defaultdict[int, list[Tag]] = defaultdict(list)
        self._based: defaultdict[int, list[Tag]] = defaultdict(list)

    def add(self, tag: Tag | None) -> None:
        """Put a tag in; none meets all."""
        if tag in self._all:
            return
        self._all[tag] = None
        if tag is None:
            return
        path = self._tbaa.path(tag)
        self._roots[self._tbaa.root(tag)].append(tag)
        if tag.base == tag.access or len(path) == DEEP:
            self._asked.append(tag)
            return
        self._at[tag.base, tag.offset].append(tag)
        self._based[tag.base].append(tag)
        self._accessed[tag.access].append(tag)
        for place in path:
            self._through[place].append(tag)

    def meeting(self, tag: Tag | None) -> Iterator[Tag | None]:
        """The tags that may meet one."""
        may = self._tbaa.may_alias
        return (other for other in self._candidates(tag) if may(tag, other))

    def _candidates(self, tag: Tag | None) -> Iterable[Tag | None]:
        if tag is None:
            return self._all
        path = self._tbaa.path(tag)
        if tag.base == tag.access or len(path) == DEEP:
            return self._all
        found: dict[Tag | None, None] = dict.fromkeys(self._asked)
        if None in self._all:
            found[None] = None
        root = self._tbaa.root(tag)
        for other, tags in self._roots.items():
            if other != root:
                found.update(dict.fromkeys(tags))
        found.update(dict.fromkeys(self._through[tag.base, tag.offset]))
        found.update(dict.fromkeys(self._accessed[tag.base]))
        found.update(dict.fromkeys(self._based[tag.access]))
        for place in path:
            found.update(dict.fromkeys(self._at[place]))
        return found


def _integer(value: object) -> int:
    return (
        value.value.value if isinstance(value, MDConst) and isinstance(value.value, ConstInt) else 0
    )
