"""`nonsmooth="ieee"` gives what JAX and PyTorch give where these agree."""

import math
from collections.abc import Callable
from typing import Any

import pytest

import ribozyme as rz

POINTS: list[tuple[str, str, tuple[float, ...]]] = [
    ("sqrt(x)", "sqrt", (0.0,)),
    ("log(x)", "log", (0.0,)),
    ("log10(x)", "log10", (0.0,)),
    ("log1p(x)", "log1p", (-1.0,)),
    ("asin(x)", "asin", (1.0,)),
    ("acos(x)", "acos", (1.0,)),
    ("acosh(x)", "acosh", (1.0,)),
    ("atanh(x)", "atanh", (1.0,)),
    ("floor(x)", "floor", (2.0,)),
    ("fmax(x, y)", "maximum", (2.0, 2.0)),
    ("fmin(x, y)", "minimum", (2.0, 2.0)),
    ("pow(x, y)", "pow", (0.0, 0.5)),
    ("pow(x, y)", "pow", (0.0, 2.0)),
    ("pow(x, y)", "pow", (-2.0, 2.0)),
    ("fmod(x, y)", "fmod", (6.0, 2.0)),
]


def ours(body: str, at: tuple[float, ...]) -> tuple[float, ...]:
    names = ", ".join(f"double {name}" for name in "xy"[: len(at)])
    f = rz.compile(f"#include <math.h>\ndouble f({names}) {{ return {body}; }}\n").f
    found: tuple[float, ...] = rz.grad(
        f, wrt=tuple(range(len(at))), nonsmooth="ieee", check="never"
    )(*at)
    return found


def same(one: tuple[float, ...], two: tuple[float, ...]) -> bool:
    return all(a == b or (math.isnan(a) and math.isnan(b)) for a, b in zip(one, two, strict=True))


@pytest.mark.parametrize(("body", "name", "at"), POINTS)
def test_as_jax(body: str, name: str, at: tuple[float, ...]) -> None:
    jax = pytest.importorskip("jax", reason="jax is not installed")
    with jax.enable_x64(True):
        f: Callable[..., Any] = getattr(jax.numpy, name)
        theirs = jax.grad(f, tuple(range(len(at))))(*at)
        assert same(ours(body, at), tuple(map(float, theirs)))


@pytest.mark.parametrize(("body", "name", "at"), POINTS)
def test_as_torch(body: str, name: str, at: tuple[float, ...]) -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    inputs = [torch.tensor(x, dtype=torch.float64, requires_grad=True) for x in at]
    getattr(torch, name)(*inputs).backward()
    assert same(ours(body, at), tuple(float(x.grad) for x in inputs))
