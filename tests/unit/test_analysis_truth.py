"""The memory analyses and activity against what programs really do.

Each program runs with every access written down (`tests.traced`). What was seen may not contradict
what was claimed: two accesses that met may alias; what a stable load read was not written again; a
float that changed when an active input changed is varied.
"""

from __future__ import annotations

import pytest
from tests.programs import Arguments, Case, discover
from tests.traced import Event, Site, Traced

from ribozyme.analysis.activity.activity import Activity
from ribozyme.analysis.memory.overwritten import Overwritten
from ribozyme.analysis.pointsto.pointsto import PointsTo
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Load
from ribozyme.transform.core.regions import SPACE

CASES = [case for case in discover() if "stack" not in case.needs]


@pytest.mark.rotates(plain=6, wide=60)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_nothing_seen_contradicts_what_was_claimed(case: Case) -> None:
    traced = Traced(case)
    args = case.arguments()
    events = traced.run(args)
    if events is None:
        pytest.skip("too many accesses")
    facts = traced.facts
    wrong = list(dict.fromkeys(_contradictions(facts.pointsto, facts.overwritten, events)))
    assert not wrong, "\n".join(wrong)
    again = traced.run(_nudged(case, args))
    if again is not None:
        wrong = list(dict.fromkeys(_unvaried(facts.activity, events, again)))
        assert not wrong, "\n".join(wrong)


def _contradictions(points: PointsTo, found: Overwritten, events: list[Event]) -> list[str]:
    touched: dict[int, set[Site]] = {}
    stable: dict[int, set[Site]] = {}
    checked: dict[tuple[Site, Site], bool] = {}
    wrong: list[str] = []
    for event in events:
        site = event.site
        span = range(event.place, event.place + event.size)
        if site.kind == "birth":
            for place in span:
                touched.pop(place, None)
                stable.pop(place, None)
            continue
        lasting = isinstance(site.instr, Load) and found.stable(site.function, site.instr)
        for place in span:
            for other in touched.setdefault(place, set()):
                pair = (other, site)
                if "write" in (site.kind, other.kind) and pair not in checked:
                    checked[pair] = _may_meet(points, other, site)
                    if not checked[pair]:
                        wrong.append(f"they met: {_text(other)} and {_text(site)}")
            touched[place].add(site)
            if site.kind == "write":
                wrong += [f"{_text(s)} is not stable: {_text(site)}" for s in stable.get(place, ())]
            elif lasting:
                stable.setdefault(place, set()).add(site)
    return wrong


def _may_meet(points: PointsTo, one: Site, other: Site) -> bool:
    """What is claimed of two accesses: types are asked within a function only."""
    first, second = (
        (points.numbers(site.function, site.pointer), site.size, points.tbaa.tag(site.instr.meta))
        for site in (one, other)
    )
    if one.function is other.function:
        return points.typed_may_meet(first, second)
    return points.may_meet(*first[:2], *second[:2])


def _unvaried(found: Activity, events: list[Event], again: list[Event]) -> list[str]:
    wrong: list[str] = []
    for one, other in zip(events, again, strict=False):
        if one.site is not other.site:
            break  # control went another way
        value = one.site.value
        if value and value.type is ty.DOUBLE and max(one.bits, other.bits) < SPACE:
            continue  # an address in a double: memory lies elsewhere each time
        if one.bits != other.bits and value and not found.varied(one.site.function, value):
            wrong.append(f"it changed and is not varied: {_text(one.site)}")
    return wrong


def _nudged(case: Case, args: Arguments) -> Arguments:
    return {
        p.name: args[p.name] * (1 + 1e-6)
        if p.is_active and p.is_input and p.is_float
        else args[p.name]
        for p in case.parameters
    }


def _text(site: Site) -> str:
    return f"{site.kind} in @{site.function.name}: {site.instr}"
