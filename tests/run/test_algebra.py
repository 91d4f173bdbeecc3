"""Every row of linear algebra at random flags, sizes and strides: tangents against differences of
the library's routine, and adjoints against tangents."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from functools import cache
from typing import Any
from zlib import crc32

import numpy as np
import pytest
from tests.algebra_cases import LETTERS, Case, Convention, case, conventions, source

import ribozyme as rz
from ribozyme.algebra.all_rows import ROWS
from ribozyme.algebra.rows import Row
from ribozyme.base import openblas
from ribozyme.rules import custom
from ribozyme.rules.algebra import spelled

pytestmark = pytest.mark.rotates("file", plain=3, wide=6)

pytest.importorskip("scipy_openblas32", reason="the extra 'blas' is not installed")

SPECTRA = ("syev", "syevd", "heev", "heevd", "gesdd", "gesvd")
"""Vectors of these have signs, or phases, that the library chooses: `test_algebra_spectra.py`."""
CALLS, COMPLEX = (
    [
        (name, how, type)
        for name, row in ROWS.items()
        if type in row.types and name not in SPECTRA
        for how in conventions(row)
    ]
    for type in "dz"
)


@cache
def program(name: str, convention: Convention, type: str = "d") -> Any:
    return rz.compile(source(ROWS[name], convention, type)).f


def outputs(of: Case, f: Any, args: dict[str, Any]) -> list[Any]:
    """What the routine leaves in its outputs."""
    own = {name: np.copy(v) if isinstance(v, np.ndarray) else v for name, v in args.items()}
    returned = f(*own.values())
    return [returned if name == "return" else own[name] for name in of.outputs]


def moved(args: dict[str, Any], tangents: dict[str, Any], step: float) -> dict[str, Any]:
    return {
        n: (v + np.asarray(step * tangents[n], getattr(v, "dtype", float))) if n in tangents else v
        for n, v in args.items()
    }


def inner(some: list[Any], others: list[Any]) -> float:
    return float(sum(np.sum(np.asarray(a) * b) for a, b in zip(some, others, strict=True)))


def draws(of: Case, rng: np.random.Generator, names: tuple[str, ...]) -> dict[str, Any]:
    return {
        name: rng.normal(size=np.shape(of.args[name])).astype(np.asarray(of.args[name]).dtype)
        if np.ndim(of.args[name])
        else rng.normal()
        for name in names
    }


def tangents_of(f: Any, of: Case, directions: dict[str, Any]) -> list[Any]:
    own = [np.copy(v) if isinstance(v, np.ndarray) else v for v in of.args.values()]
    along = [directions.get(name) for name in of.args]
    one = len(of.outputs) == 1
    wanted = of.outputs[0] if one else of.outputs
    _, found = rz.jvp(f, own, along, of=wanted, check="never")
    return [found] if one else list(found)


def adjoints_of(f: Any, of: Case, names: tuple[str, ...], seeds: list[Any]) -> list[Any]:
    own = [np.copy(v) if isinstance(v, np.ndarray) else v for v in of.args.values()]
    one = len(of.outputs) == 1
    wanted = of.outputs[0] if one else of.outputs
    _, back = rz.vjp(f, *own, wrt=names, of=wanted, check="never")
    for value in own:
        if isinstance(value, np.ndarray):
            value[...] = 1 if value.dtype == np.int32 else np.nan  # what is needed was kept
    found = back(*seeds)
    return list(found)


def doubled(values: Mapping[str, Any]) -> dict[str, Any]:
    """The same numbers in double precision, of which small steps tell the derivative."""
    return {
        name: value.astype({"f": "d", "F": "D"}.get(value.dtype.char, value.dtype.char))
        if isinstance(value, np.ndarray)
        else value
        for name, value in values.items()
    }


STENCIL = ((1e-5, 8), (-1e-5, -8), (2e-5, -1), (-2e-5, 1))
"""Steps and weights of differences of the fourth order: some random matrices are near to singular
ones, where those of the second order have an error of 1e-5."""


def differences(values: Any) -> Any:
    """The derivative, of values at the steps."""
    weighed = (
        weight * np.asarray(value, float if np.isrealobj(value) else complex)
        for value, (_, weight) in zip(values, STENCIL, strict=True)
    )
    return sum(weighed) / 12e-5


def agree(name: str, convention: Convention, type: str, count: int) -> None:
    rng = np.random.default_rng(crc32(f"{name} {convention} {type}".encode()))
    f = program(name, convention, type)
    exact_f = program(name, convention, {"s": "d", "c": "z"}.get(type, type))
    for number in range(count):
        of = case(name, convention, rng, type)
        directions = draws(of, rng, of.active)
        found = tangents_of(f, of, directions)
        close = 1e-7 if type in "dz" else 2e-2
        point, way = doubled(of.args), doubled(directions)
        around = [outputs(of, exact_f, moved(point, way, by)) for by, _ in STENCIL]
        for got, values in zip(found, zip(*around, strict=True), strict=True):
            want = differences(values)
            size = 1 + np.max(np.abs(want))
            np.testing.assert_allclose(got, want, rtol=close, atol=close * size)
        seeds = [
            rng.normal(size=np.shape(got)).astype(got.dtype) if np.ndim(got) else rng.normal()
            for got in found
        ]
        some = tuple(name for name in of.active if rng.random() < 0.6) or of.active
        chosen.setdefault((name, convention, type), some)
        for names in (of.active, chosen[name, convention, type]):
            part = {name: directions[name] for name in names}
            tangents = found if names == of.active else tangents_of(f, of, part)
            adjoints = adjoints_of(f, of, names, seeds)
            got, want = inner(adjoints, list(part.values())), inner(tangents, seeds)
            exact = 1e-10 if type in "dz" else 1e-3
            assert got == pytest.approx(want, rel=exact, abs=exact), (number, names, of.args)


chosen: dict[tuple[str, str, str], tuple[str, ...]] = {}
"""Some operands of a routine that are active while others are not."""


@pytest.mark.rotates(plain=4, wide=30)
@pytest.mark.parametrize(("name", "convention", "type"), CALLS)
def test_tangents_and_adjoints(name: str, convention: Convention, type: str) -> None:
    agree(name, convention, type, 24)


@pytest.mark.rotates(plain=3, wide=20)
@pytest.mark.parametrize(("name", "convention", "type"), COMPLEX)
def test_complex_numbers(name: str, convention: Convention, type: str) -> None:
    agree(name, convention, type, 24)


@pytest.mark.rotates(plain=1, wide=4)
@pytest.mark.parametrize(("name", "convention", "type"), CALLS + COMPLEX)
def test_single_precision(name: str, convention: Convention, type: str) -> None:
    agree(name, convention, {"d": "s", "z": "c"}[type], 8)


@pytest.mark.rotates(plain=3, wide=20)
@pytest.mark.parametrize(("name", "type"), [(n, t) for n, r in ROWS.items() for t in r.types[1::2]])
def test_values_are_the_librarys(name: str, type: str) -> None:
    """Also of routines that are made of others here."""
    row, rng = ROWS[name], np.random.default_rng(3)
    if row.result == "complex" or (type == "z" and name in SPECTRA):
        pytest.skip("compared by another test")
    library = ctypes.CDLL(str(openblas.library()))
    routine = getattr(library, f"scipy_{spelled(name, type, 'f')}_")
    routine.restype = ctypes.c_double if row.result == "number" else None
    f = program(name, "fortran", type)
    for _ in range(6):
        of = case(name, "fortran", rng, type)
        if of.args.get("jobz") == ord("N"):
            continue  # the library leaves anything
        ours = {n: np.copy(v) if isinstance(v, np.ndarray) else v for n, v in of.args.items()}
        found = f(*ours.values())
        theirs = {n: np.copy(v) if isinstance(v, np.ndarray) else v for n, v in of.args.items()}
        want = routine(*by_address(row, type, theirs))
        if row.result == "number":
            assert found == pytest.approx(want, rel=1e-12)
        for written in row.written:
            if written == "A" and name in ("gesdd", "gesvd"):
                continue
            size = 1 + np.max(np.abs(theirs[written]))
            np.testing.assert_allclose(ours[written], theirs[written], rtol=0, atol=1e-12 * size)


def by_address(row: Row, type: str, args: dict[str, Any]) -> list[Any]:
    """The arguments of Fortran's routine."""
    given: list[Any] = []
    for param in row.params:
        value = args.get(param.name)
        match param.kind:
            case "superb":
                continue
            case "rwork" if type in "sd":
                continue
            case "work" | "rwork" | "iwork":
                value = np.zeros(4096)
            case "length":
                value = np.array([2048], np.int32)
            case "job":
                value = np.array([value], np.int8)
            case "trans" | "uplo" | "diag" | "side":
                value = np.array([ord(LETTERS[value])], np.int8)
            case "dim":
                value = np.array([value], np.int32)
            case _:
                value = np.atleast_1d(value)
        given.append(value.ctypes.data_as(ctypes.c_void_p))
        if param.kind in ("matrix", "vector"):
            leading = np.array([args[f"ld{param.name}"]], np.int32)
            given.append(leading.ctypes.data_as(ctypes.c_void_p))
    return [*given, ctypes.byref(ctypes.c_int())] if row.result == "int" else given


