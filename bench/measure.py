"""Times of several candidates, taken turn by turn so that a noisy machine is noisy for all of them.

Each round runs every candidate once, in an order that turns; the answer is the median of the rounds
and their spread (the distance between the quartiles over the median).
"""

import statistics
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
FULL: Final = Effort(15, 0.03, 40.0)


@final
@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds of one call: the median of the rounds, and their spread."""

    median: float
    spread: float
    rounds: int


def interleaved(candidates: Mapping[str, Sample], effort: Effort) -> dict[str, Timing]:
    """The timing of each candidate."""
    first = {name: sample(1) for name, sample in candidates.items()}  # warms caches up, too
    once = {name: min(first[name], sample(1)) for name, sample in candidates.items()}
    reps = {name: max(1, round(effort.sample_seconds / max(t, 1e-9))) for name, t in once.items()}
    round_seconds = sum(once[name] * reps[name] for name in candidates)
    rounds = max(3, min(effort.rounds, int(effort.most_seconds / max(round_seconds, 1e-9))))
    seen: dict[str, list[float]] = {name: [] for name in candidates}
    names = list(candidates)
    for turn in range(rounds):
        shift = turn % len(names)
        for name in names[shift:] + names[:shift]:
            seen[name].append(candidates[name](reps[name]))
    return {name: _timing(times) for name, times in seen.items()}


def _timing(times: list[float]) -> Timing:
    median = statistics.median(times)
    low, _, high = statistics.quantiles(times, n=4)
    return Timing(median, (high - low) / median, len(times))
