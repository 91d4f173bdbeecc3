"""Schedules of checkpointed loops: the number of steps is the binomial optimum."""

import ctypes
from functools import cache
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests import checkpoint_text

from ribozyme.backend import jit
from ribozyme.backend.runtime import arena
from ribozyme.backend.target import emit_object
from ribozyme.transform.checkpoint.schedule import (
    Kind,
    cheapest,
    cost,
    kept_on_the_way,
    reversal,
    steps,
)


def test_the_run_time_is_what_its_source_says() -> None:
    assert checkpoint_text.TARGET.read_text(encoding="utf-8") == checkpoint_text.text()


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


class Counted:
    """The run time's own walk through a loop without a body."""

    def __init__(self) -> None:
        text = TEXT + checkpoint_text.TARGET.read_text(encoding="utf-8")
        self.library = jit.load(emit_object(arena.linked(text, guard=False)))
        kind = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)
        self.count = kind(self.library.address("count"))


TEXT = """
define i64 @count(i64 %length, i64 %snapshots, i64 %known) {
  %arena = alloca [64 x i8], align 64
  call void @rz.arena.init(ptr %arena)
  %plan = call ptr @rz.checkpoint.begin(ptr %arena, i64 %snapshots, i64 0, i64 16, i64 %known)
  br label %forward
forward:
  %i = phi i64 [ 0, %0 ], [ %next, %forward ]
  %bares = phi i64 [ 0, %0 ], [ %bared, %forward ]
  %frame = call ptr @rz.checkpoint.forward(ptr %plan, ptr %arena)
  %none = icmp eq ptr %frame, null
  %another = zext i1 %none to i64
  %bared = add i64 %bares, %another
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %length
  br i1 %more, label %forward, label %turn
turn:
  call void @rz.checkpoint.turn(ptr %plan)
  br label %reverse
reverse:
  %steps = phi i64 [ %bared, %turn ], [ %total, %reverse ]
  %what = call i32 @rz.checkpoint.next(ptr %plan)
  %bare = icmp eq i32 %what, 1
  %one = zext i1 %bare to i64
  %total = add i64 %steps, %one
  %on = icmp ne i32 %what, 0
  br i1 %on, label %reverse, label %end
end:
  call void @rz.arena.free(ptr %arena)
  ret i64 %total
}
declare void @rz.arena.init(ptr)
"""


@cache
def counted() -> Counted:
    return Counted()


@settings(max_examples=12, deadline=None)
@given(st.integers(1, 3000), st.integers(1, 100))
def test_the_run_time_follows_the_schedule(length: int, snapshots: int) -> None:
    """The steps that compiled code takes, counted by the program itself: both sweeps."""
    assert counted().count(length, snapshots, -1) == length + steps(length, snapshots)


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 10_000), st.integers(1, 100))
def test_a_known_length_takes_the_fewest_steps(length: int, snapshots: int) -> None:
    """Both sweeps together: no schedule that knows the length from the beginning takes fewer."""
    if cost(length, snapshots) < 10_000_000:
        assert counted().count(length, snapshots, length) == cost(length, snapshots)
