"""Eigenvalues and singular values: vectors are compared by what no sign or phase of them changes.

With v vᴴ of each eigenvector, and u uᴴ, z zᴴ and u zᴴ of each pair of singular vectors, every flag
of every routine is compared in four types: tangents with differences of the library's routine in
double precision, and adjoints of functions of those matrices with tangents.
"""

from __future__ import annotations

from functools import cache
from typing import Any
from zlib import crc32

import numpy as np
import pytest
from tests.algebra_cases import Case, Convention, case, conventions, source
from tests.run.test_algebra import SPECTRA as NAMES
from tests.run.test_algebra import (
    STENCIL,
    adjoints_of,
    differences,
    doubled,
    draws,
    inner,
    moved,
    outputs,
    tangents_of,
)

import ribozyme as rz
from ribozyme.algebra.all_rows import ROWS

pytestmark = pytest.mark.rotates("file", plain=2, wide=4)

pytest.importorskip("scipy_openblas32", reason="the extra 'blas' is not installed")

ALL = [
    (name, how, type)
    for name in NAMES
    for type in ROWS[name].types
    for how in conventions(ROWS[name])
]


@cache
def program(name: str, convention: Convention, type: str) -> Any:
    return rz.compile(source(ROWS[name], convention, type)).f


def matrix(of: Case, values: dict[str, Any], name: str, rows: int, cols: int, type: str) -> Any:
    """A matrix as a two-dimensional view of the array that it lies in."""
    flat, leading = values[name], of.args[f"ld{name}"]
    whole = flat.view(f"c{2 * flat.itemsize}") if type in "cz" else flat
    whole = whole.reshape(-1, leading)
    return (whole if of.args.get("layout") == 101 else whole.T)[:rows, :cols]


def columns(of: Case, values: dict[str, Any], type: str) -> dict[str, Any]:
    """By the array that they lie in, vectors as columns: those of Z are its rows, conjugated."""
    m, n = of.args.get("m", of.args["n"]), of.args["n"]
    if "w" in of.args:
        return {"A": matrix(of, values, "A", n, n, type)} if of.args["jobz"] == ord("V") else {}
    k = min(m, n)
    left, right = places(of, m, n)
    found = {}
    if left:
        found[left] = matrix(of, values, left, m, k, type)
    if right:
        found[f"{right}ᴴ"] = matrix(of, values, right, k, n, type).conj().T
    return found


def places(of: Case, m: int, n: int) -> tuple[str, str]:
    """Where the two sides are; nothing where they are not asked for."""
    jobs = [chr(of.args[name]) for name in ("jobz", "jobu", "jobv") if name in of.args]
    first, second = jobs if len(jobs) == 2 else jobs * 2
    if len(jobs) == 1 and first == "O":
        return ("A", "Z") if m >= n else ("U", "A")
    left = {"N": "", "O": "A"}.get(first, "U")
    return left, {"N": "", "O": "A"}.get(second, "Z")


def pairs(vectors: dict[str, Any]) -> list[tuple[str, str]]:
    """Of which vectors products are compared."""
    names = list(vectors)
    return [(a, b) for place, a in enumerate(names) for b in names[place:]]


def products(x: Any, y: Any) -> Any:
    """The matrices x yᴴ of columns, one after the other."""
    return np.einsum("ik,jk->kij", x, y.conj())


def plain(of: Case, values: dict[str, Any]) -> dict[str, Any]:
    """Outputs that have no signs: the values, and a matrix that stays as it was."""
    taken = {"A": "V"} if "w" in of.args else {}
    stays = {"A": values["A"]} if taken and of.args["jobz"] == ord("N") else {}
    return {name: values[name] for name in ("w", "s") if name in values} | stays


def seeds_of(of: Case, values: dict[str, Any], weights: dict[Any, Any], type: str) -> list[Any]:
    """The adjoints of outputs, of the sum of all weights times what they weigh."""
    seeds = {name: np.zeros_like(values[name]) for name in of.outputs}
    for name in plain(of, values):
        seeds[name][...] = weights[name]
    vectors, bars = columns(of, values, type), columns(of, seeds, type)
    total = {name: np.zeros_like(bar) for name, bar in bars.items()}
    for a, b in pairs(vectors):
        W = weights[a, b]
        total[a] += np.einsum("kij,jk->ik", W, vectors[b])
        total[b] += np.einsum("kij,ik->jk", W.conj(), vectors[a])
    m, n = of.args.get("m", of.args["n"]), of.args["n"]
    k = min(m, n)
    for name, bar in total.items():
        if name.endswith("ᴴ"):
            matrix(of, seeds, name[:-1], k, n, type)[...] = bar.conj().T
        else:
            matrix(of, seeds, name, m, k, type)[...] = bar
    return [seeds[name] for name in of.outputs]


