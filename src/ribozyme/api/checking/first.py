"""The check of a new derivative on its first call: two evaluations of the primal, on copies.

    g = f'(x)·v   against   (f(x + h·v) - f(x - h·v)) / 2h        uphill: no terms cancel

This is a net with wide meshes: it catches a derivative that is wrong, not one that is inexact. What
no step and no direction clears goes to `check`, which tells a kink from a mistake. A mistake is an
error (RZ601); a point without a gradient, where what is given is no subgradient either, is a
warning (RZ606). Elements that are not finite are not varied. A derivative that comes out of the
cache has been checked when it was made.

The primal is run again only if it can be (`again`).
"""

import re
from collections.abc import Callable, Sequence
from math import isfinite
from typing import Any, Final, final
from weakref import WeakKeyDictionary

import numpy as np

from ribozyme.api.checking import rounding
from ribozyme.api.checking.again import repeatable
from ribozyme.api.checking.check import flat, is_plain, like, scales
from ribozyme.api.checking.findings import Finding, Report
from ribozyme.api.derivatives.by_choice import copied, value_of
from ribozyme.api.derivatives.differentiate import Choice, output_names
from ribozyme.api.programs.functions import Function
from ribozyme.api.programs.program import Program
from ribozyme.base.advice import HELPS
from ribozyme.base.errors import Error, error, warn
from ribozyme.base.options import Options
from ribozyme.base.record import as_dict, dataclass
from ribozyme.rules.added import in_force

_MESH: Final = 1e-4
"""How far apart, relatively, is not suspicious yet."""

_BESIDE: Final = 1e-2  # how far off a point is near by, relatively
_SEEDS: Final = 3  # of the directions in which a mistake has to show

_SHRINK: Final = (1.0, 1 / 16, 1 / 256)
"""The steps that are tried, relative to the first: a kink some way off is left behind."""

_TOLD: Final["WeakKeyDictionary[Program, set[str]]"] = WeakKeyDictionary()
"""The functions of which it was said that a point is not smooth, or that no check is made."""


def suspected(f: Function, choice: Choice, args: Sequence[Any], gradient: Any) -> bool:
    """Whether a gradient does not look like one at a point; False where this cannot be told."""
    line = _line(f, choice, args, gradient, 0)
    if line is None or not line.is_off():
        return False
    return not _agrees(f, choice, args, gradient, line)


def _agrees(
    f: Function, choice: Choice, args: Sequence[Any], gradient: Any, first: "_Line"
) -> bool:
    """Whether differences by another step, or in another direction, are those of the gradient."""
    lines = (first, _line(f, choice, args, gradient, 1), _line(f, choice, args, gradient, 2))
    return any(line.is_off(by) is False for line in lines if line for by in _SHRINK)


@final
@dataclass(frozen=True, slots=True)
class _Line:
    """A function along a direction in which, by its gradient, it rises."""

    value: Callable[[float], float | None]
    slope: float
    unit: float

    def is_off(self, by: float = 1.0) -> bool | None:
        """Whether the central difference is not the slope; None where it says nothing."""
        step = by * float(np.cbrt(self.unit))
        ahead, behind = self.value(step), self.value(-step)
        if ahead is None or behind is None:
            return None
        difference = (ahead - behind) / (2 * step)
        noise = 100 * self.unit * (abs(ahead) + abs(behind)) / step
        mesh = 1e-2 if self.unit > rounding.EXACT else _MESH
        allowed = mesh * max(abs(self.slope), abs(difference)) + noise
        if by < 1 and noise > mesh * abs(difference):
            return None
        return not abs(self.slope - difference) <= allowed

    def is_between(self) -> bool:
        """Whether the slope lies between those before and behind the point: a subgradient."""
        wide, near = (self._sides(by) for by in (_SHRINK[0], _SHRINK[-1]))
        if wide is None or near is None:
            return False
        (low, high, noise), apart = near, wide[1] - wide[0]
        is_kink = high - low <= 2 * apart + noise  # of a jump or a cusp the slopes grow
        return is_kink and low - noise <= self.slope <= high + noise

    def _sides(self, by: float) -> tuple[float, float, float] | None:
        """The lower and the higher slope to both sides, and by how much they may be off."""
        step = by * float(np.cbrt(self.unit))
        ahead, here, behind = self.value(step), self.value(0.0), self.value(-step)
        if ahead is None or here is None or behind is None:
            return None
        low, high = sorted(((here - behind) / step, (ahead - here) / step))
        noise = 100 * self.unit * (abs(ahead) + abs(behind)) / step
        return low, high, noise + _MESH * max(abs(low), abs(high))


