"""Bytes kept and processor time, ours beside the adjoint by hand.

python -m bench.byhand [--size N] [--flags FLAGS] NAME…      default: the programs of `kernels`

Bytes are counted exactly. Times are the least of some rounds, so that they hold on a busy machine.
"""

from __future__ import annotations

import argparse
import sys

from bench import check, child, gradient
from bench.harness import Call, survives
from bench.kernels import KERNELS
from bench.measure import Effort, interleaved
from bench.problem import Problem, Size, Slot, arrays
from bench.problems import PROBLEMS

HEAD = "problem | size | kept | by hand | ratio | primal | ours | by hand | ratio | error"
EFFORT = Effort(9, 0.01, 5.0)
SECONDS = 120.0


def row(problem: Problem, size: Size, flags: gradient.Flags) -> tuple[str, ...]:
    """One line of the table; raises where the gradient is wrong."""
    made = gradient.gradient(problem, flags)
    counted = gradient.gradient(problem, flags, counted=True)
    hand, primal = gradient.by_hand(problem, flags), gradient.primal(problem, flags)
    given = problem.data(size)

    def call(built: gradient.Built, name: str, slots: tuple[Slot, ...]) -> Call:
        return Call(built.address(name), slots, arrays(slots, given), problem.value)

    slots = problem.gradient_slots()
    if not survives(call(made, problem.gradient_name, slots), SECONDS):
        return (problem.name, size.label, "failed")
    addresses = made.address(problem.gradient_name), hand.address(problem.hand_name)
    loose = 1e3 if "-ffast-math" in flags.clang else 1.0
    wrong = check.error(problem, *addresses, given, loose)
    kept = child.tape_bytes(counted, call(counted, problem.gradient_name, slots))
    least = problem.by_hand_bytes(size)
    calls = {
        "primal": call(primal, problem.function, problem.primal_slots()).seconds,
        "ours": call(made, problem.gradient_name, slots).seconds,
        "hand": call(hand, problem.hand_name, slots).seconds,
    }
    times = {name: timing.least for name, timing in interleaved(calls, EFFORT).items()}
    return (
        problem.name, size.label, f"{kept:.0f}", f"{least}", f"{kept / max(least, 4096):.2f}",
        *(f"{times[name] * 1e6:.1f}" for name in calls),
        f"{times['ours'] / times['hand']:.2f}", f"{wrong:.0e}",
    )  # fmt: skip


def main(arguments: list[str]) -> int:
    words = argparse.ArgumentParser(prog="bench.byhand", description=__doc__)
    words.add_argument("problems", nargs="*", metavar="PROBLEM")
    words.add_argument("--size", type=int, default=-1, help="which of its sizes, default the last")
    words.add_argument("--flags", choices=list(gradient.FLAGS), default=gradient.MAIN.name)
    asked = words.parse_args(arguments)
    print(HEAD, flush=True)
    for name in asked.problems or [problem.name for problem in KERNELS]:
        problem = PROBLEMS[name]
        size = problem.sizes[asked.size]
        try:
            print(" | ".join(row(problem, size, gradient.FLAGS[asked.flags])), flush=True)
        except check.WrongGradientError as error:
            print(f"{name} | {size.label} | {error}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
