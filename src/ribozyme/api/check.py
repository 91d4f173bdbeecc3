"""`rz.check`: is this derivative right, here? Asked of everything that could know.

    print(rz.check(lib.loss, x, n))
    derivative of 'loss' at the given point: passed
      ok    primal             with and without differentiation the same
      ok    forward, reverse   ⟨w, J·v⟩ = ⟨Jᵀ·w, v⟩ to 2.1e-16
      ok    differences        1.234567890 against 1.234567891 …

All is done on copies along one random direction `v` of the inputs, with random weights `w` of the
outputs. Forward mode, reverse mode and differences of the primal are three ways to one number; each
comparison is only as strict as what is compared can be: differences are swept over step lengths and
believed as far as neighbouring steps agree.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isfinite, log2
from typing import Any, Final, final

import numpy as np

from ribozyme.api import nonsmooth
from ribozyme.api.arguments import arranged
from ribozyme.api.differentiate import Choice, choose
from ribozyme.api.functions import Function
from ribozyme.api.rounding import EXACT, unit, unit_of
from ribozyme.api.transforms import along, copied, pullback_of, value_of
from ribozyme.api.variables import kept, opened
from ribozyme.base.errors import error
from ribozyme.base.options import current
from ribozyme.base.record import as_dict, replaced
from ribozyme.base.source import Span

_STEPS: Final = tuple(2.0**-k for k in range(2, 34))
_SQUARE: Final = 1.7
"""A power of the step from here on is not that of a wrong tangent."""

_DERIVATIVES: Final = ("forward, reverse", "differences", "Taylor")
"""The findings that tell a wrong derivative."""

Vector = np.ndarray[Any, np.dtype[np.float64]]


@final
@dataclass(frozen=True, slots=True)
class Finding:
    """One question asked, whether the answer was good, and the figures."""

    name: str
    ok: bool
    text: str


@final
@dataclass(frozen=True, slots=True)
class Report:
    """What `check` found; true when everything agreed."""

    function: str
    findings: tuple[Finding, ...]

    def __bool__(self) -> bool:
        return all(finding.ok for finding in self.findings)

    def __str__(self) -> str:
        verdict = "passed" if self else "FAILED"
        lines = [f"derivative of '{self.function}' at the given point: {verdict}"]
        for finding in self.findings:
            lines.append(
                f"  {'ok   ' if finding.ok else 'WRONG'} {finding.name:<18} {finding.text}"
            )
        return "\n".join(lines)

    @property
    def failed(self) -> tuple[Finding, ...]:
        """The findings that are not good."""
        return tuple(finding for finding in self.findings if not finding.ok)


def check(
    f: Function, *args: Any, wrt: object = None, of: object = None, seed: int = 0, **options: Any
) -> Report:
    """Compare the derivatives of `f` at a point with each other and with differences.

    A variable in `wrt` is changed on the way and set back in the end: nobody else should use it
    meanwhile.
    """
    if not isinstance(f, Function):
        raise error("RZ008", f"check takes a function of a library, not {f!r}")
    f = opened(f, wrt)
    with kept(f):
        point = _Point(f, args, wrt, of, seed, options)
        found = _findings(point)
        if any(not one.ok and one.name in _DERIVATIVES for one in found):
            found = (*found, *_blamed(point))
        return Report(f.name, found)


def _findings(point: "_Point") -> tuple[Finding, ...]:
    return (
        *_inputs(point),
        _primal(point),
        _duality(point),
        *_differences(point),
        _repeated(point),
        _unmodified(point),
        _poisoned(point),
    )


def _blamed(p: "_Point") -> tuple[Finding, ...]:
    """The function that is wrong, where one can be told from those that call it."""
    from ribozyme.api.blame import culprit

    def is_wrong(one: Function, args: list[Any]) -> bool:
        at = _Point(one, tuple(args), None, None, 0, as_dict(p.how))
        return any(not f.ok for f in (_duality(at), *_differences(at)) if f.name != "smooth")

    said = culprit(p.f, is_wrong)
    return (Finding("where", not said.startswith("the first"), said),) if said else ()


def _inputs(p: "_Point") -> tuple[Finding, ...]:
    """What was not varied, where that is anything."""
    if not p.left_out:
        return ()
    names = ", ".join(f"'{name}'" for name in p.left_out)
    return (
        Finding("inputs", True, f"{names} not varied: neither a number nor an array of floats"),
    )


@final
class _Point:
    """A function at a point: its inputs as one vector, its outputs weighed into one number."""

    def __init__(
        self, f: Function, args: tuple[Any, ...], wrt: object, of: object, seed: int, options: Any
    ) -> None:
        self.f = f
        self.how = current().replace(**options)
        self.args = tuple(arranged(f.program, f.plan, args, {}))
        chosen = choose(f.plan, wrt, of)
        varied = tuple(n for n in chosen.wrt if _is_plain(self.args[n]))
        if not varied:
            raise error(
                "RZ010",
                f"no input of '{f.name}' is a number or an array of floats that check can vary",
                notes=(str(f.signature),),
            )
        self.left_out = tuple(f.plan.inputs[n].name for n in chosen.wrt if n not in varied)
        self.choice = Choice(varied, chosen.of, False, chosen.single_output)
        self.rng = np.random.default_rng(seed)
        self.start = flat([self.args[n] for n in varied])
        self.unit = max(unit(f), *(unit_of(self.args[n]) for n in varied))
        size = np.where(self.start == 0, 1.0, abs(self.start))
        self.direction = self.rng.uniform(0.25, 1.0, self.start.size) * size
        self.direction *= self.rng.choice((-1.0, 1.0), self.start.size)
        if self.unit > EXACT:
            self.direction = self.direction.astype(np.float32).astype(np.float64)
        outputs = self.outputs(0.0)
        self.unit = max(self.unit, *(unit_of(output) for output in outputs))
        self.weights = [_weight(self.rng, output) for output in outputs]

    def at(self, step: float) -> list[Any]:
        """The arguments, copied, some way along the direction."""
        args = [copied(value) for value in self.args]
        if step:
            self._fill(args, self.start + step * self.direction)
        return args

    def _fill(self, args: list[Any], vector: Vector) -> None:
        at = 0
        for n in self.choice.wrt:
            size = int(np.size(args[n]))
            part = vector[at : at + size]
            args[n] = _like(args[n], part)
            at += size

    def outputs(self, step: float) -> list[Any]:
        """The outputs of the primal."""
        args = self.at(step)
        return _listed(value_of(self.f, self.choice, args), self.choice.single_output)

    def phi(self, step: float) -> float:
        """The weighed sum of the outputs."""
        return float(self._terms(step).sum())

    def size(self) -> float:
        """How large the sum's terms are together."""
        return max(float(abs(self._terms(0.0)).sum()), 1e-300)

    def _terms(self, step: float) -> Vector:
        pairs = zip(self.weights, self.outputs(step), strict=True)
        return np.concatenate([flat([weight]) * flat([output]) for weight, output in pairs])

    def tangents(self) -> tuple[list[Any], list[Any]]:
        """Forward mode: values of the outputs, and their derivatives along the direction."""
        shaped = [copied(value) for value in self.args]
        self._fill(shaped, self.direction)
        along_it = along(self.f, replaced(self.choice, single=False), self.how)
        value, tangent = along_it.whole(*self.at(0.0), *(shaped[n] for n in self.choice.wrt))
        single = self.choice.single_output
        return _listed(value, single), _listed(tangent, single)

    def gradient(self, back: Function | None = None) -> tuple[Vector, list[Any]]:
        """Reverse mode: the gradient of the weighed sum, and the arguments afterwards."""
        back = back or pullback_of(self.f, self.choice, self.how)
        args = self.at(0.0)
        return flat(back.whole(*args, *(copied(w) for w in self.weights))), args


