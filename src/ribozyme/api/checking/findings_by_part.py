"""What `check` asks of complex functions: every real number of the Jacobian, by both modes.

Jacobian       the blocks (Re, Im of an output) × (Re, Im of an input), by rows and by columns
holomorphic    with holomorphic=True: ∂Re/∂Re = ∂Im/∂Im and ∂Re/∂Im = -∂Im/∂Re
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from ribozyme.api.checking.findings import Finding
from ribozyme.api.checking.rounding import EXACT
from ribozyme.api.derivatives.differentiate import Choice
from ribozyme.api.derivatives.sweeps import Sweeps
from ribozyme.api.programs.functions import Function
from ribozyme.base.options import Options

_MOST: Final = 2048
"""Numbers of a Jacobian that is looked at as a whole."""


def matrix(
    f: Function,
    choice: Choice,
    how: Options,
    args: Sequence[Any],
    outputs: Sequence[Any],
    unit: float,
) -> tuple[Finding, ...]:
    """The findings about a complex function; none where all is real, or there are too many."""
    inputs = [args[n] for n in choice.wrt]
    if not any(np.iscomplexobj(value) for value in (*inputs, *outputs)):
        return ()
    if any(isinstance(value, dict) for value in outputs):
        return ()
    if 4 * sum(map(np.size, inputs)) * sum(map(np.size, outputs)) > _MOST:
        return ()
    sweeps = Sweeps(f, choice, how, "parts", args, outputs)
    rows, columns = sweeps.rows(), sweeps.columns()
    pairs = [
        (one, two)
        for line, other in zip(rows, columns, strict=True)
        for one, two in zip(line, other, strict=True)
    ]
    most = 1e-9 if unit == EXACT else 1e4 * unit
    off = _apart(pairs)
    text = f"its real and imaginary parts by rows and by columns apart by {off:.1g}"
    found = [Finding("Jacobian", off <= most, text)]
    if how.holomorphic:
        whole = [one for one, _ in pairs if one.shape[-2:] == (2, 2)]
        turned = [(one, _turned(one)) for one in whole]
        off = _apart(turned) if len(whole) == len(pairs) else 1.0
        text = f"the two sides of the Cauchy-Riemann equations apart by {off:.1g}"
        found.append(Finding("holomorphic", off <= most, text))
    return tuple(found)


def _turned(block: Any) -> Any:
    """What a block is if it is that of a complex number: ∂Im along i, -∂Im along 1, and so on."""
    made = np.empty_like(block)
    made[..., 0, 0], made[..., 1, 1] = block[..., 1, 1], block[..., 0, 0]
    made[..., 0, 1], made[..., 1, 0] = -block[..., 1, 0], -block[..., 0, 1]
    return made


def _apart(pairs: Sequence[tuple[Any, Any]]) -> float:
    """How far apart numbers are at most, those that are finite, relative to the largest."""
    off, size = 0.0, 1e-300
    for one, two in pairs:
        finite = np.isfinite(one) & np.isfinite(two)
        off = max(off, float(abs(one - two)[finite].max(initial=0.0)))
        size = max(size, float(abs(one)[finite].max(initial=0.0)))
    return off / size
