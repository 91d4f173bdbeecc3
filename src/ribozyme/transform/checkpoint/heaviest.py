"""Which loops keep most of a tape: the candidates where memory is bounded.

    for (t) for (i) …  keeps 24 bytes · n · steps      →      "loop at heat.c:3", before all others

A loop counts with all that is kept in loops inside it, and in the functions that it calls. Numbers
of iterations that are not constant are taken as `TRIPS`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ribozyme.transform.checkpoint.named import span_of
from ribozyme.transform.core.sites import Callee
from ribozyme.transform.reverse.plan.plan import Plan
from ribozyme.transform.reverse.plan.slots import constant_trips

AUTOMATIC: Final = 0
"""A number of snapshots: as many as there is room for."""
TRIPS: Final = 64
MOST: Final = 3  # candidates
WORTH: Final = 256 * TRIPS
"""Bytes of a loop that is checkpointed. What keeps little in an iteration is left as it is: the
tapes of single iterations would take more than the one of all of them."""


def heaviest(plans: Iterable[Plan]) -> list[str]:
    """The names of the loops that keep most, in order; the plans of callees come first."""
    weights: dict[str, int] = {}
    totals: dict[str, int] = {}
    for plan in plans:
        name = plan.facts.function.name
        for loop, bytes in _kept(plan, totals):
            totals[name] = totals.get(name, 0) + bytes
            span = None if loop < 0 else _span(plan, loop)
            if span:
                weights[span] = weights.get(span, 0) + bytes
    order = sorted(weights, key=lambda one: -weights[one])
    return [one for one in order if weights[one] >= WORTH][:MOST]


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
    span = span_of(facts.whole.module, facts.function, facts.loops.loops[loop])
    return "" if span is None or not span.line else f"loop at {span.file}:{span.line}"
