"""Which functions a reverse-mode root calls, and the form of derivative for each: split, at once or
one-pass.

f calls g (split) and h (a single function)      →      g.aug, g.rev and what g calls;  h.once
f runs a region r whose halves are one           →      r.aug
"""

from __future__ import annotations

from ribozyme.ir.instrs import CallLike
from ribozyme.ir.module import Function
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.site_kinds import AtOnce, Callee, Indirect, Site, Whole
from ribozyme.transform.reverse.onepass.known_at_definition import (
    NONE,
    Seeds,
    Singles,
    whole_calls,
)
from ribozyme.transform.reverse.onepass.regions_at_once import RegionsAtOnce


def calls_of(
    facts: FunctionFacts, singles: Singles, *, early: bool
) -> tuple[list[tuple[CallLike, Site]], Seeds | None]:
    """What each call of a function is, and the function's seeds if some call needs them."""
    found, seeds = whole_calls(facts, singles, early=early)
    loops = facts.whole.ask(RegionsAtOnce).loops
    if not loops:
        return found, seeds
    return [
        (call, AtOnce(site.function))
        if isinstance(site, Callee) and site.function in loops
        else (call, site)
        for call, site in found
    ], seeds


def reached(
    root: FunctionFacts, singles: Singles = NONE, *, early: bool = False
) -> tuple[dict[str, Function], list[str]]:
    """The functions below the root whose halves some call needs, and those whose single pass."""
    found: dict[str, Function] = {}
    passes: list[str] = []
    work = [root]
    while work:
        facts = work.pop()
        calls, _ = calls_of(facts, singles, early=early and facts is root)
        for _, site in calls:
            match site:
                case Whole(function=function):
                    passes += passed(singles, function.name, passes)
                    continue
                case Callee(function=function) | AtOnce(function=function):
                    targets: tuple[Function, ...] = (function,)
                case Indirect(targets=targets):
                    pass
                case _:
                    continue
            for function in targets:
                if function.name not in found and not function.is_declaration:
                    work.append(root.whole.function(function))
                found[function.name] = function
    return found, passes


def passed(singles: Singles, name: str, known: list[str]) -> list[str]:
    """A single function and those it calls, without what is known."""
    found = [] if name in known else [name]
    for one in found:  # it grows
        for site in singles[one].sites.values():
            if isinstance(site, Callee) and site.function.name not in (*known, *found):
                found.append(site.function.name)
    return found
