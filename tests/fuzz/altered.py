"""Programs whose IR was altered: forward against reverse mode, and both against differences.

A program of `tests/run` is compiled at a level, goes through the pipeline before differentiation,
and is changed in some instructions: nobody knows the derivative of what comes out. So the primal
runs as it stands, along a direction, in a process that may die; where central differences of its
loss settle, forward and reverse mode must agree with them, and everywhere with one another. What
traps, hangs or gives no number has no truth and is not counted.
"""

from __future__ import annotations

import math
import tempfile
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final, final

import numpy as np
from tests.fuzz.alter import altered
from tests.fuzz.campaign import LEVELS, Tally
from tests.fuzz.child import Child, Died
from tests.fuzz.judge import Outcome
from tests.fuzz.mutate import shaken
from tests.fuzz.real import Enough, Told, died, failed, one_by_one, ready
from tests.fuzz.subject import Setting, Way
from tests.programs import Arguments, Case, derivative, discover
from tests.run.adapter import along_outputs, forward_of, reverse_of

import ribozyme
from ribozyme.base.errors import Error

rz: Any = ribozyme
_SECONDS: Final = 60.0
_SETTLED: Final = 1e-5
_HUGE: Final = 1e12
_NARROWER: Final = (
    " fptrunc ",
    " half ",
    " bfloat ",
)  # differences of what is rounded do not settle


@final
@dataclass(frozen=True, slots=True)
class Altered:
    """A changed program that runs, and the derivative of its loss along a direction."""

    case: Case
    setting: Setting
    text: str
    slope: float
    error: float


def campaign(first: int, enough: Enough, told: Told) -> Tally:
    """Seeds one by one; the primal runs before anything is differentiated."""
    return one_by_one(first, enough, told, _tried)


def _tried(child: Child, seed: int) -> list[Outcome] | str:
    changed = child.ask(_SECONDS, primal, seed)
    if isinstance(changed, Died):
        return f"its primal: {changed.why}"
    if isinstance(changed, str):
        return changed
    found = child.ask(5 * _SECONDS, judged, seed, changed)
    return [died(seed, found)] if isinstance(found, Died) else [found]


def primal(seed: int) -> Altered | str:
    """A program changed as a seed says, and differences of its loss; or why there are none."""
    rng = Random(seed)
    case = rng.choice([case for case in discover() if not case.needs])
    way = Way(rng.choice(LEVELS), shake=rng.choice((0, rng.randrange(1, 10**6))))
    text = altered(ready(case, way.level), seed)
    if text is None or " fptosi " in text or " fptoui " in text:
        return "nothing to alter"  # or numbers that may become addresses
    if way.shake:
        text = shaken(text, way.shake)
    args, along = case.arguments(), case.directions(case.arguments())
    try:
        function = loaded(text, case.function)
    except Error as failure:
        return f"its primal: {failure.code}"

    def loss(step: float) -> float:
        return _loss(case, function, _moved(case, args, along, step))

    if not math.isfinite(loss(0.0)):
        return "its primal is no number"
    slope, error = derivative(loss, 0.0)
    if max(abs(loss(0.0)), abs(slope)) > _HUGE:
        return "too large"
    return Altered(case, Setting(way), text, slope, error)


def loaded(text: str, function: str) -> Any:
    """A function of a module that is differentiated as it stands."""
    with tempfile.TemporaryDirectory(prefix="ribozyme-") as scratch:
        path = Path(scratch, "altered.ll")
        path.write_text(text, encoding="utf-8")
        with rz.options(optimise_first=False):
            return rz.load(str(path))[function]


def _moved(case: Case, args: Arguments, along: Any, step: float) -> Arguments:
    moved = dict(args)
    for p in case.active:
        if p.is_input:
            change = step * along[p.name]
            value = np.asarray(args[p.name]) + (change if p.length is not None else change[0])
            moved[p.name] = value if p.length is not None else float(value)
    return moved


def _loss(case: Case, function: Any, args: Arguments) -> float:
    weights = case.cotangents(args)
    passed = {
        p.name: np.array(args[p.name], np.asarray(case.arguments()[p.name]).dtype)
        if p.length is not None
        else args[p.name]
        for p in case.parameters
    }
    result = function(*passed.values())
    total = float(result) if case.returns_float else 0.0
    return total + sum(float(np.dot(passed[name], w)) for name, w in weights.items())


def judged(seed: int, changed: Altered) -> Outcome:
    """Forward and reverse mode of a changed program, against each other and the differences."""
    case, setting = changed.case, changed.setting
    args = case.arguments()
    along = case.directions(args)
    try:
        with rz.options(optimise_first=False):
            function = loaded(changed.text, case.function)
            gradients = reverse_of(case, function, args, case.cotangents(args))
            tangents = forward_of(case, function, rz.Forward, args, along)
    except Error as failure:
        return failed(seed, setting, case, failure)
    except Exception as failure:
        return Outcome(seed, setting, "crash", f"{case.name}: {failure!r}", "raised")
    terms = np.concatenate([np.ravel(along[p.name] * gradients[p.name]) for p in case.active])
    size = float(np.abs(terms).sum())
    forward, reverse = along_outputs(case, args, tangents), float(terms.sum())
    said = f"{case.name}: forward {forward!r}, reverse {reverse!r}, differences {changed.slope!r}"
    said += f" ± {changed.error:.1g}"
    single = case.is_single or any(word in changed.text for word in _NARROWER)
    settled = not single and changed.error <= _SETTLED * max(1.0, abs(changed.slope))
    if not math.isfinite(forward + reverse):
        return Outcome(seed, setting, "mismatch" if settled else "unknown", said, "no number")
    close = 1e-3 if single else 100 * case.duality_tolerance
    if abs(forward - reverse) > close * max(size, abs(forward), 1e-3):
        return Outcome(seed, setting, "mismatch", said, "duality")
    if not settled:
        return Outcome(seed, setting, "unknown", said, "differences do not settle")
    allowed = 10 * changed.error + 10 * case.tolerance * max(size, abs(forward), 1e-3)
    wrong = abs(forward - changed.slope) > allowed
    return Outcome(seed, setting, "mismatch" if wrong else "ok", said, "differences")


__all__ = ["Altered", "campaign", "judged", "primal"]
