"""Matrix expressions: shapes that do not fit, and transposition against values of NumPy."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from ribozyme import matrix as words
from ribozyme.api.custom.arraycheck import numeric
from ribozyme.rules.matrix_expr import Apply, Expr, Leaf, Misfit, leaves, transposed
from ribozyme.rules.transpose import NotLinear

SIZES = {"m": 3, "n": 4, "k": 2}
SHAPES = {"A": ("n", "n"), "B": ("m", "n"), "C": ("n", "k"), "x": ("n",), "y": ("m",), "c": ()}
A, B, C, x, y, c = (Leaf(name, "value", shape) for name, shape in SHAPES.items())
dA, dB, dC, dx, dy, dc = (Leaf(name, "tangent", shape) for name, shape in SHAPES.items())

LINEAR: dict[str, Any] = {
    "sums": dA + A * dc - 2 * dA / c + (-dA),
    "products": B @ dA @ C + dB @ C + B @ A @ dC,
    "by vectors": dB @ x + B @ dx + (y @ B @ A) * (dc * x @ x) @ words.outer(x, y),
    "inner": y @ dB @ x + dy @ y + dx @ x,
    "rows": dy @ B + y @ dB,
    "transposes": (dB.T @ B).T + B.T @ dB,
    "solutions": words.solve(A, dC - dA @ C) + words.solve(A.T, dC),
    "vectors of solutions": words.solve(A, dx - dA @ x),
    "inverses": words.inv(A) @ dA @ words.inv(A),
    "traces": words.trace(words.inv(A) @ dA) + words.total(dB * B) * c,
    "outer": words.outer(dy, x) @ A + words.outer(y, dx),
    "diagonals": words.diag(dx) + words.diag(words.diag(dA)) * words.outer(x, x),
    "triangles": A @ (words.tril(dA) - words.triu(dA.T)),
    "functions": words.exp(x) * dx + words.sin(c) * dc * words.tanh(x) / words.sqrt(words.fabs(x)),
    "numbers with arrays": dc * B + words.total(dx) * B,
}


@pytest.mark.parametrize("name", LINEAR)
def test_transposes_are_adjoints(name: str) -> None:
    term: Expr = LINEAR[name]
    rng = np.random.default_rng(len(name))
    drawn: dict[tuple[str, str], Any] = {
        (one, role): rng.normal(size=tuple(SIZES[size] for size in shape))
        for one, shape in {**SHAPES, "out": term.shape}.items()
        for role in ("value", "tangent", "seed")
    }
    forth = np.sum(drawn["out", "seed"] * numeric(term, drawn, SIZES))
    bars = transposed(term, Leaf("out", "seed", term.shape))
    back = 0.0
    for one, bar in bars.items():
        assert bar.shape == SHAPES[one]
        back += np.sum(numeric(bar, drawn, SIZES) * drawn[one, "tangent"])
    assert {leaf.name for leaf in leaves(term) if leaf.role == "tangent"} == set(bars)
    assert back == pytest.approx(forth, rel=1e-11)


def test_random_sums_of_products() -> None:
    rng = random.Random(3)
    for _ in range(50):
        left, right = rng.choice([(A, dA), (A.T, dA.T), (words.inv(A), dA), (dA, A)])
        term = left @ right + rng.choice([dA, -dA.T, dA * c, dc * A])
        sizes = {"n": rng.randint(1, 5)}
        n = sizes["n"]
        drawn: dict[tuple[str, str], Any] = {
            (name, role): np.array([[rng.gauss(0, 1) for _ in range(n)] for _ in range(n)])
            for name in ("A", "out")
            for role in ("value", "tangent", "seed")
        }
        drawn["c", "value"], drawn["c", "tangent"] = rng.gauss(0, 1), rng.gauss(0, 1)
        forth = np.sum(drawn["out", "seed"] * numeric(term, drawn, sizes))
        back = sum(
            np.sum(numeric(bar, drawn, sizes) * drawn[one, "tangent"])
            for one, bar in transposed(term, Leaf("out", "seed", ("n", "n"))).items()
        )
        assert back == pytest.approx(forth, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(
    "make",
    [
        lambda: A @ y,
        lambda: A + B,
        lambda: B @ B,
        lambda: words.solve(B, x),
        lambda: words.solve(A, y),
        lambda: words.trace(B),
        lambda: words.outer(A, x),
        lambda: x.T,
        lambda: words.before(dA),
    ],
)
def test_shapes_that_do_not_fit(make: Any) -> None:
    with pytest.raises(Misfit):
        make()


def test_what_is_no_term() -> None:
    with pytest.raises(TypeError, match="not a term"):
        A + "n"  # type: ignore[operator]
    assert isinstance(np.float64(2.0) * A, Apply)


@pytest.mark.parametrize(
    "term", [dA @ dA, A / dc, dA + A, words.exp(dx), words.solve(dA, x), A, words.outer(dx, dx)]
)
def test_what_is_not_linear(term: Expr) -> None:
    with pytest.raises(NotLinear):
        transposed(term, Leaf("out", "seed", term.shape))
