"""With the worst answer of any analysis a gradient is slower, never different.

Each way of knowing nothing replaces one analysis, or one decision of the plan, by its pessimistic
twin; programs of the suite, every family among them, must keep their gradients.
"""

from __future__ import annotations

import functools
import zlib
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import pytest
from tests.programs import FAMILIES, Case, Gradients, discover, standard
from tests.run import adapter

import ribozyme
from ribozyme.analysis.activity.activity import pessimistic_activity
from ribozyme.analysis.flow.tripcount import Evolution, uncounted
from ribozyme.analysis.memory.effects import pessimistic_effects
from ribozyme.analysis.memory.overwritten import pessimistic_overwritten
from ribozyme.analysis.pointsto.pointsto import pessimistic_points_to, points_to
from ribozyme.analysis.types.typing import typing
from ribozyme.transform.core import facts, walk
from ribozyme.transform.reverse.accesses import shifts
from ribozyme.transform.reverse.emit import compose as build
from ribozyme.transform.reverse.emit import sweep
from ribozyme.transform.reverse.plan import cut, extended_rules, plan, storages, ways
from ribozyme.transform.reverse.plan.masks import Masks

pytestmark = pytest.mark.rotates("file", plain=6, wide=12)

rz: Any = ribozyme
Way = Callable[[pytest.MonkeyPatch], None]
EACH: Final = 3  # programs of a family


def chosen() -> list[Case]:
    """A few programs of each family, always the same ones, small enough to be compiled often."""
    found: list[Case] = []
    for family in FAMILIES:
        cases = [case for case in discover() if case.family == family and not case.needs]
        cases = [case for case in cases if not case.is_cxx or family == "cxx"]
        found += sorted(cases, key=lambda case: zlib.crc32(case.name.encode()))[:EACH]
    return found


def nothing_stays(patch: pytest.MonkeyPatch) -> None:
    """Every load may have been overwritten."""

    def worst(program: Any, points: Any, effects: Any, **_: Any) -> Any:
        return pessimistic_overwritten(program, points, effects)

    patch.setattr(facts, "overwritten", worst)


