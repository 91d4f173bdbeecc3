"""Derivatives of kernels in the emulator, with all checks, against differences.

A kernel is a map of its active arrays; the reverse derivative of `w · outputs` is compared with
central differences along a random direction, at the best of several steps, with forward mode, and
with the two halves of a split derivative.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

import ribozyme as rz

STEPS = (1e-3, 1e-4, 1e-5, 1e-6)


def _copies(args: Sequence[Any]) -> list[Any]:
    return [a.copy() if isinstance(a, np.ndarray) else a for a in args]


def _with_shadows(args: Sequence[Any], shadows: Mapping[int, Any]) -> list[Any]:
    return [rz.Duplicated(a, shadows[n]) if n in shadows else a for n, a in enumerate(args)]


def verify(
    kernel: Any,
    sizes: Any,
    args: Sequence[Any],
    active: Sequence[int],
    values: Mapping[int, Any] | None = None,
    *,
    halves: bool = True,
    steps: Sequence[float] = STEPS,
    within: float = 1e-7,
    digits: float = 1e-11,
) -> None:
    """Compare the derivatives of a launch by its `active` arrays; `values` are what it leaves."""
    rng = np.random.default_rng(11)
    checked = rz.gpu.emulate(kernel, check="all")

    def run(one: Any, given: Sequence[Any]) -> list[Any]:
        own = _copies(given)
        one[sizes](*own)
        return own

    after = run(checked, args)
    for at, expected in (values or {}).items():
        np.testing.assert_allclose(after[at], expected, rtol=max(1e-12, digits), atol=1e-13)

    def drawn(at: int) -> Any:
        return rng.standard_normal(args[at].shape).astype(args[at].dtype)

    weights = {at: drawn(at) for at in active}
    directions = {at: drawn(at) for at in active}

    def objective(step: float) -> float:
        moved = [
            (a + step * directions[n]).astype(a.dtype) if n in directions else a
            for n, a in enumerate(args)
        ]
        found = run(kernel, moved)
        return float(sum((weights[at].astype(float) * found[at]).sum() for at in active))

    shadows = {at: weights[at].copy() for at in active}
    given = _copies(args)
    rz.grad(checked)[sizes](*_with_shadows(given, shadows))
    reverse = sum(float((shadows[at] * directions[at]).sum()) for at in active)
    for n, value in enumerate(given):  # the primal's own results are there, too
        if isinstance(value, np.ndarray):
            np.testing.assert_allclose(value, after[n], rtol=max(1e-12, digits), atol=1e-13)

    if halves:
        kept = {at: weights[at].copy() for at in active}
        wrapped = _with_shadows(_copies(args), kept)
        first, second = rz.split(checked)
        second[sizes](first[sizes](*wrapped), *wrapped)
        for at in active:
            np.testing.assert_allclose(kept[at], shadows[at], rtol=digits, atol=digits / 10)

    tangents = {at: directions[at].copy() for at in active}
    rz.autodiff(rz.Forward, checked[sizes], *_with_shadows(_copies(args), tangents))
    forward = sum(float((weights[at] * tangents[at]).sum()) for at in active)

    differences = [(objective(step) - objective(-step)) / (2 * step) for step in steps]
    error = min(abs(one - reverse) for one in differences)
    assert error <= within * max(1.0, abs(reverse)), (reverse, differences)
    assert forward == pytest.approx(reverse, rel=digits, abs=digits)