HEADER = """
void cblas_dgemm(int, int, int, int, int, int, double, const double *, int, const double *, int,
                 double, double *, int);
void cblas_dtrsm(int, int, int, int, int, int, int, double, const double *, int, double *, int);
int LAPACKE_dpotrf(int, char, int, double *, int);
int LAPACKE_dgesv(int, int, int, double *, int, int *, double *, int);
int LAPACKE_dgetrf(int, int, int, double *, int, int *);
int cblas_idamax(int, const double *, int);
static double cubes(const double *A, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += A[i] * A[i] * A[i];
  return sum;
}
"""
SECOND = {
    "gemm": """double f(const double *A, const double *B, double *C, int n) {
      cblas_dgemm(101, 111, 112, n, n, n, 1.5, A, n, B, n, 0.5, C, n);
      return cubes(C, n * n);
    }""",
    "trsm": """double f(const double *A, double *B, int n) {
      cblas_dtrsm(101, 141, 122, 112, 131, n, n, 1.5, A, n, B, n);
      return cubes(B, n * n);
    }""",
    "potrf": """double f(double *A, int n) {
      if (LAPACKE_dpotrf(101, 'L', n, A, n)) return -1;
      double sum = 0;
      for (int i = 0; i < n; i++) sum += cubes(A + i * n, i + 1);
      return sum;
    }""",
    "getrf": """double f(double *A, int n) {
      int pivots[8];
      if (LAPACKE_dgetrf(101, n, n, A, n, pivots)) return -1;
      return cubes(A, n * n);
    }""",
    "gesv": """double f(double *A, double *B, int n) {
      int pivots[8];
      if (LAPACKE_dgesv(101, n, n, A, n, pivots, B, n)) return -1;
      return cubes(A, n * n) + cubes(B, n * n);
    }""",
}


