"""What debug info says: where an instruction comes from, which subprogram a function is.

    location(module, load)  →  Span("model.c", 7, 10)

A location that was inlined is a chain: the innermost frame is the inlined code, the
outermost stands in the function that holds the instruction. Line 0 means "no line". Lines of
headers that the user did not write are passed over, as long as there are others.
"""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import final

from ribozyme.base.record import dataclass
from ribozyme.base.source import Span, of_library
from ribozyme.ir.instrs import DbgRecord, Instr
from ribozyme.ir.metadata import MDRef, MetadataNode, MetadataValue, attached
from ribozyme.ir.module import Function, Module
from ribozyme.ir.spelling import unescaped


@final
@dataclass(frozen=True, slots=True)
class Frame:
    """One function of an inlined chain, as the user wrote it, and the place in it."""

    function: str
    span: Span


def location(module: Module, instr: Instr) -> Span | None:
    """Where the instruction stands in the source: the innermost line that is no library's.

    Where a library has all lines of the chain (its function was not inlined), the innermost.
    """
    return _shown(_chain(module, node(module, _attached(instr))))


def place(module: Module, number: int) -> Span | None:
    """The same of a debug location that is known by its number."""
    return _shown(_chain(module, module.metadata.get(number)))


def _shown(chain: tuple[Frame, ...]) -> Span | None:
    found = [frame.span for frame in chain if frame.span.line]
    return next((span for span in found if not of_library(span.file)), found[0] if found else None)


def frames(module: Module, instr: Instr) -> tuple[Frame, ...]:
    """The inlined chain of an instruction, innermost first; empty without debug info."""
    return _chain(module, node(module, _attached(instr)))


def _chain(module: Module, place: MetadataNode | None) -> tuple[Frame, ...]:
    found: list[Frame] = []
    seen: set[int] = set()
    while place is not None and place.kind == "DILocation" and id(place) not in seen:
        seen.add(id(place))
        scope = node(module, place.field("scope"))
        function = enclosing_subprogram(module, scope)
        span = Span(file(module, scope), place.number("line") or 0, place.number("column") or 0)
        found.append(Frame(subprogram_name(function), span))
        place = node(module, place.field("inlinedAt"))
    return tuple(found)


def subprogram(module: Module, function: Function) -> MetadataNode | None:
    """The `DISubprogram` of a function."""
    return node(module, attached(function.meta, "dbg"))


def declared(module: Module, function: Function) -> Span | None:
    """Where a function is declared."""
    found = subprogram(module, function)
    if found is None or not found.number("line"):
        return None
    return Span(file(module, found), found.number("line") or 0)


def subprogram_name(found: MetadataNode | None) -> str:
    """The name a user gave it, empty if there is none."""
    return "" if found is None else unescaped(found.string("name") or "")


def enclosing_subprogram(module: Module, scope: MetadataNode | None) -> MetadataNode | None:
    """The subprogram around a lexical block."""
    seen: set[int] = set()
    while scope is not None and scope.kind != "DISubprogram" and id(scope) not in seen:
        seen.add(id(scope))
        scope = node(module, scope.field("scope"))
    return scope if scope is not None and scope.kind == "DISubprogram" else None


def file(module: Module, scope: MetadataNode | None) -> str:
    """The file of a scope, with its directory unless it is absolute; empty if not known."""
    seen: set[int] = set()
    while scope is not None and id(scope) not in seen:
        seen.add(id(scope))
        found = node(module, scope.field("file"))
        if found is not None:
            name = unescaped(found.string("filename") or "")
            return str(PurePosixPath(unescaped(found.string("directory") or ""), name))
        scope = node(module, scope.field("scope"))
    return ""


def node(module: Module, value: MetadataValue | None) -> MetadataNode | None:
    """The node a reference means, or the inline node itself."""
    match value:
        case MDRef(id=number):
            return module.metadata.get(number)
        case MetadataNode():
            return value
        case _:
            return None


def _attached(instr: Instr) -> MetadataValue | None:
    if isinstance(instr, DbgRecord):
        return instr.operands[-1]
    return attached(instr.meta, "dbg")