def _line(
    f: Function, choice: Choice, args: Sequence[Any], gradient: Any, seed: int
) -> _Line | None:
    """The function along a direction; None where differences say nothing of it."""
    values = [args[n] for n in choice.wrt]
    if not all(is_plain(value) for value in values):
        return None
    start, slopes = flat(values), flat(gradient)
    unit = _unit(f, values)
    if unit > rounding.FLOAT:
        return None  # floats of 16 bits: a difference of two values says nothing of the slope
    rng = np.random.default_rng(len(start) + seed)
    either = rng.choice((-1.0, 1.0), start.size)
    signs = np.where(np.isnan(slopes) | (slopes == 0), either, np.sign(slopes))
    size = np.concatenate([scales(flat([value])) for value in values])
    direction = size * rng.uniform(0.5, 1.0, start.size) * signs
    varied = direction != 0
    slope = float(slopes[varied] @ direction[varied])
    return _Line(_along(f, choice, args, direction), slope, unit)


def _unit(f: Function, values: Sequence[Any]) -> float:
    return max(rounding.unit(f), *(rounding.unit_of(value) for value in values))


def _along(
    f: Function, choice: Choice, args: Sequence[Any], direction: Any
) -> Callable[[float], float | None]:
    """The function along a direction; None where it is not finite."""
    start = flat([args[n] for n in choice.wrt])

    def value(step: float) -> float | None:
        try:
            found = _value(f, choice, _moved(args, choice, start + step * direction))
        except Error:
            return None
        return found if isfinite(found) else None

    return value


def _is_bent(f: Function, choice: Choice, args: Sequence[Any]) -> bool:
    """Whether the slopes in two directions do not add up to that in their sum, however small the
    step: a kink that each line alone does not show, as of a median of equal numbers."""
    values = [args[n] for n in choice.wrt]
    size = np.concatenate([scales(flat([value])) for value in values])
    unit = _unit(f, values)
    rng = np.random.default_rng(size.size)
    one, other = (size * rng.uniform(-1, 1, size.size) for _ in range(2))
    lines = [_along(f, choice, args, direction) for direction in (one, other, one + other)]
    gaps = []
    for by in _SHRINK[:2]:
        step = by * float(np.cbrt(unit))
        ends = [(line(step), line(-step)) for line in lines]
        found = [(a - b) / (2 * step) for a, b in ends if a is not None and b is not None]
        if len(found) < len(lines):
            return False
        noise = 100 * unit * sum(abs(a or 0) for a, _ in ends) / step
        gap = abs(found[0] + found[1] - found[2])
        if gap <= noise + _MESH * sum(map(abs, found)):
            return False
        gaps.append(gap)
    return gaps[1] > gaps[0] / 2


def verify(f: Function, choice: Choice, how: Options, args: Sequence[Any], gradient: Any) -> None:
    """Raise RZ601 if a gradient at a point is wrong, warn with RZ606 if the point is a kink;
    `args` are as they were before the call.
    """
    left_out = _left_out(f)
    if left_out:
        if how.check == "always":
            _say_once(f, left_out)
        return
    if not suspected(f, choice, args, gradient):
        return
    failed: tuple[Finding, ...] = ()
    for seed in range(_SEEDS):  # a mistake is one in every direction
        report = _report(f, choice, how, args, seed)
        rough = _named(report, "smooth")
        if rough is not None:
            report = _report(f, choice, how, _beside(args, choice), seed)
            if _named(report, "smooth") is not None or not report.failed:
                _warn_of(f, rough, _line(f, choice, args, gradient, 0))
                return
        if not report.failed:
            return
        failed = failed or report.failed
    if _is_bent(f, choice, args):
        bent = "kink: slopes in two directions do not add up to the slope in their sum"
        _warn_of(f, Finding("smooth", False, bent), _line(f, choice, args, gradient, 0))
        return
    raise error(
        "RZ601",
        f"the gradient of '{f.name}' is not that of the function here",
        notes=tuple(f"{finding.name}: {finding.text}" for finding in failed),
        helps=(_way_out(f, failed), 'check="never" leaves the comparison out'),
    )


