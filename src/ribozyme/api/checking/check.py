"""`rz.check`: is this derivative right, here? Asked of everything that could know.

    print(rz.check(lib.loss, x, n))
    derivative of 'loss' at the given point: passed
      ok    primal             with and without differentiation the same
      ok    forward, reverse   ⟨w, J·v⟩ = ⟨Jᵀ·w, v⟩ to 2.1e-16
      ok    differences        1.234567890 against 1.234567891 …

All is done on copies along one random direction `v` of the inputs, with random weights `w` of the
outputs. Forward mode, reverse mode and differences of the primal are three ways to one number; each
comparison is only as strict as what is compared can be: differences are swept over step lengths and
believed as far as neighbouring steps agree. A function that crashes at the point does so first, in
a call that the process outlives.
"""

from collections.abc import Sequence
from functools import cached_property
from math import isfinite
from typing import Any, Final, final

import numpy as np

from ribozyme.api.calling.adopted import adopted
from ribozyme.api.calling.arguments import arranged
from ribozyme.api.calling.bind import bind
from ribozyme.api.calling.native_memory import laid_out_as
from ribozyme.api.calling.with_variables import kept, opened
from ribozyme.api.checking.curve import NEAR, STEPS, WILD, Curve, central, taylor
from ribozyme.api.checking.findings import Finding, Report
from ribozyme.api.checking.findings_by_part import matrix
from ribozyme.api.checking.rounding import EXACT, unit, unit_of
from ribozyme.api.checking.traced import survived
from ribozyme.api.checking.varied_structs import settled
from ribozyme.api.derivatives.by_choice import along, copied, pullback_of, value_of
from ribozyme.api.derivatives.differentiate import Choice, choose
from ribozyme.api.explaining import nonsmooth
from ribozyme.api.programs.functions import Function
from ribozyme.base.errors import error
from ribozyme.base.options import current
from ribozyme.base.record import as_dict, replaced
from ribozyme.base.source import Span

_DERIVATIVES: Final = ("forward, reverse", "Jacobian", "differences", "Taylor")
"""The findings that tell a wrong derivative."""

Vector = np.ndarray[Any, np.dtype[np.float64]]


def check(
    f: Function, *args: Any, wrt: object = None, of: object = None, seed: int = 0, **options: Any
) -> Report:
    """Compare the derivatives of `f` at a point with each other and with differences.

    A variable in `wrt` is changed on the way and set back in the end: nobody else should use it
    meanwhile.

    >>> bool(rz.check(lib.energy, x, 3, 0.5))
    True
    """
    if (other := adopted(f)) is not f:
        report: Report = other.check(*args, wrt=wrt, of=of, seed=seed, **options)
        return report
    if not isinstance(f, Function):
        raise error("RZ008", f"check takes a function of a library, not {f!r}")
    f = opened(f, wrt)
    with kept(f), np.errstate(all="ignore"):
        point = _Point(f, args, wrt, of, seed, options)
        found = _findings(point)
        wrong = [one.name for one in found if not one.ok and one.name in _DERIVATIVES]
        if wrong:
            found = (
                *found,
                *(("forward, reverse" not in wrong and _read(point)) or _blamed(point)),
            )
        return Report(f.name, found)


def _findings(point: "_Point") -> tuple[Finding, ...]:
    return (
        *_inputs(point),
        _primal(point),
        *_compared(point),
        *matrix(point.f, point.choice, point.how, point.args, point.outputs(0.0), point.unit),
        _repeated(point),
        _unmodified(point),
        _poisoned(point),
    )


def _read(p: "_Point") -> tuple[Finding, ...]:
    """The lines where numbers are read from text, if there are any: no derivative comes of them."""
    lines = nonsmooth.places(p.f).texts
    text = f"staircase{_among(lines)}: what is read from text has derivative 0"
    return (Finding("text", False, text),) if lines else ()


def _blamed(p: "_Point") -> tuple[Finding, ...]:
    """The function that is wrong, where one can be told from those that call it."""
    from ribozyme.api.checking.blame import culprit

    def is_wrong(one: Function, args: list[Any]) -> bool:
        at = _Point(one, tuple(args), None, None, 0, as_dict(p.how))
        return any(not f.ok for f in _compared(at) if f.name != "smooth")

    said = culprit(p.f, is_wrong)
    return (Finding("where", not said.startswith("the first"), said),) if said else ()


