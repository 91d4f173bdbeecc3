"""Second derivatives of gradients with checkpointed loops: those of the plain gradients."""

from typing import Any

import numpy as np
import pytest
from tests.unit.test_checkpoint import BLOCKS, HEAT, SWAP

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=2, wide=4)

WHILE = """
#include <math.h>
double heat(double *u, double *v, const double *k, int n, int steps, double dt) {
    double t = 0, h = dt;
    while (t < dt * steps) { // time
        double change = 0;
        for (int i = 1; i < n - 1; i++) {
            v[i] = k[i] * (1 + u[i] * u[i]) * (u[i - 1] - 2 * u[i] + u[i + 1]);
            change += v[i] * v[i];
        }
        h = dt / (1 + 0.1 * change);
        for (int i = 1; i < n - 1; i++) u[i] += h * v[i];
        t += h;
    }
    double s = 0;
    for (int i = 0; i < n; i++) s += u[i] * u[i] * u[i];
    return s;
}
"""
SOURCES = {"heat": HEAT, "swap": SWAP, "blocks": BLOCKS, "while": WHILE}
N = 12


def line(source: str) -> str:
    return f"loop at {source[: source.index('// time')].count(chr(10)) + 1}"


def point() -> tuple[Any, ...]:
    chosen = np.random.default_rng(7)
    return chosen.uniform(0, 1, N), np.zeros(N), chosen.uniform(0.2, 0.4, N), N, 60, 0.1


def directions(names: tuple[str, ...]) -> tuple[Any, ...]:
    chosen = np.random.default_rng(8)
    return tuple(0.7 if name == "dt" else chosen.normal(size=N) for name in names)


def close(found: Any, wanted: Any, error: float) -> None:
    for one, other in zip(found, wanted, strict=True):
        assert np.max(np.abs(np.asarray(one) - other)) <= error * np.max(np.abs(other))


@pytest.mark.rotates
@pytest.mark.parametrize("how", [{"checkpoint": 4}, {"memory": "12KB"}], ids=["named", "bounded"])
@pytest.mark.parametrize("name", SOURCES)
def test_a_hessian_times_a_vector(name: str, how: dict[str, Any]) -> None:
    """As without checkpoints, and as differences of the gradient."""
    source = SOURCES[name]
    if "checkpoint" in how:
        how = {"checkpoint": {line(source): how["checkpoint"]}}
    heat = rz.compile(source).heat
    wrt = ("u", "k", "dt")
    along = directions(wrt)
    kind: dict[str, Any] = {"wrt": wrt, "of": "return", "check": "never"}
    found = rz.hvp(heat, point(), along, **kind, **how)
    close(found, rz.hvp(heat, point(), along, **kind), 1e-12)
    gradient, step = rz.grad(heat, **kind), 1e-6

    def moved(by: float) -> Any:
        u, v, k, n, steps, dt = point()
        return gradient(u + by * along[0], v, k + by * along[1], n, steps, dt + by * along[2])

    if name != "while":  # whose number of steps changes
        close(
            found,
            [(a - b) / (2 * step) for a, b in zip(moved(step), moved(-step), strict=True)],
            1e-6,
        )


@pytest.mark.parametrize("wrt", ["k", "dt"])
def test_a_hessian(wrt: str) -> None:
    heat = rz.compile(HEAT).heat
    kind: dict[str, Any] = {"wrt": wrt, "of": "return", "check": "never"}
    found = rz.hessian(heat, **kind, checkpoint={line(HEAT): 4})(*point())
    close([found], [rz.hessian(heat, **kind)(*point())], 1e-12)


