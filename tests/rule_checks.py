"""What is asserted of every row of every table, and of every operation, as compiled code.

Truth is mpmath's function and its differences at many digits; it knows nothing of the rows. What is
run went through parser, analyses and emission, and through no optimiser. A missing libm function is
lent by mpmath, so the derivative of every row is executed.

    outcomes("double")["sin"]  →  {"forward": "", "reverse": "", …}     what failed, in words

A run of the tests finds them out once: its workers share them through the run's own folder.
"""

from __future__ import annotations

import fcntl
import json
import os
import random
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import mpmath as mp
import numpy as np
from tests.operations import OPERATIONS, built_operations, programs
from tests.rule_programs import (
    LANES,
    WIDTH,
    Built,
    Format,
    Primal,
    Subject,
    built,
    primals,
)  # fmt: skip
from tests.unit.test_rules_table import FUNCTIONS, moved, sample, truth

from ribozyme.rules.rule import POSITIVE

Value = Any
POINTS = 3
CONSTANT = frozenset(("fcmp", "sitofp", "uitofp", "fptosi", "fptoui"))
# Of the last place: libm's own error, times the operations of a rule.
TOLERANCE: dict[str, float] = {"float": 4e-5, "double": 1e-13, "x86_fp80": 5e-17}
SECOND: dict[str, float] = {"float": 4e-4, "double": 1e-12, "x86_fp80": 5e-16}
# What is computed in double whatever the type.
DIGAMMA = frozenset(("tgamma", "lgamma", "lgamma_r", "polygamma"))


@cache
def points(row: str) -> tuple[tuple[Value, ...], ...]:
    """Operands that every precision has exactly."""
    rng = random.Random(f"compiled {row}")
    found = []
    for _ in range(POINTS):
        if row in ("sitofp", "uitofp", "fptoui"):
            drawn: list[Value] = [mp.mpf(rng.uniform(*POSITIVE))]
        elif row in OPERATIONS:
            drawn = [mp.mpf(rng.uniform(*POSITIVE)) for _ in range(2)]
        else:
            drawn = sample(Primal(row, 0, "double").rule, rng)
        found.append(tuple(_single(v) for v in drawn))
    return tuple(found)


def _single(value: Value) -> Value:
    if isinstance(value, list):
        return [_single(v) for v in value]
    return mp.mpf(float(np.float32(float(value)))) if isinstance(value, mp.mpf) else value


def directions(row: str, at: Sequence[Value]) -> list[Value]:
    """A direction to go from a point; zero for what is no float."""
    rng = random.Random(f"direction {row} {at}")

    def one(value: Value) -> Value:
        if isinstance(value, list):
            return [one(v) for v in value]
        return mp.mpf(rng.randint(-64, 64)) / 32 if isinstance(value, mp.mpf) else 0

    return [one(v) for v in at]