def rules_of(program: Program) -> tuple[str, ...]:
    """The functions of a program that have rules of the user's, quoted."""
    if not in_force():
        return ()
    from ribozyme.rules.custom import rulebook

    book = rulebook()
    named = {*book.rules, *book.pairs, *book.forwards}
    called = set(re.findall(r'@"?([\w.$]+)"?\(', program.optimised))
    return tuple(f"'{name}'" for name in sorted(named & called))


def _report(f: Function, choice: Choice, how: Options, args: Sequence[Any], seed: int) -> Report:
    from ribozyme.api.checking.check import check

    names = tuple(f.plan.inputs[n].name for n in choice.wrt)
    of = output_names(f.plan, choice)
    return check(f, *args, wrt=names, of=of, seed=seed, **{**as_dict(how), "check": "never"})


def _named(report: Report, name: str) -> Finding | None:
    return next((finding for finding in report.failed if finding.name == name), None)


def _beside(args: Sequence[Any], choice: Choice) -> list[Any]:
    """A point near by: on no kink, if that is one."""
    start = flat([args[n] for n in choice.wrt])
    size = np.concatenate([scales(flat([args[n]])) for n in choice.wrt])
    rng = np.random.default_rng(start.size)
    return _moved(args, choice, start + _BESIDE * rng.uniform(-1, 1, start.size) * size)


def _warn_of(f: Function, rough: Finding, line: _Line | None) -> None:
    """Say, once for a function, that it has no gradient at a point."""
    told = _TOLD.setdefault(f.program, set())
    if f.signature.symbol in told or (line is not None and line.is_between()):
        return
    told.add(f.signature.symbol)
    warn(
        "RZ606",
        f"'{f.name}' has no gradient at this point",
        notes=(rough.text,),
        helps=("move the point", 'check="never" leaves the comparison out'),
    )


def _left_out(f: Function) -> str:
    """Why there is no comparison, if there is none."""
    if _is_meant_to_differ():
        return "rules, or what was declared inactive, need not be the derivative"
    if not repeatable(f):
        return "running the function again would be noticed: it writes to variables, or prints"
    return ""


def _say_once(f: Function, why: str) -> None:
    """Warn of a check that is left out, once for each function."""
    told, what = _TOLD.setdefault(f.program, set()), f"{f.signature.symbol} unchecked"
    if what not in told:
        told.add(what)
        said = f"the gradient of '{f.name}' is not compared with differences"
        warn("RZ608", said, notes=(why,), helps=HELPS["RZ608"])


def _way_out(f: Function, wrong: Sequence[Finding]) -> str:
    if any(finding.name == "text" for finding in wrong):
        return "hand the number on as a number: its text is not differentiated"
    rules = rules_of(f.program)
    if rules:
        said = "see whether a rule that was registered is the derivative of its function"
        return f"{said}: {', '.join(rules)}"
    return "please report it"


def _is_meant_to_differ() -> bool:
    """Whether functions were declared inactive: then differences are not what is wanted."""
    if not in_force():
        return False
    from ribozyme.rules.custom import rulebook

    return bool(rulebook().inactive)


def _value(f: Function, choice: Choice, args: list[Any]) -> float:
    return float(flat([value_of(f, choice, args)])[0])


def _moved(args: Sequence[Any], choice: Choice, vector: Any) -> list[Any]:
    """Copies of the arguments, the inputs replaced by a vector."""
    found = [copied(value) for value in args]
    at = 0
    for n in choice.wrt:
        size = flat([args[n]]).size
        found[n] = like(args[n], vector[at : at + size])
        at += size
    return found