@pytest.mark.rotates(plain=1, wide=4)
@pytest.mark.parametrize("name", SECOND)
def test_second_order(name: str) -> None:
    f = rz.compile(HEADER + SECOND[name]).f
    n, rng = 4, np.random.default_rng(7)
    count = SECOND[name].partition(")")[0].count("*")
    args = [rng.normal(size=(n, n)) for _ in range(count)]
    args[0] = args[0] @ args[0].T + 4 * np.eye(n)
    if name == "getrf":
        args[0] = args[0][::-1].copy()  # rows are exchanged
    along = [rng.normal(size=(n, n)) for _ in args]
    gradient = rz.grad(f, wrt=tuple(range(count)), check="never")

    def at(step: float) -> Any:
        return gradient(*[a + step * d for a, d in zip(args, along, strict=True)], n)

    found = rz.hvp(f, (*[a.copy() for a in args], n), tuple(along), wrt=tuple(range(count)))
    for got, high, low in zip(found, at(1e-6), at(-1e-6), strict=True):
        want = (high - low) / 2e-6
        np.testing.assert_allclose(got, want, rtol=1e-7, atol=1e-7 * np.max(np.abs(want)))


NAMED = """
void {p}cblas_dgemm{s}(int, int, int, I, I, I, double, const double *, I, const double *, I,
                       double, double *, I);
I {p}LAPACKE_dpotrf{s}(int, char, I, double *, I);
void {p}dtrsm_{s}(const char *, const char *, const char *, const char *, const I *, const I *,
                  const double *, const double *, const I *, double *, const I *);
double f(const double *A, const double *B, long m) {{
  I n = m;
  double K[64] = {{0}}, C[64], one = 1, sum = 0;
  for (I i = 0; i < n; i++) K[i * n + i] = 9;
  {p}cblas_dgemm{s}(102, 111, 112, n, n, n, 1.0, A, n, A, n, 1.0, K, n);
  {p}cblas_dgemm{s}(102, 112, 111, n, n, n, 2.0, A, n, B, n, 0.0, C, n);
  if ({p}LAPACKE_dpotrf{s}(102, 'L', n, K, n)) return -1;
  {p}dtrsm_{s}("L", "L", "N", "N", &n, &n, &one, K, &n, C, &n);
  for (I i = 0; i < n * n; i++) sum += C[i] * C[i] * C[i];
  return sum;
}}"""


