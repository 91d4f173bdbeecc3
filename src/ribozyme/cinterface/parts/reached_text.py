"""LLVM text in which functions that some names do not lead to are declarations.

    @table = global [1 x ptr] [ptr @far]         @table = global [1 x ptr] [ptr @far]
    define @f() { call @near() }            →    define @f() { call @near() }
    define @near() { … }                         define @near() { … }
    define @far() { … }                          declare @far()

Of a library with a hundred functions a derivative needs a few, and LLVM need not optimise the rest
of them for each. Invariant: whatever the names lead to, through functions, variables and aliases,
keeps its body. For modules that are about to become code, not for analyses: a function that is
left out may write what others read.
"""

from __future__ import annotations

from collections.abc import Iterable

from ribozyme.backend.definitions import WHOLE, definitions


def reached_only(text: str, roots: Iterable[str]) -> str:
    """The module, as LLVM prints it, with the bodies that some names lead to."""
    if any(sign in text for sign in WHOLE):
        return text
    found, between = definitions(text)
    known = {one.name: one for one in found if one.sort != "comdat"}
    if any("\\" in name for name in known):  # spelled by codes, which names in use are not
        return text
    aliases = (one.name for one in found if one.sort == "alias")
    work, seen = [*roots, *aliases], set[str]()
    while work:
        name = work.pop()
        if name in known and name not in seen:
            seen.add(name)
            work += known[name].used
    pieces: list[str] = []
    for before, one in zip(between, found, strict=False):
        gone = one.sort == "function" and one.name not in seen
        pieces += (before, one.declaration() if gone else one.text)
    return "".join((*pieces, between[-1]))
