"""One problem at one size under one set of flags: checked, then measured, then a record.

A record has the keys of `KEYS` (what `results/latest.json` holds) and more (in `details.json`).
A problem that cannot be differentiated yet gives a record with its error and no figures.
"""

import time
from collections.abc import Iterator
from functools import cached_property
from typing import Any, Final

from bench import check, child, gradient, measure, peers
from bench.gradient import Built, Flags
from bench.harness import Call, survives
from bench.measure import Effort, Sample, Timing
from bench.problem import Data, Problem, Size, Slot, arrays

KEYS: Final = (
    "problem", "size", "primal_seconds", "gradient_over_primal", "reference_over_gradient", "peers",
    "tape_bytes", "peak_memory_ratio", "stage_seconds", "first_gradient_cold_seconds",
    "first_gradient_warm_seconds", "max_relative_error",
)  # fmt: skip

MOST_SECONDS: Final = 60.0
"""For one call of a gradient; a slower one has no figure."""

PEERED: Final = 3
"""At how many sizes peers are timed: most compile anew for each."""

Record = dict[str, Any]


class Bench:
    """A problem under one set of flags: its code, built once for all sizes.

    The reference pipeline is measured at the main flags; `alone` leaves out peers and processes.
    """

    def __init__(
        self, problem: Problem, sizes: list[Size], flags: Flags, effort: Effort, alone: bool
    ) -> None:
        self.problem, self.sizes, self.flags = problem, sizes, flags
        self.effort, self.alone = effort, alone
        self.primal = gradient.primal(problem, flags)
        self.clang = gradient.clang(problem, flags)
        self.hand = gradient.by_hand(problem, flags) if problem.hand else None
        self.failure = self.reference_failure = ""
        self.gradient = self._tried(lambda: gradient.gradient(problem, flags))
        main = flags.name == gradient.MAIN.name
        self.reference = self._reference() if self.gradient and main else None

    @cached_property
    def memory(self) -> dict[str, dict[str, float]]:
        """Bytes by size."""
        return child.memory(self.problem, self.sizes, self.flags.name) or {}

    @cached_property
    def first(self) -> dict[str, float] | None:
        """First gradients at the first size; compiling does not depend on it."""
        problem = self.problem
        if problem.driver or len(problem.gradient_asks()) > 1:
            return None
        return child.first_gradients(problem, self.sizes[0], 1 if self.effort.rounds < 10 else 2)

    def _tried(self, make: Any) -> Built | None:
        try:
            found: Built = make()
            return found
        except Exception as error:
            self.failure = gradient.failure(error)
            return None

    def _reference(self) -> Built | None:
        failure = self.failure
        found = self._tried(
            lambda: gradient.gradient(self.problem, self.flags, optimise_first=False)
        )
        self.reference_failure, self.failure = self.failure, failure
        return found


def records(
    problem: Problem, sizes: list[Size], flags: Flags, effort: Effort, alone: bool
) -> Iterator[Record]:
    """A record per size; `alone` leaves out peers and processes of their own."""
    bench = Bench(problem, sizes, flags, effort, alone)
    for size in sizes:
        given = problem.data(size)
        try:
            yield _record(bench, size, given)
        except check.WrongGradientError as error:
            yield _failed(problem, size, flags, str(error))


def _record(bench: Bench, size: Size, given: Data) -> Record:
    problem, flags, alone = bench.problem, bench.flags, bench.alone
    if bench.gradient is None:
        return _failed(problem, size, flags, bench.failure)
    slots = problem.gradient_slots()
    trial = Call(
        bench.gradient.address(problem.gradient_name),
        slots,
        arrays(slots, given),
        problem.value and not problem.asks,
    )
    if not survives(trial, MOST_SECONDS):
        return _failed(problem, size, flags, "out of memory or time, or a crash")
    hand = bench.hand.address(problem.hand_name) if bench.hand else None
    loose = 1e3 if "-ffast-math" in flags.clang else 1.0
    wrong = check.error(problem, bench.gradient.address(problem.gradient_name), hand, given, loose)
    found = peers.ready(problem, given) if not alone and size in bench.sizes[:PEERED] else []
    candidates = _candidates(bench, given)
    candidates |= dict(found)
    times = measure.interleaved(candidates, bench.effort)
    memory = None if alone else bench.memory.get(size.label)
    first = None if alone else bench.first
    return _figures(bench, size, times, wrong, memory, first, [name for name, _ in found])