def _inputs(p: "_Point") -> tuple[Finding, ...]:
    """What was not varied, where that is anything."""
    found = []
    if p.left_out:
        names = ", ".join(f"'{name}'" for name in p.left_out)
        found.append(f"{names} not varied: no number, array or dictionary of floats")
    if unbounded := int(np.count_nonzero(~np.isfinite(p.start))):
        found.append(
            f"not varied, since they are not finite: {unbounded} of {p.start.size} numbers"
        )
    return tuple(Finding("inputs", True, text) for text in found)


@final
class _Point:
    """A function at a point: its inputs as one vector, its outputs weighed into one number."""

    def __init__(
        self, f: Function, args: tuple[Any, ...], wrt: object, of: object, seed: int, options: Any
    ) -> None:
        self.f = f
        self.how = current().replace(**options)
        values = arranged(f.program, f.plan, args, {})
        chosen = choose(f.plan, wrt, of)
        layouts = f.plan.signature.layouts
        records = {n: settled(values[n], f.plan.inputs[n].type, layouts) for n in chosen.wrt}
        self.args = tuple(records.get(n) or value for n, value in enumerate(values))
        varied = tuple(n for n in chosen.wrt if records[n] or is_plain(values[n]))
        if not varied:
            for n in chosen.wrt:  # where it is no value of its type at all
                given = f.plan.inputs[n]
                bind(given.parameter, self.args[n], f.plan.signature.layouts, f.name)
            raise error(
                "RZ010",
                f"check can vary no input of '{f.name}': no number, array or dictionary of floats",
                notes=(str(f.signature),),
            )
        self.left_out = tuple(f.plan.inputs[n].name for n in chosen.wrt if n not in varied)
        self.choice = Choice(varied, chosen.of, False, chosen.single_output)
        self.rng = np.random.default_rng(seed)
        self.start = flat([self.args[n] for n in varied])
        self.unit = max(unit(f), *(_unit_of(self.args[n]) for n in varied))
        size = np.concatenate([scales(flat([self.args[n]])) for n in varied])
        self.direction = self.rng.uniform(0.25, 1.0, self.start.size) * size
        self.direction *= self.rng.choice((-1.0, 1.0), self.start.size)
        if self.unit > EXACT:
            self.direction = self.direction.astype(np.float32).astype(np.float64)
        if self.along_it.code.asks:  # it refuses what the primal does to the caller's memory
            self.tangents()
        survived(f, self.at(0.0))
        outputs = self.outputs(0.0)
        self.unit = max(self.unit, *(_unit_of(output) for output in outputs))
        self.weights = [_weight(self.rng, output) for output in outputs]
        self.finite = np.isfinite(flat(outputs))  # the outputs that count

    @cached_property
    def along_it(self) -> Function:
        return along(self.f, replaced(self.choice, single=False), self.how)

    def at(self, step: float) -> list[Any]:
        """The arguments, copied, some way along the direction."""
        args = [copied(value) for value in self.args]
        if step:
            self._fill(args, self.start + step * self.direction)
        return args

    def _fill(self, args: list[Any], vector: Vector) -> None:
        at = 0
        for n in self.choice.wrt:
            size = flat([args[n]]).size
            part = vector[at : at + size]
            args[n] = like(args[n], part)
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
        terms = np.concatenate([flat([weight]) * flat([output]) for weight, output in pairs])
        return np.where(self.finite, terms, 0.0)

    def along(self, gradient: Vector) -> Vector:
        """The terms of the slope along the direction: of the elements that are varied."""
        return np.where(self.direction == 0, 0.0, gradient * self.direction)

    def tangents(self) -> tuple[list[Any], list[Any]]:
        """Forward mode: values of the outputs, and their derivatives along the direction."""
        shaped = [copied(value) for value in self.args]
        self._fill(shaped, self.direction)
        value, tangent = self.along_it.whole(*self.at(0.0), *(shaped[n] for n in self.choice.wrt))
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