# ---- the questions -------------------------------------------------------------------------------


def _primal(p: _Point) -> Finding:
    plain = flat(p.outputs(0.0))
    value, _ = p.tangents()
    off = abs(plain - flat(value))
    same = bool(np.array_equal(plain, flat(value), equal_nan=True))
    text = "bit by bit the same with and without differentiation"
    most = 0.0
    if not same:
        text = f"differs by {off.max():.2g} with differentiation"
    if not same and (p.how.vector_math or p.how.fast_math):  # these round as the loop around does
        most = 16 * p.unit * max(float(abs(plain).max(initial=0.0)), 1e-300)
        text += " (not with vector_math=False)" if p.how.vector_math else ""
    return Finding("primal", same or bool(off.max() <= most), text)


def _duality(p: _Point) -> Finding:
    _, tangents = p.tangents()
    gradient, _ = p.gradient()
    terms_forward = np.concatenate(
        [flat([w]) * flat([t]) for w, t in zip(p.weights, tangents, strict=True)]
    )
    terms_reverse = gradient * p.direction
    forward, reverse = float(terms_forward.sum()), float(terms_reverse.sum())
    scale = max(float(abs(terms_forward).sum()), float(abs(terms_reverse).sum()), 1e-300)
    off = abs(forward - reverse) / scale
    most = 1e-12 if p.unit == EXACT else min(1600 * p.unit, 0.5)
    text = f"⟨w, J·v⟩ = {forward:.12g}, ⟨Jᵀ·w, v⟩ = {reverse:.12g}"
    return Finding("forward, reverse", off <= most, f"{text}, apart by {off:.1g}")


