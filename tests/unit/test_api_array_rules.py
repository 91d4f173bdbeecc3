"""Rules over arrays: the C that is made of matrix expressions, and what is checked and refused."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from tests.isolated import no_added_rules

import ribozyme as rz
from ribozyme.api.custom.arraycheck import numeric
from ribozyme.api.custom.rules import unused
from ribozyme.matrix import (
    before,
    cos,
    diag,
    exp,
    eye,
    fabs,
    inv,
    log,
    outer,
    sin,
    solve,
    sqrt,
    tanh,
    total,
    trace,
    tril,
    triu,
)
from ribozyme.rules.matrix_expr import Expr, Leaf, Number

pytestmark = pytest.mark.rotates("file", plain=2, wide=4)

SOLVER = """
#include <math.h>
#include <stdlib.h>
#include <string.h>
#define OUT __attribute__((noinline))
OUT void mysolve(const double *A, const double *b, double *x, int n)
{
    double *f = malloc(n * n * sizeof *f);
    memcpy(f, A, n * n * sizeof *f);
    memcpy(x, b, n * sizeof *x);
    for (int p = 0; p < n; p++)
        for (int i = p + 1; i < n; i++) {
            double q = f[i * n + p] / f[p * n + p];
            for (int j = p; j < n; j++) f[i * n + j] -= q * f[p * n + j];
            x[i] -= q * x[p];
        }
    for (int p = n - 1; p >= 0; p--) {
        for (int j = p + 1; j < n; j++) x[p] -= f[p * n + j] * x[j];
        x[p] /= f[p * n + p];
    }
    free(f);
}
OUT double logdet(const double *A, size_t n)
{
    double *L = malloc(n * n * sizeof *L), s = 0;
    memcpy(L, A, n * n * sizeof *L);
    for (size_t j = 0; j < n; j++)
        for (size_t i = j; i < n; i++) {
            for (size_t k = 0; k < j; k++) L[i * n + j] -= L[i * n + k] * L[j * n + k];
            if (i == j) s += log(L[j * n + j]), L[j * n + j] = sqrt(L[j * n + j]);
            else L[i * n + j] /= L[j * n + j];
        }
    free(L);
    return 2 * s / 2;
}
OUT void in_place(double *b, const double *A, double c, int n)
{
    double *x = malloc(n * sizeof *x);
    for (int i = 0; i < n; i++) {
        x[i] = c * b[i] * b[i];
        for (int j = 0; j < n; j++) x[i] += A[i * n + j] * b[j];
    }
    memcpy(b, x, n * sizeof *x);
    free(x);
}
OUT float norm2(const float *x, long n)
{
    float s = 0;
    for (long i = 0; i < n; i++) s += x[i] * x[i];
    return s;
}
double loss(const double *A, const double *b, int n)
{
    double *x = malloc(n * sizeof *x), s = 0;
    for (int k = 0; k < 2; k++) {
        mysolve(A, b, x, n);
        for (int i = 0; i < n; i++) s += x[i] * x[i] * x[i] * b[0];
    }
    free(x);
    return s;
}
double entropy(const double *A, int n) { return logdet(A, n) * A[0]; }
double twice(const double *b, const double *A, double c, int n)
{
    double *y = malloc(n * sizeof *y), s = 0;
    memcpy(y, b, n * sizeof *y);
    in_place(y, A, c, n);
    in_place(y, A, c * c, n);
    for (int i = 0; i < n; i++) s += y[i] * y[i];
    free(y);
    return s;
}
float length(const float *x, long n) { return sqrtf(norm2(x, n)); }
double overlapping(double *A, int n) { mysolve(A, A + 1, A, n); return A[0]; }
"""
SHAPES = {"A": ("n", "n"), "b": "n", "x": "n"}


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    no_added_rules(monkeypatch)


@pytest.fixture(scope="module")
def lib() -> Any:
    return rz.compile(SOLVER)


def ruled(lib: Any) -> None:
    @rz.rule(lib.mysolve, shapes=SHAPES)
    def _(A: Any, b: Any, x: Any, n: int, dA: Any, db: Any) -> Any:
        return {"x": solve(A, db - dA @ x)}

    @rz.rule("logdet", shapes={"A": ("n", "n")})
    def _(A: Any, n: int, r: Any, dA: Any) -> Any:
        lower = tril(A) + tril(A).T - diag(diag(A))  # the triangle that it reads
        return trace(solve(lower, tril(dA) + tril(dA).T - diag(diag(dA))))

    @rz.rule(lib.in_place, shapes={"b": "n", "A": ("n", "n")})
    def _(b: Any, A: Any, c: Any, n: int, db: Any, dA: Any, dc: Any) -> Any:
        old = before(b)
        return {"b": dA @ old + A @ db + 2 * c * old * db + dc * old * old}

    @rz.rule(lib.norm2, shapes={"x": "n"})
    def _(x: Any, n: int, dx: Any) -> Any:
        return 2 * (x @ dx)


def arguments(name: str) -> tuple[Any, ...]:
    rng = np.random.default_rng(5)
    n = 4
    A, b = rng.normal(size=(n, n)) + 6 * np.eye(n), rng.normal(size=n)
    return {
        "loss": (A, b, n),
        "entropy": (A, n),
        "twice": (b, A, 0.7, n),
        "length": (b.astype(np.float32), n),
    }[name]


@pytest.mark.parametrize("name", ["loss", "entropy", "twice", "length"])
def test_rules_give_what_the_code_gives(lib: Any, name: str) -> None:
    f, args = lib[name], arguments(name)
    floats = tuple(k for k, v in enumerate(args) if not isinstance(v, int))
    close = {"rtol": 1e-4, "atol": 1e-5} if name == "length" else {"rtol": 1e-9, "atol": 1e-11}
    rng = np.random.default_rng(6)
    along = [
        rng.normal(size=np.shape(v)).astype(getattr(v, "dtype", float)) if k in floats else None
        for k, v in enumerate(args)
    ]
    along = [float(v) if v is not None and not v.ndim else v for v in along]
    some = tuple(v for v in along if v is not None)

    def found() -> list[Any]:
        gradient = rz.grad(f, wrt=floats, check="never")(*args)
        one = rz.grad(f, wrt=floats[-1], check="never")(*args)
        tangent = rz.jvp(f, args, along, check="never")[1]
        second = rz.hvp(f, args, some, wrt=floats, check="never")
        return [*gradient, one, tangent, *second]

    want = found()
    ruled(lib)
    got = found()
    inner = {"loss": "mysolve", "entropy": "logdet", "twice": "in_place", "length": "norm2"}[name]
    assert inner not in unused()
    for ours, codes in zip(got, want, strict=True):
        assert_allclose(ours, codes, **close)


ALL = """
void all(const double *A, const double *B, const double *x, double c, double *P, double *v, int m,
         int n)
{
    for (int i = 0; i < m * n; i++) P[i] = A[i % (n * n)] + B[i];
    for (int i = 0; i < n; i++) v[i] = x[i] * c;
}
void f(const double *A, const double *B, const double *x, double c, double *P, double *v, int m,
       int n)
{
    all(A, B, x, c, P, v, m, n);
}
"""
MANY = {"A": ("n", "n"), "B": ("m", "n"), "x": "n", "P": ("m", "n"), "v": "n"}


def words(
    A: Any,
    B: Any,
    x: Any,
    c: Any,
    P: Any,
    v: Any,
    m: int,
    n: int,
    dA: Any,
    dB: Any,
    dx: Any,
    dc: Any,
) -> dict[str, Expr]:
    """The differentials of some functions, with every word."""
    matrices = dB @ solve(A, eye("n") * c) + triu(B) * dc + (B @ inv(A) @ dA) / c - outer(B @ dx, x)
    more = (x @ dA) * tanh(c) - (B.T @ dB @ x) / sqrt(fabs(c)) + diag(dx) @ sin(x) + total(P) * dx
    first = (tril(dA) @ x) * exp(cos(x)) + diag(A.T) * trace(dA.T @ A)
    return {"P": matrices + n * (-dB) * log(c * c), "v": first + more + m * (v * (x @ dx))}


def test_every_word_in_c() -> None:
    """The functions in C against NumPy. The rule is not the derivative of the program's function,
    which it was registered before."""
    rz.rule("all", shapes=MANY)(words)
    f = rz.compile(ALL).f
    rng, sizes = np.random.default_rng(8), {"m": 3, "n": 4}
    shapes: dict[str, tuple[int, ...]] = {
        name: tuple(sizes[one] for one in (shape if isinstance(shape, tuple) else (shape,)))
        for name, shape in MANY.items()
    } | {"c": ()}
    at, along, seeds = (
        {name: rng.normal(size=shape) for name, shape in shapes.items()} for _ in range(3)
    )
    at["c"] = along["c"] * 0 + 1.3
    names = ("A", "B", "x", "c")
    args = [*(at[name] if shapes[name] else float(at[name]) for name in (*names, "P", "v")), 3, 4]
    dots = [*(along[n] if shapes[n] else float(along[n]) for n in names), None, None, None, None]
    left = {"P": (at["A"].ravel()[:12] + at["B"].ravel()).reshape(3, 4), "v": at["x"] * at["c"]}
    leaf = dict.fromkeys(MANY, ("n",)) | MANY | {"c": ()}
    tuples = {n: (s if isinstance(s, tuple) else (s,)) for n, s in leaf.items()}
    values = {name: Leaf(name, "value", tuples[name]) for name in (*names, "P", "v")}
    tangents = {f"d{name}": Leaf(name, "tangent", tuples[name]) for name in names}
    terms = words(**values, m=Number("m"), n=Number("n"), **tangents)  # type: ignore[arg-type]
    given = {(n, "value"): v for n, v in (at | left).items()}
    given |= {(n, "tangent"): v for n, v in along.items()}

    _, found = rz.jvp(f, args, dots, of=("P", "v"), check="never")
    for name, got in zip(("P", "v"), found, strict=True):
        assert_allclose(got, numeric(terms[name], given, sizes), rtol=1e-11, atol=1e-11)
    _, back = rz.vjp(f, *args, wrt=names, of=("P", "v"), check="never")
    bars = back(seeds["P"], seeds["v"])
    forth = sum(np.sum(s * t) for s, t in zip((seeds["P"], seeds["v"]), found, strict=True))
    assert sum(np.sum(b * along[n]) for b, n in zip(bars, names, strict=True)) == pytest.approx(
        forth, rel=1e-11
    )


OUTSIDE = """
void outside(const double *A, const double *x, double *y, int m, int n)
{
    for (int i = 0; i < m; i++) {
        y[i] = 0;
        for (int j = 0; j < n; j++) y[i] += A[i * n + j] * x[j];
    }
}
"""
CALLER = """
void outside(const double *A, const double *x, double *y, int m, int n);
double f(const double *A, const double *x, int m, int n)
{
    double y[8], s = 0;
    outside(A, x, y, m, n);
    for (int i = 0; i < m; i++) s += y[i] * y[i];
    return s;
}
"""


def test_a_function_of_another_library(tmp_path: Path) -> None:
    """By its symbol; nobody has its code."""
    (tmp_path / "outside.c").write_text(OUTSIDE)
    library = tmp_path / "liboutside.so"
    words = [
        sys.executable,
        "-m",
        "ziglang",
        "cc",
        "-target",
        "x86_64-linux-gnu.2.28",
        "-shared",
        "-fPIC",
        "-o",
        str(library),
        str(tmp_path / "outside.c"),
    ]
    subprocess.run(words, check=True)

    @rz.rule("outside", shapes={"A": ("m", "n"), "x": "n", "y": "m"})
    def _(A: Any, x: Any, y: Any, m: int, n: int, dA: Any, dx: Any) -> Any:
        return {"y": dA @ x + A @ dx}

    f = rz.compile(CALLER, libraries=[str(library)]).f
    rng = np.random.default_rng(1)
    A, x = rng.normal(size=(3, 4)), rng.normal(size=4)
    by_A, by_x = rz.grad(f)(A, x, 3, 4)
    assert_allclose(by_A, 2 * np.outer(A @ x, x), rtol=1e-12)
    assert_allclose(by_x, 2 * A.T @ A @ x, rtol=1e-12)


def test_overlapping_arrays_end_the_call(lib: Any) -> None:
    ruled(lib)
    with pytest.raises(rz.Error, match="overlap"):
        rz.grad(lib.overlapping, check="never")(np.eye(5), 4)


def wrong_sign(A: Any, b: Any, x: Any, n: int, dA: Any, db: Any) -> Any:
    return {"x": solve(A, db + dA @ x)}


def wrong_shape(A: Any, b: Any, x: Any, n: int, dA: Any, db: Any) -> Any:
    return {"x": dA}


def not_linear(A: Any, b: Any, x: Any, n: int, dA: Any, db: Any) -> Any:
    return {"x": dA @ (dA @ x)}


def no_output(A: Any, b: Any, x: Any, n: int, dA: Any, db: Any) -> Any:
    return {"y": db}


def returns(A: Any, b: Any, x: Any, n: int, dA: Any, db: Any) -> Any:
    return trace(dA)


def too_few(A: Any, b: Any, x: Any, dA: Any) -> Any:
    return {"x": dA @ x}


@pytest.mark.parametrize(
    ("function", "code", "said"),
    [
        (wrong_sign, "RZ213", "is wrong for 'x'"),
        (wrong_shape, "RZ212", "the differential of 'x' is n × n, not n"),
        (not_linear, "RZ212", "not linear"),
        (no_output, "RZ212", "'y', which is no array of it"),
        (returns, "RZ212", "the function returns nothing"),
        (too_few, "RZ212", "it has 3 operands, and 'mysolve' 4"),
    ],
)
def test_what_is_no_rule(lib: Any, function: Any, code: str, said: str) -> None:
    shapes = {name: SHAPES[name] for name in SHAPES if name in function.__code__.co_varnames}
    with pytest.raises(rz.Error, match=said) as refused:
        rz.rule(lib.mysolve, shapes=shapes)(function)
    assert code in str(refused.value)


def test_a_rule_that_is_not_tried(lib: Any) -> None:
    """The first gradient finds it wrong, if that is compared."""
    rz.rule(lib.mysolve, shapes=SHAPES, check="never")(wrong_sign)
    A, b = np.eye(3) * 4, np.ones(3)
    with pytest.raises(rz.Error, match="RZ601"):
        rz.grad(lib.loss)(A, b, 3)
    with pytest.raises(rz.Error, match="check= is"):
        rz.rule(lib.mysolve, shapes=SHAPES, check="always")(wrong_sign)  # type: ignore[arg-type]


def test_an_array_that_is_written_needs_its_differential(lib: Any) -> None:
    both = rz.compile("""
        void both(const double *x, double *y, double *z, int n) {
            for (int i = 0; i < n; i++) y[i] = 2 * x[i], z[i] = x[i];
        }""").both
    with pytest.raises(rz.Error, match="says nothing of 'z'"):

        @rz.rule(both, shapes=dict.fromkeys("xyz", "n"))
        def _(x: Any, y: Any, z: Any, n: int, dx: Any) -> Any:
            return {"y": 2 * dx}

    with pytest.raises(rz.Error, match="how large 'z' is must be said"):

        @rz.rule(both, shapes=dict.fromkeys("xy", "n"))
        def _(x: Any, y: Any, z: Any, n: int, dx: Any) -> Any:
            return {"y": 2 * dx}

    with pytest.raises(rz.Error, match="has 'k', which is no integer"):

        @rz.rule(both, shapes=dict.fromkeys("xyz", "k"))
        def _(x: Any, y: Any, z: Any, n: int, dx: Any) -> Any:
            return {"y": 2 * dx}
