"""Schedules of checkpointed loops: the number of steps is the binomial optimum."""

from functools import cache
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ribozyme.transform.checkpoint.schedule import (
    Kind,
    cheapest,
    cost,
    kept_on_the_way,
    reversal,
    steps,
)


@cache
def optimum(length: int, snapshots: int) -> int:
    """The fewest steps by trying every place of the next snapshot."""
    if length <= 1:
        return 0
    if snapshots == 1:
        return length * (length - 1) // 2
    return min(
        at + optimum(length - at, snapshots - 1) + optimum(at, snapshots) for at in range(1, length)
    )


@pytest.mark.parametrize("snapshots", range(1, 7))
def test_closed_form_is_the_optimum(snapshots: int) -> None:
    for length in range(1, 60):
        assert cost(length, snapshots) == optimum(length, snapshots)


def carried_out(length: int, snapshots: int, kept: list[int]) -> int:
    """The steps of a schedule, each state known when it is asked for."""
    held, at, last, advanced = list(kept), -1, length, 0
    for action in reversal(length, snapshots, kept):
        match action.kind:
            case Kind.RESTORE:
                while held[-1] > action.at:
                    held.pop()
                assert held[-1] == action.at
                at = action.at
            case Kind.KEEP:
                assert at == action.at
                held = [one for one in held if one < last]
                held.append(at)
                assert len(held) <= snapshots
            case Kind.ADVANCE:
                assert at == action.at
                at, advanced = at + 1, advanced + 1
            case Kind.REVERSE:
                assert at == action.at == last - 1
                last = action.at
    assert last == 0
    return advanced


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 10_000), st.integers(1, 100))
def test_as_many_steps_as_published(length: int, snapshots: int) -> None:
    times = next(t for t in range(length + 1) if comb(snapshots + t, snapshots) >= length)
    known = times * length - comb(snapshots + times, times - 1) if times else 0
    assert cost(length, snapshots) == known
    if known < 200_000:
        assert carried_out(length, snapshots, [0]) == known


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 10_000), st.integers(1, 100))
def test_unknown_length_within_twice_the_optimum(length: int, snapshots: int) -> None:
    kept = kept_on_the_way(length, snapshots)
    assert kept[0] == 0 and len(kept) <= snapshots
    number = cheapest(kept, length, snapshots)
    found = steps(length, snapshots)
    if found < 200_000:
        assert carried_out(length, snapshots, kept[:number]) == found
    # the forward sweep and a tape for each iteration are counted on both sides
    assert 2 * length + found <= 2 * (length + cost(length, snapshots) + 1)