def _differences(p: _Point) -> list[Finding]:
    gradient, _ = p.gradient()
    slope = float(gradient @ p.direction)
    here, size = p.phi(0.0), p.size()
    ahead = [p.phi(step) for step in _STEPS]
    behind = [p.phi(-step) for step in _STEPS]
    curve = _Curve(slope, here, size, p.unit, ahead, behind)
    smooth = _smoothness(p, curve)
    if smooth is not None:
        return [smooth]
    return [_central(curve, float(abs(gradient * p.direction).sum())), _taylor(curve)]


@final
@dataclass(frozen=True, slots=True)
class _Curve:
    """The weighed sum along the direction, at the steps and their opposites."""

    slope: float
    here: float
    size: float
    unit: float
    ahead: Sequence[float]
    behind: Sequence[float]

    def noise(self, k: int) -> float:
        """What rounding does to a difference quotient at step k."""
        return 4 * self.unit * self.size / _STEPS[k]

    def central(self, k: int) -> float:
        return (self.ahead[k] - self.behind[k]) / (2 * _STEPS[k])

    def sided(self, k: int) -> tuple[float, float]:
        """The quotients to the right and to the left."""
        step = _STEPS[k]
        return (self.ahead[k] - self.here) / step, (self.here - self.behind[k]) / step


def _central(c: _Curve, scale: float) -> Finding:
    """The difference quotient where neighbouring steps agree best."""
    better = [
        (4 * c.central(k + 1) - c.central(k)) / 3 if k + 1 < len(_STEPS) else inf
        for k in range(len(_STEPS))
    ]
    best, spread = 0, inf
    for k in range(len(_STEPS) - 3):
        apart = max(abs(better[k] - better[k + 1]), abs(better[k + 1] - better[k + 2]))
        if isfinite(apart) and apart + c.noise(k + 1) < spread:
            best, spread = k + 1, apart + c.noise(k + 1)
    found = better[best]
    most = 30 * spread + 1e-9 * scale
    off = abs(found - c.slope)
    text = f"{c.slope:.12g} by differentiation, {found:.12g} by differences (± {most:.1g})"
    return Finding("differences", bool(off <= most), text)


def _taylor(c: _Curve) -> Finding:
    """What a tangent leaves over must shrink with the square of the step.

    A wrong tangent leaves a multiple of the step, all the way down to rounding. A function that
    bends or jumps some way off leaves anything, down to a step that does not reach there.
    """
    rests = [abs(c.ahead[k] - c.here - _STEPS[k] * c.slope) for k in range(len(_STEPS))]
    floor = 200 * c.unit * (c.size + abs(c.slope))
    last = max((k for k, rest in enumerate(rests) if rest > floor), default=-1)
    orders = [
        log2(rests[k] / max(rests[k + 1], floor))
        for k in range(min(last + 1, len(_STEPS) - 1))
        if rests[k] > 0 and isfinite(rests[k])
    ]
    if len(orders) < 4 or orders[-1] > _SQUARE:  # too few, or it falls into rounding at once
        return Finding("Taylor", True, "the tangent is exact to rounding")
    order = max(orders[-4:-1])
    return Finding(
        "Taylor", order > _SQUARE, f"the rest shrinks with the power {order:.2f} of the step"
    )


