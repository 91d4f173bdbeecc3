"""A function along a line, and what differences of its values tell of a slope.

    φ(-h), φ(0), φ(h)  for h = 1/4, 1/8, …, 2⁻³³      slope   →   differences, Taylor

Differences are believed as far as neighbouring steps agree; what is lost to rounding on the way to
a value is measured (`grain`), for cancellation, an ill-conditioned system or chaos leave less of it
than its type could hold.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import inf, isfinite, log2
from typing import Final, final

from ribozyme.api.checking.findings import Finding
from ribozyme.api.checking.rounding import EXACT
from ribozyme.base.record import dataclass

STEPS: Final = tuple(2.0**-k for k in range(2, 34))
NEAR: Final = len(STEPS) // 2
"""The steps from here on are those by which noise is measured."""

WILD: Final = 1e-3
"""How much of a value may be rounding for differences to tell anything."""

_GENTLE: Final = (1.15, 1.95)
"""By how much the slope of a cusp grows from step to step: less than that of a jump, twice."""

_SQUARE: Final = 1.7
"""A power of the step from here on is not that of a wrong tangent."""


@final
@dataclass(frozen=True, slots=True)
class Curve:
    """The weighed sum along the direction, at the steps and their opposites."""

    slope: float
    here: float
    size: float
    unit: float
    ahead: Sequence[float]
    behind: Sequence[float]

    @property
    def grain(self) -> float:
        """How far a value is off by what is rounded on the way to it.

        On each side of the point alone, four values near it tell: of a parabola, and so of kinks
        and jumps at the point itself, nothing is left in `φ(8h) - 7·φ(4h) + 14·φ(2h) - 8·φ(h)`.
        """
        bends = (
            abs(side[k] - 7 * side[k + 1] + 14 * side[k + 2] - 8 * side[k + 3]) / 14
            for side in (self.ahead, self.behind)
            for k in range(NEAR, len(STEPS) - 3)
        )
        return max((self.unit * self.size, *filter(isfinite, bends)))

    @property
    def reach(self) -> float:
        """How large the values are."""
        values = (abs(value) for value in (*self.ahead, *self.behind) if isfinite(value))
        return max((self.size, *values))

    def noise(self, k: int) -> float:
        """What rounding does to a difference quotient at step k."""
        return 4 * self.grain / STEPS[k]

    def central(self, k: int) -> float:
        return (self.ahead[k] - self.behind[k]) / (2 * STEPS[k])

    def sided(self, k: int) -> tuple[float, float]:
        """The quotients to the right and to the left."""
        step = STEPS[k]
        return (self.ahead[k] - self.here) / step, (self.here - self.behind[k]) / step

    def bends_below(self, k: int) -> bool:
        """Whether the quotients to both sides come apart at a step shorter than that of k.

        Where a function is smooth they come together with the step, until rounding hides them.
        """
        right, left = self.sided(k)
        most = 2 * abs(right - left)
        for finer in range(k + 1, len(STEPS)):
            right, left = self.sided(finer)
            if abs(right - left) > most + 4 * self.noise(finer):
                return True
        return False

    @property
    def better(self) -> list[float]:
        """Per step, the quotient that is left when the square of the step is taken out of two."""
        last = len(STEPS) - 1
        return [(4 * self.central(k + 1) - self.central(k)) / 3 for k in range(last)] + [inf]

    @property
    def is_met(self) -> bool:
        """Whether quotients of three steps in a row are the slope to eight digits.

        So it is where a function is smooth, but on a scale of its own, below that of most steps.
        """
        most = 1e-8 * abs(self.slope)
        near = [abs(found - self.slope) <= most for found in self.better]
        return self.slope != 0 and any(map(all, zip(near, near[1:], near[2:], strict=False)))

    @property
    def steepens(self) -> bool:
        """Whether the slope on a side grows with each halving of the step, as that of √h at 0.

        Where there is a slope the quotients settle, and what is rounded jumps to and fro.
        """
        if self.unit != EXACT:
            return False
        for side in (0, 1):
            slopes = [self.sided(k)[side] for k in range(len(STEPS) - 9, len(STEPS))]
            grows = [two / one if one else inf for one, two in pairwise(slopes)]
            if all(_GENTLE[0] < factor < _GENTLE[1] for factor in grows):
                return True
        return False


def central(c: Curve, scale: float) -> Finding:
    """The difference quotient where neighbouring steps agree best."""
    better = c.better
    best, spread = 0, inf
    for k in range(len(STEPS) - 3):
        apart = max(abs(better[k] - better[k + 1]), abs(better[k + 1] - better[k + 2]))
        if isfinite(apart) and apart + c.noise(k + 1) < spread:
            best, spread = k + 1, apart + c.noise(k + 1)
    found = better[best]
    most = 30 * spread + 1e-9 * scale
    off = abs(found - c.slope)
    if off > most and c.is_met:
        return Finding("differences", True, f"{c.slope:.12g} to 8 digits, at small steps only")
    if off > most and c.bends_below(best):
        text = "tell nothing: the function has kinks closer together than the steps that tell"
        return Finding("differences", True, text)
    text = f"{c.slope:.12g} by differentiation, {found:.12g} by differences (± {most:.1g})"
    return Finding("differences", bool(off <= most), text)


def taylor(c: Curve) -> Finding:
    """What a tangent leaves over must shrink with the square of the step.

    A wrong tangent leaves a multiple of the step, all the way down to rounding. A function that
    bends or jumps some way off leaves anything, down to a step that does not reach there.
    """
    rests = [abs(c.ahead[k] - c.here - STEPS[k] * c.slope) for k in range(len(STEPS))]
    floor = 200 * (c.grain + c.unit * abs(c.slope))
    last = max((k for k, rest in enumerate(rests) if rest > floor), default=-1)
    orders = [
        log2(rests[k] / max(rests[k + 1], floor))
        for k in range(min(last + 1, len(STEPS) - 1))
        if rests[k] > 0 and isfinite(rests[k])
    ]
    if len(orders) < 4:
        return Finding("Taylor", True, "the tangent is exact to rounding")
    order = max(orders[-4:-1])
    if order <= _SQUARE and (orders[-1] > _SQUARE or c.is_met):
        return Finding("Taylor", True, "where the function does not bend, the tangent is exact")
    return Finding(
        "Taylor", order > _SQUARE, f"the rest shrinks with the power {order:.2f} of the step"
    )