def _compared(p: _Point) -> list[Finding]:
    """Reverse mode, forward mode and differences."""
    if not p.finite.any():
        values = ", ".join(f"{value:g}" for value in flat(p.outputs(0.0))[:3])
        return [Finding("differences", True, f"tell nothing: no output is finite ({values})")]
    gradient, _ = p.gradient()
    curve = Curve(
        slope=float(p.along(gradient).sum()),
        here=p.phi(0.0),
        size=p.size(),
        unit=p.unit,
        ahead=[p.phi(step) for step in STEPS],
        behind=[p.phi(-step) for step in STEPS],
    )
    return [_duality(p, gradient, curve), *_differences(p, gradient, curve)]


def _duality(p: _Point, gradient: Vector, c: Curve) -> Finding:
    _, tangents = p.tangents()
    terms_forward = np.concatenate(
        [flat([w]) * flat([t]) for w, t in zip(p.weights, tangents, strict=True)]
    )
    terms_forward = np.where(p.finite, terms_forward, 0.0)
    terms_reverse = p.along(gradient)
    forward, reverse = float(terms_forward.sum()), float(terms_reverse.sum())
    scale = max(float(abs(terms_forward).sum()), float(abs(terms_reverse).sum()), 1e-300)
    off = 0.0 if forward == reverse else abs(forward - reverse) / scale  # infinite, both of them
    most = 1e-12 if p.unit == EXACT else 1600 * p.unit
    if c.grain > 64 * p.unit * c.reach:  # what the value loses on the way, its derivatives lose too
        most = max(most, c.grain / c.reach)
    text = f"⟨w, J·v⟩ = {forward:.12g}, ⟨Jᵀ·w, v⟩ = {reverse:.12g}"
    return Finding("forward, reverse", off <= min(most, 0.1), f"{text}, apart by {off:.1g}")


def _differences(p: _Point, gradient: Vector, curve: Curve) -> list[Finding]:
    if curve.grain > WILD * curve.reach:
        text = f"tell nothing: the function is noise or chaos at steps below {STEPS[NEAR]:.0e}"
        return [Finding("differences", True, text)]
    smooth = _smoothness(p, curve)
    if smooth is not None:
        return [smooth]
    return [central(curve, float(abs(p.along(gradient)).sum())), taylor(curve)]


def _smoothness(p: _Point, c: Curve) -> Finding | None:
    """A kink or a staircase at the point, if there is one."""
    coarse, fine = 10, 18 if c.unit == EXACT else 13
    gaps = []
    for k in (coarse, fine):
        right, left = c.sided(k)
        gaps.append(abs(right - left))
    scale = max(0.0, *filter(isfinite, (abs(c.slope), *map(abs, c.sided(fine)))))
    if gaps[1] > 0.5 * gaps[0] and gaps[1] > 1e-3 * scale + 10 * c.noise(fine):
        right, left = c.sided(fine)
        if gaps[1] > STEPS[coarse] / STEPS[fine] / 2 * gaps[0]:
            text = (
                f"jump{_among(nonsmooth.places(p.f).kinks)}: the function has no limit here along v"
            )
            return Finding("smooth", False, text)
        text = f"kink{_among(nonsmooth.places(p.f).kinks)}: the slope along v is {left:.6g} before "
        return Finding("smooth", False, f"{text}and {right:.6g} behind")
    if c.steepens:
        text = f"cusp{_among(nonsmooth.places(p.f).kinks)}: the slope along v grows without end "
        return Finding("smooth", False, f"{text}as the step shrinks")
    least = len(STEPS) - 1 if c.unit == EXACT else fine
    flat_here = c.slope == 0 and c.ahead[least] == c.here == c.behind[least]
    wide = [k for k in range(least) if abs(c.ahead[k] - c.here) > 1e3 * c.unit * c.size]
    places = nonsmooth.places(p.f) if flat_here and wide else None
    if places is not None and (stairs := (*places.stairs, *places.texts)):
        moved = (c.ahead[wide[-1]] - c.here) / STEPS[wide[-1]]
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
    """Numbers and arrays, however nested in tuples, as one vector; of structs, the floats."""
    parts: list[Vector] = []
    work = [values]
    while work:
        value = work.pop(0)
        if isinstance(value, list | tuple):
            work[:0] = list(value)
        elif isinstance(value, dict):
            work[:0] = [part for part in value.values() if _varies(part)]
        else:
            parts.append(_parts(value).reshape(-1))
    return np.concatenate(parts) if parts else np.zeros(0)


