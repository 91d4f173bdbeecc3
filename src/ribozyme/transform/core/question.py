"""The request in the words of activity analysis.

Request(args=(ACTIVE, DUP), …)   →   Question(("active", "dup"), …)
"""

from __future__ import annotations

from collections.abc import Iterable

from ribozyme.analysis.activity.contract import Question, Role
from ribozyme.analysis.activity.kept_blocks import Group
from ribozyme.ir.metadata import attached
from ribozyme.ir.module import Module
from ribozyme.rules.custom import STANDARD, Rulebook
from ribozyme.transform.core.interface import HALVES, Kind, Mode, Request


def question(
    module: Module,
    request: Request,
    kept: Iterable[Group] = (),
    book: Rulebook = STANDARD,
    numbers_in_strings: int = 0,
) -> Question:
    """The request in the words of activity analysis."""
    roles: dict[Kind, Role] = {
        Kind.CONST: "const",
        Kind.ACTIVE: "active",
        Kind.DUP: "dup",
        Kind.SCRATCH: "scratch",
    }
    args = tuple(roles[kind] for kind in request.args)
    return Question(
        args,
        roles[request.result],
        ruled_functions=_ruled(module, book),
        inactive_globals=_said(module, "enzyme_inactive"),
        shadowed_globals=_said(module, "enzyme_shadow"),
        shadowed_blocks=tuple(group.objects for group in kept),
        shadow_takers=shadow_takers(book, request.mode),
        numbers_in_strings=numbers_in_strings,
        at_run_time=request.runtime_activity,
    )


def _ruled(module: Module, book: Rulebook) -> frozenset[str]:
    """The functions of which a custom rule is known and, in this mode, nothing else."""
    named = {*book.pairs, *book.forwards} & module.functions.keys()
    return frozenset(name for name in named if module.functions[name].is_declaration)


def shadow_takers(book: Rulebook, mode: Mode) -> frozenset[str]:
    """The functions whose rule, in this mode, takes the shadow of every pointer, never null."""
    if mode is Mode.FORWARD:
        return frozenset(n for n, of in book.forwards.items() if of.forward not in book.nulls)
    return frozenset(
        name
        for name, pair in book.pairs.items()
        if not book.nulls.issuperset(filter(None, (pair.augment, pair.gradient)))
        or (mode in HALVES and not book.nulls.issuperset((book.splits.get(name, pair.augment),)))
    )


def _said(module: Module, word: str) -> frozenset[str]:
    """The globals whose metadata say a word of the C interface."""
    return frozenset(
        name for name, item in module.globals.items() if attached(item.meta, word) is not None
    )
