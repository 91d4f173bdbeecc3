"""Checkpointed loops of jitted functions: arrays of an iteration, marks, what is refused."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ribozyme as rz

numba = pytest.importorskip("numba", reason="numba is not installed")

pytestmark = pytest.mark.rotates("file", plain=2, wide=4)

X = 0.1 * np.random.default_rng(0).standard_normal(20)


def within(run: Any, args: tuple[Any, ...], wrt: tuple[str, ...]) -> None:
    """The gradient within a budget that the tape does not fit in is that without."""
    plain, bounded, other = (
        rz.grad(run, wrt=wrt, check="never", **how)(*args)
        for how in ({}, {"memory": "60KB"}, {"memory": "70KB"})
    )
    with pytest.raises(rz.Error, match="RZ603"):
        rz.grad(run, wrt=wrt, check="never", memory="60KB", checkpoint=False)(*args)
    for one, found, third in zip(plain, bounded, other, strict=True):
        assert np.max(np.abs(np.asarray(one) - found)) <= 1e-12 * np.max(np.abs(one))
        assert np.array_equal(found, third)


def jitted(f: Callable[..., Any]) -> Any:
    return numba.njit(f)


def test_until_it_ends() -> None:
    """A step that adapts, nested loops, a function that is called."""

    @jitted
    def rate(u: Any, k: float, f: Any) -> None:
        for i in range(1, len(u) - 1):
            f[i] = k * np.sin(u[i - 1] - 2 * u[i] + u[i + 1])

    @jitted
    def run(x: Any, k: float, end: float) -> float:
        u = x.copy()
        f = np.zeros_like(u)
        t, h = 0.0, 0.05
        while t < end:
            rate(u, k, f)
            change = 0.0
            for i in range(len(u)):
                change += f[i] * f[i]
            h = 0.05 / (1.0 + 0.1 * change)
            for i in range(len(u)):
                u[i] += h * f[i]
            t += h
        total = 0.0
        for i in range(len(u)):
            total += u[i] ** 2
        return total

    within(run, (X, 0.1, 30.0), ("x", "k"))


def test_by_its_number() -> None:
    """Its code has no lines: a loop has a number."""

    @jitted
    def run(x: Any, k: float, steps: int) -> float:
        u = x.copy()
        v = np.zeros_like(x)
        for _ in range(steps):
            for i in range(1, len(u) - 1):
                v[i] += k * np.sin(u[i - 1] - 2 * u[i] + u[i + 1])
            for i in range(len(u)):
                u[i] += 0.1 * v[i]
        total = 0.0
        for i in range(len(u)):
            total += u[i] ** 2
        return total

    within(run, (X, 0.1, 600), ("x", "k"))
    with pytest.raises(rz.Error, match="loop 1 of"):
        rz.grad(run, wrt="k", checkpoint={"loop at run.py:1": 3}, check="never")(X, 0.1, 5)


@jitted
def advance(u: Any, k: float) -> float:
    v = np.zeros_like(u)
    for i in range(1, len(u) - 1):
        v[i] = k * np.sin(u[i - 1] - 2 * u[i] + u[i + 1])
    for i in range(len(u)):
        u[i] += 0.1 * v[i]
    return v[1]


@jitted
def slope(u: Any, k: float) -> Any:
    v = np.zeros_like(u)
    for i in range(1, len(u) - 1):
        v[i] = k * np.sin(u[i - 1] - 2 * u[i] + u[i + 1])
    return v


def made(x: Any, k: float, steps: int) -> float:
    """An iteration makes an array."""
    u = x.copy()
    for _ in range(steps):
        v = np.zeros_like(u)
        for i in range(1, len(u) - 1):
            v[i] = k * np.sin(u[i - 1] - 2 * u[i] + u[i + 1])
        for i in range(len(u)):
            u[i] += 0.1 * v[i]
    return np.sum(u * u)


def called(x: Any, k: float, steps: int) -> float:
    """A function makes it, which is called before and behind the loop, too."""
    u = x.copy()
    total = advance(u, k) + advance(u, k)
    for _ in range(steps):
        total += advance(u, k)
    return np.sum(u * u) + total + advance(u, k)


def several(x: Any, k: float, steps: int) -> float:
    """Of expressions; some in one branch only, and the loop may be left."""
    u = x.copy()
    for t in range(steps):
        a = np.sin(u) * k
        if a[t % 20] > 0:
            b = a * u
            u[:] = u + 0.1 * b
        else:
            u[1:] = u[1:] + 0.1 * a[:-1]
        if np.max(u) > 10.0:
            break
    return np.sum(u * u * u)


@pytest.mark.parametrize("f", [made, called, several])
def test_arrays_that_an_iteration_makes(f: Callable[..., Any]) -> None:
    within(jitted(f), (X, 0.1, 600), ("x", "k"))


def test_its_arrays_are_freed() -> None:
    import resource

    gradient = rz.grad(jitted(made), wrt="k", check="never", memory="600KB")
    x = np.resize(X, 2000)
    gradient(x, 0.1, 600)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(5):
        gradient(x, 0.1, 600)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 5_000  # KiB


def anew(x: Any, k: float, steps: int) -> float:
    u = x.copy()
    for _ in range(steps):
        u = u + k * np.sin(u)
    return np.sum(u)


def returned(x: Any, k: float, steps: int) -> float:
    u = x + slope(x, k)
    for _ in range(steps):
        u += 0.1 * slope(u, k)
    return np.sum(u * u)


@pytest.mark.parametrize(
    ("f", "said"), [(anew, "may be freed here"), (returned, "an address is stored here")]
)
def test_an_array_that_lives_on_is_refused(f: Callable[..., Any], said: str) -> None:
    """Named: with the way out. Within a budget that the tape fits in it is kept."""
    run = jitted(f)
    plain = rz.grad(run, wrt=("x", "k"), check="never")(X, 0.1, 60)
    kept = rz.grad(run, wrt=("x", "k"), check="never", memory="1GB")(X, 0.1, 60)
    for one, other in zip(plain, kept, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12)
    with pytest.raises(rz.Error, match=said) as caught:
        rz.grad(run, wrt="k", check="never", checkpoint={"loop 1": 4})(X, 0.1, 60)
    assert caught.value.code == "RZ219" and "u[:] = …" in str(caught.value)


checkpoint = rz.numba.checkpoint


@pytest.mark.parametrize("count", [8, 0])
def test_a_mark(count: int) -> None:
    """`rz.numba.checkpoint(k)` in the body of a loop. The function itself runs as ever."""

    def waves(x: Any, k: float, steps: int) -> float:
        u = x.copy()
        for _ in range(steps):
            for i in range(1, len(u)):
                u[i] += k * np.sin(u[i - 1] - u[i])
        return np.sum(u * u)

    def marked(x: Any, k: float, steps: int) -> float:
        u = x.copy()
        for _ in range(steps):
            checkpoint(count)
            for i in range(1, len(u)):
                u[i] += k * np.sin(u[i - 1] - u[i])
        return np.sum(u * u)

    run, args = jitted(marked), (X, 0.1, 600)
    assert run(*args) == pytest.approx(waves(*args), rel=1e-14)
    how: dict[str, Any] = {"wrt": ("x", "k"), "check": "never"}
    if not count:
        with pytest.raises(rz.Error, match="a constant number of snapshots"):
            rz.grad(run, **how)(*args)
        return
    kept = rz.grad(run, **how)(*args)
    for one, other in zip(rz.grad(jitted(waves), **how)(*args), kept, strict=True):
        assert np.max(np.abs(np.asarray(one) - other)) <= 1e-12 * np.max(np.abs(one))
    assert rz.jvp(run, args, (np.ones(20), 0.0, None))[0] == pytest.approx(waves(*args), rel=1e-14)
    rz.grad(run, **how, memory="60KB")(*args)
    with pytest.raises(rz.Error, match="RZ603"):
        rz.grad(run, **how, memory="60KB", checkpoint=False)(*args)
