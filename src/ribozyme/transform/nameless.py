"""Removes TBAA metadata from accesses whose declared type is wrong.

    %t = load i64, ptr %p, !tbaa !long        a double lies there: the access says nothing any more

Not only do the analyses believe what accesses are called. An optimiser moves a `long` past what is
no `long`, and so it would move a shadow past another.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

from ribozyme.ir.instrs import Instr, Load, Store


def unnamed(instr: Instr, wrong: Set[Instr]) -> Instr:
    """An access without its name, if it has a wrong one."""
    if instr not in wrong or not isinstance(instr, Load | Store):
        return instr
    return replace(instr, meta=tuple(item for item in instr.meta if not item[0].startswith("tbaa")))
