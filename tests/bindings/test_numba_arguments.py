"""What jitted functions take: arrays of any strides, records, tuples of several kinds."""

from collections import namedtuple
from typing import Any

import numpy as np
import pytest

import ribozyme as rz
from ribozyme.base.errors import Error

numba = pytest.importorskip("numba", reason="Numba is not installed: pip install 'ribozyme[numba]'")

RNG = np.random.default_rng(7)
STEPS = (1e-4, 1e-5, 1e-6)


def slope(f: Any, h: float) -> float:
    return float(f(h) - f(-h)) / (2 * h)


def near(f: Any, expected: float) -> bool:
    """Whether the derivative of `f` at 0 is what is expected, by central differences."""
    return min(abs(slope(f, h) - expected) for h in STEPS) < 1e-7 * max(1.0, abs(expected))


@numba.njit
def weighted(a: Any, w: Any) -> Any:
    total = 0.0
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            total += w[i] * np.sin(a[i, j]) * a[i - 1, j]
    return total


@pytest.mark.parametrize(
    "view",
    [
        lambda a: a[::2, 1::3],
        lambda a: a[::-1, ::-2],
        lambda a: a.T[1::2, ::2],
        lambda a: np.stack([a, a + 1], axis=2)[:, :, 1],
    ],
    ids=["gaps", "backwards", "transposed", "slice"],
)
def test_arrays_of_any_strides(view: Any) -> None:
    a = view(RNG.uniform(0.2, 0.9, (6, 8)))
    w = RNG.uniform(0.2, 0.9, 2 * a.shape[0])[::2]
    assert not a.flags.forc and not w.flags.forc
    by_a, by_w = rz.grad(weighted)(a, w)
    plain_a, plain_w = rz.grad(weighted)(np.ascontiguousarray(a), np.ascontiguousarray(w))
    assert np.allclose(by_a, plain_a, rtol=1e-13) and np.allclose(by_w, plain_w, rtol=1e-13)
    way = RNG.normal(size=a.shape)
    assert rz.jvp(weighted, (a, w), (way, None))[1] == pytest.approx(np.sum(by_a * way), rel=1e-12)
    assert near(lambda h: weighted(a + h * way, w), float(np.sum(by_a * way)))
    found = rz.hvp(weighted, (a, w), way, wrt="a")

    def there(h: float) -> Any:
        return rz.grad(weighted, wrt="a")(np.ascontiguousarray(a + h * way), w)

    assert np.allclose((there(1e-5) - there(-1e-5)) / 2e-5, found, rtol=1e-6, atol=1e-8)


@numba.njit
def scaled(x: Any, y: Any) -> None:
    y[:] = np.exp(x) * x[::-1]


def test_an_array_with_gaps_that_is_written() -> None:
    x, y = RNG.uniform(size=10)[::2], np.zeros(15)[::3]
    slopes = rz.jacobian(scaled, wrt="x", of="y")(x, y)
    expected = np.diag(np.exp(x) * x[::-1]) + np.diag(np.exp(x))[:, ::-1]
    assert np.allclose(slopes, expected, rtol=1e-13)


BODY = np.dtype([("mass", "f8"), ("at", "f8", (3,)), ("kind", "i4")], align=True)
PACKED = np.dtype([("kind", "i2"), ("x", "f8"), ("y", "f4")])


def bodies(n: int) -> Any:
    made = np.zeros(n, BODY)
    made["mass"] = RNG.uniform(1, 2, n)
    made["at"] = RNG.uniform(-1, 1, (n, 3))
    made["kind"] = np.arange(n) % 2
    return made


@numba.njit
def attraction(bodies: Any, softening: float) -> float:
    energy = 0.0
    for i in range(bodies.size):
        for j in range(i):
            d = softening
            for k in range(3):
                d += (bodies[i].at[k] - bodies[j].at[k]) ** 2
            strength = 2.0 if bodies[i].kind == bodies[j].kind else 1.0
            energy -= strength * bodies[i].mass * bodies[j].mass / np.sqrt(d)
    return energy


def test_arrays_of_records() -> None:
    given = bodies(5)
    found, by_softening = rz.grad(attraction)(given, 0.1)
    assert found.dtype.names == BODY.names
    way = bodies(5)
    along = np.sum(found["mass"] * way["mass"]) + np.sum(found["at"] * way["at"])

    def at(h: float) -> float:
        other = given.copy()
        other["mass"] += h * way["mass"]
        other["at"] += h * way["at"]
        return float(attraction(other, 0.1))

    assert near(at, float(along))
    assert near(lambda h: attraction(given, 0.1 + h), float(by_softening))
    assert rz.jvp(attraction, (given, 0.1), (way, None))[1] == pytest.approx(along, rel=1e-12)
    assert np.allclose(rz.grad(attraction)(bodies(6)[::2], 0.1)[0]["kind"], 0)


