"""What is compared, and what counts as wrong.

    outcome(case, setting, module)  →  ok | mismatch | refused | absent | crash

Reverse: the gradient of a random weighting of all outputs. Forward: the tangents of all outputs
along a random direction. Both against duals; the primal's own outputs too; constant integers must
be as they were. What an error may be comes from the truth's own scatter under rounding.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final, Literal, final

import numpy as np
from tests.fuzz.inputs import FLOAT_PLACES, SIZE, Input, Vector, inputs, places
from tests.fuzz.subject import Derivative, Found, Setting, derived, door, inner, loaded
from tests.fuzz.tree import Program
from tests.fuzz.truth import Oracle, Truth

from ribozyme.backend.jit import Library
from ribozyme.base.errors import (
    ActivityError,
    Error,
    NoDerivative,
    SignatureError,
    TypeUnknown,
)
from ribozyme.ir.module import Module

Verdict = Literal["ok", "mismatch", "refused", "absent", "crash", "unknown"]
TRIES: Final = 5
_INCREMENTS: Final = 32
_ABSENT: Final = "is not there yet"
# Any other error, such as LLVM's about the IR we wrote, is a failure and no refusal.
_REFUSALS: Final = (ActivityError, NoDerivative, SignatureError, TypeUnknown)


@final
@dataclass(frozen=True, slots=True)
class Case:
    """A program at a point where its derivative is known."""

    program: Program
    given: Input
    truth: Truth
    direction: Vector
    curvature: tuple[Vector, float] | None  # of the weighed outputs along the direction


@final
@dataclass(frozen=True, slots=True)
class Outcome:
    """What happened to one derivative of one program."""

    seed: int
    setting: Setting
    verdict: Verdict
    detail: str = ""
    cause: str = ""  # the same for failures that likely have the same reason


def case(program: Program, oracle: Oracle) -> Case | str:
    """The first inputs of a program that have a derivative to rely on, or why none has."""
    why = "untried"
    for number in range(TRIES):
        given = inputs(program.seed, number, program.active)
        truth = oracle.truth(program, given)
        if isinstance(truth, Truth):
            direction = _smooth_direction(program)
            error = float(truth.gradient_error.max())
            second = oracle.curvature(program, given, direction, error)
            return Case(program, given, truth, direction, second)
        why = truth
    return why


def _smooth_direction(program: Program) -> Vector:
    """A direction in the doubles among the inputs: floats cannot be varied by little."""
    rng = np.random.default_rng(program.seed + 2)
    direction = rng.uniform(-1, 1, SIZE)
    direction[[n for n in range(SIZE) if n not in places(program.active)]] = 0.0
    direction[FLOAT_PLACES] = 0.0
    return direction


def outcomes(cases: Sequence[Case], settings: Sequence[Setting], module: Module) -> list[Outcome]:
    """Derivatives of each program, all in one module if that works, else each in its own.

    The settings go one way, and are either all nested or none is.
    """
    found: list[Outcome] = []
    made: list[tuple[Case, Setting]] = []
    if settings[0].mode == "nested":
        cases, found = _with_curvature(cases, settings[0])
        module = inner(module, [case.program for case in cases])
    whole = module
    for case, setting in product(cases, settings):
        try:
            whole = derived(whole, case.program, setting)
            made.append((case, setting))
        except Exception as failure:
            found.append(failed(case, setting, failure))
    try:
        doors = [door(whole, case.program, setting) for case, setting in made]
        library = loaded(whole, doors, settings[0].way)
    except Exception:
        return found + [_alone(case, setting, module) for case, setting in made]
    return found + [_called(case, setting, library) for case, setting in made]


def _with_curvature(cases: Sequence[Case], setting: Setting) -> tuple[list[Case], list[Outcome]]:
    """The cases whose second derivative is known, and outcomes for the rest."""
    known = [c for c in cases if c.curvature and c.curvature[1] < 1e-3 * _bend(c)]
    told = {c.program.seed for c in known}
    rest = [c.program.seed for c in cases if c.program.seed not in told]
    return known, [Outcome(seed, setting, "unknown") for seed in rest]


def _bend(case: Case) -> float:
    assert case.curvature is not None
    return max(1.0, float(abs(case.curvature[0]).max()))


def _alone(case: Case, setting: Setting, module: Module) -> Outcome:
    try:
        whole = derived(module, case.program, setting)
        library = loaded(whole, [door(whole, case.program, setting)], setting.way)
    except Exception as failure:
        return failed(case, setting, failure)
    return _called(case, setting, library)


def _called(case: Case, setting: Setting, library: Library) -> Outcome:
    try:
        return judged(case, setting, Derivative(case.program, setting, library))
    except Exception as failure:
        return failed(case, setting, failure)


def failed(case: Case, setting: Setting, failure: Exception) -> Outcome:
    seed = case.program.seed
    if isinstance(failure, _REFUSALS):
        message = failure.diagnostic.message
        if _ABSENT in message:
            return Outcome(seed, setting, "absent", message, message)
        cause = f"{failure.code} {_shape(message)}"
        return Outcome(seed, setting, "refused", str(failure), cause)
    frames = traceback.extract_tb(failure.__traceback__)
    place = f"{frames[-1].filename.rpartition('/')[2]}:{frames[-1].lineno}" if frames else ""
    code = failure.code if isinstance(failure, Error) else type(failure).__name__
    text = "".join(traceback.format_exception(failure))[-3000:]
    first = str(failure).splitlines()[0] if str(failure) else ""
    return Outcome(seed, setting, "crash", text, f"{code} {place} {_shape(first)[:80]}")


def _shape(message: str) -> str:
    """A message without what differs from program to program."""
    return re.sub(r"%?[\w.]*\d[\w.]*", "#", message)


def judged(case: Case, setting: Setting, derivative: Derivative) -> Outcome:
    """Run a derivative and compare."""
    if setting.mode == "primal":
        wrong = _primal(case, derivative(case.given, []))
        return Outcome(case.program.seed, setting, _verdict(wrong), "\n".join(wrong), "primal")
    if setting.mode == "nested":
        return _judged_nested(case, setting, derivative)
    reverse = setting.mode != "forward"
    seeds = _weights(case, setting.width) if reverse else _directions(case, setting.width)
    found = derivative(case.given, seeds)
    wrong = _primal(case, found)
    for lane, (seed, got) in enumerate(zip(seeds, found.lanes, strict=True)):
        there = _gradient if reverse else _tangent
        wrong += [f"lane {lane}: {line}" for line in there(case, seed, got)]
    verdict = _verdict(wrong)
    return Outcome(case.program.seed, setting, verdict, "\n".join(wrong), setting.mode)


def _judged_nested(case: Case, setting: Setting, derivative: Derivative) -> Outcome:
    assert case.curvature is not None
    found = derivative(case.given, [case.given.weights, case.direction])
    wrong = _primal(case, found) + _gradient(case, case.given.weights, found.lanes[0])
    want, error = case.curvature
    most = 10 * error + 1e-6 * _bend(case)
    for place in places(case.program.active):
        got = found.lanes[1][place]
        if not abs(got - want[place]) <= most:
            line = (
                f"second[{place}]: {got!r}, differences of duals say {want[place]!r} ± {most:.1g}"
            )
            wrong.append(line)
    return Outcome(case.program.seed, setting, _verdict(wrong), "\n".join(wrong), "nested")


def _verdict(wrong: list[str]) -> Verdict:
    return "mismatch" if wrong else "ok"


def _weights(case: Case, width: int) -> list[Vector]:
    """Lane 0 has the case's own weights; others are multiples of parts of them."""
    rng = np.random.default_rng(case.program.seed)
    first = case.given.weights
    return [first, *(_rounded(first * rng.uniform(-1, 1, first.size)) for _ in range(width - 1))]


