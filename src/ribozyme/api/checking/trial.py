"""Arguments for a function that nobody gave, as long as the function takes them to be.

    double quad(const double *A, const double *x, int n)      n: 8, x: 8 numbers, A: 8
    → a run with fences behind the arrays faults at A[8]      A: 16, …, 64 numbers

Only for a process that may die: at invented arguments a function does what it likes.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from ribozyme.api.calling.arguments import arranged
from ribozyme.api.calling.call import evaluated
from ribozyme.api.calling.variables import alone
from ribozyme.api.checking import traced
from ribozyme.api.checking.findings import Finding, Report
from ribozyme.api.checking.inputs import generated
from ribozyme.api.derivatives.by_choice import copied
from ribozyme.api.programs.functions import Function
from ribozyme.api.programs.progress import progress
from ribozyme.backend import child
from ribozyme.backend.runtime import faults
from ribozyme.backend.runtime.fences import Fenced
from ribozyme.base.errors import error

_MOST: Final = 1 << 24  # bytes of an array
_TRIES: Final = 64


def checked(f: Function, given: Mapping[str, Any], size: int, seed: int, **how: Any) -> Report:
    """What `check` finds, in a process of its own, at some given arguments and generated ones for
    the rest.
    """
    try:
        with progress(f"checking '{f.name}' at size {size}; Ctrl-C ends it"):
            return child.alone(_checked, f, dict(given), size, seed, how)
    except child.Died as end:
        raise error("RZ607", f"'{f.name}' ends the process: {end}", helps=(_WAY_OUT,)) from None


def _checked(
    f: Function, given: dict[str, Any], size: int, seed: int, how: dict[str, Any]
) -> Report:
    from ribozyme.api.checking.check import check

    args, grown = fitting(f, given, size, seed)
    report = check(f, *args, seed=seed, **how)
    notes = (
        Finding("inputs", True, f"'{name}' has {count} elements, since {size} are too few")
        for name, count in grown.items()
    )
    return Report(report.function, (*notes, *report.findings))


def fitting(
    f: Function, given: Mapping[str, Any], size: int, seed: int
) -> tuple[list[Any], dict[str, int]]:
    """Arguments at which a function runs, and how long the arrays are that had to grow; RZ607 where
    it crashes all the same.
    """
    sizes: dict[str, int] = {}
    for _ in range(_TRIES):
        args = generated(f, given, size, seed, sizes)
        values = arranged(f.program, f.plan, args, {})
        longer = _tried(f, values, given, at_start=False)
        if not longer:
            _tried(f, values, given, at_start=True)
            return args, sizes
        sizes |= longer
    raise error(
        "RZ607",
        f"'{f.name}' reaches behind arrays of any length",
        function=f.name,
        helps=(_WAY_OUT,),
    )


def _tried(
    f: Function, values: Sequence[Any], given: Mapping[str, Any], at_start: bool
) -> dict[str, int]:
    """The array that is too short, with a length that is not, if the function needs one."""
    fences = {
        n: Fenced(value, at_start)
        for n, value in enumerate(values)
        if isinstance(value, np.ndarray) and value.size
    }
    fenced = [fences[n].array if n in fences else copied(v) for n, v in enumerate(values)]
    try:
        with alone(f.program, f.plan):
            evaluated(f.plan, f.code, fenced, enter=faults.call)
    except faults.Fault as fault:
        longer = _longer(f, fences, fault.address)
        if longer and not longer.keys() & given.keys():
            return longer
        for n, fence in fences.items():
            fence.array[...] = values[n]
        raise traced.crash(f, fault, fenced, _told(f, fences, fault.address, given)) from None
    finally:
        for fence in fences.values():
            fence.close()
    return {}


def _longer(f: Function, fences: Mapping[int, Fenced], address: int) -> dict[str, int]:
    for n, fence in fences.items():
        row = fence.row_at(address)
        if row is not None:
            count = max(2 * len(fence.array), row + 1)
            is_small = count * fence.array.nbytes // len(fence.array) <= _MOST
            return {f.plan.inputs[n].name: count} if is_small else {}
    return {}


def _told(
    f: Function, fences: Mapping[int, Fenced], address: int, given: Mapping[str, Any]
) -> tuple[str, ...]:
    """Ways out of a crash at generated arguments."""
    for n, fence in fences.items():
        name, count = f.plan.inputs[n].name, len(fence.array)
        whose = f"--at gives '{name}'" if name in given else f"the array made for '{name}' has"
        if (row := fence.row_at(address)) is not None:
            return (f"{whose} {count} elements, it reaches for {name}[{row}]", _WAY_OUT)
        if fence.is_before(address):
            return (f"it reaches in front of '{name}'", _WAY_OUT)
    return (_WAY_OUT,)


_WAY_OUT: Final = "give arguments at which it runs: --at n=3 --at 'x=[0.5, 1.0, 2.0]'"
