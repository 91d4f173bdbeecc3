"""LLVM text without the metadata that nothing in it refers to, found without parsing it.

    define … @loss(…) !dbg !4 {              define … @loss(…) !dbg !4 {
    !0 = distinct !DICompileUnit(…,     →    !0 = distinct !DICompileUnit(…, globals: !2)
         globals: !2, imports: !9)
    !2 = !{!3, !7}                           !2 = !{!7}
    !9 = !{!10, …}

LLVM drops such nodes, too, once it has read them; of a C++ header they are nine in ten. What only a
compile unit lists (imported names, enumerations, variables that are elsewhere) does not count as
referred to: this is for a part of a module, of which another part has the whole unit. For analyses,
`data_only` leaves classes without what they declare besides data: their functions and types, which
are half of the debug info of a program with C++ templates.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

_FIRST: Final = "\n!0 = "
_REFERENCE: Final = re.compile(r"!(\d+)")
_LISTS: Final = re.compile(r"(?:, )?\b(?:enums|retainedTypes|globals|imports|macros): !\d+")
_GLOBALS: Final = re.compile(r"\bglobals: !(\d+)")
_UNIT: Final = "distinct !DICompileUnit("


_RECORD: Final = re.compile(
    r"DICompositeType\(tag: DW_TAG_(?:class|structure|union)_type\b.*, elements: !(\d+)"
)
_NO_DATA: Final = re.compile(r"!\d+ = !DI(?:Subprogram\(|DerivedType\(tag: DW_TAG_typedef)")


def pruned(text: str, *, data_only: bool = False) -> str:
    """The text of a part of a module, as LLVM prints it, with the metadata that is referred to."""
    start = text.find(_FIRST) + 1
    if not start:
        return text
    lines = text[start:].splitlines(keepends=True)
    nodes: dict[str, str] = {}
    others = [text[:start]]
    for line in lines:
        name, is_node, _ = line.partition(" = ")
        if is_node and name[0] == "!" and name[1:].isdigit():
            nodes[name[1:]] = line
        else:
            others.append(line)
    units = {name: line for name, line in nodes.items() if _UNIT in line[:40]}
    bare = nodes | {name: _LISTS.sub("", line) for name, line in units.items()}
    if data_only:
        bare |= _data_members(nodes)
    used = _reached(others, bare)
    for name in units.keys() & used:
        found = _GLOBALS.search(units[name])
        if found is not None and found[1] in nodes:
            listed = _REFERENCE.findall(nodes[found[1]])[1:]
            bare[found[1]] = _tuple(found[1], (one for one in listed if one in used))
            bare[name] = bare[name].rstrip(")\n") + f", globals: !{found[1]})\n"
            used.add(found[1])
    return "".join((*others, *(line for name, line in bare.items() if name in used)))


def _data_members(nodes: Mapping[str, str]) -> dict[str, str]:
    """The lists of members of classes, without functions and types."""
    found: dict[str, str] = {}
    for line in nodes.values():
        listed = _RECORD.search(line)
        if listed is None or listed[1] not in nodes:
            continue
        members = _REFERENCE.findall(nodes[listed[1]])[1:]
        kept = [one for one in members if not _NO_DATA.match(nodes.get(one, ""))]
        if len(kept) < len(members):
            found[listed[1]] = _tuple(listed[1], kept)
    return found


def _tuple(name: str, of: Iterable[str]) -> str:
    return f"!{name} = !{{{', '.join(f'!{one}' for one in of)}}}\n"


def _reached(others: Iterable[str], nodes: Mapping[str, str]) -> set[str]:
    """The nodes that other lines lead to."""
    found: set[str] = set()
    work = [name for line in others for name in _REFERENCE.findall(line)]
    while work:
        name = work.pop()
        line = nodes.get(name)
        if line is not None and name not in found:
            found.add(name)
            work += _REFERENCE.findall(line, line.index("="))
    return found
