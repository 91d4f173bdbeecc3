"""Debug locations of the instructions of a derivative.

A derivative function has a subprogram of its own; what is emitted for a primal instruction looks as
if the primal had been inlined into it, so that a debugger and a profiler show the user's line:

    %y = call double @sin(double %x), !dbg !7        !7 = !DILocation(line: 3, column: 9, scope: !f)

    %c = call double @cos(double %x), !dbg !8        !8 = !DILocation(line: 3, column: 9, scope: !f,
                                                                      inlinedAt: !9)
                                                     !9 = distinct !DILocation(line: 0, scope: !g)
                                          !g = distinct !DISubprogram(name: "gradient of f", …)

Invariant: where the primal has a subprogram every instruction gets a location, its own line or
none; a call without one would cost the module all its debug info."""

from __future__ import annotations

from typing import Final, final

from ribozyme.ir.build import FunctionBuilder, i32
from ribozyme.ir.debug import subprogram
from ribozyme.ir.instrs import DbgRecord, Instr
from ribozyme.ir.metadata import (
    MDConst,
    MDRef,
    MDString,
    MDWord,
    Meta,
    MetadataNode,
    MetadataValue,
    attached,
)
from ribozyme.ir.module import Function, Module
from ribozyme.ir.spelling import escaped, to_bytes
from ribozyme.transform.emit.aliasscopes import Scopes

_LINES: Final = ("line", "scopeLine")
_FLAGS: Final = "DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized"
_ENDS: Final = (MDString("llvm.loop.mustprogress"),)
_PLACE: Final = ("line", "column", "scope")
_PAIRS: Final = MDString("llvm.loop.unroll.count")


@final
class Locations:
    """The locations of one derivative function; `own` is that of what belongs to no instruction."""

    def __init__(
        self, scopes: Scopes, module: Module, primal: Function, title: str, symbol: str
    ) -> None:
        self.scopes = scopes
        self.module = module
        self.function: Meta = ()
        self.own: Meta = ()
        self._inlined: dict[int, int] = {}  # a call site's location → the same within this function
        self._known: dict[int, Meta] = {}
        found = subprogram(module, primal)
        if found is None:
            return
        number = scopes.node(_subprogram(scopes, found, title, symbol))
        self.function = (("dbg", MDRef(number)),)
        self._root = scopes.node(_line_zero(number))
        self.own = (("dbg", MDRef(self._root)),)

    def begin(self, b: FunctionBuilder) -> None:
        """Give a function its subprogram; what is emitted from now on belongs to no instruction."""
        b.function_meta = self.function
        b.meta = self.own

    def of(self, instr: Instr) -> Meta:
        """The location of what is emitted for a primal instruction."""
        if not self.own or isinstance(instr, DbgRecord):
            return self.own
        place = attached(instr.meta, "dbg")
        if not isinstance(place, MDRef):
            return self.own
        known = self._known.get(place.id)
        if known is None:
            node = self.module.metadata[place.id]
            made = self.scopes.node(_inlined(node, self._site(node)))
            known = self._known[place.id] = (("dbg", MDRef(made)),)
        return known

    def loop(self, meta: Meta) -> Meta:
        """What the copy of a loop says of itself: where it stands, and that it ends, if the loop
        did; nothing else."""
        found = attached(meta, "llvm.loop")
        if not isinstance(found, MDRef):
            return ()
        kept = [value for value in self._operands(found) if self._operands(value) == _ENDS][:1]
        places = [self._place(value) for value in self._operands(found) if self._is_place(value)]
        if not kept and not places:
            return ()
        own = self.scopes.reserve()
        fields = tuple(("", value) for value in (MDRef(own), *places, *kept))
        self.scopes.nodes[own] = MetadataNode(None, fields, distinct=True)
        return (("llvm.loop", MDRef(own)),)

    def _is_place(self, value: MetadataValue) -> bool:
        node = self.module.metadata.get(value.id) if isinstance(value, MDRef) else None
        return node is not None and node.kind == "DILocation"

    def _place(self, value: MetadataValue) -> MetadataValue:
        """A place of a loop: where the primal has no subprogram, it stays in the one it is of."""
        if not self.own or not isinstance(value, MDRef):
            return value
        node = self.module.metadata[value.id]
        return MDRef(self.scopes.node(_inlined(node, self._site(node))))

    def _operands(self, value: MetadataValue) -> tuple[MetadataValue, ...]:
        node = self.module.metadata.get(value.id) if isinstance(value, MDRef) else None
        return node.operands if node is not None and node.kind is None else ()

    def _site(self, place: MetadataNode) -> int:
        """Where the function around a location was called from, in the end from this function."""
        chain: list[tuple[int, MetadataNode]] = []
        site = self._root
        number = place.ref("inlinedAt")
        while number is not None:
            if number in self._inlined:
                site = self._inlined[number]
                break
            node = self.module.metadata[number]
            chain.append((number, node))
            number = node.ref("inlinedAt")
        for number, node in reversed(chain):
            site = self._inlined[number] = self.scopes.node(_inlined(node, site))
        return site


def _inlined(place: MetadataNode, site: int) -> MetadataNode:
    """The location as part of what was inlined at a site."""
    kept = tuple(field for field in place.fields if field[0] in _PLACE)
    return MetadataNode("DILocation", (*kept, ("inlinedAt", MDRef(site))), place.distinct)


def _line_zero(scope: int) -> MetadataNode:
    fields: tuple[tuple[str, MetadataValue], ...] = (
        ("line", MDWord("0")),
        ("scope", MDRef(scope)),
    )
    return MetadataNode("DILocation", fields, distinct=True)


def _subprogram(scopes: Scopes, primal: MetadataNode, title: str, symbol: str) -> MetadataNode:
    """A subprogram that stands where the primal's does; `title` is "gradient of" or the like."""
    nothing = scopes.node(MetadataNode(None, ()))
    types = scopes.node(MetadataNode("DISubroutineType", (("types", MDRef(nothing)),)))
    known = dict(primal.fields)
    fields: list[tuple[str, MetadataValue]] = [
        ("name", MDString(f"{title} {primal.string('name') or ''}")),
        ("linkageName", MDString(escaped(to_bytes(symbol)))),
    ]
    if "file" in known:
        fields += [("scope", known["file"]), ("file", known["file"])]
    fields += [(key, known[key]) for key in _LINES if key in known]
    fields += [("type", MDRef(types)), ("spFlags", MDWord(_FLAGS)), ("unit", known["unit"])]
    return MetadataNode("DISubprogram", tuple(fields), distinct=True)


def in_pairs(scopes: Scopes) -> Meta:
    """What a loop says of itself whose iterations are to be done two at a time: LLVM takes more at
    once without being told, but one where there are calls, however rare."""
    hint = scopes.node(MetadataNode(None, (("", _PAIRS), ("", MDConst(i32(2))))))
    own = scopes.reserve()
    scopes.nodes[own] = MetadataNode(None, (("", MDRef(own)), ("", MDRef(hint))), distinct=True)
    return (("llvm.loop", MDRef(own)),)


def not_in_pairs(scopes: Scopes, meta: Meta) -> Meta:
    """The same without this word of a loop."""
    loop = attached(meta, "llvm.loop")
    said = scopes.nodes.get(loop.id) if isinstance(loop, MDRef) else None
    hints = [scopes.nodes.get(v.id) for v in said.operands if isinstance(v, MDRef)] if said else []
    if not any(hint is not None and _PAIRS in hint.operands for hint in hints):
        return meta
    return tuple(one for one in meta if one[0] != "llvm.loop")
