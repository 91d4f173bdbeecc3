"""What a test run says when it ends: how long it took, what it left out, and why.

9120 tests in 7 min 52 s, 14 min 10 s of processor time
left out: 14210 at another rotation, 520 in the wide set, 63 slow
skipped: 12 tensorflow is not installed
the same tests again: --rotation 3217
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from typing import final

from tests.resume import Progress, spoken, write_row
from tests.stress.log import commit


@final
class Account:
    """What is known of a run: filled in while it goes on."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self.left_out: Mapping[str, int] = {}
        self.outcomes: Mapping[str, int] = {}
        self.skipped: Mapping[str, int] = {}

    def lines(self, rotation: int | None) -> list[str]:
        took = spoken(time.monotonic() - self._began)
        found = [f"{self.ran()} tests in {took}, {spoken(_processor_time())} of processor time"]
        found += _listed("left out", self.left_out)
        found += _listed("skipped", self.skipped)
        if rotation is not None:
            found.append(f"the same tests again: --rotation {rotation}")
        return found

    def ran(self) -> int:
        names = ("passed", "failed", "xfailed", "xpassed")
        return sum(self.outcomes.get(name, 0) for name in names)

    def write(self, progress: Progress) -> None:
        """After a whole run: its row, and what the next one has to do."""
        failed = self.outcomes.get("failed", 0) + self.outcomes.get("error", 0)
        write_row(
            commit(),
            progress.seconds(),
            passed=len(progress.before) + self.outcomes.get("passed", 0),
            skipped=sum(self.skipped.values()),
            failed=failed,
        )
        progress.finish(failed=failed)


def _listed(what: str, counts: Mapping[str, int]) -> list[str]:
    """A line, with the largest number first; nothing where there is nothing to say."""
    pairs = sorted(counts.items(), key=lambda pair: -pair[1])
    return [f"{what}: {', '.join(f'{count} {why}' for why, count in pairs)}"] if pairs else []


def _processor_time() -> float:
    """Of this process and of those that it started and that have ended: the workers."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system