@pytest.mark.rotates(plain=1)
@pytest.mark.parametrize(("prefix", "suffix"), [("scipy_", ""), ("scipy_", "64_"), ("", "64_")])
def test_names_of_other_builds(prefix: str, suffix: str) -> None:
    """The names of the wheels, and those of 64-bit integers, against plain names and NumPy."""
    if suffix:
        pytest.importorskip("scipy_openblas64", reason="scipy-openblas64 is not installed")

    def made(prefix: str, suffix: str) -> Any:
        integer = "typedef long I;\n" if suffix else "typedef int I;\n"
        return rz.compile(integer + NAMED.format(p=prefix, s=suffix)).f

    def by_numpy(A: Any, B: Any) -> float:
        L = np.linalg.cholesky(A.T @ A + 9 * np.eye(4))
        return float(np.sum(np.linalg.solve(L, 2 * A @ B.T) ** 3))

    f, plain = made(prefix, suffix), made("", "")
    A, B, dA, dB = np.random.default_rng(9).normal(size=(4, 4, 4))
    assert f(A, B, 4) == pytest.approx(by_numpy(A, B), rel=1e-12)
    found = rz.grad(f, wrt=(0, 1), check="never")(A, B, 4)
    for got, want in zip(found, rz.grad(plain, wrt=(0, 1), check="never")(A, B, 4), strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-12, atol=1e-12)
    h = 1e-3
    high, low, far, back = (by_numpy(A + s * h * dA, B + s * h * dB) for s in (1, -1, 2, -2))
    want = (8 * (high - low) - (far - back)) / (12 * h)
    assert np.sum(found[0] * dA) + np.sum(found[1] * dB) == pytest.approx(want, rel=1e-7)
    _, tangent = rz.jvp(f, (A, B, 4), (dA, dB, None), check="never")
    assert tangent == pytest.approx(want, rel=1e-7)


def test_overlapping_operands_end_the_call() -> None:
    text = """double f(double *A, int n, int at) {
      cblas_dgemm(102, 111, 112, 2, 2, 2, -1.0, A + 2, n, A + 2, n, 1.0, A + at, n);
      return cubes(A, n * n);
    }"""
    f = rz.compile(HEADER + text).f
    A = np.random.default_rng(1).normal(size=(4, 4))
    slope = rz.grad(f, wrt=0, check="never")
    for at in (1, 3, 6):
        with pytest.raises(rz.Error, match="overlap"):
            slope(A.copy(), 4, at)
    for at in (8, 10):  # blocks of one matrix, columns of their own
        found = slope(A.copy(), 4, at)
        unit = np.random.default_rng(2).normal(size=A.shape)
        want = (f(A + 1e-6 * unit, 4, at) - f(A - 1e-6 * unit, 4, at)) / 2e-6
        assert np.sum(found * unit) == pytest.approx(want, rel=1e-6)


def test_failed_factorisation() -> None:
    text = """double f(double *A, int n, int look) {
      int info = LAPACKE_dpotrf(102, 'L', n, A, n);
      return info && !look ? 7.0 : cubes(A, n * n);
    }"""
    slope = rz.grad(rz.compile(HEADER + text).f, wrt=0, check="never")
    assert np.all(slope(-np.eye(3), 3, 0) == 0)
    with pytest.raises(rz.Error, match="factorisation failed"):
        slope(-np.eye(3), 3, 1)