def _directions(case: Case, width: int) -> list[Vector]:
    rng = np.random.default_rng(case.program.seed + 1)
    active = np.zeros(case.given.weights.size)
    active[places(case.program.active)] = 1.0
    return [_rounded(active * rng.uniform(-1, 1, active.size)) for _ in range(width)]


def _rounded(vector: Vector) -> Vector:
    vector[FLOAT_PLACES] = vector[FLOAT_PLACES].astype(np.float32)
    return vector


def _primal(case: Case, found: Found) -> list[str]:
    truth, wrong = case.truth, []
    if not np.array_equal(found.index, case.given.index):
        wrong.append("constant integers were changed")
    most = 1e-11 * truth.value_floor + 1e3 * truth.value_error + _float_floor(truth.values, case)
    written = [*places(case.program.active | {"r"}), 15]
    for place in sorted({*written} - {16}):
        got, want = found.values[place], truth.values[place]
        if not abs(got - want) <= most[place]:
            wrong.append(f"primal[{place}]: {got!r}, duals say {want!r}")
    return wrong


def _gradient(case: Case, weights: Vector, got: Vector) -> list[str]:
    want = weights @ case.truth.jacobian
    error = case.truth.gradient_error.max() * 1e3 + case.truth.gradient_error * 1e3
    error += _storage(abs(weights) @ abs(case.truth.jacobian))
    return _differences("gradient", case, want, got, error)


def _tangent(case: Case, direction: Vector, got: Vector) -> list[str]:
    want = case.truth.jacobian @ direction
    error = np.full(want.size, case.truth.gradient_error.max() * 3e3)
    error += case.truth.jacobian_error @ abs(direction) * 1e3
    error += _storage(abs(case.truth.jacobian) @ abs(direction))
    return _differences("tangent", case, want, got, error, skip=16)


def _differences(
    what: str, case: Case, want: Vector, got: Vector, error: Vector, skip: int = -1
) -> list[str]:
    most = error + 1e-10 * case.truth.floor
    lines = []
    for place in places(case.program.active) + ([15] if skip == 16 else []):
        if place != skip and not abs(got[place] - want[place]) <= most[place]:
            lines.append(f"{what}[{place}]: {got[place]!r}, duals say {want[place]!r}")
    return list(dict.fromkeys(lines))


def _storage(terms: Vector) -> Vector:
    """What float shadows cannot hold: they are rounded at each of the increments a loop makes.

    `terms` is the sum of the sizes of what is added up; the sum itself may be far smaller.
    """
    floor = np.zeros(terms.size)
    floor[FLOAT_PLACES] = _INCREMENTS * 6e-8 * terms[FLOAT_PLACES]
    return floor


def _float_floor(values: Vector, case: Case) -> Any:
    floor = np.zeros(values.size)
    floor[FLOAT_PLACES] = 3e-7 * abs(values[FLOAT_PLACES])
    return floor
