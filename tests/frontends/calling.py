"""Programs of a language, each derivative against central differences.

The first lines of a program say how it is called, behind the language's sign of a comment:

    // call model::force: M(3, 4), f=Z(3, 4); wrt pos; of f

V, M, Z, S and I are a vector, a matrix, zeros, and vectors of 4-byte floats and integers;
`dict` is a struct. `; first order` at the end leaves out second derivatives.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np

import ribozyme as rz

STEPS = [10.0**-k for k in range(2, 9)]


class Case(NamedTuple):
    """One call of a program's function, and what is differentiated."""

    path: Path
    function: str
    arguments: str
    wrt: tuple[str, ...]
    of: str
    second: bool = True

    @property
    def id(self) -> str:
        return f"{self.path.stem}-{self.function.rpartition('::')[2]}-{self.of}"


def cases(folder: Path, comment: str) -> list[Case]:
    """The calls of all programs in a folder."""
    found = []
    for path in sorted(p for p in folder.iterdir() if p.is_file()):
        for line in path.read_text(encoding="utf-8").splitlines():
            pattern = (
                comment + r" call ([\w:]+): (.*); wrt ([\w ]+?)(?:; of (\w+))?(; first order)?$"
            )
            said = re.match(pattern, line)
            if said is not None:
                wrt = tuple(said[3].split())
                found.append(Case(path, said[1], said[2], wrt, said[4] or "return", not said[5]))
    return found


def ids(found: Sequence[Case]) -> list[str]:
    return [f"{case.id}-{n}" for n, case in enumerate(found)]


def arguments(text: str, names: Sequence[str], order: Literal["C", "F"] = "C") -> list[Any]:
    """The values in a call's text, the same ones in each run."""
    rng = np.random.default_rng(7)
    makers = {
        "V": lambda n: rng.uniform(0.2, 0.9, n),
        "M": lambda n, m: np.array(rng.uniform(0.2, 0.9, (n, m)), order=order),
        "Z": lambda *shape: np.zeros(shape, order=order),
        "S": lambda n: rng.uniform(0.2, 0.9, n).astype(np.float32),
        "I": lambda *values: np.array(values, np.int32),
        "call": lambda *given, **named: (given, named),
    }
    given, named = eval(f"call({text})", makers)
    return [*given, *(named[name] for name in names[len(given) :])]


def own(values: Sequence[Any]) -> list[Any]:
    return [_like(v, lambda leaf: leaf) for v in values]


def _like(value: Any, change: Callable[[Any], Any]) -> Any:
    """A value of the same kind, memory order included, its numbers changed."""
    if isinstance(value, dict):
        return {name: _like(part, change) for name, part in value.items()}
    if isinstance(value, np.ndarray):
        made = np.zeros_like(value)
        made[...] = change(value)
        return made
    return change(value) if isinstance(value, float) else value


def _moved(value: Any, way: Any, h: float) -> Any:
    if isinstance(value, dict):
        return {name: _moved(part, way[name], h) for name, part in value.items()}
    if isinstance(value, np.ndarray):
        return _like(value, lambda v: v + h * way)
    return value + h * way if isinstance(value, float) else value


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        for part in value.values():
            yield from _leaves(part)
    else:
        yield np.asarray(value, dtype=float)


def dot(one: Any, two: Any) -> float:
    """The sum of products of two values of the same kind."""
    return sum(float(np.sum(a * b)) for a, b in zip(_leaves(one), _leaves(two), strict=True))