def _smoothness(p: _Point, c: _Curve) -> Finding | None:
    """A kink or a staircase at the point, if there is one."""
    coarse, fine = 10, 18 if c.unit == EXACT else 13
    gaps = []
    for k in (coarse, fine):
        right, left = c.sided(k)
        gaps.append(abs(right - left))
    scale = max(abs(c.slope), *map(abs, c.sided(fine)))
    if gaps[1] > 0.5 * gaps[0] and gaps[1] > 1e-3 * scale + 10 * c.noise(fine):
        right, left = c.sided(fine)
        text = f"kink{_among(nonsmooth.places(p.f).kinks)}: the slope along v is {left:.6g} before "
        return Finding("smooth", False, f"{text}and {right:.6g} behind")
    flat_here = c.slope == 0 and c.ahead[fine] == c.here == c.behind[fine]
    wide = [k for k in range(fine) if abs(c.ahead[k] - c.here) > 1e3 * c.unit * c.size]
    if flat_here and wide and (stairs := nonsmooth.places(p.f).stairs):
        moved = (c.ahead[wide[-1]] - c.here) / _STEPS[wide[-1]]
        text = f"staircase{_among(stairs)}: the derivative is 0, yet over a longer step the "
        return Finding("smooth", False, f"{text}function changes at a rate of {moved:.6g}")
    return None


def _among(spans: Sequence[Span]) -> str:
    if not spans:
        return ""
    if len(spans) == 1:
        return f" at {spans[0]}"
    return f" at one of {', '.join(map(str, spans[:6]))}{' …' if len(spans) > 6 else ''}"


def _repeated(p: _Point) -> Finding:
    one, two = p.gradient()[0], p.gradient()[0]
    same = bool(np.array_equal(one, two, equal_nan=True))
    text = "twice the same, bit by bit" if same else f"runs differ by {abs(one - two).max():.2g}"
    return Finding("repeatable", same, text)


def _unmodified(p: _Point) -> Finding:
    """The derivative leaves the arguments as the primal does."""
    by_primal = p.at(0.0)
    value_of(p.f, p.choice, by_primal)
    _, by_gradient = p.gradient()
    changed = [
        p.f.plan.inputs[n].name
        for n, (one, two) in enumerate(zip(by_primal, by_gradient, strict=True))
        if not _equal(one, two, p.unit)
    ]
    if changed:
        return Finding("arguments", False, f"{', '.join(changed)}: not as the primal leaves them")
    return Finding("arguments", True, "left as the primal leaves them")


def _poisoned(p: _Point) -> Finding:
    """With a tape that is full of NaN beforehand the answer is the same."""
    plain = pullback_of(p.f, p.choice, p.how)
    poisoned = Function(plain.program.poisoned, plain.signature, plain.plan)
    one, two = p.gradient(plain)[0], p.gradient(poisoned)[0]
    same = bool(np.array_equal(one, two, equal_nan=True))
    text = "the same on a tape full of NaN" if same else "something is read that was never written"
    return Finding("tape", same, text)


# ---- values as vectors ---------------------------------------------------------------------------


def flat(values: Any) -> Vector:
    """Numbers and arrays, however nested in tuples, as one vector."""
    parts: list[Vector] = []
    work = [values]
    while work:
        value = work.pop(0)
        if isinstance(value, list | tuple):
            work[:0] = list(value)
        else:
            parts.append(np.asarray(value, np.float64).reshape(-1))
    return np.concatenate(parts) if parts else np.zeros(0)


def _is_plain(value: Any) -> bool:
    if isinstance(value, float | np.floating):
        return True
    if isinstance(value, int | np.integer) and not isinstance(value, bool):
        return True
    return isinstance(value, np.ndarray) and value.dtype.kind == "f"


def _like(value: Any, part: Vector) -> Any:
    if isinstance(value, np.ndarray):
        return part.reshape(value.shape).astype(value.dtype)
    return float(part[0])


def _weight(rng: np.random.Generator, output: Any) -> Any:
    """A cotangent shaped like an output."""
    if isinstance(output, np.ndarray):
        return np.asarray(rng.uniform(0.5, 1.5, output.shape), output.dtype)
    return float(rng.uniform(0.5, 1.5))


def _listed(value: Any, single: bool) -> list[Any]:
    return [value] if single else list(value)


def _equal(one: Any, two: Any, unit: float) -> bool:
    if isinstance(one, np.ndarray) and one.dtype.kind == "f":
        most = 16 * unit * float(abs(one).max(initial=0.0))
        return bool(np.allclose(one, two, rtol=0, atol=most, equal_nan=True))
    if isinstance(one, np.ndarray):
        return bool(np.array_equal(one, two))
    return True
