"""`nonsmooth="ieee"` gives what JAX and PyTorch give where these agree; the page says where not.

Both tables of docs/howto/nonsmooth.md are compared with what the frameworks of this machine give.
"""

import math
import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from tests.unit.test_nonsmooth_page import PAGE, ROWS, VALUES

Slopes = tuple[float, ...]

# A function of C's as JAX and PyTorch have it, by the names in both; None where one has none.
ALIKE: Final[dict[str, tuple[str | None, str | None]]] = {
    "fabs(x)": ("jnp.abs(x)", "torch.abs(x)"),
    "copysign(x, y)": ("jnp.copysign(x, y)", "torch.copysign(x, y)"),
    "fmax(x, y)": ("jnp.maximum(x, y)", "torch.maximum(x, y)"),
    "fmin(x, y)": ("jnp.minimum(x, y)", "torch.minimum(x, y)"),
    "fdim(x, y)": (None, None),
    "x > y ? x : y": ("lax.cond(x > y, lambda: x, lambda: y)", "x if x > y else y"),
    "sqrt(x)": ("jnp.sqrt(x)", "torch.sqrt(x)"),
    "cbrt(x)": ("jnp.cbrt(x)", None),
    "hypot(x, y)": ("jnp.hypot(x, y)", "torch.hypot(x, y)"),
    "sqrt(x * x + y * y)": ("jnp.sqrt(x * x + y * y)", "torch.sqrt(x * x + y * y)"),
    "pow(x, y)": ("jnp.pow(x, y)", "torch.pow(x, y)"),
    "log(x)": ("jnp.log(x)", "torch.log(x)"),
    "log2(x)": ("jnp.log2(x)", "torch.log2(x)"),
    "log10(x)": ("jnp.log10(x)", "torch.log10(x)"),
    "log1p(x)": ("jnp.log1p(x)", "torch.log1p(x)"),
    "1 / x": ("1 / x", "1 / x"),
    "asin(x)": ("jnp.asin(x)", "torch.asin(x)"),
    "acos(x)": ("jnp.acos(x)", "torch.acos(x)"),
    "acosh(x)": ("jnp.acosh(x)", "torch.acosh(x)"),
    "atanh(x)": ("jnp.atanh(x)", "torch.atanh(x)"),
    "asin(x) / M_PI": ("jnp.asin(x) / math.pi", "torch.asin(x) / math.pi"),
    "atan2(y, x)": ("jnp.atan2(y, x)", "torch.atan2(y, x)"),
    "fmod(x, y)": ("jnp.fmod(x, y)", "torch.fmod(x, y)"),
    "remainder(x, y)": (None, None),  # theirs rounds down
    "floor(x)": ("jnp.floor(x)", "torch.floor(x)"),
    "ceil(x)": ("jnp.ceil(x)", "torch.ceil(x)"),
    "round(x)": ("jnp.round(x)", "torch.round(x)"),
    "trunc(x)": ("jnp.trunc(x)", "torch.trunc(x)"),
    "rint(x)": ("jnp.rint(x)", "torch.round(x)"),
    "(int)x": (None, None),
    "cabs(x + I * y)": ("jnp.abs(x + 1j * y)", "torch.abs(torch.complex(x, y))"),
    "carg(x + I * y)": ("jnp.angle(x + 1j * y)", "torch.angle(torch.complex(x, y))"),
    "creal(csqrt(x + I * y))": (
        "jnp.real(jnp.sqrt(x + 1j * y))",
        "torch.real(torch.sqrt(torch.complex(x, y)))",
    ),
    "creal(cpow(x + I * y, 0.5))": (
        "jnp.real(jnp.power(x + 1j * y, 0.5))",
        "torch.real(torch.pow(torch.complex(x, y), 0.5))",
    ),
    "creal(cpow(x + I * y, 2))": (
        "jnp.real(jnp.power(x + 1j * y, 2))",
        "torch.real(torch.pow(torch.complex(x, y), 2))",
    ),
}


def of_jax(text: str, at: Slopes) -> Slopes:
    jax = pytest.importorskip("jax", reason="jax is not installed")
    with jax.enable_x64(True):
        f = _function(text, at, jnp=jax.numpy, lax=jax.lax)
        return tuple(map(float, jax.grad(f, tuple(range(len(at))))(*at)))


