"""The check of a new derivative on its first call: two evaluations of the primal, on copies.

    g = f'(x)·v   against   (f(x + h·v) - f(x - h·v)) / 2h        uphill: no terms cancel

This is a net with wide meshes: it catches a derivative that is wrong, not one that is inexact. What
it suspects goes to `check`, which tells a kink from a mistake; only a mistake is an error (RZ601).
A derivative that comes out of the cache has been checked when it was made.

The primal is run again only if it can be (`again`).
"""

from collections.abc import Sequence
from math import isfinite
from typing import Any, Final

import numpy as np

from ribozyme.api import rounding
from ribozyme.api.again import repeatable
from ribozyme.api.check import flat
from ribozyme.api.differentiate import Choice, output_names
from ribozyme.api.findings import Finding
from ribozyme.api.functions import Function
from ribozyme.api.transforms import copied, value_of
from ribozyme.base.errors import Error, error
from ribozyme.base.options import Options
from ribozyme.base.record import as_dict
from ribozyme.rules.added import in_force

_MESH: Final = 1e-4
"""How far apart, relatively, is not suspicious yet."""


def suspected(f: Function, choice: Choice, args: Sequence[Any], gradient: Any) -> bool:
    """Whether a gradient does not look like one at a point; False where nobody can tell."""
    values = [args[n] for n in choice.wrt]
    if not all(_is_plain(value) for value in values):
        return False
    start, slopes = flat(values), flat(gradient)
    unit = max(rounding.unit(f), *(rounding.unit_of(value) for value in values))
    if unit > rounding.FLOAT:
        return False  # floats of 16 bits: a difference of two values says nothing of the slope
    rough = unit > rounding.EXACT
    rng = np.random.default_rng(len(start))
    size = np.where(start == 0, 1.0, abs(start))
    either = rng.choice((-1.0, 1.0), start.size)
    signs = np.where(np.isnan(slopes) | (slopes == 0), either, np.sign(slopes))
    direction = size * rng.uniform(0.5, 1.0, start.size) * signs
    step = float(np.cbrt(unit))
    try:
        ahead, behind = (
            _value(f, choice, _moved(args, choice, start + way * step * direction))
            for way in (1, -1)
        )
    except Error:
        return False
    slope = float(slopes @ direction)
    difference = (ahead - behind) / (2 * step)
    if not isfinite(ahead) or not isfinite(behind):
        return False
    noise = 100 * unit * (abs(ahead) + abs(behind)) / step
    allowed = (1e-2 if rough else _MESH) * max(abs(slope), abs(difference)) + noise
    return not abs(slope - difference) <= allowed


def verify(f: Function, choice: Choice, how: Options, args: Sequence[Any], gradient: Any) -> None:
    """Raise RZ601 if a gradient at a point is wrong; `args` are as they were before the call."""
    if in_force():  # a rule, or what was declared inactive, need not be the derivative
        return
    if not repeatable(f) or not suspected(f, choice, args, gradient):
        return
    from ribozyme.api.check import check

    names = tuple(f.plan.inputs[n].name for n in choice.wrt)
    of = output_names(f.plan, choice)
    report = check(f, *args, wrt=names, of=of, **{**as_dict(how), "check": "never"})
    wrong = [finding for finding in report.failed if finding.name != "smooth"]
    if wrong and len(wrong) == len(report.failed):
        raise error(
            "RZ601",
            f"the gradient of '{f.name}' is not that of the function here",
            notes=tuple(f"{finding.name}: {finding.text}" for finding in wrong),
            helps=(_way_out(wrong), 'check="never" leaves the comparison out'),
        )


def _way_out(wrong: Sequence[Finding]) -> str:
    if any(finding.name == "text" for finding in wrong):
        return "hand the number on as a number: its text is not differentiated"
    return "please report it"


def _is_plain(value: Any) -> bool:
    if isinstance(value, float | int | np.floating) and not isinstance(value, bool):
        return True
    return isinstance(value, np.ndarray) and value.dtype.kind == "f"


def _value(f: Function, choice: Choice, args: list[Any]) -> float:
    return float(flat([value_of(f, choice, args)])[0])


def _moved(args: Sequence[Any], choice: Choice, vector: Any) -> list[Any]:
    """Copies of the arguments, the inputs replaced by a vector."""
    found = [copied(value) for value in args]
    at = 0
    for n in choice.wrt:
        size = int(np.size(args[n]))
        part = vector[at : at + size]
        at += size
        if isinstance(args[n], np.ndarray):
            found[n] = part.reshape(args[n].shape).astype(args[n].dtype)
        else:
            found[n] = float(part[0])
    return found