def test_directions_at_once_run_the_routine_once() -> None:
    text = """
    void cblas_dgemv(int, int, int, int, double, const double *, int, const double *, int, double,
                     double *, int);
    void f(const double *A, double *C, int n) {
      for (int k = 0; k < 2; k++)
        cblas_dgemm(101, 111, 111, n, n, n, 1.0, A, n, A, n, 1.0, C, n);
    }
    void g(const double *A, const double *x, double *y, int n) {
      for (int k = 0; k < 2; k++) cblas_dgemv(101, 111, n, n, 1.0, A, n, x, 1, 1.0, y, 1);
    }"""
    lib = rz.compile(HEADER + text)
    A, C = np.random.default_rng(3).normal(size=(2, 3, 3))
    found = rz.jacobian(lib.f, wrt="A", of="C", width=4)(A, C.copy(), 3)
    eye = np.eye(3)
    want = 2 * (np.einsum("ik,lj->ijkl", eye, A) + np.einsum("ik,jl->ijkl", A, eye))
    np.testing.assert_allclose(found, want, rtol=1e-12, atol=1e-12)
    found = rz.jacobian(lib.g, wrt="A", of="y", width=2)(A, C[0], C[1].copy(), 3)
    np.testing.assert_allclose(found, 2 * np.einsum("ik,l->ikl", eye, C[0]), atol=1e-12)


MEMORY = """
#include <string.h>
#include <stdlib.h>
#include <cblas.h>
struct Pair { double a[4]; long n; double b[4]; };
double copied(const double *x, int n) {
  double *w = malloc(n * sizeof(double)), *v = malloc(n * sizeof(double));
  cblas_dcopy(n, x, 1, w, 1);
  memcpy(v, w, n * sizeof(double));
  double s = cblas_ddot(n, v, 1, w, 1);
  free(w), free(v);
  return s;
}
double moved(const double *x, int n) {
  double *w = malloc(n * sizeof(double));
  cblas_dcopy(n, x, 1, w, 1);
  w = realloc(w, 2 * n * sizeof(double));
  cblas_dcopy(n, x, 1, w + n, 1);
  double s = cblas_ddot(n, w, 1, w + n, 1);
  free(w);
  return s;
}
double members(const double *x, int n) {
  struct Pair *p = malloc(sizeof *p), *q = malloc(sizeof *q);
  p->n = n;
  cblas_dcopy(4, x, 1, p->a, 1);
  cblas_dcopy(4, x, 1, p->b, 1);
  memcpy(q, p, sizeof *p);
  double s = cblas_ddot(4, q->a, 1, q->b, 1) * q->n;
  free(p), free(q);
  return s;
}
static double *buffer;
double variable(const double *x, int n) {
  buffer = calloc(n, sizeof(double));
  cblas_daxpy(n, 2.0, x, 1, buffer, 1);
  double *c = calloc(n, sizeof(double));
  memmove(c, buffer, n * sizeof(double));
  double s = cblas_ddot(n, c, 1, buffer, 1);
  free(c), free(buffer);
  return s;
}
"""


@pytest.mark.rotates(plain=1, wide=4)
@pytest.mark.parametrize("name", ["copied", "moved", "members", "variable"])
def test_memory_that_only_the_library_touches(name: str) -> None:
    """Copies of it are copies of numbers, though the program has no number of it in its hands."""
    f = rz.compile(MEMORY)[name]
    x = np.array([1.0, -2.0, 0.5, 3.0])
    factor = {"copied": 2, "moved": 2, "members": 8, "variable": 8}[name]
    np.testing.assert_allclose(rz.grad(f, wrt="x", check="never")(x, 4), factor * x, rtol=1e-14)
    _, tangent = rz.jvp(f, (x, 4), (np.ones(4), None), check="never")
    assert tangent == pytest.approx(factor * np.sum(x))


