"""`python -m tests.fuzz --minutes 5`: a campaign; `--seed N --programs 1`: one program again.

A campaign that is told to end (Ctrl-C, SIGTERM) writes down what it has found so far.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time

from tests.fuzz import altered, real
from tests.fuzz.campaign import LEVELS, Tally, campaign, summary
from tests.fuzz.grow import program
from tests.fuzz.log import append
from tests.fuzz.stored import FOLDER


def main() -> int:
    parser = argparse.ArgumentParser(prog="./do fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0, help="how long")
    parser.add_argument("--seed", type=int, help="the first seed; by default a fresh one")
    parser.add_argument("--programs", type=int, help="how many programs, whatever the time")
    parser.add_argument("--levels", help="such as O0,O2,own; by default all")
    parser.add_argument("--real", action="store_true", help="mutate the programs of tests/run")
    parser.add_argument("--altered", action="store_true", help="change what they mean")
    parser.add_argument("--no-cells", action="store_true", help="programs without tagged unions")
    parser.add_argument("--show", action="store_true", help="print the program of a seed")
    parser.add_argument("--no-log", action="store_true", help="write nothing to docs/trust.md")
    parser.add_argument("--no-keep", action="store_true", help="keep no failures as regressions")
    parser.add_argument("--patience", type=float, default=1.0, help="times the usual time limits")
    parser.add_argument("--shrink", type=float, default=90.0, help="seconds for each failure")
    asked = parser.parse_args()
    first = int(time.time()) * 1000 % 10**9 if asked.seed is None else asked.seed
    if asked.show:
        print(program(first, cells=not asked.no_cells))
        return 0
    levels = tuple(
        None if level == "own" else level for level in (asked.levels or "").split(",") if level
    )
    for told_to_end in (signal.SIGINT, signal.SIGTERM):  # a shell's background ignores the first
        signal.signal(told_to_end, signal.default_int_handler)
    end = time.monotonic() + 60 * asked.minutes

    def enough(tally: Tally) -> bool:
        if asked.programs is not None:
            return tally.last - tally.first >= asked.programs
        return time.monotonic() > end

    if asked.real or asked.altered:
        what = "altered" if asked.altered else "mutated"
        run = (altered if asked.altered else real).campaign
        tally = run(first, enough, lambda line: print(line, flush=True))
        print(summary(tally))
        if not asked.no_log:
            append(tally, len(LEVELS), f"modules of tests/run, {what}: ")
        return 1 if tally.failures else 0
    tally = campaign(
        first,
        enough,
        levels=levels or LEVELS,
        told=lambda line: print(line, flush=True),
        shrink_for=asked.shrink,
        folder=None if asked.no_keep else FOLDER,
        cells=not asked.no_cells,
        patience=asked.patience,
    )
    for cause, count in tally.refusals.most_common():
        one = tally.examples[cause]
        print(f"{count:6} refused: {cause}, such as seed {one.seed}, {one.setting}")
    print(summary(tally))
    if not asked.no_log:
        append(tally, len(levels or LEVELS), "without cells: " if asked.no_cells else "")
    return 1 if tally.failures or tally.refused > 0.05 else 0


if __name__ == "__main__":
    sys.exit(main())
