"""The smallest program that still fails the same way: cuts tried greedily, the largest first."""

from __future__ import annotations

import time
from dataclasses import replace

from tests.fuzz.judge import Outcome
from tests.fuzz.tree import Program, smaller
from tests.fuzz.worker import Job, Worker


def shrunk(program: Program, failure: Outcome, worker: Worker, seconds: float) -> Program:
    """A smaller program with the failure, found within the time given."""
    end = time.monotonic() + seconds
    best = program
    progress = True
    while progress and time.monotonic() < end:
        progress = False
        seen: set[str] = set()
        for candidate in smaller(best):
            if time.monotonic() > end:
                break
            text = str(candidate)
            if candidate.size() > best.size() or text in seen:
                continue
            seen.add(text)
            if still(candidate, failure, worker):
                best, progress = candidate, True
                break
    return best


def still(program: Program, failure: Outcome, worker: Worker) -> bool:
    """Whether a program fails as another did, its primal being right."""
    primal = replace(failure.setting, mode="primal", width=1)
    if failure.cause == "died":
        first = worker.ask(Job((program,), (primal,)), 30)
        right = not first.discarded and [o.verdict for o in first.outcomes] == ["ok"]
        return right and bool(worker.ask(Job((program,), (failure.setting,)), 30).died)
    answer = worker.ask(Job((program,), (primal, failure.setting)), 30)
    if answer.died or answer.discarded or len(answer.outcomes) != 2:
        return False
    one, two = answer.outcomes
    same = one.verdict == "ok" and two.verdict == failure.verdict
    return same and (two.verdict == "mismatch" or two.cause == failure.cause)