def _candidates(bench: Bench, given: Data) -> dict[str, Sample]:
    problem = bench.problem
    plain, full = problem.primal_slots(), problem.gradient_slots()
    derivative_value = problem.value and not problem.asks

    def bound(built: Built, name: str, slots: tuple[Slot, ...], value: bool) -> Call:
        return Call(built.address(name), slots, arrays(slots, given), value)

    def call(built: Built, name: str, slots: tuple[Slot, ...], value: bool) -> Sample:
        return bound(built, name, slots, value).seconds

    assert bench.gradient is not None
    out = {
        "primal": call(bench.primal, problem.function, plain, problem.value),
        "clang": call(bench.clang, problem.function, plain, problem.value),
        "gradient": call(bench.gradient, problem.gradient_name, full, derivative_value),
    }
    if bench.reference:
        reference = bound(bench.reference, problem.gradient_name, full, derivative_value)
        if survives(reference, MOST_SECONDS):
            out["reference"] = reference.seconds
    if bench.hand:
        out["hand"] = call(bench.hand, problem.hand_name, full, derivative_value)
    return out


def _figures(
    bench: Bench,
    size: Size,
    times: dict[str, Timing],
    wrong: float,
    memory: dict[str, float] | None,
    first: dict[str, float] | None,
    peer_names: list[str],
) -> Record:
    """All ratios; the primal is the faster of clang's own and ours."""
    assert bench.gradient is not None
    primal = min(times["primal"].median, times["clang"].median)
    ours = times["gradient"].median
    scalar = "finite-differences"
    wrt = sum(bench.problem.data(size)[a.name].size for a in bench.problem.args
              if a.role in ("in", "inout"))  # fmt: skip
    over = {name: times[name].median / ours for name in peer_names}
    return {
        "problem": bench.problem.name,
        "size": size.label,
        "primal_seconds": primal,
        "gradient_over_primal": ours / primal,
        "reference_over_gradient": (
            times["reference"].median / ours if "reference" in times else None
        ),
        "peers": {**over, scalar: 2 * wrt * primal / ours},
        "tape_bytes": int(memory["tape"]) if memory else None,
        "peak_memory_ratio": memory["gradient"] / memory["primal"] if memory else None,
        "stage_seconds": bench.gradient.stage_seconds,
        "first_gradient_cold_seconds": first["cold"] if first else None,
        "first_gradient_warm_seconds": first["warm"] if first else None,
        "max_relative_error": wrong,
        "flags": bench.flags.name,
        "gradient_seconds": ours,
        "gradient_over_clang": ours / times["clang"].median,
        "gradient_over_own_primal": ours / times["primal"].median,
        "hand_over_gradient": times["hand"].median / ours if bench.hand else None,
        "hand_tape_bytes": bench.problem.by_hand_bytes(size) if bench.problem.hand else None,
        "spread": {name: timing.spread for name, timing in times.items()},
        "rounds": times["gradient"].rounds,
        "stages": bench.gradient.stages,
        "first_after_import_seconds": first["after_import"] if first else None,
        "reference_failure": bench.reference_failure,
        "when": time.strftime("%Y-%m-%d %H:%M:%S"),
    }


def _failed(problem: Problem, size: Size, flags: Flags, failure: str) -> Record:
    nothing: Record = dict.fromkeys(KEYS)
    known = {"problem": problem.name, "size": size.label, "peers": {}, "flags": flags.name}
    return {**nothing, **known, "failure": failure}