def slope(f: Callable[[Value], Value], digits: int = 60) -> Value:
    """The derivative of a function at 0."""
    with mp.workdps(digits):
        step = mp.mpf(10) ** (-digits // 3)
        return (f(step) - f(-step)) / (2 * step)


def along(row: str, result: int, at: Sequence[Value], by: Sequence[Value]) -> Value:
    """The derivative of a result in a direction."""
    if row in CONSTANT:
        return mp.mpf(0)

    def value(step: Value) -> Value:
        function = OPERATIONS[row].truth if row in OPERATIONS else truth(row)
        found = function(*moved(at, by, step))
        return found[result] if isinstance(found, tuple) else found

    return slope(value)


def parts(at: Sequence[Value]) -> list[list[Value]]:
    """The unit direction of every float among the operands, those of a vector in one list."""
    found: list[list[Value]] = []
    for place, value in enumerate(at):
        if isinstance(value, mp.mpf):
            found.append([[_unit(v, k == place) for k, v in enumerate(at)]])
        elif isinstance(value, list):
            found.append(
                [
                    [
                        [mp.mpf(n == lane) for n in range(len(v))]
                        if k == place
                        else _unit(v, False)
                        for k, v in enumerate(at)
                    ]
                    for lane in range(len(value))
                ]
            )
    return found


def _unit(value: Value, here: bool) -> Value:
    return [mp.mpf(0)] * len(value) if isinstance(value, list) else mp.mpf(here)


@cache
def gradient(row: str, result: int, point: int) -> list[Value]:
    """The derivative of a result by each float operand."""
    at = points(row)[point]
    found = [[along(row, result, at, by) for by in group] for group in parts(at)]
    return [f if isinstance(v, list) else f[0] for f, v in zip(found, _floats(at), strict=True)]


def _floats(at: Sequence[Value]) -> list[Value]:
    return [v for v in at if isinstance(v, mp.mpf | list)]


@cache
def curvature(row: str, result: int, point: int) -> list[Value]:
    """How the gradient changes in the point's direction."""
    at = points(row)[point]
    by = directions(row, at)

    def of(unit: list[Value]) -> Value:
        def first(step: Value) -> Value:
            with mp.workdps(75):
                return along(row, result, moved(at, by, step), unit)

        if row in CONSTANT:
            return mp.mpf(0)
        with mp.workdps(75):
            step = mp.mpf(10) ** -12
            return (first(step) - first(-step)) / (2 * step)

    found = [[of(unit) for unit in group] for group in parts(at)]
    return [f if isinstance(v, list) else f[0] for f, v in zip(found, _floats(at), strict=True)]


def tolerance(code: Built, p: Subject, table: dict[str, float]) -> float:
    """How close a derivative has to be."""
    symbols = p.rule.symbols if isinstance(p, Primal) else ()
    lent = p.format == "x86_fp80" and any(f"{s}l" in code.lent for s in symbols)
    if lent or (p.format == "x86_fp80" and p.row in DIGAMMA):
        return table["double"]
    return table[p.format]


def close(got: Value, want: Value, within: float, size: Value = 0) -> None:
    """Equal to within so much of their size, or of the size of what they are made of."""
    if isinstance(want, list):
        for g, w in zip(got, want, strict=True):
            close(g, w, within, size)
        return
    with mp.workdps(40):
        assert abs(got - want) <= within * max(abs(want), abs(size), mp.mpf("1e-3")), (
            mp.nstr(got, 25),
            mp.nstr(want, 25),
            mp.nstr((got - want) / (want or 1), 5),
        )


def interleaved(at: Sequence[Value], by: Sequence[Sequence[Value]]) -> list[Value]:
    """Operands, behind each float its tangents."""
    found: list[Value] = []
    for place, value in enumerate(at):
        found.append(value)
        if isinstance(value, mp.mpf | list):
            found += [tangents[place] for tangents in by]
    return found


def check_forward(code: Built, p: Subject) -> None:
    """The tangent is the derivative in the direction."""
    for at in points(p.row):
        by = directions(p.row, at)
        want = along(p.row, p.result, at, by)
        size = largest(gradient(p.row, p.result, points(p.row).index(at)))
        (got,) = code.run(f"{p.name}.fwd", interleaved(at, [by]))
        close(got, want, tolerance(code, p, TOLERANCE), size)


def check_reverse(code: Built, p: Subject) -> None:
    """The adjoints are the partials, scaled by the seed."""
    for number, at in enumerate(points(p.row)):
        want = gradient(p.row, p.result, number)
        got = code.run(f"{p.name}.rev", [*at, mp.mpf(1)])
        for g, w in zip(got, want, strict=True):
            close(g, w, tolerance(code, p, TOLERANCE), largest(want) / 64)


def check_duality(code: Built, p: Subject) -> None:
    """⟨w, J v⟩ = ⟨Jᵀ w, v⟩."""
    for at in points(p.row):
        by = directions(p.row, at)
        seed = mp.mpf(random.Random(f"{at}").randint(-64, 64)) / 16
        (dot,) = code.run(f"{p.name}.fwd", interleaved(at, [by]))
        bars = code.run(f"{p.name}.rev", [*at, seed])
        with mp.workdps(40):
            terms = [
                g * v
                for bar, d in zip(bars, _floats(by), strict=True)
                for g, v in zip(*(x if isinstance(x, list) else [x] for x in (bar, d)), strict=True)
            ]
            size = max((abs(t) for t in terms), default=mp.mpf(0))
            close(seed * dot, mp.fsum(terms), TOLERANCE[p.format], size)


def check_second(code: Built, p: Subject) -> None:
    """Forward over reverse: how the adjoints change in a direction."""
    for number, at in enumerate(points(p.row)):
        by = directions(p.row, at)
        want = curvature(p.row, p.result, number)
        got = code.run(f"{p.name}.hvp", [*interleaved(at, [by]), mp.mpf(1)])
        size = max(largest(want), largest(gradient(p.row, p.result, number)))
        for g, w in zip(got, want, strict=True):
            close(g, w, tolerance(code, p, SECOND), size)


def check_width(code: Built, p: Subject) -> None:
    """Several directions, or seeds, at once are each what one alone gives."""
    scales = [mp.mpf(v) for v in (1, -2, 0.5, 3)][:WIDTH]
    for at in points(p.row)[:1]:
        by = directions(p.row, at)
        many = [[_scaled(d, s) for d in by] for s in scales]
        alone = [code.run(f"{p.name}.fwd", interleaved(at, [one]))[0] for one in many]
        together = code.run(f"{p.name}.fwd.w", interleaved(at, many))
        for g, w in zip(together, alone, strict=True):
            close(g, w, TOLERANCE[p.format], largest([w]))
        bars = [code.run(f"{p.name}.rev", [*at, s]) for s in scales]
        together = code.run(f"{p.name}.rev.w", [*at, *scales])
        expected = [bars[lane][k] for k in range(len(bars[0])) for lane in range(WIDTH)]
        for g, w in zip(together, expected, strict=True):
            close(g, w, TOLERANCE[p.format], largest([w]))


def check_vector(code: Built, p: Subject) -> None:
    """An operation on vectors is that operation on every lane, derivatives too."""
    rng = random.Random(f"vector {p.row}")
    drawn = [points(p.row)[lane % POINTS] for lane in range(LANES)]
    at = [
        drawn[0][k] if kind in ("int", "bool") and p.row != "ldexp" else [d[k] for d in drawn]
        for k, kind in enumerate(p.operands)
    ]
    for k, kind in enumerate(p.operands):
        if kind in ("int", "bool") and not isinstance(at[k], list):
            drawn = [(*d[:k], at[k], *d[k + 1 :]) for d in drawn]
    by = [directions(p.row, d) for d in drawn]
    lanes = [[d[k] for d in by] for k in range(len(p.operands))]
    given: list[Value] = []
    for k, kind in enumerate(p.operands):
        given.append(at[k])
        if kind == "float":
            given.append(lanes[k])
    (dot,) = code.run(f"{p.name}.fwd", given)
    seeds = [mp.mpf(rng.randint(1, 64)) / 16 for _ in range(LANES)]
    bars = code.run(f"{p.name}.rev", [*at, seeds])
    for lane in range(LANES):
        want = along(p.row, 0, drawn[lane], by[lane])
        units = [group[0] for group in parts(drawn[lane])]
        partials = [along(p.row, 0, drawn[lane], unit) for unit in units]
        close(dot[lane], want, TOLERANCE[p.format], largest(partials))
        for bar, partial in zip(bars, partials, strict=True):
            close(bar[lane], seeds[lane] * partial, TOLERANCE[p.format], largest(partials) / 64)


def _scaled(d: Value, s: Value) -> Value:
    return [v * s for v in d] if isinstance(d, list) else d * s


def largest(values: Sequence[Value]) -> Value:
    flat = [v for value in values for v in (value if isinstance(value, list) else [value])]
    return max((abs(v) for v in flat), default=mp.mpf(0))


CHECKS: dict[str, Callable[[Built, Subject], None]] = {
    "forward": check_forward,
    "reverse": check_reverse,
    "duality": check_duality,
    "second order": check_second,
    "width": check_width,
}


FIRST_ORDER = {name: CHECKS[name] for name in ("forward", "reverse", "duality")}


def checked(format: Format) -> list[Primal]:
    """The functions whose values mpmath can tell."""
    return [p for p in primals(format) if p.row in CONSTANT or p.row in FUNCTIONS or known(p.row)]


def known(row: str) -> bool:
    return hasattr(mp, row)


Outcomes = dict[str, dict[str, str]]


def outcome(check: Callable[[Built, Subject], None], code: Built, p: Subject) -> str:
    """What is wrong; nothing if the assertions held."""
    try:
        check(code, p)
    except Exception as wrong:
        return f"{p.row}.{p.result}: {type(wrong).__name__} {str(wrong)[:300]}"
    return ""


def found_out(code: Built, subjects: Sequence[Subject], orders: int = 2) -> Outcomes:
    """Per row and check what failed; an operation on vectors has the check "vector"."""
    found: Outcomes = {}
    for p in subjects:
        checks = {"vector": check_vector} if p.lanes else CHECKS if orders > 1 else FIRST_ORDER
        for name, check in checks.items():
            row = found.setdefault(p.row, {})
            row[name] = row.get(name, "") or outcome(check, code, p)
    return found


@cache
def outcomes(format: Format) -> Outcomes:
    """Everything there is in a precision."""
    shared = os.environ.get("RIBOZYME_CACHE_DIR")
    if shared is None:
        return _computed(format)
    path = Path(shared) / f"outcomes-{format}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            path.write_text(json.dumps(_computed(format)), encoding="utf-8")
        found: Outcomes = json.loads(path.read_text(encoding="utf-8"))
        return found


def _computed(format: Format) -> Outcomes:
    rows = found_out(built(format), checked(format))
    orders = 2 if format == "double" else 1
    return {**rows, **found_out(built_operations(format), programs(format), orders)}
