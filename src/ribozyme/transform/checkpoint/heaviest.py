"""Which loops keep most of a tape: the candidates where memory is bounded.

    for (t) for (i) …  keeps 24 bytes · n · steps      →      "loop at heat.c:3", before all others
    for (t) …          keeps 24 bytes · steps          →      in steps of 256 iterations

A loop counts with all that is kept in loops inside it, and in the functions that it calls. Numbers
of iterations that are not constant are taken as `TRIPS`. Where an iteration keeps little, its tape
would be small beside what a step costs: then a step is several iterations.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ribozyme.transform.checkpoint.named import Wanted, numbered, span_of
from ribozyme.transform.core.site_kinds import Callee
from ribozyme.transform.reverse.plan.plan import Plan
from ribozyme.transform.reverse.plan.slots import constant_trips

AUTOMATIC: Final = 0
"""A number of snapshots: as many as there is room for."""
TRIPS: Final = 64
MOST: Final = 3  # candidates
HEAVY: Final = 256 * TRIPS
"""Bytes of a loop whose iterations are steps, each with its own tape."""
STEP: Final = 8192
"""Bytes that a step of any other loop keeps."""


def heaviest(plans: Iterable[Plan]) -> list[Wanted]:
    """The loops that keep most, in order; the plans of callees come first."""
    weights: dict[str, int] = {}
    totals: dict[str, int] = {}
    short: set[str] = set()
    for plan in plans:
        name = plan.facts.function.name
        for loop, bytes in _kept(plan, totals):
            totals[name] = totals.get(name, 0) + bytes
            span = None if loop < 0 else _span(plan, loop)
            if span:
                weights[span] = weights.get(span, 0) + bytes
                short |= {span} if constant_trips(plan.facts, loop) else set()
    order = sorted(weights, key=lambda one: -weights[one])
    return [
        Wanted(one, AUTOMATIC, _window(weights[one]))
        for one in order
        if weights[one] >= HEAVY or (weights[one] and one not in short)
    ][:MOST]


def _window(weight: int) -> int:
    """How many iterations a step is, of a loop that keeps so much in `TRIPS` of them."""
    return 1 if weight >= HEAVY else 1 << (STEP * TRIPS // weight).bit_length() - 1


def _kept(plan: Plan, totals: dict[str, int]) -> Iterable[tuple[int, int]]:
    """The outermost loops of what is kept, and its bytes."""
    facts = plan.facts
    for slot in plan.slots.values():
        yield _outermost(plan, slot.loop), slot.size * _times(plan, slot.loop)
    for call, site in plan.calls:
        if isinstance(site, Callee) and (below := totals.get(site.function.name)):
            home = next(k for k, one in enumerate(facts.function.blocks) if call in one.instrs)
            loop = facts.loop_of(home)
            yield _outermost(plan, loop), below * _times(plan, loop)


def _outermost(plan: Plan, loop: int) -> int:
    chain = plan.facts.chain(loop) if loop >= 0 else ()
    return chain[-1] if chain else -1


def _times(plan: Plan, loop: int) -> int:
    times = 1
    for around in plan.facts.chain(loop) if loop >= 0 else ():
        if around not in plan.merged.loops:
            times *= constant_trips(plan.facts, around) or TRIPS
    return times


def _span(plan: Plan, loop: int) -> str:
    facts = plan.facts
    found = facts.loops.loops[loop]
    span = span_of(facts.whole.module, facts.function, found)
    if span is None or not span.line:
        return numbered(facts.function, facts.loops, found)
    return f"loop at {span.file}:{span.line}"
