"""Alias scopes that tell LLVM which primal, shadow and tape accesses are disjoint.

Three class scopes in one domain per derivative function: an access carries its class in
`!alias.scope` and the other two in `!noalias`, joined with what it had. `shadow` may be claimed
only for a pointer that is never its own primal (not a mixed one). A second domain has the groups of
objects that the function accesses (`analysis.memory.groups`), of primal and shadow memory alike.

    %d = load double, ptr %x.sh, !alias.scope !{shadow, x}, !noalias !{primal, tape, y}
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, final

from ribozyme.analysis.memory.groups import Grouped
from ribozyme.ir import types as ty
from ribozyme.ir.metadata import (
    MDConst,
    MDRef,
    MDString,
    Meta,
    MetadataNode,
    MetadataValue,
    attached,
)
from ribozyme.ir.module import Module
from ribozyme.ir.values import const_int

Class = Literal["primal", "shadow", "tape"]
CLASSES: tuple[Class, ...] = ("primal", "shadow", "tape")
_ATTACHED: Final = ("alias.scope", "noalias")
_NUMBERS: Final[dict[ty.Type, str]] = {ty.I32: "int", ty.I64: "long"}


@final
class Scopes:
    """Hands out the metadata of accesses; `nodes` are the new nodes of the module."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.nodes: dict[int, MetadataNode] = {}
        self._next = max(module.metadata, default=-1) + 1
        self._numbers: dict[str, int] = {}
        self._domains: dict[str, dict[str, int]] = {}
        self._groups: dict[str, tuple[int, ...]] = {}
        self._lists: dict[tuple[int, ...], int] = {}
        self._plain: dict[tuple[str, Class, Grouped | None], Meta] = {}  # of what had no scopes

    def node(self, node: MetadataNode) -> int:
        """The number of a new node."""
        number = self.reserve()
        self.nodes[number] = node
        return number

    def reserve(self) -> int:
        """The number of a node that is still to be made: one that refers to itself."""
        self._next += 1
        return self._next - 1

    def access(
        self, function: str, kind: Class, meta: Meta = (), group: Grouped | None = None
    ) -> Meta:
        """The attachments of an access of a class to a group, joined with those it had."""
        if not any(name in _ATTACHED for name, _ in meta):
            known = self._plain.get((function, kind, group))
            if known is None:
                known = self._access(function, kind, (), group)
                self._plain[function, kind, group] = known
            return (*meta, *known)
        return self._access(function, kind, meta, group)

    def _access(self, function: str, kind: Class, meta: Meta, group: Grouped | None) -> Meta:
        scopes = self._scopes(function)
        own, others = [scopes[kind]], [scopes[other] for other in CLASSES if other != kind]
        if group is not None:
            for number, scope in enumerate(self._grouped(function, group[1])):
                (own if number == group[0] else others).append(scope)
        scope = self._joined(meta, "alias.scope", tuple(own))
        noalias = self._joined(meta, "noalias", tuple(others))
        kept = tuple(item for item in meta if item[0] not in _ATTACHED)
        return (*kept, ("alias.scope", MDRef(scope)), ("noalias", MDRef(noalias)))

    def number(self, type: ty.Type) -> Meta:
        """The word that an integer on the tape is a number: other things lie in the same block, and
        where it is differentiated again, nothing else says which is where."""
        name = _NUMBERS.get(type)
        if name is None:
            return ()
        if name not in self._numbers:
            root = self.node(MetadataNode(None, (("", MDString("ribozyme tape")),)))
            zero = ("", MDConst(const_int(ty.I64, 0)))
            kind = ("", MDRef(self._of((("", MDString(name)), ("", MDRef(root)), zero))))
            self._numbers[name] = self._of((kind, kind, zero))
        return (("tbaa", MDRef(self._numbers[name])),)

    def _of(self, fields: tuple[tuple[str, MetadataValue], ...]) -> int:
        return self.node(MetadataNode(None, fields))

    def _scopes(self, function: str) -> dict[str, int]:
        found = self._domains.get(function)
        if found is None:
            made = self._domain(f"ribozyme {function}", CLASSES)
            found = self._domains[function] = dict(zip(CLASSES, made, strict=True))
        return found

    def _grouped(self, function: str, count: int) -> tuple[int, ...]:
        """A scope for each group of the objects of a function."""
        if function not in self._groups:
            names = [f"group {number}" for number in range(count)]
            self._groups[function] = self._domain(f"ribozyme {function} objects", names)
        return self._groups[function]

    def _domain(self, name: str, members: Sequence[str]) -> tuple[int, ...]:
        """A new domain with its scopes."""
        domain = MDRef(self._self_referring((MDString(name),)))
        return tuple(self._self_referring((domain, MDString(member))) for member in members)

    def _self_referring(self, rest: tuple[MDRef | MDString, ...]) -> int:
        number = self._next
        fields = tuple(("", value) for value in (MDRef(number), *rest))
        return self.node(MetadataNode(None, fields, distinct=True))

    def _joined(self, meta: Meta, kind: str, new: tuple[int, ...]) -> int:
        had = attached(meta, kind)
        old: tuple[int, ...] = ()
        if isinstance(had, MDRef):
            node = self.module.metadata.get(had.id) or self.nodes.get(had.id)
            if node is not None:
                old = tuple(v.id for v in node.operands if isinstance(v, MDRef))
        members = (*old, *(n for n in new if n not in old))
        found = self._lists.get(members)
        if found is None:
            fields = tuple(("", MDRef(member)) for member in members)
            found = self._lists[members] = self.node(MetadataNode(None, fields))
        return found