@numba.njit
def stretched(spring: Any, x: float) -> float:
    return 0.5 * spring.x * (x - spring.y) ** 2 * spring.kind


def test_one_record() -> None:
    """Its members need not be aligned."""
    springs = np.array([(2, 1.5, 0.25), (3, 2.5, 0.5)], PACKED)
    found, by_x = rz.grad(stretched)(springs[1], 2.0)
    assert by_x == pytest.approx(3 * 2.5 * 1.5, rel=1e-7)
    assert found["x"] == pytest.approx(0.5 * 1.5**2 * 3, rel=1e-7)
    assert found["y"] == pytest.approx(-3 * 2.5 * 1.5, rel=1e-6)


Layer = namedtuple("Layer", ["weights", "bias", "slope"])


@numba.njit
def network(layers: Any, x: Any) -> float:
    (first, second) = layers
    hidden = np.zeros(first.bias.size)
    for i in range(hidden.size):
        hidden[i] = first.bias[i]
        for j in range(x.size):
            hidden[i] += first.weights[i, j] * x[j]
        hidden[i] = np.tanh(first.slope * hidden[i])
    total = second[1]
    for i in range(hidden.size):
        total += second[0][i] * hidden[i] ** second[2]
    return total


def test_tuples_of_several_kinds() -> None:
    """A named tuple, arrays, numbers and an integer in a tuple of tuples."""
    layers = (
        Layer(RNG.normal(size=(3, 2)), RNG.normal(size=3), 0.7),
        (RNG.normal(size=3), 0.2, 2),
    )
    x = RNG.normal(size=2)
    by_layers, by_x = rz.grad(network)(layers, x)
    ((weights, bias, slope_), (outer, shift, power)) = by_layers
    assert weights.shape == (3, 2) and power is None and shift == pytest.approx(1.0)
    flat = np.concatenate([weights.ravel(), bias, [slope_], outer, [shift], by_x])
    way = RNG.normal(size=flat.size)

    def at(h: float) -> float:
        v = h * way
        moved = (
            Layer(
                layers[0].weights + v[:6].reshape(3, 2), layers[0].bias + v[6:9],
                layers[0].slope + v[9],
            ),
            (layers[1][0] + v[10:13], layers[1][1] + v[13], 2),
        )  # fmt: skip
        return float(network(moved, x + v[14:]))

    assert near(at, float(flat @ way))
    tangents = (
        ((way[:6].reshape(3, 2), way[6:9], way[9]), (way[10:13], way[13], None)),
        way[14:],
    )
    assert rz.jvp(network, (layers, x), tangents)[1] == pytest.approx(flat @ way, rel=1e-12)
    only = rz.grad(network, wrt="layers")(layers, x)
    assert np.array_equal(only[0][0], weights) and only[1][2] is None
    assert np.array_equal(rz.grad(network, wrt=1)(layers, x), by_x)
    value, (again, _) = rz.value_and_grad(network)(layers, x)
    assert value == network(layers, x) and np.array_equal(again[1][0], outer)
    value, pull = rz.vjp(network, layers, x, wrt=("x", "layers"))
    assert np.allclose(pull(2.0)[0], 2 * by_x) and np.allclose(pull(1.0)[1][0][1], bias)
    assert rz.check(network, layers, x)


def test_what_is_in_them_is_refused_by_its_name() -> None:
    def first(t: Any) -> float:
        return float(t[0])

    with pytest.raises(Error, match=r"'t\.1' is a unicode_type") as caught:
        rz.grad(numba.njit(first))((1.0, "a"))
    assert caught.value.code == "RZ012"


def test_explain() -> None:
    @numba.njit
    def decay(x: Any, k: float) -> float:
        total = 0.0
        for i in range(x.size):
            total = total * k + np.exp(x[i])
        return total

    with pytest.raises(Error, match="has not been compiled"):
        rz.explain(decay)
    decay(np.ones(3), 0.5)
    assert "gradient of 'decay' by x, k" in str(rz.explain(decay))
    assert "by k" in str(rz.explain(decay, wrt="k"))
