"""Inputs of the entry points, the directions they vary in, and how outputs are weighed.

A state is one vector of doubles, in this order: x (6), z (4), s.u, s.v, s.w (3), a, b; an output is
the vector of what x, z and s hold afterwards, with the result in the place of a.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, final

import numpy as np

Vector = np.ndarray[Any, np.dtype[np.float64]]

SLICES: Final = {
    "x": slice(0, 6), "z": slice(6, 10), "s": slice(10, 15), "a": slice(15, 16), "b": slice(16, 17),
}  # fmt: skip
SIZE: Final = 17
RESULT: Final = 15
FLOAT_PLACES: Final = np.array([6, 7, 8, 9, 11, 16])  # z, s.v, b


@final
@dataclass(frozen=True, slots=True)
class Input:
    """A point, the integers that steer the program, and the cotangent of its outputs."""

    state: Vector
    index: Any
    k: int
    weights: Vector


def inputs(seed: int, number: int, active: frozenset[str]) -> Input:
    """The `number`-th inputs of a program."""
    rng = np.random.default_rng((seed, number))
    state = rng.uniform(0.2, 1.6, SIZE) * rng.choice((-1.0, 1.0, 1.0), SIZE)
    state[FLOAT_PLACES] = state[FLOAT_PLACES].astype(np.float32)
    weights = rng.uniform(-1.0, 1.0, SIZE)
    weights[FLOAT_PLACES] = weights[FLOAT_PLACES].astype(np.float32)
    weights[16] = 0.0
    weights[RESULT] = 1.0 + rng.uniform()
    weights[[n for n in range(15) if not _is_active(n, active)]] = 0.0
    index = rng.integers(0, 6, 6).astype(np.int32)
    return Input(state, index, int(rng.integers(1, 4)), weights)


def places(active: frozenset[str]) -> list[int]:
    """The entries of a state that are differentiated."""
    return [n for n in range(SIZE) if _is_active(n, active)]


def _is_active(place: int, active: frozenset[str]) -> bool:
    return any(name in active and part.start <= place < part.stop for name, part in SLICES.items())
