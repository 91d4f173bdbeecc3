"""The smallest program that still fails the same way: cuts tried greedily, the largest first."""

from __future__ import annotations

import time
from dataclasses import replace

from tests.fuzz.judge import Outcome
from tests.fuzz.subject import Setting
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
    settings: tuple[Setting, ...] = (primal, failure.setting)
    answer = worker.ask(Job((program,), settings), 30)
    if answer.died:
        return failure.cause == "died" and primal in answer.done
    if answer.discarded or len(answer.outcomes) != 2:
        return False
    first, second = answer.outcomes
    right = first.verdict == "ok" and second.verdict == failure.verdict
    return right and (second.verdict == "mismatch" or second.cause == failure.cause)
