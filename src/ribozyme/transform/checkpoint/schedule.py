"""Which states of a loop are kept: binomial checkpointing.

With `s` snapshots, the one of the start among them, and no iteration computed more than `t` times,
at most C(s+t, s) iterations can be reversed. So `l` iterations take `t·l − C(s+t, t−1)` steps in
addition to their tapes, with the smallest `t` that is enough (Griewank and Walther, 2000).

    l = 10, s = 3:   t = 2, 2·10 − C(5, 1) = 15 steps

The number of iterations need not be known. Then snapshots are taken at multiples of a stride; when
all are in use, every other one is dropped and the stride doubled. The reverse sweep begins with as
many of them as cost least, none but the first if that is cheaper: so a loop is never computed more
often than once more in all than under the optimal schedule.

Here the schedule is a reference: what runs is `backend/runtime/checkpoint.ll`, which is compared
with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from math import comb
from typing import Final, final

from ribozyme.base.record import dataclass


class Kind(Enum):
    """What a schedule does next."""

    ADVANCE = "advance"  # one iteration, without its tape
    KEEP = "keep"  # a snapshot of the state
    RESTORE = "restore"  # the newest snapshot
    REVERSE = "reverse"  # one iteration with its tape, and its adjoints


@final
@dataclass(frozen=True, slots=True)
class Action:
    """What is done, before which iteration."""

    kind: Kind
    at: int


def repetitions(length: int, snapshots: int) -> int:
    """The most times that an iteration is computed without its tape."""
    times = 0
    while comb(snapshots + times, snapshots) < length:
        times += 1
    return times


def cost(length: int, snapshots: int) -> int:
    """The fewest steps in which a loop can be reversed, those with a tape not counted."""
    times = repetitions(length, snapshots)
    return times * length - comb(snapshots + times, times - 1) if times else 0


def advance(length: int, snapshots: int) -> int:
    """How far to go from the first snapshot of some to the place of the next."""
    if snapshots == 1:
        return length - 1
    times = repetitions(length, snapshots)
    most = comb(snapshots + times - 1, snapshots)
    rest = comb(snapshots + times - 2, snapshots - 1)
    return min(most, length - rest)


def kept_on_the_way(length: int, snapshots: int) -> list[int]:
    """The iterations whose states a loop of unknown length has kept when it ends."""
    kept: list[int] = []
    stride = 1
    for at in range(length):
        if at % stride:
            continue
        if len(kept) == snapshots:
            if snapshots == 1:
                continue
            kept = kept[::2]
            stride *= 2
            if at % stride:
                continue
        kept.append(at)
    return kept


def cheapest(kept: Sequence[int], length: int, snapshots: int) -> int:
    """How many of the states that were kept on the way the reverse sweep begins with."""
    best, steps, before = 1, cost(length, snapshots), 0
    for place in range(1, len(kept)):
        before += cost(kept[place] - kept[place - 1], snapshots - place + 1)
        total = before + cost(length - kept[place], snapshots - place)
        if total <= steps:
            best, steps = place + 1, total
    return best


def reversal(length: int, snapshots: int, kept: Sequence[int] = (0,)) -> Iterator[Action]:
    """The reverse sweep of a loop, with the states that it has kept so far."""
    stack = list(kept)
    for last in reversed(range(length)):
        while len(stack) > 1 and stack[-1] > last:
            stack.pop()
        at = stack[-1]
        yield Action(Kind.RESTORE, at)
        while at < last:
            to = at + advance(last + 1 - at, snapshots - len(stack) + 1)
            for step in range(at, to):
                yield Action(Kind.ADVANCE, step)
            at = to
            if at < last:
                stack.append(at)
                yield Action(Kind.KEEP, at)
        yield Action(Kind.REVERSE, last)


def steps(length: int, snapshots: int) -> int:
    """The steps of a reverse sweep after a loop whose length was not known before it."""
    kept = kept_on_the_way(length, snapshots)
    number = cheapest(kept, length, snapshots)
    found = sum(
        cost(kept[place + 1] - kept[place], snapshots - place) for place in range(number - 1)
    )
    return found + cost(length - kept[number - 1], snapshots - number + 1)


_SHOWN: Final = (100, 10_000, 1_000_000)


def told(snapshots: int, counted: bool, window: int) -> str:
    """What a checkpointed loop keeps and what it costs, in words; 0 snapshots are chosen later."""
    if not snapshots:
        apart = f", one each {window} iterations at most" if window > 1 else ""
        return (
            "the loop keeps the tapes of its iterations as long as there is room, "
            f"else as many of its states as there is room for{apart}"
        )
    often = ", ".join(
        f"{_passes(length, snapshots, counted):.1f} times if there are {length}"
        for length in _SHOWN
    )
    kept = "1 state" if snapshots == 1 else f"{snapshots} states"
    if snapshots == 1:
        return f"the loop keeps {kept} in place of a tape"
    return f"the loop keeps {kept} in place of a tape; each iteration is computed {often}"


def _passes(length: int, snapshots: int, counted: bool) -> float:
    """How often an iteration is computed without its tape, in both sweeps, in the mean."""
    total = cost(length, snapshots) if counted else length + steps(length, snapshots)
    return total / length