def of_torch(text: str, at: Slopes) -> Slopes:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    inputs = [torch.tensor(x, dtype=torch.float64, requires_grad=True) for x in at]
    _function(text, at, torch=torch)(*inputs).backward()
    return tuple(0.0 if x.grad is None else float(x.grad) for x in inputs)


def _function(text: str, at: Slopes, **names: Any) -> Callable[..., Any]:
    names |= {"math": math}
    found: Callable[..., Any] = eval(f"lambda {', '.join('xy'[: len(at)])}: {text}", names)
    return found


def same(one: Slopes, two: Slopes) -> bool:
    return all(
        math.isclose(a, b, rel_tol=1e-12) or (math.isnan(a) and math.isnan(b))
        for a, b in zip(one, two, strict=True)
    )


def _point(text: str) -> Slopes:
    return tuple(float(part.split("=")[1]) for part in text.split(","))


def _cell(text: str) -> Slopes:
    words = [word.strip() for word in text.split(",")]
    return tuple(VALUES[word] if word in VALUES else float(word) for word in words)


def test_the_tables_have_every_function() -> None:
    assert {body for body, *_ in ROWS} == ALIKE.keys()
    assert DIFFERENCES.keys() == SPELLED.keys()


@pytest.mark.parametrize(
    "row", [row for row in ROWS if None not in ALIKE[row[0]]], ids=lambda row: f"{row[0]} {row[1]}"
)
def test_where_both_agree(row: tuple[str, ...]) -> None:
    """The page's column is what both give; where they differ, its second table says so."""
    body, point, *_, ieee = row
    at = _point(point)
    jax, torch = ALIKE[body]
    assert jax is not None and torch is not None
    one, two = of_jax(jax, at), of_torch(torch, at)
    if same(one, two):
        assert same(_cell(ieee), one), (body, point, one)
    else:
        assert (body, at) in APART, (one, two)


# ---- where they do not agree ---------------------------------------------------------------------

DIFFERENCES: Final = {
    found[1]: found.groups()[1:]
    for found in re.finditer(
        r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$",
        PAGE.read_text("utf-8").split("| | JAX")[1],
        re.M,
    )
    if not found[1].startswith("---")
}
TIE: Final = (2.0, 2.0)
ORIGIN: Final = (0.0, 0.0)
SPELLED: Final[dict[str, list[tuple[str, Slopes, tuple[str | None, str | None]]]]] = {
    "`fabs` at 0": [("fabs(x)", (0.0,), ALIKE["fabs(x)"])],
    "`fmax` and `fmin` at a tie, as `maximum` and `minimum`": [
        (f"{name}(x, y)", TIE, ALIKE[f"{name}(x, y)"]) for name in ("fmax", "fmin")
    ],
    "the same, as `fmax` and `fmin`": [
        (f"{name}(x, y)", TIE, (f"jnp.{name}(x, y)", f"torch.{name}(x, y)"))
        for name in ("fmax", "fmin")
    ],
    "`hypot` at (0, 0)": [("hypot(x, y)", ORIGIN, ALIKE["hypot(x, y)"])],
    "`pow` at (0, 0)": [("pow(x, y)", ORIGIN, ALIKE["pow(x, y)"])],
    "`pow` at (0, -1)": [("pow(x, y)", (0.0, -1.0), ALIKE["pow(x, y)"])],
    "`atan2` and `carg` at 0": [
        (body, ORIGIN, ALIKE[body]) for body in ("atan2(y, x)", "carg(x + I * y)")
    ],
    "`copysign(x, 1)` at 0": [("copysign(x, y)", (0.0, 1.0), ALIKE["copysign(x, y)"])],
    "`csqrt` at 0": [(body := "creal(csqrt(x + I * y))", ORIGIN, ALIKE[body])],
}
APART: Final = {(body, at) for rows in SPELLED.values() for body, at, _ in rows}


@pytest.mark.parametrize("name", DIFFERENCES)
def test_where_they_differ(name: str) -> None:
    """What the page says of JAX, of PyTorch and of this is what they give."""
    said = [_cell(cell) for cell in DIFFERENCES[name]]
    in_first = {(row[0], _point(row[1])): _cell(row[-1]) for row in ROWS}
    for body, at, (jax, torch) in SPELLED[name]:
        assert jax is not None and torch is not None
        assert same(of_jax(jax, at), said[0]), (body, of_jax(jax, at))
        assert same(of_torch(torch, at), said[1]), (body, of_torch(torch, at))
        assert same(in_first[body, at], said[2])