def test_marked_loops() -> None:
    marked = HEAT.replace("{ // time", "{ rz_checkpoint(4);")
    heat = rz.compile("void rz_checkpoint(int);" + marked).heat
    kind: dict[str, Any] = {"wrt": ("u", "dt"), "of": "return", "check": "never"}
    along = directions(("u", "dt"))
    wanted = rz.hvp(heat, point(), along, **kind, checkpoint=False)
    close(rz.hvp(heat, point(), along, **kind), wanted, 1e-12)
    with pytest.raises(rz.Error, match="RZ603"):
        rz.hvp(heat, point(), along, **kind, checkpoint=False, memory="4KB")
    dense = rz.hessian(heat, wrt="dt", of="return", check="never")(*point())
    plain = rz.hessian(heat, wrt="dt", of="return", check="never", checkpoint=False)(*point())
    assert dense == pytest.approx(plain, rel=1e-12)


def test_the_tape_is_bounded() -> None:
    """A second derivative keeps states, too: no tape of all iterations fits into the bound."""
    heat = rz.compile(HEAT).heat
    u, v, k, n, _, dt = point()
    kind: dict[str, Any] = {"wrt": "k", "of": "return", "check": "never"}
    along = directions(("k",))
    whole = 3 * 8 * n * 20_000
    found = rz.hvp(heat, (u, v, k, n, 20_000, dt), along[0], **kind, memory=whole // 40)
    wanted = rz.hvp(heat, (u, v, k, n, 20_000, dt), along[0], **kind)
    close([found], [wanted], 1e-12)


REVERSED: dict[str, tuple[Any, Any]] = {
    "number": ("dt", "dt"),
    "arrays": ("k", "k"),
    "others": ("dt", ("u", "k", "dt")),
    "not by its own inputs": (("u", "k"), "dt"),
}


@pytest.mark.rotates
@pytest.mark.parametrize("how", [{"checkpoint": 4}, {"memory": "12KB"}], ids=["named", "bounded"])
@pytest.mark.parametrize("name", ["heat", "swap", "while"])
@pytest.mark.parametrize("wrt", REVERSED.values(), ids=REVERSED)
def test_reverse_over_reverse(wrt: tuple[Any, Any], name: str, how: dict[str, Any]) -> None:
    """The adjoint of a gradient, by its inputs and by its seed."""
    source = SOURCES[name]
    if "checkpoint" in how:
        how = {"checkpoint": {line(source): how["checkpoint"]}}
    heat = rz.compile(source).heat
    kind: dict[str, Any] = {"wrt": wrt[0], "of": "return", "check": "never"}
    found, wanted = (
        rz.jacrev(rz.grad(heat, **kind, **one), wrt=wrt[1])(*point()) for one in (how, {})
    )
    pair = (found, wanted) if isinstance(wanted, tuple) else ([found], [wanted])
    close(*pair, 1e-12)


def test_reverse_over_reverse_with_the_value() -> None:
    heat = rz.compile(HEAT).heat
    kind: dict[str, Any] = {"wrt": ("u", "dt"), "of": "return", "check": "never"}
    found, wanted = (
        rz.jacrev(rz.value_and_grad(heat, **kind, **how), wrt="k")(*point())
        for how in ({"checkpoint": {line(HEAT): 4}}, {})
    )
    close([found[0], *found[1]], [wanted[0], *wanted[1]], 1e-12)


def test_a_third_time() -> None:
    """Refused with a way out; what has no named loops keeps the tape of all iterations."""
    heat = rz.compile(HEAT).heat
    kind: dict[str, Any] = {"wrt": "dt", "check": "never"}

    def third(**how: Any) -> Any:
        first = rz.grad(heat, of="return", **kind, **how)
        return rz.grad(rz.grad(first, **kind), **kind)(*point())

    with pytest.raises(rz.Error, match="not a third time") as caught:
        third(checkpoint={line(HEAT): 4})
    assert caught.value.code == "RZ219"
    first = rz.grad(heat, of="return", **kind, checkpoint={line(HEAT): 4})
    for halves in (lambda: rz.split(first, wrt="dt")[0](*point()), lambda: rz.vjp(first, *point())):
        with pytest.raises(rz.Error, match="not in two halves") as caught:
            halves()
        assert caught.value.code == "RZ219"
    assert third(checkpoint=False) == pytest.approx(third(), rel=1e-12)