def pointers_point_anywhere(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(facts, "points_to", pessimistic_points_to)


def words_may_be_numbers(patch: pytest.MonkeyPatch) -> None:
    """What is called an address may be a number, in every program."""
    patch.setattr(facts, "points_to", lambda program, **_: points_to(program, numbers=True))
    patch.setattr(facts, "typing", lambda points, **_: typing(points, addresses=True))


def calls_do_anything(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(facts, "effects", pessimistic_effects)


def no_loop_counts(patch: pytest.MonkeyPatch) -> None:
    """No induction variable, no trip count: everything grows in segments."""
    patch.setattr(
        walk, "evolution", lambda function, flow, loops, _: uncounted(function, flow, loops)
    )


def no_exact_counts(patch: pytest.MonkeyPatch) -> None:
    """Induction variables are known, how often loops run is not."""
    patch.setattr(Evolution, "count", lambda *_: None)


def no_blocks(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(storages.Storages, "countable", lambda *_: False)


def no_fixed_arrays(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(storages, "FIXED_BYTES", -1)


def ways_are_kept(patch: pytest.MonkeyPatch) -> None:
    """Where control came from is never told by conditions, and no block is skipped."""
    patch.setattr(ways, "_tree", lambda *_: None)
    patch.setattr(ways, "_skipped", lambda *_: None)


def greedy(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(cut, "LARGE", -1)


def short_chains(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(plan, "CHAIN", 0)
    patch.setattr(plan, "CHAIN_OF_INDICES", 0)


def nothing_waits(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(shifts, "MOST", 0)


def nothing_is_set_aside(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(sweep, "asides", lambda *_, **__: ())


def functions_are_alone(patch: pytest.MonkeyPatch) -> None:
    """What a rule asks for is computed again."""
    patch.setattr(extended_rules, "MOST", 0)


def no_state_is_handed_on(patch: pytest.MonkeyPatch) -> None:
    """No partials are multiplied before an adjoint arrives."""
    patch.setattr(sweep, "recurrences", lambda _: frozenset())


def every_block_is_a_chain(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(sweep, "recurrences", lambda facts: frozenset(range(len(facts.function.blocks))))


def no_single_passes(patch: pytest.MonkeyPatch) -> None:
    """Every call is split."""
    patch.setattr(build, "single", lambda _: {})


def memory_tells_nothing(patch: pytest.MonkeyPatch) -> None:
    """No load is told by what another loop stored or read."""
    patch.setattr(plan, "held", lambda *_: {})


def no_turn_is_reversed_at_once(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(plan, "WORTH", 1 << 60)


def every_turn_is_reversed_at_once(patch: pytest.MonkeyPatch) -> None:
    """As soon as that is right, whatever it keeps."""
    patch.setattr(plan, "WORTH", 0)


def everything_is_active(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(facts, "activity", pessimistic_activity)


def adjoints_in_memory(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(facts.FunctionFacts, "stays", lambda *_: False)


def all_seeds_masked(patch: pytest.MonkeyPatch) -> None:
    everything = frozenset(range(1 << 16))
    patch.setattr(Masks, "__init__", lambda made, facts: setattr(made, "seeds", everything))
    patch.setattr(Masks, "values", everything)


WORST: Final[dict[str, Way]] = {
    way.__name__: way
    for way in (
        nothing_stays, pointers_point_anywhere, words_may_be_numbers, calls_do_anything,
        no_loop_counts,
        no_exact_counts, no_blocks, no_fixed_arrays, ways_are_kept, greedy, short_chains,
        nothing_waits, nothing_is_set_aside, no_state_is_handed_on, every_block_is_a_chain,
        functions_are_alone, no_single_passes, memory_tells_nothing, no_turn_is_reversed_at_once,
        every_turn_is_reversed_at_once, everything_is_active, adjoints_in_memory,
        all_seeds_masked,
    )
}  # fmt: skip

# With these, integers are active, or text may be written over numbers. Few programs are refused.
REFUSE: Final = ("everything_is_active", "pointers_point_anywhere")
FACTS: Final = (*REFUSE, "words_may_be_numbers", "nothing_stays")


def gradients(case: Case) -> Gradients:
    """Compiled anew, with no cache to remember a better answer."""
    with rz.options(cache=False):
        library = rz.load(str(case.path), level="O1", flags=[standard(case.path), *case.flags])
        args = case.arguments()
        return adapter.reverse_of(case, library[case.function], args, case.cotangents(args))


@functools.cache
def known(case: Case) -> Gradients:
    return gradients(case)


CASES: Final = chosen()


@pytest.mark.rotates("way", wide=5)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@pytest.mark.parametrize("way", WORST)
def test_same_gradient(way: str, case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = known(case)
    WORST[way](monkeypatch)
    try:
        found = gradients(case)
    except (rz.NoDerivative, rz.TypeUnknown, rz.ActivityError) as refused:
        if way not in REFUSE:
            raise
        pytest.skip(f"refused, which is not wrong: {refused.code}")
    scale = max(float(np.abs(value).max(initial=0)) for value in expected.values())
    for name, value in expected.items():
        np.testing.assert_allclose(found[name], value, rtol=1e-9, atol=1e-10 * max(scale, 1e-3))


def test_enough_programs() -> None:
    assert len(CASES) >= 30


@pytest.mark.wide
def test_most_programs_have_a_derivative_with_a_worst_answer() -> None:
    """A twin that refuses everything would show nothing."""
    derived = 0
    for case in CASES:
        for way in FACTS:
            with pytest.MonkeyPatch.context() as patch:
                WORST[way](patch)
                try:
                    gradients(case)
                except rz.Error:
                    continue
                derived += 1
    assert derived >= 0.8 * len(CASES) * len(FACTS)
