"""The calls of a function in reverse mode, those of regions among them that are done at once."""

from __future__ import annotations

from ribozyme.ir.instrs import CallLike
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.site_kinds import AtOnce, Callee, Site
from ribozyme.transform.reverse.onepass import regions
from ribozyme.transform.reverse.onepass.known_at_definition import Seeds, Singles, whole_calls


def calls_of(
    facts: FunctionFacts, singles: Singles, *, early: bool
) -> tuple[list[tuple[CallLike, Site]], Seeds | None]:
    """What each call of a function is, and the function's seeds if some call needs them."""
    found, seeds = whole_calls(facts, singles, early=early)
    loops = facts.whole.ask(regions.RegionsAtOnce).loops
    if not loops:
        return found, seeds
    return [
        (call, AtOnce(site.function))
        if isinstance(site, Callee) and site.function in loops
        else (call, site)
        for call, site in found
    ], seeds