def chosen(of: Case, name: str, rng: np.random.Generator) -> None:
    """Any jobs that the routine takes and that have derivatives."""
    square = of.args.get("m") == of.args["n"]
    if name in ("gesdd", "gesvd"):
        letters = "NSO" + ("A" if square else "")
        jobs = ["jobz"] if name == "gesdd" else ["jobu", "jobv"]
        for job in jobs:
            of.args[job] = ord(str(rng.choice(list(letters))))  # type: ignore[index]
        if len(jobs) == 2 and of.args["jobu"] == of.args["jobv"] == ord("O"):
            of.args["jobv"] = ord("S")  # type: ignore[index]


@pytest.mark.rotates(plain=2, wide=12)
@pytest.mark.parametrize(("name", "convention", "type"), ALL)
def test_what_no_sign_or_phase_changes(name: str, convention: Convention, type: str) -> None:
    rng = np.random.default_rng(crc32(f"{name} {convention} {type}".encode()))
    f = program(name, convention, type)
    exact_f = program(name, convention, {"s": "d", "c": "z"}.get(type, type))
    wide = {"s": "d", "c": "z"}.get(type, type)
    close, dual = (1e-7, 1e-10) if type in "dz" else (2e-2, 1e-3)
    for number in range(12):
        of = case(name, convention, rng, type)
        chosen(of, name, rng)
        directions = draws(of, rng, of.active)
        values = dict(zip(of.outputs, outputs(of, f, of.args), strict=True))
        dots = dict(zip(of.outputs, tangents_of(f, of, directions), strict=True))
        point, way = doubled(of.args), doubled(directions)
        around = [
            dict(zip(of.outputs, outputs(of, exact_f, moved(point, way, by)), strict=True))
            for by, _ in STENCIL
        ]
        got, want = dict(plain(of, dots)), {}
        for part in got:
            want[part] = differences([one[part] for one in around])
        x, dx = columns(of, values, type), columns(of, dots, type)
        sides = [columns(of, one, wide) for one in around]
        for a, b in pairs(x):
            got[a, b] = products(dx[a], x[b]) + products(x[a], dx[b])
            want[a, b] = differences([products(one[a], one[b]) for one in sides])
        for part, value in want.items():
            size = 1 + np.max(np.abs(value), initial=0)
            message = f"case {number}, {part}"
            np.testing.assert_allclose(got[part], value, close, close * size, err_msg=message)
        weights = {part: rng.normal(size=value.shape) for part, value in want.items()}
        seeds = seeds_of(of, values, weights, type)
        adjoints = adjoints_of(f, of, of.active, seeds)
        back = inner(adjoints, list(directions.values()))
        forth = sum(np.sum(weights[part] * np.real(value)) for part, value in got.items())
        size = sum(np.sum(np.abs(weights[part] * value)) for part, value in got.items())
        assert back == pytest.approx(forth, rel=dual, abs=dual * (1 + size)), number