CXX = """
#include <vector>
#include <cblas.h>
struct Matrix { int n; std::vector<double> data; Matrix(int n) : n(n), data(n * n) {} };
Matrix operator*(const Matrix &a, const Matrix &b) {
  Matrix c(a.n);
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, a.n, a.n, a.n, 1.0, a.data.data(), a.n,
              b.data.data(), b.n, 0.0, c.data.data(), c.n);
  return c;
}
extern "C" double f(const double *x, int n) {
  Matrix a(n);
  for (int i = 0; i < n * n; i++) a.data[i] = x[i];
  Matrix c = a * a * a;
  double s = 0;
  for (double v : c.data) s += v * v;
  return s;
}
"""


def test_classes_of_cxx_around_calls() -> None:
    slope = rz.grad(rz.compile(CXX, "c++").f, wrt="x", check="never")
    A = np.random.default_rng(5).normal(size=(3, 3))
    C = 2 * A @ A @ A
    want = C @ (A @ A).T + A.T @ C @ A.T + (A @ A).T @ C
    np.testing.assert_allclose(slope(A, 3), want, rtol=1e-12)


FORTRAN = """
function energy(x, n) result(s)
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: x(n, n)
  double precision :: s, w(n, n), b(n, n)
  double precision, external :: ddot
  integer :: pivots(n), info
  w = x
  b = transpose(x)
  call dgesv(n, n, w, n, pivots, b, n, info)
  call dgemm('T', 'N', n, n, n, 2.0d0, x, n, b, n, 0.0d0, w, n)
  s = ddot(n * n, w, 1, b, 1)
end function
"""


@pytest.mark.fortran
def test_fortran_calls_with_lengths_of_texts() -> None:
    lib = rz.compile(FORTRAN, "fortran")
    assert [one.name for one in lib] == ["energy"]
    x = np.asfortranarray(np.random.default_rng(6).normal(size=(3, 3)) + 3 * np.eye(3))
    along = np.asfortranarray(np.random.default_rng(8).normal(size=(3, 3)))
    found = rz.grad(lib.energy, wrt="x", check="never")(x, 3)
    want = (lib.energy(x + 1e-6 * along, 3) - lib.energy(x - 1e-6 * along, 3)) / 2e-6
    assert np.sum(found * along) == pytest.approx(want, rel=1e-7)


STAYING = """
void cblas_dgemv(int, int, int, int, double, const double *, int, const double *, int, double,
                 double *, int);
static void step(const double *A, const double *y, double *z, int n) {
  cblas_dgemv(101, 111, n, n, 1.0, A, n, y, 1, 0.0, z, 1);
}
double stays(const double *restrict A, double *restrict y, double *restrict z, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    step(A, y, z, n);
    for (int i = 0; i < n; i++) y[i] = z[i] / (1 + z[i] * z[i]);
  }
  return cubes(y, n);
}
double changed(double *A, double *y, double *z, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    step(A, y, z, n);
    A[k] *= z[0];
    for (int i = 0; i < n; i++) y[i] = z[i] / (1 + z[i] * z[i]);
  }
  return cubes(y, n);
}
double freed(const double *x, double *y, double *z, int n, int steps) {
  double *A = malloc(n * n * sizeof(double));
  for (int i = 0; i < n * n; i++) A[i] = x[i];
  step(A, y, z, n);
  free(A);
  return cubes(z, n) * steps;
}
"""


@pytest.mark.parametrize("name", ["stays", "changed", "freed"])
def test_operands_that_stay_are_not_copied(name: str) -> None:
    """A matrix that nothing writes does not lie on the tape, whatever number of calls takes it."""
    f = rz.compile("#include <stdlib.h>\n" + HEADER + STAYING)[name]
    rng, n, steps = np.random.default_rng(4), 60, 40
    A, along = rng.normal(size=(2, n, n)) / 8
    y = rng.normal(size=n)

    def args(by: float) -> tuple[Any, ...]:
        return A + by * along, y.copy(), np.zeros(n), n, steps

    limit = 10**6 if name == "stays" else None  # a copy for each step takes 1.15 MB
    found = rz.grad(f, wrt="x" if name == "freed" else "A", check="never", memory=limit)(*args(0))
    want = (f(*args(1e-6)) - f(*args(-1e-6))) / 2e-6
    assert np.sum(found * along) == pytest.approx(want, rel=1e-6)