def check(case: Case, f: Any, order: Literal["C", "F"] = "C") -> None:
    """Forward and reverse mode against differences along random directions, the best step taken;
    and second derivatives against differences of the gradient.
    """
    names = [given.name for given in f.plan.inputs]
    values = arguments(case.arguments, names, order)
    single = any(isinstance(v, np.ndarray) and v.dtype == np.float32 for v in values)
    tolerance = 2e-3 if single else 2e-8
    rng = np.random.default_rng(3)

    def output(changed: Sequence[Any]) -> Any:
        mine = own(changed)
        ones = [
            _like(v, np.ones_like) if n in case.wrt else None
            for n, v in zip(names, mine, strict=True)
        ]
        found, _ = rz.jvp(f, mine, ones, of=case.of)
        plain = own(changed)
        expected = _result(f, f(*plain), plain, names, case.of)
        assert np.allclose(found, expected, rtol=1e-6 if single else 1e-13, atol=1e-300)
        return np.asarray(expected, dtype=float).copy()

    first = output(values)
    assert np.all(np.isfinite(first))
    seed = np.array(rng.normal(size=np.shape(first)), order=order)
    _, pullback = rz.vjp(f, *own(values), wrt=case.wrt, of=case.of)
    adjoints = pullback(seed if seed.ndim else float(seed))
    for _ in range(3):
        way = {n: _direction(rng, values[names.index(n)]) for n in case.wrt}
        tangents = [
            _as_tangent(v, way[n]) if n in way else None for n, v in zip(names, values, strict=True)
        ]
        _, along = rz.jvp(f, own(values), tangents, of=case.of)
        forward = float(np.sum(seed * np.asarray(along, dtype=float)))
        reverse = sum(dot(a, way[n]) for a, n in zip(adjoints, case.wrt, strict=True))
        differences = [
            float(np.sum(seed * (output(there) - output(back)))) / (2 * h)
            for h in STEPS
            for there, back in [[_all_moved(values, names, way, s * h) for s in (1, -1)]]
        ]
        best = min(abs(d - forward) for d in differences)
        scale = max(1.0, abs(forward))
        assert best < tolerance * scale, (forward, differences)
        assert abs(forward - reverse) < (1e-4 if single else 1e-11) * scale
    assert any(abs(part).max() > 0 for a in adjoints for part in _leaves(a) if part.size)
    if case.second and not seed.ndim and not single:
        _check_second_order(case, f, values, names, way)


def _result(f: Any, returned: Any, plain: Sequence[Any], names: Sequence[str], of: str) -> Any:
    if of in names:
        return plain[names.index(of)]
    outputs = ["return", *(name for name, _ in f.signature.outs)]
    many = isinstance(returned, tuple)
    shown = outputs[-len(returned) :] if many else outputs[:1]
    return returned[shown.index(of)] if many else returned


def _direction(rng: np.random.Generator, value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _direction(rng, part) for name, part in value.items()}
    if isinstance(value, int) or (isinstance(value, np.ndarray) and value.dtype.kind != "f"):
        return 0
    return rng.normal(size=np.shape(value))


def _as_tangent(value: Any, way: Any) -> Any:
    if isinstance(value, dict):
        return {name: _as_tangent(part, way[name]) for name, part in value.items()}
    if isinstance(value, np.ndarray):
        return _like(value, lambda _: way)
    return float(way) if isinstance(value, float) else value


def _all_moved(
    values: Sequence[Any], names: Sequence[str], way: dict[str, Any], h: float
) -> list[Any]:
    return [_moved(v, way[n], h) if n in way else v for n, v in zip(names, values, strict=True)]


def _check_second_order(
    case: Case, f: Any, values: Sequence[Any], names: Sequence[str], way: dict[str, Any]
) -> None:
    """The Hessian's product with a direction in the first input."""
    [which] = case.wrt[:1]
    value = values[names.index(which)]
    if isinstance(value, dict):
        return
    gradient = rz.grad(f, wrt=which, of=case.of)
    vector = _as_tangent(value, way[which])
    found = np.asarray(rz.hvp(f, own(values), vector, wrt=which, of=case.of), dtype=float)
    only = {which: way[which]}
    sides = [
        [np.asarray(gradient(*own(_all_moved(values, names, only, s * h)))) for s in (1, -1)]
        for h in STEPS
    ]
    errors = [
        float(np.max(np.abs((a - b) / (2 * h) - found), initial=0.0))
        for h, (a, b) in zip(STEPS, sides, strict=True)
    ]
    assert min(errors) < 1e-7 * max(1.0, float(np.max(np.abs(found), initial=0.0))), errors
