"""A function along a line, and what differences of its values tell of a slope.

    φ(-h), φ(0), φ(h)  for h = 1/4, 1/8, …, 2⁻³³      slope   →   differences, Taylor

Differences are believed as far as neighbouring steps agree; what is lost to rounding on the way to
a value is measured (`grain`), for cancellation, an ill-conditioned system or chaos leave less of it
than its type could hold.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isfinite, log2
from typing import Final, final

from ribozyme.api.findings import Finding

STEPS: Final = tuple(2.0**-k for k in range(2, 34))
NEAR: Final = len(STEPS) // 2
"""The steps from here on are those by which noise is measured."""

WILD: Final = 1e-3
"""How much of a value may be rounding for differences to tell anything."""

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


def central(c: Curve, scale: float) -> Finding:
    """The difference quotient where neighbouring steps agree best."""
    better = [
        (4 * c.central(k + 1) - c.central(k)) / 3 if k + 1 < len(STEPS) else inf
        for k in range(len(STEPS))
    ]
    best, spread = 0, inf
    for k in range(len(STEPS) - 3):
        apart = max(abs(better[k] - better[k + 1]), abs(better[k + 1] - better[k + 2]))
        if isfinite(apart) and apart + c.noise(k + 1) < spread:
            best, spread = k + 1, apart + c.noise(k + 1)
    found = better[best]
    most = 30 * spread + 1e-9 * scale
    off = abs(found - c.slope)
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
    if order <= _SQUARE < orders[-1]:
        return Finding("Taylor", True, "where the function does not bend, the tangent is exact")
    return Finding(
        "Taylor", order > _SQUARE, f"the rest shrinks with the power {order:.2f} of the step"
    )
