"""Fortran programs, as scientists write them: each derivative against central differences.

The first lines of a program in `tests/frontends/fortran` say how it is called:

    ! call md::pair_force: M(3, 4), f=Z(3, 4); wrt pos; of f

V, M, Z and S are a vector, a matrix, zeros, and a vector of real(4).
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import ribozyme as rz

FOLDER = Path(__file__).parent / "fortran"
pytestmark = pytest.mark.fortran
STEPS = [10.0**-k for k in range(2, 9)]


class Case(NamedTuple):
    """One call of a program's procedure, and what is differentiated."""

    path: Path
    function: str
    arguments: str
    wrt: tuple[str, ...]
    of: str


def cases() -> list[Case]:
    found = []
    for path in sorted(FOLDER.iterdir()):
        for line in path.read_text(encoding="utf-8").splitlines():
            said = re.match(r"[!C] call ([\w:]+): (.*); wrt ([\w ]+?)(?:; of (\w+))?$", line)
            if said is not None:
                wrt = tuple(said[3].split())
                found.append(Case(path, said[1], said[2], wrt, said[4] or "return"))
    return found


CASES = cases()
IDS = [f"{c.path.stem}-{c.function.rpartition('::')[2]}-{c.of}-{n}" for n, c in enumerate(CASES)]


def arguments(text: str, names: Sequence[str]) -> list[Any]:
    """The values in a call's text, the same ones in each run."""
    rng = np.random.default_rng(7)
    makers = {
        "V": lambda n: rng.uniform(0.2, 0.9, n),
        "M": lambda n, m: np.asfortranarray(rng.uniform(0.2, 0.9, (n, m))),
        "Z": lambda *shape: np.zeros(shape, order="F"),
        "S": lambda n: rng.uniform(0.2, 0.9, n).astype(np.float32),
        "call": lambda *given, **named: (given, named),
    }
    given, named = eval(f"call({text})", makers)
    return [*given, *(named[name] for name in names[len(given) :])]


def own(values: Sequence[Any]) -> list[Any]:
    return [v.copy(order="K") if isinstance(v, np.ndarray) else v for v in values]


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_a_program(case: Case) -> None:
    """Forward and reverse mode against differences along random directions, the best step taken."""
    f = rz.load(case.path)[case.function]
    names = [given.name for given in f.plan.inputs]
    values = arguments(case.arguments, names)
    single = any(isinstance(v, np.ndarray) and v.dtype == np.float32 for v in values)
    rng = np.random.default_rng(3)

    def output(changed: Sequence[Any]) -> Any:
        mine = own(changed)
        found, _ = rz.jvp(
            f,
            mine,
            [np.ones_like(v) if n in case.wrt else None for n, v in zip(names, mine, strict=True)],
            of=case.of,
        )
        plain = own(changed)
        returned = f(*plain)
        if case.of in names:
            expected = plain[names.index(case.of)]
        else:
            outputs = ["return", *(name for name, _ in f.signature.outs)]
            many = isinstance(returned, tuple)
            shown = outputs[-len(returned) :] if many else outputs[:1]
            expected = returned[shown.index(case.of)] if many else returned
        assert np.allclose(found, expected, rtol=1e-6 if single else 1e-14, atol=0)
        return np.asarray(expected, dtype=float).copy()

    first = output(values)
    seed = np.array(rng.normal(size=np.shape(first)), order="F")
    _, pullback = rz.vjp(f, *own(values), wrt=case.wrt, of=case.of)
    adjoints = pullback(seed if seed.ndim else float(seed))
    for _ in range(3):
        way = {n: rng.normal(size=np.shape(values[names.index(n)])) for n in case.wrt}

        def moved(h: float, way: dict[str, Any] = way) -> list[Any]:
            return [
                _as(v, v + h * way[n]) if n in way else v
                for n, v in zip(names, values, strict=True)
            ]

        tangents = [
            _as(v, way[n]) if n in way else None for n, v in zip(names, values, strict=True)
        ]
        _, dot = rz.jvp(f, own(values), tangents, of=case.of)
        forward = float(np.sum(seed * np.asarray(dot, dtype=float)))
        reverse = sum(
            float(np.sum(np.asarray(a, dtype=float) * way[n]))
            for a, n in zip(adjoints, case.wrt, strict=True)
        )
        differences = [
            float(np.sum(seed * (output(moved(h)) - output(moved(-h))))) / (2 * h) for h in STEPS
        ]
        best = min(abs(d - forward) for d in differences)
        scale = max(1.0, abs(forward))
        assert best < (2e-3 if single else 2e-8) * scale, (forward, differences)
        assert abs(forward - reverse) < (1e-4 if single else 1e-11) * scale


def _as(like: Any, value: Any) -> Any:
    """A value of the same kind and memory order."""
    if not isinstance(like, np.ndarray):
        return float(value)
    made = np.zeros_like(like)
    made[...] = value
    return made


def test_there_are_programs_of_many_kinds() -> None:
    assert len({case.path for case in CASES}) >= 20
    assert all(any(c.path == path for c in CASES) for path in FOLDER.iterdir())
