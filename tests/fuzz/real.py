"""Mutations of real modules: the programs of `tests/run`, shaken, against the truth they come with.

A module is compiled at a level, goes through the pipeline before differentiation, is mutated, and
is then loaded and differentiated as it stands (`optimise_first=False`) in reverse mode.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from tests.fuzz.campaign import LEVELS, Tally
from tests.fuzz.child import Child, Died
from tests.fuzz.judge import Outcome, Verdict
from tests.fuzz.mutate import shaken
from tests.fuzz.subject import Setting, Way
from tests.programs import Case, discover, standard
from tests.run.adapter import reverse_of

import ribozyme
from ribozyme.backend import llvm, pipeline
from ribozyme.base.errors import Error
from ribozyme.frontends.by_suffix import compile_file

rz: Any = ribozyme
Enough = Callable[[Tally], bool]
Told = Callable[[str], None]


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
            return [failed(seed, setting, case, failure)]
        except Exception as failure:
            return [Outcome(seed, setting, "crash", f"{case.name}: {failure!r}", "raised")]
    verdict: Verdict = "mismatch" if wrong else "ok"
    return [Outcome(seed, setting, verdict, f"{case.name}: {wrong}", "real")]


def failed(seed: int, setting: Setting, case: Case, failure: Error) -> Outcome:
    """What one of Ribozyme's errors comes to: a refusal, unless it is the generated code's."""
    verdict: Verdict = "crash" if failure.code.startswith(("RZ6", "RZ9")) else "refused"
    return Outcome(seed, setting, verdict, f"{case.name}: {failure}", failure.code)


def _mutated(case: Case, way: Way) -> str:
    return shaken(ready(case, way.level), way.shake)


def ready(case: Case, level: Any) -> str:
    """A program's module as it is differentiated."""
    made = compile_file(case.path, flags=[standard(case.path), *case.flags], level=level)
    text = llvm.canonical(llvm.without_target_attributes(llvm.to_text(made.code)))
    return pipeline.run("before", text)


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


def campaign(first: int, enough: Enough, told: Told) -> Tally:
    """Seeds one by one in a process that may die."""
    return one_by_one(first, enough, told, _in_child)


def _in_child(child: Child, seed: int) -> list[Outcome] | str:
    found = child.ask(300, real, seed)
    return [died(seed, found)] if isinstance(found, Died) else found


def died(seed: int, found: Died) -> Outcome:
    """What a process that did not answer comes to."""
    return Outcome(seed, Setting(), "crash", found.why, "died")


def one_by_one(
    first: int,
    enough: Enough,
    told: Told,
    tried: Callable[[Child, int], list[Outcome] | str],
) -> Tally:
    """Seeds, each with what came of it, or why there was nothing to tell."""
    tally, child = Tally(first, first), Child()
    began = time.monotonic()
    while not enough(tally):
        seed = tally.last
        found = tried(child, seed)
        tally.last += 1
        tally.seconds = time.monotonic() - began
        if isinstance(found, str):
            tally.discarded[found] += 1
            continue
        tally.programs += 1
        tally.derivatives += len(found)
        tally.verdicts.update(outcome.verdict for outcome in found)
        tally.failures += [o for o in found if o.verdict in {"mismatch", "crash"}]
        for outcome in found:
            if outcome.verdict != "ok":
                told(f"seed {seed}: {outcome.verdict} ({outcome.setting}) {outcome.detail}")
    child.close()
    return tally