PARALLEL = """
void cblas_dgemv(int, int, int, int, double, const double *, int, const double *, int, double,
                 double *, int);
double f(const double *A, const double *x, double *y, int n, int m) {
  #pragma omp parallel for
  for (int k = 0; k < m; k++)
    cblas_dgemv(102, 111, n, n, 1.0, A, n, x + k * n, 1, 0.0, y + k * n, 1);
  return cubes(y, n * m);
}
"""


def test_threads_that_add_to_one_shadow_are_refused() -> None:
    """The library's additions are not made in one step. Tangents need none."""
    f = rz.compile(HEADER + PARALLEL, flags=["-fopenmp"]).f
    A, x = np.ones((2, 2)), np.ones((3, 2))
    with pytest.raises(rz.Error, match="'dgemv' is read in a parallel region") as refused:
        rz.grad(f, wrt="A")(A, x, np.zeros((3, 2)), 2, 3)
    assert "RZ216" in str(refused.value)
    args = (A, x, np.zeros((3, 2)), 2, 3)
    _, tangent = rz.jvp(f, args, (np.ones((2, 2)), None, None, None, None), of="return")
    assert tangent == pytest.approx(6 * 3 * 4 * 2)


FACTORS = """
void cblas_dgemv(int, int, int, int, double, const double *, int, const double *, int, double,
                 double *, int);
void cblas_dscal(int, double, double *, int);
void dgemm_(const char *, const char *, const int *, const int *, const int *, const double *,
            const double *, const int *, const double *, const int *, const double *, double *,
            const int *);
static double linear(const double *C, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += (i + 1) * C[i];
  return sum;
}
double gemm(double x) {
  double A[9], C[9];
  for (int i = 0; i < 9; i++) A[i] = i - x, C[i] = x * (i + 1);
  cblas_dgemm(101, 111, 111, 3, 3, 3, 1.0, A, 3, A, 3, x, C, 3);
  return linear(C, 9);
}
double gemv(double x) {
  double A[9] = {1, x}, y[3] = {x, 2 * x, 1};
  cblas_dgemv(101, 111, 3, 3, x, A, 3, A, 1, x, y, 1);
  return linear(y, 3);
}
double scal(double x) {
  double y[3] = {x, 2 * x, 1};
  cblas_dscal(3, x, y, 1);
  return linear(y, 3);
}
double unread(double x) {
  struct { double A[9], zero; } w;
  double one = 1, C[9];
  int n = 3;
  for (int i = 0; i < 9; i++) w.A[i] = i - x, C[i] = __builtin_nan("");
  w.zero = 0;
  dgemm_("N", "N", &n, &n, &n, &one, w.A, &n, w.A, &n, &w.zero, C, &n);
  return linear(C, 9);
}
"""


@pytest.mark.rotates(plain=1, wide=2)
@pytest.mark.parametrize("name", ["gemm", "gemv", "scal", "unread"])
def test_factors_of_zero_and_one(name: str) -> None:
    """They have tangents as others have, and what a factor of zero leaves unread may be NaN."""
    f = rz.compile(HEADER + FACTORS)[name]
    slope = rz.grad(f, check="never")
    points = np.array([-1.0, -0.5, 0.5, 2.0])  # f is a polynomial of degree three at most
    cubic = np.polynomial.Polynomial.fit(points, [f(x) for x in points], 3)
    for x in (0.0, 1.0, 0.25):
        _, tangent = rz.jvp(f, (x,), (1.0,))
        assert tangent == pytest.approx(cubic.deriv()(x), rel=1e-12, abs=1e-12)
        assert slope(x) == pytest.approx(cubic.deriv()(x), rel=1e-12, abs=1e-12)
        found = rz.hvp(f, (x,), (1.0,))
        assert np.ravel(found)[0] == pytest.approx(cubic.deriv(2)(x), rel=1e-11, abs=1e-11)


BACKWARDS = """
void cblas_daxpy(int, double, const double *, int, double *, int);
double f(const double *v, double *room, int from, int to, int by) {
  for (int i = 0; i < 12; i++) room[i] = v[i] * v[i];
  cblas_daxpy(3, 2.0, room + from, by, room + to, -by);
  double sum = 0;
  for (int i = 0; i < 12; i++) sum += (i + 1) * room[i];
  return sum;
}
"""