def scales(vector: Vector) -> Vector:
    """How far each number may be moved: by its size; by that of the others where it is 0, and not
    at all where it is not finite.
    """
    size = np.where(np.isfinite(vector), abs(vector), 0.0)
    others = np.sort(size[size > 0])  # their median; NumPy's imports a module of 20 ms
    middle = others[(others.size - 1) // 2 : others.size // 2 + 1]
    usual = float(np.mean(middle)) if others.size else 1.0
    return np.where(np.isfinite(vector), np.where(size == 0, usual, size), 0.0)


def _parts(value: Any) -> Vector:
    """The floats of an array or a number; of complex ones, real and imaginary parts."""
    whole = np.asarray(value)
    if whole.dtype.kind == "c":
        whole = np.stack((whole.real, whole.imag))
    return whole.astype(np.float64)


def _varies(value: Any) -> bool:
    """Whether a member of a struct is a float, or holds some."""
    if isinstance(value, np.ndarray):
        return value.dtype.kind in "fc"
    return not isinstance(value, int | np.integer | bytes | str)


def is_plain(value: Any) -> bool:
    """Whether a value is a number or an array of floats, real or complex."""
    if isinstance(value, float | np.floating | complex | np.complexfloating):
        return True
    if isinstance(value, int | np.integer) and not isinstance(value, bool):
        return True
    return isinstance(value, np.ndarray) and value.dtype.kind in "fc"


def like(value: Any, part: Vector) -> Any:
    """A value of the same shape from a part of a vector (`flat`)."""
    if isinstance(value, dict):
        made, at = dict(value), 0
        for name, member in value.items():
            if _varies(member):
                size = flat([member]).size
                made[name] = like(member, part[at : at + size])
                at += size
        return made
    if isinstance(value, complex | np.complexfloating):
        return complex(*part)
    if isinstance(value, np.ndarray) and value.dtype.kind == "c":
        real, imaginary = part.reshape(2, *value.shape)
        return laid_out_as(value, real + 1j * imaginary)
    if isinstance(value, np.ndarray):
        return laid_out_as(value, part)
    return float(part[0])


def _unit_of(value: Any) -> float:
    """The rounding of the least exact numbers in a value (`unit_of`)."""
    if isinstance(value, dict):
        return max(map(_unit_of, value.values()), default=EXACT)
    return unit_of(value)


def _weight(rng: np.random.Generator, output: Any) -> Any:
    """A cotangent shaped like an output."""
    if isinstance(output, dict):
        return {k: _weight(rng, part) if _varies(part) else part for k, part in output.items()}
    if isinstance(output, np.ndarray) and output.dtype.kind == "c":
        both = rng.uniform(0.5, 1.5, (2, *output.shape))
        return laid_out_as(output, both[0] + 1j * both[1])
    if isinstance(output, np.ndarray):
        found = laid_out_as(output, rng.uniform(0.5, 1.5, output.shape))
        if output.dtype.kind == "f":  # what is not finite does not count
            found[~np.isfinite(output)] = 0
        return found
    if isinstance(output, complex | np.complexfloating):
        return complex(rng.uniform(0.5, 1.5), rng.uniform(0.5, 1.5))
    return float(rng.uniform(0.5, 1.5))


def _listed(value: Any, single: bool) -> list[Any]:
    return [value] if single else list(value)


def _equal(one: Any, two: Any, unit: float) -> bool:
    if isinstance(one, dict):
        return all(_equal(one[name], two[name], unit) for name in one)
    if isinstance(one, np.ndarray) and one.dtype.kind in "fc":
        most = 16 * unit * float(abs(one).max(initial=0.0))
        return bool(np.allclose(one, two, rtol=0, atol=most, equal_nan=True))
    if isinstance(one, np.ndarray):
        return bool(np.array_equal(one, two))
    return True
