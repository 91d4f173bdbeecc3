"""Mutations of real modules: the programs of `tests/run`, shaken, against the truth they come with.

A module is compiled at a level, goes through the pipeline before differentiation, is mutated, and
is then loaded and differentiated as it stands (`optimise_first=False`) in reverse mode.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from tests.fuzz.campaign import LEVELS, Tally
from tests.fuzz.judge import Outcome, Verdict
from tests.fuzz.mutate import shaken
from tests.fuzz.subject import Setting, Way
from tests.programs import Case, discover, standard
from tests.run.adapter import reverse_of

import ribozyme
from ribozyme.backend import llvm, pipeline
from ribozyme.base.errors import Error
from ribozyme.frontends.compile import compile_file

rz: Any = ribozyme


def real(seed: int) -> list[Outcome]:
    """What the gradient of one mutated program comes to."""
    rng = Random(seed)
    case = rng.choice([case for case in discover() if not case.needs])
    setting = Setting(Way(rng.choice(LEVELS), shake=rng.randrange(1, 10**6)))
    with tempfile.TemporaryDirectory(prefix="ribozyme-") as scratch:
        path = Path(scratch, "mutated.ll")
        path.write_text(_mutated(case, setting.way), encoding="utf-8")
        try:
            with rz.options(optimise_first=False):
                wrong = _wrong(case, rz.load(str(path))[case.function])
        except Error as failure:
            verdict: Verdict = "crash" if failure.code.startswith(("RZ6", "RZ9")) else "refused"
            return [Outcome(seed, setting, verdict, f"{case.name}: {failure}", failure.code)]
        except Exception as failure:
            return [Outcome(seed, setting, "crash", f"{case.name}: {failure!r}", "raised")]
    verdict = "mismatch" if wrong else "ok"
    return [Outcome(seed, setting, verdict, f"{case.name}: {wrong}", "real")]


def _mutated(case: Case, way: Way) -> str:
    level: Any = way.level
    made = compile_file(case.path, flags=[standard(case.path), *case.flags], level=level)
    text = llvm.canonical(llvm.without_target_attributes(llvm.to_text(made.code)))
    return shaken(pipeline.run("before", text), way.shake)


def _wrong(case: Case, function: Any) -> list[str]:
    """The names of gradients that are not the truth."""
    truth = case.truth(case.arguments()).gradients
    weights = case.cotangents(case.arguments())
    found = reverse_of(case, function, case.arguments(), weights)
    scale = max((float(np.abs(g).max(initial=0)) for g in truth.values()), default=0.0)
    allowed = case.tolerance * max(scale, 1e-3)
    names = []
    for p in case.active:
        want = truth[p.name] if p.is_input else np.zeros_like(found[p.name])
        if not np.allclose(found[p.name], want, rtol=case.tolerance, atol=allowed):
            names.append(p.name)
    return names


def campaign(first: int, enough: Callable[[Tally], bool], told: Callable[[str], None]) -> Tally:
    """Seeds one by one in a process that may die."""
    tally = Tally(first, first)
    pool = _pool()
    while not enough(tally):
        seed = tally.last
        asked: Future[list[Outcome]] = pool.submit(real, seed)
        try:
            found = asked.result(timeout=300)
        except (BrokenProcessPool, TimeoutError) as failure:
            pool.shutdown(wait=False, cancel_futures=True)
            pool = _pool()
            found = [Outcome(seed, Setting(), "crash", repr(failure), "died")]
        tally.last += 1
        tally.programs += 1
        tally.derivatives += len(found)
        tally.verdicts.update(outcome.verdict for outcome in found)
        tally.failures += [o for o in found if o.verdict in {"mismatch", "crash"}]
        for outcome in found:
            if outcome.verdict != "ok":
                told(f"seed {seed}: {outcome.verdict} ({outcome.setting}) {outcome.detail}")
    pool.shutdown()
    return tally


def _pool() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"))