@pytest.mark.parametrize(
    ("start", "to", "by", "apart"),
    [
        (0, 3, 1, True),  # one behind the other
        (3, 0, 1, True),
        (0, 3, -1, True),
        (0, 1, 2, True),  # one between the other
        (0, 2, 1, False),
        (0, 0, 1, False),
        (2, 1, -1, False),
        (0, 2, 2, False),
        (2, 0, -2, False),
    ],
)
def test_negative_increments_are_of_the_same_memory(
    start: int, to: int, by: int, apart: bool
) -> None:
    f = rz.compile(BACKWARDS).f
    v, along = np.random.default_rng(16).normal(size=(2, 12))
    given = np.zeros(12), start, to, by
    if not apart:
        with pytest.raises(rz.RunError, match="overlap"):
            rz.grad(f, wrt="v", check="never")(v, *given)
        return
    want = (f(v + 1e-3 * along, *given) - f(v - 1e-3 * along, *given)) / 2e-3  # exact: a square
    assert rz.grad(f, wrt="v", check="never")(v, *given) @ along == pytest.approx(want, rel=1e-9)


BESIDE = """
#include <stdlib.h>
void dtrsm_(const char *, const char *, const char *, const char *, const int *, const int *,
            const double *, const double *, const int *, double *, const int *);
double cblas_ddot(int, const double *, int, const double *, int);
struct job { const double *scale; double factor; double rows[9]; };
static double solved(struct job *j, const double *A, double *B, int n) {
  dtrsm_("L", "L", "N", "N", &n, &n, &j->factor, A, &n, B, &n);
  return cubes(B, n * n) * j->scale[n];
}
double held(const double *A, double *B, const double *scale, int n) {
  struct job *j = malloc(sizeof *j);
  j->scale = scale; j->factor = 1.5;
  double value = solved(j, A, B, n);
  free(j);
  return value;
}
double local(const double *A, double *B, const double *scale, int n) {
  struct job j = {scale, 1.5};
  return solved(&j, A, B, n) + solved(&j, B, B + n * n, n);
}
double rows(const double *A, double *B, const double *scale, int n) {
  struct job j = {scale, 0};
  for (int i = 0; i < n * n; i++) j.rows[i] = A[i];
  return cblas_ddot(n * n, j.rows, 1, B, 1) * cblas_ddot(n, j.rows, n, j.rows, n) * j.scale[1];
}
"""


@pytest.mark.rotates(plain=1)
@pytest.mark.parametrize("name", ["held", "local", "rows"])
def test_operands_that_lie_beside_addresses(name: str) -> None:
    """A routine follows no address: what lies behind one beside its operands needs no shadow."""
    f = rz.compile(HEADER + BESIDE)[name]
    rng = np.random.default_rng(14)
    A, along = rng.normal(size=(2, 3, 3)) / 4
    A, B, scale = A + np.eye(3), rng.normal(size=18), rng.normal(size=4)

    def at(by: float) -> float:
        return float(f(A + by * along, B.copy(), scale, 3))

    found = rz.grad(f, wrt="A", check="never")(A, B.copy(), scale, 3)
    want = (8 * (at(1e-3) - at(-1e-3)) - (at(2e-3) - at(-2e-3))) / 12e-3
    assert np.sum(found * along) == pytest.approx(want, rel=1e-7)


def test_the_largest_element_is_no_number() -> None:
    text = "double f(const double *x, int n) { return x[cblas_idamax(n, x, 1)]; }"
    found = rz.grad(rz.compile(HEADER + text).f)(np.array([1.0, -3.0, 2.0]), 3)
    np.testing.assert_array_equal(found, [0, 1, 0])


def test_a_rule_of_the_users_own_comes_first() -> None:
    text = """double cblas_dnrm2(int n, const double *x, int inc);
    double f(const double *x, int n) { return cblas_dnrm2(n, x, 1) + x[0]; }"""
    before = custom.rulebook()
    rz.inactive("cblas_dnrm2")
    try:
        found = rz.grad(rz.compile(HEADER + text).f, check="never")(np.array([3.0, 4.0]), 2)
    finally:
        custom._change(lambda _: before)
    np.testing.assert_array_equal(found, [1, 0])
