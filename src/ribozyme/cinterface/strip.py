"""LLVM text without functions and variables of ours that nothing refers to.

define internal @rz.tape.alloc() { … }      called by @rz.d.0: it stays
define internal @rz.files.open() { … }      goes, and what it alone refers to
"""

from __future__ import annotations

from ribozyme.backend.definitions import Definition, definitions, named


def without_unused(text: str, prefix: str = "rz.") -> str:
    """The module, as LLVM prints it, without internal definitions and declarations of a prefix to
    which no other leads."""
    found, between = definitions(text)
    ours = {one.name: one for one in found if _ours(one, prefix)}
    if any("\\" in name for name in ours):  # spelled by codes, which names in use are not
        return text
    work = [name for piece in between for name in named(piece)]
    work += [name for one in found if one.name not in ours for name in one.used]
    seen = set[str]()
    while work:
        name = work.pop()
        if name in ours and name not in seen:
            seen.add(name)
            work += ours[name].used
    pieces: list[str] = []
    for before, one in zip(between, found, strict=False):
        gone = one.name in ours and one.name not in seen
        pieces += (before, "" if gone else one.text)
    return "".join((*pieces, between[-1]))


def _ours(one: Definition, prefix: str) -> bool:
    if one.sort == "comdat" or not one.name.startswith(prefix):
        return False
    return not one.is_defined or one.linkage in ("internal", "private")
