"""Times of several candidates, taken turn by turn so that a noisy machine is noisy for all of them.

Each round runs every candidate once, in an order that turns (one that is slow takes part in some of
them); the answer is the median of the rounds and their spread (the distance between the quartiles
over the median).
"""

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, final

Sample = Callable[[int], float]
"""Seconds of one call, the mean over so many."""


@final
@dataclass(frozen=True, slots=True)
class Effort:
    """How long to measure: rounds, the least length of a sample, the most seconds in all."""

    rounds: int
    sample_seconds: float
    most_seconds: float


QUICK: Final = Effort(5, 0.005, 4.0)
FULL: Final = Effort(15, 0.03, 10.0)
BESIDE: Final = Effort(7, 0.02, 4.0)
"""For flags that are not the main ones."""


@final
@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds of one call: the median of the rounds, their spread, and the least of them."""

    median: float
    spread: float
    rounds: int
    least: float


def interleaved(candidates: Mapping[str, Sample], effort: Effort) -> dict[str, Timing]:
    """The timing of each candidate."""
    turns = {name: _turn(sample, effort.sample_seconds) for name, sample in candidates.items()}
    rounds = {name: _rounds(turns[name][1], len(turns), effort) for name in candidates}
    seen: dict[str, list[float]] = {name: [] for name in candidates}
    names = list(candidates)
    for turn in range(effort.rounds):
        shift = turn % len(names)
        for name in names[shift:] + names[:shift]:
            if len(seen[name]) * effort.rounds <= turn * rounds[name]:  # slow ones now and then
                seen[name].append(candidates[name](turns[name][0]))
    return {name: _timing(times) for name, times in seen.items()}


def _turn(sample: Sample, wanted: float) -> tuple[int, float]:
    """How many calls make a sample long enough, and the seconds it takes.

    What a sample says of itself may be nothing: a call that takes no longer than the restoring of
    its arrays, which is taken off.
    """
    sample(1)  # warms caches up
    reps = 1
    while True:
        start = time.process_time()
        sample(reps)
        spent = time.process_time() - start
        if spent >= wanted / 2 or reps > 10**8:
            return max(1, round(reps * wanted / max(spent, 1e-9))), max(wanted, spent / reps)
        reps = min(reps * 10, round(reps * wanted / max(spent, 1e-9)) + 1)


def _rounds(seconds: float, candidates: int, effort: Effort) -> int:
    """In how many rounds a candidate takes part: each has its share of the time."""
    share = effort.most_seconds / candidates
    return max(3, min(effort.rounds, int(share / max(seconds, 1e-9))))


def _timing(times: list[float]) -> Timing:
    median = statistics.median(times)
    low, _, high = statistics.quantiles(times, n=4)
    return Timing(median, (high - low) / median, len(times), min(times))