SPECTRA = """
#include <complex.h>
#include <stdlib.h>
typedef double complex Z;
int LAPACKE_zheev(int, char, char, int, Z *, int, double *);
int LAPACKE_zgesdd(int, char, int, int, Z *, int, double *, Z *, int, Z *, int);
int LAPACKE_dsyev(int, char, char, int, double *, int, double *);
int LAPACKE_dgesvd(int, char, char, int, int, double *, int, double *, double *, int, double *,
                   int, double *);
/* a sum over i of weights, values and the size of a component of the vector: the same whatever
   the phases are */
double hermitian(const double *x, int n, int layout) {
  Z A[25];
  double w[5], s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i * n + j] = x[2 * (i * n + j)] + x[2 * (j * n + i)] +
                     I * (x[2 * (i * n + j) + 1] - x[2 * (j * n + i) + 1]);
  LAPACKE_zheev(layout, 'V', 'L', n, A, n, w);
  for (int i = 0; i < n; i++) {
    Z sum = 0;
    for (int j = 0; j < n; j++) sum += (j + 1 + I) * (layout == 101 ? A[j * n + i] : A[i * n + j]);
    s += (i + 1) * w[i] * w[i] + creal(sum * conj(sum)) * (1 + i * i) * w[i];
  }
  return s;
}
double hermitian_values(const double *x, int n, int layout) {
  Z A[25];
  double w[5];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i * n + j] = x[2 * (i * n + j)] + x[2 * (j * n + i)] +
                     I * (x[2 * (i * n + j) + 1] - x[2 * (j * n + i) + 1]);
  LAPACKE_zheev(layout, 'N', 'U', n, A, n, w);
  return w[0] * w[1] + w[n - 1];
}
double singular(const double *x, int m, int n) {
  Z A[25], U[25], V[25];
  int k = m < n ? m : n;
  double w[5], s = 0;
  for (int i = 0; i < m * n; i++) A[i] = x[2 * i] + I * x[2 * i + 1];
  LAPACKE_zgesdd(102, 'S', m, n, A, m, w, U, m, V, k);
  for (int i = 0; i < k; i++) {
    Z p = 0, q = 0;
    for (int j = 0; j < m; j++) p += (j + 1 - 2 * I) * U[j + i * m];
    for (int j = 0; j < n; j++) q += (2 * j + 1 + I) * V[i + j * k];
    s += (i + 1) * w[i] + creal(p * q) * (2 - i) + cimag(p * q) * i * i + creal(p * conj(p)) * i;
  }
  return s;
}
double phase(const double *x, int n) {
  Z A[25];
  double w[5];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i * n + j] = x[2 * (i * n + j)] + x[2 * (j * n + i)] +
                     I * (x[2 * (i * n + j) + 1] - x[2 * (j * n + i) + 1]);
  LAPACKE_zheev(102, 'V', 'L', n, A, n, w);
  return creal(A[0] * A[1]);
}
double degenerate(const double *x, int n, double a, double b, double c) {
  double A[25], w[5];
  for (int i = 0; i < n * n; i++) A[i] = x[i];
  LAPACKE_dsyev(102, 'V', 'L', n, A, n, w);
  return a * (w[0] * w[0] + w[1] * w[1]) + b * w[0] + c * A[0] * A[1];
}
double whole(const double *x, int m, int n) {
  double A[25], U[25], V[25], w[5], t[5];
  for (int i = 0; i < m * n; i++) A[i] = x[i];
  LAPACKE_dgesvd(102, 'A', 'A', m, n, A, m, w, U, m, V, n, t);
  return w[0];
}
"""


@pytest.mark.parametrize(
    ("name", "size", "more"),
    [
        ("hermitian", 18, (3, 101)),
        ("hermitian", 32, (4, 102)),
        ("hermitian_values", 32, (4, 101)),
        ("singular", 30, (5, 3)),
        ("singular", 24, (3, 4)),
        ("singular", 18, (3, 3)),
    ],
)
def test_spectra_of_complex_matrices(name: str, size: int, more: tuple[int, ...]) -> None:
    """Functions that no phase changes have their derivative; second order, too."""
    f, rng = spectra()[name], np.random.default_rng(size)
    x, along = rng.normal(size=(2, size))
    gradient = rz.grad(f, wrt=0, check="never")
    found = gradient(x, *more)
    want = (f(x + 1e-5 * along, *more) - f(x - 1e-5 * along, *more)) / 2e-5
    assert np.sum(found * along) == pytest.approx(want, rel=1e-7)
    _, tangent = rz.jvp(f, (x, *more), (along, *[None] * len(more)), check="never")
    assert tangent == pytest.approx(np.sum(found * along), rel=1e-10)
    if name == "singular":
        return
    second = rz.hvp(f, (x, *more), (along,), wrt=(0,), check="never")[0]
    want = (gradient(x + 1e-5 * along, *more) - gradient(x - 1e-5 * along, *more)) / 2e-5
    np.testing.assert_allclose(second, want, rtol=1e-6, atol=1e-6 * np.max(np.abs(want)))


@cache
def spectra() -> Any:
    return rz.compile(SPECTRA)


def test_what_has_no_derivative_by_eigenvectors() -> None:
    slope = rz.grad(spectra().degenerate, wrt="x", check="never")
    A = np.diag([1.0, 1.0, 2.0])
    np.testing.assert_allclose(slope(A, 3, 1.0, 0.0, 0.0), np.diag([2.0, 2.0, 0]), atol=1e-12)
    for weights in ((0.0, 1.0, 0.0), (0.0, 0.0, 1.0)):
        with pytest.raises(rz.Error, match="are the same"):
            slope(A, 3, *weights)
    along = np.array([[0, 1.0, 0], [1.0, 0, 0], [0, 0, 0]])
    args = (A, 3, 0.0, 1.0, 0.0)
    _, tangent = rz.jvp(spectra().degenerate, args, (along, None, None, None, None), check="never")
    assert np.isnan(tangent)
    with pytest.raises(rz.Error, match="phases"):
        rz.grad(spectra().phase, wrt="x", check="never")(np.arange(18.0) ** 2, 3)
    with pytest.raises(rz.Error, match="value zero are any"):
        rz.grad(spectra().whole, wrt="x", check="never")(np.arange(12.0) ** 2, 4, 3)
